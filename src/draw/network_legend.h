/* What the colours of a network's arrows mean. */
#ifndef LB_NETWORK_LEGEND_H
#define LB_NETWORK_LEGEND_H

#include "draw/network_sheet.h"

void lb_sheet_legend(const lb_sheet *sheet, double top);
double lb_sheet_legend_width(const lb_sheet *sheet);

#endif

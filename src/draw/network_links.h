/* The links of a network on a sheet, and what goes over them. */
#ifndef LB_NETWORK_LINKS_H
#define LB_NETWORK_LINKS_H

#include "draw/network_sheet.h"

/* The link of a port, drawn from one of its ends; and, where it is a stub, whom it leads to. */
void lb_sheet_link(const lb_sheet *s, uint32_t node, unsigned port);
void lb_sheet_stub_end(const lb_sheet *s, uint32_t node, unsigned port);

/* The arrow of what goes over it, or the label: arrows first, labels after all of them. */
void lb_sheet_move(lb_sheet *s, uint32_t node, unsigned port, bool labels);

#endif

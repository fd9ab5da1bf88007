/* How busy the rows of a timeline are. */
#ifndef LB_GANTT_BUSY_H
#define LB_GANTT_BUSY_H

#include "draw/gantt.h"

/* From the bars: how many of the rows are busy, on average, in each part of the time, and in all of it. */
int lb_gantt_count_busy(lb_gantt *gantt, lb_why *why);

#endif

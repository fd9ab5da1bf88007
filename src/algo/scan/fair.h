/* Looking for a shorter timetable of a scan by having its packets pay for their ways. */
#ifndef LB_SCAN_FAIR_H
#define LB_SCAN_FAIR_H

#include "algo/scan/wander.h"

/* The same job as a walk's, done otherwise: until there are no more than `least` steps, or `most` steps of moves were
 * priced. Leaves the walk as it is where it finds nothing shorter. */
int lb_scan_fair(lb_scan_walk *walk);

#endif

/* Looking for a shorter timetable of a scan by changing one packet at a time. */
#ifndef LB_SCAN_WANDER_H
#define LB_SCAN_WANDER_H

#include "algo/scan/kinds.h"
#include "algo/scan/nearly.h"

/* Changes the ways of packets of a job, and when their moves are made, until there are no more than `least` steps, or
 * `most` moves were looked at. It sets out so many times. */
typedef struct lb_scan_walk {
    lb_scan_job job;
    lb_scan_kinds *kinds;
    uint32_t *ways;   /* of the job; becomes the best */
    uint32_t *starts; /* NULL, or the best's, packet after packet: to be freed */
    uint32_t steps, least, times;
    uint64_t most, looks;
    uint64_t chance;       /* of fairs */
    lb_scan_nearly nearly; /* what a fair came to that did not end well, in fewer steps than the best */
} lb_scan_walk;
int lb_scan_wander(lb_scan_walk *walk);

#endif

/* Points of start-ups and data, the frontier that none of them is below, and what is proven impossible, as a picture.
 */
#ifndef LB_FRONTIER_H
#define LB_FRONTIER_H

#include "draw/draw.h"

typedef struct lb_frontier_point {
    const char *name;
    uint64_t startups, hops;
    lb_ratio data; /* of a message, over the busiest link */
    bool best;     /* none has fewer start-ups without more data */
} lb_frontier_point;

typedef struct lb_frontier {
    const char *title, *subtitle;
    const lb_frontier_point *point; /* by start-ups, then by data */
    size_t points;
    lb_ratio startups, data; /* at least */
} lb_frontier;

void lb_frontier_svg(FILE *out, const lb_frontier *f);

#endif

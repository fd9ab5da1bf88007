/* Searching for what bytes are worth: tables that let the links of a network carry least. */
#ifndef LB_BOUND_WORTH_SEARCH_H
#define LB_BOUND_WORTH_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

enum {
    LB_WORTH_CLASSES = 40,
    LB_WORTH_POINTS = 128,
    LB_WORTH_GROUPS = 128,
    LB_WORTH_ENDS = 2,
    LB_WORTH_BEGIN = 0, /* the class of the node where the message begins, at which bytes are worth nothing */
    LB_WORTH_END = 1,   /* of the node that it must get to, where each is worth 1 */
};

/* Links that are alike: between nodes of these classes, one for each end of the message, so many hops from the
 * beginning and from the nearest end. */
typedef struct lb_worth_group {
    unsigned from[LB_WORTH_ENDS], to[LB_WORTH_ENDS];
    uint32_t before, after;
    uint64_t count;
} lb_worth_group;

typedef struct lb_worth {
    unsigned classes, groups, points, ends;
    lb_worth_group group[LB_WORTH_GROUPS];
    double at[LB_WORTH_POINTS];                      /* moments, in start-ups, up to the time itself */
    double worth[LB_WORTH_CLASSES][LB_WORTH_POINTS]; /* of a class, at these; never more later on */
    double drop[LB_WORTH_CLASSES][LB_WORTH_POINTS];  /* of each moment, how much less it is worth there than before */
    double slope[LB_WORTH_CLASSES][LB_WORTH_POINTS]; /* of what links carry, by what a byte is worth */
    double slack[LB_WORTH_CLASSES][LB_WORTH_POINTS]; /* for what is worth more between two moments than it seems */
    unsigned steepest[LB_WORTH_CLASSES][LB_WORTH_POINTS]; /* the moment after which that is */
    double best[LB_WORTH_CLASSES][LB_WORTH_POINTS];       /* the best drops so far, and what links carry with them */
    double least;
    double between; /* of a drop times the distance of its moments: what slack there is */
} lb_worth;

/* Finds tables by which links cannot carry `message` to each end, in start-ups, in the time at[points - 1], or in the
 * longest that can be proven so; the moments of the second half are moved along. */
void lb_worth_search(lb_worth *w, double message);

/* From the tables in `best` on: after classes were divided. */
void lb_worth_search_on(lb_worth *w, double message);

#endif

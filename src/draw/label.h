/* Short words for what a packet carries. */
#ifndef LB_LABEL_H
#define LB_LABEL_H

#include "linkbound.h"

enum { LB_LABEL_MAX = 48 };

/* What tells this packet from the others of the plan, as shortly as can be: "3" (the origin, or the destination), "0>7"
 * (both), "1/3" (which of 3 pieces), "x12" (so many). Empty where nothing does. */
void lb_load_text(const lb_plan *plan, const lb_move *move, char text[LB_LABEL_MAX]);

/* The same in full: "0 to 7, piece 1-2 of 3; ..." as far as there is room. */
void lb_load_about(const lb_plan *plan, const lb_move *move, char *text, size_t size);

/* "alltoall on cube:3": for pictures that are given no title. */
void lb_plan_title(const lb_plan *plan, char *text, size_t size);

/* A node as people who know the network write it: bits of a cube, highest first; "1,2" for tori; its number where it
 * has one dimension. */
void lb_node_text(const lb_net *net, uint32_t node, char text[LB_LABEL_MAX]);

/* Steps in which something happens, in order, as "1", "1-3", "1,4-6": begin, add each, end. */
typedef struct lb_steps {
    uint32_t first, last, count;
    uint32_t run; /* where the run that is not yet written begins; 0: there is none */
    bool cut;     /* there was no room for all */
    char text[20];
} lb_steps;

void lb_steps_add(lb_steps *steps, uint32_t step);
void lb_steps_end(lb_steps *steps);

#endif

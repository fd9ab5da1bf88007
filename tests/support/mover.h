/* Moves real bytes by a plan: every node has buffers, packets are copied from one to another, and at the end everything
 * must be where the task wants it. It knows the plan's moves and lb_piece_bytes, and shares nothing with src/check. */
#ifndef LB_TEST_MOVER_H
#define LB_TEST_MOVER_H

#include "linkbound.h"

typedef struct moved {
    bool fine;
    char text[160];         /* what went wrong first */
    uint64_t packets, sent; /* that were not empty, and the bytes in them */
} moved;

/* Arrivals take effect after their step. Sums add bytes, wrapping. */
moved move_bytes(const lb_plan *plan, uint64_t bytes);

#endif

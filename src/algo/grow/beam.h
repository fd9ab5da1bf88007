/* Broadcasts in a given number of steps, by keeping several beginnings at a time. */
#ifndef LB_BEAM_H
#define LB_BEAM_H

#include "algo/grow/urgent.h"

/* How much rarity, a step less of leave, and what a node must get in nearly every step count. */
typedef struct lb_taste {
    unsigned rare, sharp, pull;
} lb_taste;

/* Whether everybody has everything after `goal` steps at the most, beginning `width` ways at a time: then u holds how.
 * Of each beginning as many continuations are tried as there are tastes. */
bool lb_beam(lb_urgent *u, uint32_t goal, unsigned width, const lb_taste *tastes, unsigned count, uint64_t most_work);

/* Bytes that so many beginnings take. */
uint64_t lb_beam_bytes(const lb_urgent *u, unsigned width);

#endif

/* Random changes to schedules, and random schedules. The same seed gives the same ones everywhere. */
#ifndef LB_TEST_MUTATE_H
#define LB_TEST_MUTATE_H

#include "support/schedule.h"

void seed(uint64_t value);
uint64_t pick(uint64_t limit); /* 0 .. limit-1; 0 when limit is 0 */

/* One change or a few: moves dropped, sent twice, early or elsewhere, steps, ports, nodes, names, pieces, operations
 * and the header altered. Most of the time the result is in step order and its header is true. */
void mutate(schedule *s);

/* Adds random moves in `steps` steps, each link used with a chance of so many in a hundred. Nearly everything sent is
 * held, and most of it is sent more often than it need be. The header is made true. */
void random_moves(schedule *s, unsigned steps, unsigned chance);

#endif

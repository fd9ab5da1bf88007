/* What a collective starts with and must end with, in chunks; and what a chunk is in our words. */
#ifndef LB_COLLECTIVE_H
#define LB_COLLECTIVE_H

#include "import/acts.h"
#include "import/contents.h"

/* What files call it; false: none of ours. */
bool lb_collective_kind(const char *name, size_t length, lb_task_kind *kind);

/* The cells of a rank's input and of its output. */
uint64_t lb_collective_in(const lb_acts *a);
uint64_t lb_collective_out(const lb_acts *a);

/* Takes cells for a rank's buffers: input, output, scratch. In place the first two are the same memory. base: their
 * first cells, size: how many they have. */
enum { LB_COLLECTIVE_CELLS = 1 << 26 }; /* as many as are supported, of all ranks */
void lb_collective_lay_out(lb_acts *a, uint32_t rank, bool in_place, uint64_t scratch, uint64_t base[3],
                           uint64_t size[3]);

/* What input cell k of a rank has at first, and what output cell k must have at last; LB_NO_VALUE: anything. */
uint32_t lb_collective_first(const lb_acts *a, lb_contents *v, uint32_t rank, uint64_t k);
uint32_t lb_collective_last(const lb_acts *a, lb_contents *v, uint32_t rank, uint64_t k);

/* Into how many units a block is cut, and how many of them a chunk is. */
uint64_t lb_collective_denominator(const lb_acts *a);
uint64_t lb_collective_packet(const lb_acts *a);

/* A value as the blocks of our task: calls add for each item. */
void lb_collective_items(const lb_acts *a, const lb_contents *v, uint32_t value, void (*add)(void *user, lb_item item),
                         void *user);

#endif

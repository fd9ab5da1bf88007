/* What a cell can hold: of one chunk the sum of what some ranks started with. Each different one has a number, from 1;
 * 0 is nothing. */
#ifndef LB_CONTENTS_H
#define LB_CONTENTS_H

#include "import/index.h"

typedef struct lb_contents {
    uint32_t ranks, words;
    uint64_t count; /* with nothing, which is number 0 */
    uint64_t chunk_room, set_room;
    uint32_t *chunk; /* of each value */
    uint64_t *set;   /* `words` for each: a bit for every rank */
    lb_index index;
} lb_contents;

/* Instead of a value. */
enum { LB_NO_VALUE = 0 };
#define LB_VALUE_NO_MEMORY UINT32_MAX
#define LB_VALUE_MIXED     (UINT32_MAX - 1) /* of different chunks */
#define LB_VALUE_TWICE     (UINT32_MAX - 2) /* some rank's part would be in it twice */
#define LB_VALUE_LAST      (UINT32_MAX - 3)

int lb_contents_begin(lb_contents *v, uint32_t ranks);
void lb_contents_free(lb_contents *v);

/* A chunk as one rank has it; of all ranks: LB_NONE. */
uint32_t lb_value_of(lb_contents *v, uint32_t chunk, uint32_t rank);

/* The sum of two that are something. */
uint32_t lb_value_sum(lb_contents *v, uint32_t a, uint32_t b);

/* How many ranks are in it, and the first. */
uint32_t lb_value_ranks(const lb_contents *v, uint32_t value, uint32_t *first);

/* The first rank alone. */
uint32_t lb_value_first(const lb_contents *v, uint32_t value);

#endif

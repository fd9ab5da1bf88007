/* An MSCCL++ plan while it is read: what its parts share. */
#ifndef LB_MSCCLPP_VALUES_H
#define LB_MSCCLPP_VALUES_H

#include "import/acts.h"
#include "import/page.h"

/* Channels are counted for each of these types. MOST: channels, buffers and barriers of a gpu, ops between nops; the
 * runtime has less of all. */
enum { LB_MPP_MEMORY, LB_MPP_PORT, LB_MPP_TYPES, LB_MPP_MOST = 1 << 12 };

/* One end of a channel: it leads to the end that is the peer's k-th to this rank. */
typedef struct lb_mpp_channel {
    uint32_t peer, k;
} lb_mpp_channel;

typedef struct lb_mpp_buffer {
    uint32_t rank;
    unsigned type; /* 0 to 2: input, output, scratch */
} lb_mpp_buffer;

/* Cells that an op of a thread block uses and has not waited for the end of. */
typedef struct lb_mpp_use {
    uint64_t cell, count;
    bool writes;
} lb_mpp_use;

typedef struct lb_mpp_cells {
    uint64_t base[3], size[3];
} lb_mpp_cells;

/* A barrier as a thread block comes to it. */
typedef struct lb_mpp_barrier {
    uint32_t id, nth, blocks; /* how many it says that come */
    uint32_t thread, line;
    uint64_t act; /* the first: it has come; `blocks` - 1 more wait for the others */
} lb_mpp_barrier;

/* A run of chunks that an op uses, and whose they are; an op has so many at most. */
enum { LB_MPP_RUNS = 64 };
typedef struct lb_mpp_run {
    uint64_t cell;
    uint32_t size, rank;
} lb_mpp_run;

/* A list that grows. */
typedef struct lb_mpp_list {
    uint32_t *at;
    uint64_t count, room;
} lb_mpp_list;

typedef struct lb_mpp {
    const lb_page *page;
    lb_values tree;
    lb_acts *a;
    bool in_place;
    lb_mpp_cells *cells; /* of each rank */
    /* Of the gpu that is read. */
    uint32_t rank;
    lb_mpp_channel *channel[LB_MPP_TYPES];
    uint64_t channels[LB_MPP_TYPES], channel_room[LB_MPP_TYPES];
    lb_mpp_buffer *buffer;
    uint64_t buffers, buffer_room;
    lb_mpp_barrier *barrier;
    uint64_t barriers, barrier_room;
    /* Of the thread block that is read: numbers of the gpu's channels and buffers. */
    lb_mpp_list own_channel[LB_MPP_TYPES], own_buffer[LB_MPP_TYPES];
    lb_mpp_use *use; /* since its threads last waited for each other */
    uint64_t uses, use_room;
    uint32_t waits;                                /* the line of a wait since then; 0: none */
    lb_mpp_run from[LB_MPP_RUNS], to[LB_MPP_RUNS]; /* of the op that is read */
    lb_values_form op, source, place;              /* what ops have, and their buffers */
} lb_mpp;

static inline int lb_mpp_no_memory(const lb_mpp *r) {
    return lb_fail_memory(r->page->why, "a program");
}

/* A number of a set, which must have it; and the type of channels that an item of it names. */
int lb_mpp_missing(const lb_mpp *r, uint32_t set, const char *key);
static inline int lb_mpp_whole(const lb_mpp *r, uint32_t set, uint32_t item, const char *key, uint32_t most,
                               uint32_t *number) {
    *number = 0;
    return item ? lb_values_number(&r->tree, item, key, most, number) : lb_mpp_missing(r, set, key);
}
static inline int lb_mpp_number(const lb_mpp *r, uint32_t set, const char *key, uint32_t most, uint32_t *number) {
    return lb_mpp_whole(r, set, lb_values_get(&r->tree, set, key), key, most, number);
}
int lb_mpp_type(const lb_mpp *r, uint32_t set, uint32_t item, unsigned *type);

/* One more act of the thread block that was begun last; NULL: there is no memory. */
lb_act *lb_mpp_act(lb_mpp *r, uint32_t line, uint32_t count);

#endif

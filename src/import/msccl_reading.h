/* An MSCCL file while it is read: what its parts share. */
#ifndef LB_MSCCL_READING_H
#define LB_MSCCL_READING_H

#include "import/acts.h"
#include "import/xml.h"

enum { LB_MSCCL_BLOCKS = 1024, LB_MSCCL_CHUNKS = 1 << 20 };

typedef struct lb_msccl_gpu {
    uint32_t rank, line;
    uint64_t base[3], size[3];        /* of the buffers i, o, s: cells */
    int64_t told[3];                  /* i_chunks, o_chunks, s_chunks */
    uint32_t thread[LB_MSCCL_BLOCKS]; /* by the number of a thread block; LB_NONE: there is none */
    uint64_t first_act;
    bool *tells; /* of its acts: hasdep */
    uint64_t tells_room;
} lb_msccl_gpu;

/* Of the gpu that is read: what the runtimes have limits for. */
enum { LB_MSCCL_LIMIT_CHANNELS = 128 };
typedef struct lb_msccl_limits {
    uint64_t blocks, steps;
    int64_t last, far; /* the highest thread block; of a step, the highest chunk */
    bool chained;      /* the step before was a nop that waits */
    bool beyond;       /* the step begins beyond what its gpu says of a buffer */
    uint16_t senders[LB_MSCCL_LIMIT_CHANNELS], receivers[LB_MSCCL_LIMIT_CHANNELS];
} lb_msccl_limits;

typedef struct lb_msccl_reading {
    lb_xml xml;
    lb_acts *a;
    bool in_place;
    lb_msccl_gpu gpu;
    lb_msccl_limits limits;
    bool *there; /* of each rank */
} lb_msccl_reading;

static inline int lb_msccl_fail(const lb_msccl_reading *r, const char *sentence) {
    return lb_page_fail(r->xml.page, r->xml.began, "%s", sentence);
}

static inline int lb_msccl_no_memory(const lb_msccl_reading *r) {
    return lb_fail_memory(r->xml.page->why, "a program");
}

#endif

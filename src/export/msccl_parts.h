/* One rank of an MSCCL algorithm: thread blocks, their steps, and what these wait for. */
#ifndef LB_MSCCL_PARTS_H
#define LB_MSCCL_PARTS_H

#include "linkbound-export.h"

/* What the runtimes that load such files can take. */
enum { LB_MSCCL_STEPS = 64, LB_MSCCL_COUNT = 71, LB_MSCCL_BLOCKS = 32, LB_MSCCL_CHUNKS = 1 << 15 };

typedef enum lb_msccl_buffer { LB_MSCCL_INPUT, LB_MSCCL_OUTPUT, LB_MSCCL_SCRATCH, LB_MSCCL_BUFFERS } lb_msccl_buffer;

/* The names of types in the file: receives with a sum are rrc. */
typedef enum lb_msccl_type {
    LB_MSCCL_SEND,
    LB_MSCCL_RECEIVE,
    LB_MSCCL_SUM,
    LB_MSCCL_LOCAL,
    LB_MSCCL_NOP
} lb_msccl_type;

/* A run of chunks. */
typedef struct lb_msccl_run {
    lb_msccl_buffer buffer;
    uint32_t at, count;
} lb_msccl_run;

typedef struct lb_msccl_step {
    lb_msccl_type type;
    lb_msccl_run from, to; /* sends: from, receives: to; both where both are */
    int block, step;       /* it waits for this step of that thread block; -1: for none */
    bool awaited;          /* some step waits for it */
} lb_msccl_step;

typedef struct lb_msccl_block {
    uint32_t send, receive; /* peers, or LB_NONE */
    lb_msccl_step *step;
    uint64_t steps, room;
    int waited[2 * LB_MAX_PORTS + 1]; /* for which step of each other block it has waited already; -1: none */
} lb_msccl_block;

/* Of a chunk: who wrote it last, and who has read it since. */
typedef struct lb_msccl_mark {
    int block, step; /* -1: nobody */
} lb_msccl_mark;

typedef struct lb_msccl_rank {
    const lb_plan *plan;
    const lb_task *task;
    uint32_t node;
    uint64_t parts;                             /* chunks of a block */
    uint64_t unit;                              /* of the plan's denominator in a chunk */
    lb_msccl_block block[2 * LB_MAX_PORTS + 1]; /* a sender and a receiver for each port, and one that copies */
    unsigned blocks;
    uint32_t chunks[LB_MSCCL_BUFFERS];
    lb_msccl_mark *written; /* of each chunk of each buffer */
    int *read;              /* chunk by block: the last step that read it since; -1: none */
    uint32_t *slot;         /* alltoall, gather, scatter: where in the scratch buffer a block in transit is, +1 */
    uint32_t slots;
    lb_why *why;
} lb_msccl_rank;

/* Where the node has the block, or its sum. */
lb_msccl_run lb_msccl_place(lb_msccl_rank *rank, const lb_item *item);

/* Builds everything, from the node's program. rank: plan, task, node, parts, unit and why are set. */
int lb_msccl_build(lb_msccl_rank *rank);
void lb_msccl_free(lb_msccl_rank *rank);

#endif

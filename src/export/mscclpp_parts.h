/* A plan as transfers between memories, and one rank of an MSCCL++ plan that makes them. */
#ifndef LB_MSCCLPP_PARTS_H
#define LB_MSCCLPP_PARTS_H

#include "linkbound-export.h"

/* What the runtime can take: ops of a thread block, buffers on one side of an op; and what is enough for anybody. */
enum { LB_MSCCLPP_OPS = 64, LB_MSCCLPP_SIDE = 8, LB_MSCCLPP_NODES = 256, LB_MSCCLPP_CHUNKS = 1 << 20 };

typedef enum lb_mscclpp_buffer { LB_MSCCLPP_IN, LB_MSCCLPP_OUT, LB_MSCCLPP_SCRATCH } lb_mscclpp_buffer;

/* A run of chunks. */
typedef struct lb_mscclpp_run {
    lb_mscclpp_buffer buffer;
    uint32_t at, count;
} lb_mscclpp_run;

typedef enum lb_mscclpp_deed { LB_MSCCLPP_STAYS, LB_MSCCLPP_COPIES, LB_MSCCLPP_SUMS } lb_mscclpp_deed;

/* One run that is put into another rank's memory, and what becomes of it there when the step is over. */
typedef struct lb_mscclpp_transfer {
    uint32_t step, from, to;
    uint32_t block;           /* sums: of which block it is */
    lb_mscclpp_run here, put; /* as many chunks at the sender and at the receiver */
    lb_mscclpp_run home;      /* where it is copied or added to then */
    lb_mscclpp_deed deed;
} lb_mscclpp_transfer;

/* Chunks of a rank's output, and then of its scratch, that others have put something into. */
typedef struct lb_mscclpp_marks {
    bool *chunk;
    uint64_t room;
} lb_mscclpp_marks;

typedef struct lb_mscclpp {
    const lb_plan *plan;
    const lb_task *task;
    lb_task_kind kind;
    uint32_t nodes;
    uint64_t parts, unit; /* chunks of a block, and units of the plan's denominator in a chunk */
    lb_mscclpp_transfer *transfer;
    uint64_t transfers, room;
    uint64_t in, out;          /* chunks of the buffers */
    uint64_t *scratch;         /* of each rank: chunks that are taken */
    uint32_t *slot;            /* alltoall: rank, origin, dest: where in scratch a block in transit is, and 1 */
    lb_mscclpp_marks *written; /* of each rank */
    lb_why *why;
} lb_mscclpp;

/* All transfers, in the order of the steps. m: plan, task, kind, nodes, parts, unit and why are set. */
int lb_mscclpp_transfers(lb_mscclpp *m);
void lb_mscclpp_free(lb_mscclpp *m);

/* A gpu of the file. */
int lb_mscclpp_rank(FILE *out, const lb_mscclpp *m, uint32_t node);

#endif

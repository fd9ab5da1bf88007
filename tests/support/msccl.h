/* An MSCCL algorithm file, read and run by rules of its own: nothing here is shared with what writes such files. */
#ifndef T_MSCCL_H
#define T_MSCCL_H

#include "support/support.h"

enum { T_MSCCL_BLOCKS = 64, T_MSCCL_FIFO = 8 };

typedef struct t_step {
    int s, srcoff, dstoff, cnt, depid, deps, hasdep;
    char type[8], srcbuf, dstbuf;
} t_step;

typedef struct t_block {
    int send, recv, chan, steps;
    t_step step[256];
    int done; /* steps that are done */
} t_block;

typedef struct t_gpu {
    int chunks[3]; /* i, o, s */
    int blocks;
    t_block *block;
    uint64_t *data[3];
    uint64_t *owned[3]; /* what data[] points into, to free */
} t_gpu;

typedef struct t_algo {
    char coll[32];
    int ngpus, nchunksperloop, inplace, outofplace;
    t_gpu *gpu;
} t_algo;

/* Reads the file, and holds it to what a loader demands: fails the test where it does not. */
t_algo t_msccl_read(const char *text);
void t_msccl_free(t_algo *algo);

/* Runs it on data that differs everywhere, with connections that hold `room` messages, thread blocks taking turns at
 * random; in place if said. Then every rank must have what the collective promises. */
void t_msccl_run(t_algo *algo, uint32_t root, int room, bool in_place, uint64_t seed);

#endif

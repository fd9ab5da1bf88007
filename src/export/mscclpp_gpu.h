/* A gpu of an MSCCL++ plan while it is written: its thread blocks, and the ops of each. */
#ifndef LB_MSCCLPP_GPU_H
#define LB_MSCCLPP_GPU_H

#include "export/mscclpp_parts.h"

#include <stdio.h>

typedef struct lb_gpu_block {
    uint32_t peer; /* LB_NONE: there is none */
    FILE *ops;
    char *text;
    size_t size;
    unsigned count;
    int buffer[3]; /* of the peer's buffers, which the thread block calls how; -1: none */
    unsigned buffers;
} lb_gpu_block;

typedef struct lb_gpu {
    const lb_mscclpp *m;
    uint32_t node;
    lb_gpu_block *block;
    unsigned blocks;
    unsigned *block_of;                /* of each node: the thread block that deals with it */
    const lb_mscclpp_transfer **event; /* all that it sends and receives, in the order of steps */
    uint64_t events;
    uint32_t last_send; /* the last step in which it sends something */
} lb_gpu;

/* In this order; an error has its sentence in m->why. */
int lb_gpu_greet(lb_gpu *r);
int lb_gpu_inputs(lb_gpu *r); /* what is there at first */
int lb_gpu_steps(lb_gpu *r);

#endif

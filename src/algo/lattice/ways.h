/* Shortest ways of node 0's packets that load the ports evenly. */
#ifndef LB_LATTICE_WAYS_H
#define LB_LATTICE_WAYS_H

#include "task/task.h"

/* A row is a packet. Hops commute, so a way is only which ports it takes, in any order. */
typedef struct lb_even_ways {
    const lb_task *task;
    const lb_net *net;
    uint64_t rows, packets; /* a block of several packets has a row for each, */
    uint64_t parts;         /* and a packet that is cut into parts one for each of them */
    uint64_t *first;        /* rows+1: the hops of a row are port[first[row]] .. port[first[row+1]-1] */
    uint8_t *port;
    uint64_t load[LB_MAX_PORTS]; /* hops through each */
    uint64_t all, longest;       /* hops of all, and of the farthest */
} lb_even_ways;

#define LB_WAYS_WORK (UINT64_C(1) << 25) /* a third of a second, about */

/* alltoall, isotropic, neighbors. Searches until the ports are even or so many links were looked at. */
int lb_even_ways_find(lb_even_ways *w, const lb_task *task, uint64_t packets, uint64_t work, lb_why *why);
void lb_even_ways_free(lb_even_ways *w);

/* Rows for all packets' parts, and how many hops there are at least; no ways yet. */
int lb_even_ways_begin(lb_even_ways *w, const lb_task *task, uint64_t packets, uint64_t parts, lb_why *why);

/* max(hops of a packet, load of a port, ceil(all/k)): what edge colouring takes on k ports. */
uint64_t lb_even_ways_steps(const lb_even_ways *w, uint32_t ports);

static inline uint64_t lb_even_ways_block(const lb_even_ways *w, uint64_t row) {
    return row / (w->packets * w->parts);
}

static inline uint32_t lb_even_ways_offset(const lb_even_ways *w, uint64_t row) {
    uint64_t block = lb_even_ways_block(w, row);
    return w->task->list ? w->task->list[block] : (uint32_t)block;
}

#endif

/* When every node broadcasts down the same trees: which packets a node sends, in which order, and how long that takes.
 *
 * All nodes do the same at the same time, so one node's view is enough: what it sends through port q is what arrives,
 * at the same moment, from the other side. Data that comes through the same port, from the same level of the trees, and
 * goes on through the same port is kept together as a CHUNK. A link that is free sends all chunks that have arrived and
 * wait for it as one packet: so no link is idle while there is something to send, and start-ups are as few as that
 * allows.
 *
 * Where a dimension of radix 2 is left over (tree/arc_disjoint.h) there are, besides the chunks of a node's half,
 *   NEAR   a share of its own block, that the neighbour across hands on down the trees of its half;
 *   REST   the rest of its own block, for the neighbour only;
 *   TWIN   the neighbour's share going down the trees of this half;
 *   OVER   the rest of every block that arrives, taken across. */
#ifndef LB_TORUS_BATCH_H
#define LB_TORUS_BATCH_H

#include "algo/torus/rings.h"
#include "tree/arc_disjoint.h"

typedef enum lb_chunk_kind { LB_CHUNK_TREE, LB_CHUNK_TWIN, LB_CHUNK_OVER, LB_CHUNK_OWN } lb_chunk_kind;

typedef struct lb_chunk {
    uint64_t units;
    uint64_t from;     /* tree and twin: the slots of the level above that it comes from, as bits */
    uint32_t missing;  /* chunks it waits for that have no packet yet */
    uint32_t step;     /* of its packet, 0: none yet */
    uint32_t next;     /* in the list of those that wait for a link */
    lb_duration there; /* when its data is */
} lb_chunk;

typedef struct lb_batch {
    lb_forest forest;    /* grown trees span the whole network: then nothing is left over */
    uint8_t *port;       /* tree after tree, as lb_forest_tree writes them */
    uint64_t part, near; /* units of a tree's part of a block, and of the share that crosses over first */
    unsigned slots;      /* per level and port: where the data came from, 0: from its origin, else port + 1 */
    uint64_t rows;       /* levels * ports */
    uint64_t count;
    lb_chunk *chunk;
    lb_duration time;
    uint32_t steps;
} lb_batch;

/* The chunk of a link of the trees (or its twin): level from 1, port, slot. OVER has slot 0 of its level and port. OWN:
 * slot 0 is NEAR, slot 1 REST, level 1, port 0. */
uint64_t lb_batch_index(const lb_batch *b, lb_chunk_kind kind, uint32_t level, unsigned port, unsigned slot);

/* Counts all chunks, of the trees by rule or of grown ones (tree/arc_disjoint_grown.h). LB_ERR_UNSUPPORTED: none are
 * grown on this network. */
int lb_batch_open(lb_batch *b, const lb_net *net, bool grown, lb_why *why);
void lb_batch_close(lb_batch *b);

/* Puts chunks into packets, at these prices: time, and every chunk's step. */
void lb_batch_run(lb_batch *b, lb_price price);

#endif

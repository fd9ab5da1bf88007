/* Where things are in a piece of a message on a machine, for whoever loads, works or unloads. c, n and p as in
 * machine_courses.c. */
#ifndef LB_MPI_MACHINE_PLACES_H
#define LB_MPI_MACHINE_PLACES_H

#include "mpi/machine.h"
#include "mpi/request.h"

static inline lb_machine *lb_machine_of(const lb_mpi_request *r) {
    return r->net->machine;
}

/* Between the user's memory and the node's. What goes across meanwhile is moved on. */
void lb_copy(lb_mpi_request *r, void *to, const void *from, uint64_t bytes);

static inline uint64_t lb_padded(uint64_t bytes) {
    return (bytes + 63) / 64 * 64;
}

static inline bool lb_with_others(const lb_mpi_request *r) {
    return lb_machine_of(r)->inside != NULL;
}

static inline uint32_t lb_root_node(const lb_mpi_request *r) {
    return (uint32_t)lb_machine_of(r)->node_of[r->call.root];
}

static inline bool lb_at_root_node(const lb_mpi_request *r) {
    return lb_root_node(r) == (uint32_t)lb_machine_of(r)->node;
}

/* The slot that has what the root sends, on this node: the root's, or the leader's. */
static inline int lb_bringer(const lb_mpi_request *r) {
    return lb_at_root_node(r) ? lb_machine_of(r)->slot_of[r->call.root] : 0;
}

static inline bool lb_is_root(const lb_mpi_request *r) {
    return r->call.root == (uint32_t)r->net->rank;
}

/* This process's piece of what it brings. */
static inline const unsigned char *lb_piece_brought(const lb_mpi_request *r) {
    return (r->piece.in_place ? (const unsigned char *)r->dense_out : r->dense_in) + r->piece.at;
}

static inline unsigned char *lb_piece_taken(const lb_mpi_request *r) {
    return (unsigned char *)r->dense_out + r->piece.at;
}

/* What there is of a block in a piece of so many bytes. */
static inline uint64_t lb_part_of(const lb_mpi_request *r, uint64_t block, uint64_t bytes) {
    uint64_t left = block > r->piece.at ? block - r->piece.at : 0;
    return left < bytes ? left : bytes;
}

/* Of the block of a rank: how much of it is in the piece. */
static inline uint64_t lb_block_part(const lb_mpi_request *r, int rank) {
    const lb_blocks *b = &r->piece.blocks;
    return b->lengths ? lb_part_of(r, b->lengths[rank], r->piece.length) : r->piece.length;
}

/* The user's piece of the block of a rank. */
static inline const unsigned char *lb_users_in(const lb_mpi_request *r, int rank) {
    const lb_blocks *b = &r->piece.blocks;
    const unsigned char *dense = r->dense_in;
    return (b->lengths ? b->in + b->in_at[rank] : dense + (uint64_t)rank * r->piece.bytes) + r->piece.at;
}

static inline unsigned char *lb_users_out(const lb_mpi_request *r, int rank) {
    const lb_blocks *b = &r->piece.blocks;
    unsigned char *dense = r->dense_out;
    return (b->lengths ? b->out + b->out_at[rank] : dense + (uint64_t)rank * r->piece.bytes) + r->piece.at;
}

/* The node's i-th block, of n*p in the order of the nodes, and the one of a rank. */
static inline uint64_t lb_nodes_ith(const lb_mpi_request *r, int i) {
    const lb_blocks *b = &r->piece.blocks;
    return b->lengths ? b->at[i] : (uint64_t)i * r->piece.length;
}

static inline uint64_t lb_nodes_at(const lb_mpi_request *r, int rank) {
    return lb_nodes_ith(r, lb_machine_at(lb_machine_of(r), rank));
}

/* All of them. */
static inline uint64_t lb_blocks_length(const lb_mpi_request *r) {
    return lb_nodes_ith(r, r->net->size);
}

/* Room for so many bytes of each; where they begin, when the length of the piece is known: blocks.at has that of each,
 * and the end. */
uint64_t lb_blocks_room(const lb_mpi_request *r, uint64_t bytes);
void lb_blocks_place(lb_mpi_request *r);

/* Whether every slot carries what is its own, and nobody waits for what others do. */
static inline bool lb_in_planes(const lb_mpi_request *r) {
    return r->piece.carriers > 1 && r->piece.carriers == lb_machine_of(r)->slots;
}

static inline bool lb_with_others_leading(const lb_mpi_request *r) {
    return lb_with_others(r) && !lb_in_planes(r);
}

/* A share of what the processes of a node have together. */
typedef struct lb_span {
    uint64_t at, bytes;
} lb_span;
lb_span lb_share_of(const lb_mpi_request *r, uint64_t bytes);

/* Whether this process has a part in what goes across; and which, of one message, or of a node's slots (or those whose
 * blocks they are), of which there are as many on every node where there are several carriers. */
static inline bool lb_goes_across(const lb_mpi_request *r) {
    return lb_machine_of(r)->slot < (r->piece.carriers > 1 ? r->piece.carriers : 1);
}
lb_span lb_carried(const lb_mpi_request *r, uint64_t bytes);
typedef struct lb_slots {
    int first, count;
} lb_slots;
lb_slots lb_carried_slots(const lb_mpi_request *r);

/* What all slots have `at`, each `stride` bytes after the one before, slot by slot, into one. */
void lb_sum_up(lb_mpi_request *r, const unsigned char *at, uint64_t stride, unsigned char *into, uint64_t bytes);

/* What a stage across wants of blocks: where the nodes' blocks lie, `ins` or `outs` or both. An MPI error code. */
int lb_shape_blocks(lb_mpi_request *r, lb_want *want, bool ins, bool outs);

/* Starts the stage, unless there is nothing to carry. */
int lb_piece_start(lb_mpi_request *r, lb_want *want, const void *in, void *out);

#endif

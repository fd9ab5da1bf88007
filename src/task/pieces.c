/* Pieces in whole bytes.
 *
 * The piece [lo,hi) of a block begins at byte floor((lo*bytes + s)/denominator), where s, below the denominator,
 * belongs to the block: pieces that tile the block tile its bytes whatever s is, and a piece is its exact size rounded
 * one way or the other. With s = 0 the same pieces of all blocks would be the short ones, and a packet with a piece of
 * each of many blocks would be far from its share; so s is spread over the blocks by the golden ratio, which is even on
 * all kinds of subsets of them (subcubes, weights), not only on average. Where every node has a block for many others
 * it depends on the way from origin to destination only, so that a plan stays the same seen from every node; where it
 * has one block only, on the node.
 *
 * The blocks of an allreduce are parts of one vector, and bytes/n need not be whole: a block begins at byte
 * floor(block*bytes/n). There s may be negative, and must leave both ends of the block where they are, or pieces there
 * would be a byte off: with fractions f and g of a byte at the ends, -min(f,g) <= s < 1-max(f,g) bytes. And because f
 * goes round with the blocks as the golden ratio does, and could keep step with it, long blocks (that have one byte
 * more) and short ones are numbered each for themselves. */
#include "task/task.h"

#define GOLDEN UINT32_C(2654435769) /* 2^32 / golden ratio */

__extension__ typedef unsigned __int128 wide;

/* What spreads the remainders: a number for each block. */
static uint32_t key_of(const lb_task *task, uint64_t block, uint64_t bytes) {
    uint32_t origin, dest, copy;
    if (task->kind == LB_ALLREDUCE) {
        uint64_t n = task->net.nodes, longer = block * (bytes % n) / n; /* before this one */
        return (uint32_t)((block + 1) * (bytes % n) / n > longer ? longer : block - longer);
    }
    lb_task_name(task, block, &origin, &dest, &copy);
    switch (task->kind) {
    case LB_ALLGATHER:
    case LB_MULTIBROADCAST:
    case LB_PERMUTE: return origin + copy * 97;
    case LB_REDUCE_SCATTER: return dest;
    case LB_SCATTER:
    case LB_GATHER:
    case LB_ALLTOALL:
    case LB_ISOTROPIC:
    case LB_NEIGHBORS: return lb_sub(&task->net, dest, origin) + copy * 97;
    default: return 0; /* there is one block */
    }
}

/* A block as a part of what is cut into whole bytes: the vector of an allreduce, or the block itself. Fractions of a
 * byte are counted in 1/(parts*denominator). */
typedef struct part {
    uint64_t index, parts, denominator, bytes;
    wide byte, shift; /* one byte; s and one byte, which is not negative */
} part;

static part part_of(const lb_task *task, uint64_t block, uint64_t denominator, uint64_t bytes) {
    uint64_t parts = lb_task_parts(task), index = parts > 1 ? block : 0;
    uint64_t f = (uint64_t)((wide)index * bytes % parts), g = (uint64_t)(((wide)index + 1) * bytes % parts);
    uint64_t least = f < g ? f : g, room = parts - (f > g ? f : g) + least;
    wide s = key_of(task, block, bytes) * GOLDEN * ((wide)room * denominator) >> 32; /* 2^111 before it is shifted */
    return (part){index, parts, denominator, bytes, (wide)parts * denominator, s + (wide)(parts - least) * denominator};
}

/* floor(((index*denominator + place)*bytes + s) / (parts*denominator)), in steps that fit whatever the numbers are. */
static uint64_t byte_at(const part *p, uint64_t place) {
    wide product = (wide)place * p->bytes, whole = product / p->denominator + (wide)p->index * p->bytes;
    wide over = whole % p->parts * p->denominator + product % p->denominator + p->shift;
    return (uint64_t)(whole / p->parts) - (over < p->byte) + (over >= 2 * p->byte);
}

void lb_piece_bytes(const lb_task *task, uint64_t block, uint64_t lo, uint64_t hi, uint64_t denominator, uint64_t bytes,
                    uint64_t *first, uint64_t *last) {
    part p = part_of(task, block, denominator, bytes);
    *first = byte_at(&p, lo);
    *last = byte_at(&p, hi);
}

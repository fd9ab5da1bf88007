/* Pieces in whole bytes.
 *
 * The piece [lo,hi) of a block begins at byte floor((lo*bytes + s)/denominator), where s, below the denominator,
 * belongs to the block: pieces that tile the block tile its bytes whatever s is. With s = 0 the same pieces of all
 * blocks would be the short ones, and a packet with a piece of each of many blocks would be far from its share; so s is
 * spread over the blocks by the golden ratio. Where every node has a block for many others it depends on the way from
 * origin to destination only, so that a plan stays the same seen from every node; where it has one block only, on the
 * node. */
#include "task/task.h"

#define GOLDEN UINT32_C(2654435769) /* 2^32 / golden ratio */

__extension__ typedef unsigned __int128 wide;

/* What spreads the remainders: a number for each block. */
static uint32_t key_of(const lb_task *task, uint64_t block) {
    uint32_t origin, dest, copy;
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
    default: return 0; /* one block, or (allreduce) blocks that are pieces themselves */
    }
}

void lb_piece_bytes(const lb_task *task, uint64_t block, uint64_t lo, uint64_t hi, uint64_t denominator, uint64_t bytes,
                    uint64_t *first, uint64_t *last) {
    uint64_t parts = lb_task_parts(task), s = (uint64_t)(((wide)(key_of(task, block) * GOLDEN) * denominator) >> 32);
    wide whole = (wide)denominator * parts, start = parts > 1 ? (wide)block * denominator : 0;
    *first = (uint64_t)(((start + lo) * bytes + s) / whole);
    *last = (uint64_t)(((start + hi) * bytes + s) / whole);
}

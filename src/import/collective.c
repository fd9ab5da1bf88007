/* The collectives that programs name. Chunks are numbered in the order of the whole: allgather's and gather's through
 * all ranks' inputs, those of the others as they stand in a rank's input. */
#include "import/collective.h"

#include <string.h>

bool lb_collective_kind(const char *name, size_t length, lb_task_kind *kind) {
    static const struct {
        const char *name;
        lb_task_kind kind;
    } known[] = {{"allreduce", LB_ALLREDUCE},
                 {"allgather", LB_ALLGATHER},
                 {"reducescatter", LB_REDUCE_SCATTER},
                 {"reduce_scatter", LB_REDUCE_SCATTER},
                 {"alltoall", LB_ALLTOALL},
                 {"broadcast", LB_BROADCAST},
                 {"reduce", LB_REDUCE},
                 {"gather", LB_GATHER},
                 {"scatter", LB_SCATTER}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        if (strlen(known[k].name) == length && memcmp(known[k].name, name, length) == 0) {
            *kind = known[k].kind;
            return true;
        }
    }
    return false;
}

/* Every rank's input is a part of the output, somebody's or everybody's. */
static bool gathers(lb_task_kind kind) {
    return kind == LB_ALLGATHER || kind == LB_GATHER;
}

uint64_t lb_collective_in(const lb_acts *a) {
    bool each = a->kind == LB_REDUCE_SCATTER || a->kind == LB_ALLTOALL || a->kind == LB_SCATTER;
    return (uint64_t)a->chunks * (each ? a->ranks : 1);
}

uint64_t lb_collective_out(const lb_acts *a) {
    bool each = a->kind == LB_ALLGATHER || a->kind == LB_ALLTOALL || a->kind == LB_GATHER;
    return (uint64_t)a->chunks * (each ? a->ranks : 1);
}

void lb_collective_lay_out(lb_acts *a, uint32_t rank, bool in_place, uint64_t scratch, uint64_t base[3],
                           uint64_t size[3]) {
    uint64_t in = lb_collective_in(a), out = lb_collective_out(a);
    size[0] = in;
    size[1] = out;
    size[2] = scratch;
    base[0] = base[1] = a->cells;
    a->cells += in > out ? in : out;
    if (in_place && gathers(a->kind)) {
        base[0] += (uint64_t)rank * a->chunks;
    } else if (in_place && (a->kind == LB_REDUCE_SCATTER || a->kind == LB_SCATTER)) {
        base[1] += (uint64_t)rank * a->chunks;
    } else if (!in_place) {
        base[1] = a->cells;
        a->cells += out;
    }
    base[2] = a->cells;
    a->cells += scratch;
    a->buffers[rank] = (lb_buffers){.in = base[0], .out = base[1]};
}

uint32_t lb_collective_first(const lb_acts *a, lb_contents *v, uint32_t rank, uint64_t k) {
    if ((a->kind == LB_BROADCAST || a->kind == LB_SCATTER) && rank != a->root)
        return LB_NO_VALUE;
    return lb_value_of(v, (uint32_t)(gathers(a->kind) ? (uint64_t)rank * a->chunks + k : k), rank);
}

uint32_t lb_collective_last(const lb_acts *a, lb_contents *v, uint32_t rank, uint64_t k) {
    uint32_t chunk = (uint32_t)k, from = (uint32_t)(k / a->chunks);
    switch (a->kind) {
    case LB_ALLGATHER: return lb_value_of(v, chunk, from);
    case LB_GATHER: return rank == a->root ? lb_value_of(v, chunk, from) : LB_NO_VALUE;
    case LB_SCATTER: return lb_value_of(v, rank * a->chunks + chunk, a->root);
    case LB_ALLTOALL: return lb_value_of(v, rank * a->chunks + chunk % a->chunks, from);
    case LB_BROADCAST: return lb_value_of(v, chunk, a->root);
    case LB_REDUCE: return rank == a->root ? lb_value_of(v, chunk, LB_NONE) : LB_NO_VALUE;
    case LB_REDUCE_SCATTER: return lb_value_of(v, rank * a->chunks + chunk, LB_NONE);
    default: /* allreduce */ return lb_value_of(v, chunk, LB_NONE);
    }
}

/* An allreduce is of a vector, whose n-ths are our blocks: a chunk may be some of them, or a part of one, or neither.
 */
uint64_t lb_collective_denominator(const lb_acts *a) {
    return a->kind == LB_ALLREDUCE ? a->chunks / lb_gcd(a->chunks, a->ranks) : a->chunks;
}

uint64_t lb_collective_packet(const lb_acts *a) {
    return a->kind == LB_ALLREDUCE ? a->ranks / lb_gcd(a->chunks, a->ranks) : 1;
}

static void vector_items(const lb_acts *a, uint64_t chunk, void (*add)(void *user, lb_item item), void *user) {
    uint64_t units = lb_collective_denominator(a), length = lb_collective_packet(a);
    for (uint64_t at = chunk * length, end = at + length; at < end;) {
        uint64_t block = at / units, last = (block + 1) * units < end ? (block + 1) * units : end;
        add(user, (lb_item){.origin = LB_NONE, .dest = (uint32_t)block, .lo = at % units, .hi = last - block * units});
        at = last;
    }
}

void lb_collective_items(const lb_acts *a, const lb_contents *v, uint32_t value, void (*add)(void *user, lb_item item),
                         void *user) {
    uint32_t chunk = v->chunk[value];
    lb_item item = {.origin = LB_NONE, .dest = LB_NONE, .lo = chunk % a->chunks, .hi = chunk % a->chunks + UINT64_C(1)};
    switch (a->kind) {
    case LB_ALLGATHER:
    case LB_BROADCAST: item.origin = lb_value_first(v, value); break;
    case LB_ALLTOALL:
    case LB_SCATTER:
        item.origin = lb_value_first(v, value);
        item.dest = chunk / a->chunks;
        break;
    case LB_GATHER:
        item.origin = lb_value_first(v, value);
        item.dest = a->root;
        break;
    case LB_REDUCE: item.dest = a->root; break;
    case LB_REDUCE_SCATTER: item.dest = chunk / a->chunks; break;
    default: vector_items(a, chunk, add, user); return;
    }
    add(user, item);
}

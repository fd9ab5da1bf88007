/* Broadcasts and reductions in two halves, where that is quicker (lb_mpi_halves): what the root has is scattered, and
 * then gathered by all; or each process sums up its part, and the root gathers them. The parts are all of one length,
 * so that they may also go straight to whom they are for; what the last ones have too much is not looked at
 * afterwards. */
#include "mpi/halves.h"

#include "mpi/agree.h"
#include "mpi/choose_other.h"
#include "mpi/sides.h"
#include "mpi/stage.h"

#include <stdio.h>
#include <string.h>

/* In this order in one room. */
typedef struct places {
    uint64_t block, n;
    unsigned char *part;   /* what this process has in the middle */
    unsigned char *before; /* all parts, longer than the user's; NULL: his will do */
    unsigned char *after;
} places;

static bool is_root(const lb_mpi_request *r) {
    return r->net->node == (int)r->call.root;
}

static uint64_t block_of(const lb_mpi_request *r) {
    const lb_call *call = &r->call;
    uint64_t n = (uint64_t)r->net->nodes, unit = call->kind == LB_REDUCE ? call->out.unit : 8;
    uint64_t units = (call->bytes + unit - 1) / unit;
    return (units + n - 1) / n * unit;
}

/* The root of a broadcast keeps what it has: nobody is to write there, were it the same. */
static int find_places(lb_mpi_request *r, places *p) {
    p->n = (uint64_t)r->net->nodes;
    p->block = block_of(r);
    bool uneven = p->block * p->n != r->call.bytes, reduces = r->call.kind == LB_REDUCE;
    bool before = uneven && (reduces || is_root(r)), after = reduces ? uneven && is_root(r) : uneven || is_root(r);
    uint64_t all = p->block * p->n;
    unsigned char *room = lb_room_for(&r->room[ROOM_TOTAL], p->block + before * all + after * all);
    if (!room)
        return MPI_ERR_NO_MEM;
    p->part = room;
    p->before = before ? room + p->block : NULL;
    p->after = after ? room + p->block + before * all : NULL;
    return MPI_SUCCESS;
}

/* What is too much is elements once more from the beginning: operators see nothing that is none. */
static void fill(unsigned char *to, const unsigned char *from, uint64_t bytes, uint64_t all) {
    for (uint64_t at = 0; at < all; at += bytes)
        memcpy(to + at, from, (size_t)(all - at < bytes ? all - at : bytes));
}

static lb_want want_of(const lb_mpi_request *r, const places *p, bool second) {
    bool reduces = r->call.kind == LB_REDUCE;
    lb_want want = {.root = r->call.root, .bytes = p->block, .unit = lb_grain(p->block)};
    if (second) {
        want.kind = reduces ? LB_GATHER : LB_ALLGATHER;
    } else {
        want.kind = reduces ? LB_REDUCE_SCATTER : LB_SCATTER;
        want.unit = reduces ? r->call.out.unit : want.unit;
    }
    return want;
}

static int first_half(lb_mpi_request *r) {
    places p;
    int code = lb_dense_in(r);
    if (code == MPI_SUCCESS)
        code = lb_dense_out(r);
    if (code == MPI_SUCCESS)
        code = find_places(r, &p);
    if (code != MPI_SUCCESS)
        return code;
    lb_want want = want_of(r, &p, false), next = want_of(r, &p, true);
    const void *whole = r->call.kind == LB_REDUCE ? r->dense_in : r->dense_out;
    if (p.before)
        fill(p.before, whole, r->call.bytes, p.block * p.n);
    code = lb_mpi_prepare(r, 1, &next);
    return code == MPI_SUCCESS ? lb_mpi_stage(r, 0, &want, p.before ? p.before : whole, p.part) : code;
}

static int second_half(lb_mpi_request *r) {
    places p;
    char name[sizeof r->net->algorithm];
    int code = find_places(r, &p);
    lb_want want = want_of(r, &p, true);
    memcpy(name, r->net->algorithm, sizeof name);
    if (code == MPI_SUCCESS)
        code = lb_mpi_stage(r, 1, &want, p.part, p.after ? p.after : r->dense_out);
    if (code == MPI_SUCCESS && r->stage)
        snprintf(r->net->algorithm, sizeof r->net->algorithm, "%.31s+%.31s", name, r->stage->algorithm);
    return code;
}

static int finish(lb_mpi_request *r) {
    places p;
    int code = find_places(r, &p);
    r->complete = true;
    if (code != MPI_SUCCESS)
        return code;
    if (p.after && !r->call.keep_out)
        memcpy(r->dense_out, p.after, (size_t)r->call.bytes);
    return lb_undense_out(r);
}

int lb_step_halves(lb_mpi_request *r) {
    lb_want want = {.kind = r->call.kind, .root = r->call.root, .bytes = r->call.bytes};
    if (!r->decided)
        r->halves = r->call.bytes > 0 && lb_mpi_halves(r->net, &want, block_of(r));
    r->decided = true;
    if (!r->halves)
        return lb_step_plain(r);
    switch (r->phase++) {
    case 0: return first_half(r);
    case 1: return second_half(r);
    default: return finish(r);
    }
}

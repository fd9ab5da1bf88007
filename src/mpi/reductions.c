/* reduce, allreduce, reduce_scatter_block, reduce_scatter, scan, exscan.
 *
 * An operator that does not commute must be applied in the order of the ranks. Scans are: the last process then has
 * the result of all, and brings it where it belongs. */
#include "mpi/agree.h"
#include "mpi/forms.h"
#include "mpi/halves.h"
#include "mpi/sides.h"
#include "mpi/stage.h"

#include <string.h>

/* NOLINTBEGIN(bugprone-macro-parentheses): types */
#define REDUCTION(C, D) const void *sendbuf, void *recvbuf, C count, MPI_Datatype datatype, MPI_Op op
#define ROOTED(C, D)    const void *sendbuf, void *recvbuf, C count, MPI_Datatype datatype, MPI_Op op, int root
#define BLOCKS(C, D)    const void *sendbuf, void *recvbuf, const C recvcounts[], MPI_Datatype datatype, MPI_Op op
/* NOLINTEND(bugprone-macro-parentheses) */

/* ---- In order ---- */

static uint32_t last_of(const lb_mpi_request *r) {
    return (uint32_t)r->net->size - 1;
}

/* Where the scan leaves its result. */
static void *total_room(lb_mpi_request *r, uint64_t bytes) {
    return lb_room_for(&r->room[ROOM_TOTAL], bytes);
}

static int scan_stage(lb_mpi_request *r, uint64_t bytes, const void *in, void *out, bool in_place) {
    lb_want want = {.kind = LB_SCAN, .bytes = bytes, .unit = r->call.out.unit, .in_place = in_place};
    return lb_mpi_stage(r, 0, &want, in, out);
}

static int step_ordered_reduce(lb_mpi_request *r) {
    const lb_call *call = &r->call;
    uint32_t last = last_of(r), me = (uint32_t)r->net->rank;
    if (call->bytes == 0 || r->phase == 2) {
        r->complete = true;
        return r->phase == 2 && me == call->root ? lb_undense_out(r) : MPI_SUCCESS;
    }
    void *total = total_room(r, call->bytes);
    if (!total)
        return MPI_ERR_NO_MEM;
    lb_want want = {
        .kind = LB_SEND, .root = last, .to = call->root, .bytes = call->bytes, .unit = lb_grain(call->bytes)};
    if (r->phase++ == 0) {
        int code = call->root == last ? MPI_SUCCESS : lb_mpi_prepare(r, 1, &want);
        if (code == MPI_SUCCESS)
            code = lb_dense_in(r);
        if (code == MPI_SUCCESS)
            code = lb_dense_out(r);
        return code == MPI_SUCCESS ? scan_stage(r, call->bytes, r->dense_in, total, false) : code;
    }
    if (call->root == last) {
        if (me == last)
            memcpy(r->dense_out, total, (size_t)call->bytes);
        return MPI_SUCCESS; /* the next phase comes at once */
    }
    return lb_mpi_stage(r, 1, &want, total, r->dense_out);
}

static int step_ordered_allreduce(lb_mpi_request *r) {
    const lb_call *call = &r->call;
    if (call->bytes == 0 || r->phase == 2) {
        r->complete = true;
        return r->phase == 2 ? lb_undense_out(r) : MPI_SUCCESS;
    }
    lb_want want = {.kind = LB_BROADCAST, .root = last_of(r), .bytes = call->bytes, .unit = lb_grain(call->bytes)};
    if (r->phase++ == 0) {
        int code = lb_mpi_prepare(r, 1, &want);
        if (code == MPI_SUCCESS)
            code = lb_dense_in(r);
        if (code == MPI_SUCCESS)
            code = lb_dense_out(r);
        return code == MPI_SUCCESS ? scan_stage(r, call->bytes, r->dense_in, r->dense_out, call->in_place) : code;
    }
    return lb_mpi_stage(r, 1, &want, NULL, r->dense_out);
}

/* ---- Blocks of the result ---- */

/* Lengths, places in what is reduced, place of the result. */
static int blocks_shape(lb_mpi_request *r, lb_want *want) {
    uint64_t n = (uint64_t)r->net->size, at = 0;
    uint64_t *values = lb_room_for(&r->room[ROOM_SHAPE], (2 * n + 1) * sizeof *values);
    if (!values)
        return MPI_ERR_NO_MEM;
    for (uint64_t i = 0; i < n; i++) {
        uint64_t bytes = (uint64_t)lb_list_at(&r->call.list, (int)i) * r->call.out.unit;
        values[i] = bytes;
        values[n + i] = at;
        want->bytes = bytes > want->bytes ? bytes : want->bytes;
        at += bytes;
    }
    values[2 * n] = 0;
    want->nominal = at / n > 0 ? at / n : 1;
    want->shape = (lb_shape){n, n, 1, values};
    return MPI_SUCCESS;
}

static int blocks_want(lb_mpi_request *r, lb_want *want) {
    want->bytes = r->call.bytes;
    return r->call.list.at ? blocks_shape(r, want) : MPI_SUCCESS;
}

static int step_reduce_scatter(lb_mpi_request *r) {
    const lb_call *call = &r->call;
    uint64_t all = (uint64_t)call->in.count * call->in.unit;
    lb_want want = {.kind = LB_REDUCE_SCATTER, .unit = call->out.unit};
    if (all == 0 || r->phase == 2) {
        r->complete = true;
        return r->phase == 2 ? lb_undense_out(r) : MPI_SUCCESS;
    }
    int code = lb_dense_in(r);
    if (code == MPI_SUCCESS)
        code = lb_dense_out(r);
    if (code == MPI_SUCCESS)
        code = blocks_want(r, &want);
    r->phase = 2;
    return code == MPI_SUCCESS ? lb_mpi_stage(r, 0, &want, r->dense_in, r->dense_out) : code;
}

static int step_ordered_reduce_scatter(lb_mpi_request *r) {
    const lb_call *call = &r->call;
    uint64_t all = (uint64_t)call->in.count * call->in.unit;
    lb_want want = {.kind = LB_SCATTER, .root = last_of(r), .unit = call->out.unit};
    if (all == 0 || r->phase == 2) {
        r->complete = true;
        return r->phase == 2 ? lb_undense_out(r) : MPI_SUCCESS;
    }
    void *total = total_room(r, all);
    if (!total)
        return MPI_ERR_NO_MEM;
    int code = blocks_want(r, &want);
    if (r->phase++ == 0) {
        if (code == MPI_SUCCESS)
            code = lb_mpi_prepare(r, 1, &want);
        if (code == MPI_SUCCESS)
            code = lb_dense_in(r);
        if (code == MPI_SUCCESS)
            code = lb_dense_out(r);
        return code == MPI_SUCCESS ? scan_stage(r, all, r->dense_in, total, false) : code;
    }
    return code == MPI_SUCCESS ? lb_mpi_stage(r, 1, &want, total, r->dense_out) : code;
}

/* ---- Calls ---- */

/* Both sides of a reduction of `count` elements, `own` of which are the process's result. */
static int set_sides(lb_mpi_net *net, lb_call *call, const void *sendbuf, void *recvbuf, int64_t count, int64_t own,
                     MPI_Datatype datatype, MPI_Op op) {
    int code = lb_side_set(net, &call->out, recvbuf, own, datatype);
    if (code == MPI_SUCCESS)
        code = lb_side_set(net, &call->in, sendbuf, count, datatype);
    if (code == MPI_SUCCESS)
        code = lb_call_op(call, op);
    if (code != MPI_SUCCESS)
        return code;
    lb_side_flat(&call->in);
    lb_side_flat(&call->out);
    code = lb_side_bytes(&call->in, (uint64_t)count, &call->bytes);
    return code == MPI_SUCCESS ? lb_side_bytes(&call->out, (uint64_t)own, &call->bytes) : code;
}

/* Elements that need not be packed are taken where they are; others are packed from there. */
static void set_in_place(lb_call *call, const void *sendbuf, void *recvbuf) {
    if (sendbuf != MPI_IN_PLACE)
        return;
    call->in_place = call->out.plain;
    call->in.at = recvbuf;
}

static int call_reduce(lb_mpi_net *net, lb_call *call, const void *sendbuf, void *recvbuf, int64_t count,
                       MPI_Datatype datatype, MPI_Op op, int root) {
    int code = lb_call_root(net, call, root);
    bool here = net->rank == root;
    call->kind = LB_REDUCE;
    if (code == MPI_SUCCESS)
        code = set_sides(net, call, sendbuf, here ? recvbuf : NULL, count, count, datatype, op);
    call->keep_out = !here;
    if (here)
        set_in_place(call, sendbuf, recvbuf);
    call->step = call->commutes ? lb_step_halves : step_ordered_reduce;
    return code;
}
LB_FORMS(reduce, ROOTED, (sendbuf, recvbuf, count, datatype, op, root))

static int call_allreduce(lb_mpi_net *net, lb_call *call, const void *sendbuf, void *recvbuf, int64_t count,
                          MPI_Datatype datatype, MPI_Op op) {
    int code = set_sides(net, call, sendbuf, recvbuf, count, count, datatype, op);
    call->kind = LB_ALLREDUCE;
    set_in_place(call, sendbuf, recvbuf);
    call->step = call->commutes ? lb_step_plain : step_ordered_allreduce;
    return code;
}
LB_FORMS(allreduce, REDUCTION, (sendbuf, recvbuf, count, datatype, op))

static int call_scan(lb_mpi_net *net, lb_call *call, const void *sendbuf, void *recvbuf, int64_t count,
                     MPI_Datatype datatype, MPI_Op op) {
    int code = set_sides(net, call, sendbuf, recvbuf, count, count, datatype, op);
    call->kind = LB_SCAN;
    call->step = lb_step_plain;
    set_in_place(call, sendbuf, recvbuf);
    return code;
}
LB_FORMS(scan, REDUCTION, (sendbuf, recvbuf, count, datatype, op))

static int call_exscan(lb_mpi_net *net, lb_call *call, const void *sendbuf, void *recvbuf, int64_t count,
                       MPI_Datatype datatype, MPI_Op op) {
    int code = set_sides(net, call, sendbuf, recvbuf, count, count, datatype, op);
    call->kind = LB_EXSCAN;
    call->step = lb_step_plain;
    call->keep_out = net->rank == 0;
    set_in_place(call, sendbuf, recvbuf);
    return code;
}
LB_FORMS(exscan, REDUCTION, (sendbuf, recvbuf, count, datatype, op))

static int blocks_call(lb_mpi_net *net, lb_call *call, const void *sendbuf, void *recvbuf, int64_t all, int64_t own,
                       MPI_Datatype datatype, MPI_Op op) {
    bool in_place = sendbuf == MPI_IN_PLACE;
    int code = set_sides(net, call, in_place ? recvbuf : sendbuf, recvbuf, all, own, datatype, op);
    call->copy_in = in_place;
    call->kind = LB_REDUCE_SCATTER;
    call->step = call->commutes ? step_reduce_scatter : step_ordered_reduce_scatter;
    return code;
}

static int call_reduce_scatter_block(lb_mpi_net *net, lb_call *call, const void *sendbuf, void *recvbuf,
                                     int64_t recvcount, MPI_Datatype datatype, MPI_Op op) {
    int64_t all;
    if (recvcount < 0 || __builtin_mul_overflow(recvcount, (int64_t)net->size, &all))
        return MPI_ERR_COUNT;
    return blocks_call(net, call, sendbuf, recvbuf, all, recvcount, datatype, op);
}
LB_FORMS(reduce_scatter_block, REDUCTION, (sendbuf, recvbuf, count, datatype, op))

static int call_reduce_scatter(lb_mpi_net *net, lb_call *call, const void *sendbuf, void *recvbuf, lb_list recvcounts,
                               MPI_Datatype datatype, MPI_Op op) {
    int64_t all = 0;
    for (int i = 0; i < net->size; i++) {
        int64_t count = lb_list_at(&recvcounts, i);
        if (count < 0 || __builtin_add_overflow(all, count, &all))
            return MPI_ERR_COUNT;
    }
    call->list = recvcounts;
    call->uneven = true;
    return blocks_call(net, call, sendbuf, recvbuf, all, lb_list_at(&recvcounts, net->rank), datatype, op);
}
LB_FORMS(reduce_scatter, BLOCKS, (sendbuf, recvbuf, LB_LIST(recvcounts), datatype, op))

/* permute, transpose. */
#include "mpi/forms.h"
#include "mpi/sides.h"
#include "mpi/stage.h"
#include "mpi/turn.h"

/* NOLINTBEGIN(bugprone-macro-parentheses): types */
#define PERMUTE(C, D)                                                                                                  \
    const void *sendbuf, C sendcount, MPI_Datatype sendtype, void *recvbuf, C recvcount, MPI_Datatype recvtype,        \
        const int to[]
#define TRANSPOSE(C, D) const void *sendbuf, void *recvbuf, C rows, C columns, MPI_Datatype datatype
/* NOLINTEND(bugprone-macro-parentheses) */

static int step_permute(lb_mpi_request *r) {
    uint64_t n = (uint64_t)r->net->size;
    lb_want want = {.kind = LB_PERMUTE, .bytes = r->call.bytes, .unit = lb_grain(r->call.bytes), .count = n};
    if (r->phase == 1 || r->call.bytes == 0) {
        r->complete = true;
        return r->phase == 1 ? lb_undense_out(r) : MPI_SUCCESS;
    }
    r->phase = 1;
    uint32_t *list = lb_room_for(&r->room[ROOM_LIST], n * sizeof *list);
    if (!list)
        return MPI_ERR_NO_MEM;
    for (uint64_t i = 0; i < n; i++)
        list[i] = (uint32_t)lb_list_at(&r->call.list, (int)i);
    want.list = list;
    int code = lb_dense_in(r);
    if (code == MPI_SUCCESS)
        code = lb_dense_out(r);
    return code == MPI_SUCCESS ? lb_mpi_stage(r, 0, &want, r->dense_in, r->dense_out) : code;
}

static int call_permute(lb_mpi_net *net, lb_call *call, const void *sendbuf, int64_t sendcount, MPI_Datatype sendtype,
                        void *recvbuf, int64_t recvcount, MPI_Datatype recvtype, lb_list to) {
    int code = lb_side_set(net, &call->out, recvbuf, recvcount, recvtype);
    call->step = step_permute;
    call->kind = LB_PERMUTE;
    call->list = to;
    if (code == MPI_SUCCESS)
        code = lb_side_set(net, &call->in, sendbuf, sendcount, sendtype);
    if (code == MPI_SUCCESS)
        code = lb_side_bytes(&call->out, (uint64_t)recvcount, &call->bytes);
    return code == MPI_SUCCESS ? lb_side_brings(&call->in, sendcount, call->bytes) : code;
}
LB_FORMS(permute, PERMUTE, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, LB_LIST(to)))

/* ---- transpose ---- */

static int shape_transpose(lb_mpi_request *r, lb_want *want) {
    uint64_t n = (uint64_t)r->net->size, me = (uint64_t)r->net->rank, size = r->call.in.unit, in = 0, out = 0;
    uint64_t rows = (uint64_t)r->call.rows, columns = (uint64_t)r->call.columns;
    uint64_t *values = lb_room_for(&r->room[ROOM_SHAPE], (n * n + 2 * n) * sizeof *values);
    if (!values)
        return MPI_ERR_NO_MEM;
    for (uint64_t i = 0; i < n * n; i++) {
        values[i] = lb_lines_of(rows, i / n, n) * lb_lines_of(columns, i % n, n) * size;
        want->bytes = values[i] > want->bytes ? values[i] : want->bytes;
    }
    for (uint64_t v = 0; v < n; v++) {
        values[n * n + v] = in;
        values[n * n + n + v] = out;
        in += values[me * n + v];
        out += values[v * n + me];
    }
    want->shape = (lb_shape){n * n, n, n, values};
    return MPI_SUCCESS;
}

static int transpose_start(lb_mpi_request *r) {
    lb_want want = {.kind = LB_ALLTOALL, .unit = lb_grain(r->call.in.unit)};
    uint64_t in = (uint64_t)r->call.in.count * r->call.in.unit, out = (uint64_t)r->call.out.count * r->call.out.unit;
    unsigned char *leave = lb_room_for(&r->room[ROOM_TOTAL], in), *come = lb_room_for(&r->room[ROOM_LIST], out);
    int code = leave && come ? lb_dense_in(r) : MPI_ERR_NO_MEM;
    if (code == MPI_SUCCESS)
        code = lb_dense_out(r);
    if (code == MPI_SUCCESS)
        code = shape_transpose(r, &want);
    if (code != MPI_SUCCESS)
        return code;
    lb_turn_out(r, r->dense_in, leave);
    return lb_mpi_stage(r, 0, &want, leave, come);
}

static int step_transpose(lb_mpi_request *r) {
    if (r->phase == 0 && r->call.rows > 0 && r->call.columns > 0 && r->call.in.unit > 0) {
        r->phase = 1;
        return transpose_start(r);
    }
    r->complete = true;
    if (r->phase == 0)
        return MPI_SUCCESS;
    lb_turn_in(r, r->room[ROOM_LIST].at, r->dense_out);
    return lb_undense_out(r);
}

static int call_transpose(lb_mpi_net *net, lb_call *call, const void *sendbuf, void *recvbuf, int64_t rows,
                          int64_t columns, MPI_Datatype datatype) {
    uint64_t n = (uint64_t)net->size, me = (uint64_t)net->rank;
    const int64_t most = INT64_C(1) << 40; /* so that no product of lines and processes overflows */
    if (rows < 0 || columns < 0 || rows > most || columns > most)
        return MPI_ERR_COUNT;
    call->step = step_transpose;
    call->kind = LB_ALLTOALL;
    call->rows = rows;
    call->columns = columns;
    call->copy_in = sendbuf == MPI_IN_PLACE;
    const void *from = call->copy_in ? recvbuf : sendbuf;
    int code = lb_side_set_blocks(net, &call->in, from, (int64_t)lb_lines_of((uint64_t)rows, me, n), columns, datatype);
    if (code == MPI_SUCCESS)
        code = lb_side_set_blocks(net, &call->out, recvbuf, (int64_t)lb_lines_of((uint64_t)columns, me, n), rows,
                                  datatype);
    return code;
}
LB_FORMS(transpose, TRANSPOSE, (sendbuf, recvbuf, rows, columns, datatype))

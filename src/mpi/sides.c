/* The two sides of a call: checking what the user says, and turning elements into bytes and back. */
#include "mpi/request.h"

#include <string.h>

uint64_t lb_grain(uint64_t bytes) {
    uint64_t grain = bytes & (~bytes + 1);
    return bytes == 0 ? 1 : grain > 64 ? 64 : grain;
}

int lb_side_bytes(const lb_side *side, uint64_t elements, uint64_t *bytes) {
    if (__builtin_mul_overflow(elements, side->unit, bytes) || *bytes > (UINT64_C(1) << 56))
        return MPI_ERR_COUNT;
    return MPI_SUCCESS;
}

int lb_side_brings(const lb_side *side, int count, uint64_t bytes) {
    uint64_t own = 0;
    int code = lb_side_bytes(side, (uint64_t)count, &own);
    return code == MPI_SUCCESS && own != bytes ? MPI_ERR_COUNT : code;
}

int lb_side_set(lb_mpi_net *net, lb_side *side, const void *at, int64_t count, MPI_Datatype type) {
    if (count < 0)
        return MPI_ERR_COUNT;
    int code = lb_kind_of(net->process, type, net->comm, &side->kind);
    if (code != MPI_SUCCESS)
        return code;
    side->at = (void *)at;
    side->count = count;
    side->type = type;
    side->unit = side->kind->size;
    side->plain = side->kind->dense;
    return MPI_SUCCESS;
}

void lb_side_flat(lb_side *side) {
    side->plain = lb_mpi_flat(side->kind);
    side->unit = lb_mpi_unit(side->kind);
}

int lb_side_set_v(lb_mpi_net *net, lb_side *side, const void *at, const int counts[], const int displs[],
                  MPI_Datatype type, int n) {
    int64_t count = 0;
    for (int i = 0; i < n; i++) {
        if (counts[i] < 0)
            return MPI_ERR_COUNT;
        count += counts[i];
    }
    side->counts = counts;
    side->displs = displs;
    return lb_side_set(net, side, at, count, type);
}

int lb_call_root(const lb_mpi_net *net, lb_call *call, int root) {
    if (root < 0 || root >= net->size)
        return MPI_ERR_ROOT;
    call->root = (uint32_t)root;
    return MPI_SUCCESS;
}

int lb_call_op(lb_call *call, MPI_Op op) {
    int commutes = 1;
    if (op == MPI_OP_NULL)
        return MPI_ERR_OP;
    int code = MPI_Op_commutative(op, &commutes);
    call->op = op;
    call->commutes = commutes != 0;
    return code;
}

/* Blocks of a v-collective lie anywhere; packed, they lie one after another. */
static int pack_side(const lb_mpi_net *net, const lb_side *side, void *to) {
    if (!side->counts)
        return lb_mpi_pack(side->at, (uint64_t)side->count, side->type, side->kind, to, net->comm);
    char *next = to;
    int code = MPI_SUCCESS;
    for (int i = 0; i < net->size && code == MPI_SUCCESS; i++) {
        code = lb_mpi_pack(lb_mpi_at(side->at, side->displs[i], side->kind->extent), (uint64_t)side->counts[i],
                           side->type, side->kind, next, net->comm);
        next += (uint64_t)side->counts[i] * side->unit;
    }
    return code;
}

static int unpack_side(const lb_mpi_net *net, const lb_side *side, const void *from) {
    if (!side->counts)
        return lb_mpi_unpack(from, (uint64_t)side->count, side->type, side->kind, side->at, net->comm);
    const char *next = from;
    int code = MPI_SUCCESS;
    for (int i = 0; i < net->size && code == MPI_SUCCESS; i++) {
        code = lb_mpi_unpack(next, (uint64_t)side->counts[i], side->type, side->kind,
                             lb_mpi_at(side->at, side->displs[i], side->kind->extent), net->comm);
        next += (uint64_t)side->counts[i] * side->unit;
    }
    return code;
}

int lb_dense_in(lb_mpi_request *r) {
    const lb_side *in = &r->call.in;
    r->dense_in = in->at;
    if (!in->kind || (in->plain && !r->call.copy_in))
        return MPI_SUCCESS;
    uint64_t bytes;
    int code = lb_side_bytes(in, (uint64_t)in->count, &bytes);
    void *room = code == MPI_SUCCESS ? lb_room_for(&r->room[ROOM_IN], bytes) : NULL;
    if (!room)
        return code == MPI_SUCCESS ? MPI_ERR_NO_MEM : code;
    r->dense_in = room;
    if (!in->plain)
        return pack_side(r->net, in, room);
    memcpy(room, in->at, (size_t)bytes);
    return MPI_SUCCESS;
}

int lb_dense_out(lb_mpi_request *r) {
    const lb_side *out = &r->call.out;
    r->dense_out = out->at;
    if (!out->kind || out->plain)
        return MPI_SUCCESS;
    uint64_t bytes;
    int code = lb_side_bytes(out, (uint64_t)out->count, &bytes);
    void *room = code == MPI_SUCCESS ? lb_room_for(&r->room[ROOM_OUT], bytes) : NULL;
    if (!room)
        return code == MPI_SUCCESS ? MPI_ERR_NO_MEM : code;
    r->dense_out = room;
    return r->call.fill_out ? pack_side(r->net, out, room) : MPI_SUCCESS;
}

int lb_undense_out(lb_mpi_request *r) {
    const lb_side *out = &r->call.out;
    if (!out->kind || out->plain || r->call.keep_out)
        return MPI_SUCCESS;
    return unpack_side(r->net, out, r->dense_out);
}

int lb_step_plain(lb_mpi_request *r) {
    const lb_call *call = &r->call;
    int code;
    if (r->phase == 1 || call->bytes == 0) {
        r->complete = true;
        return r->phase == 1 ? lb_undense_out(r) : MPI_SUCCESS;
    }
    r->phase = 1;
    code = lb_dense_in(r);
    if (code == MPI_SUCCESS)
        code = lb_dense_out(r);
    if (code != MPI_SUCCESS)
        return code;
    lb_want want = {.kind = call->kind, .root = call->root, .bytes = call->bytes, .in_place = call->in_place};
    want.unit = call->op != MPI_OP_NULL ? call->out.unit : lb_grain(call->bytes);
    return lb_mpi_stage(r, 0, &want, r->dense_in, r->dense_out);
}

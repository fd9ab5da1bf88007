/* The two sides of a call: checking what the user says, and turning elements into bytes and back. */
#include "mpi/sides.h"

#include "mpi/stage.h"

#include <string.h>

uint64_t lb_grain(uint64_t bytes) {
    uint64_t grain = bytes & (~bytes + 1);
    return bytes == 0 ? 1 : grain > 8 ? 8 : grain;
}

int lb_side_bytes(const lb_side *side, uint64_t elements, uint64_t *bytes) {
    if (__builtin_mul_overflow(elements, side->unit, bytes) || *bytes > (UINT64_C(1) << 56))
        return MPI_ERR_COUNT;
    return MPI_SUCCESS;
}

int lb_side_brings(const lb_side *side, int64_t count, uint64_t bytes) {
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
    uint64_t bytes;
    side->at = (void *)at;
    side->count = count;
    side->type = type;
    side->unit = side->kind->size;
    side->plain = side->kind->dense;
    return lb_side_bytes(side, (uint64_t)count, &bytes);
}

int lb_side_set_blocks(lb_mpi_net *net, lb_side *side, const void *at, int64_t count, int64_t blocks,
                       MPI_Datatype type) {
    int64_t all;
    if (count < 0)
        return MPI_ERR_COUNT;
    if (__builtin_mul_overflow(count, blocks, &all))
        all = INT64_MAX; /* too many, unless they have no bytes */
    return lb_side_set(net, side, at, all, type);
}

void lb_side_flat(lb_side *side) {
    side->plain = lb_mpi_flat(side->kind);
    side->unit = lb_mpi_unit(side->kind);
}

int lb_side_set_lists(lb_side *side, lb_list counts, lb_list displs, int n, int64_t *all) {
    side->counts = counts;
    side->displs = displs;
    side->blocks = n;
    *all = 0;
    for (int i = 0; i < n; i++) {
        if (lb_list_at(&counts, i) < 0)
            return MPI_ERR_COUNT;
        if (__builtin_add_overflow(*all, lb_side_count(side, i), all))
            *all = INT64_MAX; /* as above */
    }
    return MPI_SUCCESS;
}

int lb_side_set_v(lb_mpi_net *net, lb_side *side, const void *at, lb_list counts, lb_list displs, MPI_Datatype type,
                  int n) {
    int64_t all;
    int code = lb_side_set_lists(side, counts, displs, n, &all);
    return code == MPI_SUCCESS ? lb_side_set(net, side, at, all, type) : code;
}

int64_t lb_side_count(const lb_side *side, int i) {
    return side->absent && side->absent[i] ? 0 : lb_list_at(&side->counts, i);
}

uint64_t lb_side_length(const lb_side *side, int i) {
    uint64_t unit = side->unit;
    if (side->parts)
        unit = side->parts[i].kind ? side->parts[i].kind->size : 0;
    return (uint64_t)lb_side_count(side, i) * unit;
}

/* Those of w-collectives are in bytes, which is what MPI_BYTE, their kind, says. */
int64_t lb_side_place(const lb_side *side, int i) {
    return (int64_t)((uint64_t)lb_list_at(&side->displs, i) * (uint64_t)side->kind->extent);
}

void *lb_place_blocks(const lb_side *side, void *dense, uint64_t *at) {
    int64_t least = 0;
    uint64_t next = 0;
    bool any = false;
    for (int i = 0; i < side->blocks && side->plain; i++) {
        if (lb_side_length(side, i) == 0)
            continue;
        int64_t place = lb_side_place(side, i);
        least = any && least < place ? least : place;
        any = true;
    }
    for (int i = 0; i < side->blocks; i++) {
        uint64_t length = lb_side_length(side, i);
        at[i] = !side->plain ? next : length > 0 ? (uint64_t)(lb_side_place(side, i) - least) : 0;
        next += length;
    }
    return side->plain ? lb_mpi_at(side->at, least, 1) : dense;
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

static lb_typed_block part_of(const lb_side *side, int i) {
    return side->parts ? side->parts[i] : (lb_typed_block){side->type, side->kind, false};
}

/* Blocks of a v-collective lie anywhere; packed, they lie one after another. */
static int pack_side(const lb_mpi_net *net, const lb_side *side, void *to) {
    if (!side->counts.at)
        return lb_mpi_pack(side->at, (uint64_t)side->count, side->type, side->kind, to, net->comm);
    char *next = to;
    int code = MPI_SUCCESS;
    for (int i = 0; i < side->blocks && code == MPI_SUCCESS; i++) {
        uint64_t length = lb_side_length(side, i);
        lb_typed_block part = part_of(side, i);
        if (length > 0)
            code = lb_mpi_pack(lb_mpi_at(side->at, lb_side_place(side, i), 1), (uint64_t)lb_side_count(side, i),
                               part.type, part.kind, next, net->comm);
        next += length;
    }
    return code;
}

static int unpack_side(const lb_mpi_net *net, const lb_side *side, const void *from) {
    if (!side->counts.at)
        return lb_mpi_unpack(from, (uint64_t)side->count, side->type, side->kind, side->at, net->comm);
    const char *next = from;
    int code = MPI_SUCCESS;
    for (int i = 0; i < side->blocks && code == MPI_SUCCESS; i++) {
        uint64_t length = lb_side_length(side, i);
        lb_typed_block part = part_of(side, i);
        if (length > 0)
            code = lb_mpi_unpack(next, (uint64_t)lb_side_count(side, i), part.type, part.kind,
                                 lb_mpi_at(side->at, lb_side_place(side, i), 1), net->comm);
        next += length;
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

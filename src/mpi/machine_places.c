/* Where things are in a piece of a message on a machine. */
#include "mpi/machine_places.h"

#include "mpi/sides.h"
#include "mpi/stage.h"

#include <string.h>

/* A share of a piece: everything for the leader, its part for a plane. Cut between elements, and cache lines. */
static uint64_t share_begin(const lb_mpi_request *r, int slot, uint64_t bytes) {
    uint64_t unit = r->call.op != MPI_OP_NULL ? r->call.out.unit : 64,
             here = (uint64_t)lb_machine_here(lb_machine_of(r));
    uint64_t units = bytes / unit, at = (units * (uint64_t)slot + here - 1) / here * unit;
    return (uint64_t)slot == here ? bytes : at;
}

lb_span lb_share_of(const lb_mpi_request *r, uint64_t bytes) {
    int slot = lb_machine_of(r)->slot;
    uint64_t at = share_begin(r, slot, bytes);
    return (lb_span){at, share_begin(r, slot + 1, bytes) - at};
}

/* What all slots have `at`, each `stride` bytes after the one before, slot by slot. */
void lb_sum_up(lb_mpi_request *r, const unsigned char *at, uint64_t stride, unsigned char *into, uint64_t bytes) {
    lb_machine *m = lb_machine_of(r);
    size_t count = (size_t)(bytes / r->call.out.unit);
    int here = lb_machine_here(m);
    if (count == 0)
        return;
    lb_mpi_fold(&m->folding, at, at + stride, into, count);
    for (int k = 2; k < here; k++)
        lb_mpi_fold(&m->folding, into, at + (uint64_t)k * stride, into, count);
}

/* Where the nodes' blocks lie: a plane's are among the others', all alike; the leaders' have as many blocks as the node
 * has slots. */
int lb_shape_blocks(lb_mpi_request *r, lb_want *want, bool ins, bool outs) {
    const lb_machine *m = lb_machine_of(r);
    uint64_t n = (uint64_t)m->nodes, c = r->piece.length, lengths = r->piece.planes ? 1 : n;
    uint64_t in = ins ? n : 1, out = outs ? n : 1;
    want->bytes = r->piece.planes ? c : c * (uint64_t)m->slots;
    if (!r->piece.planes && lb_machine_even(m))
        return MPI_SUCCESS; /* one after another */
    uint64_t *values = lb_room_for(&r->room[ROOM_SHAPE], (lengths + in + out) * sizeof *values);
    if (!values)
        return MPI_ERR_NO_MEM;
    memset(values, 0, (size_t)(lengths + in + out) * sizeof *values);
    for (int v = 0; v < m->nodes; v++) {
        uint64_t at = (uint64_t)(m->first[v] + (r->piece.planes ? m->slot : 0)) * c;
        values[r->piece.planes ? 0 : v] = r->piece.planes ? c : c * (uint64_t)lb_machine_slots(m, v);
        if (ins)
            values[lengths + (uint64_t)v] = at;
        if (outs)
            values[lengths + in + (uint64_t)v] = at;
    }
    want->nominal = r->piece.planes ? c : c * (uint64_t)m->size / n;
    want->shape = (lb_shape){lengths, in, out, values};
    return MPI_SUCCESS;
}

/* Lengths that differ are all so many pieces. */
int lb_piece_start(lb_mpi_request *r, lb_want *want, const void *in, void *out) {
    uint64_t even = want->shape.lengths ? r->piece.length : want->bytes;
    want->unit = r->call.op != MPI_OP_NULL ? r->call.out.unit : lb_grain(even);
    return want->bytes > 0 ? lb_mpi_stage(r, 0, want, in, out) : MPI_SUCCESS;
}

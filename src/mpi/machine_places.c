/* Where things are in a piece of a message on a machine. */
#include "mpi/machine_places.h"

#include "mpi/machine_course.h"
#include "mpi/sides.h"
#include "mpi/simulated.h"
#include "mpi/stage.h"

#include <string.h>

/* Where the share of one of so many begins. Cut between elements, and cache lines. */
static uint64_t share_begin(const lb_mpi_request *r, int which, int sharers, uint64_t bytes) {
    uint64_t unit = r->piece.unit > 1 ? r->piece.unit : 64, count = (uint64_t)sharers;
    uint64_t units = bytes / unit, at = (units * (uint64_t)which + count - 1) / count * unit;
    return which == sharers ? bytes : at;
}

static lb_span share_among(const lb_mpi_request *r, int sharers, uint64_t bytes) {
    int slot = lb_machine_of(r)->slot;
    uint64_t at = share_begin(r, slot, sharers, bytes);
    return (lb_span){at, share_begin(r, slot + 1, sharers, bytes) - at};
}

lb_span lb_share_of(const lb_mpi_request *r, uint64_t bytes) {
    if (r->piece.lone)
        return (lb_span){0, lb_machine_of(r)->slot == 0 ? bytes : 0};
    return share_among(r, lb_machine_here(lb_machine_of(r)), bytes);
}

/* Who carries nothing does not look at it. */
lb_span lb_carried(const lb_mpi_request *r, uint64_t bytes) {
    return r->piece.carriers > 1 && lb_goes_across(r) ? share_among(r, r->piece.carriers, bytes) : (lb_span){0, bytes};
}

lb_slots lb_carried_slots(const lb_mpi_request *r) {
    const lb_machine *m = lb_machine_of(r);
    int carriers = r->piece.carriers, first = m->slot * m->slots / (carriers > 1 ? carriers : 1);
    if (carriers < 2 || m->slot >= carriers)
        return (lb_slots){0, m->slots};
    return (lb_slots){first, (m->slot + 1) * m->slots / carriers - first};
}

/* A process that copies or sums up for long would let what goes across wait: packets are passed on by processes. */
enum { BREATH = 16 << 10 };

static uint64_t breath_of(const lb_mpi_request *r, uint64_t bytes, uint64_t unit) {
    uint64_t most = BREATH / unit > 0 ? BREATH / unit * unit : unit;
    return r->aside && bytes > most ? most : bytes;
}

/* What fails fails once more when the next step looks at it. */
static void breathe(lb_mpi_request *r) {
    lb_process *process = r->net->process;
    if (!r->aside)
        return;
    lb_pump_turn(&process->pump, false, &process->lock);
    if (lb_stage_move(r) != MPI_SUCCESS)
        lb_stage_aside(r);
}

void lb_copy(lb_mpi_request *r, void *to, const void *from, uint64_t bytes) {
    for (uint64_t at = 0, now; at < bytes; at += now) {
        now = breath_of(r, bytes - at, 1);
        memcpy((unsigned char *)to + at, (const unsigned char *)from + at, (size_t)now);
        lb_simulated_copy(now);
        breathe(r);
    }
}

/* What all slots have `at`, each `stride` bytes after the one before, slot by slot. */
void lb_sum_up(lb_mpi_request *r, const unsigned char *at, uint64_t stride, unsigned char *into, uint64_t bytes) {
    lb_machine *m = lb_machine_of(r);
    uint64_t unit = r->call.out.unit, whole = bytes / unit * unit;
    int here = lb_machine_here(m);
    for (uint64_t done = 0, now; done < whole; done += now) {
        now = breath_of(r, whole - done, unit);
        const unsigned char *from = at + done;
        lb_mpi_fold(&m->folding, from, from + stride, into + done, (size_t)(now / unit));
        for (int k = 2; k < here; k++)
            lb_mpi_fold(&m->folding, into + done, from + (uint64_t)k * stride, into + done, (size_t)(now / unit));
        breathe(r);
    }
}

uint64_t lb_blocks_room(const lb_mpi_request *r, uint64_t bytes) {
    const uint64_t *lengths = r->piece.blocks.lengths;
    uint64_t sum = lengths ? 0 : (uint64_t)r->net->size * bytes;
    for (int i = 0; lengths && i < r->net->size; i++)
        sum += lb_part_of(r, lengths[i], bytes);
    return sum;
}

void lb_blocks_place(lb_mpi_request *r) {
    const lb_machine *m = lb_machine_of(r);
    const lb_blocks *b = &r->piece.blocks;
    uint64_t next = 0;
    for (int i = 0; b->lengths && i <= m->size; i++) {
        b->at[i] = next;
        next += i < m->size ? lb_block_part(r, m->rank_at[i]) : 0;
    }
}

/* How long the nodes' blocks are: of several carriers all alike; the leaders' have as many blocks as the node has
 * slots.
 */
static void fill_lengths(const lb_mpi_request *r, lb_want *want, uint64_t *values, uint64_t count) {
    const lb_machine *m = lb_machine_of(r);
    bool leaders = r->piece.carriers < 2;
    uint64_t either = 0, part = (uint64_t)lb_carried_slots(r).count * r->piece.length;
    want->bytes = 0;
    for (uint64_t v = 0; v < count; v++) {
        values[v] = leaders ? lb_nodes_ith(r, m->first[v + 1]) - lb_nodes_ith(r, m->first[v]) : part;
        either |= values[v];
        want->bytes = values[v] > want->bytes ? values[v] : want->bytes;
    }
    uint64_t each = lb_blocks_length(r) / (uint64_t)m->nodes;
    want->nominal = !leaders ? part : each > 0 ? each : 1;
    want->unit = lb_grain(either);
}

/* The blocks of one of several carriers are among the others'. */
int lb_shape_blocks(lb_mpi_request *r, lb_want *want, bool ins, bool outs) {
    const lb_machine *m = lb_machine_of(r);
    bool leaders = r->piece.carriers < 2;
    uint64_t n = (uint64_t)m->nodes, lengths = leaders ? n : 1, in = ins ? n : 1, out = outs ? n : 1;
    want->bytes = r->piece.length * (uint64_t)m->slots;
    if (leaders && lb_machine_even(m) && !r->piece.blocks.lengths)
        return MPI_SUCCESS; /* one after another */
    uint64_t *values = lb_room_for(&r->room[ROOM_SHAPE], (lengths + in + out) * sizeof *values);
    if (!values)
        return MPI_ERR_NO_MEM;
    memset(values, 0, (size_t)(lengths + in + out) * sizeof *values);
    fill_lengths(r, want, values, lengths);
    for (int v = 0; v < m->nodes; v++) {
        uint64_t at = lb_nodes_ith(r, m->first[v] + lb_carried_slots(r).first);
        if (ins)
            values[lengths + (uint64_t)v] = at;
        if (outs)
            values[lengths + in + (uint64_t)v] = at;
    }
    want->shape = (lb_shape){lengths, in, out, values};
    return MPI_SUCCESS;
}

/* Of sums no element is cut. */
int lb_piece_start(lb_mpi_request *r, lb_want *want, const void *in, void *out) {
    uint64_t unit = want->unit ? want->unit : lb_grain(want->bytes);
    want->unit = r->piece.course->sums ? r->piece.unit : unit;
    want->sharers = r->piece.carriers > 1 ? (uint32_t)r->piece.carriers : 0;
    return want->bytes > 0 ? lb_mpi_stage(r, 0, want, in, out) : MPI_SUCCESS;
}

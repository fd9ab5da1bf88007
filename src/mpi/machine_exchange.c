/* alltoall on machines: a block from everybody for everybody. */
#include "mpi/machine_course.h"
#include "mpi/machine_places.h"
#include "mpi/sides.h"

/* What the slots bring; and, by leaders, what comes. */
static uint64_t exchange_room(const lb_mpi_request *r, uint64_t bytes) {
    return (lb_in_planes(r) ? 1 : 2) * (uint64_t)lb_machine_of(r)->slots * lb_padded(lb_blocks_room(r, bytes));
}

/* Of leaders, or some of the slots: the block from here for another process, or the other way round. Those between two
 * nodes are in the order of the slots that they are for, and then of those that they are from. */
static uint64_t leaders_at(const lb_mpi_request *r, int rank, bool comes) {
    const lb_machine *m = lb_machine_of(r);
    int node = m->node_of[rank], slot = m->slot_of[rank], here = lb_machine_here(m);
    int in_block = comes ? m->slot * lb_machine_slots(m, node) + slot : slot * here + m->slot;
    return (uint64_t)(here * m->first[node] + in_block) * r->piece.length;
}

/* On one node alone what is brought is what comes. */
static unsigned char *leaders_come(const lb_mpi_request *r) {
    if (lb_machine_of(r)->nodes == 1)
        return r->piece.bank;
    return r->piece.bank + (uint64_t)lb_machine_of(r)->slots * lb_padded(lb_blocks_room(r, r->piece.length));
}

static void exchange_load(lb_mpi_request *r) {
    uint64_t slot =
        lb_in_planes(r) ? (uint64_t)lb_machine_of(r)->slot * lb_padded(lb_blocks_room(r, r->piece.length)) : 0;
    for (int i = 0; i < r->net->size; i++) {
        uint64_t to = lb_in_planes(r) ? lb_nodes_at(r, i) : leaders_at(r, i, false);
        lb_copy(r, r->piece.bank + slot + to, lb_users_in(r, i), r->piece.length);
    }
}

/* What all slots here have for this one's plane, node by node. */
static int exchange_work(lb_mpi_request *r) {
    const lb_machine *m = lb_machine_of(r);
    uint64_t c = r->piece.length, stride = lb_padded(lb_blocks_room(r, c)), slots = (uint64_t)m->slots;
    if (!lb_in_planes(r))
        return MPI_SUCCESS;
    unsigned char *leave = lb_room_for(&r->room[ROOM_LEAVE], lb_blocks_room(r, c));
    if (!leave || !lb_room_for(&r->room[ROOM_COME], lb_blocks_room(r, c)))
        return MPI_ERR_NO_MEM;
    for (uint64_t v = 0; v < (uint64_t)m->nodes; v++) {
        for (uint64_t k = 0; k < slots; k++)
            lb_copy(r, leave + (v * slots + k) * c, r->piece.bank + k * stride + (v * slots + (uint64_t)m->slot) * c,
                    c);
    }
    return MPI_SUCCESS;
}

/* Of some of the slots: what is for those that it carries for, of every node's. */
static int shape_some(lb_mpi_request *r, lb_want *want) {
    const lb_machine *m = lb_machine_of(r);
    uint64_t n = (uint64_t)m->nodes, slots = (uint64_t)m->slots, row = slots * r->piece.length;
    lb_slots carried = lb_carried_slots(r);
    uint64_t *values = lb_room_for(&r->room[ROOM_SHAPE], (1 + 2 * n) * sizeof *values);
    if (!values)
        return MPI_ERR_NO_MEM;
    want->bytes = values[0] = (uint64_t)carried.count * row;
    for (uint64_t v = 0; v < n; v++)
        values[1 + v] = values[1 + n + v] = (v * slots + (uint64_t)carried.first) * row;
    want->shape = (lb_shape){1, n, n, values};
    want->unit = lb_grain(row);
    return MPI_SUCCESS;
}

static int shape_exchange(lb_mpi_request *r, lb_want *want) {
    const lb_machine *m = lb_machine_of(r);
    uint64_t n = (uint64_t)m->nodes, c = r->piece.length, most = (uint64_t)m->slots * (uint64_t)m->slots * c;
    want->bytes = most;
    if (r->piece.carriers > 1)
        return shape_some(r, want);
    if (lb_machine_even(m))
        return MPI_SUCCESS;
    uint64_t *values = lb_room_for(&r->room[ROOM_SHAPE], (n * n + 2 * n) * sizeof *values);
    if (!values)
        return MPI_ERR_NO_MEM;
    for (uint64_t i = 0; i < n * n; i++)
        values[i] = (uint64_t)lb_machine_slots(m, (int)(i / n)) * (uint64_t)lb_machine_slots(m, (int)(i % n)) * c;
    for (uint64_t v = 0; v < n; v++)
        values[n * n + v] = values[n * n + n + v] = (uint64_t)(lb_machine_here(m) * m->first[v]) * c;
    want->shape = (lb_shape){n * n, n, n, values};
    want->unit = lb_grain(c);
    /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): a machine has a node */
    want->nominal = (uint64_t)m->size * (uint64_t)m->size / (n * n) * c;
    return MPI_SUCCESS;
}

static int exchange_across(lb_mpi_request *r) {
    lb_want want = {.kind = LB_ALLTOALL, .bytes = (uint64_t)lb_machine_of(r)->slots * r->piece.length};
    if (lb_in_planes(r))
        return lb_piece_start(r, &want, r->room[ROOM_LEAVE].at, r->room[ROOM_COME].at);
    int code = shape_exchange(r, &want);
    return code == MPI_SUCCESS && lb_goes_across(r) ? lb_piece_start(r, &want, r->piece.bank, leaders_come(r)) : code;
}

static void exchange_unload(lb_mpi_request *r) {
    const unsigned char *come = r->room[ROOM_COME].at;
    for (int i = 0; i < r->net->size; i++) {
        const unsigned char *from =
            lb_in_planes(r) ? come + lb_nodes_at(r, i) : leaders_come(r) + leaders_at(r, i, true);
        lb_copy(r, lb_users_out(r, i), from, r->piece.length);
    }
}

const lb_course lb_course_alltoall = {.loads = lb_with_others,
                                      .load = exchange_load,
                                      .work = exchange_work,
                                      .across = exchange_across,
                                      .unloads = lb_with_others_leading,
                                      .unload = exchange_unload,
                                      .room = exchange_room};

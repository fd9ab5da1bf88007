/* reduce-scatter on machines: a block of everybody's for every process. */
#include "mpi/machine_course.h"
#include "mpi/machine_places.h"

/* The sums, what each slot brings, and what the leader gets, which may be all of it where blocks differ. */
static uint64_t sums_room(const lb_mpi_request *r, uint64_t bytes) {
    uint64_t slots = (uint64_t)lb_machine_of(r)->slots;
    uint64_t all = lb_blocks_room(r, bytes), most = r->piece.blocks.lengths ? all : slots * bytes;
    return (slots + 1) * lb_padded(all) + most;
}

/* On one node alone the sums are all there is: every slot's share is its own block. */
static unsigned char *sums_result(const lb_mpi_request *r) {
    if (lb_machine_of(r)->nodes == 1)
        return r->piece.bank;
    uint64_t slots = (uint64_t)lb_machine_of(r)->slots;
    return r->piece.bank + (slots + 1) * lb_padded(lb_blocks_length(r));
}

static void sums_load(lb_mpi_request *r) {
    uint64_t place = lb_with_others(r) ? (uint64_t)lb_machine_of(r)->slot + 1 : 0;
    unsigned char *to = r->piece.bank + place * lb_padded(lb_blocks_length(r));
    for (int i = 0; i < r->net->size; i++) {
        uint64_t bytes = lb_block_part(r, i);
        if (bytes > 0)
            lb_copy(r, to + lb_nodes_at(r, i), lb_users_in(r, i), bytes);
    }
}

/* Of planes: plane j's sums after those of the planes before. */
static unsigned char *plane_sums(const lb_mpi_request *r) {
    const lb_machine *m = lb_machine_of(r);
    return r->piece.bank + (uint64_t)m->slot * (uint64_t)m->nodes * r->piece.length;
}

static int sums_work(lb_mpi_request *r) {
    const lb_machine *m = lb_machine_of(r);
    uint64_t c = r->piece.length, all = lb_blocks_length(r), stride = lb_padded(all);
    const unsigned char *slots = r->piece.bank + stride;
    if (!lb_with_others(r))
        return MPI_SUCCESS;
    if (!lb_in_planes(r)) {
        lb_span s = lb_share_of(r, all);
        lb_sum_up(r, slots + s.at, stride, r->piece.bank + s.at, s.bytes);
        return m->folding.code;
    }
    for (int v = 0; v < m->nodes; v++)
        lb_sum_up(r, slots + (uint64_t)(m->first[v] + m->slot) * c, stride, plane_sums(r) + (uint64_t)v * c, c);
    return m->folding.code;
}

static int sums_across(lb_mpi_request *r) {
    lb_want want = {.kind = LB_REDUCE_SCATTER, .bytes = r->piece.length};
    if (lb_in_planes(r))
        return lb_piece_start(r, &want, plane_sums(r), lb_piece_taken(r));
    int code = lb_shape_blocks(r, &want, true, false);
    unsigned char *result = sums_result(r) + (uint64_t)lb_carried_slots(r).first * r->piece.length;
    return code == MPI_SUCCESS && lb_goes_across(r) ? lb_piece_start(r, &want, r->piece.bank, result) : code;
}

static void sums_unload(lb_mpi_request *r) {
    const lb_machine *m = lb_machine_of(r);
    uint64_t at = lb_nodes_at(r, r->net->rank) - lb_nodes_ith(r, m->first[m->node]);
    uint64_t bytes = lb_in_planes(r) ? 0 : lb_block_part(r, r->net->rank);
    if (bytes > 0)
        lb_copy(r, lb_piece_taken(r), sums_result(r) + at, bytes);
}

const lb_course lb_course_reduce_scatter = {.loads = lb_with_others,
                                            .place = lb_blocks_place,
                                            .sums = true,
                                            .load = sums_load,
                                            .work = sums_work,
                                            .joint = true,
                                            .across = sums_across,
                                            .unloads = lb_with_others_leading,
                                            .unload = sums_unload,
                                            .room = sums_room};

/* reduce-scatter on machines: a block of everybody's for every process. */
#include "mpi/machine_course.h"
#include "mpi/machine_places.h"

#include <string.h>

/* The sums, what each slot brings, and what the leader gets. */
static uint64_t sums_room(const lb_mpi_request *r, uint64_t bytes) {
    uint64_t slots = (uint64_t)lb_machine_of(r)->slots;
    return (slots + 1) * lb_padded(lb_blocks_room(r, bytes)) + slots * bytes;
}

/* On one node alone the sums are all there is: every slot's share is its own block. */
static unsigned char *sums_result(const lb_mpi_request *r) {
    if (lb_machine_of(r)->nodes == 1)
        return r->piece.bank;
    uint64_t slots = (uint64_t)lb_machine_of(r)->slots;
    return r->piece.bank + (slots + 1) * lb_padded(lb_blocks_room(r, r->piece.length));
}

static void sums_load(lb_mpi_request *r) {
    const unsigned char *from = r->dense_in;
    uint64_t place = lb_with_others(r) ? (uint64_t)lb_machine_of(r)->slot + 1 : 0;
    unsigned char *to = r->piece.bank + place * lb_padded(lb_blocks_room(r, r->piece.length));
    for (int i = 0; i < r->net->size; i++)
        memcpy(to + lb_nodes_at(r, i), from + lb_users_at(r, i) + r->piece.at, (size_t)r->piece.length);
}

/* Of planes: plane j's sums after those of the planes before. */
static unsigned char *plane_sums(const lb_mpi_request *r) {
    const lb_machine *m = lb_machine_of(r);
    return r->piece.bank + (uint64_t)m->slot * (uint64_t)m->nodes * r->piece.length;
}

static int sums_work(lb_mpi_request *r) {
    const lb_machine *m = lb_machine_of(r);
    uint64_t c = r->piece.length, all = lb_blocks_room(r, c), stride = lb_padded(all);
    const unsigned char *slots = r->piece.bank + stride;
    if (!lb_with_others(r))
        return MPI_SUCCESS;
    if (!r->piece.planes) {
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
    if (r->piece.planes)
        return lb_piece_start(r, &want, plane_sums(r), lb_piece_taken(r));
    int code = lb_shape_blocks(r, &want, true, false);
    return code == MPI_SUCCESS && lb_goes_across(r) ? lb_piece_start(r, &want, r->piece.bank, sums_result(r)) : code;
}

static void sums_unload(lb_mpi_request *r) {
    const unsigned char *from = sums_result(r) + (uint64_t)lb_machine_of(r)->slot * r->piece.length;
    if (!r->piece.planes)
        memcpy(lb_piece_taken(r), from, (size_t)r->piece.length);
}

const lb_course lb_course_reduce_scatter = {.loads = lb_with_others,
                                            .load = sums_load,
                                            .work = sums_work,
                                            .joint = true,
                                            .across = sums_across,
                                            .unloads = lb_with_others_leading,
                                            .unload = sums_unload,
                                            .room = sums_room};

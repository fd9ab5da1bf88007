/* alltoallv, and all that is like it, on machines: blocks of any lengths from everybody for everybody. The leaders
 * carry what goes across; what stays on a node is taken from where it was brought to. */
#include "mpi/machine_course.h"
#include "mpi/machine_places.h"
#include "mpi/machine_square.h"

static void exchange_load(lb_mpi_request *r) {
    uint64_t row = (uint64_t)r->net->rank * (uint64_t)r->net->size;
    for (int i = 0; i < r->net->size; i++) {
        uint64_t bytes = lb_part_of(r, r->piece.blocks.lengths[row + (uint64_t)i], r->piece.length);
        if (bytes > 0)
            lb_copy(r, r->piece.bank + lb_leaves_at(r, i), lb_users_in(r, i), bytes);
    }
}

static int exchange_across(lb_mpi_request *r) {
    lb_want want = {.kind = LB_ALLTOALL};
    if (!lb_goes_across(r))
        return MPI_SUCCESS;
    int code = lb_square_shape(r, &want);
    return code == MPI_SUCCESS ? lb_piece_start(r, &want, r->piece.bank, lb_square_come(r)) : code;
}

static void exchange_unload(lb_mpi_request *r) {
    const lb_machine *m = lb_machine_of(r);
    const unsigned char *come = lb_square_come(r);
    for (int i = 0; i < m->size; i++) {
        const unsigned char *from = m->node_of[i] == m->node ? r->piece.bank : come;
        uint64_t length = r->piece.blocks.lengths[(uint64_t)i * (uint64_t)m->size + (uint64_t)r->net->rank],
                 bytes = lb_part_of(r, length, r->piece.length);
        if (bytes > 0)
            lb_copy(r, lb_users_out(r, i), from + lb_comes_at(r, i), bytes);
    }
}

const lb_course lb_course_alltoallv = {.loads = lb_with_others,
                                       .place = lb_square_place,
                                       .load = exchange_load,
                                       .across = exchange_across,
                                       .unloads = lb_with_others,
                                       .unload = exchange_unload,
                                       .room = lb_square_room};

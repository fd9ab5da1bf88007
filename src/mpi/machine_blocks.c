/* gather, allgather, scatter on machines: a block of, or for, every process. */
#include "mpi/machine_course.h"
#include "mpi/machine_places.h"

/* This node's own blocks, or those of them that this process carries. */
static unsigned char *own_blocks(const lb_mpi_request *r) {
    const lb_machine *m = lb_machine_of(r);
    return r->piece.bank + lb_nodes_ith(r, m->first[m->node] + lb_carried_slots(r).first);
}

static void gather_load(lb_mpi_request *r) {
    int own = r->net->rank;
    uint64_t bytes = lb_block_part(r, own);
    if (bytes > 0)
        lb_copy(r, r->piece.bank + lb_nodes_at(r, own), r->piece.in_place ? lb_users_out(r, own) : lb_piece_brought(r),
                bytes);
}

static int gather_across(lb_mpi_request *r) {
    bool here = lb_at_root_node(r);
    lb_want want = {.kind = LB_GATHER, .root = lb_root_node(r), .in_place = here};
    int code = lb_shape_blocks(r, &want, false, true);
    if (code != MPI_SUCCESS || !lb_goes_across(r))
        return code;
    return lb_piece_start(r, &want, own_blocks(r), here ? r->piece.bank : NULL);
}

static void allgather_unload(lb_mpi_request *r) {
    for (int i = 0; i < r->net->size; i++) {
        uint64_t bytes = lb_block_part(r, i);
        if (bytes > 0)
            lb_copy(r, lb_users_out(r, i), r->piece.bank + lb_nodes_at(r, i), bytes);
    }
}

static void gather_unload(lb_mpi_request *r) {
    if (lb_is_root(r))
        allgather_unload(r);
}

static int allgather_across(lb_mpi_request *r) {
    lb_want want = {.kind = LB_ALLGATHER, .in_place = true};
    int code = lb_shape_blocks(r, &want, false, true);
    return code == MPI_SUCCESS && lb_goes_across(r) ? lb_piece_start(r, &want, NULL, r->piece.bank) : code;
}

static void scatter_load(lb_mpi_request *r) {
    for (int i = 0; lb_is_root(r) && i < r->net->size; i++) {
        uint64_t bytes = lb_block_part(r, i);
        if (bytes > 0)
            lb_copy(r, r->piece.bank + lb_nodes_at(r, i), lb_users_in(r, i), bytes);
    }
}

static int scatter_across(lb_mpi_request *r) {
    bool here = lb_at_root_node(r);
    lb_want want = {.kind = LB_SCATTER, .root = lb_root_node(r), .in_place = here};
    int code = lb_shape_blocks(r, &want, true, false);
    if (code != MPI_SUCCESS || !lb_goes_across(r))
        return code;
    return lb_piece_start(r, &want, here ? r->piece.bank : NULL, here ? NULL : own_blocks(r));
}

static bool scatter_unloads(const lb_mpi_request *r) {
    return lb_with_others_leading(r) && !lb_at_root_node(r);
}

static void scatter_unload(lb_mpi_request *r) {
    uint64_t bytes = r->piece.in_place ? 0 : lb_block_part(r, r->net->rank);
    if (bytes > 0)
        lb_copy(r, lb_piece_taken(r), r->piece.bank + lb_nodes_at(r, r->net->rank), bytes);
}

const lb_course lb_course_gather = {.loads = lb_with_others_leading,
                                    .place = lb_blocks_place,
                                    .load = gather_load,
                                    .across = gather_across,
                                    .unloads = lb_at_root_node,
                                    .unload = gather_unload,
                                    .room = lb_blocks_room};
const lb_course lb_course_allgather = {.loads = lb_with_others_leading,
                                       .place = lb_blocks_place,
                                       .load = gather_load,
                                       .across = allgather_across,
                                       .unloads = lb_with_others,
                                       .unload = allgather_unload,
                                       .room = lb_blocks_room};
const lb_course lb_course_scatter = {.loads = lb_at_root_node,
                                     .place = lb_blocks_place,
                                     .load = scatter_load,
                                     .from = lb_bringer,
                                     .across = scatter_across,
                                     .unloads = scatter_unloads,
                                     .unload = scatter_unload,
                                     .room = lb_blocks_room};

/* broadcast, reduce, allreduce on machines: one message, or one of every process that become one. */
#include "mpi/machine_course.h"
#include "mpi/machine_places.h"

static uint64_t broadcast_room(const lb_mpi_request *r, uint64_t bytes) {
    (void)r;
    return bytes;
}

static bool broadcast_loads(const lb_mpi_request *r) {
    return lb_at_root_node(r);
}

static void broadcast_load(lb_mpi_request *r) {
    if (lb_is_root(r))
        lb_copy(r, r->piece.bank, lb_piece_taken(r), r->piece.length);
}

static int broadcast_across(lb_mpi_request *r) {
    lb_span s = lb_carried(r, r->piece.length);
    lb_want want = {.kind = LB_BROADCAST, .root = lb_root_node(r), .bytes = s.bytes};
    return lb_goes_across(r) ? lb_piece_start(r, &want, NULL, r->piece.bank + s.at) : MPI_SUCCESS;
}

static bool broadcast_unloads(const lb_mpi_request *r) {
    return !lb_at_root_node(r);
}

static void broadcast_unload(lb_mpi_request *r) {
    if (!lb_is_root(r))
        lb_copy(r, lb_piece_taken(r), r->piece.bank, r->piece.length);
}

/* The sum, and what each slot brings. */
static uint64_t reduce_room(const lb_mpi_request *r, uint64_t bytes) {
    return ((uint64_t)lb_machine_of(r)->slots + 1) * lb_padded(bytes);
}

static void reduce_load(lb_mpi_request *r) {
    uint64_t place = lb_with_others(r) ? ((uint64_t)lb_machine_of(r)->slot + 1) * lb_padded(r->piece.length) : 0;
    lb_copy(r, r->piece.bank + place, lb_piece_brought(r), r->piece.length);
}

static int reduce_work(lb_mpi_request *r) {
    uint64_t stride = lb_padded(r->piece.length);
    lb_span s = lb_share_of(r, r->piece.length);
    if (lb_with_others(r))
        lb_sum_up(r, r->piece.bank + stride + s.at, stride, r->piece.bank + s.at, s.bytes);
    return lb_machine_of(r)->folding.code;
}

static int reduce_across(lb_mpi_request *r) {
    lb_span s = lb_carried(r, r->piece.length);
    unsigned char *sum = r->piece.bank + s.at;
    lb_want want = {.kind = LB_REDUCE, .root = lb_root_node(r), .bytes = s.bytes, .in_place = lb_at_root_node(r)};
    return lb_goes_across(r) ? lb_piece_start(r, &want, sum, lb_at_root_node(r) ? sum : NULL) : MPI_SUCCESS;
}

static void reduce_unload(lb_mpi_request *r) {
    if (lb_is_root(r))
        lb_copy(r, lb_piece_taken(r), r->piece.bank, r->piece.length);
}

static int allreduce_across(lb_mpi_request *r) {
    lb_span s = lb_carried(r, r->piece.length);
    lb_want want = {.kind = LB_ALLREDUCE, .bytes = s.bytes, .in_place = true};
    return lb_goes_across(r) ? lb_piece_start(r, &want, NULL, r->piece.bank + s.at) : MPI_SUCCESS;
}

static void allreduce_unload(lb_mpi_request *r) {
    lb_copy(r, lb_piece_taken(r), r->piece.bank, r->piece.length);
}

const lb_course lb_course_broadcast = {.loads = broadcast_loads,
                                       .load = broadcast_load,
                                       .from = lb_bringer,
                                       .across = broadcast_across,
                                       .unloads = broadcast_unloads,
                                       .unload = broadcast_unload,
                                       .room = broadcast_room};
const lb_course lb_course_reduce = {.loads = lb_with_others,
                                    .sums = true,
                                    .load = reduce_load,
                                    .work = reduce_work,
                                    .joint = true,
                                    .across = reduce_across,
                                    .unloads = lb_at_root_node,
                                    .unload = reduce_unload,
                                    .room = reduce_room};
const lb_course lb_course_allreduce = {.loads = lb_with_others,
                                       .sums = true,
                                       .load = reduce_load,
                                       .work = reduce_work,
                                       .joint = true,
                                       .across = allreduce_across,
                                       .unloads = lb_with_others,
                                       .unload = allreduce_unload,
                                       .room = reduce_room};

/* Setting up a leg of a collective on a machine, and those that have one, with blocks that are all alike. */
#include "mpi/machine_leg.h"

#include "mpi/machine_choose.h"
#include "mpi/machine_courses.h"
#include "mpi/machine_places.h"
#include "mpi/machine_square.h"
#include "mpi/sides.h"

void lb_leg_set(lb_mpi_request *r, const lb_course *course, uint64_t bytes, bool in_place, const void *in, void *out) {
    bool sums = course->sums;
    r->piece = (lb_piece){.course = course, .bytes = bytes, .in_place = in_place};
    r->piece.unit = sums ? r->call.out.unit : 1;
    r->dense_in = in;
    r->dense_out = out;
}

uint64_t *lb_leg_lengths(lb_mpi_request *r, bool square) {
    uint64_t n = (uint64_t)r->net->size;
    return lb_room_for(&r->room[ROOM_BLOCKS], (square ? n * n : n) * sizeof(uint64_t));
}

bool lb_leg_places_of(lb_mpi_request *r, lb_leg_places *places) {
    uint64_t n = (uint64_t)r->net->size, words = lb_square_words(n, (uint64_t)r->net->nodes);
    places->in = lb_room_for(&r->room[ROOM_PLACES], (2 * n + words) * sizeof(uint64_t));
    places->out = places->in ? places->in + n : NULL;
    return places->in != NULL;
}

/* The places have been found by now. */
void lb_leg_blocks(lb_mpi_request *r, const lb_course *course, const uint64_t *lengths, bool square, const void *in,
                   void *out) {
    uint64_t n = (uint64_t)r->net->size, count = square ? n * n : n, most = 0, *places = r->room[ROOM_PLACES].at;
    for (uint64_t i = 0; i < count; i++)
        most = lengths[i] > most ? lengths[i] : most;
    lb_leg_set(r, course, most, r->call.in_place, r->dense_in, r->dense_out);
    r->piece.blocks = (lb_blocks){.lengths = lengths, .square = square, .in = in, .out = out};
    r->piece.blocks.in_at = places;
    r->piece.blocks.out_at = places + n;
    r->piece.blocks.at = places + 2 * n;
}

int lb_legs_plain(lb_mpi_request *r, int leg) {
    if (leg > 0 || r->call.bytes == 0) {
        r->complete = true;
        return leg > 0 ? lb_undense_out(r) : MPI_SUCCESS;
    }
    int code = lb_dense_in(r);
    if (code == MPI_SUCCESS)
        code = lb_dense_out(r);
    lb_leg_set(r, lb_course_of(&r->call), r->call.bytes, r->call.in_place, r->dense_in, r->dense_out);
    lb_machine_choose(r);
    return code;
}

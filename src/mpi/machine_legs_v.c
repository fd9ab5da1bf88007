/* Legs of collectives with blocks of different lengths. Where somebody does not know them all, they are told first:
 * gatherv's and scatterv's by the root, alltoallv's by everybody; persistent requests do that once. In debug mode all
 * processes then hear who does not agree, in a leg more; otherwise that one alone knows it, and writes or reads
 * nothing. */
#include "mpi/debug.h"
#include "mpi/machine_leg.h"
#include "mpi/machine_places.h"
#include "mpi/sides.h"

#include <string.h>

static void side_lengths(const lb_side *side, uint64_t *lengths) {
    for (int i = 0; i < side->blocks; i++)
        lengths[i] = lb_side_length(side, i);
}

static int end(lb_mpi_request *r) {
    r->complete = true;
    return lb_undense_out(r);
}

/* ---- Lengths that everybody knows ---- */

int lb_legs_allgatherv(lb_mpi_request *r, int leg) {
    lb_leg_places places;
    uint64_t *lengths = lb_leg_lengths(r, false);
    if (leg > 0)
        return end(r);
    if (!lengths || !lb_leg_places_of(r, &places))
        return MPI_ERR_NO_MEM;
    side_lengths(&r->call.out, lengths);
    int code = lb_dense_in(r);
    if (code == MPI_SUCCESS)
        code = lb_dense_out(r);
    if (code != MPI_SUCCESS)
        return code;
    void *out = lb_place_blocks(&r->call.out, r->dense_out, places.out);
    lb_leg_blocks(r, &lb_course_allgather, lengths, false, NULL, out);
    return code;
}

int lb_legs_reduce_scatter(lb_mpi_request *r, int leg) {
    lb_leg_places places;
    uint64_t *lengths = lb_leg_lengths(r, false), at = 0;
    if (leg > 0)
        return end(r);
    if (!lengths || !lb_leg_places_of(r, &places))
        return MPI_ERR_NO_MEM;
    for (int i = 0; i < r->net->size; i++) {
        lengths[i] = (uint64_t)lb_list_at(&r->call.list, i) * r->call.out.unit;
        places.in[i] = at;
        at += lengths[i];
    }
    int code = lb_dense_in(r);
    if (code == MPI_SUCCESS)
        code = lb_dense_out(r);
    lb_leg_blocks(r, &lb_course_reduce_scatter, lengths, false, r->dense_in, NULL);
    return code;
}

/* ---- Telling ---- */

/* Legs 0 and 1 of those that tell: the lengths, and in debug mode what is wrong with them. */
enum { TELL, COMPLAIN, DATA };

/* Everybody's signature, with what is wrong here. */
static void complain(lb_mpi_request *r, uint64_t wrong) {
    r->mine.wrong = wrong;
    r->all[r->net->rank] = r->mine;
    lb_leg_set(r, &lb_course_allgather, sizeof *r->all, true, NULL, r->all);
}

static int check(lb_mpi_request *r, int leg, uint64_t wrong) {
    if (!r->net->set.debug || r->known)
        return wrong && leg == DATA ? MPI_ERR_TRUNCATE : MPI_SUCCESS;
    if (leg == DATA)
        return lb_debug_told(r);
    complain(r, wrong);
    return MPI_SUCCESS;
}

/* ---- gatherv, scatterv ---- */

static const lb_side *roots_side(const lb_mpi_request *r) {
    return r->call.kind == LB_SCATTER ? &r->call.in : &r->call.out;
}

static void tell_roots(lb_mpi_request *r, uint64_t *lengths) {
    if (lb_is_root(r))
        side_lengths(roots_side(r), lengths);
    lb_leg_set(r, &lb_course_broadcast, (uint64_t)r->net->size * sizeof *lengths, false, NULL, lengths);
}

/* What the root says, and what this process has or expects. With whom it does not agree, and 1; else 0. */
static uint64_t unlike_root(const lb_mpi_request *r, const uint64_t *lengths) {
    const lb_side *own = r->call.kind == LB_SCATTER ? &r->call.out : &r->call.in;
    return own->kind && (uint64_t)own->count * own->unit != lengths[r->net->rank] ? (uint64_t)r->call.root + 1 : 0;
}

static int rooted_data(lb_mpi_request *r, const uint64_t *lengths) {
    lb_leg_places places;
    bool scatters = r->call.kind == LB_SCATTER;
    int code = lb_leg_places_of(r, &places) ? lb_dense_in(r) : MPI_ERR_NO_MEM;
    if (code == MPI_SUCCESS)
        code = lb_dense_out(r);
    if (code != MPI_SUCCESS)
        return code;
    const void *in = NULL;
    void *out = NULL;
    if (lb_is_root(r) && scatters)
        in = lb_place_blocks(&r->call.in, (void *)r->dense_in, places.in);
    else if (lb_is_root(r))
        out = lb_place_blocks(&r->call.out, r->dense_out, places.out);
    lb_leg_blocks(r, scatters ? &lb_course_scatter : &lb_course_gather, lengths, false, in, out);
    return MPI_SUCCESS;
}

int lb_legs_rooted(lb_mpi_request *r, int leg) {
    uint64_t *lengths = lb_leg_lengths(r, false);
    if (leg > DATA)
        return end(r);
    if (!lengths)
        return MPI_ERR_NO_MEM;
    if (leg == TELL) {
        if (!r->known)
            tell_roots(r, lengths);
        return MPI_SUCCESS;
    }
    int code = check(r, leg, unlike_root(r, lengths));
    r->known |= leg == DATA;
    return leg == DATA && code == MPI_SUCCESS ? rooted_data(r, lengths) : code;
}

/* ---- alltoallv, alltoallw ---- */

static uint64_t unlike_others(const lb_mpi_request *r, const uint64_t *lengths) {
    uint64_t n = (uint64_t)r->net->size, me = (uint64_t)r->net->rank;
    for (uint64_t i = 0; i < n; i++) {
        if (lengths[i * n + me] != lb_side_length(&r->call.out, (int)i))
            return i + 1;
    }
    return 0;
}

static int square_data(lb_mpi_request *r, const uint64_t *lengths) {
    lb_leg_places places;
    int code = lb_leg_places_of(r, &places) ? lb_dense_in(r) : MPI_ERR_NO_MEM;
    if (code == MPI_SUCCESS)
        code = lb_dense_out(r);
    if (code != MPI_SUCCESS)
        return code;
    const void *in = lb_place_blocks(&r->call.in, (void *)r->dense_in, places.in);
    void *out = lb_place_blocks(&r->call.out, r->dense_out, places.out);
    lb_leg_blocks(r, &lb_course_alltoallv, lengths, true, in, out);
    return MPI_SUCCESS;
}

int lb_legs_alltoallv(lb_mpi_request *r, int leg) {
    uint64_t n = (uint64_t)r->net->size, *lengths = lb_leg_lengths(r, true);
    if (leg > DATA)
        return end(r);
    if (!lengths)
        return MPI_ERR_NO_MEM;
    if (leg == TELL) {
        if (r->known)
            return MPI_SUCCESS;
        side_lengths(&r->call.in, lengths + (uint64_t)r->net->rank * n);
        lb_leg_set(r, &lb_course_allgather, n * sizeof *lengths, true, NULL, lengths);
        return MPI_SUCCESS;
    }
    int code = check(r, leg, unlike_others(r, lengths));
    r->known |= leg == DATA;
    return leg == DATA && code == MPI_SUCCESS ? square_data(r, lengths) : code;
}

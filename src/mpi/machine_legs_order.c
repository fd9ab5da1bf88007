/* Sums in the order of the ranks, whatever nodes they are on: reductions by operators that do not commute, and scans.
 * Each process gets a share of everybody's elements, or the blocks that are to be its own, sums them up in order, and
 * passes on what others want of it:
 *
 *   reduce              gather of the shares
 *   allreduce           allgather
 *   reduce-scatter      nothing: the shares are the blocks
 *   scan, exscan        alltoall, of all prefixes
 *
 * Every byte goes over the links once, and the result again. Where they are few it is quicker that everybody gets all
 * of them, and sums up what he wants. */
#include "mpi/machine_leg.h"
#include "mpi/machine_places.h"
#include "mpi/sides.h"

#include <string.h>

/* ---- Shares ---- */

/* In bytes, of the elements that are reduced: where the share of a rank begins. */
static uint64_t share_at(const lb_mpi_request *r, int rank) {
    uint64_t unit = r->call.out.unit, n = (uint64_t)r->net->size, v = (uint64_t)rank, at = 0;
    uint64_t count = (uint64_t)r->call.in.count;
    if (!r->call.list.at) /* count/n*v and the rest, so that no product overflows */
        return (count / n * v + (count % n * v + n - 1) / n) * unit;
    for (int i = 0; i < rank; i++)
        at += (uint64_t)lb_list_at(&r->call.list, i);
    return at * unit;
}

static uint64_t share_of(const lb_mpi_request *r, int rank) {
    return share_at(r, rank + 1) - share_at(r, rank);
}

static bool is_scan(const lb_mpi_request *r) {
    return r->call.kind == LB_SCAN || r->call.kind == LB_EXSCAN;
}

/* The share of everybody's elements that this process sums up, one rank's after another's. */
static unsigned char *collected(lb_mpi_request *r) {
    return lb_room_for(&r->room[ROOM_TOTAL], (uint64_t)r->net->size * share_of(r, r->net->rank));
}

static int collect(lb_mpi_request *r) {
    lb_leg_places places;
    uint64_t n = (uint64_t)r->net->size, mine = share_of(r, r->net->rank), *lengths = lb_leg_lengths(r, true);
    unsigned char *to = collected(r);
    if (!lengths || !to || !lb_leg_places_of(r, &places))
        return MPI_ERR_NO_MEM;
    for (uint64_t i = 0; i < n; i++) {
        places.in[i] = share_at(r, (int)i);
        places.out[i] = i * mine;
        lengths[i] = share_of(r, (int)i);
    }
    for (uint64_t i = 1; i < n; i++)
        memcpy(lengths + i * n, lengths, (size_t)n * sizeof *lengths);
    int code = lb_dense_in(r);
    lb_leg_blocks(r, &lb_course_alltoallv, lengths, true, r->dense_in, to);
    return code;
}

/* What each rank has becomes that and all before it. */
static int sum_up(lb_mpi_request *r) {
    lb_machine *m = lb_machine_of(r);
    uint64_t mine = share_of(r, r->net->rank);
    unsigned char *at = collected(r);
    int code =
        lb_folding_set(&m->folding, r->call.op, r->call.out.type, r->call.out.kind, r->call.out.given, r->net->comm);
    if (!at || code != MPI_SUCCESS)
        return at ? code : MPI_ERR_NO_MEM;
    for (int i = 1; i < r->net->size && mine > 0; i++, at += mine)
        lb_mpi_fold(&m->folding, at, at + mine, at + mine, (size_t)(mine / r->call.out.unit));
    return m->folding.code;
}

/* ---- What others want ---- */

/* Everybody's share of the sum, for all or for the root. */
static int pass_on_sums(lb_mpi_request *r) {
    lb_leg_places places;
    uint64_t *lengths = lb_leg_lengths(r, false);
    if (!lengths || !lb_leg_places_of(r, &places))
        return MPI_ERR_NO_MEM;
    for (int i = 0; i < r->net->size; i++) {
        lengths[i] = share_of(r, i);
        places.out[i] = share_at(r, i);
    }
    r->dense_in = collected(r) + (uint64_t)(r->net->size - 1) * share_of(r, r->net->rank);
    lb_leg_blocks(r, r->call.kind == LB_REDUCE ? &lb_course_gather : &lb_course_allgather, lengths, false, NULL,
                  r->dense_out);
    r->piece.in_place = false;
    return MPI_SUCCESS;
}

/* To every rank this share of its prefix: of an exscan, of that of the rank before. */
static int pass_on_prefixes(lb_mpi_request *r) {
    lb_leg_places places;
    uint64_t n = (uint64_t)r->net->size, mine = share_of(r, r->net->rank), *lengths = lb_leg_lengths(r, true);
    uint64_t before = r->call.kind == LB_EXSCAN;
    if (!lengths || !lb_leg_places_of(r, &places))
        return MPI_ERR_NO_MEM;
    for (uint64_t i = 0; i < n; i++) {
        places.in[i] = (i - (i > 0 ? before : 0)) * mine;
        places.out[i] = share_at(r, (int)i);
        uint64_t share = share_of(r, (int)i);
        for (uint64_t k = 0; k < n; k++)
            lengths[i * n + k] = k == 0 && before ? 0 : share;
    }
    lb_leg_blocks(r, &lb_course_alltoallv, lengths, true, collected(r), r->dense_out);
    return MPI_SUCCESS;
}

static int pass_on(lb_mpi_request *r) {
    int code = sum_up(r);
    if (code == MPI_SUCCESS)
        code = lb_dense_out(r);
    if (code != MPI_SUCCESS)
        return code;
    if (is_scan(r))
        return pass_on_prefixes(r);
    if (r->call.kind != LB_REDUCE_SCATTER)
        return pass_on_sums(r);
    uint64_t mine = share_of(r, r->net->rank);
    if (mine > 0)
        memcpy(r->dense_out, collected(r) + (uint64_t)(r->net->size - 1) * mine, (size_t)mine);
    return MPI_SUCCESS;
}

/* ---- Few elements ---- */

static uint64_t bytes_of(const lb_mpi_request *r) {
    return (uint64_t)r->call.in.count * r->call.in.unit;
}

/* Everybody's take no longer over the links than a few packets take to start. */
static bool are_few(const lb_mpi_request *r) {
    const lb_mpi_profile *profile = &r->net->set.profile;
    double all = (double)r->net->size * (double)bytes_of(r);
    return all * lb_ratio_value(profile->tau) < 4 * lb_ratio_value(profile->beta);
}

static unsigned char *everything(lb_mpi_request *r) {
    return lb_room_for(&r->room[ROOM_TOTAL], (uint64_t)r->net->size * bytes_of(r));
}

static int collect_all(lb_mpi_request *r) {
    unsigned char *to = everything(r);
    int code = to ? lb_dense_in(r) : MPI_ERR_NO_MEM;
    lb_leg_set(r, &lb_course_allgather, bytes_of(r), false, r->dense_in, to);
    return code;
}

/* The sum of the first ranks, in the place of the first one's, and what of it is this process's. */
static int take_few(lb_mpi_request *r) {
    lb_machine *m = lb_machine_of(r);
    uint64_t all = bytes_of(r);
    unsigned char *at = everything(r);
    int ranks = !is_scan(r) ? r->net->size : r->net->rank + (r->call.kind == LB_SCAN);
    int code =
        lb_folding_set(&m->folding, r->call.op, r->call.out.type, r->call.out.kind, r->call.out.given, r->net->comm);
    if (code == MPI_SUCCESS)
        code = lb_dense_out(r);
    if (code != MPI_SUCCESS || all == 0)
        return code;
    for (int i = 1; i < ranks; i++)
        lb_mpi_fold(&m->folding, at, at + (uint64_t)i * all, at, (size_t)(all / r->call.out.unit));
    bool blocks = r->call.kind == LB_REDUCE_SCATTER;
    uint64_t from = blocks ? share_at(r, r->net->rank) : 0, bytes = blocks ? share_of(r, r->net->rank) : all;
    if (ranks > 0 && bytes > 0 && !r->call.keep_out)
        memcpy(r->dense_out, at + from, (size_t)bytes);
    return m->folding.code;
}

int lb_legs_ordered(lb_mpi_request *r, int leg) {
    bool few = are_few(r);
    if (leg == 0)
        return few ? collect_all(r) : collect(r);
    if (leg == 1 && few)
        return take_few(r);
    if (leg == 1)
        return pass_on(r);
    r->complete = true;
    return lb_undense_out(r);
}

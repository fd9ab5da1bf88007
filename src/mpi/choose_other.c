/* Whether a broadcast or reduction is done by other collectives: by an allreduce's plan (instead.c), or in two halves
 * (halves.c). */
#include "mpi/choose_other.h"

#include "mpi/direct.h"
#include "mpi/estimate_direct.h"
#include "mpi/fastest.h"
#include "mpi/flown.h"
#include "mpi/overlap.h"
#include "mpi/stock.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* The least time of all ways there are. *straight: whether it may go straight, and then whether that is the best. */
static double time_of_want(const lb_mpi_net *net, const lb_want *want, bool *straight) {
    lb_task_params params = {.root = want->root};
    lb_cost cost = lb_cost_of(net, want);
    lb_task *task = NULL;
    uint32_t stride;
    double ns = INFINITY;
    if (lb_task_create(lb_mpi_wires(net, want), want->kind, &params, &task, NULL) == LB_OK) {
        lb_question q = lb_question_of(net, task, want, &cost);
        double direct = *straight && net->set.profile.routed && lb_direct_can(net, want)
                            ? lb_direct_time(&q, want->root, &stride)
                            : INFINITY;
        ns = lb_fastest(&q, NULL, 0).ns;
        *straight = direct <= ns;
        ns = fmin(ns, direct);
    }
    lb_task_free(task);
    return ns;
}

/* Whether a broadcast or reduction may be done by other collectives. */
static bool may_differ(const lb_mpi_net *net, const lb_want *want) {
    return (want->kind == LB_BROADCAST || want->kind == LB_REDUCE) && !want->steps && !net->set.algorithm[0] &&
           lb_net_is_whole(net->net);
}

double lb_mpi_time(const lb_mpi_net *net, const lb_want *want, bool *straight) {
    *straight = true;
    return time_of_want(net, want, straight);
}

static double time_of_own(const lb_mpi_net *net, const lb_want *want) {
    bool straight;
    return lb_mpi_time(net, want, &straight);
}

static double time_of_allreduce(const lb_mpi_net *net, const lb_want *want) {
    lb_want other = {.kind = LB_ALLREDUCE, .root = want->root, .bytes = want->bytes, .unit = want->unit};
    bool straight = false;
    other.sharers = want->sharers;
    return time_of_want(net, &other, &straight);
}

static double time_of_halves(const lb_mpi_net *net, const lb_want *want, uint64_t block) {
    bool reduces = want->kind == LB_REDUCE, straight[2] = {true, true};
    lb_want half = {.kind = reduces ? LB_REDUCE_SCATTER : LB_SCATTER, .root = want->root, .bytes = block};
    half.unit = want->unit;
    half.sharers = want->sharers;
    double ns = time_of_want(net, &half, &straight[0]);
    half.kind = reduces ? LB_GATHER : LB_ALLGATHER;
    ns += time_of_want(net, &half, &straight[1]);
    bool meet = !reduces && straight[0] && !straight[1];
    return meet ? ns + lb_halves_more(net, (double)block * lb_ratio_value(net->set.profile.tau)) : ns;
}

/* They are if that is quicker by more than what is not in the formulas. */
static const double margin = 0.985;

/* What an allreduce does, a reduction and a broadcast have too: a broadcast is the sum of what the root has and nothing
 * of all others. */
bool lb_mpi_instead(const lb_mpi_net *net, const lb_want *want) {
    return may_differ(net, want) && time_of_allreduce(net, want) < margin * time_of_own(net, want);
}

static bool are_halves_best(const lb_mpi_net *net, const lb_want *want, uint64_t block) {
    double ns = time_of_halves(net, want, block);
    double other = fmin(time_of_own(net, want), time_of_allreduce(net, want));
    char name[128];
    if (ns >= margin * other)
        return false;
    if (net->set.verbose && net->node == 0) {
        lb_net_title(net->net, name, sizeof name);
        fprintf(stderr, "linkbound: %s of %" PRIu64 " bytes on %s: by %s, %" PRIu64 " bytes each, expected %.4g us\n",
                lb_task_kind_name(want->kind), want->bytes, name,
                want->kind == LB_REDUCE ? "reduce-scatter and gather" : "scatter and allgather", block, ns / 1000);
    }
    return true;
}

bool lb_mpi_halves(const lb_mpi_net *net, const lb_want *want, uint64_t block) {
    if (!may_differ(net, want))
        return false;
    uint64_t key = want->bytes * 2 + (want->kind == LB_REDUCE), hash = key * UINT64_C(0x9e3779b97f4a7c15) >> 32;
    lb_halves_known *known = &net->stock->halves[hash % LB_MPI_HALVES];
    if (known->key != key || known->block != block)
        *known = (lb_halves_known){key, block, are_halves_best(net, want, block)};
    return known->best;
}

/* What was done, and what it is reckoned to have saved: LINKBOUND_SUMMARY=1. Rank 0 keeps it here, and prints it in
 * MPI_Finalize (summary_print.c). Times are by formula, from the profile's costs: ours for the plan that was carried
 * out, the usual one for the best of the algorithms that MPI libraries use. */
#include "pmpi/summary.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

lb_summary_row lb_entries[LB_ENTRIES];
unsigned lb_entry_count;
_Atomic uint64_t lb_taken_calls[LB_VERB_COUNT], lb_taken_bytes[LB_VERB_COUNT],
    lb_left_calls[LB_VERB_COUNT][LB_LEFT_REASONS];

void lb_summary_taken(const lb_ask *ask) {
    if (!lb_shim_setup.summary)
        return;
    atomic_fetch_add(&lb_taken_calls[ask->verb], 1);
    atomic_fetch_add(&lb_taken_bytes[ask->verb], ask->volume);
}

void lb_summary_left(lb_verb verb, lb_reason reason) {
    atomic_fetch_add(&lb_left_calls[verb][reason], 1);
}

/* ---- Reckoning ---- */

static double time_of(const lb_task *task, const char *algorithm, const lb_cost *cost) {
    lb_formula formula;
    lb_ratio time;
    lb_plan_options options = {.clock = LB_LINEAR, .cost = cost, .algorithm = algorithm};
    if (lb_formula_of(task, &options, &formula, NULL) != LB_OK || lb_formula_time(&formula, cost, &time) != LB_OK)
        return 0;
    return lb_ratio_value(time);
}

static double time_of_kind(const lb_net *net, lb_task_kind kind, const char *algorithm, const lb_cost *cost) {
    lb_task_params params = {0};
    lb_task *task = NULL;
    double time = 0;
    if (lb_task_create(net, kind, &params, &task, NULL) == LB_OK)
        time = time_of(task, algorithm, cost);
    lb_task_free(task);
    return time;
}

/* A long broadcast is usually a scatter and an allgather of n-ths. */
static double usual_broadcast(const lb_net *net, const lb_cost *cost) {
    uint64_t nodes = lb_net_nodes(net);
    lb_cost part = *cost;
    part.bytes = (cost->bytes + nodes - 1) / nodes;
    double whole = time_of_kind(net, LB_BROADCAST, "broadcast-1", cost);
    double scatter = time_of_kind(net, LB_SCATTER, "binomial-scatter", &part);
    double gather = time_of_kind(net, LB_ALLGATHER, "recursive-doubling", &part);
    return scatter > 0 && gather > 0 && (whole <= 0 || scatter + gather < whole) ? scatter + gather : whole;
}

static double usual_time(const lb_net *net, lb_task_kind kind, const lb_cost *cost) {
    switch (kind) {
    case LB_BROADCAST: return usual_broadcast(net, cost);
    case LB_REDUCE: return time_of_kind(net, kind, "binomial-reduce", cost);
    case LB_SCATTER: return time_of_kind(net, kind, "binomial-scatter", cost);
    case LB_GATHER: return time_of_kind(net, kind, "binomial-gather", cost);
    case LB_ALLGATHER: return time_of_kind(net, kind, "recursive-doubling", cost);
    case LB_REDUCE_SCATTER: return time_of_kind(net, kind, "recursive-halving", cost);
    case LB_ALLREDUCE: return time_of_kind(net, kind, "halving-doubling", cost);
    default: return 0;
    }
}

/* ---- Keeping: the engine's lock is held ---- */

static lb_summary_row *entry_for(lb_task_kind kind, const char *algorithm) {
    for (unsigned i = 0; i < lb_entry_count; i++) {
        if (lb_entries[i].kind == kind && strcmp(lb_entries[i].algorithm, algorithm) == 0)
            return &lb_entries[i];
    }
    if (lb_entry_count == LB_ENTRIES)
        return NULL;
    lb_summary_row *e = &lb_entries[lb_entry_count++];
    e->kind = kind;
    snprintf(e->algorithm, sizeof e->algorithm, "%s", algorithm);
    return e;
}

static void planned(const lb_mpi_net *net, const lb_task *task, const char *algorithm, uint64_t bytes, lb_note *note) {
    lb_task_kind kind = lb_task_kind_of(task);
    const lb_mpi_profile *profile = &net->set.profile;
    lb_cost cost = {.bytes = bytes ? bytes : 1, .tau = profile->tau, .beta = profile->beta, .whole_bytes = true};
    lb_summary_row *e = entry_for(kind, algorithm);
    if (lb_net_routing(lb_task_net(task)) != LB_STORE_AND_FORWARD)
        cost.hop = profile->hop;
    note->entry = e;
    if (!e)
        return;
    e->plans++;
    note->ours = time_of(task, algorithm, &cost); /* 0 where there is no formula: direct ones */
    note->usual = usual_time(lb_task_net(task), kind, &cost);
}

static void started(const lb_note *note, uint64_t bytes) {
    lb_summary_row *e = note->entry;
    if (!e)
        return;
    e->calls++;
    e->bytes += bytes;
    if (note->ours > 0 && note->usual > 0) {
        e->ours += note->ours;
        e->usual += note->usual;
    }
}

const lb_watch lb_summary_watch = {planned, started};

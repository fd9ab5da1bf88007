/* What was done, and what it is reckoned to have saved: LINKBOUND_SUMMARY=1. Rank 0 keeps it, and prints it in
 * MPI_Finalize. Times are by formula, from the profile's costs: ours for the plan that was carried out, the usual one
 * for the best of the algorithms that MPI libraries use. */
#include "pmpi/shim.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct entry {
    lb_task_kind kind;
    char algorithm[40];
    uint64_t plans, calls, bytes;
    double ours, usual; /* of those calls for which both are known */
} entry;

enum { ENTRIES = 128 };
static entry entries[ENTRIES];
static unsigned entry_count;
static _Atomic uint64_t taken[LB_VERB_COUNT], left[LB_VERB_COUNT], volume[LB_VERB_COUNT];

void lb_summary_count(lb_verb verb, bool ours, uint64_t bytes) {
    if (!lb_shim_setup.summary)
        return;
    atomic_fetch_add(ours ? &taken[verb] : &left[verb], 1);
    atomic_fetch_add(&volume[verb], bytes);
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

static entry *entry_for(lb_task_kind kind, const char *algorithm) {
    for (unsigned i = 0; i < entry_count; i++) {
        if (entries[i].kind == kind && strcmp(entries[i].algorithm, algorithm) == 0)
            return &entries[i];
    }
    if (entry_count == ENTRIES)
        return NULL;
    entry *e = &entries[entry_count++];
    e->kind = kind;
    snprintf(e->algorithm, sizeof e->algorithm, "%s", algorithm);
    return e;
}

static void planned(const lb_mpi_net *net, const lb_task *task, const char *algorithm, uint64_t bytes, lb_note *note) {
    lb_task_kind kind = lb_task_kind_of(task);
    const lb_mpi_profile *profile = &net->set.profile;
    lb_cost cost = {.bytes = bytes ? bytes : 1, .tau = profile->tau, .beta = profile->beta, .whole_bytes = true};
    entry *e = entry_for(kind, algorithm);
    note->entry = e;
    if (!e)
        return;
    e->plans++;
    note->ours = time_of(task, algorithm, &cost); /* 0 where there is no formula: direct ones */
    note->usual = usual_time(lb_task_net(task), kind, &cost);
}

static void started(const lb_note *note, uint64_t bytes) {
    entry *e = note->entry;
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

/* ---- Printing ---- */

static void print_calls(void) {
    for (int i = 0; i < LB_VERB_COUNT; i++) {
        uint64_t ours = taken[i], mpis = left[i];
        if (ours + mpis == 0)
            continue;
        fprintf(stderr, "linkbound:   %-20s %10" PRIu64 " %10" PRIu64 " %16" PRIu64 "\n", lb_verb_name((lb_verb)i),
                ours, mpis, (uint64_t)volume[i]);
    }
}

static void print_plans(double *ours, double *usual) {
    for (unsigned i = 0; i < entry_count; i++) {
        const entry *e = &entries[i];
        char gain[32] = "";
        *ours += e->ours;
        *usual += e->usual;
        if (e->ours > 0)
            snprintf(gain, sizeof gain, "%.2fx", e->usual / e->ours);
        fprintf(stderr, "linkbound:   %-20s %-26s %6" PRIu64 " %10" PRIu64 " %8s\n", lb_task_kind_name(e->kind),
                e->algorithm, e->plans, e->calls, gain);
    }
}

void lb_summary_print(void) {
    int rank = 0;
    double ours = 0, usual = 0;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (!lb_shim_setup.summary || rank != 0)
        return;
    fprintf(stderr, "linkbound: rank 0 on %s, calls of at least %" PRIu64 " bytes\n", lb_shim_setup.network,
            lb_shim_setup.minimum);
    fprintf(stderr, "linkbound:   %-20s %10s %10s %16s\n", "collective", "linkbound", "MPI", "bytes");
    print_calls();
    if (entry_count == 0)
        return;
    fprintf(stderr, "linkbound:   %-20s %-26s %6s %10s %8s\n", "task", "algorithm", "plans", "runs", "gain");
    print_plans(&ours, &usual);
    if (ours > 0)
        fprintf(stderr,
                "linkbound: reckoned from the profile, %.4g ms instead of %.4g ms by the usual algorithms: %.2fx\n",
                ours / 1e6, usual / 1e6, usual / ours);
}

/* The summary as it is printed. */
#include "pmpi/learn.h"
#include "pmpi/summary.h"

#include <inttypes.h>
#include <stdio.h>

static void print_calls(uint64_t *all_left) {
    for (int i = 0; i < LB_VERB_COUNT; i++) {
        uint64_t ours = lb_taken_calls[i], mpis = 0;
        for (int j = 0; j < LB_LEFT_REASONS; j++)
            mpis += lb_left_calls[i][j];
        *all_left += mpis;
        if (ours + mpis == 0)
            continue;
        fprintf(stderr, "linkbound:   %-20s %10" PRIu64 " %10" PRIu64 " %16" PRIu64 "\n", lb_verb_name((lb_verb)i),
                ours, mpis, (uint64_t)lb_taken_bytes[i]);
    }
}

/* Why calls were left to MPI, and how many of each. */
static void print_reasons(void) {
    static const char *const texts[LB_LEFT_REASONS] = {
        [LB_LEFT_LATER] = "nonblocking or persistent (LINKBOUND_NONBLOCKING)",
        [LB_LEFT_ALONE] = "a communicator of one process",
        [LB_LEFT_INTER] = "a communicator between groups",
        [LB_LEFT_COMM] = "a communicator that is no torus of the network",
        [LB_LEFT_CUT] = "dead links cut the communicator's network",
        [LB_LEFT_SETUP] = "the communicator's network is not set up",
        [LB_LEFT_UNWANTED] = "not asked for (LINKBOUND_COLLECTIVES)",
        [LB_LEFT_ONE_HOST] = "all processes share one host (LINKBOUND_PROFILE)",
        [LB_LEFT_SHORT] = "too short (LINKBOUND_MINIMUM)",
        [LB_LEFT_ARGUMENTS] = "arguments that are MPI's to judge",
        [LB_LEFT_TYPES] = "type and operator",
        [LB_LEFT_NEIGHBORS] = "a neighbourhood that is not the network's",
        [LB_LEFT_PLAN] = "nothing planned for it",
        [LB_LEFT_MEMORY] = "not enough memory",
        [LB_LEFT_LEARNT] = "MPI's own is faster, or was tried (LINKBOUND_LEARN)",
    };
    fprintf(stderr, "linkbound:   %-20s %10s  %s\n", "left to MPI", "calls", "because of");
    for (int j = 0; j < LB_LEFT_REASONS; j++) {
        for (int i = 0; i < LB_VERB_COUNT; i++) {
            uint64_t calls = lb_left_calls[i][j];
            if (calls > 0)
                fprintf(stderr, "linkbound:   %-20s %10" PRIu64 "  %s\n", lb_verb_name((lb_verb)i), calls, texts[j]);
        }
    }
}

static void print_plans(double *ours, double *usual) {
    for (unsigned i = 0; i < lb_entry_count; i++) {
        const lb_summary_row *e = &lb_entries[i];
        char gain[32] = "";
        *ours += e->ours;
        *usual += e->usual;
        if (e->ours > 0)
            snprintf(gain, sizeof gain, "%.2fx", e->usual / e->ours);
        fprintf(stderr, "linkbound:   %-20s %-26s %6" PRIu64 " %10" PRIu64 " %8s\n", lb_task_kind_name(e->kind),
                e->algorithm, e->plans, e->calls, gain);
    }
}

static void print_memory(void) {
    lb_process *process;
    if (lb_process_get(&process) != MPI_SUCCESS)
        return;
    pthread_mutex_lock(&process->lock);
    double kept = (double)(process->kept_bytes + process->idle_bytes) / 1048576,
           most = (double)process->memory / 1048576;
    uint64_t evicted = process->evicted;
    pthread_mutex_unlock(&process->lock);
    fprintf(stderr, "linkbound: %.1f MiB kept to be used again, of %.1f MiB that may be (LINKBOUND_MEMORY)", kept,
            most);
    if (evicted > 0)
        fprintf(stderr, "; %" PRIu64 " plans had to go", evicted);
    fprintf(stderr, "\n");
}

void lb_summary_print(void) {
    int rank = 0;
    double ours = 0, usual = 0;
    uint64_t all_left = 0;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (!lb_shim_setup.summary || rank != 0)
        return;
    fprintf(stderr, "linkbound: rank 0 on %s, calls of at least %" PRIu64 " bytes\n", lb_shim_setup.network,
            lb_shim_setup.minimum);
    lb_seats_print();
    fprintf(stderr, "linkbound: profile: %s\n", lb_machine_source());
    fprintf(stderr, "linkbound:   %-20s %10s %10s %16s\n", "collective", "linkbound", "MPI", "bytes");
    print_calls(&all_left);
    if (all_left > 0)
        print_reasons();
    lb_learn_print();
    if (lb_entry_count == 0)
        return;
    fprintf(stderr, "linkbound:   %-20s %-26s %6s %10s %8s\n", "task", "algorithm", "plans", "runs", "gain");
    print_plans(&ours, &usual);
    if (ours > 0)
        fprintf(stderr,
                "linkbound: reckoned from the profile, %.4g ms instead of %.4g ms by the usual algorithms: %.2fx\n",
                ours / 1e6, usual / 1e6, usual / ours);
    print_memory();
}

/* Collectives of several packets on graphs (tests/support/graphs.h): steps beside the bound, and what planning takes.
 * docs/networks.md has the table. Every plan is checked, and every witness verified.
 *
 *     bench_graphs [large] [PACKETS [TASK ...]]     64 packets; allgather, broadcast, reduce-scatter, reduce, allreduce
 *
 * large: those of 256 nodes.
 *
 * Last, the largest ratio and the mean of each task, and how many plans are at their bound. */
#define _GNU_SOURCE
#include "bench.h"
#include "support/graphs.h"

#include <inttypes.h>
#include <string.h>

typedef struct result {
    uint64_t steps, bound;
    double seconds;
    char algorithm[64];
} result;

typedef struct sum {
    double most, all, longest;
    unsigned count, at_bound, near;
} sum;

static result measure(const lb_net *net, lb_task_kind kind, uint64_t packets) {
    lb_task *task = NULL;
    lb_plan *plan;
    lb_report report;
    lb_bound *bound = malloc(sizeof *bound);
    lb_why why = {"memory"};
    lb_plan_options options = {.packets = packets};
    bench_must(bound ? lb_task_create(net, kind, NULL, &task, &why) : LB_ERR_MEMORY, &why);
    double start = bench_now();
    bench_must(lb_plan_create(task, &options, &plan, &why), &why);
    result r = {.seconds = bench_now() - start, .steps = lb_plan_steps(plan)};
    bench_must(lb_check_plan(plan, NULL, &report, &why), &why);
    lb_report_free(&report);
    bench_must(lb_bound_unit(task, 0, packets, bound, &why), &why);
    bench_must(lb_witness_verify(task, 0, packets, &bound->steps_witness, &why), &why);
    r.bound = bound->steps;
    snprintf(r.algorithm, sizeof r.algorithm, "%s", lb_plan_algorithm(plan));
    lb_plan_free(plan);
    lb_task_free(task);
    free(bound);
    return r;
}

static void add(sum *s, const result *r) {
    double ratio = (double)r->steps / (double)r->bound;
    s->most = ratio > s->most ? ratio : s->most;
    s->all += ratio;
    s->count++;
    s->at_bound += r->steps == r->bound;
    s->near += r->steps * 100 <= r->bound * 105;
    s->longest = r->seconds > s->longest ? r->seconds : s->longest;
}

static void measure_all(const char *name, uint64_t packets, bool large) {
    unsigned first = large ? GRAPHS_ALL : 0, end = large ? GRAPHS_ALL + GRAPHS_LARGE : GRAPHS_ALL;
    lb_task_kind kind;
    lb_why why = {"unknown task"};
    sum s = {0};
    bench_must(lb_task_kind_parse(name, &kind), &why);
    printf("\n%s, %" PRIu64 " packets\n%-26s %8s %8s %7s %8s\n", name, packets, "", "steps", "bound", "ratio",
           "seconds");
    for (unsigned i = first; i < end; i++) {
        char title[64];
        lb_net *net = graphs_make(i, title, &why);
        if (!net)
            bench_must(LB_ERR_ARG, &why);
        result r = measure(net, kind, packets);
        printf("%-26s %8" PRIu64 " %8" PRIu64 " %7.3f %8.2f  %s\n", title, r.steps, r.bound,
               (double)r.steps / (double)r.bound, r.seconds, r.algorithm);
        fflush(stdout);
        add(&s, &r);
        lb_net_free(net);
    }
    printf("%-26s at the bound %u of %u, within 1.05 %u; ratio at most %.3f, mean %.3f; at most %.2f seconds\n", "all",
           s.at_bound, s.count, s.near, s.most, s.all / s.count, s.longest);
}

int main(int argc, char **argv) {
    static const char *const tasks[] = {"allgather", "broadcast", "reduce-scatter", "reduce", "allreduce"};
    bool large = argc > 1 && strcmp(argv[1], "large") == 0;
    argc -= large;
    argv += large;
    uint64_t packets = argc > 1 ? strtoull(argv[1], NULL, 10) : 64;
    for (int i = 2; i < argc; i++)
        measure_all(argv[i], packets, large);
    for (size_t i = 0; argc < 3 && i < sizeof tasks / sizeof *tasks; i++)
        measure_all(tasks[i], packets, large);
    return 0;
}

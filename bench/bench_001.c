/* The long-message algorithms (001) by size: choosing, planning, checking and simulating.
 *
 * bench_001 [quick] prints three tables; with `quick` nothing larger than the 10-cube. CPU time. "choose" is
 * lb_formula_of with the algorithm "best": every formula is worked out and the fastest is taken. "simulate" is all of
 * lb_simulate, its check included; events are packets, pieces what they carry. */
#define _GNU_SOURCE
#include "bench.h"

#include <inttypes.h>
#include <string.h>

typedef struct subject {
    const char *task, *algorithm;
    uint32_t bytes;
} subject;

static const subject subjects[] = {
    {"broadcast", "broadcast-4", 1 << 20},
    {"reduce", "reduce-4", 1 << 20},
    {"send", "oc-send-4", 1 << 20},
    {"send", "arbitrary-send-2", 1 << 20},
    {"send", "arbitrary-send-3", 1 << 20},
    {"scatter", "distribute-1", 5040},
    {"scatter", "distribute-2", 5040},
    {"gather", "collect-2", 5040},
    {"allgather", "complete-broadcast", 5040},
    {"reduce-scatter", "histogram", 5040},
    {"allreduce", "histogram-broadcast", 1 << 20},
    {"alltoall", "complete-exchange", 5040},
    {"permute", "inversion", 5040},
    {"permute", "permuted-send", 5040},
    {"permute", "transpose-blocks", 5040},
};

static lb_task *make_task(const char *name, unsigned d) {
    lb_net *net;
    lb_task *task;
    lb_why why = {"unknown task"};
    lb_task_kind kind;
    uint32_t radix[32], last = (UINT32_C(1) << d) - 1, *list = malloc(((size_t)last + 1) * sizeof *list);
    if (!list)
        exit(1);
    for (unsigned i = 0; i < 32; i++)
        radix[i] = 2;
    for (uint32_t v = 0; v <= last; v++) /* an inversion when d is odd, else a transposition */
        list[v] = d % 2 ? v ^ last : (v >> d / 2 | v << d / 2) & last;
    bench_must(lb_net_create(d, radix, &net, &why), &why);
    bench_must(lb_task_kind_parse(name, &kind), &why);
    lb_task_params params = {.to = last, .list = list, .count = (size_t)last + 1};
    bench_must(lb_task_create(net, kind, &params, &task, &why), &why);
    free(list);
    lb_net_free(net);
    return task;
}

static lb_cost cost_of(uint64_t bytes) {
    return (lb_cost){.bytes = bytes, .tau = {1, 1}, .beta = {1000, 1}};
}

static void choose(const char *name, unsigned d) {
    lb_task *task = make_task(name, d);
    lb_formula formula = {.algorithm = ""};
    lb_why why;
    unsigned rounds = 0;
    double begin = bench_now(), now = begin;
    for (; now - begin < 0.02; rounds++, now = bench_now()) {
        lb_cost cost = cost_of(64 + rounds % 100000);
        lb_plan_options options = {.algorithm = "best", .clock = LB_LINEAR, .cost = &cost};
        bench_must(lb_formula_of(task, &options, &formula, &why), &why);
    }
    printf("%-16s %3u %-22s %10.2f\n", name, d, formula.algorithm, 1e6 * (now - begin) / rounds);
    lb_task_free(task);
}

static uint64_t pieces_of(const lb_plan *plan) {
    lb_report report;
    lb_why why;
    bench_must(lb_check_plan(plan, NULL, &report, &why), &why);
    lb_report_free(&report);
    return report.items;
}

static void measure(const subject *s, unsigned d) {
    lb_task *task = make_task(s->task, d);
    lb_cost cost = cost_of(s->bytes);
    lb_plan_options options = {.algorithm = s->algorithm, .clock = LB_LINEAR, .cost = &cost};
    lb_plan *plan;
    lb_timing timing;
    lb_why why = {""};
    double begin = bench_now();
    int error = lb_plan_create(task, &options, &plan, &why);
    double planned = bench_now() - begin;
    if (error) { /* too many pieces, or not this permutation: the library says so before making any */
        printf("%-20s %3u  %s\n", s->algorithm, d, why.text);
        lb_task_free(task);
        return;
    }
    begin = bench_now();
    bench_must(lb_simulate(plan, &cost, NULL, &timing, &why), &why);
    double simulated = bench_now() - begin;
    uint64_t pieces = pieces_of(plan), packets = lb_plan_template_moves(plan);
    printf("%-20s %3u %11" PRIu64 " %11" PRIu64 " %9.2f %9.2f %9.2f %9.2f\n", s->algorithm, d, packets, pieces,
           1e3 * planned, 1e-6 * (double)lb_plan_bytes(plan), 1e3 * simulated, 1e-6 * (double)packets / simulated);
    fflush(stdout);
    lb_timing_free(&timing);
    lb_plan_free(plan);
    lb_task_free(task);
}

int main(int argc, char **argv) {
    static const char *const tasks[] = {"broadcast", "send", "scatter", "allgather", "allreduce", "alltoall"};
    bool quick = argc > 1 && strcmp(argv[1], "quick") == 0;
    printf("%-16s %3s %-22s %10s\n", "choose", "d", "at the last size", "us a call");
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
        choose(tasks[i], 6);
        choose(tasks[i], 16);
    }
    printf("\n%-20s %3s %11s %11s %9s %9s %9s %9s\n", "algorithm", "d", "packets", "pieces", "plan ms", "MB",
           "simulate", "Mpacket/s");
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
        for (unsigned d = 4; d <= (quick ? 10 : 16); d += 2)
            measure(&subjects[i], d);
        if (strcmp(subjects[i].algorithm, "inversion") == 0)
            measure(&subjects[i], 9);
    }
    return 0;
}

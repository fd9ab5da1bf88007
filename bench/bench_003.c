/* K broadcasts (003) and prefix by size: making a plan, one node's program, checking.
 *
 * bench_003 [quick] prints three tables; with `quick` nothing larger than the 12-cube. CPU time. "program" is one
 * node's program, the mean of a few nodes: 0.1 s is what it may take on the 16-cube. */
#define _GNU_SOURCE
#include "bench.h"

#include <inttypes.h>
#include <string.h>

static uint64_t state = 1;

static uint32_t pick(uint32_t below) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((state >> 33) % below);
}

static lb_task *make_task(unsigned d, uint32_t count) {
    lb_net *net;
    lb_task *task;
    lb_why why;
    uint32_t radix[32], *list = malloc((size_t)count * sizeof *list);
    if (!list)
        exit(1);
    for (unsigned i = 0; i < 32; i++)
        radix[i] = 2;
    for (uint32_t i = 0; i < count; i++)
        list[i] = count == UINT32_C(1) << d ? i : pick(UINT32_C(1) << d);
    bench_must(lb_net_create(d, radix, &net, &why), &why);
    lb_task_params params = {.list = list, .count = count};
    bench_must(lb_task_create(net, LB_MULTIBROADCAST, &params, &task, &why), &why);
    free(list);
    lb_net_free(net);
    return task;
}

static double program_time(const lb_plan *plan, uint64_t *packets) {
    enum { NODES = 4 };
    uint32_t n = lb_net_nodes(lb_plan_net(plan));
    double begin = bench_now();
    *packets = 0;
    for (uint32_t k = 0; k < NODES; k++) {
        lb_program *program;
        lb_why why;
        bench_must(lb_program_create(plan, (uint32_t)((uint64_t)n * k / NODES + k), &program, &why), &why);
        for (unsigned port = 0; port < lb_net_ports(lb_plan_net(plan)); port++)
            *packets += lb_program_count(program, port, LB_SENDS) + lb_program_count(program, port, LB_RECEIVES);
        lb_program_free(program);
    }
    *packets /= NODES;
    return (bench_now() - begin) / NODES;
}

static void programs(unsigned d, uint32_t count, const char *algorithm) {
    lb_task *task = make_task(d, count);
    lb_plan *plan;
    lb_why why;
    lb_plan_options options = {.algorithm = algorithm};
    uint64_t packets;
    double begin = bench_now();
    bench_must(lb_plan_create(task, &options, &plan, &why), &why);
    double made = bench_now() - begin, program = program_time(plan, &packets);
    printf("%-18s %3u %7" PRIu32 " %7" PRIu32 " %10.1f %10.1f %9" PRIu64 " %10.2f\n", algorithm, d, count,
           lb_plan_steps(plan), 1e3 * made, 1e3 * program, packets, (double)lb_plan_bytes(plan) / 1048576);
    lb_plan_free(plan);
    lb_task_free(task);
}

static void whole(unsigned d, uint32_t count, const char *algorithm) {
    lb_task *task = make_task(d, count);
    lb_plan *plan;
    lb_why why;
    lb_report report;
    lb_bound bound;
    lb_plan_options options = {.algorithm = algorithm};
    double begin = bench_now();
    bench_must(lb_plan_create(task, &options, &plan, &why), &why);
    double made = bench_now() - begin;
    begin = bench_now();
    bench_must(lb_check_plan(plan, NULL, &report, &why), &why);
    double checked = bench_now() - begin;
    bench_must(lb_bound_unit(task, 0, 1, &bound, &why), &why);
    printf("%-18s %3u %7" PRIu32 " %7" PRIu32 " %7" PRIu64 " %10.1f %10.1f %11" PRIu64 "\n", algorithm, d, count,
           report.steps, bound.steps, 1e3 * made, 1e3 * checked, report.moves);
    lb_report_free(&report);
    lb_plan_free(plan);
    lb_task_free(task);
}

static void scans(const char *network) {
    double begin = bench_now();
    lb_plan *plan = bench_plan(network, "scan", "prefix", LB_UNIT);
    double made = bench_now() - begin;
    lb_report report;
    lb_why why;
    begin = bench_now();
    bench_must(lb_check_plan(plan, NULL, &report, &why), &why);
    printf("%-12s %7" PRIu32 " %10.3f %10.1f %11" PRIu64 "\n", network, report.steps, 1e3 * made,
           1e3 * (bench_now() - begin), report.moves);
    lb_report_free(&report);
    lb_plan_free(plan);
}

int main(int argc, char **argv) {
    static const char *const streamed[] = {"three-phase-scan", "three-phase", "three-phase-wide", "many-roots", "auto"};
    static const char *const all[] = {"rarest-first",     "own-trees",        "many-roots", "random-trees",
                                      "three-phase-wide", "three-phase-scan", "randomised", "same-order"};
    bool quick = argc > 1 && strcmp(argv[1], "quick") == 0;
    unsigned large = quick ? 12 : 16, middle = quick ? 8 : 10;
    printf("%-18s %3s %7s %7s %10s %10s %9s %10s\n", "one node", "d", "K", "steps", "plan ms", "program ms", "packets",
           "MiB held");
    for (size_t a = 0; a < sizeof streamed / sizeof *streamed; a++) {
        const uint32_t counts[] = {1, 1000, UINT32_C(1) << large};
        for (size_t i = 0; i < 3; i++)
            programs(large, counts[i], streamed[a]);
    }
    printf("\n%-18s %3s %7s %7s %7s %10s %10s %11s\n", "whole plans", "d", "K", "steps", "bound", "plan ms", "check ms",
           "moves");
    for (size_t a = 0; a < sizeof all / sizeof *all; a++) {
        whole(middle, 3 * middle, all[a]);
        whole(middle, 1000, all[a]);
    }
    printf("\n%-12s %7s %10s %10s %11s\n", "scan", "steps", "plan ms", "check ms", "moves");
    scans("cube:10");
    scans(quick ? "cube:12" : "cube:18");
    scans("32x32");
    return 0;
}

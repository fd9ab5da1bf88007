/* What the benchmarks share: CPU time (the machine may be busy with other things), and stopping at an error. */
#ifndef LB_BENCH_H
#define LB_BENCH_H

#include "linkbound.h"

#include <stdlib.h>
#include <time.h>

static inline double bench_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Wall-clock time, for work that waits for files. */
static inline double bench_wall(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline void bench_must(int error, const lb_why *why) {
    if (error) {
        fprintf(stderr, "bench: %s\n", why->text);
        exit(1);
    }
}

/* A plan by names, as a user asks for it. */
static inline lb_plan *bench_plan(const char *network, const char *task_name, const char *algorithm, lb_clock clock) {
    lb_net *net;
    lb_task *task;
    lb_plan *plan;
    lb_why why = {"unknown task"};
    lb_task_kind kind;
    lb_plan_options options = {.algorithm = algorithm, .clock = clock};
    bench_must(lb_net_parse(network, &net, &why), &why);
    bench_must(lb_task_kind_parse(task_name, &kind), &why);
    bench_must(lb_task_create(net, kind, NULL, &task, &why), &why);
    bench_must(lb_plan_create(task, &options, &plan, &why), &why);
    lb_task_free(task);
    lb_net_free(net);
    return plan;
}

#endif

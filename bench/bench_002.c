/* Isotropic tasks and the torus collectives (002) by size: that time and memory grow with the moves and nothing else.
 *
 * bench_002 [quick] prints a table for each algorithm; with `quick` the networks of more than 100,000 nodes are left
 * out. Making the plan, CPU time, the best of several runs where one takes less than 20 ms; moves and bytes are those
 * of the template, which one node holds for all. */
#define _GNU_SOURCE
#include "bench.h"

#include <inttypes.h>
#include <string.h>

typedef struct subject {
    const char *net, *task, *algorithm, *rule;
    uint32_t ports;
    size_t random; /* isotropic: so many offsets */
} subject;

static lb_task *make_task(const subject *s) {
    lb_net *net;
    lb_task *task;
    lb_why why = {"unknown task"};
    lb_task_kind kind;
    uint64_t state = 1;
    bench_must(lb_net_parse(s->net, &net, &why), &why);
    bench_must(lb_task_kind_parse(s->task, &kind), &why);
    uint32_t *list = malloc((s->random + 1) * sizeof *list);
    if (!list)
        exit(1);
    for (size_t i = 0; i < s->random; i++) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        list[i] = (uint32_t)((state >> 33) % lb_net_nodes(net));
    }
    bench_must(lb_task_create(net, kind, &(lb_task_params){.list = list, .count = s->random}, &task, &why), &why);
    free(list);
    lb_net_free(net);
    return task;
}

/* Makes the plan; the time it takes. */
static double run(const lb_task *task, const subject *s, lb_plan **plan) {
    lb_plan_options options = {.algorithm = s->algorithm, .rule = s->rule, .ports = s->ports, .seed = 1};
    lb_why why;
    double begin = bench_now();
    bench_must(lb_plan_create(task, &options, plan, &why), &why);
    return bench_now() - begin;
}

static void measure(const subject *s) {
    lb_task *task = make_task(s);
    lb_plan *plan;
    lb_bound bound;
    lb_why why;
    double least = run(task, s, &plan), sum = least;
    while (sum < 0.02) {
        lb_plan_free(plan);
        double time = run(task, s, &plan);
        least = time < least ? time : least;
        sum += time + 1e-6;
    }
    bench_must(lb_bound_unit(task, s->ports, 1, &bound, &why), &why);
    uint64_t moves = lb_plan_template_moves(plan);
    printf("%-12s %-16s %10u %10" PRIu64 " %11" PRIu64 " %10.2f %8.2f %8.1f %9.2f\n", s->net,
           s->rule ? s->rule : s->task, lb_plan_steps(plan), bound.steps, moves, 1e3 * least,
           1e9 * least / (double)moves, 1e-6 * (double)moves / least, 1e-6 * (double)lb_plan_bytes(plan));
    fflush(stdout);
    lb_plan_free(plan);
    lb_task_free(task);
}

static bool is_large(const char *text) {
    lb_net *net;
    lb_why why;
    bench_must(lb_net_parse(text, &net, &why), &why);
    bool large = lb_net_nodes(net) > 100000;
    lb_net_free(net);
    return large;
}

static void table(const char *title, const subject *subjects, size_t count, bool quick) {
    printf("%s\n%-12s %-16s %10s %10s %11s %10s %8s %8s %9s\n", title, "network", "task or rule", "steps", "bound",
           "moves", "ms", "ns/move", "M/s", "MB");
    for (size_t i = 0; i < count; i++) {
        if (!quick || !is_large(subjects[i].net))
            measure(&subjects[i]);
    }
    printf("\n");
}

static const subject exchange[] = {
    {"cube:10", "alltoall", "isotropic", NULL, 0, 0},
    {"cube:12", "alltoall", "isotropic", NULL, 0, 0},
    {"cube:14", "alltoall", "isotropic", NULL, 0, 0},
    {"cube:16", "alltoall", "isotropic", NULL, 0, 0},
    {"cube:18", "alltoall", "isotropic", NULL, 0, 0},
    {"cube:20", "alltoall", "isotropic", NULL, 0, 0},
    {"cube:16", "alltoall", "isotropic", NULL, 5, 0},
    {"8x8x8", "alltoall", "isotropic", NULL, 0, 0},
    {"16x16x16", "alltoall", "isotropic", NULL, 0, 0},
    {"32x32x32", "alltoall", "isotropic", NULL, 0, 0},
    {"64x64x64", "alltoall", "isotropic", NULL, 0, 0},
    {"15x16x17", "alltoall", "isotropic", NULL, 0, 0},
    {"16x16x16x16", "isotropic", "isotropic", NULL, 0, 1000},
    {"16x16x16x16", "isotropic", "isotropic", NULL, 0, 10000},
    {"16x16x16x16", "isotropic", "isotropic", NULL, 0, 100000},
    {"16x16x16x16", "isotropic", "isotropic", NULL, 0, 1000000},
};

static const subject greedy[] = {
    {"cube:12", "alltoall", "greedy", "farthest", 0, 0},  {"cube:14", "alltoall", "greedy", "farthest", 0, 0},
    {"cube:16", "alltoall", "greedy", "farthest", 0, 0},  {"cube:16", "alltoall", "greedy", "nearest", 0, 0},
    {"cube:16", "alltoall", "greedy", "first", 0, 0},     {"cube:16", "alltoall", "greedy", "random", 0, 0},
    {"16x16x16", "alltoall", "greedy", "farthest", 0, 0},
};

static const subject allgather[] = {
    {"8x8", "allgather", "torus-allgather", NULL, 0, 0},      {"16x16", "allgather", "torus-allgather", NULL, 0, 0},
    {"32x32", "allgather", "torus-allgather", NULL, 0, 0},    {"8x8x8", "allgather", "torus-allgather", NULL, 0, 0},
    {"64x64", "allgather", "torus-allgather", NULL, 0, 0},    {"16x16x16", "allgather", "torus-allgather", NULL, 0, 0},
    {"32x32x32", "allgather", "torus-allgather", NULL, 0, 0}, {"64x64x64", "allgather", "torus-allgather", NULL, 0, 0},
};

int main(int argc, char **argv) {
    bool quick = argc == 2 && strcmp(argv[1], "quick") == 0;
    if (argc > 1 && !quick) {
        fprintf(stderr, "usage: bench_002 [quick]\n");
        return 2;
    }
    table("isotropic", exchange, sizeof exchange / sizeof exchange[0], quick);
    table("greedy", greedy, sizeof greedy / sizeof greedy[0], quick);
    table("torus-allgather", allgather, sizeof allgather / sizeof allgather[0], quick);
    return 0;
}

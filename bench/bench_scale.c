/* Large networks, planned and checked: CPU time of one core, and the most memory the process ever had, beside what was
 * aimed at. Each is a process of its own, so that memory is its own. docs/scale.md has the table.
 *
 *     bench_scale            the large ones
 *     bench_scale around     points between and around them
 *     bench_scale TASK NET   one */
#define _DEFAULT_SOURCE
#include "bench.h"

#include <inttypes.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct row {
    const char *task, *net;
    uint32_t root;
    double seconds; /* aimed at; 0: nothing is */
    uint64_t megabytes;
} row;

static const row large[] = {
    {"broadcast", "cube:20", 0, 0, 0}, {"allgather", "cube:20", 0, 0, 0},      {"alltoall", "cube:20", 0, 0, 0},
    {"scatter", "cube:24", 0, 5, 0},   {"scatter", "1024x1024", 0, 5, 0},      {"alltoall", "1024x1024", 0, 5, 1000},
    {"scan", "cube:20", 0, 2, 0},      {"scan", "64x64x64", 0, 2, 0},          {"permute", "cube:20", 0, 2, 0},
    {"allreduce", "cube:20", 0, 0, 0}, {"multibroadcast", "cube:20", 0, 5, 0}, {"allreduce", "cube:24", 0, 0, 0},
};

static const row around[] = {
    {"scatter", "cube:22", 12345, 0, 0}, {"scatter", "512x512", 777, 0, 0},      {"scatter", "1000x1000", 999, 0, 0},
    {"scatter", "63x64x65", 100, 0, 0},  {"alltoall", "512x512", 0, 0, 0},       {"alltoall", "1000x1000", 0, 0, 0},
    {"alltoall", "63x64x65", 0, 0, 0},   {"scan", "cube:18", 0, 0, 0},           {"scan", "63x64x65", 0, 0, 0},
    {"permute", "cube:19", 0, 0, 0},     {"permute", "512x512", 0, 0, 0},        {"allreduce", "cube:22", 0, 0, 0},
    {"allreduce", "512x512", 0, 0, 0},   {"multibroadcast", "512x512", 0, 0, 0},
};

/* The permutation turns the order of the nodes round; 100 sources are spread evenly. */
static lb_task *make_task(const row *r) {
    lb_net *net;
    lb_task *task;
    lb_task_kind kind;
    lb_why why = {"unknown task"};
    bench_must(lb_net_parse(r->net, &net, &why), &why);
    bench_must(lb_task_kind_parse(r->task, &kind), &why);
    uint32_t n = lb_net_nodes(net);
    size_t count = kind == LB_PERMUTE ? n : kind == LB_MULTIBROADCAST ? 100 : 0;
    uint32_t *list = calloc(count + 1, sizeof *list);
    for (size_t i = 0; list && i < count; i++)
        list[i] = kind == LB_PERMUTE ? n - 1 - (uint32_t)i : (uint32_t)((uint64_t)i * n / count);
    lb_task_params params = {.root = r->root, .list = count ? list : NULL, .count = count};
    bench_must(lb_task_create(net, kind, &params, &task, &why), &why);
    free(list);
    lb_net_free(net);
    return task;
}

static void measure(const row *r) {
    lb_plan *plan;
    lb_report report;
    lb_bound bound;
    lb_why why = {""};
    struct rusage used;
    lb_task *task = make_task(r);
    double begin = bench_now();
    bench_must(lb_plan_create(task, NULL, &plan, &why), &why);
    double planned = bench_now();
    bench_must(lb_check_plan(plan, NULL, &report, &why), &why);
    double checked = bench_now();
    bench_must(lb_bound_unit(task, 0, 1, &bound, &why), &why);
    getrusage(RUSAGE_SELF, &used);
    uint64_t megabytes = (uint64_t)used.ru_maxrss / 1000;
    bool fast = r->seconds == 0 || checked - begin <= r->seconds;
    bool small = r->megabytes == 0 || megabytes <= r->megabytes;
    printf("| %s | %s | %u | %s | %" PRIu32 " | %" PRIu64 " | %" PRIu64 " | %.2f | %.2f | %" PRIu64 " |", r->task,
           r->net, (unsigned)r->root, lb_plan_algorithm(plan), lb_plan_steps(plan), bound.steps, lb_plan_moves(plan),
           planned - begin, checked - planned, megabytes);
    if (r->seconds > 0)
        printf(" %g s%s", r->seconds, fast && small ? "" : ": missed");
    puts(" |");
    lb_report_free(&report);
    lb_plan_free(plan);
    lb_task_free(task);
}

static void measure_apart(const row *r) {
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        measure(r);
        fflush(stdout);
        _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0)
        printf("| %s | %s | could not be measured |\n", r->task, r->net);
}

int main(int argc, char **argv) {
    bool others = argc == 2 && strcmp(argv[1], "around") == 0;
    const row *rows = others ? around : large, one = {argc > 1 ? argv[1] : "", argc > 2 ? argv[2] : "", 0, 0, 0};
    size_t count = others ? sizeof around / sizeof *around : sizeof large / sizeof *large;
    if (argc == 3) {
        rows = &one;
        count = 1;
    }
    puts("| task | network | root | algorithm | steps | bound | transmissions | plan, s | check, s | memory, MB | aim "
         "|");
    puts("|---|---|---|---|---|---|---|---|---|---|---|");
    for (size_t i = 0; i < count; i++)
        measure_apart(&rows[i]);
    return 0;
}

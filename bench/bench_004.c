/* Trees (004) by size: parents, children, indices, subtree sizes, and plans on them.
 *
 * bench_004 [quick] prints two tables; with `quick` nothing larger than the 14-cube. CPU time. "all parents" asks every
 * node of the cube for its parent in part 0; the others are averages over nodes spread over the cube. */
#define _GNU_SOURCE
#include "bench.h"
#include "linkbound-tree.h"

#include <inttypes.h>
#include <string.h>

enum { SAMPLES = 20000 };

static volatile uint32_t sink; /* so that nothing is left out */

static void measure_tree(unsigned d, lb_tree_kind kind) {
    char name[16];
    lb_net *net;
    lb_tree *tree;
    lb_why why;
    unsigned ports[LB_MAX_PORTS];
    snprintf(name, sizeof name, "cube:%u", d);
    bench_must(lb_net_parse(name, &net, &why), &why);
    double begin = bench_now();
    bench_must(lb_tree_create(net, kind, 0, &tree, &why), &why);
    double made = bench_now() - begin;
    uint32_t n = lb_net_nodes(net), sum = 0, step = n > SAMPLES ? n / SAMPLES : 1, asked = 0;
    begin = bench_now();
    for (uint32_t v = 0; v < n; v++)
        sum += lb_tree_parent(tree, 0, v);
    double parents = bench_now() - begin;
    begin = bench_now();
    for (uint32_t v = 0; v < n; v += step, asked++)
        sum += lb_tree_children(tree, lb_tree_parts(tree) - 1, v, ports);
    double children = (bench_now() - begin) / asked;
    uint32_t path[64];
    begin = bench_now();
    for (uint32_t v = 0; v < n; v += step)
        sum += lb_tree_path(tree, 0, v, path, 64);
    double paths = (bench_now() - begin) / asked;
    begin = bench_now();
    for (uint32_t v = 1; v < n; v += v) /* below the root: closed forms, or the whole subtree */
        sum += lb_tree_size(tree, 0, v);
    double sizes = (bench_now() - begin) / d;
    sink = sum;
    printf("%-14s %3u %10.2f %12.1f %12.3f %10.3f %14.3f\n", lb_tree_kind_name(kind), d, 1e3 * made, 1e3 * parents,
           1e6 * children, 1e6 * paths, 1e6 * sizes);
    lb_tree_free(tree);
    lb_net_free(net);
}

static void measure_plan(unsigned d, const char *tree, lb_task_kind kind, lb_clock clock, uint32_t ports) {
    char name[16];
    lb_net *net;
    lb_task *task;
    lb_plan *plan;
    lb_report report;
    lb_why why;
    lb_plan_options options = {.tree = tree, .clock = clock, .ports = ports};
    snprintf(name, sizeof name, "cube:%u", d);
    bench_must(lb_net_parse(name, &net, &why), &why);
    bench_must(lb_task_create(net, kind, NULL, &task, &why), &why);
    double begin = bench_now();
    bench_must(lb_plan_create(task, &options, &plan, &why), &why);
    double planned = bench_now() - begin;
    begin = bench_now();
    bench_must(lb_check_plan(plan, NULL, &report, &why), &why);
    double checked = bench_now() - begin;
    printf("%-14s %-10s %-6s %5s %3u %10.2f %10.2f %10" PRIu32 " %12" PRIu64 "\n", tree, lb_task_kind_name(kind),
           clock == LB_UNIT ? "unit" : "linear", ports ? "one" : "all", d, 1e3 * planned, 1e3 * checked, report.steps,
           lb_plan_template_moves(plan));
    fflush(stdout);
    lb_report_free(&report);
    lb_plan_free(plan);
    lb_task_free(task);
    lb_net_free(net);
}

int main(int argc, char **argv) {
    static const lb_task_kind kinds[] = {LB_BROADCAST, LB_SCATTER, LB_ALLGATHER, LB_ALLTOALL};
    bool quick = argc > 1 && strcmp(argv[1], "quick") == 0;
    printf("%-14s %3s %10s %12s %12s %10s %14s\n", "tree", "d", "create ms", "parents ms", "children us", "path us",
           "branch size us");
    for (int kind = 0; kind < LB_TREE_KINDS; kind++) {
        measure_tree(12, (lb_tree_kind)kind);
        if (!quick)
            measure_tree(20, (lb_tree_kind)kind);
    }
    printf("\n%-14s %-10s %-6s %5s %3s %10s %10s %10s %12s\n", "tree", "task", "clock", "ports", "d", "plan ms",
           "check ms", "steps", "moves held");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        for (unsigned d = 10; d <= (quick ? 10 : 16); d += 3) {
            measure_plan(d, "sbg-minr", kinds[i], LB_UNIT, 0);
            measure_plan(d, "sbg-minr", kinds[i], LB_LINEAR, 0);
            measure_plan(d, "sbnt-minr", kinds[i], LB_UNIT, 1);
            measure_plan(d, "sbnt-minr", kinds[i], LB_LINEAR, 1);
        }
    }
    return 0;
}

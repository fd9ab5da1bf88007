/* How fast plans are made, streamed, checked and timed, and in how much memory.
 *
 * Rates are in million moves a second of CPU time. "against streaming" is the time of the check over the time of merely
 * reading the same moves through a cursor; "memory" is what the check took, and beside it what the record of who holds
 * what needs at the least: a bit per node and block (allgather, reduce-scatter), log2 n bits per block (alltoall). */
#define _POSIX_C_SOURCE 200809L
#include "bench.h"

#include <inttypes.h>

static double stream(const lb_plan *plan) {
    lb_cursor *cursor;
    lb_move move;
    lb_why why;
    uint64_t sum = 0;
    bench_must(lb_cursor_open(plan, &cursor, &why), &why);
    double begin = bench_now();
    while (lb_cursor_next(cursor, &move))
        sum += move.to + move.items[0].lo;
    double end = bench_now();
    lb_cursor_close(cursor);
    if (sum == 1) /* keeps the loop */
        puts("");
    return end - begin;
}

static double check(const lb_plan *plan, lb_replay replay, uint64_t *bytes) {
    lb_check_options options = {.replay = replay};
    lb_report report;
    lb_why why;
    double begin = bench_now();
    bench_must(lb_check_plan(plan, &options, &report, &why), &why);
    double end = bench_now();
    *bytes = report.peak_bytes;
    lb_report_free(&report);
    return end - begin;
}

static void full(const char *network, const char *task, unsigned d) {
    double begin = bench_now();
    lb_plan *plan = bench_plan(network, task, NULL, LB_UNIT);
    double planned = bench_now() - begin, n = lb_net_nodes(lb_plan_net(plan));
    uint64_t moves = lb_plan_moves(plan), bytes;
    double streamed = stream(plan), checked = check(plan, LB_REPLAY_FULL, &bytes);
    bool carried = lb_task_class(lb_plan_task(plan)) == LB_CARRY;
    double needed = carried ? n * n * d / 8 : n * n / 8;
    printf("%-8s %-15s %9" PRIu64
           "  plan %7.3f ms  stream %6.1f M/s  check %6.1f M/s  %4.1f x streaming  memory %8.3f MB "
           "(record at least %6.3f)\n",
           network, task, moves, 1e3 * planned, (double)moves / streamed / 1e6, (double)moves / checked / 1e6,
           checked / streamed, (double)bytes / 1e6, needed / 1e6);
    lb_plan_free(plan);
}

static void relative(const char *network, const char *task) {
    double begin = bench_now();
    lb_plan *plan = bench_plan(network, task, NULL, LB_UNIT);
    double planned = bench_now() - begin;
    uint64_t moves = lb_plan_template_moves(plan), bytes;
    double checked = check(plan, LB_REPLAY_RELATIVE, &bytes);
    printf("%-8s %-15s %9" PRIu64
           "  plan %7.3f s, %5.1f ns a move, %8.3f MB  check %6.3f s, %5.1f ns a move, %8.3f MB\n",
           network, task, moves, planned, 1e9 * planned / (double)moves, (double)lb_plan_bytes(plan) / 1e6, checked,
           1e9 * checked / (double)moves, (double)bytes / 1e6);
    lb_plan_free(plan);
}

static void simulate(const char *network, const char *task) {
    lb_plan *plan = bench_plan(network, task, NULL, LB_LINEAR);
    lb_cost cost = {.bytes = 5040, .tau = {1, 1}, .beta = {40, 1}};
    lb_check_options options = {.replay = LB_REPLAY_FULL};
    lb_timing timing;
    lb_why why;
    double begin = bench_now();
    bench_must(lb_simulate(plan, &cost, &options, &timing, &why), &why);
    double took = bench_now() - begin;
    printf("%-8s %-15s %9" PRIu64 "  simulate (check included) %6.1f M packets/s, memory %8.3f MB\n", network, task,
           timing.packets, (double)timing.packets / took / 1e6, (double)timing.peak_bytes / 1e6);
    lb_timing_free(&timing);
    lb_plan_free(plan);
}

int main(void) {
    char network[16];
    puts("full replay of every node");
    for (unsigned d = 8; d <= 10; d++) {
        snprintf(network, sizeof network, "cube:%u", d);
        full(network, "allgather", d);
        full(network, "alltoall", d);
        full(network, "reduce-scatter", d);
    }
    full("4x4x4x4", "alltoall", 8);
    full("5x5x5x5", "alltoall", 10);
    puts("\nrelative addresses: growth with size");
    for (unsigned d = 10; d <= 20; d += 2) {
        snprintf(network, sizeof network, "cube:%u", d);
        relative(network, "alltoall");
    }
    relative("cube:20", "allgather");
    relative("cube:20", "reduce-scatter");
    puts("\nlinear clock");
    simulate("cube:10", "alltoall");
    simulate("cube:10", "allgather");
    return 0;
}

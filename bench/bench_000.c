/* The optimal collectives of the d-cube (000) by size: that time and memory grow with the moves and with nothing else.
 *
 * bench_000 [MOST] prints a table for each, d = 10, 12, .. MOST (20 unless told; up to 26, memory permitting).
 *   plan     making the plan, and what it holds
 *   write    storing nine bytes a move (two names and a port) into arrays in memory, from a counter: what holding the
 *            template costs at the least
 *   make     the plan, and where it does not hold its moves, making them all, step by step, into arrays; and the ratio
 *            to write
 *   stream   reading every move of the template once, a move at a time, as the checker does
 *   program  what one node does (node 0; of the scatter that is the root, which has the most to do)
 *   check    replaying it: on relative addresses, the scatter in full
 * Times are CPU time, the best of several runs where one takes less than 20 ms; ns are per move of the template. */
#define _GNU_SOURCE
#include "bench.h"
#include "check/plan_source.h"

#include <inttypes.h>
#include <malloc.h>

typedef struct row {
    double plan, make, stream, write, program, check;
    size_t plan_bytes, program_bytes;
    uint64_t moves, check_bytes;
} row;

static volatile uint64_t sink; /* keeps loops whose result nobody wants */

/* What is taken from the heap just now; 0 where that cannot be asked. */
static size_t taken(void) {
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#else
    return 0;
#endif
}

/* The best of several runs, for 20 ms or once. */
static double best(double (*run)(const lb_plan *plan, row *r), const lb_plan *plan, row *r) {
    double least = run(plan, r), sum = least;
    while (sum < 0.02) {
        double time = run(plan, r);
        least = time < least ? time : least;
        sum += time + 1e-6;
    }
    return least;
}

static double stream_template(const lb_plan *plan, row *r) {
    lb_plan_source source;
    lb_move move;
    lb_why why;
    uint64_t sum = 0;
    double begin = bench_now();
    bench_must(lb_plan_source_open(&source, plan, lb_plan_orbit(plan) == LB_SYMMETRIC, &why), &why);
    while (source.source.next(&source.source, &move, &why) == 1)
        sum += move.to + move.items[0].origin + move.items[0].dest;
    lb_plan_source_close(&source);
    sink = sum;
    (void)r;
    return bench_now() - begin;
}

/* Every move of the template in arrays, step by step: where the plan does not hold them, they are made here. */
static double load_steps(const lb_plan *plan, row *r) {
    lb_stepper steps;
    lb_why why;
    uint64_t sum = 0;
    double begin = bench_now();
    bench_must(lb_stepper_open(&steps, plan, &why), &why);
    for (uint32_t step = 1; step <= lb_plan_steps(plan); step++) {
        lb_stepper_load(&steps, step);
        sum += steps.to - steps.from;
    }
    lb_stepper_close(&steps);
    if (sum != r->moves)
        bench_must(LB_ERR_CHECK, &(lb_why){"moves are missing"});
    return bench_now() - begin;
}

/* In pieces of 9 MiB that are written over and over, so that large cubes do not need the memory. */
enum { PIECE = 1 << 20 };
static uint32_t origins[PIECE], dests[PIECE];
static uint8_t ports[PIECE];

static double plain_write(const lb_plan *plan, row *r) {
    uint64_t done = 0;
    double begin = bench_now();
    (void)plan;
    while (done < r->moves) {
        uint64_t count = r->moves - done < PIECE ? r->moves - done : PIECE;
        for (uint64_t i = 0; i < count; i++) {
            origins[i] = (uint32_t)(done + i);
            dests[i] = (uint32_t)(done - i);
            ports[i] = (uint8_t)i;
        }
        __asm__ volatile(""
                         :
                         : "r"(origins), "r"(dests), "r"(ports)
                         : "memory"); /* they are all read, for all it knows */
        done += count;
    }
    return bench_now() - begin;
}

static double make_program(const lb_plan *plan, row *r) {
    lb_program *program;
    lb_why why;
    size_t before = taken();
    double begin = bench_now();
    bench_must(lb_program_create(plan, 0, &program, &why), &why);
    double end = bench_now();
    r->program_bytes = taken() - before;
    lb_program_free(program);
    return end - begin;
}

static double check(const lb_plan *plan, row *r, lb_replay replay) {
    lb_check_options options = {.replay = replay, .memory = UINT64_C(16) << 30};
    lb_report report;
    lb_why why;
    double begin = bench_now();
    bench_must(lb_check_plan(plan, &options, &report, &why), &why);
    double end = bench_now();
    r->check_bytes = report.peak_bytes;
    lb_report_free(&report);
    return end - begin;
}

static double check_template(const lb_plan *plan, row *r) {
    return check(plan, r, lb_plan_orbit(plan) == LB_SYMMETRIC ? LB_REPLAY_RELATIVE : LB_REPLAY_FULL);
}

static double check_full(const lb_plan *plan, row *r) {
    return check(plan, r, LB_REPLAY_FULL);
}

static double make_plan(const lb_plan *plan, row *r) {
    const lb_task *task = lb_plan_task(plan);
    lb_plan *made;
    lb_why why;
    double begin = bench_now();
    bench_must(lb_plan_create(task, &(lb_plan_options){.algorithm = lb_plan_algorithm(plan)}, &made, &why), &why);
    double end = bench_now();
    r->plan_bytes = lb_plan_bytes(made);
    lb_plan_free(made);
    return end - begin;
}

static lb_plan *plan_on(unsigned d, const char *task) {
    char network[16];
    snprintf(network, sizeof network, "cube:%u", d);
    return bench_plan(network, task, NULL, LB_UNIT);
}

static void show(unsigned d, const row *r) {
    double per = 1e9 / (double)r->moves, mega = 1e-6;
    printf("%3u %10" PRIu64 " |%8.2f %7.2f |%6.2f %6.2f %5.1f %7.2f |%8.2f %6.2f %7.2f |%8.2f %6.2f %7.2f\n", d,
           r->moves, 1e3 * r->plan, mega * (double)r->plan_bytes, per * r->write, per * r->make, r->make / r->write,
           per * r->stream, 1e3 * r->program, per * r->program, mega * (double)r->program_bytes, 1e3 * r->check,
           per * r->check, mega * (double)r->check_bytes);
    fflush(stdout);
}

static void table(const char *task, unsigned most) {
    for (unsigned d = 10; d <= most; d += 2) {
        lb_plan *plan = plan_on(d, task);
        row r = {.moves = lb_plan_template_moves(plan)};
        if (d == 10) {
            printf("%s (%s)\n", lb_plan_algorithm(plan), task);
            printf("%3s %10s |%16s |%27s |%23s |%23s\n", "", "", "plan", "ns a move", "program of a node", "check");
            printf("%3s %10s |%8s %7s |%6s %6s %5s %7s |%8s %6s %7s |%8s %6s %7s\n", "d", "moves", "ms", "MB", "write",
                   "make", "ratio", "stream", "ms", "ns", "MB", "ms", "ns", "MB");
        }
        r.plan = best(make_plan, plan, &r);
        r.make = r.plan + best(load_steps, plan, &r);
        r.stream = best(stream_template, plan, &r);
        r.write = best(plain_write, plan, &r);
        r.program = best(make_program, plan, &r);
        r.check = best(check_template, plan, &r);
        show(d, &r);
        lb_plan_free(plan);
    }
    printf("\n");
}

static void replay(const char *task, unsigned d) {
    lb_plan *plan = plan_on(d, task);
    row r = {.moves = lb_plan_moves(plan)};
    double time = best(check_full, plan, &r);
    printf("%-20s %3u %10" PRIu64 " moves %9.2f ms %7.2f ns a move %9.2f MB\n", lb_plan_algorithm(plan), d, r.moves,
           1e3 * time, 1e9 * time / (double)r.moves, 1e-6 * (double)r.check_bytes);
    lb_plan_free(plan);
}

int main(int argc, char **argv) {
    static const char *const tasks[] = {"allgather", "scatter", "alltoall"};
    unsigned most = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 20;
    if (most < 10 || most > 26) {
        fprintf(stderr, "usage: bench_000 [MOST], the dimensions of the largest cube, 10 to 26\n");
        return 2;
    }
    for (int i = 0; i < 3; i++)
        table(tasks[i], most);
    printf("every node replayed\n");
    for (unsigned d = 10; d <= 11; d++) {
        for (int i = 0; i < 3; i++)
            replay(tasks[i], d);
    }
    return 0;
}

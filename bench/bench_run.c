/* The threads engine beside what a good programmer writes by hand for the same collective (plain.h), all in the same
 * threads, in turns, so that the ratio means something on a busy machine: the least of the wall-clock times of all
 * rounds in half a second, and of at least 15.
 *
 *     bench_run [-c] [-o] [-t task] [-b bytes] [-n calls] [-s seconds] [ranks...]      2 to 16 ranks by default; powers
 * of two
 *
 * With -c times are the processors' on all ranks together, which does not depend on what else they do, and not by the
 * clock on the wall. Three columns of times: through shared memory (lb_action_create_shared), by a plan over the links
 * of a cube, and by hand; the ratios are by hand over each of the others. With -o the one by hand has OpenMP's threads
 * and barriers, in turns with the team's: OMP_WAIT_POLICY says how they wait.
 *
 * A store-and-forward network moves a block over several links where shared memory copies it once; what the plan saves
 * is waking threads. */
#define _POSIX_C_SOURCE 200809L
#include "bench.h"
#include "linkbound-run.h"
#include "plain.h"

#include <string.h>
#include <unistd.h>

enum { ROUNDS = 15 };

typedef struct bench {
    lb_action *shared, *planned;
    unsigned calls;
    bool openmp, more;
    double end; /* of the rounds */
    unsigned rounds;
    double through_memory, by_plan, by_hand; /* the least so far */
    double (*clock)(void);
    double start[PLAIN_MOST], stop[PLAIN_MOST]; /* per rank */
    plain plain;
} bench;

static void keep_least(double *least, double seconds) {
    *least = *least == 0 || seconds < *least ? seconds : *least;
}

/* From when the first rank begins to when the last has ended; all have, and none begins again before rank 0 goes on. */
static void note(const bench *b, double *best) {
    double start = b->start[0], end = b->stop[0];
    for (uint32_t v = 1; v < b->plain.ranks; v++) {
        start = b->start[v] < start ? b->start[v] : start;
        end = b->stop[v] > end ? b->stop[v] : end;
    }
    keep_least(best, (end - start) / b->calls);
}

static int time_action(lb_rank *me, bench *b, lb_action *action, double *best) {
    uint32_t v = lb_rank_node(me);
    int error = lb_rank_do(me, action, b->plain.in[v], b->plain.out[v]);
    if (!error)
        error = lb_rank_barrier(me);
    b->start[v] = b->clock();
    for (unsigned i = 0; i < b->calls && !error; i++)
        error = lb_rank_do(me, action, b->plain.in[v], b->plain.out[v]);
    b->stop[v] = b->clock();
    if (!error)
        error = lb_rank_barrier(me);
    if (!error && v == 0)
        note(b, best);
    return error ? error : lb_rank_barrier(me);
}

static void time_plain(bench *b, uint32_t me, double *best) {
    plain_barrier(&b->plain, me);
    b->start[me] = b->clock();
    for (unsigned i = 0; i < b->calls; i++) {
        plain_barrier(&b->plain, me);
        plain_body(&b->plain, me);
        plain_barrier(&b->plain, me);
    }
    b->stop[me] = b->clock();
    plain_barrier(&b->plain, me);
    if (me == 0)
        note(b, best);
    plain_barrier(&b->plain, me);
}

/* After the last of the barriers of a round, and before the first of the next. */
static void count_round(bench *b) {
    b->more = (++b->rounds < ROUNDS || bench_wall() < b->end) && !b->openmp;
}

static int rank_main(lb_rank *me, void *user) {
    bench *b = user;
    int error;
    do {
        error = time_action(me, b, b->shared, &b->through_memory);
        if (!error)
            error = time_action(me, b, b->planned, &b->by_plan);
        if (!error && !b->openmp)
            time_plain(b, lb_rank_node(me), &b->by_hand);
        if (!error && lb_rank_node(me) == 0)
            count_round(b);
        if (!error)
            error = lb_rank_barrier(me);
    } while (!error && b->more);
    return error;
}

static void run_rounds(lb_team *team, bench *b) {
    lb_why why = {"?"};
    do {
        bench_must(lb_team_run(team, rank_main, b, &why), &why);
        if (b->openmp)
            keep_least(&b->by_hand, plain_openmp(&b->plain, b->calls, b->clock));
    } while (b->openmp && (b->rounds < ROUNDS || bench_wall() < b->end));
}

static void *memory(uint64_t size) {
    unsigned char *m = aligned_alloc(64, (size + 63) / 64 * 64);
    if (!m)
        exit(1);
    memset(m, 1, size);
    return m;
}

static void make_actions(lb_team *team, const lb_net *net, bench *b) {
    lb_why why = {"?"};
    lb_task *task;
    lb_plan *plan;
    lb_cost cost;
    lb_data data = {.bytes = b->plain.bytes};
    lb_plan_options o = lb_team_plan_options(data.bytes, &cost);
    lb_operator_of(LB_U32, LB_ADD, &data.op);
    bench_must(lb_task_create(net, b->plain.kind, NULL, &task, &why), &why);
    bench_must(lb_plan_create(task, &o, &plan, &why), &why);
    bench_must(lb_action_create(team, plan, &data, &b->planned, &why), &why);
    bench_must(lb_action_prepare(b->planned, NULL, NULL, &why), &why);
    bench_must(lb_action_create_shared(team, task, &data, &b->shared, &why), &why);
    lb_plan_free(plan);
    lb_task_free(task);
}

static void measure(lb_team *team, const lb_net *net, const char *name, uint64_t bytes, bench *b) {
    uint32_t ranks = lb_net_nodes(net);
    lb_why why = {"?"};
    bench_must(lb_task_kind_parse(name, &b->plain.kind), &why);
    b->plain.ranks = ranks;
    b->plain.bytes = bytes;
    make_actions(team, net, b);
    for (uint32_t v = 0; v < ranks; v++) {
        b->plain.in[v] = memory(bytes * ranks);
        b->plain.out[v] = memory(bytes * ranks);
    }
    run_rounds(team, b);
    double shared = b->through_memory, plan = b->by_plan, hand = b->by_hand;
    printf("%-14s %5u %9llu %10.1f %10.1f %10.1f %7.2f %7.2f  %s, %s\n", name, ranks, (unsigned long long)bytes,
           shared * 1e6, plan * 1e6, hand * 1e6, hand / shared, hand / plan, lb_action_algorithm(b->shared),
           lb_action_algorithm(b->planned));
    fflush(stdout);
    for (uint32_t v = 0; v < ranks; v++) {
        free((void *)b->plain.in[v]);
        free(b->plain.out[v]);
    }
    lb_action_free(b->shared);
    lb_action_free(b->planned);
}

typedef struct choice {
    const char *task;
    uint64_t bytes;
    unsigned calls;
    double seconds;
    bool openmp;
    double (*clock)(void);
} choice;

static void measure_ranks(uint32_t ranks, const choice *c) {
    static const char *const tasks[] = {"broadcast", "scatter", "gather",         "allgather",
                                        "alltoall",  "reduce",  "reduce-scatter", "allreduce"};
    static const uint64_t sizes[] = {64, 4096, 65536, 1 << 20};
    static bench b;
    char name[16];
    lb_net *net;
    lb_team *team;
    lb_why why;
    snprintf(name, sizeof name, "cube:%d", __builtin_ctz(ranks));
    bench_must(lb_net_parse(ranks > 1 ? name : "1", &net, &why), &why);
    bench_must(lb_team_create(net, &team, &why), &why);
    for (size_t i = 0; i < 32; i++) {
        uint64_t bytes = c->bytes ? c->bytes : sizes[i % 4];
        if ((c->task && strcmp(c->task, tasks[i / 4]) != 0) || (c->bytes && i % 4))
            continue;
        b = (bench){.calls = c->calls, .openmp = c->openmp, .clock = c->clock, .end = bench_wall() + c->seconds};
        b.plain.processors = (uint32_t)sysconf(_SC_NPROCESSORS_ONLN);
        if (!b.calls)
            b.calls = bytes * ranks > 4000000 ? 1 : bytes * ranks > 200000 ? 4 : 40;
        measure(team, net, tasks[i / 4], bytes, &b);
    }
    lb_team_free(team);
    lb_net_free(net);
}

int main(int argc, char **argv) {
    choice c = {.seconds = 0.5, .clock = bench_wall};
    int option;
    while ((option = getopt(argc, argv, "cot:b:n:s:")) != -1) {
        if (option == '?')
            return 2;
        if (option == 'c')
            c.clock = bench_now;
        else if (option == 'o')
            c.openmp = true;
        else if (option == 't')
            c.task = optarg;
        else if (option == 's')
            c.seconds = strtod(optarg, NULL);
        else if (option == 'n')
            c.calls = (unsigned)strtoul(optarg, NULL, 10);
        else
            c.bytes = strtoull(optarg, NULL, 10) / 4 * 4;
    }
    if (c.openmp && plain_openmp(&(plain){.kind = LB_BROADCAST, .ranks = 1}, 1, bench_wall) < 0) {
        fputs("bench_run: compiled without OpenMP\n", stderr);
        return 2;
    }
    printf("%-14s %5s %9s %10s %10s %10s %7s %7s\n", "task", "ranks", "bytes", "shared us", "plan us", "hand us",
           "ratio", "plan's");
    for (int i = optind; i < argc; i++) {
        uint32_t ranks = (uint32_t)strtoul(argv[i], NULL, 10);
        if (ranks < 1 || ranks > PLAIN_MOST || (ranks & (ranks - 1)) != 0)
            return 2;
        measure_ranks(ranks, &c);
    }
    for (uint32_t ranks = 2; optind == argc && ranks <= 16; ranks *= 2)
        measure_ranks(ranks, &c);
    return 0;
}

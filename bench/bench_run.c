/* The threads engine beside a plain shared-memory implementation of the same collective: everybody publishes pointers,
 * a barrier, everybody copies (or adds up) straight from everybody's memory, a barrier. Both move the same data in the
 * same process, in turns, so that the ratio means something on a busy machine: the least of the rounds' wall-clock
 * times.
 *
 *     bench_run [-t task] [-b bytes] [-n calls] [ranks...]      8 and 16 ranks by default; powers of two
 *
 * A store-and-forward network moves a block over several links where shared memory copies it once; what the engine
 * saves is waking threads. */
#define _POSIX_C_SOURCE 200809L
#include "bench.h"
#include "linkbound-run.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

enum { ROUNDS = 15, MOST = 1024 };

typedef struct bench {
    const char *task;
    lb_task_kind kind;
    uint32_t ranks;
    uint64_t bytes;
    unsigned calls;
    lb_action *action;
    pthread_barrier_t barrier;
    const unsigned char *in[MOST];
    unsigned char *out[MOST];
    double engine[ROUNDS], plain[ROUNDS];
} bench;

static void add(uint32_t *to, const uint32_t *from, uint64_t count) {
    for (uint64_t i = 0; i < count; i++)
        to[i] += from[i];
}

/* What the two barriers enclose. */
static void plain_body(bench *b, uint32_t me) {
    uint64_t m = b->bytes;
    switch (b->kind) {
    case LB_BROADCAST:
        if (me != 0)
            memcpy(b->out[me], b->out[0], m);
        break;
    case LB_ALLGATHER:
        for (uint32_t v = 0; v < b->ranks; v++)
            memcpy(b->out[me] + v * m, b->in[v], m);
        break;
    case LB_ALLTOALL:
        for (uint32_t v = 0; v < b->ranks; v++)
            memcpy(b->out[me] + v * m, b->in[v] + me * m, m);
        break;
    default:
        memcpy(b->out[me], b->in[me], m);
        for (uint32_t v = 0; v < b->ranks; v++) {
            if (v != me)
                add((uint32_t *)(void *)b->out[me], (const uint32_t *)(const void *)b->in[v], m / 4);
        }
    }
}

static void plain_call(bench *b, uint32_t me) {
    pthread_barrier_wait(&b->barrier);
    plain_body(b, me);
    pthread_barrier_wait(&b->barrier);
}

static int rank_main(lb_rank *me, void *user) {
    bench *b = user;
    uint32_t v = lb_rank_node(me);
    int error = lb_rank_do(me, b->action, b->in[v], b->out[v]);
    plain_call(b, v);
    for (int round = 0; round < ROUNDS && !error; round++) {
        error = lb_rank_barrier(me);
        double start = bench_wall();
        for (unsigned i = 0; i < b->calls && !error; i++)
            error = lb_rank_do(me, b->action, b->in[v], b->out[v]);
        if (!error)
            error = lb_rank_barrier(me);
        double middle = bench_wall();
        for (unsigned i = 0; i < b->calls; i++)
            plain_call(b, v);
        pthread_barrier_wait(&b->barrier);
        if (v == 0) {
            b->engine[round] = (middle - start) / b->calls;
            b->plain[round] = (bench_wall() - middle) / b->calls;
        }
    }
    return error;
}

static double least(const double *times) {
    double best = times[0];
    for (int i = 1; i < ROUNDS; i++)
        best = times[i] < best ? times[i] : best;
    return best;
}

static void *memory(uint64_t size) {
    unsigned char *m = malloc(size);
    if (!m)
        exit(1);
    memset(m, 1, size);
    return m;
}

static void measure(lb_team *team, const lb_net *net, const char *name, uint64_t bytes, unsigned calls) {
    bench b = {.task = name, .ranks = lb_net_nodes(net), .bytes = bytes, .calls = calls};
    lb_why why = {"?"};
    lb_task *task;
    lb_plan *plan;
    lb_data data = {.bytes = bytes};
    lb_operator_of(LB_U32, LB_ADD, &data.op);
    bench_must(lb_task_kind_parse(name, &b.kind), &why);
    bench_must(lb_task_create(net, b.kind, NULL, &task, &why), &why);
    lb_cost cost;
    lb_plan_options o = lb_team_plan_options(bytes, &cost);
    bench_must(lb_plan_create(task, &o, &plan, &why), &why);
    double build = bench_now();
    bench_must(lb_action_create(team, plan, &data, &b.action, &why), &why);
    bench_must(lb_action_prepare(b.action, NULL, NULL, &why), &why);
    build = bench_now() - build;
    for (uint32_t v = 0; v < b.ranks; v++) {
        b.in[v] = memory(bytes * b.ranks);
        b.out[v] = memory(bytes * b.ranks);
    }
    if (!b.calls)
        b.calls = bytes * b.ranks > 4000000 ? 1 : bytes * b.ranks > 200000 ? 4 : 40;
    pthread_barrier_init(&b.barrier, NULL, b.ranks);
    bench_must(lb_team_run(team, rank_main, &b, &why), &why);
    double engine = least(b.engine), plain = least(b.plain);
    printf("%-10s %5u %9llu %-22s %10.1f %10.1f %7.2f %9.1f %8.1f\n", name, b.ranks, (unsigned long long)bytes,
           lb_plan_algorithm(plan), engine * 1e6, plain * 1e6, plain / engine, build * 1e6 / b.ranks,
           (double)lb_action_memory(b.action) / b.ranks / 1024);
    fflush(stdout);
    for (uint32_t v = 0; v < b.ranks; v++) {
        free((void *)b.in[v]);
        free(b.out[v]);
    }
    pthread_barrier_destroy(&b.barrier);
    lb_action_free(b.action);
    lb_plan_free(plan);
    lb_task_free(task);
}

static void measure_ranks(uint32_t ranks, const char *only, uint64_t bytes, unsigned calls) {
    static const char *const tasks[] = {"broadcast", "allgather", "allreduce", "alltoall"};
    static const uint64_t sizes[] = {64, 4096, 65536, 1 << 20};
    char name[16];
    lb_net *net;
    lb_team *team;
    lb_why why;
    snprintf(name, sizeof name, "cube:%d", __builtin_ctz(ranks));
    bench_must(lb_net_parse(ranks > 1 ? name : "1", &net, &why), &why);
    bench_must(lb_team_create(net, &team, &why), &why);
    for (size_t i = 0; i < 16; i++) {
        if ((!only || strcmp(only, tasks[i / 4]) == 0) && (!bytes || bytes == sizes[i % 4]))
            measure(team, net, tasks[i / 4], sizes[i % 4], calls);
    }
    lb_team_free(team);
    lb_net_free(net);
}

int main(int argc, char **argv) {
    const char *only = NULL;
    uint64_t bytes = 0;
    unsigned calls = 0;
    int option;
    while ((option = getopt(argc, argv, "t:b:n:")) != -1) {
        if (option == '?')
            return 2;
        if (option == 't')
            only = optarg;
        else if (option == 'n')
            calls = (unsigned)strtoul(optarg, NULL, 10);
        else
            bytes = strtoull(optarg, NULL, 10);
    }
    printf("%-10s %5s %9s %-22s %10s %10s %7s %9s %8s\n", "task", "ranks", "bytes", "algorithm", "engine us",
           "plain us", "ratio", "build us", "KiB/rank");
    for (int i = optind; i < argc; i++) {
        uint32_t ranks = (uint32_t)strtoul(argv[i], NULL, 10);
        if (ranks < 1 || ranks > MOST || (ranks & (ranks - 1)) != 0)
            return 2;
        measure_ranks(ranks, only, bytes, calls);
    }
    for (uint32_t ranks = 8; optind == argc && ranks <= 16; ranks *= 2)
        measure_ranks(ranks, only, bytes, calls);
    return 0;
}

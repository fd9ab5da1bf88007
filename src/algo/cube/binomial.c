/* Scatter down the binomial tree of recursive doubling, and gather, its reverse.
 *
 * The tree. The path to x sets the bits of x from the lowest to the highest, so the root's port k leads to the
 * 2^(d-1-k) nodes whose lowest bit is k.
 *
 * Unit clock. Each port of the root sends the blocks of its subtree farthest first; a node receives from one link only,
 * at most one block a step, so it forwards every block in the next step and nothing ever waits. The largest subtree has
 * half of all nodes: 2^(d-1) steps, or ceil((2^d-1)/k) if k ports make that longer. Blocks take shortest paths, so the
 * transmissions, d*2^(d-1), are optimal; on one port the steps are too. (000's balanced tree needs ceil((2^d-1)/d).)
 *
 * Linear clock. Recursive halving: in stage k nodes 0..2^k-1 pass on, in one packet, all that is for the other half of
 * what they are responsible for. (2^d-1)*tau*m + d*beta on one port. */
#include "algo/cube/algorithms.h"
#include "algo/cube/times.h"

#include <inttypes.h>
#include <stdlib.h>

/* The blocks of one root port, farthest first: x = (bits above k, chosen by weight) with bit k the lowest. */
typedef struct stream {
    uint32_t *dest;
    uint64_t count, sent;
} stream;

static int by_weight(const void *left, const void *right) {
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    int wa = __builtin_popcount(a), wb = __builtin_popcount(b);
    if (wa != wb)
        return wa > wb ? -1 : 1;
    return a < b ? -1 : a > b;
}

/* Lays the destinations of all ports into one array of n-1 entries. */
static void make_streams(stream *streams, uint32_t *store, unsigned d) {
    for (unsigned k = 0; k < d; k++) {
        uint32_t count = UINT32_C(1) << (d - 1 - k);
        streams[k] = (stream){.dest = store, .count = count};
        for (uint32_t i = 0; i < count; i++)
            store[i] = ((2 * i + 1) << k);
        qsort(store, count, sizeof *store, by_weight);
        store += count;
    }
}

/* One packet on its way: from the root in `step`, over its bits from the lowest up, one a step. */
static void send_down(lb_builder *b, uint32_t dest, uint64_t packet, uint32_t step) {
    uint32_t at = 0;
    for (uint32_t left = dest; left; left &= left - 1, step++) {
        unsigned port = (unsigned)__builtin_ctz(left);
        lb_build_move(b, step, at, port, LB_OP_COPY);
        lb_build_item(b, (lb_item){.dest = dest, .lo = packet, .hi = packet + 1});
        at |= UINT32_C(1) << port;
    }
}

/* Up to `ports` streams send in this step: those with most left, so that the longest are never kept waiting. */
static unsigned send_step(lb_builder *b, stream *streams, unsigned d, const lb_plan_options *o, uint32_t step) {
    unsigned sent = 0;
    uint32_t used = 0;
    while (sent < o->ports) {
        unsigned best = LB_TORUS_PORTS;
        for (unsigned k = 0; k < d; k++) {
            if ((used >> k & 1) || streams[k].sent == streams[k].count * o->packets)
                continue;
            uint64_t left = streams[k].count * o->packets - streams[k].sent;
            if (best == LB_TORUS_PORTS || left > streams[best].count * o->packets - streams[best].sent)
                best = k;
        }
        if (best == LB_TORUS_PORTS)
            break;
        stream *s = &streams[best];
        send_down(b, s->dest[s->sent / o->packets], s->sent % o->packets, step);
        s->sent++;
        used |= UINT32_C(1) << best;
        sent++;
    }
    return sent;
}

static int build_unit(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    unsigned d = task->net.ports;
    stream streams[LB_TORUS_PORTS];
    uint32_t *store = lb_array(task->net.nodes, sizeof *store);
    if (!store)
        return lb_fail_memory(why, "a scatter");
    make_streams(streams, store, d);
    lb_builder b;
    lb_build_begin(&b, task, LB_ROOTED, LB_UNIT, o->ports, o->packets, 1);
    uint64_t hops = lb_times((uint64_t)d * task->net.nodes / 2, o->packets);
    int error = lb_build_expect(&b, hops, hops, why);
    for (uint32_t step = 1; !error && send_step(&b, streams, d, o, step) > 0; step++)
        ;
    free(store);
    if (error) {
        lb_build_abandon(&b);
        return error;
    }
    return lb_build_finish(&b, "binomial-scatter", plan, why);
}

static int build_linear(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    uint32_t n = task->net.nodes;
    lb_builder b;
    lb_build_begin(&b, task, LB_ROOTED, LB_LINEAR, o->ports, 1, 0);
    int error = lb_build_expect(&b, n - 1, (uint64_t)task->net.ports * n / 2, why);
    if (error)
        return error;
    for (unsigned k = 0; k < task->net.ports; k++) {
        for (uint32_t x = 0; x < UINT32_C(1) << k; x++) {
            lb_build_move(&b, k + 1, x, k, LB_OP_COPY);
            for (uint32_t dest = x | UINT32_C(1) << k; dest < n; dest += UINT32_C(2) << k)
                lb_build_block(&b, 0, dest);
        }
    }
    return lb_build_finish(&b, "binomial-scatter", plan, why);
}

static int build_scatter(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    uint64_t total;
    if (__builtin_mul_overflow((uint64_t)task->net.nodes, o->packets, &total) || total >= UINT32_MAX)
        return lb_fail(why, LB_ERR_SIZE, "%" PRIu64 " packets a block take more than 2^32 steps", o->packets);
    return o->clock == LB_LINEAR ? build_linear(task, o, plan, why) : build_unit(task, o, plan, why);
}

#define BINOMIAL                                                                                                       \
    .cubes_only = true, .any_ports = true, .min_ports = 1, .unit = true, .linear = true,                               \
    .promise = "max(2^(d-1), ceil((2^d-1)/k)) steps on k ports; (2^d-1)*tau*m + d*beta"

const lb_algo lb_algo_binomial_scatter = {
    .info = {.name = "binomial-scatter",
             .source = "spanning binomial tree; Ho & Johnsson 1988 (004), section 1",
             .tasks = LB_TASK_BIT(LB_SCATTER),
             BINOMIAL},
    .score = 60,
    .time = lb_cube_time_doubled, /* a port limit changes nothing: the root is the last to be done */
    .build = build_scatter,
};

const lb_algo lb_algo_binomial_gather = {
    .info = {.name = "binomial-gather",
             .source = "reverse of binomial-scatter",
             .tasks = LB_TASK_BIT(LB_GATHER),
             BINOMIAL},
    .reverse_of = &lb_algo_binomial_scatter,
};

/* ferry: broadcasts where one dimension is slow, from one node or from all, for long messages on the linear clock.
 *
 * All of a broadcast's message must cross the slow dimension, so its links set the time, if they never wait: that is
 * tau*m/c over the c slow links that lead away from the root's bank (algo/speeds/banks.h), a start-up for every piece,
 * the time for the first pieces to get there over fast links, and for the last ones to get about afterwards. So
 *   - every slow link has its own part of the message, in pieces that grow at first, since the first is waited for, and
 *     become smaller at the end, since all wait for the last;
 *   - on fast links a piece is cut over all lanes and all trees, since they have time to start more often;
 *   - nodes near the root begin sooner and get more.
 * In an allgather every node's block goes over the node's own slow links and those behind them, and about each bank;
 * whatever waits for a fast link goes together, so that the start-ups are few though pieces are small at the end.
 *
 * How many pieces there are and how they grow is found by trying: a run (algo/speeds/crossing.h) gives the time.
 *
 * Of 1 MiB with tau 0.8 ns and beta 1 us, a broadcast on cube:3 speeds 4,4,1 takes 1.08 times the bound of the links
 * and one start; where the fast links are busy too (4x4 speeds 4,1) it is no better than others. A reduce is the
 * reverse, a reduce-scatter that of an allgather, and an allreduce both. */
#include "algo/speeds/algorithms.h"
#include "algo/speeds/crossing.h"
#include "base/exact.h"
#include "base/random.h"

#include <stdlib.h>

enum { MOST_PIECES = 48, MOST_PARTS = 256, FIRST_TRIES = 24, MORE_TRIES = 160 };

#define MUCH_WORK    (UINT64_C(1) << 16) /* hops of all pieces */
#define MOST_UNITS   (UINT64_C(1) << 20)
#define LEAST_FACTOR 0.1

typedef struct guess {
    uint32_t pieces;
    uint32_t joined, joined_own; /* from all: see algo/speeds/crossing.h */
    double size[MOST_PIECES];    /* of the pieces, beside each other */
    double share[MOST_PARTS];    /* of the parts */
    double end[MOST_PARTS], time;
} guess;

/* ---- One guess ---- */

static void cut(lb_crossing *c, const guess *g, uint64_t units) {
    uint32_t parts = c->from_all ? c->banks->ways : c->parts;
    double all = 0, shares = 0, at = 0;
    c->pieces = g->pieces;
    c->joined = g->joined;
    c->joined_own = g->joined_own;
    for (uint32_t i = 0; i < g->pieces; i++)
        all += g->size[i];
    for (uint32_t p = 0; p < parts; p++)
        shares += g->share[p];
    for (uint32_t p = 0; p < parts; p++) {
        for (uint32_t i = 0; i < g->pieces; i++) {
            c->bound[p * g->pieces + i] = (uint64_t)(at * (double)units);
            at += g->share[p] / shares * g->size[i] / all;
        }
    }
    c->bound[parts * g->pieces] = units;
}

static void judge(lb_crossing *c, guess *g, uint64_t units) {
    cut(c, g, units);
    lb_crossing_run(c);
    g->time = c->time;
    for (uint32_t p = 0; p < c->parts; p++)
        g->end[p] = c->end[p];
}

/* ---- Many ---- */

/* Another one nearby: pieces that grow otherwise, or more for parts that are there early. */
static guess other_than(const guess *best, const lb_crossing *c, uint64_t *chance) {
    static const double factors[] = {0.6, 0.8, 0.92, 1.08, 1.25, 1.6}, pulls[] = {0.2, 0.5, 1};
    guess g = *best;
    uint32_t parts = c->parts, kind = lb_random_below(chance, 4);
    if (c->from_all && kind == 0) {
        g.joined = lb_random_below(chance, 3);
        g.joined_own = lb_random_below(chance, 5);
        return g;
    }
    if (kind) {
        uint32_t from = lb_random_below(chance, g.pieces > 1 ? g.pieces : 1),
                 to = from + 1 + lb_random_below(chance, 3);
        double factor = factors[lb_random_below(chance, 6)];
        for (uint32_t i = from; i < to && i < g.pieces; i++)
            g.size[i] *= factor;
        return g;
    }
    double mean = 0, pull = pulls[lb_random_below(chance, 3)];
    for (uint32_t p = 0; p < parts; p++)
        mean += g.end[p] / parts;
    for (uint32_t p = 0; p < parts; p++) {
        double factor = 1 + pull * (mean - g.end[p]) / mean;
        g.share[p] *= factor > LEAST_FACTOR ? factor : LEAST_FACTOR; /* who is very late still has a part */
    }
    return g;
}

static void improve(lb_crossing *c, guess *best, uint64_t units, uint32_t tries, uint64_t *chance) {
    for (uint32_t i = 0; i < tries; i++) {
        guess g = other_than(best, c, chance);
        judge(c, &g, units);
        if (g.time < best->time)
            *best = g;
    }
}

/* The i-th piece from an end, beside the largest. */
static double grown(uint32_t i) {
    double size = 0.3;
    for (; i && size < 1; i--)
        size *= 1.5;
    return size < 1 ? size : 1;
}

/* Several numbers of pieces, and then all tries for the best of them. */
static void search(lb_crossing *c, guess *best, uint64_t units, uint32_t middle, uint32_t tries, uint64_t seed) {
    for (uint32_t step = 0; step < 5; step++) {
        guess g = {.pieces = middle * (step + 2) / 4};
        uint64_t chance = seed;
        g.pieces = g.pieces < 1 ? 1 : g.pieces < c->most ? g.pieces : c->most;
        for (uint32_t i = 0; i < g.pieces; i++)
            g.size[i] = grown(i < g.pieces - 1 - i && !c->from_all ? i : g.pieces - 1 - i);
        for (uint32_t p = 0; p < c->parts; p++)
            g.share[p] = 1;
        judge(c, &g, units);
        improve(c, &g, units, tries / 4, &chance);
        if (step == 0 || g.time < best->time)
            *best = g;
    }
    improve(c, best, units, tries, &seed);
}

/* ---- The plan ---- */

/* Pieces of a part for which starting and waiting are about the same. */
static uint32_t middle_of(const lb_crossing *c, const lb_cost *cost) {
    const lb_banks *b = c->banks;
    double lanes = b->lanes[b->bank->ports], beta = lb_ratio_value(cost->beta);
    double load = c->from_all ? (b->count - 1.0) / b->ways / b->ways : 1.0 / c->parts;
    double x = lb_ratio_value(cost->tau) * (double)cost->bytes * load / lanes;
    return beta > 0 && x / beta < MOST_PIECES * MOST_PIECES ? (uint32_t)lb_root((uint64_t)(x / beta)) + 1 : MOST_PIECES;
}

static int write_plan(lb_crossing *c, const guess *g, const lb_task *task, const lb_plan_options *o, uint64_t units,
                      lb_plan **plan, lb_why *why) {
    lb_builder b;
    lb_build_begin(&b, task, c->from_all ? LB_EXPLICIT : LB_ROOTED, LB_LINEAR, o->ports, units, units);
    c->builder = &b;
    cut(c, g, units);
    lb_crossing_run(c);
    c->builder = NULL;
    return lb_build_finish(&b, "ferry", plan, why);
}

static bool from_all(const lb_task *task) {
    return task->kind != LB_BROADCAST && task->kind != LB_REDUCE;
}

/* Hops of a piece of every part, about. */
static uint64_t hops_of(const lb_task *task) {
    uint64_t nodes = task->net.nodes;
    return nodes * nodes * (from_all(task) ? 16 : 2);
}

static uint32_t most_pieces(const lb_task *task) {
    uint64_t most = MUCH_WORK / hops_of(task);
    return most < MOST_PIECES ? (uint32_t)most : MOST_PIECES;
}

static uint32_t tries_of(const lb_task *task, const lb_plan_options *o) {
    return o->effort == LB_ESTIMATE ? FIRST_TRIES : from_all(task) ? MORE_TRIES / 2 : MORE_TRIES;
}

static int build_one(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_banks banks;
    lb_crossing c;
    guess *best = lb_zeroed(1, sizeof *best);
    uint64_t units = o->cost->bytes < MOST_UNITS ? o->cost->bytes : MOST_UNITS;
    int error = best ? lb_banks_open(&banks, &task->net, why) : lb_fail_memory(why, "a plan");
    if (error) {
        free(best);
        return error;
    }
    if (lb_crossing_take(&c, &banks, from_all(task), most_pieces(task)))
        error = lb_fail_memory(why, "a plan");
    if (!error) {
        c.tau = lb_ratio_value(o->cost->tau) * (double)o->cost->bytes / (double)units;
        c.beta = lb_ratio_value(o->cost->beta);
        search(&c, best, units, middle_of(&c, o->cost), tries_of(task, o), o->seed + 1);
        error = write_plan(&c, best, task, o, units, plan, why);
    }
    lb_crossing_free(&c);
    lb_banks_close(&banks);
    free(best);
    return error;
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    return task->kind == LB_ALLREDUCE ? lb_build_there_and_back(&lb_algo_ferry, task, o, plan, why)
                                      : build_one(task, o, plan, why);
}

/* Only where a part has several pieces. */
static int suits(const lb_task *task, const lb_plan_options *o) {
    const lb_net *net = &task->net;
    if (!o->cost || o->ports < net->ports || !lb_banks_suit(net) || most_pieces(task) < (from_all(task) ? 8 : 2))
        return 0;
    uint64_t bytes = o->cost->bytes / lb_task_parts(task);
    return bytes >= UINT64_C(4) * net->nodes ? 65 : 0; /* after `pieces`, which always does */
}

static uint64_t work(const lb_task *task, const lb_plan_options *o) {
    return hops_of(task) * tries_of(task, o) / (from_all(task) ? 32 : 8);
}

const lb_algo lb_algo_ferry = {
    .info = {.name = "ferry",
             .source = "slow links never wait: pieces of their own sizes, cut finely on fast links",
             .tasks = LB_TASK_BIT(LB_BROADCAST) | LB_TASK_BIT(LB_REDUCE) | LB_TASK_BIT(LB_ALLGATHER) |
                      LB_TASK_BIT(LB_REDUCE_SCATTER) | LB_TASK_BIT(LB_ALLREDUCE),
             .lattices = true,
             .linear = true,
             .promise = "where fast links have room: tau*m/c over the c slow links, start-ups, and both ends"},
    .suits = suits,
    .needs = "it needs a cost, all ports, and a torus of up to 128 nodes (22 where all send) with one dimension "
             "slower than all others, and a byte for every piece",
    .work = work,
    .build = build,
    .turned = LB_TASK_BIT(LB_REDUCE) | LB_TASK_BIT(LB_REDUCE_SCATTER),
};

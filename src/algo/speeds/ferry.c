/* ferry: a broadcast where one dimension is slow, for long messages on the linear clock.
 *
 * All of the message must cross the slow dimension, so its links set the time, if they never wait: that is tau*m/c over
 * the c slow links that lead away from the root's bank (algo/speeds/banks.h), a start-up for every piece, the time for
 * the first pieces to get there over fast links, and for the last ones to get about afterwards. So
 *   - every slow link has its own part of the message, in pieces that grow at first, since the first is waited for, and
 *     become smaller at the end, since all wait for the last;
 *   - on fast links a piece is cut over all lanes and all trees, since they have time to start more often;
 *   - nodes near the root begin sooner and get more.
 * How many pieces there are and how they grow is found by trying: a run (algo/speeds/crossing.h) gives the time.
 *
 * Of 1 MiB with tau 0.8 ns and beta 1 us, cube:3 speeds 4,4,1 takes 1.08 times the bound of the links and one start;
 * where the fast links are busy too (4x4 speeds 4,1) it is no better than others. A reduce is the reverse. */
#include "algo/speeds/algorithms.h"
#include "algo/speeds/crossing.h"
#include "base/exact.h"
#include "base/random.h"

#include <stdlib.h>

enum { MOST_PIECES = 48, MOST_PARTS = 2 * LB_MOST_BANK, FIRST_TRIES = 24, MORE_TRIES = 160 };

#define MUCH_WORK  (UINT64_C(1) << 16) /* hops of all pieces */
#define MOST_UNITS (UINT64_C(1) << 20)

typedef struct guess {
    uint32_t pieces;
    double size[MOST_PIECES]; /* of the pieces, beside each other */
    double share[MOST_PARTS]; /* of the parts */
    double end[MOST_PARTS], time;
} guess;

/* ---- One guess ---- */

static void cut(lb_crossing *c, const guess *g, uint64_t units) {
    double all = 0, shares = 0, at = 0;
    c->pieces = g->pieces;
    for (uint32_t i = 0; i < g->pieces; i++)
        all += g->size[i];
    for (uint32_t p = 0; p < c->parts; p++)
        shares += g->share[p];
    for (uint32_t p = 0; p < c->parts; p++) {
        for (uint32_t i = 0; i < g->pieces; i++) {
            c->bound[p * g->pieces + i] = (uint64_t)(at * (double)units);
            at += g->share[p] / shares * g->size[i] / all;
        }
    }
    c->bound[c->parts * g->pieces] = units;
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
static guess other_than(const guess *best, uint32_t parts, uint64_t *chance) {
    static const double factors[] = {0.6, 0.8, 0.92, 1.08, 1.25, 1.6}, pulls[] = {0.2, 0.5, 1};
    guess g = *best;
    if (lb_random_below(chance, 4)) {
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
    for (uint32_t p = 0; p < parts; p++)
        g.share[p] *= 1 + pull * (mean - g.end[p]) / mean;
    return g;
}

static void improve(lb_crossing *c, guess *best, uint64_t units, uint32_t tries, uint64_t *chance) {
    for (uint32_t i = 0; i < tries; i++) {
        guess g = other_than(best, c->parts, chance);
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
            g.size[i] = grown(i < g.pieces - 1 - i ? i : g.pieces - 1 - i);
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
static uint32_t middle_of(const lb_banks *b, const lb_cost *cost, uint32_t parts) {
    double lanes = (double)parts * b->lanes[b->bank->ports], beta = lb_ratio_value(cost->beta);
    double x = lb_ratio_value(cost->tau) * (double)cost->bytes / lanes;
    return beta > 0 && x / beta < MOST_PIECES * MOST_PIECES ? (uint32_t)lb_root((uint64_t)(x / beta)) + 1 : MOST_PIECES;
}

static int write_plan(lb_crossing *c, const guess *g, const lb_task *task, const lb_plan_options *o, uint64_t units,
                      lb_plan **plan, lb_why *why) {
    lb_builder b;
    lb_build_begin(&b, task, LB_ROOTED, LB_LINEAR, o->ports, units, units);
    c->builder = &b;
    cut(c, g, units);
    lb_crossing_run(c);
    c->builder = NULL;
    return lb_build_finish(&b, "ferry", plan, why);
}

/* Hops of a piece of every part. */
static uint64_t hops_of(const lb_net *net) {
    return (uint64_t)net->nodes * net->nodes * 2;
}

static uint32_t most_pieces(const lb_net *net) {
    uint64_t most = MUCH_WORK / hops_of(net);
    return most < 2 ? 2 : most < MOST_PIECES ? (uint32_t)most : MOST_PIECES;
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_banks banks;
    lb_crossing c;
    guess *best = lb_zeroed(1, sizeof *best);
    uint64_t units = o->cost->bytes < MOST_UNITS ? o->cost->bytes : MOST_UNITS;
    int error = best ? lb_banks_open(&banks, &task->net, why) : lb_fail_memory(why, "a plan");
    if (error) {
        free(best);
        return error;
    }
    if (lb_crossing_take(&c, &banks, most_pieces(&task->net)))
        error = lb_fail_memory(why, "a plan");
    if (!error) {
        c.tau = lb_ratio_value(o->cost->tau) * (double)o->cost->bytes / (double)units;
        c.beta = lb_ratio_value(o->cost->beta);
        search(&c, best, units, middle_of(&banks, o->cost, c.parts),
               o->effort == LB_ESTIMATE ? FIRST_TRIES : MORE_TRIES, o->seed + 1);
        error = write_plan(&c, best, task, o, units, plan, why);
    }
    lb_crossing_free(&c);
    lb_banks_close(&banks);
    free(best);
    return error;
}

/* Only where a part has several pieces. */
static int suits(const lb_task *task, const lb_plan_options *o) {
    const lb_net *net = &task->net;
    if (!o->cost || o->ports < net->ports || !lb_banks_suit(net) || 2 * hops_of(net) > MUCH_WORK)
        return 0;
    return o->cost->bytes >= UINT64_C(4) * net->nodes ? 65 : 0; /* after `pieces`, which always does */
}

static uint64_t work(const lb_task *task, const lb_plan_options *o) {
    uint64_t tries = o->effort == LB_ESTIMATE ? FIRST_TRIES : MORE_TRIES;
    return hops_of(&task->net) * tries / 8;
}

const lb_algo lb_algo_ferry = {
    .info = {.name = "ferry",
             .source = "slow links never wait: pieces of their own sizes, cut finely on fast links",
             .tasks = LB_TASK_BIT(LB_BROADCAST) | LB_TASK_BIT(LB_REDUCE),
             .lattices = true,
             .linear = true,
             .promise = "where fast links have room: tau*m/c over the c slow links, start-ups, and both ends"},
    .suits = suits,
    .needs = "it needs a cost, all ports, and a torus of up to 128 nodes with one dimension slower than all others, "
             "and a byte for every piece",
    .work = work,
    .build = build,
    .turned = LB_TASK_BIT(LB_REDUCE),
};

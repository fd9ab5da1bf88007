/* DISTRIBUTE 2 and COLLECT 2 (001, section 5): scatter and gather with fewer start-ups than the cube has dimensions.
 *
 * The root sends k waves. The last has the messages for its neighbours; each wave before is about r times as large and
 * has messages for nodes farther away, a level being split wherever a wave is full. At the neighbours a wave is broken
 * into wavelets, one for each distance, farthest first, and each goes on by itself, spread evenly over all ways (O.C.
 * SEND 3, spread.c; with less even ways it is late). The neighbours have d-1 times the root's links onward, so if r is
 * less than d-1 and m is large a wave is gone before the next comes, all is there when the root has sent its last byte,
 * and the time is the root's:
 *
 *      (2^d-1)/d*tau*m + k*beta
 *
 * with k about d/log d. That is absolutely optimal for large m (001, section 9). For smaller m the wavelets' own
 * start-ups count, so k and the waves are chosen (distribute_choose.c). */
#include "algo/cube/algorithms.h"
#include "algo/cube/distribute_choose.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct making {
    const lb_waves *w;
    lb_spread spread[LB_SPREAD_MOST + 1];
    uint64_t part[LB_MOST_WAVELETS];  /* how long a unit of the spread is, in denominator units */
    uint64_t start[LB_MOST_WAVELETS]; /* where the wavelet's part of a message begins */
    uint32_t step[LB_MOST_WAVELETS][LB_SPREAD_MOST];
    uint64_t moves, items;
} making;

/* Every hop of a wavelet in a step of its own at each distance, in the order they are sent. */
static void set_steps(making *p) {
    const lb_waves *w = p->w;
    uint32_t last[LB_SPREAD_MOST] = {0};
    for (unsigned i = 0; i < w->count; i++) {
        const lb_wavelet *v = &w->list[i];
        p->step[i][0] = v->wave + 1;
        for (unsigned hop = 1; hop < v->level; hop++) {
            uint32_t before = p->step[i][hop - 1];
            p->step[i][hop] = last[hop] = (before > last[hop] ? before : last[hop]) + 1;
        }
    }
}

/* The least denominator in which all cuts are whole: a wavelet's share of a message is (to-from)/(d over level), and a
 * spread cuts that by lcm(1..level). */
static int set_denominator(making *p, uint64_t *denominator, lb_why *why) {
    const lb_waves *w = p->w;
    uint64_t common = 1;
    for (unsigned i = 0; i < w->count; i++) {
        uint64_t all = w->cube->nodes[w->list[i].level], length = w->list[i].to - w->list[i].from;
        uint64_t cut = all / lb_gcd(all, length) * p->spread[w->list[i].level].unit;
        uint64_t start = all / lb_gcd(all, w->list[i].from);
        common = lb_times(common / lb_gcd(common, cut), cut);
        if (common <= LB_MAX_DENOMINATOR)
            common = lb_times(common / lb_gcd(common, start), start);
        if (common > LB_MAX_DENOMINATOR)
            return lb_fail(why, LB_ERR_SIZE, "distribute-2 would cut messages into pieces too small to name");
    }
    *denominator = common;
    for (unsigned i = 0; i < w->count; i++) {
        uint64_t all = w->cube->nodes[w->list[i].level], length = w->list[i].to - w->list[i].from;
        uint64_t g = lb_gcd(all, length), h = lb_gcd(all, w->list[i].from);
        p->part[i] = common / (all / g * p->spread[w->list[i].level].unit) * (length / g);
        p->start[i] = common / (all / h) * (w->list[i].from / h);
    }
    return LB_OK;
}

/* Messages to level l are (d over l) spreads of l*2^(l-1) packets each. Before any spread is made: those of a plan that
 * cannot be held take long by themselves. */
static int count_moves(making *p, lb_why *why) {
    enum { NEAR = 100 }; /* bytes a move, in the builder and the plan; lb_build_expect knows better, with the items */
    const lb_waves *w = p->w;
    p->moves = 0;
    for (unsigned i = 0; i < w->count; i++) { /* below 2 * 20 * 3^19 */
        unsigned level = w->list[i].level;
        p->moves += w->cube->nodes[level] * ((uint64_t)level << (level - 1));
    }
    char what[64];
    snprintf(what, sizeof what, "a plan of %" PRIu64 " pieces or more", p->moves);
    return lb_affordable(lb_times(p->moves, NEAR), what, why);
}

static int prepare(making *p, lb_why *why) {
    const lb_waves *w = p->w;
    int error = count_moves(p, why);
    for (unsigned level = 1; level <= w->d && !error; level++)
        error = lb_spread_make(level, &p->spread[level], why);
    if (error)
        return error;
    for (unsigned i = 0; i < w->count; i++) {
        unsigned level = w->list[i].level;
        uint64_t items = lb_times(w->cube->nodes[level], p->spread[level].items);
        p->items = p->items + items < p->items || items == UINT64_MAX ? UINT64_MAX : p->items + items;
    }
    set_steps(p);
    return LB_OK;
}

/* One wavelet's part of the message to x. */
static void spread_to(lb_builder *b, const making *p, unsigned i, uint32_t x) {
    const lb_spread *s = &p->spread[p->w->list[i].level];
    for (uint64_t m = 0; m < s->moves; m++) {
        const lb_spread_move *move = &s->move[m];
        lb_build_move(b, p->step[i][move->stage], lb_bits_into(move->node, x), lb_nth_bit(x, move->dim), LB_OP_COPY);
        for (uint64_t item = move[0].first_item; item < move[1].first_item; item++)
            lb_build_item(b, (lb_item){.dest = x,
                                       .lo = p->start[i] + s->item[item].lo * p->part[i],
                                       .hi = p->start[i] + s->item[item].hi * p->part[i]});
    }
}

static int make(const lb_task *task, const lb_plan_options *o, making *p, lb_plan **plan, lb_why *why) {
    uint64_t denominator = 1;
    int error = prepare(p, why);
    if (!error)
        error = set_denominator(p, &denominator, why);
    if (error)
        return error;
    lb_builder b;
    lb_build_begin(&b, task, LB_ROOTED, o->clock, 0, denominator, 0);
    error = lb_build_expect(&b, p->moves, p->items, why);
    if (error)
        return error;
    for (unsigned i = 0; i < p->w->count; i++) {
        for (uint32_t x = 1; x < task->net.nodes; x++) {
            if ((unsigned)__builtin_popcount(x) == p->w->list[i].level)
                spread_to(&b, p, i, x);
        }
    }
    return lb_build_finish(&b, "distribute-2", plan, why);
}

static int build_distribute(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_wave_choice c;
    int error = lb_choose_waves(task, o, &c);
    if (error)
        return lb_fail(why, error, "no waves could be chosen for distribute-2");
    making *p = lb_zeroed(1, sizeof *p);
    if (!p)
        return lb_fail_memory(why, "a plan");
    p->w = &c.best;
    error = make(task, o, p, plan, why);
    for (unsigned level = 0; level <= LB_SPREAD_MOST; level++)
        lb_spread_free(&p->spread[level]);
    free(p);
    return error;
}

static int time_2(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    lb_wave_choice c;
    int error = lb_choose_waves(task, o, &c);
    if (!error && task->net.ports > 0 && !o->cost)
        error = LB_ERR_ARG; /* which wavelet is last depends on the cost */
    if (error)
        return error;
    error = lb_formula_set(f, "(2^d-1)/d*tau*m + k*beta for large m", c.time.data, c.cube.unit, c.time.startups);
    f->groups = c.best.k;
    f->letter = 'k';
    return error;
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    return lb_can_choose(o) && task->net.ports <= LB_SPREAD_MOST ? 90 : 0;
}

#define IN_WAVES .cubes_only = true, .linear = true, .groups = true

const lb_algo lb_algo_distribute_2 = {
    .info = {.name = "distribute-2",
             .source = "Stout & Wagar 1990 (001), section 5: DISTRIBUTE 2",
             .tasks = LB_TASK_BIT(LB_SCATTER),
             .promise =
                 "(2^d-1)/d*tau*m + k*beta for large m, k about d/log d (optimal); never later than distribute-1",
             IN_WAVES},
    .suits = suits,
    .needs = LB_NEEDS_COST ", and a cube of 20 dimensions at most",
    .time = time_2,
    .build = build_distribute,
};

const lb_algo lb_algo_collect_2 = {
    .info = {.name = "collect-2",
             .source = "Stout & Wagar 1990 (001), section 5: the reverse of DISTRIBUTE 2",
             .tasks = LB_TASK_BIT(LB_GATHER),
             .promise = "(2^d-1)/d*tau*m + k*beta for large m, k about d/log d (optimal); never later than collect-1",
             IN_WAVES},
    .reverse_of = &lb_algo_distribute_2,
};

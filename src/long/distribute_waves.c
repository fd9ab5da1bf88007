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
 * start-ups count, so k and the waves are chosen by working out the exact time of each choice: all links between two
 * distances carry the same, so a list of wavelets per distance is the whole state. One wave per distance, which is
 * DISTRIBUTE 1's choice and time, is among them. Sizes are whole d-ths of a message on each of the root's links. */
#include "algo/formula.h"
#include "long/spread.h"

#include <stdlib.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

enum { MOST_DIMS = 26, MOST_WAVELETS = 2 * MOST_DIMS + 1, RATIOS = 48 };

/* The part of a level's messages that one wave takes: [from, to) of its (d over level) shares, a share on each of the
 * root's links being a d-th of a message. */
typedef struct wavelet {
    unsigned wave, level; /* waves from 0 */
    uint64_t from, to;
} wavelet;

/* What choosing needs of the cube, worked out once. */
typedef struct cube {
    uint64_t nodes[MOST_DIMS + 1]; /* at each distance */
    uint64_t share[MOST_DIMS + 1]; /* a share of the root's link on a link from each distance, in 1/unit of a message */
    uint64_t unit;
} cube;

typedef struct waves {
    const cube *cube;
    unsigned d, k, count;
    uint64_t size[MOST_DIMS]; /* of each wave, first to last, in shares */
    wavelet list[MOST_WAVELETS];
} waves;

/* Deals the levels to the waves: nearest first, from the last wave backwards; then puts each wave's farthest first. */
static void deal(waves *w) {
    unsigned level = 1;
    uint64_t taken = 0;
    w->count = 0;
    for (unsigned wave = w->k; wave-- > 0;) {
        uint64_t room = w->size[wave];
        while (room > 0 && level <= w->d) {
            uint64_t left = w->cube->nodes[level] - taken, take = left < room ? left : room;
            w->list[w->count++] = (wavelet){wave, level, taken, taken + take};
            room -= take;
            taken += take;
            if (take == left) {
                level++;
                taken = 0;
            }
        }
    }
    for (unsigned i = 0, j = w->count; i + 1 < j; i++) {
        wavelet last = w->list[--j];
        w->list[j] = w->list[i];
        w->list[i] = last;
    }
}

/* A time: data/unit*tau*m + startups*beta. It is weighed as data*by_data + startups*by_start. */
typedef struct moment {
    uint64_t data, startups;
} moment;

typedef struct scales {
    uint64_t by_data, by_start;
} scales;

static wide weigh(const scales *s, moment t) {
    return (wide)t.data * s->by_data + (wide)t.startups * s->by_start;
}

static moment later(const scales *s, moment a, moment b) {
    return weigh(s, a) < weigh(s, b) ? b : a;
}

/* The exact time, wavelet by wavelet in the order they are sent. */
static moment time_of(const waves *w, const scales *s) {
    moment root = {0, 0}, free_from[MOST_DIMS + 1] = {{0, 0}}, end = {0, 0};
    for (unsigned i = 0; i < w->count; i++) {
        const wavelet *v = &w->list[i];
        if (i == 0 || v->wave != w->list[i - 1].wave) {
            root.data += w->size[v->wave] * w->cube->share[0];
            root.startups++;
        }
        moment at = root;
        for (unsigned from = 1; from < v->level; from++) {
            at = later(s, at, free_from[from]);
            at.data += (v->to - v->from) * w->cube->share[from];
            at.startups++;
            free_from[from] = at;
        }
        end = later(s, end, at);
    }
    return later(s, end, root);
}

/* k waves, each num/den times the next; the first takes what is left. False when less than that is left. */
static bool geometric(waves *w, unsigned k, uint64_t num, uint64_t den) {
    uint64_t left = (UINT64_C(1) << w->d) - 1, size = w->d;
    w->k = k;
    for (unsigned wave = k; wave-- > 1;) {
        if (size >= left)
            return false;
        w->size[wave] = size;
        left -= size;
        size = size * num / den;
    }
    w->size[0] = left;
    deal(w);
    return true;
}

/* One wave for each distance. */
static void level_by_level(waves *w) {
    w->k = w->d;
    for (unsigned wave = 0; wave < w->k; wave++)
        w->size[wave] = w->cube->nodes[w->d - wave];
    deal(w);
}

typedef struct choice {
    cube cube;
    waves best;
    moment time;
    bool any;
} choice;

static void consider(choice *c, const waves *w, const scales *s) {
    moment t = time_of(w, s);
    if (c->any && weigh(s, t) >= weigh(s, c->time))
        return;
    c->best = *w;
    c->time = t;
    c->any = true;
}

/* All ratios for k waves, from 1 to d; stops when the root's own time is reached. */
static void consider_waves(choice *c, waves *w, unsigned k, const scales *s) {
    moment least = {((UINT64_C(1) << w->d) - 1) * w->cube->share[0], k};
    for (unsigned i = 0; i <= RATIOS; i++) {
        uint64_t num = RATIOS + (uint64_t)i * (w->d - 1);
        if (geometric(w, k, num, RATIOS))
            consider(c, w, s);
        if (k == 1 || (c->any && weigh(s, c->time) <= weigh(s, least)))
            return;
    }
}

static void survey(unsigned d, cube *c) {
    c->unit = lb_lcm_upto(d);
    for (unsigned k = 0; k <= d; k++) {
        c->nodes[k] = k ? c->nodes[k - 1] * (d - k + 1) / k : 1;
        c->share[k] = k < d ? c->unit / (c->nodes[k] * (d - k)) : 0;
    }
}

static int scales_of(uint64_t unit, const lb_cost *cost, scales *s) {
    lb_ratio by = {1, 1};
    *s = (scales){1, 1};
    if (!cost)
        return LB_OK;
    if (cost->beta.num == 0) {
        *s = (scales){cost->tau.num > 0, 0};
        return LB_OK;
    }
    /* tau*m/(unit*beta) as a fraction */
    if (!lb_ratio_times(&by, cost->tau) || !lb_ratio_scale(&by, cost->bytes, unit) ||
        !lb_ratio_scale(&by, (uint64_t)cost->beta.den, (uint64_t)cost->beta.num))
        return LB_ERR_SIZE;
    s->by_data = (uint64_t)by.num;
    s->by_start = (uint64_t)by.den;
    return LB_OK;
}

static int choose_waves(const lb_task *task, const lb_plan_options *o, choice *c) {
    unsigned d = task->net.ports;
    scales s;
    c->any = false;
    c->time = (moment){0, 0};
    c->best = (waves){.cube = &c->cube, .d = d};
    c->cube.unit = 1;
    if (d == 0 || d > MOST_DIMS)
        return d ? LB_ERR_SIZE : LB_OK;
    if (!o->cost && !o->groups)
        return LB_ERR_ARG;
    survey(d, &c->cube);
    int error = scales_of(c->cube.unit, o->cost, &s);
    if (error)
        return error;
    waves w = {.cube = &c->cube, .d = d};
    if (o->groups) {
        consider_waves(c, &w, o->groups < d ? o->groups : d, &s);
        return c->any ? LB_OK : LB_ERR_UNSUPPORTED;
    }
    level_by_level(&w);
    consider(c, &w, &s);
    for (unsigned k = 1; k < d; k++) {
        moment least = {((UINT64_C(1) << d) - 1) * c->cube.share[0], k};
        if (weigh(&s, c->time) <= weigh(&s, least))
            break;
        consider_waves(c, &w, k, &s);
    }
    return LB_OK;
}

/* ---- the plan ---- */

typedef struct making {
    const waves *w;
    lb_spread spread[MOST_DIMS + 1];
    uint64_t part[MOST_WAVELETS];  /* how long a unit of the spread is, in denominator units */
    uint64_t start[MOST_WAVELETS]; /* where the wavelet's part of a message begins */
    uint32_t step[MOST_WAVELETS][MOST_DIMS];
    uint64_t moves, items;
} making;

/* Every hop of a wavelet in a step of its own at each distance, in the order they are sent. */
static void set_steps(making *p) {
    const waves *w = p->w;
    uint32_t last[MOST_DIMS] = {0};
    for (unsigned i = 0; i < w->count; i++) {
        const wavelet *v = &w->list[i];
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
    const waves *w = p->w;
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

static int prepare(making *p, lb_why *why) {
    const waves *w = p->w;
    for (unsigned level = 1; level <= w->d; level++) {
        int error = lb_spread_make(level, &p->spread[level], why);
        if (error)
            return error;
    }
    for (unsigned i = 0; i < w->count; i++) {
        const lb_spread *s = &p->spread[w->list[i].level];
        uint64_t nodes = w->cube->nodes[w->list[i].level], moves = lb_times(nodes, s->moves);
        uint64_t items = lb_times(nodes, s->items);
        p->moves = p->moves + moves < p->moves || moves == UINT64_MAX ? UINT64_MAX : p->moves + moves;
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
    choice c;
    int error = choose_waves(task, o, &c);
    if (error)
        return lb_fail(why, error, "no waves could be chosen for distribute-2");
    making *p = lb_zeroed(1, sizeof *p);
    if (!p)
        return lb_fail_memory(why, "a plan");
    p->w = &c.best;
    error = make(task, o, p, plan, why);
    for (unsigned level = 0; level <= MOST_DIMS; level++)
        lb_spread_free(&p->spread[level]);
    free(p);
    return error;
}

static int build_collect(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    return lb_build_reverse(&lb_algo_distribute_2, task, o, plan, why);
}

static int time_2(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    choice c;
    int error = choose_waves(task, o, &c);
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
    (void)task;
    return lb_can_choose(o) ? 90 : 0;
}

const lb_algo lb_algo_distribute_2 = {
    .info = {.name = "distribute-2",
             .source = "Stout & Wagar 1990 (001), section 5: DISTRIBUTE 2",
             .tasks = LB_TASK_BIT(LB_SCATTER),
             .cubes_only = true,
             .linear = true,
             .promise =
                 "(2^d-1)/d*tau*m + k*beta for large m, k about d/log d (optimal); never later than distribute-1"},
    .suits = suits,
    .needs = LB_NEEDS_COST,
    .time = time_2,
    .build = build_distribute,
};

const lb_algo lb_algo_collect_2 = {
    .info = {.name = "collect-2",
             .source = "Stout & Wagar 1990 (001), section 5: the reverse of DISTRIBUTE 2",
             .tasks = LB_TASK_BIT(LB_GATHER),
             .cubes_only = true,
             .linear = true,
             .promise = "(2^d-1)/d*tau*m + k*beta for large m, k about d/log d (optimal); never later than collect-1"},
    .suits = suits,
    .needs = LB_NEEDS_COST,
    .time = time_2,
    .build = build_collect,
};

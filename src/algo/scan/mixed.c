/* prefix-mixed: scan and exscan of P packets on any torus with any number of ports.
 *
 * A packet may take many ways through a scan (way.c): one that exchanges in all dimensions is as short as the diameter,
 * but uses the links often; one that sums every ring up to one node and hands out again is up to twice as long, but has
 * about two moves a node. When packets share the links, the best is a mixture: ways that are mirrored use other links
 * at the same time, and those that come late must be short. So several mixtures are tried, each by making its timetable
 * (timetable.c, justify.c), and the shortest is taken:
 *
 *   all packets alike, but for the ends that rings are summed up to, which alternate;
 *   two kinds, the first packets of one, the rest of the other;
 *   from the best of these, other ways for one packet at a time;
 *   on networks of some tens of nodes, packets leave these ways where that saves a step, with all of their moves
 * (haggle.c) or with a few (mend.c);
 *   any mode for one packet in one dimension, at random, and its moves sooner or later (wander.c), and then all packets
 * anew, at prices (fair.c): with the usual effort where it still takes half as long again as is hoped for, until it
 * does not, with few nodes always, and with more effort before anything else; then ways are left again.
 *
 * How much is tried is counted, in moves looked at, so that every machine finds the same. */
#include "algo/scan/algorithms.h"

#include "algo/prefix/algorithms.h"
#include "algo/scan/fair.h"
#include "algo/scan/haggle.h"
#include "algo/scan/mend.h"

#include <stdlib.h>
#include <string.h>

#define MOST_NODES (UINT32_C(1) << 12)
#define MOST_WORK  (UINT64_C(1) << 17) /* nodes times packets */
#define MOST_LOOKS (UINT64_C(4) << 20) /* moves looked at in trials */
#define MOST_MORE  3 /* steps of effort above the usual that have it wander longer: beyond, nothing was ever found */
#define ROUNDS     1 /* to and fro, for every timetable */
#define BEST_KINDS 6
#define MOST_BIAS  3
/* Where plans are long: times as many looks, for some nodes and for more. */
#define FEW_WANDERING    20
#define WANDERING        8
#define FAIR             20 /* times as many steps of moves are priced: it is quicker */
#define WALKS            5  /* times that it sets out; four times as many with more effort */
#define FEWEST_WANDERERS 17
#define FEW_WANDERERS    36
#define MOST_WANDERERS   64
#define GROWTH           64 /* steps: with more, all nodes hear of all soon enough */

typedef struct search {
    const lb_net *net;
    uint32_t packets, ports;
    lb_scan_kinds kinds;
    uint32_t *best, *trial; /* the way of each packet */
    uint32_t steps, least;  /* the best so far; what is hoped for */
    uint32_t bias;
    int effort;
    uint32_t *starts; /* the steps of the best's moves, if they are not to be found again */
    uint64_t looks, most;
} search;

/* Takes the mixture in `trial` if it is shorter. */
static int attempt(search *s, uint32_t bias) {
    uint32_t steps;
    lb_scan_job job = {s->net, s->kinds.woven, s->trial, s->packets, s->ports, bias, s->steps, ROUNDS};
    int error = lb_scan_timetable(&job, NULL, &steps, &s->looks);
    if (error || steps == 0)
        return error;
    s->steps = steps;
    s->bias = bias;
    memcpy(s->best, s->trial, s->packets * sizeof *s->best);
    return LB_OK;
}

/* Packets all at once, or one after another; where a node has several moves to make of each, as many steps apart. */
static int attempt_all(search *s, uint32_t most) {
    int error = attempt(s, 0);
    for (uint32_t bias = 1; bias <= most && s->packets > 1 && !error; bias++)
        error = attempt(s, bias);
    return error;
}

static bool done(const search *s) {
    return s->steps <= s->least || s->looks > s->most;
}

static int alike(search *s, unsigned k, uint32_t from) {
    for (uint32_t p = from; p < s->packets; p++) {
        int error = lb_scan_way_of(&s->kinds, k, p, &s->trial[p]);
        if (error)
            return error;
    }
    return LB_OK;
}

/* All packets alike: how long each kind is, and the shortest. */
static int try_alike(search *s) {
    for (unsigned k = 0; k < s->kinds.count; k++) {
        lb_scan_kind *own = &s->kinds.at[k];
        own->steps = UINT32_MAX;
        if (s->looks > s->most && s->steps != UINT32_MAX)
            continue;
        int error = alike(s, k, 0);
        lb_scan_job job = {s->net, s->kinds.woven, s->trial, s->packets, s->ports, 0, UINT32_MAX, ROUNDS};
        if (!error)
            error = lb_scan_timetable(&job, NULL, &own->steps, &s->looks);
        if (!error)
            error = attempt_all(s, MOST_BIAS);
        if (error)
            return error;
    }
    return LB_OK;
}

/* The kinds, the shortest first. */
static void sort_kinds(const search *s, unsigned *order) {
    for (unsigned k = 0; k < s->kinds.count; k++) {
        unsigned at = k;
        for (; at > 0 && s->kinds.at[order[at - 1]].steps > s->kinds.at[k].steps; at--)
            order[at] = order[at - 1];
        order[at] = k;
    }
}

/* The first packets of kind a, those from some number on of kind b. */
static int try_pair(search *s, unsigned a, unsigned b) {
    for (uint32_t from = 1; from < s->packets && !done(s); from++) {
        int error = alike(s, a, 0);
        if (!error)
            error = alike(s, b, from);
        if (!error)
            error = attempt_all(s, s->bias > 1 ? s->bias : 1);
        if (error)
            return error;
    }
    return LB_OK;
}

static int try_two_kinds(search *s) {
    unsigned order[LB_SCAN_KINDS] = {0}, most = s->kinds.count < BEST_KINDS ? s->kinds.count : BEST_KINDS;
    sort_kinds(s, order);
    for (unsigned i = 0; i < s->kinds.count; i++) {
        for (unsigned j = 0; j < s->kinds.count && !done(s); j++) {
            int error = i == j || (i >= most && j >= most) ? LB_OK : try_pair(s, order[i], order[j]);
            if (error)
                return error;
        }
    }
    return LB_OK;
}

static int try_others(search *s) {
    bool better = true;
    while (better && !done(s)) {
        uint32_t before = s->steps;
        for (uint32_t p = s->packets; p-- > 0 && !done(s);) {
            for (unsigned c = 0; c < s->kinds.count * LB_SCAN_PHASES && !done(s); c++) {
                if (c % LB_SCAN_PHASES >= lb_scan_phases(&s->kinds.at[c / LB_SCAN_PHASES]))
                    continue;
                memcpy(s->trial, s->best, s->packets * sizeof *s->trial);
                int error = lb_scan_way_of(&s->kinds, c / LB_SCAN_PHASES, c % LB_SCAN_PHASES, &s->trial[p]);
                if (!error)
                    error = attempt(s, s->bias);
                if (error)
                    return error;
            }
        }
        better = s->steps < before;
    }
    return LB_OK;
}

/* Transmissions of the best. */
static uint64_t count_moves(const search *s) {
    uint64_t count = 0;
    for (uint32_t p = 0; p < s->packets; p++)
        count += s->kinds.woven[s->best[p]].count;
    return count;
}

static int wander(search *s, uint64_t looks) {
    lb_scan_walk walk = {.kinds = &s->kinds, .ways = s->best, .steps = s->steps, .least = s->least, .most = looks};
    walk.times = s->effort > LB_EFFORT ? 4 * WALKS : WALKS;
    walk.job = (lb_scan_job){s->net, s->kinds.woven, s->best, s->packets, s->ports, s->bias, UINT32_MAX, ROUNDS};
    free(s->starts);
    s->starts = NULL;
    int error = lb_scan_wander(&walk);
    walk.most = FAIR * looks;
    if (!error && walk.steps > s->least && (s->net->nodes >= FEWEST_WANDERERS || s->effort > LB_EFFORT))
        error = lb_scan_fair(&walk);
    s->starts = walk.starts;
    s->steps = walk.steps;
    return error;
}

/* Of many steps, a little less than half as many again. */
static uint32_t hoped_for(const search *s) {
    return s->least + s->least / 2 - s->least / 32;
}

static uint64_t usual_looks(const search *s) {
    return (s->net->nodes <= FEW_WANDERERS ? FEW_WANDERING : WANDERING) * MOST_LOOKS;
}

static int find(search *s) {
    s->steps = UINT32_MAX;
    int error = try_alike(s);
    if (!error && s->packets > 1)
        error = try_two_kinds(s);
    if (!error)
        error = try_others(s);
    if (error || s->effort <= LB_EFFORT)
        return error;
    bool some = s->net->nodes >= FEWEST_WANDERERS && s->net->nodes <= MOST_WANDERERS && s->steps > hoped_for(s);
    uint64_t looks = s->most / 4, usual = usual_looks(s);
    return wander(s, some && looks < usual ? usual : looks);
}

static void put(const search *s, const uint32_t *steps, lb_builder *b) {
    for (uint32_t p = 0; p < s->packets; p++) {
        const lb_scan_way *way = &s->kinds.woven[s->best[p]];
        for (uint64_t m = 0; m < way->count; m++) {
            const lb_scan_move *move = &way->moves[m];
            lb_build_move(b, *steps++, move->from, move->port, LB_OP_COPY);
            lb_build_item(b, (lb_item){.origin = move->first, .dest = move->last, .lo = p, .hi = p + UINT64_C(1)});
        }
    }
}

static int write_plan(search *s, const lb_task *task, lb_plan **plan, lb_why *why) {
    lb_builder b;
    uint64_t count = count_moves(s);
    uint32_t steps = 0;
    lb_scan_job job = {s->net, s->kinds.woven, s->best, s->packets, s->ports, s->bias, UINT32_MAX, ROUNDS};
    if (!s->starts) {
        s->starts = lb_array(count, sizeof *s->starts);
        if (!s->starts || lb_scan_timetable(&job, s->starts, &steps, &s->looks))
            return lb_fail_memory(why, "a plan");
    }
    lb_build_begin(&b, task, LB_EXPLICIT, LB_UNIT, s->ports, s->packets, 1);
    int error = lb_build_expect(&b, count, count, why);
    if (error) {
        lb_build_abandon(&b);
    } else {
        put(s, s->starts, &b);
        error = lb_build_finish(&b, "prefix-mixed", plan, why);
    }
    return error;
}

/* Moves of use in so many steps: all but those of the last node before it can have heard of the first, and of others to
 * the first that late. And in few steps not all nodes can have heard of the first or can still tell the last. */
static uint64_t useful_moves(const search *s, uint64_t steps) {
    uint64_t n = s->net->nodes, hops = lb_distance(s->net, 0, (uint32_t)n - 1), sum = 0;
    if (steps > GROWTH)
        return s->ports * (n * steps - 2 * hops);
    for (uint64_t t = 1; t <= steps; t++) {
        uint64_t heard = 1, tell = 1, all = n - (t <= hops || t + hops > steps);
        for (uint64_t i = 1; i < t && heard < n; i++)
            heard *= s->ports + UINT64_C(1);
        for (uint64_t i = t; i < steps && tell < n; i++)
            tell *= s->ports + UINT64_C(1);
        sum += heard + tell < all ? heard + tell : all;
    }
    return s->ports * sum;
}

/* No plan has fewer: the last packet has all the way to go, and each makes 2(n-1) moves, less the length of its way
 * from the first node to the last; they set out and arrive some at a time (bound/prefixes.c has the reason, and more).
 */
static uint32_t fewest_steps(const search *s) {
    uint64_t n = s->net->nodes, each = n - 1, all = s->packets, rounds = all / s->ports;
    if (n == 1)
        return 0;
    uint64_t waits = rounds * (rounds - 1) / 2 * s->ports + all % s->ports * rounds;
    uint64_t steps = lb_diameter(s->net) + lb_ceil_div(all, s->ports) - 1, way = all * steps - 2 * waits;
    while (useful_moves(s, steps) + (way < all * each ? way : all * each) < 2 * all * each)
        way = all * ++steps - 2 * waits;
    return (uint32_t)steps;
}

static void search_end(search *s) {
    lb_scan_kinds_end(&s->kinds);
    free(s->best);
    free(s->trial);
    free(s->starts);
    free(s);
}

/* How short a plan has to be that nobody wanders for a shorter one; with few nodes it costs little. */
static uint32_t short_enough(const search *s) {
    return s->net->nodes < FEWEST_WANDERERS ? s->least : hoped_for(s);
}

static int shorten(const search *s, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    int error = lb_scan_haggle(o, plan, why);
    if (!error && s->effort >= LB_EFFORT && s->packets > 1)
        error = lb_scan_mend(o, s->least, hoped_for(s), plan, why);
    return error;
}

/* Haggling and mending are mostly better, but not always: packets wander from where they were before, and do so
 * again. */
static int wander_after(search *s, const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_plan *other = NULL;
    bool few = s->net->nodes < FEWEST_WANDERERS;
    uint32_t least = s->least;
    if (s->effort != LB_EFFORT || s->net->nodes > MOST_WANDERERS || lb_plan_steps(*plan) <= short_enough(s))
        return LB_OK;
    s->least = short_enough(s);
    int error = wander(s, few ? MOST_LOOKS : usual_looks(s));
    s->least = least;
    if (error)
        return lb_fail_memory(why, "a plan");
    if (s->steps > lb_plan_steps(*plan))
        return LB_OK;
    error = write_plan(s, task, &other, why);
    if (!error)
        error = shorten(s, o, &other, why);
    bool better = !error && lb_plan_steps(other) < lb_plan_steps(*plan);
    lb_plan_free(better ? *plan : other);
    *plan = better ? other : *plan;
    return error;
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    if (o->packets > MOST_WORK / task->net.nodes)
        return lb_fail(why, LB_ERR_SIZE, "so many packets on so many nodes would take too long to mix");
    search *s = lb_zeroed(1, sizeof *s);
    if (!s)
        return lb_fail_memory(why, "a plan");
    s->net = &task->net;
    s->packets = (uint32_t)o->packets;
    s->ports = o->ports;
    s->effort = o->effort ? o->effort : LB_EFFORT;
    int more = s->effort > LB_EFFORT ? s->effort - LB_EFFORT : 0;
    s->most = MOST_LOOKS << 2 * (more < MOST_MORE ? more : MOST_MORE);
    s->least = fewest_steps(s);
    s->best = lb_zeroed(s->packets, sizeof *s->best);
    s->trial = lb_zeroed(s->packets, sizeof *s->trial);
    int error = LB_OK;
    if (!s->best || !s->trial || lb_scan_kinds_begin(&s->kinds, s->net, s->packets) || find(s))
        error = lb_fail_memory(why, "a plan");
    if (!error)
        error = write_plan(s, task, plan, why);
    if (!error)
        error = shorten(s, o, plan, why);
    if (!error)
        error = wander_after(s, task, o, plan, why);
    search_end(s);
    if (error)
        lb_plan_free(*plan);
    *plan = error ? NULL : *plan;
    return error;
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    uint64_t n = task->net.nodes;
    if (n > MOST_NODES || n == 1)
        return 0;
    if (o->packets > MOST_WORK / n)
        return 1; /* build() says that they are too many */
    return o->packets > 1 || o->ports == 1 ? 96 : 40;
}

/* Microseconds that planning takes, about, as measured: what is tried, and haggled over, is limited, so that many
 * packets take little more than some. */
static uint64_t time_to_plan(const lb_task *task, const lb_plan_options *o) {
    uint64_t each = lb_times(task->net.nodes, o->packets), few = lb_times(each, 110), many = lb_times(each, 12) + 45000;
    return few < many ? few : many;
}

const lb_algo lb_algo_prefix_mixed = {
    .info = {.name = "prefix-mixed",
             .source = "packets on different ways, in the best mixture of those tried",
             .tasks = LB_TASK_BIT(LB_SCAN) | LB_TASK_BIT(LB_EXSCAN),
             .any_ports = true,
             .min_ports = 1,
             .unit = true,
             .promise = "few packets on few ports: the shortest of some hundreds of timetables"},
    .suits = suits,
    .rival = &lb_algo_prefix_sweep,
    .needs = "it takes 2 to 4096 nodes",
    .work = time_to_plan,
    .build = build,
};

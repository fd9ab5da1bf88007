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
 * (haggle.c) or with a few (mend.c, and on tiny networks insist.c);
 *   any mode for one packet in one dimension, at random, and its moves sooner or later (wander.c), and then all packets
 * anew, at prices (fair.c): with the usual effort where it still takes half as long again as is hoped for, until it
 * does not, with few nodes always, and with more effort before anything else; then ways are left again, and what nearly
 * came to terms at a fair is put right (finish.c); where plans are longest that is done again and again.
 *
 * How much is tried is counted, in moves looked at, so that every machine finds the same. */
#include "algo/scan/algorithms.h"

#include "algo/prefix/algorithms.h"
#include "algo/scan/fair.h"
#include "algo/scan/finish.h"
#include "algo/scan/haggle.h"
#include "algo/scan/insist.h"
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
#define FEW_PACKETS      8
/* Times as much work as haggling, to put right what a fair has come to, of few packets and of more, and of few where
 * plans are longest; and so many fairs more, at the most, are held there. */
#define FINISH_FEW   100
#define FINISH       10
#define FINISH_AGAIN 200
#define AGAIN        3
#define CHANCE       5 /* of those that were tried the first with which most was found soon */
/* And to insist, with few packets on tiny networks. */
#define INSIST       6
#define TINY_NODES   9
#define TINY_PACKETS 5
#define SHORT_FAIR   2  /* of more packets a fair has this part of the time */
#define GROWTH       64 /* steps: with more, all nodes hear of all soon enough */

typedef struct search {
    const lb_net *net;
    uint32_t packets, ports;
    lb_scan_kinds kinds;
    uint32_t *best, *trial; /* the way of each packet */
    uint32_t steps, least;  /* the best so far; what is hoped for */
    uint32_t counted;       /* the least that comes of counting moves */
    uint32_t bias;
    int effort;
    uint32_t *starts; /* the steps of the best's moves, if they are not to be found again */
    uint64_t looks, most;
    lb_scan_nearly nearly; /* what a fair came to, if that is not a plan */
    uint32_t finish;       /* times as much work as haggling, to put that right */
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

/* What is asked of a walk from the best, with so many looks. */
static lb_scan_walk walk_of(search *s, uint64_t looks) {
    lb_scan_walk walk = {.kinds = &s->kinds, .ways = s->best, .steps = s->steps, .least = s->least, .most = looks};
    walk.times = s->effort > LB_EFFORT ? 4 * WALKS : WALKS;
    walk.job = (lb_scan_job){s->net, s->kinds.woven, s->best, s->packets, s->ports, s->bias, UINT32_MAX, ROUNDS};
    walk.chance = 1;
    return walk;
}

static int wander(search *s, uint64_t looks, bool fair) {
    lb_scan_walk walk = walk_of(s, looks);
    walk.nearly = s->nearly;
    free(s->starts);
    s->starts = NULL;
    int error = lb_scan_wander(&walk);
    walk.most = FAIR * looks;
    if (!error && fair && walk.steps > s->least)
        error = lb_scan_fair(&walk);
    s->nearly = walk.nearly;
    s->starts = walk.starts;
    s->steps = walk.steps;
    return error;
}

/* Of many steps, a little less than half as many again as come of counting moves: links say more where there are many
 * packets, but then that is not so hard to get near to. */
static uint32_t hoped_for(const search *s) {
    uint32_t hoped = s->counted + s->counted / 2 - s->counted / 32;
    return hoped > s->least ? hoped : s->least;
}

static uint64_t usual_looks(const search *s) {
    bool few = s->net->nodes <= FEW_WANDERERS && (s->packets <= FEW_PACKETS || s->effort > LB_EFFORT);
    return (few ? FEW_WANDERING : WANDERING) * MOST_LOOKS;
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
    return wander(s, some && looks < usual ? usual : looks, true);
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

/* Whether there are more nodes as far away from the first as can be than can hear of it without anybody waiting: with
 * one port that is one node, the others hear a step later. */
static bool is_crowded(const search *s) {
    uint64_t farthest = 1, first = 1;
    for (unsigned i = 0; i < s->net->dims; i++) {
        uint32_t r = s->net->radix[i];
        farthest *= r > 2 && r % 2 ? 2 : 1;
    }
    for (uint32_t i = 0; i < lb_diameter(s->net) && first < farthest; i++)
        first *= s->ports;
    return first < farthest;
}

/* No plan has fewer: the last packet has all the way to go, and each makes 2(n-1) moves, less the length of its way
 * from the first node to the last; they set out and arrive some at a time (bound/prefixes.c has the reason, and more).
 */
static uint32_t fewest_steps(const search *s) {
    uint64_t n = s->net->nodes, each = n - 1, all = s->packets, rounds = all / s->ports;
    if (n == 1)
        return 0;
    uint64_t waits = rounds * (rounds - 1) / 2 * s->ports + all % s->ports * rounds;
    uint64_t steps = lb_diameter(s->net) + lb_ceil_div(all, s->ports) - !is_crowded(s), way = all * steps - 2 * waits;
    while (useful_moves(s, steps) + (way < all * each ? way : all * each) < 2 * all * each)
        way = all * ++steps - 2 * waits;
    return (uint32_t)steps;
}

/* Nor has a plan of exscan fewer than it takes if every node sends its packets to the next only, at prices of 1 for the
 * lowest dimension's - links and r-1 for its + links: so much has each node to pay, however that goes (NEXT in
 * docs/bounds.md). Where that dimension is 2 long, each of its links has a prefix of every packet to carry, of a scan,
 * too: the n/2 prefixes that end there with the nodes of digit 0 all differ, and all must leave these. */
static uint32_t fewest_by_links(const search *s, bool exclusive) {
    uint64_t n = s->net->nodes, r = 1;
    for (unsigned i = 0; i < s->net->dims && r == 1; i++)
        r = s->net->radix[i];
    if (r == 2)
        return s->packets;
    return r > 2 && exclusive ? (uint32_t)lb_ceil_div(s->packets * (n - 1) * (r - 1), n * r) : 0;
}

static void search_end(search *s) {
    lb_scan_kinds_end(&s->kinds);
    free(s->best);
    free(s->trial);
    free(s->starts);
    free(s->nearly.moves);
    free(s);
}

/* How short a plan has to be that nobody wanders for a shorter one; with few nodes it costs little. */
static uint32_t short_enough(const search *s) {
    return s->net->nodes < FEWEST_WANDERERS ? s->least : hoped_for(s);
}

/* Whether packets wander with the usual effort, and go to fairs, if that is needed. */
static bool may_wander(const search *s) {
    return s->effort == LB_EFFORT && s->net->nodes <= MOST_WANDERERS;
}

/* Down to how many steps a plan is mended for long: of many packets where they wander it takes longer than it is worth.
 */
static uint32_t worth_mending(const search *s) {
    bool many = s->packets > FEW_PACKETS && s->net->nodes >= FEWEST_WANDERERS;
    return many && may_wander(s) ? UINT32_MAX : hoped_for(s);
}

static int shorten(const search *s, const lb_plan_options *o, uint32_t hoped, lb_plan **plan, lb_why *why) {
    int error = lb_scan_haggle(o, plan, why);
    if (!error && s->effort >= LB_EFFORT && s->packets > 1)
        error = lb_scan_mend(o, s->least, hoped, plan, why);
    return error;
}

static void take_shorter(lb_plan **plan, lb_plan *other) {
    bool better = other && lb_plan_steps(other) < lb_plan_steps(*plan);
    lb_plan_free(better ? *plan : other);
    *plan = better ? other : *plan;
}

/* What packets have nearly come to terms over at a fair is put right, if it is shorter. */
static int put_right(search *s, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    uint32_t steps = lb_plan_steps(*plan);
    if (!s->nearly.moves || s->nearly.steps >= steps || steps <= hoped_for(s))
        return LB_OK;
    return lb_scan_put_right(o, s->finish, &s->nearly, plan, why);
}

static int go_to_fair(search *s, lb_scan_walk *walk, const lb_task *task, lb_plan **plan, lb_why *why) {
    lb_plan *other = NULL;
    walk->steps = lb_plan_steps(*plan);
    walk->starts = NULL;
    int error = lb_scan_fair(walk);
    s->nearly = walk->nearly;
    if (error)
        return lb_fail_memory(why, "a plan");
    if (!walk->starts)
        return LB_OK;
    free(s->starts);
    s->starts = walk->starts;
    s->steps = walk->steps;
    error = write_plan(s, task, &other, why);
    take_shorter(plan, other);
    return error;
}

/* As long as there is a gain. */
static int go_to_fairs(search *s, const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_scan_walk walk = walk_of(s, usual_looks(s));
    uint32_t first = lb_plan_steps(*plan), before = UINT32_MAX;
    int error = LB_OK;
    walk.least = hoped_for(s);
    walk.most = FAIR * walk.most / (s->packets > FEW_PACKETS ? SHORT_FAIR : 1);
    while (!error && lb_plan_steps(*plan) > walk.least && lb_plan_steps(*plan) < before) {
        before = lb_plan_steps(*plan);
        walk.nearly = s->nearly;
        error = go_to_fair(s, &walk, task, plan, why);
        if (!error)
            error = put_right(s, o, plan, why);
    }
    if (!error && before < first)
        error = lb_scan_mend(o, s->least, worth_mending(s), plan, why);
    return error;
}

/* Half as many steps again as there must be. On one port 2P-1 steps, by counting moves, are mostly one too few
 * (bound/halves.c). */
static uint32_t half_again(const search *s) {
    uint32_t least = s->least + (s->ports == 1 && s->least + 1 == 2 * s->packets);
    return least + least / 2;
}

/* Where few packets still take more than that, they go to some more fairs, at which chance decides otherwise, for no
 * more than that. */
static int go_again(search *s, const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_scan_walk walk = walk_of(s, usual_looks(s));
    int error = LB_OK;
    if (s->net->nodes < FEWEST_WANDERERS || s->net->nodes > MOST_WANDERERS || s->packets > FEW_PACKETS)
        return LB_OK;
    walk.least = half_again(s);
    walk.most *= FAIR;
    s->finish = FINISH_AGAIN;
    for (uint32_t i = 0; i < AGAIN && !error && lb_plan_steps(*plan) > walk.least; i++) {
        s->nearly.clashes = UINT32_MAX; /* what there was could not be put right */
        walk.nearly = s->nearly;
        walk.chance = CHANCE + i;
        error = go_to_fair(s, &walk, task, plan, why);
        if (!error)
            error = put_right(s, o, plan, why);
    }
    return error;
}

/* Haggling and mending are mostly better, but not always: packets wander from where they were before, and do so
 * again. */
static int wander_after(search *s, const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_plan *other = NULL;
    bool few = s->net->nodes < FEWEST_WANDERERS;
    uint32_t least = s->least;
    if (!may_wander(s) || lb_plan_steps(*plan) <= short_enough(s))
        return LB_OK;
    s->least = short_enough(s);
    int error = wander(s, few ? MOST_LOOKS : usual_looks(s), false);
    s->least = least;
    if (error)
        return lb_fail_memory(why, "a plan");
    if (s->steps <= lb_plan_steps(*plan)) {
        error = write_plan(s, task, &other, why);
        if (!error)
            error = shorten(s, o, worth_mending(s), &other, why);
        take_shorter(plan, other);
    }
    return error || few ? error : go_to_fairs(s, task, o, plan, why);
}

/* Of some packets on tiny networks, which take little, plans are mended once more. */
static int insist(const search *s, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    if (s->effort < LB_EFFORT || s->net->nodes > TINY_NODES || s->packets < TINY_PACKETS || s->packets > FEW_PACKETS)
        return LB_OK;
    return lb_scan_insist(o, s->least, INSIST, plan, why);
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
    s->finish = s->packets <= FEW_PACKETS ? FINISH_FEW : FINISH;
    s->counted = fewest_steps(s);
    s->least = fewest_by_links(s, lb_task_kind_of(task) == LB_EXSCAN);
    s->least = s->counted > s->least ? s->counted : s->least;
    s->best = lb_zeroed(s->packets, sizeof *s->best);
    s->trial = lb_zeroed(s->packets, sizeof *s->trial);
    int error = LB_OK;
    if (!s->best || !s->trial || lb_scan_kinds_begin(&s->kinds, s->net, s->packets) || find(s))
        error = lb_fail_memory(why, "a plan");
    if (!error)
        error = write_plan(s, task, plan, why);
    if (!error)
        error = shorten(s, o, worth_mending(s), plan, why);
    if (!error) /* with more effort they have been at a fair */
        error = s->effort > LB_EFFORT ? put_right(s, o, plan, why) : wander_after(s, task, o, plan, why);
    if (!error && s->effort >= LB_EFFORT)
        error = go_again(s, task, o, plan, why);
    if (!error)
        error = insist(s, o, plan, why);
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

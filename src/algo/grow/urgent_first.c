/* urgent-first: broadcasts of any number of packets from any nodes on k ports, and reduce, the reverse of one. Beyond
 * the papers.
 *
 * Steps are made one after another by urgent.c, with a number of steps in mind: first the fewest that there can be, by
 * the reasons below, or one less than the best so far. After every attempt, what came too late counts more in the next
 * (squeaky wheels get the grease: Joslin & Clements 1999); rounds of attempts differ in how much urgency counts, and
 * attempts in chance. Then, with one step less than the best so far as the goal, trees for all packets are grown at
 * once and led round each other (orchard.c), and several beginnings are kept at a time (beam.c). All ends when the
 * fewest steps are reached or enough work was done.
 *
 * No plan takes fewer than ceil(K/k) + D-1 steps, K the packets of one node and D the diameter, nor fewer than it takes
 * to get into a node what it lacks; where several nodes are farthest away, it often takes a step more. */
#include "algo/grow/algorithms.h"
#include "algo/grow/beam.h"
#include "algo/grow/effort.h"
#include "algo/grow/orchard.h"
#include "algo/grow/parcels.h"

#include <stdlib.h>
#include <string.h>

#define MOST_PAIRS (UINT64_C(1) << 18) /* of packets and nodes */
#define MOST_NODES 2048
#define MOST_HOPS  250                 /* distances are kept in bytes */
#define MOST_BYTES (UINT64_C(1) << 24) /* of beginnings that are kept */
#define USUAL_WORK                                                                                                     \
    (UINT64_C(1) << 24) /* nodes looked at before the last attempt begins: a tenth of a second or two                  \
                         */

/* Whether the last packets, of `most` at one node, cannot leave towards all the nodes that are farthest away at once
 * (or, on one port, nodes that are farthest away cannot all be told by then): the argument is that of the bound. */
static bool takes_one_more(const lb_net *net, uint64_t most, uint32_t ports) {
    uint64_t common = 0, last = most - (lb_ceil_div(most, ports) - 1) * ports;
    bool twins = false;
    for (unsigned i = 0; i < net->dims; i++) {
        common += net->radix[i] == 2 ? 1 : net->radix[i] % 2 == 0 ? 2 : 0;
        twins = twins || (net->radix[i] > 2 && net->radix[i] % 2);
    }
    uint64_t single = last < common ? last : common;
    return ports == 1 ? twins : single + 2 * (last - single) > ports;
}

static uint64_t least_steps(const lb_task *task, const lb_plan_options *o, uint32_t count) {
    const lb_net *net = &task->net;
    uint64_t most = count, fewest = 0;
    if (task->kind == LB_MULTIBROADCAST) {
        most = 0;
        fewest = UINT64_MAX;
        for (uint32_t v = 0; v < net->nodes; v++) {
            uint64_t has = (task->first[v + 1] - task->first[v]) * o->packets;
            most = has > most ? has : most;
            fewest = has < fewest ? has : fewest;
        }
    }
    uint64_t in = lb_ceil_div(count - fewest, o->ports);
    uint64_t out = lb_ceil_div(most, o->ports) + lb_diameter(net) - 1 + takes_one_more(net, most, o->ports);
    return in > out ? in : out;
}

static int note(const lb_task *task, const lb_plan_options *o, const lb_urgent *u, const lb_delivery *d, uint64_t count,
                lb_plan **plan, lb_why *why) {
    lb_builder b;
    lb_build_begin(&b, task, task->kind == LB_BROADCAST ? LB_ROOTED : LB_EXPLICIT, LB_UNIT, o->ports, o->packets, 1);
    int error = lb_build_expect(&b, count, count, why);
    if (error)
        return error;
    for (uint64_t i = 0; i < count; i++) {
        lb_build_move(&b, d[i].step, d[i].link / u->ports, d[i].link % u->ports, LB_OP_COPY);
        lb_build_item(&b, lb_parcel_item(task, o->packets, d[i].packet));
    }
    return lb_build_finish(&b, "urgent-first", plan, why);
}

/* What counts how much, round after round. */
static const lb_taste tastes[] = {{16, 4, 16},   {256, 1, 0},   {16, 4, 64},    {4096, 2, 4096},
                                  {256, 2, 64},  {16, 16, 16},  {0, 2, 64},     {65536, 4, 64},
                                  {4096, 2, 64}, {16, 8, 4096}, {256, 4, 1024}, {0, 4, 0}};
enum { TASTES = sizeof tastes / sizeof tastes[0], ROUND = 16, TRIES = ROUND * TASTES, MOST_WIDTH = 64 };

/* Every other round the fewest steps are the goal, in the others one less than the best. */
static void set_out(lb_urgent *u, unsigned trial, uint64_t least, uint32_t steps, uint64_t seed) {
    unsigned round = trial / ROUND, place = trial % ROUND;
    u->goal = steps == UINT32_MAX || round % 2 ? (uint32_t)least : steps - 1;
    u->rare = tastes[round].rare;
    u->sharp = tastes[round].sharp;
    u->pull = tastes[round].pull;
    u->noise = place ? 1 + place % 4 : 0;
    u->random = seed + trial;
    if (place == 0)
        lb_urgent_forgive(u);
}

/* The best attempt's deliveries are left in `best`. */
static uint32_t try_often(lb_urgent *u, uint64_t least, uint64_t seed, uint64_t most_work, lb_delivery *best) {
    uint32_t steps = UINT32_MAX;
    for (unsigned t = 0; t < TRIES && steps > least && (t == 0 || u->work < most_work / 4); t++) {
        set_out(u, t, least, steps, seed);
        uint32_t took = lb_urgent_run(u, steps - 1);
        lb_urgent_blame(u);
        if (u->left == 0 && took < steps) {
            steps = took;
            memcpy(best, u->deliveries, u->made * sizeof *best);
        }
    }
    return steps;
}

/* Trees for all packets at once, in one step less than the best so far; not begun where growing them once would be most
 * of the work that is allowed. */
static uint32_t try_trees(const lb_urgent *u, uint64_t least, uint32_t steps, uint64_t most_work, uint64_t seed,
                          lb_delivery *best) {
    lb_orchard o;
    uint32_t most = steps - 1;
    uint64_t once = lb_times(lb_times((uint64_t)u->nodes * u->ports, u->count), 4 * (uint64_t)most);
    if (steps <= least || once > most_work || lb_orchard_bytes(u->net, u->count, most) > MOST_BYTES)
        return steps;
    bool taken = lb_orchard_take(&o, u->net, u->use, u->count, u->origin, most, NULL) == LB_OK;
    uint64_t done = 0;
    o.random = seed;
    while (taken && steps > least && done < most_work) {
        uint64_t rest = most_work - done;
        if (lb_orchard_grow(&o, steps - 1, rest < most_work / 2 ? rest : most_work / 2)) {
            steps--;
            lb_orchard_list(&o, best);
        }
        done += o.work;
    }
    lb_orchard_free(&o);
    return steps;
}

static void try_wide(lb_urgent *u, uint64_t least, uint32_t steps, uint64_t most_work, lb_delivery *best) {
    unsigned width = 4;
    lb_urgent_forgive(u);
    while (steps > least && width <= MOST_WIDTH && u->work < most_work && lb_beam_bytes(u, width) <= MOST_BYTES) {
        if (lb_beam(u, steps - 1, width, tastes, TASTES, most_work)) {
            steps = u->step;
            memcpy(best, u->deliveries, u->made * sizeof *best);
        } else {
            width *= 4;
        }
    }
}

static bool small_enough(const lb_task *task, const lb_plan_options *o, uint64_t pairs) {
    return task->net.nodes <= MOST_NODES && lb_diameter(&task->net) <= MOST_HOPS &&
           lb_times(lb_parcel_count(task, o->packets), task->net.nodes) <= pairs;
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    uint64_t all = lb_parcel_count(task, o->packets);
    if (!small_enough(task, o, MOST_PAIRS))
        return lb_fail(why, LB_ERR_SIZE, "urgent-first cannot keep track of so many packets at so many nodes");
    uint32_t count = (uint32_t)all;
    uint64_t moves = all * (task->net.nodes - 1);
    lb_urgent u;
    uint32_t *origin = lb_array(count, sizeof *origin);
    lb_delivery *best = lb_array(all * task->net.nodes, sizeof *best);
    int error = lb_urgent_take(&u, &task->net, o->ports, count, why);
    if (!error && !(origin && best))
        error = lb_fail_memory(why, "who has what");
    for (uint32_t j = 0; !error && j < count; j++)
        origin[j] = lb_parcel_item(task, o->packets, j).origin;
    u.origin = origin;
    u.fill = task->kind == LB_MULTIBROADCAST && task->count > 1; /* from one node it does not help */
    if (!error) {
        uint64_t least = least_steps(task, o, count), work = lb_grow_work(o, USUAL_WORK);
        uint32_t steps = try_often(&u, least, o->seed, work, best);
        steps = try_trees(&u, least, steps, work / 8, o->seed, best);
        try_wide(&u, least, steps, work, best);
        error = note(task, o, &u, best, moves, plan, why);
    }
    lb_urgent_free(&u);
    free(origin);
    free(best);
    return error;
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    uint64_t count = lb_parcel_count(task, o->packets);
    if (task->net.ports == 0 || count == 0)
        return 0;
    bool simple = lb_net_is_cube(&task->net) || o->ports >= task->net.ports;
    if (task->kind != LB_MULTIBROADCAST && o->packets == 1 && simple)
        return 11; /* doubling, or dimension order, does it */
    return small_enough(task, o, MOST_PAIRS >> 3) ? 86 : 11;
}

/* Microseconds that planning takes, about, as measured on networks of 64 nodes. */
static uint64_t time_to_plan(const lb_task *task, const lb_plan_options *o) {
    uint64_t moves = lb_times(lb_parcel_count(task, o->packets), task->net.nodes);
    uint64_t most = lb_grow_work(o, 60000), all = lb_times(moves, 50);
    return all < most ? all : most;
}

const lb_algo lb_algo_urgent_first = {
    .info = {.name = "urgent-first",
             .lattices = true,
             .source = "beyond the papers: what has the least time left goes first",
             .tasks = LB_TASK_BIT(LB_BROADCAST) | LB_TASK_BIT(LB_REDUCE) | LB_TASK_BIT(LB_MULTIBROADCAST),
             .any_ports = true,
             .min_ports = 1,
             .unit = true,
             .promise = "the bound, or a few steps more; fewest transmissions"},
    .suits = suits,
    .needs = "there is nothing to send",
    .work = time_to_plan,
    .build = build,
    .turned = LB_TASK_BIT(LB_REDUCE),
};

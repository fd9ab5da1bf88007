/* prefix-rounds: scan and exscan of very many packets on the unit clock, on any number of ports.
 *
 * A good plan for a few packets keeps its busiest links, or nodes, busy nearly all the time, so that many packets need
 * no other: they go in rounds that begin as soon as links and ports are free (lb_plan_stagger). What prefix-mixed
 * finds for a round, which takes seconds, is thus a plan for any number of packets, of which only that round is held:
 * the moves of all others are made when they are read. */
#include "algo/scan/algorithms.h"

#include "plan/plan.h"

#include <stdlib.h>

enum { MOST_IN_ROUND = 32, MOST_IN_LONG = 256, LEAST_IN_ROUND = 4, FEWEST_ROUNDS = 2 };

#define MOST_WORK    (UINT64_C(1) << 12) /* nodes times packets of a round */
#define MOST_WAYS    (UINT64_C(1) << 16) /* nodes times the diameter: a ring of 1024 would take a minute */
#define MOST_PACKETS (UINT64_C(1) << 29) /* in all: steps are counted in 32 bits */

/* ---- The plan ---- */

typedef struct rounds {
    lb_plan *one;            /* a round, in arrays */
    uint32_t stagger, count; /* steps from one to the next; how many */
    uint64_t packets;        /* in all */
    uint32_t *move;          /* per link and step within a stagger: 1 + which of the round's; 0: none */
    uint32_t *step;          /* per move of the round */
} rounds;

static void rounds_free(void *data) {
    rounds *r = data;
    if (!r)
        return;
    lb_plan_free(r->one);
    free(r->move);
    free(r->step);
    free(r);
}

/* The first packet of a round: they share them out evenly, so that some have one less. */
static uint64_t first_of(const rounds *r, uint64_t round) {
    return r->packets * round / r->count;
}

static uint64_t packet_of(const rounds *r, uint32_t move) {
    return lb_plan_item(r->one, move).lo;
}

static void one(const lb_plan *plan, uint32_t step, uint32_t node, unsigned port, lb_plan *room) {
    const rounds *r = plan->generator.data;
    uint64_t link = (uint64_t)node * plan->task->net.ports + port;
    uint32_t found = r->move[link * r->stagger + (step - 1) % r->stagger], move = found - 1;
    if (!found || r->step[move] > step)
        return;
    uint64_t round = (step - r->step[move]) / r->stagger;
    if (round >= r->count || first_of(r, round) + packet_of(r, move) >= first_of(r, round + 1))
        return;
    lb_item item = lb_plan_item(r->one, move);
    uint64_t packet = first_of(r, round) + item.lo;
    lb_room_move(room, node, port);
    lb_room_item(room, item.origin, item.dest, packet, packet + 1);
}

static void part(const lb_plan *plan, uint32_t step, uint32_t first, uint32_t end, lb_plan *room) {
    for (uint32_t node = first; node < end; node++) {
        for (unsigned port = 0; port < plan->task->net.ports; port++)
            one(plan, step, node, port, room);
    }
}

static uint64_t count_moves(const rounds *r) {
    uint64_t each = lb_ceil_div(r->packets, r->count), all = 0, full = r->packets - (each - 1) * r->count;
    for (uint32_t m = 0; m < r->one->nmoves; m++)
        all += packet_of(r, m) + 1 < each ? r->count : full;
    return all;
}

/* Two rounds never meet on a link, whatever lies between them: no two moves have the same place. */
static void place_moves(rounds *r) {
    const lb_plan *plan = r->one;
    for (uint32_t step = 1; step <= plan->steps; step++) {
        for (uint64_t m = plan->step_first[step - 1]; m < plan->step_first[step]; m++) {
            uint64_t link = (uint64_t)plan->node[m] * plan->task->net.ports + plan->port[m];
            r->move[link * r->stagger + (step - 1) % r->stagger] = (uint32_t)m + 1;
            r->step[m] = step;
        }
    }
}

static uint64_t steps_of(const rounds *r) {
    return (uint64_t)(r->count - 1) * r->stagger + r->one->steps;
}

static int write_plan(rounds *r, const lb_task *task, lb_plan **plan, lb_why *why) {
    uint64_t links = (uint64_t)task->net.nodes * task->net.ports;
    r->move = lb_zeroed(links * r->stagger, sizeof *r->move);
    r->step = lb_array(r->one->nmoves, sizeof *r->step);
    int error = r->move && r->step ? LB_OK : lb_fail_memory(why, "a plan");
    if (!error && steps_of(r) >= UINT32_MAX)
        error = lb_fail(why, LB_ERR_SIZE, "so many rounds would take more than 2^32 steps");
    if (error) {
        rounds_free(r);
        return error;
    }
    place_moves(r);
    lb_generator generator = {.one = one,
                              .part = part,
                              .free = rounds_free,
                              .data = r,
                              .bytes = sizeof *r + (links * r->stagger + r->one->nmoves) * sizeof *r->move,
                              .denominator = r->packets,
                              .fine = true,
                              .has_origin = true,
                              .has_dest = true};
    uint32_t steps = (uint32_t)steps_of(r), ports = r->one->ports;
    error = lb_plan_generated(task, "prefix-rounds", LB_EXPLICIT, steps, count_moves(r), generator, plan, why);
    if (!error) {
        (*plan)->clock = LB_UNIT;
        (*plan)->packet = 1;
        (*plan)->ports = ports;
    }
    return error;
}

/* ---- The round ---- */

/* At most so many packets a round. */
static uint64_t most_in_round(const lb_task *task) {
    uint64_t most = MOST_WORK / task->net.nodes;
    return most < MOST_IN_ROUND ? most : MOST_IN_ROUND;
}

static int try_rounds(const lb_task *task, const lb_plan_options *o, uint64_t most, rounds **found, lb_why *why) {
    lb_plan_options few = *o;
    rounds *r = lb_zeroed(1, sizeof *r);
    *found = NULL;
    if (!r)
        return lb_fail_memory(why, "a plan");
    r->packets = o->packets;
    r->count = (uint32_t)lb_ceil_div(o->packets, most);
    few.packets = lb_ceil_div(o->packets, r->count);
    int error = lb_algo_prefix_mixed.build(task, &few, &r->one, why);
    if (!error)
        error = lb_plan_stagger(r->one, r->one->steps, &r->stagger, why);
    if (error) {
        rounds_free(r);
        return error;
    }
    *found = r;
    return LB_OK;
}

/* On one port chains are good (kinds.c), which take long rounds; those are timetables alone, and soon made. */
static uint64_t long_round(const lb_task *task, const lb_plan_options *o) {
    uint64_t most = 2 * MOST_WORK / task->net.nodes;
    most = most < MOST_IN_LONG ? most : MOST_IN_LONG;
    return o->ports == 1 && o->packets >= FEWEST_ROUNDS * most ? most : 0;
}

/* The better of what there is and rounds of another size. */
static int compare_rounds(const lb_task *task, const lb_plan_options *o, uint64_t most, rounds **best, lb_why *why) {
    rounds *other;
    int error = try_rounds(task, o, most, &other, why);
    if (error)
        return error;
    bool is_shorter = steps_of(other) < steps_of(*best);
    rounds_free(is_shorter ? *best : other);
    *best = is_shorter ? other : *best;
    return LB_OK;
}

/* Which size is best is known when they are made. */
static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    rounds *best;
    uint64_t most = most_in_round(task), longer = long_round(task, o);
    *plan = NULL;
    if (o->packets >= UINT32_MAX)
        return lb_fail(why, LB_ERR_SIZE, "a block of 2^32 packets or more is too large");
    int error = try_rounds(task, o, most, &best, why);
    if (error)
        return error;
    error = compare_rounds(task, o, most - most / 4, &best, why);
    if (!error && longer)
        error = compare_rounds(task, o, longer, &best, why);
    if (error) {
        rounds_free(best);
        return error;
    }
    return write_plan(best, task, plan, why);
}

static bool is_ring(const lb_net *net) {
    unsigned rings = 0;
    for (unsigned i = 0; i < net->dims; i++)
        rings += net->radix[i] > 1;
    return rings == 1;
}

/* On all ports of other tori prefix-cuts and prefix-sweep are as good, at once. */
static int suits(const lb_task *task, const lb_plan_options *o) {
    uint64_t most = most_in_round(task);
    uint64_t ways = (uint64_t)task->net.nodes * lb_diameter(&task->net);
    bool is_for_it = is_ring(&task->net) || o->ports < task->net.ports;
    bool is_quick = task->net.nodes > 1 && ways <= MOST_WAYS && most >= LEAST_IN_ROUND;
    return is_for_it && is_quick && o->packets > most && o->packets <= MOST_PACKETS ? 94 : 0;
}

/* Seconds, many times what this says: where there are very many packets that is worth it from the usual effort on, and
 * must not depend on what others have left of the effort. */
static uint64_t work(const lb_task *task, const lb_plan_options *o) {
    lb_plan_options few = *o;
    few.packets = most_in_round(task);
    bool usual = o->effort == 0 || o->effort >= LB_EFFORT;
    return usual ? few.packets * task->net.nodes : 2 * lb_algo_prefix_mixed.work(task, &few);
}

const lb_algo lb_algo_prefix_rounds = {
    .info = {.name = "prefix-rounds",
             .source = "a mixture of ways for some packets, again and again, as soon as links are free",
             .tasks = LB_TASK_BIT(LB_SCAN) | LB_TASK_BIT(LB_EXSCAN),
             .any_ports = true,
             .min_ports = 1,
             .unit = true,
             .promise = "very many packets on few ports: as many steps a packet as some of prefix-mixed"},
    .suits = suits,
    .needs =
        "it takes rings of up to 362 nodes, or fewer ports than all on up to 1024, and two rounds of packets: 33 on "
        "up to 128 nodes, and fewer than 2^29",
    .work = work,
    .build = build,
};

/* bargain: any permutation, P packets a block, k ports, with faults or without. Ways are found by negotiated
 * congestion, as wires are routed on chips (McMurchie & Ebeling 1995, PathFinder), in the network of nodes and moments.
 *
 * Every packet takes the cheapest way through space and time that gets it there within T steps: hops cost something,
 * waiting nothing, and what too many want (a link in a step; under a port limit a sender or a receiver in a step) costs
 * more the more of them want it, and more for good the longer that lasts. Packets in each other's way choose again,
 * over and over, until nobody is; if that does not come to an end, with one step more. T begins with the least that
 * distances and prices (src/flow/prices.h, src/flow/timed.h) allow. What is found is then shortened step by step, by
 * packets that give way to each other one at a time (give_way.c).
 *
 * Nothing says that the fewest steps are found; on the networks tried they nearly always are (docs/flows.md). The work
 * is counted, and ends. */
#include "algo/flow/algorithms.h"
#include "algo/flow/market.h"
#include "flow/prices.h"
#include "flow/timed.h"

#include <inttypes.h>
#include <stdlib.h>

enum { PRICE_ROUNDS = 96, TIMED_PRICES = 8192, AGAIN = 16, MOST_EFFORT = 6 };

#define PRICE_WORK (UINT64_C(1) << 21)
#define MOST_MOVES (UINT64_C(1) << 22)

static uint64_t least(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static uint64_t fewest_steps(const lb_market *m, const lb_task *task, uint64_t packets) {
    uint64_t steps = 0, sum = 0, offers = 0;
    for (uint32_t v = 0; v < m->nodes; v++) {
        offers += least(lb_map_degree(&m->map, v, false), m->ports);
        if (task->list[v] == v || !lb_node_alive(&task->net, v) || !lb_node_alive(&task->net, task->list[v]))
            continue;
        uint64_t own = lb_market_pair_steps(m, v, task->list[v], packets);
        steps = own > steps ? own : steps;
        sum += lb_market_hops(m, v, task->list[v]);
    }
    uint64_t shared = offers ? lb_ceil_div(sum * packets, offers) : 0;
    return shared > steps ? shared : steps;
}

/* Steps that are ruled out by prices that change from step to step: nothing is lost on them. */
static int rule_out(lb_market *m, const lb_task *task, const uint32_t *demand, const uint32_t *price, uint64_t packets,
                    uint64_t *steps, lb_why *why) {
    lb_timed timed;
    bool refuted = true;
    int error = lb_timed_begin(&timed, &task->net, &m->map, m->ports, demand, price, packets, 2 * m->most, why);
    if (error)
        return error;
    while (!error && refuted && *steps <= LB_TIMED_STEPS) {
        error = lb_timed_refute(&timed, (uint32_t)*steps, TIMED_PRICES, &refuted, why);
        *steps += !error && refuted;
    }
    lb_timed_end(&timed);
    return error;
}

/* The prices that all blocks together make, and the steps that they force. */
static int price_blocks(lb_market *m, const lb_task *task, const uint32_t *demand, uint64_t packets, uint64_t *steps,
                        lb_why *why) {
    lb_prices prices;
    int error = lb_prices_find(&prices, &task->net, &m->map, m->ports, demand, PRICE_ROUNDS, PRICE_WORK, why);
    if (error)
        return error;
    uint64_t forced = prices.capacity ? lb_ceil_div(prices.load * packets, prices.capacity) : 0;
    *steps = forced > *steps ? forced : *steps;
    lb_market_price(m, prices.price);
    if (m->count <= LB_TIMED_PACKETS)
        error = rule_out(m, task, demand, prices.price, packets, steps, why);
    lb_prices_free(&prices);
    return error;
}

/* Where there are too many nodes for prices it goes without. */
static int set_prices(lb_market *m, const lb_task *task, uint64_t packets, uint64_t *steps, lb_why *why) {
    uint64_t n = m->nodes;
    if (n > LB_PRICED_NODES)
        return LB_OK;
    uint32_t *demand = lb_zeroed(n * n, sizeof *demand);
    if (!demand)
        return lb_fail_memory(why, "prices");
    for (uint32_t v = 0; v < n; v++) {
        if (task->list[v] != v && lb_node_alive(&task->net, v) && lb_node_alive(&task->net, task->list[v]))
            demand[v * n + task->list[v]]++;
    }
    int error = price_blocks(m, task, demand, packets, steps, why);
    free(demand);
    return error;
}

/* The schedule as it was found, from a step and a packet on. */
static void write_moves(const lb_market *m, uint32_t after, uint64_t first, lb_builder *b) {
    for (uint32_t i = 0; i < m->count; i++) {
        const lb_trip *parcel = &m->parcel[i];
        uint32_t at = parcel->from;
        for (uint32_t s = 0; s < m->best_steps; s++) {
            unsigned port = m->best[(uint64_t)i * m->best_room + s];
            uint64_t piece = first + parcel->piece;
            if (port == LB_STAY)
                continue;
            lb_build_move(b, after + s + 1, at, port, LB_OP_COPY);
            lb_build_item(b, (lb_item){.origin = parcel->from, .dest = parcel->to, .lo = piece, .hi = piece + 1});
            at = m->map.to[at * m->map.ports + port];
        }
    }
}

static int add_parcels(lb_market *m, const lb_task *task, uint64_t packets) {
    for (uint32_t v = 0; v < m->nodes; v++) {
        uint32_t to = task->list[v];
        if (to == v || !lb_node_alive(&task->net, v) || !lb_node_alive(&task->net, to))
            continue;
        for (uint32_t piece = 0; piece < packets; piece++) {
            if (lb_market_add(m, v, to, piece))
                return LB_ERR_MEMORY;
        }
    }
    return LB_OK;
}

/* Hops looked at while bargaining, some hundred a microsecond: without an effort given up to a tenth of a second; and
 * never more than some seconds, beyond which hardly anything was ever found. Ruling steps out and giving way take up to
 * as much again, each. */
static uint64_t most_work(const lb_plan_options *o) {
    int effort = o->effort > 0 ? o->effort : o->effort < 0 ? 1 : LB_EFFORT;
    return UINT64_C(1) << (17 + 2 * (effort < MOST_EFFORT ? effort : MOST_EFFORT));
}

/* From the fewest steps up, until there is a schedule; then, while little work is done, over and over for fewer steps
 * than it takes, since each time chance decides otherwise. From there on the best schedule is shortened. */
static int settle(lb_market *m, uint64_t fewest, lb_why *why) {
    int error = LB_OK;
    for (uint64_t steps = fewest; !error && (!m->best || (m->best_steps > fewest && m->work < m->most / AGAIN));
         steps++) {
        error = lb_market_settle(m, (uint32_t)steps, why);
        if (!error && m->best && m->best_steps <= steps + 1)
            steps = fewest - 1;
    }
    return error ? error : lb_market_press(m, (uint32_t)fewest, m->most + m->most / 2, why);
}

/* So many packets of each block, as often as `times`, after what the builder has. */
static int bargain(const lb_task *task, const lb_plan_options *o, uint64_t packets, uint64_t times, uint32_t *after,
                   uint64_t *first, lb_builder *b, lb_why *why) {
    lb_market m;
    int error = lb_market_begin(&m, &task->net, o->ports, o->seed, most_work(o), why);
    if (error)
        return error;
    if (add_parcels(&m, task, packets))
        error = lb_fail_memory(why, "the packets' ways");
    uint64_t steps = error ? 0 : fewest_steps(&m, task, packets);
    if (!error && m.count)
        error = set_prices(&m, task, packets, &steps, why);
    if (!error && m.count)
        error = settle(&m, steps, why);
    for (uint64_t i = 0; i < times && !error; i++) {
        write_moves(&m, *after, *first, b);
        *after += m.best_steps;
        *first += packets;
    }
    lb_market_end(&m);
    return error;
}

/* So many packets, of all blocks together, bargain at a time; asked for by name, more. A schedule of them takes up to
 * the square of that in bytes. */
static uint64_t at_a_time(const lb_task *task, const lb_plan_options *o) {
    uint64_t most = (o->algorithm ? 1 << 13 : 1 << 10) / task->net.nodes;
    return most < o->packets ? most : o->packets;
}

/* Many packets are sent in groups, one after another. */
static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_builder b;
    uint64_t each = at_a_time(task, o), times = o->packets / each, rest = o->packets % each, first = 0;
    uint32_t after = 0;
    *plan = NULL;
    lb_build_begin(&b, task, LB_EXPLICIT, o->clock, o->ports, o->packets, 1);
    int error = bargain(task, o, each, times, &after, &first, &b, why);
    if (!error && rest)
        error = bargain(task, o, rest, 1, &after, &first, &b, why);
    if (!error)
        return lb_build_finish(&b, "bargain", plan, why);
    lb_build_abandon(&b);
    return error;
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    uint64_t n = task->net.nodes, hops = lb_times(lb_times(n, o->packets), lb_diameter(&task->net));
    return n > 1 && n <= LB_MARKET_NODES && hops <= MOST_MOVES && at_a_time(task, o) > 0 ? 70 : 0;
}

/* Of some forty rounds, in which every packet looks at a good part of all nodes and moments. */
static uint64_t work(const lb_task *task, const lb_plan_options *o) {
    uint64_t n = task->net.nodes, packets = at_a_time(task, o),
             steps = lb_diameter(&task->net) + n * packets / 8 / o->ports;
    return least(n * packets * n * task->net.ports * steps / 25, most_work(o) / 96) + n * o->packets;
}

const lb_algo lb_algo_bargain = {
    .info = {.name = "bargain",
             .source = "negotiated congestion, after McMurchie & Ebeling 1995",
             .tasks = LB_TASK_BIT(LB_PERMUTE),
             .any_ports = true,
             .min_ports = 1,
             .unit = true,
             .faults = true,
             .graphs = true,
             .promise = "searches for the fewest steps, and mostly finds them"},
    .suits = suits,
    .needs = "there would be too many packets to bargain",
    .work = work,
    .build = build,
};

/* many-ways: all-to-all and lists of offsets on any network that is no lattice, and permutations of many packets on
 * any: a multicommodity flow, rounded.
 *
 * Splitting blocks over ways at will, with no regard to time, is linear programming; its dual, prices on links, is
 * found by multiplicative weights (flow/tolls.h) and bounds the steps from below. Where that can be reached, packets
 * need only such ways as are cheapest at the best prices. So whole packets take cheapest ways, and choose again where a
 * link has more to do than there are steps (balance.c); a schedule of these ways is made by urgency (dispatch.c), and
 * shortened step by step by packets that give way to each other (give_way.c). */
#include "algo/flow/algorithms.h"
#include "algo/flow/market.h"
#include "flow/tolls.h"

#include <stdlib.h>

enum { PRICE_ROUNDS = 160, MOST_NODES = 1024, MANY_PACKETS = 1024, MOST_EFFORT = 6 };
/* Microseconds that the search of a permutation counts as: little where it is what does best, else what it can take. */
enum { SEARCHED = 20000, SEARCHED_IN_VAIN = 2000000 };

#define PRICE_WORK (UINT64_C(1) << 23)
#define MOST_LOOKS (UINT64_C(1) << 27)
#define MOST_BYTES (UINT64_C(1) << 27)

typedef struct crossing {
    const lb_task *task;
    const lb_plan_options *o;
    lb_market market;
    uint32_t *demand;
    uint64_t *block; /* per parcel */
    uint64_t fewest;
} crossing;

/* Links and hops looked at, some hundred a microsecond: without an effort given up to a second, and as much again for
 * making a schedule shorter. */
static uint64_t most_work(const lb_plan_options *o) {
    int effort = o->effort > 0 ? o->effort : o->effort < 0 ? 1 : LB_EFFORT;
    return UINT64_C(1) << (18 + 2 * (effort < MOST_EFFORT ? effort : MOST_EFFORT));
}

static int add_parcels(crossing *c) {
    const lb_task *task = c->task;
    uint64_t blocks = lb_task_blocks(task), packets = c->o->packets, n = task->net.nodes;
    c->block = lb_array(blocks * packets, sizeof *c->block);
    c->demand = lb_zeroed(n * n, sizeof *c->demand);
    int error = c->block && c->demand ? LB_OK : LB_ERR_MEMORY;
    for (uint64_t b = 0; b < blocks && !error; b++) {
        uint32_t from, to, copy;
        lb_task_name(task, b, &from, &to, &copy);
        if (from == to || !lb_node_alive(&task->net, from) || !lb_node_alive(&task->net, to))
            continue;
        uint64_t own = lb_market_pair_steps(&c->market, from, to, packets);
        c->fewest = own > c->fewest ? own : c->fewest;
        c->demand[from * n + to]++;
        for (uint32_t piece = 0; piece < packets && !error; piece++) {
            c->block[c->market.count] = b;
            error = lb_market_add(&c->market, from, to, piece);
        }
    }
    return error;
}

static int set_prices(crossing *c, lb_why *why) {
    lb_market *m = &c->market;
    lb_tolls prices;
    int error = lb_tolls_find(&prices, &c->task->net, &m->map, m->ports, c->demand, PRICE_ROUNDS, PRICE_WORK, why);
    if (error)
        return error;
    uint64_t forced = prices.capacity ? lb_ceil_div(prices.load * c->o->packets, prices.capacity) : 0;
    c->fewest = forced > c->fewest ? forced : c->fewest;
    lb_market_price(m, prices.price);
    lb_tolls_free(&prices);
    return LB_OK;
}

static int settle(crossing *c, lb_why *why) {
    lb_market *m = &c->market;
    int error = lb_market_even(m, (uint32_t)c->fewest, why);
    if (!error && m->best_steps > c->fewest)
        error = lb_market_press(m, (uint32_t)c->fewest, m->most, why);
    return error;
}

static int write_plan(const crossing *c, lb_plan **plan, lb_why *why) {
    const lb_market *m = &c->market;
    const lb_plan_options *o = c->o;
    lb_builder b;
    lb_build_begin(&b, c->task, LB_EXPLICIT, o->clock, o->ports, o->packets, 1);
    for (uint32_t i = 0; i < m->count; i++) {
        uint32_t at = m->parcel[i].from, origin, dest, copy, piece = m->parcel[i].piece;
        lb_task_name(c->task, c->block[i], &origin, &dest, &copy);
        for (uint32_t s = 0; s < m->best_steps; s++) {
            unsigned port = m->best[(uint64_t)i * m->best_room + s];
            if (port == LB_STAY)
                continue;
            lb_build_move(&b, s + 1, at, port, LB_OP_COPY);
            lb_build_item(
                &b, (lb_item){.origin = origin, .dest = dest, .copy = copy, .lo = piece, .hi = piece + UINT64_C(1)});
            at = m->map.to[at * m->map.ports + port];
        }
    }
    return lb_build_finish(&b, "many-ways", plan, why);
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    crossing c = {.task = task, .o = o};
    uint64_t most = most_work(o) * (task->kind == LB_PERMUTE ? 4 : 1); /* more packets take the same ways */
    *plan = NULL;
    int error = lb_market_begin(&c.market, &task->net, o->ports, o->seed, most, why);
    if (error)
        return error;
    if (add_parcels(&c))
        error = lb_fail_memory(why, "the packets' ways");
    if (!error && c.market.count)
        error = set_prices(&c, why);
    if (!error && c.market.count)
        error = settle(&c, why);
    if (!error)
        error = write_plan(&c, plan, why);
    lb_market_end(&c.market);
    free(c.block);
    free(c.demand);
    return error;
}

/* What finding ways for all packets looks at, and the bytes of a schedule: both must be bearable. */
static bool small(const lb_task *task, const lb_plan_options *o) {
    uint64_t n = task->net.nodes, links = n * task->net.ports, packets = lb_times(lb_task_blocks(task), o->packets);
    uint64_t steps = lb_times(packets, lb_diameter(&task->net)) / (n * (o->ports ? o->ports : 1)) + 1;
    return n > 1 && n <= MOST_NODES && lb_times(packets, links) <= MOST_LOOKS && lb_times(packets, steps) <= MOST_BYTES;
}

/* More packets of all nodes than bargain for their ways step by step. */
static bool many_to_permute(const lb_task *task, const lb_plan_options *o) {
    uint64_t moving = 0;
    for (uint32_t v = 0; v < task->net.nodes; v++)
        moving += task->list[v] != v;
    return lb_times(moving, o->packets) > MANY_PACKETS;
}

/* Meshes have slabs, which shortest ways mostly do justice to; and who wants no search gets none. */
static int suits(const lb_task *task, const lb_plan_options *o) {
    const lb_net *net = &task->net;
    if (task->kind == LB_PERMUTE && small(task, o))
        return many_to_permute(task, o) && o->effort != LB_ESTIMATE ? 75 : 30;
    if (lb_net_is_lattice(net) || !small(task, o))
        return 0;
    return o->effort != LB_ESTIMATE && (net->kind == LB_NET_GRAPH || lb_net_has_faults(net)) ? 75 : 30;
}

static uint64_t work(const lb_task *task, const lb_plan_options *o) {
    if (task->kind == LB_PERMUTE)
        return many_to_permute(task, o) ? SEARCHED : SEARCHED_IN_VAIN;
    return lb_times(lb_task_blocks(task), o->packets);
}

const lb_algo lb_algo_many_ways = {
    .info = {.name = "many-ways",
             .source = "multicommodity flow by multiplicative weights (Garg & Koenemann 1998), rounded",
             .tasks = LB_TASK_BIT(LB_ALLTOALL) | LB_TASK_BIT(LB_ISOTROPIC) | LB_TASK_BIT(LB_NEIGHBORS) |
                      LB_TASK_BIT(LB_PERMUTE),
             .any_ports = true,
             .min_ports = 1,
             .unit = true,
             .faults = true,
             .graphs = true,
             .promise = "searches for the fewest steps, with ways of any length"},
    .suits = suits,
    .needs = "it is for networks that are no lattices, or for permutations, and not for too many packets",
    .work = work,
    .build = build,
};

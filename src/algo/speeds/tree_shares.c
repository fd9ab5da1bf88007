/* tree-shares: allgathers of long blocks on the linear clock, on tori with links of different speeds.
 *
 * A block goes in pieces, each down a spanning tree of its own, so that links carry as much as their speed allows,
 * and so that pieces for which all wait are small; which trees and sizes is searched for (algo/scan/shares.h). The
 * trees are those of the least cost at prices that are drawn at random: some have slow links dear, so that every row is
 * reached over one of them, some have one direction dear, and rings differ.
 *
 * If all nodes broadcast they do the same at the same time: only one node's links are looked at, and a move is seen
 * from its sender, so that trying is cheap. A reduce is the reverse, a reduce-scatter that of an allgather, and an
 * allreduce both. */
#include "algo/scan/shares.h"
#include "algo/speeds/algorithms.h"
#include "algo/speeds/images.h"
#include "base/exact.h"
#include "base/random.h"

#include <stdlib.h>

enum { MOST_NODES = 64, LEAST_STARTS = 4, MOST_TREES = 600, GRAFTS = 8, WALKS = 8 };

#define DEAR       4096.0
#define MOST_MOVES (UINT64_C(1) << 15) /* of all trees */

typedef struct grower {
    const lb_haul_links *links;
    uint64_t chance;
    double base[LB_TORUS_PORTS]; /* of a link */
    double rings, any;           /* how much links differ that belong to different rings; at all */
    double cost[MOST_NODES];
    uint8_t port[MOST_NODES]; /* through which a node is reached */
    uint32_t from[MOST_NODES], order[MOST_NODES];
} grower;

static double fraction(uint64_t *chance) {
    return (double)(lb_random_mixed(chance) >> 11) / (double)(UINT64_C(1) << 53);
}

/* How dear links are, for one tree. Mostly slow ones are very dear, so that a row is reached over one of them, and
 * often in one direction only. */
static void draw_prices(grower *g) {
    static const double differ[] = {0.1, 0.3, 1, 4};
    const lb_haul_links *l = g->links;
    unsigned least = l->lanes[0], slow[LB_TORUS_PORTS], count = 0;
    bool strict = lb_random_below(&g->chance, 8) > 0;
    for (unsigned i = 1; i < l->count; i++)
        least = l->lanes[i] < least ? l->lanes[i] : least;
    for (unsigned i = 0; i < l->count; i++) {
        g->base[i] = (strict && l->lanes[i] == least ? DEAR : 1.0) / l->lanes[i];
        if (l->lanes[i] == least)
            slow[count++] = i;
    }
    if (strict && count && lb_random_below(&g->chance, 3))
        g->base[slow[lb_random_below(&g->chance, count)]] *= DEAR;
    g->rings = differ[lb_random_below(&g->chance, 4)];
    g->any = differ[lb_random_below(&g->chance, 4)] / 4;
}

/* The rings of a dimension have prices of their own. */
static double price_of(const grower *g, uint32_t node, unsigned link) {
    const lb_net *net = g->links->net;
    unsigned dim = net->port_dim[g->links->lane[link][0]];
    uint32_t x = node / net->stride[dim] % net->radix[dim], ring = node - x * net->stride[dim];
    uint64_t one = g->chance + ring * UINT64_C(977) + dim, other = g->chance + node * UINT64_C(131) + link + (1U << 20);
    return g->base[link] * (1 + g->rings * fraction(&one) + g->any * fraction(&other));
}

/* The cheapest ways from node 0 to all others; nodes in the order in which they are reached. */
static void grow(grower *g) {
    const lb_haul_links *l = g->links;
    const lb_net *net = l->net;
    bool done[MOST_NODES] = {false};
    for (uint32_t v = 0; v < net->nodes; v++)
        g->cost[v] = v ? 1e300 : 0;
    for (uint32_t count = 0; count < net->nodes; count++) {
        uint32_t best = 0;
        for (uint32_t v = 1; v < net->nodes; v++) {
            if (!done[v] && (done[best] || g->cost[v] < g->cost[best]))
                best = v;
        }
        done[best] = true;
        g->order[count] = best;
        for (unsigned i = 0; i < l->count; i++) {
            uint32_t to = lb_neighbor(net, best, l->lane[i][0]);
            double cost = g->cost[best] + price_of(g, best, i);
            if (cost < g->cost[to]) {
                g->cost[to] = cost;
                g->from[to] = best;
                g->port[to] = l->lane[i][0];
            }
        }
    }
}

/* The tree as a way, which has room or none: every node makes the move that is made at any, of what comes from so far.
 */
static int write_way(const grower *g, lb_scan_way *way) {
    const lb_net *net = g->links->net;
    uint32_t place[MOST_NODES] = {0}, moves = net->nodes - 1;
    free(way->users);
    free(way->user);
    way->users = NULL;
    way->user = NULL;
    way->moves = way->moves ? way->moves : lb_zeroed(moves, sizeof *way->moves);
    way->needs = way->needs ? way->needs : lb_array(moves, sizeof *way->needs);
    way->need = way->need ? way->need : lb_zeroed(moves + UINT64_C(1), sizeof *way->need);
    if (!way->moves || !way->needs || !way->need)
        return LB_ERR_MEMORY;
    way->count = moves;
    way->nneeds = way->depth = 0;
    for (uint32_t m = 0; m < moves; m++) {
        uint32_t to = g->order[m + 1], from = g->from[to];
        lb_scan_move *move = &way->moves[m];
        *move = (lb_scan_move){.to = to, .last = LB_NONE, .port = g->port[to], .ready = 1, .tail = 1};
        move->first = lb_net_sub(net, 0, from);
        if (from) {
            way->needs[way->nneeds++] = place[from];
            move->ready = way->moves[place[from]].ready + 1;
        }
        way->need[m + 1] = way->nneeds;
        way->depth = move->ready > way->depth ? move->ready : way->depth;
        place[to] = m;
    }
    return lb_scan_link_users(way);
}

/* ---- Trees that are nearly the same ---- */

/* All images of a tree, as a family. */
static int write_family(const grower *g, lb_shares *s, uint32_t place) {
    const lb_net *net = s->net;
    lb_images images;
    int error = LB_OK;
    lb_images_find(&images, net);
    for (uint32_t i = 0; i < s->images && !error; i++) {
        const uint8_t *node = images.node[i];
        grower other = {.links = g->links};
        for (uint32_t v = 0; v < net->nodes; v++) {
            other.order[v] = node[g->order[v]];
            if (v == 0)
                continue;
            other.from[node[v]] = node[g->from[v]];
            other.port[node[v]] = (uint8_t)lb_port_to(net, node[g->from[v]], node[v]);
        }
        error = write_way(&other, &s->ways[place * s->images + i]);
    }
    return error;
}

static void read_way(grower *g, const lb_scan_way *way) {
    for (uint64_t m = 0; m < way->count; m++) {
        uint32_t to = way->moves[m].to;
        g->from[to] = lb_net_sub(g->links->net, 0, way->moves[m].first);
        g->port[to] = way->moves[m].port;
    }
}

static bool is_below(const grower *g, uint32_t node, uint32_t root) {
    while (node && node != root)
        node = g->from[node];
    return node == root;
}

static void put_in_order(grower *g) {
    uint32_t count = 1, nodes = g->links->net->nodes;
    g->order[0] = 0;
    for (uint32_t i = 0; i < nodes; i++) {
        for (uint32_t v = 1; v < nodes; v++) {
            if (g->from[v] == g->order[i])
                g->order[count++] = v;
        }
    }
}

/* A node, and all below it, is reached from another neighbour. */
static int graft(lb_shares *s, uint32_t way, uint32_t place) {
    const lb_net *net = s->net;
    grower g = {.links = &s->links};
    read_way(&g, &s->ways[way * s->images]);
    for (unsigned tries = 0; tries < GRAFTS; tries++) {
        uint32_t node = 1 + lb_random_below(&s->chance, net->nodes - 1);
        unsigned port = s->links.lane[lb_random_below(&s->chance, s->links.count)][0];
        uint32_t from = lb_net_sub(net, node, net->unit[port]);
        if (from == g.from[node] || is_below(&g, from, node))
            continue;
        g.from[node] = from;
        g.port[node] = (uint8_t)port;
        break;
    }
    put_in_order(&g);
    return write_family(&g, s, place);
}

/* ---- The plan ---- */

static int grow_all(lb_shares *s, uint64_t trees) {
    grower g = {.links = &s->links, .chance = s->chance};
    int error = LB_OK;
    for (; s->count < trees && !error; s->count++) {
        draw_prices(&g);
        grow(&g);
        lb_random_mixed(&g.chance);
        error = write_family(&g, s, s->count);
    }
    return error;
}

static int build_one(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    const lb_net *net = &task->net;
    uint64_t trees = MOST_MOVES / net->nodes < MOST_TREES ? MOST_MOVES / net->nodes : MOST_TREES;
    lb_shares s;
    lb_builder b;
    lb_images images;
    lb_images_find(&images, net);
    int error = lb_shares_begin(&s, net, 1, o->cost, images.count, trees, o->seed, true);
    s.vary = graft;
    s.walks = WALKS;
    if (!error)
        error = grow_all(&s, trees);
    if (!error)
        error = lb_shares_find(&s, 2 * lb_shares_work(o));
    if (!error) {
        lb_build_begin(&b, task, LB_SYMMETRIC, LB_LINEAR, o->ports, s.units, s.units);
        lb_shares_write(&s, &b);
        error = lb_build_finish(&b, "tree-shares", plan, why);
    } else {
        error = lb_fail_memory(why, "a plan");
    }
    lb_shares_end(&s);
    return error;
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    return task->kind == LB_ALLREDUCE ? lb_build_there_and_back(&lb_algo_tree_shares, task, o, plan, why)
                                      : build_one(task, o, plan, why);
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    const lb_net *net = &task->net;
    lb_haul_links links;
    if (!o->cost || o->ports < net->ports || !net->lanes || net->nodes > MOST_NODES || net->nodes < 3 ||
        !lb_haul_links_make(&links, net))
        return 0;
    uint64_t bytes = o->cost->bytes / lb_task_parts(task);
    bool is_long = lb_ratio_value(o->cost->tau) * (double)bytes >= LEAST_STARTS * lb_ratio_value(o->cost->beta);
    return is_long && bytes >= UINT64_C(4) * net->nodes ? 64 : 0;
}

/* As of prefix-shares, less than it takes. */
static uint64_t work(const lb_task *task, const lb_plan_options *o) {
    (void)task;
    return lb_shares_work(o) >> 8;
}

const lb_algo lb_algo_tree_shares = {
    .info = {.name = "tree-shares",
             .source = "pieces of a long message down trees that share links of any speed evenly",
             .tasks = LB_TASK_BIT(LB_ALLGATHER) | LB_TASK_BIT(LB_REDUCE_SCATTER) | LB_TASK_BIT(LB_ALLREDUCE),
             .lattices = true,
             .linear = true,
             .promise = "long messages: all links busy, start-ups, and both ends"},
    .suits = suits,
    .needs = "it needs a cost, all ports, a torus of 3 to 64 nodes with links of different speeds, 4 bytes for every "
             "node, and a message that takes four times as long as a start",
    .work = work,
    .build = build,
    .turned = LB_TASK_BIT(LB_REDUCE_SCATTER),
};

/* Every packet goes down a tree of its own, from its origin to all nodes, in which each link has a step. At first all
 * trees are grown as if alone. Then, as long as two want the same port in the same step, the price of that is raised
 * for good, and from one of the two trees the branch that hangs on it is cut off and joined again by ways that cost
 * least: through nodes and moments, from wherever the tree is, waiting for nothing. What is used already costs many
 * times its price. (Prices that grow where wires collide are McMurchie and Ebeling's, PathFinder, 1995; that branches
 * are cut, not whole trees, is what lets the last collisions be settled.)
 *
 * A branch is joined node by node, the dearest first, since the way to it passes others. */
#include "algo/grow/orchard.h"
#include "base/random.h"
#include "plan/plan.h"

#include <stdlib.h>
#include <string.h>

#define NEVER UINT32_MAX
enum { PATIENCE = 64 };
#define FAR (UINT64_MAX / 2)

uint64_t lb_orchard_bytes(const lb_net *net, uint64_t count, uint32_t steps) {
    uint64_t pairs = lb_times(net->nodes, count), moments = lb_times(net->nodes, (uint64_t)steps + 1);
    return lb_places_bytes(net, steps) + lb_times(pairs, 8) + lb_times(moments, 16);
}

int lb_orchard_take(lb_orchard *o, const lb_net *net, uint32_t use, uint32_t count, const uint32_t *origin,
                    uint32_t steps, lb_why *why) {
    uint64_t n = net->nodes, pairs = n * count, moments = n * ((uint64_t)steps + 1);
    *o = (lb_orchard){.net = net, .nodes = net->nodes, .count = count, .steps = steps, .origin = origin};
    int error = lb_affordable(lb_orchard_bytes(net, count, steps), "a tree for every packet", why);
    if (!error)
        error = lb_places_take(&o->places, net, use, steps, why);
    if (error)
        return error;
    o->other_end = lb_array(n * net->ports, sizeof *o->other_end);
    o->link = lb_array(pairs, sizeof *o->link);
    o->when = lb_array(pairs, sizeof *o->when);
    o->cost = lb_array(moments, sizeof *o->cost);
    o->over = lb_array(moments, sizeof *o->over);
    o->sent = lb_zeroed(moments, sizeof *o->sent);
    o->passed = lb_zeroed(n, sizeof *o->passed);
    o->cut = lb_array(n, sizeof *o->cut);
    o->old_link = lb_array(n, sizeof *o->old_link);
    o->old_when = lb_array(n, sizeof *o->old_when);
    if (!(o->other_end && o->link && o->when && o->cost && o->over && o->sent && o->passed && o->cut))
        return lb_fail_memory(why, "a tree for every packet");
    for (uint32_t i = 0; i < n * net->ports; i++)
        o->other_end[i] = lb_neighbor(net, i / net->ports, i % net->ports);
    return LB_OK;
}

void lb_orchard_free(lb_orchard *o) {
    lb_places_free(&o->places);
    free(o->other_end);
    free(o->link);
    free(o->when);
    free(o->cost);
    free(o->over);
    free(o->sent);
    free(o->passed);
    free(o->cut);
    free(o->old_link);
    free(o->old_when);
}

static uint32_t *links_of(const lb_orchard *o, uint32_t packet) {
    return o->link + (uint64_t)packet * o->nodes;
}

static uint32_t *steps_of(const lb_orchard *o, uint32_t packet) {
    return o->when + (uint64_t)packet * o->nodes;
}

/* ---- Cheapest ways ------------------------------------------------------------------------------------------ */

/* What it costs to have a packet at a node at a moment. Nodes of the tree that shall not come earlier are not told. */
static uint64_t cost_at(const lb_orchard *o, const uint32_t *when, uint32_t node, uint32_t moment, bool all) {
    if (when[node] <= moment)
        return 0;
    return all || when[node] == NEVER ? o->cost[(uint64_t)moment * o->nodes + node] : FAR;
}

/* The cheapest way to `node` in this step: to wait, or from a neighbour. */
static void arrive(lb_orchard *o, const uint32_t *when, uint32_t node, uint32_t step, bool all) {
    uint64_t least = cost_at(o, when, node, step - 1, all);
    uint32_t over = LB_NONE;
    unsigned ports = o->net->ports;
    for (unsigned p = 0; p < ports; p++) {
        uint32_t from = o->other_end[node * ports + p], link = from * ports + o->net->opposite[p];
        uint64_t before = cost_at(o, when, from, step - 1, all);
        if (before >= least)
            continue;
        uint64_t cost = lb_places_cost(&o->places, link, node, step);
        cost += before + cost * (lb_random_next(&o->random) % 64) / 2048;
        if (cost < least) {
            least = cost;
            over = link;
        }
    }
    o->cost[(uint64_t)step * o->nodes + node] = least;
    o->over[(uint64_t)step * o->nodes + node] = over;
    o->work += ports;
}

/* From the tree to every node that was cut off and every moment; if `all`, to nodes of the tree as well, where they
 * could come earlier. */
static void find_ways(lb_orchard *o, uint32_t packet, bool all) {
    const uint32_t *when = steps_of(o, packet);
    uint32_t count = all ? o->nodes : o->cut_count;
    for (uint32_t v = 0; v < o->nodes; v++)
        o->cost[v] = FAR;
    for (uint32_t t = 1; t <= o->steps; t++) {
        for (uint32_t i = 0; i < count; i++) {
            uint32_t v = all ? i : o->cut[i];
            if (when[v] > t)
                arrive(o, when, v, t, all);
        }
    }
}

/* Whether the way to a node passes what was used since ways were looked for, and so costs more than was thought. */
static bool outdated(const lb_orchard *o, uint32_t packet, uint32_t node) {
    const uint32_t *when = steps_of(o, packet);
    for (uint32_t t = o->steps; when[node] > t; t--) {
        uint32_t over = o->over[(uint64_t)t * o->nodes + node];
        if (over == LB_NONE)
            continue;
        uint32_t from = over / o->net->ports;
        if (o->sent[(uint64_t)t * o->nodes + from] == o->epoch)
            return true;
        node = from;
    }
    return false;
}

/* Makes the way to a node, from the end, part of the tree. */
static void join(lb_orchard *o, uint32_t packet, uint32_t node) {
    uint32_t *link = links_of(o, packet), *when = steps_of(o, packet);
    for (uint32_t t = o->steps; when[node] > t; t--) {
        uint32_t over = o->over[(uint64_t)t * o->nodes + node];
        if (over == LB_NONE)
            continue;
        if (link[node] != LB_NONE)
            lb_places_leave(&o->places, link[node], node, when[node]);
        link[node] = over;
        when[node] = t;
        lb_places_use(&o->places, over, node, t);
        node = over / o->net->ports;
        o->sent[(uint64_t)t * o->nodes + node] = o->epoch;
    }
}

/* The dearest of the nodes that were cut off, are not joined yet, and were not passed over; LB_NONE. */
static uint32_t dearest(const lb_orchard *o, uint32_t packet) {
    const uint32_t *when = steps_of(o, packet);
    const uint64_t *cost = o->cost + (uint64_t)o->steps * o->nodes;
    uint32_t best = LB_NONE;
    for (uint32_t i = 0; i < o->cut_count; i++) {
        uint32_t v = o->cut[i];
        if (when[v] == NEVER && o->passed[v] != o->epoch && (best == LB_NONE || cost[v] > cost[best]))
            best = v;
    }
    return best;
}

/* Joins all to which there are ways that hold; false: there is not time enough for one, however dear. */
static bool join_some(lb_orchard *o, uint32_t packet) {
    o->epoch++;
    for (;;) {
        uint32_t node = dearest(o, packet);
        if (node == LB_NONE)
            return true;
        if (o->cost[(uint64_t)o->steps * o->nodes + node] >= FAR)
            return false;
        if (outdated(o, packet, node))
            o->passed[node] = o->epoch;
        else
            join(o, packet, node);
    }
}

static bool anything_cut(const lb_orchard *o, uint32_t packet) {
    for (uint32_t i = 0; i < o->cut_count; i++) {
        if (steps_of(o, packet)[o->cut[i]] == NEVER)
            return true;
    }
    return false;
}

/* Joins what was cut off; false: there is not time enough. */
static bool join_all(lb_orchard *o, uint32_t packet) {
    bool all = lb_random_next(&o->random) % 16 == 0;
    while (anything_cut(o, packet)) {
        find_ways(o, packet, all);
        if (!join_some(o, packet)) {
            if (all)
                return false;
            all = true;
        }
    }
    return true;
}

/* ---- Cutting ------------------------------------------------------------------------------------------------ */

/* Cuts off a node and all that hangs on it. */
static void cut_off(lb_orchard *o, uint32_t packet, uint32_t node) {
    uint32_t *link = links_of(o, packet), *when = steps_of(o, packet);
    o->cut_count = 0;
    o->cut[o->cut_count++] = node;
    for (uint32_t i = 0; i < o->cut_count; i++) {
        uint32_t v = o->cut[i];
        lb_places_leave(&o->places, link[v], v, when[v]);
        when[v] = NEVER;
        link[v] = LB_NONE;
        for (unsigned p = 0; p < o->net->ports; p++) {
            uint32_t w = o->other_end[v * o->net->ports + p];
            if (link[w] == v * o->net->ports + p)
                o->cut[o->cut_count++] = w;
        }
    }
}

/* One of those who use this place: packet*nodes + the node that it goes to. */
static uint64_t user_of(lb_orchard *o, uint32_t place) {
    uint32_t step = place / o->places.width, what = place % o->places.width, seen = 0;
    uint32_t ports = o->net->ports, nodes = o->nodes;
    uint32_t node = what < 2 * nodes ? what % nodes : (what - 2 * nodes) / ports;
    uint64_t chosen = 0;
    for (uint32_t j = 0; j < o->count; j++) {
        for (uint32_t p = 0; p <= ports; p++) { /* the node itself, and its neighbours */
            uint32_t to = p < ports ? o->other_end[node * ports + p] : node;
            uint64_t i = (uint64_t)j * nodes + to;
            if (o->when[i] == step && lb_places_has(&o->places, place, o->link[i], to, step) &&
                lb_random_next(&o->random) % ++seen == 0)
                chosen = i;
        }
    }
    o->work += o->count * ports / 2;
    return chosen;
}

static bool begin(lb_orchard *o, uint64_t most_work) {
    lb_places_clear(&o->places);
    memset(o->link, 0xFF, (size_t)o->nodes * o->count * sizeof *o->link); /* LB_NONE */
    memset(o->when, 0xFF, (size_t)o->nodes * o->count * sizeof *o->when); /* NEVER */
    for (uint32_t v = 0; v < o->nodes; v++)
        o->cut[v] = v;
    for (uint32_t j = 0; j < o->count; j++) {
        steps_of(o, j)[o->origin[j]] = 0;
        o->cut_count = o->nodes;
        if (!join_all(o, j) || o->work > most_work)
            return false;
    }
    return true;
}

/* Makes a tree again what it was before. */
static void restore(lb_orchard *o, uint32_t packet) {
    uint32_t *link = links_of(o, packet), *when = steps_of(o, packet);
    for (uint32_t v = 0; v < o->nodes; v++) {
        if (link[v] == o->old_link[v] && when[v] == o->old_when[v])
            continue;
        if (link[v] != LB_NONE)
            lb_places_leave(&o->places, link[v], v, when[v]);
        link[v] = o->old_link[v];
        when[v] = o->old_when[v];
        lb_places_use(&o->places, link[v], v, when[v]);
    }
}

/* Whether to put up with more collisions: seldom. */
static bool bears(lb_orchard *o, uint64_t before) {
    return o->places.excess <= before || lb_random_next(&o->random) % PATIENCE == 0;
}

/* Settles one collision, maybe at the price of others. */
static void settle(lb_orchard *o) {
    uint32_t place = o->places.crowded[lb_random_below(&o->random, o->places.crowd)];
    uint64_t user = user_of(o, place);
    uint32_t packet = (uint32_t)(user / o->nodes);
    lb_places_raise(&o->places, place);
    uint64_t before = o->places.excess;
    memcpy(o->old_link, links_of(o, packet), o->nodes * sizeof *o->old_link);
    memcpy(o->old_when, steps_of(o, packet), o->nodes * sizeof *o->old_when);
    cut_off(o, packet, (uint32_t)(user % o->nodes));
    if (!join_all(o, packet) || !bears(o, before))
        restore(o, packet);
    o->work += o->nodes / 2;
}

bool lb_orchard_grow(lb_orchard *o, uint32_t steps, uint64_t most_work) {
    o->steps = steps;
    o->work = 0;
    bool able = begin(o, most_work);
    while (able && o->places.crowd && o->work < most_work)
        settle(o);
    return able && o->places.crowd == 0;
}

void lb_orchard_list(const lb_orchard *o, lb_delivery *deliveries) {
    uint64_t made = 0;
    for (uint32_t t = 1; t <= o->steps; t++) {
        for (uint64_t i = 0; i < (uint64_t)o->nodes * o->count; i++) {
            if (o->when[i] == t)
                deliveries[made++] = (lb_delivery){t, o->link[i], (uint32_t)(i / o->nodes)};
        }
    }
}

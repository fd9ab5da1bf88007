/* A way round through all nodes (a Hamiltonian cycle) is looked for by going on to the neighbour that has the fewest
 * free neighbours (Warnsdorff); where that leads nowhere, the end of the way is turned round (Posa), so that another
 * node is last. After so much work it is given up. Every link is there both ways. A node that drives one port, or two,
 * does no more on the ring than on the graph: there an allgather is at the bound, n-1 and (n-1)/2 steps for each
 * packet. */
#include "planner/cycle.h"

#include "base/random.h"

#include <stdlib.h>

enum { MUCH_WORK = 1 << 27, MANY_STEPS = 64, FEW_PORTS = 2, FEWEST_NODES = 3 };

typedef struct tour {
    const lb_net *net;
    uint32_t *way, length; /* the nodes in order */
    bool *on;
    uint64_t random;
} tour;

/* Steps that may be taken: in each the neighbours' neighbours are looked at, and looked up among ports, or the way is
 * turned. On few nodes what is not found soon is not there. */
static uint64_t most_steps(const lb_net *net) {
    uint64_t nodes = net->nodes, most = MUCH_WORK / ((uint64_t)net->ports * net->ports * net->ports + nodes);
    return most < MANY_STEPS * nodes * nodes ? most : MANY_STEPS * nodes * nodes;
}

bool lb_cycle_may(const lb_task *task, const lb_plan_options *o) {
    return o->clock == LB_UNIT && o->ports <= FEW_PORTS && task->net.nodes >= FEWEST_NODES &&
           lb_net_is_odd(&task->net) && lb_task_can_rename(task) && task->net.nodes <= most_steps(&task->net);
}

/* Whether the port leads to a node that could be next; of several lanes only the first. */
static bool is_free(const tour *t, uint32_t node, unsigned port) {
    uint32_t to = lb_neighbor(t->net, node, port);
    return to != node && !t->on[to] && lb_port_to(t->net, node, to) == port && lb_linked_both_ways(t->net, node, to);
}

static unsigned choices(const tour *t, uint32_t node) {
    unsigned count = 0;
    for (unsigned p = 0; p < t->net->ports; p++)
        count += is_free(t, node, p);
    return count;
}

/* The free neighbour with the fewest choices; LB_NONE: there is none. */
static uint32_t next_of(const tour *t, uint32_t node) {
    unsigned least = LB_NONE;
    uint32_t best = LB_NONE;
    for (unsigned p = 0; p < t->net->ports; p++) {
        unsigned count = is_free(t, node, p) ? choices(t, lb_neighbor(t->net, node, p)) : LB_NONE;
        if (count < least) {
            least = count;
            best = lb_neighbor(t->net, node, p);
        }
    }
    return best;
}

/* Goes from the last node back to one on the way, at random, and from there on the other way round: another is last. */
static void turn(tour *t) {
    uint32_t last = t->way[t->length - 1], to = last, from = 0, until = t->length - 1;
    for (unsigned tries = 4 * t->net->ports; tries > 0 && to == last; tries--) {
        uint32_t other = lb_neighbor(t->net, last, lb_random_below(&t->random, t->net->ports));
        to = other != last && lb_linked_both_ways(t->net, last, other) ? other : last;
    }
    while (t->way[from] != to)
        from++;
    for (from++; from < until; from++, until--) {
        uint32_t swap = t->way[from];
        t->way[from] = t->way[until];
        t->way[until] = swap;
    }
}

/* Who has one neighbour only is on no way round. */
static bool has_ends(const tour *t) {
    bool ends = false;
    for (uint32_t v = 0; v < t->net->nodes && !ends; v++)
        ends = choices(t, v) < 2;
    return ends;
}

static bool go_round(tour *t) {
    if (has_ends(t))
        return false;
    t->way[0] = 0;
    t->on[0] = true;
    t->length = 1;
    for (uint64_t steps = most_steps(t->net); steps > 0; steps--) {
        uint32_t last = t->way[t->length - 1], next = next_of(t, last);
        if (next != LB_NONE) {
            t->way[t->length++] = next;
            t->on[next] = true;
        } else if (t->length == t->net->nodes && lb_linked_both_ways(t->net, last, t->way[0])) {
            return true;
        } else {
            turn(t);
        }
    }
    return false;
}

int lb_cycle_find(const lb_task *task, lb_renaming *r, lb_why *why) {
    uint32_t nodes = task->net.nodes;
    tour t = {.net = &task->net, .way = lb_array(nodes, sizeof *t.way), .on = lb_zeroed(nodes, sizeof *t.on)};
    *r = (lb_renaming){.there = lb_array(nodes, sizeof *r->there)};
    int error = t.way && t.on && r->there ? LB_OK : lb_fail_memory(why, "a way round");
    if (!error && !go_round(&t))
        error = lb_fail(why, LB_ERR_UNSUPPORTED, "no way round through all nodes was found");
    for (uint32_t i = 0; i < nodes && !error; i++)
        r->there[t.way[i]] = i;
    if (!error)
        error = lb_net_create(1, &nodes, &r->net, why);
    free(t.way);
    free(t.on);
    return error;
}

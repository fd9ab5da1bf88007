/* The moves of a scan. For every packet's worth each node but the last must make a move that leads to the last node,
 * and each but the first must get one whose span begins with node 0: 2(n-1), of which those may be the same that are on
 * one way from node 0 to the last node. Is there room for as many in so many steps?
 *
 * And is there if other moves are counted, also 2(n-1): the first of each node but the last, and of each but the first
 * one of those that complete what it needs? The last node makes none of these but for neighbours that are complete
 * then, node 0 gets none but from neighbours that need not have told anybody before. */
#include "check/recount.h"

#include <stdlib.h>

__extension__ typedef __int128 wide;

#define SMALL_NODES (UINT32_C(1) << 16) /* in larger networks it is granted that everybody knows everything at once */
#define END_NODES   (UINT32_C(1) << 12) /* in larger ones that nobody is idle, either */

typedef struct room {
    const lb_net *net;
    uint64_t links, hops, *near; /* near[j]: nodes within j hops, up to the diameter */
} room;

/* How many nodes can know after `steps` steps what one node has at the beginning: no more than are so near, and a node
 * that knows tells `links` others a step. */
static uint64_t knowing(const room *r, uint64_t steps) {
    uint64_t far = lb_diameter(r->net), told = 1;
    for (uint64_t i = 0; i < steps && told < r->net->nodes; i++)
        told *= r->links + 1;
    uint64_t near = r->near[steps < far ? steps : far];
    return near < told ? near : told;
}

/* Moves of use in one step, per link that a node drives: the last node has nothing to say before it can know of node 0,
 * and what node 0 gets at the end comes too late. */
static uint64_t of_use(const room *r, uint64_t step, uint64_t steps) {
    uint64_t all = r->net->nodes - UINT64_C(1) * (step <= r->hops || step + r->hops > steps);
    uint64_t can = r->near ? knowing(r, step - 1) + knowing(r, steps - step) : all;
    return can < all ? can : all;
}

/* After `outer` steps everybody can know; those in between are full. */
static wide room_in(const room *r, uint64_t steps) {
    uint64_t outer = lb_diameter(r->net) + UINT64_C(27), ends = steps > 2 * outer ? outer : steps;
    wide sum = steps > 2 * outer ? (wide)(steps - 2 * outer) * (wide)r->net->nodes : 0;
    for (uint64_t step = 1; step <= ends; step++) {
        sum += (wide)of_use(r, step, steps);
        if (steps > 2 * outer)
            sum += (wide)of_use(r, steps + 1 - step, steps);
    }
    return sum;
}

static uint64_t *count_near(const lb_net *net) {
    uint64_t *near = lb_zeroed(lb_diameter(net) + UINT64_C(1), sizeof *near);
    for (uint32_t v = 0; near && v < net->nodes; v++)
        near[lb_distance(net, 0, v)]++;
    for (uint32_t j = 1; near && j <= lb_diameter(net); j++)
        near[j] += near[j - 1];
    return near;
}

/* Whether in `steps` steps a node can hear of all those between it and the end of the order that is farther from
 * `last`: those before it if that is the last node, else those after it, which is as soon as they can hear of it. */
static bool can_hear(const lb_net *net, uint64_t links, uint32_t last, uint32_t node, uint64_t steps) {
    uint64_t most = 1, all = last ? node : net->nodes - UINT64_C(1) - node;
    for (uint64_t i = 0; i < steps && most <= all; i++)
        most *= links + 1;
    for (uint32_t v = 0; v < net->nodes; v++) {
        if ((last ? v < node : v > node) && lb_distance(net, v, node) > steps)
            return false;
    }
    return most > all;
}

/* Whether `last`, the last node or node 0, can be of use in a step, counted from the beginning or from the end: some
 * neighbour is complete by then. The one that is farthest off in the order could only be helped with what it told
 * itself, or with what came by a move that is not counted and makes up for this one; unless `last` was complete. */
static bool can_help(const lb_net *net, uint64_t links, uint32_t last, uint64_t step) {
    uint32_t far = last;
    for (uint32_t v = 0; v < net->nodes; v++) {
        if (lb_distance(net, v, last) == 1 && (last ? v < far : v > far))
            far = v;
    }
    if (can_hear(net, links, last, far, step) && can_hear(net, links, last, last, step - 1))
        return true;
    for (unsigned p = 0; p < net->ports; p++) {
        uint32_t v = lb_neighbor(net, last, p);
        if (v != far && can_hear(net, links, last, v, step))
            return true;
    }
    return false;
}

/* Moves of the other sort that so many steps have room for, per link that a node drives. */
static wide room_between(const lb_net *net, uint64_t links, uint64_t steps) {
    wide all = (wide)steps * (wide)net->nodes;
    uint64_t half[2] = {steps / 2, steps - steps / 2};
    for (unsigned end = 0; end < 2 && net->nodes > 1 && net->nodes <= END_NODES; end++) {
        for (uint64_t s = 1; s <= half[end] && !can_help(net, links, end ? 0 : net->nodes - 1, s); s++)
            all--;
    }
    return all;
}

bool lb_recount_prefixes(const lb_task *task, uint64_t links, uint64_t packets, uint64_t steps) {
    const lb_net *net = &task->net;
    room r = {net, links, lb_distance(net, 0, net->nodes - 1), NULL};
    if (net->nodes <= SMALL_NODES)
        r.near = count_near(net); /* without memory for it: as in larger ones */
    wide k = (wide)links, t = (wide)steps, each = (wide)packets * (wide)(net->nodes - 1);
    wide one = room_in(&r, steps), other = room_between(net, links, steps), all = k * (one < other ? one : other);
    free(r.near);
    /* k packets leave node 0 in a step and k come to the last node in one: those that leave in step s can be on their
     * way steps - 2*(s-1) steps if they are also the s-th that come, counted from the end. */
    wide full = (wide)(packets / links), rest = (wide)(packets % links);
    wide twice = k * (full * t - full * (full - 1)) + rest * (t - 2 * full);
    return all + (twice < each ? twice : each) >= 2 * each;
}

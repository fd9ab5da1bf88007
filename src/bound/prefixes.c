/* Prefixes, for scan and exscan: few moves cannot be quick. (After M. Snir, Depth-size trade-offs for parallel prefix
 * computation, 1986, with moves for operations.)
 *
 * Look at one bit of the message. The last node ends with a span that is laid out of spans it was sent, which were laid
 * out of others, each contribution in them once. So each of the n-1 nodes before it has made a move, the first by which
 * its own contribution was on this way: n-1 moves, of different senders. And each of the n-1 nodes after the first has
 * got a move with a span that begins with node 0: n-1 moves, to different receivers. A move that is both has carried
 * node 0's contribution on its way to the last node; such moves are in different steps. So there are 2(n-1) moves, less
 * the length of that way.
 *
 * With P packets and k links at a time, the i-th packet's worth leaves node 0 in step ceil(i/k) at the earliest, and
 * from the end the same holds at the last node; their ways are P*T - 2*sum(ceil(i/k)-1) long together at most, and none
 * is longer than n-1. A step has k*n moves at most. But nothing that the last node sends in the first h steps is of
 * use, before it can know of node 0, nor what node 0 gets in the last ones, h being their distance. And in step t moves
 * of the one sort come only from nodes that can know of node 0, those of the other go only to nodes that can still tell
 * the last node: k*K(t-1) and k*K(T-t), K(j) being how many nodes there are within j hops, and at most (k+1)^j. So
 *
 *     sum over t of min(k*n - k*[t <= h or t > T-h], k*K(t-1) + k*K(T-t)) + min(P*T - 2*sum(ceil(i/k)-1), P*(n-1))
 *
 * must be 2P(n-1) at least. For n beyond P that is nearly 2P/k: a pipeline of n-1 steps needs half as many moves, but
 * nothing shorter does.
 *
 * Other moves can be counted instead: the first that each node makes with its own contribution, and for each node one
 * by which it has all that it needs. Again no two moves of a step are both (else the first sender of them would have
 * told the other receiver as well, or that one does not know of it), and if one is, node 0 has sent already and the
 * last node does not have all yet. Of these the last node can make none before a neighbour can have all that it needs:
 * that is later than h steps mostly, and the same holds for node 0 at the end. (docs/bounds.md has the exception, the
 * neighbour that comes first in the order.) */
#include "bound/claims.h"
#include "bound/spread.h"

#include <stdlib.h>

#define MOST_NODES (UINT32_C(1) << 16) /* beyond, it is granted that all nodes know of others at once */
#define FEW_NODES  (UINT32_C(1) << 12) /* beyond, that those at the ends are never idle: it would matter little */

__extension__ typedef __int128 wide;

/* Sum of ceil(i/k)-1 for i = 1..P. */
static wide waits(uint64_t packets, uint64_t links) {
    wide rounds = (wide)(packets / links), rest = (wide)(packets % links);
    return rounds * (rounds - 1) / 2 * (wide)links + rest * rounds;
}

typedef struct prefixes {
    uint64_t n, links, packets, hops;
    const uint64_t *reach; /* K(0) .. K(far) */
    uint32_t far;
    uint64_t idle[2]; /* steps in which the last node can do nothing of use at first, and node 0 at last */
} prefixes;

/* K(0), K(1), ... up to all nodes. */
static uint64_t *reach_of(const lb_net *net, uint64_t links, uint32_t *far) {
    uint32_t diameter = lb_diameter(net), *nodes = lb_spread_nodes(net);
    uint64_t *reach = lb_array(diameter + UINT64_C(1), sizeof *reach), within = 0, most = 1;
    for (uint32_t j = 0; nodes && reach && j <= diameter; j++) {
        within += nodes[j];
        reach[j] = within < most ? within : most;
        most = most > net->nodes ? most : most * (links + 1);
    }
    free(nodes);
    *far = diameter;
    return reach;
}

static uint64_t reached(const prefixes *f, uint64_t j) {
    uint64_t within = f->reach[j < f->far ? j : f->far];
    for (uint64_t i = f->far; i < j && within < f->n; i++) /* all are within the diameter, but not all told yet */
        within *= f->links + 1;
    return within < f->n ? within : f->n;
}

/* Moves of use in `steps` steps: all, less those that cannot be, which are near the middle of few steps. */
static wide useful(const prefixes *f, uint64_t steps) {
    wide sum = (wide)steps * (wide)f->n;
    uint64_t full = f->far;
    while (reached(f, full) < f->n)
        full++;
    sum -= (wide)(steps < 2 * f->hops ? steps : 2 * f->hops);
    for (uint64_t t = 1; t <= steps && steps <= 2 * full && f->n <= MOST_NODES; t++) {
        uint64_t all = f->n - (t <= f->hops || t > steps - f->hops), can = reached(f, t - 1) + reached(f, steps - t);
        sum -= can < all ? (wide)(all - can) : 0;
    }
    return sum * (wide)f->links;
}

/* The other way of counting: all but what is idle at both ends. */
static wide not_idle(const prefixes *f, uint64_t steps) {
    uint64_t first = steps / 2 < f->idle[0] ? steps / 2 : f->idle[0], rest = steps - steps / 2;
    uint64_t last = rest < f->idle[1] ? rest : f->idle[1];
    return (wide)f->links * ((wide)steps * (wide)f->n - (wide)first - (wide)last);
}

static bool enough(const prefixes *f, uint64_t steps) {
    wide each = (wide)f->packets * (wide)(f->n - 1);
    wide on_the_way = (wide)f->packets * (wide)steps - 2 * waits(f->packets, f->links);
    wide one = useful(f, steps), other = not_idle(f, steps);
    return (one < other ? one : other) + (on_the_way < each ? on_the_way : each) >= 2 * each;
}

/* How soon a node can have heard of all before it; or how long it takes until all after it have heard of it. */
static uint64_t soonest(const lb_net *net, uint64_t links, uint32_t node, bool after) {
    uint32_t first = after ? node + 1 : 0, end = after ? net->nodes : node;
    uint64_t far = 0, steps = 0, told = 1;
    for (uint32_t v = first; v < end; v++) {
        uint64_t hops = lb_distance(net, node, v);
        far = hops > far ? hops : far;
    }
    for (; told < end - first + UINT64_C(1); told *= links + 1)
        steps++;
    return steps > far ? steps : far;
}

/* Steps in which the last node, or node 0 (`after`), is idle. What has to do with its neighbour at the other end of the
 * order counts only if it has nothing left to hear, or say, itself. */
static uint64_t idle_steps(const lb_net *net, uint64_t links, bool after) {
    uint32_t node = after ? 0 : net->nodes - 1, other = node;
    for (unsigned p = 0; p < net->ports; p++) {
        uint32_t v = lb_neighbor(net, node, p);
        other = (after ? v > other : v < other) ? v : other;
    }
    uint64_t own = soonest(net, links, node, after) + 1, least = soonest(net, links, other, after);
    least = own > least ? own : least;
    for (unsigned p = 0; p < net->ports; p++) {
        uint32_t v = lb_neighbor(net, node, p);
        uint64_t steps = v == other ? least : soonest(net, links, v, after);
        least = steps < least ? steps : least;
    }
    return least - 1;
}

static uint64_t least_steps(const prefixes *f) {
    uint64_t low = 0, high = f->packets;
    while (!enough(f, high))
        high *= 2;
    while (low + 1 < high) {
        uint64_t middle = low + (high - low) / 2;
        if (enough(f, middle))
            high = middle;
        else
            low = middle;
    }
    return high;
}

int lb_claim_prefixes(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why) {
    const lb_net *net = &task->net;
    if (judge->linear || links == 0 || judge->packets > UINT64_C(1) << 40)
        return LB_OK;
    prefixes f = {net->nodes, links, judge->packets, lb_distance(net, 0, net->nodes - 1), NULL, 0, {0, 0}};
    uint64_t *reach = reach_of(net, links, &f.far);
    if (!reach)
        return lb_fail_memory(why, "the distances");
    f.reach = reach;
    for (unsigned after = 0; after < 2 && f.n > 1 && f.n <= FEW_NODES; after++)
        f.idle[after] = idle_steps(net, links, after == 1);
    uint64_t steps = least_steps(&f);
    free(reach);
    if (!lb_judge_longer(judge, steps))
        return LB_OK;
    judge->witness = (lb_witness){
        .kind = LB_WITNESS_PREFIXES,
        .node = net->nodes - 1,
        .radius = (uint32_t)f.hops,
        .load = 2 * (f.n - 1),
        .capacity = links,
    };
    return LB_OK;
}

/* The short way through a stream (plan/stream.h), which looks at every node once.
 *
 * Let every node but the root have a parent that is its neighbour and one hop nearer to the root, and let it be in its
 * parent's subtree, or, below the root, in that of the port that leads to it. Then a block's way leads from the root
 * through the port of its subtree to its node, hop by hop. Let every node be once in the list of its own subtree, and
 * nowhere else. Then
 *   - the block at place i makes its hops in steps i+1, i+2, ...: it is always where it is sent from;
 *   - blocks that cross the same link are in the same list, and as many hops from the root when they do: they cross it
 * in different steps. So a link carries one packet at a time, and a node other than the root is sent one packet a step
 *     at most, and sends one;
 *   - all arrive. Between two steps a node keeps one block at most that is not its own.
 * Backwards all of this holds with time turned round. */
#include "check/short.h"
#include "plan/stream.h"

#include <stdlib.h>

/* Whether the node's parent is where the node says: nearer by one, and in the same subtree. */
static bool hangs_right(const lb_stream *t, uint32_t node) {
    unsigned port = t->port[node];
    if (port >= t->net.ports || t->subtree[node] >= t->net.ports)
        return false;
    uint32_t parent = lb_net_sub(&t->net, node, t->net.unit[port]);
    if (parent == 0)
        return t->subtree[node] == port && lb_stream_hops(t, node) == 1;
    return t->subtree[node] == t->subtree[parent] && lb_stream_hops(t, node) == lb_stream_hops(t, parent) + 1;
}

/* The block at a place of its list: when it goes and comes. */
static void note(lb_short *s, const lb_stream *t, uint32_t place, uint32_t hops) {
    uint32_t from = place + 1, to = place + hops; /* steps */
    if (t->backward) {
        from = t->steps + 1 - to;
        to = t->steps - place;
    }
    s->delay += to;
    s->delivered++;
    if (hops > 1)
        s->peak_stored = 1;
    if (!s->report->busy)
        return;
    s->report->busy[from - 1]++; /* so far where numbers change */
    if (to < t->steps)
        s->report->busy[to]--;
}

static bool lists_hold(lb_short *s, const lb_stream *t, uint64_t *seen) {
    uint32_t n = t->net.nodes, last = 0;
    uint64_t moves = 0;
    for (unsigned m = 0; m < t->net.ports; m++) {
        if (t->first[m] > t->first[m + 1] || t->first[m + 1] > n - 1)
            return false;
        for (uint32_t i = t->first[m]; i < t->first[m + 1]; i++) {
            uint32_t node = t->order[i], place = i - t->first[m];
            if (node == 0 || node >= n || t->subtree[node] != m || seen[node / 64] >> node % 64 & 1)
                return false;
            seen[node / 64] |= UINT64_C(1) << node % 64;
            uint32_t hops = lb_stream_hops(t, node);
            if (hops > t->farthest || hops > t->steps || place > t->steps - hops)
                return false;
            last = place + hops > last ? place + hops : last;
            moves += hops;
            note(s, t, place, hops);
        }
        s->most_sends += t->first[m + 1] > t->first[m];
    }
    return t->first[0] == 0 && t->first[t->net.ports] == n - 1 && last == s->plan->steps && moves == s->plan->nmoves;
}

static bool holds(lb_short *s, const lb_stream *t) {
    uint64_t *seen = lb_zeroed(t->net.nodes / 64 + 1, sizeof *seen);
    bool right = seen && lb_short_busy(s) && lists_hold(s, t, seen);
    for (uint32_t node = 1; right && node < t->net.nodes; node++)
        right = hangs_right(t, node);
    free(seen);
    return right && s->most_sends <= s->plan->ports; /* backwards it is the root that receives as many */
}

bool lb_short_stream(lb_short *s) {
    const lb_plan *plan = s->plan;
    const lb_stream *t = lb_plan_stream(plan);
    s->bytes = plan->task->net.nodes / 8 + 8;
    if (!t || s->bytes + plan->steps * UINT64_C(4) > s->limit || plan->orbit != LB_ROOTED ||
        !lb_short_is_plain(plan, 1))
        return false;
    if (plan->task->kind != (t->backward ? LB_GATHER : LB_SCATTER) || !lb_net_equal(&t->net, &plan->task->net) ||
        t->steps != plan->steps || !holds(s, t))
        return false;
    for (uint32_t i = 1; i < s->report->busy_steps; i++)
        s->report->busy[i] += s->report->busy[i - 1];
    if (t->backward)
        s->most_sends = plan->nmoves > 0; /* nobody sends to anyone but its parent */
    lb_short_holds(s);
    return true;
}

/* Pairs of nodes by distance: from every node wave after wave, as far as is asked. They come out by origin; turned
 * round, by destination and, of each, in the order of origins; and turned once more the other way about. */
#include "task/nearby.h"

#include <stdlib.h>

#define MOST_PAIRS (UINT64_C(1) << 30) /* nodes looked at from all nodes: seconds */

typedef struct walk {
    const lb_net *net;
    uint32_t nearest, farthest;
    uint32_t *seen; /* by whom last: the node and one */
    uint32_t *queue;
    uint32_t *found;
    uint64_t count, room, hops;
} walk;

/* Nodes within reach of one at most: by the links of each, and on a mesh by how far the digits can go. */
static uint64_t most_near(const lb_net *net, uint32_t farthest) {
    uint64_t all = 1, shell = net->ports, box = 1, nodes = net->nodes;
    for (uint32_t h = 0; h < farthest && all < nodes && shell > 0; h++) {
        all += shell;
        shell = shell > nodes ? shell : shell * (net->ports - UINT64_C(1));
    }
    for (unsigned i = 0; i < net->dims && box < nodes; i++) {
        uint64_t width = 2 * (uint64_t)farthest + 1;
        box *= net->kind == LB_NET_GRAPH || width > net->radix[i] ? net->radix[i] : width;
    }
    all = all < box ? all : box;
    return all < nodes ? all : nodes;
}

uint64_t lb_nearby_bytes(const lb_net *net, uint32_t farthest) {
    uint64_t pairs = most_near(net, farthest) * net->nodes; /* 2^26 * 2^26 at most */
    return sizeof(uint32_t) * (4 * pairs + 6 * (uint64_t)net->nodes);
}

static int keep(walk *w, const uint32_t *nodes, uint32_t count, uint32_t hops) {
    void *found = w->found;
    int error = w->count + count > w->room ? lb_grow(&found, &w->room, w->count + count, sizeof *w->found) : LB_OK;
    w->found = found;
    for (uint32_t i = 0; i < count && !error; i++)
        w->found[w->count++] = nodes[i];
    w->hops += (uint64_t)count * hops;
    return error;
}

static int walk_from(walk *w, uint32_t node) {
    const lb_net *net = w->net;
    uint32_t first = 0, end = 1, tail = 1;
    int error = LB_OK;
    w->seen[node] = node + 1;
    w->queue[0] = node;
    for (uint32_t hops = 0; hops <= w->farthest && first < end && !error; hops++) {
        if (hops >= w->nearest)
            error = keep(w, w->queue + first, end - first, hops);
        for (; first < end; first++) {
            for (unsigned p = 0; p < net->ports; p++) {
                uint32_t next = lb_neighbor(net, w->queue[first], p);
                if (w->seen[next] == node + 1 || !lb_link_here(net, w->queue[first], p))
                    continue;
                w->seen[next] = node + 1;
                w->queue[tail++] = next;
            }
        }
        end = tail;
    }
    return error;
}

/* The same pairs by their other end. */
static int turn(uint32_t nodes, const uint32_t *first, const uint32_t *other, uint32_t **back_first, uint32_t **back) {
    uint32_t count = other ? first[nodes] : 0; /* none at all: nothing has been kept */
    *back_first = lb_zeroed((uint64_t)nodes + 2, sizeof **back_first);
    *back = lb_array(count, sizeof **back);
    if (!*back_first || !*back)
        return LB_ERR_MEMORY;
    uint32_t *at =
        *back_first + 1; /* where the next one goes, which in the end is where those of the next node begin */
    for (uint32_t i = 0; i < count; i++)
        at[other[i] + 1]++;
    for (uint32_t v = 0; v < nodes; v++)
        at[v + 1] += at[v];
    for (uint32_t v = 0; v < nodes; v++) {
        for (uint32_t i = first[v]; other && i < first[v + 1]; i++)
            (*back)[at[other[i]]++] = v;
    }
    return LB_OK;
}

static int find(walk *w, uint32_t *first) {
    int error = LB_OK;
    for (uint32_t v = 0; v < w->net->nodes && !error; v++) {
        error = walk_from(w, v);
        first[v + 1] = (uint32_t)w->count;
    }
    return error;
}

int lb_nearby_make(lb_nearby *nearby, const lb_net *net, uint32_t nearest, uint32_t farthest, lb_why *why) {
    uint64_t n = net->nodes;
    *nearby = (lb_nearby){.to = NULL};
    if (most_near(net, farthest) * n > MOST_PAIRS)
        return lb_fail(why, LB_ERR_SIZE, "there are too many nodes at these distances");
    walk w = {.net = net, .nearest = nearest, .farthest = farthest};
    w.seen = lb_zeroed(n, sizeof *w.seen);
    w.queue = lb_array(n, sizeof *w.queue);
    uint32_t *first = lb_zeroed(n + 1, sizeof *first);
    int error = w.seen && w.queue && first ? find(&w, first) : LB_ERR_MEMORY;
    if (!error)
        error = turn(net->nodes, first, w.found, &nearby->from_first, &nearby->from);
    if (!error)
        error = turn(net->nodes, nearby->from_first, nearby->from, &nearby->to_first, &nearby->to);
    nearby->hops = w.hops;
    free(w.seen);
    free(w.queue);
    free(w.found);
    free(first);
    if (error)
        lb_nearby_free(nearby);
    return error ? lb_fail_memory(why, "the task's list") : LB_OK;
}

void lb_nearby_free(lb_nearby *nearby) {
    free(nearby->to_first);
    free(nearby->to);
    free(nearby->from_first);
    free(nearby->from);
    *nearby = (lb_nearby){.to = NULL};
}

void lb_nearby_turn(lb_nearby *nearby) {
    *nearby = (lb_nearby){nearby->from_first, nearby->from, nearby->to_first, nearby->to, nearby->hops};
}

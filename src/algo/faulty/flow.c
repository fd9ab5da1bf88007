/* One sender, one receiver: the quickest flow.
 *
 * Ways that share no link, the shortest first, each found by augmenting those before (least cost flow with a hop as the
 * cost). With the j shortest such ways, of lengths l, T steps bring the sum of T-l+1 packets; more ways cost more hops,
 * so the best j depends on the number of packets. That no schedule is faster is Ford and Fulkerson's theorem on dynamic
 * flows. Under a port limit k there are at most k ways, so that no node has more than k packets to pass on. */
#include "algo/faulty/faulty_plan.h"

#include <stdlib.h>

typedef struct flow {
    const lb_scene *s;
    uint32_t root, dest;
    uint8_t *used; /* per link */
    int32_t *cost; /* per node, from the root */
    uint32_t *by;  /* the link by which it was reached; with BACK set, against its direction */
    uint32_t *queue;
    uint8_t *queued;
} flow;

#define BACK UINT32_C(0x80000000)
#define FAR  INT32_MAX

static bool relax(flow *f, uint32_t from, uint32_t to, uint32_t by, int32_t cost) {
    if (f->cost[from] + cost >= f->cost[to])
        return false;
    f->cost[to] = f->cost[from] + cost;
    f->by[to] = by;
    return true;
}

/* Cheapest ways from the root to all nodes in what is left of the network, going back over used links for a gain. */
static void find_ways(flow *f) {
    const lb_map *map = &f->s->map;
    uint32_t n = map->nodes, head = 0, count = 1;
    for (uint32_t v = 0; v < n; v++)
        f->cost[v] = FAR;
    f->cost[f->root] = 0;
    f->queue[0] = f->root;
    while (count > 0) {
        uint32_t v = f->queue[head];
        head = head + 1 < n ? head + 1 : 0;
        count--;
        f->queued[v] = 0;
        for (unsigned p = 0; p < map->ports; p++) {
            uint32_t out = v * map->ports + p, to = map->to[out], from = map->from[out];
            bool moved[2] = {false, false};
            if (to != LB_NONE && !f->used[out])
                moved[0] = relax(f, v, to, out, 1);
            if (from != LB_NONE) {
                uint32_t in = from * map->ports + f->s->net.opposite[p];
                moved[1] = f->used[in] && relax(f, v, from, in | BACK, -1);
            }
            const uint32_t reached[2] = {to, from};
            for (int i = 0; i < 2; i++) {
                if (moved[i] && !f->queued[reached[i]]) {
                    f->queued[reached[i]] = 1;
                    uint32_t at = head + count++;
                    f->queue[at < n ? at : at - n] = reached[i];
                }
            }
        }
    }
}

/* One way more; false when there is none. */
static bool augment(flow *f) {
    const lb_map *map = &f->s->map;
    find_ways(f);
    if (f->cost[f->dest] == FAR)
        return false;
    for (uint32_t v = f->dest; v != f->root;) {
        uint32_t link = f->by[v] & ~BACK;
        f->used[link] = !(f->by[v] & BACK);
        v = f->by[v] & BACK ? map->to[link] : link / map->ports;
    }
    return true;
}

/* Follows a way from the root's link on; marks its links as 2 when they are taken. Returns its length. */
static uint32_t follow(const flow *f, uint32_t link, uint32_t *links) {
    const lb_map *map = &f->s->map;
    uint32_t length = 0;
    for (;;) {
        links[length++] = link;
        f->used[link] = 2;
        uint32_t v = map->to[link];
        if (v == f->dest)
            return length;
        for (unsigned p = 0; p < map->ports; p++) {
            link = v * map->ports + p;
            if (f->used[link] == 1)
                break;
        }
    }
}

/* The least T with sum of T-l+1 >= packets over the ways that are short enough. */
static uint64_t steps_for(const uint32_t *length, unsigned ways, uint64_t packets) {
    uint64_t sum = 0, best = UINT64_MAX;
    for (unsigned j = 0; j < ways; j++) { /* lengths ascend */
        sum += length[j] - 1;
        uint64_t steps = lb_ceil_div(packets + sum, j + 1);
        if (steps >= length[j] && steps < best)
            best = steps;
    }
    return best;
}

typedef struct ways {
    unsigned count;
    uint32_t length[LB_MAX_PORTS], *links[LB_MAX_PORTS];
    uint32_t *room; /* for the links of all */
} ways;

/* The ways of the flow as it stands, shortest first. */
static void take_ways(const flow *f, ways *w) {
    const lb_map *map = &f->s->map;
    w->count = 0;
    for (unsigned p = 0; p < map->ports; p++) {
        uint32_t link = f->root * map->ports + p;
        if (f->used[link] != 1)
            continue;
        unsigned at = w->count++;
        uint32_t *links = w->room + (uint64_t)at * map->nodes, length = follow(f, link, links);
        for (; at > 0 && w->length[at - 1] > length; at--) {
            w->length[at] = w->length[at - 1];
            w->links[at] = w->links[at - 1];
        }
        w->length[at] = length;
        w->links[at] = links;
    }
    for (uint64_t i = 0; i < (uint64_t)map->nodes * map->ports; i++)
        f->used[i] = f->used[i] != 0;
}

static int send_all(const lb_scene *s, const ways *w, uint64_t steps, lb_legs *legs) {
    uint64_t sent = 0;
    for (uint32_t step = 1; sent < s->pieces; step++) {
        for (unsigned j = 0; j < w->count && sent < s->pieces; j++) {
            if (step + w->length[j] - 1 > steps)
                continue;
            for (uint32_t k = 0; k < w->length[j]; k++) {
                if (lb_legs_add(legs, step + k, w->links[j][k], (uint32_t)sent))
                    return LB_ERR_MEMORY;
            }
            sent++;
        }
    }
    return LB_OK;
}

/* About how many legs that takes, and no fewer. */
static uint64_t count_legs(const ways *w, uint64_t steps) {
    uint64_t sum = 0;
    for (unsigned j = 0; j < w->count && w->length[j] <= steps; j++) {
        uint64_t legs = lb_times(steps - w->length[j] + 1, w->length[j]);
        sum = sum + legs < sum ? UINT64_MAX : sum + legs;
    }
    return sum;
}

/* Ways are added while that makes it quicker. */
static int run(flow *f, ways *w, lb_legs *legs, lb_why *why) {
    const lb_scene *s = f->s;
    uint64_t best = UINT64_MAX;
    lb_legs now = {.at = NULL};
    int error = LB_OK;
    for (uint32_t j = 0; j < s->limit && !error && augment(f); j++) {
        take_ways(f, w);
        uint64_t steps = steps_for(w->length, w->count, s->pieces);
        if (steps >= best)
            continue;
        best = steps;
        lb_legs_free(&now);
        error = lb_legs_afford(count_legs(w, steps), why);
        if (!error && send_all(s, w, steps, &now))
            error = lb_fail_memory(why, "a plan");
    }
    *legs = now;
    return error;
}

int lb_flow_send(const lb_scene *s, uint32_t root, uint32_t dest, lb_legs *legs, lb_why *why) {
    uint64_t n = s->map.nodes;
    flow f = {.s = s, .root = root, .dest = dest};
    ways w = {.count = 0};
    if (root == dest || s->map.ports == 0)
        return LB_OK;
    f.used = lb_zeroed(n * s->map.ports, 1);
    f.cost = lb_array(n, sizeof *f.cost);
    f.by = lb_array(n, sizeof *f.by);
    f.queue = lb_array(n, sizeof *f.queue);
    f.queued = lb_zeroed(n, 1);
    w.room = lb_array(lb_times(n, s->map.ports), sizeof *w.room);
    bool taken = f.used && f.cost && f.by && f.queue && f.queued && w.room;
    int error = taken ? run(&f, &w, legs, why) : lb_fail_memory(why, "a plan");
    free(f.used);
    free(f.cost);
    free(f.by);
    free(f.queue);
    free(f.queued);
    free(w.room);
    return error;
}

/* Balanced shortest ways. Every packet in turn takes the cheapest of its shortest ways, where a port is the dearer the
 * more it is used already. The cheapest way is found level by level among the nodes that lie between (the search goes
 * back from the destination, one hop nearer to node 0 at a time), so all shortest ways are looked at, however many
 * there are. Then some hops of some packet are exchanged, at random, for others that lead as far (any of a shortest
 * way's hops are a shortest way themselves), whenever the sum of the loads' squares does not grow by it. */
#include "algo/lattice/ways.h"

#include "base/exact.h"
#include "base/random.h"
#include "plan/plan.h"

#include <stdlib.h>
#include <string.h>

#define HOP_WORK (UINT64_C(1) << 14) /* links looked at for each hop */

enum { LITTLE = 4, SELDOM = 32 }; /* a step up now and then leads out of a dead end */

typedef struct search {
    lb_even_ways *w;
    uint64_t *cost; /* of each node: to the destination */
    uint32_t *mark, stamp, *queue;
    uint8_t *by;      /* the port of the hop from this node on */
    uint32_t *before; /* node * ports + port: from where the port leads there */
    uint32_t *hops;   /* from node 0 */
    uint64_t price[LB_MAX_PORTS];
    uint64_t random, work;
} search;

static void search_free(search *s) {
    free(s->cost);
    free(s->mark);
    free(s->queue);
    free(s->by);
    free(s->before);
    free(s->hops);
}

static int search_begin(search *s, lb_even_ways *w) {
    uint64_t n = w->net->nodes;
    *s = (search){.w = w, .random = 1};
    s->cost = lb_array(n, sizeof *s->cost);
    s->mark = lb_zeroed(n, sizeof *s->mark);
    s->queue = lb_array(n, sizeof *s->queue);
    s->by = lb_array(n, 1);
    s->before = lb_array(n * w->net->ports, sizeof *s->before);
    s->hops = lb_array(n, sizeof *s->hops);
    if (!s->cost || !s->mark || !s->queue || !s->by || !s->before || !s->hops)
        return LB_ERR_MEMORY;
    for (uint32_t v = 0; v < n; v++) {
        s->hops[v] = lb_distance(w->net, 0, v);
        for (unsigned p = 0; p < w->net->ports; p++)
            s->before[(uint64_t)v * w->net->ports + p] = lb_net_sub(w->net, v, w->net->unit[p]);
    }
    return LB_OK;
}

/* A port above the least used costs by the cube of what it is above; of equals any is as good. */
static void set_prices(search *s) {
    const lb_even_ways *w = s->w;
    uint64_t least = UINT64_MAX;
    for (unsigned p = 0; p < w->net->ports; p++)
        least = w->load[p] < least ? w->load[p] : least;
    for (unsigned p = 0; p < w->net->ports; p++) {
        uint64_t above = w->load[p] - least;
        above = above < 4096 ? above : 4096;
        s->price[p] = (1 + above * above * above) * 64 + lb_random_below(&s->random, 32);
    }
}

/* From the destination back to node 0, whose `by` begins the way. */
static void find(search *s, uint32_t to) {
    const lb_net *net = s->w->net;
    uint32_t tail = 1, stamp = ++s->stamp;
    s->queue[0] = to;
    s->cost[to] = 0;
    s->mark[to] = stamp;
    for (uint32_t head = 0; head < tail && s->queue[head] != 0; head++) {
        uint32_t v = s->queue[head];
        for (unsigned p = 0; p < net->ports; p++) {
            uint32_t before = s->before[(uint64_t)v * net->ports + p];
            if (s->hops[before] + 1 != s->hops[v])
                continue;
            uint64_t cost = s->cost[v] + s->price[p];
            if (s->mark[before] != stamp) {
                s->mark[before] = stamp;
                s->queue[tail++] = before;
            } else if (cost >= s->cost[before]) {
                continue;
            }
            s->cost[before] = cost;
            s->by[before] = (uint8_t)p;
        }
        s->work += net->ports;
    }
}

static void lay(search *s, uint64_t row) {
    lb_even_ways *w = s->w;
    uint32_t to = lb_even_ways_offset(w, row), at = 0;
    set_prices(s);
    find(s, to);
    for (uint64_t i = w->first[row]; i < w->first[row + 1]; i++) {
        w->port[i] = s->by[at];
        w->load[s->by[at]]++;
        at = lb_net_add(w->net, at, w->net->unit[s->by[at]]);
    }
}

static uint64_t busiest(const lb_even_ways *w) {
    uint64_t most = 0;
    for (unsigned p = 0; p < w->net->ports; p++)
        most = w->load[p] > most ? w->load[p] : most;
    return most;
}

/* What no choice of ways can do better than: the farthest packet, and all hops over all ports. */
static uint64_t goal_of(const lb_even_ways *w) {
    uint64_t even = w->net->ports ? lb_ceil_div(w->all, w->net->ports) : 0; /* one node has none */
    return even > w->longest ? even : w->longest;
}

typedef struct kept {
    uint8_t *port;
    uint64_t load[LB_MAX_PORTS], most;
} kept;

static void keep(const lb_even_ways *w, kept *k) {
    k->most = busiest(w);
    memcpy(k->port, w->port, w->all);
    memcpy(k->load, w->load, sizeof k->load);
}

/* A shortest way at random: its ports, as many as the hops to there. */
static void draw_way(search *s, uint32_t to, uint8_t *port) {
    const lb_net *net = s->w->net;
    for (uint32_t hops = s->hops[to]; hops > 0; hops--) {
        const uint32_t *before = s->before + (uint64_t)to * net->ports;
        unsigned p = lb_random_below(&s->random, net->ports);
        while (s->hops[before[p]] + 1 != hops)
            p = p + 1 < net->ports ? p + 1 : 0;
        to = before[p];
        *port++ = (uint8_t)p;
        s->work += net->ports;
    }
}

/* What the sum of squares gets less, or, if negative, more: by one hop less, or more, through a port. */
static int64_t drop(lb_even_ways *w, unsigned port) {
    return (int64_t)(2 * --w->load[port] + 1);
}

static int64_t add(lb_even_ways *w, unsigned port) {
    return -(int64_t)(2 * w->load[port]++ + 1);
}

/* The last `count` hops of a row for others. */
static void exchange(search *s, uint8_t *port, unsigned count, uint8_t *others) {
    lb_even_ways *w = s->w;
    uint32_t to = 0;
    int64_t gain = 0;
    for (unsigned i = 0; i < count; i++)
        to = s->before[(uint64_t)to * w->net->ports + w->net->opposite[port[i]]];
    draw_way(s, to, others);
    for (unsigned i = 0; i < count; i++)
        gain += drop(w, port[i]);
    for (unsigned i = 0; i < count; i++)
        gain += add(w, others[i]);
    if (gain >= 0 || (gain >= -LITTLE && lb_random_below(&s->random, SELDOM) == 0)) {
        memcpy(port, others, count);
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        drop(w, others[i]);
        add(w, port[i]);
    }
}

static void swap_hops(uint8_t *a, uint8_t *b) {
    uint8_t hop = *a;
    *a = *b;
    *b = hop;
}

/* Some hops of some row, some number of them. */
static void exchange_some(search *s, uint8_t *others) {
    lb_even_ways *w = s->w;
    uint64_t row = lb_random_next(&s->random) % w->rows;
    uint32_t hops = (uint32_t)(w->first[row + 1] - w->first[row]);
    uint8_t *port = w->port + w->first[row];
    s->work += 8;
    if (hops == 0)
        return;
    unsigned count = 1 + lb_random_below(&s->random, hops);
    for (unsigned i = hops; i > hops - count; i--) /* which come last */
        swap_hops(&port[i - 1], &port[lb_random_below(&s->random, i)]);
    exchange(s, port + hops - count, count, others);
}

static int improve(search *s, uint64_t work, kept *best) {
    lb_even_ways *w = s->w;
    uint8_t *others = lb_array(w->longest + 1, 1);
    uint64_t goal = goal_of(w), turns = 0, most = w->all < work / HOP_WORK ? w->all * HOP_WORK : work;
    while (others && best->most > goal && s->work < most) {
        exchange_some(s, others);
        if (++turns % 64 == 0 && busiest(w) < best->most)
            keep(w, best);
    }
    memcpy(w->port, best->port, w->all);
    memcpy(w->load, best->load, sizeof w->load);
    free(others);
    return others ? LB_OK : LB_ERR_MEMORY;
}

static int search_ways(lb_even_ways *w, uint64_t work) {
    search s;
    kept best = {.port = lb_array(w->all + 1, 1)};
    int error = search_begin(&s, w);
    if (!error && !best.port)
        error = LB_ERR_MEMORY;
    if (!error) {
        for (uint64_t row = w->rows; row-- > 0;)
            lay(&s, row);
        keep(w, &best);
        s.work = 0;
        error = improve(&s, work, &best);
    }
    free(best.port);
    search_free(&s);
    return error;
}

int lb_even_ways_begin(lb_even_ways *w, const lb_task *task, uint64_t packets, uint64_t parts, lb_why *why) {
    uint64_t blocks = task->list ? task->count : task->net.nodes, rows = lb_times(blocks, lb_times(packets, parts));
    *w = (lb_even_ways){.task = task, .net = &task->net, .packets = packets, .parts = parts, .rows = rows};
    w->first = w->rows < UINT64_C(1) << 32 ? lb_array(w->rows + 1, sizeof *w->first) : NULL;
    if (!w->first)
        return lb_fail_memory(why, "the ways of all packets");
    for (uint64_t row = 0; row < w->rows; row++) {
        uint32_t hops = lb_distance(w->net, 0, lb_even_ways_offset(w, row));
        w->first[row] = w->all;
        w->all += hops;
        w->longest = hops > w->longest ? hops : w->longest;
    }
    w->first[w->rows] = w->all;
    return LB_OK;
}

int lb_even_ways_find(lb_even_ways *w, const lb_task *task, uint64_t packets, uint64_t work, lb_why *why) {
    int error = lb_even_ways_begin(w, task, packets, 1, why);
    if (error)
        return error;
    w->port = lb_array(w->all + 1, 1);
    if (w->port && search_ways(w, work) == LB_OK)
        return LB_OK;
    lb_even_ways_free(w);
    return lb_fail_memory(why, "the ways of all packets");
}

void lb_even_ways_free(lb_even_ways *w) {
    free(w->first);
    free(w->port);
    w->first = NULL;
    w->port = NULL;
}

uint64_t lb_even_ways_steps(const lb_even_ways *w, uint32_t ports) {
    uint64_t steps = busiest(w), even = lb_ceil_div(w->all, ports ? ports : 1);
    steps = steps > w->longest ? steps : w->longest;
    return steps > even ? steps : even;
}

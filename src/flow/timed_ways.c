/* The cheapest ways of one pair after another, backwards from where and when it must be there; then what it has is
 * passed on along them, step by step. */
#include "flow/timed_ways.h"

#define FAR (UINT32_C(1) << 30) /* more than any way costs: no cheapest way comes twice to one of 64 nodes */

static bool in_time(const lb_timed *t, uint32_t pair, uint32_t moment, uint32_t v) {
    uint64_t n = t->net->nodes;
    return t->hops[t->from[pair] * n + v] <= moment && t->hops[v * n + t->to[pair]] <= t->steps - moment;
}

static void set_hops(lb_timed *t) {
    unsigned ports = t->net->ports;
    uint64_t each = (uint64_t)t->net->nodes * ports;
    for (uint64_t i = 0; i < t->tables * each; i++) {
        uint32_t link = (uint32_t)(i % each), from = link / ports, to = t->map->to[link];
        const uint32_t *table = t->now + i / each * t->net->nodes * t->places;
        t->hop[i] = to == LB_NONE ? FAR
                                  : table[from * t->places + link % ports] + table[from * t->places + ports] +
                                        table[to * t->places + ports + 1];
    }
}

static const uint32_t *hops_of(const lb_timed *t, uint32_t step) {
    return t->hop + (uint64_t)lb_timed_table(t, step) * t->net->nodes * t->net->ports;
}

/* What every node at every moment has to pay to be there in time; FAR or more: it cannot be. */
static void find_costs(lb_timed *t, uint32_t pair) {
    uint32_t n = t->net->nodes, ports = t->net->ports, dest = t->to[pair];
    for (uint32_t v = 0; v < n; v++)
        t->cost[(uint64_t)t->steps * n + v] = v == dest ? 0 : FAR;
    for (uint32_t s = t->steps; s > 0; s--) {
        const uint32_t *hop = hops_of(t, s - 1);
        uint32_t *after = t->cost + (uint64_t)s * n, *cost = after - n;
        for (uint32_t v = 0; v < n; v++) {
            cost[v] = FAR;
            if (!in_time(t, pair, s - 1, v))
                continue;
            uint32_t least = after[v];
            for (uint32_t link = v * ports; link < (v + 1) * ports && v != dest; link++) {
                uint32_t by = after[t->next[link]] + hop[link];
                least = by < least ? by : least;
            }
            cost[v] = least;
            t->work += ports;
        }
    }
}

static void pass_on(lb_timed *t, uint32_t table, uint32_t v, unsigned port, uint32_t amount) {
    uint32_t to = t->map->to[v * t->net->ports + port], *use = t->use + (uint64_t)table * t->net->nodes * t->places;
    use[v * t->places + port] += amount;
    if (t->limited) {
        use[v * t->places + t->net->ports] += amount;
        use[to * t->places + t->net->ports + 1] += amount;
    }
}

static bool cheapest(const lb_timed *t, uint32_t step, uint32_t v, unsigned port) {
    uint32_t n = t->net->nodes, link = v * t->net->ports + port;
    const uint32_t *cost = t->cost + (uint64_t)step * n, *after = cost + n;
    return after[t->next[link]] + hops_of(t, step)[link] == cost[v];
}

/* What is at a node goes on by all the ways that are cheapest, staying among them. */
static void share(lb_timed *t, uint32_t step, uint32_t v, bool there) {
    uint32_t n = t->net->nodes, which = lb_timed_table(t, step), ways = 0;
    uint32_t *next = t->flow + (step + UINT64_C(1)) * n, amount = t->flow[(uint64_t)step * n + v];
    for (unsigned p = 0; !there && p < t->net->ports; p++)
        ways += cheapest(t, step, v, p);
    ways += t->cost[(step + UINT64_C(1)) * n + v] == t->cost[(uint64_t)step * n + v];
    for (unsigned p = 0; !there && p < t->net->ports; p++) {
        if (!cheapest(t, step, v, p))
            continue;
        uint32_t part = amount / ways;
        ways--;
        amount -= part;
        next[t->map->to[v * t->net->ports + p]] += part;
        pass_on(t, which, v, p, part);
    }
    next[v] += amount;
}

uint64_t lb_timed_pay(lb_timed *t) {
    uint64_t n = t->net->nodes, sum = 0;
    for (uint64_t i = 0; i < t->tables * n * t->places; i++)
        t->use[i] = 0;
    set_hops(t);
    for (uint32_t pair = 0; pair < t->pairs; pair++) {
        find_costs(t, pair);
        sum += (uint64_t)t->blocks[pair] * t->cost[t->from[pair]];
        for (uint64_t i = 0; i < (t->steps + 1) * n; i++)
            t->flow[i] = 0;
        t->flow[t->from[pair]] = (uint32_t)(t->blocks[pair] * t->packets * LB_TIMED_UNIT);
        for (uint32_t s = 0; s < t->steps; s++) {
            for (uint32_t v = 0; v < n; v++) {
                if (t->flow[s * n + v])
                    share(t, s, v, v == t->to[pair]);
            }
        }
        t->work += t->steps * n;
    }
    return sum;
}

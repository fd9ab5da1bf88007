/* The cheapest ways of one pair after another, backwards from where and when it must be there; then what it has is
 * passed on along them, step by step. */
#include "flow/timed_ways.h"

#define FAR UINT32_MAX

static bool in_time(const lb_timed *t, uint32_t pair, uint32_t moment, uint32_t v) {
    uint64_t n = t->net->nodes;
    return t->hops[t->from[pair] * n + v] <= moment && t->hops[v * n + t->to[pair]] <= t->steps - moment;
}

static uint32_t hop_price(const lb_timed *t, const uint32_t *table, uint32_t from, unsigned port, uint32_t to) {
    unsigned p = t->net->ports;
    return table[from * t->places + port] + table[from * t->places + p] + table[to * t->places + p + 1];
}

/* What it costs to go on from a node at a moment through a port; FAR: it leads nowhere in time. */
static uint32_t cost_by(const lb_timed *t, const uint32_t *table, const uint32_t *after, uint32_t v, unsigned port) {
    uint32_t to = t->map->to[v * t->net->ports + port];
    return to == LB_NONE || after[to] == FAR ? FAR : after[to] + hop_price(t, table, v, port, to);
}

/* What every node at every moment has to pay to be there in time. */
static void find_costs(lb_timed *t, uint32_t pair) {
    uint32_t n = t->net->nodes, dest = t->to[pair];
    for (uint32_t v = 0; v < n; v++)
        t->cost[(uint64_t)t->steps * n + v] = v == dest ? 0 : FAR;
    for (uint32_t s = t->steps; s > 0; s--) {
        const uint32_t *table = t->now + (uint64_t)lb_timed_table(t, s - 1) * n * t->places;
        uint32_t *after = t->cost + (uint64_t)s * n, *cost = after - n;
        for (uint32_t v = 0; v < n; v++) {
            cost[v] = FAR;
            if (!in_time(t, pair, s - 1, v))
                continue;
            cost[v] = after[v];
            for (unsigned p = 0; v != dest && p < t->net->ports; p++) {
                uint32_t by = cost_by(t, table, after, v, p);
                cost[v] = by < cost[v] ? by : cost[v];
            }
            t->work += t->net->ports;
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

/* What is at a node goes on by all the ways that are cheapest, staying among them. */
static void share(lb_timed *t, uint32_t step, uint32_t v, bool there) {
    uint32_t n = t->net->nodes, which = lb_timed_table(t, step), ways = 0;
    const uint32_t *table = t->now + (uint64_t)which * n * t->places, *after = t->cost + (step + UINT64_C(1)) * n;
    uint32_t best = t->cost[(uint64_t)step * n + v], *next = t->flow + (step + UINT64_C(1)) * n;
    uint32_t amount = t->flow[(uint64_t)step * n + v], open = 0;
    for (unsigned p = 0; !there && p < t->net->ports; p++) {
        if (cost_by(t, table, after, v, p) == best) {
            open |= UINT32_C(1) << p;
            ways++;
        }
    }
    ways += after[v] == best;
    for (unsigned p = 0; p < t->net->ports; p++) {
        if (!(open >> p & 1))
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

/* Streams: making the moves of a step. In step s the blocks that the root sends in steps s, s-1, ... make their first,
 * second, ... hop. */
#include "plan/stream.h"

#include <stdlib.h>

#define MOST_WAY_WORDS (UINT64_C(1) << 25) /* what is kept of ways takes up to 128 MiB */

void lb_stream_free(lb_stream *s) {
    if (!s)
        return;
    free(s->subtree);
    free(s->port);
    free(s->order);
    free(s);
}

static void free_data(void *data) {
    lb_stream_free(data);
}

static uint32_t parent_of(const lb_stream *s, uint32_t node) {
    unsigned port = s->port[node];
    return s->net.cube ? node ^ UINT32_C(1) << port : lb_neighbor(&s->net, node, s->net.opposite[port]);
}

/* A hop as one number, to be sorted: link, destination. `node` is its end away from the root. */
static uint64_t hop_key(const lb_stream *s, uint32_t dest, uint32_t node) {
    unsigned port = s->port[node];
    uint32_t sender = node;
    if (s->backward)
        port = s->net.opposite[port];
    else
        sender = parent_of(s, node);
    return lb_link_number(&s->net, sender, port) << 32 | dest;
}

static uint32_t ancestor(const lb_stream *s, uint32_t node, uint32_t up) {
    for (; up > 0; up--)
        node = parent_of(s, node);
    return node;
}

/* The way to a destination is walked once and kept while it is on its way: places of a list that are on their way
 * together are fewer apart than the farthest node is hops away. A way is its destination, its hops, and the node after
 * each hop. */
static uint64_t way_words(const lb_stream *s) {
    return (uint64_t)s->farthest + 2;
}

/* How many words all ways together take; 0 where that would be too many, and ways are walked anew. */
static uint64_t all_ways(const lb_stream *s) {
    uint64_t words = lb_times(lb_times(s->net.ports, s->farthest), way_words(s));
    return words <= MOST_WAY_WORDS ? words : 0;
}

bool lb_stream_is_quick(const lb_net *net) {
    lb_stream s = {.net = *net, .farthest = lb_diameter(net)};
    return net->nodes == 1 || all_ways(&s) > 0;
}

static const uint32_t *look_up(const lb_stream *s, uint32_t *way, uint32_t dest) {
    if (way[0] == dest)
        return way;
    uint32_t node = dest;
    way[0] = dest;
    way[1] = lb_stream_hops(s, dest);
    for (uint32_t h = way[1]; h > 0; h--) {
        way[1 + h] = node;
        node = parent_of(s, node);
    }
    return way;
}

/* A shell sort, without a call for each comparison: there are few. */
static void sort_keys(uint64_t *keys, uint32_t count) {
    static const uint32_t gaps[] = {3548, 1577, 701, 301, 132, 57, 23, 10, 4, 1};
    for (unsigned g = 0; g < sizeof gaps / sizeof gaps[0]; g++) {
        uint32_t gap = gaps[g];
        for (uint32_t i = gap; i < count; i++) {
            uint64_t key = keys[i];
            uint32_t j = i;
            for (; j >= gap && keys[j - gap] > key; j -= gap)
                keys[j] = keys[j - gap];
            keys[j] = key;
        }
    }
}

/* The hops of a step. Ways too long to keep are walked anew. */
static uint32_t collect(const lb_stream *s, uint32_t step, uint64_t *keys, uint32_t *ways) {
    uint32_t count = 0;
    for (unsigned m = 0; m < s->net.ports; m++) {
        uint32_t size = s->first[m + 1] - s->first[m], far = s->farthest;
        for (uint32_t hop = 1; hop <= far && hop <= step; hop++) {
            uint32_t place = step - hop;
            if (place >= size)
                continue;
            uint32_t dest = s->order[s->first[m] + place];
            if (ways) {
                const uint32_t *way = look_up(s, &ways[((uint64_t)m * far + place % far) * way_words(s)], dest);
                if (way[1] >= hop)
                    keys[count++] = hop_key(s, dest, way[1 + hop]);
                continue;
            }
            uint32_t hops = lb_stream_hops(s, dest);
            if (hops >= hop)
                keys[count++] = hop_key(s, dest, ancestor(s, dest, hops - hop));
        }
    }
    return count;
}

static void fill(const lb_plan *plan, uint32_t step, lb_plan *room) {
    const lb_stream *s = plan->generator.data;
    uint64_t *keys = room->scratch;
    uint32_t *ways = all_ways(s) ? (uint32_t *)(keys + plan->generator.widest) : NULL;
    uint32_t count = collect(s, s->backward ? s->steps + 1 - step : step, keys, ways);
    uint32_t *name = s->backward ? room->origin : room->dest;
    sort_keys(keys, count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t link = (uint32_t)(keys[i] >> 32);
        room->node[i] = link / s->net.ports;
        room->port[i] = (uint8_t)(link % s->net.ports);
        name[i] = (uint32_t)keys[i];
    }
    room->nmoves = count;
}

int lb_plan_of_stream(const lb_task *task, const char *algorithm, lb_stream *s, lb_plan **plan, lb_why *why) {
    uint64_t widest = (uint64_t)s->net.ports * s->farthest;
    widest = widest < s->net.nodes ? widest : s->net.nodes;
    lb_generator generator = {
        .fill = fill,
        .free = free_data,
        .data = s,
        .bytes = sizeof *s + (size_t)s->net.nodes * 6,
        .widest = (uint32_t)widest,
        .scratch = widest * sizeof(uint64_t) + all_ways(s) * sizeof(uint32_t),
        .has_origin = s->backward,
        .has_dest = !s->backward,
    };
    return lb_plan_generated(task, algorithm, LB_ROOTED, s->steps, s->moves, generator, plan, why);
}

const lb_stream *lb_plan_stream(const lb_plan *plan) {
    return plan->generator.fill == fill ? plan->generator.data : NULL;
}

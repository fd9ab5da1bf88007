/* As prices (prices.c): all blocks go the cheapest way, weights rise where they crowd. What the best weights are is
 * decided by which ways are equally long, a*w = b*v, so they are mostly ratios of small whole numbers: these are tried
 * at last, and taken if they say as much. */
#include "flow/weights.h"

#include <stdlib.h>
#include <string.h>

enum { HIGHEST = 1 << 16, MOST_ROUNDS = 256, FINEST = 24 };

__extension__ typedef unsigned __int128 wide;

typedef struct scales {
    const lb_net *net;
    uint32_t links;
    const uint32_t *blocks;
    lb_map map;
    lb_lengths ways;
    uint64_t *through;            /* per node: blocks that go by it, or to it */
    uint32_t now[LB_MAX_PORTS];   /* weights */
    uint64_t use[LB_MAX_PORTS];   /* hops through each port */
    uint8_t leader[LB_MAX_PORTS]; /* ports that weigh the same: the first of them */
    uint32_t alike[LB_MAX_PORTS]; /* of a leader: how many it leads */
    lb_weights *best;
} scales;

/* Lanes weigh the same, and both ways of a generator where as much goes either way. */
static void set_leaders(scales *s, bool both) {
    const lb_net *net = s->net;
    for (unsigned p = 0; p < net->ports; p++) {
        unsigned q = 0;
        while (net->unit[q] != net->unit[p] && !(both && net->unit[q] == net->unit[net->opposite[p]]))
            q++;
        s->leader[p] = (uint8_t)q;
        s->alike[q]++;
    }
}

uint64_t lb_weights_offer(const lb_net *net, uint32_t links, const uint32_t *weight) {
    bool used[LB_MAX_PORTS] = {false};
    uint64_t sum = 0;
    for (uint32_t i = 0; i < links; i++) {
        unsigned heaviest = LB_NONE;
        for (unsigned p = 0; p < net->ports; p++) {
            if (!used[p] && (heaviest == LB_NONE || weight[p] > weight[heaviest]))
                heaviest = p;
        }
        if (heaviest == LB_NONE)
            break; /* no more ports than there are */
        used[heaviest] = true;
        sum += weight[heaviest];
    }
    return sum;
}

/* All blocks go the cheapest way: what that costs, and through which ports. */
static uint64_t weigh(scales *s, uint32_t turn) {
    const lb_lengths *ways = &s->ways;
    uint64_t sum = 0;
    lb_lengths_find(&s->ways, 0, s->now, 0, turn);
    memset(s->use, 0, sizeof s->use);
    for (uint32_t v = 0; v < s->net->nodes; v++) {
        s->through[v] = s->blocks[v];
        sum += s->blocks[v] * ways->cost[v];
    }
    for (uint32_t i = ways->count; i-- > 1;) {
        uint32_t v = ways->order[i], link = ways->by[v];
        s->through[link / s->net->ports] += s->through[v];
        s->use[link % s->net->ports] += s->through[v];
    }
    return sum;
}

/* Keeps the weights if they say more than the best so far, or (`as_well`) as much. */
static void keep(scales *s, uint64_t load, bool as_well) {
    lb_weights *best = s->best;
    uint64_t offer = lb_weights_offer(s->net, s->links, s->now);
    wide claim = (wide)load * best->capacity, other = (wide)best->load * offer;
    if (offer == 0 || claim < other || (claim == other && !as_well))
        return;
    memcpy(best->weight, s->now, sizeof best->weight);
    best->load = load;
    best->capacity = offer;
}

/* Dearer in proportion to how crowded a port is, by less and less. Where few ports can be used at a time, all of them
 * rise, as far as that is what limits. */
static void raise_weights(scales *s, uint64_t round) {
    uint64_t crowd = 1, highest = 1, all = 0, sum[LB_MAX_PORTS] = {0}, use[LB_MAX_PORTS];
    unsigned ports = s->net->ports;
    for (unsigned p = 0; p < ports; p++) {
        sum[s->leader[p]] += s->use[p];
        all += s->use[p];
    }
    for (unsigned p = 0; p < ports; p++) {
        use[p] = sum[s->leader[p]] * 64 / s->alike[s->leader[p]];
        crowd = use[p] > crowd ? use[p] : crowd;
    }
    uint64_t shared = s->links < ports ? all * 64 / s->links : 0;
    crowd = shared > crowd ? shared : crowd;
    for (unsigned p = 0; p < ports; p++) {
        uint64_t rise = use[p] > shared ? use[p] : shared;
        s->now[p] += (uint32_t)(s->now[p] * rise * 4 / (crowd * (8 + round)));
        highest = s->now[p] > highest ? s->now[p] : highest;
    }
    for (unsigned p = 0; p < ports; p++)
        s->now[p] = (uint32_t)(s->now[p] * (uint64_t)HIGHEST / highest);
}

/* The best weights as small whole numbers, the smallest last. */
static void round_off(scales *s, uint64_t most) {
    uint32_t found[LB_MAX_PORTS], highest = 1;
    memcpy(found, s->best->weight, sizeof found);
    for (unsigned p = 0; p < s->net->ports; p++)
        highest = found[p] > highest ? found[p] : highest;
    for (uint32_t scale = FINEST; scale > 0 && s->ways.work < most; scale--) {
        for (unsigned p = 0; p < s->net->ports; p++)
            s->now[p] = (uint32_t)((2 * (uint64_t)found[p] * scale + highest) / (2 * (uint64_t)highest));
        keep(s, weigh(s, 0), true);
    }
}

static void search(scales *s, uint64_t most) {
    for (unsigned p = 0; p < s->net->ports; p++)
        s->now[p] = HIGHEST / 4;
    for (uint32_t round = 0; round < MOST_ROUNDS && s->ways.work < most; round++) {
        keep(s, weigh(s, round), false);
        raise_weights(s, round);
    }
    round_off(s, 2 * most);
}

int lb_weights_find(lb_weights *w, const lb_net *net, uint32_t links, const uint32_t *blocks, bool both, uint64_t most,
                    lb_why *why) {
    scales s = {.net = net, .links = links, .blocks = blocks, .best = w};
    *w = (lb_weights){.capacity = 1};
    s.through = lb_array(net->nodes, sizeof *s.through);
    bool taken = s.through && lb_map_make(&s.map, net) == LB_OK && lb_lengths_take(&s.ways, &s.map) == LB_OK;
    if (taken && net->ports > 0) {
        set_leaders(&s, both);
        search(&s, most);
    }
    lb_lengths_free(&s.ways);
    lb_map_free(&s.map);
    free(s.through);
    return taken ? LB_OK : lb_fail_memory(why, "weights");
}

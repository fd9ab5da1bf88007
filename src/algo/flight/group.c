/* How all of a group send to each other: flights that leave a node by different links and reach one by different links.
 *
 * The groups of a level are translates of each other, so what is chosen for pairs of positions is chosen for all. A
 * flight is a shortest one, or one that leaves by a given link, comes in by a given link, and is as short as that
 * allows. Pairs are served one after another, those that are far apart first, each by the shortest flight whose ends
 * are free; a few times over with the rest left to chance, and what has the shortest longest flight is kept. */
#include "algo/flight/group.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

#define TRIES   24
#define NOT_YET 0xff

static void find_values(lb_group *g, const lb_net *net) {
    for (uint32_t a = 0; a < g->size; a++) {
        uint32_t rest = a;
        g->value[a] = 0;
        for (unsigned i = 0; i < g->digits; i++) {
            g->value[a] += rest % g->factor[i] * g->apart[i] * net->stride[g->dim[i]];
            rest /= g->factor[i];
        }
    }
}

uint32_t lb_group_position(const lb_group *g, const lb_net *net, uint32_t node) {
    uint32_t position = 0, weight = 1;
    for (unsigned i = 0; i < g->digits; i++) {
        position += weight * (node / net->stride[g->dim[i]] % net->radix[g->dim[i]] / g->apart[i] % g->factor[i]);
        weight *= g->factor[i];
    }
    return position;
}

typedef struct pairing {
    const lb_net *net;
    lb_group *g;
    uint32_t pairs, ports, room; /* room: the most links of a flight */
    uint32_t *offset;            /* of a pair */
    uint16_t *links;             /* (pair * base ports + first) * base ports + last: 0: none */
    uint8_t *word;               /* of one flight */
    uint32_t *seen;
    /* the attempt: of a pair its step, first and last port */
    uint8_t *step, *first, *last;
    uint64_t *leaving, *coming; /* step * size + position: ports taken, as bits */
    uint64_t random;
} pairing;

static bool comes_twice(const pairing *p, uint32_t links) {
    uint32_t node = 0;
    for (uint32_t i = 0; i <= links; i++) {
        for (uint32_t k = 0; k < i; k++) {
            if (p->seen[k] == node)
                return true;
        }
        p->seen[i] = node;
        node = i < links ? lb_net_add(p->net, node, p->net->unit[p->word[i]]) : node;
    }
    return false;
}

/* The flight by one order of dimensions: as it is, or with its first and last link given. 0: there is none. */
static uint32_t way(const pairing *p, uint32_t offset, unsigned order, unsigned first, unsigned last, bool given) {
    const lb_net *net = p->net;
    uint32_t links;
    if (!given) {
        links = lb_net_turned_route(net, offset, order / 2, order % 2, p->word);
        return p->word[0] == first && p->word[links - 1] == last ? links : 0;
    }
    uint32_t middle = lb_net_sub(net, lb_net_sub(net, offset, net->unit[first]), net->unit[last]);
    p->word[0] = (uint8_t)first;
    links = lb_net_turned_route(net, middle, order / 2, order % 2, p->word + 1) + 2;
    p->word[links - 1] = (uint8_t)last;
    return comes_twice(p, links) ? 0 : links;
}

/* The shortest flight with these ends, into p->word. */
static uint32_t shortest(const pairing *p, uint32_t offset, unsigned first, unsigned last) {
    bool any = lb_net_routing(p->net) == LB_FREE_ROUTES;
    unsigned orders = any ? 2 * p->net->dims : 1, best = 0;
    uint32_t fewest = 0;
    bool given = false;
    for (int detour = 0; detour < (any ? 2 : 1); detour++) {
        for (unsigned i = 0; i < orders; i++) {
            uint32_t links = way(p, offset, i, first, last, detour);
            if (links && (!fewest || links < fewest)) {
                fewest = links;
                best = i;
                given = detour;
            }
        }
    }
    return fewest ? way(p, offset, best, first, last, given) : 0;
}

static void find_links(pairing *p) {
    const lb_net *net = p->net;
    uint32_t size = p->g->size;
    for (uint32_t i = 0; i < p->pairs; i++) {
        p->offset[i] = lb_net_sub(net, p->g->value[i % size], p->g->value[i / size]);
        uint32_t same = 0;
        while (p->offset[same] != p->offset[i])
            same++;
        uint16_t *links = p->links + (size_t)i * net->ports * net->ports;
        if (same < i)
            memcpy(links, p->links + (size_t)same * net->ports * net->ports,
                   (size_t)net->ports * net->ports * sizeof *links);
        for (unsigned e = 0; e < net->ports * net->ports && p->offset[i] && same == i; e++) {
            links[e] = (uint16_t)shortest(p, p->offset[i], e / net->ports, e % net->ports);
        }
    }
}

/* The best free flight of a pair, in the first step that has one as short. */
static bool serve(pairing *p, uint32_t pair, uint32_t steps) {
    unsigned ports = p->net->ports, ties = 0;
    uint32_t size = p->g->size, from = pair / size, to = pair % size, fewest = UINT32_MAX;
    const uint16_t *links = p->links + (size_t)pair * ports * ports;
    for (uint32_t s = 0; s < steps; s++) {
        uint64_t out = p->leaving[s * size + from], in = p->coming[s * size + to];
        if ((uint32_t)__builtin_popcountll(out) == p->ports || (uint32_t)__builtin_popcountll(in) == p->ports)
            continue;
        for (unsigned e = 0; e < ports * ports; e++) {
            if (!links[e] || links[e] > fewest || out >> e / ports & 1 || in >> e % ports & 1)
                continue;
            ties = links[e] < fewest ? 1 : ties + 1;
            if (lb_random_below(&p->random, ties))
                continue;
            fewest = links[e];
            p->step[pair] = (uint8_t)s;
            p->first[pair] = (uint8_t)(e / ports);
            p->last[pair] = (uint8_t)(e % ports);
        }
    }
    if (fewest == UINT32_MAX)
        return false;
    p->leaving[p->step[pair] * size + from] |= UINT64_C(1) << p->first[pair];
    p->coming[p->step[pair] * size + to] |= UINT64_C(1) << p->last[pair];
    return true;
}

static int by_key(const void *a, const void *b) {
    const uint64_t *x = a, *y = b;
    return (*x < *y) - (*x > *y);
}

/* All pairs, the farthest first, equals by chance. Returns the longest flight, then all of them; UINT64_MAX: failed. */
static uint64_t attempt(pairing *p, uint32_t steps) {
    uint32_t size = p->g->size, count = 0;
    uint64_t longest = 0, total = 0, sorted[LB_MOST_GROUP * LB_MOST_GROUP] = {0};
    memset(p->leaving, 0, (size_t)steps * size * sizeof *p->leaving);
    memset(p->coming, 0, (size_t)steps * size * sizeof *p->coming);
    for (uint32_t i = 0; i < p->pairs; i++) {
        if (p->offset[i])
            sorted[count++] = (uint64_t)lb_distance(p->net, 0, p->offset[i]) << 48 |
                              (uint64_t)lb_random_below(&p->random, 1 << 20) << 16 | i;
    }
    qsort(sorted, count, sizeof *sorted, by_key);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t i = (uint32_t)(sorted[k] & 0xffff);
        if (!serve(p, i, steps))
            return UINT64_MAX;
        uint32_t links = p->links[((size_t)i * p->net->ports + p->first[i]) * p->net->ports + p->last[i]];
        longest = links > longest ? links : longest;
        total += links;
    }
    return longest << 32 | total;
}

/* Writes the attempt down. */
static void keep(pairing *p, uint32_t steps) {
    lb_group *g = p->g;
    g->steps = steps;
    for (uint32_t i = 0; i < p->pairs; i++) {
        uint8_t *word = g->words + (size_t)i * p->room;
        uint32_t links = p->offset[i] ? shortest(p, p->offset[i], p->first[i], p->last[i]) : 0;
        memcpy(word, p->word, links);
        g->route[i] = (lb_route){links, word};
        g->step[i] = links ? p->step[i] : NOT_YET;
    }
}

static bool search(pairing *p) {
    uint64_t best = UINT64_MAX;
    for (uint32_t steps = (uint32_t)lb_ceil_div(p->g->size - 1, p->ports); steps < 2 * p->g->size; steps++) {
        for (int i = 0; i < TRIES; i++) {
            uint64_t cost = attempt(p, steps);
            if (cost < best) {
                best = cost;
                keep(p, steps);
            }
        }
        if (best != UINT64_MAX)
            return true;
    }
    return false;
}

static bool take_memory(pairing *p) {
    const lb_net *net = p->net;
    lb_group *g = p->g;
    p->offset = lb_zeroed(p->pairs, sizeof *p->offset);
    p->links = lb_zeroed((uint64_t)p->pairs * net->ports * net->ports, sizeof *p->links);
    p->word = lb_array(p->room, 1);
    p->seen = lb_array(p->room + UINT64_C(1), sizeof *p->seen);
    p->step = lb_zeroed(p->pairs, 1);
    p->first = lb_zeroed(p->pairs, 1);
    p->last = lb_zeroed(p->pairs, 1);
    p->leaving = lb_array(2 * (uint64_t)g->size * g->size, sizeof *p->leaving);
    p->coming = lb_array(2 * (uint64_t)g->size * g->size, sizeof *p->coming);
    g->route = lb_zeroed(p->pairs, sizeof *g->route);
    g->step = lb_zeroed(p->pairs, 1);
    g->port = lb_zeroed(p->pairs, 1);
    g->words = lb_array((uint64_t)p->pairs * p->room, 1);
    return p->offset && p->links && p->word && p->seen && p->step && p->first && p->last && p->leaving && p->coming &&
           g->route && g->step && g->port && g->words;
}

void lb_group_free(lb_group *g) {
    free(g->route);
    free(g->step);
    free(g->port);
    free(g->words);
}

int lb_group_fly(lb_group *g, const lb_net *net, uint32_t ports, lb_why *why) {
    pairing p = {.net = net, .g = g, .pairs = g->size * g->size, .room = lb_diameter(net) + 4};
    find_values(g, net);
    p.ports = ports < net->ports ? ports : net->ports;
    int error = take_memory(&p) ? LB_OK : lb_fail_memory(why, "groups of nodes");
    if (!error) {
        find_links(&p);
        if (!search(&p))
            error = lb_fail(why, LB_ERR_UNSUPPORTED, "flights of a group get into each other's way");
    }
    free(p.offset);
    free(p.links);
    free(p.word);
    free(p.seen);
    free(p.step);
    free(p.first);
    free(p.last);
    free(p.leaving);
    free(p.coming);
    return error;
}

/* Finding levels of flights whose sums are all offsets: see digits.h. */
#include "algo/flight/digits.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

/* ---- What is known of a network ---- */

static void find_ways(lb_covering *c, uint32_t v, uint8_t *room) {
    for (unsigned w = 0; w < c->ways; w++) {
        uint32_t links = lb_net_turned_route(c->net, v, w / 2, w % 2, room);
        c->links[v] = links;
        c->leaves[(size_t)v * c->ways + w] = links ? room[0] : 0;
        c->comes_in[(size_t)v * c->ways + w] = links ? room[links - 1] : 0;
    }
}

int lb_covering_begin(lb_covering *c, const lb_net *net, uint32_t ports, bool turns, lb_why *why) {
    size_t n = net->nodes;
    *c = (lb_covering){.net = net, .ports = ports, .turns = turns};
    c->ways = lb_net_routing(net) == LB_FREE_ROUTES ? 2 * net->dims : 1;
    c->sum = lb_array(n * n, sizeof *c->sum);
    c->links = lb_array(n, sizeof *c->links);
    c->leaves = lb_array(n * c->ways, 1);
    c->comes_in = lb_array(n * c->ways, 1);
    c->covered = lb_array(n, 1);
    c->next = lb_array(n, 1);
    c->base = lb_array(n, sizeof *c->base);
    uint8_t *room = lb_array(lb_diameter(net) + UINT64_C(1), 1);
    bool taken = c->sum && c->links && c->leaves && c->comes_in && c->covered && c->next && c->base && room;
    for (uint32_t v = 0; v < n && taken; v++) {
        find_ways(c, v, room);
        for (uint32_t w = 0; w < n; w++)
            c->sum[v * n + w] = (uint16_t)lb_net_add(net, v, w);
    }
    free(room);
    return taken ? LB_OK : lb_fail_memory(why, "the ways of flights");
}

void lb_covering_end(lb_covering *c) {
    free(c->sum);
    free(c->links);
    free(c->leaves);
    free(c->comes_in);
    free(c->covered);
    free(c->next);
    free(c->base);
}

/* Under dimension order halves of rings are flown upwards there and back: two flights that share no end may share one
 * on their ways back. */
static bool comes_back(const lb_covering *c, uint32_t v) {
    for (unsigned i = 0; i < c->net->dims; i++) {
        uint32_t radix = c->net->radix[i];
        if (radix > 2 && lb_digit(c->net, v, i) * 2 == radix)
            return false;
    }
    return true;
}

/* ---- One level after another ---- */

typedef struct search {
    lb_covering *c;
    lb_digits *d;
    const lb_look *how;
    uint32_t bases, missing;
    uint64_t leaving, coming; /* ports that the level has taken, as bits */
    uint64_t random;
} search;

/* Of the ways to an offset that are still free, any; LB_NONE: none. */
static unsigned free_way(search *s, uint32_t v) {
    const lb_covering *c = s->c;
    unsigned found = LB_NONE, ties = 0;
    for (unsigned w = 0; w < c->ways; w++) {
        size_t i = (size_t)v * c->ways + w;
        bool taken = s->leaving >> c->leaves[i] & 1 || s->coming >> c->comes_in[i] & 1;
        if (!taken && lb_random_below(&s->random, ++ties) == 0)
            found = w;
    }
    return found;
}

static uint32_t gain_of(const search *s, uint32_t v) {
    const lb_covering *c = s->c;
    const uint16_t *sum = c->sum + (size_t)v * c->net->nodes;
    uint32_t gain = 0;
    for (uint32_t i = 0; i < s->bases; i++)
        gain += !c->next[sum[c->base[i]]];
    return gain;
}

/* The flight that covers most, the shortest of them; the last one's opposite, if that is among them. */
static uint32_t best_flight(search *s, uint32_t opposite, unsigned *way) {
    const lb_covering *c = s->c;
    uint32_t best = LB_NONE, most = 0, fewest = 0, ties = 0;
    uint32_t longest = s->d->levels < s->how->near ? 1 : s->how->longest;
    bool ordered = lb_net_routing(c->net) == LB_DIMENSION_ORDER;
    for (uint32_t v = 1; v < c->net->nodes; v++) {
        unsigned w = c->links[v] > longest || (ordered && c->turns && !comes_back(c, v)) ? LB_NONE : free_way(s, v);
        uint32_t gain = w == LB_NONE ? 0 : gain_of(s, v);
        if (gain < most || gain == 0 || (gain == most && c->links[v] > fewest))
            continue;
        bool better = gain > most || c->links[v] < fewest;
        ties = better ? 1 : ties + 1;
        if (!better && (best == opposite || (v != opposite && lb_random_below(&s->random, ties) != 0)))
            continue;
        best = v;
        most = gain;
        fewest = c->links[v];
        *way = w;
    }
    return best;
}

static void take(search *s, uint32_t v, unsigned way) {
    lb_covering *c = s->c;
    lb_digits *d = s->d;
    uint32_t at = d->count ? (uint32_t)(d->flight[d->count - 1].route.port - d->word) : 0;
    uint8_t *word = d->word + at + (d->count ? d->flight[d->count - 1].route.links : 0);
    uint32_t links = lb_net_turned_route(c->net, v, way / 2, way % 2, word);
    d->flight[d->count++] = (lb_digit_flight){v, {links, word}};
    s->leaving |= UINT64_C(1) << word[0];
    s->coming |= UINT64_C(1) << word[links - 1];
    for (uint32_t i = 0; i < s->bases; i++) {
        bool *there = &c->next[c->sum[(size_t)v * c->net->nodes + c->base[i]]];
        s->missing -= !*there;
        *there = true;
    }
}

static int add_level(search *s, lb_why *why) {
    lb_covering *c = s->c;
    lb_digits *d = s->d;
    uint32_t n = c->net->nodes, first = d->count, opposite = LB_NONE;
    s->leaving = s->coming = 0;
    s->bases = 0;
    memcpy(c->covered, c->next, n);
    for (uint32_t v = 0; v < n; v++) {
        if (c->covered[v])
            c->base[s->bases++] = (uint16_t)v;
    }
    while (s->missing && d->count - first < c->ports && d->count < LB_MOST_DIGITS) {
        unsigned way = 0;
        uint32_t v = best_flight(s, opposite, &way);
        if (v == LB_NONE)
            break;
        take(s, v, way);
        opposite = (d->count - first) % 2 ? lb_net_sub(c->net, 0, v) : LB_NONE;
    }
    if (d->count == first || d->levels == LB_MOST_LEVELS || (d->count == LB_MOST_DIGITS && s->missing))
        return lb_fail(why, LB_ERR_UNSUPPORTED, "more than %d flights", LB_MOST_DIGITS);
    d->first[++d->levels] = d->count;
    return LB_OK;
}

int lb_digits_find(lb_covering *c, const lb_look *how, lb_digits *d, lb_why *why) {
    uint32_t n = c->net->nodes;
    search s = {.c = c, .d = d, .how = how, .missing = n - 1, .random = how->seed};
    *d = (lb_digits){.net = c->net};
    d->word = lb_array((uint64_t)LB_MOST_DIGITS * lb_diameter(c->net), 1);
    if (!d->word)
        return lb_fail_memory(why, "the ways of flights");
    memset(c->next, 0, n);
    c->next[0] = true;
    int error = LB_OK;
    while (s.missing && !error)
        error = add_level(&s, why);
    return error;
}

int lb_digits_bruck(const lb_covering *c, lb_digits *d, lb_why *why) {
    const lb_net *net = c->net;
    *d = (lb_digits){.net = net};
    d->word = lb_array((uint64_t)LB_MOST_DIGITS * lb_diameter(net), 1);
    if (!d->word)
        return lb_fail_memory(why, "the ways of flights");
    uint8_t *word = d->word;
    for (unsigned i = 0; i < net->dims; i++) {
        bool both = c->ports > 1 && net->radix[i] > 2;
        for (uint32_t by = 1; both ? by / 2 < net->radix[i] / 2 : by < net->radix[i]; by *= both ? 3 : 2) {
            for (int down = 0; down < (both ? 2 : 1); down++) {
                uint32_t v = (down ? net->radix[i] - by : by) * net->stride[i];
                if (down && 2 * by == net->radix[i]) /* half of a ring, again */
                    continue;
                if (d->count == LB_MOST_DIGITS || d->levels == LB_MOST_LEVELS)
                    return lb_fail(why, LB_ERR_UNSUPPORTED, "more than %d flights", LB_MOST_DIGITS);
                d->flight[d->count++] = (lb_digit_flight){v, {lb_net_ordered_route(net, v, word), word}};
                word += d->flight[d->count - 1].route.links;
            }
            d->first[++d->levels] = d->count;
        }
    }
    return LB_OK;
}

void lb_digits_free(lb_digits *d) {
    free(d->word);
    free(d->digit);
    *d = (lb_digits){0};
}

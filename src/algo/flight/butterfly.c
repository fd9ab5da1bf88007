/* Butterflies: see butterfly.h. */
#include "algo/flight/butterfly.h"
#include "net/flights.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static unsigned log_of(uint32_t radix) {
    return (unsigned)__builtin_ctz(radix);
}

/* 2^a or 3*2^a. */
static bool has_levels(uint32_t radix) {
    uint32_t odd = radix >> log_of(radix);
    return radix <= LB_LONGEST_RING && (odd == 1 || odd == 3);
}

unsigned lb_butterfly_others(const lb_butterfly *b, unsigned ring, unsigned level) {
    return level == log_of(b->radix[ring]) ? 2 : 1;
}

/* Part p is the mirror image of part p - rings: it goes the other way round. */
static bool is_mirrored(const lb_butterfly *b, unsigned part) {
    return part >= b->rings;
}

static uint32_t mirror(uint32_t radix, uint32_t digit) {
    return digit ? radix - digit : 0;
}

static uint32_t swing_by(unsigned level) {
    uint32_t rho = 0;
    for (unsigned i = 0; i <= level; i++)
        rho = i % 2 ? rho - (UINT32_C(1) << i) : rho + (UINT32_C(1) << i);
    return rho; /* modulo 2^32, of which every radix here is a divisor */
}

uint32_t lb_butterfly_peer(const lb_butterfly *b, unsigned part, unsigned ring, unsigned level, uint32_t digit,
                           unsigned which) {
    uint32_t radix = b->radix[ring], x = is_mirrored(b, part) ? mirror(radix, digit) : digit, by = swing_by(level);
    uint32_t peer = x ^ UINT32_C(1) << level; /* NOLINT(clang-analyzer-core.UndefinedBinaryOperatorResult): below 32 */
    if (lb_butterfly_others(b, ring, level) > 1)
        peer = (x + (which + 1) * (radix / 3)) % radix;
    else if (b->peers == LB_PEERS_SWING && (radix & (radix - 1)) == 0)
        peer = (x % 2 ? x - by : x + by) & (radix - 1);
    return is_mirrored(b, part) ? mirror(radix, peer) : peer;
}

uint32_t lb_butterfly_links(const lb_butterfly *b, unsigned part, unsigned ring, uint32_t from, uint32_t to,
                            lb_routing routing, bool *down) {
    uint32_t radix = b->radix[ring], up = (to + radix - from) % radix;
    *down = up > radix - up;
    if (up == radix - up && routing == LB_FREE_ROUTES && radix > 2) /* both ways are as short: images share them */
        *down = is_mirrored(b, part);
    return *down ? radix - up : up;
}

/* ---- Making one ---- */

/* The rings in turn, beginning with the part's own, as long as they have levels left. */
static void lay_out(lb_butterfly *b, unsigned part) {
    uint8_t done[LB_MOST_EXCHANGES] = {0};
    unsigned at = part % b->rings;
    for (uint32_t t = 0; t < b->exchanges; t++) {
        memcpy(b->before[part][t], done, sizeof done);
        while (done[at] == b->levels[at])
            at = (at + 1) % b->rings;
        b->ring[part][t] = (uint8_t)at;
        b->level[part][t] = done[at]++;
        at = (at + 1) % b->rings;
    }
    memcpy(b->before[part][b->exchanges], done, sizeof done);
}

/* What a peer is responsible for from a level on, a node is responsible for before it. */
static int join_peer(uint8_t *deep, uint32_t r, uint32_t x, uint32_t peer, unsigned level, lb_why *why) {
    for (uint32_t y = 0; y < r; y++) {
        uint8_t *mine = &deep[(size_t)x * r + y], theirs = deep[(size_t)peer * r + y];
        if (theirs == 0xff || theirs <= level)
            continue;
        if (*mine != 0xff && *mine >= level)
            return lb_fail(why, LB_ERR_UNSUPPORTED, "two peers are responsible for the same");
        *mine = (uint8_t)level;
    }
    return LB_OK;
}

/* All digits of a ring with those that they exchange with in a level. */
static int join_level(const lb_butterfly *b, unsigned ring, unsigned level, uint8_t *deep, lb_why *why) {
    int error = LB_OK;
    for (unsigned which = 0; which < lb_butterfly_others(b, ring, level); which++) {
        for (uint32_t x = 0; x < b->radix[ring] && !error; x++)
            error = join_peer(deep, b->radix[ring], x, lb_butterfly_peer(b, 0, ring, level, x, which), level, why);
    }
    return error;
}

/* From the last level back: what a node is responsible for is its own and its peers'. Digits as an image that is not
 * mirrored has them. LB_ERR_UNSUPPORTED: these are not halves, or thirds. */
static int find_responsible(lb_butterfly *b, unsigned ring, lb_why *why) {
    uint32_t r = b->radix[ring];
    uint8_t *deep = b->deep[ring] = lb_array((uint64_t)r * r, 1);
    if (!deep)
        return lb_fail_memory(why, "a butterfly");
    memset(deep, 0xff, (size_t)r * r); /* not at all */
    for (uint32_t x = 0; x < r; x++)
        deep[(size_t)x * r + x] = (uint8_t)b->levels[ring];
    int error = LB_OK;
    for (unsigned level = b->levels[ring]; level-- > 0 && !error;)
        error = join_level(b, ring, level, deep, why);
    return error;
}

static int find_rings(const lb_net *net, lb_butterfly *b, lb_why *why) {
    for (unsigned i = 0; i < net->dims; i++) {
        uint32_t radix = net->radix[i];
        if (radix == 1)
            continue;
        if (!has_levels(radix))
            return lb_fail(why, LB_ERR_UNSUPPORTED, "radices must be powers of two, or three times that, up to %d",
                           LB_LONGEST_RING);
        unsigned levels = log_of(radix) + (radix % 3 == 0);
        if (b->exchanges + levels > LB_MOST_EXCHANGES)
            return lb_fail(why, LB_ERR_SIZE, "more than %" PRIu32 " nodes", UINT32_C(1) << LB_MOST_EXCHANGES);
        b->dim[b->rings] = i;
        b->radix[b->rings] = radix;
        b->levels[b->rings++] = levels;
        b->exchanges += levels;
    }
    return b->rings ? LB_OK : lb_fail(why, LB_ERR_UNSUPPORTED, "one node has nobody to exchange with");
}

/* Two flights of a step that begin with the same link must be the same flight. In one ring they are if their levels
 * are: peers of a level are all as far away. */
static bool parts_meet(const lb_butterfly *b) {
    for (uint32_t t = 0; t < b->exchanges; t++) {
        for (unsigned p = 1; p < b->parts; p++) {
            for (unsigned q = 0; q < p; q++) {
                if (b->ring[p][t] == b->ring[q][t] && b->level[p][t] != b->level[q][t])
                    return true;
            }
        }
    }
    return false;
}

/* Images of rings of 2 and 3 are those rings. */
static unsigned parts_of(const lb_butterfly *b, lb_cutting cutting) {
    bool wide = false;
    for (unsigned i = 0; i < b->rings; i++)
        wide = wide || b->radix[i] > 3;
    return cutting == LB_CUT_NOT ? 1 : cutting == LB_CUT_RINGS ? b->rings : wide ? 2 * b->rings : 0;
}

/* Messages that a node sends in a step, at most: one to each that it exchanges with. */
static unsigned most_messages(const lb_butterfly *b) {
    unsigned most = 0;
    for (uint32_t t = 0; t < b->exchanges; t++) {
        unsigned sent = 0;
        for (unsigned p = 0; p < b->parts; p++)
            sent += lb_butterfly_others(b, b->ring[p][t], b->level[p][t]);
        most = sent > most ? sent : most;
    }
    return most;
}

int lb_butterfly_make(const lb_net *net, lb_peers peers, lb_cutting cutting, uint32_t ports, lb_butterfly **out,
                      lb_why *why) {
    lb_butterfly *b = lb_zeroed(1, sizeof *b);
    *out = NULL;
    if (!b)
        return lb_fail_memory(why, "a butterfly");
    b->peers = peers;
    int error = find_rings(net, b, why);
    b->parts = error ? 0 : parts_of(b, cutting);
    for (unsigned p = 0; p < b->parts && !error; p++)
        lay_out(b, p);
    bool fits = b->parts > 0 && (ports >= net->ports || most_messages(b) <= ports);
    for (unsigned i = 0; i < b->rings && !error && fits; i++)
        error = find_responsible(b, i, why);
    if (error || !fits || parts_meet(b))
        lb_butterfly_free(b);
    else
        *out = b;
    return error;
}

void lb_butterfly_free(void *butterfly) {
    lb_butterfly *b = butterfly;
    for (unsigned i = 0; b && i < b->rings; i++) {
        free(b->deep[i]);
        free(b->port[i]);
    }
    free(b);
}

/* ---- Its flights ---- */

/* Every length and direction that some node flies in a ring. */
static void level_routes(const lb_butterfly *b, lb_routing routing, unsigned part, unsigned ring, unsigned level,
                         bool *wanted) {
    for (unsigned which = 0; which < lb_butterfly_others(b, ring, level); which++) {
        for (uint32_t x = 0; x < b->radix[ring]; x++) {
            bool down;
            uint32_t peer = lb_butterfly_peer(b, part, ring, level, x, which);
            uint32_t links = lb_butterfly_links(b, part, ring, x, peer, routing, &down);
            wanted[links * 2 + down] = true;
        }
    }
}

static int ring_routes(lb_butterfly *b, const lb_net *net, unsigned ring, bool *wanted, lb_why *why) {
    uint32_t r = b->radix[ring];
    for (unsigned part = 0; part < b->parts; part++) {
        for (unsigned level = 0; level < b->levels[ring]; level++)
            level_routes(b, lb_net_routing(net), part, ring, level, wanted);
    }
    b->port[ring] = lb_array((uint64_t)r * 2 + 2, 1);
    return b->port[ring] ? LB_OK : lb_fail_memory(why, "a butterfly");
}

typedef struct routes {
    lb_route list[LB_MAX_PORTS];
    uint8_t word[2 * LB_MOST_EXCHANGES][LB_LONGEST_RING]; /* of one port, again and again */
    size_t count;
} routes;

static void add_ring(routes *all, const lb_net *net, const lb_butterfly *b, unsigned ring, const bool *wanted) {
    uint32_t radix = b->radix[ring];
    for (uint32_t i = 2; i < 2 * radix; i++) {
        unsigned down = i % 2 && radix > 2, port = net->first_port[b->dim[ring]] + down;
        uint8_t *word = all->word[2 * ring + down];
        memset(word, (int)port, radix);
        if (wanted[i] && all->count < LB_MAX_PORTS)
            all->list[all->count++] = (lb_route){i / 2, word};
    }
}

int lb_butterfly_flights(lb_butterfly *b, const lb_net *net, lb_net **flights, lb_why *why) {
    bool *wanted = lb_zeroed((2 * LB_LONGEST_RING + 2) * (uint64_t)b->rings, sizeof *wanted);
    routes *all = lb_zeroed(1, sizeof *all);
    int error = wanted && all ? LB_OK : lb_fail_memory(why, "a butterfly");
    for (unsigned i = 0; i < b->rings && !error; i++) {
        bool *own = wanted + (2 * LB_LONGEST_RING + 2) * (size_t)i;
        error = ring_routes(b, net, i, own, why);
        if (!error)
            add_ring(all, net, b, i, own);
    }
    if (!error)
        error = lb_net_flights(net, all->list, all->count, flights, why);
    for (unsigned i = 0; i < b->rings && !error; i++) {
        const bool *own = wanted + (2 * LB_LONGEST_RING + 2) * (size_t)i;
        for (uint32_t k = 2; k < 2 * b->radix[i]; k++) {
            lb_route route = {k / 2, all->word[2 * i + (k % 2 && b->radix[i] > 2)]};
            b->port[i][k] = own[k] ? (uint8_t)lb_net_port_of_route(*flights, route) : 0;
        }
    }
    free(wanted);
    free(all);
    return error;
}

int lb_butterfly_links_alone(lb_butterfly *b, const lb_net *net, lb_why *why) {
    for (unsigned i = 0; i < b->rings; i++) {
        unsigned up = net->first_port[b->dim[i]];
        b->port[i] = lb_zeroed((uint64_t)b->radix[i] * 2 + 2, 1);
        if (!b->port[i])
            return lb_fail_memory(why, "a butterfly");
        b->port[i][2] = (uint8_t)up;
        b->port[i][3] = (uint8_t)(up + (b->radix[i] > 2));
    }
    return LB_OK;
}

/* ---- What is where ---- */

void lb_butterfly_begin(lb_kept *k, const lb_butterfly *b, const lb_net *net, unsigned part, uint32_t exchanges,
                        uint32_t v) {
    uint32_t used = 0;
    k->rings = b->rings;
    k->block = k->over = 0;
    for (unsigned i = 0; i < b->rings; i++) {
        uint32_t r = b->radix[i], stride = net->stride[b->dim[i]], x = v / stride % r;
        bool mirrored = is_mirrored(b, part);
        const uint8_t *deep = b->deep[i] + (size_t)(mirrored ? mirror(r, x) : x) * r;
        k->first[i] = k->at[i] = used;
        for (uint32_t y = 0; y < r; y++) {
            uint8_t d = deep[mirrored ? mirror(r, y) : y];
            if (d != 0xff && d >= b->before[part][exchanges][i])
                k->place[used++] = y * stride;
        }
        k->end[i] = used;
        k->block += k->place[k->first[i]]; /* there is one: its own */
    }
}

void lb_butterfly_next(lb_kept *k) {
    unsigned i = 0;
    for (; i < k->rings; i++) {
        k->block -= k->place[k->at[i]];
        k->at[i] = k->at[i] + 1 < k->end[i] ? k->at[i] + 1 : k->first[i];
        k->block += k->place[k->at[i]];
        if (k->at[i] != k->first[i])
            return;
    }
    k->over = true;
}

uint32_t lb_butterfly_steps(const lb_butterfly *b) {
    return (b->sums ? b->exchanges : 0) + (b->copies ? b->halvings : 0);
}

lb_exchange lb_butterfly_step(const lb_butterfly *b, uint32_t step, uint32_t *exchange) {
    uint32_t after = step - 1;
    *exchange = after;
    if (b->sums && after < b->exchanges)
        return after < b->halvings ? LB_HALVES : LB_WHOLE;
    *exchange = b->halvings - 1 - (after - (b->sums ? b->exchanges : 0));
    return LB_DOUBLES;
}

uint32_t lb_butterfly_share(const lb_butterfly *b, unsigned part, uint32_t exchanges, uint32_t nodes) {
    uint32_t share = nodes;
    for (uint32_t t = 0; t < exchanges; t++)
        share /= 1 + lb_butterfly_others(b, b->ring[part][t], b->level[part][t]);
    return share;
}

/* What a part puts on the links of a ring in an exchange, up and down, if that is its ring then. */
static void part_load(const lb_butterfly *b, lb_routing routing, unsigned part, uint32_t t, uint32_t blocks,
                      uint64_t load[2][LB_LONGEST_RING], uint32_t *longest) {
    unsigned ring = b->ring[part][t], level = b->level[part][t];
    uint32_t r = b->radix[ring];
    for (uint32_t i = 0; i < r * lb_butterfly_others(b, ring, level); i++) {
        bool down;
        uint32_t x = i % r, peer = lb_butterfly_peer(b, part, ring, level, x, i / r);
        uint32_t links = lb_butterfly_links(b, part, ring, x, peer, routing, &down);
        *longest = links > *longest ? links : *longest;
        for (uint32_t k = 0; k < links; k++)
            load[down][(down ? x + r - k : x + k) % r] += blocks;
    }
}

/* Flights of one ring in a step: what crosses each link, of all parts that use it. */
static uint64_t ring_load(const lb_butterfly *b, lb_routing routing, unsigned ring, uint32_t step, uint32_t nodes,
                          uint32_t *longest) {
    uint32_t r = b->radix[ring], t;
    uint64_t load[2][LB_LONGEST_RING] = {{0}}, most = 0;
    lb_exchange what = lb_butterfly_step(b, step, &t);
    for (unsigned part = 0; part < b->parts; part++) {
        if (b->ring[part][t] == ring)
            part_load(b, routing, part, t, lb_butterfly_share(b, part, what == LB_WHOLE ? b->halvings : t + 1, nodes),
                      load, longest);
    }
    for (uint32_t x = 0; x < r; x++) {
        most = load[0][x] > most ? load[0][x] : most;
        most = load[1][x] > most ? load[1][x] : most;
    }
    return most;
}

uint64_t lb_butterfly_load(const lb_butterfly *b, lb_routing routing, uint32_t step, uint32_t nodes, uint32_t *links) {
    uint64_t most = 0;
    *links = 0;
    for (unsigned ring = 0; ring < b->rings; ring++) {
        uint64_t load = ring_load(b, routing, ring, step, nodes, links);
        most = load > most ? load : most;
    }
    return most;
}

/* Telling everybody on a large torus: first the nodes of a coarse grid, then from each of them the tile about it.
 *
 * Where the radices are r = c*f a torus is a coarse one of c nodes each way, whose links are f of its own in a row, and
 * at each of its nodes a tile; tiles look like a torus of f nodes each way, since a flight that leaves one comes into
 * the next as another does into this. Ways that share no link on the coarse torus share none when every link is f; ways
 * that share none on the fine torus share none when all tiles take them at once: two that met would be two places of
 * one way, moved by a whole tile. Routes of dimension order stay such. So
 *
 *      steps(r) = steps(c) + steps(f), with as many kinds of routes as both together
 *
 * which is the fewest whenever the two logarithms round up as one does: 32x32 by 8x8 and 4x4 in 3 + 2 of 5. */
#include "algo/flight/telling.h"
#include "net/flights.h"

#include <stdio.h>
#include <stdlib.h>

/* Nodes up to which ways are looked for at once; and up to which they are where a grid of tiles takes a step more. */
enum { LOOKED_FOR = 256, LOOKED_FOR_LONG = 1024 };

typedef struct grid {
    lb_net *net;
    lb_telling telling;
    uint32_t scale[LB_MAX_DIMS]; /* links of the torus for one of its own */
} grid;

/* ---- Which tiles ---- */

typedef struct split {
    uint32_t tile[LB_MAX_DIMS];
    uint64_t steps;  /* in all, */
    uint64_t larger; /* the nodes of the larger of the two, */
    uint64_t rings;  /* and the radices of both, summed up: less is rounder */
} split;

/* Of a torus with such radices: its nodes, and the steps it takes at least. */
static uint64_t least_of(const lb_telling *t, const uint32_t *radix, uint64_t *nodes) {
    uint64_t ports = 0, steps = 0;
    *nodes = 1;
    for (unsigned i = 0; i < t->net->dims; i++) {
        ports += radix[i] > 2 ? 2 : radix[i] - 1;
        *nodes *= radix[i];
    }
    ports = ports < t->ports ? ports : t->ports;
    for (uint64_t know = 1; know < *nodes; know *= ports + 1)
        steps++;
    return steps;
}

static void weigh(const lb_telling *t, const uint32_t *tile, split *best) {
    uint32_t coarse[LB_MAX_DIMS];
    uint64_t few, many, rings = 0;
    for (unsigned i = 0; i < t->net->dims; i++) {
        coarse[i] = t->net->radix[i] / tile[i];
        rings += coarse[i] + tile[i];
    }
    uint64_t steps = least_of(t, tile, &few) + least_of(t, coarse, &many), larger = few > many ? few : many;
    bool less = steps != best->steps     ? steps < best->steps
                : larger != best->larger ? larger < best->larger
                                         : rings < best->rings;
    if (few == 1 || many == 1 || !less)
        return;
    *best = (split){.steps = steps, .larger = larger, .rings = rings};
    for (unsigned i = 0; i < t->net->dims; i++)
        best->tile[i] = tile[i];
}

/* All divisors of all radices, like the digits of a number that counts up. */
static split choose(const lb_telling *t) {
    const lb_net *net = t->net;
    split best = {.steps = UINT64_MAX};
    uint32_t tile[LB_MAX_DIMS];
    unsigned i = 0;
    for (unsigned d = 0; d < net->dims; d++)
        tile[d] = 1;
    while (i < net->dims) {
        weigh(t, tile, &best);
        for (i = 0; i < net->dims; i++) {
            do
                tile[i]++;
            while (tile[i] <= net->radix[i] && net->radix[i] % tile[i] != 0);
            if (tile[i] <= net->radix[i])
                break;
            tile[i] = 1;
        }
    }
    return best;
}

/* ---- The two of them ---- */

static int begin_grid(grid *g, const lb_telling *t, const uint32_t *radix, const uint32_t *scale, lb_why *why) {
    const lb_net *net = t->net;
    *g = (grid){.net = NULL};
    int error = lb_net_create(net->dims, radix, &g->net, why);
    if (!error)
        error = lb_net_cut_through(g->net, lb_net_routing(net), "a part", why);
    for (unsigned i = 0; i < net->dims; i++)
        g->scale[i] = scale[i];
    if (!error)
        error = lb_telling_begin(&g->telling, g->net, t->ports < g->net->ports ? t->ports : g->net->ports, why);
    return error ? error : lb_tell(&g->telling, why);
}

static void end_grid(grid *g) {
    lb_telling_end(&g->telling);
    lb_net_free(g->net);
}

/* The way of a grid's flight on the torus, from a node there. */
static int add_flight(lb_telling *t, const grid *g, const lb_path *p, uint32_t from) {
    const lb_net *net = t->net;
    uint32_t links = 0, at = 0;
    for (uint32_t i = 0; i < p->links; i++)
        links += g->scale[g->net->port_dim[p->port[i]]];
    lb_path way = {.from = from, .to = from, .links = links, .port = lb_array(links, 1)};
    if (!way.port)
        return LB_ERR_MEMORY;
    for (uint32_t i = 0; i < p->links; i++) {
        unsigned dim = g->net->port_dim[p->port[i]], up = net->first_port[dim];
        unsigned port = up + (g->net->port_sign[p->port[i]] < 0 && net->radix[dim] > 2);
        for (uint32_t k = 0; k < g->scale[dim]; k++) {
            way.port[at++] = (uint8_t)port;
            way.to = lb_neighbor(net, way.to, port);
        }
    }
    t->flight[t->count++] = way;
    return LB_OK;
}

/* All flights of a grid, made from each of `count` nodes at once. place: where a grid's nodes are, seen from it. */
static int add_steps(lb_telling *t, const grid *g, const uint32_t *begins, uint32_t count, uint32_t *place) {
    const lb_telling *small = &g->telling;
    place[0] = 0;
    for (uint32_t step = 1, i = 0; step <= small->steps; step++) {
        for (; i < small->first[step]; i++) {
            const lb_path *p = &small->flight[i];
            for (uint32_t k = 0; k < count; k++) {
                if (add_flight(t, g, p, lb_net_add(t->net, begins[k], place[p->from])))
                    return LB_ERR_MEMORY;
                if (k == 0)
                    place[p->to] = lb_net_sub(t->net, t->flight[t->count - 1].to, begins[0]);
            }
        }
        t->first[++t->steps] = t->count;
    }
    return LB_OK;
}

static int build(lb_telling *t, const grid *coarse, const grid *fine, lb_why *why) {
    static const uint32_t origin = 0;
    uint32_t many = coarse->net->nodes;
    uint32_t *corner = lb_array(many, sizeof *corner), *place = lb_array(fine->net->nodes, sizeof *place);
    lb_telling_forget(t);
    t->steps = 0;
    int error = corner && place ? add_steps(t, coarse, &origin, 1, corner) : LB_ERR_MEMORY;
    if (!error)
        error = add_steps(t, fine, corner, many, place);
    free(corner);
    free(place);
    return error ? lb_fail_memory(why, "the ways of flights") : LB_OK;
}

/* On a torus whose radices are not all primes. */
static int tell_tower(lb_telling *t, lb_why *why) {
    split s = choose(t);
    uint32_t one[LB_MAX_DIMS], many[LB_MAX_DIMS];
    grid coarse, fine;
    if (s.steps == UINT64_MAX || s.steps > LB_TELLING_STEPS - 10)
        return lb_fail(why, LB_ERR_UNSUPPORTED, "the network is no grid of equal tiles");
    for (unsigned i = 0; i < t->net->dims; i++) {
        one[i] = 1;
        many[i] = t->net->radix[i] / s.tile[i];
    }
    int error = begin_grid(&coarse, t, many, s.tile, why);
    if (!error) {
        error = begin_grid(&fine, t, s.tile, one, why);
        if (!error)
            error = build(t, &coarse, &fine, why);
        end_grid(&fine);
    }
    end_grid(&coarse);
    return error;
}

/* ---- Whichever suits ---- */

/* The only dimension with links, LB_NONE where there are several. */
static unsigned only_ring(const lb_net *net) {
    unsigned ring = LB_NONE;
    for (unsigned i = 0; i < net->dims; i++) {
        if (net->radix[i] > 1 && ring != LB_NONE)
            return LB_NONE;
        ring = net->radix[i] > 1 ? i : ring;
    }
    return ring;
}

static bool routes_fit(const lb_telling *t) {
    lb_net *flights;
    bool fit = lb_telling_flights(t, &flights, NULL) == LB_OK;
    lb_net_free(flights);
    return fit;
}

int lb_tell(lb_telling *t, lb_why *why) {
    unsigned ring = only_ring(t->net);
    if (ring != LB_NONE && t->ports >= 2)
        return lb_tell_thirds(t, ring) ? lb_fail_memory(why, "the ways of flights") : LB_OK;
    if (t->net->nodes <= LOOKED_FOR)
        return lb_tell_far(t, why);
    int error = tell_tower(t, why);
    if (error == LB_ERR_MEMORY || (!error && t->steps == lb_telling_least(t)) || t->net->nodes > LOOKED_FOR_LONG)
        return error;
    error = lb_tell_far(t, why);
    if (error == LB_OK && routes_fit(t))
        return LB_OK;
    return error == LB_ERR_MEMORY ? error : tell_tower(t, why);
}

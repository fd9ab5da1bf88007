/* allreduce on meshes of two rows (mesh:Nx2) in 2N-1 steps, by a closed form; this project's own.
 *
 * That is the least: a corner needs 2N blocks over its two links, the first of them not before step N, since the
 * farthest node is N hops away. Each block is summed and copied 2N-1 times, which is the least, too. So in steps N to
 * 2N-1 both links of every corner bring a block that is whole, and in steps 1 to N both take one away.
 *
 * Most blocks have a row. Block i of a row, i = 0 to N-2:
 *
 *   step i+1               all nodes of the other row send theirs across
 *   step i+2+k, and on     two waves run along the row, from both its ends, and add up what they come by: the first
 *                          from column k to k+1, the other from column N-1-k to N-2-k
 *                          Where they meet, in the middle, it is whole: at a node, or (N even) at two, which exchange
 *                          what they have. From there the waves carry it on to the ends
 *   step N+1+i             all nodes of the row send it across
 *
 * A wave leaves its end a step after the one before it and never waits. Two blocks have an end of the mesh instead:
 * they are summed along both rows towards it, in steps 1 to N-1, exchanged between its two corners in step N, and
 * copied along both rows. There they run before and behind all waves, so that every link along a row is busy for N+1
 * steps running. Links across have the sums in steps 1 to N-1, the copies in steps N+1 to 2N-1. */
#include "algo/faulty/two_rows.h"

#include <stdlib.h>

typedef struct rows {
    const lb_scene *s;
    unsigned along, across; /* dimensions */
    uint32_t length;        /* N */
    lb_legs *legs;
} rows;

/* The dimensions of a mesh of two rows. */
static bool find_rows(rows *r) {
    const lb_net *net = &r->s->net;
    unsigned found = 0;
    if (net->kind != LB_NET_TORUS || net->lanes || net->dead.links + net->dead.nodes > 0)
        return false;
    for (unsigned i = 0; i < net->dims; i++) {
        if (net->radix[i] == 1)
            continue;
        found++;
        *(net->radix[i] == 2 ? &r->across : &r->along) = i;
    }
    r->length = net->nodes / 2;
    return found == 2 && net->radix[r->across] == 2 && net->radix[r->along] > 2 && net->open >> r->along & 1;
}

static uint32_t node_at(const rows *r, uint32_t column, uint32_t row) {
    const lb_net *net = &r->s->net;
    return column * net->stride[r->along] + row * net->stride[r->across];
}

static int add(rows *r, uint32_t step, uint32_t from, uint32_t to, uint32_t token) {
    const lb_map *map = &r->s->map;
    uint32_t link = from * map->ports;
    while (map->to[link] != to)
        link++;
    return lb_legs_add(r->legs, step, link, token);
}

/* All nodes of a row send a token across. */
static int cross(rows *r, uint32_t step, uint32_t row, uint32_t token) {
    int error = LB_OK;
    for (uint32_t k = 0; k < r->length && !error; k++)
        error = add(r, step, node_at(r, k, row), node_at(r, k, 1 - row), token);
    return error;
}

/* A token runs the whole length of a row, from the step on. */
static int run(rows *r, uint32_t step, uint32_t row, bool backwards, uint32_t token) {
    uint32_t last = r->length - 1;
    int error = LB_OK;
    for (uint32_t k = 0; k < last && !error; k++) {
        uint32_t from = backwards ? last - k : k, to = backwards ? from - 1 : from + 1;
        error = add(r, step + k, node_at(r, from, row), node_at(r, to, row), token);
    }
    return error;
}

/* Block i of a row. */
static int add_block(rows *r, uint32_t i, uint32_t row, uint32_t token) {
    int error = cross(r, i + 1, 1 - row, token);
    if (!error)
        error = run(r, i + 2, row, false, token);
    if (!error)
        error = run(r, i + 2, row, true, token);
    return error ? error : cross(r, r->length + 1 + i, row, token);
}

/* The block of one end: the last column, or (backwards) the first one. */
static int add_end(rows *r, bool backwards, uint32_t token) {
    uint32_t n = r->length, column = backwards ? 0 : n - 1;
    int error = LB_OK;
    for (uint32_t row = 0; row < 2 && !error; row++) {
        error = run(r, 1, row, backwards, token);
        if (!error)
            error = add(r, n, node_at(r, column, row), node_at(r, column, 1 - row), token);
        if (!error)
            error = run(r, n + 1, row, !backwards, token);
    }
    return error;
}

static int add_all(rows *r, uint32_t *summed) {
    uint32_t n = r->length, token = 0;
    int error = LB_OK;
    for (uint32_t i = 0; i + 1 < n && !error; i++) {
        for (uint32_t row = 0; row < 2 && !error; row++, token++) {
            summed[token] = i + 1 + n / 2;
            error = add_block(r, i, row, token);
        }
    }
    for (uint32_t end = 0; end < 2 && !error; end++, token++) {
        summed[token] = n;
        error = add_end(r, end, token);
    }
    return error;
}

int lb_two_rows_legs(const lb_scene *s, lb_legs *legs, uint32_t **summed, lb_why *why) {
    rows r = {.s = s, .legs = legs};
    if (!find_rows(&r) || s->pieces > 1 || s->limit < 3)
        return lb_fail(why, LB_ERR_UNSUPPORTED, "that is for one packet and meshes of two rows");
    uint64_t nodes = s->net.nodes;
    int error = lb_legs_afford(2 * nodes * (nodes - 1), why);
    if (error)
        return error;
    *summed = lb_array(nodes, sizeof **summed);
    return *summed && !add_all(&r, *summed) ? LB_OK : lb_fail_memory(why, "a plan");
}

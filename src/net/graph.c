/* Graphs: any network, given by its links.
 *
 * A node's ports are the colours of its links: lanes that meet at a node have different colours, so that a lane can
 * have the same port at both its ends, as the links of a cube have. All that walks a torus with dead links walks a
 * graph as well: where a node has no link of some colour, the port leads to the node itself and is dead.
 *
 * Colouring: every lane takes the first colour that both its ends have free; where there is none, a chain of two
 * colours is turned round (Kempe), and only where no chain helps a new colour is taken. Bipartite graphs, tori with
 * even rings among them, get by with as many colours as a node has lanes (Koenig), others need one or two more (Vizing,
 * Shannon). */
#include "net/measure.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Between two nodes, a < b: lanes one way and back. */
typedef struct pair {
    uint32_t a, b, there, back;
} pair;

typedef struct colouring {
    uint32_t nodes;
    unsigned colours, room; /* in use; per node in the table */
    uint32_t *lane;         /* node * room + colour: the lane with this colour, LB_NONE */
    uint32_t *end[2];       /* of each lane */
    uint8_t *colour;
} colouring;

/* ---- Pairs ---- */

static int compare_pairs(const void *x, const void *y) {
    const pair *p = x, *q = y;
    if (p->a != q->a)
        return p->a < q->a ? -1 : 1;
    return p->b < q->b ? -1 : p->b > q->b;
}

static int check_edge(uint32_t nodes, const lb_link *e, lb_why *why) {
    if (e->from >= nodes || e->to >= nodes)
        return lb_fail(why, LB_ERR_ARG, "there is no node %" PRIu32 "; the network has nodes 0 to %" PRIu32,
                       e->from >= nodes ? e->from : e->to, nodes - 1);
    if (e->from == e->to)
        return lb_fail(why, LB_ERR_ARG, "a link from node %" PRIu32 " to itself", e->from);
    if (e->speed > LB_MAX_PORTS)
        return lb_fail(why, LB_ERR_SIZE, "a speed is a whole number from 1 to %d", LB_MAX_PORTS);
    return LB_OK;
}

/* Sorted, each pair once. Their number is at most that of the edges. */
static int make_pairs(uint32_t nodes, const lb_link *edges, size_t count, pair *pairs, size_t *out, lb_why *why) {
    for (size_t i = 0; i < count; i++) {
        const lb_link *e = &edges[i];
        int error = check_edge(nodes, e, why);
        if (error)
            return error;
        uint32_t speed = e->speed ? e->speed : 1;
        bool up = e->from < e->to;
        pairs[i] =
            (pair){up ? e->from : e->to, up ? e->to : e->from, up || e->both ? speed : 0, !up || e->both ? speed : 0};
    }
    qsort(pairs, count, sizeof *pairs, compare_pairs);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (kept && compare_pairs(&pairs[kept - 1], &pairs[i]) == 0) {
            pairs[kept - 1].there += pairs[i].there;
            pairs[kept - 1].back += pairs[i].back;
        } else {
            pairs[kept++] = pairs[i];
        }
        if (pairs[kept - 1].there > LB_MAX_PORTS || pairs[kept - 1].back > LB_MAX_PORTS)
            return lb_fail(why, LB_ERR_SIZE, "more than %d lanes between nodes %" PRIu32 " and %" PRIu32, LB_MAX_PORTS,
                           pairs[kept - 1].a, pairs[kept - 1].b);
    }
    *out = kept;
    return LB_OK;
}

static uint32_t pair_lanes(const pair *p) {
    return p->there > p->back ? p->there : p->back;
}

/* ---- Colours ---- */

static uint32_t *slot(const colouring *c, uint32_t node, unsigned colour) {
    return &c->lane[(uint64_t)node * c->room + colour];
}

static unsigned free_colour(const colouring *c, uint32_t node) {
    for (unsigned k = 0; k < c->colours; k++) {
        if (*slot(c, node, k) == LB_NONE)
            return k;
    }
    return LB_NONE;
}

static void paint(colouring *c, uint32_t lane, unsigned colour) {
    c->colour[lane] = (uint8_t)colour;
    *slot(c, c->end[0][lane], colour) = *slot(c, c->end[1][lane], colour) = lane;
}

static uint32_t other_end(const colouring *c, uint32_t lane, uint32_t node) {
    return c->end[0][lane] == node ? c->end[1][lane] : c->end[0][lane];
}

/* The chain of lanes coloured x, y, x, ... from a node that has no y: where it ends. */
static uint32_t chain_end(const colouring *c, uint32_t node, unsigned x, unsigned y) {
    for (uint32_t lane; (lane = *slot(c, node, x)) != LB_NONE;) {
        node = other_end(c, lane, node);
        unsigned swap = x;
        x = y;
        y = swap;
    }
    return node;
}

/* Swaps the colours along it: afterwards the node has no x. */
static void turn_chain(colouring *c, uint32_t node, unsigned x, unsigned y) {
    uint32_t held = LB_NONE; /* the lane before, already taken out of its old colour */
    unsigned held_colour = 0;
    for (;;) {
        uint32_t lane = *slot(c, node, x);
        if (lane != LB_NONE)
            *slot(c, node, x) = LB_NONE;
        if (held != LB_NONE)
            *slot(c, node, held_colour) = held;
        if (lane == LB_NONE)
            return;
        *slot(c, node, y) = lane;
        node = other_end(c, lane, node);
        *slot(c, node, x) = LB_NONE;
        held = lane;
        held_colour = y;
        c->colour[lane] = (uint8_t)y;
        unsigned swap = x;
        x = y;
        y = swap;
    }
}

/* A colour for the lane by turning a chain round that does not lead from its one end to its other. */
static bool paint_by_chain(colouring *c, uint32_t lane) {
    for (int side = 0; side < 2; side++) {
        uint32_t u = c->end[side][lane], v = c->end[1 - side][lane];
        for (unsigned x = 0; x < c->colours; x++) { /* u has it, v has not */
            if (*slot(c, v, x) != LB_NONE || *slot(c, u, x) == LB_NONE)
                continue;
            for (unsigned y = 0; y < c->colours; y++) { /* v has it, u has not */
                if (*slot(c, u, y) != LB_NONE || chain_end(c, u, x, y) == v)
                    continue;
                turn_chain(c, u, x, y);
                paint(c, lane, x);
                return true;
            }
        }
    }
    return false;
}

static int paint_lane(colouring *c, uint32_t lane, lb_why *why) {
    uint32_t u = c->end[0][lane], v = c->end[1][lane];
    for (unsigned k = 0; k < c->colours; k++) {
        if (*slot(c, u, k) == LB_NONE && *slot(c, v, k) == LB_NONE) {
            paint(c, lane, k);
            return LB_OK;
        }
    }
    if (free_colour(c, u) != LB_NONE && free_colour(c, v) != LB_NONE && paint_by_chain(c, lane))
        return LB_OK;
    if (c->colours == c->room)
        return lb_fail(why, LB_ERR_SIZE, "a node has more than %d ports, each lane counted", LB_MAX_PORTS);
    paint(c, lane, c->colours++);
    return LB_OK;
}

/* ---- The network ---- */

static void colouring_free(colouring *c) {
    free(c->lane);
    free(c->end[0]);
    free(c->end[1]);
    free(c->colour);
}

/* Most lanes at a node, and all lanes. */
static unsigned degree(uint32_t nodes, const pair *pairs, size_t count, uint64_t *lanes) {
    uint32_t *at = lb_zeroed(nodes, sizeof *at), most = 0;
    *lanes = 0;
    for (size_t i = 0; i < count && at; i++) {
        uint32_t k = pair_lanes(&pairs[i]);
        *lanes += k;
        at[pairs[i].a] += k;
        at[pairs[i].b] += k;
    }
    for (uint32_t v = 0; v < nodes && at; v++)
        most = at[v] > most ? at[v] : most;
    free(at);
    return at ? most : LB_NONE;
}

static int paint_all(colouring *c, const pair *pairs, size_t count, uint64_t lanes, lb_why *why) {
    uint64_t places = (uint64_t)c->nodes * c->room;
    c->lane = lb_array(places, sizeof *c->lane);
    c->end[0] = lb_array(lanes, sizeof *c->end[0]);
    c->end[1] = lb_array(lanes, sizeof *c->end[1]);
    c->colour = lb_array(lanes, 1);
    if (!c->lane || !c->end[0] || !c->end[1] || !c->colour)
        return lb_fail_memory(why, "a graph's links");
    memset(c->lane, 0xff, places * sizeof *c->lane);
    uint32_t lane = 0;
    int error = LB_OK;
    for (size_t i = 0; i < count; i++) {
        for (uint32_t k = pair_lanes(&pairs[i]); k > 0 && !error; k--, lane++) {
            c->end[0][lane] = pairs[i].a;
            c->end[1][lane] = pairs[i].b;
            error = paint_lane(c, lane, why);
        }
    }
    return error;
}

/* The ports: colours. Lanes beyond those that lead one way are there only the other way. */
static void lay_links(lb_net *net, const colouring *c, const pair *pairs, size_t count) {
    lb_shape *shape = net->shape;
    uint32_t lane = 0;
    for (uint32_t v = 0; v < net->nodes; v++) {
        for (unsigned p = 0; p < net->ports; p++)
            shape->to[(uint64_t)v * net->ports + p] = v;
    }
    for (size_t i = 0; i < count; i++) {
        net->lanes = net->lanes || pair_lanes(&pairs[i]) > 1;
        for (uint32_t k = 0; k < pair_lanes(&pairs[i]); k++, lane++) {
            uint64_t a = (uint64_t)pairs[i].a * net->ports + c->colour[lane];
            uint64_t b = (uint64_t)pairs[i].b * net->ports + c->colour[lane];
            shape->to[a] = pairs[i].b;
            shape->to[b] = pairs[i].a;
            shape->there[a] = k < pairs[i].there;
            shape->there[b] = k < pairs[i].back;
            shape->links += (k < pairs[i].there) + (k < pairs[i].back);
        }
    }
}

static int give_shape(lb_net *net, const char *name, lb_why *why) {
    char number[24];
    snprintf(number, sizeof number, "graph:%" PRIu32, net->nodes);
    name = name ? name : number;
    lb_shape *shape = net->shape = lb_zeroed(1, sizeof *shape);
    uint64_t places = (uint64_t)net->nodes * net->ports;
    if (!shape)
        return lb_fail_memory(why, "a graph");
    shape->users = 1;
    shape->name = lb_array(strlen(name) + 1, 1);
    shape->to = lb_array(places, sizeof *shape->to);
    shape->there = lb_zeroed(places, sizeof *shape->there);
    if (!shape->name || !shape->to || !shape->there)
        return lb_fail_memory(why, "a graph");
    memcpy(shape->name, name, strlen(name) + 1);
    return LB_OK;
}

static int make_graph(uint32_t nodes, const pair *pairs, size_t count, const char *name, lb_net **out, lb_why *why) {
    uint64_t lanes;
    colouring c = {.nodes = nodes, .colours = degree(nodes, pairs, count, &lanes)};
    lb_net *net = NULL;
    int error = lb_net_create(1, &nodes, &net, why);
    if (!error && c.colours == LB_NONE)
        error = lb_fail_memory(why, "a graph");
    if (!error && c.colours > LB_MAX_PORTS)
        error = lb_fail(why, LB_ERR_SIZE, "a node has %u ports, each lane counted; at most %d are supported", c.colours,
                        LB_MAX_PORTS);
    c.room = c.colours / 2 * 3 + 2 < LB_MAX_PORTS ? c.colours / 2 * 3 + 2 : LB_MAX_PORTS;
    if (!error)
        error = paint_all(&c, pairs, count, lanes, why);
    if (!error) {
        net->kind = LB_NET_GRAPH;
        net->ports = c.colours;
        net->groups = 1;
        net->cube = net->rings = false;
        for (unsigned p = 0; p < net->ports; p++) {
            net->port_dim[p] = 0;
            net->port_sign[p] = 1;
            net->opposite[p] = (uint8_t)p;
            net->unit[p] = 0;
        }
        error = give_shape(net, name, why);
    }
    if (!error) {
        lay_links(net, &c, pairs, count);
        error = lb_graph_measure(net, why);
    }
    colouring_free(&c);
    if (error)
        lb_net_free(net);
    else
        *out = net;
    return error;
}

int lb_net_graph(uint32_t nodes, const lb_link *edges, size_t count, const char *name, lb_net **net, lb_why *why) {
    *net = NULL;
    if (nodes == 0)
        return lb_fail(why, LB_ERR_ARG, "a network without nodes");
    if (nodes > LB_MAX_GRAPH_NODES)
        return lb_fail(why, LB_ERR_SIZE, "a graph of %" PRIu32 " nodes; at most %" PRIu32 " are supported", nodes,
                       LB_MAX_GRAPH_NODES);
    if (count > LB_MAX_GRAPH_LINKS)
        return lb_fail(why, LB_ERR_SIZE, "a graph of %zu links; at most %" PRIu32 " are supported", count,
                       LB_MAX_GRAPH_LINKS);
    if (nodes == 1 && count == 0)
        return lb_net_create(1, &nodes, net, why);
    pair *pairs = lb_array(count, sizeof *pairs);
    size_t kept = 0;
    int error = pairs ? make_pairs(nodes, edges, count, pairs, &kept, why) : lb_fail_memory(why, "a graph");
    if (!error)
        error = make_graph(nodes, pairs, kept, name, net, why);
    free(pairs);
    return error;
}

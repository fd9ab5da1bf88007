/* Broadcast down a tree on all ports, made step by step: what a node sends through a port in a step follows from its
 * own address, so nothing is held but the tree. For trees of one part and edge-disjoint ones; the moves are
 * those of algo/tree/broadcast.c. */
#include "algo/tree/route.h"

#include "tree/edge_disjoint.h"

#include <stdlib.h>

#define MOST_HELD (UINT64_C(1) << 23) /* moves: half a GB while the plan is made */

typedef struct stream {
    lb_tree *tree;
    uint64_t packets; /* of the message, all parts together */
} stream;

static void stream_free(void *data) {
    stream *s = data;
    lb_tree_free(s->tree);
    free(s);
}

/* A part's first packet. */
static uint64_t begin_of(const stream *s, uint64_t t) {
    uint64_t parts = s->tree->parts;
    return s->packets / parts * t + s->packets % parts * t / parts;
}

/* Level before parent: most nodes have nothing to send in a step, and a level costs next to nothing. */
static void one(const lb_plan *plan, uint32_t step, uint32_t node, unsigned port, lb_plan *room) {
    const stream *s = plan->generator.data;
    const lb_net *net = &s->tree->net;
    uint32_t child = lb_net_add(net, node, net->unit[port]);
    if (child == 0)
        return;
    unsigned part = s->tree->kind == LB_TREE_EDGE_DISJOINT ? lb_disjoint_tree(net->ports, node, port) : 0;
    uint64_t level = lb_tree_level(s->tree, part, child), packet = begin_of(s, part) + step - level;
    if (step < level || packet >= begin_of(s, part + 1) || lb_tree_port_at(s->tree, part, child) != port)
        return;
    lb_room_move(room, node, port);
    lb_room_item(room, 0, 0, packet, packet + 1);
}

/* Looking at every node in every step takes longer than reading a list, so only where the list would be long. */
bool lb_route_streams(const lb_route *r, lb_tree_kind kind) {
    bool closed = r->task->kind == LB_BROADCAST && !r->together && !lb_route_limited(r) && !lb_tree_is_sbg(kind);
    return closed && r->task->net.cube && lb_times(r->task->net.nodes, r->options->packets) > MOST_HELD;
}

int lb_route_stream(const lb_route *r, lb_tree_kind kind, lb_plan **plan, lb_why *why) {
    const lb_net *net = &r->task->net;
    bool unit = r->options->clock == LB_UNIT;
    stream *s = lb_zeroed(1, sizeof *s);
    if (!s)
        return lb_fail_memory(why, "a plan");
    int error = lb_tree_create(net, kind, 0, &s->tree, why);
    if (error) {
        free(s);
        return error;
    }
    uint64_t parts = s->tree->parts, packets = unit ? r->options->packets : parts, most = lb_ceil_div(packets, parts);
    uint64_t moves = lb_times(net->nodes - 1, packets), steps = net->nodes > 1 ? most + lb_tree_height(s->tree) - 1 : 0;
    s->packets = packets;
    if (steps >= UINT32_MAX || moves >= UINT64_C(1) << 62) {
        stream_free(s);
        return lb_fail(why, LB_ERR_SIZE, "the message would have too many packets");
    }
    lb_generator generator = {
        .one = one,
        .free = stream_free,
        .data = s,
        .bytes = sizeof *s + sizeof *s->tree + (kind == LB_TREE_BALANCED ? 2 * (size_t)net->nodes : 0),
        .denominator = packets > 1 ? packets : 0,
        .fine = true,
    };
    error = lb_plan_generated(r->task, "tree", LB_ROOTED, (uint32_t)steps, moves, generator, plan, why);
    if (error)
        return error;
    (*plan)->clock = r->options->clock;
    (*plan)->packet = unit ? 1 : (*plan)->denominator;
    return LB_OK;
}

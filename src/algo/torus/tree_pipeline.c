/* What goes over a link is a closed form: what its tree has, in order, from the step on in which the first comes, but
 * for the last few packets that its end gets by another tree; and then the last few of another tree, the very last
 * first. */
#include "algo/torus/tree_pipeline.h"

#include "tree/arc_disjoint_grown.h"
#include "tree/arc_disjoint_late.h"
#include "tree/arc_disjoint_short.h"

#include <stdlib.h>

/* Packets that a link's end gets by another tree; and those of another tree that follow. */
typedef struct share {
    uint32_t less, more;
} share;

typedef struct trees {
    uint64_t pieces, own; /* own: pieces of a tree, side by side; 0: trees take turns */
    uint32_t groups, stride;
    lb_pipeline_kind kind;
    lb_late late;
    uint32_t *first; /* node * ports + port: the step of the first packet; 0: no tree has the link */
    uint8_t *tree;
    share *share;    /* NULL: no packet goes by another tree */
    uint8_t *port;   /* while it is made: tree * nodes + node, of its parent */
    uint32_t *depth; /* likewise; of one tree after another if none go by another */
} trees;

static void trees_free(void *data) {
    trees *t = data;
    if (t) {
        free(t->first);
        free(t->tree);
        free(t->share);
        free(t->port);
        free(t->depth);
    }
    free(t);
}

/* ---- Reading ---- */

/* On the unit clock packets tree, tree+p, tree+2p, ... one a step. On the linear clock a tree has pieces side by side:
 * cut at whole bytes or elements they are not all as long, and trees would be served unequally where those that are
 * longer are of the same trees again and again. */
static void put(const trees *t, unsigned tree, uint64_t round, uint32_t node, unsigned port, lb_plan *room) {
    uint64_t piece = tree + round * t->kind.count;
    if (piece >= t->pieces)
        return;
    if (t->own)
        piece = tree * t->own + round;
    lb_room_move(room, node, port);
    lb_room_item(room, 0, 0, piece, piece + 1);
}

static void one(const lb_plan *plan, uint32_t step, uint32_t node, unsigned port, lb_plan *room) {
    const trees *t = plan->generator.data;
    uint64_t link = (uint64_t)node * plan->task->net.ports + port;
    share s = t->share ? t->share[link] : (share){0, 0};
    if (t->first[link] == 0 || step < t->first[link])
        return;
    uint32_t turn = step - t->first[link], after = turn - t->groups;
    if (turn < t->groups && turn + s.less < t->groups)
        put(t, t->tree[link], turn, node, port, room);
    else if (turn >= t->groups && after < s.more)
        put(t, t->late.whose[t->tree[link]], t->groups - 1 - after, node, port, room);
}

static void part(const lb_plan *plan, uint32_t step, uint32_t first, uint32_t end, lb_plan *room) {
    for (uint32_t node = first; node < end; node++) {
        for (unsigned port = 0; port < plan->task->net.ports; port++)
            one(plan, step, node, port, room);
    }
}

/* ---- Making ---- */

static bool grow(const lb_net *net, const lb_pipeline_kind *k, uint8_t *port) {
    lb_forest f;
    lb_forest_open(&f, net);
    for (unsigned tree = 0; k->brief && tree < k->count; tree++)
        lb_short_tree(net, tree, port + (uint64_t)tree * net->nodes);
    return k->brief || k->count == 0 || lb_shallow_trees(&f, port);
}

/* Fewer trees than links are nearly as shallow as the network. */
static bool tries(const trees *t, const lb_net *net) {
    return !t->kind.brief && lb_late_tries(net);
}

/* Where they are looked for, the depths of all trees, and which packets go by others. */
static bool take(trees *t, const lb_net *net) {
    uint64_t nodes = net->nodes;
    bool all = tries(t, net);
    t->port = lb_array(nodes, net->ports);
    t->depth = lb_array(nodes * (all ? t->kind.count : 1), sizeof *t->depth);
    if (!t->port || !t->depth || !grow(net, &t->kind, t->port))
        return false;
    for (unsigned tree = 0; all && tree < t->kind.count; tree++)
        lb_tree_depths(net, t->port + tree * nodes, t->depth + tree * nodes);
    lb_late_find(&t->late, net, all ? t->kind.count : 0, t->depth);
    return true;
}

static void let_go(trees *t) {
    free(t->port);
    free(t->depth);
    t->port = NULL;
    t->depth = NULL;
}

uint32_t lb_pipeline_depth(const lb_net *net) {
    trees t = {.kind = {.count = net->ports}};
    lb_forest f;
    lb_forest_open(&f, net);
    if (!lb_late_tries(net))
        return lb_shallow_trees(&f, NULL);
    uint32_t depth = take(&t, net) ? t.late.depth : 0;
    let_go(&t);
    return depth;
}

static uint64_t into(const trees *t, const lb_net *net, unsigned tree, uint32_t y) {
    unsigned port = t->port[(uint64_t)tree * net->nodes + y];
    return (uint64_t)lb_net_sub(net, y, net->unit[port]) * net->ports + port;
}

static void add_tree(trees *t, const lb_net *net, unsigned tree) {
    const uint32_t *depth = t->depth;
    if (tries(t, net))
        depth += (uint64_t)tree * net->nodes;
    else
        lb_tree_depths(net, t->port + (uint64_t)tree * net->nodes, t->depth);
    for (uint32_t y = 1; y < net->nodes; y++) {
        uint64_t link = into(t, net, tree, y);
        t->first[link] = 1 + (depth[y] - 1) * t->stride;
        t->tree[link] = (uint8_t)tree;
    }
}

/* `rounds` is room for a figure a node. */
static void add_late(trees *t, const lb_net *net, unsigned tree, uint32_t *rounds) {
    unsigned by = t->late.by[tree];
    if (by == LB_LATE_NONE)
        return;
    lb_late_rounds(&t->late, net, tree, t->port + (uint64_t)by * net->nodes, t->depth, t->stride, t->groups, rounds);
    for (uint32_t y = 1; y < net->nodes; y++) {
        t->share[into(t, net, tree, y)].less = rounds[y];
        t->share[into(t, net, by, y)].more = rounds[y];
    }
}

static int add_all_late(trees *t, const lb_net *net, lb_why *why) {
    bool any = false;
    for (unsigned tree = 0; tree < t->kind.count; tree++)
        any = any || t->late.by[tree] != LB_LATE_NONE;
    if (!any)
        return LB_OK;
    uint32_t *rounds = lb_array(net->nodes, sizeof *rounds);
    t->share = lb_zeroed((uint64_t)net->nodes * net->ports, sizeof *t->share);
    for (unsigned tree = 0; rounds && t->share && tree < t->kind.count; tree++)
        add_late(t, net, tree, rounds);
    bool taken = rounds && t->share;
    free(rounds);
    return taken ? LB_OK : lb_fail_memory(why, "spanning trees");
}

/* Rounds in which a tree has a packet. */
static uint64_t rounds_of(const trees *t, unsigned tree) {
    return t->kind.count > 0 && tree < t->pieces ? lb_ceil_div(t->pieces - tree, t->kind.count) : 0;
}

/* The last step in which a link is used. */
static uint64_t last_of(const trees *t, uint64_t link) {
    share s = t->share ? t->share[link] : (share){0, 0};
    uint64_t own = rounds_of(t, t->tree[link]), last = t->groups - s.less, turns = own < last ? own : last;
    if (s.more && t->groups - s.more < rounds_of(t, t->late.whose[t->tree[link]]))
        turns = t->groups + (uint64_t)s.more;
    return t->first[link] && turns ? t->first[link] + turns - 1 : 0;
}

static int trees_make(trees *t, const lb_net *net, uint64_t *steps, lb_why *why) {
    uint64_t links = (uint64_t)net->nodes * net->ports;
    t->first = lb_zeroed(links, sizeof *t->first);
    t->tree = lb_zeroed(links, 1);
    if (!t->first || !t->tree || !take(t, net))
        return lb_fail_memory(why, "spanning trees");
    for (unsigned tree = 0; tree < t->kind.count; tree++)
        add_tree(t, net, tree);
    int error = add_all_late(t, net, why);
    for (uint64_t i = 0; i < links && !error; i++) {
        uint64_t last = last_of(t, i);
        *steps = last > *steps ? last : *steps;
    }
    let_go(t);
    if (!error && *steps >= UINT32_MAX / 2)
        error = lb_fail(why, LB_ERR_SIZE, "the plan would have too many steps");
    return error;
}

int lb_pipeline_plan(const lb_task *task, const char *name, const lb_pipeline_kind *kind, uint64_t pieces, bool linear,
                     uint32_t stride, lb_plan **plan, lb_why *why) {
    const lb_net *net = &task->net;
    uint64_t moves = lb_times(net->nodes - 1, pieces), steps = 0;
    if (moves >= UINT32_MAX)
        return lb_fail(why, LB_ERR_SIZE, "the plan would have too many moves: %.3g, more than 2^32", (double)moves);
    trees *t = lb_zeroed(1, sizeof *t);
    if (!t)
        return lb_fail_memory(why, "spanning trees");
    t->pieces = pieces;
    t->kind = *kind;
    t->stride = stride;
    t->groups = (uint32_t)(kind->count ? lb_ceil_div(pieces, kind->count) : 1);
    t->own = linear && kind->count ? pieces / kind->count : 0;
    int error = trees_make(t, net, &steps, why);
    if (error) {
        trees_free(t);
        return error;
    }
    lb_generator generator = {.one = one,
                              .part = part,
                              .free = trees_free,
                              .data = t,
                              .bytes = sizeof *t + (size_t)net->nodes * net->ports * (t->share ? 13 : 5),
                              .denominator = pieces > 1 ? pieces : 0,
                              .fine = true};
    return lb_plan_generated(task, name, LB_ROOTED, (uint32_t)steps, moves, generator, plan, why);
}

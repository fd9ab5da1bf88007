/* A named tree on a network with faults: where it does without what is dead.
 *
 * The plan is made for the whole network. If none of its packets goes over a dead link it will do as it is; else the
 * tree is turned about its root (the dimensions rotated, taken backwards, and on tori reflected) until one does. A dead
 * node may be a leaf: what is for it is not sent. */
#include "algo/tree/route.h"

#include <inttypes.h>

typedef struct turned {
    const lb_task *task; /* on the network with faults */
    const lb_net *net;
    const char *tree;
    unsigned by;    /* dimensions */
    bool backwards; /* the dimensions, last first */
    bool reflected;
} turned;

/* The digits in reverse order; all radices are equal. */
static uint32_t backwards(const lb_net *net, uint32_t node) {
    uint32_t result = 0;
    for (unsigned i = 0; i < net->dims; i++)
        result += lb_digit(net, node, i) * net->stride[net->dims - 1 - i];
    return result;
}

static uint32_t turn(const turned *t, uint32_t node) {
    uint32_t seen = lb_net_sub(t->net, node, t->task->root);
    if (t->by)
        seen = lb_rotate(t->net, seen, t->by);
    if (t->backwards)
        seen = backwards(t->net, seen);
    if (t->reflected)
        seen = lb_reflect(t->net, seen);
    return lb_net_add(t->net, seen, t->task->root);
}

static uint32_t turn_name(const turned *t, uint32_t node) {
    return node == LB_NONE ? LB_NONE : turn(t, node);
}

static bool lives(const turned *t, uint32_t node) {
    return node == LB_NONE || lb_node_alive(t->net, node);
}

/* Whether anybody wants what the item carries. */
static bool wanted(const turned *t, const lb_item *item) {
    return t->task->kind == LB_ALLREDUCE || (lives(t, item->origin) && lives(t, item->dest));
}

static int refuse(const turned *t, uint32_t from, uint32_t to, lb_why *why) {
    uint32_t dead = lives(t, from) ? to : from;
    if (lives(t, dead))
        return lb_fail(why, LB_ERR_UNSUPPORTED,
                       "the tree %s uses the link from %" PRIu32 " to %" PRIu32 ", which is dead", t->tree, from, to);
    return lb_fail(why, LB_ERR_UNSUPPORTED, "the tree %s passes node %" PRIu32 ", which is dead", t->tree, dead);
}

/* One packet, turned; left out where a leaf is dead. */
static int add(const turned *t, const lb_move *move, lb_builder *b, lb_why *why) {
    uint32_t from = turn(t, move->from), to = turn(t, move->to), left = 0;
    unsigned port = lb_port_to(t->net, from, to);
    lb_class class = lb_task_class(t->task);
    for (uint32_t i = 0; i < move->nitems; i++) {
        lb_item item = move->items[i];
        item.origin = turn_name(t, item.origin);
        item.dest = turn_name(t, item.dest);
        left += wanted(t, &item);
    }
    bool leaf = (class == LB_COPY && !lives(t, to)) || (class == LB_SUM && !lives(t, from));
    if (left == 0 || (leaf && lives(t, class == LB_COPY ? from : to)))
        return LB_OK;
    if (!lb_link_alive(t->net, from, port))
        return refuse(t, from, to, why);
    lb_build_move(b, move->step, from, port, (lb_op)move->op);
    for (uint32_t i = 0; i < move->nitems; i++) {
        lb_item item = move->items[i];
        item.origin = turn_name(t, item.origin);
        item.dest = turn_name(t, item.dest);
        if (wanted(t, &item))
            lb_build_item(b, item);
    }
    return LB_OK;
}

static int try_turn(const turned *t, const lb_plan *whole, lb_plan **plan, lb_why *why) {
    lb_builder b;
    lb_cursor *cursor;
    lb_move move;
    int error = lb_cursor_open(whole, &cursor, why);
    if (error)
        return error;
    lb_build_begin(&b, t->task, LB_EXPLICIT, whole->clock, whole->ports, whole->denominator, whole->packet);
    while (!error && lb_cursor_next(cursor, &move) == 1)
        error = add(t, &move, &b, why);
    lb_cursor_close(cursor);
    if (!error)
        return lb_build_finish(&b, "tree", plan, why);
    lb_build_abandon(&b);
    return error;
}

/* The next way to turn it; false after the last. */
static bool next_turn(turned *t) {
    bool equal = lb_net_can_rotate(t->net);
    if (equal && t->by + 1 < t->net->dims) {
        t->by++;
        return true;
    }
    t->by = 0;
    t->backwards = equal && !t->backwards;
    if (t->backwards)
        return true;
    t->reflected = !t->reflected && !t->net->cube;
    return t->reflected;
}

/* Every way to turn it; the sentence is about the tree as it is. */
static int try_turns(turned t, const lb_plan *whole, lb_plan **plan, lb_why *why) {
    lb_why other;
    int error = try_turn(&t, whole, plan, why);
    while (error == LB_ERR_UNSUPPORTED && next_turn(&t))
        error = try_turn(&t, whole, plan, &other);
    if (error == LB_ERR_UNSUPPORTED && why) {
        other = *why;
        lb_explain(why, "%.240s; nor does it do without what is dead when it is turned", other.text);
    }
    return error;
}

int lb_route_around(const lb_task *task, const lb_plan_options *o, lb_tree_kind kind, lb_build *build, lb_plan **plan,
                    lb_why *why) {
    turned t = {.task = task, .net = &task->net, .tree = lb_tree_kind_name(kind)};
    lb_net mended = task->net;
    lb_task *healthy = NULL;
    lb_plan *whole = NULL;
    lb_task_params params = lb_task_params_of(task);
    lb_net_mend(&mended);
    int error = lb_task_create(&mended, task->kind, &params, &healthy, why);
    if (!error)
        error = build(healthy, o, &whole, why);
    if (!error)
        error = try_turns(t, whole, plan, why);
    lb_plan_free(whole);
    lb_task_free(healthy);
    return error;
}

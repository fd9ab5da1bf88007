/* Grafting: moves are renamed, moved in time and cut to the pieces that are wanted, one by one. */
#include "plan/graft.h"

#include "plan/hasten.h"

typedef struct grafting {
    const lb_graft *graft;
    lb_builder *builder;
    bool filtered; /* blocks that the builder's task does not know are left out */
} grafting;

/* ---- Items ---- */

static bool known(const grafting *g, const lb_item *item) {
    uint64_t block;
    return !g->filtered || lb_task_find(g->builder->task, item->origin, item->dest, item->copy, &block) == LB_OK;
}

static uint32_t renamed(const lb_graft *graft, uint32_t name) {
    return graft->nodes && name != LB_NONE ? graft->nodes[name] : name;
}

/* A part of an item, in the plan's units; its move is begun when there is a first. */
static void add_part(const grafting *g, lb_item item, uint64_t lo, uint64_t hi, uint64_t down, lb_raw_move *move) {
    const lb_graft *graft = g->graft;
    if (lo >= hi)
        return;
    item.lo = (lo - down) * graft->scale + graft->shift;
    item.hi = (hi - down) * graft->scale + graft->shift;
    if (move->nitems++ == 0)
        lb_build_move(g->builder, move->step + graft->after, move->node, move->port, (lb_op)move->op);
    lb_build_item(g->builder, item);
}

static void add_item(const grafting *g, lb_item item, lb_raw_move *move) {
    const lb_graft *graft = g->graft;
    if (g->filtered) {
        item.origin = renamed(graft, item.origin);
        item.dest = renamed(graft, item.dest);
        if (!known(g, &item))
            return;
    }
    if (graft->without == LB_ALL) {
        add_part(g, item, item.lo, item.hi, 0, move);
        return;
    }
    uint64_t size = graft->plan->packet, from = graft->without * size, to = from + size;
    add_part(g, item, item.lo, item.hi < from ? item.hi : from, 0, move);
    add_part(g, item, item.lo > to ? item.lo : to, item.hi, size, move);
}

/* ---- Moves ---- */

static void add_template(const grafting *g, const lb_plan *plan) {
    for (uint32_t step = 1; step <= plan->steps; step++) {
        for (uint64_t m = plan->step_first[step - 1]; m < plan->step_first[step]; m++) {
            lb_raw_move move = {.step = step,
                                .node = plan->node ? plan->node[m] : 0,
                                .port = plan->port[m],
                                .op = lb_plan_op_of(plan, m)};
            for (uint64_t i = lb_plan_first_item(plan, m); i < lb_plan_first_item(plan, m + 1); i++)
                add_item(g, lb_plan_item(plan, i), &move);
        }
    }
}

/* Which of the lanes to its neighbour a port is, and the port of that lane between two nodes of another network. */
static unsigned lane_of(const lb_net *net, uint32_t node, unsigned port) {
    unsigned lane = 0;
    for (unsigned p = 0; net->lanes && p < port; p++)
        lane += lb_neighbor(net, node, p) == lb_neighbor(net, node, port) && lb_link_alive(net, node, p);
    return lane;
}

static unsigned port_of_lane(const lb_net *net, uint32_t from, uint32_t to, unsigned lane) {
    unsigned port = lb_port_to(net, from, to);
    for (; lane > 0 && port < net->ports; lane--) {
        do
            port++;
        while (port < net->ports && (lb_neighbor(net, from, port) != to || !lb_link_alive(net, from, port)));
    }
    return port;
}

static int add_explicit(const grafting *g, lb_why *why) {
    const lb_graft *graft = g->graft;
    const lb_net *net = &g->builder->task->net;
    lb_cursor *cursor;
    lb_move read;
    int error = lb_cursor_open(graft->plan, &cursor, why);
    if (error)
        return error;
    while (lb_cursor_next(cursor, &read)) {
        uint32_t from = renamed(graft, read.from), to = renamed(graft, read.to);
        unsigned lane = graft->nodes ? lane_of(&graft->plan->task->net, read.from, read.port) : 0;
        unsigned port = graft->nodes ? port_of_lane(net, from, to, lane) : read.port;
        lb_raw_move move = {.step = read.step, .node = from, .port = (uint8_t)port, .op = read.op};
        for (uint32_t k = 0; k < read.nitems; k++)
            add_item(g, read.items[k], &move);
    }
    lb_cursor_close(cursor);
    return LB_OK;
}

/* Template by template where the builder has the plan's orbit and calls nodes the same; else the builder must be
 * explicit, and blocks that its task does not know are left out. */
static int add(const lb_graft *graft, lb_builder *builder, lb_why *why) {
    grafting g = {.graft = graft, .builder = builder};
    g.filtered = graft->nodes || builder->orbit != graft->plan->orbit || builder->orbit == LB_EXPLICIT;
    if (g.filtered)
        return add_explicit(&g, why);
    const lb_plan *flat;
    lb_plan *made;
    int error = lb_plan_flat(graft->plan, &flat, &made, why);
    if (!error)
        add_template(&g, flat);
    lb_plan_free(made);
    return error;
}

/* ---- Plans ---- */

/* Room for the plan's moves, items cut in two. */
static int expect(lb_builder *b, const lb_plan *plan, lb_why *why) {
    uint64_t copies = b->orbit == plan->orbit ? 1 : lb_plan_copies(plan);
    uint64_t items = plan->nitems > plan->nmoves ? plan->nitems : plan->nmoves;
    return lb_build_expect(b, lb_times(plan->nmoves, copies), lb_times(items, 2 * copies), why);
}

/* The orbit in which a plan can be told for a task: its own, if the task has it. */
static lb_orbit orbit_for(const lb_plan *plan, const lb_task *task) {
    bool same = plan->orbit == LB_SYMMETRIC ? lb_task_is_symmetric(task)
                                            : plan->orbit == LB_ROOTED && task->kind == plan->task->kind;
    return same ? plan->orbit : LB_EXPLICIT;
}

int lb_plan_recast(const lb_plan *plan, const lb_task *task, const uint32_t *nodes, lb_plan **out, lb_why *why) {
    lb_builder b;
    *out = NULL;
    if (!nodes && task->kind == LB_ALLREDUCE && !lb_net_stands_as(&plan->task->net, &task->net))
        return lb_fail(why, LB_ERR_UNSUPPORTED, "the plan makes sums in another order");
    lb_build_begin(&b, task, nodes ? LB_EXPLICIT : orbit_for(plan, task), plan->clock, plan->ports, plan->denominator,
                   plan->packet);
    int error = expect(&b, plan, why);
    if (error)
        return error;
    lb_graft graft = {.plan = plan, .scale = 1, .without = LB_ALL, .nodes = nodes};
    error = add(&graft, &b, why);
    if (error) {
        lb_build_abandon(&b);
        return error;
    }
    return lb_build_finish(&b, plan->algorithm, out, why);
}

/* Everything as early as it can be. */
static int hastened(lb_plan *plan, int error, lb_plan **out, lb_why *why) {
    if (!error && lb_task_class(plan->task) != LB_SUM && lb_task_class(plan->task) != LB_SPAN)
        error = lb_plan_hasten(plan, 0, out, why);
    else if (!error)
        *out = plan;
    if (*out != plan)
        lb_plan_free(plan);
    return error;
}

int lb_plan_trim(const lb_plan *plan, uint64_t packet, lb_plan **out, lb_why *why) {
    lb_builder b;
    lb_plan *trimmed = NULL;
    *out = NULL;
    lb_build_begin(&b, plan->task, plan->orbit, plan->clock, plan->ports, plan->denominator - plan->packet,
                   plan->packet);
    int error = expect(&b, plan, why);
    if (error)
        return error;
    lb_graft graft = {.plan = plan, .scale = 1, .without = packet};
    error = add(&graft, &b, why);
    if (error)
        lb_build_abandon(&b);
    else
        error = lb_build_finish(&b, plan->algorithm, &trimmed, why);
    return hastened(trimmed, error, out, why);
}

int lb_plan_join(const lb_plan *first, const lb_plan *second, lb_plan **out, lb_why *why) {
    lb_builder b;
    lb_plan *joined = NULL;
    *out = NULL;
    uint64_t unit = first->packet / lb_gcd(first->packet, second->packet) * second->packet;
    uint64_t before = first->denominator / first->packet, packets = before + second->denominator / second->packet;
    if (lb_times(unit, packets) > LB_MAX_DENOMINATOR || (uint64_t)first->steps + second->steps >= UINT32_MAX)
        return lb_fail(why, LB_ERR_SIZE, "the plans are too long to be joined");
    if (lb_task_kind_of(first->task) == LB_ALLREDUCE && !lb_net_stands_as(&first->task->net, &second->task->net))
        return lb_fail(why, LB_ERR_UNSUPPORTED, "the plans make sums in different orders");
    bool same = first->orbit == second->orbit;
    lb_build_begin(&b, first->task, same ? first->orbit : LB_EXPLICIT, first->clock,
                   first->ports > second->ports ? first->ports : second->ports, unit * packets, unit);
    lb_graft grafts[2] = {{.plan = first, .scale = unit / first->packet, .without = LB_ALL},
                          {.plan = second,
                           .after = first->steps,
                           .scale = unit / second->packet,
                           .shift = unit * before,
                           .without = LB_ALL}};
    int error = add(&grafts[0], &b, why);
    if (!error)
        error = add(&grafts[1], &b, why);
    if (error)
        lb_build_abandon(&b);
    else
        error = lb_build_finish(&b, first->algorithm, &joined, why);
    return hastened(joined, error, out, why);
}

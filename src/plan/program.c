/* What one node does. A symmetric plan's template is node 0's sends, so a node's program is an index into it: it sends
 * what the template says, and receives on port p what the neighbour there sends through the opposite port. Other plans
 * are read through once for the moves that begin or end at the node. */
#include "plan/plan.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct index_list {
    uint32_t *moves; /* template moves in order */
    uint64_t count;
} index_list;

struct lb_program {
    const lb_plan *plan;
    uint32_t node;
    lb_class class;
    index_list sends[LB_MAX_PORTS];
    index_list receives[LB_MAX_PORTS]; /* symmetric: empty, the sends of the opposite port serve */
    uint32_t *store;                   /* all lists */
    lb_item *items;
};

static void put(index_list *list, bool counting, uint32_t move) {
    if (!counting)
        list->moves[list->count] = move;
    list->count++;
}

static void visit_move(lb_program *g, bool counting, uint64_t m) {
    const lb_plan *plan = g->plan;
    const lb_net *net = &plan->task->net;
    unsigned port = plan->port[m];
    if (plan->orbit == LB_SYMMETRIC) {
        put(&g->sends[port], counting, (uint32_t)m);
        return;
    }
    uint32_t here = plan->orbit == LB_ROOTED ? lb_net_sub(net, g->node, plan->task->root) : g->node;
    if (plan->node[m] == here)
        put(&g->sends[port], counting, (uint32_t)m);
    else if (lb_neighbor(net, plan->node[m], port) == here)
        put(&g->receives[net->opposite[port]], counting, (uint32_t)m);
}

static void visit_all(lb_program *g, bool counting) {
    for (uint64_t m = 0; m < g->plan->nmoves; m++)
        visit_move(g, counting, m);
}

/* Turns counts into places in the store, and clears them for filling. */
static uint64_t lay_out(lb_program *g, uint32_t *store) {
    uint64_t at = 0;
    for (unsigned p = 0; p < g->plan->task->net.ports; p++) {
        index_list *both[2] = {&g->sends[p], &g->receives[p]};
        for (int k = 0; k < 2; k++) {
            uint64_t count = both[k]->count;
            if (store) {
                both[k]->moves = store + at;
                both[k]->count = 0;
            }
            at += count;
        }
    }
    return at;
}

int lb_program_create(const lb_plan *plan, uint32_t node, lb_program **out, lb_why *why) {
    *out = NULL;
    if (node >= plan->task->net.nodes)
        return lb_fail(why, LB_ERR_ARG, "node %" PRIu32 " is not in the network", node);
    lb_program *g = lb_zeroed(1, sizeof *g);
    if (!g)
        return lb_fail_memory(why, "a program");
    g->plan = plan;
    g->node = node;
    g->class = lb_task_class(plan->task);
    visit_all(g, true);
    g->store = lb_array(lay_out(g, NULL), sizeof *g->store);
    g->items = lb_array(lb_plan_most_items(plan), sizeof *g->items);
    if (!g->store || !g->items) {
        lb_program_free(g);
        return lb_fail_memory(why, "a program");
    }
    lay_out(g, g->store);
    visit_all(g, false);
    *out = g;
    return LB_OK;
}

void lb_program_free(lb_program *g) {
    if (!g)
        return;
    free(g->store);
    free(g->items);
    free(g);
}

/* The list that holds what goes through a port one way. */
static const index_list *list_of(const lb_program *g, unsigned port, lb_way way) {
    if (way == LB_SENDS)
        return &g->sends[port];
    if (g->plan->orbit == LB_SYMMETRIC)
        return &g->sends[g->plan->task->net.opposite[port]];
    return &g->receives[port];
}

uint64_t lb_program_count(const lb_program *g, unsigned port, lb_way way) {
    return list_of(g, port, way)->count;
}

void lb_program_packet(lb_program *g, unsigned port, lb_way way, uint64_t index, lb_move *move) {
    const lb_plan *plan = g->plan;
    const lb_net *net = &plan->task->net;
    uint64_t m = list_of(g, port, way)->moves[index], first = lb_plan_first_item(plan, m);
    uint32_t peer = lb_neighbor(net, g->node, port), shift = 0;
    move->from = way == LB_SENDS ? g->node : peer;
    move->to = way == LB_SENDS ? peer : g->node;
    if (plan->orbit == LB_SYMMETRIC)
        shift = move->from;
    else if (plan->orbit == LB_ROOTED)
        shift = plan->task->root;
    move->step = lb_plan_step_of(plan, m);
    move->port = plan->port[m];
    move->op = lb_plan_op_of(plan, m);
    move->nitems = (uint32_t)(lb_plan_first_item(plan, m + 1) - first);
    move->items = g->items;
    for (uint32_t k = 0; k < move->nitems; k++)
        g->items[k] = lb_item_translate(net, g->class, lb_plan_item(plan, first + k), shift);
}

/* What one node does. A symmetric plan's template is node 0's sends, so a node's program is an index into it: it sends
 * what the template says, and receives on port p what the neighbour there sends through the opposite port. Other plans
 * are read through once for the moves that begin or end at the node. A generated plan's moves cannot be pointed at: its
 * program keeps them or, where a single packet can be generated, the steps in which there is one. */
#include "plan/plan.h"

#include <inttypes.h>
#include <stdlib.h>

/* Where a packet's move is in the template, or, generated, what it is. */
typedef struct kept {
    uint32_t step, origin, dest;
} kept;

typedef struct list {
    uint64_t first, count; /* places in the store */
} list;

struct lb_program {
    const lb_plan *plan;
    uint32_t node;
    lb_class class;
    list sends[LB_MAX_PORTS];
    list receives[LB_MAX_PORTS]; /* symmetric: empty, the sends of the opposite port serve */
    uint32_t *moves;             /* the store: template moves, list by list */
    kept *made;                  /* the store of a generated plan */
    lb_plan *room;               /* for one packet of a plan that is generated packet by packet */
    lb_item *items;
};

/* The node in the template's frame. */
static uint32_t frame_node(const lb_program *g) {
    const lb_plan *plan = g->plan;
    if (plan->orbit == LB_SYMMETRIC)
        return 0;
    return plan->orbit == LB_ROOTED ? lb_net_sub(&plan->task->net, g->node, plan->task->root) : g->node;
}

/* The list a template move belongs to, seen from the node; NULL when the node has no part in it. */
static list *list_for(lb_program *g, const lb_plan *arrays, uint64_t m) {
    const lb_net *net = &g->plan->task->net;
    unsigned port = arrays->port[m];
    if (g->plan->orbit == LB_SYMMETRIC)
        return &g->sends[port];
    uint32_t here = frame_node(g);
    if (arrays->node[m] == here)
        return &g->sends[port];
    return lb_neighbor(net, arrays->node[m], port) == here ? &g->receives[net->opposite[port]] : NULL;
}

static void keep(lb_program *g, const lb_plan *arrays, uint64_t m, uint32_t step, uint64_t place) {
    if (g->moves)
        g->moves[place] = (uint32_t)m;
    else
        g->made[place] = (kept){
            .step = step,
            .origin = arrays->origin ? arrays->origin[m] : 0,
            .dest = arrays->dest ? arrays->dest[m] : 0,
        };
}

/* Makes the packet that goes through a port one way in a step, if there is one. */
static bool generate(lb_program *g, uint32_t step, unsigned port, lb_way way) {
    const lb_net *net = &g->plan->task->net;
    uint32_t here = frame_node(g), from = way == LB_SENDS ? here : lb_neighbor(net, here, port);
    lb_room_clear(g->room);
    g->plan->generator.one(g->plan, step, from, way == LB_SENDS ? port : net->opposite[port], g->room);
    return g->room->nmoves > 0;
}

/* Goes through the steps of a plan that is generated packet by packet. */
static void visit_packets(lb_program *g, bool counting) {
    bool symmetric = g->plan->orbit == LB_SYMMETRIC;
    for (unsigned port = 0; port < g->plan->task->net.ports; port++) {
        for (int way = LB_SENDS; way <= (symmetric ? LB_SENDS : LB_RECEIVES); way++) {
            list *l = way == LB_SENDS ? &g->sends[port] : &g->receives[port];
            for (uint32_t step = 1; step <= g->plan->steps; step++) {
                if (!generate(g, step, port, (lb_way)way))
                    continue;
                if (!counting)
                    g->made[l->first + l->count] = (kept){.step = step};
                l->count++;
            }
        }
    }
}

/* Goes through all moves: counts them, or keeps them in the places laid out. */
static void visit_all(lb_program *g, lb_stepper *s, bool counting) {
    if (g->room) {
        visit_packets(g, counting);
        return;
    }
    for (uint32_t step = 1; step <= g->plan->steps; step++) {
        lb_stepper_load(s, step);
        for (uint64_t m = s->from; m < s->to; m++) {
            list *l = list_for(g, s->arrays, m);
            if (!l)
                continue;
            if (!counting)
                keep(g, s->arrays, m, step, l->first + l->count);
            l->count++;
        }
    }
}

/* Turns counts into places in the store, and clears them for filling. */
static uint64_t lay_out(lb_program *g) {
    uint64_t at = 0;
    for (unsigned p = 0; p < g->plan->task->net.ports; p++) {
        list *both[2] = {&g->sends[p], &g->receives[p]};
        for (int k = 0; k < 2; k++) {
            both[k]->first = at;
            at += both[k]->count;
            both[k]->count = 0;
        }
    }
    return at;
}

static int fill(lb_program *g, lb_why *why) {
    lb_stepper s;
    int error = lb_stepper_open(&s, g->plan, why);
    if (!error && g->plan->generator.one)
        error = lb_plan_room(g->plan, 1, &g->room, why);
    if (error) {
        lb_stepper_close(&s);
        return error;
    }
    visit_all(g, &s, true);
    uint64_t count = lay_out(g);
    if (lb_plan_is_generated(g->plan))
        g->made = lb_array(count, sizeof *g->made);
    else
        g->moves = lb_array(count, sizeof *g->moves);
    g->items = lb_array(lb_plan_most_items(g->plan), sizeof *g->items);
    if ((g->made || g->moves) && g->items)
        visit_all(g, &s, false);
    else
        error = lb_fail_memory(why, "a program");
    lb_stepper_close(&s);
    return error;
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
    int error = fill(g, why);
    if (error) {
        lb_program_free(g);
        return error;
    }
    *out = g;
    return LB_OK;
}

void lb_program_free(lb_program *g) {
    if (!g)
        return;
    free(g->moves);
    free(g->made);
    lb_plan_free(g->room);
    free(g->items);
    free(g);
}

/* The list that holds what goes through a port one way. */
static const list *list_of(const lb_program *g, unsigned port, lb_way way) {
    if (way == LB_SENDS)
        return &g->sends[port];
    if (g->plan->orbit == LB_SYMMETRIC)
        return &g->sends[g->plan->task->net.opposite[port]];
    return &g->receives[port];
}

uint64_t lb_program_count(const lb_program *g, unsigned port, lb_way way) {
    return list_of(g, port, way)->count;
}

/* Step, operation and items as the template has them. */
static void look_up(lb_program *g, unsigned port, lb_way way, uint64_t place, lb_move *move) {
    const lb_plan *plan = g->plan;
    if (g->room) {
        if (plan->orbit == LB_SYMMETRIC && way == LB_RECEIVES) /* what all send through the other end */
            generate(g, g->made[place].step, plan->task->net.opposite[port], LB_SENDS);
        else
            generate(g, g->made[place].step, port, way);
        move->step = g->made[place].step;
        move->op = lb_plan_op_of(g->room, 0);
        move->nitems = (uint32_t)g->room->nitems;
        for (uint32_t k = 0; k < move->nitems; k++)
            g->items[k] = lb_plan_item(g->room, k);
        return;
    }
    if (g->made) {
        const kept *k = &g->made[place];
        move->step = k->step;
        move->op = lb_task_class(plan->task) == LB_SUM ? LB_OP_SUM : LB_OP_COPY;
        move->nitems = 1;
        g->items[0] = (lb_item){.origin = k->origin, .dest = k->dest, .hi = plan->denominator};
        return;
    }
    uint64_t m = g->moves[place], first = lb_plan_first_item(plan, m);
    move->step = lb_plan_step_of(plan, m);
    move->op = lb_plan_op_of(plan, m);
    move->nitems = (uint32_t)(lb_plan_first_item(plan, m + 1) - first);
    for (uint32_t k = 0; k < move->nitems; k++)
        g->items[k] = lb_plan_item(plan, first + k);
}

void lb_program_packet(lb_program *g, unsigned port, lb_way way, uint64_t index, lb_move *move) {
    const lb_net *net = &g->plan->task->net;
    uint32_t peer = lb_neighbor(net, g->node, port), shift = 0;
    move->from = way == LB_SENDS ? g->node : peer;
    move->to = way == LB_SENDS ? peer : g->node;
    move->port = (uint8_t)(way == LB_SENDS ? port : net->opposite[port]);
    if (g->plan->orbit == LB_SYMMETRIC)
        shift = move->from;
    else if (g->plan->orbit == LB_ROOTED)
        shift = g->plan->task->root;
    look_up(g, port, way, list_of(g, port, way)->first + index, move);
    move->items = g->items;
    move->nvia = 0;
    move->via = NULL;
    for (uint32_t k = 0; k < move->nitems; k++)
        g->items[k] = lb_item_translate(net, g->class, g->items[k], shift);
}

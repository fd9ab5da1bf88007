/* The plan of recursive multiplying, made step by step when it is read: see multiply.h. */
#include "algo/flight/multiply.h"

#include <stdlib.h>

/* Blocks whose digits of the levels first .. are any and whose others are a node's: counted through. */
typedef struct counter {
    const lb_multiply *m;
    uint32_t first, block;
    uint32_t digit[LB_MOST_GROUPS];
    bool over;
} counter;

static void begin(counter *c, const lb_multiply *m, const lb_net *net, uint32_t first, uint32_t node) {
    *c = (counter){.m = m, .first = first};
    for (uint32_t l = 0; l < first; l++)
        c->block += m->level[l].value[lb_group_position(&m->level[l], net, node)];
}

static void next(counter *c) {
    for (uint32_t l = c->first; l < c->m->levels; l++) {
        const lb_group *g = &c->m->level[l];
        c->block -= g->value[c->digit[l]];
        c->digit[l] = c->digit[l] + 1 < g->size ? c->digit[l] + 1 : 0;
        c->block += g->value[c->digit[l]];
        if (c->digit[l])
            return;
    }
    c->over = true;
}

static void one(const lb_plan *plan, uint32_t step, uint32_t node, unsigned port, lb_plan *room) {
    const lb_multiply *m = plan->generator.data;
    const lb_net *net = &plan->task->net;
    uint32_t level, own;
    lb_part what = lb_multiply_step(m, step, &level, &own);
    const lb_group *g = &m->level[level];
    uint32_t from = lb_group_position(g, net, node), to = 0;
    while (to < g->size && (to == from || g->step[from * g->size + to] != own || g->port[from * g->size + to] != port))
        to++;
    if (to == g->size)
        return;
    uint32_t other = node - g->value[from] + g->value[to];
    lb_room_move(room, node, port);
    if (room->op)
        lb_room_op(room, what == LB_PART_COPY ? LB_OP_COPY : LB_OP_SUM);
    counter c;
    begin(&c, m, net, what == LB_PART_ALL ? m->halvings : level + 1, what == LB_PART_SUM ? other : node);
    for (; !c.over; next(&c)) {
        if (plan->task->kind == LB_ALLGATHER)
            lb_room_item(room, c.block, 0, 0, 1);
        else
            lb_room_item(room, 0, c.block, 0, 1);
    }
}

/* Messages of all nodes in a step. */
static uint64_t count_moves(const lb_group *g, uint32_t own, uint32_t nodes) {
    uint64_t pairs = 0;
    for (uint32_t i = 0; i < g->size * g->size; i++)
        pairs += i / g->size != i % g->size && g->step[i] == own;
    return pairs * (nodes / g->size);
}

int lb_multiply_plan(const lb_task *flown, uint32_t ports, lb_multiply *m, lb_plan **plan, lb_why *why) {
    uint32_t nodes = flown->net.nodes, steps = lb_multiply_steps(m);
    uint64_t items = 0, moves = 0, most = 0;
    for (uint32_t step = 1; step <= steps; step++) {
        uint32_t level, own;
        lb_part what = lb_multiply_step(m, step, &level, &own);
        uint64_t blocks = lb_multiply_blocks(m, nodes, what, level);
        uint64_t count = count_moves(&m->level[level], own, nodes);
        moves += count;
        items += count * blocks;
        most = blocks > most ? blocks : most;
    }
    lb_generator generator = {
        .one = one,
        .free = lb_multiply_free,
        .data = m,
        .bytes = sizeof *m,
        .items = items,
        .most_items = most,
        .has_op = flown->kind == LB_ALLREDUCE,
        .has_origin = flown->kind == LB_ALLGATHER,
        .has_dest = flown->kind != LB_ALLGATHER,
    };
    int error = lb_plan_generated(flown, "multiplying", LB_EXPLICIT, steps, moves, generator, plan, why);
    if (error)
        return error;
    (*plan)->clock = LB_LINEAR;
    (*plan)->packet = (*plan)->denominator;
    (*plan)->ports = ports;
    return LB_OK;
}

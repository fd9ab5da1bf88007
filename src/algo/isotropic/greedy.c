/* greedy: symmetric schedules that never waste a link, for isotropic tasks (002, section 5).
 *
 * In every step every port takes a block that needs it and is not taken by another port in the same step; a port stays
 * idle only if there is none. Which block it takes is a matter of the rule: the one with most hops left (farthest, the
 * default), with fewest left (nearest), the first come (first), or any (random, with a seed). Whatever the rule, a
 * block that is not yet there has in every step either moved or been kept from moving by a busy port, so with row sums
 * up to h_r and column sums up to h_c there are at most h_r + h_c - 1 steps, where max(h_r, h_c) is the optimum (the
 * algorithm isotropic).
 *
 * A port's candidates wait in a queue by hops left. A block waits in the queues of all ports it needs; when it moves,
 * what stands in the other queues about it is out of date: new entries are made and old ones passed over when they come
 * up. */
#include "algo/common/algo.h"
#include "algo/common/queues.h"
#include "algo/isotropic/algorithms.h"
#include "algo/isotropic/task_matrix.h"
#include "base/random.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef enum choice { FARTHEST, NEAREST, FIRST, RANDOM } choice;

typedef struct scheme {
    lb_matrix m;
    const lb_plan_options *options;
    choice rule;
    lb_queues queues;
    lb_builder builder;
    uint32_t *place;   /* per row: where its block is, seen from its origin */
    uint32_t *entered; /* per row: a number that its entries in the queues must have to be up to date */
    uint32_t *moved;   /* per row: the step in which it moved last */
    uint32_t step, farthest;
    lb_waiting *aside; /* what a port had to pass over in this step */
    uint64_t random;
} scheme;

static uint32_t pick(scheme *s, uint32_t limit) {
    return lb_random_below(&s->random, limit);
}

/* How urgent a block with so many hops left is. */
static uint32_t urgency(const scheme *s, uint32_t left) {
    switch (s->rule) {
    case FARTHEST: return left;
    case NEAREST: return s->farthest - left;
    default: return 0;
    }
}

static uint32_t way_of(const scheme *s, uint64_t row) {
    return lb_net_sub(s->m.net, lb_matrix_offset(&s->m, row), s->place[row]);
}

/* Puts a block into the queues of the ports it needs. */
static int enter(scheme *s, uint64_t row) {
    uint32_t way = way_of(s, row), rest = way, left = lb_distance(s->m.net, 0, way);
    lb_waiting entry = {.origin = (uint32_t)row, .dest = s->entered[row]};
    for (unsigned i = 0; i < s->m.net->dims; i++) {
        uint32_t digit = lb_net_split(s->m.net, i, &rest);
        unsigned port;
        if (digit == 0)
            continue;
        lb_matrix_hops(&s->m, row, i, digit, &port);
        if (lb_queues_push(&s->queues, port, entry, urgency(s, left)))
            return LB_ERR_MEMORY;
    }
    return LB_OK;
}

static int enter_all(scheme *s) {
    uint32_t *order = lb_array(s->m.rows, sizeof *order);
    if (!order)
        return LB_ERR_MEMORY;
    for (uint64_t i = 0; i < s->m.rows; i++)
        order[i] = (uint32_t)i;
    for (uint64_t i = s->m.rows; s->rule == RANDOM && i > 1; i--) {
        uint64_t j = pick(s, (uint32_t)i);
        uint32_t row = order[i - 1];
        order[i - 1] = order[j];
        order[j] = row;
    }
    int error = LB_OK;
    for (uint64_t i = 0; !error && i < s->m.rows; i++)
        error = enter(s, order[i]);
    free(order);
    return error;
}

static void send(scheme *s, uint64_t row, unsigned port) {
    const lb_net *net = s->m.net;
    uint32_t place = s->place[row], offset = lb_matrix_offset(&s->m, row);
    lb_build_move(&s->builder, s->step, 0, port, LB_OP_COPY);
    lb_build_item(&s->builder, (lb_item){
                                   .origin = lb_net_sub(net, 0, place),
                                   .dest = lb_net_sub(net, offset, place),
                                   .copy = s->m.task->list ? (uint32_t)row - s->m.task->first[offset] : 0,
                                   .hi = 1,
                               });
    s->place[row] = lb_neighbor(net, place, port);
    s->moved[row] = s->step;
}

/* Lets a port take the first of its candidates that has not moved in this step. Those that have are put back: at most
 * as many as there are ports. */
static int serve(scheme *s, unsigned port, uint64_t *taken) {
    unsigned passed = 0;
    *taken = UINT64_MAX;
    while (s->queues.length[port] && *taken == UINT64_MAX) {
        lb_waiting entry = lb_queues_pop(&s->queues, port);
        uint64_t row = entry.origin;
        if (entry.dest != s->entered[row])
            continue; /* it has moved since */
        if (s->moved[row] == s->step)
            s->aside[passed++] = entry;
        else
            *taken = row;
    }
    if (*taken != UINT64_MAX)
        send(s, *taken, port);
    for (unsigned i = 0; i < passed; i++) { /* its new entries are made at the end of the step */
        uint32_t left = lb_distance(s->m.net, 0, way_of(s, s->aside[i].origin));
        if (lb_queues_push(&s->queues, port, s->aside[i], urgency(s, left)))
            return LB_ERR_MEMORY;
    }
    return s->builder.error;
}

/* One step. Ports take turns at being first; moves are kept in order of ports. */
static int do_step(scheme *s, uint64_t *left) {
    unsigned ports = s->m.net->ports, used = 0;
    uint64_t taken[LB_TORUS_PORTS], before = s->builder.nmoves;
    s->step++;
    for (unsigned i = 0; i < ports; i++)
        taken[i] = UINT64_MAX;
    for (unsigned i = 0; i < ports && used < s->options->ports; i++) {
        unsigned port = (s->step + i) % ports;
        if (serve(s, port, &taken[port]))
            return LB_ERR_MEMORY;
        used += taken[port] != UINT64_MAX;
    }
    for (unsigned port = 0; port < ports; port++) {
        if (taken[port] == UINT64_MAX)
            continue;
        s->entered[taken[port]]++;
        if (enter(s, taken[port]))
            return LB_ERR_MEMORY;
    }
    *left -= s->builder.nmoves - before;
    return LB_OK;
}

static int take_memory(scheme *s) {
    uint64_t rows = s->m.rows;
    s->place = lb_zeroed(rows, sizeof *s->place);
    s->entered = lb_zeroed(rows, sizeof *s->entered);
    s->moved = lb_zeroed(rows, sizeof *s->moved);
    s->aside = lb_array(LB_TORUS_PORTS, sizeof *s->aside);
    if (!s->place || !s->entered || !s->moved || !s->aside)
        return LB_ERR_MEMORY;
    return lb_queues_begin(&s->queues, s->m.net->ports, s->farthest);
}

static int run(scheme *s, lb_plan **plan, lb_why *why) {
    uint64_t left = s->m.all;
    int error = lb_build_expect(&s->builder, left, left, why);
    if (error)
        return error;
    error = take_memory(s);
    if (!error)
        error = enter_all(s);
    while (!error && left > 0)
        error = do_step(s, &left);
    if (error)
        return lb_fail_memory(why, "a greedy schedule");
    return lb_build_finish(&s->builder, "greedy", plan, why);
}

static int find_rule(const char *name, choice *rule, lb_why *why) {
    static const char *const names[] = {"farthest", "nearest", "first", "random"};
    *rule = FARTHEST;
    for (int i = 0; name && i < 4; i++) {
        if (strcmp(name, names[i]) == 0) {
            *rule = (choice)i;
            return LB_OK;
        }
    }
    return name ? lb_fail(why, LB_ERR_ARG, "there is no rule '%.40s'; choose farthest, nearest, first or random", name)
                : LB_OK;
}

static int build_one(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    scheme s = {.options = o, .farthest = lb_diameter(&task->net), .random = o->seed};
    int error = find_rule(o->rule, &s.rule, why);
    if (!error)
        error = lb_matrix_make(&s.m, task, 1, why);
    if (error)
        return error;
    lb_build_begin(&s.builder, task, LB_SYMMETRIC, o->clock, o->ports, 1, 0);
    error = run(&s, plan, why);
    lb_build_abandon(&s.builder);
    lb_queues_end(&s.queues);
    lb_matrix_free(&s.m);
    free(s.place);
    free(s.entered);
    free(s.moved);
    free(s.aside);
    return error;
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    return lb_build_packets(build_one(task, o, plan, why), o, plan, why);
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    (void)task;
    return o->rule ? 95 : 35;
}

const lb_algo lb_algo_greedy = {
    .info = {.name = "greedy",
             .source = "Varvarigos & Bertsekas 1992 (002), section 5",
             .tasks = LB_TASK_BIT(LB_ALLTOALL) | LB_TASK_BIT(LB_ISOTROPIC) | LB_TASK_BIT(LB_NEIGHBORS),
             .any_ports = true,
             .min_ports = 1,
             .unit = true,
             .linear = true,
             .promise = "no link wasted, by rule; at most h_r+h_c-1 steps with all ports; fewest transmissions"},
    .suits = suits,
    .build = build,
};

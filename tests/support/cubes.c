/* 000's collectives by number, and comparing plans step by step. */
#include "support/cubes.h"

#include <stdlib.h>

uint64_t cube_quotient(unsigned d) {
    return d ? t_ceil((UINT64_C(1) << d) - 1, d) : 0;
}

static uint64_t half_the_nodes(unsigned d) {
    return (UINT64_C(1) << d) / 2;
}

static uint64_t everything_everywhere(unsigned d) {
    return ((UINT64_C(1) << d) - 1) << d;
}

static uint64_t all_distances(unsigned d) {
    return d * half_the_nodes(d);
}

static uint64_t all_distances_of_all(unsigned d) {
    return all_distances(d) << d;
}

const cube_algo cube_algos[CUBE_ALGOS] = {
    {"multinode-broadcast", LB_ALLGATHER, cube_quotient, everything_everywhere},
    {"multinode-reduce", LB_REDUCE_SCATTER, cube_quotient, everything_everywhere},
    {"balanced-scatter", LB_SCATTER, cube_quotient, all_distances},
    {"balanced-gather", LB_GATHER, cube_quotient, all_distances},
    {"total-exchange", LB_ALLTOALL, half_the_nodes, all_distances_of_all},
};

lb_task *cube_task(unsigned d, lb_task_kind kind, uint32_t root) {
    char name[16];
    lb_task *task = NULL;
    lb_why why = {""};
    snprintf(name, sizeof name, "cube:%u", d);
    lb_net *net = t_net(name);
    if (lb_task_create(net, kind, &(lb_task_params){.root = root}, &task, &why))
        fail_msg("%s", why.text);
    lb_net_free(net);
    return task;
}

lb_plan *cube_plan(unsigned d, lb_task_kind kind, const char *algorithm, uint32_t root, uint64_t packets) {
    lb_task *task = cube_task(d, kind, root);
    t_note("%s, d = %u, root %u, %u packets", algorithm, d, (unsigned)root, (unsigned)packets);
    lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = algorithm, .packets = packets});
    lb_task_free(task);
    return plan;
}

lb_plan *cube_plan_of(unsigned which, unsigned d, uint32_t root) {
    return cube_plan(d, cube_algos[which].kind, cube_algos[which].name, root, 1);
}

static int by_place(const void *left, const void *right) {
    const lb_move *a = left, *b = right;
    if (a->step != b->step)
        return a->step < b->step ? -1 : 1;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    return a->port < b->port ? -1 : a->port > b->port;
}

void cube_same_sets(const lb_plan *a, const lb_plan *b) {
    t_moves left = t_moves_of(a), right = t_moves_of(b);
    T_EQUAL(lb_plan_steps(a), lb_plan_steps(b));
    T_EQUAL(left.count, right.count);
    qsort(left.at, left.count, sizeof *left.at, by_place);
    qsort(right.at, right.count, sizeof *right.at, by_place);
    for (uint64_t i = 0; i < left.count; i++)
        t_same_move(&left.at[i], &right.at[i]);
    t_moves_free(&left);
    t_moves_free(&right);
}

void cube_meets_bound(const lb_plan *plan) {
    lb_bound bound;
    const lb_task *task = lb_plan_task(plan);
    T_EQUAL(lb_bound_unit(task, 0, 1, &bound, NULL), LB_OK);
    T_EQUAL(lb_plan_steps(plan), bound.steps);
    T_EQUAL(lb_plan_moves(plan), bound.transmissions);
    T_EQUAL(lb_witness_verify(task, 0, 1, &bound.steps_witness, NULL), LB_OK);
    T_EQUAL(lb_witness_verify(task, 0, 1, &bound.transmissions_witness, NULL), LB_OK);
    T_EQUAL(bound.steps_witness.value, bound.steps);
    T_EQUAL(bound.transmissions_witness.value, bound.transmissions);
}

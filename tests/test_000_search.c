/* 000's counts are the least possible: on the smallest cubes all schedules are tried.
 *
 * A node keeps what it has sent, so more is never worse, and a schedule is what each directed link carries in each
 * step: a block that its sender held before the step, or nothing. All choices of all steps but the last are tried; for
 * the last it is seen directly whether every node can be sent all it lacks, each block over another link. No bound is
 * used to cut the search short. */
#include "support/cubes.h"

enum { MOST_NODES = 8, MOST_DIMS = 3 };

typedef struct problem {
    unsigned d;
    uint32_t want[MOST_NODES]; /* sets of blocks */
    unsigned blocks;
    unsigned least; /* transmissions, of the best schedule so far; UINT32_MAX: none */
} problem;

/* Whether node v's missing blocks can come over different links: one link after another takes one, or none. */
static bool served(const problem *p, const uint32_t *held, uint32_t v, unsigned port, uint32_t missing) {
    if (!missing)
        return true;
    if (port == p->d)
        return false;
    uint32_t offered = missing & held[v ^ UINT32_C(1) << port];
    for (uint32_t rest = offered; rest; rest &= rest - 1) {
        if (served(p, held, v, port + 1, missing & ~(rest & -rest)))
            return true;
    }
    return served(p, held, v, port + 1, missing);
}

static void last_step(problem *p, const uint32_t *held, unsigned sent) {
    for (uint32_t v = 0; v < UINT32_C(1) << p->d; v++) {
        uint32_t missing = p->want[v] & ~held[v];
        if (!served(p, held, v, 0, missing))
            return;
        sent += (unsigned)__builtin_popcount(missing);
    }
    p->least = sent < p->least ? sent : p->least;
}

static void search(problem *p, const uint32_t *before, const uint32_t *held, unsigned link, unsigned left,
                   unsigned sent) {
    if (left == 1) {
        last_step(p, held, sent);
        return;
    }
    if (link == p->d << p->d) {
        search(p, held, held, 0, left - 1, sent);
        return;
    }
    uint32_t from = link / p->d, to = from ^ UINT32_C(1) << link % p->d;
    search(p, before, held, link + 1, left, sent);
    uint32_t after[MOST_NODES];
    for (uint32_t rest = before[from] & ~held[to]; rest; rest &= rest - 1) { /* what is there already is no use */
        for (uint32_t v = 0; v < MOST_NODES; v++)
            after[v] = held[v];
        after[to] |= rest & -rest;
        search(p, before, after, link + 1, left, sent + 1);
    }
}

/* The fewest transmissions of any schedule of so many steps; UINT32_MAX when there is none. */
static unsigned least_in(unsigned d, lb_task_kind kind, unsigned steps) {
    lb_task *task = cube_task(d, kind, 0);
    problem p = {.d = d, .least = UINT32_MAX, .blocks = (unsigned)lb_task_blocks(task)};
    uint32_t held[MOST_NODES] = {0};
    T_TRUE(p.blocks <= 32 && d <= MOST_DIMS);
    for (unsigned b = 0; b < p.blocks; b++) {
        uint32_t origin, dest, copy;
        lb_task_name(task, b, &origin, &dest, &copy);
        held[origin] |= UINT32_C(1) << b;
        for (uint32_t v = 0; v < UINT32_C(1) << d; v++)
            p.want[v] |= lb_task_wants(task, b, v) ? UINT32_C(1) << b : 0;
    }
    lb_task_free(task);
    if (steps > 0)
        search(&p, held, held, 0, steps, 0);
    return p.least;
}

static void check_least(unsigned d, unsigned which) {
    const cube_algo *algo = &cube_algos[which];
    lb_plan *plan = cube_plan_of(which, d, 0);
    unsigned steps = lb_plan_steps(plan);
    T_EQUAL(least_in(d, algo->kind, steps - 1), UINT32_MAX);
    T_EQUAL(least_in(d, algo->kind, steps), lb_plan_moves(plan));
    lb_plan_free(plan);
}

static void test_cubes_of_1_and_2(void **state) {
    (void)state;
    for (unsigned d = 1; d <= 2; d++) {
        check_least(d, CUBE_BROADCAST);
        check_least(d, CUBE_SCATTER);
        check_least(d, CUBE_EXCHANGE);
    }
}

/* Nor does the scatter to seven nodes go in two steps. */
static void test_scatter_on_the_3_cube(void **state) {
    (void)state;
    T_EQUAL(cube_quotient(3), 3);
    T_EQUAL(least_in(3, LB_SCATTER, 1), UINT32_MAX);
    T_EQUAL(least_in(3, LB_SCATTER, 2), UINT32_MAX);
}

/* With a step more there are schedules, too, but none of fewer transmissions. */
static void test_a_step_more(void **state) {
    (void)state;
    T_EQUAL(least_in(1, LB_ALLTOALL, 2), 2);
    T_EQUAL(least_in(2, LB_SCATTER, 3), 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cubes_of_1_and_2),
        cmocka_unit_test(test_scatter_on_the_3_cube),
        cmocka_unit_test(test_a_step_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* lattice-joined: what looks the same from every node, on the linear clock: whatever goes through a port in a step goes
 * as one packet, so that a start-up is paid for many blocks.
 *
 * Ways are those of lattice-exchange: shortest, and even over the ports. Hops commute, so a block may make its hops in
 * any order: on all ports as many steps as the farthest block has hops are enough, and with S steps, in each of which
 * every port carries about as much (join.c), it takes nearly
 *
 *      L*tau*m + S*beta,   L the load of a port in blocks
 *
 * of which the first is the bound of the links where ways can be even, and S, the hops of the farthest block, the
 * fewest start-ups. More steps, and blocks cut into parts, are tried where that evens out what steps carry. */
#include "algo/common/algo.h"
#include "algo/lattice/algorithms.h"
#include "algo/lattice/join.h"

enum { MOST_PARTS = 4, TRIES = 6 };

#define MOST_HOPS (UINT64_C(1) << 18)
#define WAYS_WORK (UINT64_C(1) << 21) /* nearly even is enough */
#define NEARLY    1.01

typedef struct choice {
    uint64_t parts;
    uint32_t steps;
    double time, ideal; /* ideal: if all steps are even */
} choice;

static void write_row(const lb_join *j, uint64_t row, lb_builder *b) {
    const lb_even_ways *w = j->w;
    uint32_t place = 0, offset = lb_even_ways_offset(w, row), piece = (uint32_t)(row % w->packets);
    uint32_t copy = w->task->list ? (uint32_t)lb_even_ways_block(w, row) - w->task->first[offset] : 0;
    for (uint64_t i = w->first[row]; i < w->first[row + 1]; i++) {
        lb_build_move(b, j->when[i], 0, w->port[i], LB_OP_COPY);
        lb_build_item(b, (lb_item){
                             .origin = lb_net_sub(w->net, 0, place),
                             .dest = lb_net_sub(w->net, offset, place),
                             .copy = copy,
                             .lo = piece,
                             .hi = piece + UINT64_C(1),
                         });
        place = lb_net_add(w->net, place, w->net->unit[w->port[i]]);
    }
}

static int write_plan(const lb_join *j, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_builder b;
    lb_build_begin(&b, j->w->task, LB_SYMMETRIC, LB_LINEAR, o->ports, j->w->packets, 0);
    int error = lb_build_expect(&b, j->w->all, j->w->all, why);
    for (uint64_t row = 0; row < j->w->rows && !error; row++)
        write_row(j, row, &b);
    if (error) {
        lb_build_abandon(&b);
        return error;
    }
    return lb_build_finish(&b, "lattice-joined", plan, why);
}

/* The best number of steps for these parts: from the fewest on, each a quarter more. */
static void try_steps(lb_join *j, const lb_cost *cost, choice *best) {
    double unit = lb_ratio_value(cost->tau) * (double)cost->bytes / (double)j->w->packets;
    uint32_t steps = lb_join_least(j);
    for (unsigned i = 0; i < TRIES; i++, steps += steps / 4 + 1) {
        lb_join_place(j, steps);
        double time = unit * (double)j->units + lb_ratio_value(cost->beta) * j->steps;
        if (time < best->time)
            *best = (choice){j->w->packets, steps, time, 0};
    }
    best->ideal = unit * (double)lb_even_ways_steps(j->w, j->limit) + lb_ratio_value(cost->beta) * lb_join_least(j);
}

/* With parts tried, if there is a plan to be written in so many steps; else only tried. */
static int join(const lb_task *task, const lb_plan_options *o, uint64_t parts, bool written, choice *best,
                lb_plan **plan, lb_why *why) {
    lb_even_ways w;
    lb_join j;
    int error = lb_even_ways_find(&w, task, parts, WAYS_WORK, why);
    if (error)
        return error;
    if (lb_join_begin(&j, &w, o->ports)) {
        error = lb_fail_memory(why, "a plan");
    } else if (written) {
        lb_join_place(&j, best->steps);
        error = write_plan(&j, o, plan, why);
    } else {
        try_steps(&j, o->cost, best);
    }
    lb_join_end(&j);
    lb_even_ways_free(&w);
    return error;
}

static uint64_t hops_of(const lb_task *task) {
    uint64_t blocks = task->list ? task->count : task->net.nodes;
    return lb_times(blocks, lb_diameter(&task->net) + UINT64_C(1));
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    choice best = {.time = 1e300};
    int error = LB_OK;
    *plan = NULL;
    for (uint64_t parts = 1; parts <= MOST_PARTS && best.time > NEARLY * best.ideal && !error; parts *= 2) {
        if (parts == 1 || (lb_times(hops_of(task), parts) <= MOST_HOPS && o->cost->bytes % parts == 0))
            error = join(task, o, parts, false, &best, plan, why);
    }
    return error ? error : join(task, o, best.parts, true, &best, plan, why);
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    return o->cost && o->packets == 1 && task->net.ports && hops_of(task) <= MOST_HOPS ? 15 : 0;
}

static uint64_t work(const lb_task *task, const lb_plan_options *o) {
    (void)o;
    return lb_times(hops_of(task), lb_diameter(&task->net) + UINT64_C(1)) / 8;
}

const lb_algo lb_algo_lattice_joined = {
    .info = {.name = "lattice-joined",
             .source = "after Varvarigos & Bertsekas 1992 (002); blocks that go the same way joined",
             .tasks = LB_TASK_BIT(LB_ALLTOALL) | LB_TASK_BIT(LB_ISOTROPIC) | LB_TASK_BIT(LB_NEIGHBORS),
             .lattices = true,
             .wide = true,
             .any_ports = true,
             .min_ports = 1,
             .linear = true,
             .promise = "on all ports start-ups as many as the farthest block's hops; loads nearly even"},
    .suits = suits,
    .needs = "it is for the linear clock, one packet a block, and not too many blocks",
    .work = work,
    .build = build,
};

/* lattice-exchange: what looks the same from every node (all-to-all, isotropic lists, neighbours), on any lattice.
 *
 * After Varvarigos and Bertsekas 1992 (002), whose argument needs no torus: hops commute, so a packet may make its hops
 * in any order, and what is planned for node 0's packets all nodes do at the same time without meeting. Choose a
 * shortest way for each packet so that the ports are loaded evenly (ways.c); a hop of a packet through a port is an
 * edge between the two, and steps are colours of edges (colour.c): so the plan takes the largest of the hops of a
 * packet, the load of a port and, on k ports, all hops by k, and nothing that goes by these ways takes less.
 * Transmissions are the fewest there are. Where the ports can be loaded evenly it is the bound of the links. */
#include "algo/lattice/algorithms.h"
#include "algo/lattice/colour.h"
#include "algo/lattice/ways.h"
#include "base/exact.h"

#include <stdlib.h>

#define MOST_BYTES (UINT64_C(1) << 28)

static void paint(const lb_even_ways *w, lb_colours *c) {
    for (uint64_t row = 0; row < w->rows; row++) {
        for (uint64_t i = w->first[row]; i < w->first[row + 1]; i++)
            lb_colours_add(c, (uint32_t)row, w->port[i]);
    }
}

/* A packet's hops in the order of their steps. */
static void write_row(const lb_even_ways *w, const lb_colours *c, uint64_t row, lb_builder *b) {
    uint32_t place = 0, offset = lb_even_ways_offset(w, row), piece = (uint32_t)(row % w->packets);
    uint32_t copy = w->task->list ? (uint32_t)lb_even_ways_block(w, row) - w->task->first[offset] : 0;
    for (uint64_t step = 0; step < c->steps && place != offset; step++) {
        unsigned port = c->port_of[row * c->steps + step];
        if (port == LB_NO_PORT)
            continue;
        lb_build_move(b, (uint32_t)step + 1, 0, port, LB_OP_COPY);
        lb_build_item(b, (lb_item){
                             .origin = lb_net_sub(w->net, 0, place),
                             .dest = lb_net_sub(w->net, offset, place),
                             .copy = copy,
                             .lo = piece,
                             .hi = piece + UINT64_C(1),
                         });
        place = lb_net_add(w->net, place, w->net->unit[port]);
    }
}

static int write_plan(const lb_even_ways *w, const lb_colours *c, const lb_plan_options *o, lb_plan **plan,
                      lb_why *why) {
    lb_builder b;
    lb_build_begin(&b, w->task, LB_SYMMETRIC, o->clock, o->ports, w->packets, o->clock == LB_UNIT ? 1 : 0);
    int error = lb_build_expect(&b, w->all, w->all, why);
    for (uint64_t row = 0; row < w->rows && !error; row++)
        write_row(w, c, row, &b);
    if (error) {
        lb_build_abandon(&b);
        return error;
    }
    return lb_build_finish(&b, "lattice-exchange", plan, why);
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_even_ways w;
    lb_colours c;
    *plan = NULL;
    int error = lb_even_ways_find(&w, task, o->packets, why);
    if (error)
        return error;
    uint64_t steps = lb_even_ways_steps(&w, o->ports);
    if (lb_colours_bytes(w.rows, w.net->ports, steps) > MOST_BYTES || steps >= UINT32_MAX)
        error = lb_fail(why, LB_ERR_SIZE, "%.3g packets are too many for an exchange on a lattice", (double)w.rows);
    else if (lb_colours_begin(&c, w.rows, w.net->ports, steps))
        error = lb_fail_memory(why, "a plan");
    if (!error) {
        paint(&w, &c);
        if (o->ports < w.net->ports)
            lb_colours_even(&c, o->ports);
        error = write_plan(&w, &c, o, plan, why);
        lb_colours_end(&c);
    }
    lb_even_ways_free(&w);
    return error;
}

/* Tori have closed forms. */
static int suits(const lb_task *task, const lb_plan_options *o) {
    uint64_t blocks = task->list ? task->count : task->net.nodes, rows = lb_times(blocks, o->packets);
    uint64_t hops = lb_times(rows, lb_diameter(&task->net) + UINT64_C(1)), steps = hops / (o->ports ? o->ports : 1) + 1;
    if (rows > UINT64_C(1) << 24 || lb_colours_bytes(rows, task->net.ports, steps) > 2 * MOST_BYTES)
        return 0;
    return lb_net_is_whole(&task->net) ? 10 : 95;
}

static uint64_t work(const lb_task *task, const lb_plan_options *o) {
    uint64_t blocks = task->list ? task->count : task->net.nodes;
    return lb_times(lb_times(blocks, o->packets), task->net.ports + UINT64_C(8)) / 8;
}

const lb_algo lb_algo_lattice_exchange = {
    .info = {.name = "lattice-exchange",
             .source = "after Varvarigos & Bertsekas 1992 (002), with generators for dimensions",
             .tasks = LB_TASK_BIT(LB_ALLTOALL) | LB_TASK_BIT(LB_ISOTROPIC) | LB_TASK_BIT(LB_NEIGHBORS),
             .lattices = true,
             .wide = true,
             .any_ports = true,
             .min_ports = 1,
             .unit = true,
             .linear = true,
             .promise =
                 "the largest of a packet's hops, a port's load and all hops by the ports; fewest transmissions"},
    .suits = suits,
    .needs = "it has too many packets",
    .work = work,
    .build = build,
};

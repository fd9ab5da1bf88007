/* far-broadcast: a broadcast in as few start-ups as flights allow, and a reduce, which is one turned round.
 *
 * A node that drives k links tells k others in a step, wherever they are, if the flights of a step share no link. So
 * after s steps (k+1)^s nodes can know, and n of them need S = ceil(log n / log(k+1)) steps: the bound (all-port
 * wormhole broadcasting; for cubes Ho and Kao 1995). On one ring a closed form does that (thirds.c); on others whom to
 * tell first is looked for (far.c), and large ones are told grid first, tiles then (tower.c). On dimension-order
 * networks ways are the network's, taken one after another.
 *
 *      S steps, or a few more; on the linear clock S*(tau*m + beta) and the flights' hops */
#include "algo/flight/algorithms.h"
#include "algo/flight/telling.h"
#include "net/flights.h"

#include <stdlib.h>

#define MOST_NODES 65536 /* beyond, looking up the routes takes seconds */

/* The plan of what was found, on the network of its flights. */
static int write_down(const lb_telling *t, const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_net *flights = NULL;
    lb_task *flown = NULL;
    int error = lb_telling_flights(t, &flights, why);
    if (!error)
        error = lb_task_on(task, flights, &flown, why);
    if (!error) {
        lb_builder b;
        lb_build_begin(&b, flown, LB_ROOTED, o->clock, o->ports, 1, 1);
        for (uint32_t step = 1, i = 0; step <= t->steps; step++) {
            for (; i < t->first[step]; i++) {
                lb_route route = {t->flight[i].links, t->flight[i].port};
                lb_build_move(&b, step, t->flight[i].from, lb_net_port_of_route(flights, route), LB_OP_COPY);
                lb_build_block(&b, 0, LB_NONE);
            }
        }
        error = lb_build_finish(&b, "far-broadcast", plan, why);
    }
    lb_net_free(flights);
    lb_task_free(flown);
    return error;
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    const lb_net *net = &task->net;
    lb_telling t;
    int error = lb_telling_begin(&t, net, o->ports < net->ports ? o->ports : net->ports, why);
    if (error)
        return error;
    error = lb_tell(&t, why);
    if (!error)
        error = write_down(&t, task, o, plan, why);
    lb_telling_end(&t);
    return lb_build_packets(error, o, plan, why);
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    lb_routing routing = lb_net_routing(&task->net);
    if (routing == LB_STORE_AND_FORWARD || task->net.nodes < 2 || task->net.nodes > MOST_NODES)
        return 0;
    if (routing == LB_DIMENSION_ORDER && task->kind == LB_REDUCE) /* routes back are others there */
        return 0;
    return o->clock == LB_UNIT && o->packets == 1 ? 100 : 20;
}

static uint64_t work(const lb_task *task, const lb_plan_options *o) {
    (void)o;
    uint64_t n = task->net.nodes;
    return n <= 256 ? n * n / 32 + 100 : 4000 + n;
}

const lb_algo lb_algo_far_broadcast = {
    .info = {.name = "far-broadcast",
             .source = "all-port wormhole broadcasting, after Ho & Kao 1995; ways by flows",
             .tasks = LB_TASK_BIT(LB_BROADCAST),
             .any_ports = true,
             .min_ports = 1,
             .unit = true,
             .linear = true,
             .promise = "ceil(log n / log(k+1)) steps, the least, or a few more"},
    .suits = suits,
    .needs = "it needs a torus that cuts through, of at most 65536 nodes; a reduce, one whose routes are free",
    .work = work,
    .build = build,
};

const lb_algo lb_algo_far_reduce = {
    .info = {.name = "far-reduce",
             .source = "far-broadcast turned round",
             .tasks = LB_TASK_BIT(LB_REDUCE),
             .any_ports = true,
             .min_ports = 1,
             .unit = true,
             .linear = true,
             .promise = "ceil(log n / log(k+1)) steps, the least, or a few more"},
    .reverse_of = &lb_algo_far_broadcast,
};

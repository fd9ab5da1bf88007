/* dimension-exchange: an alltoall on one port: dimension by dimension, everything that has to go that way in one
 * packet.
 *
 * When dimension i begins a node has all blocks, of whatever origin, whose destination's lower digits are its own. On a
 * ring of radix k it sends in step s, first all one way, then all the other, what has that way s or more hops to go, of
 * those the last to come in from behind; blocks for the opposite node of an even ring go forward. So
 *
 *      n*sum(floor(k^2/4)/k)*tau*m + sum(k-1)*beta,      on the d-cube  d*2^(d-1)*tau*m + d*beta
 *
 * The data term is at the one-port bound: every hop of every block takes a port somewhere, and all ports are always at
 * work. On the cube the start-ups are the fewest too. */
#include "algo/torus/algorithms.h"
#include "algo/torus/rings.h"

#include <stdlib.h>

/* One packet: step s along a ring, one way. Names are relative to the sender: lower digits of origins are any, of
 * destinations zero; higher digits the other way round. */
static void emit_packet(lb_builder *b, const lb_rings *rings, unsigned ring, unsigned way, uint32_t s) {
    const lb_net *net = &b->task->net;
    uint32_t k = rings->radix[ring], stride = net->stride[rings->dim[ring]], above = net->nodes / (stride * k);
    uint32_t most = way ? (k - 1) / 2 : k / 2, past = (way ? s - 1 : (k - (s - 1)) % k) * stride;
    for (uint32_t hops = s; hops <= most; hops++) {
        uint32_t left = hops - (s - 1), digit = way ? k - left : left;
        for (uint32_t low = 0; low < stride; low++) {
            for (uint32_t high = 0; high < above; high++)
                lb_build_item(
                    b,
                    (lb_item){.origin = low + past, .dest = digit % k * stride + high * stride * k, .lo = 0, .hi = 1});
        }
    }
}

static uint64_t count_items(const lb_net *net, const lb_rings *rings) {
    uint64_t items = 0;
    for (unsigned i = 0; i < rings->count; i++)
        items += (uint64_t)net->nodes / rings->radix[i] * ((uint64_t)rings->radix[i] * rings->radix[i] / 4);
    return items;
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    const lb_net *net = &task->net;
    lb_rings rings;
    lb_builder b;
    uint32_t step = 0;
    uint64_t moves = 0;
    lb_rings_of(net, &rings);
    for (unsigned i = 0; i < rings.count; i++)
        moves += rings.radix[i] - 1;
    lb_build_begin(&b, task, LB_SYMMETRIC, LB_LINEAR, o->ports, 1, 0);
    int error = lb_build_expect(&b, moves, count_items(net, &rings), why);
    if (error)
        return error;
    for (unsigned ring = 0; ring < rings.count; ring++) {
        for (unsigned way = 0; way < rings.ways[ring]; way++) {
            uint32_t most = way ? (rings.radix[ring] - 1) / 2 : rings.radix[ring] / 2;
            for (uint32_t s = 1; s <= most; s++) {
                lb_build_move(&b, ++step, 0, net->first_port[rings.dim[ring]] + way, LB_OP_COPY);
                emit_packet(&b, &rings, ring, way, s);
            }
        }
    }
    return lb_build_finish(&b, "dimension-exchange", plan, why);
}

/* On more ports both ways round a ring overlap: not exact then, but where there is one way only. */
static int time(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    lb_rings rings;
    uint64_t steps = 0;
    lb_rings_of(&task->net, &rings);
    for (unsigned i = 0; i < rings.count; i++)
        steps += rings.radix[i] - 1;
    int error = lb_formula_set(
        f, task->net.cube ? "d*2^(d-1)*tau*m + d*beta" : "n*sum(floor(k^2/4)/k)*tau*m + sum(k-1)*beta, k the radices",
        count_items(&task->net, &rings), 1, steps);
    f->exact = task->net.cube || o->ports == 1;
    return error;
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    (void)task;
    return o->ports == 1 ? 85 : 20;
}

const lb_algo lb_algo_dimension_exchange = {
    .info = {.name = "dimension-exchange",
             .source = "Stout & Wagar 1990 (001), section 6, on one port and any torus",
             .tasks = LB_TASK_BIT(LB_ALLTOALL),
             .any_ports = true,
             .min_ports = 1,
             .linear = true,
             .promise = "d*2^(d-1)*tau*m + d*beta on the cube: optimal on one port"},
    .suits = suits,
    .time = time,
    .build = build,
};

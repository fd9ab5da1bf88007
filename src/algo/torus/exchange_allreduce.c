/* exchange-allreduce: neighbours swap and add, dimension by dimension: an allreduce in as many start-ups as the
 * diameter.
 *
 * Along a dimension of radix 2 the two nodes send each other all they have and add it up; of radix 3 each of the three
 * to both others; on a ring of 4, which is a square, first 0 with 1 and 2 with 3, then 1 with 2 and 3 with 0. After all
 * dimensions everybody has the sum of all. (On larger rings a sum would have to be kept apart from what is passed on,
 * which partial sums do not allow.)
 *
 * With all ports the vector is cut into D parts, D the number of dimensions, and part r begins with dimension r: all
 * links are at work, and on the d-cube it takes
 *
 *      tau*m + d*beta
 *
 * Nobody can be faster than d start-ups; histogram-broadcast needs 2d, but for long vectors only about 2/d of the data
 * term. On rings of 4 two halves of a part begin with different neighbours. With fewer ports the whole vector goes
 * through one dimension after another: d*(tau*m + beta). */
#include "algo/torus/algorithms.h"
#include "algo/torus/rings.h"

#include <stdlib.h>

typedef struct exchange {
    lb_rings rings;
    unsigned parts;              /* that the vector is cut into, per dimension to begin with: `halves` */
    unsigned halves;             /* 2 on rings of 4: the other half begins with the other neighbour */
    uint32_t start[LB_MAX_DIMS]; /* one part: the steps before the ring's */
} exchange;

static uint32_t steps_of(const exchange *x) {
    uint32_t all = 0;
    for (unsigned i = 0; i < x->rings.count; i++)
        all += x->rings.radix[i] / 2;
    return x->parts > 1 ? x->rings.count * x->rings.hops : all;
}

static void shape(const lb_net *net, bool parts, exchange *x) {
    lb_rings_of(net, &x->rings);
    x->halves = parts && x->rings.alike && x->rings.count && x->rings.radix[0] == 4 ? 2 : 1;
    x->parts = parts && x->rings.count ? x->rings.count * x->halves : 1;
    for (unsigned i = 0; i < x->rings.count; i++)
        x->start[i] = i ? x->start[i - 1] + x->rings.radix[i - 1] / 2 : 0;
}

/* In which of a ring's steps (from 1) the port is used by a node with this digit. */
static uint32_t step_of_port(uint32_t radix, uint32_t digit, unsigned way) {
    return radix == 4 ? 1 + (digit % 2 != way) : 1;
}

static void one(const lb_plan *plan, uint32_t step, uint32_t node, unsigned port, lb_plan *room) {
    const exchange *x = plan->generator.data;
    const lb_net *net = &plan->task->net;
    unsigned dim = lb_port_dim(net, port), ring = 0, way = port - net->first_port[dim];
    while (x->rings.dim[ring] != dim)
        ring++;
    uint32_t own = step_of_port(x->rings.radix[ring], lb_digit(net, node, dim), way), stage = 0, within, half = 0;
    if (x->parts > 1) {
        stage = (step - 1) / x->rings.hops;
        within = (step - 1) % x->rings.hops + 1;
    } else {
        within = step > x->start[ring] ? step - x->start[ring] : 0;
    }
    if (x->halves == 2)
        half = within != own;
    else if (within != own)
        return;
    uint64_t part = (uint64_t)((ring + x->rings.count - stage) % x->rings.count) * x->halves + half;
    lb_room_move(room, node, port);
    for (uint32_t block = 0; block < net->nodes; block++) {
        if (x->parts > 1)
            lb_room_item(room, 0, block, part, part + 1);
        else
            lb_room_item(room, 0, block, 0, 1);
    }
}

/* A ring of 4 looks different from its even and its odd nodes. */
static bool symmetric(const lb_rings *rings) {
    for (unsigned i = 0; i < rings->count; i++) {
        if (rings->radix[i] == 4)
            return false;
    }
    return true;
}

static int formula_with(const lb_net *net, bool parts, lb_formula *f) {
    exchange x;
    shape(net, parts, &x);
    uint64_t steps = steps_of(&x);
    const char *text = x.parts == 1        ? "D*(tau*m + beta), D the diameter"
                       : x.rings.hops == 1 ? "tau*m + d*beta"
                       : x.halves == 2     ? "tau*m + 2*d*beta"
                                           : "h*tau*m + h*d*beta, h half the largest radix";
    int error = lb_formula_set(f, text, steps, x.parts, steps);
    f->exact = x.parts == 1 || x.rings.alike;
    return error;
}

/* Whether cutting the vector is possible and pays. */
static bool cut(const lb_net *net, const lb_plan_options *o) {
    lb_formula whole, parts;
    lb_ratio a, b;
    if (o->ports < net->ports)
        return false;
    if (!o->cost || formula_with(net, false, &whole) || formula_with(net, true, &parts) ||
        lb_formula_time(&whole, o->cost, &a) || lb_formula_time(&parts, o->cost, &b))
        return true;
    return lb_ratio_compare(b, a) <= 0;
}

static int time(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    return formula_with(&task->net, cut(&task->net, o), f);
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    exchange *x = lb_array(1, sizeof *x);
    if (!x)
        return lb_fail_memory(why, "a plan");
    shape(&task->net, cut(&task->net, o), x);
    bool alike = symmetric(&x->rings);
    uint64_t packets = 0;
    for (unsigned i = 0; i < x->rings.count; i++)
        packets += x->rings.ways[i];
    packets = packets * x->parts * (alike ? 1 : task->net.nodes); /* all ways in every stage, or each once */
    lb_generator generator = {
        .one = one,
        .free = free,
        .data = x,
        .bytes = sizeof *x,
        .items = packets * task->net.nodes,
        .most_items = task->net.nodes,
        .denominator = x->parts > 1 ? x->parts : 0,
        .has_dest = true,
    };
    int error = lb_plan_generated(task, "exchange-allreduce", alike ? LB_SYMMETRIC : LB_EXPLICIT, steps_of(x), packets,
                                  generator, plan, why);
    if (error)
        return error;
    (*plan)->clock = LB_LINEAR;
    (*plan)->packet = (*plan)->denominator;
    (*plan)->ports = o->ports;
    return LB_OK;
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    lb_rings rings;
    lb_rings_of(&task->net, &rings);
    for (unsigned i = 0; i < rings.count; i++) {
        if (rings.radix[i] > 4 || (rings.radix[i] == 3 && o->ports < 2))
            return 0;
    }
    return 20;
}

const lb_algo lb_algo_exchange_allreduce = {
    .info = {.name = "exchange-allreduce",
             .source = "recursive doubling of sums, its dimensions rotated as in Stout & Wagar 1990 (001)",
             .tasks = LB_TASK_BIT(LB_ALLREDUCE),
             .any_ports = true,
             .min_ports = 1,
             .linear = true,
             .promise = "tau*m + d*beta: the fewest start-ups (radices up to 4)"},
    .suits = suits,
    .needs = "it is for radices up to 4, and for radix 3 needs 2 ports",
    .time = time,
    .build = build,
};

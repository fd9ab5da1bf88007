/* torus-distribute: DISTRIBUTE 1 (001, section 5) on any torus, and torus-collect, its reverse.
 *
 * The message to x is cut into D parts, D the number of dimensions. Part r corrects the digits of x in the order r,
 * r+1, ... cyclically, on shortest ways; an opposite digit of an even ring is corrected half in one direction and half
 * in the other. The farthest nodes' messages leave first: those to distance h in step H-h+1, H being the diameter, so
 * that all arrive in step H. What goes through a link in a step is one packet.
 *
 * Radices all k: in step H-h+1 each of the root's p links carries a p-th of what goes to distance h, and no other link
 * carries more, so it takes
 *
 *      (n-1)/p*tau*m + H*beta
 *
 * and both terms are at the bound. Where the radices differ the root's links do not carry the same: the formula adds up
 * the most of each step, and is too high where a link makes up for waiting. torus-tree-scatter is for long messages
 * there. */
#include "algo/torus/algorithms.h"
#include "algo/torus/rings.h"

#include <stdlib.h>

typedef struct delivery {
    lb_builder *b;
    const lb_rings *rings;
    uint32_t dest, digit[LB_MAX_DIMS];
    uint32_t step; /* of the first hop */
    bool split;    /* some digit is opposite: halves go different ways */
} delivery;

/* The digits of x; returns its distance. */
static uint32_t look_at(const lb_net *net, delivery *d, uint32_t x) {
    uint32_t hops = 0;
    d->dest = x;
    d->split = false;
    for (unsigned i = 0; i < d->rings->count; i++) {
        uint32_t v = lb_digit(net, x, d->rings->dim[i]), k = d->rings->radix[i];
        d->digit[i] = v;
        d->split = d->split || (2 * v == k && k > 2);
        hops += v < k - v ? v : k - v;
    }
    return hops;
}

/* Takes a piece from the root to x, beginning with a ring. `back` says which way an opposite digit is corrected. */
static void route(const delivery *d, unsigned first, bool back, uint64_t lo, uint64_t hi) {
    const lb_net *net = &d->b->task->net;
    const lb_rings *rings = d->rings;
    uint32_t at = 0, step = d->step;
    for (unsigned i = 0; i < rings->count; i++) {
        unsigned ring = (first + i) % rings->count;
        uint32_t k = rings->radix[ring], v = d->digit[ring];
        bool minus = k > 2 && (2 * v > k || (2 * v == k && back));
        unsigned port = net->first_port[rings->dim[ring]] + minus;
        for (uint32_t hops = minus ? k - v : v; hops > 0; hops--) {
            lb_build_move(d->b, step++, at, port, LB_OP_COPY);
            lb_build_item(d->b, (lb_item){.dest = d->dest, .lo = lo, .hi = hi});
            at = lb_net_add(net, at, net->unit[port]);
        }
    }
}

/* Parts are [from,to), of `halves` units each: the first halves of all parts are the first half of the message. */
static void route_parts(const delivery *d, unsigned first, unsigned from, unsigned to) {
    if (from == to)
        return;
    if (!d->split) {
        route(d, first, false, (uint64_t)from * d->rings->halves, (uint64_t)to * d->rings->halves);
        return;
    }
    for (unsigned part = from; part < to; part++) {
        route(d, first, false, 2 * (uint64_t)part, 2 * (uint64_t)part + 1);
        route(d, first, true, 2 * (uint64_t)part + 1, 2 * (uint64_t)part + 2);
    }
}

/* Part r begins with the first ring from r on where x has a digit: all parts after the ring before begin with that one.
 */
static void deliver(const delivery *d) {
    unsigned count = d->rings->count, last = count;
    while (d->digit[last - 1] == 0)
        last--;
    last--; /* the last ring with a digit: parts after it begin with the first one */
    unsigned first = 0, from = 0;
    while (d->digit[first] == 0)
        first++;
    route_parts(d, first, last + 1, count);
    for (unsigned ring = first; ring < count; ring++) {
        if (d->digit[ring] == 0)
            continue;
        route_parts(d, ring, from, ring + 1);
        from = ring + 1;
    }
}

/* Not less than the pieces' hops. */
static uint64_t count_hops(const lb_net *net, delivery *d) {
    uint64_t sum = 0;
    for (uint32_t x = 1; x < net->nodes; x++) {
        uint64_t hops = look_at(net, d, x), pieces = 1;
        for (unsigned i = 0; i < d->rings->count; i++)
            pieces += d->digit[i] != 0;
        sum += hops * (d->split ? 2 * (uint64_t)d->rings->count : pieces);
    }
    return sum;
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    const lb_net *net = &task->net;
    lb_rings rings;
    lb_builder b;
    lb_rings_of(net, &rings);
    delivery d = {.b = &b, .rings = &rings};
    lb_build_begin(&b, task, LB_ROOTED, o->clock, 0, rings.count ? (uint64_t)rings.count * rings.halves : 1, 0);
    /* a message makes half as many hops as the diameter has, on average: what is far too large is refused at once */
    int error = lb_affordable(lb_times(net->nodes, lb_diameter(net) / 2 * sizeof(lb_item)), "making the plan", why);
    if (error)
        return error;
    uint64_t hops = count_hops(net, &d);
    error = lb_build_expect(&b, hops, hops, why);
    if (error)
        return error;
    for (uint32_t x = 1; x < net->nodes; x++) {
        d.step = lb_diameter(net) - look_at(net, &d, x) + 1;
        deliver(&d);
    }
    return lb_build_finish(&b, "torus-distribute", plan, why);
}

/* How many nodes of a ring are so many hops away. */
static uint64_t ring_count(uint32_t k, uint32_t hops) {
    return hops == 0 || 2 * hops == k ? 1 : 2 * hops < k ? 2 : 0;
}

/* Multiplies a polynomial (the number of nodes at each distance) by a ring's; backwards, so that it works in place. */
static void times_ring(uint64_t *poly, uint32_t top, uint32_t k, bool zero) {
    for (uint32_t h = top + 1; h-- > 0;) {
        uint64_t sum = 0;
        for (uint32_t a = !zero; a <= k / 2 && a <= h; a++)
            sum += ring_count(k, a) * poly[h - a];
        poly[h] = sum;
    }
}

/* What the root sends along a ring to each distance, in 2D-ths of a block over each of the ring's links, kept in `most`
 * where it is the most. Parts r = ring-g .. : the g rings before are 0, the others (taken one by one) are free. */
static void weigh_ring(const lb_rings *rings, unsigned ring, uint32_t top, uint64_t *poly, uint64_t *sum,
                       uint64_t *most) {
    for (uint32_t h = 0; h <= top; h++)
        poly[h] = h == 0, sum[h] = 0;
    times_ring(poly, top, rings->radix[ring], false);
    for (unsigned i = 1; i <= rings->count; i++) {
        for (uint32_t h = 0; h <= top; h++)
            sum[h] += poly[h];
        if (i < rings->count)
            times_ring(poly, top, rings->radix[(ring + i) % rings->count], true);
    }
    for (uint32_t h = 0; h <= top; h++) {
        uint64_t load = sum[h] * (rings->ways[ring] == 1 ? 2 : 1);
        most[h] = load > most[h] ? load : most[h];
    }
}

/* The sum over the distances of what the busiest of the root's links carries. */
static int root_units(const lb_net *net, const lb_rings *rings, uint64_t *units) {
    uint32_t top = lb_diameter(net);
    if ((uint64_t)top * rings->hops > UINT64_C(1) << 20)
        return LB_ERR_UNSUPPORTED;
    uint64_t *room = lb_zeroed(3 * ((uint64_t)top + 1), sizeof *room);
    if (!room)
        return LB_ERR_MEMORY;
    uint64_t *poly = room, *sum = room + top + 1, *most = sum + top + 1;
    for (unsigned ring = 0; ring < rings->count; ring++)
        weigh_ring(rings, ring, top, poly, sum, most);
    *units = 0;
    for (uint32_t h = 1; h <= top; h++)
        *units += most[h];
    free(room);
    return LB_OK;
}

static int time(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    (void)o;
    lb_rings rings;
    const lb_net *net = &task->net;
    lb_rings_of(net, &rings);
    if (rings.alike)
        return lb_formula_set(f, "(n-1)/p*tau*m + D*floor(k/2)*beta, p the ports", net->nodes - 1,
                              net->ports ? net->ports : 1, lb_diameter(net));
    uint64_t units;
    int error = root_units(net, &rings, &units);
    if (!error)
        error = lb_formula_set(f, "the root's busiest link in every step + diameter*beta", units,
                               2 * (uint64_t)rings.count, lb_diameter(net));
    f->exact = false;
    return error;
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    lb_rings rings;
    (void)o;
    lb_rings_of(&task->net, &rings);
    return task->net.cube ? 60 : rings.alike ? 86 : 70;
}

#define ALL_WAYS                                                                                                       \
    .linear = true, .promise = "(n-1)/p*tau*m + diameter*beta where all radices are equal, optimal in both terms"

const lb_algo lb_algo_torus_distribute = {
    .info = {.name = "torus-distribute",
             .source = "after Stout & Wagar 1990 (001), section 5, on tori",
             .tasks = LB_TASK_BIT(LB_SCATTER),
             ALL_WAYS},
    .suits = suits,
    .time = time,
    .build = build,
};

const lb_algo lb_algo_torus_collect = {
    .info = {.name = "torus-collect",
             .source = "reverse of torus-distribute",
             .tasks = LB_TASK_BIT(LB_GATHER),
             ALL_WAYS},
    .reverse_of = &lb_algo_torus_distribute,
};

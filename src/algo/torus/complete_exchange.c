/* torus-complete-exchange: COMPLETE EXCHANGE (001, section 6) on any torus: an alltoall ring by ring.
 *
 * Each block is cut into D parts, D the number of dimensions. Part r is taken along the ring of dimension r to where
 * its digit is right, then along r+1, and so on cyclically: in each of the D stages the links of every dimension are at
 * work, each with a D-th of all data. On a ring of k a node sends in step s = 1..floor(k/2), each way, everything that
 * has that way still to go, joined to one packet; data for the opposite node of an even ring goes half each way.
 *
 * A link of a ring of k carries n*k/8 blocks in all for even k > 2, n*(k^2-1)/(8k) for odd k, and n/2 for k = 2, where
 * a node has one link only. The links of the ring with the most are never idle, so with k that radix it takes
 *
 *      n*k/8*tau*m + D*floor(k/2)*beta
 *
 * and the data term is at the bound: so much must cross those links whatever is done. For equal radices the start-ups
 * are as many as the diameter, the least possible; for unequal ones they are more. */
#include "algo/torus/algorithms.h"
#include "algo/torus/rings.h"

#include <stdlib.h>

/* A way from one node to another as a stage sees it: names relative to the node where the stage begins. */
typedef struct trip {
    uint32_t origin, dest, digit; /* origin and dest without this ring; digit: to go on it */
} trip;

/* All ways that have something to do on this ring: the rings before it are done, those after it still to come. */
static uint64_t list_trips(const lb_net *net, const lb_rings *rings, unsigned part, unsigned stage, trip *trips) {
    uint64_t count = 0;
    unsigned ring = (part + stage) % rings->count;
    for (uint32_t way = 1; way < net->nodes; way++) {
        trip t = {0, 0, lb_digit(net, way, rings->dim[ring])};
        if (t.digit == 0)
            continue;
        for (unsigned i = 0; i < rings->count; i++) {
            unsigned other = (part + i) % rings->count, dim = rings->dim[other];
            uint32_t digit = lb_digit(net, way, dim), back = digit ? rings->radix[other] - digit : 0;
            if (i < stage)
                t.origin += back * net->stride[dim];
            else if (i > stage)
                t.dest += digit * net->stride[dim];
        }
        trips[count++] = t;
    }
    return count;
}

/* One packet: all that goes this way and has made s-1 of its hops. */
static void emit_packet(lb_builder *b, const lb_rings *rings, unsigned ring, unsigned way, uint32_t s, uint64_t lo,
                        const trip *trips, uint64_t count) {
    uint32_t k = rings->radix[ring], stride = b->task->net.stride[rings->dim[ring]];
    uint32_t past = (way ? s - 1 : (k - (s - 1)) % k) * stride;
    for (uint64_t i = 0; i < count; i++) {
        uint32_t v = trips[i].digit, hops = way ? k - v : v;
        if (2 * hops > k || hops < s)
            continue;
        bool half = 2 * v == k && k > 2;
        lb_build_item(b, (lb_item){
                             .origin = trips[i].origin + past,
                             .dest = trips[i].dest + (way ? v + (s - 1) : v - (s - 1)) * stride,
                             .lo = half && way ? lo + 1 : lo,
                             .hi = half && !way ? lo + 1 : lo + rings->halves,
                         });
    }
}

static void emit_all(lb_builder *b, const lb_rings *rings, trip *trips) {
    const lb_net *net = &b->task->net;
    for (unsigned part = 0; part < rings->count; part++) {
        for (unsigned stage = 0; stage < rings->count; stage++) {
            unsigned ring = (part + stage) % rings->count;
            uint64_t count = list_trips(net, rings, part, stage, trips);
            for (uint32_t s = 1; s <= rings->radix[ring] / 2; s++) {
                for (unsigned way = 0; way < rings->ways[ring]; way++) {
                    lb_build_move(b, stage * rings->hops + s, 0, net->first_port[rings->dim[ring]] + way, LB_OP_COPY);
                    emit_packet(b, rings, ring, way, s, (uint64_t)part * rings->halves, trips, count);
                }
            }
        }
    }
}

/* Hops of all parts of one node's blocks; halves count as two. */
static uint64_t count_items(const lb_net *net, const lb_rings *rings) {
    uint64_t items = 0;
    for (unsigned i = 0; i < rings->count; i++) {
        uint64_t k = rings->radix[i], hops = k * k / 4 + (k % 2 == 0 && k > 2 ? k / 2 : 0);
        items += net->nodes / k * hops;
    }
    return items * rings->count;
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    lb_rings rings;
    lb_rings_of(&task->net, &rings);
    uint64_t moves = 2 * (uint64_t)rings.count * rings.count * rings.hops;
    lb_builder b;
    lb_build_begin(&b, task, LB_SYMMETRIC, o->clock, 0, rings.count ? (uint64_t)rings.count * rings.halves : 1, 0);
    int error = lb_build_expect(&b, moves, count_items(&task->net, &rings), why);
    if (error)
        return error;
    trip *trips = lb_array(task->net.nodes, sizeof *trips);
    if (!trips) {
        lb_build_abandon(&b);
        return lb_fail_memory(why, "an exchange's ways");
    }
    emit_all(&b, &rings, trips);
    free(trips);
    return lb_build_finish(&b, "torus-complete-exchange", plan, why);
}

/* Twice the blocks that a link of a ring carries. */
static uint64_t ring_load(uint64_t nodes, uint64_t k) {
    uint64_t h = k / 2;
    return nodes / k * (k == 2 ? 2 : k % 2 ? h * (h + 1) : h * h);
}

/* The ring with the largest load also has the most steps, but for rings of 2 and 4, which carry the same. */
static int time(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    (void)o;
    lb_rings rings;
    uint64_t most = 0;
    lb_rings_of(&task->net, &rings);
    for (unsigned i = 0; i < rings.count; i++) {
        uint64_t load = ring_load(task->net.nodes, rings.radix[i]);
        most = load > most ? load : most;
    }
    return lb_formula_set(f,
                          "n*k/8*tau*m + D*floor(k/2)*beta, k the largest radix (even; 2: n/2; odd: n*(k^2-1)/(8*k))",
                          most, 2, (uint64_t)rings.count * rings.hops);
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    (void)o;
    return task->net.cube ? 60 : 82;
}

const lb_algo lb_algo_torus_complete_exchange = {
    .info = {.name = "torus-complete-exchange",
             .source = "after Stout & Wagar 1990 (001), section 6, on tori",
             .tasks = LB_TASK_BIT(LB_ALLTOALL),
             .linear = true,
             .promise = "n*k/8*tau*m + D*floor(k/2)*beta, k the largest radix (even): the data term is at the bound"},
    .suits = suits,
    .time = time,
    .build = build,
};

/* torus-complete-broadcast: COMPLETE BROADCAST (001, section 6) on any torus: an allgather ring by ring, its reverse,
 * and the allreduce of both.
 *
 * Each block is cut into D parts, D the number of dimensions. Part r is gathered along the rings of dimension r, then,
 * what came together there as one batch, along those of r+1, and so on cyclically: in each of the D stages every link
 * is at work. On a ring of k batches go both ways at once: floor((k-1)/2) steps with one batch each way, and for even k
 * a last one in which the opposite node gets half its batch from either side. On the cube this is the paper's.
 *
 * Radices all k, nodes with p links: the links of a node carry the same in every step, each block once to each node,
 *
 *      (n-1)/p*tau*m + D*floor(k/2)*beta
 *
 * and both terms are at the bound: n-1 blocks must come in over p links, from as far as the diameter. Where the radices
 * differ some links wait for others in every stage: the start-ups are then few still, but the data term is not at the
 * bound (docs/tori-linear.md says how far off); torus-tree-allgather is for long messages there. */
#include "algo/torus/algorithms.h"
#include "algo/torus/rings.h"

#include <stdlib.h>

/* One stage of one part: the batch is what lies at `box` as seen from its owner. */
static void emit_stage(lb_builder *b, const lb_rings *rings, unsigned ring, uint32_t before, uint64_t lo,
                       const uint32_t *box, uint64_t size) {
    const lb_net *net = &b->task->net;
    uint32_t k = rings->radix[ring], stride = net->stride[rings->dim[ring]];
    for (uint32_t s = 1; s <= k / 2; s++) {
        for (unsigned way = 0; way < rings->ways[ring]; way++) {
            bool half = k % 2 == 0 && s == k / 2 && k > 2;
            uint64_t from = half && way ? lo + 1 : lo, to = half && !way ? lo + 1 : lo + rings->halves;
            uint32_t owner = (way ? s - 1 : (k - (s - 1)) % k) * stride; /* whose batch came s-1 hops already */
            lb_build_move(b, before + s, 0, net->first_port[rings->dim[ring]] + way, LB_OP_COPY);
            for (uint64_t i = 0; i < size; i++)
                lb_build_item(b, (lb_item){.origin = owner + box[i], .lo = from, .hi = to});
        }
    }
}

static void emit_all(lb_builder *b, const lb_rings *rings, uint32_t *box) {
    for (unsigned part = 0; part < rings->count; part++) {
        uint64_t size = 1;
        box[0] = 0;
        for (unsigned stage = 0; stage < rings->count; stage++) {
            unsigned ring = (part + stage) % rings->count;
            emit_stage(b, rings, ring, stage * rings->hops, (uint64_t)part * rings->halves, box, size);
            size = lb_rings_widen(&b->task->net, rings, ring, box, size);
        }
    }
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    lb_rings rings;
    lb_rings_of(&task->net, &rings);
    uint64_t moves = 2 * (uint64_t)rings.count * rings.count * rings.hops;
    uint64_t items = 2 * (uint64_t)rings.count * task->net.nodes;
    lb_builder b;
    lb_build_begin(&b, task, LB_SYMMETRIC, o->clock, 0, rings.count ? (uint64_t)rings.count * rings.halves : 1, 0);
    int error = lb_build_expect(&b, moves, items, why);
    if (error)
        return error;
    uint32_t *box = lb_array(task->net.nodes, sizeof *box);
    if (!box) {
        lb_build_abandon(&b);
        return lb_fail_memory(why, "an allgather's batches");
    }
    emit_all(&b, &rings, box);
    free(box);
    return lb_build_finish(&b, "torus-complete-broadcast", plan, why);
}

static int build_allreduce(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    return lb_build_then(&lb_algo_torus_histogram, LB_REDUCE_SCATTER, &lb_algo_torus_complete_broadcast, LB_ALLGATHER,
                         task, o, plan, why);
}

static const char *text_of(const lb_task *task, const lb_rings *rings) {
    if (!rings->alike)
        return "stage by stage, each ring when its links and its data are there";
    return task->kind == LB_ALLREDUCE ? "2*(n-1)/(n*p)*tau*m + 2*D*floor(k/2)*beta, p the ports"
                                      : "(n-1)/p*tau*m + D*floor(k/2)*beta, p the ports";
}

static int time(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    lb_rings rings;
    lb_rings_of(&task->net, &rings);
    return lb_rings_formula(task, o, &rings, false, text_of(task, &rings), f);
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    lb_rings rings;
    (void)o;
    lb_rings_of(&task->net, &rings);
    return task->net.cube ? 60 : rings.alike ? 78 : 73;
}

#define RING_BY_RING                                                                                                   \
    .linear = true, .promise = "(n-1)/p*tau*m + diameter*beta where all radices are equal, optimal in both terms"

const lb_algo lb_algo_torus_complete_broadcast = {
    .info = {.name = "torus-complete-broadcast",
             .source = "after Stout & Wagar 1990 (001), section 6, on tori",
             .tasks = LB_TASK_BIT(LB_ALLGATHER),
             RING_BY_RING},
    .suits = suits,
    .time = time,
    .build = build,
};

const lb_algo lb_algo_torus_histogram = {
    .info = {.name = "torus-histogram",
             .source = "reverse of torus-complete-broadcast",
             .tasks = LB_TASK_BIT(LB_REDUCE_SCATTER),
             RING_BY_RING},
    .reverse_of = &lb_algo_torus_complete_broadcast,
};

const lb_algo lb_algo_torus_complete_allreduce = {
    .info = {.name = "torus-complete-allreduce",
             .source = "torus-histogram, then torus-complete-broadcast",
             .tasks = LB_TASK_BIT(LB_ALLREDUCE),
             .linear = true,
             .promise = "2*(1-1/n)/p*tau*m + 2*diameter*beta where all radices are equal"},
    .suits = suits,
    .time = time,
    .build = build_allreduce,
};

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

/* The batch after a stage: all that lies on the ring. The digit of this ring was 0 in all of it. */
static uint64_t widen(const lb_net *net, const lb_rings *rings, unsigned ring, uint32_t *box, uint64_t size) {
    uint64_t first = size;
    for (uint32_t v = 1; v < rings->radix[ring]; v++) {
        for (uint64_t i = 0; i < first; i++)
            box[size++] = box[i] + v * net->stride[rings->dim[ring]];
    }
    return size;
}

static void emit_all(lb_builder *b, const lb_rings *rings, uint32_t *box) {
    for (unsigned part = 0; part < rings->count; part++) {
        uint64_t size = 1;
        box[0] = 0;
        for (unsigned stage = 0; stage < rings->count; stage++) {
            unsigned ring = (part + stage) % rings->count;
            emit_stage(b, rings, ring, stage * rings->hops, (uint64_t)part * rings->halves, box, size);
            size = widen(&b->task->net, rings, ring, box, size);
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

/* What a stage takes on the links of a ring, a block being 2*D units: part `ring - stage` has a batch of all the rings
 * before. */
static lb_duration stage_span(const lb_rings *rings, unsigned ring, unsigned stage) {
    uint64_t batch = 1, k = rings->radix[ring];
    for (unsigned t = 1; t <= stage; t++)
        batch *= rings->radix[(ring + rings->count - t) % rings->count];
    return (lb_duration){batch * (k - 1) * (rings->ways[ring] == 1 ? 2 : 1), k / 2};
}

/* Stage by stage, every ring when its links are free and its part has come from the ring before. Without a price: every
 * stage when all of the one before is done. */
static lb_duration time_span(const lb_rings *rings, const lb_price *price) {
    lb_duration done[LB_MAX_DIMS] = {{0, 0}}, next[LB_MAX_DIMS], last = {0, 0};
    for (unsigned stage = 0; stage < rings->count; stage++) {
        lb_duration most = {0, 0};
        for (unsigned ring = 0; ring < rings->count; ring++) {
            lb_duration own = stage_span(rings, ring, stage), from = done[ring];
            lb_duration before = done[(ring + rings->count - 1) % rings->count];
            if (price && stage && lb_span_later(before, from, *price))
                from = before;
            next[ring] = (lb_duration){from.units + own.units, from.startups + own.startups};
            most.units = own.units > most.units ? own.units : most.units;
            most.startups = own.startups > most.startups ? own.startups : most.startups;
            if (price && lb_span_later(next[ring], last, *price))
                last = next[ring];
        }
        for (unsigned ring = 0; ring < rings->count; ring++)
            done[ring] = next[ring];
        if (!price)
            last = (lb_duration){last.units + most.units, last.startups + most.startups};
    }
    return last;
}

static const char *text_of(const lb_task *task, const lb_rings *rings) {
    if (!rings->alike)
        return "stage by stage, each ring when its links and its data are there";
    return task->kind == LB_ALLREDUCE ? "2*(n-1)/(n*p)*tau*m + 2*D*floor(k/2)*beta, p the ports"
                                      : "(n-1)/p*tau*m + D*floor(k/2)*beta, p the ports";
}

static int time(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    lb_rings rings;
    lb_price price;
    lb_rings_of(&task->net, &rings);
    uint64_t units = rings.count ? 2 * (uint64_t)rings.count : 1;
    bool known = o->cost && !rings.alike;
    if (known && !lb_price_of(task, o->cost, units, &price))
        return LB_ERR_SIZE;
    lb_duration span = time_span(&rings, known ? &price : NULL);
    int error = lb_span_formula(task, span, units, rings.alike, text_of(task, &rings), f);
    f->exact = f->exact && (known || rings.alike);
    return error;
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

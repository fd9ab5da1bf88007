/* bucket: the bucket algorithm on tori, ring by ring and once round each (Barnett, Littlefield, Payne & van de Geijn
 * 1995), all dimensions and both ways at once (Jain & Sabharwal 2010): an allgather, its reverse, and the allreduce of
 * both.
 *
 * Each block is cut into two halves for every dimension. The halves of part r go along the rings of dimension r, one
 * each way, every node passing on what it received last, k-1 steps on a ring of k; then what came together there goes
 * as one batch along those of r+1, and so on cyclically: all links are at work in every stage. On a ring of two there
 * is one link, which both halves take.
 *
 * Radices all k, D dimensions, nodes with p links:
 *
 *      (n-1)/p*tau*m + D*(k-1)*beta
 *
 * The data term is at the bound, n-1 blocks over the p links into a node. The start-ups are twice the diameter, or
 * nearly: torus-complete-broadcast, which turns half way round, has as much data and half of them. So this is never the
 * fastest; it is here because it is what many libraries do, to be compared with. */
#include "algo/torus/algorithms.h"
#include "algo/torus/rings.h"

#include <stdlib.h>

/* One stage of one part: the batch is what lies at `box` as seen from its owner. */
static void emit_stage(lb_builder *b, const lb_rings *rings, unsigned ring, uint32_t before, uint64_t lo,
                       const uint32_t *box, uint64_t size) {
    const lb_net *net = &b->task->net;
    uint32_t k = rings->radix[ring], stride = net->stride[rings->dim[ring]];
    unsigned width = rings->ways[ring] == 1 ? 2 : 1; /* halves that go over one link */
    for (uint32_t s = 1; s < k; s++) {
        for (unsigned way = 0; way < rings->ways[ring]; way++) {
            uint32_t owner = (way ? s - 1 : (k - (s - 1)) % k) * stride; /* whose batch came s-1 hops already */
            lb_build_move(b, before + s, 0, net->first_port[rings->dim[ring]] + way, LB_OP_COPY);
            for (uint64_t i = 0; i < size; i++)
                lb_build_item(b, (lb_item){.origin = owner + box[i], .lo = lo + way, .hi = lo + way + width});
        }
    }
}

static uint32_t longest_of(const lb_rings *rings) {
    uint32_t longest = 1;
    for (unsigned i = 0; i < rings->count; i++)
        longest = rings->radix[i] > longest ? rings->radix[i] : longest;
    return longest;
}

static void emit_all(lb_builder *b, const lb_rings *rings, uint32_t *box) {
    uint32_t steps = longest_of(rings) - 1; /* of a stage: all parts begin the next together */
    for (unsigned part = 0; part < rings->count; part++) {
        uint64_t size = 1;
        box[0] = 0;
        for (unsigned stage = 0; stage < rings->count; stage++) {
            unsigned ring = (part + stage) % rings->count;
            emit_stage(b, rings, ring, stage * steps, 2 * (uint64_t)part, box, size);
            size = lb_rings_widen(&b->task->net, rings, ring, box, size);
        }
    }
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    lb_rings rings;
    lb_rings_of(&task->net, &rings);
    uint64_t moves = 2 * (uint64_t)rings.count * rings.count * longest_of(&rings);
    uint64_t items = 2 * (uint64_t)rings.count * task->net.nodes;
    lb_builder b;
    lb_build_begin(&b, task, LB_SYMMETRIC, o->clock, 0, rings.count ? 2 * (uint64_t)rings.count : 1, 0);
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
    return lb_build_finish(&b, "bucket", plan, why);
}

static int time(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    lb_rings rings;
    lb_rings_of(&task->net, &rings);
    const char *text = "stage by stage, each ring when its links and its data are there";
    if (rings.alike)
        text = task->kind == LB_ALLREDUCE ? "2*(n-1)/(n*p)*tau*m + 2*D*(k-1)*beta, p the ports"
                                          : "(n-1)/p*tau*m + D*(k-1)*beta, p the ports";
    return lb_rings_formula(task, o, &rings, true, text, f);
}

const lb_algo lb_algo_bucket = {
    .info = {.name = "bucket",
             .source = "Barnett et al. 1995, ring by ring; Jain & Sabharwal 2010, all dimensions at once",
             .tasks = LB_TASK_BIT(LB_ALLGATHER) | LB_TASK_BIT(LB_REDUCE_SCATTER) | LB_TASK_BIT(LB_ALLREDUCE),
             .linear = true,
             .promise = "(n-1)/p*tau*m + D*(k-1)*beta where all D radices are k: the least data"},
    .turned = LB_TASK_BIT(LB_REDUCE_SCATTER) | LB_TASK_BIT(LB_ALLREDUCE),
    .score = 4,
    .time = time,
    .build = build,
};

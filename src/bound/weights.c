/* LINKS on lattices that are no tori: weights on the ports, the same at every node, found by search (flow/weights.h).
 * Where shortest ways load the generators unevenly, all weights 1 say too little: some blocks had better go a longer
 * way, and the weights price that. Load and capacity are those of all nodes. */
#include "flow/weights.h"
#include "bound/faulty_parts.h"

#include <stdlib.h>

#define MOST_WORK (UINT64_C(1) << 20) /* links looked at: some milliseconds */

/* How many of a node's blocks go to each offset. */
static uint32_t *blocks_of(const lb_task *task) {
    uint32_t *blocks = lb_zeroed(task->net.nodes, sizeof *blocks);
    for (uint32_t v = 1; blocks && v < task->net.nodes; v++)
        blocks[v] = task->list ? task->first[v + 1] - task->first[v] : 1;
    return blocks;
}

static void claim(const lb_faulty *f, const lb_weights *w, lb_judge *judge) {
    uint64_t load, capacity, nodes = f->net->nodes;
    if (w->load == 0 || __builtin_mul_overflow(w->load, nodes, &load) ||
        __builtin_mul_overflow(w->capacity, nodes, &capacity) || load > UINT64_MAX / judge->packets ||
        !lb_judge_better(judge, load, capacity, 1))
        return;
    judge->witness = (lb_witness){.kind = LB_WITNESS_LINKS, .load = load, .capacity = capacity};
    for (unsigned p = 0; p < f->net->ports; p++)
        judge->witness.weight[p] = w->weight[p];
}

int lb_faulty_claim_weights(const lb_faulty *f, lb_judge *judge, lb_why *why) {
    const lb_task *task = f->task;
    lb_weights w;
    if (!lb_task_is_symmetric(task) || lb_task_class(task) != LB_CARRY || !lb_net_is_lattice(f->net) ||
        (uint64_t)f->net->nodes * f->net->ports > MOST_WORK / 16)
        return LB_OK;
    uint32_t *blocks = blocks_of(task);
    int error = blocks ? lb_weights_find(&w, f->net, (uint32_t)f->links, blocks, task->kind == LB_ALLTOALL,
                                         judge->quick ? MOST_WORK / 16 : MOST_WORK, why)
                       : lb_fail_memory(why, "the bound");
    if (!error)
        claim(f, &w, judge);
    free(blocks);
    return error;
}

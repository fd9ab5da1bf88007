/* Scatter down a balanced tree, farthest first (000, section 3; on tori after it), and gather, its reverse.
 *
 * The root sends, through each of its ports without a pause, the blocks for that port's subtree in order of decreasing
 * distance. A node of the tree receives from its parent only, one block a step at most, and passes every block on in
 * the next step: nothing waits. The block at place i of its subtree's list, going k hops, arrives in step i+k (i from
 * 0); at least k-1 blocks for the ancestors' levels follow it, so i+k is at most the size of the subtree.
 *
 * Steps: the size of the largest subtree. On the d-cube the tree is perfectly balanced: ceil((2^d-1)/d), and the root's
 * d links must carry 2^d-1 blocks: optimal. On tori ceil((n-1)/ports) likewise, wherever a perfectly balanced tree was
 * found. Transmissions: shortest paths: optimal. The sum of the delays is optimal too, for the root sends without a
 * pause and nothing waits.
 *
 * The plan is a stream (plan/stream.h): made step by step from the tree and the lists, six bytes a node instead of nine
 * a move. */
#include "algo/common/formula.h"
#include "algo/torus/algorithms.h"
#include "plan/stream.h"
#include "tree/balanced.h"

#include <stdlib.h>

/* Turns the counts of every subtree and distance into places in the list. */
static void lay_lists(lb_stream *s, uint32_t *place) {
    uint32_t at = 0, levels = s->farthest + 1;
    for (unsigned m = 0; m < s->net.ports; m++) {
        s->first[m] = at;
        for (uint32_t h = s->farthest; h >= 1; h--) {
            uint32_t count = place[m * levels + h];
            place[m * levels + h] = at;
            at += count;
        }
        uint32_t size = at - s->first[m];
        s->steps = size > s->steps ? size : s->steps;
    }
    s->first[s->net.ports] = at;
}

/* Sorts by subtree, then by falling distance, by counting. */
static int make_order(lb_stream *s) {
    uint32_t n = s->net.nodes, levels = s->farthest + 1;
    uint32_t *place = lb_zeroed((uint64_t)levels * s->net.ports, sizeof *place);
    s->order = lb_array(n, sizeof *s->order);
    if (!place || !s->order) {
        free(place);
        return LB_ERR_MEMORY;
    }
    for (uint32_t x = 1; x < n; x++) {
        uint32_t hops = lb_stream_hops(s, x);
        place[s->subtree[x] * levels + hops]++;
        s->moves += hops;
    }
    lay_lists(s, place);
    for (uint32_t x = 1; x < n; x++)
        s->order[place[s->subtree[x] * levels + lb_stream_hops(s, x)]++] = x;
    free(place);
    return LB_OK;
}

static int build_one(const lb_task *task, bool backward, lb_plan **plan, lb_why *why) {
    const lb_net *net = &task->net;
    lb_balanced tree;
    lb_stream *s = lb_zeroed(1, sizeof *s);
    if (!s)
        return lb_fail_memory(why, "a scatter");
    *s = (lb_stream){.net = *net, .backward = backward, .farthest = lb_diameter(net)};
    int error = net->cube ? lb_balanced_cube(net, &tree, why) : lb_balanced_torus(net, &tree, why);
    if (!error) {
        s->subtree = tree.subtree;
        s->port = tree.port;
        if (make_order(s))
            error = lb_fail_memory(why, "a scatter");
    }
    if (!error)
        return lb_plan_of_stream(task, "balanced-scatter", s, plan, why);
    lb_stream_free(s);
    return error;
}

static int build_scatter(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    return lb_build_packets(build_one(task, false, plan, why), o, plan, why);
}

static int build_gather(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    return lb_build_packets(build_one(task, true, plan, why), o, plan, why);
}

/* On tori the steps are those of every torus that was tried. */
static int time_steps(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    uint32_t ports = task->net.ports, nodes = task->net.nodes;
    (void)o;
    return lb_formula_steps(task, "ceil((n-1)/ports)*(tau*m + beta)", ports ? lb_ceil_div(nodes - 1, ports) : 0, f);
}

/* Where ways are too long to be kept, making the moves would take too long. */
static int suits(const lb_task *task, const lb_plan_options *o) {
    (void)o;
    return lb_stream_is_quick(&task->net) ? 85 : 0;
}

#define BALANCED                                                                                                       \
    .unit = true, .linear = true,                                                                                      \
    .promise = "on cubes, and on tori where a balanced tree is found: ceil((n-1)/ports) steps, optimal"

const lb_algo lb_algo_balanced_scatter = {
    .info = {.name = "balanced-scatter",
             .source = "Bertsekas et al. 1991 (000), section 3; on tori after it",
             .tasks = LB_TASK_BIT(LB_SCATTER),
             BALANCED},
    .suits = suits,
    .needs = "ways are too long here",
    .time = time_steps,
    .build = build_scatter,
};

const lb_algo lb_algo_balanced_gather = {
    .info = {.name = "balanced-gather",
             .source = "reverse of balanced-scatter",
             .tasks = LB_TASK_BIT(LB_GATHER),
             BALANCED},
    .reverse_of = &lb_algo_balanced_scatter,
    .build = build_gather,
};

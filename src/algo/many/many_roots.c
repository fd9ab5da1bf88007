/* many-roots: what a node sends through a port in a slot (roots.h says why). */
#include "algo/many/algorithms.h"
#include "algo/many/roots.h"

#include <stdlib.h>

static uint32_t low_bits(unsigned k) {
    return (UINT32_C(1) << k) - 1;
}

/* Gathering: in a slot a dimension belongs to one tree of one pass. Of the packets of that tree that start at the nodes
 * which agree with x from bit i on, at most one goes to a node that agrees with x below it. */
static void bring(const lb_plan *plan, const lb_roots *r, uint32_t slot, uint32_t x, unsigned i, lb_plan *room) {
    uint32_t n = plan->task->net.nodes, turn = slot + r->lead - 1 - i, pass = turn / r->d, tree = turn % r->d;
    if (slot + r->lead < 1 + i || pass >= r->passes)
        return;
    const uint32_t *rank = r->rank + (uint64_t)pass * (n + 1) + (x & ~low_bits(i));
    uint32_t group = (rank[0] + r->d - 1 - tree) / r->d;
    uint32_t end = (rank[UINT32_C(1) << i] + r->d - 1 - tree) / r->d;
    group += (x - group) & low_bits(i);
    if (group < end && ((group ^ x) >> i & 1))
        lb_many_put(room, x, i, lb_roots_ranked(r, group * r->d + tree));
}

/* The batch that the link is busy with, of those that have begun; and for how many slots it has been. */
static const lb_root_batch *busy_with(const lb_roots *r, uint32_t slot, uint32_t x, uint32_t *since) {
    uint64_t low = 0, high = r->batches;
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (r->batch[middle].start < slot)
            low = middle;
        else
            high = middle;
    }
    for (uint64_t i = low + 1; i-- > 0;) {
        const lb_root_batch *b = &r->batch[i];
        uint32_t begin = b->start + 1 + (uint32_t)__builtin_popcount((x ^ b->root) >> b->k);
        *since = slot - begin;
        if (slot >= begin)
            return *since < (uint64_t)b->repeat << b->k ? b : NULL;
    }
    return NULL;
}

static void spread(const lb_roots *r, uint32_t slot, uint32_t x, unsigned dim, lb_plan *room) {
    uint32_t since;
    const lb_root_batch *b = busy_with(r, slot, x, &since);
    if (!b)
        return;
    uint32_t turn = since >> b->k, root = b->root | ((x ^ since) & low_bits(b->k)), y = x ^ root;
    if (y == UINT32_C(1) << dim)
        return; /* into the root */
    unsigned tree = lb_disjoint_tree(r->d, y, dim);
    if (b->kind == LB_BATCH_RANKED) {
        uint64_t group = b->first + ((uint64_t)turn << b->k) + (root - b->root), number = group * r->d + tree;
        if (number < r->ranked)
            lb_many_put(room, x, dim, lb_roots_ranked(r, (uint32_t)number));
        return;
    }
    uint64_t index = b->first + (uint64_t)turn * r->d + tree;
    if (index < lb_roots_has(r, root))
        lb_many_put(room, x, dim, lb_roots_parcel(r, root, index));
}

static void one(const lb_plan *plan, uint32_t step, uint32_t node, unsigned port, lb_plan *room) {
    const lb_roots *r = plan->generator.data;
    if (step <= r->before)
        return;
    uint32_t steps = (r->d + r->ports - 1) / r->ports, slot = (step - r->before - 1) / steps + 1;
    if ((step - r->before - 1) % steps != port / r->ports)
        return;
    if (slot <= r->gather)
        bring(plan, r, slot, node, port, room);
    else
        spread(r, slot - r->gather, node, port, room);
}

static void free_roots(void *data) {
    lb_roots_end(data);
    free(data);
}

static int make(const lb_task *task, const lb_plan_options *o, lb_roots *r, uint64_t count, lb_plan **plan,
                lb_why *why) {
    uint64_t moves = r->hops + lb_times(count, task->net.nodes - 1);
    lb_generator generator = {.one = one, .free = free_roots, .data = r};
    generator.bytes =
        sizeof *r + r->passes * ((size_t)task->net.nodes + 1) * sizeof *r->rank + r->room * sizeof *r->batch;
    int error = lb_many_generated(task, o, r->before + (uint32_t)lb_roots_steps(r), moves, generator, plan, why);
    if (!error) {
        (*plan)->control_before = r->before;
        /* the plan keeps a copy of the task: that is the one that lives as long */
        r->task = (*plan)->task;
    }
    return error;
}

int lb_build_many_roots(const lb_task *task, const lb_plan_options *o, uint32_t before, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    uint32_t count;
    int error = lb_many_count(task, o, &count, why);
    if (error)
        return error;
    if (task->net.ports < 2 || count == 0) /* the square is the first with links that do not lead into a root */
        return lb_build_random_trees(task, o, before, plan, why);
    lb_roots *r = lb_zeroed(1, sizeof *r);
    if (!r)
        return lb_fail_memory(why, "a plan");
    error = lb_roots_begin(r, task, o->packets);
    r->before = before;
    r->ports = o->ports;
    if (error || lb_roots_steps(r) + before > INT32_MAX) {
        bool large = !error;
        free_roots(r);
        return large ? lb_fail(why, LB_ERR_SIZE, "these broadcasts take more than 2^31 steps")
                     : lb_fail_memory(why, "the packets' ranks");
    }
    return make(task, o, r, count, plan, why);
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    return lb_build_many_roots(task, o, 0, plan, why);
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    (void)o;
    return task->net.ports > 1 ? 60 : 10;
}

const lb_algo lb_algo_many_roots = {
    .info = {.name = "many-roots",
             .source = "beyond Stamoulis & Tsitsiklis 1993 (003): edge-disjoint trees of a whole subcube of roots",
             .tasks = LB_TASK_BIT(LB_MULTIBROADCAST),
             .cubes_only = true,
             .any_ports = true,
             .min_ports = 1,
             .unit = true,
             .promise = "about K/d + 3d steps (of p ports ceil(d/p) times as many) where no node has many more packets "
                        "than others; "
                        "nothing is held"},
    .suits = suits,
    .build = build,
};

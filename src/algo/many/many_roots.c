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

/* One of the packets that a root's group has in a turn, the one whose tree has this link. */
static void spread_one(const lb_roots *r, const lb_root_batch *b, uint32_t turn, uint32_t root, uint32_t x,
                       unsigned dim, lb_plan *room) {
    unsigned tree = lb_disjoint_tree(r->d, x ^ root, dim);
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

/* What a node spreads in a slot through the ports from `dim` on and before `end`. */
static void spread(const lb_roots *r, uint32_t slot, uint32_t x, unsigned dim, unsigned end, lb_plan *room) {
    uint32_t since;
    const lb_root_batch *b = busy_with(r, slot, x, &since);
    if (!b)
        return;
    uint32_t turn = since >> b->k, root = b->root | ((x ^ since) & low_bits(b->k)), y = x ^ root;
    for (; dim < end; dim++) {
        if (y != UINT32_C(1) << dim) /* not into the root */
            spread_one(r, b, turn, root, x, dim, room);
    }
}

/* The slot of a step, counted from 0 before the first, and the ports that it is for, of all. */
static uint32_t slot_of(const lb_roots *r, uint32_t step, unsigned *first, unsigned *end) {
    uint32_t steps = (r->d + r->ports - 1) / r->ports, since = step - r->before - 1;
    *first = since % steps * r->ports;
    *end = *first + r->ports < r->d ? *first + r->ports : r->d;
    return since / steps + 1;
}

static void one(const lb_plan *plan, uint32_t step, uint32_t node, unsigned port, lb_plan *room) {
    const lb_roots *r = plan->generator.data;
    unsigned first, end;
    if (step <= r->before)
        return;
    uint32_t slot = slot_of(r, step, &first, &end);
    if (port < first || port >= end)
        return;
    if (slot <= r->gather)
        bring(plan, r, slot, node, port, room);
    else
        spread(r, slot - r->gather, node, port, port + 1, room);
}

/* Which of some nodes may have something to bring over a dimension: few, where packets are few. The nodes that agree
 * with each other from bit i on get numbers in a row, each the one that it agrees with below. */
static void mark(const lb_plan *plan, const lb_roots *r, uint32_t slot, unsigned i, uint32_t first, uint32_t end,
                 uint32_t *ports) {
    uint32_t n = plan->task->net.nodes, size = UINT32_C(1) << i, turn = slot + r->lead - 1 - i, pass = turn / r->d;
    if (slot + r->lead < 1 + i || pass >= r->passes)
        return;
    const uint32_t *rank = r->rank + (uint64_t)pass * (n + 1);
    for (uint32_t base = first & ~low_bits(i); base < end; base += size) {
        if (rank[base] == rank[base + size])
            continue;
        uint32_t group = rank[base] / r->d, last = rank[base + size] / r->d; /* and the one that begins there */
        if (last - group >= size || last - group > LB_PART_NODES) {          /* all */
            for (uint32_t x = base > first ? base : first; x < end && x < base + size; x++)
                ports[x - first] |= UINT32_C(1) << i;
            continue;
        }
        for (; group <= last; group++) {
            uint32_t x = base | (group & low_bits(i));
            if (x >= first && x < end)
                ports[x - first] |= UINT32_C(1) << i;
        }
    }
}

static void part(const lb_plan *plan, uint32_t step, uint32_t first, uint32_t end, lb_plan *room) {
    const lb_roots *r = plan->generator.data;
    unsigned from, until;
    if (step <= r->before)
        return;
    uint32_t slot = slot_of(r, step, &from, &until), ports[LB_PART_NODES] = {0};
    for (uint32_t x = first; slot > r->gather && x < end; x++)
        spread(r, slot - r->gather, x, from, until, room);
    if (slot > r->gather)
        return;
    for (unsigned i = from; i < until; i++)
        mark(plan, r, slot, i, first, end, ports);
    for (uint32_t x = first; x < end; x++) {
        for (uint32_t left = ports[x - first]; left; left &= left - 1)
            bring(plan, r, slot, x, (unsigned)__builtin_ctz(left), room);
    }
}

static void free_roots(void *data) {
    lb_roots_end(data);
    free(data);
}

static int make(const lb_task *task, const lb_plan_options *o, lb_roots *r, uint64_t count, lb_plan **plan,
                lb_why *why) {
    uint64_t moves = r->hops + lb_times(count, task->net.nodes - 1);
    lb_generator generator = {.one = one, .part = part, .free = free_roots, .data = r};
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

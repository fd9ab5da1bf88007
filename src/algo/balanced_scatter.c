/* Scatter down the perfectly balanced tree, farthest first (000, section 3), and gather, its reverse.
 *
 * The root sends, through each of its ports without a pause, the blocks for that port's subtree in order of decreasing
 * distance. A node of the tree receives from its parent only, one block a step at most, and passes every block on in
 * the next step: nothing waits. The block at place i of its subtree's list, going k hops, arrives in step i+k (i from
 * 0); at least k-1 blocks for the ancestors' levels follow it, so i+k is at most the size of the subtree.
 *
 * Steps: ceil((2^d-1)/d), the size of the largest subtree, since the root's d links must carry 2^d-1 blocks: optimal.
 * Transmissions: d*2^(d-1), shortest paths: optimal.
 *
 * The plan is made step by step from the tree and the lists: six bytes a node, instead of nine a move. In step s the
 * blocks sent by the root in steps s, s-1, ... make their first, second, ... hop. */
#include "algo/algo.h"
#include "tree/balanced.h"

#include <stdlib.h>

typedef struct scatter {
    lb_balanced tree;
    uint32_t *order; /* destinations, subtree by subtree, farthest first */
    uint32_t first[LB_MAX_PORTS + 1];
    uint32_t steps;
    bool backward;
} scatter;

static void scatter_free(void *data) {
    scatter *s = data;
    if (!s)
        return;
    lb_balanced_free(&s->tree);
    free(s->order);
    free(s);
}

/* Sorts by subtree, then by falling weight, by counting. */
static void make_order(scatter *s) {
    unsigned d = s->tree.d;
    uint32_t n = UINT32_C(1) << d, place[LB_MAX_PORTS][LB_MAX_PORTS + 1] = {{0}}, at = 0;
    for (uint32_t x = 1; x < n; x++)
        place[s->tree.subtree[x]][__builtin_popcount(x)]++;
    for (unsigned m = 0; m < d; m++) {
        s->first[m] = at;
        for (unsigned weight = d; weight >= 1; weight--) {
            uint32_t count = place[m][weight];
            place[m][weight] = at;
            at += count;
        }
        uint32_t size = at - s->first[m];
        s->steps = size > s->steps ? size : s->steps;
    }
    s->first[d] = at;
    for (uint32_t x = 1; x < n; x++)
        s->order[place[s->tree.subtree[x]][__builtin_popcount(x)]++] = x;
}

static scatter *scatter_create(unsigned d, bool backward, lb_why *why) {
    scatter *s = lb_zeroed(1, sizeof *s);
    if (s)
        s->order = lb_array(UINT64_C(1) << d, sizeof *s->order);
    if (!s || !s->order) {
        scatter_free(s);
        lb_fail_memory(why, "a scatter");
        return NULL;
    }
    s->backward = backward;
    if (lb_balanced_create(d, &s->tree, why)) {
        scatter_free(s);
        return NULL;
    }
    make_order(s);
    return s;
}

/* A hop as one number, to be sorted: sender, port, destination. */
static uint64_t hop_key(const scatter *s, uint32_t dest, unsigned hop) {
    uint32_t node = dest;
    for (unsigned weight = (unsigned)__builtin_popcount(dest); weight > hop; weight--)
        node = lb_balanced_parent(&s->tree, node);
    uint64_t port = s->tree.bit[node];
    uint64_t sender = s->backward ? node : lb_balanced_parent(&s->tree, node);
    return sender << 37 | port << 32 | dest;
}

/* At most d*d numbers: a shell sort, without a call for each comparison. */
static void sort_keys(uint64_t *keys, unsigned count) {
    static const unsigned gaps[] = {132, 57, 23, 10, 4, 1};
    for (unsigned g = 0; g < sizeof gaps / sizeof gaps[0]; g++) {
        unsigned gap = gaps[g];
        for (unsigned i = gap; i < count; i++) {
            uint64_t key = keys[i];
            unsigned j = i;
            for (; j >= gap && keys[j - gap] > key; j -= gap)
                keys[j] = keys[j - gap];
            keys[j] = key;
        }
    }
}

static unsigned collect(const scatter *s, uint32_t step, uint64_t *keys) {
    unsigned d = s->tree.d, count = 0;
    for (unsigned m = 0; m < d; m++) {
        uint32_t size = s->first[m + 1] - s->first[m];
        for (unsigned hop = 1; hop <= d && hop <= step; hop++) {
            if (step - hop >= size)
                continue;
            uint32_t dest = s->order[s->first[m] + step - hop];
            if ((unsigned)__builtin_popcount(dest) >= hop)
                keys[count++] = hop_key(s, dest, hop);
        }
    }
    return count;
}

static void fill(const lb_plan *plan, uint32_t step, lb_plan *room) {
    const scatter *s = plan->generator.data;
    uint64_t keys[LB_MAX_PORTS * LB_MAX_PORTS];
    unsigned count = collect(s, s->backward ? s->steps + 1 - step : step, keys);
    uint32_t *name = s->backward ? room->origin : room->dest;
    sort_keys(keys, count);
    for (unsigned i = 0; i < count; i++) {
        room->node[i] = (uint32_t)(keys[i] >> 37);
        room->port[i] = (uint8_t)(keys[i] >> 32 & 31);
        name[i] = (uint32_t)keys[i];
    }
    room->nmoves = count;
}

static int build_one(const lb_task *task, bool backward, lb_plan **plan, lb_why *why) {
    unsigned d = task->net.ports;
    scatter *s = scatter_create(d, backward, why);
    if (!s)
        return LB_ERR_MEMORY;
    lb_generator generator = {
        .fill = fill,
        .free = scatter_free,
        .data = s,
        .bytes = sizeof *s + (UINT64_C(6) << d),
        .widest = d * d,
        .has_origin = backward,
        .has_dest = !backward,
    };
    uint64_t moves = (uint64_t)d * task->net.nodes / 2;
    return lb_plan_generated(task, "balanced-scatter", LB_ROOTED, s->steps, moves, generator, plan, why);
}

static int build_scatter(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    return lb_build_packets(build_one(task, false, plan, why), o, plan, why);
}

static int build_gather(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    return lb_build_packets(build_one(task, true, plan, why), o, plan, why);
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    (void)task;
    (void)o;
    return 85;
}

const lb_algo lb_algo_balanced_scatter = {
    .info = {.name = "balanced-scatter",
             .source = "Bertsekas et al. 1991 (000), section 3",
             .tasks = LB_TASK_BIT(LB_SCATTER),
             .cubes_only = true,
             .unit = true,
             .linear = true,
             .promise = "ceil((2^d-1)/d) steps, d*2^(d-1) transmissions, both optimal"},
    .suits = suits,
    .build = build_scatter,
};

const lb_algo lb_algo_balanced_gather = {
    .info = {.name = "balanced-gather",
             .source = "reverse of balanced-scatter",
             .tasks = LB_TASK_BIT(LB_GATHER),
             .cubes_only = true,
             .unit = true,
             .linear = true,
             .promise = "ceil((2^d-1)/d) steps, d*2^(d-1) transmissions, both optimal"},
    .suits = suits,
    .build = build_gather,
};

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
 * The plan is made step by step from the tree and the lists: six bytes a node, instead of nine a move. In step s the
 * blocks sent by the root in steps s, s-1, ... make their first, second, ... hop. */
#include "algo/common/formula.h"
#include "algo/torus/algorithms.h"
#include "tree/balanced.h"

#include <stdlib.h>

#define MOST_WAY_WORDS (UINT64_C(1) << 25) /* what is kept of ways takes up to 128 MiB */

typedef struct scatter {
    lb_balanced tree;
    uint32_t *order; /* destinations, subtree by subtree, farthest first */
    uint32_t first[LB_MAX_PORTS + 1];
    uint32_t steps, farthest;
    uint64_t moves;
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

static uint32_t hops_to(const scatter *s, uint32_t node) {
    return s->tree.net.cube ? (uint32_t)__builtin_popcount(node) : lb_distance(&s->tree.net, 0, node);
}

/* Turns the counts of every subtree and distance into places in the list. */
static void lay_lists(scatter *s, uint32_t *place) {
    uint32_t at = 0, levels = s->farthest + 1;
    for (unsigned m = 0; m < s->tree.net.ports; m++) {
        s->first[m] = at;
        for (uint32_t h = s->farthest; h >= 1; h--) {
            uint32_t count = place[m * levels + h];
            place[m * levels + h] = at;
            at += count;
        }
        uint32_t size = at - s->first[m];
        s->steps = size > s->steps ? size : s->steps;
    }
    s->first[s->tree.net.ports] = at;
}

/* Sorts by subtree, then by falling distance, by counting. */
static int make_order(scatter *s) {
    uint32_t n = s->tree.net.nodes, levels = s->farthest + 1;
    uint32_t *place = lb_zeroed((uint64_t)levels * s->tree.net.ports, sizeof *place);
    s->order = lb_array(n, sizeof *s->order);
    if (!place || !s->order) {
        free(place);
        return LB_ERR_MEMORY;
    }
    for (uint32_t x = 1; x < n; x++) {
        uint32_t hops = hops_to(s, x);
        place[s->tree.subtree[x] * levels + hops]++;
        s->moves += hops;
    }
    lay_lists(s, place);
    for (uint32_t x = 1; x < n; x++)
        s->order[place[s->tree.subtree[x] * levels + hops_to(s, x)]++] = x;
    free(place);
    return LB_OK;
}

static int scatter_create(const lb_net *net, bool backward, scatter **out, lb_why *why) {
    scatter *s = lb_zeroed(1, sizeof *s);
    *out = s;
    if (!s)
        return lb_fail_memory(why, "a scatter");
    s->backward = backward;
    s->farthest = lb_diameter(net);
    int error = net->cube ? lb_balanced_cube(net, &s->tree, why) : lb_balanced_torus(net, &s->tree, why);
    if (!error && make_order(s))
        error = lb_fail_memory(why, "a scatter");
    if (error)
        scatter_free(s);
    return error;
}

/* A hop as one number, to be sorted: sender, port, destination. `node` is its end away from the root. */
static uint64_t hop_key(const scatter *s, uint32_t dest, uint32_t node) {
    uint64_t port = s->tree.port[node], sender = node;
    if (s->backward)
        port = s->tree.net.opposite[port];
    else
        sender = lb_balanced_parent(&s->tree, node);
    return sender << 37 | port << 32 | dest;
}

static uint32_t ancestor(const scatter *s, uint32_t node, uint32_t up) {
    for (; up > 0; up--)
        node = lb_balanced_parent(&s->tree, node);
    return node;
}

/* The way to a destination is walked once and kept while it is on its way: places of a list that are on their way
 * together are fewer apart than the farthest node is hops away. A way is its destination, its hops, and the node after
 * each hop. */
static uint64_t way_words(const scatter *s) {
    return (uint64_t)s->farthest + 2;
}

/* How many words all ways together take; 0 where that would be too many, and ways are walked anew. */
static uint64_t all_ways(const lb_net *net, const scatter *s) {
    uint64_t words = lb_times(lb_times(net->ports, s->farthest), way_words(s));
    return words <= MOST_WAY_WORDS ? words : 0;
}

static const uint32_t *look_up(const scatter *s, uint32_t *way, uint32_t dest) {
    if (way[0] == dest)
        return way;
    uint32_t node = dest;
    way[0] = dest;
    way[1] = hops_to(s, dest);
    for (uint32_t h = way[1]; h > 0; h--) {
        way[1 + h] = node;
        node = lb_balanced_parent(&s->tree, node);
    }
    return way;
}

/* A shell sort, without a call for each comparison: there are few. */
static void sort_keys(uint64_t *keys, uint32_t count) {
    static const uint32_t gaps[] = {3548, 1577, 701, 301, 132, 57, 23, 10, 4, 1};
    for (unsigned g = 0; g < sizeof gaps / sizeof gaps[0]; g++) {
        uint32_t gap = gaps[g];
        for (uint32_t i = gap; i < count; i++) {
            uint64_t key = keys[i];
            uint32_t j = i;
            for (; j >= gap && keys[j - gap] > key; j -= gap)
                keys[j] = keys[j - gap];
            keys[j] = key;
        }
    }
}

/* The hops of a step. Ways too long to keep are walked anew. */
static uint32_t collect(const scatter *s, uint32_t step, uint64_t *keys, uint32_t *ways) {
    uint32_t count = 0;
    for (unsigned m = 0; m < s->tree.net.ports; m++) {
        uint32_t size = s->first[m + 1] - s->first[m], far = s->farthest;
        for (uint32_t hop = 1; hop <= far && hop <= step; hop++) {
            uint32_t place = step - hop;
            if (place >= size)
                continue;
            uint32_t dest = s->order[s->first[m] + place];
            if (ways) {
                const uint32_t *way = look_up(s, &ways[((uint64_t)m * far + place % far) * way_words(s)], dest);
                if (way[1] >= hop)
                    keys[count++] = hop_key(s, dest, way[1 + hop]);
                continue;
            }
            uint32_t hops = hops_to(s, dest);
            if (hops >= hop)
                keys[count++] = hop_key(s, dest, ancestor(s, dest, hops - hop));
        }
    }
    return count;
}

static void fill(const lb_plan *plan, uint32_t step, lb_plan *room) {
    const scatter *s = plan->generator.data;
    uint64_t *keys = room->scratch;
    uint32_t *ways = all_ways(&s->tree.net, s) ? (uint32_t *)(keys + plan->generator.widest) : NULL;
    uint32_t count = collect(s, s->backward ? s->steps + 1 - step : step, keys, ways);
    uint32_t *name = s->backward ? room->origin : room->dest;
    sort_keys(keys, count);
    for (uint32_t i = 0; i < count; i++) {
        room->node[i] = (uint32_t)(keys[i] >> 37);
        room->port[i] = (uint8_t)(keys[i] >> 32 & 31);
        name[i] = (uint32_t)keys[i];
    }
    room->nmoves = count;
}

static int build_one(const lb_task *task, bool backward, lb_plan **plan, lb_why *why) {
    const lb_net *net = &task->net;
    scatter *s;
    int error = scatter_create(net, backward, &s, why);
    if (error)
        return error;
    uint64_t widest = (uint64_t)net->ports * s->farthest;
    widest = widest < net->nodes ? widest : net->nodes;
    lb_generator generator = {
        .fill = fill,
        .free = scatter_free,
        .data = s,
        .bytes = sizeof *s + (size_t)net->nodes * 6,
        .widest = (uint32_t)widest,
        .scratch = widest * sizeof(uint64_t) + all_ways(net, s) * sizeof(uint32_t),
        .has_origin = backward,
        .has_dest = !backward,
    };
    return lb_plan_generated(task, "balanced-scatter", LB_ROOTED, s->steps, s->moves, generator, plan, why);
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
    scatter s = {.farthest = lb_diameter(&task->net)};
    (void)o;
    return task->net.nodes == 1 || all_ways(&task->net, &s) ? 85 : 0;
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

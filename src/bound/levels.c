/* Levels: growth, and how far it goes. Of the nodes that are e hops or more from a node, one more is told in a step
 * only by one that is e-1 hops away or more and knows already. So after t steps at most know(t,e) of them can know what
 * the node knows, with k links at a time:
 *
 *      know(t,e) = min(there are, know(t-1,e) + k*know(t-1,e-1)),   know(t,0) = min(n, (k+1)*know(t-1,0))
 *
 * On one port only one of several nodes at the largest distance D knows after D steps. With many packets the last of
 * them leaves later; and in each step no more packets reach those e hops away than k from each node e-1 hops away that
 * can know anything, and k to each that is within reach. */
#include "bound/claims.h"
#include "bound/spread.h"

#include <stdlib.h>

/* Diameters and steps up to which it is looked at. */
#define MOST_FAR   1024
#define MOST_STEPS (UINT64_C(1) << 12)

typedef struct levels {
    uint64_t links;
    uint32_t far;
    uint64_t there[MOST_FAR + 2]; /* nodes so many hops away or more */
    uint64_t know[MOST_FAR + 1];
    uint64_t got[MOST_FAR + 1]; /* packets that have come to them */
} levels;

static uint64_t least(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static void begin(levels *l) {
    for (uint32_t e = 0; e <= l->far; e++)
        l->know[e] = l->got[e] = 0;
    l->know[0] = 1;
}

static void step(levels *l) {
    for (uint32_t e = l->far + 1; e-- > 0;)
        l->know[e] = least(l->there[e], l->know[e] + l->links * l->know[e ? e - 1 : 0]);
}

static bool all_know(const levels *l) {
    for (uint32_t e = 0; e <= l->far; e++) {
        if (l->know[e] < l->there[e])
            return false;
    }
    return true;
}

/* The steps after which all can know, and the level that is last. */
static uint64_t steps_to_know(levels *l, uint32_t *level) {
    uint64_t steps = 0;
    begin(l);
    for (; !all_know(l); steps++) {
        for (uint32_t e = 0; e <= l->far; e++)
            *level = l->know[e] < l->there[e] ? e : *level;
        step(l);
    }
    return steps;
}

/* The steps in which every node can get so many packets, and the level that is last; 0: too many. */
static uint64_t steps_to_get(levels *l, uint64_t packets, uint32_t *level) {
    begin(l);
    for (uint64_t t = 1; t <= MOST_STEPS; t++) {
        bool more = false;
        for (uint32_t e = 1; e <= l->far; e++) {
            uint64_t beyond = t < l->far ? l->there[t + 1] : 0, reach = l->there[e] > beyond ? l->there[e] - beyond : 0;
            *level = l->got[e] < packets * l->there[e] ? e : *level;
            l->got[e] += l->links * least(l->know[e - 1], reach);
            more = more || l->got[e] < packets * l->there[e];
        }
        if (!more)
            return t;
        step(l);
    }
    return 0;
}

static void claim(levels *l, lb_judge *judge, const lb_witness *growth, uint64_t steps, uint32_t level,
                  uint32_t radius) {
    if (!lb_judge_longer(judge, steps))
        return;
    judge->witness = *growth;
    judge->witness.kind = LB_WITNESS_LEVELS;
    judge->witness.first = level;
    judge->witness.radius = radius;
    judge->witness.load = l->there[level];
}

int lb_claim_levels(const lb_task *task, const lb_witness *growth, lb_judge *judge, lb_why *why) {
    uint32_t far = lb_diameter(&task->net), level = 0;
    if (judge->linear || far > MOST_FAR)
        return LB_OK;
    levels *l = lb_array(1, sizeof *l);
    uint32_t *counts = lb_spread_nodes(&task->net);
    if (l && counts) {
        l->links = growth->capacity;
        l->far = far;
        l->there[far + 1] = 0;
        for (uint32_t e = far + 1; e-- > 0;)
            l->there[e] = l->there[e + 1] + counts[e];
        uint64_t steps = steps_to_know(l, &level);
        claim(l, judge, growth, growth->radius - 1 + steps, level, growth->radius);
        bool one = task->kind == LB_BROADCAST || task->kind == LB_REDUCE;
        steps = one && judge->packets <= MOST_STEPS ? steps_to_get(l, judge->packets, &level) : 0;
        if (steps)
            claim(l, judge, growth, steps, level, 0);
    }
    bool taken = l && counts;
    free(l);
    free(counts);
    return taken ? LB_OK : lb_fail_memory(why, "the distances");
}

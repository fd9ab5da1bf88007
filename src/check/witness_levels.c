/* Verifying that those far from a node cannot all know, or get, enough in time: nodes are counted by their distance,
 * one by one, and told step by step, as many as can be. */
#include "check/claims.h"
#include "check/recount.h"

#include <inttypes.h>
#include <stdlib.h>

#define MOST_PLACES (UINT64_C(1) << 24) /* distances times steps */

typedef struct crowd {
    const lb_witness *w;
    uint32_t far;
    uint64_t *at;    /* nodes at each distance */
    uint64_t *known; /* of those so many hops away or more, how many can know */
} crowd;

/* Nodes that are from .. to hops away. */
static uint64_t between(const crowd *c, uint64_t from, uint64_t to) {
    uint64_t sum = 0;
    for (uint64_t hops = from; hops <= to && hops <= c->far; hops++)
        sum += c->at[hops];
    return sum;
}

static void tell(crowd *c) {
    uint64_t below = c->known[0], rest = between(c, 0, c->far);
    for (uint32_t e = 0; e <= c->far; e++) {
        uint64_t before = c->known[e], told = before + c->w->capacity * below;
        c->known[e] = told < rest ? told : rest;
        rest -= c->at[e];
        below = before;
    }
}

/* Whether `steps` are too few for `load` nodes to know. */
static bool too_few(crowd *c, uint64_t steps) {
    for (uint64_t s = 0; s < steps; s++)
        tell(c);
    return c->known[c->w->first] < c->w->load;
}

/* Whether `steps` are too few for `load` nodes to get all packets. */
static bool too_slow(crowd *c, uint64_t steps, uint64_t packets) {
    uint64_t got = 0;
    for (uint64_t s = 1; s <= steps; s++) {
        uint64_t senders = c->known[c->w->first - 1], receivers = between(c, c->w->first, s);
        got += c->w->capacity * (senders < receivers ? senders : receivers);
        tell(c);
    }
    return got < packets * c->w->load;
}

static int judge(crowd *c, const lb_task *task, uint64_t packets, uint64_t leaves, lb_why *why) {
    const lb_witness *w = c->w;
    bool each = w->radius == 0;
    for (uint32_t v = 0; v < task->net.nodes; v++)
        c->at[lb_distance(&task->net, w->node, v)]++;
    c->known[0] = 1;
    uint64_t there = between(c, w->first, c->far);
    if (lb_verify_load(w, there, why))
        return LB_ERR_CHECK;
    if (w->radius > leaves)
        return lb_refute(why, "that the last packet waits for step", w->radius, leaves);
    bool holds = each ? too_slow(c, w->value - 1, packets) : too_few(c, w->value - w->radius);
    return holds ? LB_OK
                 : lb_fail(why, LB_ERR_CHECK, "the witness claims that %" PRIu64 " steps do not do, but they do",
                           w->value - 1);
}

int lb_witness_verify_levels(const lb_task *task, uint64_t links, uint64_t packets, uint64_t blocks,
                             const lb_witness *w, lb_why *why) {
    crowd c = {.w = w, .far = lb_diameter(&task->net)};
    uint64_t all = 0;
    bool one = task->kind == LB_BROADCAST || task->kind == LB_REDUCE;
    if (w->capacity < links || w->capacity > LB_TORUS_PORTS)
        return lb_refute(why, "a capacity of", w->capacity, links);
    if (blocks == 0 || w->first > c.far || w->value == 0 || w->radius > w->value ||
        (w->radius == 0 && (w->first == 0 || !one)) || __builtin_mul_overflow(packets, blocks, &all) ||
        packets > UINT32_MAX)
        return lb_fail(why, LB_ERR_CHECK, "the witness's levels are not those of this task");
    if (w->value > MOST_PLACES / (c.far + 1))
        return lb_fail(why, LB_ERR_SIZE, "the witness's levels are too many to count");
    c.at = lb_zeroed((uint64_t)c.far + 1, sizeof *c.at);
    c.known = lb_zeroed((uint64_t)c.far + 1, sizeof *c.known);
    int error =
        c.at && c.known ? judge(&c, task, packets, lb_ceil_div(all, links), why) : lb_fail_memory(why, "the distances");
    free(c.at);
    free(c.known);
    return error;
}

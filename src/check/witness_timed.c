/* Verifying prices that change with the step: what every block has to pay at least to be there in time, step by step
 * from where it starts, against what all the steps offer at these prices. */
#include "check/pairs.h"
#include "check/recount.h"

#include <inttypes.h>

#define MOST_STEPS  65536
#define UNREACHABLE (UINT64_MAX / 2)

typedef struct till {
    const lb_task *task;
    const lb_net *net;
    const lb_witness *w;
    uint64_t links, steps;
    uint64_t cost[LB_MAX_MOMENTS], next[LB_MAX_MOMENTS];
    uint32_t asked;
} till;

/* The prices of a step, from 1 on: the first and the last steps have their own. */
static const uint16_t *table(const till *t, uint64_t step) {
    uint64_t first = t->w->radius / 2, last = (t->w->radius - 1) / 2, left = t->steps - step, which = first;
    if (step <= first)
        which = step - 1;
    else if (left < last)
        which = t->w->radius - 1 - left;
    return t->w->price + which * t->net->nodes * (t->net->ports + 2);
}

static uint64_t price(const till *t, const uint16_t *prices, uint32_t node, unsigned place) {
    return prices[node * (t->net->ports + 2) + place];
}

static void walk_step(till *t, uint64_t step) {
    const uint16_t *prices = table(t, step);
    unsigned ports = t->net->ports;
    for (uint32_t v = 0; v < t->net->nodes; v++)
        t->next[v] = t->cost[v];
    for (uint32_t v = 0; v < t->net->nodes; v++) {
        for (unsigned p = 0; p < ports && t->cost[v] < UNREACHABLE; p++) {
            uint32_t to = lb_neighbor(t->net, v, p);
            uint64_t paid =
                t->cost[v] + price(t, prices, v, p) + price(t, prices, v, ports) + price(t, prices, to, ports + 1);
            if (lb_link_alive(t->net, v, p) && paid < t->next[to])
                t->next[to] = paid;
        }
    }
    for (uint32_t v = 0; v < t->net->nodes; v++)
        t->cost[v] = t->next[v];
}

static void walk(till *t, uint32_t from) {
    t->asked = from;
    for (uint32_t v = 0; v < t->net->nodes; v++)
        t->cost[v] = v == from ? 0 : UNREACHABLE;
    for (uint64_t step = 1; step <= t->steps; step++)
        walk_step(t, step);
}

/* Blocks are numbered by their origins, so that each is asked about once. False: one cannot be there in time at all,
 * which is not for prices to say. */
static bool paid(till *t, uint64_t *sum) {
    uint64_t blocks = lb_pairs_count(t->task);
    *sum = 0;
    for (uint64_t b = 0; b < blocks; b++) {
        uint32_t origin, dest;
        if (!lb_pairs_get(t->task, t->w->first, b, &origin, &dest))
            continue;
        if (t->asked != origin)
            walk(t, origin);
        if (t->cost[dest] == UNREACHABLE)
            return false;
        *sum += t->cost[dest];
    }
    return true;
}

static uint64_t offered_in(const till *t, uint64_t step) {
    const uint16_t *prices = table(t, step);
    uint64_t sum = 0;
    for (uint32_t v = 0; v < t->net->nodes; v++) {
        uint64_t out = 0, in = 0;
        for (unsigned p = 0; p < t->net->ports; p++) {
            bool alive = lb_link_alive(t->net, v, p);
            sum += alive ? price(t, prices, v, p) : 0;
            out += alive;
            in += lb_link_alive(t->net, lb_neighbor(t->net, v, p), t->net->opposite[p]);
        }
        sum += (out < t->links ? out : t->links) * price(t, prices, v, t->net->ports);
        sum += (in < t->links ? in : t->links) * price(t, prices, v, t->net->ports + 1);
    }
    return sum;
}

int lb_witness_verify_timed(const lb_task *task, uint64_t links, uint64_t packets, const lb_witness *witness,
                            lb_why *why) {
    const lb_net *net = &task->net;
    till t = {.task = task, .net = net, .w = witness, .links = links, .asked = LB_NONE};
    uint64_t load, room = 0, all;
    t.steps = witness->value - 1;
    if (net->nodes > LB_MAX_MOMENTS || !lb_pairs_known(task) || witness->value < 2 || t.steps > MOST_STEPS ||
        witness->radius == 0 || witness->radius > t.steps ||
        (uint64_t)net->nodes * (net->ports + 2) * witness->radius > LB_MAX_PRICES)
        return lb_fail(why, LB_ERR_CHECK, "the witness's prices are not those of this network");
    if (!paid(&t, &load))
        return lb_fail(why, LB_ERR_CHECK, "the witness's prices are for more steps than distances ask for");
    if (witness->load == 0 || witness->load > load)
        return lb_fail(why, LB_ERR_CHECK, "the witness claims a load of %" PRIu64 ", the recount gives %" PRIu64,
                       witness->load, load);
    for (uint64_t step = 1; step <= t.steps; step++)
        room += offered_in(&t, step);
    if (witness->capacity < room)
        return lb_fail(why, LB_ERR_CHECK, "the witness claims a capacity of %" PRIu64 ", the recount gives %" PRIu64,
                       witness->capacity, room);
    if (__builtin_mul_overflow(witness->load, packets, &all))
        return lb_fail(why, LB_ERR_SIZE, "the witness's numbers do not fit 64 bits");
    if (all <= witness->capacity)
        return lb_fail(why, LB_ERR_CHECK, "the witness claims that %" PRIu64 " steps do not do, but they may", t.steps);
    return LB_OK;
}

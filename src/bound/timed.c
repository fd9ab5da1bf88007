/* Prices that change with the step: a block that is to be there in time pays for the links and nodes that it uses in
 * the steps in which it uses them. This is PRICES with an eye on the clock: what is far from all senders is of no use
 * in the first steps, what is far from all receivers in the last (src/flow/timed.h).
 *
 * Only for permutations and scans: where every node sends to every other it would be too much work. The last of all
 * arguments: it only tries to raise what the others have found. */
#include "flow/timed.h"
#include "flow/prices.h"

#include "bound/claims.h"
#include "bound/demand.h"

#include <stdlib.h>

enum { PRICE_ROUNDS = 64 };

#define PRICE_WORK (UINT64_C(1) << 20)
#define MOST_WORK  (UINT64_C(5) << 23) /* hops looked at: up to a fifth of a second, mostly some hundredths */

static void claim(const lb_timed *t, unsigned choice, lb_judge *judge) {
    if (!lb_judge_longer(judge, (uint64_t)t->steps + 1))
        return;
    judge->witness = (lb_witness){.kind = LB_WITNESS_TIMED, .radius = t->tables, .first = choice};
    judge->witness.load = t->load;
    judge->witness.capacity = t->capacity;
    for (uint64_t i = 0; i < (uint64_t)t->tables * t->net->nodes * t->places; i++)
        judge->witness.price[i] = (uint16_t)t->now[i];
}

/* As many steps more than have been proven as can be ruled out. */
static int raise(lb_timed *t, unsigned choice, lb_judge *judge, lb_why *why) {
    bool refuted = true;
    int error = LB_OK;
    while (refuted && !error && judge->score <= LB_TIMED_STEPS) {
        error = lb_timed_refute(t, (uint32_t)judge->score, LB_MAX_PRICES, &refuted, why);
        if (!error && refuted)
            claim(t, choice, judge);
    }
    return error;
}

/* With all ports twice as much: there it is this that most often falls short, and mostly soon done. Where there are
 * several choices, a quarter for each. */
static uint64_t most_work(const lb_task *task, uint64_t links) {
    if (lb_demand_choices(task) > 1)
        return MOST_WORK >> 2;
    return links < task->net.ports ? MOST_WORK : 2 * MOST_WORK;
}

/* From the prices that do with no regard to time. */
static int claim_priced(const lb_task *task, uint64_t links, unsigned choice, const uint32_t *demand, const lb_map *map,
                        lb_judge *judge, lb_why *why) {
    lb_prices prices;
    lb_timed timed;
    int error = lb_prices_find(&prices, &task->net, map, (uint32_t)links, demand, PRICE_ROUNDS, PRICE_WORK, why);
    if (error)
        return error;
    error = lb_timed_begin(&timed, &task->net, map, (uint32_t)links, demand, prices.price, judge->packets,
                           most_work(task, links), why);
    lb_prices_free(&prices);
    if (error)
        return error;
    error = raise(&timed, choice, judge, why);
    lb_timed_end(&timed);
    return error;
}

/* Whether all blocks can be there in as many steps as have been proven: with links dead the way from a node of a scan
 * to the next may be longer than any that was looked at. */
static bool in_time(const lb_map *map, const uint32_t *demand, uint64_t steps) {
    uint32_t hops[LB_MAX_MOMENTS], queue[LB_MAX_MOMENTS];
    for (uint32_t v = 0; v < map->nodes; v++) {
        lb_map_reach(map, v, false, hops, queue);
        for (uint32_t w = 0; w < map->nodes; w++) {
            if (demand[v * map->nodes + w] && hops[w] > steps)
                return false;
        }
    }
    return true;
}

static bool timely(const lb_task *task, const lb_judge *judge) {
    bool span = lb_task_class(task) == LB_SPAN;
    uint64_t blocks = span ? task->net.nodes : lb_task_blocks(task);
    return !judge->linear && !judge->quick && judge->found && (span || task->kind == LB_PERMUTE) &&
           lb_demand_matters(task) && task->net.nodes <= LB_MAX_MOMENTS && task->net.ports <= LB_TORUS_PORTS &&
           blocks <= LB_TIMED_PACKETS && judge->packets <= LB_TIMED_PACKETS / blocks;
}

static int claim_demand(const lb_task *task, uint64_t links, unsigned choice, lb_judge *judge, lb_why *why) {
    const lb_net *net = &task->net;
    lb_map map = {0};
    uint32_t *demand = lb_zeroed((uint64_t)net->nodes * net->nodes, sizeof *demand);
    int error = !demand || lb_map_make(&map, net) ? lb_fail_memory(why, "the bound") : LB_OK;
    if (!error) {
        lb_demand_add(task, choice, demand);
        if (in_time(&map, demand, judge->score))
            error = claim_priced(task, links, choice, demand, &map, judge, why);
    }
    lb_map_free(&map);
    free(demand);
    return error;
}

int lb_claim_timed(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why) {
    int error = LB_OK;
    if (!timely(task, judge))
        return LB_OK;
    /* Of a scan, which other pairs pay most with no regard to time, if that is what is to be raised. */
    const lb_witness *w = &judge->witness;
    unsigned best = w->kind == LB_WITNESS_PRICES ? w->first : 0, last = w->kind == LB_WITNESS_PRICES ? best + 1 : 2;
    for (unsigned choice = best; choice < last && choice < lb_demand_choices(task) && !error; choice++)
        error = claim_demand(task, links, choice, judge, why);
    return error;
}

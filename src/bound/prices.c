/* Prices on every link, and on every node's sending and receiving: however the blocks go, they pay for the ways they
 * take, and a step offers only so much. This is LINKS with a price for each place (src/flow/prices.h).
 *
 * For what many nodes send to many others; where all nodes are alike the same prices everywhere do (src/bound/links.c).
 */
#include "flow/prices.h"
#include "bound/claims.h"
#include "bound/demand.h"
#include "bound/shared.h"
#include "flow/tolls.h"

#include <stdlib.h>

_Static_assert(LB_PRICED_NODES == LB_MAX_MOMENTS, "prices are for as many nodes as moments");

enum { MOST_ROUNDS = 96, TOLL_ROUNDS = 160, ROUNDED = 1 << 16, MOST_LEVELS = 6 };

#define MOST_WORK (UINT64_C(1) << 21) /* links looked at: some milliseconds */
#define TOLL_WORK (UINT64_C(1) << 23)

/* On the linear clock a claim is weighed as a fraction, and prices have many digits: it is rounded down to a fraction
 * that is not too fine for the times that come of it. */
static bool is_slower(uint64_t load, uint64_t capacity, lb_judge *judge) {
    uint64_t product;
    if (__builtin_mul_overflow(load, (uint64_t)ROUNDED, &product))
        return false;
    lb_judge trial = *judge;
    if (!lb_judge_better(&trial, product / capacity, ROUNDED, 1) || trial.overflow)
        return false;
    *judge = trial;
    judge->score = lb_claim_steps(1, load, capacity, 1);
    return true;
}

static bool is_longer(uint64_t load, uint64_t capacity, lb_judge *judge) {
    uint64_t product;
    return !__builtin_mul_overflow(load, judge->packets, &product) &&
           lb_judge_longer(judge, lb_ceil_div(product, capacity));
}

void lb_claim_priced(const lb_task *task, const uint32_t *price, uint64_t load, uint64_t capacity, unsigned choice,
                     lb_judge *judge) {
    if (!load || !(judge->linear ? is_slower(load, capacity, judge) : is_longer(load, capacity, judge)))
        return;
    judge->witness = (lb_witness){.kind = LB_WITNESS_PRICES, .first = choice, .load = load, .capacity = capacity};
    for (unsigned i = 0; i < task->net.nodes * (task->net.ports + 2); i++)
        judge->witness.price[i] = (uint16_t)price[i];
}

/* From every node to the next. Of a scan these ways may share something, and prices that are nearly alike let them
 * share a little everywhere. So they are also rounded, to few different ones; and the best are often such. */
static int claim_next(const lb_task *task, uint64_t links, const uint32_t *price, unsigned choice, lb_judge *judge) {
    const lb_net *net = &task->net;
    uint32_t count = net->nodes * (net->ports + 2U), highest = 1;
    uint32_t *rounded = lb_array(count, sizeof *rounded);
    int error = rounded ? LB_OK : LB_ERR_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        highest = price[i] > highest ? price[i] : highest;
    for (uint32_t levels = 0; levels <= MOST_LEVELS && !error; levels++) {
        uint64_t load, capacity;
        for (uint32_t i = 0; i < count; i++)
            rounded[i] =
                levels ? (uint32_t)((2 * (uint64_t)price[i] * levels + highest) / (2 * (uint64_t)highest)) : price[i];
        error = lb_shared_weigh(net, links, rounded, choice == LB_DEMAND_ALL, &load, &capacity);
        if (!error && capacity)
            lb_claim_priced(task, rounded, load, capacity, choice, judge);
    }
    free(rounded);
    return error;
}

/* Where one node has something for one other: all blocks at once. */
static int claim_few(const lb_task *task, const lb_map *map, uint64_t links, const uint32_t *demand, unsigned choice,
                     lb_judge *judge, lb_why *why) {
    lb_prices prices;
    int error = lb_prices_find(&prices, &task->net, map, (uint32_t)links, demand, MOST_ROUNDS,
                               MOST_WORK / lb_demand_choices(task), why);
    if (error)
        return error;
    bool next = choice == LB_DEMAND_ALL || (task->kind == LB_EXSCAN && !lb_net_dead_nodes(&task->net));
    if (next)
        error = claim_next(task, links, prices.price, choice, judge) ? lb_fail_memory(why, "the bound") : LB_OK;
    else
        lb_claim_priced(task, prices.price, prices.load, prices.capacity, choice, judge);
    lb_prices_free(&prices);
    return error;
}

/* Where it has something for many: one node's after another's. */
static int claim_many(const lb_task *task, const lb_map *map, uint64_t links, const uint32_t *demand, lb_judge *judge,
                      lb_why *why) {
    lb_tolls tolls;
    int error = lb_tolls_find(&tolls, &task->net, map, (uint32_t)links, demand, TOLL_ROUNDS,
                              judge->quick ? TOLL_WORK / 4 : TOLL_WORK, why);
    if (error)
        return error;
    lb_claim_priced(task, tolls.price, tolls.load, tolls.capacity, 0, judge);
    lb_tolls_free(&tolls);
    return LB_OK;
}

static int claim_demand(const lb_task *task, uint64_t links, unsigned choice, lb_judge *judge, lb_why *why) {
    const lb_net *net = &task->net;
    lb_map map = {0};
    uint32_t *demand = lb_zeroed((uint64_t)net->nodes * net->nodes, sizeof *demand);
    int error = !demand || lb_map_make(&map, net) ? lb_fail_memory(why, "the bound") : LB_OK;
    if (!error) {
        lb_demand_add(task, choice, demand);
        error = lb_demand_is_broad(task) ? claim_many(task, &map, links, demand, judge, why)
                                         : claim_few(task, &map, links, demand, choice, judge, why);
    }
    lb_map_free(&map);
    free(demand);
    return error;
}

int lb_claim_prices(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why) {
    int error = LB_OK;
    bool span = lb_task_class(task) == LB_SPAN;
    if (!lb_demand_matters(task) || (judge->quick && (span || judge->linear)))
        return LB_OK;
    for (unsigned choice = 0; choice < lb_demand_choices(task) && !error; choice++)
        error = claim_demand(task, links, choice, judge, why);
    if (!error && task->kind == LB_SCAN && !lb_net_dead_nodes(&task->net))
        error = claim_demand(task, links, LB_DEMAND_ALL, judge, why);
    return error;
}

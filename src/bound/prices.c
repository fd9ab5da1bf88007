/* Prices on every link, and on every node's sending and receiving: however the blocks go, they pay for the ways they
 * take, and a step offers only so much. This is LINKS with a price for each place (src/flow/prices.h).
 *
 * For what many nodes send to many others; where all nodes are alike the same prices everywhere do (src/bound/links.c).
 */
#include "flow/prices.h"
#include "bound/claims.h"
#include "bound/demand.h"

#include <stdlib.h>

_Static_assert(LB_PRICED_NODES == LB_MAX_MOMENTS, "prices are for as many nodes as moments");

enum { MOST_ROUNDS = 96 };

#define MOST_WORK (UINT64_C(1) << 21) /* links looked at: some milliseconds */

static void claim(const lb_prices *p, unsigned choice, lb_judge *judge) {
    uint64_t product;
    if (!p->load || __builtin_mul_overflow(p->load, judge->packets, &product) ||
        !lb_judge_longer(judge, lb_ceil_div(product, p->capacity)))
        return;
    judge->witness = (lb_witness){.kind = LB_WITNESS_PRICES, .first = choice, .load = p->load, .capacity = p->capacity};
    for (unsigned i = 0; i < p->net->nodes * p->places; i++)
        judge->witness.price[i] = (uint16_t)p->price[i];
}

static int claim_demand(const lb_task *task, uint64_t links, unsigned choice, lb_judge *judge, lb_why *why) {
    const lb_net *net = &task->net;
    lb_map map = {0};
    lb_prices prices;
    uint32_t *demand = lb_zeroed((uint64_t)net->nodes * net->nodes, sizeof *demand);
    int error = !demand || lb_map_make(&map, net) ? lb_fail_memory(why, "the bound") : LB_OK;
    if (!error) {
        lb_demand_add(task, choice, demand);
        error = lb_prices_find(&prices, net, &map, (uint32_t)links, demand, MOST_ROUNDS,
                               MOST_WORK / lb_demand_choices(task), why);
    }
    if (!error) {
        claim(&prices, choice, judge);
        lb_prices_free(&prices);
    }
    lb_map_free(&map);
    free(demand);
    return error;
}

int lb_claim_prices(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why) {
    int error = LB_OK;
    if (judge->linear || !lb_demand_matters(task) || (judge->quick && lb_task_class(task) == LB_SPAN))
        return LB_OK;
    for (unsigned choice = 0; choice < lb_demand_choices(task) && !error; choice++)
        error = claim_demand(task, links, choice, judge, why);
    return error;
}

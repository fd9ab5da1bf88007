/* Least delay on other tori, by search: the plan of the algorithm isotropic, which has the least steps of symmetric
 * ones, its hops exchanged between slots as long as that lessens the delays (chains.c). For small networks; how near
 * it comes is reported. */
#include "algo/isotropic/algorithms.h"
#include "algo/isotropic/chains.h"
#include "algo/isotropic/least_delay_parts.h"

#include <stdlib.h>

/* Which block each move is of: its offset. */
static void read_cells(const lb_plan *plan, uint32_t *cell) {
    const lb_net *net = &plan->task->net;
    uint64_t size = (uint64_t)plan->steps * net->ports;
    for (uint64_t i = 0; i < size; i++)
        cell[i] = LB_NONE;
    for (uint32_t step = 1; step <= plan->steps; step++) {
        for (uint64_t m = plan->step_first[step - 1]; m < plan->step_first[step]; m++)
            cell[(uint64_t)(step - 1) * net->ports + plan->port[m]] = lb_net_sub(net, plan->dest[m], plan->origin[m]);
    }
}

/* Writes the timetable down: as many moves as before, in other slots. */
static void write_cells(lb_plan *plan, const uint32_t *cell, uint32_t *place) {
    const lb_net *net = &plan->task->net;
    uint64_t at = 0;
    for (uint32_t s = 0; s < plan->steps; s++) {
        for (unsigned p = 0; p < net->ports; p++) {
            uint32_t block = cell[(uint64_t)s * net->ports + p];
            if (block == LB_NONE)
                continue;
            plan->port[at] = (uint8_t)p;
            plan->origin[at] = lb_net_sub(net, 0, place[block]);
            plan->dest[at] = lb_net_sub(net, block, place[block]);
            place[block] = lb_neighbor(net, place[block], p);
            at++;
        }
        plan->step_first[s + 1] = at;
    }
}

/* Up to about 256 steps: then every slot can be exchanged with every other, and a search takes seconds. */
bool lb_least_delay_searchable(const lb_net *net) {
    for (unsigned i = 0; i < net->dims; i++) {
        if ((uint64_t)net->nodes * net->radix[i] / 8 > 256)
            return false;
    }
    return net->nodes <= 512 && net->ports > 0;
}

/* Two searches; the better one is kept in `cell`. */
static int search(const lb_plan *plan, uint32_t *cell, uint32_t *trial) {
    static const double patience[] = {0.02, 0.03}; /* more finds its way too late, less stops too early */
    const lb_net *net = &plan->task->net;
    uint32_t slots = plan->steps, window = slots <= 256 ? slots : 64;
    uint64_t size = (uint64_t)slots * net->ports, least = UINT64_MAX, delay;
    uint64_t sweeps = LB_SEARCH_WORK / (size * window + 1) + 1;
    for (int i = 0; i < 2; i++) {
        read_cells(plan, trial);
        if (lb_exchange_chains(net->ports, slots, trial, net->nodes, window, (unsigned)(sweeps < 4000 ? sweeps : 4000),
                               patience[i], 1, &delay))
            return LB_ERR_MEMORY;
        for (uint64_t k = 0; delay < least && k < size; k++)
            cell[k] = trial[k];
        least = delay < least ? delay : least;
    }
    return LB_OK;
}

int lb_least_delay_search(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    const lb_net *net = &task->net;
    int error = lb_algo_isotropic.build(task, o, plan, why);
    if (error)
        return error;
    uint64_t size = (uint64_t)(*plan)->steps * net->ports;
    uint32_t *cell = lb_array(size, sizeof *cell), *trial = lb_array(size, sizeof *trial);
    uint32_t *place = lb_zeroed(net->nodes, sizeof *place);
    if (!cell || !trial || !place || search(*plan, cell, trial))
        error = lb_fail_memory(why, "a total exchange");
    else
        write_cells(*plan, cell, place);
    free(cell);
    free(trial);
    free(place);
    if (error) {
        lb_plan_free(*plan);
        *plan = NULL;
    }
    return error;
}

/* Total exchange as the recursion has it (000, section 4): built cube by cube, every move held. It makes the moves that
 * total-exchange finds by its closed form, and is there to be compared with it and to be read.
 *
 *      steps            1 .. 2^(k-1)           2^(k-1)+1 .. 2^k
 *      ports 0..k-1     phase 1: k-cube's      phase 3: k-cube's again,
 *                       own exchange           with the other half's blocks
 *      port k           phase 2: the blocks for the other half, 2^k of them
 *
 * In phase 2 a node sends its blocks in the order in which its partner sends them on in phase 3. That is the order in
 * which the k-cube's exchange first sends a block of one's own, for the partner does with the block what it does with
 * its own; ties go to the lower port. The block for the partner itself, which nobody waits for, is last. */
#include "algo/cube/algorithms.h"
#include "algo/cube/times.h"

#include <stdlib.h>

#define LARGEST 16 /* the moves are held, not made: 2^19 of them here */

/* What goes through one port of node 0 in one step; names are relative to the sender. */
typedef struct sent {
    uint32_t origin, dest;
} sent;

/* table[step-1][port], rows of d entries. */
static uint32_t phase_2(sent *table, unsigned d, unsigned k, uint32_t half) {
    uint32_t bit = UINT32_C(1) << k, at = 0;
    for (uint32_t step = 0; step < half; step++) {
        for (unsigned port = 0; port < k; port++) {
            const sent *s = &table[(size_t)step * d + port];
            if (s->origin == 0)
                table[(size_t)at++ * d + k] = (sent){0, s->dest | bit};
        }
    }
    table[(size_t)at++ * d + k] = (sent){0, bit};
    return at;
}

static void phase_3(sent *table, unsigned d, unsigned k, uint32_t half) {
    for (uint32_t step = 0; step < half; step++) {
        for (unsigned port = 0; port < k; port++) {
            sent s = table[(size_t)step * d + port];
            s.origin |= UINT32_C(1) << k;
            table[(size_t)(half + step) * d + port] = s;
        }
    }
}

/* Phase 1 is what the table holds already. Returns the number of steps. */
static uint32_t exchange(sent *table, unsigned d) {
    uint32_t steps = 0;
    for (unsigned k = 0; k < d; k++) {
        uint32_t half = steps;
        steps = phase_2(table, d, k, half);
        phase_3(table, d, k, half);
    }
    return steps;
}

static int build_one(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    unsigned d = task->net.ports;
    uint64_t moves = (uint64_t)d * (task->net.nodes / 2);
    lb_builder b;
    lb_build_begin(&b, task, LB_SYMMETRIC, o->clock, 0, 1, 0);
    int error = lb_build_expect(&b, moves, moves, why);
    if (error)
        return error;
    sent *table = lb_array(moves, sizeof *table);
    if (!table) {
        lb_build_abandon(&b);
        return lb_fail_memory(why, "a total exchange");
    }
    uint32_t steps = exchange(table, d);
    for (uint32_t step = 0; step < steps; step++) {
        for (unsigned port = 0; port < d; port++) {
            const sent *s = &table[(size_t)step * d + port];
            lb_build_move(&b, step + 1, 0, port, LB_OP_COPY);
            lb_build_block(&b, s->origin, s->dest);
        }
    }
    free(table);
    return lb_build_finish(&b, "total-exchange-recursive", plan, why);
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    return lb_build_packets(build_one(task, o, plan, why), o, plan, why);
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    (void)o;
    return task->net.ports <= LARGEST ? 20 : 0;
}

const lb_algo lb_algo_total_exchange_recursive = {
    .info = {.name = "total-exchange-recursive",
             .source = "Bertsekas et al. 1991 (000), section 4",
             .tasks = LB_TASK_BIT(LB_ALLTOALL),
             .cubes_only = true,
             .unit = true,
             .linear = true,
             .promise = "the moves of total-exchange, by its recursion, for d <= 16"},
    .suits = suits,
    .needs = "it holds every move, and is for d up to 16",
    .time = lb_cube_time_steps,
    .build = build,
};

/* Total exchange, the all-to-all that keeps every link of the d-cube busy in every step (000, section 4).
 *
 * The recursion. A (k+1)-cube is two k-cubes. While each half does a total exchange of its own (phase 1), every node
 * also sends its 2^k blocks for the other half over dimension k (phase 2); then each half exchanges what it got (phase
 * 3). Phase 3 can begin when phase 1 ends, half way through phase 2, if a node sends first what its partner will
 * forward first, and the block for the partner itself last. Bits are thus corrected from the highest to the lowest.
 *
 * The closed form. Let column k list what a node sends over dimension k in phase 2 of the (k+1)-cube, 2^k relative
 * destinations with highest bit k. The others come in the order in which the k-cube's exchange first sends them, which
 * is row by row through columns 0..k-1 (entry r of each column that long), with bit k added; 2^k itself comes last.
 * Then the block for relative destination u crosses dimension k (a bit of u), higher bits done, in step
 *
 *      (u with bits 0..k cleared) / 2  +  place of (u mod 2^(k+1)) in column k, from 1
 *
 * because each higher bit b has put it into a third phase that begins 2^(b-1) steps later. Read backwards: in step s
 * link k carries the one u whose bits above k are (s-1) / 2^k and whose rest is entry (s-1) mod 2^k of column k. So a
 * node knows what to send in O(1), and u has arrived in step (u + (lowest bit of u)) / 2.
 *
 * Steps: 2^(d-1), since d*2^(2d-1) hops must be made by d*2^d links: optimal, all links always busy. Transmissions:
 * shortest paths, d*2^(2d-1): optimal. The plan is the columns: 2^d-1 entries. */
#include "algo/cube/algorithms.h"
#include "algo/cube/times.h"

#include <stdlib.h>

/* Column k is column[2^k .. 2^(k+1)-1]. */
static uint32_t *make_columns(unsigned d, lb_why *why) {
    uint32_t *column = lb_array(UINT64_C(1) << d, sizeof *column);
    if (!column) {
        lb_explain(why, "memory for a total exchange could not be had");
        return NULL;
    }
    column[0] = 0;
    for (unsigned k = 0; k < d; k++) {
        uint32_t bit = UINT32_C(1) << k, at = bit;
        unsigned shortest = 0; /* the first column that has a row r */
        for (uint32_t r = 0; r < bit / 2; r++) {
            while (UINT32_C(1) << shortest <= r)
                shortest++;
            for (unsigned c = shortest; c < k; c++)
                column[at++] = bit | column[(UINT32_C(1) << c) + r];
        }
        column[at] = bit;
    }
    return column;
}

static void fill(const lb_plan *plan, uint32_t step, lb_plan *room) {
    const uint32_t *column = plan->generator.data;
    unsigned d = plan->task->net.ports;
    uint32_t s = step - 1;
    for (unsigned k = 0; k < d; k++) {
        uint32_t bit = UINT32_C(1) << k;
        room->port[k] = (uint8_t)k;
        room->origin[k] = (s >> k) << k << 1; /* bits above k are done: the sender is that far from the origin */
        room->dest[k] = column[bit + (s & (bit - 1))];
    }
    room->nmoves = d;
}

static int build_one(const lb_task *task, lb_plan **plan, lb_why *why) {
    unsigned d = task->net.ports;
    uint32_t *column = make_columns(d, why);
    if (!column)
        return LB_ERR_MEMORY;
    lb_generator generator = {
        .fill = fill,
        .free = free,
        .data = column,
        .bytes = UINT64_C(4) << d,
        .widest = d,
        .has_origin = true,
        .has_dest = true,
    };
    uint32_t steps = task->net.nodes / 2;
    return lb_plan_generated(task, "total-exchange", LB_SYMMETRIC, steps, (uint64_t)steps * d, generator, plan, why);
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    return lb_build_packets(build_one(task, plan, why), o, plan, why);
}

const lb_algo lb_algo_total_exchange = {
    .info = {.name = "total-exchange",
             .source = "Bertsekas et al. 1991 (000), section 4",
             .tasks = LB_TASK_BIT(LB_ALLTOALL),
             .cubes_only = true,
             .unit = true,
             .linear = true,
             .promise = "2^(d-1) steps, d*2^(2d-1) transmissions, both optimal, every link always busy"},
    .score = 85,
    .time = lb_cube_time_steps,
    .build = build,
};

/* turn: lb_plan_reverse, and on the linear clock with few ports perhaps in other steps.
 *
 * Packets get their ports in the order of their steps, and start as early as they can. What is early forwards need not
 * be so backwards: of two packets of a step, the one that ended later should now go first. So each moment at which
 * packets end becomes a step of its own, and the last one is the first backwards. Then nothing begins later than in the
 * mirror image of the plan as it ran, T being its time: by induction, what a packet of [a, b] needs has arrived by T-b,
 * its link is free, and of the packets before it fewer than there are ports are still on their way at either end, for
 * in the mirror image so few are. So it takes T at most, but for rounding to whole bytes, and where nothing is summed
 * forwards and all nodes' packets are alike. It is taken only where the check and the clock say that it is right and
 * faster. */
#include "planner/turn.h"

#include "plan/retime.h"

#include <stdlib.h>

#define MOST_MOVES (UINT64_C(1) << 18) /* of all nodes */
#define SLOWER     1.0001

static lb_cost whole(const lb_plan_options *o) {
    lb_cost cost = *o->cost;
    cost.whole_bytes = true;
    return cost;
}

/* Negative: it cannot be said. */
static double time_of(const lb_plan *plan, const lb_plan_options *o) {
    lb_cost cost = whole(o);
    lb_check_options checked = {.checked = true};
    lb_timing timing;
    if (lb_simulate(plan, &cost, &checked, &timing, NULL) != LB_OK)
        return -1;
    double time = lb_ratio_value(timing.makespan);
    lb_timing_free(&timing);
    return time;
}

/* ---- Steps by time ---- */

typedef struct ending {
    lb_ratio at;
    uint64_t move;
} ending;

static int by_end(const void *a, const void *b) {
    const ending *x = a, *y = b;
    int order = lb_ratio_compare(x->at, y->at);
    return order ? order : (x->move > y->move) - (x->move < y->move);
}

/* When the moves that are held end: where all nodes do the same those are node 0's. How many; 0: some take no time, or
 * they are not as expected. */
static uint64_t list_endings(const lb_plan *plan, const lb_timing *timing, ending *list) {
    uint64_t count = 0;
    for (size_t i = 0; i < timing->critical_count; i++) {
        const lb_hop *hop = &timing->critical[i];
        if (plan->orbit == LB_SYMMETRIC && hop->from != 0)
            continue;
        if (count == plan->nmoves || lb_ratio_compare(hop->start, hop->finish) >= 0)
            return 0;
        list[count] = (ending){hop->finish, count};
        count++;
    }
    return count == plan->nmoves ? count : 0;
}

static void number_steps(ending *list, uint64_t count, uint32_t *step) {
    uint32_t now = 0;
    qsort(list, count, sizeof *list, by_end);
    for (uint64_t i = 0; i < count; i++) {
        now += i == 0 || lb_ratio_compare(list[i - 1].at, list[i].at) != 0;
        step[list[i].move] = now;
    }
}

/* A plan that is held, in steps by the times at which its packets end. */
static int by_time(const lb_plan *plan, const lb_plan_options *o, lb_plan **out, lb_why *why) {
    lb_cost cost = whole(o);
    lb_check_options checked = {.checked = true};
    lb_timing timing;
    *out = NULL;
    int error = lb_simulate_hops(plan, &cost, &checked, &timing, why);
    if (error)
        return error;
    ending *list = lb_array(plan->nmoves, sizeof *list);
    uint32_t *step = lb_array(plan->nmoves, sizeof *step);
    if (!list || !step) {
        error = lb_fail_memory(why, "a plan");
    } else if (list_endings(plan, &timing, list)) {
        number_steps(list, plan->nmoves, step);
        error = lb_plan_retime(plan, step, out, why);
    }
    free(list);
    free(step);
    lb_timing_free(&timing);
    return error;
}

/* ---- The other one ---- */

static bool holds(const lb_plan *plan) {
    lb_report report;
    int error = lb_check_plan(plan, NULL, &report, NULL);
    if (error == LB_OK || error == LB_ERR_CHECK)
        lb_report_free(&report);
    return error == LB_OK;
}

static int turn_by_time(const lb_plan *plan, const lb_plan_options *o, lb_plan **out, lb_why *why) {
    const lb_plan *flat = NULL;
    lb_plan *made = NULL, *timed = NULL;
    *out = NULL;
    int error = lb_plan_flat(plan, &flat, &made, why);
    if (!error)
        error = by_time(flat, o, &timed, why);
    if (!error && timed)
        error = lb_plan_reverse(timed, out, why);
    lb_plan_free(made);
    lb_plan_free(timed);
    return error;
}

static bool may_be_slower(const lb_plan *plan, const lb_plan_options *o) {
    uint64_t moves = lb_times(plan->nmoves, plan->orbit == LB_SYMMETRIC ? plan->task->net.nodes : 1);
    return o->clock == LB_LINEAR && o->cost && o->ports < plan->task->net.ports && moves && moves <= MOST_MOVES;
}

int lb_plan_turn(const lb_plan *plan, const lb_plan_options *o, lb_plan **out, lb_why *why) {
    int error = lb_plan_reverse(plan, out, why);
    if (error || !may_be_slower(plan, o))
        return error;
    double forwards = time_of(plan, o), backwards = time_of(*out, o);
    if (forwards < 0 || backwards <= forwards * SLOWER)
        return LB_OK;
    lb_plan *other;
    if (turn_by_time(plan, o, &other, NULL) == LB_ERR_MEMORY) {
        lb_plan_free(*out);
        *out = NULL;
        return lb_fail_memory(why, "a plan");
    }
    double found = other ? time_of(other, o) : -1;
    if (found >= 0 && found < backwards && holds(other)) {
        lb_plan *slower = *out;
        *out = other;
        other = slower;
    }
    lb_plan_free(other);
    return LB_OK;
}

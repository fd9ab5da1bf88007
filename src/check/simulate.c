/* The linear clock: when every packet starts and ends.
 *
 * Links serve their packets in step order, and a valid schedule sends nothing in a step that did not arrive in an
 * earlier one. So what a packet waits for - its data, its link, under a port limit a port at either end - always
 * belongs to moves that come before it, and one pass in step order gives every start as the latest of these times. No
 * event queue is needed. Without a port limit the order within a step does not matter; under one ports are granted in
 * that order.
 *
 * A symmetric plan is timed once, on relative addresses: all nodes do the same at the same time. In whole bytes that is
 * so only where all nodes' packets are as large (sizes.h); else every node is simulated. Packets of no bytes are not
 * sent: they take no time and no link, and pieces of no bytes are not waited for. */
#include "check/flying.h"
#include "check/simulate_inside.h"

#include <stdlib.h>

static int attempt(lb_simulation *s, bool places, uint32_t depth, const lb_check_options *options, lb_why *why) {
    s->places = places;
    s->makespan = s->packets = 0;
    s->last = 0;
    int error = lb_simulation_take(s, depth, options, why);
    if (error)
        return error;
    lb_simulation_lay_out(s);
    return lb_simulation_run(s, options, why);
}

static int again(lb_simulation *s, bool places, uint32_t depth, const lb_check_options *options, lb_why *why) {
    lb_simulation_give_back(s);
    int error = s->source->rewind(s->source, why);
    if (!error)
        error = lb_flying_rewind(s, why);
    return error ? error : attempt(s, places, depth, options, why);
}

/* Some packet waited for strayed data, perhaps longer than it had to. Not waiting for such data at all is never slower
 * than the truth. If it is not faster either, both are the truth, and so is the chain of packets that lasts as long. */
static int without_strays(lb_simulation *s, const lb_check_options *options, lb_why *why) {
    uint64_t most = s->makespan;
    s->ignore_strays = true;
    int error = again(s, true, 0, options, why);
    return error == LB_OK && s->makespan != most ? LB_ERR_CHECK : error;
}

static int simulate(lb_simulation *s, const lb_check_options *options, lb_timing *timing, lb_why *why) {
    uint64_t cells;
    bool big = __builtin_mul_overflow(s->hold.atoms, (uint64_t)s->hold.nodes, &cells) || cells > SMALL_CELLS;
    s->moves = s->source->relative ? s->plan.plan->nmoves : s->source->moves;
    if (s->every && big)
        return lb_fail(why, LB_ERR_SIZE, "the schedule is too large to tell when every packet starts");
    uint32_t depth = 2 * lb_diameter(s->net) + 2; /* nodes that data which goes out of its way will come to */
    uint64_t limit = options && options->memory ? options->memory : LB_DEFAULT_MEMORY;
    s->can_trail = depth < s->hold.nodes && lb_trails_bytes(s->hold.atoms, depth) < limit / 4 * 3;
    int error = attempt(s, big && s->hold.class == LB_CARRY, 0, options, why);
    if (!error && s->doubtful)
        error = without_strays(s, options, why);
    if (error == LB_ERR_CHECK && s->places && depth < s->hold.nodes)
        error = again(s, false, depth, options, why);
    if (error == LB_ERR_CHECK && (s->places || s->trails.depth)) /* it comes to more, or is sent again from one it had
                                                                    left: everything must be kept */
        error = again(s, false, 0, options, why);
    s->bytes += s->room * sizeof(coming);
    return error ? error : lb_timing_fill(s, timing, why);
}

static int open_frame(lb_simulation *s, const lb_plan *plan, bool relative, lb_why *why) {
    int error = lb_plan_source_open(&s->plan, plan, relative, why);
    s->source = &s->plan.source;
    if (!error)
        error = lb_frame_begin(&s->hold, s->source, why);
    return error ? error : lb_flying_open(s, plan, why);
}

static void close_frame(lb_simulation *s) {
    lb_flying_close(s);
    lb_cuts_free(&s->hold.cuts);
    lb_plan_source_close(&s->plan);
}

/* On relative addresses if `relative` says so and all nodes' packets are alike; else every node. */
static int prepare(lb_simulation *s, const lb_plan *plan, const lb_cost *cost, bool relative, lb_why *why) {
    *s = (lb_simulation){.net = &plan->task->net, .cost = cost};
    int error = lb_ticks_make(plan->task, plan->denominator, cost, &s->ticks, why);
    if (!error)
        error = open_frame(s, plan, relative, why);
    if (error || !relative || !cost->whole_bytes || lb_sizes_alike(&s->hold, cost->bytes, &s->even))
        return error;
    close_frame(s);
    return open_frame(s, plan, false, why);
}

static void finish(lb_simulation *s) {
    lb_simulation_give_back(s);
    close_frame(s);
}

/* Times of a broken schedule would mean nothing. */
static int check_first(const lb_plan *plan, const lb_check_options *options, lb_why *why) {
    lb_report report;
    if (options && options->checked)
        return LB_OK;
    int error = lb_check_plan(plan, options, &report, why);
    if (error == LB_OK || error == LB_ERR_CHECK)
        lb_report_free(&report);
    return error;
}

/* As lb_simulate; `every` packet is told, where all nodes are simulated. */
static int simulate_plan(const lb_plan *plan, const lb_cost *cost, const lb_check_options *options, bool every,
                         lb_timing *timing, lb_why *why) {
    *timing = (lb_timing){0};
    int error = lb_sizes_refuse(cost, why);
    if (!error)
        error = check_first(plan, options, why);
    if (error)
        return error;
    lb_simulation s;
    bool relative = plan->orbit == LB_SYMMETRIC && !every && (!options || options->replay != LB_REPLAY_FULL);
    error = prepare(&s, plan, cost, relative, why);
    s.every = every;
    if (!error)
        error = simulate(&s, options, timing, why);
    finish(&s);
    if (error)
        lb_timing_free(timing);
    return error;
}

int lb_simulate(const lb_plan *plan, const lb_cost *cost, const lb_check_options *options, lb_timing *timing,
                lb_why *why) {
    return simulate_plan(plan, cost, options, false, timing, why);
}

int lb_simulate_hops(const lb_plan *plan, const lb_cost *cost, const lb_check_options *options, lb_timing *timing,
                     lb_why *why) {
    return simulate_plan(plan, cost, options, true, timing, why);
}

/* Checking a plan: on all nodes, or on relative addresses where all nodes do the same. */
#include "check/holding.h"
#include "check/plan_source.h"
#include "check/short.h"

#define LARGE_REPLAY (UINT64_C(1) << 23) /* blocks sent; about a quarter of a second */

/* Whether a full replay would take more than a moment. */
static bool is_large(const lb_plan *plan) {
    uint64_t all;
    return __builtin_mul_overflow(plan->nitems, lb_plan_copies(plan), &all) || all > LARGE_REPLAY;
}

/* Whether the task is the same seen from every node. Of those that are not in general a multibroadcast is, where every
 * node is a source once, in order. */
static bool is_alike(const lb_task *task) {
    if (task->kind != LB_MULTIBROADCAST)
        return true;
    for (uint32_t v = 0; v < task->count; v++) {
        if (task->list[v] != v)
            return false;
    }
    return task->count == task->net.nodes;
}

static int check_as(const lb_plan *plan, bool relative, const lb_check_options *options, lb_report *report,
                    lb_why *why) {
    lb_plan_source s;
    int said = lb_plan_source_open(&s, plan, relative, why);
    if (!said)
        said = lb_check_source(&s.source, options, report, why);
    lb_plan_source_close(&s);
    return said;
}

const char *lb_replay_name(lb_replay replay) {
    static const char *const names[] = {"auto", "full", "relative", "form"};
    return names[replay];
}

/* Where the replay may be of any kind, a short way may do. */
static bool check_shortly(const lb_plan *plan, const lb_check_options *options, lb_report *report) {
    static const lb_check_options none;
    static bool (*const ways[])(lb_short * s) = {lb_short_stream, lb_short_runs, lb_short_moves};
    const lb_check_options *o = options ? options : &none;
    for (size_t i = 0; o->replay == LB_REPLAY_AUTO && i < sizeof ways / sizeof *ways; i++) {
        lb_short s = {.plan = plan, .options = o, .report = report};
        s.limit = o->memory ? o->memory : LB_DEFAULT_MEMORY;
        if (ways[i](&s))
            return true;
        lb_report_free(report); /* what it has begun with */
        *report = (lb_report){0};
    }
    return false;
}

int lb_check_plan(const lb_plan *plan, const lb_check_options *options, lb_report *report, lb_why *why) {
    lb_replay how = options ? options->replay : LB_REPLAY_AUTO;
    bool symmetric = plan->orbit == LB_SYMMETRIC && lb_net_is_lattice(&plan->task->net) && !plan->task->net.stands &&
                     is_alike(plan->task);
    *report = (lb_report){0};
    if (how == LB_REPLAY_RELATIVE && !symmetric)
        return lb_fail(why, LB_ERR_ARG, "only a symmetric plan can be replayed on relative addresses");
    if (check_shortly(plan, options, report))
        return LB_OK;
    bool relative = symmetric && (how == LB_REPLAY_RELATIVE || (how == LB_REPLAY_AUTO && is_large(plan)));
    int said = check_as(plan, relative, options, report, why);
    return said == LB_HOLD_ABSOLUTE ? check_as(plan, false, options, report, why) : said;
}

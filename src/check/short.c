/* What the short ways share: which plans they take, and the report of one that keeps every rule. */
#include "check/short.h"
#include "check/verdict.h"

#define MOST_BUSY_STEPS (UINT32_C(1) << 24) /* as in the replay */

bool lb_short_is_plain(const lb_plan *plan, uint64_t packets) {
    return plan->denominator == packets && (plan->clock == LB_LINEAR || plan->packet >= 1) &&
           plan->control_before == 0 && lb_net_is_whole(&plan->task->net);
}

bool lb_short_busy(lb_short *s) {
    uint32_t steps = s->plan->steps;
    if (steps > MOST_BUSY_STEPS || steps == 0)
        return true;
    s->report->busy = lb_zeroed(steps, sizeof *s->report->busy);
    s->report->busy_steps = s->report->busy ? steps : 0;
    s->bytes += steps * sizeof *s->report->busy;
    return s->report->busy != NULL;
}

void lb_short_holds(const lb_short *s) {
    lb_report *report = s->report;
    uint64_t links = lb_links_alive(&s->plan->task->net), copies = s->relative ? s->plan->task->net.nodes : 1;
    report->steps = s->plan->steps;
    report->moves = report->crossings = report->items = report->units = lb_plan_moves(s->plan);
    if (links && report->steps)
        report->utilisation = (double)report->moves / ((double)links * report->steps);
    if (s->delivered > 0)
        report->mean_delay = s->delay / (double)s->delivered;
    report->total_delay = s->delay * (double)copies / (double)s->plan->denominator;
    report->peak_stored = (double)s->peak_stored / (double)s->plan->denominator;
    report->most_sends = s->most_sends;
    report->replay = LB_REPLAY_FORM;
    report->peak_bytes = s->bytes;
    lb_verdict_holds(report);
}

/* What is known about a plan: whether that is all that can be had. */
#include "cli/outcome.h"

void cli_outcome_free(cli_outcome *outcome) {
    lb_report_free(&outcome->report);
    if (outcome->timed)
        lb_timing_free(&outcome->timing);
    outcome->timed = false;
}

bool cli_optimal(const cli_outcome *o) {
    if (o->report.rule != LB_RULE_NONE)
        return false;
    if (o->timed)
        return o->timing.makespan.num == o->time_bound.num && o->timing.makespan.den == o->time_bound.den;
    return o->bounded && o->report.steps == o->bound.steps && o->report.crossings == o->bound.transmissions;
}

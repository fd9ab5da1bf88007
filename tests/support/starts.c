/* The simulator's own code, included under other names so that what it keeps to itself can be read. */
#define lb_simulate    lb_simulate_again
#define lb_timing_free lb_timing_free_again
#include "check/simulate.c" // NOLINT(bugprone-suspicious-include)
#undef lb_simulate
#undef lb_timing_free

#include "support/starts.h"

uint64_t *starts_of(const lb_plan *plan, const lb_cost *cost, bool relative, uint64_t *tick) {
    lb_simulation s = {.net = lb_plan_net(plan), .source = &s.plan.source};
    lb_timing timing = {0};
    uint64_t *start = NULL;
    int error = lb_ticks_make(lb_plan_task(plan), lb_plan_denominator(plan), cost, &s.ticks, NULL);
    if (!error)
        error = lb_plan_source_open(&s.plan, plan, relative, NULL);
    if (!error)
        error = simulate(&s, NULL, &timing, NULL);
    if (!error)
        start = malloc((s.moves + 1) * sizeof *start);
    for (uint64_t i = 0; start && i < s.moves; i++)
        start[i] = s.past[i].start;
    *tick = s.ticks.scale;
    lb_cuts_free(&s.hold.cuts);
    give_back(&s);
    lb_plan_source_close(&s.plan);
    lb_timing_free_again(&timing);
    return start;
}

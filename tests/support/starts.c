/* The simulator's own code, included under other names so that what it keeps to itself can be read. */
#define lb_simulate      lb_simulate_again
#define lb_simulate_hops lb_simulate_hops_again
#include "check/simulate.c" // NOLINT(bugprone-suspicious-include)
#undef lb_simulate
#undef lb_simulate_hops

#include "support/starts.h"

uint64_t *starts_of(const lb_plan *plan, const lb_cost *cost, bool relative, uint64_t *tick) {
    lb_simulation s;
    lb_timing timing = {0};
    uint64_t *start = NULL;
    int error = prepare(&s, plan, cost, relative, NULL);
    if (!error)
        error = simulate(&s, NULL, &timing, NULL);
    if (!error)
        start = malloc((s.moves + 1) * sizeof *start);
    for (uint64_t i = 0; start && i < s.moves; i++)
        start[i] = s.past[i].start;
    *tick = s.ticks.scale;
    finish(&s);
    lb_timing_free(&timing);
    return start;
}

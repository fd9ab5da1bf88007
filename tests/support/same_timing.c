/* The simulator's times against the oracle's. */
#include "support/same_timing.h"

#include "support/support.h"

#include <math.h>

__extension__ typedef unsigned __int128 wide;

/* a ticks of `tick` to a unit, and b of another */
bool same_time(uint64_t a, uint64_t tick, uint64_t b, uint64_t other) {
    return (wide)a * other == (wide)b * tick;
}

bool is_time(lb_ratio r, uint64_t ticks, uint64_t tick) {
    return r.num >= 0 && r.den > 0 && same_time((uint64_t)r.num, (uint64_t)r.den, ticks, tick);
}

static bool same_ratio(lb_ratio a, lb_ratio b) {
    return a.num == b.num && a.den == b.den; /* both are in lowest terms */
}

static uint64_t units_of(const schedule *s, const packet *p) {
    uint64_t units = 0;
    for (uint32_t k = 0; k < p->nitems; k++)
        units += s->pool[p->first + k].hi - s->pool[p->first + k].lo;
    return units;
}

/* Each hop is a packet of the schedule that starts when the oracle has it start; the first starts at 0, each next one
 * exactly when the one before it ends, at one of the nodes that the two have in common, and the last ends it all. */
static void real_chain(const schedule *s, const oracle_timing *t, const lb_timing *timing, bool whole) {
    lb_ratio now = {0, 1};
    const packet *last = NULL;
    T_TRUE((timing->critical_count == 0) == (s->count == 0));
    for (size_t i = 0; i < timing->critical_count; i++) {
        const lb_hop *hop = &timing->critical[i];
        size_t k = 0;
        while (k < s->count &&
               (s->packets[k].step != hop->step || s->packets[k].from != hop->from || s->packets[k].to != hop->to))
            k++;
        T_TRUE(k < s->count);
        const packet *p = &s->packets[k];
        T_EQUAL(whole ? hop->bytes : hop->units, units_of(s, p));
        T_TRUE(whole || hop->bytes == 0);
        T_TRUE(is_time(hop->start, t->start[k], t->tick));
        T_TRUE(is_time(hop->finish, t->finish[k], t->tick));
        T_TRUE(same_ratio(hop->start, now));
        T_TRUE(!last || last->to == p->from || last->from == p->from || last->to == p->to);
        now = hop->finish;
        last = p;
    }
    T_TRUE(same_ratio(now, timing->makespan));
}

void same_timing(const lb_plan *plan, const schedule *s, const oracle_timing *t, const lb_cost *cost, lb_replay how) {
    lb_timing timing = {0};
    lb_why why = {""};
    int error = lb_simulate(plan, cost, &(lb_check_options){.replay = how}, &timing, &why);
    if (error)
        print_error("%s\n", why.text);
    T_EQUAL(error, LB_OK);
    uint64_t links = (uint64_t)lb_net_nodes(lb_plan_net(plan)) * lb_net_ports(lb_plan_net(plan));
    double utilisation = t->makespan ? (double)t->busy / ((double)links * (double)t->makespan) : 0;
    T_TRUE(is_time(timing.makespan, t->makespan, t->tick));
    T_TRUE(is_time(timing.busiest_link, t->busiest, t->tick));
    T_TRUE(fabs(timing.utilisation - utilisation) < 1e-9);
    T_EQUAL(timing.packets, s->count);
    real_chain(s, t, &timing, cost->whole_bytes);
    lb_timing_free(&timing);
    assert_null(timing.critical);
}

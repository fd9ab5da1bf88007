/* Links that the moves of a plan cross. */
#include "net/route.h"
#include "plan/plan.h"

uint64_t lb_plan_crossings(const lb_plan *plan) {
    const lb_net *net = &plan->task->net;
    uint64_t links = 0;
    lb_stepper s;
    if (lb_net_base(net) == net || lb_stepper_open(&s, plan, NULL))
        return lb_plan_moves(plan);
    for (uint32_t step = 1; step <= plan->steps; step++) {
        lb_stepper_load(&s, step);
        do {
            for (uint64_t m = s.from; m < s.to; m++)
                links += lb_net_route(net, s.arrays->port[m]).links;
        } while (lb_stepper_more(&s));
    }
    lb_stepper_close(&s);
    return links * lb_plan_copies(plan);
}

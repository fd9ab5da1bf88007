/* Going through every plan that the algorithms make on a few networks. */
#include "support/support.h"

#include <inttypes.h>

static void try_one(const char *net, const lb_task *task, const lb_plan_options *o, const lb_algorithm *algorithm,
                    t_visit visit) {
    if (!t_taken())
        return;
    t_note("%s of %s on %s, %u ports, %s clock, %" PRIu64 " packets", algorithm->name,
           lb_task_kind_name(lb_task_kind_of(task)), net, (unsigned)o->ports, o->clock == LB_UNIT ? "unit" : "linear",
           o->packets);
    lb_plan *plan = t_plan_or_null(task, o);
    if (plan)
        visit(plan, o, algorithm);
    lb_plan_free(plan);
}

static void try_options(const t_range *range, const char *name, const lb_task *task, const lb_algorithm *algorithm,
                        bool all_limits, t_visit visit) {
    uint32_t degree = lb_net_ports(lb_task_net(task));
    for (uint32_t ports = 0; ports <= (all_limits && degree > 1 ? degree - 1 : 0); ports++) {
        lb_plan_options o = {
            .algorithm = algorithm->name, .ports = ports, .clock = LB_LINEAR, .packets = 1, .effort = 1};
        if (algorithm->linear)
            try_one(name, task, &o, algorithm, visit);
        o.clock = LB_UNIT;
        for (size_t p = 0; p < range->packet_count && algorithm->unit; p++) {
            o.packets = range->packets[p];
            try_one(name, task, &o, algorithm, visit);
        }
    }
}

static void each_plan(const t_range *range, bool all_limits, t_visit visit) {
    for (size_t i = 0; i < range->net_count; i++) {
        lb_net *net = t_net(range->nets[i]);
        for (int kind = 0; kind < LB_TASK_KINDS; kind++) {
            lb_task *task = t_task(net, (lb_task_kind)kind);
            for (size_t a = 0; a < lb_algorithms(); a++) {
                if (lb_algorithm_at(a)->tasks >> kind & 1)
                    try_options(range, range->nets[i], task, lb_algorithm_at(a), all_limits, visit);
            }
            lb_task_free(task);
        }
        lb_net_free(net);
    }
}

void t_each_plan(const t_range *range, t_visit visit) {
    each_plan(range, true, visit);
}

void t_each_free_plan(const t_range *range, t_visit visit) {
    each_plan(range, false, visit);
}

/* Formulas that several algorithms on hypercubes have. */
#include "algo/cube/times.h"

#include "algo/common/formula.h"

int lb_cube_time_doubled(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    (void)o;
    return lb_formula_set(f, "(2^d-1)*tau*m + d*beta", task->net.nodes - 1, 1, task->net.ports);
}

int lb_cube_time_spread(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    unsigned d = task->net.ports;
    (void)o;
    return lb_formula_set(f, "(2^d-1)/d*tau*m + d*beta", task->net.nodes - 1, d ? d : 1, d);
}

int lb_cube_time_steps(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    (void)o;
    return lb_formula_steps(task, "2^(d-1)*(tau*m + beta)", task->net.nodes / 2, f);
}

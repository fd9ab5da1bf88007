/* The task matrix: choosing ways, summing up. */
#include "algo/isotropic/task_matrix.h"
#include "plan/plan.h"

#include <stdlib.h>

/* Sums up a row's digits: first those whose way is given, then, with `ties`, the half-way ones, each of which goes
 * where there is less to do. */
static void sum_row(lb_matrix *m, uint64_t row, bool ties) {
    uint32_t rest = lb_matrix_offset(m, row);
    for (unsigned i = 0; i < m->net->dims; i++) {
        uint32_t digit = lb_net_split(m->net, i, &rest), radix = m->net->radix[i];
        unsigned port, plus = m->net->first_port[i];
        bool tie = 2 * digit == radix && radix > 2;
        if (digit == 0 || tie != ties)
            continue;
        if (tie && m->column[plus] > m->column[plus + 1])
            m->minus[row] |= UINT32_C(1) << plus;
        uint32_t hops = lb_matrix_hops(m, row, i, digit, &port);
        m->column[port] += hops;
        m->all += hops;
    }
}

static bool has_even(const lb_net *net) {
    for (unsigned i = 0; i < net->dims; i++) {
        if (net->radix[i] > 2 && net->radix[i] % 2 == 0)
            return true;
    }
    return false;
}

int lb_matrix_make(lb_matrix *m, const lb_task *task, uint64_t packets, lb_why *why) {
    *m = (lb_matrix){.task = task, .net = &task->net, .packets = packets};
    m->rows = lb_times(task->list ? task->count : task->net.nodes, packets);
    int error = lb_affordable(lb_times(m->rows, sizeof *m->minus), "a task matrix", why);
    if (error)
        return error;
    if (has_even(m->net)) {
        m->minus = lb_zeroed(m->rows, sizeof *m->minus);
        if (!m->minus)
            return lb_fail_memory(why, "a task matrix");
    }
    for (uint64_t row = 0; row < m->rows; row++) {
        uint32_t hops = lb_distance(m->net, 0, lb_matrix_offset(m, row));
        m->row_most = hops > m->row_most ? hops : m->row_most;
        sum_row(m, row, false);
    }
    for (uint64_t row = 0; m->minus && row < m->rows; row++)
        sum_row(m, row, true);
    return LB_OK;
}

uint64_t lb_matrix_steps(const lb_matrix *m, uint32_t ports) {
    uint64_t steps = ports ? lb_ceil_div(m->all, ports) : 0;
    steps = m->row_most > steps ? m->row_most : steps;
    for (unsigned p = 0; p < m->net->ports; p++)
        steps = m->column[p] > steps ? m->column[p] : steps;
    return steps;
}

uint32_t lb_matrix_entry(const lb_matrix *m, uint64_t row, unsigned port) {
    unsigned dim = m->net->port_dim[port], used;
    uint32_t digit = lb_digit(m->net, lb_matrix_offset(m, row), dim);
    if (digit == 0)
        return 0;
    uint32_t hops = lb_matrix_hops(m, row, dim, digit, &used);
    return used == port ? hops : 0;
}

void lb_matrix_free(lb_matrix *m) {
    free(m->minus);
    m->minus = NULL;
}

/* The task matrices of 002's Figures 1 and 6, counted in a plan of the total exchange: row = block, column = link. */
#include "cli/papers_002.h"
#include "cli/say.h"

#include <stdlib.h>
#include <string.h>

static const p002_figure figures[P002_FIGURES] = {
    {.key = "figure1",
     .title = "Figure 1: the task matrix of the total exchange, d = 3",
     .network = "cube:3",
     .link = {"1", "2", "3"},
     .links = 3},
    {.key = "figure6",
     .title = "Figure 6: the task matrix of the total exchange on the 4x4 torus",
     .network = "4x4",
     .link = {"1+", "1-", "2+", "2-"},
     .links = 4},
};

/* Which of our ports the paper's link is: bits are counted from the left there. */
static unsigned port_of(const lb_net *net, unsigned link) {
    return lb_net_is_cube(net) ? lb_net_ports(net) - 1 - link : link;
}

/* The hops of node 0's blocks, as planned. */
static int count_hops(const lb_plan *plan, uint32_t hops[16][4]) {
    lb_why why = {""};
    lb_cursor *cursor = NULL;
    lb_move move;
    int error = lb_cursor_open(plan, &cursor, &why);
    if (error)
        return cli_fail_why(error, &why);
    while (lb_cursor_next(cursor, &move) == 1) {
        for (uint32_t i = 0; i < move.nitems; i++) {
            if (move.items[i].origin == 0)
                hops[move.items[i].dest][move.port]++;
        }
    }
    lb_cursor_close(cursor);
    return CLI_OK;
}

/* The definition: the shorter way round in every dimension, either where both are as long. */
static bool row_holds(const lb_net *net, uint32_t node, const uint32_t hops[4]) {
    for (unsigned dim = 0; dim < lb_net_dims(net); dim++) {
        uint32_t radix = lb_net_radix(net, dim), digit = lb_digit(net, node, dim), back = radix - digit;
        uint32_t plus = hops[lb_port_of(net, dim, 1)], minus = radix > 2 ? hops[lb_port_of(net, dim, -1)] : 0;
        bool forth = plus == digit && minus == 0, round = plus == 0 && minus == back && radix > 2;
        if (!(forth && digit <= back) && !(round && back <= digit))
            return false;
    }
    return true;
}

/* Longest ways first, and among equals the larger number when read as one. */
static int by_length(const void *a, const void *b) {
    const uint32_t *x = a, *y = b;
    uint32_t xs = x[0] + x[1] + x[2] + x[3], ys = y[0] + y[1] + y[2] + y[3];
    if (xs != ys)
        return xs > ys ? -1 : 1;
    for (int i = 0; i < 4; i++) {
        if (x[i] != y[i])
            return x[i] > y[i] ? -1 : 1;
    }
    return 0;
}

static int read_matrix(const lb_plan *plan, p002_figure *f) {
    const lb_net *net = lb_plan_net(plan);
    uint32_t hops[16][4] = {{0}};
    int status = count_hops(plan, hops);
    f->rows = lb_net_nodes(net) - 1;
    f->steps = lb_plan_steps(plan);
    f->holds = !status;
    for (uint32_t node = 1; node <= f->rows; node++) {
        f->holds = f->holds && row_holds(net, node, hops[node]);
        for (unsigned i = 0; i < f->links; i++) {
            f->entry[node - 1][i] = hops[node][port_of(net, i)];
            f->sum[i] += f->entry[node - 1][i];
        }
    }
    for (unsigned i = 0; i < f->links; i++)
        f->holds = f->holds && f->sum[i] == f->steps;
    qsort(f->entry, f->rows, sizeof *f->entry, by_length);
    return status;
}

int p002_replay(const lb_plan *plan) {
    lb_why why = {""};
    lb_report report = {0};
    int error = lb_check_plan(plan, NULL, &report, &why), status = CLI_OK;
    if (error == LB_ERR_CHECK) {
        cli_fail("the plan of a figure breaks the model: %s: %s", lb_rule_name(report.rule), report.text);
        status = CLI_BROKEN;
    } else if (error) {
        status = cli_fail_why(error, &why);
    }
    lb_report_free(&report);
    return status;
}

static int make_figure(p002_figure *f) {
    lb_why why = {""};
    lb_net *net = NULL;
    lb_task *task = NULL;
    lb_plan *plan = NULL;
    int error = lb_net_parse(f->network, &net, &why);
    if (!error)
        error = lb_task_create(net, LB_ALLTOALL, NULL, &task, &why);
    if (!error)
        error = lb_plan_create(task, &(lb_plan_options){.algorithm = "isotropic"}, &plan, &why);
    int status = error ? cli_fail_why(error, &why) : p002_replay(plan);
    if (!status)
        status = read_matrix(plan, f);
    lb_plan_free(plan);
    lb_task_free(task);
    lb_net_free(net);
    return status;
}

int p002_make_figures(p002 *all) {
    int status = CLI_OK;
    memcpy(all->figure, figures, sizeof figures);
    for (unsigned i = 0; i < P002_FIGURES && !status; i++)
        status = make_figure(&all->figure[i]);
    return status;
}

/* 004's Table 2, with the errata: its costs, worked out here from nothing but n, against simulations. */
#include "cli/papers_004.h"
#include "cli/say.h"

typedef struct cell {
    const char *key, *title, *note, *tree;
    lb_task_kind kind;
    uint32_t ports; /* 0: all */
    /* blocks, as num/den, and start-ups; NULL: the largest subtree, n */
    void (*cost)(unsigned n, uint64_t *num, uint64_t *den, uint64_t *startups);
} cell;

static uint64_t nodes(unsigned n) {
    return UINT64_C(1) << n;
}

static uint64_t one_port_startups(unsigned n) {
    return n == 1 ? 1 : 2 * (uint64_t)n - 2;
}

static void balanced(unsigned n, uint64_t *num, uint64_t *den, uint64_t *startups) {
    *num = nodes(n) - 1;
    *den = n;
    *startups = n;
}

static void exchange(unsigned n, uint64_t *num, uint64_t *den, uint64_t *startups) {
    *num = nodes(n) / 2;
    *den = 1;
    *startups = n;
}

static void largest(unsigned n, uint64_t *num, uint64_t *den, uint64_t *startups) {
    *num = 0;
    for (unsigned p = 1; p <= n; p++)
        *num += lb_necklace_count(n, p);
    *num -= 1;
    *den = 1;
    *startups = n;
}

/* All of it, and then the nodes below those on the longest path of the last subtree: with more and more ones behind. */
static void one_scatter(unsigned n, uint64_t *num, uint64_t *den, uint64_t *startups) {
    uint64_t all = nodes(n), then = 0;
    for (uint64_t c = 1; c < all; c++) {
        uint64_t least = c;
        unsigned ones = (unsigned)__builtin_ctzll(~c);
        for (unsigned j = 1; j < n; j++) {
            uint64_t turned = (c >> j | c << (n - j)) & (all - 1);
            least = turned < least ? turned : least;
        }
        if (least == c && ones >= 2 &&
            lb_period((uint32_t)c, n) == n) /* one of every full necklace is in every subtree */
            then += ones - 1;
    }
    *num = all - 1 + then;
    *den = 1;
    *startups = one_port_startups(n);
}

static void one_allgather(unsigned n, uint64_t *num, uint64_t *den, uint64_t *startups) {
    *num = nodes(n) - 1;
    *den = 1;
    *startups = one_port_startups(n);
}

static void one_alltoall(unsigned n, uint64_t *num, uint64_t *den, uint64_t *startups) {
    *num = n * nodes(n) / 2;
    *den = 1;
    *startups = one_port_startups(n);
}

static const cell cells[] = {
    {"scatter_one_port", "Table 2, one port, one-to-all personalized: sbnt-minr",
     "All that the root sends, then the longest path of the last subtree; 2n-2 start-ups.", "sbnt-minr", LB_SCATTER, 1,
     one_scatter},
    {"allgather_one_port", "Table 2, one port, all-to-all broadcast: sbnt-minr",
     "(N-1)*M*t_c + (2n-2)*tau; 2n-1 start-ups are printed.", "sbnt-minr", LB_ALLGATHER, 1, one_allgather},
    {"alltoall_one_port", "Table 2, one port, all-to-all personalized: sbnt-minr",
     "n*N*M/2*t_c + (2n-2)*tau; 2n-1 start-ups are printed.", "sbnt-minr", LB_ALLTOALL, 1, one_alltoall},
    {"scatter", "Table 2, all ports, one-to-all personalized: sbg-minr", "(N-1)*M/n*t_c + n*tau.", "sbg-minr",
     LB_SCATTER, 0, balanced},
    {"scatter_tree", "Table 2, all ports, one-to-all personalized: sbnt-minr", "The tree costs its largest subtree.",
     "sbnt-minr", LB_SCATTER, 0, largest},
    {"allgather", "Table 2, all ports, all-to-all broadcast: sbg-minr", "(N-1)*M/n*t_c + n*tau.", "sbg-minr",
     LB_ALLGATHER, 0, balanced},
    {"alltoall", "Table 2, all ports, all-to-all personalized: sbg-minr", "N*M/2*t_c + n*tau.", "sbg-minr", LB_ALLTOALL,
     0, exchange},
};

/* Makes the plan, replays it, and times it. */
static int measure(const p004 *all, const cell *c, const lb_task *task, lb_ratio *time, lb_ratio *bound) {
    lb_plan_options options = {.tree = c->tree, .ports = c->ports, .clock = LB_LINEAR, .cost = &all->cost};
    lb_plan *plan = NULL;
    lb_report report;
    lb_timing timing;
    lb_witness witness;
    lb_why why = {""};
    int error = lb_plan_create(task, &options, &plan, &why);
    if (error)
        return cli_fail_why(error, &why);
    error = lb_check_plan(plan, NULL, &report, &why);
    lb_report_free(&report);
    if (!error) {
        error = lb_simulate(plan, &all->cost, NULL, &timing, &why);
        *time = timing.makespan;
        lb_timing_free(&timing);
    }
    if (!error)
        error = lb_bound_linear(task, c->ports, &all->cost, bound, &witness, &why);
    if (!error)
        error = lb_witness_verify(task, c->ports, 1, &witness, &why);
    lb_plan_free(plan);
    return error ? cli_fail_why(error, &why) : CLI_OK;
}

/* The cell's cost with this message. */
static int cost_of(const p004 *all, const cell *c, unsigned n, lb_formula *f, lb_ratio *time) {
    uint64_t num, den, startups;
    c->cost(n, &num, &den, &startups);
    *f = (lb_formula){.startups = startups, .data = {(int64_t)num, (int64_t)den}};
    if (num % den == 0)
        f->data = (lb_ratio){(int64_t)(num / den), 1};
    if (lb_formula_time(f, &all->cost, time))
        return cli_fail("the cost of table 2 does not fit 63 bits for this message");
    return CLI_OK;
}

static int fill(p004 *all, const cell *c, unsigned n, p004_row *row) {
    char name[16];
    lb_net *net = NULL;
    lb_task *task = NULL;
    lb_why why = {""};
    lb_formula f;
    lb_ratio formula = {0, 1}, time = {0, 1}, bound = {0, 1};
    int status = cost_of(all, c, n, &f, &formula);
    if (status)
        return status;
    snprintf(name, sizeof name, "cube:%u", n);
    int error = lb_net_parse(name, &net, &why);
    if (!error)
        error = lb_task_create(net, c->kind, NULL, &task, &why);
    if (error)
        status = cli_fail_why(error, &why);
    if (!status)
        status = measure(all, c, task, &time, &bound);
    lb_task_free(task);
    lb_net_free(net);
    if (status)
        return status;
    row->value[0] = lb_ratio_value(f.data);
    row->value[1] = (double)f.startups;
    row->value[2] = lb_ratio_value(formula);
    row->value[3] = lb_ratio_value(time);
    if (bound.num)
        row->value[4] = lb_ratio_value(time) / lb_ratio_value(bound);
    row->holds = formula.num == time.num && formula.den == time.den && lb_ratio_value(time) >= lb_ratio_value(bound);
    return CLI_OK;
}

int p004_make_times(p004 *all) {
    static const p004_column columns[] = {{"data", "data", 2},
                                          {"start-ups", "startups", 0},
                                          {"formula", "formula", 2},
                                          {"simulated", "simulated", 2},
                                          {"/bound", "over_bound", 3}};
    int status = CLI_OK;
    for (unsigned i = 0; i < sizeof cells / sizeof *cells && !status; i++) {
        p004_table *t = p004_begin(all, cells[i].key, cells[i].title, cells[i].note, columns, 5);
        for (unsigned n = 1; n <= P004_TIMES_MOST && n <= all->most && !status; n++) {
            status = fill(all, &cells[i], n, p004_add(t, n));
            if (!status && p004_tick(all))
                status = CLI_CANNOT;
        }
    }
    return status;
}

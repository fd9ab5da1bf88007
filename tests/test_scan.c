/* scan and exscan: the plans of prefix and prefix-sweep, on real data with an operation that does not commute, and the
 * checker's view of spans. */
#define _XOPEN_SOURCE 700
#include "check/recount.h"
#include "plan/plan.h"
#include "support/support.h"

#include <stdlib.h>
#include <string.h>

static const char *const nets[] = {"1",       "cube:1", "cube:2", "cube:3", "cube:5", "ring:3", "ring:4", "ring:5",
                                   "ring:8",  "ring:9", "3x4",    "4x3",    "2x3",    "3x2",    "4x4x2",  "5x2x3",
                                   "1x3x1x4", "8x8",    "7x5",    "ring:2", "1x4",    "4x1x3",  "4x4"};

static uint64_t state = 3;

static uint32_t pick(uint32_t below) {
    return t_draw(&state, below);
}

/* ---- Moving real data: 2x2 matrices modulo a prime, whose product depends on the order ---- */

typedef struct matrix {
    uint64_t at[4];
} matrix;

static matrix times(matrix a, matrix b) {
    const uint64_t p = 1000003;
    return (matrix){{(a.at[0] * b.at[0] + a.at[1] * b.at[2]) % p, (a.at[0] * b.at[1] + a.at[1] * b.at[3]) % p,
                     (a.at[2] * b.at[0] + a.at[3] * b.at[2]) % p, (a.at[2] * b.at[1] + a.at[3] * b.at[3]) % p}};
}

static matrix own_of(uint32_t node, uint64_t piece) {
    return (matrix){{node + 2, piece + 3, 2 * node + 1, node * node + 5}};
}

typedef struct part {
    uint32_t node, first, last, step;
    uint64_t piece;
    matrix value;
} part;

typedef struct heap {
    part *at;
    size_t count, room;
} heap;

static void put(heap *h, part p) {
    if (h->count == h->room) {
        h->room = h->room ? 2 * h->room : 64;
        h->at = realloc(h->at, h->room * sizeof *h->at);
        assert_non_null(h->at);
    }
    h->at[h->count++] = p;
}

/* Puts [first,last] together from what came to the node before this step, whichever way is found first. */
static bool compose(const heap *h, uint32_t node, uint64_t piece, uint32_t first, uint32_t last, uint32_t step,
                    matrix *value) {
    for (size_t i = 0; i < h->count; i++) {
        const part *p = &h->at[i];
        matrix rest;
        if (p->node != node || p->piece != piece || p->first != first || p->last > last || p->step >= step)
            continue;
        if (p->last == last) {
            *value = p->value;
            return true;
        }
        if (compose(h, node, piece, p->last + 1, last, step, &rest)) {
            *value = times(p->value, rest);
            return true;
        }
    }
    return false;
}

/* False: something was sent that its sender did not have, or a node ends without what it wants. */
static bool run(const lb_plan *plan) {
    const lb_task *task = lb_plan_task(plan);
    uint32_t n = lb_net_nodes(lb_task_net(task));
    uint64_t pieces = lb_plan_denominator(plan);
    t_moves all = t_moves_of(plan);
    heap h = {0};
    bool fine = true;
    for (uint32_t v = 0; v < n; v++)
        for (uint64_t k = 0; k < pieces; k++)
            put(&h, (part){v, v, v, 0, k, own_of(v, k)});
    for (uint64_t m = 0; m < all.count && fine; m++) {
        const lb_move *move = &all.at[m];
        for (uint32_t i = 0; i < move->nitems; i++)
            for (uint64_t k = move->items[i].lo; k < move->items[i].hi && fine; k++) {
                part p = {move->to, move->items[i].origin, move->items[i].dest, move->step, k, {{0}}};
                fine = p.first <= p.last && compose(&h, move->from, k, p.first, p.last, move->step, &p.value);
                put(&h, p);
            }
    }
    for (uint64_t k = 0; k < pieces && fine; k++) {
        matrix right = own_of(0, k);
        for (uint32_t v = 0; v < n && fine; v++) {
            uint32_t last = lb_task_kind_of(task) == LB_SCAN ? v : v - 1;
            matrix found;
            right = v && lb_task_kind_of(task) == LB_SCAN ? times(right, own_of(v, k)) : right;
            right = v > 1 && lb_task_kind_of(task) == LB_EXSCAN ? times(right, own_of(v - 1, k)) : right;
            if (last == LB_NONE)
                continue;
            fine = compose(&h, v, k, 0, last, UINT32_MAX, &found) && memcmp(&found, &right, sizeof found) == 0;
        }
    }
    free(h.at);
    t_moves_free(&all);
    return fine;
}

static void check_witness(const lb_task *task, uint32_t ports, uint64_t packets, uint32_t steps, bool fewest) {
    lb_bound bound;
    char text[LB_WHY_MAX];
    T_EQUAL(lb_bound_unit(task, ports, packets, &bound, NULL), LB_OK);
    T_EQUAL(lb_witness_verify(task, ports, packets, &bound.steps_witness, NULL), LB_OK);
    T_EQUAL(lb_witness_verify(task, ports, packets, &bound.transmissions_witness, NULL), LB_OK);
    T_TRUE(lb_witness_text(task, &bound.steps_witness, text, sizeof text) > 10);
    T_TRUE(steps >= bound.steps);
    uint32_t n = lb_net_nodes(lb_task_net(task));
    if (fewest && packets == 1 && (ports != 1 || lb_net_is_cube(lb_task_net(task))))
        T_EQUAL(steps, bound.steps); /* the diameter */
    lb_witness wrong = bound.steps_witness;
    wrong.value++;
    if (n > 1)
        T_EQUAL(lb_witness_verify(task, ports, packets, &wrong, NULL), LB_ERR_CHECK);
    wrong = bound.steps_witness;
    wrong.node = 0; /* nothing has to get into node 0 */
    if (n > 1 && wrong.inward)
        T_EQUAL(lb_witness_verify(task, ports, packets, &wrong, NULL), LB_ERR_CHECK);
}

static void check_file(const lb_plan *plan) {
    char path[] = "/tmp/linkbound-scan-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    fclose(fdopen(file, "w"));
    lb_plan *back;
    assert_int_equal(lb_plan_write(plan, path, NULL, NULL), LB_OK);
    assert_int_equal(lb_plan_read(path, &back, NULL), LB_OK);
    lb_report report;
    assert_int_equal(lb_check_file(path, NULL, NULL, &report, NULL), LB_OK);
    lb_report_free(&report);
    t_same_moves(plan, back);
    lb_plan_free(back);
    remove(path);
}

static void try_plan(const lb_task *task, const lb_plan_options *o) {
    lb_plan_options first = *o; /* what else may be tried is the survey's matter */
    first.effort = LB_ESTIMATE;
    lb_plan *plan = t_plan(task, &first);
    t_check(plan, LB_REPLAY_FULL);
    T_TRUE(run(plan));
    if (o->clock == LB_UNIT)
        check_witness(task, o->ports, o->packets, lb_plan_steps(plan), !o->algorithm);
    check_file(plan);
    lb_plan_free(plan);
}

static void test_all_networks(void **unused) {
    (void)unused;
    for (size_t i = 0; i < T_COUNT(nets); i += T_SPARSE) {
        for (int kind = LB_SCAN; kind <= LB_EXSCAN; kind++) {
            lb_task *task = t_task_on(nets[i], (lb_task_kind)kind);
            uint32_t degree = lb_net_ports(lb_task_net(task));
            for (uint32_t ports = 0; ports < (degree ? degree : 1); ports++) {
                for (uint64_t packets = 1; packets <= 3; packets++) {
                    t_note("%s on %s, %u ports, %u packets", lb_task_kind_name((lb_task_kind)kind), nets[i],
                           (unsigned)ports, (unsigned)packets);
                    try_plan(task, &(lb_plan_options){.ports = ports, .packets = packets});
                }
            }
            lb_cost cost = {.bytes = 100, .tau = {1, 2}, .beta = {5, 1}};
            try_plan(task, &(lb_plan_options){.clock = LB_LINEAR, .cost = &cost});
            try_plan(task, &(lb_plan_options){.clock = LB_LINEAR, .cost = &cost, .algorithm = "prefix-sweep"});
            lb_task_free(task);
        }
    }
}

/* prefix-sweep: in as many steps as it says, no link carries more than the message, and it is the default where prefix
 * is slower. */

static uint32_t sweep_steps(const lb_net *net, uint32_t packets) {
    uint32_t wide[LB_MAX_DIMS], count = 0, before = 0;
    for (unsigned i = 0; i < lb_net_dims(net); i++) {
        if (lb_net_radix(net, i) > 1)
            wide[count++] = lb_net_radix(net, i);
    }
    if (count < 2)
        return count ? wide[0] - 1 + packets - 1 : 0;
    for (unsigned i = 1; i + 1 < count; i++)
        before += wide[i] / 2 * 2;
    before += wide[0] - 1 + wide[count - 1] - 1 + (packets + 1) / 2;
    return wide[0] - 2 + (before > packets ? before : packets);
}

static uint32_t steps_by(const lb_task *task, const char *algorithm, uint64_t packets) {
    lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = algorithm, .packets = packets, .effort = 1});
    uint32_t steps = lb_plan_steps(plan);
    lb_plan_free(plan);
    return steps;
}

static void check_loads(const lb_task *task, uint64_t packets) {
    const lb_net *net = lb_task_net(task);
    lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "prefix-sweep", .packets = packets});
    lb_report report = t_check(plan, LB_REPLAY_FULL);
    lb_report_free(&report);
    t_moves all = t_moves_of(plan);
    uint64_t *load = calloc((size_t)lb_net_nodes(net) * LB_MAX_PORTS, sizeof *load);
    assert_non_null(load);
    for (uint64_t m = 0; m < all.count; m++)
        T_TRUE(++load[all.at[m].from * LB_MAX_PORTS + all.at[m].port] <= packets);
    free(load);
    t_moves_free(&all);
    lb_plan_free(plan);
}

static void test_sweep(void **unused) {
    (void)unused;
    for (size_t i = 0; i < T_COUNT(nets); i += T_SPARSE) {
        lb_task *task = t_task_on(nets[i], i % 2 ? LB_SCAN : LB_EXSCAN);
        const lb_net *net = lb_task_net(task);
        for (unsigned packets = 1; packets <= 26; packets += 5) {
            t_note("%s, %u packets", nets[i], packets);
            uint32_t sweep = steps_by(task, "prefix-sweep", packets), prefix = steps_by(task, "prefix", packets);
            T_EQUAL(sweep, sweep_steps(net, packets));
            if (packets < 12)
                T_TRUE(steps_by(task, NULL, packets) <= (sweep < prefix ? sweep : prefix));
            check_loads(task, packets);
            if (packets < 6)
                try_plan(task, &(lb_plan_options){.algorithm = "prefix-sweep", .packets = packets});
        }
        lb_task_free(task);
    }
    lb_task *task = t_task_on("cube:4", LB_SCAN);
    lb_bound bound;
    for (unsigned packets = 12; packets < 15; packets++) { /* on cubes it is optimal from 4(d-1) packets on */
        T_EQUAL(lb_bound_unit(task, 0, packets, &bound, NULL), LB_OK);
        T_EQUAL(steps_by(task, NULL, packets), bound.steps);
    }
    lb_task_free(task);
    lb_cost cost = {.bytes = 1000000, .tau = {1, 1}, .beta = {100, 1}};
    lb_plan *plan;
    static const char *const long_on[][2] = {{"2x8", "prefix-sweep"}, {"8x8", "prefix-cuts"}};
    for (unsigned i = 0; i < 2; i++) {
        task = t_task_on(long_on[i][0], LB_SCAN);
        plan = t_plan(task, &(lb_plan_options){.clock = LB_LINEAR, .cost = &cost, .effort = LB_ESTIMATE});
        assert_string_equal(lb_plan_algorithm(plan), long_on[i][1]);
        lb_plan_free(plan);
        lb_task_free(task);
    }
    task = t_task_on("8x8", LB_SCAN);
    cost.bytes = 10;
    plan = t_plan(task, &(lb_plan_options){.clock = LB_LINEAR, .cost = &cost});
    assert_string_equal(lb_plan_algorithm(plan), "prefix");
    lb_plan_free(plan);
    lb_task_free(task);
}

/* prefix-cuts: rounds of 2r packets follow each other as soon as links are free, every 2(r-1) steps; and where messages
 * are long it is the default. */
static void test_cuts(void **unused) {
    static const char *const cut[] = {"3x3", "4x4", "5x2x3", "1x3x1x4", "8x8", "16x2", "3x4x2"};
    (void)unused;
    for (size_t i = 0; i < T_COUNT(cut); i += T_SPARSE) {
        lb_task *task = t_task_on(cut[i], i % 2 ? LB_SCAN : LB_EXSCAN);
        uint32_t r = lb_net_radix(lb_task_net(task), cut[i][0] == '1' && cut[i][1] == 'x' ? 1 : 0);
        for (unsigned packets = 1; packets <= 3 * r + 1; packets += packets < 4 ? 1 : r) {
            t_note("%s, %u packets", cut[i], packets);
            uint32_t steps = steps_by(task, "prefix-cuts", packets);
            if (packets >= 2 * r)
                T_EQUAL(steps_by(task, "prefix-cuts", packets + 2 * r), steps + 2 * (r - 1));
            if (packets < 6)
                try_plan(task, &(lb_plan_options){.algorithm = "prefix-cuts", .packets = packets});
        }
        lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "prefix-cuts", .packets = 7 * r});
        lb_report report = t_check(plan, LB_REPLAY_FULL);
        T_EQUAL(report.moves, lb_plan_moves(plan));
        lb_report_free(&report);
        lb_plan_free(plan);
        lb_task_free(task);
    }
}

/* Packets of 4 bytes and of 5 would take as long as if all were of 5: there are as many as are all of 5. */
static void test_even_cuts(void **unused) {
    lb_task *task = t_task_on("5x5", LB_SCAN);
    lb_cost cost = {.bytes = 300000, .tau = {1, 1}, .beta = {0, 1}};
    lb_plan_options o = {.algorithm = "prefix-cuts", .clock = LB_LINEAR, .cost = &cost};
    lb_formula formula;
    (void)unused;
    T_EQUAL(lb_formula_of(task, &o, &formula, NULL), LB_OK);
    T_EQUAL(formula.groups, 60000);
    lb_task_free(task);
}

/* The formula: exact on the cube and of prefix-sweep, and never too little elsewhere. */
static bool is_exact(const lb_formula *formula, const lb_net *net, uint32_t ports) {
    return strcmp(formula->algorithm, "prefix-sweep") == 0 ||
           (lb_net_is_cube(net) && (ports <= 1 || ports >= lb_net_ports(net)));
}

static void test_formula(void **unused) {
    (void)unused;
    for (size_t i = 0; i < T_COUNT(nets); i++) {
        lb_task *task = t_task_on(nets[i], LB_SCAN);
        for (unsigned round = 0; round < 6; round++) {
            lb_cost cost = {.bytes = 1 + pick(5000), .tau = {1 + pick(3), 1}, .beta = {pick(100), 1}};
            lb_plan_options o = {.clock = LB_LINEAR, .cost = &cost, .effort = LB_ESTIMATE};
            lb_formula formula;
            lb_timing timing;
            lb_ratio time, bound;
            lb_plan *plan = t_plan(task, &o);
            t_note("%s, %u bytes", nets[i], (unsigned)cost.bytes);
            T_EQUAL(lb_formula_of(task, &o, &formula, NULL), LB_OK);
            T_EQUAL(lb_formula_time(&formula, &cost, &time), LB_OK);
            T_EQUAL(lb_simulate(plan, &cost, NULL, &timing, NULL), LB_OK);
            double real = lb_ratio_value(timing.makespan), said = lb_ratio_value(time);
            T_TRUE(formula.exact ? real == said : real <= said * (1 + 1e-12));
            T_EQUAL(formula.exact, is_exact(&formula, lb_task_net(task), 0));
            T_EQUAL(lb_bound_linear(task, 0, &cost, &bound, NULL, NULL), LB_OK);
            T_TRUE(lb_ratio_value(bound) <= real * (1 + 1e-12));
            lb_timing_free(&timing);
            lb_plan_free(plan);
        }
        lb_task_free(task);
    }
}

/* With any number of ports: what the formula says is so, and no other number of groups is better. */
static double try_groups(const lb_task *task, uint32_t ports, const lb_cost *cost, uint32_t groups) {
    lb_plan_options o = {.clock = LB_LINEAR, .cost = cost, .ports = ports, .groups = groups, .effort = LB_ESTIMATE};
    const lb_net *net = lb_task_net(task);
    lb_formula formula;
    lb_timing timing;
    lb_ratio time;
    lb_plan *plan = t_plan(task, &o);
    T_EQUAL(lb_formula_of(task, &o, &formula, NULL), LB_OK);
    T_EQUAL(lb_formula_time(&formula, cost, &time), LB_OK);
    T_EQUAL(lb_simulate(plan, cost, NULL, &timing, NULL), LB_OK);
    double real = lb_ratio_value(timing.makespan), said = lb_ratio_value(time);
    T_TRUE(formula.exact ? real == said : real <= said * (1 + 1e-12));
    T_EQUAL(formula.exact, is_exact(&formula, net, ports));
    T_EQUAL(lb_plan_denominator(plan), formula.groups);
    if (groups)
        T_EQUAL(formula.groups, groups);
    lb_timing_free(&timing);
    lb_plan_free(plan);
    return said;
}

static void test_groups(void **unused) {
    (void)unused;
    static const char *const some[] = {"cube:3", "cube:6", "ring:9", "3x4", "4x4x2", "2x2x5"};
    for (size_t i = 0; i < T_COUNT(some); i++) {
        lb_task *task = t_task_on(some[i], LB_SCAN);
        for (uint32_t ports = 1; ports <= lb_net_ports(lb_task_net(task)); ports++) {
            for (unsigned round = 0; round < 4; round++) {
                lb_cost cost = {.bytes = 100 + pick(5000), .tau = {1, 1}, .beta = {1 + pick(300), 1}};
                double chosen = try_groups(task, ports, &cost, 0);
                for (uint32_t groups = 1; groups <= 12; groups++) {
                    t_note("%s, %u ports, %u bytes, %u groups", some[i], (unsigned)ports, (unsigned)cost.bytes,
                           (unsigned)groups);
                    T_TRUE(chosen <= try_groups(task, ports, &cost, groups) * (1 + 1e-12));
                }
            }
        }
        lb_task_free(task);
    }
}

/* On one port packets cannot follow one another: groups would only cost start-ups. */
static void test_one_port(void **unused) {
    (void)unused;
    lb_task *task = t_task_on("cube:10", LB_SCAN);
    lb_cost cost = {.bytes = 1000, .tau = {1, 1}, .beta = {100, 1}};
    T_TRUE(try_groups(task, 1, &cost, 0) == 11000);
    lb_task_free(task);
}

/* ---- Mutants ---- */

/* The plan with one thing changed; NULL when it cannot be built. */
static lb_plan *mutant(const lb_plan *plan, unsigned how) {
    const lb_task *task = lb_plan_task(plan);
    uint32_t n = lb_net_nodes(lb_task_net(task));
    t_moves all = t_moves_of(plan);
    uint64_t victim = pick((uint32_t)all.count);
    lb_builder b;
    lb_build_begin(&b, task, LB_EXPLICIT, LB_UNIT, 0, lb_plan_denominator(plan), 1);
    for (uint64_t m = 0; m < all.count; m++) {
        lb_move move = all.at[m];
        lb_item item = move.items[0];
        if (m == victim) {
            if (how == 0)
                continue; /* a piece is missing */
            if (how == 1)
                item.dest = (item.dest + 1) % n; /* one node too many: a gap, or an overlap where it arrives */
            if (how == 2)
                item.origin = (item.origin + n - 1) % n;
            if (how == 3 && item.dest > item.origin)
                item.dest--; /* one too few */
            if (how == 4)
                move.step = 1 + pick(lb_plan_steps(plan));
        }
        lb_build_move(&b, move.step, move.from, move.port, LB_OP_COPY);
        lb_build_item(&b, item);
    }
    t_moves_free(&all);
    lb_plan *out = NULL;
    return lb_build_finish(&b, "mutant", &out, NULL) ? NULL : out;
}

static void test_mutants(void **unused) {
    (void)unused;
    static const char *const small[] = {"cube:2", "cube:3", "ring:5", "2x3", "4x3"};
    unsigned broken = 0, whole = 0;
    lb_plan *plans[2 * T_COUNT(small)];
    lb_task *tasks[T_COUNT(plans)];
    for (unsigned i = 0; i < T_COUNT(plans); i++) {
        tasks[i] = t_task_on(small[i % T_COUNT(small)], i % 2 ? LB_SCAN : LB_EXSCAN);
        plans[i] = t_plan(tasks[i], &(lb_plan_options){.packets = 1 + i % 2, .effort = 1});
    }
    for (unsigned round = 0; round < 2000 / T_SPARSE; round++) {
        lb_plan *changed = mutant(plans[round % T_COUNT(plans)], round % 5);
        lb_report report;
        if (changed) {
            int said = lb_check_plan(changed, NULL, &report, NULL);
            t_note("mutant %u of %s: %s", round % 5, small[round % T_COUNT(small)], report.text);
            T_TRUE(said == LB_OK || said == LB_ERR_CHECK);
            bool in_links = said == LB_ERR_CHECK && (report.rule == LB_RULE_PACKET || report.rule == LB_RULE_LINK_BUSY);
            bool by_counts = said == LB_ERR_CHECK && report.rule == LB_RULE_COUNTS;
            if (!in_links && !by_counts)
                T_EQUAL(said == LB_OK, run(changed));
            broken += said != LB_OK;
            whole += said == LB_OK;
            lb_report_free(&report);
        }
        lb_plan_free(changed);
    }
    for (unsigned i = 0; i < T_COUNT(plans); i++) {
        lb_plan_free(plans[i]);
        lb_task_free(tasks[i]);
    }
    assert_true(broken > 1000 / T_SPARSE && whole > 20 / T_SPARSE); /* both are met with */
}

static void test_verdicts(void **unused) {
    (void)unused;
    lb_task *task = t_task_on("cube:2", LB_SCAN);
    lb_builder b;
    lb_plan *plan;
    lb_report report;
    lb_build_begin(&b, task, LB_EXPLICIT, LB_UNIT, 0, 1, 1);
    lb_build_move(&b, 1, 0, 0, LB_OP_COPY);
    lb_build_item(&b, (lb_item){0, 1, 0, 0, 1}); /* node 0 has not heard of node 1 */
    assert_int_equal(lb_build_finish(&b, "wrong", &plan, NULL), LB_OK);
    assert_int_equal(lb_check_plan(plan, NULL, &report, NULL), LB_ERR_CHECK);
    assert_string_equal(report.text, "step 1, link 0->1: span 0..1 is sent before it has arrived");
    lb_report_free(&report);
    lb_plan_free(plan);
    lb_build_begin(&b, task, LB_EXPLICIT, LB_UNIT, 0, 1, 1);
    lb_build_move(&b, 1, 0, 0, LB_OP_COPY);
    lb_build_item(&b, (lb_item){0, 0, 0, 0, 1});
    assert_int_equal(lb_build_finish(&b, "short", &plan, NULL), LB_OK);
    assert_int_equal(lb_check_plan(plan, NULL, &report, NULL), LB_ERR_CHECK);
    assert_string_equal(report.text, "at the end span 0..2 is not at node 2");
    lb_report_free(&report);
    lb_plan_free(plan);
    lb_task_free(task);
}

/* ---- The recount, against every pair of nodes ---- */

/* Which nodes' contributions from this side node v of the other side needs: as many different sets as this counts. */
static uint64_t combinations(const lb_net *net, const lb_witness *w) {
    uint32_t n = lb_net_nodes(net), r = lb_net_radix(net, w->dim);
    uint64_t sets[64], count = 0; /* the largest network here has 64 nodes */
    assert_true(n <= 64);
    for (uint32_t v = 0; v < n; v++) {
        uint64_t set = 0, same = 0;
        if (((lb_digit(net, v, w->dim) + r - w->first) % r < w->width) != w->inward)
            continue;
        for (uint32_t u = 0; u < v; u++)
            set |= (uint64_t)(((lb_digit(net, u, w->dim) + r - w->first) % r < w->width) != w->inward) << u;
        for (uint64_t i = 0; i < count; i++)
            same += sets[i] == set;
        if (set && !same)
            sets[count++] = set;
    }
    return count;
}

/* Long messages: the whole of it over each link of a cube's lowest dimension, half of it on others. */
static void test_cut(void **unused) {
    (void)unused;
    for (size_t i = 1; i < T_COUNT(nets); i += T_SPARSE) {
        lb_task *task = t_task_on(nets[i], i % 2 ? LB_SCAN : LB_EXSCAN);
        const lb_net *net = lb_task_net(task);
        unsigned lowest = 0;
        while (lb_net_radix(net, lowest) == 1)
            lowest++;
        for (uint32_t ports = 0; ports <= 1; ports++) {
            lb_bound bound;
            lb_witness wrong;
            bool halves = ports == 0 && lb_net_radix(net, lowest) > 2;
            t_note("%s, %u ports", nets[i], (unsigned)ports);
            T_EQUAL(lb_bound_unit(task, ports, 1000, &bound, NULL), LB_OK);
            bool cut =
                bound.steps_witness.kind == LB_WITNESS_CUT; /* others prove more, of small networks and few ports */
            T_TRUE(bound.steps >= (halves ? 500u : 1000u) && (!cut || bound.steps < (halves ? 510u : 1010u)));
            T_EQUAL(lb_witness_verify(task, ports, 1000, &bound.steps_witness, NULL), LB_OK);
            wrong = bound.steps_witness;
            wrong.load++;
            T_EQUAL(lb_witness_verify(task, ports, 1000, &wrong, NULL), LB_ERR_CHECK);
            wrong = bound.steps_witness;
            wrong.capacity--;
            T_EQUAL(lb_witness_verify(task, ports, 1000, &wrong, NULL), LB_ERR_CHECK);
        }
        lb_task_free(task);
    }
    lb_task *task = t_task_on("cube:3", LB_SCAN);
    lb_cost cost = {.bytes = 1000, .tau = {1, 1}, .beta = {7, 1}};
    lb_witness witness;
    lb_ratio time;
    char text[LB_WHY_MAX];
    T_EQUAL(lb_bound_linear(task, 0, &cost, &time, &witness, NULL), LB_OK);
    T_TRUE(lb_ratio_value(time) == 1007);
    lb_witness_time_text(task, &witness, text, sizeof text);
    assert_string_equal(text,
                        "4 different prefixes must leave the nodes with digit 0 in dimension 0, over 4 links at a "
                        "time: tau*m + beta");
    lb_task_free(task);
}

static void test_recount(void **unused) {
    (void)unused;
    for (size_t i = 1; i < T_COUNT(nets); i++) {
        lb_task *task = t_task_on(nets[i], i % 2 ? LB_SCAN : LB_EXSCAN);
        const lb_net *net = lb_task_net(task);
        uint32_t n = lb_net_nodes(net);
        for (unsigned round = 0; round < 200; round++) {
            lb_witness w = {.inward = pick(2), .node = pick(n), .radius = 1 + pick(4)};
            do
                w.dim = pick(lb_net_dims(net));
            while (lb_net_radix(net, w.dim) == 1);
            w.first = pick(lb_net_radix(net, w.dim));
            w.width = 1 + pick(lb_net_radix(net, w.dim) - 1);
            bool node = false, spread = true;
            for (uint32_t u = 0; u < n; u++) {
                for (uint32_t v = u + 1; v < n; v++) { /* v needs what u has */
                    uint32_t here = w.inward ? v : u, there = w.inward ? u : v;
                    node |= here == w.node && lb_distance(net, here, there) >= w.radius;
                }
                spread &= u == w.node || (w.inward ? u < w.node : w.node < u);
            }
            t_note("%s, node %u", nets[i], (unsigned)w.node);
            T_EQUAL(lb_recount_spans.node(task, &w), node);
            T_EQUAL(lb_recount_spans.spread(task, &w), spread);
            T_EQUAL(lb_recount_spans.cut(task, &w), combinations(net, &w));
        }
        lb_task_free(task);
    }
}

/* What one node does is what the cursor says of it, and a large network is no matter. */
static void test_programs(void **unused) {
    (void)unused;
    lb_task *task = t_task_on("4x3x2", LB_EXSCAN);
    lb_plan *plan = t_plan(task, NULL);
    t_moves all = t_moves_of(plan);
    for (uint32_t v = 0; v < 24; v++) {
        lb_program *program;
        assert_int_equal(lb_program_create(plan, v, &program, NULL), LB_OK);
        for (unsigned port = 0; port < lb_net_ports(lb_plan_net(plan)); port++) {
            uint64_t sends = 0;
            for (uint64_t m = 0; m < all.count; m++) {
                lb_move move;
                if (all.at[m].from != v || all.at[m].port != port)
                    continue;
                lb_program_packet(program, port, LB_SENDS, sends++, &move);
                t_same_move(&move, &all.at[m]);
            }
            T_EQUAL(lb_program_count(program, port, LB_SENDS), sends);
        }
        lb_program_free(program);
    }
    t_moves_free(&all);
    lb_plan_free(plan);
    lb_task_free(task);
    task = t_task_on("cube:14", LB_SCAN);
    plan = t_plan(task, NULL);
    T_EQUAL(lb_plan_steps(plan), 14);
    t_check(plan, LB_REPLAY_FULL);
    lb_plan_free(plan);
    lb_task_free(task);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_networks), cmocka_unit_test(test_formula),  cmocka_unit_test(test_groups),
        cmocka_unit_test(test_one_port),     cmocka_unit_test(test_mutants),  cmocka_unit_test(test_verdicts),
        cmocka_unit_test(test_recount),      cmocka_unit_test(test_programs), cmocka_unit_test(test_cut),
        cmocka_unit_test(test_sweep),        cmocka_unit_test(test_cuts),     cmocka_unit_test(test_even_cuts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

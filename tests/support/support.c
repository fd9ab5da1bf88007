/* Sample networks and tasks, and checks that say which case failed. */
#include "support/support.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static char noted[200];

void t_note(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(noted, sizeof noted, format, arguments);
    va_end(arguments);
}

void t_equal(uint64_t left, uint64_t right, const char *what, const char *file, int line) {
    if (left == right)
        return;
    print_error("%s: %s does not hold: %" PRIu64 ", %" PRIu64 "\n", noted, what, left, right);
    _fail(file, line);
}

lb_net *t_net(const char *text) {
    lb_net *net = NULL;
    lb_why why = {""};
    if (lb_net_parse(text, &net, &why))
        fail_msg("%s: %s", text, why.text);
    return net;
}

/* A permutation that looks like no translation. */
static void shuffle(uint32_t *list, uint32_t n) {
    uint32_t state = 12345;
    for (uint32_t v = 0; v < n; v++)
        list[v] = v;
    for (uint32_t left = n; left > 1; left--) {
        state = state * 1664525 + 1013904223;
        uint32_t other = (state >> 8) % left, kept = list[left - 1];
        list[left - 1] = list[other];
        list[other] = kept;
    }
}

lb_task *t_task(const lb_net *net, lb_task_kind kind) {
    uint32_t n = lb_net_nodes(net), diameter = lb_diameter(net);
    uint32_t *list = malloc((n + 4) * sizeof *list);
    assert_non_null(list);
    lb_task_params params = {.root = 2 * n / 3, .to = n / 3, .list = list};
    if (kind == LB_PERMUTE) {
        shuffle(list, n);
        params.count = n;
    } else {
        const uint32_t some[] = {n - 1, n / 2, 0, n - 1, 1 % n};
        memcpy(list, some, (params.count = n > 1 ? 5 : 3) * sizeof *list);
    }
    params.nearest = 1;
    params.farthest = diameter < 2 ? diameter + 1 : 2;
    lb_task *task = NULL;
    lb_why why = {""};
    int error = lb_task_create(net, kind, &params, &task, &why);
    free(list);
    if (error)
        fail_msg("%s: %s", lb_task_kind_name(kind), why.text);
    return task;
}

lb_task *t_task_on(const char *text, lb_task_kind kind) {
    lb_net *net = t_net(text);
    lb_task *task = t_task(net, kind);
    lb_net_free(net);
    return task;
}

lb_plan *t_plan_or_null(const lb_task *task, const lb_plan_options *options) {
    lb_plan *plan = NULL;
    lb_why why = {""};
    int error = lb_plan_create(task, options, &plan, &why);
    if (error && error != LB_ERR_UNSUPPORTED)
        fail_msg("%s: %s", noted, why.text);
    assert_true((error == LB_OK) == (plan != NULL));
    return plan;
}

lb_plan *t_plan(const lb_task *task, const lb_plan_options *options) {
    lb_plan *plan = t_plan_or_null(task, options);
    assert_non_null(plan);
    return plan;
}

lb_report t_check(const lb_plan *plan, lb_replay replay) {
    lb_check_options options = {.replay = replay};
    lb_report report;
    lb_why why = {""};
    int error = lb_check_plan(plan, &options, &report, &why);
    if (error)
        fail_msg("%s: %s: %s", noted, lb_plan_algorithm(plan), error == LB_ERR_CHECK ? report.text : why.text);
    lb_report_free(&report);
    return report;
}

t_moves t_moves_of(const lb_plan *plan) {
    lb_cursor *cursor = NULL;
    lb_move move;
    t_moves all = {0};
    uint64_t items = 0;
    assert_int_equal(lb_cursor_open(plan, &cursor, NULL), LB_OK);
    for (; lb_cursor_next(cursor, &move); all.count++)
        items += move.nitems;
    all.at = malloc((all.count + 1) * sizeof *all.at);
    all.items = malloc((items + 1) * sizeof *all.items);
    assert_true(all.at && all.items);
    lb_cursor_rewind(cursor);
    lb_item *next = all.items;
    for (uint64_t i = 0; i < all.count; i++) {
        assert_int_equal(lb_cursor_next(cursor, &all.at[i]), 1);
        memcpy(next, all.at[i].items, all.at[i].nitems * sizeof *next);
        all.at[i].items = next;
        next += all.at[i].nitems;
    }
    assert_int_equal(lb_cursor_next(cursor, &move), 0);
    assert_int_equal(lb_cursor_next(cursor, &move), 0); /* and stays at the end */
    lb_cursor_close(cursor);
    return all;
}

void t_moves_free(t_moves *moves) {
    free(moves->at);
    free(moves->items);
}

void t_same_move(const lb_move *a, const lb_move *b) {
    T_EQUAL(a->step, b->step);
    T_EQUAL(a->from, b->from);
    T_EQUAL(a->to, b->to);
    T_EQUAL(a->port, b->port);
    T_EQUAL(a->op, b->op);
    T_EQUAL(a->nitems, b->nitems);
    for (uint32_t k = 0; k < a->nitems; k++) {
        T_EQUAL(a->items[k].origin, b->items[k].origin);
        T_EQUAL(a->items[k].dest, b->items[k].dest);
        T_EQUAL(a->items[k].copy, b->items[k].copy);
        T_EQUAL(a->items[k].lo, b->items[k].lo);
        T_EQUAL(a->items[k].hi, b->items[k].hi);
    }
}

void t_same_moves(const lb_plan *a, const lb_plan *b) {
    t_moves left = t_moves_of(a), right = t_moves_of(b);
    T_EQUAL(left.count, right.count);
    for (uint64_t i = 0; i < left.count; i++)
        t_same_move(&left.at[i], &right.at[i]);
    T_TRUE(lb_task_equal(lb_plan_task(a), lb_plan_task(b)));
    T_EQUAL(lb_plan_steps(a), lb_plan_steps(b));
    T_EQUAL(lb_plan_denominator(a), lb_plan_denominator(b));
    T_EQUAL(lb_plan_packet(a), lb_plan_packet(b));
    T_EQUAL(lb_plan_ports(a), lb_plan_ports(b));
    T_EQUAL(lb_plan_clock(a), lb_plan_clock(b));
    T_EQUAL(lb_plan_orbit(a), lb_plan_orbit(b));
    t_moves_free(&left);
    t_moves_free(&right);
}

void t_check_sends(const lb_plan *plan) {
    t_moves moves = t_moves_of(plan);
    uint64_t sends = 0;
    for (uint32_t node = 0; node < lb_net_nodes(lb_plan_net(plan)); node++) {
        lb_program *program;
        T_EQUAL(lb_program_create(plan, node, &program, NULL), LB_OK);
        for (unsigned p = 0; p < lb_net_ports(lb_plan_net(plan)); p++) {
            uint64_t i = 0;
            for (uint64_t m = 0; m < moves.count; m++) {
                lb_move own;
                if (moves.at[m].from != node || moves.at[m].port != p)
                    continue;
                lb_program_packet(program, p, LB_SENDS, i++, &own);
                t_same_move(&own, &moves.at[m]);
            }
            T_EQUAL(i, lb_program_count(program, p, LB_SENDS));
            sends += i;
        }
        lb_program_free(program);
    }
    T_EQUAL(sends, moves.count);
    t_moves_free(&moves);
}

uint32_t t_add(const lb_net *net, uint32_t a, uint32_t b) {
    uint32_t sum = 0, stride = 1;
    for (unsigned i = 0; i < lb_net_dims(net); i++) {
        uint32_t r = lb_net_radix(net, i);
        sum += (a / stride % r + b / stride % r) % r * stride;
        stride *= r;
    }
    return sum;
}

uint64_t t_ceil(uint64_t a, uint64_t b) {
    return (a + b - 1) / b;
}

bool t_taken(void) {
    static uint64_t state = 1;
    return t_draw(&state, T_SPARSE) == 0;
}

uint64_t t_thousandths(const lb_task *task, const lb_cost *cost, const char *algorithm, int effort) {
    lb_plan_options o = {.clock = LB_LINEAR, .cost = cost, .algorithm = algorithm, .effort = effort};
    lb_plan *plan = t_plan(task, &o);
    lb_ratio least;
    lb_timing timing;
    t_check(plan, LB_REPLAY_FULL);
    T_EQUAL(lb_bound_linear(task, 0, cost, &least, NULL, NULL), LB_OK);
    T_EQUAL(lb_simulate(plan, cost, NULL, &timing, NULL), LB_OK);
    T_TRUE(lb_ratio_compare(timing.makespan, least) >= 0);
    uint64_t found = (uint64_t)(1000 * lb_ratio_value(timing.makespan) / lb_ratio_value(least));
    lb_timing_free(&timing);
    lb_plan_free(plan);
    return found;
}

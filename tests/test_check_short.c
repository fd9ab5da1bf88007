/* The short ways to a verdict say what the replay of every move says: all figures of good plans, and of broken ones the
 * same rule at the same place, because there they say nothing and leave it to the replay. */
#include "check/short.h"
#include "plan/runs.h"
#include "plan/stream.h"
#include "support/support.h"

#include <stdlib.h>
#include <string.h>

static unsigned good, bad;

static void same_figures(const lb_report *a, const lb_report *b) {
    T_EQUAL(a->steps, b->steps);
    T_EQUAL(a->moves, b->moves);
    T_EQUAL(a->items, b->items);
    T_EQUAL(a->units, b->units);
    T_EQUAL(a->most_sends, b->most_sends);
    T_TRUE(a->utilisation == b->utilisation);
    T_TRUE(a->mean_delay == b->mean_delay);
    T_TRUE(a->total_delay == b->total_delay);
    T_TRUE(a->peak_stored == b->peak_stored);
    T_EQUAL(a->busy_steps, b->busy_steps);
    for (uint32_t i = 0; i < a->busy_steps; i++)
        T_EQUAL(a->busy[i], b->busy[i]);
}

/* Checks as one likes, and by the replay of every move. */
static int compare(const lb_plan *plan) {
    lb_report any, full;
    lb_why why = {""}, other = {""};
    int said = lb_check_plan(plan, NULL, &any, &why);
    T_EQUAL(said, lb_check_plan(plan, &(lb_check_options){.replay = LB_REPLAY_FULL}, &full, &other));
    T_TRUE(said == LB_OK || said == LB_ERR_CHECK);
    T_EQUAL(any.rule, full.rule);
    assert_string_equal(any.text, full.text);
    assert_string_equal(why.text, other.text);
    if (!said)
        same_figures(&any, &full);
    lb_report_free(&any);
    lb_report_free(&full);
    *(said ? &bad : &good) += 1;
    return said;
}

/* Whether this short way finds that every rule holds. */
static bool decides(bool (*way)(lb_short *s), const lb_plan *plan, uint64_t limit) {
    static const lb_check_options none;
    lb_report report = {0};
    lb_short s = {.plan = plan, .options = &none, .report = &report, .limit = limit};
    bool said = way(&s);
    lb_report_free(&report);
    return said;
}

static void visit(const lb_plan *plan, const lb_plan_options *options, const lb_algorithm *algorithm) {
    (void)options;
    (void)algorithm;
    T_EQUAL(compare(plan), LB_OK);
}

static void test_every_plan(void **state) {
    (void)state;
    static const char *const nets[] = {"1", "cube:1", "cube:3", "ring:5", "2x3", "1x5"};
    static const uint64_t packets[] = {1, 2};
    t_each_plan(&(t_range){nets, T_COUNT(nets), packets, T_COUNT(packets)}, visit);
}

/* ---- Streams ---- */

static lb_plan *stream_plan(const char *net, lb_task_kind kind) {
    lb_task *task = t_task_on(net, kind);
    lb_plan *plan =
        t_plan(task, &(lb_plan_options){.algorithm = kind == LB_SCATTER ? "balanced-scatter" : "balanced-gather"});
    lb_task_free(task);
    assert_non_null(lb_plan_stream(plan));
    return plan;
}

static void test_streams(void **state) {
    (void)state;
    static const char *const nets[] = {"1",   "cube:1", "cube:2", "cube:5", "cube:6", "ring:2", "ring:3",
                                       "3x4", "5x5",    "2x3x4",  "4x4x4",  "1x6",    "ring:16"};
    for (size_t i = 0; i < T_COUNT(nets); i++) {
        for (int back = 0; back < 2; back++) {
            lb_plan *plan = stream_plan(nets[i], back ? LB_GATHER : LB_SCATTER);
            t_note("%s on %s", back ? "gather" : "scatter", nets[i]);
            T_TRUE(decides(lb_short_stream, plan, UINT64_MAX));
            T_TRUE(!decides(lb_short_stream, plan, 4));
            T_EQUAL(compare(plan), LB_OK);
            plan->ports = 1; /* more than one port's worth is refused by the replay */
            compare(plan);
            lb_plan_free(plan);
        }
    }
}

/* One change to what the stream is made of. */
static void spoil(lb_plan *plan, lb_stream *s, uint64_t *state) {
    uint32_t n = s->net.nodes, a = t_draw(state, n - 1), b = t_draw(state, n - 1), node = 1 + t_draw(state, n - 1);
    uint32_t kept = s->order[a];
    unsigned port = t_draw(state, s->net.ports);
    switch (t_draw(state, 8)) {
    case 0: s->order[a] = s->order[b]; break;
    case 1:
        s->order[a] = s->order[b];
        s->order[b] = kept;
        break;
    case 2: s->port[node] = (uint8_t)port; break;
    case 3: s->subtree[node] = (uint8_t)port; break; /* of no consequence: moves do not depend on it */
    case 4: s->order[a] = 0; break;
    case 5: s->steps = plan->steps += 1; break;
    case 6: plan->nmoves++; break;
    default: s->first[1 + port] -= s->first[1 + port] > s->first[port]; break;
    }
}

static void test_broken_streams(void **state) {
    (void)state;
    static const char *const nets[] = {"cube:2", "cube:4", "ring:5", "3x4", "2x3x2"};
    uint64_t random = 17;
    good = bad = 0;
    for (unsigned round = 0; round < 600; round++) {
        lb_plan *plan = stream_plan(nets[round % T_COUNT(nets)], round & 1 ? LB_GATHER : LB_SCATTER);
        t_note("broken stream %u", round);
        spoil(plan, plan->generator.data, &random);
        bool short_of_it = decides(lb_short_stream, plan, UINT64_MAX);
        T_TRUE(compare(plan) == LB_OK || !short_of_it);
        lb_plan_free(plan);
    }
    T_TRUE(good > 20 && bad > 300);
}

/* ---- Runs ---- */

/* The row of a packet of node 0's. */
static uint64_t row_of(const lb_plan *plan, const lb_item *item) {
    uint64_t block;
    uint32_t offset = lb_net_sub(&plan->task->net, item->dest, item->origin);
    T_EQUAL(lb_task_find(plan->task, 0, offset, item->copy, &block), LB_OK);
    return block * plan->denominator + item->lo;
}

/* A plan with arrays, as runs of up to so many hops. */
static lb_plan *as_runs(const lb_plan *plan, uint32_t most) {
    const lb_net *net = &plan->task->net;
    lb_runs *runs = lb_zeroed(1, sizeof *runs);
    runs->packets = plan->denominator;
    for (uint32_t step = 1; step <= plan->steps; step++) {
        for (uint64_t m = plan->step_first[step - 1]; m < plan->step_first[step]; m++) {
            unsigned port = plan->port[m];
            lb_item item = lb_plan_item(plan, m);
            lb_run *last = runs->count[port] ? &runs->at[port][runs->count[port] - 1] : NULL;
            lb_run next = {.row = row_of(plan, &item), .step = step, .hops = 1};
            next.place = lb_net_sub(net, 0, item.origin);
            if (last && last->row == next.row && last->step + last->hops == step && last->hops < most)
                last->hops++;
            else
                T_EQUAL(lb_runs_add(runs, port, next), LB_OK);
        }
    }
    lb_plan *made;
    T_EQUAL(lb_plan_of_runs(plan->task, plan->algorithm, plan->steps, plan->nmoves, runs, &made, NULL), LB_OK);
    made->clock = plan->clock;
    made->ports = plan->ports;
    return made;
}

static lb_plan *exchange_plan(const char *net, lb_task_kind kind, uint64_t packets, uint32_t ports, uint32_t most) {
    lb_task *task = t_task_on(net, kind);
    lb_plan *flat = t_plan(task, &(lb_plan_options){.algorithm = "isotropic", .packets = packets, .ports = ports});
    lb_plan *plan = as_runs(flat, most);
    t_same_moves(flat, plan);
    lb_plan_free(flat);
    lb_task_free(task);
    return plan;
}

static const lb_task_kind exchanges[] = {LB_ALLTOALL, LB_ISOTROPIC, LB_NEIGHBORS};

static void test_runs(void **state) {
    (void)state;
    static const char *const nets[] = {"1", "cube:1", "cube:4", "ring:3", "ring:8", "ring:9", "3x4", "5x5", "2x3x4"};
    for (size_t i = 0; i < T_COUNT(nets); i++) {
        for (unsigned k = 0; k < 12; k++) {
            uint32_t ports = k / 6;
            t_note("runs %u on %s", k, nets[i]);
            lb_plan *plan = exchange_plan(nets[i], exchanges[k % 3], 1 + k / 3 % 2, ports, k % 2 ? 2 : UINT32_MAX);
            T_TRUE(decides(lb_short_runs, plan, UINT64_MAX));
            T_TRUE(i == 0 || !decides(lb_short_runs, plan, 4));
            T_EQUAL(compare(plan), LB_OK);
            lb_plan_free(plan);
        }
    }
}

/* One change to a run of a port that has some; the port's runs stay in order. */
static void spoil_runs(lb_plan *plan, lb_runs *r, uint64_t *state) {
    unsigned port = t_draw(state, plan->task->net.ports);
    uint64_t count = r->count[port];
    if (!count)
        return;
    uint64_t at = t_draw(state, (uint32_t)count);
    lb_run *run = &r->at[port][at], kept = *run;
    uint32_t end = at + 1 < count ? run[1].step : plan->steps + 1, rows = (uint32_t)lb_runs_rows(r, plan->task);
    switch (t_draw(state, 9)) {
    case 0: run->row = t_draw(state, rows); break;
    case 1: run->place = t_draw(state, plan->task->net.nodes); break;
    case 2: run->hops = 1 + t_draw(state, end - run->step); break;
    case 3:
        if (run->hops > 1) { /* its last hop is made elsewhere, and moves are as many */
            run->hops--;
            plan->nmoves--;
        }
        break;
    case 4:
        *run = r->at[port][count - 1];
        run->step = kept.step;
        run->hops = kept.hops;
        break;
    case 5: plan->nmoves -= r->at[port][--r->count[port]].hops; break;
    case 6:
        if (run->step + run->hops < end)
            run->step++;
        break;
    case 7: plan->ports = 1; break;
    default: plan->steps++; break;
    }
}

static void test_broken_runs(void **state) {
    (void)state;
    static const char *const nets[] = {"cube:3", "ring:5", "ring:6", "3x4", "2x5"};
    uint64_t random = 23;
    good = bad = 0;
    for (unsigned round = 0; round < 900; round++) {
        t_note("broken runs %u", round);
        lb_plan *plan = exchange_plan(nets[round % T_COUNT(nets)], exchanges[round % 3], 1 + round % 2, 0, 2);
        spoil_runs(plan, plan->generator.data, &random);
        bool short_of_it = decides(lb_short_runs, plan, UINT64_MAX);
        T_TRUE(compare(plan) == LB_OK || !short_of_it);
        lb_plan_free(plan);
    }
    T_TRUE(good > 50 && bad > 300);
}

/* A large exchange is held as its runs, and the replay on relative addresses says the same of it. */
static void test_large_exchange(void **state) {
    (void)state;
    lb_task *task = t_task_on("81x80", LB_ALLTOALL);
    lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "isotropic", .packets = 5});
    lb_report any, relative;
    assert_non_null(lb_plan_runs(plan));
    T_TRUE(lb_plan_bytes(plan) < 2 * lb_plan_template_moves(plan));
    T_EQUAL(lb_check_plan(plan, NULL, &any, NULL), LB_OK);
    T_EQUAL(lb_check_plan(plan, &(lb_check_options){.replay = LB_REPLAY_RELATIVE}, &relative, NULL), LB_OK);
    T_EQUAL(any.replay, LB_REPLAY_FORM);
    same_figures(&any, &relative);
    lb_report_free(&any);
    lb_report_free(&relative);
    lb_plan_free(plan);
    lb_task_free(task);
}

/* ---- Moves ---- */

static lb_plan *flat_plan(const char *net, lb_task_kind kind, const char *algorithm, uint64_t packets) {
    lb_task *task = t_task_on(net, kind);
    lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = algorithm, .packets = packets}), *made;
    const lb_plan *flat;
    lb_task_free(task);
    T_EQUAL(lb_plan_flat(plan, &flat, &made, NULL), LB_OK);
    if (made)
        lb_plan_free(plan);
    return made ? made : plan;
}

static const struct move_case {
    lb_task_kind kind;
    const char *algorithm;
    bool sometimes; /* that it is decided on all networks is not expected */
} moved[] = {{LB_SCAN, "prefix", false},
             {LB_EXSCAN, "prefix", false},
             {LB_SCAN, "prefix-sweep", true},
             {LB_EXSCAN, "prefix-sweep", true},
             {LB_PERMUTE, "dimension-order", false},
             {LB_BROADCAST, "dimension-order", false},
             {LB_SCATTER, "dimension-order", false},
             {LB_GATHER, "dimension-order", false},
             {LB_MULTIBROADCAST, "dimension-order", false}};

static void test_moves(void **state) {
    (void)state;
    static const char *const nets[] = {"1",   "cube:1", "cube:5", "ring:3", "ring:4", "ring:7", "ring:8", "3x4",
                                       "5x5", "8x8",    "2x3x4",  "4x4x4",  "3x3x3",  "1x6",    "3x1x5",  "6x2"};
    for (size_t i = 0; i < 2 * T_COUNT(nets) * T_COUNT(moved); i++) {
        const struct move_case *c = &moved[i / 2 % T_COUNT(moved)];
        const char *net = nets[i / 2 / T_COUNT(moved)];
        lb_plan *plan = flat_plan(net, c->kind, c->algorithm, i & 1 ? 3 : 1);
        t_note("%s on %s", lb_task_kind_name(c->kind), net);
        T_TRUE(c->sometimes || decides(lb_short_moves, plan, UINT64_MAX));
        T_TRUE(!decides(lb_short_moves, plan, 4));
        T_EQUAL(compare(plan), LB_OK);
        lb_plan_free(plan);
    }
}

/* Leaves a move out, the last of its step. */
static void leave_out(lb_plan *plan, uint64_t at) {
    uint32_t step = lb_plan_step_of(plan, at);
    uint64_t last = plan->step_first[step] - 1;
    for (uint64_t m = last; m + 1 < plan->nmoves; m++) {
        plan->node[m] = plan->node[m + 1];
        plan->port[m] = plan->port[m + 1];
        if (plan->origin)
            plan->origin[m] = plan->origin[m + 1];
        if (plan->dest)
            plan->dest[m] = plan->dest[m + 1];
        if (plan->copy)
            plan->copy[m] = plan->copy[m + 1];
        if (plan->lo) {
            plan->lo[m] = plan->lo[m + 1];
            plan->hi[m] = plan->hi[m + 1];
        }
    }
    for (uint32_t s = step; s <= plan->steps; s++)
        plan->step_first[s]--;
    plan->nmoves--;
    plan->nitems--;
}

/* One change to a move, and to those of its step where they would be out of order. */
static void spoil_move(lb_plan *plan, uint64_t *state) {
    uint64_t at = t_draw(state, (uint32_t)plan->nmoves), other = t_draw(state, (uint32_t)plan->nmoves);
    uint32_t n = plan->task->net.nodes, *names = t_draw(state, 2) ? plan->origin : plan->dest;
    if (!(names = names ? names : plan->dest ? plan->dest : plan->origin))
        names = plan->node; /* a broadcast's moves have no names */
    switch (t_draw(state, plan->lo ? 11 : 9)) {
    case 10: plan->hi[at] = plan->denominator; break;
    case 9:
        plan->lo[at] = t_draw(state, (uint32_t)plan->denominator);
        plan->hi[at] = plan->lo[at] + 1;
        break;
    case 0: plan->port[at] = (uint8_t)t_draw(state, plan->task->net.ports + 1); break;
    case 1: plan->node[at] = t_draw(state, n); break;
    case 2: names[at] = t_draw(state, n); break;
    case 3: names[at] += names[at] + 1 < n; break;
    case 4: names[at] -= names[at] > 0; break;
    case 5: leave_out(plan, at); break;
    case 6: names[at] = names[other]; break;
    case 7:
        if (at > 0)
            leave_out(plan, at - 1);
        break;
    default: /* a step later, or earlier */
        plan->step_first[1 + t_draw(state, plan->steps)] += t_draw(state, 2) && at + 1 < plan->nmoves;
        break;
    }
    plan->step_first[plan->steps] = plan->nmoves;
}

static void test_broken_moves(void **state) {
    (void)state;
    static const char *const nets[] = {"cube:3", "ring:6", "3x4", "2x3x2", "ring:9", "4x4"};
    uint64_t random = 29;
    good = bad = 0;
    for (unsigned round = 0; round < 5600; round++) {
        const struct move_case *c = &moved[round / 2 % T_COUNT(moved)];
        lb_plan *plan =
            flat_plan(nets[round / 2 / T_COUNT(moved) % T_COUNT(nets)], c->kind, c->algorithm, 1 + round % 2);
        t_note("broken moves %u", round);
        spoil_move(plan, &random);
        bool short_of_it = decides(lb_short_moves, plan, UINT64_MAX);
        T_TRUE(compare(plan) == LB_OK || !short_of_it);
        lb_plan_free(plan);
    }
    T_TRUE(good > 200 && bad > 1000);
}

/* A name has so many copies, mostly one. */
static void test_copies(void **state) {
    (void)state;
    for (size_t i = 0; i < T_COUNT(moved); i++) {
        lb_plan *plan = flat_plan("3x4", moved[i].kind, moved[i].algorithm, 1);
        t_note("copies of %s", lb_task_kind_name(moved[i].kind));
        if (!plan->copy)
            plan->copy = calloc(plan->nitems, sizeof *plan->copy);
        assert_non_null(plan->copy);
        T_EQUAL(compare(plan), LB_OK);
        plan->copy[plan->nitems / 2] = 4;
        T_TRUE(!decides(lb_short_moves, plan, UINT64_MAX));
        T_EQUAL(compare(plan), LB_ERR_CHECK);
        lb_plan_free(plan);
    }
}

/* What a plan says of itself. */
static void test_other_headers(void **state) {
    (void)state;
    lb_plan *plan = stream_plan("cube:3", LB_SCATTER);
    plan->control_before = 1;
    T_EQUAL(compare(plan), LB_ERR_CHECK);
    plan->control_before = 0;
    plan->packet = 0;
    T_EQUAL(compare(plan), LB_ERR_CHECK);
    plan->clock = LB_LINEAR;
    T_EQUAL(compare(plan), LB_OK);
    T_TRUE(decides(lb_short_stream, plan, UINT64_MAX));
    lb_plan_free(plan);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_plan), cmocka_unit_test(test_streams),      cmocka_unit_test(test_broken_streams),
        cmocka_unit_test(test_runs),       cmocka_unit_test(test_broken_runs),  cmocka_unit_test(test_large_exchange),
        cmocka_unit_test(test_moves),      cmocka_unit_test(test_broken_moves), cmocka_unit_test(test_other_headers),
        cmocka_unit_test(test_copies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

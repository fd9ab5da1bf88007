/* The checker, case by case: what it says for every rule, odd schedules that are legal, limits, hostile sources.
 * test_check_mutants.c holds it against the oracle, test_check_relative.c its two ways of replaying. */
#include "support/oracle.h"
#include "support/support.h"

#define WHOLE_53 ((UINT64_C(1) << 53) - 1)

static schedule begin(const char *net, lb_task_kind kind, lb_clock clock, uint64_t denominator) {
    lb_net *n = t_net(net);
    lb_task *task = NULL;
    assert_int_equal(lb_task_create(n, kind, NULL, &task, NULL), LB_OK);
    schedule s = schedule_new(task, clock, denominator);
    lb_task_free(task);
    lb_net_free(n);
    return s;
}

static schedule begin_list(const char *net, lb_task_kind kind, const uint32_t *list, size_t count) {
    lb_net *n = t_net(net);
    lb_task *task = NULL;
    lb_task_params params = {.list = list, .count = count};
    assert_int_equal(lb_task_create(n, kind, &params, &task, NULL), LB_OK);
    schedule s = schedule_new(task, LB_UNIT, 1);
    lb_task_free(task);
    lb_net_free(n);
    return s;
}

/* The verdict in full; frees the schedule. */
typedef struct verdict {
    lb_rule rule;
    uint32_t step, from, to;
    uint64_t line;
    const char *text;
} verdict;

static void expect(schedule *s, verdict want) {
    lb_report report;
    lb_why why = {""};
    t_note("%s", want.text);
    int said = schedule_check(s, NULL, &report, &why);
    assert_string_equal(report.text, want.text);
    T_EQUAL(said, want.rule ? LB_ERR_CHECK : LB_OK);
    T_EQUAL(report.rule, want.rule);
    T_EQUAL(report.step, want.step);
    T_EQUAL(report.from, want.from);
    T_EQUAL(report.to, want.to);
    T_EQUAL(report.line, want.line);
    if (want.rule)
        assert_string_equal(why.text, want.text);
    lb_report_free(&report);
    schedule_free(s);
}

static void expect_item(const schedule *s, lb_item want) {
    lb_report report;
    assert_int_equal(schedule_check(s, NULL, &report, NULL), LB_ERR_CHECK);
    T_EQUAL(report.item.origin, want.origin);
    T_EQUAL(report.item.dest, want.dest);
    T_EQUAL(report.item.copy, want.copy);
    T_EQUAL(report.item.lo, want.lo);
    T_EQUAL(report.item.hi, want.hi);
    lb_report_free(&report);
}

static void holds(schedule *s) {
    expect(s, (verdict){.text = "every rule holds"});
}

/* A broadcast on the square, from 0, that is right. */
static schedule square(void) {
    schedule s = begin("cube:2", LB_BROADCAST, LB_UNIT, 1);
    schedule_send(&s, 1, 0, 1, 0, LB_NONE);
    schedule_send(&s, 2, 0, 2, 0, LB_NONE);
    schedule_send(&s, 2, 1, 3, 0, LB_NONE);
    schedule_claim(&s);
    return s;
}

/* ---- Every rule, the sentence and the place ------------------------------------------------------------------ */

static void test_step_order(void **state) {
    (void)state;
    schedule s = square();
    s.packets[2].step = 1;
    expect(&s, (verdict){LB_RULE_STEP_ORDER, 1, 1, 3, 4, "step 1, link 1->3: comes after a later step"});
    s = square();
    s.packets[0].step = 0;
    expect(&s, (verdict){LB_RULE_STEP_ORDER, 0, 0, 1, 2, "step 0, link 0->1: steps begin at 1"});
}

static void test_link(void **state) {
    (void)state;
    schedule s = square();
    s.packets[2].to = 2;
    expect(&s, (verdict){LB_RULE_LINK, 2, 1, 2, 4, "step 2, link 1->2: there is no such link"});
    s = square();
    s.packets[0].to = 4; /* no such node */
    expect(&s, (verdict){LB_RULE_LINK, 1, 0, 4, 2, "step 1, link 0->4: there is no such link"});
    s = square();
    s.packets[0].from = LB_NONE;
    expect(&s, (verdict){LB_RULE_LINK, 1, LB_NONE, 1, 2, "step 1, link 4294967295->1: there is no such link"});
    s = square();
    s.packets[0].to = 0; /* to itself */
    expect(&s, (verdict){LB_RULE_LINK, 1, 0, 0, 2, "step 1, link 0->0: there is no such link"});
    for (unsigned port = 1; port < 255; port++) { /* the wrong port, and ports that are not there */
        s = square();
        s.packets[0].port = (uint8_t)port;
        expect(&s, (verdict){LB_RULE_LINK, 1, 0, 1, 2, "step 1, link 0->1: there is no such link"});
    }
    s = square();
    s.packets[0].port = 0;
    holds(&s);
    static const char *const nets[] = {"ring:5", "2x3", "cube:3", "1"};
    for (size_t i = 0; i < T_COUNT(nets); i++) { /* a node too far is nobody's neighbour, whatever its digits are */
        lb_task *task = t_task_on(nets[i], LB_ALLGATHER);
        uint32_t n = lb_net_nodes(lb_task_net(task));
        for (uint32_t v = 0; v < 2 * n; v++) {
            s = schedule_new(task, LB_UNIT, 1);
            schedule_send(&s, 1, v % n, n + v / n, v % n, LB_NONE);
            schedule t = schedule_new(task, LB_UNIT, 1);
            schedule_send(&t, 1, n + v / n, v % n, n + v / n, LB_NONE);
            lb_report report;
            T_EQUAL(schedule_check(&s, NULL, &report, NULL), LB_ERR_CHECK);
            T_EQUAL(report.rule, LB_RULE_LINK);
            T_EQUAL(schedule_check(&t, NULL, &report, NULL), LB_ERR_CHECK);
            T_EQUAL(report.rule, LB_RULE_LINK);
            schedule_free(&s);
            schedule_free(&t);
        }
        lb_task_free(task);
    }
}

static void test_link_busy(void **state) {
    (void)state;
    schedule s = square();
    schedule_insert(&s, 2, 1);
    expect(&s, (verdict){LB_RULE_LINK_BUSY, 2, 0, 2, 4, "step 2, link 0->2: the link carries two packets in one step"});
    s = square(); /* both directions of a link are two links */
    schedule_send(&s, 2, 1, 0, 0, LB_NONE);
    schedule_claim(&s);
    holds(&s);
}

static void test_ports(void **state) {
    (void)state;
    schedule s = square();
    s.packets[0].step = 2;
    s.packets[2].step = 3;
    s.ports = 1;
    expect(&s, (verdict){LB_RULE_SEND_PORTS, 2, 0, 2, 3,
                         "step 2, link 0->2: the sender drives more links than its ports allow"});
    s = square();
    schedule_send(&s, 3, 1, 3, 0, LB_NONE);
    schedule_send(&s, 3, 2, 3, 0, LB_NONE);
    s.ports = 1;
    expect(&s, (verdict){LB_RULE_RECV_PORTS, 3, 2, 3, 6,
                         "step 3, link 2->3: the receiver takes from more links than its ports allow"});
    s = square(); /* one each way is one port each way */
    schedule_send(&s, 3, 1, 3, 0, LB_NONE);
    schedule_send(&s, 3, 3, 1, 0, LB_NONE);
    schedule_claim(&s);
    s.ports = 1;
    holds(&s);
    s = square();
    s.ports = 0;
    expect(&s, (verdict){LB_RULE_SEND_PORTS, 1, 0, 1, 2,
                         "step 1, link 0->1: the sender drives more links than its ports allow"});
}

static void test_packet(void **state) {
    (void)state;
    static const char *const size = "step 1, link 0->1: the packet is empty";
    schedule s = square();
    s.packets[0].nitems = 0;
    expect(&s, (verdict){LB_RULE_PACKET, 1, 0, 1, 2, size});
    s = begin("cube:1", LB_BROADCAST, LB_UNIT, 6);
    s.room = 3;
    schedule_move(&s, 1, 0, 1, LB_OP_COPY);
    schedule_item(&s, 0, LB_NONE, 0, 3);
    schedule_item(&s, 0, LB_NONE, 5, 6);
    expect_item(&s, (lb_item){0, LB_NONE, 0, 5, 6});
    schedule t = schedule_copy(&s);
    expect(&s, (verdict){LB_RULE_PACKET, 1, 0, 1, 2,
                         "step 1, link 0->1: with the block of node 0 piece 5..6 of 6 the packet is larger than 3/6 of "
                         "a block"});
    t.clock = LB_LINEAR; /* there packets have any size */
    schedule_item(&t, 0, LB_NONE, 3, 5);
    schedule_claim(&t);
    holds(&t);
}

static void test_block(void **state) {
    (void)state;
    schedule s = square();
    s.pool[2].origin = 1;
    expect_item(&s, (lb_item){1, LB_NONE, 0, 0, 1});
    expect(&s,
           (verdict){LB_RULE_BLOCK, 2, 1, 3, 4, "step 2, link 1->3: the block of node 1 is not a block of this task"});
    s = square();
    s.pool[0].copy = LB_NONE;
    expect(&s, (verdict){LB_RULE_BLOCK, 1, 0, 1, 2,
                         "step 1, link 0->1: the block of node 0 number 4294967295 is not a block of this task"});
    s = begin("cube:1", LB_ALLTOALL, LB_UNIT, 1);
    schedule_send(&s, 1, 0, 1, 0, 2);
    expect(&s, (verdict){LB_RULE_BLOCK, 1, 0, 1, 2, "step 1, link 0->1: block 0->2 is not a block of this task"});
    s = begin("cube:1", LB_REDUCE, LB_UNIT, 1);
    schedule_send(&s, 1, 1, 0, LB_NONE, 1);
    expect(&s,
           (verdict){LB_RULE_BLOCK, 1, 1, 0, 2, "step 1, link 1->0: the sum for node 1 is not a block of this task"});
}

static void test_held(void **state) {
    (void)state;
    schedule s = square();
    s.packets[2].step = s.packets[1].step = 1; /* in the step in which it arrives */
    expect_item(&s, (lb_item){0, LB_NONE, 0, 0, 1});
    expect(&s,
           (verdict){LB_RULE_HELD, 1, 1, 3, 4, "step 1, link 1->3: the block of node 0 is sent before it has arrived"});
    s = begin("ring:4", LB_SCATTER, LB_UNIT, 4);
    schedule_move(&s, 1, 0, 1, LB_OP_COPY);
    schedule_item(&s, 0, 2, 0, 2);
    schedule_move(&s, 2, 1, 2, LB_OP_COPY);
    schedule_item(&s, 0, 2, 1, 3);
    expect_item(&s, (lb_item){0, 2, 0, 1, 3});
    expect(&s, (verdict){LB_RULE_HELD, 2, 1, 2, 3,
                         "step 2, link 1->2: block 0->2 piece 1..3 of 4 is sent before it has arrived"});
    uint32_t twice[] = {1, 1};
    s = begin_list("ring:4", LB_ISOTROPIC, twice, 2);
    schedule_send(&s, 1, 1, 2, 0, 1);
    s.pool[0].copy = 1;
    expect(&s,
           (verdict){LB_RULE_HELD, 1, 1, 2, 2, "step 1, link 1->2: block 0->1 number 1 is sent before it has arrived"});
}

static void test_summed_twice(void **state) {
    (void)state;
    schedule s = begin("ring:3", LB_REDUCE, LB_UNIT, 1);
    schedule_send(&s, 1, 1, 0, LB_NONE, 0);
    schedule_send(&s, 2, 1, 2, LB_NONE, 0);
    schedule_send(&s, 3, 2, 0, LB_NONE, 0);
    schedule_claim(&s);
    expect_item(&s, (lb_item){LB_NONE, 0, 0, 0, 1});
    expect(&s, (verdict){LB_RULE_SUMMED_TWICE, 3, 2, 0, 4,
                         "step 3, link 2->0: the sum for node 0: a contribution is summed twice"});
    s = begin("ring:3", LB_REDUCE, LB_UNIT, 3); /* in one packet; and only a part of it twice */
    schedule_move(&s, 1, 1, 0, LB_OP_SUM);
    schedule_item(&s, LB_NONE, 0, 0, 2);
    schedule_item(&s, LB_NONE, 0, 1, 2);
    expect_item(&s, (lb_item){LB_NONE, 0, 0, 1, 2});
    expect(&s, (verdict){LB_RULE_SUMMED_TWICE, 1, 1, 0, 2,
                         "step 1, link 1->0: the sum for node 0 piece 1..2 of 3: a contribution is summed twice"});
}

static void test_delivered(void **state) {
    (void)state;
    schedule s = square();
    schedule_remove(&s, 1);
    schedule_claim(&s);
    expect_item(&s, (lb_item){0, LB_NONE, 0, 0, 1});
    expect(&s, (verdict){LB_RULE_DELIVERED, 2, LB_NONE, 2, 0, "at the end the block of node 0 is not at node 2"});
    s = begin("cube:1", LB_GATHER, LB_UNIT, 2);
    schedule_move(&s, 1, 1, 0, LB_OP_COPY);
    schedule_item(&s, 1, 0, 1, 2);
    schedule_claim(&s);
    expect(&s,
           (verdict){LB_RULE_DELIVERED, 1, LB_NONE, 0, 0, "at the end block 1->0 piece 0..1 of 2 is not at node 0"});
    s = begin("ring:3", LB_REDUCE, LB_UNIT, 1);
    schedule_send(&s, 7, 1, 0, LB_NONE, 0);
    schedule_claim(&s);
    expect(&s, (verdict){LB_RULE_DELIVERED, 7, LB_NONE, 0, 0, "at the end the sum for node 0 is not at node 0"});
}

static void test_counts(void **state) {
    (void)state;
    schedule s = square();
    s.moves = 4;
    expect(&s, (verdict){LB_RULE_COUNTS, 0, LB_NONE, LB_NONE, 1,
                         "the header says 2 steps and 4 moves, but there are 2 and 3"});
    s = square();
    s.steps = UINT32_MAX;
    expect(&s, (verdict){LB_RULE_COUNTS, 0, LB_NONE, LB_NONE, 1,
                         "the header says 4294967295 steps and 3 moves, but there are 2 and 3"});
    s = begin("1", LB_BROADCAST, LB_UNIT, 1);
    s.steps = 1;
    expect(&s, (verdict){LB_RULE_COUNTS, 0, LB_NONE, LB_NONE, 0,
                         "the header says 1 steps and 0 moves, but there are 0 and 0"});
}

static void test_names(void **state) {
    (void)state;
    static const char *const names[] = {"none",          "step-order", "link",   "link-busy", "send-ports",
                                        "receive-ports", "packet",     "block",  "held",      "summed-twice",
                                        "copy-alone",    "delivered",  "counts", "control"};
    for (int rule = 0; rule <= LB_RULE_CONTROL; rule++)
        assert_string_equal(lb_rule_name((lb_rule)rule), names[rule]);
    assert_string_equal(lb_rule_name((lb_rule)(LB_RULE_CONTROL + 1)), "?");
}

/* ---- Odd, but legal ------------------------------------------------------------------------------------------ */

static double delay_of(const schedule *s) {
    lb_report report;
    assert_int_equal(schedule_check(s, NULL, &report, NULL), LB_OK);
    lb_report_free(&report);
    return report.mean_delay;
}

/* Both partners of every exchange keep what they have and add what comes. */
static void test_butterfly(void **state) {
    (void)state;
    for (unsigned d = 1; d <= 7; d++) {
        char net[16];
        snprintf(net, sizeof net, "cube:%u", d);
        schedule s = begin(net, LB_ALLREDUCE, LB_LINEAR, 1);
        uint32_t n = UINT32_C(1) << d;
        for (unsigned k = 0; k < d; k++)
            for (uint32_t v = 0; v < n; v++) {
                schedule_move(&s, k + 1, v, v ^ UINT32_C(1) << k, LB_OP_SUM);
                for (uint32_t b = 0; b < n; b++)
                    schedule_item(&s, LB_NONE, b, 0, 1);
            }
        schedule_claim(&s);
        schedule again = schedule_copy(&s);
        assert_true(delay_of(&s) == d); /* all have the sum then, and not before */
        holds(&s);
        schedule_insert(&again, again.count, again.count - 1); /* once more, in one more step */
        again.packets[again.count - 1].step = d + 1;
        schedule_claim(&again);
        lb_report report;
        assert_int_equal(schedule_check(&again, NULL, &report, NULL), LB_ERR_CHECK);
        T_EQUAL(report.rule, LB_RULE_SUMMED_TWICE);
        T_EQUAL(report.step, d + 1);
        lb_report_free(&report);
        again.packets[again.count - 1].op = LB_OP_COPY; /* a copy of the whole sum does no harm */
        assert_true(delay_of(&again) == d);
        holds(&again);
    }
}

/* A partial sum that is copied stays a partial sum, and takes the place of another. */
static void test_copied_partial(void **state) {
    (void)state;
    schedule s = begin("ring:4", LB_REDUCE, LB_UNIT, 1);
    schedule_send(&s, 1, 2, 1, LB_NONE, 0); /* 1 has {1,2} */
    schedule_move(&s, 2, 1, 2, LB_OP_COPY); /* 2 has {1,2} too, */
    schedule_item(&s, LB_NONE, 0, 0, 1);
    schedule_send(&s, 3, 2, 3, LB_NONE, 0); /* 3 has {1,2,3}, */
    schedule_send(&s, 4, 3, 0, LB_NONE, 0); /* 0 has all, */
    schedule_claim(&s);
    schedule t = schedule_copy(&s);
    holds(&s);
    schedule_send(&t, 5, 1, 0, LB_NONE, 0); /* and 1 still has {1,2} */
    schedule_claim(&t);
    expect(&t, (verdict){LB_RULE_SUMMED_TWICE, 5, 1, 0, 6,
                         "step 5, link 1->0: the sum for node 0: a contribution is summed twice"});
    s = begin("ring:3", LB_REDUCE, LB_UNIT, 1); /* a copy over the root's own contribution */
    schedule_move(&s, 1, 1, 0, LB_OP_COPY);
    schedule_item(&s, LB_NONE, 0, 0, 1);
    schedule_send(&s, 2, 2, 0, LB_NONE, 0);
    schedule_claim(&s);
    expect(&s, (verdict){LB_RULE_DELIVERED, 2, LB_NONE, 0, 0, "at the end the sum for node 0 is not at node 0"});
}

/* A block that goes round both ways, on from places it has left, and past its destination. */
static void test_carried_twice(void **state) {
    (void)state;
    for (int large = 0; large < 2; large++) {
        lb_net *net = t_net(large ? "ring:100000" : "ring:6");
        uint32_t n = lb_net_nodes(net), last = n - 1;
        lb_task *task = NULL;
        assert_int_equal(lb_task_create(net, LB_SEND, &(lb_task_params){.root = 0, .to = 2}, &task, NULL), LB_OK);
        schedule s = schedule_new(task, LB_UNIT, 1);
        schedule_send(&s, 1, 0, 1, 0, 2);
        schedule_send(&s, 1, 0, last, 0, 2);
        schedule_send(&s, 2, 1, 2, 0, 2);
        schedule_send(&s, 3, 2, 3, 0, 2);
        schedule_send(&s, 4, 0, 1, 0, 2);
        schedule_send(&s, 5, last, last - 1, 0, 2);
        schedule_send(&s, 6, 1, 2, 0, 2);
        schedule_claim(&s);
        lb_report report;
        T_EQUAL(schedule_check(&s, NULL, &report, NULL), LB_OK);
        assert_true(report.mean_delay == 2.0); /* when it comes first */
        lb_report_free(&report);
        schedule_send(&s, 7, 4, 5, 0, 2);
        schedule_claim(&s);
        T_EQUAL(schedule_check(&s, NULL, &report, NULL), large ? LB_ERR_CHECK : LB_OK); /* 4 is last-1 on ring:6 */
        T_EQUAL(report.rule, large ? LB_RULE_HELD : LB_RULE_NONE);
        lb_report_free(&report);
        schedule_free(&s);
        lb_task_free(task);
        lb_net_free(net);
    }
}

/* Past its destination and back again: it counts when it first came. */
static void test_there_and_back(void **state) {
    (void)state;
    static const char *const nets[] = {"ring:6", "ring:40", "ring:70000"};
    for (size_t i = 0; i < T_COUNT(nets); i++) {
        lb_net *net = t_net(nets[i]);
        lb_task *task = NULL;
        assert_int_equal(lb_task_create(net, LB_SEND, &(lb_task_params){.root = 0, .to = 2}, &task, NULL), LB_OK);
        schedule s = schedule_new(task, LB_UNIT, 1);
        schedule_send(&s, 1, 0, 1, 0, 2);
        schedule_send(&s, 2, 1, 2, 0, 2);
        schedule_send(&s, 3, 2, 3, 0, 2);
        schedule_send(&s, 4, 3, 2, 0, 2);
        schedule_claim(&s);
        assert_true(delay_of(&s) == 2);
        schedule_remove(&s, 3); /* and it was there even if it has left */
        schedule_claim(&s);
        assert_true(delay_of(&s) == 2);
        schedule_free(&s);
        lb_task_free(task);
        lb_net_free(net);
    }
}

/* A cut that only the last piece of a plan makes. */
static void test_last_cut(void **state) {
    (void)state;
    schedule s = begin("cube:1", LB_REDUCE, LB_LINEAR, 4);
    schedule_send(&s, 1, 1, 0, LB_NONE, 0);
    schedule_move(&s, 2, 1, 0, LB_OP_SUM);
    schedule_item(&s, LB_NONE, 0, 1, 3);
    lb_plan *plan = schedule_plan(&s);
    assert_non_null(plan);
    lb_report report;
    assert_int_equal(lb_check_plan(plan, NULL, &report, NULL), LB_ERR_CHECK);
    T_EQUAL(report.rule, LB_RULE_SUMMED_TWICE);
    T_EQUAL(report.item.lo, 1);
    T_EQUAL(report.item.hi, 3);
    lb_report_free(&report);
    lb_plan_free(plan);
    schedule_free(&s);
}

/* ---- Edges --------------------------------------------------------------------------------------------------- */

static void test_nothing_to_do(void **state) {
    (void)state;
    for (int kind = 0; kind < LB_TASK_KINDS; kind++) {
        lb_task *task = t_task_on("1", (lb_task_kind)kind);
        schedule s = schedule_new(task, LB_UNIT, 1);
        lb_report report;
        T_EQUAL(schedule_check(&s, NULL, &report, NULL), LB_OK);
        T_EQUAL(report.steps, 0);
        T_EQUAL(report.busy_steps, 0);
        assert_true(report.utilisation == 0 && report.mean_delay == 0);
        lb_report_free(&report);
        schedule_move(&s, 1, 0, 0, LB_OP_COPY);
        T_EQUAL(schedule_check(&s, NULL, &report, NULL), LB_ERR_CHECK);
        T_EQUAL(report.rule, LB_RULE_LINK);
        lb_report_free(&report);
        schedule_free(&s);
        lb_task_free(task);
    }
    uint32_t none = 0;
    schedule s = begin_list("cube:3", LB_ISOTROPIC, &none, 0); /* no blocks at all */
    schedule t = schedule_copy(&s);
    holds(&s);
    schedule_send(&t, 1, 0, 1, 0, 0);
    expect(&t, (verdict){LB_RULE_BLOCK, 1, 0, 1, 2, "step 1, link 0->1: block 0->0 is not a block of this task"});
    s = begin_list("cube:3", LB_ISOTROPIC, &none, 1); /* everything is where it must be */
    holds(&s);
}

static void test_late_steps(void **state) {
    (void)state;
    schedule s = begin("cube:1", LB_BROADCAST, LB_UNIT, 1);
    schedule_send(&s, UINT32_MAX - 1, 0, 1, 0, LB_NONE);
    schedule_claim(&s);
    lb_report report;
    T_EQUAL(schedule_check(&s, NULL, &report, NULL), LB_OK);
    T_EQUAL(report.steps, UINT32_MAX - 1);
    assert_null(report.busy);
    assert_true(report.mean_delay == (double)(UINT32_MAX - 1));
    lb_report_free(&report);
    schedule_free(&s);
    s = square(); /* a busy array for the first steps only would be half a truth */
    s.packets[2].step = UINT32_MAX;
    schedule_claim(&s);
    T_EQUAL(schedule_check(&s, NULL, &report, NULL), LB_OK);
    assert_null(report.busy);
    T_EQUAL(report.busy_steps, 0);
    lb_report_free(&report);
    schedule_free(&s);
}

/* The largest denominator there is, and more data than 64 bits can count. */
static void test_large_units(void **state) {
    (void)state;
    schedule s = begin("cube:1", LB_BROADCAST, LB_UNIT, WHOLE_53);
    const uint64_t cuts[] = {0, 1, WHOLE_53 / 2, WHOLE_53 - 1, WHOLE_53};
    for (uint32_t i = 0; i < 4; i++) {
        schedule_move(&s, i + 1, 0, 1, LB_OP_COPY);
        schedule_item(&s, 0, LB_NONE, cuts[i], cuts[i + 1]);
    }
    schedule_claim(&s);
    lb_report report;
    T_EQUAL(schedule_check(&s, NULL, &report, NULL), LB_OK);
    T_EQUAL(report.units, WHOLE_53);
    lb_report_free(&report);
    schedule_free(&s);
    s = begin("cube:1", LB_BROADCAST, LB_LINEAR, WHOLE_53);
    schedule_move(&s, 1, 0, 1, LB_OP_COPY);
    for (uint32_t i = 0; i < 5000; i++)
        schedule_item(&s, 0, LB_NONE, 0, WHOLE_53);
    schedule_claim(&s);
    lb_why why = {""};
    T_EQUAL(schedule_check(&s, NULL, &report, &why), LB_ERR_SIZE);
    assert_string_equal(why.text, "the schedule sends more data than 64 bits can count");
    schedule_free(&s);
    s = begin("cube:1", LB_BROADCAST, LB_LINEAR, WHOLE_53);
    for (uint32_t i = 0; i < 5000; i++)
        schedule_send(&s, i + 1, 0, 1, 0, LB_NONE);
    schedule_claim(&s);
    T_EQUAL(schedule_check(&s, NULL, &report, NULL), LB_ERR_SIZE);
    schedule_free(&s);
}

/* Thousands of different cuts: all are told apart. */
static void test_many_cuts(void **state) {
    (void)state;
    enum { CUTS = 3000 };
    schedule s = begin("ring:3", LB_BROADCAST, LB_LINEAR, WHOLE_53);
    schedule_move(&s, 1, 0, 1, LB_OP_COPY);
    for (uint64_t i = 0; i < CUTS; i++)
        schedule_item(&s, 0, LB_NONE, i * 1000003, i + 1 < CUTS ? (i + 1) * 1000003 : WHOLE_53);
    schedule_send(&s, 2, 1, 2, 0, LB_NONE);
    schedule_claim(&s);
    schedule t = schedule_copy(&s);
    holds(&s);
    t.pool[CUTS / 2].lo++;
    expect_item(&t, (lb_item){0, LB_NONE, 0, 0, WHOLE_53});
    expect(&t,
           (verdict){LB_RULE_HELD, 2, 1, 2, 3, "step 2, link 1->2: the block of node 0 is sent before it has arrived"});
}

/* ---- Limits and interruptions --------------------------------------------------------------------------------- */

/* The bytes that a refusal says are needed. */
static uint64_t said_to_need(const char *text, const char *allowed) {
    double amount = 0;
    char unit[4] = "", rest[64] = "";
    assert_int_equal(sscanf(text, "checking this needs %lf %3s of memory; %63[^\n]", &amount, unit, rest), 3);
    assert_string_equal(rest, allowed);
    return (uint64_t)(amount * (unit[0] == 'B' ? 1 : unit[0] == 'K' ? 1 << 10 : 1 << 20));
}

/* What is refused with less memory than it said is not refused with more. */
static void test_memory(void **state) {
    (void)state;
    lb_task *task = t_task_on("cube:8", LB_ALLREDUCE);
    schedule s = schedule_new(task, LB_LINEAR, 1);
    lb_report report;
    lb_why why = {""};
    lb_check_options options = {.memory = 1000};
    T_EQUAL(schedule_check(&s, &options, &report, &why), LB_ERR_SIZE);
    uint64_t need = said_to_need(why.text, "1000 B are allowed");
    T_TRUE(need > 256 * 256 / 4); /* two bits for every node and block */
    assert_null(report.busy);
    options.memory = need - need / 20;
    T_EQUAL(schedule_check(&s, &options, &report, NULL), LB_ERR_SIZE);
    options.memory = need + need / 20; /* the cheap record can tell that something is missing */
    T_EQUAL(schedule_check(&s, &options, &report, NULL), LB_ERR_CHECK);
    T_EQUAL(report.rule, LB_RULE_DELIVERED);
    lb_report_free(&report);
    schedule_move(&s, 1, 0, 1, LB_OP_COPY); /* a copied partial sum needs the full one */
    schedule_item(&s, LB_NONE, 0, 0, 1);
    schedule_claim(&s);
    options.memory = 100 << 10;
    T_EQUAL(schedule_check(&s, &options, &report, &why), LB_ERR_SIZE);
    need = said_to_need(why.text, "100.0 KiB are allowed");
    T_TRUE(need > UINT64_C(256) * 256 * 256 / 8);
    options.memory = need + need / 20;
    T_EQUAL(schedule_check(&s, &options, &report, NULL), LB_ERR_CHECK);
    T_EQUAL(report.rule, LB_RULE_DELIVERED);
    lb_report_free(&report);
    schedule_free(&s);
    lb_task_free(task);
}

/* A small schedule whose one step is enormous: what is on its way counts as memory, too. */
static void test_memory_in_flight(void **state) {
    (void)state;
    static const lb_task_kind kinds[] = {LB_BROADCAST, LB_REDUCE, LB_SEND};
    for (size_t i = 0; i < T_COUNT(kinds); i++) {
        lb_net *net = t_net("ring:40");
        lb_task *task = NULL;
        assert_int_equal(lb_task_create(net, kinds[i], &(lb_task_params){.to = 1}, &task, NULL), LB_OK);
        lb_class class = lb_task_class(task);
        uint32_t origin = class == LB_SUM ? LB_NONE : 0, dest = class == LB_COPY ? LB_NONE : class == LB_SUM ? 0 : 1;
        schedule s = schedule_new(task, LB_LINEAR, 4000);
        schedule_move(&s, 1, 0, 1, LB_OP_COPY);
        for (uint64_t k = 0; k < 4000; k++)
            schedule_item(&s, origin, dest, k, k + 1);
        schedule_move(&s, 2, 0, 1, LB_OP_COPY);
        for (uint64_t k = 0; k < 4000; k++)
            schedule_item(&s, origin, dest, 0, 4000);
        schedule_claim(&s);
        lb_report report;
        lb_why why = {""};
        lb_check_options options = {.memory = 4 << 20};
        t_note("in flight: %s", lb_task_kind_name(kinds[i]));
        T_EQUAL(schedule_check(&s, &options, &report, &why), LB_ERR_SIZE);
        assert_string_equal(why.text, "step 2 needs more than the 4.0 MiB of memory allowed");
        schedule_free(&s);
        lb_task_free(task);
        lb_net_free(net);
    }
}

typedef struct listener {
    int calls, stop_at;
    double last;
} listener;

static int listen(void *user, double done) {
    listener *l = user;
    assert_true(done >= l->last && done <= 1);
    l->last = done;
    return ++l->calls == l->stop_at;
}

static void test_progress(void **state) {
    (void)state;
    lb_task *task = t_task_on("cube:8", LB_ALLTOALL);
    lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "dimension-order"});
    listener hears = {.stop_at = 3};
    lb_check_options options = {.replay = LB_REPLAY_FULL, .progress = listen, .user = &hears};
    lb_report report;
    lb_why why = {""};
    T_EQUAL(lb_check_plan(plan, &options, &report, &why), LB_ERR_CANCELLED);
    assert_string_equal(why.text, "the check was stopped");
    assert_null(report.busy);
    T_EQUAL(hears.calls, 3);
    hears = (listener){0};
    T_EQUAL(lb_check_plan(plan, &options, &report, &why), LB_OK);
    T_EQUAL(hears.calls, 262144 / 65536);
    lb_report_free(&report);
    lb_plan_free(plan);
    lb_task_free(task);
}

static void test_source_fails(void **state) {
    (void)state;
    for (uint64_t denominator = 1; denominator <= 2; denominator++) { /* while collecting cuts, too */
        schedule s = square();
        s.denominator = s.room = denominator;
        for (size_t i = 0; i < s.used; i++)
            s.pool[i].hi = denominator;
        schedule_source source;
        schedule_open(&source, &s);
        source.fails = LB_ERR_FORMAT;
        lb_report report;
        lb_why why = {""};
        T_EQUAL(lb_check_source(&source.source, NULL, &report, &why), LB_ERR_FORMAT);
        assert_string_equal(why.text, "the source broke off");
        assert_null(report.busy);
        schedule_free(&s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_step_order),     cmocka_unit_test(test_link),
        cmocka_unit_test(test_link_busy),      cmocka_unit_test(test_ports),
        cmocka_unit_test(test_packet),         cmocka_unit_test(test_block),
        cmocka_unit_test(test_held),           cmocka_unit_test(test_summed_twice),
        cmocka_unit_test(test_delivered),      cmocka_unit_test(test_counts),
        cmocka_unit_test(test_names),          cmocka_unit_test(test_butterfly),
        cmocka_unit_test(test_copied_partial), cmocka_unit_test(test_carried_twice),
        cmocka_unit_test(test_there_and_back), cmocka_unit_test(test_last_cut),
        cmocka_unit_test(test_nothing_to_do),  cmocka_unit_test(test_late_steps),
        cmocka_unit_test(test_large_units),    cmocka_unit_test(test_many_cuts),
        cmocka_unit_test(test_memory),         cmocka_unit_test(test_memory_in_flight),
        cmocka_unit_test(test_progress),       cmocka_unit_test(test_source_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

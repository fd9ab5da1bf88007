/* The checker, case by case: what it says for every rule. test_check_odd.c has schedules that are odd but legal,
 * test_check_limits.c limits of memory, interruptions and hostile sources; test_check_mutants.c holds it against the
 * oracle, test_check_relative.c its two ways of replaying. */
#include "support/verdicts.h"

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

/* Node 0 comes to (0+2)+1 and node 2 to 1+(0+2): the same number, but of two NaNs another is left. */
static schedule two_orders(void) {
    static const uint32_t moves[][3] = {{1, 2, 0}, {1, 0, 2}, {2, 1, 0}, {2, 1, 2}};
    schedule s = begin("ring:3", LB_ALLREDUCE, LB_LINEAR, 1);
    for (size_t i = 0; i < T_COUNT(moves); i++) {
        schedule_move(&s, moves[i][0], moves[i][1], moves[i][2], LB_OP_SUM);
        for (uint32_t block = 0; block < 3; block++)
            schedule_item(&s, LB_NONE, block, 0, 1);
    }
    return s;
}

static void copy_sums(schedule *s, uint32_t from, uint32_t to) {
    schedule_move(s, 3, from, to, LB_OP_COPY);
    for (uint32_t block = 0; block < 3; block++)
        schedule_item(s, LB_NONE, block, 0, 1);
    schedule_claim(s);
}

static void test_same_order(void **state) {
    (void)state;
    schedule s = two_orders();
    copy_sums(&s, 0, 1);
    expect_item(&s, (lb_item){LB_NONE, 0, 0, 0, 1});
    expect(&s, (verdict){LB_RULE_SAME_ORDER, 3, LB_NONE, 2, 0,
                         "the sum for node 0 is made in another order at node 2 than at node 0, and rounded sums would "
                         "differ"});
    s = two_orders(); /* copied to both from where it is made: right */
    copy_sums(&s, 0, 1);
    copy_sums(&s, 0, 2);
    lb_report report;
    lb_why why = {""};
    T_EQUAL(schedule_check(&s, NULL, &report, &why), LB_OK);
    lb_report_free(&report);
    schedule_free(&s);
    s = two_orders(); /* copies that meet, of sums that are not the same */
    copy_sums(&s, 0, 1);
    copy_sums(&s, 2, 1);
    expect(&s, (verdict){LB_RULE_COPY_ALONE, 3, 2, 1, 7,
                         "step 3, link 2->1: the sum for node 0: a copied sum arrives together with something else"});
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
                                        "copy-alone",    "delivered",  "counts", "control",   "same-order"};
    for (int rule = 0; rule <= LB_RULE_SAME_ORDER; rule++)
        assert_string_equal(lb_rule_name((lb_rule)rule), names[rule]);
    assert_string_equal(lb_rule_name((lb_rule)(LB_RULE_SAME_ORDER + 1)), "?");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_step_order), cmocka_unit_test(test_link),         cmocka_unit_test(test_link_busy),
        cmocka_unit_test(test_ports),      cmocka_unit_test(test_packet),       cmocka_unit_test(test_block),
        cmocka_unit_test(test_held),       cmocka_unit_test(test_summed_twice), cmocka_unit_test(test_delivered),
        cmocka_unit_test(test_same_order), cmocka_unit_test(test_counts),       cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Scripts: what they refuse, and what they say of themselves. */
#define _GNU_SOURCE /* for mkdtemp */
#include "file_help.h"
#include "linkbound-run.h"
#include "support/runs.h"

#include <stdio.h>

/* A schedule file: a header and moves. */
static lb_plan *plan_from(const char *header, const char *moves) {
    char text[2048];
    lb_plan *plan;
    lb_why why;
    snprintf(text, sizeof text, "{\"linkbound\":1,\"network\":\"2x2\",%s,\"denominator\":2}\n%s", header, moves);
    save("plan", text);
    if (lb_plan_read("plan", &plan, &why))
        fail_msg("%s", why.text);
    unlink("plan");
    return plan;
}

static lb_data some_data(lb_class class) {
    lb_data data = {.bytes = 8};
    if (class == LB_SUM || class == LB_SPAN)
        lb_operator_of(LB_U8, LB_ADD, &data.op);
    return data;
}

/* The node's script says what is wrong, and a team with the plan ends with it. */
static void refuses(const lb_plan *plan, uint32_t node, const char *says) {
    lb_why why = {""};
    lb_script *script;
    lb_data data = some_data(lb_task_class(lb_plan_task(plan)));
    assert_int_equal(lb_script_create(plan, node, &data, &script, &why), LB_ERR_CHECK);
    assert_null(script);
    if (!strstr(why.text, says))
        fail_msg("not '%s' but '%s'", says, why.text);
}

static int do_once(lb_rank *me, void *user) {
    unsigned char in[64] = {0}, out[64];
    return lb_rank_do(me, user, in, out);
}

static void test_what_it_has_not(void **state) {
    (void)state;
    lb_why why;
    lb_action *action;
    lb_team *team;
    lb_data data = {.bytes = 8};
    lb_plan *plan = plan_from("\"task\":\"broadcast\",\"root\":0,\"ports\":2,\"clock\":\"unit\",\"algorithm\":\"x\","
                              "\"steps\":2,\"moves\":2",
                              "{\"step\":1,\"from\":0,\"to\":1,\"data\":[[0]]}\n"
                              "{\"step\":2,\"from\":2,\"to\":3,\"data\":[[0]]}\n");
    refuses(plan, 2, "step 2: node 2 sends some of block 0, and has not got it");
    assert_int_equal(lb_team_create(lb_plan_net(plan), &team, &why), LB_OK);
    assert_int_equal(lb_action_create(team, plan, &data, &action, &why), LB_OK);
    assert_int_equal(lb_action_prepare(action, NULL, NULL, &why), LB_ERR_CHECK);
    assert_int_equal(lb_team_run(team, do_once, action, &why), LB_ERR_CHECK);
    lb_action_free(action);
    lb_team_free(team);
    lb_plan_free(plan);
}

static void test_what_does_not_come(void **state) {
    (void)state;
    const char *header = "\"task\":\"send\",\"root\":0,\"to\":3,\"ports\":2,\"clock\":\"unit\",\"algorithm\":\"x\","
                         "\"steps\":3,\"moves\":3";
    lb_plan *half = plan_from(header, "{\"step\":1,\"from\":0,\"to\":1,\"data\":[[0,3,0,1]]}\n"
                                      "{\"step\":2,\"from\":1,\"to\":3,\"data\":[[0,3,0,1]]}\n"
                                      "{\"step\":3,\"from\":0,\"to\":1,\"data\":[[0,3,1,2]]}\n");
    refuses(half, 3, "not everything that node 3 wants reaches it");
    lb_plan_free(half);
    lb_plan *early = plan_from(header, "{\"step\":1,\"from\":0,\"to\":1,\"data\":[[0,3,0,1]]}\n"
                                       "{\"step\":2,\"from\":1,\"to\":3,\"data\":[[0,3]]}\n"
                                       "{\"step\":3,\"from\":0,\"to\":1,\"data\":[[0,3,1,2]]}\n");
    refuses(early, 1, "step 2: node 1 sends some of block 0 -> 3, and has not got it");
    lb_plan_free(early);
}

static void test_wrong_spans(void **state) {
    (void)state;
    lb_plan *plan = plan_from("\"task\":\"scan\",\"ports\":2,\"clock\":\"unit\",\"algorithm\":\"x\",\"steps\":1,"
                              "\"moves\":2",
                              "{\"step\":1,\"from\":0,\"to\":1,\"data\":[[0,0]]}\n"
                              "{\"step\":1,\"from\":2,\"to\":3,\"data\":[[1,2]]}\n");
    lb_data data = some_data(LB_SPAN);
    lb_script *script;
    lb_why why;
    refuses(plan, 2, "step 1: node 2 sends some of block 1 to 2, and has not got it");
    refuses(plan, 3, "not everything that node 3 wants reaches it");
    assert_int_equal(lb_script_create(plan, 1, &data, &script, &why), LB_OK);
    lb_script_free(script);
    lb_plan_free(plan);
}

/* ---- Waiting ---- */

enum { LARGE = 4096 };

static int sum_once(lb_rank *me, void *user) {
    uint32_t node = lb_rank_node(me);
    static uint8_t in[4][LARGE], out[4][LARGE];
    memset(in[node], 1, LARGE);
    int error = lb_rank_do(me, user, in[node], out[node]);
    return error || node % 2 || out[node][LARGE / 4 - 1] == 5 ? error : LB_ERR_CHECK;
}

/* Nodes 0 and 2 exchange sums while to both another one comes, which has to wait until the sum has left. Neither can
 * add what the other sent before; if neither took it in before, neither could ever go on. */
static void test_two_packets_for_a_sum(void **state) {
    (void)state;
    lb_plan *plan = plan_from("\"task\":\"allreduce\",\"ports\":2,\"clock\":\"unit\",\"algorithm\":\"x\","
                              "\"steps\":2,\"moves\":6",
                              "{\"step\":1,\"from\":1,\"to\":0,\"data\":[[0]]}\n"
                              "{\"step\":1,\"from\":3,\"to\":2,\"data\":[[0]]}\n"
                              "{\"step\":2,\"from\":0,\"to\":2,\"data\":[[0]]}\n"
                              "{\"step\":2,\"from\":2,\"to\":0,\"data\":[[0]]}\n"
                              "{\"step\":2,\"from\":1,\"to\":0,\"data\":[[0]]}\n"
                              "{\"step\":2,\"from\":3,\"to\":2,\"data\":[[0]]}\n");
    lb_data data = {.bytes = LARGE};
    lb_action *action;
    lb_team *team;
    lb_why why;
    lb_operator_of(LB_U8, LB_ADD, &data.op);
    assert_int_equal(lb_team_create(lb_plan_net(plan), &team, &why), LB_OK);
    assert_int_equal(lb_action_create(team, plan, &data, &action, &why), LB_OK);
    assert_int_equal(lb_team_run(team, sum_once, action, &why), LB_OK);
    lb_action_free(action);
    lb_team_free(team);
    lb_plan_free(plan);
}

/* ---- Arguments ---- */

static void refused(const lb_plan *plan, uint32_t node, lb_data data, int error, const char *says) {
    lb_script *script;
    lb_why why = {""};
    assert_int_equal(lb_script_create(plan, node, &data, &script, &why), error);
    if (!strstr(why.text, says))
        fail_msg("not '%s' but '%s'", says, why.text);
}

static uint64_t length_of(void *user, uint64_t block) {
    (void)user;
    return block;
}

static void test_arguments(void **state) {
    (void)state;
    lb_task *exchange = t_task_on("cube:2", LB_ALLTOALL), *sum = t_task_on("cube:2", LB_ALLREDUCE);
    lb_plan *a = t_plan(exchange, &(lb_plan_options){0}), *s = t_plan(sum, &(lb_plan_options){0});
    lb_data add = {.bytes = 8};
    lb_operator_of(LB_U32, LB_ADD, &add.op);
    refused(a, 4, (lb_data){.bytes = 8}, LB_ERR_ARG, "there is no node 4");
    refused(a, 0, (lb_data){.bytes = 8, .in_place = true}, LB_ERR_ARG, "alltoall cannot be done in place");
    refused(s, 0, (lb_data){.bytes = 8}, LB_ERR_ARG, "allreduce needs an operator");
    add.bytes = 7;
    refused(s, 0, add, LB_ERR_ARG, "7 bytes are not whole elements of 4 bytes");
    add.bytes = 8;
    add.length = length_of;
    refused(s, 0, add, LB_ERR_ARG, "allreduce has no blocks of different lengths");
    refused(a, 0, (lb_data){.bytes = UINT64_MAX / 2}, LB_ERR_SIZE, "too large");
    lb_net *other = t_net("cube:3");
    lb_team *team;
    lb_action *action;
    lb_why why = {""};
    assert_int_equal(lb_team_create(other, &team, &why), LB_OK);
    assert_int_equal(lb_action_create(team, a, &(lb_data){.bytes = 8}, &action, &why), LB_ERR_ARG);
    assert_non_null(strstr(why.text, "another network"));
    lb_team_free(team);
    lb_net_free(other);
    lb_plan_free(a);
    lb_plan_free(s);
    lb_task_free(exchange);
    lb_task_free(sum);
}

/* ---- Facts ---- */

/* What leaves is what comes, over every link and in all. */
/* The two ends of a link agree in which step each packet is, and steps go up. */
static void same_steps(const lb_script *from, unsigned port, const lb_script *to, unsigned back) {
    uint64_t count = lb_script_port_packets(from, port, LB_SENDS);
    uint32_t last = 0;
    for (uint64_t i = 0; i < count; i++) {
        uint32_t step = lb_script_port_step(from, port, LB_SENDS, i);
        assert_true(step > last && step <= lb_script_facts_of(from).steps);
        T_EQUAL(step, lb_script_port_step(to, back, LB_RECEIVES, i));
        last = step;
    }
    T_EQUAL(lb_script_port_step(from, port, LB_SENDS, count), lb_script_facts_of(from).steps);
}

static void test_facts(void **state) {
    (void)state;
    lb_task *task = t_task_on("4x3", LB_ALLTOALL);
    const lb_net *net = lb_task_net(task);
    lb_plan *plan = t_plan(task, &(lb_plan_options){0});
    lb_script *script[12];
    lb_why why;
    uint64_t sent = 0, received = 0, distances = 0;
    for (uint32_t v = 0; v < 12; v++) {
        assert_int_equal(lb_script_create(plan, v, &(lb_data){.bytes = 10}, &script[v], &why), LB_OK);
        lb_script_facts f = lb_script_facts_of(script[v]);
        assert_int_equal(f.steps, lb_plan_steps(plan));
        assert_true(f.largest >= 10 && f.memory > 0);
        assert_true(f.contiguous <= f.packets_sent + f.packets_received);
        sent += f.bytes_sent;
        received += f.bytes_received;
        distances += lb_distance(net, 0, v);
    }
    assert_int_equal(sent, received);
    assert_int_equal(sent, 12 * 10 * distances); /* shortest ways */
    for (uint32_t v = 0; v < 12; v++) {
        for (unsigned p = 0; p < lb_net_ports(net); p++) {
            uint32_t to = lb_neighbor(net, v, p);
            unsigned back = lb_port_opposite(net, p);
            T_EQUAL(lb_script_port_bytes(script[v], p, LB_SENDS), lb_script_port_bytes(script[to], back, LB_RECEIVES));
            T_EQUAL(lb_script_port_packets(script[v], p, LB_SENDS),
                    lb_script_port_packets(script[to], back, LB_RECEIVES));
            same_steps(script[v], p, script[to], back);
        }
    }
    for (uint32_t v = 0; v < 12; v++)
        lb_script_free(script[v]);
    lb_plan_free(plan);
    lb_task_free(task);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_it_has_not), cmocka_unit_test(test_what_does_not_come),
        cmocka_unit_test(test_wrong_spans),     cmocka_unit_test(test_two_packets_for_a_sum),
        cmocka_unit_test(test_arguments),       cmocka_unit_test(test_facts),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}

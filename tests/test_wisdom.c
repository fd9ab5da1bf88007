/* Wisdom: what was found is made again, exactly, without looking; whatever a file holds, the plan is right. */
#define _XOPEN_SOURCE 700
#include "planner/cook.h"
#include "planner/recipe.h"
#include "planner/wisdom_text.h"
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static lb_wisdom *wisdom_of(const char *text) {
    lb_wisdom *w = NULL;
    lb_why why = {""};
    T_EQUAL(lb_wisdom_create(&w, &why), LB_OK);
    T_EQUAL(lb_wisdom_parse(w, text, strlen(text), "text", &why), LB_OK);
    return w;
}

static bool was_remembered(const lb_plan *plan) {
    return lb_plan_attempts(plan) == 1 && strcmp(lb_plan_attempt(plan, 0)->name, "wisdom") == 0;
}

/* Held once, and asked again. */
static void ask_twice(const lb_task *task, lb_plan_options o) {
    lb_wisdom *w = wisdom_of("");
    o.wisdom = w;
    lb_plan *found = t_plan(task, &o);
    T_TRUE(!was_remembered(found) && lb_wisdom_learnt(w) && lb_wisdom_count(w) == 1);
    lb_plan *again = t_plan(task, &o);
    T_TRUE(was_remembered(again) && !lb_wisdom_warning(w));
    T_TRUE(strcmp(lb_plan_algorithm(found), lb_plan_algorithm(again)) == 0);
    T_EQUAL(lb_plan_ports(found), lb_plan_ports(again));
    t_same_moves(found, again);
    t_check(again, LB_REPLAY_FULL);
    lb_plan_free(found);
    lb_plan_free(again);
    lb_wisdom_free(w);
}

static void test_again(void **state) {
    (void)state;
    static const char *const nets[] = {"2x3", "ring:5", "4x3", "2x2x2", "1", "ring:4"};
    for (unsigned i = 0; i < T_COUNT(nets); i++) {
        for (int kind = 0; kind < LB_TASK_KINDS; kind++) {
            lb_task *task = t_task_on(nets[i], (lb_task_kind)kind);
            uint32_t ports = (i + (unsigned)kind) % 3;
            t_note("%s %s", lb_task_kind_name((lb_task_kind)kind), nets[i]);
            ports = ports > lb_net_ports(lb_task_net(task)) ? 0 : ports;
            ask_twice(task,
                      (lb_plan_options){.ports = ports, .packets = 1 + (i * 2 + (unsigned)kind) % 5, .effort = 2});
            lb_task_free(task);
        }
    }
}

static void test_linear(void **state) {
    (void)state;
    lb_cost cost = {.bytes = 1000, .tau = {1, 1}, .beta = {20, 1}};
    for (int kind = 0; kind < LB_TASK_KINDS; kind += T_SLOW ? 3 : 1) {
        lb_task *task = t_task_on("4x3", (lb_task_kind)kind);
        t_note("%s", lb_task_kind_name((lb_task_kind)kind));
        ask_twice(task, (lb_plan_options){.clock = LB_LINEAR, .cost = &cost, .effort = 1});
        lb_task_free(task);
    }
}

/* Every method leads to a plan that is right, and says how it was made; what leads nowhere is an error. */
static void test_methods(void **state) {
    (void)state;
    static const struct {
        lb_task_kind kind;
        const char *net, *recipe;
        bool leads;
    } rows[] = {
        {LB_REDUCE, "2x3", "reverse(binomial-broadcast@3)", false},
        {LB_REDUCE, "2x3", "reverse(torus-broadcast@3)", true},
        {LB_BROADCAST, "2x3", "as:12(timed-trees@3)", true},
        {LB_BROADCAST, "2x3", "as:99(timed-trees@3)", false},
        {LB_ALLREDUCE, "3x3", "halves(torus-allgather@3,torus-allgather@3)", true},
        {LB_BROADCAST, "3x3", "halves(torus-allgather@3,torus-allgather@3)", false},
        {LB_BROADCAST, "2x3", "join:1(torus-broadcast@3,join:1(torus-broadcast@3,timed-trees@1))", true},
        {LB_BROADCAST, "2x3", "join:3(torus-broadcast@3,torus-broadcast@3)", false},
        {LB_BROADCAST, "2x3", "repeat(torus-broadcast@3)", true},
        {LB_BROADCAST, "2x3", "repeat(repeat(torus-broadcast@3))", false},
        {LB_BROADCAST, "2x3", "trim:2(timed-trees@3)", true},
        {LB_BROADCAST, "2x3", "trim:9(timed-trees@3)", false},
        {LB_BROADCAST, "3x3 dimension-order", "stops(torus-broadcast@3)", true},
        {LB_BROADCAST, "3x3", "stops(torus-broadcast@3)", false},
        {LB_ALLGATHER, "mesh:3x2", "kin:0(around@3)", true},
        {LB_ALLGATHER, "mesh:3x2", "kin:1(around@3)", false},
        {LB_ALLGATHER, "mesh:3x2", "kin:2(around@3)", false},
        {LB_ALLGATHER, "mesh:3x2", "kin:3(around@3)", false},
        {LB_SCAN, "2x3", "kin:1(prefix-cuts@3)", false},
        {LB_BROADCAST, "3x2 speeds 1,2", "kin:2(torus-broadcast@3)", true},
        {LB_ALLGATHER, "4x3", "squares(torus-allgather@3)", true},
        {LB_ALLGATHER, "4x3", "rings(torus-allgather@3)", false},
        {LB_ALLGATHER, "2x2x3", "rings(torus-allgather@3)", true},
        {LB_BROADCAST, "3x3", "detour:2(around@3)", true},
        {LB_BROADCAST, "3x3", "detour:3(around@3)", false},
        {LB_BROADCAST, "3x3", "ports:2(urgent-first@3)", true},
        {LB_BROADCAST, "3x3", "ports:4(urgent-first@3)", false},
        {LB_BROADCAST, "3x3", "total-exchange@3", false},
    };
    for (unsigned i = 0; i < T_COUNT(rows); i++) {
        lb_task *task = t_task_on(rows[i].net, rows[i].kind);
        lb_plan_options o = {.packets = 3, .ports = lb_net_ports(lb_task_net(task))};
        lb_plan *plan = NULL;
        lb_why why = {""};
        t_note("%s", rows[i].recipe);
        T_TRUE(lb_recipe_is(rows[i].recipe));
        T_EQUAL(lb_cook(rows[i].recipe, task, &o, &plan, &why) == LB_OK, rows[i].leads);
        T_EQUAL(plan != NULL, rows[i].leads);
        if (plan) {
            t_check(plan, LB_REPLAY_FULL);
            T_EQUAL(lb_plan_denominator(plan) / lb_plan_packet(plan), 3);
            T_TRUE(plan->recipe && strcmp(plan->recipe, rows[i].recipe) == 0);
        }
        lb_plan_free(plan);
        lb_task_free(task);
    }
}

/* More effort takes less from wisdom, and what is at the bound is enough for all. */
static void test_effort(void **state) {
    (void)state;
    lb_wisdom *w = wisdom_of("");
    lb_task *task = t_task_on("3x5", LB_ALLREDUCE);
    static const struct {
        int effort;
        bool remembered;
    } rows[] = {{LB_ESTIMATE, false}, {1, false}, {1, true}, {LB_ESTIMATE, true}, {2, false}, {1, true}, {2, true}};
    for (unsigned i = 0; i < T_COUNT(rows); i++) {
        lb_plan *plan = t_plan(task, &(lb_plan_options){.effort = rows[i].effort, .wisdom = w});
        t_note("%u", i);
        T_EQUAL(was_remembered(plan), rows[i].remembered);
        lb_plan_free(plan);
    }
    T_EQUAL(lb_wisdom_count(w), 1);
    lb_task_free(task);
    task = t_task_on("cube:3", LB_ALLTOALL);
    for (int effort = 1; effort <= 9; effort += 8) {
        lb_plan *plan = t_plan(task, &(lb_plan_options){.effort = effort, .wisdom = w});
        T_EQUAL(was_remembered(plan), effort == 9);
        lb_plan_free(plan);
    }
    lb_task_free(task);
    lb_wisdom_free(w);
}

#define HEADER   "linkbound wisdom 1\n"
#define QUESTION " broadcast 2x3 root=0 to=0 ports=3 unit packets=2 seed=0\n"

/* What does not keep its promise is ignored, and then corrected. */
static void test_forged(void **state) {
    (void)state;
    static const char *const lines[] = {"9 1 1 torus-broadcast@3", "9 2 10 no-such-thing@3", "9 2 10 halves(a@1,b@1)"};
    lb_net *net = t_net("2x3");
    lb_task *task = NULL;
    T_EQUAL(lb_task_create(net, LB_BROADCAST, NULL, &task, NULL), LB_OK);
    for (unsigned i = 0; i < T_COUNT(lines); i++) {
        char text[200];
        snprintf(text, sizeof text, "%s%s %s%s", HEADER, lb_version(), lines[i], QUESTION);
        lb_wisdom *w = wisdom_of(text);
        t_note("%s", lines[i]);
        T_EQUAL(lb_wisdom_count(w), 1);
        for (int again = 0; again < 2; again++) {
            lb_plan *plan = t_plan(task, &(lb_plan_options){.packets = 2, .wisdom = w});
            T_EQUAL(lb_wisdom_warning(w) != NULL, !again);
            T_EQUAL(was_remembered(plan), again);
            t_check(plan, LB_REPLAY_FULL);
            lb_plan_free(plan);
        }
        T_EQUAL(lb_wisdom_count(w), 1);
        lb_wisdom_free(w);
    }
    lb_task_free(task);
    lb_net_free(net);
}

static void test_bad_text(void **state) {
    (void)state;
    static const char *const bad[] = {
        "x",
        "linkbound wisdom 2\n",
        "linkbound wisdom 1",
        HEADER "\n",
        HEADER "0.1.0 3 3 3 a@1 q",
        HEADER "a b c d e f\n",
        HEADER "0.1.0 0 3 3 a@1 q\n",
        HEADER "0.1.0 10 3 3 a@1 q\n",
        HEADER "0.1.0 3 4294967296 3 a@1 q\n",
        HEADER "0.1.0 3 3 18446744073709551616 a@1 q\n",
        HEADER "0.1.0 3 3 3 a q\n",
        HEADER "0.1.0 3 3 3 a@1 \n",
        HEADER "0.1.0 3 3 3 join:1(a@1) q\n",
        HEADER "0.1.0 3 3 3 reverse(a@1 q\n",
        HEADER "0.1.0 3 3 3 a@1) q\n",
        HEADER "0.1.0 3 3 3 a@1 q\r\n",
        HEADER "0.1.0 3 3 3 a@1 \xff\n",
        HEADER "0.1.0 3 -3 3 a@1 q\n",
    };
    for (unsigned i = 0; i < T_COUNT(bad); i++) {
        lb_wisdom *w = wisdom_of("");
        lb_why why = {""};
        t_note("%u", i);
        T_EQUAL(lb_wisdom_parse(w, bad[i], strlen(bad[i]), "text", &why), LB_ERR_FORMAT);
        T_TRUE(why.text[0] && !strpbrk(why.text, "\r\n"));
        lb_wisdom_free(w);
    }
    static char deep[1000] = HEADER "0.1.0 3 3 3 ";
    for (int i = 0; i < 60; i++)
        strcat(deep, "reverse(");
    T_TRUE(!lb_recipe_is(deep + strlen(HEADER "0.1.0 3 3 3 ")));
}

/* Two that write one after another, both without having read what the other found. */
static void test_files(void **state) {
    (void)state;
    char path[] = "/tmp/linkbound-wisdom-XXXXXX";
    lb_why why = {""};
    int file = mkstemp(path);
    T_TRUE(file >= 0);
    close(file);
    static const char *const texts[] = {HEADER "0.1.0 3 5 5 a@1 q\n0.1.0 3 5 5 a@1 r\n", HEADER "0.1.0 4 4 4 b@1 q\n",
                                        HEADER "0.1.0 2 6 6 c@1 q\n0.0.1 2 6 6 c@1 q\n"};
    for (unsigned i = 0; i < T_COUNT(texts); i++) {
        lb_wisdom *w = wisdom_of(texts[i]);
        T_EQUAL(lb_wisdom_write(w, path, &why), LB_OK);
        lb_wisdom_free(w);
    }
    char text[200] = "";
    FILE *in = fopen(path, "r");
    T_TRUE(in != NULL);
    size_t size = fread(text, 1, sizeof text - 1, in);
    fclose(in);
    text[size] = 0;
    assert_string_equal(text, HEADER "0.0.1 2 6 6 c@1 q\n0.1.0 4 4 4 b@1 q\n0.1.0 3 5 5 a@1 r\n");
    lb_wisdom *w = wisdom_of("");
    T_EQUAL(lb_wisdom_read(w, path, &why), LB_OK);
    T_EQUAL(lb_wisdom_count(w), 3);
    T_TRUE(!lb_wisdom_learnt(w));
    unlink(path);
    T_EQUAL(lb_wisdom_read(w, path, &why), LB_OK);
    T_EQUAL(lb_wisdom_read(w, "/", &why), LB_ERR_IO);
    T_EQUAL(lb_wisdom_write(w, "/no/such/folder/w", &why), LB_ERR_IO);
    lb_wisdom_free(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_again),  cmocka_unit_test(test_linear), cmocka_unit_test(test_methods),
        cmocka_unit_test(test_effort), cmocka_unit_test(test_forged), cmocka_unit_test(test_bad_text),
        cmocka_unit_test(test_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

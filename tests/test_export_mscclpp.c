/* MSCCL++ plans that we write: our reader, which shares nothing with the writer, judges each right, and none of its ops
 * can be left out. */
#define _POSIX_C_SOURCE 200809L
#include "import_help.h"
#include "linkbound-export.h"

#include <stdio.h>
#include <stdlib.h>

static unsigned trips, same_steps;

static char *write_plan(const lb_plan *plan, size_t *size, int *error, lb_why *why) {
    char *text = NULL;
    FILE *out = open_memstream(&text, size);
    assert_non_null(out);
    *error = lb_export(out, plan, LB_EXPORT_MSCCLPP, NULL, why);
    assert_int_equal(fclose(out), 0);
    return text;
}

static bool can(lb_task_kind kind) {
    return kind == LB_ALLGATHER || kind == LB_ALLREDUCE || kind == LB_REDUCE_SCATTER || kind == LB_ALLTOALL ||
           kind == LB_BROADCAST;
}

static void visit(const lb_plan *plan, const lb_plan_options *options, const lb_algorithm *algorithm) {
    (void)options;
    (void)algorithm;
    const lb_task *task = lb_plan_task(plan);
    size_t size = 0;
    lb_imported it;
    lb_why why = {""};
    int error = LB_OK;
    char *text = write_plan(plan, &size, &error, &why);
    t_note("%s", why.text);
    if (error == LB_ERR_SIZE || !can(lb_task_kind_of(task))) {
        T_TRUE(strstr(why.text, error == LB_ERR_SIZE ? "allows 64 ops" : "cannot be said in MSCCL++"));
        T_EQUAL(size, 0);
        free(text);
        return;
    }
    T_EQUAL(error, LB_OK);
    const lb_import_options on = {.net = lb_plan_net(plan)};
    error = lb_import_bytes(text, size, &on, &it, &why);
    t_note("%s", why.text);
    T_EQUAL(error, LB_OK);
    T_EQUAL(it.format, LB_IMPORT_MSCCLPP);
    T_TRUE(lb_task_equal(lb_plan_task(it.plan), task));
    trips++;
    same_steps += lb_plan_steps(it.plan) <= lb_plan_steps(plan);
    lb_imported_free(&it);
    free(text);
}

static void test_judged(void **state) {
    (void)state;
    static const char *const nets[] = {"cube:2", "ring:5", "mesh:3x2", "4x3"};
    static const uint64_t packets[] = {1, 3};
    t_range range = {nets, T_COUNT(nets), packets, T_COUNT(packets)};
    trips = same_steps = 0;
    t_each_free_plan(&range, visit);
    assert_true(trips > 100 / T_SPARSE);
    t_note("%u of %u", same_steps, trips);
    T_TRUE(same_steps >= trips / 2);
}

/* To the brace that closes it. */
static size_t op_length(const char *op) {
    size_t length = 0, depth = 0;
    do {
        depth += op[length] == '{';
        depth -= op[length] == '}';
        length++;
    } while (depth);
    return length;
}

/* Every op that moves data, or orders it, is needed: without it the reader finds what is missing. */
static void test_mutants(void **state) {
    (void)state;
    static const char *const needed[] = {"put", "re", "signal", "wait", "copy"};
    lb_net *net = t_net("ring:5");
    lb_task *task = NULL;
    lb_plan *plan = NULL;
    size_t size = 0;
    lb_why why = {""};
    int error = LB_OK;
    unsigned mutants = 0;
    assert_int_equal(lb_task_create(net, LB_ALLREDUCE, NULL, &task, NULL), LB_OK);
    assert_int_equal(lb_plan_create(task, NULL, &plan, NULL), LB_OK);
    char *text = write_plan(plan, &size, &error, &why);
    assert_int_equal(error, LB_OK);
    for (size_t k = 0; k < T_COUNT(needed); k++) {
        char word[32];
        snprintf(word, sizeof word, "{\"name\":\"%s\"", needed[k]);
        for (char *at = strstr(text, word); at; at = strstr(at + 1, word)) {
            lb_imported it;
            size_t length = op_length(at);
            char *op = strndup(at, length);
            assert_true(op && length > 14);
            memset(at, ' ', length);
            memcpy(at, "{\"name\":\"nop\"}", 14);
            int got = lb_import_bytes(text, size, NULL, &it, &why);
            t_note("%s: %s", op, why.text);
            T_EQUAL(got, LB_ERR_CHECK);
            lb_imported_free(&it);
            memcpy(at, op, length);
            free(op);
            mutants++;
        }
    }
    assert_true(mutants > 50);
    free(text);
    lb_plan_free(plan);
    lb_task_free(task);
    lb_net_free(net);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_judged),
        cmocka_unit_test(test_mutants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

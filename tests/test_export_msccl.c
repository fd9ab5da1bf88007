/* MSCCL files of every algorithm: loaders would take them, and running them does what the collective promises, whatever
 * the order and however little connections hold. */
#define _POSIX_C_SOURCE 200809L
#include "linkbound-export.h"
#include "support/msccl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned exported;

static int export_text(const lb_plan *plan, char **text, lb_why *why) {
    size_t size = 0;
    *text = NULL;
    FILE *out = open_memstream(text, &size);
    assert_non_null(out);
    int error = lb_export(out, plan, LB_EXPORT_MSCCL, NULL, why);
    assert_int_equal(fclose(out), 0);
    if (error)
        assert_int_equal(size, 0);
    return error;
}

static bool expressible(lb_task_kind kind) {
    return kind == LB_ALLGATHER || kind == LB_ALLREDUCE || kind == LB_REDUCE_SCATTER || kind == LB_ALLTOALL ||
           kind == LB_BROADCAST || kind == LB_REDUCE || kind == LB_GATHER || kind == LB_SCATTER;
}

static void visit(const lb_plan *plan, const lb_plan_options *options, const lb_algorithm *algorithm) {
    static const int rooms[] = {1, 2, T_MSCCL_FIFO};
    char *text;
    lb_why why = {""};
    (void)options;
    (void)algorithm;
    lb_task_kind kind = lb_task_kind_of(lb_plan_task(plan));
    int error = export_text(plan, &text, &why);
    if (!expressible(kind)) {
        T_EQUAL(error, LB_ERR_UNSUPPORTED);
        assert_non_null(strstr(why.text, "cannot be said in MSCCL XML"));
        free(text);
        return;
    }
    if (error == LB_ERR_SIZE) { /* of pieces there may be too many */
        assert_non_null(strstr(why.text, "MSCCL"));
        free(text);
        return;
    }
    T_EQUAL(error, LB_OK);
    exported++;
    t_algo algo = t_msccl_read(text);
    for (size_t k = 0; k < T_COUNT(rooms); k++) {
        uint32_t root = lb_task_params_of(lb_plan_task(plan)).root;
        t_msccl_run(&algo, root, rooms[k], false, 17 + k);
        if (algo.inplace)
            t_msccl_run(&algo, root, rooms[k], true, 91 + k);
    }
    t_msccl_free(&algo);
    free(text);
}

static void test_all(void **state) {
    (void)state;
    static const char *const nets[] = {"cube:3", "3x3", "ring:5", "2x3", "1", "cube:1"};
    static const uint64_t packets[] = {1, 3};
    t_range range = {nets, T_COUNT(nets), packets, T_COUNT(packets)};
    exported = 0;
    t_each_plan(&range, visit);
    assert_true(exported > 100 / T_SPARSE);
}

static void test_larger(void **state) {
    (void)state;
    static const lb_task_kind kinds[] = {LB_ALLGATHER, LB_ALLREDUCE, LB_REDUCE_SCATTER, LB_ALLTOALL,
                                         LB_BROADCAST, LB_REDUCE,    LB_GATHER,         LB_SCATTER};
    for (size_t k = 0; k < T_COUNT(kinds); k++) {
        lb_task *task = t_task_on("cube:4", kinds[k]);
        lb_plan *plan = t_plan(task, NULL);
        t_note("%s on cube:4", lb_task_kind_name(kinds[k]));
        exported = 0;
        visit(plan, NULL, NULL);
        T_EQUAL(exported, 1);
        lb_plan_free(plan);
        lb_task_free(task);
    }
}

/* Everybody sends all sums to a neighbour while the neighbour's come in: what comes must not be added to what has yet
 * to leave. No algorithm of ours does that; a schedule file may. */
static void test_exchange(void **state) {
    (void)state;
    char path[] = "/tmp/linkbound-test-XXXXXX";
    int file = mkstemp(path);
    FILE *out = file >= 0 ? fdopen(file, "w") : NULL;
    lb_plan *plan = NULL;
    lb_why why = {""};
    assert_non_null(out);
    fputs("{\"linkbound\":1,\"network\":\"2x2\",\"task\":\"allreduce\",\"ports\":2,\"clock\":\"linear\","
          "\"algorithm\":\"doubling\",\"steps\":2,\"moves\":8,\"denominator\":1}\n",
          out);
    for (int step = 1; step <= 2; step++) {
        for (int v = 0; v < 4; v++)
            fprintf(out, "{\"step\":%d,\"from\":%d,\"to\":%d,\"data\":[[0],[1],[2],[3]]}\n", step, v, v ^ step);
    }
    assert_int_equal(fclose(out), 0);
    t_note("%s", why.text);
    T_EQUAL(lb_plan_read(path, &plan, &why), LB_OK);
    remove(path);
    t_check(plan, LB_REPLAY_FULL);
    exported = 0;
    visit(plan, NULL, NULL);
    T_EQUAL(exported, 1);
    lb_plan_free(plan);
}

static void test_too_large(void **state) {
    (void)state;
    lb_task *task = t_task_on("cube:9", LB_ALLTOALL);
    lb_plan *plan = t_plan(task, NULL);
    lb_why why = {""};
    char *text;
    assert_int_equal(export_text(plan, &text, &why), LB_ERR_SIZE);
    assert_non_null(strstr(why.text, "MSCCL"));
    free(text);
    lb_plan_free(plan);
    lb_task_free(task);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all),
        cmocka_unit_test(test_larger),
        cmocka_unit_test(test_exchange),
        cmocka_unit_test(test_too_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

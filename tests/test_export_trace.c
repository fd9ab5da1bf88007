/* Traces: every packet is there at both ends, slices of a thread do not overlap, and the last ends with the plan. */
#define _POSIX_C_SOURCE 200809L
#include "linkbound-export.h"
#include "support/support.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct slice {
    uint64_t process, thread;
    double start, end;
} slice;

/* The number after a key of an event. */
static double number_of(const char *event, const char *key) {
    const char *at = strstr(event, key);
    assert_non_null(at);
    return strtod(at + strlen(key), NULL);
}

static int by_thread(const void *a, const void *b) {
    const slice *x = a, *y = b;
    if (x->thread != y->thread)
        return x->thread < y->thread ? -1 : 1;
    return (x->start > y->start) - (x->start < y->start);
}

/* How many slices there are; each event has a line. */
static uint64_t read_slices(char *text, slice *list, uint64_t most) {
    uint64_t count = 0, starts = 0, ends = 0;
    char *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        starts += strncmp(line, "{\"ph\":\"s\"", 9) == 0;
        ends += strncmp(line, "{\"ph\":\"f\"", 9) == 0;
        if (strncmp(line, "{\"ph\":\"X\"", 9) != 0)
            continue;
        assert_true(count < most);
        double start = number_of(line, "\"ts\":");
        list[count++] = (slice){(uint64_t)number_of(line, "\"pid\":"), (uint64_t)number_of(line, "\"tid\":"), start,
                                start + number_of(line, "\"dur\":")};
    }
    assert_int_equal(starts, count / 2);
    assert_int_equal(ends, count / 2);
    return count;
}

static void check_trace(const lb_plan *plan, const lb_cost *cost, double last) {
    char *text = NULL;
    size_t size = 0;
    lb_why why = {""};
    lb_export_options options = {.cost = cost};
    uint64_t slices = 2 * lb_plan_moves(plan);
    slice *list = calloc(slices + 1, sizeof *list);
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_non_null(list);
    int error = lb_export(out, plan, LB_EXPORT_TRACE, &options, &why);
    t_note("%s", why.text);
    T_EQUAL(error, LB_OK);
    assert_int_equal(fclose(out), 0);
    T_EQUAL(read_slices(text, list, slices), slices);
    qsort(list, slices, sizeof *list, by_thread);
    double end = 0;
    for (uint64_t k = 0; k < slices; k++) {
        bool same = k > 0 && list[k].thread == list[k - 1].thread;
        T_TRUE(!same || (list[k].start > list[k - 1].end - 1e-3 && list[k].process == list[k - 1].process));
        end = list[k].end > end ? list[k].end : end;
    }
    T_TRUE(end > last - 1e-3 && end < last + 1e-3);
    free(list);
    free(text);
}

static void visit(const lb_plan *plan, const lb_plan_options *options, const lb_algorithm *algorithm) {
    (void)options;
    (void)algorithm;
    lb_cost cost = {.bytes = 64, .tau = {1, 1}, .beta = {10, 1}, .hop = {0, 1}};
    lb_timing timing;
    if (lb_plan_moves(plan) == 0)
        return;
    if (lb_plan_clock(plan) == LB_UNIT)
        check_trace(plan, NULL, lb_plan_steps(plan));
    assert_int_equal(lb_simulate(plan, &cost, NULL, &timing, NULL), LB_OK);
    check_trace(plan, &cost, lb_ratio_value(timing.makespan));
    lb_timing_free(&timing);
}

static void test_plans(void **state) {
    (void)state;
    static const char *const nets[] = {"cube:2", "ring:5"};
    static const uint64_t packets[] = {1, 3};
    t_range range = {nets, T_COUNT(nets), packets, T_COUNT(packets)};
    t_each_plan(&range, visit);
}

static void test_refused(void **state) {
    (void)state;
    lb_task *task = t_task_on("cube:2", LB_BROADCAST);
    lb_cost cost = {.bytes = 64, .tau = {1, 1}, .beta = {10, 1}, .hop = {0, 1}};
    lb_plan *plan = t_plan(task, &(lb_plan_options){.clock = LB_LINEAR, .cost = &cost});
    lb_why why = {""};
    assert_int_equal(lb_export(stdout, plan, LB_EXPORT_TRACE, NULL, &why), LB_ERR_ARG);
    assert_non_null(strstr(why.text, "only with a cost"));
    lb_plan_free(plan);
    lb_task_free(task);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_plans), cmocka_unit_test(test_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

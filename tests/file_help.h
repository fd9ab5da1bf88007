/* What the tests of schedule files share: a folder of their own to work in, plans, whole files as text. */
#ifndef FILE_HELP_H
#define FILE_HELP_H

#include "linkbound.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/lb-file-XXXXXX";

static inline int enter(void **state) {
    (void)state;
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

/* Nothing may be left over: every test takes away what it made, so the folder must be empty. */
static inline int leave(void **state) {
    (void)state;
    return chdir("/") || rmdir(folder);
}

static inline unsigned entries(void) {
    unsigned count = 0;
    DIR *dir = opendir(".");
    assert_non_null(dir);
    while (readdir(dir))
        count++;
    closedir(dir);
    return count - 2;
}

static inline char *slurp(const char *path) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = calloc(1, 1 << 20);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 20) - 1, file) < (1 << 20) - 1);
    fclose(file);
    return text;
}

static inline void save(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static inline lb_plan *plan_of(const char *name, lb_task_kind kind, const lb_task_params *params,
                               const lb_plan_options *options) {
    lb_net *net;
    lb_task *task;
    lb_plan *plan = NULL;
    lb_why why = {""};
    assert_int_equal(lb_net_parse(name, &net, &why), LB_OK);
    assert_int_equal(lb_task_create(net, kind, params, &task, &why), LB_OK);
    int error = lb_plan_create(task, options, &plan, &why);
    if (error && error != LB_ERR_UNSUPPORTED)
        fail_msg("%s", why.text);
    lb_task_free(task);
    lb_net_free(net);
    return plan;
}

static inline void expect_header(const lb_header *header, const lb_plan *plan) {
    assert_true(lb_task_equal(header->task, lb_plan_task(plan)));
    assert_string_equal(header->algorithm, lb_plan_algorithm(plan));
    assert_int_equal(header->clock, lb_plan_clock(plan));
    assert_int_equal(header->ports, lb_plan_ports(plan));
    assert_int_equal(header->steps, lb_plan_steps(plan));
    assert_int_equal(header->moves, lb_plan_moves(plan));
    assert_int_equal(header->denominator, lb_plan_denominator(plan));
    assert_int_equal(header->packet, lb_plan_packet(plan));
    assert_int_equal(header->control_before, lb_plan_control(plan, false));
    assert_int_equal(header->control_after, lb_plan_control(plan, true));
}

#endif

/* Hostile files of wisdom: an error with a sentence, or wisdom with which a plan is found that is right. */
#include "planner/wisdom_text.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void insist(bool good) {
    if (!good)
        abort();
}

static lb_task *make_task(void) {
    lb_net *net = NULL;
    lb_task *task = NULL;
    insist(lb_net_parse("2x3", &net, NULL) == LB_OK);
    insist(lb_task_create(net, LB_BROADCAST, NULL, &task, NULL) == LB_OK);
    lb_net_free(net);
    return task;
}

static void plan_with(lb_wisdom *wisdom) {
    lb_task *task = make_task();
    lb_plan *plan = NULL;
    lb_report report;
    lb_plan_options options = {.packets = 2, .effort = LB_ESTIMATE, .wisdom = wisdom};
    insist(lb_plan_create(task, &options, &plan, NULL) == LB_OK);
    insist(lb_check_plan(plan, NULL, &report, NULL) == LB_OK);
    lb_report_free(&report);
    lb_plan_free(plan);
    lb_task_free(task);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    lb_wisdom *wisdom = NULL;
    lb_why why = {""};
    insist(lb_wisdom_create(&wisdom, NULL) == LB_OK);
    int error = lb_wisdom_parse(wisdom, (const char *)bytes, size, "fuzz", &why);
    if (error)
        insist(why.text[0] && strlen(why.text) < LB_WHY_MAX && !strpbrk(why.text, "\n\r\033"));
    else
        plan_with(wisdom);
    lb_wisdom_free(wisdom);
    return 0;
}

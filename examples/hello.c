/* The least program: plan an all-to-all on the 6-cube and have it checked. With the library installed,
 *     cc hello.c $(pkg-config --cflags --libs linkbound) -o hello && ./hello
 * or, through find_package(linkbound), with the CMakeLists.txt beside this file. */
#include <linkbound.h>

int main(void) {
    lb_net *net = NULL;
    lb_task *task = NULL;
    lb_plan *plan = NULL;
    lb_report report = {0};
    lb_why why = {""};
    int failed = lb_net_parse("cube:6", &net, &why) || lb_task_create(net, LB_ALLTOALL, NULL, &task, &why) ||
                 lb_plan_create(task, NULL, &plan, &why) || lb_check_plan(plan, NULL, &report, &why);
    printf("%s\n", failed ? why.text : report.text);
    lb_report_free(&report);
    lb_plan_free(plan);
    lb_task_free(task);
    lb_net_free(net);
    return failed;
}

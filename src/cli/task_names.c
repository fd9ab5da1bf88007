/* Tasks as people call them. */
#include "cli/task_names.h"

#include "cli/say.h"

bool cli_task_known(const char *name, lb_task_kind *kind) {
    return lb_task_kind_find(name, kind, NULL) == LB_OK;
}

int cli_task_kind(const char *name, lb_task_kind *kind) {
    lb_why why;
    int error = lb_task_kind_find(name, kind, &why);
    return error ? cli_fail_why(error, &why) : CLI_OK;
}

/* Tasks as people call them. */
#ifndef CLI_TASK_NAMES_H
#define CLI_TASK_NAMES_H

#include "linkbound.h"

/* Whether it is a task's name, in any of its spellings: all_reduce, bcast, MPI_Alltoall. */
bool cli_task_known(const char *name, lb_task_kind *kind);

/* The same; 0, or an exit status after the error line. */
int cli_task_kind(const char *name, lb_task_kind *kind);

#endif

/* By which plan a stage is done, or straight. */
#ifndef LB_MPI_CHOOSE_H
#define LB_MPI_CHOOSE_H

#include "mpi/instance.h"

/* Whether straight. *plan, NULL before: a plan that was made to find out, and is quicker. */
bool lb_mpi_direct(const lb_mpi_net *net, const lb_task *task, const lb_want *want, uint32_t *stride, lb_plan **plan);
/* *pipelined: it is made of several groups. Makes the plan, unless there is one. */
int lb_mpi_plan(lb_mpi_net *net, const lb_task *task, const lb_want *want, lb_plan **plan, bool *pipelined,
                lb_why *why);

#endif

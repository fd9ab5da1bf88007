/* The ways in which a stage may be done: by a plan, by that of another collective, or straight. */
#ifndef LB_MPI_WAYS_H
#define LB_MPI_WAYS_H

#include "mpi/instance.h"

bool lb_mpi_instead(const lb_mpi_net *net, const lb_want *want); /* whether to do an allreduce instead */
/* Several messages under way on a link: overlap.c. Times are nanoseconds, `block` that of a block's bytes. */
bool lb_gather_is_free(const lb_mpi_net *net, double block,
                       double beta);               /* what is sent at once is not in its own way */
double lb_scatter_together(const lb_mpi_net *net); /* how many of what a link carries in one and a half start-ups */
double lb_gather_time(const lb_mpi_net *net, double formula, double bound, double block, double beta, bool rotated);
double lb_scatter_time(const lb_mpi_net *net, double formula, double block, double beta);
double lb_halves_more(const lb_mpi_net *net, double block); /* nanoseconds */

/* Whether to do it by two others, each process with a part of so many bytes: halves.c. Quick when asked again. */
bool lb_mpi_halves(const lb_mpi_net *net, const lb_want *want, uint64_t block);
void lb_instead_data(lb_instance *instance, lb_data *data);
int lb_instead_create(lb_instance *instance);
void *lb_instead_start(lb_instance *instance, void *out); /* where its plan leaves the result */

#define LB_MPI_DIRECT "direct"
/* *plan, NULL before: a plan that was made to find out, and is quicker. */
bool lb_mpi_direct(const lb_mpi_net *net, const lb_task *task, const lb_want *want, uint32_t *stride, lb_plan **plan);
bool lb_direct_can(const lb_mpi_net *net, const lb_want *want);
int lb_direct_create(lb_instance *instance);
void lb_direct_start(lb_instance *instance, const void *in, void *out);
bool lb_direct_goes_on(lb_instance *instance);
void lb_direct_finish(lb_instance *instance); /* when all messages are there */
int lb_direct_post(lb_instance *instance, int peer, bool sends, void *at, uint64_t bytes); /* one message */

#define LB_ROUND  UINT32_MAX /* in a list of offsets, between two rounds */
#define LB_ABSENT UINT64_MAX /* as a length: no message */
int lb_straight_create(lb_instance *instance);
void lb_straight_start(lb_instance *instance, const void *in, void *out);
bool lb_straight_goes_on(lb_instance *instance);
/* *pipelined: it is made of several groups. Makes the plan, unless there is one. */
int lb_mpi_plan(lb_mpi_net *net, const lb_task *task, const lb_want *want, lb_plan **plan, bool *pipelined,
                lb_why *why);

#endif

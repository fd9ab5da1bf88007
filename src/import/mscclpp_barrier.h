/* The barriers of MSCCL++ plans, at which some thread blocks of a gpu wait for each other. */
#ifndef LB_MSCCLPP_BARRIER_H
#define LB_MSCCLPP_BARRIER_H

#include "import/mscclpp_values.h"

/* The thread block that was begun last comes to one. */
int lb_mpp_barrier_op(lb_mpp *r, uint32_t op);

/* When a gpu's thread blocks are all there: who waits for whom. */
int lb_mpp_settle(lb_mpp *r);

#endif

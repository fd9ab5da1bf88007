/* The ops of MSCCL++ plans. */
#ifndef LB_MSCCLPP_OPS_H
#define LB_MSCCLPP_OPS_H

#include "import/mscclpp_values.h"

/* One op of the thread block that was begun last. */
int lb_mpp_op(lb_mpp *r, uint32_t op);

#endif

/* The ops of MSCCL++ plans. */
#ifndef LB_MSCCLPP_OPS_H
#define LB_MSCCLPP_OPS_H

#include "import/mscclpp_values.h"

/* What ops are looked through for; comes first. */
void lb_mpp_forms(lb_mpp *r);

/* One op of the thread block that was begun last. */
int lb_mpp_op(lb_mpp *r, uint32_t op);

#endif

/* The thread blocks of an MSCCL file. */
#ifndef LB_MSCCL_BLOCK_H
#define LB_MSCCL_BLOCK_H

#include "import/msccl_reading.h"

/* After the beginning of a <tb>: the thread and its acts. */
int lb_msccl_take_block(lb_msccl_reading *r);

/* When a gpu's blocks are all there: what their steps wait for. */
int lb_msccl_settle(lb_msccl_reading *r);

#endif

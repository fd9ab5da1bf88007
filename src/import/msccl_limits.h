/* What the loaders of current runtimes refuse of MSCCL files that are otherwise right: noted while a file is read, the
 * first of it, and no error. */
#ifndef LB_MSCCL_LIMITS_H
#define LB_MSCCL_LIMITS_H

#include "import/msccl_reading.h"

void lb_msccl_limit_file(const lb_page *page);
/* After the beginning of an element. */
void lb_msccl_limit_algo(lb_msccl_reading *r);
void lb_msccl_limit_gpu(lb_msccl_reading *r);
void lb_msccl_limit_block(lb_msccl_reading *r, int64_t id, bool sends, bool receives, int64_t channel);
void lb_msccl_limit_step(lb_msccl_reading *r, bool nop, const lb_act *act);
/* After its end. */
void lb_msccl_limit_gpu_over(lb_msccl_reading *r);

#endif

/* Rounds of an allgather made shorter. */
#ifndef LB_BATCH_SMOOTH_H
#define LB_BATCH_SMOOTH_H

#include "algo/faulty/batch.h"

/* Rounds are as long as their busiest link. What nobody waits for comes later, or by another link, where that makes a
 * round shorter and no other one longer. Where nodes are not all alike. LB_ERR_MEMORY. */
int lb_batch_smooth(lb_batches *x);

#endif

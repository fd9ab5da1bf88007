/* Links with about equally much. */
#ifndef LB_BATCH_SHARE_H
#define LB_BATCH_SHARE_H

#include "algo/faulty/batch.h"

/* Whether a token may go by a link: what says so depends on the task. */
typedef bool lb_batch_allows(const lb_batches *x, uint32_t node, unsigned port, uint32_t target);

/* Of the links that will do each token takes one, such that the most on a link is the least. False: there is none for
 * some token. */
bool lb_batch_share_out(lb_batches *x, uint32_t node, lb_batch_allows *may);

#endif

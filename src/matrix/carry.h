/* Carrying real bytes by a plan, without a clock: every packet in the order of the moves. */
#ifndef LB_CARRY_H
#define LB_CARRY_H

#include "base/base.h"

/* How many blocks of a node stand one behind the other in its buffer: one for every node (alltoall) or one
 * (permute). Other tasks are not carried: 0. */
uint32_t lb_carry_slots(const lb_task *task);

/* in[v] and out[v] are node v's buffers, lb_carry_slots blocks of `bytes` each: to node 0, 1, ... and from node 0, 1,
 * ... for alltoall. Blocks that stay at their node are left alone. LB_ERR_CHECK: a packet holds what its sender has not
 * got, or not everything arrives. A node on the way gives away what it passes on: it cannot send the same on twice. */
int lb_carry(const lb_plan *plan, uint64_t bytes, const unsigned char *const *in, unsigned char *const *out,
             lb_why *why);

#endif

/* Sides: of the P packets of a node, k at a time, m = P - k*(L-1) leave in step L = ceil(P/k) or later. If L+D-1 steps
 * are to be enough, D the largest distance, every node at that distance must be sent m packets in step L, by links that
 * lead nearer to it. In an even ring there is one farthest node, and each link of the dimension leads nearer to it; in
 * an odd ring there are two, and + leads nearer to the one, - to the other. So a link of an even dimension serves all
 * farthest nodes, and of an odd one only two links together do: with c links of even dimensions, min(m,c) +
 * 2*(m-min(m,c)) must not exceed k. */
#include "bound/claims.h"

#define MOST_NODES (UINT32_C(1) << 16) /* that a verification looks at one by one */

void lb_claim_sides(const lb_task *task, const lb_witness *growth, uint64_t blocks, lb_judge *judge) {
    const lb_net *net = &task->net;
    uint64_t k = growth->capacity, common = 0, packets;
    if (judge->linear || net->nodes > MOST_NODES || __builtin_mul_overflow(judge->packets, blocks, &packets))
        return;
    for (unsigned i = 0; i < net->dims; i++)
        common += net->radix[i] == 2 ? 1 : net->radix[i] % 2 == 0 ? 2 : 0;
    uint64_t last = packets - k * (growth->radius - 1), single = last < common ? last : common;
    uint32_t far = lb_diameter(net);
    if (single + 2 * (last - single) <= k || !lb_judge_longer(judge, (uint64_t)growth->radius + far))
        return;
    judge->witness = *growth;
    judge->witness.kind = LB_WITNESS_SIDES;
    judge->witness.load = last;
    judge->witness.first = far;
}

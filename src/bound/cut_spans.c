/* Slabs, for scan and exscan: how much the order of the nodes makes cross a border.
 *
 * Let S be any set of nodes. A node v outside S needs the combination of all nodes before it, so also of those of them
 * that are in S. Take an operation by which data can be told apart, such as exclusive or, and let all nodes outside S
 * have zeros. What the nodes outside S end with is then a function of the packets that came out of S alone: when and
 * over which link a packet comes is fixed by the schedule and says nothing. But it is, for every v outside S, the
 * combination of S's nodes before v. Of those combinations as many are different and not empty as there are places in
 * the order where a node of S is followed by one outside S. Each has another node last, so they are independent of each
 * other: together they can have any value. So as many blocks as there are such places must leave S. A node's own
 * contribution plays no part, and scan and exscan have the same bound.
 *
 * S being the nodes with digit 0 in a dimension of stride s and radix r, there are n/(s*r) such places and one link per
 * node (r = 2) or two: the whole message over each link, or half of it, in the lowest dimension; in a higher one less.
 * Other sets of digits prove no more: places and links of digits that do not touch add up, and a slab that is wider has
 * as many of both. */
#include "bound/claims.h"

void lb_claim_cut_spans(const lb_task *task, uint64_t links, lb_judge *judge) {
    const lb_net *net = &task->net;
    for (unsigned i = 0; i < net->dims; i++) {
        uint32_t r = net->radix[i], out = r > 2 && links > 1 ? 2 : 1;
        if (r == 1)
            continue;
        uint64_t blocks = net->nodes / net->stride[i] / r, capacity = (uint64_t)net->nodes / r * out;
        if (!lb_judge_better(judge, blocks, capacity, 1))
            continue;
        judge->witness = (lb_witness){
            .kind = LB_WITNESS_CUT,
            .dim = i,
            .first = 0,
            .width = 1,
            .load = blocks,
            .capacity = capacity,
        };
    }
}

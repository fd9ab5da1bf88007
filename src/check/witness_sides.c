/* Verifying that the last packets of a node cannot all leave towards all the nodes that are farthest away: for every
 * port it is looked up to how many of these it leads nearer. */
#include "check/claims.h"
#include "check/recount.h"

#include <inttypes.h>

#define MOST_NODES (UINT32_C(1) << 16)

/* Ports of the witness's node that lead nearer to all nodes `first` hops away. Whether there are any is found, too. */
static uint64_t ports_for_all(const lb_net *net, const lb_witness *w, bool *any) {
    uint32_t all = UINT32_MAX;
    *any = false;
    for (uint32_t v = 0; v < net->nodes; v++) {
        uint32_t nearer = 0;
        if (lb_distance(net, w->node, v) != w->first)
            continue;
        for (unsigned p = 0; p < net->ports; p++)
            nearer |= (uint32_t)(lb_distance(net, lb_neighbor(net, w->node, p), v) < w->first) << p;
        *any = true;
        all &= nearer;
    }
    return (uint64_t)__builtin_popcount(all);
}

/* A port that does not lead nearer to all leaves out one node at least, for which there must be another. So of `load`
 * packets all but those through ports for all take two ports. */
int lb_witness_verify_sides(const lb_task *task, uint64_t links, uint64_t packets, uint64_t blocks, const lb_witness *w,
                            lb_why *why) {
    uint64_t all, before;
    bool any;
    if (task->net.nodes > MOST_NODES || w->first == 0 || w->radius == 0 ||
        __builtin_mul_overflow(packets, blocks, &all) ||
        __builtin_mul_overflow(links, (uint64_t)w->radius - 1, &before))
        return lb_fail(why, LB_ERR_CHECK, "the witness's sides are not those of this task");
    uint64_t left = all > before ? all - before : 0;
    if (lb_verify_load(w, left, why))
        return LB_ERR_CHECK;
    if (w->capacity < links)
        return lb_refute(why, "a capacity of", w->capacity, links);
    uint64_t common = ports_for_all(&task->net, w, &any), single = w->load < common ? w->load : common;
    if (!any || 2 * w->load - single <= w->capacity)
        return lb_fail(why, LB_ERR_CHECK, "the witness claims that %" PRIu64 " ports are too few, but they do",
                       w->capacity);
    return lb_verify_value(w, (uint64_t)w->radius + w->first, why);
}

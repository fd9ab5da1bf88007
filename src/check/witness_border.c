/* Verifying the time of a border: what crosses it, which is recounted elsewhere, and the hops from the root of a
 * broadcast to a node behind the border, or of a reduce back (docs/bounds.md, BORDER). Shares nothing with src/bound.
 */
#include "check/claims.h"
#include "check/recount.h"
#include "net/route.h"

#include <inttypes.h>
#include <stdlib.h>

/* Whether the witness's node is behind the border and so many hops away, or more. */
static int check_hops(const lb_task *task, const lb_witness *w, lb_why *why) {
    const lb_net *net = &task->net;
    uint32_t root = lb_task_params_of(task).root;
    bool rooted = task->kind == LB_BROADCAST || task->kind == LB_REDUCE;
    if (!rooted || lb_net_routing(net) != LB_STORE_AND_FORWARD || w->first >= net->nodes ||
        net->nodes > LB_MAX_PARTED || w->part[root] != 0 || w->part[w->first] == 0)
        return lb_fail(why, LB_ERR_CHECK, "the witness counts hops to node %" PRIu32, w->first);
    uint32_t *hops = lb_array(2 * (uint64_t)net->nodes, sizeof *hops);
    if (!hops)
        return lb_fail_memory(why, "verifying a witness");
    lb_net_reach(net, root, task->kind == LB_REDUCE, hops, hops + net->nodes);
    uint32_t found = hops[w->first];
    free(hops);
    return found == LB_NONE || found < w->radius ? lb_refute(why, "hops", w->radius, found) : LB_OK;
}

int lb_witness_border_time(const lb_task *task, const lb_cost *cost, const lb_witness *w, lb_ratio *time, lb_why *why) {
    lb_ratio starts = cost->beta;
    int error = w->radius > 1 ? check_hops(task, w, why) : LB_OK;
    if (error)
        return error;
    *time = cost->tau;
    if (w->capacity == 0 || !lb_ratio_scale(time, cost->bytes, lb_task_parts(task)) ||
        !lb_ratio_scale(time, w->load, w->capacity) || !lb_ratio_scale(&starts, w->radius > 1 ? w->radius : 1, 1) ||
        !lb_ratio_plus(time, starts))
        return lb_fail(why, LB_ERR_SIZE, "the time is not a fraction of two 63-bit numbers");
    return LB_OK;
}

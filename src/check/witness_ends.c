/* Verifying the two ends of a way: who must send to whom, the links at both ends, the hops between, and what that
 * takes with so many pieces at each end (docs/bounds.md, ENDS). Shares nothing with src/bound. */
#include "check/claims.h"
#include "check/recount.h"
#include "net/route.h"

#include <inttypes.h>
#include <stdlib.h>

enum { NEAR, BETWEEN, FAR };

/* Whether all of so many blocks must get from one node to the other. */
static bool must_get_there(const lb_task *task, uint32_t from, uint32_t to, uint64_t blocks) {
    lb_task_params params = lb_task_params_of(task);
    if (from >= task->net.nodes || to >= task->net.nodes || !lb_node_alive(&task->net, from) ||
        !lb_node_alive(&task->net, to) || blocks > (task->kind == LB_ALLREDUCE ? lb_task_blocks(task) : 1))
        return false;
    switch (task->kind) {
    case LB_BROADCAST: return from == params.root;
    case LB_REDUCE: return to == params.root;
    case LB_ALLREDUCE: return true;
    case LB_SEND: return from == params.root && to == params.to;
    case LB_PERMUTE: return to == params.list[from];
    default: return false;
    }
}

static bool leads(const lb_net *net, uint32_t v, unsigned port, const uint16_t *part, unsigned side) {
    uint32_t to = lb_neighbor(net, v, port);
    bool out = side == NEAR ? part[v] == NEAR && part[to] != NEAR : part[v] != FAR && part[to] == FAR;
    return out && lb_link_alive(net, v, port);
}

/* Links out of the near nodes, or into the far ones, no more at a node than it may use at a time. */
static uint64_t links_at(const lb_net *net, uint64_t links, const uint16_t *part, unsigned side) {
    uint64_t sum = 0;
    for (uint32_t v = 0; v < net->nodes; v++) {
        uint64_t here = 0;
        for (unsigned p = 0; p < net->ports; p++)
            here += side == NEAR ? leads(net, v, p, part, NEAR)
                                 : leads(net, lb_neighbor(net, v, p), net->opposite[p], part, FAR);
        sum += here < links ? here : links;
    }
    return sum;
}

/* Whether fewer hops than `hops` do not lead from a near node to a far one: in each, all that can be there come one
 * link on. */
static int far_enough(const lb_net *net, const uint16_t *part, uint32_t hops, bool *is) {
    bool *reached = lb_zeroed(2 * (uint64_t)net->nodes, sizeof *reached);
    if (!reached)
        return LB_ERR_MEMORY;
    bool *now = reached + net->nodes;
    *is = true;
    for (uint32_t v = 0; v < net->nodes; v++)
        reached[v] = part[v] == NEAR;
    for (uint32_t h = 1; h < hops && *is; h++) {
        bool more = false;
        for (uint32_t v = 0; v < net->nodes; v++)
            now[v] = reached[v];
        for (uint64_t i = 0; i < (uint64_t)net->nodes * net->ports; i++) {
            uint32_t v = (uint32_t)(i / net->ports), to = lb_neighbor(net, v, (unsigned)(i % net->ports));
            if (!now[v] || reached[to] || !lb_link_alive(net, v, (unsigned)(i % net->ports)))
                continue;
            reached[to] = more = true;
            *is = *is && part[to] != FAR;
        }
        if (!more)
            break;
    }
    free(reached);
    return LB_OK;
}

static int check_sets(const lb_task *task, uint64_t links, const lb_witness *w, lb_why *why) {
    const lb_net *net = &task->net;
    bool is = w->part[w->node] == NEAR && w->part[w->first] == FAR;
    for (uint32_t v = 0; v < net->nodes; v++)
        is = is && w->part[v] <= FAR;
    if (!is)
        return lb_fail(why, LB_ERR_CHECK, "the witness's ends are not where the data begins and ends");
    uint64_t out = links_at(net, links, w->part, NEAR), in = links_at(net, links, w->part, FAR);
    if (w->capacity < out)
        return lb_refute(why, "links out, in number", w->capacity, out);
    if (w->width < in)
        return lb_refute(why, "links in, in number", w->width, in);
    if (far_enough(net, w->part, w->radius, &is))
        return lb_fail_memory(why, "verifying a witness");
    return is ? LB_OK : lb_fail(why, LB_ERR_CHECK, "the witness's ends are not %" PRIu32 " hops apart", w->radius);
}

int lb_witness_verify_ends(const lb_task *task, uint64_t links, const lb_witness *w, lb_why *why) {
    const lb_net *net = &task->net;
    if (lb_net_routing(net) != LB_STORE_AND_FORWARD || !must_get_there(task, w->node, w->first, w->load))
        return lb_fail(why, LB_ERR_CHECK, "the witness names node %" PRIu32 " and node %" PRIu32, w->node, w->first);
    if (w->radius < 2 || w->value > w->radius || w->capacity == 0 || w->width == 0 || w->weight[0] == 0 ||
        w->weight[1] == 0)
        return lb_fail(why, LB_ERR_CHECK, "the witness has too few hops, links or pieces");
    if (net->nodes <= LB_MAX_PARTED)
        return check_sets(task, links, w, why);
    if (!lb_net_is_whole(net) || w->capacity < links || w->width < links ||
        lb_distance(net, w->node, w->first) < w->radius)
        return lb_fail(why, LB_ERR_CHECK, "the witness's nodes are nearer, or have more links");
    return LB_OK;
}

/* One end: with x = tau*m*load/links, k pieces are right if k(k-1)/2*beta <= x <= k(k+1)/2*beta, and prove
 * x*(k+1)/2k + 5(k+1)/12*beta, or with a single one x + beta. */
static bool add_end(lb_ratio x, lb_ratio beta, uint64_t k, bool *right, lb_ratio *time) {
    lb_ratio twice = x, low = beta, high = beta, starts = beta;
    if (!lb_ratio_scale(&twice, 2, 1) || !lb_ratio_scale(&low, k * (k - 1), 1) ||
        !lb_ratio_scale(&high, k * (k + 1), 1) || !lb_ratio_scale(&x, k + 1, 2 * k) ||
        !lb_ratio_scale(&starts, k == 1 ? 2 : 5 * (k + 1), k == 1 ? 2 : 12))
        return false;
    *right = *right && lb_ratio_compare(low, twice) <= 0 && lb_ratio_compare(twice, high) <= 0;
    return lb_ratio_plus(time, x) && lb_ratio_plus(time, starts);
}

int lb_witness_ends_time(const lb_task *task, const lb_cost *cost, const lb_witness *w, lb_ratio *time, lb_why *why) {
    bool right = w->weight[0] < UINT32_C(1) << 30 && w->weight[1] < UINT32_C(1) << 30, fits = true;
    *time = cost->beta;
    fits = lb_ratio_scale(time, w->radius - UINT64_C(2), 1);
    for (unsigned end = 0; end < 2 && fits && right; end++) {
        lb_ratio x = cost->tau;
        fits = lb_ratio_scale(&x, cost->bytes, lb_task_parts(task)) &&
               lb_ratio_scale(&x, w->load, end ? w->width : w->capacity) &&
               add_end(x, cost->beta, w->weight[end], &right, time);
    }
    if (!fits)
        return lb_fail(why, LB_ERR_SIZE, "the time is not a fraction of two 63-bit numbers");
    return right ? LB_OK : lb_fail(why, LB_ERR_CHECK, "with so many pieces the witness proves nothing");
}

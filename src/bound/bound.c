/* Lower bounds: every argument makes its claims, the strongest is returned with its witness. */
#include "bound/bound.h"
#include "bound/claims.h"
#include "bound/faulty.h"
#include "bound/spread.h"
#include "net/route.h"

#include <inttypes.h>

uint64_t lb_bound_links(const lb_net *net, uint32_t ports) {
    return ports == 0 || ports > net->ports ? net->ports : ports;
}

static int claim_whole(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why) {
    int error = lb_claim_node(task, links, judge, why);
    if (!error)
        error = lb_claim_ways(task, links, judge, why);
    if (!error)
        error = lb_claim_growth(task, links, judge, why);
    if (!error)
        error = lb_claim_links(task, links, judge, why);
    if (!error)
        error = lb_claim_cut(task, links, judge, why);
    return error;
}

/* What of scans holds with dead links as well: they only take away from what is counted. */
static int claim_spans(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why) {
    if (lb_task_class(task) != LB_SPAN || lb_net_dead_nodes(&task->net) || !lb_net_is_box(&task->net))
        return LB_OK;
    int error = lb_claim_ways(task, links, judge, why);
    if (!error)
        error = lb_claim_prefixes(task, links, judge, why);
    return error ? error : lb_claim_halves(task, links, judge, why);
}

/* Where flights cross many links in a step nothing that counts hops as steps holds. What is left: the ports of a node
 * that sends or receives, how many can know something, and the links that everything crosses, of which passing flights
 * use all, whatever a node may drive itself. */
static int claim_flights(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why) {
    judge->flights = true;
    int error = lb_claim_node(task, links, judge, why);
    if (!error)
        error = lb_claim_growth(task, links, judge, why);
    if (!error)
        error = lb_claim_links(task, task->net.ports, judge, why);
    if (!error)
        error = lb_claim_cut(task, task->net.ports, judge, why);
    return error;
}

static int claim(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why) {
    if (lb_net_routing(&task->net) != LB_STORE_AND_FORWARD)
        return claim_flights(task, links, judge, why);
    int error =
        lb_net_is_whole(&task->net) ? claim_whole(task, links, judge, why) : lb_faulty_claims(task, links, judge, why);
    if (!error)
        error = claim_spans(task, links, judge, why);
    if (!error && !judge->overflow)
        lb_claim_hurry(task, links, judge);
    if (!error && !judge->overflow)
        error = lb_claim_rings(task, judge, why);
    if (!error && !judge->overflow)
        error = lb_claim_prices(task, links, judge, why);
    if (!error && !judge->overflow)
        error = lb_claim_moments(task, links, judge, why);
    if (!error && !judge->overflow)
        error = lb_claim_timed(task, links, judge, why);
    if (!error && !judge->overflow && lb_net_is_whole(&task->net))
        lb_claim_first(task, links, judge);
    return error;
}

/* A plan that does without some links is a plan of the whole network: what holds there holds here. (Not where nodes are
 * dead: then less has to be done.) */
static int claim_mended(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why) {
    lb_net net = task->net;
    lb_task *whole = NULL;
    lb_witness *w = &judge->witness;
    lb_net_mend(&net);
    int error = lb_task_on(task, &net, &whole, why);
    w->whole = true; /* who makes a stronger claim there has a new witness, of which this is not said yet */
    bool found = judge->found;
    if (!error)
        error = claim(whole, links, judge, why);
    w->whole = judge->found && (!found || !w->whole);
    lb_task_free(whole);
    return error;
}

int lb_claim_all(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why) {
    judge->witness.packets = judge->packets;
    if (task->net.nodes == 1)
        return LB_OK;
    int error = claim(task, links, judge, why);
    if (!error && lb_net_has_faults(&task->net) && !task->net.dead.nodes && !judge->overflow)
        error = claim_mended(task, links, judge, why);
    if (!error && judge->overflow)
        error = lb_fail(why, LB_ERR_SIZE, "a bound for %s on %" PRIu32 " nodes does not fit 64 bits",
                        lb_task_kind_name(task->kind), task->net.nodes);
    if (error)
        return error;
    judge->witness.packets = judge->packets;
    judge->witness.value = judge->found ? judge->score : 0;
    return LB_OK;
}

/* Hops that all blocks of a carrying task need together, or what every node of a scan has to the next, if they fit 64
 * bits. */
static int carried_hops(const lb_task *task, uint64_t *hops, bool *fits, lb_why *why) {
    uint64_t loads[LB_MAX_DIMS], sum = 0;
    int error = lb_spread_loads(task, loads, why);
    if (error)
        return error;
    for (unsigned i = 0; i < task->net.dims; i++)
        sum += loads[i];
    uint64_t nodes = lb_task_is_symmetric(task) ? task->net.nodes : 1;
    *fits = !__builtin_mul_overflow(sum, nodes, hops);
    return LB_OK;
}

/* A block that is copied to, or summed over, all nodes crosses n-1 links at least; summed and brought back, twice. */
static int total_hops(const lb_task *task, uint64_t *hops, bool *fits, lb_why *why) {
    if (!lb_net_is_whole(&task->net))
        return lb_faulty_hops(task, hops, fits, why);
    if (lb_task_class(task) == LB_CARRY || lb_task_class(task) == LB_SPAN) /* spans: from every node to the next */
        return carried_hops(task, hops, fits, why);
    uint64_t each = (uint64_t)task->net.nodes - 1;
    *fits = !__builtin_mul_overflow(lb_task_blocks(task), task->kind == LB_ALLREDUCE ? 2 * each : each, hops);
    return LB_OK;
}

static int bound_total(const lb_task *task, uint64_t packets, lb_witness *witness, lb_why *why) {
    uint64_t hops = 0, value = 0;
    bool fits = true;
    int error = total_hops(task, &hops, &fits, why);
    if (error)
        return error;
    if (!fits || __builtin_mul_overflow(hops, packets, &value))
        return lb_fail(why, LB_ERR_SIZE, "the transmissions that %s on %" PRIu32 " nodes needs do not fit 64 bits",
                       lb_task_kind_name(task->kind), task->net.nodes);
    *witness = (lb_witness){
        .kind = value ? LB_WITNESS_TOTAL : LB_WITNESS_NONE,
        .load = hops,
        .packets = packets,
        .value = value,
    };
    return LB_OK;
}

static int bound_base(const lb_task *task, uint32_t ports, lb_judge judge, lb_bound *bound, lb_why *why) {
    lb_witness total;
    int error = lb_claim_all(task, lb_bound_links(&task->net, ports), &judge, why);
    if (!error)
        error = bound_total(task, judge.packets, &total, why);
    if (error)
        return error;
    *bound = (lb_bound){
        .steps = judge.witness.value,
        .transmissions = total.value,
        .steps_witness = judge.witness,
        .transmissions_witness = total,
    };
    return judge.packets == 1 && lb_net_is_whole(&task->net) && lb_net_routing(&task->net) == LB_STORE_AND_FORWARD
               ? lb_bound_delay(task, lb_bound_links(&task->net, ports), bound, why)
               : LB_OK;
}

/* On a network of flights: as on the torus whose links carry them. */
static int bound_unit(const lb_task *task, uint32_t ports, lb_judge judge, lb_bound *bound, lb_why *why) {
    const lb_net *base = lb_net_base(&task->net);
    lb_task *below = NULL;
    int error = base == &task->net ? LB_OK : lb_task_on(task, base, &below, why);
    if (!error)
        error = bound_base(below ? below : task, ports, judge, bound, why);
    lb_task_free(below);
    return error;
}

int lb_bound_unit(const lb_task *task, uint32_t ports, uint64_t packets, lb_bound *bound, lb_why *why) {
    return bound_unit(task, ports, (lb_judge){.packets = packets ? packets : 1}, bound, why);
}

int lb_bound_unit_quick(const lb_task *task, uint32_t ports, uint64_t packets, lb_bound *bound, lb_why *why) {
    return bound_unit(task, ports, (lb_judge){.quick = true, .packets = packets ? packets : 1}, bound, why);
}

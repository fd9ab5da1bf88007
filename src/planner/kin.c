/* Most planners go through dimensions in the order in which they are given, and what they come upon depends on it: on
 * mesh:2x3 one port sends three packets of an allgather in 19 steps, on mesh:3x2, the same network, in 15. And where
 * links differ in speed what is planned for all lanes may start more messages than a short one is worth; a plan for the
 * network whose links are single lanes is a plan for this one, too.
 *
 * Boxes of rings and lines, and those with speeds, are told apart by their names: digits and speeds are put in order,
 * and the name of what comes out is read. That the network is such a box is known when its own name, made in the same
 * way, is read as the same network. */
#include "planner/kin.h"

#include "base/line.h"
#include "planner/rename.h"

#include <inttypes.h>
#include <stdlib.h>

/* The network's dimensions in the order of the other: order[i] is what comes i-th. */
typedef struct kinship {
    unsigned order[LB_MAX_DIMS];
    uint32_t lanes[LB_MAX_DIMS]; /* of the network's dimensions */
    bool even;
} kinship;

/* ---- Which dimensions ---- */

static void count_lanes(const lb_net *net, kinship *k) {
    for (unsigned i = 0; i < net->dims; i++)
        k->lanes[i] = 0;
    for (unsigned p = 0; p < net->ports; p++)
        k->lanes[net->port_dim[p]] += net->port_sign[p] > 0;
}

/* Rings before lines of the same length, slow before fast. */
static bool is_before(const lb_net *net, const kinship *k, unsigned a, unsigned b) {
    if (net->radix[a] != net->radix[b])
        return net->radix[a] < net->radix[b];
    if ((net->open >> a & 1) != (net->open >> b & 1))
        return net->open >> b & 1;
    return k->lanes[a] < k->lanes[b];
}

/* false: they are in that order already. Those that are alike stay as they are. */
static bool put_in_order(const lb_net *net, bool falling, kinship *k) {
    bool changed = false;
    for (unsigned i = 0; i < net->dims; i++) {
        unsigned at = i;
        for (; at > 0; at--) {
            unsigned before = k->order[at - 1];
            if (!(falling ? is_before(net, k, before, i) : is_before(net, k, i, before)))
                break;
            k->order[at] = before;
        }
        k->order[at] = i;
        changed |= at != i;
    }
    return changed;
}

/* ---- The other network ---- */

static int make_net(const lb_net *net, const kinship *k, lb_net **out, lb_why *why) {
    char name[1024]; /* 26 dimensions at most are longer than 1 */
    lb_line line = {name, sizeof name, 0};
    for (unsigned i = 0; i < net->dims; i++) {
        unsigned d = k->order[i];
        lb_line_add(&line, "%s%" PRIu32 "%s", i ? "x" : "", net->radix[d], net->open >> d & 1 ? "-" : "");
    }
    for (unsigned i = 0; i < net->dims && net->lanes && !k->even; i++) {
        uint32_t lanes = k->lanes[k->order[i]];
        lb_line_add(&line, "%s%" PRIu32, i ? "," : " speeds ", lanes ? lanes : 1);
    }
    return lb_net_read(name, out, why);
}

static bool is_box(const lb_net *net, const kinship *own) {
    lb_net *same = NULL;
    bool found = make_net(net, own, &same, NULL) == LB_OK && lb_net_equal(net, same);
    lb_net_free(same);
    return found;
}

/* What there is to change; false: nothing. */
static bool compare(const lb_net *net, lb_kin kin, kinship *k) {
    *k = (kinship){.even = false};
    if (net->kind == LB_NET_GRAPH || net->groups != net->dims || net->dims > LB_MAX_DIMS || lb_net_has_faults(net) ||
        lb_net_routing(net) != LB_STORE_AND_FORWARD)
        return false;
    count_lanes(net, k);
    for (unsigned i = 0; i < net->dims; i++)
        k->order[i] = i;
    kinship own = *k;
    k->even = kin == LB_KIN_EVEN;
    return (k->even ? net->lanes : put_in_order(net, kin == LB_KIN_FALLING, k)) && is_box(net, &own);
}

/* What node v is called where its digits stand in another order. */
static uint32_t rename_node(const lb_net *net, const lb_net *other, const kinship *k, uint32_t v) {
    uint32_t name = 0;
    for (unsigned i = 0; i < net->dims; i++) {
        unsigned d = k->order[i];
        name += v / net->stride[d] % net->radix[d] * other->stride[i];
    }
    return name;
}

static int make_kin(const lb_net *net, lb_kin kin, lb_renaming *r, lb_why *why) {
    kinship k;
    *r = (lb_renaming){NULL, NULL};
    if (!compare(net, kin, &k))
        return lb_fail(why, LB_ERR_UNSUPPORTED, "there is no such network");
    int error = make_net(net, &k, &r->net, why);
    if (error)
        return error;
    r->there = lb_array(net->nodes, sizeof *r->there);
    if (!r->there)
        return lb_fail_memory(why, "the names of nodes");
    for (uint32_t v = 0; v < net->nodes; v++)
        r->there[v] = rename_node(net, r->net, &k, v);
    return LB_OK;
}

/* ---- Tasks and plans ---- */

bool lb_kin_is(const lb_task *task, lb_kin kin) {
    kinship k;
    return (kin == LB_KIN_EVEN || lb_task_can_rename(task)) && compare(&task->net, kin, &k);
}

int lb_kin_task(const lb_task *task, lb_kin kin, lb_task **out, lb_why *why) {
    lb_renaming r = {NULL, NULL};
    *out = NULL;
    int error = lb_kin_is(task, kin) ? make_kin(&task->net, kin, &r, why)
                                     : lb_fail(why, LB_ERR_UNSUPPORTED, "there is no such network");
    if (!error)
        error = lb_renaming_task(&r, task, out, why);
    lb_renaming_free(&r);
    return error;
}

int lb_kin_recast(const lb_plan *plan, const lb_task *task, lb_kin kin, uint32_t ports, lb_plan **out, lb_why *why) {
    lb_renaming r;
    *out = NULL;
    int error = make_kin(&task->net, kin, &r, why);
    if (!error)
        error = lb_renaming_recast(&r, plan, task, ports, out, why);
    lb_renaming_free(&r);
    return error;
}

/* A cube's nodes are given places one after another: next to the one that differs in its lowest bit, and linked to all
 * that differ in one bit and have theirs; back where there is none, and given up after so many steps. All nodes of a
 * cube are alike, so node 0 stays where it is. Hosts of GPUs with odd links are often cubes and some links more. */
#include "planner/inner.h"

#include <stdlib.h>

enum { MOST_STEPS = 20000, FEW_PORTS = 2, FEWEST_NODES = 8, MOST_NODES = 4096 };

typedef struct fitting {
    const lb_net *net;
    uint32_t *node;  /* where each of the cube's nodes is */
    uint16_t *tried; /* of each: ports that were tried */
    bool *taken;
} fitting;

bool lb_inner_may(const lb_task *task, const lb_plan_options *o) {
    uint32_t nodes = task->net.nodes;
    return o->clock == LB_UNIT && o->ports <= FEW_PORTS && nodes >= FEWEST_NODES && nodes <= MOST_NODES &&
           (nodes & (nodes - 1)) == 0 && lb_net_is_graph(&task->net) && !lb_net_has_faults(&task->net) &&
           lb_task_can_rename(task);
}

static bool linked(const lb_net *net, uint32_t a, uint32_t b) {
    unsigned there = lb_port_to(net, a, b), back = lb_port_to(net, b, a);
    return there < net->ports && back < net->ports && lb_link_here(net, a, there) && lb_link_here(net, b, back);
}

/* Whether the cube's node `which` can be there: beside all that come before it and differ in one bit. */
static bool fits(const fitting *f, uint32_t which, uint32_t node) {
    if (f->taken[node])
        return false;
    for (uint32_t bits = which; bits; bits &= bits - 1) {
        if (!linked(f->net, f->node[which ^ (bits & ~(bits - 1))], node))
            return false;
    }
    return true;
}

static bool fit(fitting *f) {
    uint32_t which = 1;
    f->node[0] = 0;
    f->taken[0] = true;
    for (unsigned steps = 0; steps < MOST_STEPS && which > 0 && which < f->net->nodes; steps++) {
        uint32_t beside = f->node[which & (which - 1)], found = LB_NONE;
        while (f->tried[which] < f->net->ports && found == LB_NONE) {
            uint32_t to = lb_neighbor(f->net, beside, f->tried[which]++);
            found = fits(f, which, to) ? to : LB_NONE;
        }
        if (found != LB_NONE) {
            f->node[which++] = found;
            f->taken[found] = true;
        } else {
            f->tried[which--] = 0;
            f->taken[f->node[which]] = false;
        }
    }
    return which == f->net->nodes;
}

static int make_cube(uint32_t nodes, lb_net **net, lb_why *why) {
    uint32_t radix[LB_MAX_DIMS];
    unsigned dims = 0;
    for (; UINT32_C(1) << dims < nodes; dims++)
        radix[dims] = 2;
    return lb_net_create(dims, radix, net, why);
}

int lb_inner_find(const lb_task *task, lb_renaming *r, lb_why *why) {
    uint32_t nodes = task->net.nodes;
    fitting f = {.net = &task->net,
                 .node = lb_array(nodes, sizeof *f.node),
                 .tried = lb_zeroed(nodes, sizeof *f.tried),
                 .taken = lb_zeroed(nodes, sizeof *f.taken)};
    *r = (lb_renaming){.there = lb_array(nodes, sizeof *r->there)};
    int error = f.node && f.tried && f.taken && r->there ? LB_OK : lb_fail_memory(why, "a cube in a graph");
    if (!error && !fit(&f))
        error = lb_fail(why, LB_ERR_UNSUPPORTED, "no cube was found in the graph");
    for (uint32_t i = 0; i < nodes && !error; i++)
        r->there[f.node[i]] = i;
    if (!error)
        error = make_cube(nodes, &r->net, why);
    free(f.node);
    free(f.tried);
    free(f.taken);
    return error;
}

/* A torus's nodes are given places in the graph one after another: next to the one that comes before it in its first
 * dimension that has one, and linked to all others that it is linked to and have theirs; back where there is none, and
 * given up after so many steps. All nodes of a torus are alike, so node 0 stays where it is. Tori of n nodes are tried
 * in the order of their diameters: the cube first, where there is one. Hosts of GPUs with odd links are often cubes and
 * some links more. */
#include "planner/inner.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_STEPS = 20000,
    WORD = 64,
    MOST_BOXES = 64,
    TRIED_BOXES = 8,
    FEWEST_NODES = 6,
    MOST_NODES = 1024,
    MOST_RADICES = 10
};

typedef struct box {
    unsigned dims, degree, diameter;
    uint32_t radix[MOST_RADICES];
} box;

typedef struct fitting {
    const lb_net *net;
    box box;
    uint64_t *leads; /* a bit for each two nodes with a link from one to the other */
    uint32_t least;  /* as many others has every node such links with, at the least */
    uint32_t *node;  /* where each of the torus's nodes is */
    uint16_t *tried; /* of each: ports that were tried */
    bool *taken;
} fitting;

bool lb_inner_may(const lb_task *task) {
    const lb_net *net = &task->net;
    return net->nodes >= FEWEST_NODES && net->nodes <= MOST_NODES && lb_net_is_odd(net) && !lb_net_is_mesh(net) &&
           lb_task_can_rename(task) && task->kind != LB_NEIGHBORS;
}

/* ---- Which tori there are ---- */

static bool is_before(const box *a, const box *b) {
    return a->diameter != b->diameter ? a->diameter < b->diameter : a->degree < b->degree;
}

/* In order, the shortest first. */
static unsigned put_box(box *boxes, unsigned count, const box *b) {
    unsigned at = count < MOST_BOXES ? count : MOST_BOXES - 1;
    if (count == MOST_BOXES && !is_before(b, &boxes[at]))
        return count;
    for (; at > 0 && is_before(b, &boxes[at - 1]); at--)
        boxes[at] = boxes[at - 1];
    boxes[at] = *b;
    return count < MOST_BOXES ? count + 1 : MOST_BOXES;
}

/* All whose further radices are at most so long: of two dimensions or more, so no rings, and no rings of 4, which are
 * squares. */
static unsigned find_boxes(uint32_t nodes, uint32_t longest, unsigned degree, box b, box *boxes,
                           unsigned count) { /* NOLINT(misc-no-recursion): as deep as there are dimensions */
    if (nodes == 1)
        return b.dims > 1 && b.degree <= degree ? put_box(boxes, count, &b) : count;
    for (uint32_t r = 2; r <= longest && r <= nodes && b.dims < MOST_RADICES; r++) {
        if (nodes % r || r == 4)
            continue;
        box more = b;
        more.radix[more.dims++] = r;
        more.degree += r > 2 ? 2 : 1;
        more.diameter += r / 2;
        count = find_boxes(nodes / r, r, degree, more, boxes, count);
    }
    return count;
}

/* ---- Whether one is in the graph ---- */

static uint64_t words(const lb_net *net) {
    return lb_ceil_div(net->nodes, WORD);
}

static bool leads(const fitting *f, uint32_t from, uint32_t to) {
    return f->leads[from * words(f->net) + to / WORD] >> to % WORD & 1;
}

static bool linked(const fitting *f, uint32_t a, uint32_t b) {
    return leads(f, a, b) && leads(f, b, a);
}

static void find_links(fitting *f) {
    const lb_net *net = f->net;
    f->least = LB_NONE;
    for (uint32_t i = 0; i < net->nodes * net->ports; i++) {
        uint32_t v = i / net->ports, w = lb_neighbor(net, v, i % net->ports);
        if (w != v && lb_link_alive(net, v, i % net->ports))
            f->leads[v * words(net) + w / WORD] |= UINT64_C(1) << w % WORD;
    }
    for (uint32_t v = 0; v < net->nodes; v++) {
        uint32_t others = 0;
        for (uint32_t w = 0; w < net->nodes; w++)
            others += linked(f, v, w);
        f->least = others < f->least ? others : f->least;
    }
}

/* Whether the torus's node `which` can be there: beside all that come before it and are linked to it. */
static bool fits(const fitting *f, uint32_t which, uint32_t node) {
    bool good = !f->taken[node];
    for (uint32_t i = 0, stride = 1; i < f->box.dims && good; stride *= f->box.radix[i++]) {
        uint32_t r = f->box.radix[i], digit = which / stride % r;
        if (digit > 0)
            good = linked(f, f->node[which - stride], node);
        if (good && digit > 1 && digit == r - 1)
            good = linked(f, f->node[which - digit * stride], node);
    }
    return good;
}

static uint32_t before(const fitting *f, uint32_t which) {
    uint32_t stride = 1;
    for (unsigned i = 0; which / stride % f->box.radix[i] == 0; i++)
        stride *= f->box.radix[i];
    return which - stride;
}

static bool fit(fitting *f) {
    uint32_t which = 1, nodes = f->net->nodes;
    memset(f->tried, 0, nodes * sizeof *f->tried);
    memset(f->taken, 0, nodes * sizeof *f->taken);
    f->node[0] = 0;
    f->taken[0] = true;
    for (unsigned steps = 0; steps < MOST_STEPS && which > 0 && which < nodes; steps++) {
        uint32_t beside = f->node[before(f, which)], found = LB_NONE;
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
    return which == nodes;
}

static int fit_any(fitting *f, lb_why *why) {
    box boxes[MOST_BOXES];
    unsigned count = find_boxes(f->net->nodes, f->net->nodes, f->least, (box){0}, boxes, 0);
    for (unsigned i = 0; i < count && i < TRIED_BOXES; i++) {
        f->box = boxes[i];
        if (fit(f))
            return LB_OK;
    }
    return lb_fail(why, LB_ERR_UNSUPPORTED, "no torus was found in the graph");
}

int lb_inner_find(const lb_task *task, lb_renaming *r, lb_why *why) {
    uint32_t nodes = task->net.nodes;
    fitting f = {.net = &task->net,
                 .leads = lb_zeroed(nodes * words(&task->net), sizeof *f.leads),
                 .node = lb_array(nodes, sizeof *f.node),
                 .tried = lb_array(nodes, sizeof *f.tried),
                 .taken = lb_array(nodes, sizeof *f.taken)};
    *r = (lb_renaming){.there = lb_array(nodes, sizeof *r->there)};
    int error = f.leads && f.node && f.tried && f.taken && r->there ? LB_OK : lb_fail_memory(why, "a torus in a graph");
    if (!error)
        find_links(&f);
    if (!error)
        error = fit_any(&f, why);
    for (uint32_t i = 0; i < nodes && !error; i++)
        r->there[f.node[i]] = i;
    if (!error)
        error = lb_net_create(f.box.dims, f.box.radix, &r->net, why);
    free(f.leads);
    free(f.node);
    free(f.tried);
    free(f.taken);
    return error;
}

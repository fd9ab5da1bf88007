/* Listing the arcs of a tree: every node says through which ports it is reached, children are gathered by counting, and
 * a walk from the root puts the arcs into preorder. O(arcs) after the O(d) a node that a parent costs. */
#include "algo/tree/arcs.h"

#include <stdlib.h>
#include <string.h>

/* The arcs as they are found, node by node. */
typedef struct found {
    const lb_net *net;
    uint32_t count;
    uint32_t *first; /* node: its arcs are first .. first[node+1]-1 */
    lb_arc *arc;
    uint32_t *child; /* arc+1 (0: the root): its children begin at child[], in `list` */
    uint32_t *list;
} found;

static void found_free(found *f) {
    free(f->first);
    free(f->arc);
    free(f->child);
    free(f->list);
}

static int find_arcs(const lb_tree *tree, found *f) {
    uint32_t n = f->net->nodes;
    uint8_t ports[LB_MAX_PORTS];
    uint32_t masks[LB_MAX_PORTS];
    f->first = lb_array((uint64_t)n + 1, sizeof *f->first);
    if (!f->first)
        return LB_ERR_MEMORY;
    f->first[0] = f->count = 0;
    for (uint32_t x = 1; x < n; x++) {
        f->first[x] = f->count;
        f->count += tree->parts == 1 ? 1 : lb_tree_links(tree, x, ports, masks);
    }
    f->first[n] = f->count;
    f->arc = lb_array(f->count, sizeof *f->arc);
    if (!f->arc)
        return LB_ERR_MEMORY;
    for (uint32_t x = 1; x < n; x++) {
        unsigned links = lb_tree_links(tree, x, ports, masks);
        for (unsigned k = 0; k < links; k++)
            f->arc[f->first[x] + k] = (lb_arc){.node = x,
                                               .from = lb_net_sub(f->net, x, f->net->unit[ports[k]]),
                                               .before = LB_NONE,
                                               .parts = masks[k],
                                               .port = ports[k]};
    }
    return LB_OK;
}

/* The arc into the parent that brings all parts of this one. */
static uint32_t arc_before(const found *f, const lb_arc *a) {
    for (uint32_t i = f->first[a->from]; a->from && i < f->first[a->from + 1]; i++) {
        if ((f->arc[i].parts & a->parts) == a->parts)
            return i;
    }
    return LB_NONE;
}

/* Children by counting; within a parent by node, that is (on cubes) by port. child[i+1] runs ahead while placing. */
static int gather_children(found *f) {
    f->child = lb_zeroed((uint64_t)f->count + 3, sizeof *f->child);
    f->list = lb_array(f->count, sizeof *f->list);
    if (!f->child || !f->list)
        return LB_ERR_MEMORY;
    for (uint32_t i = 0; i < f->count; i++) {
        f->arc[i].before = arc_before(f, &f->arc[i]);
        f->child[(f->arc[i].before == LB_NONE ? 0 : f->arc[i].before + 1) + 2]++;
    }
    for (uint32_t i = 2; i < f->count + 2; i++)
        f->child[i + 1] += f->child[i];
    for (uint32_t i = 0; i < f->count; i++)
        f->list[f->child[(f->arc[i].before == LB_NONE ? 0 : f->arc[i].before + 1) + 1]++] = i;
    return LB_OK;
}

/* Preorder without recursion: rings are deep. `next` says which child of each arc comes next; an arc is left, and its
 * end known, when there is none. place[] is where an arc went. */
static int put_in_order(const found *f, lb_arcs *arcs) {
    uint32_t *next = lb_array((uint64_t)f->count + 1, sizeof *next), *place = lb_array(f->count, sizeof *place);
    if (!next || !place) {
        free(next);
        free(place);
        return LB_ERR_MEMORY;
    }
    memcpy(next, f->child, ((size_t)f->count + 1) * sizeof *next);
    uint32_t at = LB_NONE, level = 0;
    for (;;) {
        uint32_t slot = at == LB_NONE ? 0 : at + 1;
        if (next[slot] < f->child[slot + 1]) {
            uint32_t i = f->list[next[slot]++];
            lb_arc *a = &arcs->arc[arcs->count];
            *a = f->arc[i];
            a->before = at == LB_NONE ? LB_NONE : place[at];
            a->level = ++level;
            a->branch = level == 1 ? a->port : arcs->arc[a->before].branch;
            arcs->height = level > arcs->height ? level : arcs->height;
            place[i] = arcs->count++;
            at = i;
        } else if (at == LB_NONE) {
            break;
        } else {
            arcs->arc[place[at]].end = arcs->count;
            at = f->arc[at].before;
            level--;
        }
    }
    free(next);
    free(place);
    return LB_OK;
}

int lb_arcs_create(const lb_net *net, lb_tree_kind kind, lb_arcs *arcs, lb_why *why) {
    *arcs = (lb_arcs){0};
    found f = {.net = net};
    int error = lb_tree_create(net, kind, 0, &arcs->tree, why);
    if (error)
        return error;
    uint64_t most = lb_times(net->nodes, kind == LB_TREE_EDGE_DISJOINT ? arcs->tree->parts : 2);
    error = lb_affordable(lb_times(most, 2 * sizeof(lb_arc) + 4 * sizeof(uint32_t) + 16), "the arcs of a tree", why);
    if (!error) {
        error = find_arcs(arcs->tree, &f);
        if (!error)
            error = gather_children(&f);
        arcs->arc = error ? NULL : lb_array(f.count, sizeof *arcs->arc);
        if (error || !arcs->arc || put_in_order(&f, arcs))
            error = lb_fail_memory(why, "the arcs of a tree");
    }
    found_free(&f);
    if (error)
        lb_arcs_free(arcs);
    return error;
}

void lb_arcs_free(lb_arcs *arcs) {
    lb_tree_free(arcs->tree);
    free(arcs->arc);
    free(arcs->lo);
    free(arcs->hi);
    *arcs = (lb_arcs){0};
}

/* ---- Shares ---- */

typedef struct dealer {
    lb_arcs *arcs;
    uint32_t *first; /* node: its arcs are order[first] .. */
    uint32_t *order;
    bool copied;
    uint64_t *load; /* per port of the root; copied: per level and port */
} dealer;

static uint64_t *load_of(const dealer *d, uint32_t i) {
    const lb_arc *a = &d->arcs->arc[i];
    return &d->load[d->copied ? (uint64_t)a->level * d->arcs->tree->net.ports + a->port : a->branch];
}

/* Sorts arcs by node, by counting. */
static int sort_by_node(dealer *d) {
    const lb_arcs *arcs = d->arcs;
    uint32_t n = arcs->tree->net.nodes;
    d->first = lb_zeroed((uint64_t)n + 2, sizeof *d->first);
    d->order = lb_array(arcs->count, sizeof *d->order);
    d->load = lb_zeroed(lb_times((uint64_t)arcs->height + 1, LB_MAX_PORTS), sizeof *d->load);
    if (!d->first || !d->order || !d->load)
        return LB_ERR_MEMORY;
    for (uint32_t i = 0; i < arcs->count; i++)
        d->first[arcs->arc[i].node + 2]++;
    for (uint32_t x = 0; x < n; x++)
        d->first[x + 2] += d->first[x + 1];
    for (uint32_t i = 0; i < arcs->count; i++)
        d->order[d->first[arcs->arc[i].node + 1]++] = i;
    return LB_OK;
}

/* Whose turn it is for a unit more: the arc whose port has least, of those that have not had one. */
static unsigned neediest(const dealer *d, const uint32_t *own, unsigned count, uint32_t had) {
    unsigned best = count;
    for (unsigned k = 0; k < count; k++) {
        if (!(had >> k & 1) && (best == count || *load_of(d, own[k]) < *load_of(d, own[best])))
            best = k;
    }
    return best;
}

static void deal_node(dealer *d, uint32_t x) {
    lb_arcs *arcs = d->arcs;
    const uint32_t *own = &d->order[d->first[x]];
    unsigned count = d->first[x + 1] - d->first[x];
    uint32_t had = 0;
    for (uint64_t left = arcs->denominator % count; left > 0; left--)
        had |= UINT32_C(1) << neediest(d, own, count, had);
    uint64_t at = 0;
    for (unsigned k = 0; k < count; k++) {
        uint64_t share = arcs->denominator / count + (had >> k & 1);
        arcs->lo[own[k]] = at;
        arcs->hi[own[k]] = at += share;
        *load_of(d, own[k]) += share;
    }
}

/* By parts. */
static void cut(lb_arcs *arcs) {
    uint64_t parts = arcs->tree->parts ? arcs->tree->parts : 1, each = arcs->denominator / parts,
             rest = arcs->denominator % parts;
    for (uint32_t i = 0; i < arcs->count; i++) {
        uint64_t t = (uint64_t)__builtin_ctz(arcs->arc[i].parts);
        arcs->lo[i] = each * t + rest * t / parts;
        arcs->hi[i] = each * (t + 1) + rest * (t + 1) / parts;
    }
}

int lb_arcs_deal(lb_arcs *arcs, uint64_t denominator, bool copied, lb_why *why) {
    dealer d = {.arcs = arcs, .copied = copied};
    arcs->denominator = denominator;
    free(arcs->lo);
    free(arcs->hi);
    arcs->lo = lb_array(arcs->count, sizeof *arcs->lo);
    arcs->hi = lb_array(arcs->count, sizeof *arcs->hi);
    bool taken = arcs->lo && arcs->hi && sort_by_node(&d) == LB_OK;
    unsigned parts = arcs->tree->parts; /* a node has as many arcs as divides this; those with least choice first */
    for (unsigned count = 1; taken && count <= parts; count++) {
        for (uint32_t x = 1; parts % count == 0 && x < arcs->tree->net.nodes; x++) {
            if (d.first[x + 1] - d.first[x] == count)
                deal_node(&d, x);
        }
    }
    if (taken && copied && arcs->tree->kind == LB_TREE_EDGE_DISJOINT)
        cut(arcs);
    free(d.first);
    free(d.order);
    free(d.load);
    return taken ? LB_OK : lb_fail_memory(why, "the shares of a tree");
}

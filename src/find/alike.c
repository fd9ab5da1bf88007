/* Laying a network onto a graph, node by node. Next comes the node with the most neighbours that are laid, of equals
 * the one whose first such was laid first; and at the beginning, which settles all the rest, nodes with a common
 * neighbour must have as many common neighbours there. So it shows at once if one is at the wrong place. Where nothing
 * is wrong the ways that are left are the network's own symmetries, of which the first is taken. (find/embed.c bears
 * mistakes, and knows no lanes; where none need be borne this is quicker.) */
#include "find/alike.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>

enum { BEGINNING = 64 };

/* ---- Views ---- */

void lb_view_free(lb_view *view) {
    free(view->first);
    free(view->near);
    free(view->lanes);
    free(view->degree);
    *view = (lb_view){.nodes = 0};
}

static uint32_t lanes_between(const lb_view *view, uint32_t a, uint32_t b) {
    uint32_t low = view->first[a], high = view->first[a + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (view->near[middle] < b)
            low = middle + 1;
        else
            high = middle;
    }
    return low < view->first[a + 1] && view->near[low] == b ? view->lanes[low] : 0;
}

static int compare(const void *x, const void *y) {
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
    return a < b ? -1 : a > b;
}

/* The neighbours of a node, a lane each, become neighbours and lanes. */
static uint32_t join_lanes(lb_view *view, uint32_t from, uint32_t end) {
    uint32_t kept = from;
    if (end > from)
        qsort(view->near + from, end - from, sizeof *view->near, compare);
    for (uint32_t i = from; i < end; i++) {
        if (i > from && view->near[i] == view->near[kept - 1]) {
            view->lanes[kept - 1]++;
            continue;
        }
        view->near[kept] = view->near[i];
        view->lanes[kept++] = 1;
    }
    return kept;
}

int lb_view_make(const lb_net *net, lb_view *view) {
    uint32_t nodes = lb_net_nodes(net), at = 0;
    uint64_t room = (uint64_t)nodes * lb_net_ports(net);
    *view = (lb_view){.nodes = nodes};
    view->first = lb_array((uint64_t)nodes + 1, sizeof *view->first);
    view->near = lb_array(room, sizeof *view->near);
    view->lanes = lb_array(room, sizeof *view->lanes);
    view->degree = lb_zeroed(nodes, sizeof *view->degree);
    if (!view->first || !view->near || !view->lanes || !view->degree)
        return LB_ERR_MEMORY;
    for (uint32_t v = 0; v < nodes; v++) {
        uint32_t end = view->first[v] = at;
        for (unsigned p = 0; p < lb_net_ports(net); p++) {
            if (lb_link_alive(net, v, p))
                view->near[end++] = lb_neighbor(net, v, p);
        }
        view->degree[v] = end - at;
        at = join_lanes(view, at, end);
    }
    view->first[nodes] = at;
    for (uint32_t v = 0; v < nodes; v++) {
        for (uint32_t i = view->first[v]; i < view->first[v + 1]; i++) {
            if (lanes_between(view, view->near[i], v) != view->lanes[i])
                return LB_ERR_UNSUPPORTED;
        }
    }
    return LB_OK;
}

int lb_view_shells(const lb_view *view, uint32_t node, uint32_t *count) {
    uint32_t *queue = lb_array(view->nodes, sizeof *queue), *hops = lb_array(view->nodes, sizeof *hops), tail = 0;
    if (queue && hops) {
        memset(hops, 0xff, view->nodes * sizeof *hops);
        memset(count, 0, view->nodes * sizeof *count);
        hops[node] = 0;
        queue[tail++] = node;
        for (uint32_t head = 0; head < tail; head++) {
            uint32_t v = queue[head];
            count[hops[v]]++;
            for (uint32_t i = view->first[v]; i < view->first[v + 1]; i++) {
                if (hops[view->near[i]] == LB_NONE) {
                    hops[view->near[i]] = hops[v] + 1;
                    queue[tail++] = view->near[i];
                }
            }
        }
    }
    int error = queue && hops ? LB_OK : LB_ERR_MEMORY;
    free(queue);
    free(hops);
    return error;
}

/* ---- Laying ---- */

typedef struct laying {
    const lb_view *net, *graph;
    uint32_t *order, *parent; /* nodes of the network, and for each one a neighbour before it */
    uint32_t *laid;           /* how many of its neighbours come before it */
    uint32_t *place, *node;   /* of the network's nodes, of the graph's; LB_NONE */
    uint32_t *next;           /* by levels: which neighbour of the parent's place is tried next */
    uint64_t *work;
} laying;

static bool comes_before(const laying *s, uint32_t v, uint32_t w) {
    return s->laid[v] > s->laid[w] || (s->laid[v] == s->laid[w] && s->place[s->parent[v]] < s->place[s->parent[w]]);
}

static void find_order(laying *s) {
    uint32_t n = s->net->nodes;
    memset(s->laid, 0, n * sizeof *s->laid);
    memset(s->place, 0xff, n * sizeof *s->place); /* here: LB_NONE where not yet in the order */
    for (uint32_t level = 0; level < n; level++) {
        uint32_t best = LB_NONE;
        for (uint32_t v = 0; v < n && level > 0; v++) {
            if (s->place[v] == LB_NONE && s->laid[v] > 0 && (best == LB_NONE || comes_before(s, v, best)))
                best = v;
        }
        uint32_t v = s->order[level] = level ? best : 0;
        s->place[v] = level;
        for (uint32_t i = s->net->first[v]; i < s->net->first[v + 1]; i++) {
            uint32_t w = s->net->near[i];
            s->parent[w] = s->laid[w] == 0 ? v : s->parent[w];
            s->laid[w] += s->place[w] == LB_NONE;
        }
    }
}

static uint32_t common(const lb_view *view, uint32_t a, uint32_t b) {
    uint32_t i = view->first[a], k = view->first[b], count = 0;
    while (i < view->first[a + 1] && k < view->first[b + 1]) {
        uint32_t x = view->near[i], y = view->near[k];
        count += x == y;
        i += x <= y;
        k += y <= x;
    }
    return count;
}

/* Whether it has as many common neighbours with those that are beside it. */
static bool fits_beside(const laying *s, uint32_t v, uint32_t at) {
    uint32_t from = s->parent[v];
    for (uint32_t i = s->net->first[from]; i < s->net->first[from + 1]; i++) {
        uint32_t other = s->net->near[i], there = s->place[other];
        if (there != LB_NONE && common(s->net, v, other) != common(s->graph, at, there))
            return false;
    }
    return true;
}

/* Whether all links to nodes that are laid are there, and no others. */
static bool fits(const laying *s, uint32_t v, uint32_t at) {
    uint32_t laid = 0;
    if (s->node[at] != LB_NONE || s->graph->degree[at] != s->net->degree[v])
        return false;
    for (uint32_t i = s->net->first[v]; i < s->net->first[v + 1]; i++) {
        uint32_t other = s->place[s->net->near[i]];
        if (other != LB_NONE && lanes_between(s->graph, at, other) != s->net->lanes[i])
            return false;
    }
    for (uint32_t i = s->graph->first[at]; i < s->graph->first[at + 1]; i++)
        laid += s->node[s->graph->near[i]] != LB_NONE;
    return laid == s->laid[v];
}

/* The next place that a level's node fits; LB_NONE: none is left. */
static uint32_t next_place(laying *s, uint32_t level) {
    uint32_t v = s->order[level], from = s->place[s->parent[v]];
    for (uint32_t i = s->graph->first[from] + s->next[level]; i < s->graph->first[from + 1]; i++) {
        s->next[level]++;
        *s->work -= *s->work > 0;
        if (fits(s, v, s->graph->near[i]) && (level > BEGINNING || fits_beside(s, v, s->graph->near[i])))
            return s->graph->near[i];
    }
    return LB_NONE;
}

static int lay_all(laying *s, uint32_t root) {
    uint32_t n = s->net->nodes, level = 1;
    memset(s->place, 0xff, n * sizeof *s->place);
    memset(s->node, 0xff, n * sizeof *s->node);
    if (s->graph->degree[root] != s->net->degree[0])
        return LB_ERR_UNSUPPORTED;
    s->place[0] = root;
    s->node[root] = 0;
    for (s->next[level < n ? level : 0] = 0; level < n;) {
        uint32_t v = s->order[level], at = *s->work ? next_place(s, level) : LB_NONE;
        if (at != LB_NONE) {
            s->place[v] = at;
            s->node[at] = v;
            if (++level < n)
                s->next[level] = 0;
        } else if (--level == 0 || *s->work == 0) {
            return LB_ERR_UNSUPPORTED;
        } else {
            s->node[s->place[s->order[level]]] = LB_NONE;
            s->place[s->order[level]] = LB_NONE;
        }
    }
    return LB_OK;
}

int lb_view_lay(const lb_view *net, const lb_view *graph, uint32_t root, uint64_t *work, uint32_t *place) {
    uint64_t n = net->nodes;
    laying s = {.net = net, .graph = graph};
    uint32_t *all = lb_zeroed(n, 5 * sizeof *all);
    if (!all)
        return LB_ERR_MEMORY;
    s.place = place;
    s.work = work;
    s.order = all;
    s.parent = all + n;
    s.laid = all + 2 * n;
    s.node = all + 3 * n;
    s.next = all + 4 * n;
    find_order(&s);
    int error = lay_all(&s, root);
    free(all);
    return error;
}

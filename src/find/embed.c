/* Laying hosts onto nodes: a search, node by node outwards from node 0. The hosts that may be at a node are those with
 * cables to the hosts of its neighbours that have been laid; every link that has no cable and every cable that is no
 * link counts as soon as both its ends are laid, and so do ends that a host has too few or too many. On cubes and tori
 * whatever is wrong shows within a few nodes, so that little is done in vain; the ways of laying that are left when
 * nothing is wrong are the network's own symmetries, of which the first is taken. */
#include "find/embed.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>

typedef struct errors {
    uint32_t missing, foreign; /* links without a cable, cables that are no link */
    uint32_t few, many;        /* ends that the hosts laid so far lack, or have too many; each error has two */
} errors;

typedef struct candidate {
    uint32_t host;
    errors after;
} candidate;

typedef struct search {
    const lb_graph *net, *hosts;
    uint32_t most_missing, most_foreign;
    uint32_t *order;               /* nodes, each but the first with a neighbour before it */
    uint32_t *host_at, *node_at;   /* LB_NONE: not laid */
    uint32_t *seen;                /* by hosts: among the candidates for this node, by its number in the order */
    candidate *stack;              /* of all nodes that are under way, one after the other */
    uint64_t room, *from, *cursor; /* where each node's begin, and the one that is laid */
    uint32_t ball, clean;          /* nodes within two hops of node 0; of the first so many nothing may be wrong */
    uint64_t work;                 /* hosts that may still be judged */
} search;

static bool order_nodes(search *s) {
    uint32_t n = s->net->count, last = 1;
    for (uint32_t v = 0; v < n; v++)
        s->seen[v] = LB_NONE;
    s->order[0] = 0;
    s->seen[0] = 0; /* the hops */
    for (uint32_t i = 0; i < last; i++) {
        s->ball += s->seen[s->order[i]] <= 2;
        for (uint32_t k = s->net->first[s->order[i]]; k < s->net->first[s->order[i] + 1]; k++) {
            uint32_t v = s->net->near[k];
            if (s->seen[v] == LB_NONE) {
                s->seen[v] = s->seen[s->order[i]] + 1;
                s->order[last++] = v;
            }
        }
    }
    for (uint32_t v = 0; v < n; v++)
        s->seen[v] = LB_NONE;
    return last == n;
}

enum { NEVER = 1 << 10 };

/* What a link costs that has no cable. Where no cable is foreign, all that a host has are links: then only those that
 * lack ends can lack links. */
static uint32_t missing_cost(const search *s, uint32_t node, uint32_t host) {
    return s->most_foreign == 0 && lb_graph_degree(s->hosts, host) >= lb_graph_degree(s->net, node) ? NEVER : 1;
}

/* And a cable that is no link: where no link is missing, only at hosts with too many ends. */
static uint32_t foreign_cost(const search *s, uint32_t node, uint32_t host) {
    return s->most_missing == 0 && lb_graph_degree(s->hosts, host) <= lb_graph_degree(s->net, node) ? NEVER : 1;
}

/* What is wrong when the host is at the node, beside what was wrong before. */
static errors judge(const search *s, uint32_t node, uint32_t host, errors e) {
    const lb_graph *net = s->net, *g = s->hosts;
    for (uint32_t k = net->first[node]; k < net->first[node + 1]; k++) {
        uint32_t other = s->host_at[net->near[k]];
        if (other != LB_NONE && !lb_graph_joined(g, host, other))
            e.missing += missing_cost(s, node, host) * missing_cost(s, net->near[k], other);
    }
    for (uint32_t k = g->first[host]; k < g->first[host + 1]; k++) {
        uint32_t other = s->node_at[g->near[k]];
        if (other != LB_NONE && !lb_graph_joined(net, node, other))
            e.foreign += foreign_cost(s, node, host) * foreign_cost(s, other, g->near[k]);
    }
    uint32_t wanted = lb_graph_degree(net, node), there = lb_graph_degree(g, host);
    e.few += wanted > there ? wanted - there : 0;
    e.many += there > wanted ? there - wanted : 0;
    return e;
}

static bool bearable(const search *s, errors e) {
    /* A host that lacks ends lacks links, one that has too many has foreign cables; each has two ends. Beyond that, a
     * cable at the wrong place takes an end away and adds another, at the same host perhaps. */
    return e.missing <= s->most_missing && e.foreign <= s->most_foreign && e.few <= 2 * s->most_missing &&
           e.many <= 2 * s->most_foreign;
}

static bool better(errors a, errors b) {
    return a.missing + a.foreign < b.missing + b.foreign ||
           (a.missing + a.foreign == b.missing + b.foreign && a.few + a.many < b.few + b.many);
}

/* In order of what is wrong with them, so that the best is tried first. */
static int add(search *s, uint32_t level, uint64_t *end, uint32_t host, errors before) {
    uint32_t node = s->order[level];
    if (s->node_at[host] != LB_NONE || s->seen[host] == level)
        return LB_OK;
    s->seen[host] = level;
    candidate c = {host, judge(s, node, host, before)};
    s->work -= s->work > 0;
    if (!bearable(s, c.after) || (level < s->clean && c.after.missing + c.after.foreign > 0))
        return LB_OK;
    int error = lb_grow((void **)&s->stack, &s->room, *end + 1, sizeof *s->stack);
    if (error)
        return error;
    uint64_t at = (*end)++;
    for (; at > s->from[level] && better(c.after, s->stack[at - 1].after); at--)
        s->stack[at] = s->stack[at - 1];
    s->stack[at] = c;
    return LB_OK;
}

/* The hosts that may be at the next node. Without a cable to any of its neighbours only where so many may be missing.
 */
static int gather(search *s, uint32_t level, uint64_t *end, errors before) {
    const lb_graph *net = s->net, *g = s->hosts;
    uint32_t node = s->order[level], laid = 0;
    int error = LB_OK;
    s->from[level] = *end;
    for (uint32_t k = net->first[node]; k < net->first[node + 1]; k++) {
        uint32_t other = s->host_at[net->near[k]];
        laid += other != LB_NONE;
        for (uint32_t i = other == LB_NONE ? 0 : g->first[other]; other != LB_NONE && i < g->first[other + 1] && !error;
             i++)
            error = add(s, level, end, g->near[i], before);
    }
    for (uint32_t host = 0; host < g->count && before.missing + laid <= s->most_missing && !error; host++)
        error = add(s, level, end, host, before);
    memset(s->seen, 0xff, g->count * sizeof *s->seen); /* the same level may come again */
    return error;
}

static void lay(search *s, uint32_t level) {
    const candidate *c = &s->stack[s->cursor[level]];
    s->host_at[s->order[level]] = c->host;
    s->node_at[c->host] = s->order[level];
}

static void take_up(search *s, uint32_t level) {
    s->node_at[s->host_at[s->order[level]]] = LB_NONE;
    s->host_at[s->order[level]] = LB_NONE;
}

/* The candidates of level 0 are there. */
static int climb(search *s, uint64_t end) {
    uint32_t level = 0, n = s->net->count;
    s->cursor[0] = s->from[0];
    for (;;) {
        bool any = s->cursor[level] < end;
        if (any) {
            lay(s, level);
            if (level + 1 == n)
                return LB_OK;
            errors now = s->stack[s->cursor[level]].after;
            int error = gather(s, ++level, &end, now);
            if (error)
                return error;
            s->cursor[level] = s->from[level];
            continue;
        }
        end = s->from[level];
        if (level-- == 0 || s->work == 0)
            return LB_ERR_UNSUPPORTED;
        take_up(s, level);
        s->cursor[level]++;
    }
}

static int downwards(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x < y) - (x > y);
}

/* Whether there are too few ends, or too many, however hosts are laid: the largest degrees onto the largest. */
static bool hopeless(const search *s, uint32_t *net, uint32_t *hosts) {
    errors e = {0, 0, 0, 0};
    uint32_t n = s->net->count;
    for (uint32_t v = 0; v < n; v++) {
        net[v] = lb_graph_degree(s->net, v);
        hosts[v] = lb_graph_degree(s->hosts, v);
    }
    qsort(net, n, sizeof *net, downwards);
    qsort(hosts, n, sizeof *hosts, downwards);
    for (uint32_t v = 0; v < n; v++) {
        e.few += net[v] > hosts[v] ? net[v] - hosts[v] : 0;
        e.many += hosts[v] > net[v] ? hosts[v] - net[v] : 0;
    }
    return !bearable(s, e);
}

static void forget(search *s) {
    for (uint32_t v = 0; v < s->net->count; v++)
        s->host_at[v] = s->node_at[v] = s->seen[v] = LB_NONE;
}

/* From one host at node 0, or from any. */
static int search_from(search *s, uint32_t first, uint32_t end_host) {
    uint64_t end = 0;
    errors none = {0, 0, 0, 0};
    int error = LB_OK;
    forget(s);
    s->from[0] = 0;
    for (uint32_t host = first; host < end_host && !error; host++)
        error = add(s, 0, &end, host, none);
    return error ? error : climb(s, end);
}

/* Where every node looks like every other, any host may be at node 0. First those around which nothing is wrong: which
 * way is which then shows at once, and few mistakes leave most hosts so. A search that begins where cables are wrong
 * goes astray, and one that begins elsewhere does not: all are begun, and none goes on for long before all have had a
 * try.
 */
static int begin(search *s, bool alike) {
    uint32_t n = s->net->count;
    uint64_t total = s->work, share = UINT64_C(8) * (n + s->net->edges);
    if (!alike)
        return search_from(s, 0, n);
    s->clean = s->ball;
    for (uint32_t root = 0; total >= share; root++) {
        if (root == n) {
            root = 0;
            share *= s->clean > 0 ? 1 : 2;
            s->clean = 0;
        }
        s->work = share;
        int error = search_from(s, root, root + 1);
        if (error != LB_ERR_UNSUPPORTED || (s->work > 0 && s->clean == 0)) /* found, or shown not to be there */
            return error;
        total -= share - s->work;
    }
    s->work = 0;
    return LB_ERR_UNSUPPORTED;
}

int lb_embed(const lb_graph *net, const lb_graph *hosts, uint32_t mistakes, bool alike, uint64_t *work,
             uint32_t *host_of) {
    uint64_t n = net->count;
    search s = {.net = net, .hosts = hosts};
    s.most_missing = mistakes - (hosts->edges > net->edges ? hosts->edges - net->edges : 0);
    s.most_foreign = mistakes - (net->edges > hosts->edges ? net->edges - hosts->edges : 0);
    s.work = *work;
    s.host_at = host_of;
    s.order = lb_array(n, sizeof *s.order);
    s.node_at = lb_array(n, sizeof *s.node_at);
    s.seen = lb_array(n, sizeof *s.seen);
    s.from = lb_array(n, sizeof *s.from);
    s.cursor = lb_array(n, sizeof *s.cursor);
    int error = s.order && s.node_at && s.seen && s.from && s.cursor ? LB_OK : LB_ERR_MEMORY;
    if (!error && hopeless(&s, s.order, s.node_at))
        error = LB_ERR_UNSUPPORTED;
    if (!error)
        error = order_nodes(&s) ? begin(&s, alike) : LB_ERR_UNSUPPORTED;
    *work = s.work;
    free(s.order);
    free(s.node_at);
    free(s.seen);
    free(s.from);
    free(s.cursor);
    free(s.stack);
    return error;
}

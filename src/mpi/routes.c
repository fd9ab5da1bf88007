/* Where messages go that do not stop at the nodes on their way, as far as that can be known: by the shortest ways,
 * dimension by dimension from the first, and around what is dead. What counts is how many share the busiest link, and
 * how many of these go far.
 *
 * On a whole network all nodes see the same, so that messages of one node tell everything: of all to all each port
 * carries what one node's messages need of it anywhere, and of a tree the links at its root are the busiest. */
#include "mpi/routes.h"

#include "mpi/memory.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 1024 }; /* of a network with faults, whose nodes are looked at one by one */

static uint32_t least(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

/* ---- On a whole network ---- */

typedef struct way {
    uint32_t hops[LB_MAX_DIMS], all;
    unsigned first, last; /* dimensions of its first and last link */
} way;

static way way_to(const lb_net *net, uint32_t to) {
    way w = {.all = 0, .first = LB_NONE, .last = LB_NONE};
    for (unsigned dim = 0; dim < lb_net_dims(net); dim++) {
        uint32_t digit = lb_digit(net, to, dim);
        w.hops[dim] = least(digit, lb_net_radix(net, dim) - digit);
        w.all += w.hops[dim];
        if (!w.hops[dim])
            continue;
        w.last = dim;
        w.first = w.first == LB_NONE ? dim : w.first;
    }
    return w;
}

/* What a message adds to the busiest link of a dimension. Ties of even rings are shared by both ports where all nodes
 * send, and go one way from a root. If every other node's go up, and an odd number of links far, every other link has
 * one more of them than the next. */
static double share_of(const lb_net *net, lb_pattern pattern, const way *w, unsigned dim) {
    uint32_t radix = lb_net_radix(net, dim), hops = w->hops[dim];
    if (pattern == LB_ALL_TO_ALL && 2 * hops == radix && radix > 2)
        return (hops + 1) / 2; /* NOLINT(bugprone-integer-division): whole messages */
    if (pattern == LB_ALL_TO_ALL)
        return radix > 2 ? hops / 2.0 : hops;
    if (dim != (pattern == LB_FROM_ROOT ? w->first : w->last))
        return 0;
    return 2 * hops == radix ? 1 : 0.5;
}

/* Whether a node has no digits but in these dimensions. */
static bool within(const lb_net *net, uint32_t node, unsigned begin, unsigned end) {
    for (unsigned dim = 0; dim < lb_net_dims(net); dim++) {
        if ((dim < begin || dim >= end) && lb_digit(net, node, dim) > 0)
            return false;
    }
    return true;
}

/* Sums from the farthest. */
static void see(lb_crowd *crowd, const double *count) {
    double sum = 0;
    for (unsigned d = LB_FAR; d > 0; d--) {
        sum += count[d];
        crowd->most[d] = crowd->most[d] > sum ? crowd->most[d] : sum;
    }
}

void lb_crowd_whole(const lb_net *net, lb_pattern pattern, unsigned begin, unsigned end, lb_crowd *crowd) {
    double count[LB_MAX_DIMS][LB_FAR + 1];
    memset(crowd, 0, sizeof *crowd);
    memset(count, 0, sizeof count);
    for (uint32_t v = 1; v < lb_net_nodes(net); v++) {
        if (!within(net, v, begin, end))
            continue;
        way w = way_to(net, v);
        for (unsigned dim = begin; dim < end; dim++)
            count[dim][least(w.all, LB_FAR)] += share_of(net, pattern, &w, dim);
        crowd->sent++;
    }
    for (unsigned dim = begin; dim < end; dim++)
        see(crowd, count[dim]);
}

/* ---- Around what is dead ---- */

typedef struct search {
    const lb_net *net;
    uint32_t *queue, *hops; /* hops LB_NONE: not reached */
    unsigned *port;         /* through which a node was reached */
    uint32_t found;
    double *load; /* of every link, node by node */
    double *sum;  /* messages for a node and those behind it */
} search;

static bool open_search(search *s, const lb_net *net) {
    uint64_t n = lb_net_nodes(net);
    *s = (search){.net = net};
    s->queue = lb_mpi_take(n, sizeof *s->queue);
    s->hops = lb_mpi_take(n, sizeof *s->hops);
    s->port = lb_mpi_take(n, sizeof *s->port);
    s->sum = lb_mpi_take(n, sizeof *s->sum);
    s->load = lb_mpi_take(n * lb_net_ports(net), sizeof *s->load);
    return s->queue && s->hops && s->port && s->sum && s->load;
}

static void close_search(search *s) {
    free(s->queue);
    free(s->hops);
    free(s->port);
    free(s->sum);
    free(s->load);
}

/* The shortest ways from a node to all others. */
static void search_from(search *s, uint32_t from) {
    s->found = 1;
    s->queue[0] = from;
    memset(s->hops, 0xff, lb_net_nodes(s->net) * sizeof *s->hops);
    s->hops[from] = 0;
    for (uint32_t i = 0; i < s->found; i++) {
        uint32_t at = s->queue[i];
        for (unsigned port = 0; port < lb_net_ports(s->net); port++) {
            uint32_t next = lb_neighbor(s->net, at, port);
            if (s->hops[next] != LB_NONE || !lb_link_alive(s->net, at, port))
                continue;
            s->hops[next] = s->hops[at] + 1;
            s->port[next] = port;
            s->queue[s->found++] = next;
        }
    }
}

/* A message to every node, or to one only, over the ways that were found. */
static void send_to(search *s, uint32_t only) {
    for (uint32_t i = 0; i < s->found; i++)
        s->sum[s->queue[i]] = only == LB_NONE || s->queue[i] == only;
    for (uint32_t i = s->found - 1; i > 0; i--) {
        uint32_t at = s->queue[i], before = lb_neighbor(s->net, at, lb_port_opposite(s->net, s->port[at]));
        s->load[(uint64_t)before * lb_net_ports(s->net) + s->port[at]] += s->sum[at];
        s->sum[before] += s->sum[at];
    }
}

/* The links at the root, by distance: those behind them are not busier. */
static void see_root(const search *s, lb_crowd *crowd) {
    for (unsigned port = 0; port < lb_net_ports(s->net); port++) {
        double count[LB_FAR + 1] = {0};
        for (uint32_t i = 1; i < s->found; i++) {
            uint32_t at = s->queue[i];
            while (s->hops[at] > 1)
                at = lb_neighbor(s->net, at, lb_port_opposite(s->net, s->port[at]));
            count[least(s->hops[s->queue[i]], LB_FAR)] += s->port[at] == port;
        }
        see(crowd, count);
    }
}

/* All links, by the busiest alone: how many of the messages on it go far is not counted. */
static void see_all(const search *s, uint32_t far, lb_crowd *crowd) {
    uint64_t links = (uint64_t)lb_net_nodes(s->net) * lb_net_ports(s->net);
    for (uint64_t i = 0; i < links; i++)
        crowd->most[1] = crowd->most[1] > s->load[i] ? crowd->most[1] : s->load[i];
    for (uint32_t d = 2; d <= least(far, LB_FAR); d++)
        crowd->most[d] = 1;
}

int lb_crowd_around(const lb_net *net, lb_pattern pattern, uint32_t node, lb_crowd *crowd) {
    search s;
    uint32_t n = lb_net_nodes(net), far = 0;
    bool all = pattern == LB_ALL_TO_ALL || pattern == LB_SHIFT;
    memset(crowd, 0, sizeof *crowd);
    if (n > MOST_NODES)
        return LB_ERR_SIZE;
    bool enough = open_search(&s, net);
    for (uint32_t from = 0; enough && from < n; from++) {
        if (!all && from != node)
            continue;
        search_from(&s, from);
        if (all)
            send_to(&s, pattern == LB_SHIFT ? lb_add(net, from, node) : LB_NONE);
        uint32_t last = pattern == LB_SHIFT ? lb_add(net, from, node) : s.queue[s.found - 1];
        far = s.hops[last] != LB_NONE && s.hops[last] > far ? s.hops[last] : far;
    }
    if (enough && all)
        see_all(&s, far, crowd);
    if (enough && !all)
        see_root(&s, crowd);
    crowd->sent = pattern == LB_SHIFT ? 1 : n - 1;
    close_search(&s);
    return enough ? LB_OK : LB_ERR_MEMORY;
}

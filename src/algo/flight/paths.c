/* Ways of flights that share no link: see paths.h.
 *
 * Where routes are free this is a greatest flow in whole numbers: every link carries one flight, a node that knows
 * sends `limit` of them, a target takes one. Ways are added one by one, each the shortest by which one more target can
 * be reached if others may be turned aside (Ford and Fulkerson, Edmonds and Karp). At most as many searches as targets,
 * each over all links. */
#include "algo/flight/paths.h"
#include "net/flights.h"

#include <stdlib.h>
#include <string.h>

int lb_paths_begin(lb_paths *p, const lb_net *net, uint32_t limit, lb_why *why) {
    uint64_t n = net->nodes;
    *p = (lb_paths){.net = net, .limit = limit};
    p->path = lb_zeroed(n, sizeof *p->path);
    p->knows = lb_zeroed(n, sizeof *p->knows);
    p->wanted = lb_zeroed(n, sizeof *p->wanted);
    p->used = lb_zeroed(n * net->ports, 1);
    p->sends = lb_zeroed(n, sizeof *p->sends);
    p->queue = lb_array(n, sizeof *p->queue);
    p->came_node = lb_array(n, sizeof *p->came_node);
    p->came_port = lb_array(n, 1);
    p->way = lb_array(n + 1, 1);
    if (p->path && p->knows && p->wanted && p->used && p->sends && p->queue && p->came_node && p->came_port && p->way)
        return LB_OK;
    lb_paths_end(p);
    return lb_fail_memory(why, "the ways of flights");
}

static void drop_paths(lb_paths *p) {
    for (uint32_t i = 0; i < p->count; i++)
        free(p->path[i].port);
    p->count = 0;
}

void lb_paths_end(lb_paths *p) {
    if (p->path)
        drop_paths(p);
    free(p->path);
    free(p->knows);
    free(p->wanted);
    free(p->used);
    free(p->sends);
    free(p->queue);
    free(p->came_node);
    free(p->came_port);
    free(p->way);
    *p = (lb_paths){.net = NULL};
}

static uint64_t link_of(const lb_paths *p, uint32_t node, unsigned port) {
    return (uint64_t)node * p->net->ports + port;
}

/* ---- Free routes: a flow ---- */

/* Goes from `node` on over links that are free, and back over those that ways come here by. */
static void spread(lb_paths *p, uint32_t node, uint32_t *tail) {
    const lb_net *net = p->net;
    for (unsigned port = 0; port < net->ports; port++) {
        uint32_t next = lb_neighbor(net, node, port);
        unsigned back = net->opposite[port];
        bool ahead = !p->used[link_of(p, node, port)], aside = p->used[link_of(p, next, back)];
        if (p->came_port[next] != UINT8_MAX || (!ahead && !aside))
            continue;
        p->came_node[next] = node;
        p->came_port[next] = (uint8_t)port;
        p->queue[(*tail)++] = next;
    }
}

/* The nearest target that one more way can lead to; LB_NONE: there is none. A node that knows and has sent all it may
 * is no beginning, but ways can be turned aside there. */
static uint32_t search(lb_paths *p) {
    const lb_net *net = p->net;
    uint32_t tail = 0;
    memset(p->came_port, UINT8_MAX, net->nodes);
    for (uint32_t v = 0; v < net->nodes; v++) {
        if (p->knows[v] && p->sends[v] < p->limit) {
            p->came_node[v] = v;
            p->came_port[v] = LB_MAX_PORTS - 1; /* never a port's number here: it begins */
            p->queue[tail++] = v;
        }
    }
    for (uint32_t head = 0; head < tail; head++) {
        if (p->wanted[p->queue[head]])
            return p->queue[head];
        spread(p, p->queue[head], &tail);
    }
    return LB_NONE;
}

/* Adds what was found: links that are free are taken, those gone back over are given up. */
static void augment(lb_paths *p, uint32_t node) {
    const lb_net *net = p->net;
    p->wanted[node] = false;
    while (p->came_node[node] != node) {
        uint32_t before = p->came_node[node];
        unsigned port = p->came_port[node], back = net->opposite[port];
        if (p->used[link_of(p, node, back)])
            p->used[link_of(p, node, back)] = 0;
        else
            p->used[link_of(p, before, port)] = 1;
        node = before;
    }
    p->sends[node]++;
}

/* The flow's way from a node that knows, link by link, its links taken out of it: loops are left out. */
static uint32_t follow(lb_paths *p, uint32_t node, const bool *target, uint32_t *end) {
    const lb_net *net = p->net;
    uint32_t links = 0;
    uint32_t *at = p->came_node, *nodes = p->queue; /* where on the way a node is, and the nodes on it */
    for (uint32_t v = 0; v < net->nodes; v++)
        at[v] = LB_NONE;
    at[node] = 0;
    nodes[0] = node;
    for (;;) {
        unsigned port = 0;
        while (port < net->ports && !p->used[link_of(p, node, port)])
            port++;
        if (port == net->ports || (links > 0 && target[node] && !p->wanted[node]))
            break;
        p->used[link_of(p, node, port)] = 0;
        p->way[links++] = (uint8_t)port;
        node = lb_neighbor(net, node, port);
        if (at[node] != LB_NONE) {
            for (uint32_t i = at[node] + 1; i < links; i++)
                at[nodes[i]] = LB_NONE;
            links = at[node];
        } else {
            at[node] = links;
            nodes[links] = node;
        }
    }
    *end = node;
    return links;
}

static int keep(lb_paths *p, uint32_t from, uint32_t to, uint32_t links) {
    uint8_t *port = lb_array(links, 1);
    if (!port)
        return LB_ERR_MEMORY;
    memcpy(port, p->way, links);
    p->path[p->count++] = (lb_path){from, to, links, port};
    return LB_OK;
}

static int flow(lb_paths *p) {
    const lb_net *net = p->net;
    bool *target = lb_array(net->nodes, sizeof *target);
    int error = target ? LB_OK : LB_ERR_MEMORY;
    if (target)
        memcpy(target, p->wanted, net->nodes * sizeof *target);
    for (uint32_t found = error ? LB_NONE : search(p); found != LB_NONE; found = search(p))
        augment(p, found);
    for (uint32_t v = 0; v < net->nodes && !error; v++) {
        for (; p->sends[v] > 0 && !error; p->sends[v]--) {
            uint32_t end, links = follow(p, v, target, &end);
            target[end] = false; /* others may pass it */
            error = links ? keep(p, v, end, links) : LB_OK;
        }
    }
    free(target);
    return error;
}

/* ---- The network's routes ---- */

static bool is_free(const lb_paths *p, uint32_t from, uint32_t links) {
    uint32_t node = from;
    for (uint32_t i = 0; i < links; i++) {
        if (p->used[link_of(p, node, p->way[i])])
            return false;
        node = lb_neighbor(p->net, node, p->way[i]);
    }
    return true;
}

/* The nearest of those that know whose way to the target is free. */
static int reach(lb_paths *p, uint32_t target) {
    const lb_net *net = p->net;
    uint32_t best = LB_NONE, least = LB_NONE;
    for (uint32_t v = 0; v < net->nodes; v++) {
        if (!p->knows[v] || p->sends[v] == p->limit || lb_distance(net, v, target) >= least)
            continue;
        uint32_t links = lb_net_ordered_route(net, lb_net_sub(net, target, v), p->way);
        if (is_free(p, v, links)) {
            best = v;
            least = links;
        }
    }
    if (best == LB_NONE)
        return LB_OK;
    uint32_t node = best, links = lb_net_ordered_route(net, lb_net_sub(net, target, best), p->way);
    for (uint32_t i = 0; i < links; i++) {
        p->used[link_of(p, node, p->way[i])] = 1;
        node = lb_neighbor(net, node, p->way[i]);
    }
    p->sends[best]++;
    return keep(p, best, target, links);
}

int lb_paths_find(lb_paths *p, const bool *knows, const uint32_t *targets, uint32_t count) {
    const lb_net *net = p->net;
    int error = LB_OK;
    drop_paths(p);
    memcpy(p->knows, knows, net->nodes * sizeof *knows);
    memset(p->wanted, 0, net->nodes * sizeof *p->wanted);
    memset(p->used, 0, (size_t)net->nodes * net->ports);
    memset(p->sends, 0, net->nodes * sizeof *p->sends);
    for (uint32_t i = 0; i < count; i++)
        p->wanted[targets[i]] = true;
    if (lb_net_routing(net) == LB_FREE_ROUTES)
        return flow(p);
    for (uint32_t i = 0; i < count && !error; i++)
        error = reach(p, targets[i]);
    return error;
}

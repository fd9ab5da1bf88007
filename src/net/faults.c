/* Which links there are, and what is dead. */
#include "net/net.h"

#include <string.h>

/* Where `key` is in a sorted list, or would be. */
static unsigned place_of(const uint64_t *list, unsigned count, uint64_t key) {
    unsigned low = 0, high = count;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (list[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool lb_dead_listed(const uint64_t *list, unsigned count, uint64_t key) {
    unsigned at = place_of(list, count, key);
    return at < count && list[at] == key;
}

void lb_dead_enter(uint64_t *list, unsigned *count, uint64_t key) {
    unsigned at = place_of(list, *count, key);
    memmove(list + at + 1, list + at, (*count - at) * sizeof *list);
    list[at] = key;
    ++*count;
}

bool lb_net_has_faults(const lb_net *net) {
    return net->dead.links || net->dead.nodes;
}

bool lb_node_alive(const lb_net *net, uint32_t node) {
    return !net->dead.nodes || !lb_dead_listed(net->dead.node, net->dead.nodes, node);
}

bool lb_link_here(const lb_net *net, uint32_t node, unsigned port) {
    if (net->kind == LB_NET_GRAPH) {
        uint32_t from = net->turned ? lb_neighbor(net, node, port) : node;
        return net->shape->there[(uint64_t)from * net->ports + port];
    }
    unsigned dim = net->port_dim[port];
    if (!(net->open >> dim & 1) || net->radix[dim] <= 2)
        return true;
    uint32_t digit = node / net->stride[dim] % net->radix[dim];
    return net->port_sign[port] > 0 ? digit + 1 < net->radix[dim] : digit > 0;
}

unsigned lb_port_to(const lb_net *net, uint32_t from, uint32_t to) {
    if (net->kind == LB_NET_GRAPH) {
        for (unsigned p = 0; p < net->ports && from != to; p++) {
            if (lb_neighbor(net, from, p) == to && lb_link_here(net, from, p))
                return p;
        }
        return LB_NONE;
    }
    uint32_t way = lb_net_sub(net, to, from);
    for (unsigned p = 0; p < net->ports; p++) {
        if (net->unit[p] == way && (!net->open || lb_link_here(net, from, p)))
            return p;
    }
    return LB_NONE;
}

bool lb_link_alive(const lb_net *net, uint32_t node, unsigned port) {
    const lb_dead *dead = &net->dead;
    if ((net->open || net->kind == LB_NET_GRAPH) && !lb_link_here(net, node, port))
        return false;
    if (dead->links && lb_dead_listed(dead->link, dead->links, lb_link_key(node, port)))
        return false;
    return !dead->nodes || (lb_node_alive(net, node) && lb_node_alive(net, lb_neighbor(net, node, port)));
}

uint32_t lb_nodes_alive(const lb_net *net) {
    return net->nodes - net->dead.nodes;
}

uint32_t lb_net_alive_below(const lb_net *net, uint32_t node) {
    return node - place_of(net->dead.node, net->dead.nodes, node);
}

/* All that there are, dead or not. */
static uint64_t links_here(const lb_net *net) {
    uint64_t links = (uint64_t)net->nodes * net->ports;
    if (net->kind == LB_NET_GRAPH)
        return net->shape->links;
    for (unsigned port = 0; port < net->ports && net->open; port++) { /* a line lacks the link around */
        unsigned dim = net->port_dim[port];
        links -= net->open >> dim & 1 && net->radix[dim] > 2 ? net->nodes / net->radix[dim] : 0;
    }
    return links;
}

uint64_t lb_links_alive(const lb_net *net) {
    uint64_t links = links_here(net) - net->dead.links;
    for (unsigned i = 0; i < net->dead.nodes; i++) {
        for (unsigned port = 0; port < net->ports; port++) { /* between two dead nodes it is counted by its sender */
            uint32_t node = (uint32_t)net->dead.node[i], other = lb_neighbor(net, node, port);
            links -= lb_link_here(net, node, port) ? 1 : 0;
            links -= lb_link_here(net, other, net->opposite[port]) && lb_node_alive(net, other) ? 1 : 0;
        }
    }
    return links;
}

/* Whether a dead link is the first lane to its neighbour: the others are dead with it. */
static bool first_lane(const lb_net *net, uint64_t key) {
    uint32_t node = (uint32_t)(key >> 8);
    return !net->lanes || lb_port_to(net, node, lb_neighbor(net, node, key & 255)) == (key & 255);
}

unsigned lb_net_dead_links(const lb_net *net) {
    unsigned count = 0;
    for (unsigned i = 0; i < net->dead.links; i++)
        count += first_lane(net, net->dead.link[i]);
    return count;
}

void lb_net_dead_link(const lb_net *net, unsigned index, uint32_t *from, uint32_t *to) {
    unsigned at = 0;
    while (!first_lane(net, net->dead.link[at]) || index-- > 0)
        at++;
    uint64_t key = net->dead.link[at];
    *from = (uint32_t)(key >> 8);
    *to = lb_neighbor(net, *from, key & 255);
}

unsigned lb_net_dead_nodes(const lb_net *net) {
    return net->dead.nodes;
}

uint32_t lb_net_dead_node(const lb_net *net, unsigned index) {
    return (uint32_t)net->dead.node[index];
}

void lb_net_mend(lb_net *net) {
    net->dead.links = net->dead.nodes = 0;
}

void lb_net_turn(lb_net *net) {
    lb_dead before = net->dead;
    net->dead.links = 0;
    for (unsigned i = 0; i < before.links; i++) {
        uint32_t node = (uint32_t)(before.link[i] >> 8);
        unsigned port = before.link[i] & 255;
        lb_dead_enter(net->dead.link, &net->dead.links, lb_link_key(lb_neighbor(net, node, port), net->opposite[port]));
    }
    net->turned = net->kind == LB_NET_GRAPH && !net->turned;
}

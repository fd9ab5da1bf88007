/* Which links there are. Networks with faults: what is dead, and whether what is left hangs together.
 *
 * Both ways matter: with one-way faults a node may be reached and not reach, so what is asked for is that from every
 * node every other can be reached. */
#include "net/net.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Where `key` is in a sorted list, or would be. */
static unsigned node_place(const lb_dead *dead, uint32_t key) {
    unsigned low = 0, high = dead->nodes;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (dead->node[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static unsigned link_place(const lb_dead *dead, uint64_t key) {
    unsigned low = 0, high = dead->links;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (dead->link[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool link_listed(const lb_dead *dead, uint64_t key) {
    unsigned at = link_place(dead, key);
    return at < dead->links && dead->link[at] == key;
}

static void enter_link(lb_dead *dead, uint64_t key) {
    unsigned at = link_place(dead, key);
    memmove(dead->link + at + 1, dead->link + at, (dead->links - at) * sizeof dead->link[0]);
    dead->link[at] = key;
    dead->links++;
}

static void enter_node(lb_dead *dead, uint32_t key) {
    unsigned at = node_place(dead, key);
    memmove(dead->node + at + 1, dead->node + at, (dead->nodes - at) * sizeof dead->node[0]);
    dead->node[at] = key;
    dead->nodes++;
}

bool lb_net_has_faults(const lb_net *net) {
    return net->dead.links || net->dead.nodes;
}

bool lb_node_alive(const lb_net *net, uint32_t node) {
    const lb_dead *dead = &net->dead;
    if (!dead->nodes)
        return true;
    unsigned at = node_place(dead, node);
    return at == dead->nodes || dead->node[at] != node;
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
    if (dead->links && link_listed(dead, lb_link_key(node, port)))
        return false;
    return !dead->nodes || (lb_node_alive(net, node) && lb_node_alive(net, lb_neighbor(net, node, port)));
}

uint32_t lb_nodes_alive(const lb_net *net) {
    return net->nodes - net->dead.nodes;
}

uint32_t lb_net_alive_below(const lb_net *net, uint32_t node) {
    return node - node_place(&net->dead, node);
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
            uint32_t node = net->dead.node[i], other = lb_neighbor(net, node, port);
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
    return net->dead.node[index];
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
        enter_link(&net->dead, lb_link_key(lb_neighbor(net, node, port), net->opposite[port]));
    }
    net->turned = net->kind == LB_NET_GRAPH && !net->turned;
}

/* ---- Taking something out ---- */

static int check_node(const lb_net *net, uint32_t node, lb_why *why) {
    if (node < net->nodes)
        return LB_OK;
    return lb_fail(why, LB_ERR_ARG, "there is no node %" PRIu32 "; the network has nodes 0 to %" PRIu32, node,
                   net->nodes - 1);
}

static int kill_node(lb_net *net, uint32_t node, lb_why *why) {
    int error = check_node(net, node, why);
    if (error)
        return error;
    if (!lb_node_alive(net, node))
        return lb_fail(why, LB_ERR_ARG, "node %" PRIu32 " is named twice", node);
    if (net->dead.nodes == LB_MAX_DEAD_NODES)
        return lb_fail(why, LB_ERR_SIZE, "more than %d dead nodes are not supported", LB_MAX_DEAD_NODES);
    enter_node(&net->dead, node);
    return LB_OK;
}

static int kill_link(lb_net *net, uint32_t from, uint32_t to, lb_why *why) {
    int error = check_node(net, from, why);
    if (!error)
        error = check_node(net, to, why);
    if (error)
        return error;
    unsigned port = from == to ? LB_NONE : lb_port_to(net, from, to);
    if (port == LB_NONE || !lb_link_here(net, from, port))
        return lb_fail(why, LB_ERR_ARG, "there is no link from %" PRIu32 " to %" PRIu32, from, to);
    if (link_listed(&net->dead, lb_link_key(from, port)))
        return lb_fail(why, LB_ERR_ARG, "the link from %" PRIu32 " to %" PRIu32 " is named twice", from, to);
    for (; port < net->ports; port++) { /* with all its lanes */
        if (lb_neighbor(net, from, port) != to || !lb_link_here(net, from, port))
            continue;
        if (net->dead.links == LB_MAX_DEAD_LINKS)
            return lb_fail(why, LB_ERR_SIZE, "more than %d dead links, each direction counted, are not supported",
                           LB_MAX_DEAD_LINKS);
        enter_link(&net->dead, lb_link_key(from, port));
    }
    return LB_OK;
}

/* Links that are dead with their nodes are not listed. */
static void drop_implied(lb_net *net) {
    unsigned kept = 0;
    for (unsigned i = 0; i < net->dead.links; i++) {
        uint64_t key = net->dead.link[i];
        uint32_t node = (uint32_t)(key >> 8);
        if (lb_node_alive(net, node) && lb_node_alive(net, lb_neighbor(net, node, key & 255)))
            net->dead.link[kept++] = key;
    }
    net->dead.links = kept;
}

static int kill_all(lb_net *net, const lb_fault *links, size_t count, const uint32_t *nodes, size_t node_count,
                    lb_why *why) {
    int error = LB_OK;
    for (size_t i = 0; i < count && !error; i++) {
        error = kill_link(net, links[i].from, links[i].to, why);
        if (!error && links[i].both)
            error = kill_link(net, links[i].to, links[i].from, why);
    }
    for (size_t i = 0; i < node_count && !error; i++)
        error = kill_node(net, nodes[i], why);
    if (!error && net->dead.nodes == net->nodes)
        error = lb_fail(why, LB_ERR_ARG, "no node of the network is left");
    if (!error && net->nodes > LB_MAX_FAULTY_NODES && lb_net_has_faults(net))
        error = lb_fail(why, LB_ERR_SIZE, "a network with faults has at most %" PRIu32 " nodes", LB_MAX_FAULTY_NODES);
    if (!error)
        drop_implied(net);
    return error;
}

/* ---- Whether it hangs together ---- */

enum { NAMED = 8 }; /* nodes that a sentence names */

/* "nodes 3, 7 and 12 more", of those alive that have been reached or not. */
static void part_text(const lb_net *net, const uint32_t *hops, bool reached, char *text, size_t size) {
    uint32_t count = 0;
    size_t length = 0;
    text[0] = '\0';
    for (uint32_t v = 0; v < net->nodes; v++) {
        if (!lb_node_alive(net, v) || (hops[v] != LB_NONE) != reached)
            continue;
        if (count++ < NAMED)
            length += (size_t)snprintf(text + length, size - length, "%s%" PRIu32, length ? ", " : "", v);
    }
    char numbers[160];
    snprintf(numbers, sizeof numbers, "%.150s", text);
    if (count > NAMED)
        snprintf(text, size, "nodes %s and %" PRIu32 " more", numbers, count - NAMED);
    else
        snprintf(text, size, "node%s %s", count == 1 ? "" : "s", numbers);
}

/* Whether nothing leads from one side to the other either way: that nothing does one way is known. */
static bool cut_off(const lb_net *net, const uint32_t *hops) {
    for (uint32_t v = 0; v < net->nodes; v++) {
        for (unsigned p = 0; p < net->ports; p++) {
            uint32_t to = lb_neighbor(net, v, p);
            if ((hops[v] == LB_NONE) != (hops[to] == LB_NONE) && lb_link_alive(net, v, p))
                return false;
        }
    }
    return true;
}

/* What is reached from a node (backwards: what reaches it) is everything, or is said to be apart from the rest: the
 * smaller part is named. Nothing leads from what was reached to the others. */
static int check_reach(const lb_net *net, const uint32_t *hops, bool backwards, lb_why *why) {
    uint32_t reached = 0, alive = lb_nodes_alive(net);
    char part[200];
    for (uint32_t v = 0; v < net->nodes; v++)
        reached += hops[v] != LB_NONE;
    if (reached == alive)
        return LB_OK;
    bool small = reached <= alive - reached; /* of two equal parts: that of the first node */
    uint32_t named = small ? reached : alive - reached;
    part_text(net, hops, small, part, sizeof part);
    if (cut_off(net, hops))
        return lb_fail(why, LB_ERR_ARG, "%s %s cut off from the others", part, named == 1 ? "is" : "are");
    return lb_fail(why, LB_ERR_ARG,
                   small == backwards ? "%s cannot be reached from the others" : "%s cannot reach the others", part);
}

/* Hops from a node, or (backwards) to it. Without lb_map, which is large: networks come from files too. */
static void reach(const lb_net *net, uint32_t node, bool backwards, uint32_t *hops, uint32_t *queue) {
    uint32_t tail = 1;
    for (uint32_t v = 0; v < net->nodes; v++)
        hops[v] = LB_NONE;
    hops[node] = 0;
    queue[0] = node;
    for (uint32_t head = 0; head < tail; head++) {
        uint32_t v = queue[head];
        for (unsigned p = 0; p < net->ports; p++) {
            uint32_t next = lb_neighbor(net, v, p);
            if (hops[next] != LB_NONE ||
                !(backwards ? lb_link_alive(net, next, net->opposite[p]) : lb_link_alive(net, v, p)))
                continue;
            hops[next] = hops[v] + 1;
            queue[tail++] = next;
        }
    }
}

int lb_net_check_whole(const lb_net *net, lb_why *why) {
    uint32_t *hops = lb_array(net->nodes, sizeof *hops), *queue = lb_array(net->nodes, sizeof *queue), first = 0;
    int error = hops && queue ? LB_OK : lb_fail_memory(why, "a network with faults");
    while (!lb_node_alive(net, first))
        first++;
    for (int backwards = 0; backwards < 2 && !error; backwards++) {
        reach(net, first, backwards, hops, queue);
        error = check_reach(net, hops, backwards, why);
    }
    free(hops);
    free(queue);
    return error;
}

int lb_net_without(const lb_net *net, const lb_fault *links, size_t count, const uint32_t *nodes, size_t node_count,
                   lb_net **out, lb_why *why) {
    *out = NULL;
    lb_net *faulty = lb_array(1, sizeof *faulty);
    if (!faulty)
        return lb_fail_memory(why, "a network");
    lb_net_copy(faulty, net);
    int error = kill_all(faulty, links, count, nodes, node_count, why);
    if (!error && lb_net_has_faults(faulty))
        error = lb_net_check_whole(faulty, why);
    if (error)
        lb_net_free(faulty);
    else
        *out = faulty;
    return error;
}

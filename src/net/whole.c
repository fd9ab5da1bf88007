/* Whether a network hangs together: what can be reached from where.
 *
 * Both ways matter: with one-way links a node may be reached and not reach, so what is asked for is that from every
 * node every other can be reached. */
#include "net/net.h"

#include <inttypes.h>
#include <stdlib.h>

enum { NAMED = 8 }; /* nodes that a sentence names */

/* "nodes 3, 7 and 12 more", of those alive that have been reached or not. Returns how many. */
static uint32_t part_text(const lb_net *net, const uint32_t *hops, bool reached, char *text, size_t size) {
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
    return count;
}

/* Of a graph whose file leaves numbers out (it may begin with 1): LB_ERR_ARG where nodes have no link at all. */
static int check_bare(const lb_net *net, uint32_t *hops, lb_why *why) {
    char part[200];
    for (uint32_t v = 0; v < net->nodes; v++) {
        hops[v] = LB_NONE;
        for (unsigned p = 0; p < net->ports && hops[v] == LB_NONE; p++)
            hops[v] = lb_neighbor(net, v, p) != v ? 0 : LB_NONE;
    }
    uint32_t count = part_text(net, hops, false, part, sizeof part);
    if (count == 0)
        return LB_OK;
    return lb_fail(why, LB_ERR_ARG, "%s %s no links", part, count == 1 ? "has" : "have");
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
static int check_reach(const lb_net *net, uint32_t *hops, bool backwards, lb_why *why) {
    uint32_t reached = 0, alive = lb_nodes_alive(net);
    char part[200];
    for (uint32_t v = 0; v < net->nodes; v++)
        reached += hops[v] != LB_NONE;
    if (reached == alive)
        return LB_OK;
    bool small = reached <= alive - reached; /* of two equal parts: that of the first node */
    uint32_t named = part_text(net, hops, small, part, sizeof part);
    bool apart = cut_off(net, hops);
    int bare = lb_net_is_graph(net) ? check_bare(net, hops, why) : LB_OK;
    if (bare)
        return bare;
    if (apart)
        return lb_fail(why, LB_ERR_ARG, "%s %s cut off from the others", part, named == 1 ? "is" : "are");
    return lb_fail(why, LB_ERR_ARG,
                   small == backwards ? "%s cannot be reached from the others" : "%s cannot reach the others", part);
}

void lb_net_reach(const lb_net *net, uint32_t node, bool backwards, uint32_t *hops, uint32_t *queue) {
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
        lb_net_reach(net, first, backwards, hops, queue);
        error = check_reach(net, hops, backwards, why);
    }
    free(hops);
    free(queue);
    return error;
}

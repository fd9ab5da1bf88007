/* Taking links and nodes out of a network: what is named is there, is named once, and leaves the rest whole. */
#include "net/net.h"

#include <inttypes.h>

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
    lb_dead_enter(net->dead.node, &net->dead.nodes, node);
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
    if (lb_dead_listed(net->dead.link, net->dead.links, lb_link_key(from, port)))
        return lb_fail(why, LB_ERR_ARG, "the link from %" PRIu32 " to %" PRIu32 " is named twice", from, to);
    for (; port < net->ports; port++) { /* with all its lanes */
        if (lb_neighbor(net, from, port) != to || !lb_link_here(net, from, port))
            continue;
        if (net->dead.links == LB_MAX_DEAD_LINKS)
            return lb_fail(why, LB_ERR_SIZE, "more than %d dead links, each direction counted, are not supported",
                           LB_MAX_DEAD_LINKS);
        lb_dead_enter(net->dead.link, &net->dead.links, lb_link_key(from, port));
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
    if (!error && lb_net_has_faults(net) && net->shape && net->shape->routing != LB_STORE_AND_FORWARD)
        error = lb_fail(why, LB_ERR_UNSUPPORTED, "a network that cuts through has all its links and nodes");
    if (!error && net->nodes > LB_MAX_FAULTY_NODES && lb_net_has_faults(net))
        error = lb_fail(why, LB_ERR_SIZE, "a network with faults has at most %" PRIu32 " nodes", LB_MAX_FAULTY_NODES);
    if (!error)
        drop_implied(net);
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

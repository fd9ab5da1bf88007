/* In which order the nodes of a graph stand when sums are made. Numbers say it, but a graph may be a torus whose nodes
 * are numbered at random, and then a plan of that torus goes with the order that its nodes have there. */
#include "net/net.h"

#include <stdlib.h>
#include <string.h>

/* As much of it as there is; NULL where there is nothing, or no memory for it. */
static void *copy_of(const void *table, uint64_t count, size_t size) {
    void *copy = table ? lb_array(count, size) : NULL;
    if (copy && count)
        memcpy(copy, table, count * size);
    return copy;
}

int lb_net_stand(const lb_net *net, const uint32_t *place, lb_net **out, lb_why *why) {
    const lb_shape *from = net->shape;
    uint64_t ends = (uint64_t)net->nodes * net->ports;
    *out = NULL;
    if (!lb_net_is_graph(net))
        return lb_fail(why, LB_ERR_UNSUPPORTED, "only the nodes of a graph can stand in another order");
    lb_net *other = lb_array(1, sizeof *other);
    if (!other)
        return lb_fail_memory(why, "a graph");
    *other = *net;
    int error = lb_net_give_shape(other, from->name, why);
    if (!error) {
        lb_shape *to = other->shape;
        to->diameter = from->diameter;
        to->links = from->links;
        to->to = copy_of(from->to, ends, sizeof *to->to);
        to->there = copy_of(from->there, ends, sizeof *to->there);
        to->spots = copy_of(from->spots, 2 * (uint64_t)net->nodes, sizeof *to->spots);
        to->place = copy_of(place, net->nodes, sizeof *to->place);
        if (!to->to || !to->there || !to->place || (from->spots && !to->spots))
            error = lb_fail_memory(why, "a graph");
    }
    if (error)
        lb_net_free(other);
    else
        *out = other;
    return error;
}

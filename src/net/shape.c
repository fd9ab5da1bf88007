/* What copies of a network share. */
#include "net/net.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static void free_shape(lb_shape *shape) {
    free(shape->name);
    free(shape->hops);
    free(shape->carry);
    free(shape->to);
    free(shape->there);
    free(shape->spots);
    free(shape->route_first);
    free(shape->route);
    lb_net_free(shape->base);
    free(shape);
}

int lb_net_give_shape(lb_net *net, const char *name, lb_why *why) {
    lb_shape *shape = net->shape = lb_zeroed(1, sizeof *shape);
    if (!shape)
        return lb_fail_memory(why, "a network");
    shape->users = 1;
    shape->name = lb_array(strlen(name) + 1, 1);
    if (!shape->name)
        return lb_fail_memory(why, "a network");
    memcpy(shape->name, name, strlen(name) + 1);
    return LB_OK;
}

void lb_net_copy(lb_net *to, const lb_net *net) {
    *to = *net;
    if (to->shape)
        atomic_fetch_add_explicit(&to->shape->users, 1, memory_order_relaxed);
    if (to->stands)
        atomic_fetch_add_explicit(&to->stands->users, 1, memory_order_relaxed);
}

void lb_net_drop(lb_net *net) {
    lb_shape *shape = net->shape;
    lb_stands *stands = net->stands;
    net->shape = NULL;
    net->stands = NULL;
    if (shape && atomic_fetch_sub_explicit(&shape->users, 1, memory_order_acq_rel) == 1)
        free_shape(shape);
    if (stands && atomic_fetch_sub_explicit(&stands->users, 1, memory_order_acq_rel) == 1)
        free(stands);
}

void lb_net_free(lb_net *net) {
    if (net)
        lb_net_drop(net);
    free(net);
}

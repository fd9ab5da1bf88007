/* What copies of a network share. */
#include "net/net.h"

#include <stdatomic.h>
#include <stdlib.h>

static void free_shape(lb_shape *shape) {
    free(shape->name);
    free(shape->hops);
    free(shape->carry);
    free(shape->to);
    free(shape->there);
    free(shape->spots);
    free(shape);
}

void lb_net_copy(lb_net *to, const lb_net *net) {
    *to = *net;
    if (to->shape)
        atomic_fetch_add_explicit(&to->shape->users, 1, memory_order_relaxed);
}

void lb_net_drop(lb_net *net) {
    lb_shape *shape = net->shape;
    net->shape = NULL;
    if (shape && atomic_fetch_sub_explicit(&shape->users, 1, memory_order_acq_rel) == 1)
        free_shape(shape);
}

void lb_net_free(lb_net *net) {
    if (net)
        lb_net_drop(net);
    free(net);
}

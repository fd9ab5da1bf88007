/* Networks as people call them. */
#include "net/net.h"
#include "net/route.h"

#include <inttypes.h>
#include <stdio.h>

static const char *routed(const lb_net *net) {
    static const char *const words[] = {
        [LB_STORE_AND_FORWARD] = "", [LB_FREE_ROUTES] = " cut-through", [LB_DIMENSION_ORDER] = " dimension-order"};
    return words[lb_net_routing(net)];
}

/* The flights of a plan are ports of a network of their own, which is called as the torus is that they cross. */
int lb_net_title(const lb_net *net, char *buffer, size_t size) {
    const lb_net *torus = lb_net_base(net);
    unsigned dims = lb_net_dims(torus);
    uint32_t nodes = lb_net_nodes(torus);
    if (lb_net_is_mesh(torus) && dims == 1)
        return snprintf(buffer, size, "line:%" PRIu32, nodes);
    if (!lb_net_is_torus(torus))
        return lb_net_name(net, buffer, size);
    if (nodes == 1 && dims == 1)
        return snprintf(buffer, size, "cube:0%s", routed(net));
    if (dims == 1)
        return snprintf(buffer, size, "ring:%" PRIu32 "%s", nodes, routed(net)); /* "on 8" says nothing */
    if (lb_net_is_cube(torus) && nodes > 1)
        return snprintf(buffer, size, "cube:%u%s", dims, routed(net)); /* rather than so many twos */
    return lb_net_name(net, buffer, size);
}

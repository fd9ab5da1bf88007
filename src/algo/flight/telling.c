/* What a broadcast by flights is made of. */
#include "algo/flight/telling.h"
#include "net/flights.h"

#include <stdlib.h>

/* Nodes up to which ways are looked for at once; and up to which they are where a grid of tiles takes a step more. */
enum { LOOKED_FOR = 256, LOOKED_FOR_LONG = 1024 };

int lb_telling_begin(lb_telling *t, const lb_net *net, uint32_t ports, lb_why *why) {
    *t = (lb_telling){.net = net, .ports = ports, .flight = lb_zeroed(net->nodes, sizeof *t->flight)};
    return t->flight ? LB_OK : lb_fail_memory(why, "the ways of flights");
}

void lb_telling_forget(lb_telling *t) {
    for (uint32_t i = 0; i < t->count; i++)
        free(t->flight[i].port);
    t->count = t->first[0] = 0;
}

void lb_telling_end(lb_telling *t) {
    lb_telling_forget(t);
    free(t->flight);
}

int lb_telling_flights(const lb_telling *t, lb_net **flights, lb_why *why) {
    lb_route *routes = lb_array(t->count, sizeof *routes);
    *flights = NULL;
    if (!routes)
        return lb_fail_memory(why, "the ways of flights");
    for (uint32_t i = 0; i < t->count; i++)
        routes[i] = (lb_route){t->flight[i].links, t->flight[i].port};
    int error = lb_net_flights(t->net, routes, t->count, flights, why);
    free(routes);
    return error;
}

uint32_t lb_telling_least(const lb_telling *t) {
    uint32_t steps = 0;
    for (uint64_t know = 1; know < t->net->nodes; know *= t->ports + UINT64_C(1))
        steps++;
    return steps;
}

/* The only dimension with links, LB_NONE where there are several. */
static unsigned only_ring(const lb_net *net) {
    unsigned ring = LB_NONE;
    for (unsigned i = 0; i < net->dims; i++) {
        if (net->radix[i] > 1 && ring != LB_NONE)
            return LB_NONE;
        ring = net->radix[i] > 1 ? i : ring;
    }
    return ring;
}

static bool routes_fit(const lb_telling *t) {
    lb_net *flights;
    bool fit = lb_telling_flights(t, &flights, NULL) == LB_OK;
    lb_net_free(flights);
    return fit;
}

int lb_tell(lb_telling *t, lb_why *why) {
    unsigned ring = only_ring(t->net);
    if (ring != LB_NONE && t->ports >= 2)
        return lb_tell_thirds(t, ring) ? lb_fail_memory(why, "the ways of flights") : LB_OK;
    if (t->net->nodes <= LOOKED_FOR)
        return lb_tell_far(t, why);
    int error = lb_tell_tower(t, why);
    if (error == LB_ERR_MEMORY || (!error && t->steps == lb_telling_least(t)) || t->net->nodes > LOOKED_FOR_LONG)
        return error;
    error = lb_tell_far(t, why);
    if (error == LB_OK && routes_fit(t))
        return LB_OK;
    return error == LB_ERR_MEMORY ? error : lb_tell_tower(t, why);
}

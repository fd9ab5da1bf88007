/* What a broadcast by flights is made of. */
#include "algo/flight/telling.h"
#include "net/flights.h"

#include <stdlib.h>

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

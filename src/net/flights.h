/* Networks of flights.
 *
 * A network that cuts through carries a message over a route of several links for one start-up: a flight. On a lattice
 * a route is a word, the ports that it leaves by one after another, and means the same from every node. So the flights
 * of a plan make a lattice of their own: its ports are those of the torus, and one more for every route and for the way
 * back. A move through such a port is a flight; who does not ask which links carry it (transforms, programs, engines)
 * sees a network like any other. The checker, the clocks and the bounds ask. */
#ifndef LB_FLIGHTS_H
#define LB_FLIGHTS_H

#include "net/route.h"

/* Routes as ports of a network that cuts through (a torus with a routing; nothing of it dead), and the ways back: the
 * same links where routes are free, else those that the network takes. A route of one link, or one listed twice, adds
 * nothing. LB_ERR_ARG: not a route, or not the network's; LB_ERR_SIZE: more ports than there may be. */
int lb_net_flights(const lb_net *net, const lb_route *routes, size_t count, lb_net **out, lb_why *why);

/* The route of dimension order from node 0 to another; returns how many links, at most lb_diameter. */
uint32_t lb_net_ordered_route(const lb_net *net, uint32_t node, uint8_t *port);

/* A shortest one that begins with another dimension and goes on from there, round about; halves of rings down, if that
 * is wanted. For plans that name their routes. */
uint32_t lb_net_turned_route(const lb_net *net, uint32_t node, unsigned first, bool down, uint8_t *port);

/* Makes a torus cut through; `name` is its new one. */
int lb_net_cut_through(lb_net *net, lb_routing routing, const char *name, lb_why *why);

#endif

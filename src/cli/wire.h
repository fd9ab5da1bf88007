/* A switchless cluster: hosts, cables, addresses and routes of a network. */
#ifndef CLI_WIRE_H
#define CLI_WIRE_H

#include "linkbound.h"

enum { WIRE_NAME = 64, WIRE_NODES = 4096, WIRE_ENDS = 1 << 21 };

typedef struct wiring {
    const lb_net *net;
    char (*hosts)[WIRE_NAME];
    char (*ports)[WIRE_NAME]; /* interfaces, by ports */
} wiring;

/* `hosts` are names with ranges, n[0-7] or a,b,c, and `interfaces` too; NULL: n0, n1, ... and port0, port1, ... 0, or
 * an exit status after the error line. */
int wiring_make(const lb_net *net, const char *hosts, const char *interfaces, wiring *w);
void wiring_free(wiring *w);

/* A cable is counted where it goes up, or where both ends are the same port, at the lesser node. Whether a port of a
 * node has a cable; whether it is that end; and the port at the other end. */
bool wiring_has_cable(const wiring *w, uint32_t node, unsigned port);
bool wiring_first_end(const wiring *w, uint32_t node, unsigned port);
unsigned wiring_other_port(const wiring *w, unsigned port);

/* Dotted: of a node, whatever the way; and of the end of a cable. */
typedef struct wire_address {
    char text[16];
} wire_address;
wire_address wiring_node_address(uint32_t node);
wire_address wiring_end_address(const wiring *w, uint32_t node, unsigned port);

/* The port through which what is for a node leaves. Tori: dimension by dimension, the shorter way around; where both
 * are as long, up from even digits and down from odd ones. Elsewhere: the first that leads nearer. */
unsigned wiring_route(const wiring *w, uint32_t at, uint32_t to);

#endif

/* Hosts, cables, addresses and routes. Every cable is a network of two addresses (/31, RFC 3021), from 10.128.0.0;
 * every node has one of its own, from 10.255.0.0, by which all others know it, whatever the way. */
#include "cli/wire.h"

#include "cli/say.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Names ---- */

typedef struct list {
    const char *what;
    char (*names)[WIRE_NAME];
    uint32_t count, most;
} list;

static int put(list *l, const char *before, int before_length, const char *number, const char *after,
               int after_length) {
    char name[2 * WIRE_NAME];
    int length = snprintf(name, sizeof name, "%.*s%s%.*s", before_length, before, number, after_length, after);
    if (length >= WIRE_NAME || length == 0)
        return cli_fail("wire: --%s: a name of %d letters; 1 to %d, please", l->what, length, WIRE_NAME - 1);
    if (strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") != (size_t)length ||
        name[0] == '-' || name[0] == '.')
        return cli_fail("wire: --%s: '%s' is no name: letters, digits, . _ and -", l->what, name);
    for (uint32_t i = 0; i < l->count; i++) {
        if (strcmp(l->names[i], name) == 0)
            return cli_fail("wire: --%s: '%s' is there twice", l->what, name);
    }
    if (l->count == l->most)
        return cli_fail("wire: --%s: more than the %" PRIu32 " that the network has", l->what, l->most);
    memcpy(l->names[l->count++], name, (size_t)length + 1);
    return CLI_OK;
}

/* n[0-7]x: the numbers keep their width. */
static int put_range(list *l, const char *word, int length, const char *open) {
    const char *end = word + length, *close = memchr(open, ']', (size_t)(end - open));
    unsigned first, last;
    int used = 0;
    if (!close || sscanf(open, "[%9u-%9u]%n", &first, &last, &used) != 2 || open + used != close + 1 || first > last)
        return cli_fail("wire: --%s: cannot read '%.*s'; write n[0-7], or names with commas between", l->what, length,
                        word);
    int width = (int)strspn(open + 1, "0123456789"), status = CLI_OK;
    for (unsigned i = first; i <= last && !status; i++) {
        char number[16];
        snprintf(number, sizeof number, "%0*u", width, i);
        status = put(l, word, (int)(open - word), number, close + 1, (int)(end - close - 1));
    }
    return status;
}

static int read_names(list *l, const char *text) {
    int status = CLI_OK;
    while (!status && *text) {
        int length = (int)strcspn(text, ",");
        const char *open = memchr(text, '[', (size_t)length);
        status = open ? put_range(l, text, length, open) : put(l, text, length, "", "", 0);
        text += length;
        text += *text == ',';
    }
    if (!status && l->count < l->most)
        status =
            cli_fail("wire: --%s: %" PRIu32 " for the %" PRIu32 " that the network has", l->what, l->count, l->most);
    return status;
}

static int make_names(const char *what, const char *text, const char *usual, uint32_t count,
                      char (**names)[WIRE_NAME]) {
    list l = {what, calloc(count ? count : 1, WIRE_NAME), 0, count};
    *names = l.names;
    if (!l.names)
        return cli_fail("wire: not enough memory");
    if (text)
        return read_names(&l, text);
    for (uint32_t i = 0; i < count; i++)
        snprintf(l.names[i], WIRE_NAME, "%s%" PRIu32, usual, i);
    return CLI_OK;
}

int wiring_make(const lb_net *net, const char *hosts, const char *interfaces, wiring *w) {
    *w = (wiring){.net = net};
    if (lb_net_nodes(net) > WIRE_NODES)
        return cli_fail("wire: more than %d nodes", WIRE_NODES);
    if ((uint64_t)lb_net_nodes(net) * lb_net_ports(net) > WIRE_ENDS)
        return cli_fail("wire: more than %d ends of cables: there are not so many addresses", WIRE_ENDS);
    int status = make_names("hosts", hosts, "n", lb_net_nodes(net), &w->hosts);
    return status ? status : make_names("interfaces", interfaces, "port", lb_net_ports(net), &w->ports);
}

void wiring_free(wiring *w) {
    free(w->hosts);
    free(w->ports);
}

/* ---- Cables ---- */

bool wiring_has_cable(const wiring *w, uint32_t node, unsigned port) {
    return lb_link_alive(w->net, node, port) ||
           lb_link_alive(w->net, lb_neighbor(w->net, node, port), wiring_other_port(w, port));
}

bool wiring_first_end(const wiring *w, uint32_t node, unsigned port) {
    bool same = wiring_other_port(w, port) == port;
    bool first = same ? node < lb_neighbor(w->net, node, port) : lb_port_sign(w->net, port) > 0;
    return first && wiring_has_cable(w, node, port);
}

unsigned wiring_other_port(const wiring *w, unsigned port) {
    return lb_port_opposite(w->net, port);
}

/* ---- Addresses ---- */

static wire_address dotted(uint32_t number) {
    wire_address a;
    snprintf(a.text, sizeof a.text, "%u.%u.%u.%u", number >> 24 & 255U, number >> 16 & 255U, number >> 8 & 255U,
             number & 255U);
    return a;
}

wire_address wiring_node_address(uint32_t node) {
    return dotted((10U << 24 | 255U << 16) + node);
}

wire_address wiring_end_address(const wiring *w, uint32_t node, unsigned port) {
    bool first = wiring_first_end(w, node, port);
    uint32_t owner = first ? node : lb_neighbor(w->net, node, port);
    unsigned of = first ? port : wiring_other_port(w, port);
    return dotted((10U << 24 | 128U << 16) + 2 * (owner * lb_net_ports(w->net) + of) + !first);
}

/* ---- Routes ---- */

static unsigned route_nearer(const lb_net *net, uint32_t at, uint32_t to) {
    uint32_t hops = lb_distance(net, at, to);
    unsigned port = 0;
    while (!lb_link_alive(net, at, port) || lb_distance(net, lb_neighbor(net, at, port), to) >= hops)
        port++;
    return port;
}

unsigned wiring_route(const wiring *w, uint32_t at, uint32_t to) {
    unsigned dim = 0;
    if (!lb_net_is_torus(w->net))
        return route_nearer(w->net, at, to);
    while (lb_digit(w->net, at, dim) == lb_digit(w->net, to, dim))
        dim++;
    uint32_t radix = lb_net_radix(w->net, dim), digit = lb_digit(w->net, at, dim);
    uint32_t ahead = (lb_digit(w->net, to, dim) + radix - digit) % radix;
    bool up = 2 * ahead < radix || (2 * ahead == radix && digit % 2 == 0);
    return lb_port_of(w->net, dim, up || radix == 2 ? 1 : -1);
}

/* The rules of the links. */
#include "check/links.h"
#include "net/flights.h"

#include <stdlib.h>
#include <string.h>

/* Of flights that share links their ends do not: bits for the links that they begin with, then for those they end with.
 */
static uint64_t bits_of(const lb_net *net, uint64_t places) {
    return places * lb_net_base(net)->ports * (lb_net_routing(net) == LB_STORE_AND_FORWARD ? 1 : 2);
}

uint64_t lb_links_bytes(const lb_net *net, bool relative) {
    uint64_t places = relative ? 1 : net->nodes;
    return bits_of(net, places) / 8 + 8 + 2 * places;
}

int lb_links_begin(lb_links *l, const lb_source *source) {
    const lb_net *net = &source->task->net;
    *l = (lb_links){.net = net, .places = source->relative ? 1 : net->nodes, .limit = source->ports};
    l->base = lb_net_base(net);
    l->limit = l->limit < l->base->ports ? l->limit : l->base->ports;
    bool cuts = lb_net_routing(net) != LB_STORE_AND_FORWARD;
    l->shared = cuts && source->clock == LB_LINEAR;
    l->route = cuts ? lb_array(lb_diameter(l->base) + UINT64_C(1), 1) : NULL;
    l->faulty = !lb_net_is_lattice(net);
    l->busy = lb_zeroed(bits_of(net, l->places) / 64 + 1, sizeof *l->busy);
    l->sends = lb_zeroed(l->places, 1);
    l->receives = lb_zeroed(l->places, 1);
    if (l->busy && l->sends && l->receives && (l->route || !cuts))
        return LB_OK;
    lb_links_end(l);
    return LB_ERR_MEMORY;
}

void lb_links_end(lb_links *l) {
    free(l->busy);
    free(l->sends);
    free(l->receives);
    free(l->used);
    free(l->route);
    l->route = NULL;
    l->busy = NULL;
    l->sends = l->receives = NULL;
    l->used = NULL;
    l->count = l->room = 0;
}

/* Where the count of a node's receives is kept: all nodes receive as many as node 0 sends. */
static uint32_t receiver(const lb_links *l, uint32_t node) {
    return l->places == 1 ? 0 : node;
}

static uint64_t place_of(const lb_links *l, uint32_t from, unsigned port) {
    return (uint64_t)port * l->places + from;
}

/* A file says from where to where: of several lanes, the first that is free in this step; if none is, the first. */
static unsigned free_lane(const lb_links *l, uint32_t from, uint32_t to, unsigned first) {
    for (unsigned port = first; port < l->net->ports; port++) {
        uint64_t link = place_of(l, from, port);
        if (lb_neighbor(l->net, from, port) == to && !(l->busy[link / 64] >> link % 64 & 1) &&
            lb_link_alive(l->net, from, port))
            return port;
    }
    return first;
}

static bool exists(const lb_links *l, lb_move *move) {
    const lb_net *net = l->net;
    if (move->from >= net->nodes || move->to >= net->nodes)
        return false;
    if (move->port != LB_PORT_UNKNOWN)
        return move->port < net->ports &&
               (net->kind == LB_NET_GRAPH ? lb_neighbor(net, move->from, move->port)
                                          : lb_net_add(net, move->from, net->unit[move->port])) == move->to;
    unsigned port = lb_port_to(net, move->from, move->to);
    if (port != LB_NONE && net->lanes)
        port = free_lane(l, move->from, move->to, port);
    move->port = (uint8_t)port;
    return port != LB_NONE;
}

/* Whether the link works; for links that exist. */
static bool alive(const lb_links *l, const lb_move *move) {
    return !l->faulty || lb_link_alive(l->net, move->from, move->port);
}

/* Sets a bit that is not set yet, and lists it. */
static lb_rule take(lb_links *l, uint64_t link, bool *memory) {
    uint64_t bit = UINT64_C(1) << link % 64;
    if (l->busy[link / 64] & bit)
        return LB_RULE_LINK_BUSY;
    if (l->count < l->places / 4 + 1 && l->count == l->room) {
        void *used = l->used;
        *memory = lb_grow(&used, &l->room, l->count + 1, sizeof *l->used) != LB_OK;
        l->used = used;
        if (*memory)
            return LB_RULE_NONE;
    }
    if (l->count < l->places / 4 + 1)         /* beyond that everything is cleared, and no list needed */
        l->used[l->count++] = (uint32_t)link; /* 2^26 nodes have fewer than 2^32 links */
    l->busy[link / 64] |= bit;
    return LB_RULE_NONE;
}

/* One link of a flight: no other crosses it; or, where they are shared, none begins or ends there too. */
static lb_rule cross(lb_links *l, uint32_t node, unsigned port, bool first, bool last, bool *memory) {
    uint64_t link = place_of(l, l->places == 1 ? 0 : node, port);
    lb_rule rule = LB_RULE_NONE;
    if (first || !l->shared)
        rule = take(l, link, memory);
    if (last && l->shared && rule == LB_RULE_NONE && !*memory)
        rule = take(l, link + (uint64_t)l->places * l->base->ports, memory);
    return rule;
}

/* Of a plan, whose port says the way. */
static lb_rule fly(lb_links *l, const lb_move *move, bool *memory) {
    lb_route route = lb_net_route(l->net, move->port);
    uint32_t node = move->from;
    lb_rule rule = LB_RULE_NONE;
    for (uint32_t i = 0; i < route.links && rule == LB_RULE_NONE && !*memory; i++) {
        rule = cross(l, node, route.port[i], i == 0, i + 1 == route.links, memory);
        node = lb_net_add(l->base, node, l->base->unit[route.port[i]]);
    }
    return rule;
}

/* Of a file, which names the nodes on the way; where the network decides, they may be left out. */
static lb_rule fly_via(lb_links *l, const lb_move *move, bool *memory) {
    const lb_net *net = l->net;
    uint32_t node = move->from, way = 0;
    lb_rule rule = LB_RULE_NONE;
    if (move->from >= net->nodes || move->to >= net->nodes || move->from == move->to)
        return LB_RULE_LINK;
    bool ordered = lb_net_routing(net) == LB_DIMENSION_ORDER;
    if (ordered)
        way = lb_net_ordered_route(net, lb_net_sub(net, move->to, move->from), l->route);
    uint32_t links = ordered ? way : move->nvia + 1;
    if (ordered && move->nvia && move->nvia + 1 != links)
        return LB_RULE_LINK;
    for (uint32_t i = 0; i < links && rule == LB_RULE_NONE && !*memory; i++) {
        uint32_t next = i + 1 == links ? move->to : move->nvia ? move->via[i] : lb_neighbor(net, node, l->route[i]);
        unsigned port = next < net->nodes && next != node ? lb_port_to(net, node, next) : LB_NONE;
        if (port == LB_NONE || (ordered && port != l->route[i]))
            return LB_RULE_LINK;
        rule = cross(l, node, port, i == 0, i + 1 == links, memory);
        node = next;
    }
    l->crossed = links;
    return rule;
}

lb_rule lb_links_use(lb_links *l, lb_move *move, bool *memory) {
    bool named = move->port == LB_PORT_UNKNOWN && lb_net_routing(l->net) != LB_STORE_AND_FORWARD;
    if (!named && (!exists(l, move) || !alive(l, move)))
        return LB_RULE_LINK;
    lb_rule rule = named               ? fly_via(l, move, memory)
                   : l->base == l->net ? take(l, place_of(l, move->from, move->port), memory)
                                       : fly(l, move, memory);
    if (!named)
        l->crossed = lb_net_route(l->net, move->port).links;
    if (rule != LB_RULE_NONE || *memory)
        return rule;
    uint32_t sends = ++l->sends[move->from];
    l->most_sends = sends > l->most_sends ? sends : l->most_sends;
    if (sends > l->limit)
        return LB_RULE_SEND_PORTS;
    if (l->limit < l->net->ports && ++l->receives[receiver(l, move->to)] > l->limit)
        return LB_RULE_RECV_PORTS;
    return LB_RULE_NONE;
}

void lb_links_next_step(lb_links *l) {
    if (l->count > l->places / 4) {
        memset(l->busy, 0, (bits_of(l->net, l->places) / 64 + 1) * sizeof *l->busy);
        memset(l->sends, 0, l->places);
        memset(l->receives, 0, l->places);
        l->count = 0;
        return;
    }
    for (uint64_t i = 0; i < l->count; i++) {
        uint32_t link = l->used[i], from = link % l->places;
        unsigned port = link / l->places % l->base->ports;
        l->busy[link / 64] = 0; /* whatever else is in the word is of this step too */
        l->sends[from] = 0;
        if (l->limit < l->net->ports)
            l->receives[receiver(l, lb_neighbor(l->base, from, port))] = 0;
    }
    l->count = 0;
}

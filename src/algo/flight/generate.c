/* The plan of a butterfly, made step by step when it is read. */
#include "algo/flight/generate.h"

static unsigned others_of(const lb_butterfly *b, unsigned part, uint32_t t) {
    return lb_butterfly_others(b, b->ring[part][t], b->level[part][t]);
}

/* The port by which a node sends what a part has for one of its peers in a step. */
static unsigned port_of(const lb_butterfly *b, const lb_net *net, unsigned part, uint32_t t, uint32_t node,
                        unsigned which) {
    unsigned ring = b->ring[part][t];
    uint32_t digit = node / net->stride[b->dim[ring]] % b->radix[ring];
    uint32_t peer = lb_butterfly_peer(b, part, ring, b->level[part][t], digit, which);
    bool down;
    uint32_t links = lb_butterfly_links(b, part, ring, digit, peer, lb_net_routing(net), &down);
    return b->port[ring][links * 2 + down];
}

static bool sends_by(const lb_butterfly *b, const lb_net *net, unsigned part, uint32_t t, uint32_t node,
                     unsigned port) {
    return port_of(b, net, part, t, node, 0) == port ||
           (others_of(b, part, t) > 1 && port_of(b, net, part, t, node, 1) == port);
}

/* The packet of one node through one port: what every part sends that way. */
static void one(const lb_plan *plan, uint32_t step, uint32_t node, unsigned port, lb_plan *room) {
    const lb_butterfly *b = plan->generator.data;
    const lb_net *net = &plan->task->net;
    uint32_t t;
    bool begun = false;
    lb_exchange what = lb_butterfly_step(b, step, &t);
    for (unsigned part = 0; part < b->parts; part++) {
        if (!sends_by(b, net, part, t, node, port))
            continue;
        uint32_t other = lb_neighbor(net, node, port);
        if (!begun)
            lb_room_move(room, node, port);
        if (!begun && room->op)
            lb_room_op(room, what == LB_DOUBLES ? LB_OP_COPY : LB_OP_SUM);
        begun = true;
        lb_kept k;
        if (what == LB_HALVES)
            lb_butterfly_begin(&k, b, net, part, t + 1, other);
        else
            lb_butterfly_begin(&k, b, net, part, what == LB_WHOLE ? b->halvings : t + 1, node);
        for (; !k.over; lb_butterfly_next(&k)) {
            if (plan->task->kind == LB_ALLGATHER)
                lb_room_item(room, k.block, 0, part, part + 1);
            else
                lb_room_item(room, 0, k.block, part, part + 1);
        }
    }
}

/* Packets of all nodes: parts that go the same way share one. */
static uint64_t count_packets(const lb_butterfly *b, const lb_net *net) {
    uint64_t packets = 0;
    for (uint32_t step = 1; step <= lb_butterfly_steps(b); step++) {
        uint32_t t;
        lb_butterfly_step(b, step, &t);
        for (uint32_t node = 0; node < net->nodes; node++) {
            for (unsigned part = 0; part < b->parts; part++) {
                for (unsigned which = 0; which < others_of(b, part, t); which++) {
                    unsigned before = 0, port = port_of(b, net, part, t, node, which);
                    while (before < part && !sends_by(b, net, before, t, node, port))
                        before++;
                    packets += before == part;
                }
            }
        }
    }
    return packets;
}

/* Blocks that a node sends in a step, of all parts, and those of one packet at most. */
static uint64_t blocks_in(const lb_butterfly *b, uint32_t step, uint32_t nodes, uint64_t *most) {
    uint32_t t;
    uint64_t all = 0, packet = 0;
    lb_exchange what = lb_butterfly_step(b, step, &t);
    for (unsigned part = 0; part < b->parts; part++) {
        uint64_t blocks = lb_butterfly_share(b, part, what == LB_WHOLE ? b->halvings : t + 1, nodes);
        all += blocks * others_of(b, part, t);
        packet += blocks;
    }
    *most = packet > *most ? packet : *most;
    return all;
}

int lb_butterfly_plan(const lb_task *flown, const lb_plan_options *o, const char *name, lb_butterfly *b, lb_plan **plan,
                      lb_why *why) {
    uint32_t nodes = flown->net.nodes, steps = lb_butterfly_steps(b);
    uint64_t items = 0, most = 0;
    for (uint32_t step = 1; step <= steps; step++)
        items += blocks_in(b, step, nodes, &most) * nodes;
    lb_generator generator = {
        .one = one,
        .free = lb_butterfly_free,
        .data = b,
        .bytes = sizeof *b,
        .items = items,
        .most_items = most,
        .denominator = b->parts > 1 ? b->parts : 0,
        .has_op = flown->kind == LB_ALLREDUCE && b->halvings > 0, /* else there are sums alone */
        .has_origin = flown->kind == LB_ALLGATHER,
        .has_dest = flown->kind != LB_ALLGATHER,
    };
    int error = lb_plan_generated(flown, name, LB_EXPLICIT, steps, count_packets(b, &flown->net), generator, plan, why);
    if (error)
        return error;
    (*plan)->clock = LB_LINEAR;
    (*plan)->packet = (*plan)->denominator;
    (*plan)->ports = o->ports;
    return LB_OK;
}

/* Broadcast down a tree, or down its parts at once.
 *
 * All ports. A node passes on what it gets to all its children in the next step. On the unit clock the root sends the
 * packets one after another, P+h-1 steps for a tree of height h; edge-disjoint parts have links of their own, so each
 * does its share at the same time: ceil(P/d)+d steps. On the linear clock h stages: h*(tau*m + beta), and down the
 * edge-disjoint trees (d+1)*(tau*m/d + beta), which is 001's BROADCAST 3A. An SBG's parts share all arcs but those into
 * cyclic nodes, so for a broadcast it is hardly better than a tree.
 *
 * Fewer ports. On the linear clock an arc has its turn as algo/tree/stages.c says; on the unit clock
 * algo/tree/queues.c. */
#include "algo/tree/route.h"

#include <stdlib.h>

/* Every arc once, with all it is for. */
static int arc_by_arc(const lb_route *r, lb_plan **plan, lb_why *why) {
    const lb_arcs *arcs = &r->arcs;
    lb_builder b;
    uint32_t stages, *stage = lb_array(arcs->count, sizeof *stage);
    int error = stage && !lb_route_stages(r, stage, &stages) ? LB_OK : lb_fail_memory(why, "a broadcast");
    lb_build_begin(&b, r->task, LB_ROOTED, LB_LINEAR, r->options->ports, arcs->denominator, 0);
    if (!error)
        error = lb_build_expect(&b, arcs->count, arcs->count, why);
    for (uint32_t i = 0; i < arcs->count && !error; i++) {
        if (arcs->lo[i] == arcs->hi[i])
            continue;
        lb_build_move(&b, stage[i], arcs->arc[i].from, arcs->arc[i].port, LB_OP_COPY);
        lb_build_item(&b, (lb_item){.lo = arcs->lo[i], .hi = arcs->hi[i]});
    }
    free(stage);
    return error ? error : lb_build_finish(&b, "tree", plan, why);
}

/* Packet after packet. */
static int packet_by_packet(const lb_route *r, lb_plan **plan, lb_why *why) {
    const lb_arcs *arcs = &r->arcs;
    lb_builder b;
    uint64_t packets = arcs->denominator, moves = lb_times(r->task->net.nodes - 1, packets);
    bool own_links = arcs->tree->kind == LB_TREE_EDGE_DISJOINT;
    lb_build_begin(&b, r->task, LB_ROOTED, LB_UNIT, r->options->ports, packets, 1);
    int error = lb_build_expect(&b, moves, moves, why);
    for (uint32_t i = 0; i < arcs->count && !error; i++) {
        const lb_arc *a = &arcs->arc[i];
        for (uint64_t q = arcs->lo[i]; q < arcs->hi[i]; q++) {
            lb_build_move(&b, (uint32_t)(own_links ? q - arcs->lo[i] : q) + a->level, a->from, a->port, LB_OP_COPY);
            lb_build_item(&b, (lb_item){.lo = q, .hi = q + 1});
        }
    }
    return error ? error : lb_build_finish(&b, "tree", plan, why);
}

int lb_route_broadcast(const lb_route *r, lb_plan **plan, lb_why *why) {
    if (r->together || r->options->clock == LB_LINEAR)
        return arc_by_arc(r, plan, why);
    return lb_route_limited(r) ? lb_route_by_queues(r, NULL, plan, why) : packet_by_packet(r, plan, why);
}

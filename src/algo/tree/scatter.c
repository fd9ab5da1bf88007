/* Scatter down a tree (004, section 5).
 *
 * All ports. The root hands out, through each of its ports, what is for that port's subtree, and every node passes on
 * at once what it gets: it comes from one link only (or, where a node hangs below several, it is for that node), so
 * nothing ever waits. On the unit clock packet by packet, in the order asked for: with the farthest first, or in
 * postorder, it takes as many steps as the largest subtree has packets. On the linear clock what is for one level is
 * one packet and, with the farthest first, all of them arrive in the last of n stages: the root's busiest link is
 * never idle, and by 004's lemma 4 no other has more in a stage. An SBG's subtrees are all (2^n-1)/n:
 *
 *      (2^n-1)/n*tau*m + n*beta.
 *
 * In postorder every node's data is a packet.
 *
 * Fewer ports. On the linear clock an arc carries all data of its subtree in one packet, and has its turn as
 * algo/tree/stages.c says: lemma 17's 2n-2 start-ups for an SBnT on one port. On the unit clock algo/tree/queues.c. */
#include "algo/tree/route.h"

#include <inttypes.h>
#include <stdlib.h>

static int begin(const lb_route *r, uint64_t packet, lb_builder *b, uint64_t hops, lb_why *why) {
    lb_clock clock = r->together ? LB_LINEAR : r->options->clock;
    lb_build_begin(b, r->task, LB_ROOTED, clock, r->options->ports, r->arcs.denominator, packet);
    return lb_build_expect(b, hops, hops, why);
}

/* One packet over the whole way from the root to arc x, leaving the root in step `start`. */
static void send_down(const lb_arcs *arcs, lb_builder *b, uint32_t x, uint64_t lo, uint64_t hi, uint32_t start) {
    for (uint32_t i = x; i != LB_NONE; i = arcs->arc[i].before) {
        lb_build_move(b, start + arcs->arc[i].level - 1, arcs->arc[i].from, arcs->arc[i].port, LB_OP_COPY);
        lb_build_item(b, (lb_item){.dest = arcs->arc[x].node, .lo = lo, .hi = hi});
    }
}

/* Hops of all data, `each` unit by itself or every share at once. */
static uint64_t count_hops(const lb_arcs *arcs, bool each) {
    uint64_t hops = 0;
    for (uint32_t i = 0; i < arcs->count; i++) {
        uint64_t share = arcs->hi[i] - arcs->lo[i], packets = each ? share : share > 0;
        if (__builtin_add_overflow(hops, lb_times(packets, arcs->arc[i].level), &hops))
            return UINT64_MAX;
    }
    return hops;
}

/* A subtree's packets one after another, of whatever size. `each`: a unit is a packet, else a share. */
static int one_by_one(const lb_route *r, const uint32_t *sequence, bool each, lb_plan **plan, lb_why *why) {
    const lb_arcs *arcs = &r->arcs;
    lb_builder b;
    int error = begin(r, each ? 1 : arcs->denominator, &b, count_hops(arcs, each), why);
    uint32_t start = 1;
    for (uint32_t k = 0; k < arcs->count && !error; k++) {
        uint32_t x = sequence[k];
        uint64_t lo = arcs->lo[x], hi = arcs->hi[x], step = each ? 1 : hi - lo;
        if (k > 0 && arcs->arc[x].branch != arcs->arc[sequence[k - 1]].branch)
            start = 1;
        for (; lo < hi; lo += step, start++)
            send_down(arcs, &b, x, lo, lo + step, start);
    }
    return error ? error : lb_build_finish(&b, "tree", plan, why);
}

/* What is for one level in one packet. */
static int level_by_level(const lb_route *r, lb_plan **plan, lb_why *why) {
    const lb_arcs *arcs = &r->arcs;
    lb_builder b;
    int error = begin(r, 0, &b, count_hops(arcs, false), why);
    bool farthest = r->order == LB_ORDER_REVERSE_BREADTH_FIRST;
    for (uint32_t x = 0; x < arcs->count && !error; x++) {
        uint32_t level = arcs->arc[x].level;
        if (arcs->lo[x] < arcs->hi[x])
            send_down(arcs, &b, x, arcs->lo[x], arcs->hi[x], farthest ? arcs->height - level + 1 : level);
    }
    return error ? error : lb_build_finish(&b, "tree", plan, why);
}

/* An arc takes all that is below it. */
static int subtree_by_subtree(const lb_route *r, lb_plan **plan, lb_why *why) {
    const lb_arcs *arcs = &r->arcs;
    lb_builder b;
    uint32_t stages, *stage = lb_array(arcs->count, sizeof *stage);
    int error = stage && !lb_route_stages(r, stage, &stages) ? LB_OK : lb_fail_memory(why, "a scatter");
    if (!error)
        error = begin(r, 0, &b, count_hops(arcs, false), why);
    for (uint32_t i = 0; i < arcs->count && !error; i++) {
        bool begun = false;
        for (uint32_t x = i; x < arcs->arc[i].end; x++) {
            if (arcs->lo[x] == arcs->hi[x])
                continue;
            if (!begun)
                lb_build_move(&b, stage[i], arcs->arc[i].from, arcs->arc[i].port, LB_OP_COPY);
            lb_build_item(&b, (lb_item){.dest = arcs->arc[x].node, .lo = arcs->lo[x], .hi = arcs->hi[x]});
            begun = true;
        }
    }
    free(stage);
    return error ? error : lb_build_finish(&b, "tree", plan, why);
}

int lb_route_scatter(const lb_route *r, lb_plan **plan, lb_why *why) {
    bool limited = lb_route_limited(r), unit = r->options->clock == LB_UNIT && !r->together;
    if (limited && !unit && (r->together || !r->ordered))
        return subtree_by_subtree(r, plan, why);
    if (!limited && !unit && r->order != LB_ORDER_POSTORDER)
        return level_by_level(r, plan, why);
    uint32_t *sequence = lb_array(r->arcs.count, sizeof *sequence);
    if (!sequence || lb_route_sequence(&r->arcs, r->order, sequence)) {
        free(sequence);
        return lb_fail_memory(why, "a scatter");
    }
    int error = limited ? lb_route_by_queues(r, sequence, plan, why) : one_by_one(r, sequence, unit, plan, why);
    free(sequence);
    return error;
}

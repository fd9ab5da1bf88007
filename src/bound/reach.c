/* Reach: how soon all can have heard from a node, where flights cross several links. A node that has heard begins at
 * most k flights in the time of a start-up, and a flight over L links takes a start-up and L-1 hops. So of the nodes
 * that are e hops or more away no more can have heard after the time t than
 *
 *      heard(t,e) = [e = 0] + k * sum over i = 0, 1, ... of told(t - i*beta, e),
 *      told(t,e)  = most of heard(t - beta - (L-1)*hop, e - L) over L = 1, 2, ...
 *                 = the larger of heard(t - beta, e-1) and told(t - hop, e-1)
 *
 * The time is counted in parts of a start-up. Growth says this of all nodes and without hops, the ports of a node of
 * the farthest one; here both count. */
#include "bound/claims.h"
#include "bound/spread.h"

#include <stdlib.h>

#define MOST_FAR  64                  /* diameters; where it is larger, the way to the farthest node is nearly all */
#define MOST_WORK (UINT64_C(1) << 24) /* moments times diameters squared, as the verification counts */

typedef struct reach {
    uint64_t links, nodes;
    uint32_t far, parts, hop; /* of a start-up, of which a hop takes so many */
    uint64_t there[MOST_FAR + 2];
    uint32_t *heard, *told, *sum; /* of the last parts+1 moments, for each e */
} reach;

/* All times from 0 to `now` that are of any account are at hand. */
static uint32_t *at(const reach *r, uint32_t *table, uint64_t now) {
    return &table[now % ((uint64_t)r->parts + 1) * ((uint64_t)r->far + 1)];
}

static void count_one(const reach *r, uint64_t now, uint32_t e) {
    uint64_t told = 0, sum = 0;
    if (now >= r->parts) {
        told = at(r, r->heard, now - r->parts)[e ? e - 1 : 0];
        uint32_t farther = e && now >= r->hop ? at(r, r->told, now - r->hop)[e - 1] : 0;
        told = farther > told ? farther : told;
        sum = told + at(r, r->sum, now - r->parts)[e];
    }
    uint64_t most = r->nodes, heard = (e == 0) + r->links * (sum < most ? sum : most);
    at(r, r->told, now)[e] = (uint32_t)told;
    at(r, r->sum, now)[e] = (uint32_t)(sum < most ? sum : most);
    at(r, r->heard, now)[e] = (uint32_t)(heard < most ? heard : most);
}

/* The moment from which all can have heard, and those far away that are last. */
static uint64_t moment(const reach *r, uint32_t *level) {
    for (uint64_t now = 0;; now++) {
        bool all = true;
        for (uint32_t e = 0; e <= r->far; e++)
            count_one(r, now, e);
        for (uint32_t e = 0; e <= r->far; e++) {
            bool heard = at(r, r->heard, now)[e] >= r->there[e];
            *level = heard ? *level : e;
            all = all && heard;
        }
        if (all)
            return now;
    }
}

/* The finest parts of a start-up that are not too many; false: none are. */
static bool choose_parts(reach *r, const lb_judge *judge) {
    uint64_t starts = r->far + UINT64_C(2), side = r->far + UINT64_C(1);
    for (uint64_t n = 1; n < r->nodes; n *= 2)
        starts++;
    for (uint64_t parts = judge->parts; parts; parts /= 2) {
        r->parts = (uint32_t)parts;
        r->hop = (uint32_t)(judge->passing * parts / judge->parts);
        if (r->hop && parts * starts * side * side <= MOST_WORK)
            return true;
    }
    return false;
}

static void claim(const reach *r, uint32_t node, bool inward, uint64_t blocks, lb_judge *judge) {
    uint32_t level = 0;
    uint64_t when = moment(r, &level);
    if (when > UINT32_MAX || !lb_judge_delayed(judge, blocks, r->links, when * judge->parts / r->parts, 1))
        return;
    judge->witness = (lb_witness){
        .kind = LB_WITNESS_REACH,
        .inward = inward,
        .node = node,
        .radius = (uint32_t)when,
        .first = level,
        .width = blocks != 0,
        .weight = {r->parts, r->hop},
        .load = r->there[level],
        .capacity = r->links,
    };
}

int lb_claim_reach(const lb_task *task, uint32_t node, bool inward, uint64_t blocks, uint64_t links, lb_judge *judge,
                   lb_why *why) {
    reach r = {.links = links, .nodes = task->net.nodes, .far = lb_diameter(&task->net)};
    if (!judge->flights || !judge->linear || !judge->passing || r.far > MOST_FAR || !choose_parts(&r, judge))
        return LB_OK;
    uint64_t places = ((uint64_t)r.parts + 1) * ((uint64_t)r.far + 1);
    uint32_t *counts = lb_spread_nodes(&task->net);
    r.heard = lb_zeroed(3 * places, sizeof *r.heard);
    int error = counts && r.heard ? LB_OK : lb_fail_memory(why, "the distances");
    if (!error) {
        r.told = r.heard + places;
        r.sum = r.told + places;
        for (uint32_t e = r.far + 1; e-- > 0;)
            r.there[e] = r.there[e + 1] + counts[e];
        claim(&r, node, inward, blocks, judge);
    }
    free(r.heard);
    free(counts);
    return error;
}

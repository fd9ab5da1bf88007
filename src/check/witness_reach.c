/* Verifying that those far from a node cannot all have heard from it in time, where flights cross several links: nodes
 * are counted by their distance, one by one, and for every moment and distance the best length of a flight is looked
 * for. Times are in parts of a start-up, as the witness counts them. */
#include "check/claims.h"
#include "check/recount.h"

#include <inttypes.h>
#include <stdlib.h>

#define MOST_WORK (UINT64_C(1) << 26)

typedef struct hearing {
    const lb_witness *w;
    uint64_t nodes, far, start, hop;
    uint64_t *heard; /* moment * (far+1) + hops: of the nodes so many hops away or more, those that can have heard */
    uint64_t *begun; /* the same, over one port of the first node */
} hearing;

static uint64_t place(const hearing *h, uint64_t moment, uint64_t hops) {
    return moment * (h->far + 1) + hops;
}

/* A flight that lands at this moment, on `hops` hops or more: who tells others from there. */
static uint64_t best_flight(const hearing *h, uint64_t moment, uint64_t hops) {
    uint64_t best = 0;
    for (uint64_t links = 1; links <= (hops ? hops : 1); links++) {
        uint64_t takes = h->start + (links - 1) * h->hop, left = hops > links ? hops - links : 0;
        if (takes <= moment && h->heard[place(h, moment - takes, left)] > best)
            best = h->heard[place(h, moment - takes, left)];
    }
    return best;
}

static void listen(hearing *h, uint64_t moment) {
    for (uint64_t hops = 0; hops <= h->far; hops++) {
        uint64_t begun = moment < h->start ? 0 : best_flight(h, moment, hops);
        if (moment >= h->start)
            begun += h->begun[place(h, moment - h->start, hops)];
        if (begun > h->nodes)
            begun = h->nodes;
        h->begun[place(h, moment, hops)] = begun;
        h->heard[place(h, moment, hops)] = begun * h->w->capacity + (hops == 0);
    }
}

static uint64_t nodes_beyond(const lb_task *task, uint32_t node, uint32_t hops) {
    uint64_t count = 0;
    for (uint32_t v = 0; v < task->net.nodes; v++)
        count += lb_distance(&task->net, node, v) >= hops;
    return count;
}

static int judge(hearing *h, lb_why *why) {
    const lb_witness *w = h->w;
    for (uint64_t moment = 0; moment < w->radius; moment++)
        listen(h, moment);
    return w->radius && h->heard[place(h, w->radius - UINT64_C(1), w->first)] >= w->load
               ? lb_fail(why, LB_ERR_CHECK, "the witness claims that so many cannot have heard, but they can")
               : LB_OK;
}

int lb_witness_verify_reach(const lb_task *task, uint64_t links, const lb_witness *w, lb_why *why) {
    hearing h = {
        .w = w, .nodes = task->net.nodes, .far = lb_diameter(&task->net), .start = w->weight[0], .hop = w->weight[1]};
    int error = lb_verify_capacity(w, links, why);
    if (error)
        return error;
    if (w->capacity > LB_TORUS_PORTS || w->first > h.far || h.start == 0 || h.hop > h.start || w->value > 1)
        return lb_fail(why, LB_ERR_CHECK, "the witness's times are not those of flights");
    error = lb_verify_load(w, nodes_beyond(task, w->node, w->first), why);
    if (error)
        return error;
    if (w->radius > MOST_WORK / ((h.far + 1) * (h.far + 1)))
        return lb_fail(why, LB_ERR_SIZE, "the witness's moments are too many to count");
    uint64_t places = (w->radius + UINT64_C(1)) * (h.far + 1);
    h.heard = lb_zeroed(places, sizeof *h.heard);
    h.begun = lb_zeroed(places, sizeof *h.begun);
    error = h.heard && h.begun ? judge(&h, why) : lb_fail_memory(why, "the moments");
    free(h.heard);
    free(h.begun);
    return error;
}

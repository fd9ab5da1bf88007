/* Verifying prices: what every block has to pay at least, by relaxing every link until nothing changes, against what a
 * step offers at these prices. */
#include "check/claims.h"
#include "check/pairs.h"
#include "check/recount.h"

#include <inttypes.h>
#include <stdlib.h>

enum { ALL_PAIRS = 4 }; /* of scan: the witness's `first` */

typedef struct till {
    const lb_task *task;
    const lb_net *net;
    const lb_witness *w;
    uint64_t links;
    uint64_t *cost;
    uint32_t asked;
} till;

/* A node's places: its ports, what it sends in all, what it receives in all. */
static uint64_t price(const till *t, uint32_t node, unsigned place) {
    return t->w->price[node * (t->net->ports + 2) + place];
}

static uint64_t hop(const till *t, uint32_t from, unsigned port) {
    return price(t, from, port) + price(t, from, t->net->ports) +
           price(t, lb_neighbor(t->net, from, port), t->net->ports + 1);
}

static void relax(till *t, uint32_t from) {
    bool changed = true;
    t->asked = from;
    for (uint32_t v = 0; v < t->net->nodes; v++)
        t->cost[v] = v == from ? 0 : UINT64_MAX / 2;
    while (changed) {
        changed = false;
        for (uint32_t v = 0; v < t->net->nodes; v++) {
            for (unsigned p = 0; p < t->net->ports; p++) {
                uint32_t to = lb_neighbor(t->net, v, p);
                if (!lb_link_alive(t->net, v, p) || t->cost[v] + hop(t, v, p) >= t->cost[to])
                    continue;
                t->cost[to] = t->cost[v] + hop(t, v, p);
                changed = true;
            }
        }
    }
}

/* Blocks are numbered by their origins, so that each is asked about once. */
static uint64_t paid(till *t) {
    uint64_t sum = 0, blocks = lb_pairs_count(t->task);
    for (uint64_t b = 0; b < blocks; b++) {
        uint32_t origin, dest;
        if (!lb_pairs_get(t->task, t->w->first, b, &origin, &dest))
            continue;
        if (t->asked != origin)
            relax(t, origin);
        sum += t->cost[dest];
    }
    return sum;
}

/* Of scan: what is missing at most where the way to a node w, from `meet` on, and the way from w on, up to `part`, are
 * one way from `meet` to `part`. It is dear enough if one of them could leave it, or both: then the ways from w to
 * `meet` and from `part` to w, which are there besides, pay for that. `cost` is from row to column. */
static uint64_t missing(const uint64_t *cost, uint32_t n, uint32_t w, uint32_t meet, uint32_t part) {
    uint64_t out = cost[w * n + meet], in = cost[part * n + w], end = cost[meet * n + w], begin = cost[w * n + part];
    uint64_t together = out + cost[meet * n + part] + in;
    if (begin <= out || end <= in || begin + end <= together)
        return 0;
    uint64_t least = begin - out < end - in ? begin - out : end - in;
    return begin + end - together < least ? begin + end - together : least;
}

/* Of scan: every node pays for a way to the next, less what ways that follow each other may be missing. */
static uint64_t paid_by_all(till *t, uint64_t *cost) {
    uint32_t n = t->net->nodes;
    uint64_t sum = 0, lost = 0;
    for (uint32_t v = 0; v < n; v++) {
        relax(t, v);
        for (uint32_t w = 0; w < n; w++)
            cost[v * n + w] = t->cost[w];
        sum += v + 1 < n ? t->cost[v + 1] : 0;
    }
    for (uint32_t w = 1; w + 1 < n; w++) {
        uint64_t most = 0;
        for (uint32_t i = 0; i < n * n; i++) {
            uint64_t less = missing(cost, n, w, i / n, i % n);
            most = less > most ? less : most;
        }
        lost += most;
    }
    return lost < sum ? sum - lost : 0;
}

static bool is_of_all(const till *t) {
    return t->task->kind == LB_SCAN && t->w->first == ALL_PAIRS && t->net->nodes <= LB_MAX_MOMENTS &&
           lb_net_dead_nodes(t->net) == 0;
}

static uint64_t offered(const till *t) {
    uint64_t sum = 0;
    for (uint32_t v = 0; v < t->net->nodes; v++) {
        uint64_t out = 0, in = 0;
        for (unsigned p = 0; p < t->net->ports; p++) {
            bool alive = lb_link_alive(t->net, v, p);
            sum += alive ? price(t, v, p) : 0;
            out += alive;
            in += lb_link_alive(t->net, lb_neighbor(t->net, v, p), t->net->opposite[p]);
        }
        sum += (out < t->links ? out : t->links) * price(t, v, t->net->ports);
        sum += (in < t->links ? in : t->links) * price(t, v, t->net->ports + 1);
    }
    return sum;
}

int lb_witness_verify_prices(const lb_task *task, uint64_t links, uint64_t packets, const lb_witness *witness,
                             lb_why *why) {
    const lb_net *net = &task->net;
    till t = {.task = task, .net = net, .w = witness, .links = links, .asked = LB_NONE};
    if ((uint64_t)net->nodes * (net->ports + 2) > LB_MAX_PRICES || !lb_pairs_known(task))
        return lb_fail(why, LB_ERR_CHECK, "the witness's prices are not those of this network");
    uint64_t n = net->nodes, rows = is_of_all(&t) ? n + 1 : 1;
    t.cost = lb_array(rows * n, sizeof *t.cost);
    if (!t.cost)
        return lb_fail_memory(why, "verifying a witness");
    uint64_t load = rows > 1 ? paid_by_all(&t, t.cost + n) : paid(&t);
    int error = lb_verify_counts(witness, load, offered(&t), packets, 0, why);
    free(t.cost);
    return error;
}

/* cohorts: scatter and gather of P packets a block on k ports, on any torus, in ceil(P*(n-1)/k) steps, or as many as
 * distances force. In the style of 000, section 3, beyond the paper: its balanced tree is for one packet.
 *
 * All packets go shortest ways and never wait. So what left the root in the same step, a cohort, is always at the same
 * distance from it, and two cohorts are never on the same links: only packets of one cohort can meet, and there are at
 * most k of them. They leave through different ports; each then takes any shortest way on which it meets none of the
 * cohort on a link. What remains is to share the packets out among the root's ports, each destination among those that
 * lead nearer to it, as evenly as can be: those that have least choice first, then by changing over along chains of
 * ports. Every port sends the farthest first. A gather is a scatter backwards.
 *
 * No node passes on more than a cohort at a time, so any port limit is kept. Fewest transmissions. */
#include "algo/flow/algorithms.h"

#include <stdlib.h>

#define MOST_MOVES (UINT64_C(1) << 22)
#define LOOK_AHEAD 16 /* packets of a port's queue that are tried when the first cannot join a cohort */

typedef struct yard {
    const lb_net *net;
    const lb_plan_options *o;
    uint32_t nodes, ports, far;
    uint16_t *hops;  /* of every node from the root */
    uint32_t *share; /* node * ports + port: packets for it that leave through the port */
    uint64_t load[LB_TORUS_PORTS];
    uint32_t *queue[LB_TORUS_PORTS]; /* destinations, the farthest first */
    uint64_t length[LB_TORUS_PORTS], sent[LB_TORUS_PORTS];
    uint32_t *piece; /* per node: its packets that have left */
    /* the cohort: who is where at each hop, and through which port it goes on */
    uint32_t members, *at[LB_TORUS_PORTS];
    uint8_t *by[LB_TORUS_PORTS];
    lb_builder builder;
} yard;

static bool nearer(const yard *y, uint32_t from, unsigned port, uint32_t to) {
    const lb_net *net = y->net;
    uint32_t offset = lb_net_sub(net, to, from);
    return y->hops[lb_net_sub(net, offset, net->unit[port])] < y->hops[offset];
}

static unsigned choices(const yard *y, uint32_t v) {
    unsigned count = 0;
    for (unsigned p = 0; p < y->ports; p++)
        count += nearer(y, 0, p, v);
    return count;
}

/* ---- Sharing out ---- */

static void give(yard *y, uint32_t v) {
    for (uint64_t i = 0; i < y->o->packets; i++) {
        unsigned best = 0;
        for (unsigned p = 1; p < y->ports; p++) {
            if (nearer(y, 0, p, v) && (!nearer(y, 0, best, v) || y->load[p] < y->load[best]))
                best = p;
        }
        y->share[(uint64_t)v * y->ports + best]++;
        y->load[best]++;
    }
}

/* Some destination that has a packet through one port and might have it through another; 0: none. */
static uint32_t movable(const yard *y, unsigned from, unsigned to) {
    for (uint32_t v = 1; v < y->nodes; v++) {
        if (y->share[(uint64_t)v * y->ports + from] && nearer(y, 0, to, v))
            return v;
    }
    return 0;
}

/* One packet less through the fullest port, one more through one that has room, along a chain of changes. */
static bool relieve(yard *y, unsigned full, uint64_t most) {
    unsigned queue[LB_TORUS_PORTS], by[LB_TORUS_PORTS], count = 1;
    uint32_t what[LB_TORUS_PORTS] = {0};
    bool seen[LB_TORUS_PORTS] = {false};
    queue[0] = full;
    seen[full] = true;
    for (unsigned i = 0; i < count; i++) {
        for (unsigned p = 0; p < y->ports; p++) {
            if (seen[p] || !(what[p] = movable(y, queue[i], p)))
                continue;
            seen[p] = true;
            by[p] = queue[i];
            queue[count++] = p;
            if (y->load[p] >= most)
                continue;
            y->load[p]++;
            y->load[full]--;
            for (unsigned q = p; q != full; q = by[q]) {
                y->share[(uint64_t)what[q] * y->ports + by[q]]--;
                y->share[(uint64_t)what[q] * y->ports + q]++;
            }
            return true;
        }
    }
    return false;
}

static void share_out(yard *y) {
    uint64_t most = lb_ceil_div(y->o->packets * (y->nodes - 1), y->ports);
    for (unsigned few = 1; few <= y->ports; few++) {
        for (uint32_t v = 1; v < y->nodes; v++) {
            if (choices(y, v) == few)
                give(y, v);
        }
    }
    for (unsigned p = 0; p < y->ports; p++) {
        while (y->load[p] > most && relieve(y, p, most)) {
        }
    }
}

static int make_queues(yard *y) {
    for (unsigned p = 0; p < y->ports; p++) {
        y->queue[p] = lb_array(y->load[p], sizeof *y->queue[p]);
        y->at[p] = lb_array((uint64_t)y->far + 1, sizeof *y->at[p]);
        y->by[p] = lb_array((uint64_t)y->far + 1, 1);
        if (!y->queue[p] || !y->at[p] || !y->by[p])
            return LB_ERR_MEMORY;
        for (uint32_t h = y->far; h > 0; h--) {
            for (uint32_t v = 1; v < y->nodes; v++) {
                for (uint32_t i = 0; y->hops[v] == h && i < y->share[(uint64_t)v * y->ports + p]; i++)
                    y->queue[p][y->length[p]++] = v;
            }
        }
    }
    return LB_OK;
}

/* ---- Cohorts ---- */

static bool is_free(const yard *y, uint32_t hop, uint32_t node, unsigned port, const uint32_t *far) {
    for (uint32_t i = 0; i < y->members; i++) {
        if (hop < far[i] && y->at[i][hop] == node && y->by[i][hop] == port)
            return false;
    }
    return true;
}

/* A way for a new member that meets none of the others, found depth first: by[] says how far each hop has looked. */
static bool join(yard *y, unsigned first, uint32_t dest, uint32_t *far) {
    uint32_t hop = 1, me = y->members, hops = y->hops[dest], tries = 64 * hops;
    y->at[me][0] = 0;
    y->by[me][0] = (uint8_t)first;
    y->at[me][1] = y->net->unit[first];
    y->by[me][1] = 0;
    while (hop < hops && hop > 0 && tries-- > 0) {
        uint32_t node = y->at[me][hop];
        unsigned p = y->by[me][hop];
        while (p < y->ports && !(nearer(y, node, p, dest) && is_free(y, hop, node, p, far)))
            p++;
        y->by[me][hop] = (uint8_t)p;
        if (p == y->ports) {
            hop--;
            if (hop > 0)
                y->by[me][hop]++;
            continue;
        }
        y->at[me][++hop] = lb_neighbor(y->net, node, p);
        y->by[me][hop] = 0;
    }
    if (hop != hops)
        return false;
    far[me] = hops;
    y->members++;
    return true;
}

static void write_member(yard *y, uint32_t step, uint32_t me, uint32_t dest) {
    uint64_t piece = y->piece[dest]++;
    for (uint32_t h = 0; h < y->hops[dest]; h++) {
        lb_build_move(&y->builder, step + h, y->at[me][h], y->by[me][h], LB_OP_COPY);
        lb_build_item(&y->builder, (lb_item){.origin = 0, .dest = dest, .lo = piece, .hi = piece + 1});
    }
}

/* The port that has most left to send, of those that have not been looked at. */
static unsigned fullest(const yard *y, uint32_t looked) {
    unsigned best = LB_TORUS_PORTS;
    for (unsigned p = 0; p < y->ports; p++) {
        if (looked >> p & 1 || y->sent[p] == y->length[p])
            continue;
        if (best == LB_TORUS_PORTS || y->length[p] - y->sent[p] > y->length[best] - y->sent[best])
            best = p;
    }
    return best;
}

/* Up to k packets, each through another port. Returns how many. */
static uint32_t send_cohort(yard *y, uint32_t step) {
    uint32_t looked = 0, far[LB_TORUS_PORTS];
    y->members = 0;
    while (y->members < y->o->ports) {
        unsigned p = fullest(y, looked);
        if (p == LB_TORUS_PORTS)
            break;
        looked |= UINT32_C(1) << p;
        for (uint64_t i = y->sent[p]; i < y->length[p] && i < y->sent[p] + LOOK_AHEAD; i++) {
            uint32_t dest = y->queue[p][i];
            if (!join(y, p, dest, far))
                continue;
            for (uint64_t k = i; k > y->sent[p]; k--) /* those before it keep their order */
                y->queue[p][k] = y->queue[p][k - 1];
            y->sent[p]++;
            write_member(y, step, y->members - 1, dest);
            break;
        }
    }
    return y->members;
}

/* ---- Putting it together ---- */

static int prepare(yard *y) {
    y->hops = lb_array(y->nodes, sizeof *y->hops);
    y->share = lb_zeroed((uint64_t)y->nodes * y->ports, sizeof *y->share);
    y->piece = lb_zeroed(y->nodes, sizeof *y->piece);
    if (!y->hops || !y->share || !y->piece)
        return LB_ERR_MEMORY;
    for (uint32_t v = 0; v < y->nodes; v++)
        y->hops[v] = (uint16_t)lb_distance(y->net, 0, v);
    share_out(y);
    return make_queues(y);
}

static void yard_free(yard *y) {
    free(y->hops);
    free(y->share);
    free(y->piece);
    for (unsigned p = 0; p < y->ports; p++) {
        free(y->queue[p]);
        free(y->at[p]);
        free(y->by[p]);
    }
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    yard y = {.net = &task->net, .o = o, .nodes = task->net.nodes, .ports = task->net.ports};
    uint64_t left = o->packets * (y.nodes - UINT64_C(1));
    y.far = lb_diameter(y.net);
    lb_build_begin(&y.builder, task, LB_ROOTED, o->clock, o->ports, o->packets, 1);
    int error = prepare(&y) ? lb_fail_memory(why, "the cohorts") : LB_OK;
    for (uint32_t step = 1; !error && left > 0; step++)
        left -= send_cohort(&y, step); /* at least one: alone nothing is in its way */
    yard_free(&y);
    if (!error)
        return lb_build_finish(&y.builder, "cohorts", plan, why);
    lb_build_abandon(&y.builder);
    return error;
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    uint64_t n = task->net.nodes, packets = lb_times(n, o->packets), far = lb_diameter(&task->net);
    bool plain = o->packets == 1 && o->ports >= task->net.ports; /* one balanced tree does that, mostly */
    return n > 1 && far < UINT16_MAX && lb_times(packets, far) <= MOST_MOVES ? (plain ? 20 : 87) : 0;
}

const lb_algo lb_algo_cohorts = {
    .info = {.name = "cohorts",
             .lattices = true,
             .source = "after Bertsekas et al. 1991 (000), section 3",
             .tasks = LB_TASK_BIT(LB_SCATTER) | LB_TASK_BIT(LB_GATHER),
             .any_ports = true,
             .min_ports = 1,
             .unit = true,
             .promise = "ceil(P*(n-1)/k) steps on k ports almost everywhere, optimal; fewest transmissions"},
    .suits = suits,
    .needs = "there would be too many moves",
    .build = build,
    .turned = LB_TASK_BIT(LB_GATHER),
};

/* PERMUTED SEND: any permutation, by way of everywhere (001, section 6).
 *
 * Every message is cut into 2^d pieces. A complete exchange brings piece w of every message to node w; another brings
 * it on to where the message must go. As the destinations are a permutation, each node has one piece for every node in
 * between, so both exchanges are perfectly even whatever the permutation: 2*(2^(d-1)*tau*m/2^d + d*beta), that is
 *
 *      tau*m + 2*d*beta.
 *
 * The data term is optimal in the worst case, since inversions and reflections need it (section 9). Messages that stay
 * where they are do not travel, which leaves some packets smaller; then this is an upper bound.
 *
 * The exchange. A recursive exchange corrects one bit after another, each packet carrying half of what a node has, over
 * one dimension at a time. So it is symmetrized: the message goes in d parts, and part r crosses dimension r first,
 * then r-1 and so on, cyclically. In each of the d stages every link carries half of one part, m/(2d).
 *
 * What a packet holds. Turn node ids so that part r's first dimension is their highest bit, and number the 2^d pieces
 * of part r by the turned id of the node in between. The first exchange then corrects bits from the highest to the
 * lowest, the second goes back from the lowest to the highest, and what one message has in a packet is always one run:
 *
 *      first, stage k    from 2^k origins, those like the sender but in the k highest bits: the 2^(d-1-k) pieces like
 *                        the sender in these bits and unlike it in the next
 *      second, stage k   for 2^(d-1-k) destinations, those like the sender in the k lowest bits and unlike it in the
 *                        next: the 2^k pieces like the sender in all but the k lowest bits
 *
 * Together 2*d*2^d*(2^d-1) runs, 21 million on the 10-cube. They are not held but generated, packet by packet.
 *
 * PERMUTED SEND 2 saves a start-up, beyond the paper. The last stage out and the first stage back cross the same
 * dimension. Leave that bit alone on the way out (2^(d-1) pieces), and let each piece cross the dimension once, in
 * between, if its destination lies there. At most everything does: m/d, what the two stages carried together. How much
 * it is is the same for all links of a dimension, since as many messages go one way as the other; with c the most
 * messages that cross one dimension one way,
 *
 *      (d-1 + c/2^(d-1))/d*tau*m + (2*d-1)*beta. */
#include "algo/formula.h"

#include <stdlib.h>

/* The generator's data. */
typedef struct routes {
    unsigned kept;   /* low bits of turned ids that are not spread over: 0, or 1 for PERMUTED SEND 2 */
    uint32_t from[]; /* where the message for a node comes from */
} routes;

/* The low d bits of x, turned by `by` places to the left. */
static uint32_t turn(uint32_t x, unsigned by, unsigned d) {
    uint32_t mask = (UINT32_C(1) << d) - 1;
    return by == 0 ? x : (x << by | x >> (d - by)) & mask;
}

/* A packet of one part, begun when its first item comes. */
typedef struct packet {
    lb_plan *room;
    uint32_t node;
    unsigned port;
    uint64_t lo, hi;
    bool begun;
} packet;

static void add(packet *p, uint32_t origin, uint32_t dest) {
    if (origin == dest)
        return;
    if (!p->begun)
        lb_room_move(p->room, p->node, p->port);
    p->begun = true;
    lb_room_item(p->room, origin, dest, p->lo, p->hi);
}

/* Spreading: part r crosses bit d-1-k of turned ids in stage k. */
static void spread(const lb_plan *plan, unsigned k, packet *p) {
    const routes *t = plan->generator.data;
    const uint32_t *list = plan->task->list;
    unsigned d = plan->task->net.ports, r = (p->port + k) % d, low = d - 1 - k;
    uint32_t v = turn(p->node, d - 1 - r, d), same = v & ((UINT32_C(2) << low) - 1);
    p->lo = (uint64_t)r << (d - t->kept) | (v >> low ^ 1) << low >> t->kept;
    p->hi = p->lo + (UINT64_C(1) << (low - t->kept));
    for (uint32_t high = 0; high < UINT32_C(1) << k; high++) {
        uint32_t origin = turn(high << low << 1 | same, (r + 1) % d, d);
        add(p, origin, list[origin]);
    }
}

/* Gathering: it crosses bit k in stage k. */
static void gather(const lb_plan *plan, unsigned k, packet *p) {
    const routes *t = plan->generator.data;
    unsigned d = plan->task->net.ports, r = (p->port + 2 * d - k - 1) % d;
    uint32_t v = turn(p->node, d - 1 - r, d), bit = UINT32_C(1) << k, same = (v ^ bit) & (2 * bit - 1);
    p->lo = (uint64_t)r << (d - t->kept) | (v & ~(bit - 1)) >> t->kept;
    p->hi = p->lo + (bit >> t->kept);
    for (uint32_t high = 0; high < UINT32_C(1) << (d - 1 - k); high++) {
        uint32_t dest = turn(high << k << 1 | same, (r + 1) % d, d);
        add(p, t->from[dest], dest);
    }
}

/* In between: bit 0, which was left alone. A node has a piece of every message that began on its side. */
static void change_sides(const lb_plan *plan, packet *p) {
    const uint32_t *list = plan->task->list;
    unsigned d = plan->task->net.ports, r = (p->port + d - 1) % d;
    uint32_t v = turn(p->node, d - 1 - r, d), bit = UINT32_C(1) << p->port;
    p->lo = (uint64_t)r << (d - 1) | v >> 1;
    p->hi = p->lo + 1;
    for (uint32_t high = 0; high < UINT32_C(1) << (d - 1); high++) {
        uint32_t origin = turn(high << 1 | (v & 1), (r + 1) % d, d);
        if ((list[origin] ^ origin) & bit)
            add(p, origin, list[origin]);
    }
}

static void one(const lb_plan *plan, uint32_t step, uint32_t node, unsigned port, lb_plan *room) {
    const routes *t = plan->generator.data;
    unsigned d = plan->task->net.ports, stage = step - 1;
    packet p = {.room = room, .node = node, .port = port};
    if (stage < d - t->kept)
        spread(plan, stage, &p);
    else if (t->kept && stage == d - 1)
        change_sides(plan, &p);
    else
        gather(plan, stage - d + t->kept, &p);
}

static uint32_t count_moving(const lb_task *task) {
    uint32_t count = 0;
    for (uint32_t v = 0; v < task->net.nodes; v++)
        count += task->list[v] != v;
    return count;
}

/* Messages that cross a dimension, both ways together. */
static uint32_t count_crossing(const lb_task *task, unsigned dim) {
    uint32_t count = 0;
    for (uint32_t v = 0; v < task->net.nodes; v++)
        count += (task->list[v] ^ v) >> dim & 1;
    return count;
}

/* How many of a part's packets are not empty, both exchanges: spreading, `live` tells of whom something has come to a
 * node, and the flood goes on from there; gathering is the same, backwards in time. */
static uint64_t part_moves(const lb_task *task, unsigned r, unsigned stages, uint8_t *live) {
    uint32_t n = task->net.nodes;
    unsigned d = task->net.ports;
    uint64_t moves = 0;
    for (uint32_t v = 0; v < n; v++)
        live[v] = task->list[v] != v; /* who moves from a node, moves to one: the same set */
    for (unsigned k = 0; k < stages; k++) {
        uint32_t bit = UINT32_C(1) << (r + d - k) % d;
        for (uint32_t v = 0; v < n; v++)
            moves += live[v];
        for (uint32_t v = 0; v < n; v++) {
            if (!(v & bit))
                live[v] = live[v | bit] = live[v] | live[v | bit];
        }
    }
    return 2 * moves;
}

/* All but those in between. */
static int count_moves(const lb_task *task, uint32_t moving, unsigned stages, uint64_t *moves, lb_why *why) {
    uint64_t d = task->net.ports, n = task->net.nodes;
    *moves = 0;
    if (moving == n)
        *moves = 2 * d * stages * n;
    if (moving == 0 || moving == n)
        return LB_OK;
    uint8_t *live = lb_array(n, 1);
    if (!live)
        return lb_fail_memory(why, "a plan");
    for (unsigned r = 0; r < d; r++)
        *moves += part_moves(task, r, stages, live);
    free(live);
    return LB_OK;
}

static int build(const lb_task *task, const lb_plan_options *o, unsigned kept, lb_plan **plan, lb_why *why) {
    uint32_t n = task->net.nodes, moving = count_moving(task);
    unsigned d = task->net.ports;
    uint64_t moves, items = UINT64_C(2) * d * moving * ((n >> kept) - 1), bytes = sizeof(routes) + n * sizeof(uint32_t);
    int error = count_moves(task, moving, d - kept, &moves, why);
    if (error)
        return error;
    for (unsigned dim = 0; dim < d && kept; dim++) {
        uint64_t crossing = count_crossing(task, dim);
        moves += crossing ? n : 0;
        items += crossing * (n / 2);
    }
    routes *t = lb_array(bytes, 1);
    if (!t)
        return lb_fail_memory(why, "a plan");
    t->kept = kept;
    for (uint32_t v = 0; v < n; v++)
        t->from[task->list[v]] = v;
    lb_generator generator = {
        .one = one,
        .free = free,
        .data = t,
        .bytes = bytes,
        .items = items,
        .most_items = (n + 1) / 2,
        .denominator = d ? (uint64_t)d << (d - kept) : 1,
        .fine = true,
        .has_origin = true,
        .has_dest = true,
    };
    error =
        lb_plan_generated(task, "permuted-send", LB_EXPLICIT, moving ? 2 * d - kept : 0, moves, generator, plan, why);
    if (!error)
        (*plan)->clock = o->clock;
    return error;
}

static int build_1(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    return build(task, o, 0, plan, why);
}

static int build_2(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    return build(task, o, task->net.ports > 0, plan, why);
}

static int time_1(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    (void)o;
    uint32_t moving = count_moving(task);
    int error = lb_formula_set(f, "tau*m + 2*d*beta", moving > 0, 1, moving ? 2 * task->net.ports : 0);
    f->exact = moving == 0 || moving == task->net.nodes;
    return error;
}

static int time_2(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    uint32_t most = 0;
    uint64_t d = task->net.ports, half = task->net.nodes / 2;
    int error = time_1(task, o, f);
    bool exact = f->exact;
    for (unsigned dim = 0; dim < d; dim++) {
        uint32_t one_way = count_crossing(task, dim) / 2;
        most = one_way > most ? one_way : most;
    }
    if (!error && most)
        error =
            lb_formula_set(f, "(d-1 + c/2^(d-1))/d*tau*m + (2*d-1)*beta", (d - 1) * half + most, d * half, 2 * d - 1);
    f->exact = exact;
    return error;
}

static int suits_1(const lb_task *task, const lb_plan_options *o) {
    (void)task;
    (void)o;
    return 60;
}

static int suits_2(const lb_task *task, const lb_plan_options *o) {
    (void)task;
    (void)o;
    return 65;
}

const lb_algo lb_algo_permuted_send = {
    .info = {.name = "permuted-send",
             .source = "Stout & Wagar 1990 (001), section 6: PERMUTED SEND",
             .tasks = LB_TASK_BIT(LB_PERMUTE),
             .cubes_only = true,
             .linear = true,
             .promise = "any permutation: tau*m + 2*d*beta, tau*m optimal in the worst case"},
    .suits = suits_1,
    .time = time_1,
    .build = build_1,
};

const lb_algo lb_algo_permuted_send_2 = {
    .info = {.name = "permuted-send-2",
             .source = "PERMUTED SEND with its middle stages joined, after 001, section 6",
             .tasks = LB_TASK_BIT(LB_PERMUTE),
             .cubes_only = true,
             .linear = true,
             .promise = "any permutation: at most tau*m + (2*d-1)*beta, tau*m optimal in the worst case"},
    .suits = suits_2,
    .time = time_2,
    .build = build_2,
};

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
 *      (d-1 + c/2^(d-1))/d*tau*m + (2*d-1)*beta.
 *
 * And nothing goes there and back: where a message and its destination agree in the last bits that it would be spread
 * over, it is not. That only makes packets smaller, so the time is then at most this; and no piece ever comes to a node
 * twice. */
#include "algo/common/formula.h"
#include "algo/permute/algorithms.h"

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
    uint32_t matters; /* ids must differ in one of these bits */
    bool begun;
} packet;

/* Adds a message's run, unless the message has nothing to cross at `bit` of turned ids or below: then what would be
 * spread over those bits would only be gathered again, and waits instead (PERMUTED SEND 2). */
static void add(packet *p, uint32_t origin, uint32_t dest) {
    if (((origin ^ dest) & p->matters) == 0)
        return;
    if (!p->begun)
        lb_room_move(p->room, p->node, p->port);
    p->begun = true;
    lb_room_item(p->room, origin, dest, p->lo, p->hi);
}

/* Bits 0 to `top` of turned ids, as bits of ids; all, for the plain PERMUTED SEND. */
static uint32_t bits_that_matter(const routes *t, unsigned d, unsigned r, unsigned top) {
    return t->kept ? turn((UINT32_C(2) << top) - 1, (r + 1) % d, d) : UINT32_MAX;
}

/* Spreading: part r crosses bit d-1-k of turned ids in stage k. */
static void spread(const lb_plan *plan, unsigned k, packet *p) {
    const routes *t = plan->generator.data;
    const uint32_t *list = plan->task->list;
    unsigned d = plan->task->net.ports, r = (p->port + k) % d, low = d - 1 - k;
    uint32_t v = turn(p->node, d - 1 - r, d), same = v & ((UINT32_C(2) << low) - 1);
    p->lo = (uint64_t)r << (d - t->kept) | (v >> low ^ 1) << low >> t->kept;
    p->hi = p->lo + (UINT64_C(1) << (low - t->kept));
    p->matters = bits_that_matter(t, d, r, low);
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
    p->matters = bits_that_matter(t, d, r, k);
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
    p->matters = bit;
    for (uint32_t high = 0; high < UINT32_C(1) << (d - 1); high++) {
        uint32_t origin = turn(high << 1 | (v & 1), (r + 1) % d, d);
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

/* A message of which something is spread at bit `low` of turned ids comes from the nodes that agree with the sender in
 * bits 0 to low, and differs from its destination there: marks the classes of nodes that have one. As many messages
 * leave a class as enter it, so gathering has the same classes. Counts the packets that are not empty, and the runs in
 * them, of both exchanges at this bit. */
static void count_stage(const lb_task *task, const routes *t, unsigned r, unsigned low, uint8_t *live, uint64_t *moves,
                        uint64_t *items) {
    unsigned d = task->net.ports;
    uint32_t classes = UINT32_C(2) << low, matters = bits_that_matter(t, d, r, low);
    uint64_t busy = 0, runs = 0;
    for (uint32_t c = 0; c < classes; c++)
        live[c] = 0;
    for (uint32_t v = 0; v < task->net.nodes; v++) {
        if (((v ^ task->list[v]) & matters) == 0)
            continue;
        uint8_t *mark = &live[turn(v, d - 1 - r, d) & (classes - 1)];
        runs++;
        busy += !*mark;
        *mark = 1;
    }
    *moves += 2 * busy << (d - 1 - low);
    *items += 2 * runs << (d - 1 - low);
}

static int count_all(const lb_task *task, const routes *t, uint64_t *moves, uint64_t *items, lb_why *why) {
    unsigned d = task->net.ports;
    uint32_t n = task->net.nodes;
    uint8_t *live = lb_array(UINT64_C(2) * n, 1);
    if (!live)
        return lb_fail_memory(why, "a plan");
    *moves = *items = 0;
    for (unsigned r = 0; r < d; r++) {
        for (unsigned low = t->kept; low < d; low++)
            count_stage(task, t, r, low, live, moves, items);
    }
    free(live);
    for (unsigned dim = 0; dim < d && t->kept; dim++) {
        uint64_t crossing = count_crossing(task, dim);
        *moves += crossing ? n : 0;
        *items += crossing * (n / 2);
    }
    return LB_OK;
}

static routes *make_routes(const lb_task *task, unsigned kept, uint64_t bytes) {
    routes *t = lb_array(bytes, 1);
    if (!t)
        return NULL;
    t->kept = kept;
    for (uint32_t v = 0; v < task->net.nodes; v++)
        t->from[task->list[v]] = v;
    return t;
}

static int build(const lb_task *task, const lb_plan_options *o, unsigned kept, lb_plan **plan, lb_why *why) {
    uint32_t n = task->net.nodes, moving = count_moving(task);
    unsigned d = task->net.ports;
    uint64_t moves, items, bytes = sizeof(routes) + n * sizeof(uint32_t);
    routes *t = make_routes(task, kept, bytes);
    if (!t)
        return lb_fail_memory(why, "a plan");
    int error = count_all(task, t, &moves, &items, why);
    if (error) {
        free(t);
        return error;
    }
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

/* Whether every message crosses every dimension, so that none waits anywhere. */
static bool all_cross(const lb_task *task) {
    for (uint32_t v = 0; v < task->net.nodes; v++) {
        if ((v ^ task->list[v]) != task->net.nodes - 1)
            return false;
    }
    return true;
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
    f->exact = exact && (most == 0 || all_cross(task));
    return error;
}

const lb_algo lb_algo_permuted_send = {
    .info = {.name = "permuted-send",
             .source = "Stout & Wagar 1990 (001), section 6: PERMUTED SEND",
             .tasks = LB_TASK_BIT(LB_PERMUTE),
             .cubes_only = true,
             .linear = true,
             .promise = "any permutation: tau*m + 2*d*beta, tau*m optimal in the worst case"},
    .score = 60,
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
    .score = 65,
    .time = time_2,
    .build = build_2,
};

/* bit-permute: permutations of a cube that move the bits of the address, and may turn some of them over (bit reversal,
 * shuffles, transposes, exchanges), on any number of ports. After D. Nassimi & S. Sahni, Optimal BPC permutations on a
 * cube connected SIMD computer, 1982, where nodes keep no more than two packets.
 *
 * Such a permutation falls into cycles of dimensions: bit s(i) of the origin becomes bit s(i+1) of the destination, or
 * its opposite. A cycle of L dimensions takes L steps, in each of which all packets are corrected in one of them: s(1),
 * s(2), ... and s(0) last. Before s(m) is, nodes where bits s(0) and s(1) do not fit together have no packet left, the
 * others two, which differ in what they had in s(m-1) when they started. That is what s(m) must become, so just one of
 * them has to cross it. So no link is wanted by two packets, and no node sends or gets more than one packet a step:
 * as many steps as there are dimensions with something to do, on one port as on all, and every packet goes the shortest
 * way. Where cycles have an even number of dimensions and of turns together, some packet crosses them all: the bound.
 *
 * Several packets a block, where cycles are all of one length: each packet begins with another dimension of another
 * cycle, so that as many as there are dimensions (or ports) go at the same time. Otherwise one after another.
 *
 * Where a packet is, is an affine function of where it started, over bits, and so the other way round: nothing is held.
 */
#include "algo/permute/algorithms.h"

#include <stdlib.h>

#define MOVES    (UINT64_C(1) << 63) /* beside the origin: whether there is a packet that has to cross */
#define SEARCHED 1024                /* nodes up to which several packets are better searched for */

typedef struct shuffle {
    unsigned d, moved; /* dimensions; those with something to do */
    unsigned next[32]; /* where a bit goes */
    uint32_t turned;   /* bits of the destination that are turned over */
    /* The moved dimensions, cycle after cycle; where the cycle of each place begins and ends. */
    unsigned order[32], begin[32], end[32];
    bool alike;     /* cycles are all of one length */
    unsigned width; /* packets at a time */
    uint64_t packets;
} shuffle;

/* What a packet does in a step: over which port, and its origin from where it is: the xor of the columns of all bits,
 * and the constant. */
typedef struct crossing {
    unsigned port;
    uint64_t piece, constant, column[32];
} crossing;

static bool find_bits(const lb_task *task, shuffle *s) {
    const uint32_t *to = task->list;
    s->d = task->net.ports;
    s->turned = to[0];
    for (unsigned i = 0; i < s->d; i++) {
        uint32_t bit = to[UINT32_C(1) << i] ^ s->turned;
        if (bit == 0 || (bit & (bit - 1)))
            return false;
        s->next[i] = (unsigned)__builtin_ctz(bit);
    }
    for (uint32_t v = 1; v < task->net.nodes; v++) {
        if ((to[v] ^ to[v & (v - 1)]) != UINT32_C(1) << s->next[__builtin_ctz(v)])
            return false;
    }
    return true;
}

static void find_cycles(shuffle *s) {
    uint32_t seen = 0;
    s->alike = true;
    for (unsigned i = 0; i < s->d; i++) {
        unsigned begin = s->moved;
        if (seen >> i & 1 || (s->next[i] == i && !(s->turned >> i & 1)))
            continue;
        for (unsigned at = i; !(seen >> at & 1); at = s->next[at]) {
            seen |= UINT32_C(1) << at;
            s->order[s->moved++] = at;
        }
        for (unsigned k = begin; k < s->moved; k++) {
            s->begin[k] = begin;
            s->end[k] = s->moved;
        }
        s->alike = s->alike && s->moved - begin == s->end[0];
    }
}

/* Whether it is one of these permutations. */
static bool recognise(const lb_task *task, const lb_plan_options *o, shuffle *s) {
    *s = (shuffle){.packets = o->packets};
    if (task->kind != LB_PERMUTE || !lb_net_is_cube(&task->net) || task->net.ports == 0 || !find_bits(task, s))
        return false;
    find_cycles(s);
    s->width = !s->alike ? 1 : o->ports < s->moved ? o->ports : s->moved;
    s->width = s->width > o->packets ? (unsigned)o->packets : s->width;
    return true;
}

static uint64_t steps_of(const shuffle *s) {
    return s->moved ? lb_times(lb_ceil_div(s->packets, s->width), s->moved) : 0;
}

/* ---- A step ---- */

/* Bit `of` of the origin is bit `at` of where it is, or the opposite. */
static void know(crossing *c, unsigned of, unsigned at, uint32_t turned) {
    c->column[at] ^= UINT64_C(1) << of;
    c->constant ^= (uint64_t)(turned >> at & 1) << of;
}

/* Within a cycle that begins at place `first` of the order, entered at s(0) = the place `enter` after that. */
static unsigned place(const shuffle *s, unsigned first, unsigned enter, unsigned i) {
    return s->order[first + (enter + i) % (s->end[first] - first)];
}

/* The cycle under way, before its m-th dimension, counted from 1. */
static void cross(const shuffle *s, unsigned first, unsigned enter, unsigned m, crossing *c) {
    unsigned length = s->end[first] - first, s0 = place(s, first, enter, 0), s1 = place(s, first, enter, 1);
    c->port = place(s, first, enter, m);
    know(c, s0, s0, 0);
    for (unsigned i = 1; i + 1 < m; i++)
        know(c, place(s, first, enter, i), place(s, first, enter, i + 1), s->turned);
    for (unsigned i = m; i < length; i++)
        know(c, place(s, first, enter, i), place(s, first, enter, i), 0);
    if (length == 1) {
        c->constant ^= MOVES;
        return;
    }
    /* s(0) and s(1) fit together once s(1) is corrected; before that, those that do not fit are to cross */
    c->column[s0] ^= MOVES;
    c->column[s1] ^= MOVES;
    c->constant ^= (s->turned >> s1 & 1) ^ (m > 1) ? MOVES : 0;
    if (m > 1) { /* what it had there is not what is there now, or its opposite */
        know(c, place(s, first, enter, m - 1), c->port, s->turned);
        c->constant ^= UINT64_C(1) << place(s, first, enter, m - 1);
    }
}

/* The packet that begins with the `shift`-th dimension, after t of its steps. Where cycles are not alike it is the
 * first. */
static void describe(const shuffle *s, unsigned shift, unsigned t, crossing *c) {
    unsigned length = s->end[0], enter = s->alike ? shift % length : 0, ahead = shift - enter;
    unsigned now = s->begin[(t + ahead) % s->moved];
    *c = (crossing){.port = 0};
    for (unsigned i = 0; i < s->d; i++) {
        if (s->next[i] == i && !(s->turned >> i & 1))
            know(c, i, i, 0);
    }
    for (unsigned u = 0; u < s->moved; u++) { /* the u-th dimension in this packet's order of cycles */
        unsigned k = (u + ahead) % s->moved, at = s->order[k];
        if (s->begin[k] == now)
            continue;
        bool done = u < t;
        know(c, at, done ? s->next[at] : at, done ? s->turned : 0);
    }
    cross(s, now, enter, (t + ahead) % s->moved - now + 1, c);
}

/* What crosses in a step, by port. Returns how much. */
static unsigned describe_all(const shuffle *s, uint32_t step, crossing *all) {
    uint64_t turn = (step - 1) / s->moved, first = turn * s->width;
    unsigned count = 0;
    for (unsigned i = 0; i < s->width && first + i < s->packets; i++) {
        crossing c;
        unsigned at = count++;
        describe(s, i, (step - 1) % s->moved, &c);
        c.piece = first + i;
        for (; at > 0 && all[at - 1].port > c.port; at--)
            all[at] = all[at - 1];
        all[at] = c;
    }
    return count;
}

static uint64_t origin_of(const crossing *c, uint32_t node) {
    uint64_t x = c->constant;
    for (; node; node &= node - 1)
        x ^= c->column[__builtin_ctz(node)];
    return x;
}

static void put(const lb_plan *plan, uint32_t node, const crossing *c, uint64_t origin, lb_plan *room) {
    uint32_t v = (uint32_t)origin;
    if (!(origin & MOVES))
        return;
    lb_room_move(room, node, c->port);
    lb_room_item(room, v, plan->task->list[v], c->piece, c->piece + 1);
}

static void one(const lb_plan *plan, uint32_t step, uint32_t node, unsigned port, lb_plan *room) {
    crossing all[32];
    unsigned count = describe_all(plan->generator.data, step, all);
    for (unsigned i = 0; i < count; i++) {
        if (all[i].port == port)
            put(plan, node, &all[i], origin_of(&all[i], node), room);
    }
}

static void part(const lb_plan *plan, uint32_t step, uint32_t first, uint32_t end, lb_plan *room) {
    crossing all[32];
    unsigned count = describe_all(plan->generator.data, step, all);
    uint64_t origin[32];
    for (unsigned i = 0; i < count; i++)
        origin[i] = origin_of(&all[i], first);
    for (uint32_t v = first; v < end; v++) {
        for (unsigned i = 0; i < count; i++) {
            put(plan, v, &all[i], origin[i], room);
            for (uint32_t change = v ^ (v + 1); change && v + 1 < end; change &= change - 1)
                origin[i] ^= all[i].column[__builtin_ctz(change)];
        }
    }
}

/* ---- The plan ---- */

static uint64_t count_moves(const shuffle *s, uint32_t nodes) {
    uint64_t moves = 0;
    for (unsigned k = 0; k < s->moved; k++)
        moves += s->end[k] - s->begin[k] == 1 ? nodes : nodes / 2;
    return lb_times(moves, s->packets);
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    shuffle *s = malloc(sizeof *s);
    if (!s)
        return lb_fail_memory(why, "a plan");
    if (!recognise(task, o, s) || steps_of(s) > INT32_MAX) {
        free(s);
        return lb_fail(why, LB_ERR_SIZE, "this permutation takes more than 2^31 steps");
    }
    lb_generator generator = {.one = one, .part = part, .free = free, .data = s, .bytes = sizeof *s};
    generator.has_origin = generator.has_dest = generator.fine = true;
    generator.denominator = o->packets > 1 ? o->packets : 0;
    int error = lb_plan_generated(task, "bit-permute", LB_EXPLICIT, (uint32_t)steps_of(s),
                                  count_moves(s, task->net.nodes), generator, plan, why);
    if (!error) {
        (*plan)->packet = 1;
        (*plan)->ports = o->ports;
    }
    return error;
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    shuffle s;
    if (!recognise(task, o, &s))
        return 0;
    return o->packets == 1 ? 90 : task->net.nodes > SEARCHED ? 60 : 20;
}

const lb_algo lb_algo_bit_permute = {
    .info = {.name = "bit-permute",
             .source = "after Nassimi & Sahni 1982: bits of addresses move along cycles",
             .tasks = LB_TASK_BIT(LB_PERMUTE),
             .cubes_only = true,
             .any_ports = true,
             .min_ports = 1,
             .unit = true,
             .promise = "a step for every dimension that is not left alone, on one port as on all; nothing is held"},
    .suits = suits,
    .needs = "it needs a permutation that moves the bits of addresses",
    .build = build,
};

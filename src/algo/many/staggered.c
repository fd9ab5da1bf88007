/* staggered-trees: up to k*d broadcasts on the d-cube, k ports a node. Beyond the paper.
 *
 * There are k classes of packets. At time T those of class c cross dimension c+T (mod d), and nothing else, so classes
 * are never in each other's way, and a node sends and gets no more than one packet of each. The m-th packet of a class
 * spreads from time m on: for d steps every node that has it sends it across the dimension of the moment. At time T
 * those are the nodes which agree with its root in the dimensions that it is still to cross, c+T .. c+m+d-1.
 *
 * So that packets of one class do not want the same links, a later one must differ from the m-th in the last dimension
 * that this crosses, f(m) = c+m-1: both then keep to their sides of it as long as both have it to cross. The root of
 * the m-th packet is therefore its source, but for the bits f(0) .. f(m-1), which are the opposite of what the packets
 * before it have there. It has m steps to get there before it spreads, at times 0, 1, ...; and these are just the times
 * at which its class crosses f(1), f(2), .. All but f(0): either the class is made up so that these bits are right, or
 * all begin a step earlier.
 *
 *      d + ceil(K/k) - 1 steps, or one more
 *
 * where there can be no fewer than d, nor on one port fewer than d + K-1 from one node. What goes wrong is that two
 * packets on their way to their roots meet at a node and have to go on together; then others are put together. */
#include "algo/many/algorithms.h"
#include "algo/many/many.h"

#include <stdlib.h>
#include <string.h>

enum { ATTEMPTS = 64, MOST_DIMS = 32, MOST = MOST_DIMS * MOST_DIMS };

typedef struct stagger {
    unsigned d, classes, rounds;
    unsigned lead; /* 1: bit f(0) is put right at time -1 */
    uint32_t count;
    lb_parcel parcel[MOST]; /* by class * rounds + m */
    uint32_t root[MOST];
    bool full[MOST]; /* whether there is one */
} stagger;

/* A dimension that may have gone round, or be one before the first. */
static unsigned wrap(const stagger *s, unsigned dim) {
    return (dim + s->d) % s->d;
}

static uint32_t bit_f(const stagger *s, unsigned c, unsigned m) {
    /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): a dimension is below 32 */
    return UINT32_C(1) << wrap(s, c + m + s->d - 1);
}

/* `count` dimensions from `first` on, going round. */
static uint32_t mask(const stagger *s, unsigned first, unsigned count) {
    /* NOLINTBEGIN(clang-analyzer-core.UndefinedBinaryOperatorResult): dimensions are below 32 */
    uint64_t bits = ((UINT64_C(1) << count) - 1) << first;
    return (uint32_t)((bits | bits >> s->d) & ((UINT64_C(1) << s->d) - 1));
    /* NOLINTEND(clang-analyzer-core.UndefinedBinaryOperatorResult) */
}

/* ---- Who is with whom ---- */

/* Where the m-th packet is before time T. */
static uint32_t stands_at(const stagger *s, unsigned c, unsigned m, int time) {
    unsigned put = (unsigned)(time + 1) < m ? (unsigned)(time + 1) : m; /* of f(0), f(1), ... */
    uint32_t right = mask(s, wrap(s, c + s->d - 1), put), i = c * s->rounds + m;
    return (s->parcel[i].origin & ~right) | (s->root[i] & right);
}

/* Whether the m-th packet crosses f(T+1) at time T on the way to its root. */
static bool goes(const stagger *s, unsigned c, unsigned m, int time) {
    uint32_t i = c * s->rounds + m;
    return time + 1 < (int)m && ((s->parcel[i].origin ^ s->root[i]) & bit_f(s, c, (unsigned)(time + 1)));
}

/* The roots; false: two packets want the same link. */
static bool find_roots(stagger *s, unsigned c, unsigned size) {
    uint32_t *root = s->root + (size_t)c * s->rounds;
    for (unsigned m = 0; m < size; m++) {
        root[m] = s->parcel[c * s->rounds + m].origin;
        for (unsigned j = 0; j < m; j++)
            root[m] = (root[m] & ~bit_f(s, c, j)) | (~root[j] & bit_f(s, c, j));
        if (!s->lead && m && (root[m] ^ s->parcel[c * s->rounds + m].origin) & bit_f(s, c, 0))
            return false;
    }
    for (unsigned m = 1; m < size; m++) {
        for (int time = -1; time + 1 < (int)m; time++) {
            for (unsigned j = 1; j < m && goes(s, c, m, time); j++) {
                if (goes(s, c, j, time) && stands_at(s, c, j, time) == stands_at(s, c, m, time))
                    return false;
            }
        }
    }
    return true;
}

/* Takes a packet out of those that are left: one that has this value in f(0), if there is any. */
static uint32_t take(uint32_t *left, uint32_t *count, const uint32_t *origin, uint32_t bit, bool set) {
    uint32_t at = 0;
    while (at + 1 < *count && ((origin[left[at]] & bit) != 0) != set)
        at++;
    uint32_t taken = left[at];
    memmove(left + at, left + at + 1, (--*count - at) * sizeof *left);
    return taken;
}

/* Class after class from a shuffled list: one packet that has one value in f(0), and others that have the other, of
 * which there are more. */
static bool put_together(stagger *s, const lb_task *task, uint64_t packets, uint64_t *chance) {
    uint32_t left[MOST] = {0}, origin[MOST] = {0}, count = s->count;
    for (uint32_t r = 0; r < count; r++) {
        uint32_t other = (uint32_t)(lb_random_mixed(chance) % (r + 1));
        left[r] = left[other];
        left[other] = r;
        origin[r] = lb_many_parcel(task, packets, r).origin;
    }
    for (unsigned c = 0; c < s->classes; c++) {
        unsigned size = s->count / s->classes + (c < s->count % s->classes), ones = 0;
        uint32_t bit = bit_f(s, c, 0);
        for (uint32_t i = 0; i < count; i++)
            ones += (origin[left[i]] & bit) != 0;
        bool more = 2 * ones > count;
        for (unsigned m = 0; m < size; m++) {
            uint32_t rank = take(left, &count, origin, bit, m == 0 ? !more : more);
            s->parcel[c * s->rounds + m] = lb_many_parcel(task, packets, rank);
            s->full[c * s->rounds + m] = true;
        }
        if (!find_roots(s, c, size))
            return false;
    }
    return true;
}

static bool arrange(stagger *s, const lb_task *task, const lb_plan_options *o) {
    uint64_t chance = o->seed;
    for (unsigned i = 0; i < 2 * ATTEMPTS; i++) {
        s->lead = i >= ATTEMPTS;
        if (put_together(s, task, o->packets, &chance))
            return true;
    }
    return false;
}

/* ---- A step ---- */

/* What may be sent across a dimension, by nodes that agree with one in some bits. */
typedef struct sending {
    uint32_t like, bits, packet;
} sending;

/* Of the nodes that agree with `base` in `common`. Returns how many there are; of one node only one is ever sent. */
static unsigned sendings(const stagger *s, uint32_t step, unsigned dim, uint32_t base, uint32_t common, sending *all) {
    int time = (int)step - 1 - (int)s->lead;
    unsigned c = wrap(s, dim + s->d - (unsigned)(time + (int)s->d) % s->d), count = 0;
    for (unsigned m = 0; m < s->rounds && c < s->classes; m++) {
        uint32_t i = c * s->rounds + m;
        sending one = {s->root[i], 0, i};
        if (!s->full[i])
            break;
        if (goes(s, c, m, time))
            one = (sending){stands_at(s, c, m, time), mask(s, 0, s->d), i};
        else if (time >= (int)m && time < (int)(m + s->d))
            one.bits = mask(s, dim, m + s->d - (unsigned)time);
        if (one.bits && ((one.like ^ base) & one.bits & common) == 0)
            all[count++] = one;
    }
    return count;
}

static void put_one(const stagger *s, const sending *all, unsigned count, uint32_t node, unsigned dim, lb_plan *room) {
    for (unsigned i = 0; i < count; i++) {
        if (((all[i].like ^ node) & all[i].bits) == 0)
            lb_many_put(room, node, dim, s->parcel[all[i].packet]);
    }
}

static void one(const lb_plan *plan, uint32_t step, uint32_t node, unsigned port, lb_plan *room) {
    const stagger *s = plan->generator.data;
    sending all[MOST_DIMS] = {{0}};
    unsigned count = sendings(s, step, port, node, UINT32_MAX, all);
    put_one(s, all, count, node, port, room);
}

static void part(const lb_plan *plan, uint32_t step, uint32_t first, uint32_t end, lb_plan *room) {
    const stagger *s = plan->generator.data;
    sending all[MOST_DIMS][MOST_DIMS];
    unsigned count[MOST_DIMS];
    uint32_t differ = first ^ (end - 1), common = differ ? ~((UINT32_C(2) << (31 - __builtin_clz(differ))) - 1) : ~0U;
    for (unsigned dim = 0; dim < s->d; dim++)
        count[dim] = sendings(s, step, dim, first, common, all[dim]);
    for (uint32_t x = first; x < end; x++) {
        for (unsigned dim = 0; dim < s->d; dim++)
            put_one(s, all[dim], count[dim], x, dim, room);
    }
}

/* ---- The plan ---- */

static uint64_t count_moves(const stagger *s, uint32_t nodes) {
    uint64_t moves = lb_times(s->count, nodes - 1);
    for (uint32_t i = 0; i < s->classes * s->rounds; i++)
        moves += s->full[i] ? (unsigned)__builtin_popcount(s->root[i] ^ s->parcel[i].origin) : 0;
    return moves;
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    stagger *s = lb_zeroed(1, sizeof *s);
    if (!s)
        return lb_fail_memory(why, "a plan");
    s->d = task->net.ports;
    s->classes = o->ports;
    s->count = (uint32_t)(task->count * o->packets);
    s->rounds = (unsigned)lb_ceil_div(s->count, s->classes);
    if (!arrange(s, task, o)) {
        free(s);
        return lb_fail(why, LB_ERR_UNSUPPORTED, "too many of these packets start near each other");
    }
    lb_generator generator = {.one = one, .part = part, .free = free, .data = s, .bytes = sizeof *s};
    int error = lb_many_generated(task, o, s->lead + s->d + s->rounds - 1, count_moves(s, task->net.nodes), generator,
                                  plan, why);
    if (!error)
        (*plan)->ports = o->ports;
    return error;
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    uint64_t most = (uint64_t)o->ports * task->net.ports;
    return task->count && task->count <= most && o->packets <= most / task->count ? 65 : 0;
}

const lb_algo lb_algo_staggered_trees = {
    .info = {.name = "staggered-trees",
             .source = "beyond Stamoulis & Tsitsiklis 1993 (003): trees that keep to their sides of a dimension",
             .tasks = LB_TASK_BIT(LB_MULTIBROADCAST),
             .cubes_only = true,
             .any_ports = true,
             .min_ports = 1,
             .unit = true,
             .promise = "d + ceil(K/k) - 1 steps or one more, for up to k*d packets on k ports; nothing is held"},
    .suits = suits,
    .needs = "it takes as many packets as ports times dimensions, and at least one",
    .build = build,
};

/* least-delay: total exchange in the least number of steps and, among such schedules, with the least or a small mean
 * delay (002, section 6, with the missing figure 4 in closed form).
 *
 * The bound: at most d blocks of a node's share move in a step, so the sum of delays is least when short ways go first,
 * d at a time, each without a pause (bound/delay.c).
 *
 * Cubes. Blocks are known by their relative destinations, and come in necklaces. The d rotations of a word with ones at
 * b_1 .. b_k make their hops together: in slot s the word rotated by r uses link b_s + r, all different. So a full
 * necklace of weight k takes k slots in which every link is busy, and its d blocks arrive together. Necklaces go by
 * weight. The last d+1 blocks, those with one zero and all ones, share the last d slots: the one with its zero at i
 * uses link (i+s) mod (d+1) in slot s = 1..d, and is idle where that is d; all ones is i = d.
 *
 * For d prime all necklaces but all ones are full: 2^(d-1) steps, and the bound on the delay is met.
 * For composite d a degenerate necklace cannot keep all links busy by itself. Those of a weight are put together, with
 * a full one where that is not enough, and the lot is decomposed like any isotropic task: every slot busy, so the steps
 * stay the least, while the delay is a little above the bound. (Whether the bound can be met for d >= 8 composite is
 * open.)
 *
 * Square tori of odd radix: least_delay_square.c. Other small tori: least_delay_search.c. Rings: what has fewest hops
 * left goes first, which is the schedule of the bound for either direction. */
#include "algo/common/formula.h"
#include "algo/isotropic/algorithms.h"
#include "algo/isotropic/chains.h"
#include "algo/isotropic/decompose.h"
#include "algo/isotropic/least_delay_parts.h"
#include "net/necklace.h"

#include <stdlib.h>

typedef struct timetable {
    lb_plan *plan;
    unsigned d;
    uint32_t step;  /* steps done */
    uint64_t delay; /* of the blocks that have arrived */
    bool carry;     /* what a weight leaves over goes with the next weight, not with the last necklace of its own */
    /* a lot to be decomposed */
    uint32_t *lot, *done; /* words, and the bits of each that are done */
    uint32_t count;
    int *slots; /* slot x link: which block of the lot, or -1 */
    uint32_t nslots;
} timetable;

/* Link `port` carries block `word`, of which the bits `done` are done, in a step. */
static void put(timetable *t, uint32_t step, unsigned port, uint32_t word, uint32_t done) {
    uint64_t at = (uint64_t)(step - 1) * t->d + port; /* every link is busy in every step */
    t->plan->port[at] = (uint8_t)port;
    t->plan->origin[at] = done;
    t->plan->dest[at] = word ^ done;
    if (((word ^ done) & ((word ^ done) - 1)) == 0)
        t->delay += step; /* its last hop */
}

/* All rotations of a word of weight k at once. */
static void add_full(timetable *t, uint32_t word) {
    unsigned d = t->d, slot = 0;
    uint32_t done = 0;
    for (uint32_t left = word; left; left &= left - 1) {
        unsigned bit = (unsigned)__builtin_ctz(left);
        slot++;
        for (unsigned r = 0; r < d; r++)
            put(t, t->step + slot, (bit + r) % d, lb_rotate_bits(word, r, d), lb_rotate_bits(done, r, d));
        done |= UINT32_C(1) << bit;
    }
    t->step += slot;
}

/* The blocks with one zero, and all ones. */
static void add_last(timetable *t) {
    unsigned d = t->d;
    uint32_t all = (UINT32_C(1) << d) - 1;
    for (unsigned i = 0; i <= d; i++) {
        uint32_t word = i < d ? all ^ UINT32_C(1) << i : all, done = 0;
        for (unsigned s = 1; s <= d; s++) {
            unsigned link = (i + s) % (d + 1);
            if (link == d)
                continue;
            put(t, t->step + s, link, word, done);
            done |= UINT32_C(1) << link;
        }
    }
    t->step += d;
}

static int keep_slots(void *user, const int *row_of, uint64_t weight) {
    timetable *t = user;
    for (uint64_t i = 0; i < weight; i++, t->nslots++) {
        for (unsigned p = 0; p < t->d; p++)
            t->slots[t->nslots * t->d + p] = row_of[p];
    }
    return LB_OK;
}

/* Decomposes the lot into slots that are all busy, and writes them down. */
static int add_lot(timetable *t, uint32_t slots, lb_why *why) {
    uint64_t *matrix = lb_array((uint64_t)t->count * t->d, sizeof *matrix);
    t->slots = lb_array((uint64_t)slots * t->d, sizeof *t->slots);
    t->nslots = 0;
    if (!matrix || !t->slots) {
        free(matrix);
        return lb_fail_memory(why, "a total exchange"); /* slots are freed with the rest */
    }
    for (uint32_t b = 0; b < t->count; b++) {
        t->done[b] = 0;
        for (unsigned p = 0; p < t->d; p++)
            matrix[b * t->d + p] = t->lot[b] >> p & 1;
    }
    int error = lb_decompose(t->count, t->d, matrix, slots, t->d, keep_slots, t, why);
    for (uint32_t s = 0; !error && s < slots; s++) {
        for (unsigned p = 0; p < t->d; p++) {
            uint32_t b = (uint32_t)t->slots[s * t->d + p];
            put(t, t->step + s + 1, p, t->lot[b], t->done[b]);
            t->done[b] |= UINT32_C(1) << p;
        }
    }
    t->step += slots;
    t->count = 0;
    free(matrix);
    free(t->slots);
    t->slots = NULL;
    return error;
}

static void into_lot(timetable *t, uint32_t word, unsigned period) {
    for (unsigned r = 0; r < period; r++)
        t->lot[t->count++] = lb_rotate_bits(word, r, t->d);
}

/* The slots that the lot fills. */
static uint32_t lot_slots(const timetable *t) {
    uint32_t hops = 0;
    for (uint32_t b = 0; b < t->count; b++)
        hops += (uint32_t)__builtin_popcount(t->lot[b]);
    return t->d ? hops / t->d : 0;
}

/* Whether the lot is enough to keep all links busy until its longest way is done. */
static bool lot_is_enough(const timetable *t, unsigned weight) {
    return t->count >= t->d && lot_slots(t) >= weight;
}

/* One weight below d-1: full necklaces, then the degenerate ones together, with the last full one if they need it; or,
 * to be carried on, those left over from the weight before, with the first full one. */
static int add_weight(timetable *t, const lb_necklaces *n, unsigned weight, lb_why *why) {
    uint32_t begin = n->first[weight], end = n->first[weight + 1], joined = end;
    bool carried = t->count > 0;
    for (uint32_t i = begin; i < end && (!t->carry || carried); i++) {
        if (n->period[i] < t->d)
            into_lot(t, n->word[i], n->period[i]);
    }
    for (uint32_t k = 0; k < end - begin && t->count > 0 && !lot_is_enough(t, weight); k++) {
        joined = t->carry ? begin + k : end - 1 - k;
        if (n->period[joined] == t->d)
            into_lot(t, n->word[joined], t->d);
        else
            joined = end;
    }
    bool first = t->carry && carried && lot_is_enough(t, weight);
    int error = first ? add_lot(t, lot_slots(t), why) : LB_OK;
    for (uint32_t i = begin; !error && i < end; i++) {
        if (n->period[i] == t->d && i != joined)
            add_full(t, n->word[i]);
    }
    if (t->carry && !carried) { /* leave them over */
        for (uint32_t i = begin; i < end; i++) {
            if (n->period[i] < t->d)
                into_lot(t, n->word[i], n->period[i]);
        }
        return error;
    }
    return error || t->count == 0 ? error : add_lot(t, lot_slots(t), why);
}

/* The last two weights, with what was left over. */
static int add_end(timetable *t, lb_why *why) {
    if (t->count == 0) {
        add_last(t);
        return LB_OK;
    }
    into_lot(t, (UINT32_C(1) << (t->d - 1)) - 1, t->d);
    into_lot(t, (UINT32_C(1) << t->d) - 1, 1);
    return add_lot(t, lot_slots(t), why);
}

static int fill_cube(lb_plan *plan, bool carry, uint64_t *delay, lb_why *why) {
    timetable t = {.plan = plan, .d = plan->task->net.ports, .carry = carry};
    lb_necklaces n = {0};
    int error = lb_necklaces_create(t.d, &n, why);
    t.lot = lb_array(plan->task->net.nodes, sizeof *t.lot);
    t.done = lb_array(plan->task->net.nodes, sizeof *t.done);
    if (!error && (!t.lot || !t.done))
        error = lb_fail_memory(why, "a total exchange");
    for (unsigned weight = 1; !error && weight + 2 <= t.d; weight++)
        error = add_weight(&t, &n, weight, why);
    if (!error)
        error = add_end(&t, why);
    for (uint64_t s = 0; !error && s <= plan->steps; s++)
        plan->step_first[s] = s * t.d;
    free(t.lot);
    free(t.done);
    free(t.slots);
    lb_necklaces_free(&n);
    *delay = t.delay;
    return error;
}

static bool is_prime(unsigned d) {
    for (unsigned k = 2; k * k <= d; k++) {
        if (d % k == 0)
            return false;
    }
    return true;
}

/* Writes a timetable of words down as moves. */
static uint64_t write_down(lb_plan *plan, const uint32_t *word, uint32_t *done) {
    timetable t = {.plan = plan, .d = plan->task->net.ports};
    for (uint32_t v = 0; v < plan->task->net.nodes; v++)
        done[v] = 0;
    for (uint64_t i = 0; i < plan->nmoves; i++) {
        unsigned port = (unsigned)(i % t.d);
        put(&t, (uint32_t)(i / t.d) + 1, port, word[i], done[word[i]]);
        done[word[i]] |= UINT32_C(1) << port;
    }
    return t.delay;
}

/* Composite d: the order of hops is free within wide limits, and is searched for a while. */
static int improve(lb_plan *plan, lb_why *why) {
    unsigned d = plan->task->net.ports;
    uint32_t slots = plan->steps, window = slots <= 256 ? slots : 64;
    uint64_t sweeps = LB_SEARCH_WORK / ((uint64_t)slots * window * d);
    if (sweeps < 3)
        return LB_OK; /* too large to gain much in reasonable time */
    uint32_t *word = lb_array(plan->nmoves, sizeof *word), *done = lb_array(plan->task->net.nodes, sizeof *done);
    uint64_t delay;
    int error = word && done ? LB_OK : LB_ERR_MEMORY;
    for (uint64_t i = 0; !error && i < plan->nmoves; i++)
        word[i] = plan->origin[i] ^ plan->dest[i];
    sweeps = sweeps > 4000 ? 4000 : sweeps;
    if (!error)
        error = lb_exchange_chains(d, slots, word, plan->task->net.nodes, window, (unsigned)sweeps,
                                   d <= 6   ? 0.02
                                   : d < 10 ? 0.004
                                            : 0.0002,
                                   1, &delay);
    if (!error)
        write_down(plan, word, done);
    free(word);
    free(done);
    return error ? lb_fail_memory(why, "a total exchange") : LB_OK;
}

/* Both ways of dealing with what is left over; the better one is kept, and improved. */
static int fill_best(lb_plan *plan, lb_why *why) {
    uint64_t same, carried;
    unsigned d = plan->task->net.ports;
    int error = fill_cube(plan, false, &same, why);
    if (error || is_prime(d))
        return error;
    error = fill_cube(plan, true, &carried, why);
    if (!error && same < carried)
        error = fill_cube(plan, false, &same, why);
    return error ? error : improve(plan, why);
}

static int build_cube(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    unsigned d = task->net.ports;
    uint64_t moves = (uint64_t)d * task->net.nodes / 2;
    lb_plan_shape shape = {
        .orbit = LB_SYMMETRIC,
        .clock = o->clock,
        .steps = d ? task->net.nodes / 2 : 0,
        .denominator = 1,
        .moves = moves,
        .items = moves,
        .has_origin = true,
        .has_dest = true,
    };
    int error = lb_affordable(moves * 9, "the plan", why);
    if (!error)
        error = lb_plan_alloc(task, "least-delay", &shape, plan, why);
    if (error || d == 0)
        return error;
    error = fill_best(*plan, why);
    if (error) {
        lb_plan_free(*plan);
        *plan = NULL;
    }
    return error;
}

static bool is_ring(const lb_net *net) {
    return net->ports == 2 && lb_diameter(net) == net->nodes / 2 && !net->cube; /* one dimension longer than 1 */
}

static bool is_odd_square(const lb_net *net) {
    return net->dims == 2 && net->radix[0] == net->radix[1] && net->radix[0] % 2 == 1 && net->radix[0] > 1;
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    if (task->net.cube)
        return lb_build_packets(build_cube(task, o, plan, why), o, plan, why);
    if (is_odd_square(&task->net))
        return lb_build_packets(lb_least_delay_square(task, o, plan, why), o, plan, why);
    lb_plan_options one = *o;
    one.packets = 1;
    one.rule = "nearest";
    if (is_ring(&task->net))
        return lb_build_packets(lb_algo_greedy.build(task, &one, plan, why), o, plan, why);
    return lb_build_packets(lb_least_delay_search(task, &one, plan, why), o, plan, why);
}

static int time_steps(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    (void)o;
    if (!task->net.cube)
        return LB_ERR_UNSUPPORTED;
    return lb_formula_steps(task, "2^(d-1)*(tau*m + beta)", task->net.nodes / 2, f);
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    (void)o;
    if (is_odd_square(&task->net))
        return task->net.nodes < UINT32_C(1) << 22 ? 82 : 0; /* as few steps as isotropic, and least delay */
    return task->net.cube || is_ring(&task->net) || lb_least_delay_searchable(&task->net) ? 70 : 0;
}

/* Microseconds, about: but for odd squares and rings it searches. */
static uint64_t time_to_plan(const lb_task *task, const lb_plan_options *o) {
    uint64_t n = task->net.nodes;
    (void)o;
    return is_odd_square(&task->net) || is_ring(&task->net) ? n : lb_times(lb_times(n, n), 10 * n);
}

const lb_algo lb_algo_least_delay = {
    .info = {.name = "least-delay",
             .source = "Varvarigos & Bertsekas 1992 (002), section 6",
             .tasks = LB_TASK_BIT(LB_ALLTOALL),
             .unit = true,
             .linear = true,
             .promise =
                 "least steps of symmetric schedules; least mean delay on rings, odd squares, d prime, near it else"},
    .suits = suits,
    .needs = "it is for cubes, rings, square tori of odd radix, and small tori",
    .time = time_steps,
    .work = time_to_plan,
    .build = build,
};

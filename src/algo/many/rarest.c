/* rarest-first: K broadcasts on any torus, with any number of ports. Beyond the paper.
 *
 * What counts is that every node gets something new in every step, through each port that it may use. In a step all
 * nodes send through the same ports, so that everybody receives through as many: those through which most nodes have
 * something new to send, and of equals those that have been idle longest. Over a link goes, of the packets that the
 * other end lacks, the one that fewest nodes have: so what nodes have stays as different as can be, and there is nearly
 * always something to exchange. The planner sees it all; the nodes do not.
 *
 * To find the rarest of some tens of candidates, counted from a place that differs from link to link, is as good as to
 * find the rarest of all, and quicker. Ties between packets and between ports fall differently in several
 * attempts, of which the shortest is kept.
 *
 * ON THE LINEAR CLOCK every message is cut in g packets, and a step takes tau*m/g + beta. There are about K*g/p + D-1
 * steps, p ports and D the diameter, which says what g is best; how many there are exactly is known when it is planned.
 */
#include "algo/common/formula.h"
#include "algo/many/algorithms.h"
#include "algo/many/many.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

#define CANDIDATES 40
#define MOST_WORK  (UINT64_C(1) << 28) /* words looked at, as a default: a second or two */
#define MOST_MOVES (UINT64_C(3) << 20)
#define MOST_TIMED (UINT64_C(1) << 21) /* words looked at for a formula: some 20 ms */
#define ATTEMPTS   8                   /* half of them where all ports are used: then their order does not matter */

typedef struct market {
    const lb_task *task;
    const lb_plan_options *options;
    const lb_net *net;
    uint32_t count, step;
    uint64_t words;    /* of a node's set of packets */
    uint64_t *have;    /* of every node */
    uint32_t *holders; /* of every packet */
    uint32_t *gets;    /* what comes in this step, for every node and port that is used */
    uint32_t used[LB_TORUS_PORTS];
    uint32_t *idle_since; /* of every port */
    uint64_t left;        /* deliveries to come */
    uint64_t state;       /* of chance */
    unsigned trial;       /* which attempt this is */
    lb_builder builder;
} market;

static uint64_t *have_of(const market *m, uint32_t node) {
    return m->have + node * m->words;
}

/* Whether a has something that b lacks. */
static bool useful(const market *m, uint32_t a, uint32_t b) {
    const uint64_t *x = have_of(m, a), *y = have_of(m, b);
    for (uint64_t i = 0; i < m->words; i++) {
        if (x[i] & ~y[i])
            return true;
    }
    return false;
}

static uint32_t useful_through(const market *m, unsigned port) {
    uint32_t sum = 0;
    for (uint32_t v = 0; v < m->net->nodes; v++)
        sum += useful(m, v, lb_neighbor(m->net, v, port));
    return sum;
}

/* Port number k in the order of this attempt: every other one goes from the highest port down, each from another. To
 * exchange across a dimension before others have something to exchange costs a step, so it matters which is first. */
static unsigned port_at(const market *m, unsigned k) {
    unsigned ports = m->net->ports;
    return m->trial % 2 ? ports - 1 - (k + m->trial / 2) % ports : k;
}

/* The ports of this step: the most useful. */
static void pick_ports(market *m) {
    uint32_t worth[LB_TORUS_PORTS], ports = m->net->ports;
    for (unsigned p = 0; p < ports; p++)
        worth[p] = useful_through(m, p);
    bool taken[LB_TORUS_PORTS] = {false};
    for (unsigned k = 0; k < m->options->ports; k++) {
        unsigned best = ports;
        for (unsigned i = 0; i < ports; i++) {
            unsigned p = port_at(m, i);
            if (!taken[p] && (best == ports || worth[p] > worth[best] ||
                              (worth[p] == worth[best] && m->idle_since[p] < m->idle_since[best])))
                best = p;
        }
        taken[best] = true;
        m->used[k] = best;
        m->idle_since[best] = m->step;
    }
}

static bool comes_already(const market *m, uint32_t to, unsigned ports, uint32_t packet) {
    for (unsigned k = 0; k < ports; k++) {
        if (m->gets[(uint64_t)to * m->options->ports + k] == packet)
            return true;
    }
    return false;
}

/* The rarest packet that v has and w lacks, which does not come to w through one of the first k ports in any case. */
static uint32_t rarest(market *m, uint32_t v, uint32_t w, unsigned k) {
    const uint64_t *x = have_of(m, v), *y = have_of(m, w);
    uint32_t best = LB_NONE, seen = 0;
    uint64_t begin = lb_random_mixed(&m->state) % m->words;
    for (uint64_t i = 0; i < m->words && seen < CANDIDATES; i++) {
        uint64_t word = begin + i < m->words ? begin + i : begin + i - m->words;
        for (uint64_t bits = x[word] & ~y[word]; bits; bits &= bits - 1) {
            uint32_t packet = (uint32_t)(word * 64 + (unsigned)__builtin_ctzll(bits));
            bool rarer = best == LB_NONE || m->holders[packet] < m->holders[best] ||
                         (m->holders[packet] == m->holders[best] && lb_random_mixed(&m->state) % 2);
            if (rarer && !comes_already(m, w, k, packet))
                best = packet;
            seen++;
        }
    }
    return best;
}

static void send(market *m, uint32_t v, unsigned port, uint32_t packet) {
    lb_parcel p = lb_many_parcel(m->task, m->options->packets, packet);
    lb_build_move(&m->builder, m->step, v, port, LB_OP_COPY);
    lb_build_item(&m->builder, (lb_item){p.origin, LB_NONE, p.copy, p.piece, p.piece + 1});
    m->holders[packet]++;
    m->left--;
}

/* What arrives counts from the next step on. */
static void settle(market *m) {
    unsigned ports = m->options->ports;
    for (uint32_t v = 0; v < m->net->nodes; v++) {
        for (unsigned k = 0; k < ports; k++) {
            uint32_t packet = m->gets[(uint64_t)v * ports + k];
            if (packet != LB_NONE)
                have_of(m, v)[packet / 64] |= UINT64_C(1) << packet % 64;
        }
    }
}

static int do_step(market *m) {
    uint32_t n = m->net->nodes, ports = m->options->ports;
    m->step++;
    pick_ports(m);
    memset(m->gets, 0xFF, (size_t)n * ports * sizeof *m->gets); /* LB_NONE */
    for (unsigned k = 0; k < ports; k++) {
        uint32_t first = (uint32_t)(lb_random_mixed(&m->state) % n);
        for (uint32_t i = 0; i < n; i++) {
            uint32_t v = (first + i) % n, w = lb_neighbor(m->net, v, m->used[k]), packet = rarest(m, v, w, k);
            m->gets[(uint64_t)w * ports + k] = packet;
            if (packet != LB_NONE)
                send(m, v, m->used[k], packet);
        }
    }
    settle(m);
    return m->builder.error;
}

static void lay_out(market *m) {
    memset(m->have, 0, m->net->nodes * m->words * sizeof *m->have);
    memset(m->idle_since, 0, m->net->ports * sizeof *m->idle_since);
    for (uint32_t r = 0; r < m->count; r++) {
        have_of(m, lb_many_parcel(m->task, m->options->packets, r).origin)[r / 64] |= UINT64_C(1) << r % 64;
        m->holders[r] = 1;
    }
    m->left = (uint64_t)m->count * (m->net->nodes - 1);
    m->step = 0;
}

static int attempt(market *m, unsigned trial, lb_plan **plan, lb_why *why) {
    uint64_t moves = lb_times(m->count, m->net->nodes - 1);
    m->trial = trial;
    m->state = m->options->seed + trial / 2;
    lay_out(m);
    lb_build_begin(&m->builder, m->task, LB_EXPLICIT, m->options->clock, m->options->ports, m->options->packets,
                   m->options->clock == LB_UNIT ? 1 : 0);
    int error = lb_build_expect(&m->builder, moves, moves, why);
    if (error)
        return error;
    while (!error && m->left)
        error = do_step(m);
    error = error ? lb_fail_memory(why, "a schedule of broadcasts")
                  : lb_build_finish(&m->builder, "rarest-first", plan, why);
    lb_build_abandon(&m->builder);
    return error;
}

/* Fewer steps are not possible: the last packet of a node has to go all the way; a node lacks what it does not have. */
static uint64_t least_steps(const market *m) {
    uint64_t far = lb_diameter(m->net), most = 0, fewest = UINT64_MAX;
    for (uint32_t v = 0; v < m->net->nodes; v++) {
        uint64_t has = (uint64_t)(m->task->first[v + 1] - m->task->first[v]) * m->options->packets;
        most = has > most ? has : most;
        fewest = has < fewest ? has : fewest;
    }
    uint64_t out = lb_ceil_div(most, m->options->ports) + far - 1,
             in = lb_ceil_div(m->count - fewest, m->options->ports);
    return in > out ? in : out;
}

/* Words that one attempt looks at, about. */
static uint64_t work_of(const lb_task *task, const lb_plan_options *o) {
    if (o->ports == 0) /* one node: there is nothing to do */
        return 0;
    uint64_t count = lb_times(task->count, o->packets), steps = count / o->ports + lb_diameter(&task->net);
    return lb_times(lb_times(steps, (uint64_t)task->net.nodes * task->net.ports), count / 64 + CANDIDATES);
}

static int try_all(market *m, lb_plan **plan, lb_why *why) {
    unsigned attempts = work_of(m->task, m->options) <= MOST_WORK >> 4 ? ATTEMPTS : 1;
    unsigned next = m->options->ports == m->net->ports ? 2 : 1;
    uint64_t least = least_steps(m);
    int error = attempt(m, 0, plan, why);
    for (unsigned i = next; i < attempts && !error && (*plan)->steps > least; i += next) {
        lb_plan *other = NULL;
        error = attempt(m, i, &other, why);
        if (!error)
            lb_keep_shorter(plan, other);
    }
    if (error) {
        lb_plan_free(*plan);
        *plan = NULL;
    }
    return error;
}

static int make(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    market m = {.task = task, .options = o, .net = &task->net};
    int error = lb_many_count(task, o, &m.count, why);
    if (error)
        return error;
    m.words = lb_ceil_div(m.count, 64);
    error = lb_affordable(lb_times(lb_times(m.words, task->net.nodes), sizeof *m.have), "who has what", why);
    if (error)
        return error;
    m.have = lb_array(m.words * task->net.nodes, sizeof *m.have);
    m.holders = lb_array(m.count, sizeof *m.holders);
    m.gets = lb_array((uint64_t)task->net.nodes * o->ports, sizeof *m.gets);
    m.idle_since = lb_array(task->net.ports, sizeof *m.idle_since);
    if (m.have && m.holders && m.gets && m.idle_since)
        error = try_all(&m, plan, why);
    else
        error = lb_fail_memory(why, "who has what");
    free(m.have);
    free(m.holders);
    free(m.gets);
    free(m.idle_since);
    return error;
}

/* In how many packets a message goes. */
static int cut(const lb_task *task, const lb_plan_options *o, lb_plan_options *cut_options) {
    *cut_options = *o;
    if (o->clock == LB_UNIT)
        return LB_OK;
    uint32_t groups = 1, far = lb_diameter(&task->net);
    lb_ratio gain = {0, 1};
    if (task->count && far > 1 && lb_ratio_make(lb_times(far - 1, o->ports), task->count, &gain))
        return LB_ERR_SIZE;
    int error = lb_choose_groups(o, gain, 1, &groups);
    cut_options->packets = groups;
    return error;
}

static int build_nothing(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_builder b;
    lb_build_begin(&b, task, LB_EXPLICIT, o->clock, o->ports, o->packets, o->clock == LB_UNIT ? 1 : 0);
    return lb_build_finish(&b, "rarest-first", plan, why);
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    lb_plan_options options;
    if (cut(task, o, &options))
        return lb_fail(why, LB_ERR_ARG, "the number of packets could not be chosen");
    bool idle = task->net.ports == 0 || task->count == 0;
    return idle ? build_nothing(task, &options, plan, why) : make(task, &options, plan, why);
}

/* steps*(tau*m/g + beta). */
static int set_formula(const lb_plan_options *o, uint64_t steps, lb_formula *f) {
    int error = lb_formula_set(f, "steps*(tau*m/g + beta)", steps, o->packets, steps);
    f->groups = (uint32_t)o->packets;
    f->exact = false;
    return error;
}

static int time_rarest(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    lb_plan_options options;
    lb_plan *plan = NULL;
    if (cut(task, o, &options) || task->net.ports == 0 || work_of(task, &options) > MOST_TIMED)
        return LB_ERR_UNSUPPORTED;
    if (build(task, o, &plan, NULL))
        return LB_ERR_UNSUPPORTED;
    int error = set_formula(&options, plan->steps, f);
    lb_plan_free(plan);
    return error;
}

/* Microseconds, about. */
static uint64_t time_to_plan(const lb_task *task, const lb_plan_options *o) {
    lb_plan_options options;
    return cut(task, o, &options) ? 0 : work_of(task, &options) / 128;
}

static int least_rarest(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    lb_plan_options options;
    market m = {.task = task, .options = &options, .net = &task->net};
    if (cut(task, o, &options) || task->net.ports == 0 || lb_many_count(task, &options, &m.count, NULL))
        return LB_ERR_UNSUPPORTED;
    return set_formula(&options, m.count ? least_steps(&m) : 0, f);
}

static int suits(const lb_task *task, const lb_plan_options *given) {
    lb_plan_options cut_options;
    const lb_plan_options *o = &cut_options;
    if (!lb_can_choose(given) || cut(task, given, &cut_options))
        return 0;
    uint64_t moves = lb_times(lb_times(task->count, o->packets), task->net.nodes);
    bool small = task->net.ports && moves <= MOST_MOVES && work_of(task, o) <= MOST_WORK;
    return !small ? 15 : o->clock == LB_UNIT ? 85 : 48;
}

const lb_algo lb_algo_rarest_first = {
    .info = {.name = "rarest-first",
             .lattices = true,
             .source = "beyond Stamoulis & Tsitsiklis 1993 (003): everybody gets something new in every step",
             .tasks = LB_TASK_BIT(LB_MULTIBROADCAST),
             .any_ports = true,
             .min_ports = 1,
             .unit = true,
             .linear = true,
             .groups = true,
             .promise = "the bound, or a few steps more; the plan must be held"},
    .suits = suits,
    .needs = LB_NEEDS_COST,
    .time = time_rarest,
    .least = least_rarest,
    .work = time_to_plan,
    .build = build,
};

/* Allreduce, reduce-scatter and allgather by exchanges of pairs, on tori that cut through, as rows of the table: see
 * butterfly.h for how they go and what they take.
 *
 *   swing-latency   Swing's peers, everything in every exchange: L start-ups, which is the least for pairs. On rings of
 *                   8 and more nodes add up in different orders, and rounded sums differ: there it is refused
 *   swing           Swing's peers, halves first: the least data, 2L start-ups
 *   halfway         either's peers: j exchanges of halves, L-j of what is left, j of halves; between the two
 *   far-doubling    doubling's peers (recursive doubling), everything in every exchange
 *   far-halving     doubling's peers, halves first: Rabenseifner's algorithm, nearest peers first
 *
 * halfway is also for rings of 3*2^a, which have a level of three-way exchanges. On rings of 2, 3 and 4 its peers are
 * neighbours, so it is for networks that store and forward as well. With
 * j = L-1 it has the least data and 2L-1 start-ups, and both at once is the least there is (docs/bounds.md).
 *
 * All are at the bound of start-ups for one port, or of data, on a cube; on larger rings flights of a step share links,
 * and Swing's are shorter. */
#include "algo/flight/algorithms.h"
#include "algo/flight/generate.h"
#include "algo/flight/order.h"

#include <inttypes.h>
#include <stdlib.h>

enum { DOUBLING = 1 << LB_PEERS_DOUBLING, SWING = 1 << LB_PEERS_SWING }; /* a set of them */

typedef enum form { LATENCY, BANDWIDTH, HALFWAY } form;

/* What it takes with so many halvings. */
static int formula_with(const lb_task *task, lb_butterfly *b, uint32_t halvings, lb_formula *f) {
    uint64_t units = 0, hops = 0;
    lb_routing routing = lb_net_routing(&task->net);
    b->halvings = halvings;
    for (uint32_t step = 1; step <= lb_butterfly_steps(b); step++) {
        uint32_t links;
        units += lb_butterfly_load(b, routing, step, task->net.nodes, &links);
        hops += links - 1;
    }
    /* units are of blocks; a message is one of them, or (allreduce) n */
    uint64_t whole = (uint64_t)b->parts * lb_task_parts(task);
    int error = lb_formula_set(f, "the most that a link carries, step by step", units, whole, lb_butterfly_steps(b));
    f->hops = hops;
    f->groups = halvings;
    f->letter = 'j';
    f->exact = false;
    return error;
}

/* What is chosen among: peers, how the vector is cut, how many exchanges halve. */
typedef struct choice {
    lb_butterfly *best; /* NULL: none so far */
    lb_formula formula;
} choice;

static bool is_less(const lb_formula *a, const lb_formula *b, const lb_cost *cost) {
    lb_ratio x, y;
    return cost && lb_formula_time(a, cost, &x) == LB_OK && lb_formula_time(b, cost, &y) == LB_OK &&
           lb_ratio_compare(x, y) < 0;
}

/* Takes b with so many halvings if it is faster than the best and all nodes make their sums in the same order. */
static int weigh(const lb_task *task, const lb_plan_options *o, uint32_t halvings, lb_butterfly *b, choice *c,
                 bool *taken) {
    lb_formula f;
    bool agree;
    int error = formula_with(task, b, halvings, &f);
    if (error || (c->best && !is_less(&f, &c->formula, o->cost)))
        return error;
    if (f.hops && lb_net_routing(&task->net) == LB_STORE_AND_FORWARD)
        return LB_OK; /* peers are not neighbours there */
    error = lb_butterfly_agrees(b, &task->net, &agree);
    if (error || !agree)
        return error;
    if (c->best != b)
        lb_butterfly_free(c->best);
    *c = (choice){b, f};
    *taken = true;
    return LB_OK;
}

/* All numbers of halvings that the form allows. */
static int weigh_all(const lb_task *task, const lb_plan_options *o, form which, lb_butterfly *b, choice *c) {
    uint32_t most = b->exchanges, first = which == BANDWIDTH ? most : which == HALFWAY ? o->groups : 0;
    uint32_t last = which == LATENCY ? 0 : first ? first : most;
    bool taken = false;
    int error = LB_OK;
    b->sums = task->kind != LB_ALLGATHER;
    b->copies = task->kind != LB_REDUCE_SCATTER;
    for (uint32_t j = first; j <= last && last <= most && !error; j++)
        error = weigh(task, o, j, b, c, &taken);
    if (!taken)
        lb_butterfly_free(b);
    else
        b->halvings = c->formula.groups;
    return error;
}

static int prepare(const lb_task *task, const lb_plan_options *o, uint32_t peers, form which, choice *c, lb_why *why) {
    static const lb_cutting cuttings[] = {LB_CUT_IMAGES, LB_CUT_RINGS, LB_CUT_NOT};
    uint32_t most = 0;
    int error = LB_OK;
    *c = (choice){.best = NULL};
    for (unsigned i = 0; i < 6 && !error; i++) {
        lb_butterfly *b = NULL;
        if (!(peers >> i / 3 & 1))
            continue;
        error = lb_butterfly_make(&task->net, (lb_peers)(i / 3), cuttings[i % 3], o->ports, &b, why);
        most = error == LB_OK && b && b->exchanges > most ? b->exchanges : most;
        if (error == LB_OK && b)
            error = weigh_all(task, o, which, b, c);
    }
    if (!error && !c->best && most == 0)
        error = lb_fail(why, LB_ERR_UNSUPPORTED, "these pairs are not for such rings, or need more ports");
    else if (!error && !c->best && which == HALFWAY && o->groups > most)
        error = lb_fail(why, LB_ERR_UNSUPPORTED, "halfway halves at most %" PRIu32 " times here: --groups %" PRIu32,
                        most, o->groups);
    else if (!error && !c->best)
        error = lb_fail(why, LB_ERR_UNSUPPORTED, "nodes would make their sums in different orders");
    if (error) {
        lb_butterfly_free(c->best);
        c->best = NULL;
    }
    return error;
}

static int time_with(const lb_task *task, const lb_plan_options *o, uint32_t peers, form which, lb_formula *f) {
    choice c;
    int error = prepare(task, o, peers, which, &c, NULL);
    *f = c.formula;
    lb_butterfly_free(c.best);
    return error;
}

/* The task on the network of the butterfly's flights. */
static int fly(const lb_task *task, lb_butterfly *b, lb_task **flown, lb_why *why) {
    lb_net *flights = NULL;
    int error = lb_butterfly_flights(b, &task->net, &flights, why);
    if (!error)
        error = lb_task_on(task, flights, flown, why);
    lb_net_free(flights);
    return error;
}

static int build_with(const lb_task *task, const lb_plan_options *o, uint32_t peers, form which, const char *name,
                      lb_plan **plan, lb_why *why) {
    bool cuts = lb_net_routing(&task->net) != LB_STORE_AND_FORWARD;
    choice c;
    lb_task *flown = NULL;
    *plan = NULL;
    int error = prepare(task, o, peers, which, &c, why);
    if (!error)
        error = cuts ? fly(task, c.best, &flown, why) : lb_butterfly_links_alone(c.best, &task->net, why);
    if (!error)
        error = lb_butterfly_plan(cuts ? flown : task, o, name, c.best, plan, why);
    else
        lb_butterfly_free(c.best);
    lb_task_free(flown);
    return error;
}

/* Every item of every packet is made when it is read, and read by the check and the clocks: two thirds of a microsecond
 * for a block of a node in a part. */
static uint64_t work(const lb_task *task, const lb_plan_options *o) {
    (void)o;
    uint64_t n = task->net.nodes;
    return n * n * 4 / 3 * task->net.dims;
}

/* Powers of two, perhaps times three. */
static bool has_rings(const lb_net *net, uint32_t longest, bool thirds) {
    for (unsigned i = 0; i < net->dims; i++) {
        uint32_t radix = net->radix[i], rest = thirds && radix % 3 == 0 ? radix / 3 : radix;
        if ((rest & (rest - 1)) != 0 || radix > longest)
            return false;
    }
    return net->nodes > 1;
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    (void)o;
    bool cuts = lb_net_routing(&task->net) != LB_STORE_AND_FORWARD;
    return cuts && has_rings(&task->net, LB_LONGEST_RING, false) ? 10 : 0;
}

/* Halfway where nothing cuts through: peers on rings of 2, 3 and 4 are neighbours. */
static int suits_halfway(const lb_task *task, const lb_plan_options *o) {
    bool cuts = lb_net_routing(&task->net) != LB_STORE_AND_FORWARD;
    (void)o;
    return has_rings(&task->net, cuts ? LB_LONGEST_RING : 4, true) ? 10 : 0;
}

#define NEEDS                                                                                                          \
    "it needs a torus that cuts through (NETWORK cut-through, or dimension-order), its radices powers of two up to "   \
    "1024"
#define NEEDS_HALFWAY                                                                                                  \
    "it needs a torus that cuts through, its radices powers of two, or three times that, up to 1024; or a torus with " \
    "no radix but 2, 3 and 4"

#define ROW(function, peers, form, name_, tasks_, source_, promise_)                                                   \
    static int time_##function(const lb_task *task, const lb_plan_options *o, lb_formula *f) {                         \
        return time_with(task, o, peers, form, f);                                                                     \
    }                                                                                                                  \
    static int build_##function(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {          \
        return build_with(task, o, peers, form, name_, plan, why);                                                     \
    }                                                                                                                  \
    const lb_algo lb_algo_##function = {                                                                               \
        .info = {.name = (name_),                                                                                      \
                 .source = (source_),                                                                                  \
                 .tasks = (tasks_),                                                                                    \
                 .any_ports = true,                                                                                    \
                 .min_ports = 1,                                                                                       \
                 .linear = true,                                                                                       \
                 .groups = (form) == HALFWAY,                                                                          \
                 .promise = (promise_)},                                                                               \
        .suits = (form) == HALFWAY ? suits_halfway : suits,                                                            \
        .needs = (form) == HALFWAY ? NEEDS_HALFWAY : NEEDS,                                                            \
        .time = time_##function,                                                                                       \
        .work = work,                                                                                                  \
        .build = build_##function,                                                                                     \
    }

#define ALL  LB_TASK_BIT(LB_ALLREDUCE)
#define EACH (ALL | LB_TASK_BIT(LB_REDUCE_SCATTER) | LB_TASK_BIT(LB_ALLGATHER))

ROW(swing_latency, SWING, LATENCY, "swing-latency", ALL, "De Sensi, Bonato, Saam & Hoefler, NSDI 2024",
    "log2(n) start-ups");
ROW(swing, SWING, BANDWIDTH, "swing", EACH, "De Sensi, Bonato, Saam & Hoefler, NSDI 2024",
    "the least data, in log2(n) start-ups each way");
ROW(halfway, SWING | DOUBLING, HALFWAY, "halfway", ALL, "between the two forms of Swing (NSDI 2024)",
    "L + j start-ups for L exchanges, log2(n) or fewer; j by formula");
ROW(far_doubling, DOUBLING, LATENCY, "far-doubling", ALL, "recursive doubling", "log2(n) start-ups");
ROW(far_halving, DOUBLING, BANDWIDTH, "far-halving", EACH, "Rabenseifner 2004, nearest peers first",
    "the least data, in log2(n) start-ups each way");

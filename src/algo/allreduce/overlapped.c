/* overlapped-allreduce: sums and copies that share the step in the middle, on any torus with any number of ports.
 *
 * A reduce-scatter of P packets takes ceil(P(n-1)/k) steps over k ports, and so does an allgather; one after the other
 * they leave links idle in the last step of the one and the first of the other. All moves together need only
 * ceil(2P(n-1)/k) steps. That is one less where R = P(n-1) mod k is not 0 and not above k/2: the R moves of the last
 * step and the R of the first fit into one. For this the blocks must not all become whole at the same time (middle.c):
 *
 *   several packets: half of them become whole a step before the others;
 *   one packet, R = 1: the sum is made of two halves that neighbours exchange, and then both hand it out;
 *   one packet, even radix: blocks whose homes have even digits become whole a step before those with odd ones, or
 *   (on cubes, R = 1) exchange along other dimensions than those.
 *
 * Before and after that step the halves are grown step by step, away from it, all links busy in each (grow.c): of one
 * block for all, if all homes are alike, else of one for each class of homes. Whether that comes out even is a matter
 * of chance and mostly does; some attempts are made, with counted work, and if none does there is one step more. */
#include "algo/allreduce/algorithms.h"

#include "algo/allreduce/middle.h"

#include <stdlib.h>

#define MOST_NODES  (UINT32_C(1) << 12)
#define MOST_LISTED 512 /* nodes where classes differ: all moves are listed */
#define MOST_CELLS  (UINT64_C(1) << 16)
#define MOST_LOOKS  (UINT64_C(1) << 21)
#define MOST_IN_ALL (UINT64_C(1) << 24) /* looks at several packets: some tenths of a second */
#define ATTEMPTS    500

typedef struct work {
    const lb_task *task;
    lb_halves h;
    lb_half sums, copies;
    uint32_t steps;  /* of each half alone */
    uint32_t shared; /* by both, between them */
    bool exchange;   /* in the shared step */
    uint64_t looks;  /* of all attempts before */
} work;

static void clear(work *w) {
    lb_half_end(&w->sums);
    lb_half_end(&w->copies);
    free(w->h.class_of);
    w->h.class_of = NULL;
}

/* The sum of the digits in which classes differ. For two classes every other attempt takes one dimension only. */
static void set_classes(work *w, uint32_t classes, unsigned attempt) {
    const lb_net *net = w->h.net;
    unsigned taken = 0;
    for (uint32_t v = 0; v < net->nodes; v++)
        w->h.class_of[v] = 0;
    for (unsigned i = 0; i < net->dims && classes > 1; i++) {
        if (net->radix[i] % classes || (attempt % 2 && taken++ > 0))
            continue;
        for (uint32_t v = 0; v < net->nodes; v++)
            w->h.class_of[v] = (uint8_t)((w->h.class_of[v] + v / net->stride[i] % net->radix[i]) % classes);
    }
}

static int begin(work *w, uint32_t classes, unsigned attempt) {
    w->h.classes = classes;
    w->h.types = classes * w->h.packets;
    w->h.early = w->h.types / 2 + (w->h.types % 2 && attempt % 4 > 1);
    w->h.state = attempt + UINT64_C(1);
    w->h.mixed = attempt / 2 % 2 == 0;
    w->h.class_of = lb_array(w->h.net->nodes, sizeof *w->h.class_of);
    if (!w->h.class_of || lb_half_begin(&w->h, true, &w->sums) || lb_half_begin(&w->h, false, &w->copies))
        return LB_ERR_MEMORY;
    set_classes(w, classes, attempt);
    return LB_OK;
}

/* Many packets have many cells, and what does not come out even is found out late. */
static bool is_too_much(const work *w) {
    return w->h.packets > 1 && w->looks + w->h.looks > MOST_IN_ALL;
}

static int grow(work *w, lb_half *half, bool *whole) {
    for (uint32_t s = 1; s <= w->steps && half->left && !is_too_much(w); s++) {
        lb_half_use use = {{0}, {0}, {0}};
        int error = lb_half_grow(&w->h, half, &(lb_half_turn){w->shared + s, 0, w->h.types, UINT64_MAX, &use, NULL});
        if (error)
            return error;
    }
    *whole = half->left == 0;
    return LB_OK;
}

/* As many moves in the shared steps as the others have no room for; where there is room to spare, more of them. */
static int share_steps(work *w, unsigned number, bool *found) {
    uint64_t step = (uint64_t)w->h.classes * w->h.ports, room = step * w->steps, moves = w->sums.left;
    *found = true;
    if (w->exchange) {
        *found = lb_middle_exchange(&w->h, &w->sums, &w->copies);
    } else if (w->shared) {
        uint64_t least = moves > room ? moves - room : 0, most = step * w->shared / 2;
        least += number % 6 * (most > least ? most - least : 0) / 8;
        return lb_middle_deal(&w->h, &w->sums, &w->copies, w->shared, least, found);
    }
    return LB_OK;
}

/* One attempt; *found: the halves are whole. They are left for the caller. */
static int attempt(work *w, uint32_t classes, unsigned number, bool *found) {
    clear(w);
    int error = begin(w, classes, number);
    if (!error)
        error = share_steps(w, number / 4, found);
    if (!error && *found)
        error = grow(w, &w->sums, found);
    if (!error && *found)
        error = grow(w, &w->copies, found);
    *found = *found && !error;
    return error;
}

static int attempts(work *w, uint32_t classes, bool exchange, bool *found) {
    int error = LB_OK;
    w->exchange = exchange;
    for (unsigned i = 0; i < ATTEMPTS && !error && !*found && w->h.looks < MOST_LOOKS && !is_too_much(w); i++)
        error = attempt(w, classes, i, found);
    w->looks += w->h.looks;
    w->h.looks = 0;
    return error;
}

static bool divides_some(const lb_net *net, uint32_t classes) {
    for (unsigned i = 0; i < net->dims; i++) {
        if (net->radix[i] % classes == 0)
            return true;
    }
    return false;
}

/* With classes of homes: two, or as many as divide some radix, or in the end all of them different. */
static int by_classes(work *w, bool exchange, bool *found) {
    uint32_t n = w->h.net->nodes;
    int error = LB_OK;
    for (uint32_t classes = 2; classes < 8 && !error && !*found && n <= MOST_LISTED; classes++) {
        if (!divides_some(w->h.net, classes))
            continue;
        if (exchange)
            error = attempts(w, classes, true, found);
        if (!error && !*found)
            error = attempts(w, classes, false, found);
    }
    if (!error && !*found && n <= LB_HALVES_CLASSES && w->shared == 1)
        error = attempts(w, n, false, found);
    return error;
}

/* One step less than the halves one after the other: `shared` of the 2*most+1. */
static int overlap(work *w, uint32_t most, uint32_t shared, bool odd, bool *found) {
    int error = LB_OK;
    w->shared = shared;
    w->steps = most - shared / 2;
    if (w->h.packets > 1)
        error = attempts(w, 1, false, found);
    else if (odd)
        error = attempts(w, 1, true, found);
    if (!error && !*found && w->h.packets == 1)
        error = by_classes(w, odd, found);
    return error;
}

static int search(work *w) {
    uint64_t each = w->h.packets * (w->h.net->nodes - UINT64_C(1));
    uint32_t rest = (uint32_t)(each % w->h.ports), most = (uint32_t)(each / w->h.ports);
    bool found = false;
    int error = LB_OK;
    for (uint32_t shared = 1; shared <= 5 && rest && 2 * rest <= w->h.ports && !error && !found; shared += 2) {
        if (shared / 2 < most)
            error = overlap(w, most, shared, rest == 1 && shared == 1, &found);
    }
    if (error || found)
        return error;
    w->shared = 0;
    w->steps = most + (rest != 0);
    for (most = 2 * w->steps + 8; !error && !found && w->steps < most && !is_too_much(w); w->steps++) {
        error = attempts(w, 1, false, &found);
        w->steps -= found;
    }
    return error || found ? error : LB_ERR_UNSUPPORTED;
}

/* The moves of one half by which `node` (relative to the home) is served, for the home's block. */
static void put_move(const work *w, const lb_half *half, uint32_t type, uint32_t node, uint32_t home, lb_builder *b) {
    const lb_net *net = w->h.net;
    uint64_t cell = lb_half_cell(&w->h, type, node);
    uint32_t step = half->step[cell], packet = type % w->h.packets;
    uint32_t from = half->inward ? node : lb_neighbor(net, node, net->opposite[half->port[cell]]);
    bool sum = half->inward || (step == 1 && w->exchange);
    uint32_t block = home;
    if (w->h.classes == 1) { /* as the sender sees it */
        block = lb_net_sub(net, 0, from);
        from = 0;
    } else {
        from = lb_net_add(net, home, from);
    }
    lb_build_move(b, half->inward ? w->steps + w->shared + 1 - step : w->steps + step, from, half->port[cell],
                  sum ? LB_OP_SUM : LB_OP_COPY);
    lb_build_item(b, (lb_item){.dest = block, .lo = packet, .hi = packet + UINT64_C(1)});
}

static void put_home(const work *w, uint32_t home, lb_builder *b) {
    uint32_t class = lb_half_class(&w->h, 0, home);
    for (uint32_t p = 0; p < w->h.packets; p++) {
        for (uint32_t node = 1; node < w->h.net->nodes; node++) {
            put_move(w, &w->sums, class * w->h.packets + p, node, home, b);
            put_move(w, &w->copies, class * w->h.packets + p, node, home, b);
        }
    }
}

static int write_plan(const work *w, lb_plan **plan, lb_why *why) {
    lb_builder b;
    bool alike = w->h.classes == 1;
    uint64_t n = w->h.net->nodes, moves = 2 * (n - 1) * w->h.packets * (alike ? 1 : n);
    lb_build_begin(&b, w->task, alike ? LB_SYMMETRIC : LB_EXPLICIT, LB_UNIT, w->h.ports, w->h.packets, 1);
    int error = lb_build_expect(&b, moves, moves, why);
    if (error) {
        lb_build_abandon(&b);
        return error;
    }
    for (uint32_t home = 0; home < (alike ? 1 : n); home++)
        put_home(w, home, &b);
    return lb_build_finish(&b, "overlapped-allreduce", plan, why);
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    if (o->packets > MOST_CELLS / task->net.nodes)
        return lb_fail(why, LB_ERR_SIZE, "so many packets on so many nodes would take too long to fit");
    work w = {.task = task, .h = {.net = &task->net, .ports = o->ports, .packets = (uint32_t)o->packets}};
    int error = search(&w);
    if (error == LB_ERR_UNSUPPORTED && is_too_much(&w))
        error = lb_fail(why, LB_ERR_SIZE, "so many packets on so many nodes would take too long to fit");
    else if (error == LB_ERR_UNSUPPORTED)
        error = lb_fail(why, error, "no attempt at halves that fit came out even");
    else if (error)
        error = lb_fail_memory(why, "a plan");
    else
        error = write_plan(&w, plan, why);
    clear(&w);
    return error;
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    uint64_t n = task->net.nodes;
    if (n > MOST_NODES || n == 1 || task->net.carries) /* classes are sums of digits, which carries change */
        return 0;
    /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): two nodes have a port */
    uint64_t rest = o->packets % o->ports * ((n - 1) % o->ports) % o->ports;
    return o->packets > MOST_CELLS / n ? 1 : o->packets > 1 || (rest && 2 * rest <= o->ports) ? 95 : 40;
}

/* Microseconds that planning takes, about, as measured on networks of 64 nodes. */
static uint64_t time_to_plan(const lb_task *task, const lb_plan_options *o) {
    return lb_times(task->net.nodes, o->packets == 1 ? 800 : 100);
}

const lb_algo lb_algo_overlapped_allreduce = {
    .info = {.name = "overlapped-allreduce",
             .lattices = true,
             .source = "reduce-scatter and allgather that share a step, grown away from it",
             .tasks = LB_TASK_BIT(LB_ALLREDUCE),
             .any_ports = true,
             .min_ports = 1,
             .unit = true,
             .promise = "ceil(2P(n-1)/k) steps (optimal) wherever an attempt comes out even, else one more"},
    .suits = suits,
    .needs = "it takes 2 to 4096 nodes",
    .work = time_to_plan,
    .build = build,
};

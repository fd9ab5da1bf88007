/* batches: the linear clock on any network, for messages of middle size: what is as far away goes together, in one
 * message a link and round.
 *
 *   allgather   in round h a node gets all blocks from h hops away. Each may come by any link whose other end is a hop
 *               nearer to its origin, so they are shared out such that the links into a node have equally much to bring
 *               (an assignment with the least maximum, by alternating ways). As many start-ups as the diameter, which
 * is the fewest, and hardly more data on a link than a node's links must bring scatter     blocks set out the farthest
 * first, all that are as far off in a round, so that all come in the last round; each node shares out what it has to
 * pass on as above. The root's links have equally much to send
 *
 * Reduce-scatter, gather and allreduce are these turned round. Blocks are cut in parts where that shares links more
 * evenly: a message more is not needed for it. How many is tried, and whether links are to be even in every round, or
 * over all. Plans with a block in a message, as the unit clock has them, start a message for every block: where a block
 * takes about as long as a start-up they take up to a half longer. */
#include "algo/faulty/batches.h"
#include "algo/faulty/algorithms.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 1024, FEW_NODES = 128, MOST_PARTS = 4 };

/* ---- How far it is ---- */

static void find_distances(lb_batches *x, uint32_t from, uint32_t *queue) {
    const lb_net *net = x->net;
    uint16_t *far = x->far + (size_t)from * x->n;
    uint32_t first = 0, last = 1;
    memset(far, 0xff, x->n * sizeof *far);
    far[from] = 0;
    queue[0] = from;
    for (; first < last; first++) {
        for (unsigned p = 0; p < net->ports; p++) {
            uint32_t to = lb_link_alive(net, queue[first], p) ? lb_neighbor(net, queue[first], p) : from;
            if (far[to] != LB_BATCH_NOWHERE)
                continue;
            far[to] = (uint16_t)(far[queue[first]] + 1);
            queue[last++] = to;
        }
    }
}

/* ---- Allgather ---- */

uint32_t lb_batch_sender(const lb_batches *x, uint32_t node, unsigned port, unsigned *by) {
    *by = x->net->opposite[port];
    uint32_t from = lb_neighbor(x->net, node, port);
    bool back = from != node && lb_link_alive(x->net, from, *by) && lb_neighbor(x->net, from, *by) == node;
    return back ? from : LB_NONE;
}

static bool brings(const lb_batches *x, uint32_t node, unsigned port, uint32_t origin) {
    unsigned by;
    uint32_t from = lb_batch_sender(x, node, port, &by);
    return from != LB_NONE && lb_batch_hops(x, origin, from) + 1 == lb_batch_hops(x, origin, node);
}

/* All that is as far away comes in a round. */
static bool arrive(lb_batches *x, uint32_t node, uint32_t round) {
    x->tokens = 0;
    for (uint32_t u = 0; u < x->n; u++) {
        for (uint32_t k = 0; lb_batch_hops(x, u, node) == round && k < x->parts; k++)
            x->target[x->tokens++] = u;
    }
    if (!lb_batch_share_out(x, node, brings))
        return false;
    for (uint32_t i = 0; i < x->tokens; i++) /* the parts of an origin follow each other */
        *lb_batch_arrival(x, x->target[i] * x->parts + i % x->parts, node) =
            (lb_arrival){(uint16_t)round, (uint16_t)x->by[i]};
    return true;
}

static void write_arrivals(const lb_batches *x, uint32_t node, lb_builder *b) {
    for (uint32_t token = 0; token < x->n * x->parts; token++) {
        const lb_arrival *a = lb_batch_arrival(x, token, node);
        uint32_t origin = token / x->parts, part = token % x->parts;
        unsigned by;
        if (!a->round)
            continue;
        uint32_t from = lb_batch_sender(x, node, a->port, &by);
        lb_build_move(b, a->round, x->alike ? 0 : from, by, LB_OP_COPY);
        lb_build_item(b, (lb_item){.origin = x->alike ? lb_net_sub(x->net, origin, from) : origin,
                                   .lo = part,
                                   .hi = part + UINT64_C(1)});
    }
}

static int write_allgather(lb_batches *x, lb_builder *b) {
    uint32_t nodes = x->alike ? 1 : x->n;
    bool good = true;
    memset(x->arrivals, 0, (size_t)x->n * x->n * x->parts * sizeof *x->arrivals);
    for (uint32_t v = 0; v < nodes && good; v++) {
        memset(x->before, 0, x->net->ports * sizeof *x->before);
        for (uint32_t round = 1; round <= x->rounds && good; round++)
            good = arrive(x, v, round);
    }
    int error = good ? x->alike ? LB_OK : lb_batch_smooth(x) : LB_ERR_UNSUPPORTED;
    for (uint32_t v = 0; v < nodes && !error; v++)
        write_arrivals(x, v, b);
    return error;
}

/* ---- Scatter ---- */

static bool leads_on(const lb_batches *x, uint32_t node, unsigned port, uint32_t dest) {
    return lb_link_alive(x->net, node, port) &&
           lb_batch_hops(x, lb_neighbor(x->net, node, port), dest) + 1 == lb_batch_hops(x, node, dest);
}

/* What a node passes on: `at` has where each part of each block is. */
static bool pass_on(lb_batches *x, uint32_t node, uint32_t *at, lb_builder *b) {
    uint32_t *which = x->target + (size_t)x->n * x->parts;
    x->tokens = 0;
    for (uint32_t i = 0; i < x->n * x->parts; i++) {
        if (at[i] != node || i / x->parts == node)
            continue;
        which[x->tokens] = i;
        x->target[x->tokens++] = i / x->parts;
    }
    memset(x->before, 0, x->net->ports * sizeof *x->before);
    if (!lb_batch_share_out(x, node, leads_on))
        return false;
    for (uint32_t i = 0; i < x->tokens; i++) {
        uint32_t dest = x->target[i], part = which[i] % x->parts;
        uint32_t done = lb_batch_hops(x, x->root, node), wait = x->rounds - lb_batch_hops(x, x->root, dest);
        lb_build_move(b, wait + done + 1, node, x->by[i], LB_OP_COPY);
        lb_build_item(b, (lb_item){.origin = x->root, .dest = dest, .lo = part, .hi = part + UINT64_C(1)});
        at[which[i]] = lb_neighbor(x->net, node, x->by[i]);
    }
    return true;
}

static int write_scatter(lb_batches *x, lb_builder *b) {
    uint32_t *at = lb_array((uint64_t)x->n * x->parts, sizeof *at);
    bool good = at != NULL;
    int error = good ? LB_ERR_UNSUPPORTED : LB_ERR_MEMORY;
    for (uint32_t i = 0; good && i < x->n * x->parts; i++)
        at[i] = x->root;
    for (uint32_t far = 0; far < x->rounds && good; far++) {
        for (uint32_t v = 0; v < x->n && good; v++)
            good = lb_batch_hops(x, x->root, v) != far || pass_on(x, v, at, b);
    }
    free(at);
    return good ? LB_OK : error;
}

/* ---- The best of some ---- */

static uint32_t most_parts(const lb_task *task) {
    return task->net.nodes <= FEW_NODES ? MOST_PARTS : 1;
}

static int begin(lb_batches *x, const lb_task *task, lb_why *why) {
    uint64_t n = task->net.nodes, ports = task->net.ports;
    *x = (lb_batches){.net = &task->net, .n = (uint32_t)n, .alike = lb_net_is_lattice(&task->net)};
    x->root = x->alike ? 0 : task->root;
    x->far = lb_array(n * n, sizeof *x->far);
    x->target = lb_array(2 * n * MOST_PARTS, sizeof *x->target);
    x->by = lb_array(n * MOST_PARTS, sizeof *x->by);
    x->load = lb_array(ports, sizeof *x->load);
    x->before = lb_array(ports, sizeof *x->before);
    x->queue = lb_array(n > ports ? n : ports, sizeof *x->queue);
    x->moved = lb_array(ports, sizeof *x->moved);
    if (task->kind != LB_SCATTER)
        x->arrivals = lb_array(lb_times(n * n, most_parts(task)), sizeof *x->arrivals);
    if ((task->kind != LB_SCATTER && !x->arrivals) || !x->far || !x->target || !x->by || !x->load || !x->before ||
        !x->queue || !x->moved)
        return lb_fail_memory(why, "batches");
    for (uint32_t v = 0; v < n; v++)
        find_distances(x, v, x->queue);
    bool one = task->kind == LB_SCATTER;
    for (uint64_t i = 0; i < n * n; i++) {
        if ((one && i / n != x->root) || x->far[i] == LB_BATCH_NOWHERE)
            continue;
        x->rounds = x->far[i] > x->rounds ? x->far[i] : x->rounds;
    }
    return LB_OK;
}

static void end(lb_batches *x) {
    free(x->far);
    free(x->target);
    free(x->by);
    free(x->load);
    free(x->before);
    free(x->queue);
    free(x->moved);
    free(x->arrivals);
}

static int write_plan(lb_batches *x, const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    bool one = task->kind == LB_SCATTER;
    lb_orbit orbit = !x->alike ? LB_EXPLICIT : one ? LB_ROOTED : LB_SYMMETRIC;
    lb_builder b;
    lb_build_begin(&b, task, orbit, LB_LINEAR, o->ports, x->parts, 0);
    int error = one ? write_scatter(x, &b) : write_allgather(x, &b);
    if (!error)
        return lb_build_finish(&b, "batches", plan, why);
    lb_build_abandon(&b);
    return error == LB_ERR_MEMORY ? lb_fail_memory(why, "batches") : lb_fail(why, error, "some node cannot be reached");
}

/* How long it takes; without a cost the first is as good as any. */
static double time_of(const lb_plan *plan, const lb_plan_options *o) {
    lb_timing timing;
    lb_check_options unchecked = {.checked = true};
    lb_cost cost = o->cost ? *o->cost : (lb_cost){.bytes = 1, .tau = {1, 1}, .beta = {1, 1}};
    cost.whole_bytes = true;
    if (lb_simulate(plan, &cost, &unchecked, &timing, NULL))
        return 1e300;
    double time = lb_ratio_value(timing.makespan);
    lb_timing_free(&timing);
    return time;
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_batches x;
    double least = 0;
    *plan = NULL;
    int error = begin(&x, task, why);
    uint32_t most = most_parts(task);
    for (uint32_t i = 0; i < 2 * most && !error; i++) {
        lb_plan *other = NULL;
        x.parts = i / 2 + 1;
        x.over_all = i % 2 == 0;
        if (task->kind == LB_SCATTER && !x.over_all)
            continue; /* a node passes on all at once */
        error = write_plan(&x, task, o, &other, why);
        double time = error ? 0 : time_of(other, o);
        bool better = !error && (!*plan || time < least);
        lb_plan_free(better ? *plan : other);
        *plan = better ? other : *plan;
        least = better ? time : least;
    }
    end(&x);
    if (error) {
        lb_plan_free(*plan);
        *plan = NULL;
    }
    return error;
}

/* A dead node has blocks, too, that nobody can bring. */
static int suits(const lb_task *task, const lb_plan_options *o) {
    (void)o;
    uint64_t n = task->net.nodes;
    return n > 1 && n <= MOST_NODES && !task->net.dead.nodes ? 55 : 0;
}

/* Everything is assigned and simulated, some times over: about an eighth of a microsecond for a block at a link, and a
 * third for a message. */
static uint64_t work(const lb_task *task, const lb_plan_options *o) {
    (void)o;
    uint64_t n = task->net.nodes, ports = task->net.ports, nodes = lb_net_is_lattice(&task->net) ? 1 : n;
    uint64_t once = lb_times(nodes * n, ports) / 8 + lb_times(n * ports, lb_diameter(&task->net)) / 3;
    return lb_times(once, 2 * most_parts(task));
}

const lb_algo lb_algo_batches = {
    .info = {.name = "batches",
             .source = "what is as far away in one message; shares by matchings",
             .tasks = LB_TASK_BIT(LB_ALLGATHER) | LB_TASK_BIT(LB_REDUCE_SCATTER) | LB_TASK_BIT(LB_ALLREDUCE) |
                      LB_TASK_BIT(LB_SCATTER) | LB_TASK_BIT(LB_GATHER),
             .lattices = true,
             .graphs = true,
             .wide = true,
             .faults = true,
             .linear = true,
             .promise = "as many start-ups as the diameter, twice that for an allreduce; links about even"},
    .suits = suits,
    .needs = "it is for 2 to 1024 nodes, none of them dead",
    .work = work,
    .build = build,
    .turned = LB_TASK_BIT(LB_REDUCE_SCATTER) | LB_TASK_BIT(LB_ALLREDUCE) | LB_TASK_BIT(LB_GATHER),
};

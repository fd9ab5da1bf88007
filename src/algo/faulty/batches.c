/* batches: the linear clock on any network, for messages of middle size: what is as far away goes together, in one
 * message a link and round.
 *
 * In round h of an allgather a node gets all blocks from h hops away. Each may come by any link whose other end is a
 * hop nearer to its origin, so they are shared out such that the links into a node have equally much to bring (an
 * assignment with the least maximum, by alternating ways). As many start-ups as the diameter, which is the fewest, and
 * hardly more data on a link than a node's links must bring.
 *
 * A scatter's blocks set out the farthest first, all that are as far off in a round, so that all come in the last
 * round. Each node shares out what it has to pass on as above; the root's links have equally much to send.
 *
 * Reduce-scatter, gather and allreduce are these turned round. Blocks are cut in parts where that shares links more
 * evenly: a message more is not needed for it. Plans with a block in a message, as the unit clock has them, start a
 * message for every block: where a block takes about as long as a start-up they take up to a half longer. */
#include "algo/faulty/algorithms.h"
#include "algo/faulty/batch_share.h"
#include "algo/faulty/batch_smooth.h"

#include <stdlib.h>
#include <string.h>

#define NOTICED 0.999

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

static bool brings(const lb_batches *x, uint32_t node, unsigned port, uint32_t origin) {
    unsigned by;
    uint32_t from = lb_batch_sender(x, node, port, &by);
    return from != LB_NONE && lb_batch_hops(x, origin, from) + 1 == lb_batch_hops(x, origin, node);
}

static uint32_t most_loaded(const lb_batches *x) {
    uint32_t most = 0;
    for (unsigned p = 0; p < x->net->ports; p++)
        most = x->load[p] > most ? x->load[p] : most;
    return most;
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
    for (uint32_t i = 0; i < x->tokens; i++) /* an origin's parts follow each other */
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

static int assign_arrivals(lb_batches *x) {
    uint32_t nodes = x->alike ? 1 : x->n;
    memset(x->arrivals, 0, (size_t)x->n * x->n * x->parts * sizeof *x->arrivals);
    for (uint32_t v = 0; v < nodes; v++) {
        for (uint32_t round = 1; round <= x->rounds; round++) {
            if (!arrive(x, v, round))
                return LB_ERR_UNSUPPORTED;
            x->most[round] = most_loaded(x);
        }
    }
    return x->alike ? LB_OK : lb_batch_smooth(x);
}

/* ---- Scatter ---- */

static bool leads_on(const lb_batches *x, uint32_t node, unsigned port, uint32_t dest) {
    return lb_link_alive(x->net, node, port) &&
           lb_batch_hops(x, lb_neighbor(x->net, node, port), dest) + 1 == lb_batch_hops(x, node, dest);
}

/* What a node passes on, shared out: `at` has where each part of each block is. */
static bool share_rest(lb_batches *x, uint32_t node, const uint32_t *at, uint32_t *which) {
    x->tokens = 0;
    for (uint32_t i = 0; i < x->n * x->parts; i++) {
        if (at[i] != node || i / x->parts == node)
            continue;
        which[x->tokens] = i;
        x->target[x->tokens++] = i / x->parts;
    }
    return lb_batch_share_out(x, node, leads_on);
}

static bool pass_on(lb_batches *x, uint32_t node, uint32_t *at, uint32_t *which, lb_builder *b) {
    if (!share_rest(x, node, at, which))
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

/* Node after node, the nearest to the root first. */
static int write_scatter(lb_batches *x, lb_builder *b) {
    bool good = true;
    for (uint32_t i = 0; i < x->n * x->parts; i++)
        x->at[i] = x->root;
    for (uint32_t far = 0; far < x->rounds && good; far++) {
        for (uint32_t v = 0; v < x->n && good; v++)
            good = lb_batch_hops(x, x->root, v) != far || pass_on(x, v, x->at, x->which, b);
    }
    return good ? LB_OK : LB_ERR_UNSUPPORTED;
}

/* ---- The best of some ---- */

static uint32_t most_parts(const lb_task *task) {
    return task->net.nodes <= FEW_NODES ? MOST_PARTS : 1;
}

static int begin(lb_batches *x, const lb_task *task) {
    uint64_t n = task->net.nodes, ports = task->net.ports;
    *x = (lb_batches){.net = &task->net, .n = (uint32_t)n, .alike = lb_net_is_lattice(&task->net)};
    x->root = x->alike ? 0 : task->root;
    x->far = lb_array(n * n, sizeof *x->far);
    x->target = lb_array(n * MOST_PARTS, sizeof *x->target);
    x->at = lb_array(n * MOST_PARTS, sizeof *x->at);
    x->which = lb_array(n * MOST_PARTS, sizeof *x->which);
    x->most = lb_array(n, sizeof *x->most);
    x->by = lb_array(n * MOST_PARTS, sizeof *x->by);
    x->load = lb_array(ports, sizeof *x->load);
    x->queue = lb_array(n > ports ? n : ports, sizeof *x->queue);
    x->moved = lb_array(ports, sizeof *x->moved);
    if (task->kind != LB_SCATTER)
        x->arrivals = lb_array(lb_times(n * n, most_parts(task)), sizeof *x->arrivals);
    if ((task->kind != LB_SCATTER && !x->arrivals) || !x->far || !x->target || !x->by || !x->at || !x->which ||
        !x->load || !x->queue || !x->moved || !x->most)
        return LB_ERR_MEMORY;
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
    free(x->at);
    free(x->which);
    free(x->load);
    free(x->queue);
    free(x->moved);
    free(x->arrivals);
    free(x->most);
}

/* What a round and a token take. Where that is not known start-ups are nothing. */
typedef struct price {
    double start, block;
} price;

static price price_of(const lb_task *task, const lb_plan_options *o) {
    if (!o->cost)
        return (price){0, 1};
    double message = lb_ratio_value(o->cost->tau) * (double)o->cost->bytes;
    return (price){lb_ratio_value(o->cost->beta), message / (double)lb_task_parts(task)};
}

/* On a link of the root: messages for all distances that it has blocks for, and these. */
static double time_of_link(const lb_batches *x, unsigned port, price p) {
    double time = x->load[port] * p.block / x->parts;
    for (uint32_t far = 1; far <= x->rounds; far++) {
        uint32_t i = 0;
        while (i < x->tokens && (x->by[i] != port || lb_batch_hops(x, x->root, x->target[i]) != far))
            i++;
        time += i < x->tokens ? p.start : 0;
    }
    return time;
}

static int time_of_scatter(lb_batches *x, price p, double *time) {
    for (uint32_t i = 0; i < x->n * x->parts; i++)
        x->at[i] = x->root;
    if (!share_rest(x, x->root, x->at, x->which))
        return LB_ERR_UNSUPPORTED;
    for (unsigned port = 0; port < x->net->ports; port++) {
        double own = time_of_link(x, port, p);
        *time = own > *time ? own : *time;
    }
    return LB_OK;
}

static int time_of_allgather(lb_batches *x, price p, double *time) {
    int error = assign_arrivals(x);
    for (uint32_t round = 1; round <= x->rounds && !error; round++)
        *time += p.start + x->most[round] * p.block / x->parts;
    return error;
}

/* As few parts as take least. */
static int choose_parts(lb_batches *x, const lb_task *task, const lb_plan_options *o) {
    price p = price_of(task, o);
    double least = 0;
    uint32_t best = 0;
    for (x->parts = 1; x->parts <= most_parts(task); x->parts++) {
        double time = 0;
        int error = task->kind == LB_SCATTER ? time_of_scatter(x, p, &time) : time_of_allgather(x, p, &time);
        if (error)
            return error;
        if (best && time >= least * NOTICED)
            continue;
        best = x->parts;
        least = time;
    }
    x->parts = best ? best : 1;
    return LB_OK;
}

static int write_plan(lb_batches *x, const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    bool one = task->kind == LB_SCATTER;
    lb_orbit orbit = !x->alike ? LB_EXPLICIT : one ? LB_ROOTED : LB_SYMMETRIC;
    lb_builder b;
    int error = one ? LB_OK : assign_arrivals(x);
    if (error)
        return error;
    lb_build_begin(&b, task, orbit, LB_LINEAR, o->ports, x->parts, 0);
    for (uint32_t v = 0; v < (x->alike ? 1 : x->n) && !one; v++)
        write_arrivals(x, v, &b);
    error = one ? write_scatter(x, &b) : LB_OK;
    if (!error)
        return lb_build_finish(&b, "batches", plan, why);
    lb_build_abandon(&b);
    return error;
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_batches x;
    *plan = NULL;
    int error = begin(&x, task);
    if (!error)
        error = choose_parts(&x, task, o);
    if (!error)
        error = write_plan(&x, task, o, plan, why);
    end(&x);
    if (error == LB_ERR_MEMORY)
        return lb_fail_memory(why, "batches");
    return error == LB_ERR_UNSUPPORTED ? lb_fail(why, error, "some node cannot be reached") : error;
}

/* A dead node has blocks, too, that nobody can bring. */
static int suits(const lb_task *task, const lb_plan_options *o) {
    (void)o;
    uint64_t n = task->net.nodes;
    return n > 1 && n <= MOST_NODES && !task->net.dead.nodes ? 55 : 0;
}

/* About an eighth of a microsecond for a block at a link, for so many parts, and a third for a message. */
static uint64_t work(const lb_task *task, const lb_plan_options *o) {
    (void)o;
    uint64_t n = task->net.nodes, ports = task->net.ports, nodes = lb_net_is_lattice(&task->net) ? 1 : n;
    uint64_t once = lb_times(nodes * n, ports) / 8 + lb_times(n * ports, lb_diameter(&task->net)) / 3;
    return lb_times(once, most_parts(task) + 1);
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

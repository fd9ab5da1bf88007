/* dimension-order: every task on every torus, by store and forward along dimension-order routes.
 *
 * Blocks that are carried follow their route; blocks that are copied go down the tree that the routes from their origin
 * form. Every step, each link takes the waiting packet that has farthest to go. It is the simplest schedule that keeps
 * links busy: shortest paths, so the transmissions are the fewest possible; the steps are not always, and are reported
 * against the bound. (002, section 5 bounds greedy schemes for isotropic tasks; theirs may correct digits in any
 * order.)
 *
 * Symmetric tasks are scheduled once, for all nodes: what waits at node 0 for port p is, up to translation, what waits
 * everywhere, so queues are kept per port and packets are known by where they are relative to their origin. Otherwise
 * there is a queue per link. Combining tasks are the reverse: reduce of broadcast, reduce-scatter of allgather; gather
 * is the reverse of scatter, allreduce is reduce-scatter, then allgather. */
#include "algo/common/formula.h"
#include "algo/common/queues.h"
#include "algo/torus/algorithms.h"
#include "algo/torus/dimension_permute.h"
#include "algo/torus/dimension_route.h"

#include <inttypes.h>
#include <stdlib.h>

#define MOST_PARITY_MOVES (UINT64_C(1) << 24) /* beyond this the symmetric plan is the default */

typedef struct ordering {
    const lb_task *task;
    const lb_net *net;
    const lb_plan_options *options;
    lb_class class;
    lb_orbit orbit;
    bool parity; /* half-way digits go by the parity of the origin */
    lb_queues queues;
    lb_builder builder;
    uint32_t step;
    uint32_t *sends, *receives; /* explicit, port limit: count of the step, tagged by it */
} ordering;

static uint32_t frame_root(const ordering *o) {
    return o->orbit == LB_ROOTED ? o->task->root : 0;
}

static uint32_t digit_sum(const lb_net *net, uint32_t node) {
    uint32_t sum = 0;
    for (unsigned i = 0; i < net->dims; i++)
        sum += lb_digit(net, node, i);
    return sum;
}

/* Where a packet at x (a node of the template's frame) goes next; LB_NONE when it has arrived. */
static int enqueue_hop(ordering *o, lb_waiting packet, unsigned port, uint32_t left) {
    packet.port = (uint8_t)port;
    uint64_t queue = o->orbit == LB_SYMMETRIC ? port : (uint64_t)packet.at * o->net->ports + port;
    return lb_queues_push(&o->queues, queue, packet, left);
}

static int enqueue(ordering *o, lb_waiting packet) {
    if (o->class == LB_CARRY) {
        uint32_t way = lb_net_sub(o->net, packet.dest, packet.at);
        if (way == 0)
            return LB_OK;
        uint32_t whole = lb_net_sub(o->net, packet.dest, packet.origin);
        uint32_t salt = packet.copy + packet.packet + (o->parity ? digit_sum(o->net, packet.origin) : 0);
        unsigned port = lb_route_first(o->net, way, whole, salt);
        return enqueue_hop(o, packet, port, lb_distance(o->net, 0, way));
    }
    uint8_t ports[LB_TORUS_PORTS];
    uint32_t place = lb_net_sub(o->net, packet.at, packet.origin);
    unsigned count = lb_route_children(o->net, place, ports);
    for (unsigned i = 0; i < count; i++) {
        uint32_t height = lb_route_height(o->net, lb_neighbor(o->net, place, ports[i]));
        int error = enqueue_hop(o, packet, ports[i], height + 1);
        if (error)
            return error;
    }
    return LB_OK;
}

/* Every packet of every block, at its origin, in the template's frame. A symmetric template has origin 0 only. */
static int enqueue_all(ordering *o) {
    uint64_t blocks = lb_task_blocks(o->task);
    if (o->orbit == LB_SYMMETRIC)
        blocks /= o->net->nodes;
    for (uint64_t block = 0; block < blocks; block++) {
        lb_waiting packet = {0};
        lb_task_name(o->task, block, &packet.origin, &packet.dest, &packet.copy);
        packet.origin = lb_net_sub(o->net, packet.origin, frame_root(o));
        if (o->class == LB_CARRY)
            packet.dest = lb_net_sub(o->net, packet.dest, frame_root(o));
        packet.at = packet.origin;
        if (o->class == LB_CARRY ? packet.dest == packet.origin : o->net->nodes == 1)
            continue; /* it is there already, however many packets it has */
        for (uint64_t j = 0; j < o->options->packets; j++) {
            packet.packet = (uint32_t)j;
            int error = enqueue(o, packet);
            if (error)
                return error;
        }
    }
    return LB_OK;
}

static void emit(ordering *o, const lb_waiting *packet) {
    uint32_t frame = o->orbit == LB_SYMMETRIC ? packet->at : 0; /* names relative to the sender */
    lb_build_move(&o->builder, o->step, packet->at, packet->port, LB_OP_COPY);
    lb_build_item(&o->builder, (lb_item){
                                   .origin = lb_net_sub(o->net, packet->origin, frame),
                                   .dest = o->class == LB_CARRY ? lb_net_sub(o->net, packet->dest, frame) : 0,
                                   .copy = packet->copy,
                                   .lo = packet->packet,
                                   .hi = (uint64_t)packet->packet + 1,
                               });
}

/* Whether the port limit leaves room for a packet through this queue; takes the room if so. */
static bool take_ports(ordering *o, uint64_t queue, uint32_t *used) {
    uint32_t limit = o->options->ports;
    if (limit >= o->net->ports)
        return true;
    if (o->orbit == LB_SYMMETRIC)
        return (*used)++ < limit;
    uint32_t from = (uint32_t)(queue / o->net->ports);
    uint32_t to = lb_neighbor(o->net, from, (unsigned)(queue % o->net->ports));
    if (o->sends[from] >= limit || o->receives[to] >= limit)
        return false;
    o->sends[from]++;
    o->receives[to]++;
    return true;
}

static void forget_ports(ordering *o, const lb_served *served, size_t count) {
    for (size_t i = 0; o->sends && i < count; i++) {
        uint32_t from = (uint32_t)(served[i].queue / o->net->ports);
        o->sends[from] = 0;
        o->receives[lb_neighbor(o->net, from, (unsigned)(served[i].queue % o->net->ports))] = 0;
    }
}

/* One step: every queue that may sends its first packet; then all of them arrive. */
static int do_step(ordering *o) {
    uint32_t used = 0;
    size_t count = 0;
    lb_served *served = o->queues.served;
    uint64_t active = lb_queues_order(&o->queues, o->options->ports < o->net->ports);
    for (uint64_t i = 0; i < active; i++) {
        uint64_t queue = o->queues.active[i];
        if (take_ports(o, queue, &used))
            served[count++] = (lb_served){queue, lb_queues_pop(&o->queues, queue)};
    }
    forget_ports(o, served, count);
    lb_queues_sort_served(&o->queues, count);
    for (size_t i = 0; i < count; i++) {
        emit(o, &served[i].packet);
        lb_waiting packet = served[i].packet;
        packet.at = lb_neighbor(o->net, packet.at, packet.port);
        int error = enqueue(o, packet);
        if (error)
            return error;
    }
    return o->builder.error;
}

/* The number of moves is known beforehand: every block goes straight to where it must. What is the same from every node
 * is counted for one. */
static uint64_t count_hops(const ordering *o) {
    bool alike = lb_task_is_symmetric(o->task);
    uint64_t blocks = alike ? lb_task_blocks(o->task) / o->net->nodes : lb_task_blocks(o->task), hops = 0;
    uint64_t times = lb_times(o->options->packets, alike && o->orbit != LB_SYMMETRIC ? o->net->nodes : 1);
    if (o->class == LB_COPY)
        return lb_times(lb_times(blocks, o->net->nodes - 1), times);
    for (uint64_t block = 0; block < blocks; block++) { /* 2^32 blocks, 2^26 hops at most */
        uint32_t origin, dest, copy;
        lb_task_name(o->task, block, &origin, &dest, &copy);
        hops += lb_distance(o->net, origin, dest);
    }
    return lb_times(hops, times);
}

static int run(ordering *o, lb_plan **plan, lb_why *why) {
    int error = enqueue_all(o);
    while (!error && o->queues.waiting > 0) {
        o->step++;
        error = do_step(o);
    }
    if (error)
        return lb_fail_memory(why, "a dimension-order schedule");
    return lb_build_finish(&o->builder, "dimension-order", plan, why);
}

static int schedule(const lb_task *task, const lb_plan_options *options, bool parity, lb_plan **plan, lb_why *why) {
    ordering o = {.task = task, .net = &task->net, .options = options, .class = lb_task_class(task), .parity = parity};
    o.orbit = parity                          ? LB_EXPLICIT
              : lb_task_is_symmetric(task)    ? LB_SYMMETRIC
              : lb_task_is_rooted(task->kind) ? LB_ROOTED
                                              : LB_EXPLICIT;
    bool limited = options->ports < task->net.ports && o.orbit != LB_SYMMETRIC;
    uint64_t queues = o.orbit == LB_SYMMETRIC ? task->net.ports : (uint64_t)task->net.nodes * task->net.ports;
    uint64_t hops = count_hops(&o);
    if (task->kind == LB_PERMUTE && options->packets == 1 && options->ports >= task->net.ports)
        return lb_dimension_permute(task, options->clock, hops, plan, why);
    lb_build_begin(&o.builder, task, o.orbit, options->clock, options->ports, options->packets, 1);
    int error = lb_build_expect(&o.builder, hops, hops, why);
    if (error)
        return error;
    error = lb_queues_begin(&o.queues, queues, lb_diameter(&task->net));
    if (limited) {
        o.sends = lb_zeroed(task->net.nodes, sizeof *o.sends);
        o.receives = lb_zeroed(task->net.nodes, sizeof *o.receives);
    }
    if (error || (limited && (!o.sends || !o.receives)))
        error = lb_fail_memory(why, "a dimension-order schedule");
    else
        error = run(&o, plan, why);
    lb_build_abandon(&o.builder);
    lb_queues_end(&o.queues);
    free(o.sends);
    free(o.receives);
    return error;
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    return schedule(task, o, false, plan, why);
}

/* One block goes down a tree of shortest paths, or along one, with nothing in its way. A permutation is scheduled to
 * see how long it takes, where that is little work: nothing else tells. */
static int time_whole(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    bool all = o->ports >= task->net.ports;
    if (task->kind == LB_SEND || ((task->kind == LB_BROADCAST || task->kind == LB_REDUCE) && all)) {
        uint32_t hops = task->kind == LB_SEND ? lb_distance(&task->net, task->root, task->to) : lb_diameter(&task->net);
        return lb_formula_set(f, task->kind == LB_SEND ? "n*(tau*m + beta)" : "D*(tau*m + beta), D the diameter", hops,
                              1, hops);
    }
    if (task->kind != LB_PERMUTE || task->net.nodes > 4096)
        return LB_ERR_UNSUPPORTED;
    lb_plan *plan = NULL;
    int error = build(task, o, &plan, NULL);
    if (!error)
        error = lb_formula_steps(task, "steps*(tau*m + beta)", plan->steps, f);
    lb_plan_free(plan);
    return error;
}

const lb_algo lb_algo_dimension_order = {
    .info = {.name = "dimension-order",
             .source = "after Varvarigos & Bertsekas 1992 (002), section 5",
             .tasks = LB_TASK_BIT(LB_SCAN) - 1, /* all but spans */
             .any_ports = true,
             .min_ports = 1,
             .unit = true,
             .linear = true,
             .promise = "any task, fewest transmissions; steps as reported"},
    .score = 45,
    .time = time_whole,
    .build = build,
    .turned =
        LB_TASK_BIT(LB_GATHER) | LB_TASK_BIT(LB_REDUCE) | LB_TASK_BIT(LB_REDUCE_SCATTER) | LB_TASK_BIT(LB_ALLREDUCE),
};

/* parity-exchange: where a dimension has an even radix and the rest of the network an odd number of nodes, a symmetric
 * schedule cannot share out its half-way blocks evenly between + and -. On an even ring of n nodes that costs n(n+2)/8
 * steps instead of the n^2/8 that the links' capacity demands (002, section 8, is about symmetric schedules only). Here
 * even origins send them through +, odd ones through -, farthest first: ceil(n^2/8) steps on every even ring, so the
 * bound. On mixed tori it is what it is; the report says how far from the bound. */
static int build_parity(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    return schedule(task, o, true, plan, why);
}

static int suits_parity(const lb_task *task, const lb_plan_options *o) {
    const lb_net *net = &task->net;
    uint64_t moves = lb_times(lb_times(net->nodes, net->nodes), lb_diameter(net)) / 2;
    bool small = moves < MOST_PARITY_MOVES && o->packets == 1 && o->ports == net->ports;
    for (unsigned i = 0; i < net->dims; i++) {
        if (net->radix[i] > 2 && net->radix[i] % 2 == 0 && net->nodes / net->radix[i] % 2 == 1)
            return !small ? 10 : net->ports == 2 ? 90 : 20;
    }
    return 0;
}

const lb_algo lb_algo_parity_exchange = {
    .info = {.name = "parity-exchange",
             .source = "beyond Varvarigos & Bertsekas 1992 (002), section 8",
             .tasks = LB_TASK_BIT(LB_ALLTOALL),
             .any_ports = true,
             .min_ports = 1,
             .unit = true,
             .linear = true,
             .promise = "ceil(n^2/8) steps on even rings, optimal, where symmetric schedules need n(n+2)/8"},
    .suits = suits_parity,
    .needs = "it needs an even radix, and an odd number of nodes in the other dimensions",
    .build = build_parity,
};

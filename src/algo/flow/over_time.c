/* flow-over-time: send, scatter and gather of any number of packets a block, on any number of ports, with faults or
 * without, in the fewest steps there are. After Ford & Fulkerson 1958 (flows over time).
 *
 * One node has everything, or wants everything, so packets need not be told apart on the way: a schedule of T steps
 * exists if and only if a flow of all packets does in the network of nodes and moments (src/flow/overtime.h). T begins
 * with what the links of the root allow and goes up until there is one. The flow is then taken apart: who leaves a node
 * in a step may be any packet that is there, and what a packet walked in circles it stays instead. A gather is a
 * scatter backwards.
 *
 * The search looks at every link in every step, several times: up to MOST_ARCS of them. */
#include "algo/flow/algorithms.h"
#include "flow/overtime.h"

#include <inttypes.h>
#include <stdlib.h>

#define MOST_ARCS (UINT64_C(1) << 20)
#define MOST_WORK (UINT64_C(1) << 27)

typedef struct carrier {
    const lb_task *task;
    const lb_plan_options *o;
    lb_map map;
    uint32_t nodes, root;
    uint64_t all;          /* packets */
    uint32_t *has, *wants; /* per node */
    uint32_t *hops, *queue;
    uint32_t *next, *top; /* packets at a node: a list */
    uint32_t *place;      /* per packet: its node */
} carrier;

/* As seen from the root, where nothing is dead; else as it is. */
static bool rooted(const lb_task *task) {
    return lb_net_is_lattice(&task->net);
}

static void set_wants(carrier *c) {
    const lb_task *task = c->task;
    c->root = rooted(task) ? 0 : task->root;
    for (uint32_t v = 0; v < c->nodes; v++) {
        bool wanted =
            task->kind == LB_SCATTER
                ? v != c->root && lb_node_alive(&task->net, v)
                : v != c->root && v == (rooted(task) ? lb_net_sub(&task->net, task->to, task->root) : task->to);
        c->wants[v] = wanted ? (uint32_t)c->o->packets : 0;
        c->all += c->wants[v];
    }
    c->has[c->root] = (uint32_t)c->all;
}

/* What the root's links, and the hops that remain, allow at best. */
static uint64_t fewest_steps(carrier *c) {
    uint32_t far = lb_map_reach(&c->map, c->root, false, c->hops, c->queue);
    uint64_t links = lb_map_degree(&c->map, c->root, false), best = 0;
    links = links < c->o->ports ? links : c->o->ports;
    for (uint32_t h = 1; h <= far; h++) {
        uint64_t beyond = 0;
        for (uint32_t v = 0; v < c->nodes; v++)
            beyond += c->hops[v] != LB_NONE && c->hops[v] >= h ? c->wants[v] : 0;
        uint64_t steps = beyond ? lb_ceil_div(beyond, links) + h - 1 : 0;
        best = steps > best ? steps : best;
    }
    return best;
}

/* ---- Taking the flow apart ---- */

#define NO_LINK UINT32_MAX /* stays where it is */

static void put(carrier *c, uint32_t packet, uint32_t node) {
    c->place[packet] = node;
    c->next[packet] = c->top[node];
    c->top[node] = packet;
}

/* A step: packets are taken off all nodes before any is put down. */
static void walk_step(carrier *c, const lb_overtime *flow, uint32_t step, uint32_t *link) {
    for (uint64_t i = 0; i < c->all; i++)
        link[i] = NO_LINK;
    for (uint32_t v = 0; v < c->nodes; v++) {
        for (unsigned p = 0; p < c->map.ports; p++) {
            if (!lb_overtime_used(flow, step, v, p))
                continue;
            uint32_t packet = c->top[v];
            c->top[v] = c->next[packet];
            link[packet] = v * c->map.ports + p;
        }
    }
    for (uint32_t i = 0; i < c->all; i++) {
        if (link[i] != NO_LINK)
            put(c, i, c->map.to[link[i]]);
    }
}

/* Takes circles out of a packet's way: when it comes to a node where it has been, it might as well have stayed. */
static void straighten(const carrier *c, uint32_t *links, uint32_t stride, uint32_t steps, uint32_t *seen) {
    for (uint32_t s = 0; s < steps; s++) {
        uint32_t *link = &links[(uint64_t)s * stride];
        if (*link == NO_LINK)
            continue;
        uint32_t to = c->map.to[*link];
        if (seen[to] != LB_NONE) { /* was there before step seen[to] */
            for (uint32_t back = seen[to]; back <= s; back++) {
                uint32_t *walked = &links[(uint64_t)back * stride];
                if (*walked != NO_LINK && c->map.to[*walked] != to)
                    seen[c->map.to[*walked]] = LB_NONE;
                *walked = NO_LINK;
            }
        } else {
            seen[to] = s + 1;
        }
    }
}

static void forget(const carrier *c, const uint32_t *links, uint32_t stride, uint32_t steps, uint32_t *seen) {
    for (uint32_t s = 0; s < steps; s++) {
        if (links[(uint64_t)s * stride] != NO_LINK)
            seen[c->map.to[links[(uint64_t)s * stride]]] = LB_NONE;
    }
}

static int write_plan(carrier *c, const lb_overtime *flow, uint32_t *links, lb_plan **plan, lb_why *why) {
    lb_builder b;
    uint32_t stride = (uint32_t)c->all, *seen = c->hops, *count = c->queue;
    lb_build_begin(&b, c->task, rooted(c->task) ? LB_ROOTED : LB_EXPLICIT, c->o->clock, c->o->ports, c->o->packets, 1);
    for (uint32_t v = 0; v < c->nodes; v++) {
        seen[v] = LB_NONE;
        count[v] = 0;
    }
    for (uint32_t i = 0; i < c->all; i++) {
        uint32_t dest = c->place[i], piece = count[dest]++;
        seen[c->root] = 0;
        straighten(c, links + i, stride, flow->steps, seen);
        for (uint32_t s = 0; s < flow->steps; s++) {
            uint32_t link = links[(uint64_t)s * stride + i];
            if (link == NO_LINK)
                continue;
            lb_build_move(&b, s + 1, link / c->map.ports, link % c->map.ports, LB_OP_COPY);
            lb_build_item(&b, (lb_item){.origin = c->root, .dest = dest, .lo = piece, .hi = piece + UINT64_C(1)});
        }
        forget(c, links + i, stride, flow->steps, seen);
        seen[c->root] = LB_NONE;
    }
    return lb_build_finish(&b, "flow-over-time", plan, why);
}

static int take_apart(carrier *c, const lb_overtime *flow, lb_plan **plan, lb_why *why) {
    uint32_t *links = lb_array(c->all * flow->steps, sizeof *links);
    c->next = lb_array(c->all, sizeof *c->next);
    c->place = lb_array(c->all, sizeof *c->place);
    int error = LB_OK;
    if (!links || !c->next || !c->place)
        error = lb_fail_memory(why, "the ways of the packets");
    for (uint32_t v = 0; v < c->nodes && !error; v++)
        c->top[v] = LB_NONE;
    for (uint64_t i = c->all; i > 0 && !error; i--)
        put(c, (uint32_t)i - 1, c->root);
    for (uint32_t s = 1; s <= flow->steps && !error; s++)
        walk_step(c, flow, s, links + (s - 1) * c->all);
    if (!error)
        error = write_plan(c, flow, links, plan, why);
    free(links);
    return error;
}

/* ---- Finding it ---- */

static int find(carrier *c, lb_plan **plan, lb_why *why) {
    uint64_t work = 0;
    for (uint64_t steps = fewest_steps(c);; steps++) {
        lb_overtime flow;
        if (steps > MOST_ARCS || lb_overtime_size(&c->map, (uint32_t)steps, c->o->ports) > MOST_ARCS ||
            lb_times(c->all, steps) > 8 * MOST_ARCS)
            return lb_fail(why, LB_ERR_SIZE, "a flow of %" PRIu64 " steps is too large to be looked for", steps);
        int error = lb_overtime_begin(&flow, &c->map, (uint32_t)steps, c->o->ports, c->has, c->wants, why);
        if (error)
            return error;
        bool known = lb_overtime_run(&flow, MOST_WORK - work);
        bool enough = flow.value == flow.all;
        work += flow.flow.work;
        if (enough)
            error = take_apart(c, &flow, plan, why);
        lb_overtime_end(&flow);
        if (enough || error)
            return error;
        if (!known || work >= MOST_WORK)
            return lb_fail(why, LB_ERR_SIZE, "a flow of %" PRIu64 " steps takes too long to be found", steps);
    }
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    carrier c = {.task = task, .o = o, .nodes = task->net.nodes};
    c.has = lb_zeroed(c.nodes, sizeof *c.has);
    c.wants = lb_zeroed(c.nodes, sizeof *c.wants);
    c.hops = lb_array(c.nodes, sizeof *c.hops);
    c.queue = lb_array(c.nodes, sizeof *c.queue);
    c.top = lb_array(c.nodes, sizeof *c.top);
    int error = lb_map_make(&c.map, &task->net) || !c.has || !c.wants || !c.hops || !c.queue || !c.top
                    ? lb_fail_memory(why, "a flow over time")
                    : LB_OK;
    if (!error) {
        set_wants(&c);
        error = find(&c, plan, why);
    }
    lb_map_free(&c.map);
    free(c.has);
    free(c.wants);
    free(c.hops);
    free(c.queue);
    free(c.top);
    free(c.next);
    free(c.place);
    return error;
}

/* About as many arcs as the root's links make steps; twice that must do. */
static int suits(const lb_task *task, const lb_plan_options *o) {
    uint64_t n = task->net.nodes, blocks = task->kind == LB_SEND ? 1 : n - 1, packets = lb_times(blocks, o->packets);
    if (n == 1 || packets > MOST_ARCS)
        return 0;
    uint64_t steps = packets / o->ports + lb_diameter(&task->net), gates = o->ports < task->net.ports ? 2 : 0;
    if (lb_times(lb_times(n, task->net.ports + 1 + gates), steps) > MOST_ARCS / 2 ||
        lb_times(packets, steps) > 4 * MOST_ARCS)
        return 0;
    return o->packets > 1 || !lb_net_is_whole(&task->net) ? 90 : 30;
}

/* About eight arcs a microsecond. */
static uint64_t work(const lb_task *task, const lb_plan_options *o) {
    uint64_t n = task->net.nodes, blocks = task->kind == LB_SEND ? 1 : n - 1;
    uint64_t steps = blocks * o->packets / o->ports + lb_diameter(&task->net);
    return n * (task->net.ports + 1 + (o->ports < task->net.ports ? 2 : 0)) * steps / 8;
}

const lb_algo lb_algo_flow_over_time = {
    .info = {.name = "flow-over-time",
             .source = "after Ford & Fulkerson 1958",
             .tasks = LB_TASK_BIT(LB_SEND) | LB_TASK_BIT(LB_SCATTER) | LB_TASK_BIT(LB_GATHER),
             .any_ports = true,
             .min_ports = 1,
             .unit = true,
             .faults = true,
             .graphs = true,
             .promise = "the fewest steps there are, for any packets, ports and faults"},
    .suits = suits,
    .needs = "the network of nodes and steps would be too large",
    .work = work,
    .build = build,
    .turned = LB_TASK_BIT(LB_GATHER),
};

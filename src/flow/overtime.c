/* The network of (node, moment). Moment t is after step t. Staying costs nothing and has no limit; under a port limit a
 * step leads through two gates, of those who send and of those who receive:
 *
 *   (v,t-1) --ports--> out(v,t) --1--> in(w,t) --ports--> (w,t)
 *
 * Moments that nothing can have reached, or from which nothing could get where it is wanted, are left out. Links that
 * lead on, away from who has it or towards who wants it, are tried alone at first: where they do, ways are short. */
#include "flow/overtime.h"

#include <stdlib.h>

enum { GATES = 2 };

static uint32_t place(const lb_overtime *o, uint32_t node, uint32_t moment) {
    return moment * o->nodes + node;
}

static uint32_t gate(const lb_overtime *o, uint32_t node, uint32_t step, unsigned in) {
    return (o->steps + 1) * o->nodes + ((step - 1) * o->nodes + node) * GATES + in;
}

uint64_t lb_overtime_size(const lb_map *map, uint32_t steps, uint32_t ports) {
    uint64_t gates = ports < map->ports ? GATES : 0;
    return ((uint64_t)map->ports + 1 + gates) * map->nodes * ((uint64_t)steps + 1) + 2 * (uint64_t)map->nodes;
}

/* Hops from (backwards: to) the nearest of the nodes that have some; LB_NONE where there is no way. */
static void reach(const lb_map *map, const uint32_t *some, bool backwards, uint32_t *hops, uint32_t *queue) {
    const uint32_t *links = backwards ? map->from : map->to;
    uint32_t count = 0;
    for (uint32_t v = 0; v < map->nodes; v++) {
        hops[v] = some[v] ? 0 : LB_NONE;
        if (some[v])
            queue[count++] = v;
    }
    for (uint32_t i = 0; i < count; i++) {
        for (unsigned p = 0; p < map->ports; p++) {
            uint32_t next = links[(uint64_t)queue[i] * map->ports + p];
            if (next != LB_NONE && hops[next] == LB_NONE) {
                hops[next] = hops[queue[i]] + 1;
                queue[count++] = next;
            }
        }
    }
}

/* Whether a packet can be at the node then, and be of use. */
static bool useful(const lb_overtime *o, uint32_t v, uint32_t moment) {
    return o->early[v] != LB_NONE && o->late[v] != LB_NONE && moment >= o->early[v] && o->steps >= o->late[v] &&
           moment <= o->steps - o->late[v];
}

/* Away from who has it, where that is one; else towards who wants it. */
static bool leads_on(const lb_overtime *o, uint32_t from, uint32_t to) {
    return o->early[to] > o->early[from] || o->late[to] < o->late[from];
}

static void add_links(lb_overtime *o, uint32_t step, uint32_t v) {
    for (unsigned p = 0; p < o->map->ports; p++) {
        uint32_t w = o->map->to[(uint64_t)v * o->map->ports + p];
        if (w == LB_NONE || !useful(o, w, step))
            continue;
        uint32_t from = o->limited ? gate(o, v, step, 0) : place(o, v, step - 1);
        uint32_t to = o->limited ? gate(o, w, step, 1) : place(o, w, step);
        o->link[((uint64_t)(step - 1) * o->nodes + v) * o->map->ports + p] =
            lb_maxflow_arc(&o->flow, from, to, leads_on(o, v, w));
    }
}

/* What was added last is tried first: so staying comes before what leads on. */
static void add_step(lb_overtime *o, uint32_t step) {
    for (uint32_t v = 0; v < o->nodes; v++) {
        if (useful(o, v, step)) {
            if (useful(o, v, step - 1))
                lb_maxflow_arc(&o->flow, place(o, v, step - 1), place(o, v, step), UINT32_MAX / 2);
            if (o->limited)
                lb_maxflow_arc(&o->flow, gate(o, v, step, 1), place(o, v, step), o->ports);
        }
        if (!useful(o, v, step - 1))
            continue;
        if (o->limited)
            lb_maxflow_arc(&o->flow, place(o, v, step - 1), gate(o, v, step, 0), o->ports);
        add_links(o, step, v);
    }
}

static uint32_t source_of(const lb_overtime *o) {
    return o->flow.nodes - 2;
}

static uint32_t sink_of(const lb_overtime *o) {
    return o->flow.nodes - 1;
}

static void add_all(lb_overtime *o) {
    for (uint32_t v = 0; v < o->nodes; v++) {
        if (o->has[v] && useful(o, v, 0))
            lb_maxflow_arc(&o->flow, source_of(o), place(o, v, 0), o->has[v]);
        if (o->wants[v] && useful(o, v, o->steps))
            lb_maxflow_arc(&o->flow, place(o, v, o->steps), sink_of(o), o->wants[v]);
        o->all += o->wants[v];
    }
    for (uint32_t step = 1; step <= o->steps; step++)
        add_step(o, step);
}

int lb_overtime_begin(lb_overtime *o, const lb_map *map, uint32_t steps, uint32_t ports, const uint32_t *has,
                      const uint32_t *wants, lb_why *why) {
    uint64_t n = map->nodes, links = n * map->ports * steps;
    *o = (lb_overtime){.map = map, .nodes = map->nodes, .steps = steps, .ports = ports, .has = has, .wants = wants};
    o->limited = ports < map->ports;
    uint64_t places = n * ((uint64_t)steps + 1) + (o->limited ? GATES * n * steps : 0) + 2;
    o->early = lb_array(n, sizeof *o->early);
    o->late = lb_array(n, sizeof *o->late);
    o->link = lb_array(links, sizeof *o->link);
    uint32_t *queue = lb_array(n, sizeof *queue);
    int error = o->early && o->late && o->link && queue
                    ? lb_maxflow_begin(&o->flow, places, lb_overtime_size(map, steps, ports))
                    : LB_ERR_MEMORY;
    if (!error) {
        reach(map, has, false, o->early, queue);
        reach(map, wants, true, o->late, queue);
        for (uint64_t i = 0; i < links; i++)
            o->link[i] = LB_NONE;
        add_all(o);
    }
    free(queue);
    if (!error)
        return LB_OK;
    lb_overtime_end(o);
    return lb_fail_memory(why, "a flow over time");
}

void lb_overtime_end(lb_overtime *o) {
    free(o->early);
    free(o->late);
    free(o->link);
    lb_maxflow_end(&o->flow);
    *o = (lb_overtime){0};
}

/* The links that were left out at first. */
static void add_detours(lb_overtime *o) {
    uint64_t links = (uint64_t)o->nodes * o->map->ports;
    for (uint64_t i = 0; i < links * o->steps; i++) {
        uint64_t link = i % links;
        if (o->link[i] != LB_NONE && !leads_on(o, (uint32_t)(link / o->map->ports), o->map->to[link]))
            o->flow.left[o->link[i]] = 1;
    }
}

bool lb_overtime_run(lb_overtime *o, uint64_t most) {
    bool known = lb_maxflow_run(&o->flow, source_of(o), sink_of(o), most, &o->value);
    if (!known || o->value == o->all)
        return known;
    add_detours(o);
    return lb_maxflow_run(&o->flow, source_of(o), sink_of(o), most, &o->value);
}

void lb_overtime_moments(const lb_overtime *o, uint32_t *moment) {
    for (uint32_t v = 0; v < o->nodes; v++) {
        uint32_t t = o->early[v] <= o->steps ? o->early[v] : o->steps + 1;
        while (t <= o->steps && useful(o, v, t) && !lb_maxflow_near(&o->flow, place(o, v, t)))
            t++;
        moment[v] = t;
    }
}

bool lb_overtime_used(const lb_overtime *o, uint32_t step, uint32_t node, unsigned port) {
    uint32_t arc = o->link[((uint64_t)(step - 1) * o->nodes + node) * o->map->ports + port];
    return arc != LB_NONE && lb_maxflow_on(&o->flow, arc) > 0;
}

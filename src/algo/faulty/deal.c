/* From one node a token of its own to every other, in the fewest steps there are: a flow in the network drawn out in
 * time.
 *
 * There is one sender, so which token goes where need not be known until all have arrived: whoever gets a token may
 * call it its own. What is wanted is a flow from the root that leaves P units in every other node after T steps, a unit
 * a link and step; it is found by augmenting, backwards from a node that lacks units: along links with a step to spare,
 * waiting, and giving back what others had. If that fails, no schedule of T steps exists (max flow, min cut), and T is
 * one more. It begins with what a schedule by trees brings in T steps. */
#include "algo/faulty/deal_names.h"

#include <stdlib.h>
#include <string.h>

#define MUCH_ROOM (UINT64_C(1) << 26) /* steps of links */
#define MUCH_WORK (UINT64_C(1) << 26) /* links that are looked at */

enum { WAIT, LINK, UNWAIT, UNLINK }; /* how a place is reached */

typedef struct deal {
    lb_dealt flow;
    uint32_t most;  /* steps that there is room for */
    uint32_t *held; /* step * nodes + node: units that stay in a node from the step before */
    uint32_t *mark, turn;
    uint32_t *next, *how; /* of a place (step * nodes + node): where it leads, and by what: link * 4 + kind */
    uint32_t *stack;
    uint32_t *hops, *queue; /* from the root */
    uint64_t work;
} deal;

static void deal_free(deal *x) {
    free(x->flow.used);
    free(x->held);
    free(x->flow.got);
    free(x->mark);
    free(x->next);
    free(x->how);
    free(x->stack);
    free(x->hops);
    free(x->queue);
}

static int deal_take(deal *x) {
    uint64_t nodes = x->flow.s->map.nodes, places = nodes * (x->most + UINT64_C(1));
    x->flow.used = lb_zeroed(x->flow.links * x->most, 1);
    x->held = lb_zeroed(places, sizeof *x->held);
    x->flow.got = lb_zeroed(nodes, sizeof *x->flow.got);
    x->mark = lb_zeroed(places, sizeof *x->mark);
    x->next = lb_array(places, sizeof *x->next);
    x->how = lb_array(places, sizeof *x->how);
    x->stack = lb_array(places, sizeof *x->stack);
    x->hops = lb_array(nodes, sizeof *x->hops);
    x->queue = lb_array(nodes, sizeof *x->queue);
    return x->flow.used && x->held && x->flow.got && x->mark && x->next && x->how && x->stack && x->hops && x->queue
               ? LB_OK
               : LB_ERR_MEMORY;
}

/* Notes that from `place` the flow could go on to `next`. */
static void reach(deal *x, uint32_t step, uint32_t node, uint32_t next, uint32_t how, uint32_t *count) {
    uint32_t place = step * x->flow.s->map.nodes + node;
    if (x->mark[place] == x->turn)
        return;
    x->mark[place] = x->turn;
    x->next[place] = next;
    x->how[place] = how;
    x->stack[(*count)++] = place;
}

/* All from where a unit could come to a place, or be given back; over links last, to be looked at first. */
static void expand(deal *x, uint32_t place, bool astray, uint32_t *count) {
    const lb_map *map = &x->flow.s->map;
    uint32_t node = place % map->nodes, step = place / map->nodes, ports = map->ports;
    if (step < x->flow.steps && x->held[place + map->nodes])
        reach(x, step + 1, node, place, UNWAIT, count);
    for (unsigned p = 0; p < ports && step < x->flow.steps; p++) {
        uint32_t out = node * ports + p;
        if (map->to[out] != LB_NONE && *lb_dealt_slot(&x->flow, step + 1, out))
            reach(x, step + 1, map->to[out], place, out * 4 + UNLINK, count);
    }
    if (step == 0)
        return;
    reach(x, step - 1, node, place, WAIT, count);
    for (unsigned p = 0; p < ports; p++) {
        uint32_t from = map->from[(uint64_t)node * ports + p];
        if (from == LB_NONE || (!astray && x->hops[from] >= x->hops[node]))
            continue;
        uint32_t in = from * ports + x->flow.s->net.opposite[p];
        if (!*lb_dealt_slot(&x->flow, step, in))
            reach(x, step - 1, from, place, in * 4 + LINK, count);
    }
    x->work += 2 * ports;
}

/* From the root, along the way found, to the node that lacks a unit. */
static void send_unit(deal *x, uint32_t place, uint32_t goal) {
    uint32_t nodes = x->flow.s->map.nodes;
    while (place != goal) {
        uint32_t next = x->next[place], link = x->how[place] / 4;
        switch (x->how[place] % 4) {
        case WAIT:
            if (next % nodes != x->flow.root)
                x->held[next]++;
            break;
        case LINK: *lb_dealt_slot(&x->flow, next / nodes, link) = 1; break;
        case UNWAIT: x->held[place]--; break;
        default: *lb_dealt_slot(&x->flow, place / nodes, link) = 0; break;
        }
        place = next;
    }
}

/* One more unit for a node; false: not in so many steps. `astray`: over links that do not lead away from the root, too.
 */
static bool augment(deal *x, uint32_t node, bool astray) {
    uint32_t nodes = x->flow.s->map.nodes, goal = x->flow.steps * nodes + node, count = 0;
    x->turn++;
    reach(x, x->flow.steps, node, goal, WAIT, &count);
    while (count > 0) {
        uint32_t place = x->stack[--count];
        if (place % nodes == x->flow.root) {
            send_unit(x, place, goal);
            x->flow.got[node]++;
            return true;
        }
        expand(x, place, astray, &count);
    }
    return false;
}

/* What the schedule by trees brings in time. There packets do not wait on the way. */
static int begin_with(deal *x, const lb_legs *trees) {
    uint32_t nodes = x->flow.s->map.nodes;
    uint64_t tokens = nodes * x->flow.s->pieces;
    uint32_t *last = lb_zeroed(tokens, sizeof *last);
    if (!last)
        return LB_ERR_MEMORY;
    for (uint64_t i = 0; i < trees->count; i++) {
        const lb_leg *leg = &trees->at[i];
        last[leg->token] = leg->step > last[leg->token] ? leg->step : last[leg->token];
    }
    for (uint64_t i = 0; i < trees->count; i++) {
        const lb_leg *leg = &trees->at[i];
        if (last[leg->token] <= x->flow.steps)
            *lb_dealt_slot(&x->flow, leg->step, leg->link) = 1;
    }
    for (uint64_t t = 0; t < tokens; t++) {
        uint32_t node = (uint32_t)(t / x->flow.s->pieces);
        if (last[t] == 0 || last[t] > x->flow.steps)
            continue;
        x->flow.got[node]++;
        for (uint32_t step = last[t] + 1; step <= x->flow.steps; step++)
            x->held[(uint64_t)step * nodes + node]++;
    }
    free(last);
    return LB_OK;
}

/* Everybody's units; false: not in so many steps, or it takes too long to find out. */
static bool complete(deal *x) {
    for (uint32_t v = 0; v < x->flow.s->map.nodes; v++) {
        if (v == x->flow.root || !lb_node_alive(&x->flow.s->net, v))
            continue;
        while (x->flow.got[v] < x->flow.s->pieces) {
            if (x->work > MUCH_WORK || !(augment(x, v, false) || augment(x, v, true)))
                return false;
        }
    }
    return true;
}

static void one_step_more(deal *x) {
    uint32_t nodes = x->flow.s->map.nodes;
    x->flow.steps++;
    memcpy(x->held + (uint64_t)x->flow.steps * nodes, x->flow.got, nodes * sizeof *x->flow.got);
}

int lb_hand_out_flow(const lb_scene *s, uint32_t root, uint32_t least, lb_legs *best, lb_why *why) {
    deal x = {.most = best->steps - 1};
    x.flow = (lb_dealt){.s = s, .root = root, .steps = least, .links = (uint64_t)s->map.nodes * s->map.ports};
    if (s->limit < s->map.ports || best->steps <= least || lb_times(x.flow.links, x.most) > MUCH_ROOM)
        return LB_OK;
    lb_legs legs = {.at = NULL};
    int error = deal_take(&x);
    if (!error) {
        lb_map_reach(&s->map, root, false, x.hops, x.queue);
        error = begin_with(&x, best);
    }
    bool found = !error && complete(&x);
    while (!error && !found && x.flow.steps < x.most && x.work <= MUCH_WORK) {
        one_step_more(&x);
        found = complete(&x);
    }
    if (found)
        error = lb_dealt_legs(&x.flow, &legs);
    if (!error)
        lb_legs_shorter(best, &legs);
    lb_legs_free(&legs);
    deal_free(&x);
    return error ? lb_fail_memory(why, "a plan") : LB_OK;
}

/* What is flown in which step where offsets have digits (digits.h), and what the links carry then.
 *
 * A block for offset v, or a copy of one, goes from its origin to the sum of the digits flown so far, and on. Gathers
 * and sums do the same backwards: steps in the other order, flights by their ways back. */
#include "algo/flight/digits.h"

#include <stdlib.h>
#include <string.h>

/* One flight of a block for `target`: from an offset to another. */
typedef struct leg {
    uint32_t step, from, to, flight, target;
} leg;

typedef void use_leg(void *data, const leg *l);

static bool is_rooted(lb_task_kind kind) {
    return kind == LB_SCATTER || kind == LB_GATHER;
}

static bool goes_back(lb_task_kind kind) {
    return kind == LB_GATHER || kind == LB_REDUCE_SCATTER;
}

/* All legs of blocks that are carried; of those that are spread, all that bring a copy: the last one to each. */
static void each_leg(const lb_digits *d, bool spread, use_leg *use, void *data) {
    uint32_t n = d->net->nodes;
    for (uint32_t v = 1; v < n; v++) {
        uint32_t last = 0, at = 0;
        while (!d->digit[(size_t)last * n + v])
            last++;
        for (uint32_t level = d->levels; level-- > 0;) {
            uint32_t digit = d->digit[(size_t)level * n + v];
            if (!digit)
                continue;
            uint32_t to = lb_net_add(d->net, at, d->flight[digit - 1].by);
            if (!spread || level == last)
                use(data, &(leg){d->step[level], at, to, digit - 1, v});
            at = to;
        }
    }
}

/* ---- What it takes ---- */

typedef struct counting {
    const lb_digits *d;
    bool rooted, ordered_back;
    uint64_t *load; /* step * links + link; where all nodes do the same, a port stands for its links */
    uint32_t *longest;
    uint8_t *room;
    size_t links;
} counting;

static void count_leg(void *data, const leg *l) {
    counting *c = data;
    const lb_net *net = c->d->net;
    lb_route r = c->d->flight[l->flight].route;
    uint32_t at = l->from;
    if (c->ordered_back) { /* that is another way */
        r = (lb_route){lb_net_ordered_route(net, lb_net_sub(net, l->from, l->to), c->room), c->room};
        at = l->to;
    }
    if (r.links > c->longest[l->step - 1])
        c->longest[l->step - 1] = r.links;
    for (uint32_t i = 0; i < r.links; i++) {
        size_t link = c->rooted ? (size_t)at * net->ports + r.port[i] : r.port[i];
        c->load[(l->step - 1) * c->links + link]++;
        at = lb_net_add(net, at, net->unit[r.port[i]]);
    }
}

int lb_digits_cost_of(const lb_digits *d, lb_task_kind kind, lb_digits_cost *cost, lb_why *why) {
    counting c = {.d = d, .rooted = is_rooted(kind)};
    c.ordered_back = goes_back(kind) && lb_net_routing(d->net) == LB_DIMENSION_ORDER;
    c.links = (c.rooted ? d->net->nodes : 1) * (size_t)d->net->ports;
    c.load = lb_zeroed(d->steps * c.links, sizeof *c.load);
    c.longest = lb_zeroed(d->steps, sizeof *c.longest);
    c.room = lb_array(lb_diameter(d->net), 1);
    bool taken = c.load && c.longest && c.room;
    *cost = (lb_digits_cost){.steps = d->steps};
    if (taken)
        each_leg(d, kind != LB_ALLTOALL && !c.rooted, count_leg, &c);
    for (uint32_t step = 0; step < d->steps && taken; step++) {
        uint64_t most = 0;
        for (size_t i = 0; i < c.links; i++)
            most = c.load[step * c.links + i] > most ? c.load[step * c.links + i] : most;
        cost->units += most;
        cost->hops += c.longest[step] - 1;
    }
    if (kind == LB_ALLREDUCE) /* there, and back */
        *cost = (lb_digits_cost){2 * cost->units, 2 * cost->hops, 2 * cost->steps};
    free(c.load);
    free(c.longest);
    free(c.room);
    return taken ? LB_OK : lb_fail_memory(why, "the loads of links");
}

/* ---- The plan ---- */

typedef struct writing {
    const lb_digits *d;
    lb_builder *b;
    lb_task_kind kind;
    bool back;      /* as the reverse of an allgather or a scatter */
    uint32_t after; /* steps before it */
    unsigned port[LB_MOST_DIGITS];
} writing;

static void write_leg(void *data, const leg *l) {
    const writing *w = data;
    const lb_net *net = w->d->net;
    uint32_t step = w->after + (w->back ? w->d->steps + 1 - l->step : l->step), from = w->back ? l->to : l->from;
    unsigned port = w->back ? w->b->task->net.opposite[w->port[l->flight]] : w->port[l->flight];
    bool sums = w->back && w->kind != LB_GATHER;
    lb_build_move(w->b, step, is_rooted(w->kind) ? from : 0, port, sums ? LB_OP_SUM : LB_OP_COPY);
    switch (w->kind) {
    case LB_SCATTER: lb_build_block(w->b, 0, l->target); break;
    case LB_GATHER: lb_build_block(w->b, l->target, 0); break;
    case LB_ALLTOALL: lb_build_block(w->b, lb_net_sub(net, 0, from), lb_net_sub(net, l->target, from)); break;
    case LB_ALLGATHER: lb_build_block(w->b, lb_net_sub(net, 0, from), LB_NONE); break;
    default: lb_build_block(w->b, LB_NONE, lb_net_sub(net, 0, from)); break;
    }
}

int lb_digits_plan(const lb_digits *d, const lb_task *flown, uint32_t ports, const char *name, lb_plan **plan,
                   lb_why *why) {
    lb_builder b;
    lb_task_kind kind = flown->kind;
    writing w = {.d = d, .b = &b, .kind = kind};
    bool spread = kind != LB_ALLTOALL && !is_rooted(kind);
    for (uint32_t f = 0; f < d->count; f++)
        w.port[f] = lb_net_port_of_route(&flown->net, d->flight[f].route);
    lb_build_begin(&b, flown, is_rooted(kind) ? LB_ROOTED : LB_SYMMETRIC, LB_LINEAR, ports, 1, 1);
    if (goes_back(kind) || kind == LB_ALLREDUCE) {
        w.back = true;
        each_leg(d, spread, write_leg, &w);
        w.back = false;
        w.after = d->steps;
    }
    if (!goes_back(kind))
        each_leg(d, spread, write_leg, &w);
    return lb_build_finish(&b, name, plan, why);
}

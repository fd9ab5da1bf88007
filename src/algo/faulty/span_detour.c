/* Ways round what is dead, for the plan of the whole network.
 *
 * A packet of that plan whose link is dead goes a shortest way round. What a dead node would have done a neighbour does
 * as well as its own part: of the two parts each keeps to what it would know by itself, so that spans never overlap in
 * a way that cannot be laid out. A packet leaves when all that the plan sent its sender before has come, and its link
 * is free. Networks that are no tori are taken for one with many dead links. */
#include "algo/faulty/span_detour.h"
#include "algo/faulty/shape.h"
#include "algo/faulty/timetable.h"
#include "algo/prefix/algorithms.h"

#include <inttypes.h>
#include <stdlib.h>

/* When everything that has been sent to a node so far is there; of every piece. */
typedef struct arrival {
    uint64_t place; /* piece * nodes + node */
    uint32_t time;
} arrival;

typedef struct detour {
    const lb_scene *s;
    lb_timetable table;
    uint32_t *host;  /* who does a node's part */
    uint32_t *ready; /* piece * nodes + node */
    uint32_t *way;   /* links of the way found last, the last first */
    uint32_t *by;    /* of each node: the link over which a search came; valid with its mark */
    uint32_t *marks; /* the search that met it */
    uint32_t *queue;
    uint32_t searches;
    arrival *coming; /* in the plan's step */
    uint64_t count, room;
    lb_span_legs *legs;
    uint32_t most; /* steps */
} detour;

static void detour_free(detour *d) {
    lb_timetable_end(&d->table);
    free(d->host);
    free(d->ready);
    free(d->way);
    free(d->by);
    free(d->marks);
    free(d->queue);
    free(d->coming);
}

/* The nearest node that is alive, by links as they would be. */
static uint32_t find_host(detour *d, uint32_t node) {
    const lb_net *net = &d->s->net;
    uint32_t tail = 1, search = ++d->searches;
    d->queue[0] = node;
    d->marks[node] = search;
    for (uint32_t head = 0; head < tail; head++) {
        if (lb_node_alive(net, d->queue[head]))
            return d->queue[head];
        for (unsigned p = 0; p < net->ports; p++) {
            uint32_t next = lb_neighbor(net, d->queue[head], p);
            if (d->marks[next] != search) {
                d->marks[next] = search;
                d->queue[tail++] = next;
            }
        }
    }
    return node; /* some node is alive */
}

static int detour_begin(detour *d, const lb_scene *s, lb_span_legs *legs, lb_why *why) {
    uint64_t n = s->map.nodes;
    *d = (detour){.s = s, .legs = legs};
    int error = lb_affordable(lb_times(lb_times(n, s->pieces), sizeof *d->ready), "the plan", why);
    if (error)
        return error;
    d->host = lb_array(n, sizeof *d->host);
    d->ready = lb_zeroed(n * s->pieces, sizeof *d->ready);
    d->way = lb_array(n, sizeof *d->way);
    d->by = lb_array(n, sizeof *d->by);
    d->marks = lb_zeroed(n, sizeof *d->marks);
    d->queue = lb_array(n, sizeof *d->queue);
    if (!d->host || !d->ready || !d->way || !d->by || !d->marks || !d->queue ||
        lb_timetable_begin(&d->table, &s->map, s->limit, 0))
        return lb_fail_memory(why, "a plan");
    for (uint32_t v = 0; v < n; v++)
        d->host[v] = find_host(d, v);
    return LB_OK;
}

/* A shortest way; how many links it has. */
static uint32_t find_way(detour *d, uint32_t from, uint32_t to) {
    const lb_map *map = &d->s->map;
    uint32_t tail = 1, search = ++d->searches, length = 0;
    d->queue[0] = from;
    d->marks[from] = search;
    for (uint32_t head = 0; head < tail && d->marks[to] != search; head++) {
        for (unsigned p = 0; p < map->ports; p++) {
            uint32_t link = d->queue[head] * map->ports + p, next = map->to[link];
            if (next == LB_NONE || d->marks[next] == search)
                continue;
            d->marks[next] = search;
            d->by[next] = link;
            d->queue[tail++] = next;
        }
    }
    for (uint32_t v = to; v != from; v = lb_link_from(map, d->by[v]))
        d->way[length++] = d->by[v];
    return length;
}

static int arrive(detour *d, uint64_t place, uint32_t time) {
    if (d->count == d->room) {
        void *array = d->coming;
        int error = lb_grow(&array, &d->room, d->count + 1, sizeof *d->coming);
        d->coming = array;
        if (error)
            return error;
    }
    d->coming[d->count++] = (arrival){place, time};
    return LB_OK;
}

static int carry(detour *d, const lb_move *move) {
    const lb_net *net = &d->s->net;
    const lb_item *item = &move->items[0];
    uint64_t piece = item->lo * net->nodes;
    uint32_t time = d->ready[piece + move->from], hops;
    unsigned port = lb_net_is_box(net) ? move->port : lb_port_to(net, move->from, move->to);
    if (!lb_span_lives(net, item->origin, item->dest))
        return LB_OK;
    if (port != LB_NONE && d->s->map.to[move->from * net->ports + port] != LB_NONE) {
        hops = 1;
        d->way[0] = move->from * net->ports + port;
    } else {
        hops = find_way(d, d->host[move->from], d->host[move->to]);
    }
    for (uint32_t i = hops; i > 0; i--) {
        time = lb_timetable_next(&d->table, time + 1, d->way[i - 1]);
        if (time > d->most)
            return LB_ERR_UNSUPPORTED;
        int error = lb_timetable_take(&d->table, time, d->way[i - 1]);
        if (!error)
            error = lb_span_legs_add(d->legs,
                                     (lb_span_leg){time, d->way[i - 1], item->origin, item->dest, (uint32_t)item->lo});
        if (error)
            return error;
    }
    return arrive(d, piece + move->to, time);
}

static void settle(detour *d) {
    for (uint64_t i = 0; i < d->count; i++) {
        if (d->coming[i].time > d->ready[d->coming[i].place])
            d->ready[d->coming[i].place] = d->coming[i].time;
    }
    d->count = 0;
}

static int carry_all(detour *d, const lb_plan *plan, lb_why *why) {
    lb_cursor *cursor;
    lb_move move;
    uint32_t step = 1;
    int error = lb_cursor_open(plan, &cursor, why);
    if (error)
        return error;
    while (!error && lb_cursor_next(cursor, &move) == 1) {
        if (move.step != step)
            settle(d);
        step = move.step;
        error = carry(d, &move);
    }
    lb_cursor_close(cursor);
    return error == LB_ERR_MEMORY ? lb_fail_memory(why, "a plan")
           : error                ? lb_fail(why, error, "the plan would have too many steps")
                                  : LB_OK;
}

/* The torus whose plan is carried out: without faults, with the digits of the network; of a graph, with as many nodes,
 * as near to a cube as their number allows. Its links need not be there: then ways are found. */
static int stand_in(const lb_net *net, lb_net **torus, lb_why *why) {
    uint32_t radix[LB_MAX_DIMS], left = net->nodes;
    unsigned dims = 0;
    if (net->kind != LB_NET_GRAPH)
        return lb_net_create(net->dims, net->radix, torus, why);
    for (uint32_t prime = 2; left > 1; prime++) {
        if (prime * prime > left) /* nothing between divides it */
            prime = left;
        for (; left % prime == 0; left /= prime)
            radix[dims++] = prime;
    }
    return lb_net_create(dims, radix, torus, why);
}

int lb_spans_detour(const lb_scene *s, uint32_t most_steps, lb_span_legs *legs, lb_why *why) {
    detour d;
    lb_task *whole = NULL;
    lb_plan *plan = NULL;
    lb_net *torus = NULL;
    lb_plan_options o = {.ports = s->limit, .packets = s->pieces};
    int error = stand_in(&s->net, &torus, why);
    if (!error)
        error = lb_task_create(torus, s->task->kind, NULL, &whole, why);
    if (!error && o.ports > torus->ports)
        o.ports = torus->ports;
    if (!error)
        error = lb_algo_prefix.build(whole, &o, &plan, why);
    if (!error)
        error = lb_legs_afford(lb_times(lb_plan_moves(plan), 2), why);
    if (!error) {
        error = detour_begin(&d, s, legs, why);
        d.most = most_steps;
        if (!error)
            error = carry_all(&d, plan, why);
        detour_free(&d);
    }
    lb_plan_free(plan);
    lb_task_free(whole);
    lb_net_free(torus);
    return error;
}

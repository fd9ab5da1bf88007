/* direct: every block straight to where it is wanted, in one flight: all-to-all, allgather, reduce-scatter, scatter and
 * gather with the fewest start-ups there can be without putting blocks together.
 *
 * To whom is told by the offset, the same at all nodes. The flights of a step must begin with different links, and end
 * with different ones; offsets are edges between the port that they leave by and the port that they come in by, so an
 * edge colouring shares them out over as many steps as the busiest of these ports has offsets (Koenig 1916). With free
 * routes each offset takes the order of dimensions that keeps ports and links even; elsewhere the network's.
 *
 *      start-ups: about (n-1)/k, k the ports; data: as far as it goes. At the bound of the links for scatter and
 * gather; for the others where all links are loaded alike. For short blocks, and up to some 120 nodes, since a network
 * has no more kinds of flights. */
#include "algo/flight/algorithms.h"
#include "algo/lattice/colour.h"
#include "net/flights.h"

#include <stdlib.h>
#include <string.h>

typedef struct direct {
    const lb_net *net;
    lb_task_kind kind;
    lb_route *route; /* by offset; the one of 0 is empty */
    uint8_t *word;   /* their ports */
    uint64_t load[LB_TORUS_PORTS];
    uint32_t leaves[LB_TORUS_PORTS], comes[LB_TORUS_PORTS]; /* offsets by the port they leave by, or come in by */
    uint32_t *step;                                         /* by offset, from 1 */
    uint32_t steps;
} direct;

/* Who sends: the root alone, everybody to it, or all nodes. */
static bool one_sends(const direct *d) {
    return d->kind == LB_SCATTER;
}

static bool one_receives(const direct *d) {
    return d->kind == LB_GATHER;
}

static uint64_t busiest(const direct *d, const uint8_t *port, uint32_t links) {
    uint64_t most = 0, ends = 0;
    uint32_t out = one_receives(d) ? 0 : d->leaves[port[0]], in = one_sends(d) ? 0 : d->comes[port[links - 1]];
    ends = out > in ? out : in;
    for (uint32_t i = 0; i < links; i++)
        most = d->load[port[i]] > most ? d->load[port[i]] : most;
    return ends << 32 | most;
}

static void choose_route(direct *d, uint32_t offset, uint8_t *word, uint8_t *room) {
    const lb_net *net = d->net;
    unsigned orders = lb_net_routing(net) == LB_FREE_ROUTES ? 2 * net->dims : 1;
    uint64_t least = UINT64_MAX;
    uint32_t links = 0;
    for (unsigned i = 0; i < orders; i++) {
        uint32_t count = lb_net_turned_route(net, offset, i / 2, i % 2, room);
        uint64_t most = busiest(d, room, count);
        if (most < least) {
            least = most;
            links = count;
            memcpy(word, room, count);
        }
    }
    for (uint32_t i = 0; i < links; i++)
        d->load[word[i]]++;
    d->leaves[word[0]]++;
    d->comes[word[links - 1]]++;
    d->route[offset] = (lb_route){links, word};
}

static int choose_routes(direct *d, lb_why *why) {
    const lb_net *net = d->net;
    uint32_t far = lb_diameter(net);
    uint8_t *room = lb_array(far, 1);
    d->route = lb_zeroed(net->nodes, sizeof *d->route);
    d->word = lb_array((uint64_t)net->nodes * far, 1);
    d->step = lb_zeroed(net->nodes, sizeof *d->step);
    bool taken = room && d->route && d->word && d->step;
    for (uint32_t hops = taken ? far : 0; hops > 0; hops--) { /* those that load most links first */
        for (uint32_t v = 1; v < net->nodes; v++) {
            if (lb_distance(net, 0, v) == hops)
                choose_route(d, v, d->word + (size_t)v * far, room);
        }
    }
    free(room);
    return taken ? LB_OK : lb_fail_memory(why, "the ways of flights");
}

/* Rows are ports to leave by, columns ports to come in by. What one node alone does not do is no matter: then each
 * offset has a row or column of its own, by turns. */
static unsigned row_of(const direct *d, uint32_t offset) {
    return one_receives(d) ? offset : d->route[offset].port[0];
}

static unsigned column_of(const direct *d, uint32_t offset) {
    return one_sends(d) ? offset : d->route[offset].port[d->route[offset].links - 1];
}

/* The next offset without a step that has this row and column. */
static uint32_t take(const direct *d, unsigned row, unsigned column) {
    uint32_t v = 1;
    while (d->step[v] || row_of(d, v) != row || column_of(d, v) != column)
        v++;
    return v;
}

static int share_out(direct *d, uint32_t ports, lb_why *why) {
    const lb_net *net = d->net;
    uint32_t n = net->nodes;
    lb_colours c;
    d->steps = (uint32_t)lb_ceil_div(n - 1, ports);
    for (unsigned p = 0; p < net->ports; p++) {
        d->steps = !one_receives(d) && d->leaves[p] > d->steps ? d->leaves[p] : d->steps;
        d->steps = !one_sends(d) && d->comes[p] > d->steps ? d->comes[p] : d->steps;
    }
    if (lb_colours_begin(&c, n, one_sends(d) ? n : net->ports, d->steps))
        return lb_fail_memory(why, "an edge colouring");
    for (uint32_t v = 1; v < n; v++)
        lb_colours_add(&c, row_of(d, v), column_of(d, v));
    if (ports < net->ports)
        lb_colours_even(&c, ports);
    for (uint32_t row = 0; row < n; row++) {
        for (uint32_t s = 0; s < d->steps; s++) {
            unsigned column = c.port_of[(uint64_t)row * d->steps + s];
            if (column != LB_NO_PORT)
                d->step[take(d, row, column)] = s + 1;
        }
    }
    lb_colours_end(&c);
    return LB_OK;
}

/* One flight of the template: from node 0 to the offset; of gather from there, to the root. */
static void add_flight(const direct *d, const lb_net *flights, lb_builder *b, uint32_t v) {
    uint32_t from = one_receives(d) ? lb_net_sub(d->net, 0, v) : 0;
    lb_build_move(b, d->step[v], from, lb_net_port_of_route(flights, d->route[v]),
                  d->kind == LB_REDUCE_SCATTER ? LB_OP_SUM : LB_OP_COPY);
    switch (d->kind) {
    case LB_GATHER: lb_build_block(b, from, 0); break;
    case LB_ALLGATHER: lb_build_block(b, 0, LB_NONE); break;
    case LB_REDUCE_SCATTER: lb_build_block(b, LB_NONE, v); break;
    default: lb_build_block(b, 0, v); break;
    }
}

static int write_down(const direct *d, const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_net *flights = NULL;
    lb_task *flown = NULL;
    int error = lb_net_flights(d->net, d->route + 1, d->net->nodes - 1, &flights, why);
    if (!error)
        error = lb_task_on(task, flights, &flown, why);
    if (!error) {
        lb_builder b;
        bool rooted = one_sends(d) || one_receives(d);
        lb_build_begin(&b, flown, rooted ? LB_ROOTED : LB_SYMMETRIC, LB_LINEAR, o->ports, 1, 1);
        for (uint32_t v = 1; v < d->net->nodes; v++)
            add_flight(d, flights, &b, v);
        error = lb_build_finish(&b, "direct", plan, why);
    }
    lb_net_free(flights);
    lb_task_free(flown);
    return error;
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    direct d = {.net = &task->net, .kind = task->kind};
    *plan = NULL;
    int error = choose_routes(&d, why);
    if (!error)
        error = share_out(&d, o->ports < task->net.ports ? o->ports : task->net.ports, why);
    if (!error)
        error = write_down(&d, task, o, plan, why);
    free(d.route);
    free(d.word);
    free(d.step);
    return error;
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    (void)o;
    const lb_net *net = &task->net;
    bool known = lb_net_routing(net) != LB_STORE_AND_FORWARD && net->nodes > 1;
    return known && net->nodes <= LB_MAX_PORTS && net->ports <= LB_TORUS_PORTS ? 10 : 0;
}

const lb_algo lb_algo_direct = {
    .info = {.name = "direct",
             .source = "every block for itself; ports by edge colouring (Koenig 1916)",
             .tasks = LB_TASK_BIT(LB_ALLTOALL) | LB_TASK_BIT(LB_ALLGATHER) | LB_TASK_BIT(LB_REDUCE_SCATTER) |
                      LB_TASK_BIT(LB_SCATTER) | LB_TASK_BIT(LB_GATHER),
             .any_ports = true,
             .min_ports = 1,
             .linear = true,
             .promise = "(n-1)/k start-ups, k the ports, or a few more"},
    .suits = suits,
    .needs = "it needs a torus that cuts through, of at most 255 nodes",
    .build = build,
};

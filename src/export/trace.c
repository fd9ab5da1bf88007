/* Chrome's trace events, which Perfetto and chrome://tracing show: a process for every node, in it a thread for every
 * link out and every link in, a slice for each packet at both ends, and an arrow between the two. Times are by the cost
 * on the linear clock; without one a step is a microsecond. */
#include "export/about.h"
#include "export/formats.h"

#include "base/base.h"
#include "out/events.h"

#include <inttypes.h>
#include <stdlib.h>

#define MOST_MOVES (UINT64_C(1) << 20)

typedef struct trace {
    out_events events;
    const lb_plan *plan;
    uint64_t ports, links;
    bool *named;       /* of each link: its two threads have their names */
    double scale;      /* microseconds in a unit of time */
    const lb_hop *hop; /* of each packet; NULL: the clock is unit */
} trace;

/* Threads are told apart by their numbers alone, whichever process they are of. */
static uint64_t thread_of(const trace *t, const lb_move *m, bool in) {
    return m->from * t->ports + m->port + (in ? t->links : 0) + 1;
}

static void put_name(trace *t, const char *what, uint32_t node, uint64_t thread, const char *kind, uint32_t number) {
    char name[32];
    snprintf(name, sizeof name, "%s%" PRIu32, kind, number);
    out_events_name(&t->events, what, (uint64_t)node + 1, thread, name);
}

static void name_link(trace *t, const lb_move *m) {
    uint64_t link = m->from * t->ports + m->port;
    if (t->named[link])
        return;
    t->named[link] = true;
    put_name(t, "process_name", m->from, thread_of(t, m, false), "node ", m->from);
    put_name(t, "process_name", m->to, thread_of(t, m, true), "node ", m->to);
    put_name(t, "thread_name", m->from, thread_of(t, m, false), "to ", m->to);
    put_name(t, "thread_name", m->to, thread_of(t, m, true), "from ", m->from);
}

/* "[0,6]", or what a packet has first and how much more. */
static void name_data(const lb_move *m, char *text, size_t size) {
    const lb_item *i = &m->items[0];
    char name[48] = "", more[32] = "";
    if (i->origin != LB_NONE && i->dest != LB_NONE)
        snprintf(name, sizeof name, "%" PRIu32 ",%" PRIu32, i->origin, i->dest);
    else
        snprintf(name, sizeof name, "%" PRIu32, i->origin != LB_NONE ? i->origin : i->dest);
    if (m->nitems > 1)
        snprintf(more, sizeof more, " and %" PRIu32 " more", m->nitems - 1);
    snprintf(text, size, "[%s]%s", name, more);
}

static void put_packet(trace *t, const lb_move *m, uint64_t number) {
    double start = t->hop ? lb_ratio_value(t->hop[number].start) : m->step - 1;
    double end = t->hop ? lb_ratio_value(t->hop[number].finish) : m->step;
    char data[96] = "nothing", name[128], args[64];
    name_link(t, m);
    if (m->nitems)
        name_data(m, data, sizeof data);
    snprintf(args, sizeof args, "\"step\":%" PRIu32 ",\"pieces\":%" PRIu32, m->step, m->nitems);
    for (int in = 0; in < 2; in++) {
        snprintf(name, sizeof name, "%s %s", in ? "receive" : "send", data);
        out_slice slice = {.name = name,
                           .category = m->op == LB_OP_SUM ? "sum" : "copy",
                           .args = args,
                           .process = (uint64_t)(in ? m->to : m->from) + 1,
                           .thread = thread_of(t, m, in),
                           .start = start * t->scale,
                           .length = (end - start) * t->scale};
        out_events_slice(&t->events, &slice);
        out_events_arrow(&t->events, in, number + 1, &slice, slice.start);
    }
}

static int put_packets(trace *t, lb_why *why) {
    lb_cursor *cursor = NULL;
    lb_move move;
    char about[320], said[352];
    int error = lb_cursor_open(t->plan, &cursor, why);
    if (error)
        return error;
    lb_export_about(t->plan, about, sizeof about);
    snprintf(said, sizeof said, "\"about\":\"%s\"", about);
    out_events_open(&t->events, said);
    put_name(t, "process_name", 0, 0, "node ", 0);
    for (uint64_t number = 0; lb_cursor_next(cursor, &move) == 1; number++)
        put_packet(t, &move, number);
    out_events_close(&t->events);
    lb_cursor_close(cursor);
    return LB_OK;
}

int lb_export_trace(FILE *out, const lb_plan *plan, const lb_export_options *options, lb_why *why) {
    const lb_net *net = lb_plan_net(plan);
    lb_timing timing = {.critical = NULL};
    trace t = {
        .events.out = out, .plan = plan, .ports = lb_net_ports(net), .scale = options->unit > 0 ? options->unit : 1};
    if (lb_plan_moves(plan) > MOST_MOVES)
        return lb_fail(why, LB_ERR_SIZE, "a trace shows at most %" PRIu64 " packets", MOST_MOVES);
    if (lb_plan_clock(plan) == LB_LINEAR && !options->cost)
        return lb_fail(why, LB_ERR_ARG, "a plan for the linear clock has times only with a cost");
    int error = options->cost ? lb_simulate_hops(plan, options->cost, NULL, &timing, why) : LB_OK;
    t.hop = timing.critical;
    t.links = (uint64_t)lb_net_nodes(net) * t.ports;
    t.named = lb_zeroed(t.links, sizeof *t.named);
    if (!error && !t.named)
        error = lb_fail_memory(why, "the export");
    if (!error)
        error = put_packets(&t, why);
    free(t.named);
    lb_timing_free(&timing);
    return error;
}

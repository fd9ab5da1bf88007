/* A run in threads as it was: for every link a row at its sender and one at its receiver, with a slice for every packet
 * from when it is there to when it was read, and an arrow from one to the other. The packets of a row do not overlap:
 * one that is sent while another is still there begins when that ends. */
#define _POSIX_C_SOURCE 200809L /* for open_memstream */
#include "cli/run_trace.h"

#include "base/base.h"
#include "cli/progress.h"
#include "cli/say.h"
#include "cli/whole_file.h"
#include "out/events.h"
#include "run/watch.h"

#include <stdlib.h>

/* Of a packet, at one end. */
typedef struct event {
    double begin, end;
    uint64_t bytes;
} event;

/* The packets of a node's port, one way. Whoever does the node's work has it. */
typedef struct row {
    event *event;
    uint64_t events, room;
} row;

struct cli_run_trace {
    const lb_net *net;
    unsigned ports;
    row *row; /* (node * ports + port) * 2, and 1 for what comes */
    uint64_t rows;
    bool on, lost; /* lost: there was not enough memory for all */
    double start;
};

static row *row_of(const cli_run_trace *t, uint32_t node, unsigned port, bool in) {
    return &t->row[((uint64_t)node * t->ports + port) * 2 + in];
}

static void watch(void *user, lb_watched what, uint32_t node, unsigned port, uint64_t index, uint64_t bytes) {
    cli_run_trace *t = user;
    bool in = what == LB_WATCH_CAME || what == LB_WATCH_READ;
    row *r = row_of(t, node, port, in);
    void *grown = r->event;
    if (!t->on)
        return;
    if (lb_grow(&grown, &r->room, index + 1, sizeof *r->event)) {
        t->lost = true;
        return;
    }
    r->event = grown;
    while (r->events <= index)
        r->event[r->events++] = (event){0, 0, 0};
    event *e = &r->event[index];
    double now = cli_seconds() - t->start;
    if (what == LB_WATCH_SENT || (what == LB_WATCH_CAME && e->begin == 0))
        e->begin = now;
    if (what == LB_WATCH_SENT)
        e->bytes = bytes;
    e->end = now;
}

cli_run_trace *cli_run_trace_create(lb_team *team, const lb_net *net) {
    cli_run_trace *t = lb_zeroed(1, sizeof *t);
    if (!t)
        return NULL;
    t->net = net;
    t->ports = lb_net_ports(net);
    t->rows = (uint64_t)lb_net_nodes(net) * t->ports * 2;
    t->row = lb_zeroed(t->rows, sizeof *t->row);
    if (!t->row) {
        free(t);
        return NULL;
    }
    lb_team_watch(team, watch, t);
    return t;
}

void cli_run_trace_begin(cli_run_trace *t) {
    t->start = cli_seconds();
    t->on = true;
}

void cli_run_trace_free(cli_run_trace *t) {
    for (uint64_t k = 0; t && k < t->rows; k++)
        free(t->row[k].event);
    if (t)
        free(t->row);
    free(t);
}

/* ---- The file ---- */

static void put_name(out_events *events, const char *what, uint64_t process, uint64_t thread, const char *before,
                     uint32_t node) {
    char name[32];
    snprintf(name, sizeof name, "%s %" PRIu32, before, node);
    out_events_name(events, what, process, thread, name);
}

/* Arrows of a link have the numbers from `arrow` on, at both ends. */
static void put_row(out_events *events, const cli_run_trace *t, uint32_t node, unsigned port, bool in, uint64_t arrow) {
    const row *r = row_of(t, node, port, in);
    uint64_t thread = (uint64_t)(r - t->row) + 1;
    uint32_t peer = lb_neighbor(t->net, node, port);
    double before = 0;
    if (r->events)
        put_name(events, "thread_name", (uint64_t)node + 1, thread, in ? "from" : "to", peer);
    for (uint64_t k = 0; k < r->events; k++) {
        const event *e = &r->event[k];
        char name[64], args[48];
        double begin = e->begin > before ? e->begin : before, end = e->end > begin ? e->end : begin;
        snprintf(name, sizeof name, "%s %" PRIu64, in ? "receive" : "send", k);
        snprintf(args, sizeof args, "\"bytes\":%" PRIu64, e->bytes);
        out_slice slice = {.name = name,
                           .category = in ? "receive" : "send",
                           .args = in ? "" : args,
                           .process = (uint64_t)node + 1,
                           .thread = thread,
                           .start = begin * 1e6,
                           .length = (end - begin) * 1e6};
        out_events_slice(events, &slice);
        out_events_arrow(events, in, arrow + k, &slice, slice.start);
        before = end;
    }
}

static void put_all(FILE *out, const cli_run_trace *t) {
    out_events events = {.out = out};
    uint64_t arrow = 1;
    out_events_open(&events, "\"about\":\"linkbound run, in threads\"");
    for (uint32_t v = 0; v < lb_net_nodes(t->net); v++)
        put_name(&events, "process_name", (uint64_t)v + 1, 0, "node", v);
    for (uint32_t v = 0; v < lb_net_nodes(t->net); v++) {
        for (unsigned p = 0; p < t->ports; p++) {
            uint64_t sent = row_of(t, v, p, false)->events;
            put_row(&events, t, v, p, false, arrow);
            if (sent)
                put_row(&events, t, lb_neighbor(t->net, v, p), lb_port_opposite(t->net, p), true, arrow);
            arrow += sent;
        }
    }
    out_events_close(&events);
}

int cli_run_trace_write(const cli_run_trace *t, const char *path) {
    char *data = NULL;
    size_t size = 0;
    FILE *out = t->lost ? NULL : open_memstream(&data, &size);
    if (out)
        put_all(out, t);
    int status = out && fclose(out) == 0 ? cli_write_whole(path, data, size) : cli_fail_why(LB_ERR_MEMORY, NULL);
    free(data);
    return status;
}

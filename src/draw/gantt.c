/* Reading a plan into bars. */
#include "draw/gantt.h"

#include "base/base.h"
#include "draw/gantt_busy.h"
#include "draw/traffic.h"

#include <inttypes.h>
#include <stdlib.h>

#define NO_ROW UINT32_MAX

typedef struct reading {
    const lb_plan *plan;
    const lb_draw_options *options;
    lb_gantt *gantt;
    uint32_t *row_of;  /* links */
    const lb_hop *hop; /* one for each move, or NULL */
} reading;

/* A row is a link; of one node's, which cannot tell who else crosses them, also a way over several. */
static bool is_shown(const lb_net *net, uint32_t only, uint32_t node, unsigned port) {
    return (only == LB_NONE ? lb_port_links(net, port) == 1 : node == only) && lb_link_alive(net, node, port);
}

static uint64_t count_rows(const lb_net *net, uint32_t only) {
    uint64_t all = lb_links_alive(net);
    for (unsigned p = 0; p < lb_net_ports(net); p++)
        all -= lb_port_links(net, p) > 1 ? lb_net_nodes(net) : 0; /* only whole networks have such */
    return only == LB_NONE ? all : lb_net_ports(net);
}

int lb_gantt_possible(const lb_net *net, uint32_t node, lb_why *why) {
    uint64_t rows = count_rows(net, node);
    if (node != LB_NONE && node >= lb_net_nodes(net))
        return lb_fail(why, LB_ERR_ARG, "there is no node %" PRIu32 ": the last is %" PRIu32, node,
                       lb_net_nodes(net) - 1);
    if (rows > LB_GANTT_ROWS)
        return lb_fail(why, LB_ERR_SIZE,
                       "a timeline of %" PRIu64 " links is too large to draw; up to %d can be drawn, or those of one "
                       "node: --node 0",
                       rows, LB_GANTT_ROWS);
    return LB_OK;
}

static int refuse(const reading *r, lb_why *why) {
    if (lb_plan_steps(r->plan) > LB_GANTT_STEPS)
        return lb_fail(why, LB_ERR_SIZE, "a timeline of %" PRIu32 " steps is too large to draw; up to %d can be drawn",
                       lb_plan_steps(r->plan), LB_GANTT_STEPS);
    if (lb_plan_moves(r->plan) > LB_DRAW_MOVES && (r->options->node == LB_NONE || r->options->cost))
        return lb_fail(why, LB_ERR_SIZE,
                       "a timeline of %" PRIu64
                       " moves is too large to draw; that of one node, in steps, can be: --node 0",
                       lb_plan_moves(r->plan));
    return lb_gantt_possible(lb_plan_net(r->plan), r->options->node, why);
}

/* Links that are alive, of all nodes or of one. */
static int find_rows(reading *r, lb_why *why) {
    const lb_net *net = lb_plan_net(r->plan);
    uint32_t nodes = lb_net_nodes(net), only = r->options->node;
    unsigned ports = lb_net_ports(net);
    uint64_t most = count_rows(net, only);
    int error = refuse(r, why);
    if (error)
        return error;
    lb_gantt *g = r->gantt;
    g->row = lb_zeroed(most, sizeof *g->row);
    r->row_of = lb_array((uint64_t)nodes * ports, sizeof *r->row_of);
    if (!g->row || !r->row_of)
        return lb_fail_memory(why, "the drawing");
    for (uint32_t v = 0; v < nodes; v++) {
        for (unsigned p = 0; p < ports; p++) {
            bool shown = is_shown(net, only, v, p);
            r->row_of[(size_t)v * ports + p] = shown ? g->rows : NO_ROW;
            if (!shown)
                continue;
            uint32_t above = g->rows ? g->row[g->rows - 1].group + (g->row[g->rows - 1].from != v) : 0;
            g->row[g->rows++] = (lb_gantt_row){.from = v, .to = lb_neighbor(net, v, p), .group = above};
        }
    }
    return LB_OK;
}

/* What tells data apart best: whose it is, for whom it is, or which piece. */
static void find_keys(reading *r) {
    lb_gantt *g = r->gantt;
    uint64_t pieces = lb_plan_denominator(r->plan);
    switch (lb_task_kind_of(lb_plan_task(r->plan))) {
    case LB_BROADCAST:
    case LB_REDUCE:
    case LB_SEND:
        g->keys = pieces < 4096 ? (uint32_t)pieces : 4096;
        g->key_name = g->keys > 1 ? "piece" : "";
        break;
    case LB_SCATTER:
    case LB_REDUCE_SCATTER:
    case LB_ALLREDUCE:
        g->keys = lb_net_nodes(lb_plan_net(r->plan));
        g->key_name = "destination";
        break;
    default: g->keys = lb_net_nodes(lb_plan_net(r->plan)); g->key_name = "origin";
    }
    g->keys = g->keys ? g->keys : 1;
}

static uint32_t key_of(const reading *r, const lb_item *item) {
    switch (*r->gantt->key_name) {
    case 'd': return item->dest != LB_NONE ? item->dest : 0;
    case 'o': return item->origin != LB_NONE ? item->origin : 0;
    case 'p': {
        uint64_t pieces = lb_plan_denominator(r->plan);
        return (uint32_t)((double)item->lo / (double)pieces * r->gantt->keys);
    }
    default: return 0;
    }
}

static bool arrives(const lb_task *task, const lb_move *move) {
    for (uint32_t k = 0; k < move->nitems; k++) {
        uint64_t block;
        const lb_item *item = &move->items[k];
        if (lb_task_class(task) == LB_SPAN)
            return true;
        if (lb_task_find(task, item->origin, item->dest, item->copy, &block) == LB_OK &&
            lb_task_wants(task, block, move->to))
            return true;
    }
    return false;
}

static int add_bar(reading *r, const lb_move *move, uint32_t row, uint64_t number, uint64_t *room) {
    lb_gantt *g = r->gantt;
    void *bars = g->bar;
    char text[LB_LABEL_MAX];
    if (row == NO_ROW)
        return LB_OK;
    if (lb_grow(&bars, room, g->bars + 1, sizeof *g->bar))
        return LB_ERR_MEMORY;
    g->bar = bars;
    lb_gantt_bar *bar = &g->bar[g->bars++];
    *bar = (lb_gantt_bar){.row = row, .step = move->step, .start = move->step - 1.0, .end = move->step};
    bar->key = move->nitems ? key_of(r, &move->items[0]) : 0;
    bar->arrives = arrives(lb_plan_task(r->plan), move);
    lb_load_text(r->plan, move, text);
    snprintf(bar->text, sizeof bar->text, "%.11s", text);
    lb_load_about(r->plan, move, bar->about, sizeof bar->about);
    if (r->hop) {
        bar->start = lb_ratio_value(r->hop[number].start);
        bar->end = lb_ratio_value(r->hop[number].finish);
    }
    return LB_OK;
}

/* A bar, or one on every link of the way where it passes several. */
static int add_bars(reading *r, const lb_move *move, uint64_t number, uint64_t *room) {
    const lb_net *net = lb_plan_net(r->plan);
    unsigned ports = lb_net_ports(net);
    uint32_t row = r->row_of[(size_t)move->from * ports + move->port], links = lb_port_links(net, move->port);
    if (links == 1 || row != NO_ROW)
        return add_bar(r, move, row, number, room);
    uint32_t *way = lb_array(links, sizeof *way), at = move->from;
    int error = way ? LB_OK : LB_ERR_MEMORY;
    if (way)
        lb_port_way(net, move->from, move->port, way);
    for (uint32_t i = 0; i < links && !error; at = way[i++])
        error = add_bar(r, move, r->row_of[(size_t)at * ports + lb_port_to(net, at, way[i])], number, room);
    free(way);
    return error;
}

/* Of one node: what it costs does not depend on how many others there are. */
static int read_node(reading *r, lb_why *why) {
    lb_program *program = NULL;
    lb_move move;
    uint64_t room = 0;
    int error = lb_program_create(r->plan, r->options->node, &program, why);
    for (unsigned port = 0; !error && port < lb_net_ports(lb_plan_net(r->plan)); port++) {
        uint64_t count = lb_program_count(program, port, LB_SENDS);
        for (uint64_t k = 0; k < count && !error; k++) {
            lb_program_packet(program, port, LB_SENDS, k, &move);
            if (add_bars(r, &move, 0, &room))
                error = lb_fail_memory(why, "the drawing");
        }
    }
    lb_program_free(program);
    return error;
}

static int read_bars(reading *r, lb_why *why) {
    if (r->options->node != LB_NONE && !r->hop)
        return read_node(r, why);
    lb_cursor *cursor = NULL;
    lb_move move;
    uint64_t number = 0, room = 0;
    int error = lb_cursor_open(r->plan, &cursor, why);
    while (!error && lb_cursor_next(cursor, &move) == 1) {
        if (add_bars(r, &move, number++, &room))
            error = lb_fail_memory(why, "the drawing");
    }
    lb_cursor_close(cursor);
    return error;
}

static int count_busy(lb_gantt *g, lb_why *why) {
    lb_busy_span *spans = lb_array(g->bars + 1, sizeof *spans);
    if (!spans)
        return lb_fail_memory(why, "the drawing");
    for (uint64_t i = 0; i < g->bars; i++)
        spans[i] = (lb_busy_span){g->bar[i].row, g->bar[i].start, g->bar[i].end};
    lb_gantt_busy(spans, g->bars, g->rows, g->end, g->buckets, g->busy);
    for (uint32_t k = 0; k < g->buckets; k++)
        g->mean += g->busy[k] / g->buckets;
    free(spans);
    return LB_OK;
}

/* Of costs in nanoseconds the unit in which the end is best read. */
static void choose_unit(lb_gantt *gantt, bool nanoseconds) {
    static const char *const names[] = {"ns", "us", "ms", "s"};
    unsigned unit = 0;
    gantt->scale = 1;
    gantt->unit = "in the unit of tau and beta";
    for (; nanoseconds && unit < 3 && gantt->end / gantt->scale >= 1000; unit++)
        gantt->scale *= 1000;
    if (nanoseconds)
        gantt->unit = names[unit];
}

int lb_gantt_make(const lb_plan *plan, const lb_draw_options *options, lb_gantt *gantt, lb_why *why) {
    reading r = {.plan = plan, .options = options, .gantt = gantt};
    lb_timing timing = {.critical = NULL};
    lb_check_options check = {.checked = true};
    *gantt = (lb_gantt){.timed = options->cost != NULL, .end = lb_plan_steps(plan), .buckets = lb_plan_steps(plan)};
    find_keys(&r);
    int error = find_rows(&r, why);
    if (!error && options->cost)
        error = lb_simulate_hops(plan, options->cost, &check, &timing, why);
    if (!error && options->cost) {
        r.hop = timing.critical;
        gantt->end = lb_ratio_value(timing.makespan);
        gantt->buckets = LB_GANTT_BUCKETS;
        choose_unit(gantt, options->nanoseconds);
    }
    if (!error)
        error = read_bars(&r, why);
    if (!error)
        error = count_busy(gantt, why);
    lb_timing_free(&timing);
    free(r.row_of);
    if (error)
        lb_gantt_free(gantt);
    return error;
}

void lb_gantt_free(lb_gantt *gantt) {
    free(gantt->row);
    free(gantt->bar);
    gantt->row = NULL;
    gantt->bar = NULL;
}

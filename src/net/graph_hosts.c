/* Graphs from MLX's host files, in JSON: hosts joined by Thunderbolt or Ethernet.
 *
 * Who gives "rdma", a row for every host with the devices that lead to each other (null, a name or several), has said
 * all links: as many lanes as there are names. So has the matrix that MLX keeps of it, without the hosts around it. In
 * other files hosts form a ring in their order, which is how MLX connects them. */
#include "net/graph_text.h"

#include <string.h>

bool lb_text_is_hosts(const lb_graph_text *g) {
    const char *p = g->at;
    while (p < g->end && strchr(" \t\r\n\f", *p))
        p++;
    return p < g->end && (*p == '[' || *p == '{');
}

static bool is_null(const lb_values *t, uint32_t item) {
    return lb_values_kind(t, item) == LB_VALUE_WORD && lb_values_is(t, item, "null");
}

/* The devices of host `from` towards each host. */
static int read_row(lb_graph_text *g, const lb_values *t, uint32_t row, uint32_t from, uint32_t hosts) {
    uint32_t to = 0;
    if (lb_values_kind(t, row) != LB_VALUE_LIST || lb_values_size(t, row) != hosts)
        return lb_text_fail(g, LB_ERR_FORMAT, lb_values_line(t, row), "host %u needs an entry for each of the %u hosts",
                            (unsigned)from, (unsigned)hosts);
    for (uint32_t i = row + 1; i < lb_values_end(t, row); i = lb_values_end(t, i), to++) {
        uint32_t lanes = lb_values_kind(t, i) == LB_VALUE_LIST ? lb_values_size(t, i) : !is_null(t, i);
        if (lb_values_kind(t, i) == LB_VALUE_SET || (lb_values_kind(t, i) == LB_VALUE_WORD && lanes))
            return lb_text_fail(g, LB_ERR_FORMAT, lb_values_line(t, i), "a device is null, a name or a list of names");
        if (lanes > LB_MAX_PORTS)
            return lb_text_fail(g, LB_ERR_SIZE, lb_values_line(t, i), "more than %d devices", LB_MAX_PORTS);
        int error = lanes ? lb_text_add(g, &(lb_text_link){from, to, lanes, lb_values_line(t, i), false}) : LB_OK;
        if (error)
            return error;
    }
    return LB_OK;
}

/* The row of a host: itself, where the file is the matrix; or what is in it. 0: there is none. */
static uint32_t row_of(const lb_values *t, uint32_t host) {
    if (lb_values_kind(t, host) == LB_VALUE_SET) {
        uint32_t row = lb_values_get(t, host, "rdma");
        return row && lb_values_size(t, row) ? row : 0;
    }
    for (uint32_t i = host + 1; i < lb_values_end(t, host); i = lb_values_end(t, i)) {
        if (is_null(t, i) || lb_values_kind(t, i) == LB_VALUE_LIST)
            return host;
    }
    return 0;
}

static int read_hosts(lb_graph_text *g, const lb_values *t, uint32_t list) {
    uint32_t hosts = lb_values_size(t, list), from = 0, with = 0;
    int error = LB_OK;
    if (hosts > LB_MAX_GRAPH_NODES)
        return lb_text_fail(g, LB_ERR_SIZE, lb_values_line(t, list), "more than %u hosts",
                            (unsigned)LB_MAX_GRAPH_NODES);
    g->counted = true;
    g->node_count = hosts;
    for (uint32_t i = list + 1; i < lb_values_end(t, list); i = lb_values_end(t, i)) {
        if (lb_values_kind(t, i) != LB_VALUE_SET && lb_values_kind(t, i) != LB_VALUE_LIST)
            return lb_text_fail(g, LB_ERR_FORMAT, lb_values_line(t, i), "a host is {...} or [...]");
        with += row_of(t, i) != 0;
    }
    for (uint32_t i = list + 1; i < lb_values_end(t, list) && !error; i = lb_values_end(t, i), from++) {
        uint32_t row = row_of(t, i), line = lb_values_line(t, i);
        if (with && !row)
            error = lb_text_fail(g, LB_ERR_FORMAT, line, "host %u does not say which devices lead to the others",
                                 (unsigned)from);
        else if (with)
            error = read_row(g, t, row, from, hosts);
        else if (hosts > 1 && (hosts > 2 || from == 0))
            error = lb_text_add(g, &(lb_text_link){from, (from + 1) % hosts, 1, line, true});
    }
    return error;
}

int lb_text_hosts(lb_graph_text *g) {
    lb_values tree;
    int error = lb_text_values(g, &tree);
    uint32_t list = error || lb_values_kind(&tree, 0) == LB_VALUE_LIST ? 0 : lb_values_get(&tree, 0, "hosts");
    if (!error && lb_values_kind(&tree, list) != LB_VALUE_LIST)
        error = lb_text_fail(g, LB_ERR_FORMAT, lb_values_line(&tree, list), "this JSON is no list of hosts");
    if (!error)
        error = read_hosts(g, &tree, list);
    lb_values_free(&tree);
    return error;
}

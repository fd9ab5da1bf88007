/* Graphs as lists of edges, a line each: "a b", or "a>b" one way only; a speed may follow, and # begins a comment. */
#include "net/graph_text.h"

#include <string.h>

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

static const char *skip_blanks(const char *p, const char *end) {
    while (p < end && is_blank(*p))
        p++;
    return p;
}

/* Up to a blank, > or the end; empty where there is none. */
static const char *skip_word(const char *p, const char *end) {
    while (p < end && !is_blank(*p) && *p != '>')
        p++;
    return p;
}

static int read_line(lb_graph_text *g, const char *p, const char *end) {
    const char *word[3], *stop[3];
    bool one_way = false;
    for (int i = 0; i < 3; i++) {
        word[i] = p;
        stop[i] = skip_word(p, end);
        p = skip_blanks(stop[i], end);
        if (i == 0 && p < end && *p == '>') {
            one_way = true;
            p = skip_blanks(p + 1, end);
        }
    }
    if (stop[0] == word[0] || stop[1] == word[1] || p < end)
        return lb_text_fail(g, LB_ERR_ARG, g->line,
                            "a link is two nodes and perhaps a speed: '3 7', '3 7 2', one way '3>7'");
    lb_text_link link = {.speed = 1, .line = g->line, .both = !one_way};
    int error = lb_text_node_of(g, word[0], (size_t)(stop[0] - word[0]), &link.from);
    if (!error)
        error = lb_text_node_of(g, word[1], (size_t)(stop[1] - word[1]), &link.to);
    if (!error && stop[2] > word[2])
        error = lb_text_speed_of(g, word[2], (size_t)(stop[2] - word[2]), &link.speed);
    return error ? error : lb_text_add(g, &link);
}

int lb_text_edges(lb_graph_text *g) {
    for (int error; g->at < g->end; g->line++) {
        const char *newline = memchr(g->at, '\n', (size_t)(g->end - g->at));
        const char *stop = newline ? newline : g->end, *end = memchr(g->at, '#', (size_t)(stop - g->at));
        const char *p = skip_blanks(g->at, end ? end : stop);
        if (p < (end ? end : stop) && (error = read_line(g, p, end ? end : stop)) != LB_OK)
            return error;
        g->at = newline ? newline + 1 : g->end;
    }
    return LB_OK;
}

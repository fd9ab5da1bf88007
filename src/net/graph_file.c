/* Networks from files: lists of edges, Graphviz, what a machine prints about its links, or what other tools describe it
 * with. What it is is seen from what is in it. */
#define _XOPEN_SOURCE 700
#include "net/graph_file.h"

#include "net/graph_text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 26, FIRST_BYTES = 1 << 16 };

/* Pictures and programs have bytes that no text has. Escapes are those that colour what a terminal shows. */
static int check_text(lb_graph_text *g) {
    uint32_t line = 1;
    for (const char *p = g->at; p < g->end; p++) {
        unsigned char byte = (unsigned char)*p;
        if ((byte < 0x20 && !strchr("\t\n\r\f\033", byte)) || byte == 0 || byte == 0x7f || byte == 0xff || byte == 0xfe)
            return lb_text_fail(g, LB_ERR_FORMAT, line, "this is no text that describes a network (byte %u)",
                                (unsigned)byte);
        line += byte == '\n';
    }
    return LB_OK;
}

static int read_format(lb_graph_text *g) {
    static const struct {
        bool (*is)(const lb_graph_text *g);
        int (*read)(lb_graph_text *g);
    } formats[] = {
        {lb_text_is_dot, lb_text_dot},
        {lb_text_is_hosts, lb_text_hosts},
        {lb_text_is_devices, lb_text_devices},
        {lb_text_is_matrix, lb_text_matrix},
    };
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        if (formats[i].is(g))
            return formats[i].read(g);
    }
    return lb_text_edges(g);
}

int lb_graph_parse(const char *text, size_t size, const char *shown, const char *name, lb_net **net, lb_why *why) {
    lb_graph_text g = {.at = text, .end = text + size, .line = 1, .why = why};
    *net = NULL;
    lb_show_path(shown, g.shown);
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        g.at += 3;
    int error = check_text(&g);
    if (!error)
        error = read_format(&g);
    if (!error)
        error = lb_text_finish(&g, name, net);
    free(g.links);
    free(g.nodes);
    free(g.table);
    return error;
}

/* All of it; pipes have no size that could be asked for. */
static int read_all(FILE *file, const char *shown, char **text, size_t *size, lb_why *why) {
    uint64_t room = 0;
    size_t got = 1;
    *text = NULL;
    for (*size = 0; got > 0; *size += got) {
        void *grown = *text;
        if (*size > MOST_BYTES)
            return lb_fail(why, LB_ERR_SIZE, "%s: larger than %d MiB, the most for a network", shown, MOST_BYTES >> 20);
        if (lb_grow(&grown, &room, *size + FIRST_BYTES, 1))
            return lb_fail_memory(why, "a file that describes a network");
        *text = grown;
        got = fread(*text + *size, 1, (size_t)room - *size, file);
    }
    return ferror(file) ? lb_fail_system(why, shown, "read", errno) : LB_OK;
}

int lb_graph_read(const char *path, const char *name, lb_net **net, lb_why *why) {
    char shown[LB_SHOWN_MAX], *text;
    size_t size;
    *net = NULL;
    lb_show_path(path, shown);
    if (!*path)
        return lb_fail(why, LB_ERR_ARG, "graph: needs a file that describes the network: graph:cluster.txt");
    FILE *file = fopen(path, "rbe");
    if (!file)
        return lb_fail_system(why, shown, "read", errno);
    int error = read_all(file, shown, &text, &size, why);
    fclose(file);
    if (!error)
        error = lb_graph_parse(text, size, path, name, net, why);
    free(text);
    return error;
}

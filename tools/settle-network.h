/* What settle-prices and settle-shares share: a torus of a few nodes, spans of nodes, and rows, which are what has a
 * price: each step of a node's sending, of its receiving and of a link. */
#ifndef SETTLE_NETWORK_H
#define SETTLE_NETWORK_H

#include <stdlib.h>

enum {
    NODES = 9,
    LINKS = 64,
    SPANS = 45,
    STEPS = 20,
    ROWS = STEPS * (2 * NODES + LINKS),
    MOVES = STEPS * LINKS * SPANS
};

static int nodes, links, spans, steps, ports, degree;
static int from[LINKS], to[LINKS], span[NODES][NODES], first[SPANS], last[SPANS];

/* A row: a node's sending (0..), its receiving (nodes..), or a link (2*nodes..), in one step. */
static int row(int step, int what) {
    return step * (2 * nodes + links) + what;
}

static int neighbour(int v, int radix, int stride, int by) {
    int x = v / stride % radix;
    return v + ((x + by + radix) % radix - x) * stride;
}

static void make_network(const char *name) {
    int radices[8], n = 0;
    nodes = 1;
    for (char *at = (char *)name; n < 8 && *at; at += *at == 'x') {
        radices[n] = (int)strtol(at, &at, 10);
        if (radices[n] < 2 || (nodes *= radices[n++]) > NODES)
            exit(2);
    }
    for (int d = 0, stride = 1; d < n; stride *= radices[d++])
        for (int by = 1; by >= (radices[d] > 2 ? -1 : 1); by -= 2, degree++)
            for (int v = 0; v < nodes; v++, links++) {
                from[links] = v;
                to[links] = neighbour(v, radices[d], stride, by);
            }
    for (int b = 0; b < nodes; b++)
        for (int a = 0; a <= b; a++, spans++) {
            first[spans] = a;
            last[spans] = b;
            span[a][b] = spans;
        }
}

#endif

/* Edge colouring of a bipartite graph of rows and ports (Koenig 1916): with as many colours as the largest degree. An
 * edge takes a colour that is free at both its ends; if there is none, one that is free at the row is made free at the
 * port, by swapping it along a chain with one that is free there: the chain cannot come back to the row. Afterwards
 * colours can be made equally large (de Werra 1971): of two colours the larger one has a chain that begins and ends
 * with it, and is swapped. */
#include "algo/lattice/colour.h"

#include <stdlib.h>
#include <string.h>

uint64_t lb_colours_bytes(uint64_t rows, unsigned ports, uint64_t steps) {
    uint64_t bytes;
    return __builtin_mul_overflow(rows + 4 * (uint64_t)ports, steps, &bytes) ? UINT64_MAX : bytes;
}

int lb_colours_begin(lb_colours *c, uint64_t rows, unsigned ports, uint64_t steps) {
    *c = (lb_colours){.rows = rows, .steps = steps, .ports = ports};
    c->row_of = lb_array(ports * steps, sizeof *c->row_of);
    c->port_of = lb_array(rows * steps, 1);
    if (!c->row_of || !c->port_of) {
        lb_colours_end(c);
        return LB_ERR_MEMORY;
    }
    memset(c->row_of, 0xff, ports * steps * sizeof *c->row_of);
    memset(c->port_of, LB_NO_PORT, rows * steps);
    return LB_OK;
}

void lb_colours_end(lb_colours *c) {
    free(c->row_of);
    free(c->port_of);
    c->row_of = NULL;
    c->port_of = NULL;
}

static uint32_t *at_port(const lb_colours *c, unsigned port, uint64_t step) {
    return &c->row_of[port * c->steps + step];
}

static uint8_t *at_row(const lb_colours *c, uint32_t row, uint64_t step) {
    return &c->port_of[row * c->steps + step];
}

/* Swaps steps a and b along the chain that begins at a port with a hop in step a and none in step b. */
static void swap_chain(lb_colours *c, unsigned port, uint64_t a, uint64_t b) {
    uint32_t row = *at_port(c, port, a);
    *at_port(c, port, a) = LB_NONE;
    while (row != LB_NONE) { /* the hop of port and row goes from a to b; row may have one in b */
        unsigned next = *at_row(c, row, b);
        *at_port(c, port, b) = row;
        *at_row(c, row, b) = (uint8_t)port;
        *at_row(c, row, a) = (uint8_t)next; /* which moves from b to a, if there is one */
        if (next == LB_NO_PORT)
            return;
        uint32_t other = *at_port(c, next, a);
        *at_port(c, next, a) = row;
        *at_port(c, next, b) = LB_NONE;
        port = next;
        row = other;
    }
}

static uint64_t free_at_row(const lb_colours *c, uint32_t row) {
    const uint8_t *line = at_row(c, row, 0), *found = memchr(line, LB_NO_PORT, c->steps);
    return (uint64_t)(found - line);
}

void lb_colours_add(lb_colours *c, uint32_t row, unsigned port) {
    uint64_t a = LB_NONE, b = LB_NONE;
    for (uint64_t step = 0; step < c->steps; step++) {
        if (*at_port(c, port, step) != LB_NONE)
            continue;
        b = step; /* free at the port */
        if (*at_row(c, row, step) == LB_NO_PORT) {
            a = step;
            break;
        }
    }
    if (a == LB_NONE) { /* free at the row, and made free at the port */
        a = free_at_row(c, row);
        swap_chain(c, port, a, b);
    }
    *at_port(c, port, a) = row;
    *at_row(c, row, a) = (uint8_t)port;
}

static uint32_t size_of(const lb_colours *c, uint64_t step) {
    uint32_t size = 0;
    for (unsigned p = 0; p < c->ports; p++)
        size += *at_port(c, p, step) != LB_NONE;
    return size;
}

/* Whether the chain from a port with a hop in a and none in b ends with one of a too: at a row without one in b. */
static bool ends_alike(const lb_colours *c, unsigned port, uint64_t a, uint64_t b) {
    for (;;) {
        uint32_t row = *at_port(c, port, a);
        if (row == LB_NONE)
            return false;
        port = *at_row(c, row, b);
        if (port == LB_NO_PORT)
            return true;
    }
}

/* One hop from step a, which has more, to step b. */
static void move_one(lb_colours *c, uint64_t a, uint64_t b) {
    for (unsigned p = 0; p < c->ports; p++) {
        if (*at_port(c, p, a) != LB_NONE && *at_port(c, p, b) == LB_NONE && ends_alike(c, p, a, b)) {
            swap_chain(c, p, a, b);
            return;
        }
    }
}

void lb_colours_even(lb_colours *c, uint32_t limit) {
    uint64_t b = 0;
    for (uint64_t a = 0; a < c->steps; a++) {
        for (uint32_t size = size_of(c, a); size > limit; size--) {
            while (b < c->steps && size_of(c, b) >= limit)
                b++;
            if (b == c->steps)
                return;
            move_one(c, a, b);
        }
    }
}

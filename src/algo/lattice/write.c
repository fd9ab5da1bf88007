/* Edge colouring of rows and ports (colour.c), and the plan that it makes. Where packets are cut into s parts a port is
 * s lanes, each of which takes a part a step: what one step sends through them is a packet. */
#include "algo/lattice/write.h"

#include <stdlib.h>

/* Lane after lane is filled. */
static void paint(const lb_even_ways *w, lb_colours *c) {
    uint64_t poured[LB_MAX_PORTS] = {0};
    for (uint64_t row = 0; row < w->rows; row++) {
        for (uint64_t i = w->first[row]; i < w->first[row + 1]; i++) {
            unsigned port = w->port[i];
            uint64_t lane = poured[port]++ / c->steps;
            lb_colours_add(c, (uint32_t)row, (unsigned)(port * w->parts + lane));
        }
    }
}

/* A packet's hops in the order of their steps. */
static void write_row(const lb_even_ways *w, const lb_colours *c, uint64_t row, lb_builder *b) {
    uint32_t place = 0, offset = lb_even_ways_offset(w, row), piece = (uint32_t)(row % (w->packets * w->parts));
    uint32_t copy = w->task->list ? (uint32_t)lb_even_ways_block(w, row) - w->task->first[offset] : 0;
    for (uint64_t step = 0; step < c->steps && place != offset; step++) {
        unsigned lane = c->port_of[row * c->steps + step], port = (unsigned)(lane / w->parts);
        if (lane == LB_NO_PORT)
            continue;
        lb_build_move(b, (uint32_t)step + 1, 0, port, LB_OP_COPY);
        lb_build_item(b, (lb_item){
                             .origin = lb_net_sub(w->net, 0, place),
                             .dest = lb_net_sub(w->net, offset, place),
                             .copy = copy,
                             .lo = piece,
                             .hi = piece + UINT64_C(1),
                         });
        place = lb_net_add(w->net, place, w->net->unit[port]);
    }
}

static int write_plan(const lb_even_ways *w, const lb_colours *c, const lb_plan_options *o, const char *name,
                      lb_plan **plan, lb_why *why) {
    lb_builder b;
    lb_build_begin(&b, w->task, LB_SYMMETRIC, o->clock, o->ports, w->packets * w->parts,
                   o->clock == LB_UNIT ? w->parts : 0);
    int error = lb_build_expect(&b, w->all, w->all, why);
    for (uint64_t row = 0; row < w->rows && !error; row++)
        write_row(w, c, row, &b);
    if (error) {
        lb_build_abandon(&b);
        return error;
    }
    return lb_build_finish(&b, name, plan, why);
}

int lb_even_ways_write(const lb_even_ways *w, uint64_t steps, const lb_plan_options *o, const char *name,
                       lb_plan **plan, lb_why *why) {
    lb_colours c;
    unsigned lanes = w->net->ports * (unsigned)w->parts;
    if (lb_colours_bytes(w->rows, lanes, steps) > LB_COLOURS_BYTES || steps >= UINT32_MAX)
        return lb_fail(why, LB_ERR_SIZE, "%.3g packets are too many for an exchange on a lattice", (double)w->rows);
    if (lb_colours_begin(&c, w->rows, lanes, steps))
        return lb_fail_memory(why, "a plan");
    paint(w, &c);
    if (o->ports < w->net->ports)
        lb_colours_even(&c, o->ports);
    int error = write_plan(w, &c, o, name, plan, why);
    lb_colours_end(&c);
    return error;
}

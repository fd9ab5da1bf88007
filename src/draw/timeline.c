/* One node's links over time, read from its program: the plan is not walked. */
#include "draw/draw.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Counts in sends[] the packets of each column. */
static void mark(lb_program *program, unsigned port, uint32_t bucket, uint32_t *sends) {
    uint64_t count = lb_program_count(program, port, LB_SENDS);
    for (uint64_t i = 0; i < count; i++) {
        lb_move move;
        lb_program_packet(program, port, LB_SENDS, i, &move);
        sends[(move.step - 1) / bucket]++;
    }
}

/* A column is drawn solid when every step in it sends, shaded when some do. */
static void put_row(FILE *out, const lb_style *style, const uint32_t *sends, uint32_t steps, uint32_t bucket) {
    lb_ink ink = LB_INK_PLAIN;
    for (uint32_t from = 0, column = 0; from < steps; from += bucket, column++) {
        uint32_t room = steps - from < bucket ? steps - from : bucket;
        lb_ink next = sends[column] ? LB_INK_GOOD : LB_INK_DIM;
        if (next != ink) {
            fprintf(out, "%s%s", lb_ink_on(style, LB_INK_PLAIN), lb_ink_on(style, next));
            ink = next;
        }
        if (sends[column] >= room)
            fputs(style->utf8 ? "\u25A0" : "#", out);
        else if (sends[column])
            fputs(style->utf8 ? "\u25A1" : "+", out);
        else
            fputs(style->utf8 ? "\u00B7" : ".", out);
    }
    fprintf(out, "%s\n", lb_ink_on(style, LB_INK_PLAIN));
}

int lb_draw_timeline(FILE *out, const lb_style *style, const lb_plan *plan, uint32_t node, lb_why *why) {
    lb_program *program = NULL;
    uint32_t steps = lb_plan_steps(plan), bucket = lb_draw_bucket(style, steps);
    const lb_net *net = lb_plan_net(plan);
    int error = lb_program_create(plan, node, &program, why);
    if (error)
        return error;
    size_t columns = (size_t)(steps / bucket) + 1;
    uint32_t *sends = malloc(columns * sizeof *sends);
    if (!sends) {
        lb_program_free(program);
        return LB_ERR_MEMORY;
    }
    for (unsigned port = 0; port < lb_net_ports(net); port++) {
        memset(sends, 0, columns * sizeof *sends);
        mark(program, port, bucket, sends);
        fprintf(out, "%2u > %-5" PRIu32, port, lb_neighbor(net, node, port));
        put_row(out, style, sends, steps, bucket);
    }
    free(sends);
    lb_program_free(program);
    return LB_OK;
}

/* Writing a plan as a schedule file. */
#include "file/links.h"
#include "file/output.h"
#include "file/read.h"
#include "net/route.h"
#include "plan/plan.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_MAX 20           /* digits of a 64-bit number */
#define MOVE_MAX   128          /* a move without its items */
#define ITEM_MAX   (5 * 21 + 3) /* five numbers, their commas, brackets */
#define LOOK_AFTER 8192         /* moves between two looks at the progress callback */

static const char pairs[] =
    "00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748"
    "4950515253545556575859606162636465666768697071727374757677787980818283848586878889909192939495969798"
    "99";

/* Decimal digits, two at a time; ids are short, so the short ones come first. */
static inline unsigned char *put_number(unsigned char *p, uint64_t value) {
    char digits[NUMBER_MAX];
    unsigned at = NUMBER_MAX;
    if (value < 10) {
        *p = (unsigned char)('0' + value);
        return p + 1;
    }
    while (value >= 10) {
        at -= 2;
        memcpy(digits + at, pairs + 2 * (value % 100), 2);
        value /= 100;
    }
    if (value)
        digits[--at] = (char)('0' + value);
    memcpy(p, digits + at, NUMBER_MAX - at);
    return p + (NUMBER_MAX - at);
}

#define PUT(p, text) ((unsigned char *)memcpy((p), (text), sizeof(text) - 1) + (sizeof(text) - 1))

static void put_text(lb_output *out, const char *text) {
    size_t length = strlen(text);
    memcpy(lb_output_room(out, length), text, length);
    out->used += length;
}

static void put_key(lb_output *out, const char *key, uint64_t value) {
    char text[64];
    snprintf(text, sizeof text, ",\"%s\":%" PRIu64, key, value);
    put_text(out, text);
}

static void put_string(lb_output *out, const char *text) {
    put_text(out, "\"");
    for (; *text; text++) {
        char escaped[8] = {*text};
        if (*text == '"' || *text == '\\')
            snprintf(escaped, sizeof escaped, "\\%c", *text);
        else if ((unsigned char)*text < 0x20)
            snprintf(escaped, sizeof escaped, "\\u%04x", (unsigned)*text);
        put_text(out, escaped);
    }
    put_text(out, "\"");
}

static void put_list(lb_output *out, const char *key, const lb_task_params *params) {
    char text[32];
    snprintf(text, sizeof text, ",\"%s\":[", key);
    put_text(out, text);
    for (size_t i = 0; i < params->count && !out->error; i++) {
        unsigned char *start = lb_output_room(out, NUMBER_MAX + 1), *p = start;
        if (i)
            *p++ = ',';
        p = put_number(p, params->list[i]);
        out->used += (size_t)(p - start);
    }
    put_text(out, "]");
}

static void put_parameters(lb_output *out, const lb_task *task) {
    lb_task_params params = lb_task_params_of(task);
    lb_task_kind kind = lb_task_kind_of(task);
    if (lb_task_is_rooted(kind))
        put_key(out, "root", params.root);
    switch (kind) {
    case LB_SEND: put_key(out, "to", params.to); break;
    case LB_PERMUTE: put_list(out, "permutation", &params); break;
    case LB_ISOTROPIC: put_list(out, "offsets", &params); break;
    case LB_MULTIBROADCAST: put_list(out, "sources", &params); break;
    case LB_NEIGHBORS:
        put_key(out, "near", params.nearest);
        put_key(out, "far", params.farthest);
        break;
    default: break;
    }
}

/* What is dead; nothing on a whole network. */
static void put_faults(lb_output *out, const lb_net *net) {
    char text[64];
    for (unsigned i = 0; i < lb_net_dead_links(net); i++) {
        uint32_t from, to;
        lb_net_dead_link(net, i, &from, &to);
        snprintf(text, sizeof text, "%s[%" PRIu32 ",%" PRIu32 "]", i ? "," : ",\"without\":[", from, to);
        put_text(out, text);
    }
    put_text(out, lb_net_dead_links(net) ? "]" : "");
    for (unsigned i = 0; i < lb_net_dead_nodes(net); i++) {
        snprintf(text, sizeof text, "%s%" PRIu32, i ? "," : ",\"without_nodes\":[", lb_net_dead_node(net, i));
        put_text(out, text);
    }
    put_text(out, lb_net_dead_nodes(net) ? "]" : "");
}

/* Its name says all; of a graph nothing but its links does. */
static void put_network(lb_output *out, const lb_net *net) {
    char name[4096];
    if (lb_net_is_graph(net)) {
        lb_links_put(out, net);
    } else {
        lb_net_name(net, name, sizeof name);
        put_string(out, name);
    }
    put_faults(out, net);
    int error = lb_links_put_order(out, net);
    out->error = out->error ? out->error : error;
}

/* A flight leaves by one link. */
static uint32_t ports_of(const lb_plan *plan) {
    uint32_t all = lb_net_ports(lb_net_base(lb_plan_net(plan)));
    return lb_plan_ports(plan) < all ? lb_plan_ports(plan) : all;
}

static void put_header(lb_output *out, const lb_plan *plan) {
    put_text(out, "{\"linkbound\":1,\"network\":");
    put_network(out, lb_plan_net(plan));
    put_text(out, ",\"task\":");
    put_string(out, lb_task_kind_name(lb_task_kind_of(lb_plan_task(plan))));
    put_parameters(out, lb_plan_task(plan));
    put_key(out, "ports", ports_of(plan));
    put_text(out, lb_plan_clock(plan) == LB_UNIT ? ",\"clock\":\"unit\",\"algorithm\":"
                                                 : ",\"clock\":\"linear\",\"algorithm\":");
    put_string(out, lb_plan_algorithm(plan));
    put_key(out, "steps", lb_plan_steps(plan));
    put_key(out, "moves", lb_plan_moves(plan));
    put_key(out, "denominator", lb_plan_denominator(plan));
    if (lb_plan_clock(plan) == LB_UNIT && lb_plan_packet(plan) != lb_plan_denominator(plan))
        put_key(out, "packet", lb_plan_packet(plan));
    if (lb_plan_control(plan, false) || lb_plan_control(plan, true)) {
        char text[64];
        snprintf(text, sizeof text, ",\"control\":[%" PRIu32 ",%" PRIu32 "]", lb_plan_control(plan, false),
                 lb_plan_control(plan, true));
        put_text(out, text);
    }
    put_text(out, "}\n");
}

/* Names the class leaves out are not written; the copy only where there is more than one, the piece only where it is
 * not the whole: so the length of the list tells which of them are there. */
static inline unsigned char *put_item(unsigned char *p, lb_class class, const lb_item *item, uint64_t denominator) {
    *p++ = '[';
    p = put_number(p, class == LB_SUM ? item->dest : item->origin);
    if (class == LB_CARRY || class == LB_SPAN) {
        *p++ = ',';
        p = put_number(p, item->dest);
    }
    if (item->copy) {
        *p++ = ',';
        p = put_number(p, item->copy);
    }
    if (item->lo != 0 || item->hi != denominator) {
        *p++ = ',';
        p = put_number(p, item->lo);
        *p++ = ',';
        p = put_number(p, item->hi);
    }
    *p++ = ']';
    return p;
}

/* The nodes that a flight passes; `way` has room for them. Returns how many characters that takes. */
static uint64_t put_way(lb_output *out, const lb_net *net, const lb_move *move, uint32_t *way) {
    uint32_t links = lb_port_way(net, move->from, move->port, way);
    uint64_t length = 0;
    for (uint32_t i = 0; i + 1 < links; i++) {
        unsigned char *start = lb_output_room(out, MOVE_MAX), *p = start;
        p = i ? PUT(p, ",") : PUT(p, ",\"via\":[");
        p = put_number(p, way[i]);
        p = i + 2 == links ? PUT(p, "]") : p;
        out->used += (size_t)(p - start);
        length += (uint64_t)(p - start);
    }
    return length;
}

/* Returns the length of the line. `way` is NULL where all moves are over one link. */
static inline uint64_t put_move(lb_output *out, const lb_net *net, const lb_move *move, uint32_t *way, lb_class class,
                                uint64_t denominator) {
    unsigned char *start = lb_output_room(out, MOVE_MAX + ITEM_MAX), *p = start;
    uint64_t length = 0;
    p = put_number(PUT(p, "{\"step\":"), move->step);
    p = put_number(PUT(p, ",\"from\":"), move->from);
    p = put_number(PUT(p, ",\"to\":"), move->to);
    if (way) {
        out->used += (size_t)(p - start);
        length = (uint64_t)(p - start) + put_way(out, net, move, way);
        start = p = lb_output_room(out, MOVE_MAX + ITEM_MAX);
    }
    if (class == LB_SUM && move->op == LB_OP_COPY)
        p = PUT(p, ",\"op\":\"copy\"");
    p = PUT(p, ",\"data\":[");
    for (uint32_t i = 0; i < move->nitems; i++) {
        if (i) {
            out->used += (size_t)(p - start);
            length += (uint64_t)(p - start);
            start = p = lb_output_room(out, ITEM_MAX + 4);
            *p++ = ',';
        }
        p = put_item(p, class, &move->items[i], denominator);
    }
    p = PUT(p, "]}\n");
    out->used += (size_t)(p - start);
    return length + (uint64_t)(p - start);
}

static int put_moves(lb_output *out, lb_cursor *cursor, const lb_plan *plan, const lb_check_options *options) {
    lb_class class = lb_task_class(lb_plan_task(plan));
    uint64_t denominator = lb_plan_denominator(plan), total = lb_plan_moves(plan), count = 0;
    lb_progress progress = options ? options->progress : NULL;
    lb_move move;
    const lb_net *net = lb_plan_net(plan);
    uint32_t *way = lb_net_base(net) == net ? NULL : lb_array(lb_net_nodes(net), sizeof *way);
    if (lb_net_base(net) != net && !way)
        return lb_fail_memory(out->why, "the ways of flights");
    int error = LB_OK;
    while (!error && lb_cursor_next(cursor, &move) && !out->error) {
        if (put_move(out, net, &move, way, class, denominator) > LB_MOVE_LINE_MAX) /* the reader would not take it */
            error = lb_fail(out->why, LB_ERR_SIZE, "%s: a packet of %" PRIu32 " blocks makes too long a line",
                            out->shown, move.nitems);
        if (progress && ++count % LOOK_AFTER == 0 && progress(options->user, (double)count / (double)total))
            error = lb_fail(out->why, LB_ERR_CANCELLED, "%s: writing was stopped", out->shown);
    }
    free(way);
    return error ? error : out->error;
}

int lb_plan_write(const lb_plan *plan, const char *path, const lb_check_options *options, lb_why *why) {
    lb_cursor *cursor;
    lb_output out;
    int error = lb_cursor_open(plan, &cursor, why);
    if (error)
        return error;
    error = lb_output_open(&out, path, why);
    if (!error) {
        put_header(&out, plan);
        error = lb_output_close(&out, put_moves(&out, cursor, plan, options));
    }
    lb_cursor_close(cursor);
    return error;
}

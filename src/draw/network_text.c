/* The network in characters. Two dimensions are a grid with the moves on its links; a 3-cube is drawn as cubes are; in
 * any case all moves are listed, step by step. */
#include "draw/pictures.h"
#include "draw/traffic.h"

#include "base/base.h"

#include <inttypes.h>
#include <string.h>

enum { ROWS = 40, COLUMNS = 120, MOST_LIST = 4096 };

typedef struct canvas {
    char at[ROWS][COLUMNS + 1];
    int rows, columns;
} canvas;

static void put(canvas *c, int row, int column, const char *text) {
    for (; *text && column < COLUMNS; text++, column++) {
        if (row >= 0 && row < ROWS && column >= 0) {
            c->at[row][column] = *text;
            c->rows = row + 1 > c->rows ? row + 1 : c->rows;
        }
    }
}

static void put_number(canvas *c, int row, int column, uint32_t number) {
    char text[16];
    snprintf(text, sizeof text, "%2" PRIu32, number);
    put(c, row, column, text);
}

/* The steps in which the link from a to b carries something, or an empty text. */
static const char *steps_of(const lb_net *net, const lb_traffic *traffic, uint32_t node, unsigned port) {
    return traffic->link[(size_t)node * lb_net_ports(net) + port].text;
}

/* A horizontal link between columns `from` and `to`: "-1>-" one way, "<2-1>" both. */
static void put_row(canvas *c, int row, int from, int to, const char *right, const char *left) {
    char text[64];
    for (int k = from; k < to; k++)
        put(c, row, k, "-");
    if (*right && *left)
        snprintf(text, sizeof text, "<%.4s-%.4s>", left, right);
    else
        snprintf(text, sizeof text, *right ? "%.8s>" : *left ? "<%.8s" : "%s", *right ? right : left);
    int length = (int)strlen(text);
    put(c, row, from + (to - from - length) / 2, text);
}

static void put_column(canvas *c, int from, int to, int column, const char *down, const char *up) {
    char text[64];
    for (int k = from; k < to; k++)
        put(c, k, column, "|");
    if (*down) {
        snprintf(text, sizeof text, "v%.4s", down);
        put(c, to - 1, column, text);
    }
    if (*up) {
        snprintf(text, sizeof text, "^%.4s", up);
        put(c, from, column, text);
    }
}

/* Dimension x to the right, y down; links that wrap around stand at the end of their line, around a line none. */
static void draw_grid(canvas *c, const lb_net *net, const lb_traffic *t, unsigned x, unsigned y) {
    enum { WIDE = 12, HIGH = 4, LEFT = 2 };
    for (uint32_t v = 0; v < lb_net_nodes(net); v++) {
        int column = LEFT + (int)lb_digit(net, v, x) * WIDE, row = y == LB_NONE ? 0 : (int)lb_digit(net, v, y) * HIGH;
        unsigned right = lb_port_of(net, x, 1), down = y == LB_NONE ? LB_NONE : lb_port_of(net, y, 1);
        put_number(c, row, column, v);
        uint32_t next = lb_neighbor(net, v, right);
        bool last = lb_digit(net, v, x) + 1 == lb_net_radix(net, x);
        bool single = last && (lb_net_radix(net, x) == 2 || lb_net_is_open(net, x));
        if (!single)
            put_row(c, row, column + 3, column + WIDE - 1, steps_of(net, t, v, right),
                    steps_of(net, t, next, lb_port_opposite(net, right)));
        if (!single && last)
            put_number(c, row, column + WIDE, next);
        last = y != LB_NONE && lb_digit(net, v, y) + 1 == lb_net_radix(net, y);
        if (down == LB_NONE || (last && (lb_net_radix(net, y) == 2 || lb_net_is_open(net, y))))
            continue;
        next = lb_neighbor(net, v, down);
        put_column(c, row + 1, row + HIGH, column + 1, steps_of(net, t, v, down),
                   steps_of(net, t, next, lb_port_opposite(net, down)));
        if (last)
            put_number(c, row + HIGH, column, next);
    }
}

static void place(uint32_t node, int left, int *row, int *column) {
    *row = 11 - 7 * (int)(node >> 1 & 1) - 4 * (int)(node >> 2 & 1);
    *column = left + 16 * (int)(node & 1) + 8 * (int)(node >> 2 & 1);
}

/* The link of a 3-cube that leads from the node to the side, up or back: dimension 1 in pass 0, 0 in pass 1, then 2. */
static void draw_edge(canvas *c, const lb_net *net, const lb_traffic *t, uint32_t a, int left, int pass) {
    int row, column;
    char text[24];
    place(a, left, &row, &column);
    if (pass == 0 && !(a & 2))
        put_column(c, row - 6, row, column + 1, steps_of(net, t, a ^ 2, 1), steps_of(net, t, a, 1));
    if (pass == 1 && !(a & 1))
        put_row(c, row, column + 3, column + 15, steps_of(net, t, a, 0), steps_of(net, t, a ^ 1, 0));
    if (pass < 2 || a & 4)
        return;
    for (int k = 1; k < 4; k++)
        put(c, row - k, column + 1 + 2 * k, "/");
    const char *up = steps_of(net, t, a, 2), *down = steps_of(net, t, a ^ 4, 2);
    snprintf(text, sizeof text, "%s%.4s%s%.4s", *up ? "^" : "", up, *down ? "v" : "", down);
    put(c, row - 2, column + 6, text);
}

static void draw_cube(canvas *c, const lb_net *net, const lb_traffic *t, uint32_t first, int left) {
    for (uint32_t v = 0; v < 8; v++) {
        int row, column;
        place(v, left, &row, &column);
        put_number(c, row, column, first + v);
    }
    for (int pass = 0; pass < 3; pass++) { /* upright lines first: labels of the others may lie on top of them */
        for (uint32_t v = 0; v < 8; v++)
            draw_edge(c, net, t, first + v, left, pass);
    }
}

/* Rings and lines, one lane each. */
static bool is_grid(const lb_net *net) {
    unsigned ports = 0;
    for (unsigned k = 0; k < lb_net_dims(net); k++)
        ports += lb_net_radix(net, k) > 2 ? 2 : lb_net_radix(net, k) - 1;
    return lb_net_is_torus(net) || (lb_net_is_mesh(net) && lb_net_ports(net) == ports);
}

static bool sketch(canvas *c, const lb_net *net, const lb_traffic *t) {
    unsigned found[3] = {LB_NONE, LB_NONE, LB_NONE}, dims = 0;
    memset(c, 0, sizeof *c);
    memset(c->at, ' ', sizeof c->at);
    for (unsigned k = 0; k < lb_net_dims(net); k++) {
        if (lb_net_radix(net, k) > 1 && dims++ < 3)
            found[dims - 1] = k;
    }
    uint32_t across = dims ? lb_net_radix(net, found[0]) : 1, downward = dims > 1 ? lb_net_radix(net, found[1]) : 1;
    if (lb_net_is_cube(net) && (dims == 3 || dims == 4)) {
        for (uint32_t k = 0; k < (dims == 3 ? 1 : 2); k++)
            draw_cube(c, net, t, 8 * k, 2 + 40 * (int)k);
        return true;
    }
    if (!dims || dims > 2 || across > 9 || downward > 9 || !is_grid(net))
        return false;
    draw_grid(c, net, t, found[0], found[1]);
    return true;
}

static int list_moves(FILE *out, const lb_plan *plan, uint32_t only, lb_why *why) {
    lb_cursor *cursor = NULL;
    lb_move move;
    uint32_t step = 0;
    int column = 0, error = lb_cursor_open(plan, &cursor, why);
    while (!error && lb_cursor_next(cursor, &move) == 1) {
        char load[LB_LABEL_MAX], text[96];
        if (only && move.step != only)
            continue;
        if (move.step != step)
            column = fprintf(out, "%sstep %" PRIu32 ":", step ? "\n" : "", move.step) - (step ? 1 : 0);
        step = move.step;
        lb_load_text(plan, &move, load);
        int length = snprintf(text, sizeof text, " %" PRIu32 ">%" PRIu32 "%s%s%s", move.from, move.to, *load ? "(" : "",
                              load, *load ? ")" : "");
        if (column + length > 79)
            column = fprintf(out, "\n       ");
        column += fprintf(out, "%s", text);
    }
    if (step)
        putc('\n', out);
    lb_cursor_close(cursor);
    return error;
}

int lb_network_text(FILE *out, const lb_plan *plan, const lb_draw_options *options, lb_why *why) {
    lb_traffic traffic;
    canvas c;
    const lb_net *net = lb_plan_net(plan);
    int error = lb_traffic_make(plan, options->step, &traffic, why);
    if (error)
        return error;
    if (lb_plan_moves(plan) > MOST_LIST && !options->step)
        error =
            lb_fail(why, LB_ERR_SIZE, "%" PRIu64 " moves are too many for a terminal; --step shows those of one step",
                    lb_plan_moves(plan));
    if (!error) {
        fprintf(out, "%s\n%s, %" PRIu32 " step%s; numbers on links are steps\n\n", options->title,
                lb_plan_algorithm(plan), traffic.steps, traffic.steps == 1 ? "" : "s");
        bool drawn = sketch(&c, net, &traffic);
        for (int row = 0; row < c.rows && drawn; row++) {
            int end = COLUMNS;
            while (end && c.at[row][end - 1] == ' ')
                end--;
            fprintf(out, "%.*s\n", end, c.at[row]);
        }
        if (drawn)
            putc('\n', out);
        error = list_moves(out, plan, options->step, why);
    }
    lb_traffic_free(&traffic);
    return error;
}

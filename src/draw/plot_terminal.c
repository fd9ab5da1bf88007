/* The plot in characters. In colour each line is a curve of braille dots; without, it is drawn with its letter, which
 * can be read anywhere. */
#include "draw/plot.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS = 16, MARGIN = 9, LEAST_COLUMNS = 10, MOST_COLUMNS = 100, BOUND = 255, NOTHING = 254, LABELS = 6 };

typedef struct canvas {
    unsigned columns, fine_x, fine_y;       /* dots in a character, across and down */
    unsigned char dots[ROWS][MOST_COLUMNS]; /* braille: which are set */
    unsigned char ink[ROWS][MOST_COLUMNS];  /* the line drawn last, BOUND, or NOTHING */
    char label[ROWS][LABELS + 1];           /* the lines that end here */
    unsigned char label_line[ROWS][LABELS + 1];
} canvas;

const char *lb_plot_ink(const lb_style *style, unsigned line) {
    static const char *const codes[] = {"\033[34m", "\033[31m", "\033[32m", "\033[35m", "\033[33m",
                                        "\033[36m", "\033[94m", "\033[91m", "\033[92m", "\033[95m"};
    return style->color ? codes[line % (sizeof codes / sizeof *codes)] : "";
}

static void set_dot(canvas *c, unsigned x, unsigned y, unsigned char ink) {
    static const unsigned char bits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    unsigned column = x / c->fine_x, row = y / c->fine_y;
    if (column >= c->columns || row >= ROWS)
        return;
    if (c->ink[row][column] == BOUND) /* a line hides the bound, of which nothing would be seen but noise */
        c->dots[row][column] = 0;
    c->dots[row][column] |= bits[y % c->fine_y % 4][x % c->fine_x % 2];
    c->ink[row][column] = ink;
}

static double place(double value, double from, double to, unsigned dots) {
    double at = to > from ? (value - from) / (to - from) * (dots - 1) : 0;
    return at < 0 ? 0 : at > dots - 1 ? dots - 1 : at;
}

/* A straight piece, without gaps where it is steep. */
static void draw_piece(canvas *c, double x0, double y0, double x1, double y1, unsigned char ink) {
    double across = x1 - x0, down = y1 > y0 ? y1 - y0 : y0 - y1;
    unsigned steps = (unsigned)(across > down ? across : down) + 1;
    for (unsigned i = 0; i <= steps; i++) {
        double part = (double)i / steps;
        unsigned x = (unsigned)(x0 + across * part + 0.5), y = (unsigned)(y0 + (y1 - y0) * part + 0.5);
        if (ink != BOUND || x / c->fine_x % 2 == 0) /* dashed */
            set_dot(c, x, y, ink);
    }
}

static bool known(double y) {
    return y > 0 && y < 1e300;
}

static void draw_line(canvas *c, const lb_plot *plot, const lb_axes *axes, const double *y, unsigned char ink) {
    unsigned wide = c->columns * c->fine_x, high = ROWS * c->fine_y;
    double px = 0, py = 0;
    bool pen = false;
    for (size_t i = 0; i < plot->points; i++) {
        if (!known(y[i])) {
            pen = false;
            continue;
        }
        double x = place(lb_log2((double)plot->x[i]), axes->left, axes->right, wide);
        double down = high - 1 - place(lb_log2(y[i]), axes->low, axes->high, high);
        draw_piece(c, pen ? px : x, pen ? py : down, x, down, ink);
        px = x;
        py = down;
        pen = true;
    }
}

/* Where the line ends, if it goes all the way. */
static void label_line(canvas *c, const lb_plot *plot, const lb_axes *axes, unsigned k) {
    double y = plot->line[k].y[plot->points - 1];
    if (!known(y))
        return;
    unsigned row = ROWS - 1 - (unsigned)(place(lb_log2(y), axes->low, axes->high, ROWS) + 0.5);
    size_t length = strlen(c->label[row]);
    if (length < LABELS) {
        c->label[row][length] = plot->line[k].mark;
        c->label_line[row][length] = (unsigned char)k;
    }
}

static void put_cell(FILE *out, const lb_style *style, const canvas *c, const lb_plot *plot, unsigned row,
                     unsigned column) {
    unsigned char dots = c->dots[row][column], ink = c->ink[row][column];
    if (c->fine_x == 1) {
        putc(ink == NOTHING ? ' ' : ink == BOUND ? '.' : plot->line[ink].mark, out);
        return;
    }
    if (ink == NOTHING) {
        putc(' ', out);
        return;
    }
    fputs(ink == BOUND ? lb_ink_on(style, LB_INK_DIM) : lb_plot_ink(style, ink), out);
    fprintf(out, "\xE2%c%c%s", 0xA0 | dots >> 6, 0x80 | (dots & 0x3F), lb_ink_on(style, LB_INK_PLAIN));
}

/* The label of the tick in this row, if there is one. */
static const char *row_label(const lb_axes *axes, const lb_tick *ticks, size_t count, unsigned row) {
    for (size_t i = 0; i < count; i++) {
        if (ROWS - 1 - (unsigned)(place(ticks[i].at, axes->low, axes->high, ROWS) + 0.5) == row)
            return ticks[i].text;
    }
    return NULL;
}

static void put_row(FILE *out, const lb_style *style, const canvas *c, const lb_plot *plot, const char *label,
                    unsigned row) {
    const char *wall = label ? (style->utf8 ? "\u2524" : "+") : style->utf8 ? "\u2502" : "|";
    fprintf(out, "%s%*s %s%s", lb_ink_on(style, LB_INK_DIM), MARGIN - 2, label ? label : "", wall,
            lb_ink_on(style, LB_INK_PLAIN));
    bool labelled = c->fine_x > 1 && c->label[row][0];
    unsigned last = c->columns;
    while (!labelled && last && c->ink[row][last - 1] == NOTHING)
        last--; /* lines do not end in blanks */
    for (unsigned column = 0; column < last; column++)
        put_cell(out, style, c, plot, row, column);
    if (labelled) {
        putc(' ', out);
        for (unsigned i = 0; c->label[row][i]; i++)
            fprintf(out, "%s%c", lb_plot_ink(style, c->label_line[row][i]), c->label[row][i]);
        fputs(lb_ink_on(style, LB_INK_PLAIN), out);
    }
    putc('\n', out);
}

/* The floor of the picture, and under it the sizes, each where it fits. */
static void put_sizes(FILE *out, const lb_style *style, const canvas *c, const lb_plot *plot, const lb_axes *axes) {
    lb_tick ticks[LB_TICKS];
    size_t count = lb_size_ticks(plot, axes, c->columns / 10, ticks);
    bool tick[MOST_COLUMNS] = {false};
    char text[MOST_COLUMNS + 32];
    size_t used = 0;
    memset(text, ' ', sizeof text);
    for (size_t i = 0; i < count; i++) {
        unsigned at = (unsigned)(place(ticks[i].at, axes->left, axes->right, c->columns) + 0.5);
        size_t length = strlen(ticks[i].text), start = at > length / 2 ? at - length / 2 : 0;
        if (start + length > c->columns)
            start = c->columns > length ? c->columns - length : 0;
        tick[at] = true;
        if (start < used + (used > 0))
            continue;
        memcpy(text + start, ticks[i].text, length);
        used = start + length;
    }
    text[used] = '\0';
    fprintf(out, "%s%*s%s", lb_ink_on(style, LB_INK_DIM), MARGIN - 1, "", style->utf8 ? "\u2514" : "+");
    for (unsigned i = 0; i < c->columns; i++)
        fputs(tick[i] ? (style->utf8 ? "\u252C" : "+") : style->utf8 ? "\u2500" : "-", out);
    fprintf(out, "\n%*s%s%s\n", MARGIN, "", text, lb_ink_on(style, LB_INK_PLAIN));
}

/* The letter of the best at each column's size. */
static void put_bands(FILE *out, const lb_style *style, const canvas *c, const lb_plot *plot, const lb_axes *axes) {
    fprintf(out, "%s%*s %s", lb_ink_on(style, LB_INK_DIM), MARGIN - 1, "best", lb_ink_on(style, LB_INK_PLAIN));
    for (unsigned column = 0; column < c->columns; column++) {
        double at = axes->left + (axes->right - axes->left) * column / (c->columns > 1 ? c->columns - 1 : 1);
        size_t b = 0;
        while (b + 1 < plot->bands && lb_log2((double)plot->band[b + 1].from) <= at + 1e-9)
            b++;
        if (plot->bands)
            fprintf(out, "%s%c", lb_plot_ink(style, plot->band[b].line), plot->line[plot->band[b].line].mark);
    }
    fprintf(out, "%s\n", lb_ink_on(style, LB_INK_PLAIN));
}

/* What the margin and the labels leave; in a terminal too narrow for anything the plot is wider than it. */
static unsigned columns_of(const lb_style *style) {
    unsigned taken = MARGIN + LABELS + 1, left = style->width > taken ? style->width - taken : 0;
    return left < LEAST_COLUMNS ? LEAST_COLUMNS : left > MOST_COLUMNS ? MOST_COLUMNS : left;
}

void lb_plot_terminal(FILE *out, const lb_style *style, const lb_plot *plot) {
    canvas c = {.columns = columns_of(style), .fine_x = 1, .fine_y = 1};
    lb_axes axes = lb_plot_axes(plot);
    lb_tick ticks[LB_TICKS];
    size_t count = lb_time_ticks(&axes, ROWS / 2, ticks);
    if (style->color && style->utf8) {
        c.fine_x = 2;
        c.fine_y = 4;
    }
    memset(c.ink, NOTHING, sizeof c.ink);
    draw_line(&c, plot, &axes, plot->bound, BOUND);
    for (unsigned k = plot->lines; k-- > 0;) { /* the first lie on top */
        draw_line(&c, plot, &axes, plot->line[k].y, (unsigned char)k);
        label_line(&c, plot, &axes, plot->lines - 1 - k);
    }
    bool named =
        plot->unit && *plot->unit && strncmp(plot->unit, "in ", 3) != 0; /* "us"; what is no unit goes without */
    fprintf(out, "%s%*s%s%s%s\n", lb_ink_on(style, LB_INK_DIM), MARGIN - 2, "time", named ? ", " : "",
            named ? plot->unit : "", lb_ink_on(style, LB_INK_PLAIN));
    for (unsigned row = 0; row < ROWS; row++)
        put_row(out, style, &c, plot, row_label(&axes, ticks, count, row), row);
    put_sizes(out, style, &c, plot, &axes);
    put_bands(out, style, &c, plot, &axes);
}

/* Charts over the steps of a plan. */
#include "draw/draw.h"

#include <inttypes.h>
#include <string.h>

enum { LEVELS = 8 };

static const char *const block_levels[LEVELS + 1] = {
    " ", "\u2581", "\u2582", "\u2583", "\u2584", "\u2585", "\u2586", "\u2587", "\u2588",
};
static const char *const ascii_levels[LEVELS + 1] = {" ", ".", ".", ":", "-", "=", "+", "*", "#"};

const char *lb_ink_on(const lb_style *style, lb_ink ink) {
    static const char *const codes[] = {"\033[0m", "\033[1m", "\033[2m", "\033[32m", "\033[33m", "\033[34m"};
    return style->color ? codes[ink] : "";
}

uint32_t lb_draw_bucket(const lb_style *style, uint32_t steps) {
    unsigned columns = style->width > LB_DRAW_MARGIN + 12 ? style->width - LB_DRAW_MARGIN - 2 : 10;
    uint32_t bucket = steps / columns + (steps % columns != 0);
    return bucket ? bucket : 1;
}

/* Mean fill, 0..1, of the steps [from, to), counted from 0. */
static double fill(const uint32_t *busy, uint32_t from, uint32_t to, double full) {
    double sum = 0;
    for (uint32_t i = from; i < to; i++)
        sum += busy[i];
    double share = full > 0 && to > from ? sum / (full * (to - from)) : 0;
    return share > 1 ? 1 : share;
}

/* A level that is 0 only for nothing and LEVELS only for everything. */
static unsigned level_of(double share) {
    if (share <= 0)
        return 0;
    if (share >= 1)
        return LEVELS;
    unsigned level = (unsigned)(share * LEVELS + 0.5);
    return level < 1 ? 1 : level > LEVELS - 1 ? LEVELS - 1 : level;
}

void lb_draw_spark(FILE *out, const lb_style *style, const uint32_t *busy, uint32_t steps, double full,
                   unsigned columns) {
    uint32_t bucket = steps / columns + (steps % columns != 0);
    const char *const *levels = style->utf8 ? block_levels : ascii_levels;
    fputs(lb_ink_on(style, LB_INK_BLUE), out);
    for (uint32_t from = 0; from < steps; from += bucket) {
        uint32_t to = steps - from < bucket ? steps : from + bucket;
        fputs(levels[level_of(fill(busy, from, to, full))], out);
    }
    fputs(lb_ink_on(style, LB_INK_PLAIN), out);
}

/* The part of a bar that shows in row `row` (0 is the lowest) of rows. */
static const char *bar_part(const lb_style *style, double share, unsigned row, unsigned rows) {
    double part = share * rows - row;
    if (style->utf8)
        return block_levels[part >= 1 ? LEVELS : part <= 0 ? 0 : level_of(part)];
    return part > 0.5 ? "#" : part > 0.05 ? "." : " ";
}

/* Blanks are held back until something follows: lines do not end in blanks. */
static void put_bar_row(FILE *out, const lb_style *style, const uint32_t *busy, uint32_t steps, double full,
                        unsigned row, unsigned rows) {
    uint32_t bucket = lb_draw_bucket(style, steps);
    int blanks = 0;
    for (uint32_t from = 0; from < steps; from += bucket) {
        uint32_t to = steps - from < bucket ? steps : from + bucket;
        const char *part = bar_part(style, fill(busy, from, to, full), row, rows);
        if (*part == ' ') {
            blanks++;
            continue;
        }
        fprintf(out, "%*s%s", blanks, "", part);
        blanks = 0;
    }
}

void lb_draw_bars(FILE *out, const lb_style *style, const uint32_t *busy, uint32_t steps, double full, unsigned rows) {
    for (unsigned row = rows; row-- > 0;) {
        fprintf(out, "%s%5.0f %% %s%s ", lb_ink_on(style, LB_INK_DIM), 100.0 * (row + 1) / rows,
                style->utf8 ? "\u2502" : "|", lb_ink_on(style, LB_INK_PLAIN));
        fputs(lb_ink_on(style, LB_INK_BLUE), out);
        put_bar_row(out, style, busy, steps, full, row, rows);
        fprintf(out, "%s\n", lb_ink_on(style, LB_INK_PLAIN));
    }
    lb_draw_axis(out, style, steps);
}

/* A number is written at the columns of steps 1, 10, 20, ... (times the bucket) where it fits, and at the last. */
void lb_draw_axis(FILE *out, const lb_style *style, uint32_t steps) {
    uint32_t bucket = lb_draw_bucket(style, steps), columns = steps / bucket + (steps % bucket != 0);
    char text[1100], number[16];
    uint32_t last_at = columns ? columns - 1 : 0;
    memset(text, ' ', sizeof text);
    size_t size = (size_t)snprintf(number, sizeof number, "%" PRIu32, steps), used = 0;
    if (last_at + size + 1 >= sizeof text)
        return;
    memcpy(text + last_at, number, size);
    text[last_at + size] = '\0';
    for (uint32_t column = 0; column < last_at; column += column ? 10 : 9) {
        int length = snprintf(number, sizeof number, "%" PRIu32, column * bucket + 1);
        if (column >= used && column + (uint32_t)length < last_at) {
            memcpy(text + column, number, (size_t)length);
            used = column + (size_t)length + 1;
        }
    }
    fprintf(out, "%s%*s%s%s\n", lb_ink_on(style, LB_INK_DIM), LB_DRAW_MARGIN, "step ", steps ? text : "",
            lb_ink_on(style, LB_INK_PLAIN));
}

/* Layouts: their names, and which node has which element. Paper 001, section 7, which assumes that everything divides;
 * here nothing need. */
#include "matrix/matrix.h"

#include "base/exact.h"

#include <inttypes.h>
#include <string.h>

static const char *const by_names[] = {"rows", "columns", "submatrices"};
static const char *const words[] = {"blocked", "striped", "identity", "gray"};

/* The place of text[0..length) among the names; count when it is none of them. */
static size_t find(const char *text, size_t length, const char *const *names, size_t count) {
    size_t i = 0;
    while (i < count && (strlen(names[i]) != length || strncmp(names[i], text, length) != 0))
        i++;
    return i;
}

static size_t word_length(const char *text) {
    return strcspn(text, ":");
}

/* One word after the first. `said` has a bit for each of the two choices that are already made. */
static int take_word(const char *word, size_t length, unsigned *said, lb_layout *layout, lb_why *why) {
    size_t i = find(word, length, words, 4);
    if (i == 4)
        return lb_fail(why, LB_ERR_ARG,
                       "'%.*s' is no way to store a matrix; there are: blocked, striped, identity, gray",
                       (int)(length < 60 ? length : 60), word);
    unsigned bit = i < 2 ? 1 : 2;
    if (*said & bit)
        return lb_fail(why, LB_ERR_ARG, "a layout cannot be both %s and %s", words[i & 2], words[(i & 2) + 1]);
    *said |= bit;
    if (i < 2)
        layout->striped = i == 1;
    else
        layout->gray = i == 3;
    return LB_OK;
}

int lb_layout_parse(const char *text, lb_layout *layout, lb_why *why) {
    size_t length = word_length(text), by = find(text, length, by_names, 3);
    if (by == 3)
        return lb_fail(why, LB_ERR_ARG,
                       "'%.60s' is not a layout: it begins with rows, columns or submatrices, as in rows:striped:gray",
                       text);
    lb_layout found = {.by = (lb_by)by};
    unsigned said = 0;
    for (const char *p = text + length; *p; p += length) {
        p++;
        length = word_length(p);
        int error = take_word(p, length, &said, &found, why);
        if (error)
            return error;
    }
    if (found.by == LB_BY_SUBMATRICES && found.striped)
        return lb_fail(why, LB_ERR_ARG, "submatrices cannot be striped: only rows and columns can");
    *layout = found;
    return LB_OK;
}

int lb_layout_text(lb_layout layout, char *buffer, size_t size) {
    const char *deal = layout.by == LB_BY_SUBMATRICES ? "" : layout.striped ? ":striped" : ":blocked";
    return snprintf(buffer, size, "%s%s:%s", by_names[layout.by], deal, layout.gray ? "gray" : "identity");
}

lb_axis lb_axis_of(const lb_stored *s, int which) {
    if (which == LB_AXIS_ROWS)
        return (lb_axis){s->rows, s->down, s->layout.striped};
    return (lb_axis){s->columns, s->across, s->layout.striped};
}

/* Into how many parts the rows and the columns are dealt. */
static int deal(lb_layout layout, uint32_t nodes, uint32_t *down, uint32_t *across, lb_why *why) {
    *down = layout.by == LB_BY_ROWS ? nodes : 1;
    *across = layout.by == LB_BY_COLUMNS ? nodes : 1;
    if (layout.by == LB_BY_SUBMATRICES) {
        *down = *across = (uint32_t)lb_root(nodes);
        if ((uint64_t)*down * *across != nodes)
            return lb_fail(why, LB_ERR_ARG,
                           "submatrices need a cube of even dimension, or else s*s nodes: %" PRIu32 " is no square",
                           nodes);
    }
    uint32_t parts = *down > *across ? *down : *across;
    if (layout.gray && (parts & (parts - 1)) != 0)
        return lb_fail(why, LB_ERR_ARG, "a Gray code needs a power of two: %" PRIu32 " parts are none", parts);
    return LB_OK;
}

int lb_stored_make(uint64_t rows, uint64_t columns, lb_layout layout, uint32_t nodes, lb_stored *stored, lb_why *why) {
    uint32_t down, across;
    if (rows == 0 || columns == 0)
        return lb_fail(why, LB_ERR_ARG, "a matrix of %" PRIu64 " x %" PRIu64 " has no elements", rows, columns);
    if (rows > LB_MAX_LINES || columns > LB_MAX_LINES)
        return lb_fail(why, LB_ERR_SIZE, "a matrix of %" PRIu64 " x %" PRIu64 ": at most 2^32 rows and columns", rows,
                       columns);
    if (nodes == 0 || nodes > LB_MAX_NODES)
        return lb_fail(why, LB_ERR_ARG, "a matrix on %" PRIu32 " nodes: between 1 and 2^26 are possible", nodes);
    if ((unsigned)layout.by > LB_BY_SUBMATRICES || (layout.by == LB_BY_SUBMATRICES && layout.striped))
        return lb_fail(why, LB_ERR_ARG, "submatrices cannot be striped: only rows and columns can");
    int error = deal(layout, nodes, &down, &across, why);
    if (!error)
        *stored = (lb_stored){rows, columns, layout, nodes, down, across};
    return error;
}

static uint32_t encode(const lb_stored *s, uint32_t x) {
    return s->layout.gray ? x ^ x >> 1 : x;
}

static uint32_t decode(const lb_stored *s, uint32_t code) {
    for (unsigned shift = 1; s->layout.gray && shift < 32; shift *= 2)
        code ^= code >> shift;
    return code;
}

uint32_t lb_stored_node(const lb_stored *s, uint32_t x, uint32_t y) {
    return encode(s, x) * s->across + encode(s, y);
}

void lb_stored_part(const lb_stored *s, uint32_t node, uint32_t *x, uint32_t *y) {
    uint32_t across = s->across;
    *x = decode(s, node / across);
    *y = decode(s, node % across);
}

uint64_t lb_stored_share(const lb_stored *s, uint32_t node) {
    lb_axis rows = lb_axis_of(s, LB_AXIS_ROWS), columns = lb_axis_of(s, LB_AXIS_COLUMNS);
    uint32_t x, y;
    lb_stored_part(s, node, &x, &y);
    return lb_axis_count(&rows, x) * lb_axis_count(&columns, y);
}

void lb_stored_place(const lb_stored *s, uint64_t row, uint64_t column, uint32_t *node, uint64_t *local) {
    lb_axis rows = lb_axis_of(s, LB_AXIS_ROWS), columns = lb_axis_of(s, LB_AXIS_COLUMNS);
    uint32_t x = lb_axis_part(&rows, row), y = lb_axis_part(&columns, column);
    *node = lb_stored_node(s, x, y);
    *local = lb_axis_index(&rows, row) * lb_axis_count(&columns, y) + lb_axis_index(&columns, column);
}

void lb_stored_element(const lb_stored *s, uint32_t node, uint64_t local, uint64_t *row, uint64_t *column) {
    lb_axis rows = lb_axis_of(s, LB_AXIS_ROWS), columns = lb_axis_of(s, LB_AXIS_COLUMNS);
    uint32_t x, y;
    lb_stored_part(s, node, &x, &y);
    uint64_t width = lb_axis_count(&columns, y);
    *row = lb_axis_line(&rows, x, local / width);
    *column = lb_axis_line(&columns, y, local % width);
}

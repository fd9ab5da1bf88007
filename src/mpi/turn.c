/* What a transpose does with a process's rows before and after they are exchanged. */
#include "mpi/turn.h"

#include <string.h>

/* The first of `lines` lines of part v of n. */
static uint64_t first_of(uint64_t lines, uint64_t v, uint64_t n) {
    return (v * lines + n - 1) / n;
}

uint64_t lb_lines_of(uint64_t lines, uint64_t v, uint64_t n) {
    return first_of(lines, v + 1, n) - first_of(lines, v, n);
}

static void copy_element(unsigned char *to, const unsigned char *from, uint64_t size) {
    switch (size) { /* the compiler makes single moves of these */
    case 4: memcpy(to, from, 4); break;
    case 8: memcpy(to, from, 8); break;
    case 16: memcpy(to, from, 16); break;
    default: memcpy(to, from, (size_t)size); break;
    }
}

/* Turns rows x columns of `from`, whose rows are `stride` elements apart, into columns x rows, dense. Tile by tile, so
 * that both stay in the cache. */
static void turn(const unsigned char *from, uint64_t stride, uint64_t rows, uint64_t columns, uint64_t size,
                 unsigned char *to) {
    enum { TILE = 16 };
    for (uint64_t r0 = 0; r0 < rows; r0 += TILE) {
        for (uint64_t c0 = 0; c0 < columns; c0 += TILE) {
            for (uint64_t r = r0; r < rows && r < r0 + TILE; r++) {
                for (uint64_t c = c0; c < columns && c < c0 + TILE; c++)
                    copy_element(to + (c * rows + r) * size, from + (r * stride + c) * size, size);
            }
        }
    }
}

/* Blocks as they leave: for each process the part of my rows that lies in its columns, turned. */
void lb_turn_out(const lb_mpi_request *r, const unsigned char *from, unsigned char *to) {
    uint64_t n = (uint64_t)r->net->size, columns = (uint64_t)r->call.columns, size = r->call.in.unit;
    uint64_t rows = lb_lines_of((uint64_t)r->call.rows, (uint64_t)r->net->rank, n);
    for (uint64_t v = 0; v < n; v++) {
        uint64_t width = lb_lines_of(columns, v, n);
        turn(from + first_of(columns, v, n) * size, columns, rows, width, size, to);
        to += rows * width * size;
    }
}

/* Blocks as they come: pieces of my rows of the transpose. */
void lb_turn_in(const lb_mpi_request *r, const unsigned char *from, unsigned char *to) {
    uint64_t n = (uint64_t)r->net->size, rows = (uint64_t)r->call.rows, size = r->call.in.unit;
    uint64_t mine = lb_lines_of((uint64_t)r->call.columns, (uint64_t)r->net->rank, n);
    for (uint64_t v = 0; v < n; v++) {
        uint64_t width = lb_lines_of(rows, v, n) * size;
        for (uint64_t c = 0; c < mine; c++, from += width)
            memcpy(to + c * rows * size + first_of(rows, v, n) * size, from, (size_t)width);
    }
}

/* Birkhoff's decomposition (002, section 4), for small matrices with large entries.
 *
 * The matrix A is padded to a square one whose lines all sum to T: beside A stands a diagonal with what its rows lack,
 * below it one with what its columns lack, and in the corner A transposed. Such a matrix always has a perfect matching
 * on its positive entries (Hall); taken as often as its least entry allows, it leaves a matrix of the same kind with a
 * smaller T and one positive entry fewer. So there are at most as many terms as entries.
 *
 * A limit of k uses a term (002, section 7) is had by adding cols-k rows that must be used in every term: they take up
 * what the columns lack, T each. That there is so much is what "no more than k*T in all" says. */
#include "algo/isotropic/decompose.h"

#include <stdlib.h>

typedef struct square {
    unsigned size;
    uint64_t *entry;
    int *row_of, *col_of; /* the matching; -1: none */
    uint8_t *seen;        /* columns tried in this search */
} square;

static void square_free(square *s) {
    free(s->entry);
    free(s->row_of);
    free(s->col_of);
    free(s->seen);
}

static int square_take(square *s, unsigned size) {
    *s = (square){.size = size};
    s->entry = lb_zeroed((uint64_t)size * size, sizeof *s->entry);
    s->row_of = lb_array(size, sizeof *s->row_of);
    s->col_of = lb_array(size, sizeof *s->col_of);
    s->seen = lb_array(size, 1);
    if (!s->entry || !s->row_of || !s->col_of || !s->seen)
        return LB_ERR_MEMORY;
    for (unsigned i = 0; i < size; i++)
        s->row_of[i] = s->col_of[i] = -1;
    return LB_OK;
}

static uint64_t *at(const square *s, unsigned row, unsigned col) {
    return &s->entry[(uint64_t)row * s->size + col];
}

/* The rows that use up what the columns lack: fill rows from `first` on, `total` each. */
static void add_fillers(square *s, unsigned first, unsigned count, unsigned cols, uint64_t *lack, uint64_t total) {
    unsigned col = 0;
    for (unsigned row = first; row < first + count; row++) {
        for (uint64_t left = total; left > 0 && col < cols;) {
            uint64_t part = lack[col] < left ? lack[col] : left;
            *at(s, row, col) = part;
            lack[col] -= part;
            left -= part;
            if (lack[col] == 0)
                col++;
        }
    }
}

/* A, fillers below it, then the rest of the square. */
static void lay_out(square *s, unsigned rows, unsigned fillers, unsigned cols, const uint64_t *a, uint64_t total) {
    unsigned all = rows + fillers;
    uint64_t lack[64];
    for (unsigned c = 0; c < cols; c++) {
        lack[c] = total;
        for (unsigned r = 0; r < rows; r++) {
            *at(s, r, c) = a[(uint64_t)r * cols + c];
            lack[c] -= a[(uint64_t)r * cols + c];
        }
    }
    add_fillers(s, rows, fillers, cols, lack, total);
    for (unsigned c = 0; c < cols; c++)
        *at(s, all + c, c) = lack[c];
    for (unsigned r = 0; r < all; r++) {
        uint64_t sum = 0;
        for (unsigned c = 0; c < cols; c++) {
            sum += *at(s, r, c);
            *at(s, all + c, cols + r) = *at(s, r, c);
        }
        *at(s, r, cols + r) = total - sum;
    }
}

/* Finds a column for the row, moving others on where need be. */
static bool augment(square *s, unsigned row) {
    for (unsigned c = 0; c < s->size; c++) {
        if (s->seen[c] || *at(s, row, c) == 0)
            continue;
        s->seen[c] = 1;
        if (s->row_of[c] < 0 || augment(s, (unsigned)s->row_of[c])) {
            s->row_of[c] = (int)row;
            s->col_of[row] = (int)c;
            return true;
        }
    }
    return false;
}

static bool match(square *s) {
    for (unsigned row = 0; row < s->size; row++) {
        if (s->col_of[row] >= 0)
            continue;
        for (unsigned c = 0; c < s->size; c++)
            s->seen[c] = 0;
        if (!augment(s, row))
            return false;
    }
    return true;
}

/* Takes the matching off as often as it goes; what has become 0 is no longer matched. */
static uint64_t take_off(square *s) {
    uint64_t least = UINT64_MAX;
    for (unsigned c = 0; c < s->size; c++) {
        uint64_t entry = *at(s, (unsigned)s->row_of[c], c);
        least = entry < least ? entry : least;
    }
    for (unsigned c = 0; c < s->size; c++)
        *at(s, (unsigned)s->row_of[c], c) -= least;
    return least;
}

static void unmatch_used_up(square *s) {
    for (unsigned c = 0; c < s->size; c++) {
        if (*at(s, (unsigned)s->row_of[c], c) == 0) {
            s->col_of[s->row_of[c]] = -1;
            s->row_of[c] = -1;
        }
    }
}

static int take_terms(square *s, unsigned rows, unsigned cols, uint64_t total, lb_term each, void *user, lb_why *why) {
    int row_of[64];
    while (total > 0) {
        if (!match(s))
            return lb_fail(why, LB_ERR_ARG, "a matrix whose lines do not fit cannot be decomposed");
        uint64_t weight = take_off(s);
        for (unsigned c = 0; c < cols; c++)
            row_of[c] = s->row_of[c] < (int)rows ? s->row_of[c] : -1;
        int said = each(user, row_of, weight);
        if (said)
            return said;
        unmatch_used_up(s);
        total -= weight;
    }
    return LB_OK;
}

int lb_decompose(unsigned rows, unsigned cols, const uint64_t *a, uint64_t total, unsigned limit, lb_term each,
                 void *user, lb_why *why) {
    unsigned fillers = limit < cols ? cols - limit : 0;
    square s;
    int error = square_take(&s, rows + fillers + cols);
    if (error) {
        error = lb_fail_memory(why, "decomposing a task");
    } else {
        lay_out(&s, rows, fillers, cols, a, total);
        error = take_terms(&s, rows, cols, total, each, user, why);
    }
    square_free(&s);
    return error;
}

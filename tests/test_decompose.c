/* A matrix as a sum of weighted permutations: random ones, and those at the edges of what is allowed. */
#include "algo/isotropic/decompose.h"
#include "support/cubes.h"

#include <inttypes.h>

enum { MOST_ROWS = 24, MOST_COLS = 12 };

static uint64_t random_state;

static uint32_t below(uint32_t limit) {
    return t_draw(&random_state, limit);
}

/* What the terms seen so far come to. */
typedef struct sum {
    unsigned rows, cols, limit;
    uint64_t entry[MOST_ROWS * MOST_COLS];
    uint64_t weights, terms, stop_after;
} sum;

static int add_term(void *user, const int *row_of, uint64_t weight) {
    sum *s = user;
    bool used[MOST_ROWS] = {false};
    unsigned uses = 0;
    T_TRUE(weight > 0);
    for (unsigned c = 0; c < s->cols; c++) {
        T_TRUE(row_of[c] >= -1 && row_of[c] < (int)s->rows);
        if (row_of[c] < 0)
            continue;
        T_TRUE(!used[row_of[c]]);
        used[row_of[c]] = true;
        uses++;
        s->entry[(unsigned)row_of[c] * s->cols + c] += weight;
    }
    T_TRUE(uses <= s->limit);
    s->weights += weight;
    s->terms++;
    return s->terms == s->stop_after ? 77 : 0;
}

/* Decomposes and adds up again; returns the number of terms. */
static uint64_t take_apart(unsigned rows, unsigned cols, const uint64_t *a, uint64_t total, unsigned limit) {
    sum s = {.rows = rows, .cols = cols, .limit = limit};
    lb_why why = {""};
    int error = lb_decompose(rows, cols, a, total, limit, add_term, &s, &why);
    if (error)
        print_error("%s\n", why.text);
    T_EQUAL(error, LB_OK);
    T_EQUAL(s.weights, total);
    for (unsigned i = 0; i < rows * cols; i++)
        T_EQUAL(s.entry[i], a[i]);
    unsigned size = rows + cols + (limit < cols ? cols - limit : 0);
    T_TRUE(s.terms <= (uint64_t)size * size); /* one entry of the square is used up by each */
    return s.terms;
}

/* The least total that a matrix and a limit allow. */
static uint64_t least_total(unsigned rows, unsigned cols, const uint64_t *a, unsigned limit) {
    uint64_t most = 0, all = 0;
    for (unsigned r = 0; r < rows; r++) {
        uint64_t line = 0;
        for (unsigned c = 0; c < cols; c++)
            line += a[r * cols + c];
        most = line > most ? line : most;
        all += line;
    }
    for (unsigned c = 0; c < cols; c++) {
        uint64_t line = 0;
        for (unsigned r = 0; r < rows; r++)
            line += a[r * cols + c];
        most = line > most ? line : most;
    }
    uint64_t shared = t_ceil(all, limit);
    return shared > most ? shared : most;
}

static void fill(uint64_t *a, unsigned count, uint64_t most) {
    unsigned sparse = below(4);
    for (unsigned i = 0; i < count; i++) {
        uint64_t value = (uint64_t)below(UINT32_MAX >> 1) * below(UINT32_MAX >> 1) % (most + 1);
        a[i] = below(4) < sparse ? 0 : value;
    }
}

static void test_random(void **state) {
    (void)state;
    static const uint64_t sizes[] = {1, 2, 5, 30, 1000000, UINT64_C(1) << 40};
    int cases = T_SLOW ? 1500 : 6000;
    uint64_t seed = 20240, widest = 0;
    random_state = seed;
    for (int i = 0; i < cases; i++) {
        uint64_t a[MOST_ROWS * MOST_COLS], most = sizes[below(T_COUNT(sizes))];
        unsigned rows = 1 + below(below(3) ? 6 : MOST_ROWS), cols = 1 + below(below(3) ? 5 : MOST_COLS);
        fill(a, rows * cols, most);
        for (unsigned limit = 1; limit <= cols + 1; limit += 1 + below(2)) {
            uint64_t total = least_total(rows, cols, a, limit);
            t_note("seed %" PRIu64 ", case %d: %ux%u, entries to %" PRIu64 ", limit %u", seed, i, rows, cols, most,
                   limit);
            uint64_t terms = take_apart(rows, cols, a, total, limit);
            widest = terms > widest ? terms : widest;
            take_apart(rows, cols, a, total + below(5), limit); /* and with room to spare */
        }
    }
    print_message("seed %" PRIu64 ": %d matrices, at most %" PRIu64 " terms\n", seed, cases, widest);
}

static void test_edges(void **state) {
    (void)state;
    static const uint64_t none[1] = {0}, zeros[12] = {0};
    t_note("no rows");
    T_EQUAL(take_apart(0, 3, none, 0, 3), 0);
    T_EQUAL(take_apart(0, 3, none, 5, 3), 1);
    take_apart(0, 3, none, 5, 1);
    t_note("nothing to do");
    T_EQUAL(take_apart(3, 4, zeros, 0, 4), 0);
    T_EQUAL(take_apart(3, 4, zeros, 0, 1), 0);
    take_apart(3, 4, zeros, 9, 2);
    t_note("one entry");
    static const uint64_t seven[] = {7};
    T_EQUAL(take_apart(1, 1, seven, 7, 1), 1);
    T_EQUAL(take_apart(1, 1, seven, 9, 1), 2);
    t_note("one column: its rows take turns");
    static const uint64_t column[] = {3, 0, 5, 1};
    T_EQUAL(take_apart(4, 1, column, 9, 1), 3);
    t_note("one row");
    T_EQUAL(take_apart(1, 4, column, 9, 4), 3);
    t_note("limit 1: one entry a term");
    static const uint64_t square[] = {1, 2, 3, 4};
    T_TRUE(take_apart(2, 2, square, 10, 1) >= 4);
}

static void test_huge(void **state) {
    (void)state;
    static const uint64_t big = UINT64_C(1) << 40;
    uint64_t a[6 * 4];
    for (unsigned i = 0; i < T_COUNT(a); i++)
        a[i] = big + i;
    for (unsigned limit = 1; limit <= 4; limit++) {
        t_note("huge entries, limit %u", limit);
        take_apart(6, 4, a, least_total(6, 4, a, limit), limit);
    }
    a[0] = UINT64_C(1) << 62;
    t_note("one giant");
    take_apart(1, 1, a, a[0], 1);
}

/* What the callback says is what the caller hears. */
static void test_stops(void **state) {
    (void)state;
    static const uint64_t square[] = {1, 2, 3, 4};
    sum s = {.rows = 2, .cols = 2, .limit = 2, .stop_after = 1};
    lb_why why = {""};
    t_note("a callback that stops");
    T_EQUAL(lb_decompose(2, 2, square, 7, 2, add_term, &s, &why), 77);
    T_EQUAL(s.terms, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_huge),
        cmocka_unit_test(test_stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

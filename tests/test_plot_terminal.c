/* The plot in characters, in terminals of every width, the narrowest and widest too. */
#define _POSIX_C_SOURCE 200809L
#include "draw/plot.h"
#include "support/support.h"

#include <stdlib.h>
#include <string.h>

static const uint64_t sizes[] = {1, 1000, UINT64_C(123456789012)};
static const double slow[] = {10, 1000, 1e12}, fast[] = {20, 500, 1e11}, bound[] = {5, 250, 1e10};
static const lb_plot_line lines[] = {{"slow", 'a', slow}, {"fast", 'b', fast}};
static const lb_plot_band bands[] = {{1, 999, 0}, {1000, UINT64_C(123456789012), 1}};

/* The longest line that is printed, in bytes; *rows: how many there are. */
static size_t longest_line(const lb_style *style, const lb_plot *plot, unsigned *rows) {
    char *text = NULL;
    size_t length = 0, longest = 0;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    lb_plot_terminal(out, style, plot);
    fclose(out);
    *rows = 0;
    for (const char *p = text, *end; (end = strchr(p, '\n')); p = end + 1) {
        longest = (size_t)(end - p) > longest ? (size_t)(end - p) : longest;
        (*rows)++;
    }
    free(text);
    return longest;
}

static void test_widths(void **state) {
    (void)state;
    enum { LEAST = 40, MOST = 9 + 100 + 7 };
    const lb_plot plot = {.title = "t",
                          .subtitle = "s",
                          .unit = "u",
                          .x = sizes,
                          .points = T_COUNT(sizes),
                          .line = lines,
                          .lines = T_COUNT(lines),
                          .bound = bound,
                          .band = bands,
                          .bands = T_COUNT(bands)};
    for (unsigned width = 0; width <= 300; width++) {
        unsigned rows = 0;
        lb_style style = {.width = width};
        t_note("%u columns", width);
        size_t longest = longest_line(&style, &plot, &rows);
        T_EQUAL(rows, 1 + 16 + 2 + 1); /* a heading, the picture, the sizes, what is best */
        T_TRUE(longest <= (width < LEAST ? LEAST : width > MOST ? MOST : width));
        style.color = style.utf8 = true;
        longest_line(&style, &plot, &rows);
        T_EQUAL(rows, 1 + 16 + 2 + 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_widths)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

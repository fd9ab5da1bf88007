/* What pictures promise: every colour that is used stands in the legend and no other, numbers are announced where there
 * are some, wide trees fit a page, and the letters of curves stand at their lines. */
#define _POSIX_C_SOURCE 200809L
#include "draw/plot.h"
#include "draw/svg.h"
#include "linkbound-draw.h"
#include "support/support.h"

#include <stdlib.h>
#include <string.h>

static char *draw(const char *net, lb_task_kind kind, uint32_t packets, lb_drawing what) {
    lb_task *task = t_task_on(net, kind);
    lb_plan_options options = {.packets = packets};
    lb_plan *plan = t_plan(task, &options);
    lb_draw_options how = {.node = LB_NONE, .title = "t"};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    t_note("%s %s: %s", lb_task_kind_name(kind), net, lb_drawing_name(what));
    T_EQUAL(lb_draw(out, plan, what, &how, NULL), LB_OK);
    assert_int_equal(fclose(out), 0);
    lb_plan_free(plan);
    lb_task_free(task);
    return text;
}

/* Where the pattern, with the number, stands first. */
static const char *find(const char *text, const char *before, unsigned number, const char *after) {
    char pattern[64];
    snprintf(pattern, sizeof pattern, "%s%u%s", before, number, after);
    return strstr(text, pattern);
}

static void check_colours(const char *net, lb_task_kind kind) {
    char *text = draw(net, kind, 1, LB_DRAW_NETWORK);
    bool load = strstr(text, "packets on ");
    /* Beside grey links a step's colour is not of all its moves. */
    const char *of_step = strstr(text, ">several steps") ? " only<" : ": ";
    for (unsigned k = 0; k < LB_SVG_COLORS && !strstr(text, ">step<"); k++) {
        bool used = find(text, "<path class=\"k", k, "\"");
        T_EQUAL(find(text, "<rect class=\"c", k, "\"") != NULL, used); /* its chip */
        if (!load)
            T_EQUAL(find(text, ">step ", k + 1, of_step) != NULL, used);
    }
    T_EQUAL(strstr(text, ">several steps") != NULL, strstr(text, "<path class=\"e\"") != NULL);
    free(text);
}

static void test_networks(void **state) {
    (void)state;
    static const char *const nets[] = {"cube:3", "cube:5", "4x4", "mesh:3x4", "ring:5", "ring:9", "circulant:9:1,2"};
    static const lb_task_kind kinds[] = {LB_BROADCAST, LB_SCATTER, LB_GATHER, LB_ALLGATHER, LB_ALLTOALL, LB_ALLREDUCE};
    for (size_t n = 0; n < T_COUNT(nets); n++)
        for (size_t k = 0; k < T_COUNT(kinds); k++)
            check_colours(nets[n], kinds[k]);
}

static void test_load(void **state) {
    (void)state;
    char *even = draw("4x4", LB_ALLTOALL, 1, LB_DRAW_NETWORK),
         *uneven = draw("mesh:4x4", LB_ALLTOALL, 1, LB_DRAW_NETWORK);
    T_TRUE(strstr(even, ">8 packets on every link that is used<"));
    T_TRUE(strstr(uneven, ">packets on a link<"));
    T_TRUE(strstr(uneven, "<path stroke=\"#")); /* of a ramp, not grey */
    free(even);
    free(uneven);
}

static void test_timelines(void **state) {
    (void)state;
    char *pieces = draw("cube:3", LB_BROADCAST, 3, LB_DRAW_TIMELINE),
         *many = draw("cube:4", LB_SCATTER, 1, LB_DRAW_TIMELINE);
    for (unsigned k = 1; k <= 3; k++)
        T_TRUE(find(pieces, ">piece ", k, "<"));
    T_TRUE(!find(pieces, ">piece ", 4, "<"));
    T_TRUE(strstr(many, ">destination<") && strstr(many, ">15</text>"));
    free(pieces);
    free(many);
}

static void test_matrices(void **state) {
    (void)state;
    char *small = draw("cube:4", LB_ALLTOALL, 1, LB_DRAW_MATRIX),
         *large = draw("cube:6", LB_ALLTOALL, 1, LB_DRAW_MATRIX);
    T_TRUE(strstr(small, "a cell's number is the step"));
    T_TRUE(strstr(large, "a cell's colour is the step"));
    free(small);
    free(large);
}

static void test_wide_trees(void **state) {
    (void)state;
    static const char *const nets[] = {"cube:4", "cube:5", "cube:6", "cube:7", "5x5x5", "8x8", "11x11"};
    for (size_t n = 0; n < T_COUNT(nets); n++) {
        char *text = draw(nets[n], LB_BROADCAST, 1, LB_DRAW_TREE);
        const char *width = strstr(text, "width=\"");
        assert_non_null(width);
        T_TRUE(strtod(width + 7, NULL) <= 1616);
        free(text);
    }
}

/* Lines that end at the same place have letters that do not lie on one another. */
static void test_letters(void **state) {
    (void)state;
    enum { LINES = 9 };
    static const uint64_t sizes[] = {64, 1024};
    static const double same[] = {10, 1000}, bound[] = {5, 500};
    lb_plot_line lines[LINES];
    lb_plot_band band = {64, 1024, 0};
    for (unsigned k = 0; k < LINES; k++)
        lines[k] = (lb_plot_line){"name", (char)('A' + k), same};
    const lb_plot plot = {.title = "t",
                          .subtitle = "s",
                          .unit = "",
                          .x = sizes,
                          .points = 2,
                          .line = lines,
                          .lines = LINES,
                          .bound = bound,
                          .band = &band,
                          .bands = 1};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    lb_plot_svg(out, &plot);
    assert_int_equal(fclose(out), 0);
    double before = 0;
    for (unsigned k = LINES; k-- > 0;) {
        char pattern[16];
        snprintf(pattern, sizeof pattern, "\">%c</text>", 'A' + k);
        const char *end = strstr(text, pattern), *y = end;
        assert_non_null(end);
        while (strncmp(y, " y=\"", 4) != 0)
            y--;
        double at = strtod(y + 4, NULL);
        T_TRUE(k == LINES - 1 || at <= before - 12.9);
        before = at;
    }
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_networks), cmocka_unit_test(test_load),       cmocka_unit_test(test_timelines),
        cmocka_unit_test(test_matrices), cmocka_unit_test(test_wide_trees), cmocka_unit_test(test_letters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Matrices on the nodes of a network: layouts against their definition, and what an operation has to send. */
#include "support/matrices.h"

#include <stdlib.h>
#include <string.h>

/* ---- Layouts ---- */

static void names_are_read_back(void **state) {
    (void)state;
    char text[64];
    for (size_t i = 0; i < LAYOUTS; i++) {
        lb_layout back;
        lb_layout_text(layouts[i], text, sizeof text);
        t_note("%s", text);
        T_EQUAL(lb_layout_parse(text, &back, NULL), 0);
        T_TRUE(back.by == layouts[i].by && back.striped == layouts[i].striped && back.gray == layouts[i].gray);
    }
    lb_layout l;
    assert_int_equal(lb_layout_parse("columns:gray:striped", &l, NULL), 0);
    lb_layout_text(l, text, sizeof text);
    assert_string_equal(text, "columns:striped:gray");
    assert_int_equal(lb_layout_parse("rows", &l, NULL), 0);
    lb_layout_text(l, text, sizeof text);
    assert_string_equal(text, "rows:blocked:identity");
    assert_int_equal(lb_layout_parse("submatrices", &l, NULL), 0);
    lb_layout_text(l, text, sizeof text);
    assert_string_equal(text, "submatrices:identity");
}

static void bad_names_are_refused(void **state) {
    (void)state;
    static const char *const bad[] = {
        "",
        "row",
        "rows:",
        "rows::gray",
        "rows:grey",
        "gray:rows",
        ":rows",
        "rows:gray:",
        "Rows",
        "rows:gray:gray",
        "rows:gray:identity",
        "rows:blocked:striped",
        "rows:rows",
        "rows:identityx",
        "rows gray",
        "rows:blocked:gray:identity",
        "submatrices:striped",
    };
    for (size_t i = 0; i < T_COUNT(bad); i++) {
        lb_layout l = {LB_BY_COLUMNS, true, true};
        lb_why why = {""};
        t_note("'%s'", bad[i]);
        T_EQUAL(lb_layout_parse(bad[i], &l, &why), LB_ERR_ARG);
        T_TRUE(l.by == LB_BY_COLUMNS && l.striped && l.gray && why.text[0]);
    }
}

/* Every element is where the definition says, at the local index that counting along the rows gives, and back. */
static void layout_is_as_defined(lb_layout l, uint64_t rows, uint64_t columns, uint32_t nodes) {
    lb_stored s;
    uint64_t *seen = calloc(nodes, sizeof *seen);
    assert_non_null(seen);
    T_EQUAL(lb_stored_make(rows, columns, l, nodes, &s, NULL), 0);
    for (uint64_t i = 0; i < rows; i++) {
        for (uint64_t j = 0; j < columns; j++) {
            uint32_t node, wanted = layout_owner(l, rows, columns, nodes, i, j);
            uint64_t local, row, column;
            lb_stored_place(&s, i, j, &node, &local);
            T_EQUAL(node, wanted);
            T_EQUAL(local, seen[wanted]++);
            lb_stored_element(&s, node, local, &row, &column);
            T_TRUE(row == i && column == j);
        }
    }
    for (uint32_t v = 0; v < nodes; v++)
        T_EQUAL(lb_stored_share(&s, v), seen[v]);
    free(seen);
}

static void layouts_are_as_defined(void **state) {
    (void)state;
    static const uint32_t nodes[] = {1, 2, 4, 8, 16, 64, 3, 9, 12, 25};
    for (size_t n = 0; n < T_COUNT(nodes); n++) {
        for (size_t l = 0; l < LAYOUTS; l++) {
            bool power = (nodes[n] & (nodes[n] - 1)) == 0;
            for (size_t k = 0; k < MATRIX_SIZES; k++) {
                t_note("%u nodes, layout %zu, %u x %u", nodes[n], l, (unsigned)matrix_sizes[k][0],
                       (unsigned)matrix_sizes[k][1]);
                if (layout_possible(layouts[l], nodes[n]) && (power || !layouts[l].gray))
                    layout_is_as_defined(layouts[l], matrix_sizes[k][0], matrix_sizes[k][1], nodes[n]);
            }
        }
    }
}

static void lines_are_dealt_evenly(void **state) {
    (void)state;
    for (uint64_t size = 1; size < 40; size++) {
        for (size_t l = 0; l < 8; l++) {
            lb_stored s;
            assert_int_equal(lb_stored_make(size, size, layouts[l], 8, &s, NULL), 0);
            for (uint32_t v = 0; v < 8; v++) {
                uint64_t lines = lb_stored_share(&s, v) / size;
                T_TRUE(lines == size / 8 || lines == t_ceil(size, 8));
            }
        }
    }
}

static void impossible_layouts_are_refused(void **state) {
    (void)state;
    lb_stored s;
    lb_layout rows = layouts[0], sub = layouts[8], coded = {LB_BY_SUBMATRICES, false, true};
    assert_int_equal(lb_stored_make(0, 4, rows, 4, &s, NULL), LB_ERR_ARG);
    assert_int_equal(lb_stored_make(4, 0, rows, 4, &s, NULL), LB_ERR_ARG);
    assert_int_equal(lb_stored_make(4, 4, rows, 0, &s, NULL), LB_ERR_ARG);
    assert_int_equal(lb_stored_make(4, 4, sub, 8, &s, NULL), LB_ERR_ARG);
    assert_int_equal(lb_stored_make(4, 4, sub, 9, &s, NULL), 0);
    assert_int_equal(lb_stored_make(4, 4, coded, 9, &s, NULL), LB_ERR_ARG);
    assert_int_equal(lb_stored_make(4, 4, layouts[1], 12, &s, NULL), LB_ERR_ARG);
    assert_int_equal(lb_stored_make(4, 4, (lb_layout){LB_BY_SUBMATRICES, true, false}, 4, &s, NULL), LB_ERR_ARG);
    assert_int_equal(lb_stored_make(LB_MAX_LINES + 1, 1, rows, 4, &s, NULL), LB_ERR_SIZE);
}

/* ---- Which task it is ---- */

enum { NOTHING = LB_TASK_KINDS };

static void is_task(lb_matrix_op op, uint64_t size, size_t from, size_t to, int kind, uint64_t block, bool padded) {
    lb_rearrange *r = make_rearrange("cube:4", op, size, layouts[from], layouts[to]);
    const lb_rearrange_facts *f = lb_rearrange_facts_of(r);
    t_note("%s, %u, %zu to %zu", lb_matrix_op_name(op), (unsigned)size, from, to);
    T_EQUAL(f->sends ? (int)f->kind : NOTHING, kind);
    T_EQUAL(f->block, block);
    T_EQUAL(f->moving < f->blocks * f->block, padded);
    lb_rearrange_free(r);
}

static void tasks_are_the_papers(void **state) {
    (void)state;
    for (size_t l = 0; l < 8; l++) {
        is_task(LB_TRANSPOSE, 32, l, l, LB_ALLTOALL, 4, false);
        is_task(LB_QUARTER_TURN, 32, l, l, LB_ALLTOALL, 4, false);
        is_task(LB_HALF_TURN, 32, l, l, LB_PERMUTE, 64, false);
        is_task(LB_RESTORE, 32, l, l, NOTHING, 0, false);
        is_task(LB_RESTORE, 256, l, l ^ 2, LB_ALLTOALL, 256, false); /* blocked to striped, striped to blocked */
        is_task(LB_RESTORE, 32, l, l ^ 1, LB_PERMUTE, 64, false);    /* identity to Gray code */
        is_task(LB_TRANSPOSE, 32, l, l ^ 4, NOTHING, 0, false);      /* rows become columns where they are */
        is_task(LB_TRANSPOSE, 33, l, l ^ 4, NOTHING, 0, false);
        is_task(LB_RESTORE, 32, l, l ^ 4, LB_ALLTOALL, 4, false);
        is_task(LB_TRANSPOSE, 33, l, l, LB_ALLTOALL, 9 - 3, true); /* one node has 3 lines */
        is_task(LB_TRANSPOSE, 3, l, l, LB_ALLTOALL, 1, true);
    }
    for (size_t l = 8; l < 10; l++) {
        is_task(LB_TRANSPOSE, 32, l, l, LB_PERMUTE, 64, false);
        is_task(LB_QUARTER_TURN, 32, l, l, LB_PERMUTE, 64, false);
        is_task(LB_HALF_TURN, 32, l, l, LB_PERMUTE, 64, false);
        is_task(LB_RESTORE, 32, l, l, NOTHING, 0, false);
        is_task(LB_RESTORE, 32, l, 17 - l, LB_PERMUTE, 64, false);
        is_task(LB_TRANSPOSE, 33, l, l, LB_PERMUTE, 72, true);
        is_task(LB_TRANSPOSE, 2, l, l, LB_PERMUTE, 1, true);
    }
}

/* Striped half turns are permutations whatever the size, and so are transpositions of submatrices; the permutation is
 * the rule's where nodes have no elements. */
static void permutations_follow_the_rule(void **state) {
    (void)state;
    for (uint64_t size = 1; size < 20; size++) {
        lb_rearrange *r = make_rearrange("cube:4", LB_HALF_TURN, size, layouts[2], layouts[2]);
        const lb_task *task = lb_rearrange_task(r);
        for (uint32_t v = 0; task && v < 16; v++)
            T_EQUAL(lb_task_params_of(task).list[v], (size - 1 + 16 - v) % 16);
        T_TRUE(task || size <= 1);
        lb_rearrange_free(r);
        r = make_rearrange("cube:4", LB_TRANSPOSE, size, layouts[9], layouts[9]);
        task = lb_rearrange_task(r);
        for (uint32_t v = 0; task && v < 16; v++)
            T_EQUAL(lb_task_params_of(task).list[v], v % 4 * 4 + v / 4);
        T_TRUE(task || size <= 1);
        lb_rearrange_free(r);
    }
}

/* Places in a block are the same for both ends, 0, 1, 2, ... for each pair. */
static void both_ends_count_the_same(void **state) {
    (void)state;
    for (int op = 0; op < LB_MATRIX_OPS; op++) {
        lb_rearrange *r = make_rearrange("cube:4", (lb_matrix_op)op, 21, layouts[1], layouts[9]);
        const lb_rearrange_facts *f = lb_rearrange_facts_of(r);
        lb_walk *walk;
        lb_entry e;
        enum { MOST = 64 };
        static uint64_t element[16][16][MOST]; /* which element, plus 1, from, to, place */
        memset(element, 0, sizeof element);
        T_EQUAL(lb_walk_open(r, &walk, NULL), 0);
        for (uint32_t v = 0; v < 16; v++) {
            uint64_t before = 0;
            for (lb_walk_begin(walk, v, LB_SENDS); lb_walk_next(walk, &e);) {
                uint64_t i, j;
                T_EQUAL(e.local, before++);
                lb_stored_element(&f->from, v, e.local, &i, &j);
                lb_matrix_op_apply((lb_matrix_op)op, 21, 21, &i, &j);
                T_TRUE(e.place < MOST);
                T_TRUE(e.place == 0 || element[v][e.node][e.place - 1]);
                element[v][e.node][e.place] = i * 21 + j + 1;
            }
            T_EQUAL(before, lb_stored_share(&f->from, v));
        }
        for (uint32_t v = 0; v < 16; v++) {
            for (lb_walk_begin(walk, v, LB_RECEIVES); lb_walk_next(walk, &e);) {
                uint64_t i, j;
                lb_stored_element(&f->to, v, e.local, &i, &j);
                T_EQUAL(element[e.node][v][e.place], i * 21 + j + 1);
            }
        }
        lb_walk_close(walk);
        lb_rearrange_free(r);
    }
}

static void too_large_is_refused(void **state) {
    (void)state;
    lb_net *net = t_net("cube:4"), *big = t_net("cube:20");
    lb_stored s;
    lb_rearrange *r;
    lb_why why = {""};
    assert_int_equal(lb_stored_make(1 << 15, 1 << 15, layouts[0], 16, &s, NULL), 0);
    assert_int_equal(lb_rearrange_create(net, LB_TRANSPOSE, &s, layouts[0], 2, &r, &why), LB_ERR_SIZE);
    assert_null(r);
    assert_int_equal(lb_stored_make(LB_MAX_LINES, LB_MAX_LINES, layouts[0], 16, &s, NULL), 0);
    assert_int_equal(lb_rearrange_create(net, LB_TRANSPOSE, &s, layouts[0], 8, &r, &why), LB_ERR_SIZE);
    assert_int_equal(lb_stored_make(8, 8, layouts[0], 16, &s, NULL), 0);
    assert_int_equal(lb_rearrange_create(net, LB_TRANSPOSE, &s, layouts[0], 0, &r, &why), LB_ERR_ARG);
    assert_int_equal(lb_rearrange_create(net, LB_TRANSPOSE, &s, layouts[0], UINT64_MAX, &r, &why), LB_ERR_SIZE);
    assert_int_equal(lb_rearrange_create(net, LB_MATRIX_OPS, &s, layouts[0], 8, &r, &why), LB_ERR_ARG);
    assert_int_equal(lb_rearrange_create(big, LB_TRANSPOSE, &s, layouts[0], 8, &r, &why), LB_ERR_ARG);
    /* A few elements, and a padded block for each of 2^40 pairs. */
    assert_int_equal(lb_stored_make(8, 8, layouts[0], 1 << 20, &s, NULL), 0);
    assert_int_equal(lb_rearrange_create(big, LB_TRANSPOSE, &s, layouts[0], 8, &r, &why), LB_ERR_SIZE);
    assert_null(r);
    lb_net_free(net);
    lb_net_free(big);
}

/* A struct that anybody can fill in is not trusted. */
static void only_what_was_made_is_taken(void **state) {
    (void)state;
    lb_net *net = t_net("cube:4");
    lb_stored good, bad[7];
    lb_rearrange *r;
    assert_int_equal(lb_stored_make(8, 8, layouts[8], 16, &good, NULL), 0);
    for (size_t i = 0; i < T_COUNT(bad); i++)
        bad[i] = good;
    bad[0].down = 0;
    bad[1].across = 0;
    bad[2].down = 16;
    bad[2].across = 1;
    bad[3].rows = 0;
    bad[4].columns = LB_MAX_LINES + 1;
    bad[5].layout.by = (lb_by)3;
    bad[6].layout.striped = true;
    for (size_t i = 0; i < T_COUNT(bad); i++) {
        lb_why why = {""};
        t_note("bad matrix %zu", i);
        T_EQUAL(lb_rearrange_create(net, LB_TRANSPOSE, &bad[i], layouts[8], 8, &r, &why),
                i == 4 ? LB_ERR_SIZE : LB_ERR_ARG);
        assert_null(r);
        T_TRUE(why.text[0]);
    }
    T_EQUAL(lb_rearrange_create(net, LB_TRANSPOSE, &good, layouts[8], 8, &r, NULL), 0);
    lb_rearrange_free(r);
    lb_net_free(net);
}

/* ---- What it costs ---- */

/* By rows or columns, with everything divisible: tau*N^2*e/2^(d+1) + d*beta, and no plan is faster than its bound. */
static void transposing_rows_costs_what_the_paper_says(void **state) {
    (void)state;
    static const char *const cubes[] = {"2", "2x2", "2x2x2", "2x2x2x2", "cube:5"};
    for (unsigned d = 1; d <= T_COUNT(cubes); d++) {
        for (size_t l = 0; l < 8; l++) {
            uint64_t n = UINT64_C(1) << d, size = 3 * n;
            lb_rearrange *r = make_rearrange(cubes[d - 1], LB_TRANSPOSE, size, layouts[l], layouts[l]);
            const lb_rearrange_facts *f = lb_rearrange_facts_of(r);
            lb_cost cost = {.bytes = f->block * f->element, .tau = {3, 7}, .beta = {40, 1}};
            lb_plan_options o = {.algorithm = "complete-exchange", .clock = LB_LINEAR, .cost = &cost};
            lb_formula formula;
            lb_ratio time;
            lb_timing timing;
            t_note("d = %u, layout %zu", d, l);
            T_EQUAL(cost.bytes, 8 * size * size / (n * n));
            T_EQUAL(lb_formula_of(lb_rearrange_task(r), &o, &formula, NULL), 0);
            T_EQUAL(lb_formula_time(&formula, &cost, &time), 0);
            /* time = 3/7 * N^2*e/2^(d+1) + d*40, as fractions: */
            T_EQUAL((uint64_t)time.num * 7 * 2 * n,
                    (3 * size * size * 8 + UINT64_C(40) * d * 7 * 2 * n) * (uint64_t)time.den);
            lb_plan *plan = t_plan(lb_rearrange_task(r), &o);
            T_EQUAL(lb_simulate(plan, &cost, NULL, &timing, NULL), 0);
            T_TRUE(timing.makespan.num == time.num && timing.makespan.den == time.den);
            lb_timing_free(&timing);
            lb_plan_free(plan);
            lb_rearrange_free(r);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_read_back),
        cmocka_unit_test(bad_names_are_refused),
        cmocka_unit_test(layouts_are_as_defined),
        cmocka_unit_test(lines_are_dealt_evenly),
        cmocka_unit_test(impossible_layouts_are_refused),
        cmocka_unit_test(tasks_are_the_papers),
        cmocka_unit_test(permutations_follow_the_rule),
        cmocka_unit_test(both_ends_count_the_same),
        cmocka_unit_test(too_large_is_refused),
        cmocka_unit_test(only_what_was_made_is_taken),
        cmocka_unit_test(transposing_rows_costs_what_the_paper_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

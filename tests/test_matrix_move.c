/* Matrices moved by plans, with real bytes, against plain loops. */
#include "plan/plan.h"
#include "support/matrices.h"
#include "support/schedule.h"

#include <stdlib.h>

/* ---- Operations ---- */

static void plain(lb_matrix_op op, uint64_t rows, uint64_t columns, const uint32_t *m, uint32_t *result) {
    for (uint64_t i = 0; i < rows; i++) {
        for (uint64_t j = 0; j < columns; j++) {
            uint32_t value = m[i * columns + j];
            switch (op) {
            case LB_TRANSPOSE: result[j * rows + i] = value; break;
            case LB_QUARTER_TURN: result[j * rows + (rows - 1 - i)] = value; break;
            case LB_HALF_TURN: result[(rows - 1 - i) * columns + (columns - 1 - j)] = value; break;
            default: result[i * columns + j] = value; break;
            }
        }
    }
}

/* Byte k of an element of a value, for any element size. */
static unsigned char byte_of(uint32_t value, uint64_t k) {
    return (unsigned char)((value * UINT32_C(2654435761)) >> (8 * (k % 4))) ^ (unsigned char)(k / 4 * 91);
}

typedef struct parts {
    void **of;
    uint32_t nodes;
} parts;

static parts make_parts(const lb_stored *s, uint64_t element) {
    parts p = {calloc(s->nodes, sizeof(void *)), s->nodes};
    assert_non_null(p.of);
    for (uint32_t v = 0; v < s->nodes; v++) {
        p.of[v] = calloc(lb_stored_share(s, v) * element + 1, 1);
        assert_non_null(p.of[v]);
    }
    return p;
}

static void free_parts(parts *p) {
    for (uint32_t v = 0; v < p->nodes; v++)
        free(p->of[v]);
    free(p->of);
}

/* Puts the matrix's elements where the definition says, or (check) sees that they are there. */
static void fill(const lb_stored *s, const uint32_t *m, uint64_t element, parts *p, bool check) {
    uint64_t *seen = calloc(s->nodes, sizeof *seen);
    assert_non_null(seen);
    for (uint64_t i = 0; i < s->rows; i++) {
        for (uint64_t j = 0; j < s->columns; j++) {
            uint32_t v = layout_owner(s->layout, s->rows, s->columns, s->nodes, i, j);
            unsigned char *at = (unsigned char *)p->of[v] + seen[v]++ * element;
            for (uint64_t k = 0; k < element; k++) {
                if (check)
                    T_EQUAL(at[k], byte_of(m[i * s->columns + j], k));
                else
                    at[k] = byte_of(m[i * s->columns + j], k);
            }
        }
    }
    free(seen);
}

/* The last plan is kept: most operations are the same all-to-all. */
static lb_plan *kept;
static lb_plan_options how;

static const lb_plan *plan_for(const lb_rearrange *r) {
    const lb_task *task = lb_rearrange_task(r);
    if (!task)
        return NULL;
    if (!kept || !lb_task_equal(lb_plan_task(kept), task)) {
        lb_plan_free(kept);
        kept = t_plan(task, &how);
    }
    return kept;
}

static void free_plan(void) {
    lb_plan_free(kept);
    kept = NULL;
}

static void operate(const lb_net *net, lb_matrix_op op, const lb_stored *from, lb_layout to, uint64_t element) {
    lb_rearrange *r;
    uint64_t count = from->rows * from->columns;
    uint32_t *m = calloc(count, sizeof *m), *result = calloc(count, sizeof *result);
    assert_true(m && result);
    for (uint64_t i = 0; i < count; i++)
        m[i] = (uint32_t)i + 1;
    plain(op, from->rows, from->columns, m, result);
    T_EQUAL(lb_rearrange_create(net, op, from, to, element, &r, NULL), 0);
    const lb_rearrange_facts *f = lb_rearrange_facts_of(r);
    T_EQUAL(f->sends, lb_rearrange_task(r) != NULL);
    T_TRUE(f->moving <= f->blocks * f->block);
    parts before = make_parts(from, element), after = make_parts(&f->to, element);
    fill(from, m, element, &before, false);
    lb_why why = {""};
    T_EQUAL(lb_rearrange_move(r, plan_for(r), (const void *const *)before.of, after.of, &why), 0);
    fill(&f->to, result, element, &after, true);
    free_parts(&before);
    free_parts(&after);
    lb_rearrange_free(r);
    free(m);
    free(result);
}

static void operate_on(const char *name, uint64_t rows, uint64_t columns, size_t l, bool every_target) {
    static const uint64_t elements[] = {1, 3, 8};
    lb_net *net = t_net(name);
    uint32_t nodes = lb_net_nodes(net);
    lb_stored from;
    for (int op = 0; op < LB_MATRIX_OPS; op++) {
        for (size_t t = 0; t < LAYOUTS; t++) {
            if (!layout_possible(layouts[l], nodes) || !layout_possible(layouts[t], nodes) || (t != l && !every_target))
                continue;
            t_note("%s of %u x %u on %s, layout %zu to %zu", lb_matrix_op_name((lb_matrix_op)op), (unsigned)rows,
                   (unsigned)columns, name, l, t);
            T_EQUAL(lb_stored_make(rows, columns, layouts[l], nodes, &from, NULL), 0);
            operate(net, (lb_matrix_op)op, &from, layouts[t], elements[(t + (size_t)op + rows) % 3]);
        }
    }
    lb_net_free(net);
}

static void operations_are_plain_loops(void **state) {
    (void)state;
    static const char *const cubes[] = {"1", "2", "2x2", "2x2x2", "2x2x2x2"};
    for (size_t d = 0; d < T_COUNT(cubes); d++) {
        for (size_t k = 0; k < MATRIX_SIZES; k++) {
            for (size_t l = 0; l < LAYOUTS; l++)
                operate_on(cubes[d], matrix_sizes[k][0], matrix_sizes[k][1], l,
                           matrix_sizes[k][0] == 5 || matrix_sizes[k][0] == 8);
        }
    }
    free_plan();
}

static void submatrices_on_large_cubes(void **state) {
    (void)state;
    static const uint64_t big[][2] = {{8, 8}, {24, 24}, {19, 19}, {3, 3}, {16, 40}};
    for (size_t k = 0; k < T_COUNT(big); k++) {
        operate_on("cube:6", big[k][0], big[k][1], 8, false);
        operate_on("cube:6", big[k][0], big[k][1], 9, false);
    }
    free_plan();
}

/* Any network will do that has enough nodes; Gray codes apart. */
static void tori_too(void **state) {
    (void)state;
    operate_on("3x3", 9, 9, 8, false);
    operate_on("3x3", 7, 10, 8, false);
    operate_on("4x4", 16, 16, 9, false);
    operate_on("3x4", 12, 12, 0, false);
    operate_on("3x4", 13, 11, 6, false);
    free_plan();
}

/* On the linear clock blocks are cut into pieces that need not be whole elements, nor divide the bytes. */
static void pieces_of_any_length(void **state) {
    (void)state;
    lb_cost cost = {.bytes = 12, .tau = {1, 1}, .beta = {1, 1}};
    how = (lb_plan_options){.clock = LB_LINEAR, .cost = &cost};
    for (size_t l = 0; l < LAYOUTS; l += T_SLOW ? 3 : 1) {
        operate_on("cube:4", 16, 16, l, false);
        operate_on("cube:4", 13, 13, l, false);
        operate_on("cube:3", 24, 24, l, false);
    }
    how = (lb_plan_options){0};
    free_plan();
}

/* Every algorithm that does the task, on both clocks. */
static void every_algorithm_moves_it(void **state) {
    (void)state;
    lb_cost cost = {.bytes = 64, .tau = {1, 1}, .beta = {5, 1}};
    unsigned moved[2][2] = {{0}}; /* by clock and layout */
    for (size_t i = 0; i < lb_algorithms(); i++) {
        const lb_algorithm *a = lb_algorithm_at(i);
        for (int linear = 0; linear < 2; linear++) {
            for (int by = 0; by < 2; by++) {
                lb_net *net = t_net("cube:4");
                lb_stored from;
                lb_rearrange *r;
                lb_layout l = by ? layouts[9] : layouts[1];
                how = (lb_plan_options){.algorithm = a->name, .clock = linear ? LB_LINEAR : LB_UNIT};
                if (linear)
                    how.cost = &cost;
                T_EQUAL(lb_stored_make(20, 20, l, 16, &from, NULL), 0);
                T_EQUAL(lb_rearrange_create(net, LB_TRANSPOSE, &from, l, 3, &r, NULL), 0);
                free_plan();
                kept = t_plan_or_null(lb_rearrange_task(r), &how);
                t_note("%s, clock %d, layout %d", a->name, linear, by);
                if (kept) {
                    operate(net, LB_TRANSPOSE, &from, l, 3);
                    moved[linear][by]++;
                }
                free_plan();
                lb_rearrange_free(r);
                lb_net_free(net);
            }
        }
    }
    how = (lb_plan_options){0};
    static const unsigned least[2][2] = {{6, 1}, {9, 4}}; /* that can do each */
    for (int k = 0; k < 4; k++) {
        t_note("clock %d, layout %d: %u", k / 2, k % 2, moved[k / 2][k % 2]);
        T_TRUE(moved[k / 2][k % 2] >= least[k / 2][k % 2]);
    }
}

/* Carries a matrix through an operation several times, each result being the next one's matrix. */
static void comes_back(lb_matrix_op op, unsigned times, lb_layout l, uint64_t rows, uint64_t columns) {
    lb_net *net = t_net("cube:4");
    lb_stored s;
    T_EQUAL(lb_stored_make(rows, columns, l, 16, &s, NULL), 0);
    uint32_t *m = calloc(rows * columns, sizeof *m);
    assert_non_null(m);
    for (uint64_t i = 0; i < rows * columns; i++)
        m[i] = (uint32_t)(i * 7 + 1);
    parts at = make_parts(&s, 4);
    fill(&s, m, 4, &at, false);
    for (unsigned time = 0; time < times; time++) {
        lb_rearrange *r;
        T_EQUAL(lb_rearrange_create(net, op, &s, l, 4, &r, NULL), 0);
        s = lb_rearrange_facts_of(r)->to;
        parts next = make_parts(&s, 4);
        T_EQUAL(lb_rearrange_move(r, plan_for(r), (const void *const *)at.of, next.of, NULL), 0);
        free_parts(&at);
        at = next;
        lb_rearrange_free(r);
    }
    T_TRUE(s.rows == rows && s.columns == columns);
    fill(&s, m, 4, &at, true);
    free_parts(&at);
    free(m);
    lb_net_free(net);
    free_plan();
}

static void turning_often_enough_is_the_identity(void **state) {
    (void)state;
    for (size_t l = 0; l < LAYOUTS; l++) {
        t_note("layout %zu", l);
        comes_back(LB_TRANSPOSE, 2, layouts[l], 19, 23);
        comes_back(LB_QUARTER_TURN, 4, layouts[l], 16, 5);
        comes_back(LB_HALF_TURN, 2, layouts[l], 18, 18);
    }
}

/* ---- Wrong plans ---- */

/* Moves a matrix by the plan; *right: every element is where it must be. What fails must change nothing. */
static int move_by(const lb_rearrange *r, const lb_plan *plan, bool *right) {
    const lb_rearrange_facts *f = lb_rearrange_facts_of(r);
    uint64_t count = f->from.rows * f->from.columns;
    uint32_t *m = calloc(count, sizeof *m);
    assert_non_null(m);
    for (uint64_t i = 0; i < count; i++)
        m[i] = (uint32_t)i + 1;
    parts before = make_parts(&f->from, 8), after = make_parts(&f->to, 8);
    fill(&f->from, m, 8, &before, false);
    lb_why why = {""};
    int error = lb_rearrange_move(r, plan, (const void *const *)before.of, after.of, &why);
    *right = true;
    for (uint32_t v = 0; error && v < f->to.nodes; v++) {
        for (uint64_t k = 0; k < lb_stored_share(&f->to, v) * 8; k++)
            T_EQUAL(((const unsigned char *)after.of[v])[k], 0);
    }
    for (uint64_t i = 0; i < f->from.rows; i++) {
        for (uint64_t j = 0; j < f->from.columns; j++) {
            uint64_t ti = i, tj = j, local;
            uint32_t v;
            lb_matrix_op_apply(f->op, f->from.rows, f->from.columns, &ti, &tj);
            lb_stored_place(&f->to, ti, tj, &v, &local);
            const unsigned char *at = (const unsigned char *)after.of[v] + local * 8;
            for (uint64_t k = 0; k < 8; k++)
                *right = *right && at[k] == byte_of(m[i * f->from.columns + j], k);
        }
    }
    T_TRUE(!error || why.text[0]);
    free_parts(&before);
    free_parts(&after);
    free(m);
    return error;
}

static void a_wrong_plan_is_noticed(void **state) {
    (void)state;
    lb_rearrange *r = make_rearrange("cube:4", LB_TRANSPOSE, 16, layouts[9], layouts[9]);
    lb_plan_options by_dimension = {.algorithm = "dimension-order"};
    lb_plan *plan = t_plan(lb_rearrange_task(r), &by_dimension);
    bool right;
    T_EQUAL(lb_plan_orbit(plan), LB_EXPLICIT);
    T_EQUAL(move_by(r, plan, &right), 0);
    T_TRUE(right && plan->origin && plan->nitems > 8);
    for (uint64_t i = 0; i < plan->nitems; i++) {
        uint32_t origin = plan->origin[i];
        t_note("item %u", (unsigned)i);
        plan->origin[i] = (origin + 5) % 16; /* another node's block, which does not go to the same destination */
        T_EQUAL(move_by(r, plan, &right), LB_ERR_CHECK);
        plan->origin[i] = origin;
    }
    T_EQUAL(move_by(r, plan, &right), 0);
    T_TRUE(right);
    lb_rearrange *other = make_rearrange("cube:4", LB_TRANSPOSE, 16, layouts[0], layouts[0]);
    T_EQUAL(move_by(other, plan, &right), LB_ERR_ARG); /* a plan for another task */
    T_EQUAL(move_by(other, NULL, &right), LB_ERR_ARG);
    lb_rearrange_free(other);
    lb_plan_free(plan);
    lb_rearrange_free(r);
}

/* ---- Plans by hand ---- */

/* Nodes 1 and 2 of the square change what they have. Node 2's way, by node 3, is right; node 1's is given as
 * {step, from, to, lo, hi} in quarters, 0 steps at the end. */
static int swap_by(const uint32_t (*way)[5], bool *right) {
    lb_rearrange *r = make_rearrange("cube:2", LB_TRANSPOSE, 6, layouts[8], layouts[8]);
    schedule s = schedule_new(lb_rearrange_task(r), LB_LINEAR, 4);
    schedule_move(&s, 1, 2, 3, LB_OP_COPY);
    schedule_item(&s, 2, 1, 0, 4);
    schedule_move(&s, 2, 3, 1, LB_OP_COPY);
    schedule_item(&s, 2, 1, 0, 4);
    for (; (*way)[0]; way++) {
        schedule_move(&s, (*way)[0], (*way)[1], (*way)[2], LB_OP_COPY);
        schedule_item(&s, 1, 2, (*way)[3], (*way)[4]);
    }
    schedule_sort(&s);
    lb_plan *plan = schedule_plan(&s);
    assert_non_null(plan);
    int error = move_by(r, plan, right);
    lb_plan_free(plan);
    schedule_free(&s);
    lb_rearrange_free(r);
    return error;
}

static void ways_by_hand(void **state) {
    (void)state;
    static const struct {
        bool fine;
        uint32_t way[8][5];
    } cases[] = {
        {true, {{1, 1, 0, 0, 4}, {2, 0, 2, 0, 4}}},
        {true, {{1, 1, 0, 0, 1}, {1, 1, 3, 1, 4}, {2, 0, 2, 0, 1}, {2, 3, 2, 1, 4}}},
        /* cut anew on the way */
        {true, {{1, 1, 0, 0, 1}, {2, 1, 0, 1, 3}, {3, 1, 0, 3, 4}, {4, 0, 2, 0, 2}, {5, 0, 2, 2, 4}}},
        /* all of it twice, on two ways */
        {true, {{1, 1, 0, 0, 4}, {1, 1, 3, 0, 4}, {2, 0, 2, 0, 4}, {2, 3, 2, 0, 4}}},
        /* back, and once more; the destination sends a copy on */
        {true, {{1, 1, 0, 0, 4}, {2, 0, 1, 0, 4}, {3, 1, 0, 0, 4}, {4, 0, 2, 0, 4}, {5, 2, 0, 0, 4}}},
        /* a quarter is missing; nothing arrives */
        {false, {{1, 1, 0, 0, 3}, {2, 0, 2, 0, 3}}},
        {false, {{1, 1, 0, 0, 4}}},
        /* sent on before it is there; a quarter of it never came; the destination has not got it yet */
        {false, {{1, 1, 0, 0, 4}, {1, 0, 2, 0, 4}}},
        {false, {{1, 1, 0, 0, 3}, {2, 0, 2, 0, 4}, {3, 1, 3, 0, 4}, {4, 3, 2, 0, 4}}},
        {false, {{1, 2, 0, 0, 4}, {1, 1, 0, 0, 4}, {2, 0, 2, 0, 4}}},
        /* a node on the way sends the same on twice */
        {false, {{1, 1, 0, 0, 4}, {2, 0, 2, 0, 4}, {3, 0, 2, 2, 3}}},
    };
    for (size_t i = 0; i < T_COUNT(cases); i++) {
        bool right = false;
        t_note("way %zu by hand", i);
        T_EQUAL(swap_by(cases[i].way, &right), cases[i].fine ? LB_OK : LB_ERR_CHECK);
        T_EQUAL(right, cases[i].fine);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operations_are_plain_loops),
        cmocka_unit_test(submatrices_on_large_cubes),
        cmocka_unit_test(tori_too),
        cmocka_unit_test(pieces_of_any_length),
        cmocka_unit_test(every_algorithm_moves_it),
        cmocka_unit_test(turning_often_enough_is_the_identity),
        cmocka_unit_test(a_wrong_plan_is_noticed),
        cmocka_unit_test(ways_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

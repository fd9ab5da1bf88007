/* Where data lies: in place, blocks of different lengths anywhere, operators whose order matters. */
#include "run/trial.h"
#include "support/cubes.h"
#include "support/runs.h"

#include <stdlib.h>
#include <string.h>

typedef struct job job;
struct job {
    const lb_task *task;
    lb_data data;
    lb_action *action;
    int (*main)(const job *j, lb_rank *me, uint32_t node);
};

static int main_of(lb_rank *me, void *user) {
    const job *j = user;
    return j->main(j, me, lb_rank_node(me));
}

static void run_job(lb_team *team, job *j, const lb_plan *plan) {
    lb_why why = {""};
    j->task = lb_plan_task(plan);
    assert_int_equal(lb_action_create(team, plan, &j->data, &j->action, &why), LB_OK);
    if (lb_team_run(team, main_of, j, &why))
        fail_msg("%s by %s: %s", lb_task_kind_name(lb_task_kind_of(j->task)), lb_plan_algorithm(plan), why.text);
    lb_action_free(j->action);
}

static void run_job_shared(lb_team *team, job *j, const lb_task *task) {
    lb_why why = {""};
    j->task = task;
    assert_int_equal(lb_action_create_shared(team, task, &j->data, &j->action, &why), LB_OK);
    if (lb_team_run(team, main_of, j, &why))
        fail_msg("%s through shared memory: %s", lb_task_kind_name(lb_task_kind_of(task)), why.text);
    lb_action_free(j->action);
}

/* By every algorithm, on both clocks; and through shared memory. */
static void run_all_ways(const char *network, lb_task_kind kind, job *j) {
    lb_net *net = t_net(network);
    lb_task *task = t_task(net, kind);
    lb_team *team;
    lb_why why;
    unsigned plans = 0;
    assert_int_equal(lb_team_create(net, &team, &why), LB_OK);
    for (size_t i = 0; i < lb_algorithms() * 2; i++) {
        lb_cost cost = {.bytes = 64, .tau = {1, 1}, .beta = {20, 1}};
        lb_plan_options o = {.algorithm = lb_algorithm_at(i / 2)->name, .clock = i % 2 ? LB_LINEAR : LB_UNIT};
        o.cost = i % 2 ? &cost : NULL;
        o.effort = 1;
        lb_plan *plan = t_plan_or_null(task, &o);
        if (!plan)
            continue;
        t_note("%s by %s on %s", lb_task_kind_name(kind), o.algorithm, network);
        run_job(team, j, plan);
        lb_plan_free(plan);
        plans++;
    }
    assert_true(plans > 0);
    run_job_shared(team, j, task);
    lb_team_free(team);
    lb_task_free(task);
    lb_net_free(net);
}

/* ---- In place ---- */

/* Moves what is the node's own to where it must be; says what is then still given. */
static void put_in_place(const lb_task *task, uint32_t node, uint64_t b, unsigned char **in, unsigned char **out) {
    lb_task_params p = lb_task_params_of(task);
    bool root = node == p.root;
    size_t own = 0, at = 0;
    switch (lb_task_kind_of(task)) {
    case LB_BROADCAST:
    case LB_SCATTER: return;
    case LB_GATHER:
    case LB_REDUCE:
        if (!root) {
            *out = NULL;
            return;
        }
        at = lb_task_kind_of(task) == LB_GATHER ? node : 0;
        break;
    case LB_ALLGATHER: at = node; break;
    case LB_MULTIBROADCAST:
        for (at = p.count; at > 0 && p.list[at - 1] >= node; at--)
            own += p.list[at - 1] == node;
        break;
    default: break;
    }
    own = lb_task_kind_of(task) == LB_MULTIBROADCAST ? own : 1;
    memcpy(*out + at * b, *in, own * b);
    *in = NULL;
}

static int in_place_main(const job *j, lb_rank *me, uint32_t node) {
    lb_task_params p = lb_task_params_of(j->task);
    lb_task_kind kind = lb_task_kind_of(j->task);
    uint64_t in_size, out_size, b = j->data.bytes;
    lb_why why;
    int error = lb_trial_sizes(j->task, node, b, &in_size, &out_size);
    unsigned char *in = malloc(in_size + b + 1), *out = malloc(out_size + b + 1), *given = in, *got = out;
    for (uint64_t round = 0; round < 2 && !error; round++) {
        given = in, got = out;
        lb_trial_fill(j->task, node, b, round, in, out);
        put_in_place(j->task, node, b, &given, &got);
        error = lb_rank_do(me, j->action, given, got);
        if (!error && kind == LB_SCATTER && node == p.root)
            error = b == 0 || out[0] == 0xa5 ? LB_OK : LB_ERR_CHECK; /* it stays in the root's `in` */
        else if (!error && got)
            error = lb_trial_check(j->task, node, b, round, got, &why);
    }
    free(in);
    free(out);
    return error;
}

static void test_in_place(void **state) {
    (void)state;
    static const lb_task_kind kinds[] = {LB_BROADCAST, LB_ALLGATHER, LB_MULTIBROADCAST, LB_SCATTER, LB_GATHER,
                                         LB_REDUCE,    LB_ALLREDUCE, LB_SCAN,           LB_EXSCAN};
    static const char *const nets[] = {"1", "cube:3", "3x4"};
    for (size_t i = 0; i < T_COUNT(kinds) * (T_COUNT(nets) - T_SLOW); i++) {
        lb_net *net = t_net("cube:1");
        lb_task *sample = t_task(net, kinds[i % T_COUNT(kinds)]);
        job j = {.data = lb_trial_data(sample, i % 2 ? 200 : 77), .main = in_place_main};
        j.data.in_place = true;
        run_all_ways(nets[i / T_COUNT(kinds)], kinds[i % T_COUNT(kinds)], &j);
        lb_task_free(sample);
        lb_net_free(net);
    }
}

/* ---- Blocks of different lengths, with gaps between them ---- */

enum { GAP = 12, UNTOUCHED = 0xee };

typedef struct shape {
    lb_task_kind kind;
    uint64_t nodes, unit;
} shape;

static uint64_t length_of(void *user, uint64_t block) {
    const shape *s = user;
    return block % 3 == 1 ? 0 : (block * 29 + 5) % 61 * s->unit;
}

static uint64_t sum_of(void *user, uint64_t first, uint64_t count, uint64_t stride) {
    uint64_t all = 0;
    for (uint64_t i = 0; i < count; i++)
        all += length_of(user, first + i * stride) + GAP;
    return all;
}

static uint64_t in_at(void *user, uint64_t block) {
    const shape *s = user;
    if (s->kind == LB_ALLTOALL)
        return sum_of(user, block - block % s->nodes, block % s->nodes, 1);
    return s->kind == LB_SCATTER ? sum_of(user, 0, block, 1) : 0;
}

static uint64_t out_at(void *user, uint64_t block) {
    const shape *s = user;
    if (s->kind == LB_ALLTOALL)
        return sum_of(user, block % s->nodes, block / s->nodes, s->nodes);
    return s->kind == LB_SCATTER ? 0 : sum_of(user, 0, block, 1);
}

static unsigned char byte_of(uint64_t block, uint64_t at) {
    return (unsigned char)((block * 131 + at * 7) % 239);
}

static void fill_shape(shape *s, const lb_task *task, uint32_t node, unsigned char *in) {
    for (uint64_t block = 0; block < lb_task_blocks(task); block++) {
        uint32_t origin, dest, copy;
        lb_task_name(task, block, &origin, &dest, &copy);
        for (uint64_t i = 0; origin == node && i < length_of(s, block); i++)
            in[in_at(s, block) + i] = byte_of(block, i);
    }
}

/* What must be there is put there once more, over nothing but itself; then all else must be untouched. */
static int check_shape(shape *s, const lb_task *task, uint32_t node, unsigned char *out, size_t size) {
    for (uint64_t block = 0; block < lb_task_blocks(task); block++) {
        for (uint64_t i = 0; lb_task_wants(task, block, node) && i < length_of(s, block); i++) {
            if (out[out_at(s, block) + i] != byte_of(block, i))
                return LB_ERR_CHECK;
            out[out_at(s, block) + i] = UNTOUCHED;
        }
    }
    for (size_t i = 0; i < size; i++) {
        if (out[i] != UNTOUCHED)
            return LB_ERR_CHECK;
    }
    return LB_OK;
}

static int shapes_main(const job *j, lb_rank *me, uint32_t node) {
    shape *s = j->data.user;
    size_t size = (size_t)(s->nodes * (61 * s->unit + GAP));
    unsigned char *in = malloc(size), *out = malloc(size);
    memset(out, UNTOUCHED, size);
    fill_shape(s, j->task, node, in);
    int error = lb_rank_do(me, j->action, in, out);
    if (!error)
        error = check_shape(s, j->task, node, out, size);
    free(in);
    free(out);
    return error;
}

static void test_lengths(void **state) {
    (void)state;
    static const lb_task_kind kinds[] = {LB_SCATTER, LB_GATHER, LB_ALLGATHER, LB_ALLTOALL};
    static const char *const nets[] = {"cube:3", "3x4"};
    for (size_t i = 0; i < T_COUNT(kinds) * 4; i++) {
        shape s = {kinds[i / 4], i % 2 ? 12 : 8, i / 2 % 2 ? 4 : 1};
        job j = {.data = {.op.size = s.unit, .length = length_of, .in_at = in_at, .out_at = out_at, .user = &s},
                 .main = shapes_main};
        run_all_ways(nets[i % 2], s.kind, &j);
    }
}

/* ---- Operators ---- */

typedef struct matrix {
    uint32_t a, b, c, d;
} matrix;

static matrix product(matrix x, matrix y) {
    return (matrix){x.a * y.a + x.b * y.c, x.a * y.b + x.b * y.d, x.c * y.a + x.d * y.c, x.c * y.b + x.d * y.d};
}

static void multiply(void *user, const void *left, const void *right, void *to, size_t count) {
    const matrix *l = left, *r = right;
    matrix *t = to;
    assert_ptr_equal(user, product);
    for (size_t i = 0; i < count; i++)
        t[i] = product(l[i], r[i]);
}

static matrix matrix_of(uint32_t node, uint32_t i) {
    return (matrix){node + 1, i + 2, node * 3 + 1, i * 5 + node};
}

static int matrices_main(const job *j, lb_rank *me, uint32_t node) {
    matrix in[5], out[5];
    for (uint32_t i = 0; i < 5; i++)
        in[i] = matrix_of(node, i);
    int error = lb_rank_do(me, j->action, in, out);
    for (uint32_t i = 0; i < 5 && !error; i++) {
        matrix want = matrix_of(0, i);
        for (uint32_t v = 1; v <= node; v++)
            want = product(want, matrix_of(v, i));
        error = memcmp(&want, &out[i], sizeof want) ? LB_ERR_CHECK : LB_OK;
    }
    return error;
}

static void test_order(void **state) {
    (void)state;
    job j = {.data = {.bytes = 5 * sizeof(matrix), .op = {multiply, (void *)product, sizeof(matrix)}},
             .main = matrices_main};
    run_all_ways("cube:3", LB_SCAN, &j);
    run_all_ways("3x4", LB_SCAN, &j);
}

static int reals_main(const job *j, lb_rank *me, uint32_t node) {
    double in[33], out[33];
    uint32_t n = lb_net_nodes(lb_task_net(j->task));
    for (uint32_t i = 0; i < 33; i++)
        in[i] = node * 0.25 - i;
    int error = lb_rank_do(me, j->action, in, out);
    for (uint32_t i = 0; i < 33 && !error; i++)
        error = out[i] == (double)n * (n - 1) / 2 * 0.25 - (double)i * n ? LB_OK : LB_ERR_CHECK; /* exact in binary */
    return error;
}

static void test_reals(void **state) {
    (void)state;
    job j = {.data.bytes = 33 * sizeof(double), .main = reals_main};
    assert_int_equal(lb_operator_of(LB_F64, LB_ADD, &j.data.op), LB_OK);
    run_all_ways("cube:3", LB_ALLREDUCE, &j);
    run_all_ways("3x4", LB_ALLREDUCE, &j);
}

static void test_operators(void **state) {
    (void)state;
    static const size_t sizes[LB_TYPES] = {1, 4, 4, 8, 8, 4, 8};
    static const int64_t want[LB_REDUCTIONS] = {19, 84, 7, 12, 4, 15, 11};
    for (int type = 0; type < LB_TYPES; type++) {
        for (int how = 0; how < LB_REDUCTIONS; how++) {
            bool real = type >= LB_F32;
            lb_operator op;
            assert_int_equal(lb_operator_of((lb_type)type, (lb_reduction)how, &op),
                             real && how >= LB_AND ? LB_ERR_ARG : LB_OK);
            if (real && how >= LB_AND)
                continue;
            int64_t a = 12, b = 7, c = 0;
            double x = 12, y = 7, z = 0;
            float f = 12, g = 7, h = 0;
            assert_int_equal(op.size, sizes[type]);
            if (type == LB_F32)
                op.combine(op.user, &f, &g, &h, 1);
            else
                op.combine(op.user, real ? (void *)&x : &a, real ? (void *)&y : &b, real ? (void *)&z : &c, 1);
            assert_int_equal(type == LB_F32 ? (int64_t)h : real ? (int64_t)z : c, want[how]);
        }
    }
    assert_int_equal(lb_operator_of(LB_TYPES, LB_ADD, &(lb_operator){0}), LB_ERR_ARG);
    assert_int_equal(lb_operator_of(LB_U8, LB_REDUCTIONS, &(lb_operator){0}), LB_ERR_ARG);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_in_place), cmocka_unit_test(test_lengths),   cmocka_unit_test(test_order),
        cmocka_unit_test(test_reals),    cmocka_unit_test(test_operators),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

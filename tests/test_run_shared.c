/* Through shared memory, by no plan: every task, and sums in the order of the ranks. */
#include "support/cubes.h"
#include "support/runs.h"

#include <stdlib.h>
#include <string.h>

/* ---- Every task ---- */

typedef struct trying {
    lb_team *team;
    unsigned tasks;
} trying;

/* Short and long, so that one thread does all of it and that all share it; odd ones; nothing. */
static void try_task(const lb_task *task, void *user) {
    static const uint64_t lengths[] = {64, 7, 40000, 0, 4099, 1, 65536};
    trying *t = user;
    for (size_t i = 0; i < 3; i++)
        run_shared(t->team, task, lengths[(t->tasks * 3 + i) % T_COUNT(lengths)], 3);
    t->tasks++;
}

static void test_every_task(void **state) {
    (void)state;
    static const char *const nets[] = {"1", "cube:1", "ring:3", "cube:3", "4x3", "ring:17", "8x8"};
    for (size_t i = 0; i < T_COUNT(nets) - T_SLOW; i++) {
        lb_net *net = t_net(nets[i]);
        trying t = {.team = run_team_on(net), .tasks = (unsigned)i};
        t_note("on %s", nets[i]);
        run_each_task(net, try_task, &t);
        lb_team_free(t.team);
        lb_net_free(net);
    }
}

/* Dead nodes bring nothing, get nothing and have no thread. */
static void test_faults(void **state) {
    (void)state;
    static const lb_task_kind kinds[] = {LB_ALLGATHER, LB_ALLTOALL,       LB_ALLREDUCE,
                                         LB_SCAN,      LB_REDUCE_SCATTER, LB_EXSCAN};
    static const uint32_t dead[] = {0, 5};
    lb_net *whole = t_net("4x3"), *net;
    lb_why why;
    assert_int_equal(lb_net_without(whole, NULL, 0, dead, T_COUNT(dead), &net, &why), LB_OK);
    lb_team *team = run_team_on(net);
    for (size_t i = 0; i < T_COUNT(kinds) * 2; i++) {
        lb_task *task = t_task(net, kinds[i / 2]);
        run_shared(team, task, i % 2 ? 20000 : 36, 2);
        lb_task_free(task);
    }
    lb_team_free(team);
    lb_net_free(net);
    lb_net_free(whole);
}

/* ---- The order of sums ---- */

enum { ELEMENT = 12, ELEMENTS = 3001, LARGE = 9000 };

typedef struct ordered {
    lb_action *action;
    lb_task_kind kind;
    uint32_t ranks, root;
    uint64_t bytes;
    size_t element;
    bool in_place;
} ordered;

/* An element begins with a length and a digest that tells in which order it was made, x then y being x * 31^length + y;
 * the rest says who came last. */
static void follow(void *user, const void *left, const void *right, void *into, size_t count) {
    size_t size = *(size_t *)user;
    for (size_t i = 0; i < count; i++) {
        uint32_t l[2], r[2], power = 1;
        memcpy(l, (const unsigned char *)left + i * size, sizeof l);
        memcpy(r, (const unsigned char *)right + i * size, sizeof r);
        for (uint32_t k = 0; k < r[0]; k++)
            power *= 31;
        uint32_t both[2] = {l[0] + r[0], l[1] * power + r[1]};
        memmove((unsigned char *)into + i * size, (const unsigned char *)right + i * size, size);
        memcpy((unsigned char *)into + i * size, both, sizeof both);
    }
}

static void bring(const ordered *o, uint32_t rank, unsigned char *to, uint64_t bytes) {
    for (uint64_t i = 0; i < bytes / o->element; i++) {
        uint32_t word[2] = {1, (uint32_t)(i * 7 + rank + 1)};
        memset(to + i * o->element, (int)(rank + 1), o->element);
        memcpy(to + i * o->element, word, sizeof word);
    }
}

/* Whether that is element i of all that ranks 0 to `last` brought. */
static bool follows(const ordered *o, const unsigned char *got, uint64_t i, uint32_t last) {
    uint32_t want[2] = {last + 1, 0};
    for (uint32_t v = 0; v <= last; v++)
        want[1] = want[1] * 31 + (uint32_t)(i * 7 + v + 1);
    bool right = memcmp(got, want, sizeof want) == 0;
    for (size_t k = sizeof want; k < o->element; k++)
        right &= got[k] == last + 1;
    return right;
}

static int ordered_main(lb_rank *me, void *user) {
    const ordered *o = user;
    uint32_t v = lb_rank_node(me), last = o->kind == LB_SCAN ? v : o->kind == LB_EXSCAN ? v - 1 : o->ranks - 1;
    bool scatters = o->kind == LB_REDUCE_SCATTER, gets = o->kind != LB_REDUCE || v == o->root;
    uint64_t brought = scatters ? o->bytes * o->ranks : o->bytes, first = scatters ? v * (o->bytes / o->element) : 0;
    unsigned char *in = calloc(1, brought), *out = calloc(1, brought);
    bool in_out = o->in_place && gets, wrong = false;
    bring(o, v, in_out ? out : in, brought);
    int error = lb_rank_do(me, o->action, in_out ? NULL : in, gets ? out : NULL);
    for (uint64_t i = 0; i < o->bytes / o->element && gets && !error && !(o->kind == LB_EXSCAN && v == 0); i++)
        wrong |= !follows(o, out + i * o->element, first + i, last);
    free(in);
    free(out);
    return error ? error : wrong ? LB_ERR_CHECK : LB_OK;
}

static void run_ordered(lb_team *team, const lb_net *net, ordered o) {
    lb_why why = {""};
    lb_task *task;
    lb_data data = {.bytes = o.bytes, .op = {follow, &o.element, o.element}, .in_place = o.in_place};
    o.ranks = lb_net_nodes(net);
    assert_int_equal(lb_task_create(net, o.kind, &(lb_task_params){.root = o.root}, &task, &why), LB_OK);
    assert_int_equal(lb_action_create_shared(team, task, &data, &o.action, &why), LB_OK);
    assert_string_equal(lb_action_algorithm(o.action), "slices");
    if (lb_team_run(team, ordered_main, &o, &why))
        fail_msg("%s, %llu bytes, in place %d: %s", lb_task_kind_name(o.kind), (unsigned long long)o.bytes, o.in_place,
                 why.text);
    lb_action_free(o.action);
    lb_task_free(task);
}

/* Elements that divide no cache line, elements larger than what is added up at a time. */
static void test_order(void **state) {
    (void)state;
    static const lb_task_kind kinds[] = {LB_ALLREDUCE, LB_REDUCE, LB_REDUCE_SCATTER, LB_SCAN, LB_EXSCAN};
    lb_net *net = t_net("ring:7");
    lb_team *team = run_team_on(net);
    for (size_t i = 0; i < T_COUNT(kinds) * 2; i++) {
        ordered o = {.kind = kinds[i / 2], .in_place = i % 2, .root = i % 2 ? 3 : 0, .element = ELEMENT};
        if (o.in_place && o.kind == LB_REDUCE_SCATTER)
            continue;
        o.bytes = (uint64_t)ELEMENTS * ELEMENT;
        run_ordered(team, net, o);
        o.bytes = 5 * ELEMENT;
        o.root = o.kind == LB_REDUCE ? 6 : 0;
        run_ordered(team, net, o);
        o.element = LARGE;
        o.bytes = (uint64_t)9 * LARGE;
        run_ordered(team, net, o);
    }
    lb_team_free(team);
    lb_net_free(net);
}

/* Numbers whose sum depends on the order: the same bits everywhere and every time, and those of a loop over ranks. */
enum { REALS = 5000 };

typedef struct reals {
    lb_action *action;
    uint32_t ranks;
} reals;

static double real_of(uint32_t rank, uint32_t i) {
    static const double first[] = {1e16, 1, -1e16};
    if (i == 0)
        return rank < 3 ? first[rank] : 0;
    uint32_t w = (rank * 2654435761U) ^ (i * 40503U);
    double x = 1 + (double)(w % 65537) / 65537;
    for (uint32_t k = 0; k < w / 65537 % 40; k++)
        x *= 2;
    return w % 2 ? x : -x;
}

static uint64_t bits_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static int reals_main(lb_rank *me, void *user) {
    const reals *r = user;
    double *in = malloc(REALS * sizeof *in), *out = malloc(REALS * sizeof *out);
    int error = LB_OK;
    for (uint32_t i = 0; i < REALS; i++)
        in[i] = real_of(lb_rank_node(me), i);
    for (int call = 0; call < 3 && !error; call++) {
        error = lb_rank_do(me, r->action, in, out);
        for (uint32_t i = 0; i < REALS && !error; i++) {
            double want = real_of(0, i);
            for (uint32_t v = 1; v < r->ranks; v++)
                want += real_of(v, i);
            error = bits_of(want) == bits_of(out[i]) ? LB_OK : LB_ERR_CHECK;
        }
    }
    free(in);
    free(out);
    return error;
}

static void test_same_bits(void **state) {
    (void)state;
    static const char *const nets[] = {"3x3", "ring:5", "cube:4"};
    for (size_t i = 0; i < T_COUNT(nets); i++) {
        lb_net *net = t_net(nets[i]);
        lb_team *team = run_team_on(net);
        lb_task *task = t_task(net, LB_ALLREDUCE);
        reals r = {.ranks = lb_net_nodes(net)};
        lb_data data = {.bytes = REALS * sizeof(double)};
        lb_why why = {""};
        lb_operator_of(LB_F64, LB_ADD, &data.op);
        assert_int_equal(lb_action_create_shared(team, task, &data, &r.action, &why), LB_OK);
        assert_int_equal(lb_team_run(team, reals_main, &r, &why), LB_OK);
        lb_action_free(r.action);
        lb_task_free(task);
        lb_team_free(team);
        lb_net_free(net);
    }
}

/* ---- Blocks of different lengths, summed ---- */

static uint64_t length_of(void *user, uint64_t block) {
    (void)user;
    return block % 3 * 4000 + block * 4;
}

static uint64_t in_at(void *user, uint64_t block) {
    uint64_t at = 0;
    for (uint64_t b = 0; b < block; b++)
        at += length_of(user, b) + 8;
    return at;
}

static uint64_t out_at(void *user, uint64_t block) {
    (void)user;
    return block * 4;
}

static int lengths_main(lb_rank *me, void *user) {
    enum { WORDS = 16384 };
    uint32_t v = lb_rank_node(me), *in = malloc(WORDS * sizeof *in), *out = malloc(WORDS * sizeof *out);
    for (uint32_t i = 0; i < WORDS; i++) {
        in[i] = i * 5 + v;
        out[i] = 77;
    }
    int error = lb_rank_do(me, user, in, out);
    uint64_t from = out_at(NULL, v) / 4, till = from + length_of(NULL, v) / 4, begin = in_at(NULL, v) / 4;
    for (uint64_t i = 0; i < WORDS && !error; i++) {
        uint32_t sum = (uint32_t)((begin + i - from) * 5 * 12 + 66);
        error = out[i] == (i >= from && i < till ? sum : 77) ? LB_OK : LB_ERR_CHECK;
    }
    free(in);
    free(out);
    return error;
}

static void test_lengths(void **state) {
    (void)state;
    lb_net *net = t_net("4x3");
    lb_team *team = run_team_on(net);
    lb_task *task = t_task(net, LB_REDUCE_SCATTER);
    lb_data data = {.length = length_of, .in_at = in_at, .out_at = out_at};
    lb_action *action;
    lb_why why = {""};
    lb_operator_of(LB_U32, LB_ADD, &data.op);
    assert_int_equal(lb_action_create_shared(team, task, &data, &action, &why), LB_OK);
    assert_int_equal(lb_team_run(team, lengths_main, action, &why), LB_OK);
    lb_action_free(action);
    lb_task_free(task);
    lb_team_free(team);
    lb_net_free(net);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_task), cmocka_unit_test(test_faults),
                                       cmocka_unit_test(test_order), cmocka_unit_test(test_same_bits),
                                       cmocka_unit_test(test_lengths)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

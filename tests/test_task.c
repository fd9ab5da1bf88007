/* Tasks: blocks and their names, where they must end, parameters that are refused, and what tasks turn into. */
#include "support/support.h"
#include "task/task.h"

#include <stdlib.h>
#include <string.h>

static const char *const nets[] = {"1", "2", "3", "cube:3", "ring:5", "2x3", "3x1x4", "4x4"};

/* Names that people type, and which they meant by others. */
static void test_kind_found(void **state) {
    (void)state;
    static const struct {
        const char *name;
        lb_task_kind kind;
    } good[] = {{"bcast", LB_BROADCAST},
                {"MPI_Alltoall", LB_ALLTOALL},
                {"Reduce_Scatter", LB_REDUCE_SCATTER},
                {"ncclAllReduce", LB_ALLREDUCE},
                {"halo", LB_NEIGHBORS},
                {"scan", LB_SCAN},
                {"a2a", LB_ALLTOALL},
                {"UCC_COLL_TYPE_ALLREDUCE", LB_ALLREDUCE},
                {"psum_scatter", LB_REDUCE_SCATTER},
                {"all_to_all_single", LB_ALLTOALL},
                {"prefix_sum", LB_SCAN}};
    static const char *const bad[][2] = {{"brodcast", "unknown task 'brodcast'; did you mean broadcast?"},
                                         {"MPI_Iallreduce", "unknown task 'MPI_Iallreduce'; did you mean allreduce?"},
                                         {"MPI_Barrier", "'MPI_Barrier' moves no data"},
                                         {"", "unknown task ''; there are: broadcast, scatter"},
                                         {"frobnicate", "unknown task 'frobnicate'; there are: broadcast"}};
    lb_task_kind found;
    lb_why why;
    for (size_t i = 0; i < T_COUNT(good); i++) {
        assert_int_equal(lb_task_kind_find(good[i].name, &found, &why), LB_OK);
        assert_int_equal(found, good[i].kind);
    }
    for (size_t i = 0; i < T_COUNT(bad); i++) {
        assert_int_equal(lb_task_kind_find(bad[i][0], &found, &why), LB_ERR_ARG);
        assert_non_null(strstr(why.text, bad[i][1]));
    }
    static const char *const names[] = {"ring", "line", "--ports"};
    assert_string_equal(lb_nearest("rign", names, 3), "ring");
    assert_string_equal(lb_nearest("--prots", names, 3), "--ports");
    assert_null(lb_nearest("cube", names, 3));
    assert_null(lb_nearest("cube", names, 0));
}

static void test_kind_names(void **state) {
    (void)state;
    for (int kind = 0; kind < LB_TASK_KINDS; kind++) {
        lb_task_kind found = LB_TASK_KINDS;
        assert_int_equal(lb_task_kind_parse(lb_task_kind_name((lb_task_kind)kind), &found), LB_OK);
        assert_int_equal(found, kind);
    }
    static const char *const wrong[] = {"", "all", "alltoall ", "Broadcast", "reduce_scatter", "?", "broadcastx"};
    for (size_t i = 0; i < T_COUNT(wrong); i++) {
        lb_task_kind found = LB_SEND;
        assert_int_equal(lb_task_kind_parse(wrong[i], &found), LB_ERR_ARG);
        assert_int_equal(found, LB_SEND);
    }
    assert_non_null(lb_task_kind_name(LB_TASK_KINDS));
    lb_net *net = t_net("4");
    lb_task *task;
    assert_int_equal(lb_task_create(net, LB_TASK_KINDS, NULL, &task, NULL), LB_ERR_ARG);
    assert_null(task);
    lb_net_free(net);
}

/* The table in linkbound.h, said again. */
static uint64_t expected_blocks(lb_task_kind kind, uint64_t n, uint64_t count) {
    switch (kind) {
    case LB_BROADCAST:
    case LB_REDUCE:
    case LB_SEND: return 1;
    case LB_ALLTOALL: return n * n;
    case LB_ISOTROPIC:
    case LB_NEIGHBORS: return n * count;
    case LB_MULTIBROADCAST: return count;
    case LB_SCAN:
    case LB_EXSCAN: return n * (n + 1) / 2;
    default: return n;
    }
}

static void check_names(const lb_task *task, uint64_t block) {
    uint32_t origin, dest, copy;
    uint64_t found = UINT64_MAX, n = lb_net_nodes(lb_task_net(task));
    lb_class class = lb_task_class(task);
    lb_task_name(task, block, &origin, &dest, &copy);
    T_EQUAL(lb_task_find(task, origin, dest, copy, &found), LB_OK);
    T_EQUAL(found, block);
    T_EQUAL(origin == LB_NONE, class == LB_SUM);
    T_EQUAL(dest == LB_NONE, class == LB_COPY);
    T_TRUE(origin < n || class == LB_SUM);
    T_TRUE(dest < n || class == LB_COPY);
    for (uint32_t v = 0; v < n; v++) {
        if (class == LB_SPAN) {
            bool own = lb_task_kind_of(task) == LB_SCAN ? v == dest : v == dest + 1;
            T_EQUAL(lb_task_wants(task, block, v), origin == 0 && own);
            continue;
        }
        bool everybody = class == LB_COPY || lb_task_kind_of(task) == LB_ALLREDUCE;
        T_EQUAL(lb_task_wants(task, block, v), everybody || v == dest);
    }
}

/* Every name there could be is found exactly when it is the name of a block. */
static void check_all_names(const lb_task *task) {
    uint32_t n = lb_net_nodes(lb_task_net(task));
    lb_class class = lb_task_class(task);
    uint64_t found = 0, block;
    for (uint32_t origin = 0; origin < (class == LB_SUM ? 1 : n); origin++) {
        for (uint32_t dest = 0; dest < (class == LB_COPY ? 1 : n); dest++) {
            for (uint32_t copy = 0; copy < 6; copy++)
                found += lb_task_find(task, class == LB_SUM ? LB_NONE : origin, class == LB_COPY ? LB_NONE : dest, copy,
                                      &block) == LB_OK;
        }
    }
    T_EQUAL(found, lb_task_blocks(task));
    if (class != LB_SUM)
        T_EQUAL(lb_task_find(task, n, 0, 0, &block), LB_ERR_ARG);
    if (class != LB_COPY)
        T_EQUAL(lb_task_find(task, 0, n, 0, &block), LB_ERR_ARG);
}

static void test_blocks(void **state) {
    (void)state;
    for (size_t i = 0; i < T_COUNT(nets); i++) {
        for (int kind = 0; kind < LB_TASK_KINDS; kind++) {
            lb_task *task = t_task_on(nets[i], (lb_task_kind)kind);
            uint64_t n = lb_net_nodes(lb_task_net(task)), count = lb_task_params_of(task).count;
            t_note("%s on %s", lb_task_kind_name((lb_task_kind)kind), nets[i]);
            T_EQUAL(lb_task_blocks(task), expected_blocks((lb_task_kind)kind, n, count));
            T_EQUAL(lb_task_parts(task), kind == LB_ALLREDUCE ? n : 1);
            for (uint64_t block = 0; block < lb_task_blocks(task); block++)
                check_names(task, block);
            check_all_names(task);
            lb_task_free(task);
        }
    }
}

static void test_classes(void **state) {
    (void)state;
    static const struct {
        lb_task_kind kind;
        lb_class class;
        bool symmetric;
    } known[] = {{LB_BROADCAST, LB_COPY, false},      {LB_SCATTER, LB_CARRY, false},  {LB_GATHER, LB_CARRY, false},
                 {LB_ALLGATHER, LB_COPY, true},       {LB_ALLTOALL, LB_CARRY, true},  {LB_REDUCE, LB_SUM, false},
                 {LB_REDUCE_SCATTER, LB_SUM, true},   {LB_ALLREDUCE, LB_SUM, true},   {LB_SEND, LB_CARRY, false},
                 {LB_PERMUTE, LB_CARRY, false},       {LB_ISOTROPIC, LB_CARRY, true}, {LB_NEIGHBORS, LB_CARRY, true},
                 {LB_MULTIBROADCAST, LB_COPY, false}, {LB_SCAN, LB_SPAN, false},      {LB_EXSCAN, LB_SPAN, false}};
    assert_int_equal(T_COUNT(known), LB_TASK_KINDS);
    for (size_t i = 0; i < T_COUNT(known); i++) {
        lb_task *task = t_task_on("3x2", known[i].kind);
        t_note("%s", lb_task_kind_name(known[i].kind));
        T_EQUAL(lb_task_class(task), known[i].class);
        T_EQUAL(lb_task_is_symmetric(task), known[i].symmetric);
        lb_task_free(task);
    }
}

static void refused(lb_task_kind kind, lb_task_params params) {
    lb_net *net = t_net("2x3");
    lb_task *task = (lb_task *)net;
    lb_why why = {""};
    t_note("%s", lb_task_kind_name(kind));
    T_EQUAL(lb_task_create(net, kind, &params, &task, &why), LB_ERR_ARG);
    assert_null(task);
    assert_true(strlen(why.text) > 10);
    lb_net_free(net);
}

static void test_bad_parameters(void **state) {
    (void)state;
    static const lb_task_kind rooted[] = {LB_BROADCAST, LB_SCATTER, LB_GATHER, LB_REDUCE, LB_SEND};
    for (size_t i = 0; i < T_COUNT(rooted); i++) {
        refused(rooted[i], (lb_task_params){.root = 6});
        refused(rooted[i], (lb_task_params){.root = LB_NONE});
    }
    refused(LB_SEND, (lb_task_params){.to = 6});
    static const uint32_t repeat[] = {0, 1, 2, 3, 4, 4}, far_out[] = {0, 1, 2, 3, 4, 6}, good[] = {5, 4, 3, 2, 1, 0, 0};
    refused(LB_PERMUTE, (lb_task_params){.list = repeat, .count = 6});
    refused(LB_PERMUTE, (lb_task_params){.list = far_out, .count = 6});
    refused(LB_PERMUTE, (lb_task_params){.list = good, .count = 5});
    refused(LB_PERMUTE, (lb_task_params){.list = good, .count = 7});
    refused(LB_PERMUTE, (lb_task_params){.count = 0});
    refused(LB_ISOTROPIC, (lb_task_params){.list = far_out, .count = 6});
    refused(LB_MULTIBROADCAST, (lb_task_params){.list = far_out, .count = 6});
    refused(LB_NEIGHBORS, (lb_task_params){.nearest = 2, .farthest = 1});
    refused(LB_NEIGHBORS, (lb_task_params){.nearest = LB_NONE, .farthest = 0});
    lb_net *net = t_net("2x3");
    lb_task *task;
    assert_int_equal(lb_task_create(net, LB_PERMUTE, NULL, &task, NULL), LB_ERR_ARG);
    assert_int_equal(lb_task_create(net, LB_PERMUTE, &(lb_task_params){.list = good, .count = 6}, &task, NULL), LB_OK);
    lb_task_free(task);
    lb_net_free(net);
}

/* A list comes back sorted, with repeats told apart by `copy`. */
static void test_multiplicities(void **state) {
    (void)state;
    static const uint32_t list[] = {4, 1, 4, 0, 4}, sorted[] = {0, 1, 4, 4, 4};
    lb_net *net = t_net("ring:5");
    lb_task_params params = {.list = list, .count = 5};
    static const lb_task_kind kinds[] = {LB_ISOTROPIC, LB_MULTIBROADCAST};
    for (size_t k = 0; k < T_COUNT(kinds); k++) {
        lb_task *task;
        uint64_t block = 0;
        assert_int_equal(lb_task_create(net, kinds[k], &params, &task, NULL), LB_OK);
        assert_memory_equal(lb_task_params_of(task).list, sorted, sizeof sorted);
        bool isotropic = kinds[k] == LB_ISOTROPIC;
        for (uint32_t copy = 0; copy < 4; copy++) { /* node 3 to 3+4 = 2; source 4 */
            int error = lb_task_find(task, isotropic ? 3 : 4, isotropic ? 2 : LB_NONE, copy, &block);
            assert_int_equal(error, copy < 3 ? LB_OK : LB_ERR_ARG);
        }
        assert_int_equal(block, isotropic ? 3 * 5 + 4 : 4);
        assert_int_equal(lb_task_find(task, 2, isotropic ? 4 : LB_NONE, 0, &block), LB_ERR_ARG); /* +2: not asked for */
        lb_task_free(task);
    }
    lb_net_free(net);
}

static void test_neighbors_by_distance(void **state) {
    (void)state;
    for (size_t i = 0; i < T_COUNT(nets); i++) {
        lb_net *net = t_net(nets[i]);
        for (uint32_t near = 0; near <= 3; near++) {
            for (uint32_t far = near; far <= 5; far++) {
                lb_task *task;
                lb_task_params params = {.nearest = near, .farthest = far};
                assert_int_equal(lb_task_create(net, LB_NEIGHBORS, &params, &task, NULL), LB_OK);
                uint64_t count = 0, block;
                t_note("%s %u..%u", nets[i], (unsigned)near, (unsigned)far);
                for (uint32_t v = 0; v < lb_net_nodes(net); v++) {
                    uint32_t hops = lb_distance(net, 0, v);
                    bool in = hops >= near && hops <= far;
                    T_EQUAL(lb_task_find(task, 0, v, 0, &block) == LB_OK, in);
                    count += in;
                }
                T_EQUAL(lb_task_blocks(task), count * lb_net_nodes(net));
                lb_task_free(task);
            }
        }
        lb_net_free(net);
    }
}

static void test_equal_and_clone(void **state) {
    (void)state;
    for (int kind = 0; kind < LB_TASK_KINDS; kind++) {
        lb_task *task = t_task_on("3x4", (lb_task_kind)kind), *copy, *other_net = t_task_on("4x3", (lb_task_kind)kind);
        t_note("%s", lb_task_kind_name((lb_task_kind)kind));
        assert_int_equal(lb_task_clone(task, &copy, NULL), LB_OK);
        T_TRUE(lb_task_equal(task, copy));
        T_TRUE(!lb_task_equal(task, other_net));
        for (int other = 0; other < LB_TASK_KINDS; other++) {
            lb_task *different = t_task_on("3x4", (lb_task_kind)other);
            T_EQUAL(lb_task_equal(task, different), kind == other);
            lb_task_free(different);
        }
        lb_task_free(task);
        lb_task_free(copy);
        lb_task_free(other_net);
    }
    lb_net *net = t_net("3x4");
    lb_task *a, *b;
    assert_int_equal(lb_task_create(net, LB_SCATTER, &(lb_task_params){.root = 1}, &a, NULL), LB_OK);
    assert_int_equal(lb_task_create(net, LB_SCATTER, &(lb_task_params){.root = 2}, &b, NULL), LB_OK);
    assert_false(lb_task_equal(a, b));
    lb_task_free(a);
    lb_task_free(b);
    lb_net_free(net);
}

/* Every block of the task, renamed, must be a block of what it turned into, wanted at the images of the same nodes. */
static void test_translate(void **state) {
    (void)state;
    for (int kind = 0; kind < LB_TASK_KINDS; kind++) {
        lb_task *task = t_task_on("3x4", (lb_task_kind)kind);
        const lb_net *net = lb_task_net(task);
        for (uint32_t by = 0; by < 12; by++) {
            lb_task *moved, *back;
            t_note("%s by %u", lb_task_kind_name((lb_task_kind)kind), (unsigned)by);
            if (lb_task_class(task) == LB_SPAN) { /* it is about the order of the nodes */
                T_EQUAL(lb_task_translate(task, by, &moved, NULL), LB_ERR_UNSUPPORTED);
                continue;
            }
            assert_int_equal(lb_task_translate(task, by, &moved, NULL), LB_OK);
            assert_int_equal(lb_task_translate(moved, lb_sub(net, 0, by), &back, NULL), LB_OK);
            T_TRUE(lb_task_equal(task, back));
            T_EQUAL(lb_task_blocks(moved), lb_task_blocks(task));
            for (uint64_t block = 0; block < lb_task_blocks(task); block++) {
                uint32_t origin, dest, copy;
                uint64_t image = 0;
                lb_task_name(task, block, &origin, &dest, &copy);
                T_EQUAL(lb_task_find(moved, origin == LB_NONE ? LB_NONE : t_add(net, origin, by),
                                     dest == LB_NONE ? LB_NONE : t_add(net, dest, by), copy, &image),
                        LB_OK);
                for (uint32_t v = 0; v < 12; v++)
                    T_EQUAL(lb_task_wants(moved, image, t_add(net, v, by)), lb_task_wants(task, block, v));
            }
            lb_task_free(moved);
            lb_task_free(back);
        }
        lb_task_free(task);
    }
}

static void test_reverse(void **state) {
    (void)state;
    static const lb_task_kind becomes[LB_TASK_KINDS] = {LB_REDUCE,     LB_GATHER,     LB_SCATTER,   LB_REDUCE_SCATTER,
                                                        LB_ALLTOALL,   LB_BROADCAST,  LB_ALLGATHER, LB_ALLREDUCE,
                                                        LB_SEND,       LB_PERMUTE,    LB_ISOTROPIC, LB_NEIGHBORS,
                                                        LB_TASK_KINDS, LB_TASK_KINDS, LB_TASK_KINDS};
    for (int kind = 0; kind < LB_TASK_KINDS; kind++) {
        lb_task *task = t_task_on("3x4", (lb_task_kind)kind), *turned, *back;
        t_note("%s", lb_task_kind_name((lb_task_kind)kind));
        if (becomes[kind] == LB_TASK_KINDS) {
            T_EQUAL(lb_task_reverse(task, &turned, NULL), LB_ERR_UNSUPPORTED);
            assert_null(turned);
            lb_task_free(task);
            continue;
        }
        T_EQUAL(lb_task_reverse(task, &turned, NULL), LB_OK);
        T_EQUAL(lb_task_kind_of(turned), becomes[kind]);
        T_EQUAL(lb_task_reverse(turned, &back, NULL), LB_OK);
        T_TRUE(lb_task_equal(task, back));
        for (uint64_t block = 0; block < lb_task_blocks(task) && lb_task_class(task) == LB_CARRY; block++) {
            uint32_t origin, dest, copy;
            uint64_t image;
            lb_task_name(task, block, &origin, &dest, &copy);
            T_EQUAL(lb_task_find(turned, dest, origin, copy, &image), LB_OK);
        }
        lb_task_free(task);
        lb_task_free(turned);
        lb_task_free(back);
    }
}

static void test_complete(void **state) {
    (void)state;
    for (int kind = 0; kind < LB_TASK_KINDS; kind++) {
        lb_task *task = t_task_on("3x4", (lb_task_kind)kind), *all;
        lb_task_kind becomes = kind == LB_BROADCAST                      ? LB_ALLGATHER
                               : kind == LB_SCATTER || kind == LB_GATHER ? LB_ALLTOALL
                               : kind == LB_REDUCE                       ? LB_REDUCE_SCATTER
                               : kind == LB_SEND                         ? LB_ISOTROPIC
                                                                         : LB_TASK_KINDS;
        t_note("%s", lb_task_kind_name((lb_task_kind)kind));
        int error = lb_task_complete(task, &all, NULL);
        T_EQUAL(error, becomes == LB_TASK_KINDS ? LB_ERR_UNSUPPORTED : LB_OK);
        if (!error) {
            T_EQUAL(lb_task_kind_of(all), becomes);
            T_EQUAL(lb_task_blocks(all), 12 * lb_task_blocks(task));
        }
        if (kind == LB_SEND) {
            lb_task_params send = lb_task_params_of(task), offsets = lb_task_params_of(all);
            T_EQUAL(offsets.count, 1);
            T_EQUAL(t_add(lb_task_net(task), send.root, offsets.list[0]), send.to);
        }
        lb_task_free(task);
        lb_task_free(all);
    }
}

static void test_large(void **state) {
    (void)state;
    lb_task *task = t_task_on("cube:26", LB_ALLTOALL);
    uint64_t n = UINT64_C(1) << 26, block = 0;
    uint32_t origin, dest, copy;
    assert_int_equal(lb_task_blocks(task), n * n);
    assert_int_equal(lb_task_find(task, (uint32_t)n - 1, (uint32_t)n - 1, 0, &block), LB_OK);
    assert_int_equal(block, n * n - 1);
    lb_task_name(task, n * n - 2, &origin, &dest, &copy);
    assert_int_equal(origin, n - 1);
    assert_int_equal(dest, n - 2);
    lb_task_free(task);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kind_names),
        cmocka_unit_test(test_kind_found),
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_classes),
        cmocka_unit_test(test_bad_parameters),
        cmocka_unit_test(test_multiplicities),
        cmocka_unit_test(test_neighbors_by_distance),
        cmocka_unit_test(test_equal_and_clone),
        cmocka_unit_test(test_translate),
        cmocka_unit_test(test_reverse),
        cmocka_unit_test(test_complete),
        cmocka_unit_test(test_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

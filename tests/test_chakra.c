/* Chakra traces: what we write takes the time that the plan takes when it is read again; hostile files end in one line.
 * Without protobuf-c, one line says so. */
#define _POSIX_C_SOURCE 200809L
#include "import_help.h"
#include "linkbound-export.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/linkbound-chakra-XXXXXX";
static char *first; /* rank 0's path */
static unsigned trips;
static bool with;

static lb_plan *small_plan(void) {
    lb_net *net = t_net("ring:3");
    lb_task *task = NULL;
    lb_plan *plan = NULL;
    assert_int_equal(lb_task_create(net, LB_ALLREDUCE, NULL, &task, NULL), LB_OK);
    assert_int_equal(lb_plan_create(task, NULL, &plan, NULL), LB_OK);
    lb_task_free(task);
    lb_net_free(net);
    return plan;
}

static char *write_rank(const lb_plan *plan, uint32_t rank, uint64_t bytes, size_t *size) {
    const lb_export_options options = {.bytes = bytes, .rank = rank};
    char *data = NULL;
    lb_why why = {""};
    FILE *out = open_memstream(&data, size);
    assert_non_null(out);
    int error = lb_export(out, plan, LB_EXPORT_CHAKRA, &options, &why);
    t_note("%s", why.text);
    T_EQUAL(error, LB_OK);
    assert_int_equal(fclose(out), 0);
    return data;
}

static void path_of(uint32_t rank, char path[64]) {
    snprintf(path, 64, "%s/t.%u.et", folder, (unsigned)rank);
}

static void put_file(uint32_t rank, const char *data, size_t size) {
    char path[64];
    path_of(rank, path);
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(data, 1, size, out), size);
    assert_int_equal(fclose(out), 0);
}

static void put_files(const lb_plan *plan, uint64_t bytes) {
    for (uint32_t v = 0; v < lb_net_nodes(lb_plan_net(plan)); v++) {
        size_t size = 0;
        char *data = write_rank(plan, v, bytes, &size);
        put_file(v, data, size);
        free(data);
    }
}

static void take_away(uint32_t ranks) {
    for (uint32_t v = 0; v < ranks; v++) {
        char path[64];
        path_of(v, path);
        unlink(path);
    }
}

static int set_up(void **state) {
    (void)state;
    lb_plan *plan = small_plan();
    char *data = NULL;
    size_t size = 0;
    lb_why why = {""};
    FILE *out = open_memstream(&data, &size);
    with = lb_export(out, plan, LB_EXPORT_CHAKRA, NULL, &why) == LB_OK;
    if (!with && !strstr(why.text, "built without Chakra"))
        return 1;
    fclose(out);
    free(data);
    lb_plan_free(plan);
    first = malloc(64);
    if (!first || !mkdtemp(folder))
        return 1;
    path_of(0, first);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    free(first);
    return rmdir(folder);
}

/* ---- What we write ---- */

static void visit(const lb_plan *plan, const lb_plan_options *options, const lb_algorithm *algorithm) {
    (void)options;
    (void)algorithm;
    if (lb_plan_moves(plan) == 0)
        return;
    const lb_import_options on = {.net = lb_plan_net(plan), .unnamed = true};
    const lb_cost cost = {.bytes = 5040, .tau = {1, 3}, .beta = {7, 2}, .whole_bytes = true};
    uint32_t nodes = lb_net_nodes(lb_plan_net(plan));
    lb_imported it;
    lb_timing ours, theirs;
    lb_why why = {""};
    put_files(plan, cost.bytes);
    int error = lb_import(first, &on, &it, &why);
    t_note("%s", why.text);
    T_EQUAL(error, LB_OK);
    T_EQUAL(it.format, LB_IMPORT_CHAKRA);
    T_EQUAL(lb_messages_about(it.messages).ranks, nodes);
    assert_int_equal(lb_messages_time(it.messages, &cost, &theirs, &why), LB_OK);
    assert_int_equal(lb_simulate(plan, &cost, NULL, &ours, &why), LB_OK);
    int order = lb_ratio_compare(ours.makespan, theirs.makespan);
    T_TRUE(order == 0 || (order < 0 && lb_task_class(lb_plan_task(plan)) == LB_SPAN));
    T_EQUAL(ours.packets, theirs.packets);
    trips++;
    lb_timing_free(&ours);
    lb_timing_free(&theirs);
    lb_imported_free(&it);
    take_away(nodes);
}

static void test_round_trip(void **state) {
    (void)state;
    if (!with)
        skip();
    static const char *const nets[] = {"cube:2", "mesh:3x2"};
    static const uint64_t packets[] = {2};
    t_range range = {nets, T_COUNT(nets), packets, T_COUNT(packets)};
    trips = 0;
    t_each_free_plan(&range, visit);
    assert_true(trips > 40 / T_SPARSE);
}

/* ---- Mistakes ---- */

static void expect_files(const char *path, int error, const char *sentence) {
    const lb_import_options options = {.unnamed = true};
    lb_imported it;
    lb_why why = {""};
    int got = lb_import(path, &options, &it, &why);
    t_note("%s", why.text);
    T_EQUAL(got, error);
    T_TRUE(strstr(why.text, sentence));
    T_TRUE(!strpbrk(why.text, "\n\r\033"));
    lb_imported_free(&it);
}

/* A trace of three nodes: metadata, work of 2 us that is node 1, and node 2 of a type that depends on 1. */
#define HEAD                                                                                                           \
    "\x07\x0A\x05"                                                                                                     \
    "0.0.4"
#define WORK  "\x06\x08\x01\x18\x04\x38\x02"
#define AFTER "\x07\x08\x02\x18"

static void test_wrong(void **state) {
    (void)state;
    char path[64];
    lb_plan *plan = small_plan();
    if (!with) {
        lb_plan_free(plan);
        skip();
    }
    put_files(plan, 30);
    expect_files(first, LB_OK, "");
    path_of(2, path);
    expect_files(path, LB_OK, "");
    expect(HEAD, LB_ERR_UNSUPPORTED, "Chakra does not name its data");
    unlink(path);
    expect_files(first, LB_ERR_FORMAT, "/t.2.et: the file is missing: rank 0 has messages with rank 2");
    take_away(3);
    lb_plan_free(plan);
    static const struct {
        const char *bytes;
        size_t size;
        int error;
        const char *sentence;
    } bad[] = {
#define BAD(text, error, sentence) {text, sizeof(text) - 1, error, sentence}
        BAD(HEAD WORK, LB_OK, ""),
        BAD(HEAD WORK AFTER "\x04\x2A\x01\x01", LB_OK, ""),
        BAD(HEAD WORK AFTER "\x04\x2A\x01\x05", LB_ERR_FORMAT, "t.0.et:2: the node depends on one that is not there"),
        BAD(HEAD WORK AFTER "\x04\x2A\x01\x02", LB_ERR_CHECK, "t.0.et:2: deadlock: "),
        BAD(HEAD WORK AFTER "\x05\x2A\x01\x01", LB_ERR_FORMAT, "t.0.et:2: the node has no comm_size"),
        BAD(HEAD WORK AFTER "\x07\x2A\x01\x01", LB_ERR_UNSUPPORTED, "t.0.et:2: of nodes, those that compute"),
        BAD(HEAD WORK WORK, LB_ERR_FORMAT, "t.0.et:1: the trace has a node of this number already"),
        BAD(HEAD "\x7F\x08", LB_ERR_FORMAT, "cut off"),
        BAD(HEAD "\xFF\xFF\xFF\xFF\xFF\xFF\xFF", LB_ERR_FORMAT, "cut off"),
        BAD(HEAD "\x02\xFF\xFF", LB_ERR_FORMAT, "not a node"),
        BAD("\x02\x0A\x7F", LB_ERR_FORMAT, "first message is not the metadata"),
    };
    for (size_t k = 0; k < T_COUNT(bad); k++) {
        put_file(0, bad[k].bytes, bad[k].size);
        expect_files(first, bad[k].error, bad[k].sentence);
    }
    take_away(1);
}

/* Cut anywhere, or with any byte changed: an answer, and one line. */
static void test_hostile(void **state) {
    (void)state;
    if (!with)
        skip();
    lb_plan *plan = small_plan();
    const lb_import_options options = {.unnamed = true, .memory = 1 << 20};
    size_t size = 0;
    char *data = write_rank(plan, 0, 30, &size);
    for (size_t k = 0; k < 3 * size; k++) {
        lb_imported it;
        lb_why why = {""};
        char was = data[k % size];
        data[k % size] = (char)(was ^ (k < size ? 0 : k < 2 * size ? 1 : 0x80));
        int error = lb_import_bytes(data, k < size ? k : size, &options, &it, &why);
        T_TRUE((error == LB_OK) == (it.plan || it.messages));
        T_TRUE(error == LB_OK || (why.text[0] && !strpbrk(why.text, "\n\r\033")));
        lb_imported_free(&it);
        data[k % size] = was;
    }
    free(data);
    lb_plan_free(plan);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_wrong),
        cmocka_unit_test(test_hostile),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

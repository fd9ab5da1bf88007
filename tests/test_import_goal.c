/* GOAL: what we write is read as it was, and takes the time that the plan takes; what other tools write is held against
 * its order and timed; hostile files end in one line. */
#define _POSIX_C_SOURCE 200809L
#include "import_help.h"
#include "linkbound-export.h"

#include <stdio.h>
#include <stdlib.h>

#define TWO    "num_ranks 2\nrank 0 {\n"
#define SECOND "}\nrank 1 {\n"

/* As expect, of files that need not name their data. */
static void expect_order(const char *text, const char *network, int error, const char *sentence) {
    lb_net *net = network ? t_net(network) : NULL;
    const lb_import_options options = {.net = net, .unnamed = true};
    lb_imported it;
    lb_why why = {""};
    int got = lb_import_bytes(text, strlen(text), &options, &it, &why);
    t_note("%s", why.text);
    T_EQUAL(got, error);
    T_TRUE(strstr(why.text, sentence));
    T_TRUE((it.messages != NULL) == (error == LB_OK));
    T_TRUE((it.rule != NULL) == (error == LB_ERR_CHECK));
    lb_imported_free(&it);
    lb_net_free(net);
}

static void test_wrong(void **state) {
    (void)state;
    expect_order(TWO "send 8b to 1\n" SECOND "recv 8b from 0\n}\n", NULL, LB_OK, "");
    expect_order(TWO "send 8b to 1\n" SECOND "}\n", NULL, LB_ERR_CHECK, "memory:3: unreceived: rank 1 never");
    expect_order(TWO "recv 8b from 1\n" SECOND "}\n", NULL, LB_ERR_CHECK, "memory:3: deadlock: rank 0 waits here");
    expect_order(TWO "send 8b to 1 tag 1\n" SECOND "recv 8b from 0\n}\n", NULL, LB_ERR_CHECK, "memory:3: unreceived: ");
    expect_order(TWO "send 8b to 1\n" SECOND "recv 9b from 0\n}\n", NULL, LB_ERR_CHECK,
                 "memory:6: count: rank 1 receives 9 bytes here, and rank 0 sends it 8");
    expect_order(TWO "send 8b to 0\n" SECOND "}\n", NULL, LB_ERR_CHECK, "memory:3: link: ");
    expect_order(TWO "send 8b to 5\n" SECOND "}\n", NULL, LB_ERR_CHECK, "memory:3: link: ");
    expect_order(TWO "a: calc 1\na requires a\n" SECOND "}\n", NULL, LB_ERR_CHECK, "memory:3: deadlock: ");
    expect_order(TWO "r: recv 1b from 1\ns: send 1b to 1\ns requires r\n" SECOND
                     "r: recv 1b from 0\ns: send 1b to 0\ns requires r\n}\n",
                 NULL, LB_ERR_CHECK, "memory:3: deadlock: rank 0 waits here for a message of rank 1");
    expect_order(TWO "send 1b to 1 nic 0\nsend 1b to 1 nic 1\n" SECOND "recv 1b from 0\nrecv 1b from 0\n}\n", "2",
                 LB_ERR_CHECK, "memory:4: link: more interfaces");
    expect_order("num_ranks 3\nrank 0 {\nsend 1b to 2\n}\nrank 1 {\n}\nrank 2 {\nrecv 1b from 0\n}\n", "mesh:3",
                 LB_ERR_CHECK, "memory:3: link: there is no link from 0 to 2");
    expect_order(TWO SECOND "}\n", "ring:5", LB_ERR_FORMAT, "the file has 2 ranks, the network 5 nodes");
    expect(TWO "send 8b to 1\n" SECOND "recv 8b from 0\n}\n", LB_ERR_UNSUPPORTED, "GOAL does not name its data");
}

static void test_hostile(void **state) {
    (void)state;
    static const char *const bad[][2] = {
        {"num_ranks 0\n", "from 1 to 2^26"},
        {"num_ranks 2\nnum_ranks 2\n", "memory:2: num_ranks comes once"},
        {"num_ranks 99999999999\n", "memory:1: num_ranks comes once, and is from 1 to 2^26"},
        {"num_ranks 2\n", "not all ranks"},
        {"num_ranks 2\nrank 1 {\n}\n", "memory:2: the ranks come in order"},
        {"// nothing\n", "not all ranks"},
        {"/* nothing", "a comment has no end"},
        {TWO, "the last rank has no end"},
        {TWO "send -8b to 1\n", "memory:3: the size is missing"},
        {TWO "send 99999999999999999999b to 1\n", "memory:3: the size is missing"},
        {TWO "send 0b to 1\n", "at least one byte"},
        {TWO "send 8 to 1\n", "a message is \"send 8b to 1\""},
        {TWO "send 8b from 1\n", "a message is \"send 8b to 1\""},
        {TWO "send 8b to 1 nic 256\n", "missing or too large"},
        {TWO "send 8b to 1 nic 0 tag 1\n", "in this order"},
        {TWO "calc 8 tag 1\n", "after work only cpu"},
        {TWO "a: calc 8\na: calc 8\n", "memory:4: the rank has this label already"},
        {TWO "a: calc 8\na requires b\n", "memory:4: the rank has no such label"},
        {TWO "a: calc 8\na likes a\n", "memory:4: after a label comes"},
        {TWO "a: dance 8\n", "memory:3: not a statement"},
        {TWO "\001\n", "memory:3: not a statement"},
        {TWO "calc 8 // trailing\n", "memory:3: a statement ends with its line"},
        {"// data broadcast 1 1\n" TWO "send 8b to 1 tag 1\n", "memory:4: of data that is named"},
        {"// data broadcast 1 1\n" TWO "// copy 0,,0,0\nsend 8b to 1 tag 1\n", "memory:4: not items"},
        {"// data broadcast 1 1\n" TWO "// copy\nsend 8b to 1 tag 1\n", "memory:4: the send carries no items"},
        {"// data broadcast 1 1\n" TWO "// copy 9,,0,0,1\nsend 8b to 1 tag 1\n", "memory:4: not items"},
        {"// data broadcast 1 1\n" TWO "// copy 0,,0,0,1\nsend 8b to 1\n", "memory:5: of data that is named"},
        {"// data broadcast 1 1\n" TWO SECOND "}\n", "it names its data, and has none"},
        {"// data scan 1 1\n" TWO "// copy 0,0,0,0,1\nsend 8b to 1 tag 1\n" SECOND "recv 8b from 0 tag 1\n}\n",
         "the data of scans"},
        {"// data dance 1 1\n" TWO "// copy 0,0,0,0,1\nsend 8b to 1 tag 1\n" SECOND "recv 8b from 0 tag 1\n}\n",
         "the task is none"},
    };
    for (size_t k = 0; k < T_COUNT(bad); k++)
        expect_order(bad[k][0], NULL, LB_ERR_FORMAT, bad[k][1]);
}

/* Receives from anybody, or of any tag: as if they named the only messages that they can meet. */
static void test_anybody(void **state) {
    (void)state;
#define SENDS TWO "send 8b to 1 tag 3\nsend 8b to 1 tag 3\n" SECOND
    expect_order(SENDS "recv 8b from -1 tag 3\nrecv 8b from 0 tag -1\n}\n", NULL, LB_OK, "");
    expect_order(SENDS "recv 8b from -1 tag -1\nrecv 8b from 0 tag 3\n}\n", NULL, LB_OK, "");
    expect_order(SENDS "recv 8b from -1 tag 3\n}\n", NULL, LB_ERR_CHECK, "memory:4: unreceived: ");
    expect_order(SENDS "recv 9b from -1 tag 3\nrecv 8b from 0 tag 3\n}\n", NULL, LB_ERR_CHECK, "memory:7: count: ");
    expect_order(SENDS "recv 8b from -1\n}\n", NULL, LB_ERR_CHECK, "memory:7: deadlock: rank 1 waits here for a");
    expect_order(TWO "recv 8b from -1\n" SECOND "}\n", NULL, LB_ERR_CHECK, "memory:3: deadlock: ");
    expect_order(TWO "send 8b to 1 tag 3\nsend 8b to 1 tag 4\n" SECOND
                     "recv 8b from 0 tag -1\nrecv 8b from 0 tag 4\n}\n",
                 NULL, LB_ERR_UNSUPPORTED, "memory:7: a receive from anybody, or of any tag, can meet different");
    expect_order(TWO "send 8b to -1\n" SECOND "}\n", NULL, LB_ERR_FORMAT, "memory:3: a rank, tag, cpu or nic is");
    expect_order(TWO "send 8b to 1 tag -1\n" SECOND "}\n", NULL, LB_ERR_FORMAT, "memory:3: a rank, tag, cpu or nic is");
    expect_order(TWO "calc 8 cpu -1\n" SECOND "}\n", NULL, LB_ERR_FORMAT, "memory:3: a rank, tag, cpu or nic is");
}

/* ---- Time ---- */

static lb_ratio time_of(const char *text, uint64_t tau, uint64_t beta, size_t *critical, bool *unbuffered) {
    const lb_import_options options = {.unnamed = true};
    const lb_cost cost = {.tau = {(int64_t)tau, 1}, .beta = {(int64_t)beta, 1}};
    lb_imported it;
    lb_timing timing;
    lb_why why = {""};
    int error = lb_import_bytes(text, strlen(text), &options, &it, &why);
    t_note("%s", why.text);
    T_EQUAL(error, LB_OK);
    assert_int_equal(lb_messages_time(it.messages, &cost, &timing, &why), LB_OK);
    *critical = timing.critical_count;
    *unbuffered = lb_messages_about(it.messages).unbuffered;
    lb_ratio time = timing.makespan;
    lb_timing_free(&timing);
    lb_imported_free(&it);
    return time;
}

/* By hand: beta 10, tau 1. */
static void test_time(void **state) {
    (void)state;
    size_t critical;
    bool unbuffered;
    /* two over one link: 15 + 17; over two: the longer */
    lb_ratio time = time_of(TWO "send 5b to 1\nsend 7b to 1\n" SECOND "recv 5b from 0\nrecv 7b from 0\n}\n", 1, 10,
                            &critical, &unbuffered);
    assert_int_equal(time.num, 32);
    assert_int_equal(critical, 2);
    assert_true(unbuffered);
    time = time_of(TWO "send 5b to 1\nsend 7b to 1 nic 1\n" SECOND "recv 5b from 0\nrecv 7b from 0\n}\n", 1, 10,
                   &critical, &unbuffered);
    assert_int_equal(time.num, 17);
    assert_int_equal(critical, 1);
    /* there 15, work of 100 and 3 one after the other, back 15; work on another processor meanwhile */
    time = time_of(TWO "send 5b to 1\nrecv 5b from 1\n" SECOND
                       "r: recv 5b from 0\nc: calc 100\nd: calc 3\ne: calc 90 cpu 1\n"
                       "c requires r\nd requires r\ne requires r\ns: send 5b to 0\ns requires c\ns requires d\n"
                       "s requires e\n}\n",
                   1, 10, &critical, &unbuffered);
    assert_int_equal(time.num, 15 + 103 + 15);
    assert_int_equal(critical, 2);
    /* a receive that is posted late: 15, and 40 of work before */
    time =
        time_of(TWO "send 5b to 1\n" SECOND "c: calc 40\nr: recv 5b from 0\nr requires c\ns: calc 1\ns requires r\n}\n",
                1, 10, &critical, &unbuffered);
    assert_int_equal(time.num, 41);
    assert_int_equal(critical, 0);
    /* irequires: it begins when the other has begun */
    time = time_of(
        "num_ranks 3\nrank 0 {\na: send 50b to 1\nb: send 1b to 2\nb irequires a\n}\nrank 1 {\nrecv 50b from 0\n}\n"
        "rank 2 {\nrecv 1b from 0\n}\n",
        1, 10, &critical, &unbuffered);
    assert_int_equal(time.num, 60);
    /* two that send before they receive need buffers */
    time = time_of(TWO "s: send 5b to 1\nr: recv 5b from 1\nr requires s\n" SECOND
                       "s: send 5b to 0\nr: recv 5b from 0\nr requires s\n}\n",
                   1, 10, &critical, &unbuffered);
    assert_int_equal(time.num, 15);
    assert_false(unbuffered);
}

/* ---- What we write ---- */

static unsigned trips;

static char *write_goal(const lb_plan *plan, uint64_t bytes, size_t *size) {
    const lb_export_options options = {.bytes = bytes};
    char *text = NULL;
    lb_why why = {""};
    FILE *out = open_memstream(&text, size);
    assert_non_null(out);
    assert_int_equal(lb_export(out, plan, LB_EXPORT_GOAL, &options, &why), LB_OK);
    assert_int_equal(fclose(out), 0);
    return text;
}

/* Without its names it takes as long on the linear clock as the plan does. */
static void compare_times(const lb_plan *plan, char *text, size_t size, uint64_t bytes) {
    char *names = strstr(text, "// data ");
    if (names)
        memset(names + 3, '-', 4);
    const lb_import_options options = {.net = lb_plan_net(plan), .unnamed = true};
    const lb_cost cost = {.bytes = bytes, .tau = {1, 3}, .beta = {7, 2}, .whole_bytes = true};
    lb_imported it;
    lb_timing ours, theirs;
    lb_why why = {""};
    int error = lb_import_bytes(text, size, &options, &it, &why);
    t_note("%s", why.text);
    T_EQUAL(error, LB_OK);
    assert_non_null(it.messages);
    assert_int_equal(lb_messages_time(it.messages, &cost, &theirs, &why), LB_OK);
    assert_int_equal(lb_simulate(plan, &cost, NULL, &ours, &why), LB_OK);
    /* A scan's send requires every receive that may have brought a part of its span. */
    int order = lb_ratio_compare(ours.makespan, theirs.makespan);
    T_TRUE(order == 0 || (order < 0 && lb_task_class(lb_plan_task(plan)) == LB_SPAN));
    T_EQUAL(lb_ratio_compare(ours.busiest_link, theirs.busiest_link), 0);
    T_EQUAL(ours.packets, theirs.packets);
    T_TRUE(theirs.critical_count > 0);
    lb_timing_free(&ours);
    lb_timing_free(&theirs);
    lb_imported_free(&it);
}

static void visit(const lb_plan *plan, const lb_plan_options *options, const lb_algorithm *algorithm) {
    (void)options;
    (void)algorithm;
    lb_task_kind kind = lb_task_kind_of(lb_plan_task(plan));
    if (lb_plan_moves(plan) == 0)
        return;
    size_t size = 0;
    char *text = write_goal(plan, 5040, &size);
    const lb_import_options on = {.net = lb_plan_net(plan), .unnamed = true};
    lb_imported it;
    lb_why why = {""};
    int error = lb_import_bytes(text, size, &on, &it, &why);
    t_note("%s", why.text);
    T_EQUAL(error, LB_OK);
    bool named = kind != LB_ISOTROPIC && kind != LB_NEIGHBORS && kind != LB_SCAN && kind != LB_EXSCAN;
    T_EQUAL(it.plan != NULL, named);
    if (named) {
        T_TRUE(lb_task_equal(lb_plan_task(it.plan), lb_plan_task(plan)));
        T_EQUAL(lb_plan_clock(it.plan), lb_plan_clock(plan));
        T_EQUAL(lb_plan_moves(it.plan), lb_plan_moves(plan));
        T_EQUAL(lb_plan_steps(it.plan), lb_plan_steps(plan));
        trips++;
    }
    lb_imported_free(&it);
    compare_times(plan, text, size, 5040);
    free(text);
}

static void test_round_trip(void **state) {
    (void)state;
    static const char *const nets[] = {"cube:2", "ring:5", "mesh:3x2"};
    static const uint64_t packets[] = {1, 3};
    t_range range = {nets, T_COUNT(nets), packets, T_COUNT(packets)};
    trips = 0;
    t_each_free_plan(&range, visit);
    assert_true(trips > 150 / T_SPARSE);
}

/* As it comes from a machine whose lines end in two characters: judged all the same. */
static void test_line_ends(void **state) {
    (void)state;
    lb_net *net = t_net("ring:5");
    lb_task *task;
    lb_plan *plan;
    lb_imported it;
    size_t size = 0, length = 0;
    T_EQUAL(lb_task_create(net, LB_ALLREDUCE, NULL, &task, NULL), LB_OK);
    T_EQUAL(lb_plan_create(task, NULL, &plan, NULL), LB_OK);
    char *text = write_goal(plan, 5040, &size), *longer = malloc(2 * size);
    for (size_t i = 0; i < size; i++) {
        if (text[i] == '\n')
            longer[length++] = '\r';
        longer[length++] = text[i];
    }
    T_EQUAL(lb_import_bytes(longer, length, &(lb_import_options){.net = net, .unnamed = true}, &it, NULL), LB_OK);
    T_TRUE(it.plan != NULL);
    lb_imported_free(&it);
    free(longer);
    free(text);
    lb_plan_free(plan);
    lb_task_free(task);
    lb_net_free(net);
}

/* Each `requires` that is taken away is a race, in the line of its send. */
static void test_race(void **state) {
    (void)state;
    lb_net *net = t_net("ring:5");
    lb_task *task = NULL;
    lb_plan *plan = NULL;
    size_t size = 0;
    unsigned races = 0;
    assert_int_equal(lb_task_create(net, LB_ALLREDUCE, NULL, &task, NULL), LB_OK);
    assert_int_equal(lb_plan_create(task, NULL, &plan, NULL), LB_OK);
    char *text = write_goal(plan, 0, &size);
    for (char *at = strstr(text, " requires "); at; at = strstr(at + 9, " requires ")) {
        char line[64];
        while (at[-1] != '\n')
            at--;
        size_t length = strcspn(at, "\n");
        assert_true(length < sizeof line);
        memcpy(line, at, length);
        memset(at, ' ', length);
        expect(text, LB_ERR_CHECK, ": race: it sends what the receive of line ");
        memcpy(at, line, length);
        races++;
    }
    assert_true(races >= 20);
    free(text);
    lb_plan_free(plan);
    lb_task_free(task);
    lb_net_free(net);
}

/* More ranks than 16 bits number: messages of two senders that would be one then, and of two tags. */
static void test_many_ranks(void **state) {
    (void)state;
    enum { RANKS = 65540, BYTES = 32 * RANKS };
    char *text = malloc(BYTES);
    assert_non_null(text);
    size_t at = (size_t)snprintf(text, BYTES, "num_ranks %d\n", RANKS);
    for (int rank = 0; rank < RANKS; rank++) {
        const char *does = "";
        if (rank == 0)
            does = "recv 7b from 65537 tag 2\nrecv 8b from 65537 tag 1\nrecv 6b from 1 tag 1\nsend 5b to 65539\n";
        else if (rank == 1)
            does = "send 6b to 0 tag 1\n";
        else if (rank == 65537)
            does = "send 8b to 0 tag 1\nsend 7b to 0 tag 2\n";
        else if (rank == 65539)
            does = "recv 5b from 0\n";
        at += (size_t)snprintf(text + at, BYTES - at, "rank %d {\n%s}\n", rank, does);
    }
    lb_import_options any = {.unnamed = true};
    lb_imported it;
    lb_why why = {""};
    assert_int_equal(lb_import_bytes(text, at, &any, &it, &why), LB_OK);
    assert_int_equal(lb_messages_about(it.messages).messages, 4);
    assert_int_equal(lb_messages_about(it.messages).bytes, 26);
    lb_imported_free(&it);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_anybody), cmocka_unit_test(test_wrong),      cmocka_unit_test(test_hostile),
        cmocka_unit_test(test_time),    cmocka_unit_test(test_line_ends),  cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_race),    cmocka_unit_test(test_many_ranks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

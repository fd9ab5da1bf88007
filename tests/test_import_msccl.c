/* MSCCL files: right ones are judged right, each mistake is found where it is, and hostile ones end in one line. */
#define _POSIX_C_SOURCE 200809L
#include "import_help.h"
#include "linkbound-export.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ALGO(coll, chunks, more)                                                                                       \
    "<algo name=\"t\" proto=\"Simple\" nchannels=\"1\" nchunksperloop=\"" chunks "\" ngpus=\"2\" coll=\"" coll         \
    "\" " more ">\n"
#define OUT                "inplace=\"0\" outofplace=\"1\""
#define GPU(id)            "<gpu id=\"" id "\" i_chunks=\"1\" o_chunks=\"2\" s_chunks=\"2\">\n"
#define TB(id, send, recv) "<tb id=\"" id "\" send=\"" send "\" recv=\"" recv "\" chan=\"0\">\n"
#define STEP(s, type, src, dst, dep, has)                                                                              \
    "<step s=\"" s "\" type=\"" type "\" " src " " dst " cnt=\"1\" " dep " hasdep=\"" has "\"/>\n"
#define SRC(b, o) "srcbuf=\"" b "\" srcoff=\"" o "\""
#define DST(b, o) "dstbuf=\"" b "\" dstoff=\"" o "\""
#define NO        "depid=\"-1\" deps=\"-1\""
#define DEP(b, s) "depid=\"" b "\" deps=\"" s "\""
#define END       "</tb>\n"
#define COPY(own) TB("1", "-1", "-1") STEP("0", "cpy", SRC("i", "0"), DST("o", own), NO, "0") END

/* Rank 0 of an allgather of two with these steps in its one thread block that talks, and rank 1 as it should be. */
#define BEGIN ALGO("allgather", "2", OUT) GPU("0") TB("0", "1", "1")
#define AFTER                                                                                                          \
    END COPY("0") "</gpu>\n" GPU("1") TB("0", "0", "0") STEP("0", "s", SRC("i", "0"), DST("o", "1"), NO, "0")          \
        STEP("1", "r", SRC("i", "0"), DST("o", "0"), NO, "0") END COPY("1") "</gpu>\n</algo>\n"
#define PAIR(steps) BEGIN steps AFTER
#define SENDS       STEP("0", "s", SRC("i", "0"), DST("o", "0"), NO, "0")
#define RECEIVES    STEP("1", "r", SRC("i", "0"), DST("o", "1"), NO, "0")

static int import(const char *text, lb_imported *it, lb_why *why) {
    why->text[0] = '\0';
    return lb_import_bytes(text, strlen(text), NULL, it, why);
}

static void test_right(void **state) {
    (void)state;
    lb_imported it;
    lb_why why;
    assert_int_equal(import(PAIR(SENDS RECEIVES), &it, &why), LB_OK);
    assert_int_equal(it.format, LB_IMPORT_MSCCL);
    assert_int_equal(it.room, 1);
    assert_int_equal(lb_plan_steps(it.plan), 1);
    assert_int_equal(lb_plan_moves(it.plan), 2);
    assert_int_equal(lb_task_kind_of(lb_plan_task(it.plan)), LB_ALLGATHER);
    t_check(it.plan, LB_REPLAY_FULL);
    lb_imported_free(&it);
}

static void test_wrong(void **state) {
    (void)state;
    /* The wrong chunk, none, a place that nothing was written to, a chunk too many, a place that there is not. */
    expect(PAIR(SENDS STEP("1", "r", SRC("i", "0"), DST("o", "0"), NO, "0")), LB_ERR_CHECK, "memory:5: race: ");
    expect(PAIR(SENDS STEP("1", "r", SRC("i", "0"), DST("s", "0"), NO, "0")), LB_ERR_CHECK,
           "memory: delivered: nothing is written to chunk 1 of rank 0's output");
    expect(PAIR(STEP("0", "s", SRC("s", "1"), DST("o", "0"), NO, "0") RECEIVES), LB_ERR_CHECK, "memory:4: held: ");
    expect(PAIR(SENDS), LB_ERR_CHECK, "unreceived: rank 0 never receives");
    expect(PAIR(SENDS RECEIVES STEP("2", "r", SRC("i", "0"), DST("s", "1"), NO, "0")), LB_ERR_CHECK,
           "memory:6: deadlock: rank 0 waits here for a message of rank 1 that never comes");
    expect(PAIR(SENDS STEP("1", "r", SRC("i", "0"), DST("o", "2"), NO, "0")), LB_ERR_FORMAT,
           "memory:5: the step goes beyond");
    expect(PAIR(SENDS STEP("1", "rrc", SRC("i", "0"), DST("o", "1"), NO, "0")), LB_ERR_CHECK, "memory:5: block: ");
    /* Waiting for what says nothing, for what there is not, for oneself. */
    expect(PAIR(STEP("0", "s", SRC("o", "0"), DST("o", "0"), DEP("1", "0"), "0") RECEIVES), LB_ERR_CHECK,
           "memory:4: deadlock: the step waits for one that says hasdep");
    expect(PAIR(STEP("0", "s", SRC("o", "0"), DST("o", "0"), DEP("1", "7"), "0") RECEIVES), LB_ERR_FORMAT,
           "memory:4: the step waits for a step that there is not");
    expect(PAIR(STEP("0", "s", SRC("i", "0"), DST("o", "0"), DEP("0", "1"), "0")
                    STEP("1", "r", SRC("i", "0"), DST("o", "1"), NO, "1")),
           LB_ERR_CHECK, "memory:4: deadlock: rank 0 waits here for the step of line 5, which is never done");
    /* What another thread block writes, without waiting for it. */
    expect(PAIR(STEP("0", "s", SRC("o", "0"), DST("o", "0"), NO, "0") RECEIVES), LB_ERR_CHECK, "memory:4: ");
}

/* Elements that are written otherwise than the one before: order, quotes, blanks, lines, what is there twice or not. */
static void test_spelling(void **state) {
    (void)state;
    static const char *const right[] = {
        "<step hasdep=\"0\" s=\"1\" type=\"r\" srcbuf=\"i\" srcoff=\"0\" dstbuf=\"o\" dstoff=\"1\" cnt=\"1\" " NO
        "/>\n",
        "<step s='1' type='r' srcbuf='i' srcoff='0' dstbuf='o' dstoff='1' cnt='1' depid='-1' deps='-1' hasdep='0'/>\n",
        "<step s=\"1\"\n type=\"r\" " SRC("i", "0") "\n" DST("o", "1") " cnt = \"1\" " NO "\nhasdep=\n\"0\" />\n",
        "<step s=\"1\" type=\"r\" " SRC("i", "0") " " DST("o", "1") " cnt=\"1\" " NO
                                                                    " hasdep=\"0\" more=\"'\"></step>\n",
    };
    char text[4096];
    lb_imported it;
    lb_why why;
    for (size_t k = 0; k < sizeof right / sizeof *right; k++) {
        snprintf(text, sizeof text, "%s%s%s", BEGIN SENDS, right[k], AFTER);
        assert_int_equal(import(text, &it, &why), LB_OK);
        lb_imported_free(&it);
    }
    expect(PAIR(SENDS "<step s=\"1\" type=\"r\" " SRC("i", "0") " " DST("o", "1") " cnt=\"1\" " NO
                                                                                  " hasdep=\"0\" s=\"1\"/>"),
           LB_ERR_FORMAT, "memory:5: an attribute comes twice");
    expect(PAIR(SENDS "<step s=\"1\" type=\"r\" type=\"r\" " DST("o", "1") " cnt=\"1\" " NO " hasdep=\"0\"/>"),
           LB_ERR_FORMAT, "memory:5: an attribute comes twice");
    expect(PAIR(SENDS "<step s=\"1\" type=\"r\" " SRC("i", "0") " " DST("o", "1") " " NO " hasdep=\"0\"/>"),
           LB_ERR_FORMAT, "memory:5: <step> has no cnt");
    expect(PAIR(SENDS "<step s=\"1\"\ntype=\"r\"\ncnt=1/>"), LB_ERR_FORMAT, "memory:7: not XML: a value in quotes");
}

/* Each rank first receives: with no order of threads does that go on. */
static void test_circle(void **state) {
    (void)state;
    expect(ALGO("allgather", "2", OUT) GPU("0") TB("0", "1", "1") STEP("0", "r", SRC("i", "0"), DST("o", "1"), NO, "0")
               STEP("1", "s", SRC("i", "0"), DST("o", "0"), NO, "0") END COPY("0") "</gpu>\n" GPU("1") TB("0", "0", "0")
                   STEP("0", "r", SRC("i", "0"), DST("o", "0"), NO, "0")
                       STEP("1", "s", SRC("i", "0"), DST("o", "1"), NO, "0") END COPY("1") "</gpu>\n</algo>\n",
           LB_ERR_CHECK, "deadlock: rank 0 waits here for a message of rank 1");
}

/* An allreduce of one chunk: right, added twice, and with a sum that lacks somebody. */
#define RANK(id, peer, steps) GPU(id) TB("0", peer, peer) steps END "</gpu>\n"
#define BOTH(first, second)                                                                                            \
    ALGO("allreduce", "1", "inplace=\"1\" outofplace=\"0\"") RANK("0", "1", first) RANK("1", "0", second) "</algo>\n"
#define S0(b) STEP("0", "s", SRC(b, "0"), DST(b, "0"), NO, "0")
#define R1(t) STEP("1", t, SRC("i", "0"), DST("i", "0"), NO, "0")
#define R2(t) STEP("2", t, SRC("i", "0"), DST("i", "0"), NO, "0")

static void test_sums(void **state) {
    (void)state;
    expect(BOTH(S0("i") R1("rrc"), S0("o") R1("rrc")), LB_OK, "");
    expect(BOTH(S0("i") R1("r"), S0("i") R1("rrc")), LB_ERR_CHECK,
           "delivered: chunk 0 of rank 0's output is the sum of 1 ranks, not of 2");
    expect(BOTH(S0("i") R1("rrc") STEP("2", "s", SRC("i", "0"), DST("i", "0"), NO, "0"), S0("i") R1("rrc") R2("rrc")),
           LB_ERR_CHECK, "summed-twice: ");
    expect(BOTH(S0("i") R1("rrc") STEP("2", "re", SRC("i", "0"), DST("i", "0"), NO, "0"), S0("i") R1("rrc")),
           LB_ERR_CHECK, "summed-twice: ");
}

static void test_room(void **state) {
    (void)state;
#define SEND3(k)       STEP(k, "s", SRC("i", "0"), DST("s", "0"), NO, "0")
#define RECEIVE3(k, o) STEP(k, "r", SRC("i", "0"), DST("s", o), NO, "0")
    /* Two messages each way before anybody looks: two must fit. Three: Simple holds too few. */
    expect(ALGO("allreduce", "1", OUT) RANK("0", "1", SEND3("0") SEND3("1") RECEIVE3("2", "0") RECEIVE3("3", "1"))
               RANK("1", "0", SEND3("0") SEND3("1") RECEIVE3("2", "0") RECEIVE3("3", "1")) "</algo>\n",
           LB_ERR_CHECK, "delivered: nothing is written");
#define MANY(o)                                                                                                        \
    SEND3("0")                                                                                                         \
    SEND3("1") SEND3("2") STEP("3", "rrc", SRC("i", "0"), DST("o", "0"), NO, "0") RECEIVE3("4", "0") RECEIVE3("5", "1")
    expect(ALGO("allreduce", "1", OUT) RANK("0", "1", MANY("0")) RANK("1", "0", MANY("1")) "</algo>\n", LB_ERR_CHECK,
           "deadlock: it locks unless a connection holds 3 messages; this protocol's hold 2");
}

static void test_hostile(void **state) {
    (void)state;
    static const char *const bad[][2] = {
        {"<", "a name belongs here"},
        {"<!DOCTYPE algo [<!ENTITY a \"b\">]><algo/>", "document types and entities are not read"},
        {"<algo name=\"&a;\"/>", "entities and tags in values are not read"},
        {"<algo", "the file ends within a tag"},
        {"<algo name=\"", "the file ends within a value"},
        {"<algo name=\"a\" name=\"b\"/>", "an attribute comes twice"},
        {"<algo coll=\"allgather\" ngpus=\"2\" nchunksperloop=\"2\" inplace=\"0\"></gpu>", "of another element"},
        {"<!-- ", "does not end"},
        {"<gpu/>", "an MSCCL file begins with <algo>"},
        {"<algo/>", "<algo> has no coll"},
        {"<algo coll=\"dance\"/>", "coll is none of"},
        {"<algo coll=\"allgather\"/>", "<algo> has no ngpus"},
        {"<algo coll=\"allgather\" ngpus=\"0\"/>", "ngpus is 0, not from 1 to 4096"},
        {"<algo coll=\"allgather\" ngpus=\"-1\"/>", "ngpus is -1"},
        {"<algo coll=\"allgather\" ngpus=\"99999999999999999999\"/>", "ngpus is not a whole number"},
        {"<algo coll=\"allgather\" ngpus=\"2\" nchunksperloop=\"3\" inplace=\"0\"/>", "no multiple of ngpus"},
        {"<algo coll=\"allgather\" ngpus=\"2\" nchunksperloop=\"2\" inplace=\"0\"/>", "there is no gpu 0"},
        {"<algo coll=\"allgather\" ngpus=\"2\" nchunksperloop=\"2\" inplace=\"0\">words</algo>",
         "text between elements"},
        {PAIR(SENDS STEP("2", "r", SRC("i", "0"), DST("o", "1"), NO, "0")), "numbered s="},
        {PAIR(SENDS STEP("1", "r", SRC("i", "0"), DST("o", "-1"), NO, "0")), "dstoff is -1"},
        {PAIR(SENDS STEP("1", "dance", SRC("i", "0"), DST("o", "1"), NO, "0")), "type of the step is not known"},
        {PAIR(SENDS STEP("1", "r", SRC("i", "0"), DST("x", "1"), NO, "0")), "dstbuf is none of"},
    };
    for (size_t k = 0; k < T_COUNT(bad); k++)
        expect(bad[k][0], LB_ERR_FORMAT, bad[k][1]);
    char deep[16 * 8 + 64] = "<algo coll=\"allgather\" ngpus=\"2\" nchunksperloop=\"2\" inplace=\"0\">";
    for (int k = 0; k < 16; k++)
        strcat(deep, "<a>");
    expect(deep, LB_ERR_FORMAT, "nested more than 16 deep");
    char *wide = malloc(100000);
    assert_non_null(wide);
    memset(wide, 'x', 99999);
    memcpy(wide, "<algo name=\"", 12);
    wide[99999] = '\0';
    expect(wide, LB_ERR_FORMAT, "longer than 4096 bytes");
    free(wide);
}

/* ---- What we write is read, and judged right ---- */

static unsigned trips;

static void visit(const lb_plan *plan, const lb_plan_options *options, const lb_algorithm *algorithm) {
    (void)options;
    (void)algorithm;
    char *text = NULL;
    size_t size = 0;
    lb_imported it;
    lb_why why = {""};
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    int error = lb_export(out, plan, LB_EXPORT_MSCCL, NULL, &why);
    assert_int_equal(fclose(out), 0);
    if (!error && lb_net_nodes(lb_plan_net(plan)) > 1) {
        const lb_import_options on = {
            .net = lb_plan_net(plan), .rooted = true, .root = lb_task_params_of(lb_plan_task(plan)).root};
        error = lb_import_bytes(text, size, &on, &it, &why);
        t_note("%s", why.text);
        T_EQUAL(error, LB_OK);
        assert_int_equal(lb_task_kind_of(lb_plan_task(it.plan)), lb_task_kind_of(lb_plan_task(plan)));
        assert_int_equal(it.room, 1);
        trips++;
        lb_imported_free(&it);
    }
    free(text);
}

/* A gather and a scatter in which a block ends where another belongs. */
static void test_misplaced(void **state) {
    (void)state;
    static const struct {
        lb_task_kind kind;
        const char *from, *to;
    } cases[] = {{LB_GATHER, "dstbuf=\"o\" dstoff=\"2\"", "dstbuf=\"o\" dstoff=\"1\""},
                 {LB_SCATTER, "srcbuf=\"i\" srcoff=\"2\"", "srcbuf=\"i\" srcoff=\"1\""}};
    for (size_t k = 0; k < T_COUNT(cases); k++) {
        lb_task *task = t_task_on("cube:2", cases[k].kind);
        lb_plan *plan = t_plan(task, NULL);
        char *text = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&text, &size);
        assert_non_null(out);
        assert_int_equal(lb_export(out, plan, LB_EXPORT_MSCCL, NULL, NULL), LB_OK);
        assert_int_equal(fclose(out), 0);
        char *place = strstr(text, cases[k].from);
        assert_non_null(place);
        memcpy(place, cases[k].to, strlen(cases[k].to));
        expect(text, LB_ERR_CHECK, "");
        free(text);
        lb_plan_free(plan);
        lb_task_free(task);
    }
}

static void test_round_trip(void **state) {
    (void)state;
    static const char *const nets[] = {"cube:2", "ring:5", "2x3"};
    static const uint64_t packets[] = {1, 3};
    t_range range = {nets, T_COUNT(nets), packets, T_COUNT(packets)};
    trips = 0;
    t_each_plan(&range, visit);
    assert_true(trips > 50 / T_SPARSE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_right),    cmocka_unit_test(test_wrong),      cmocka_unit_test(test_circle),
        cmocka_unit_test(test_spelling), cmocka_unit_test(test_sums),       cmocka_unit_test(test_room),
        cmocka_unit_test(test_hostile),  cmocka_unit_test(test_round_trip), cmocka_unit_test(test_misplaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

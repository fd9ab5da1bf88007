/* ForestColl's trees: right ones get steps and are judged right, mistakes are found where they are, and hostile files
 * end in one line. */
#include "import_help.h"

#define ALGO(k, trees) "<Algo nchunkspernode=\"" k "\">\n" trees "</Algo>\n"
#define HIGH(root, sends, height)                                                                                      \
    "<tree root=\"" root "\" index=\"0\" nchunks=\"1\" height=\"" height "\">\n" sends "</tree>\n"
#define TREE(root, sends) HIGH(root, sends, "2")
#define VIA(a, b, path)   "<send src=\"" a "\" dst=\"" b "\" path=\"" path "\"/>\n"
#define SEND(a, b)        VIA(a, b, a "," b)
#define OUTER             TREE("0", SEND("0", "1") SEND("1", "2")) HIGH("1", SEND("1", "0") SEND("1", "2"), "1")
#define LINE3             OUTER TREE("2", SEND("2", "1") SEND("1", "0"))

static void test_right(void **state) {
    (void)state;
    expect_plan(ALGO("1", LINE3), LB_IMPORT_FORESTCOLL, LB_ALLGATHER, 2);
    expect_plan("<?xml version=\"1.0\"?>\n" ALGO("1", LINE3), LB_IMPORT_FORESTCOLL, LB_ALLGATHER, 2);
    /* Two trees for each: half a block each way round. Names that are no numbers. */
#define A              "(0, 1)"
#define B              "(0, 2)"
#define C              "(1, 1)"
#define ROUND(a, b, c) TREE(a, SEND(a, b) SEND(b, c)) TREE(a, SEND(a, c) SEND(c, b))
    expect_plan(ALGO("2", ROUND(A, B, C) ROUND(B, C, A) ROUND(C, A, B)), LB_IMPORT_FORESTCOLL, LB_ALLGATHER, 2);
}

/* What a file says of its trees beside their sends. */
static void test_words(void **state) {
    (void)state;
    static const char no_way[] = ": link: the path does not lead from src to dst over switches alone";
#define LAST(path)   ALGO("1", OUTER TREE("2", SEND("2", "1") VIA("1", "0", path)))
#define TUPLES(path) ALGO("1", HIGH(A, VIA(A, B, path), "1") HIGH(B, SEND(B, A), "1"))
    expect_plan(LAST("1,s,0"), LB_IMPORT_FORESTCOLL, LB_ALLGATHER, 2);
    expect_plan(LAST("1,(3, 4),s,0"), LB_IMPORT_FORESTCOLL, LB_ALLGATHER, 2);
    expect_plan(TUPLES(A ",(7, 7)," B), LB_IMPORT_FORESTCOLL, LB_ALLGATHER, 1);
    expect(LAST("2,0"), LB_ERR_CHECK, no_way);
    expect(LAST("1,2"), LB_ERR_CHECK, no_way);
    expect(LAST("1"), LB_ERR_CHECK, no_way);
    expect(LAST(""), LB_ERR_CHECK, no_way);
    expect(LAST("1,0,"), LB_ERR_CHECK, no_way);
    expect(LAST("1,s"), LB_ERR_CHECK, no_way);
    expect(LAST("1,2,0"), LB_ERR_CHECK, no_way);
    expect(TUPLES("(0, 1," B), LB_ERR_CHECK, no_way);
    expect(ALGO("1", OUTER HIGH("2", SEND("2", "1") SEND("1", "0"), "3")), LB_ERR_CHECK,
           "memory:10: tree: its height is 2, not 3");
    expect(ALGO("1", OUTER HIGH("2", SEND("2", "1") SEND("1", "0"), "1")), LB_ERR_CHECK, "its height is 2, not 1");
    expect(ALGO("1", OUTER HIGH("2", SEND("2", "1") SEND("1", "0"), "x")), LB_ERR_FORMAT, "height");
    expect_plan(ALGO("1", OUTER "<tree root=\"2\" nchunks=\"1\"><send src=\"2\" dst=\"1\"/>" SEND("1", "0") "</tree>"),
                LB_IMPORT_FORESTCOLL, LB_ALLGATHER, 2);
}

static void test_wrong(void **state) {
    (void)state;
    expect(ALGO("1", OUTER TREE("2", SEND("2", "1"))), LB_ERR_CHECK, "memory: delivered: ");
    expect(ALGO("1", OUTER TREE("2", SEND("1", "0"))), LB_ERR_CHECK, "memory:11: held: ");
    expect(ALGO("1", OUTER TREE("2", SEND("2", "1") SEND("1", "0") SEND("1", "2"))), LB_ERR_CHECK, "memory:13: tree: ");
    expect(ALGO("1", OUTER TREE("2", SEND("2", "1") SEND("1", "3"))), LB_ERR_CHECK, "memory:12: link: ");
    expect(ALGO("1", LINE3 TREE("2", SEND("2", "1"))), LB_ERR_CHECK, "memory:14: block: ");
    expect(ALGO("2", LINE3), LB_ERR_CHECK, "memory: delivered: ");
    lb_net *net = t_net("mesh:3");
    const lb_import_options on = {.net = net};
    expect_on(ALGO("1", LINE3), &on, LB_OK, "");
    expect_on(ALGO("1", OUTER TREE("2", SEND("2", "1") SEND("2", "0"))), &on, LB_ERR_CHECK, "memory:12: link: ");
    lb_net_free(net);
}

static void test_hostile(void **state) {
    (void)state;
    static const char *const bad[][2] = {
        {"<Algo", "the file ends within a tag"},
        {"<Algo/>", "<Algo> has no nchunkspernode"},
        {ALGO("-1", LINE3), "nchunkspernode is -1"},
        {ALGO("99999999999999999999", LINE3), "nchunkspernode is not a whole number"},
        {ALGO("1", ""), "there are no sends"},
        {ALGO("1", "<tree nchunks=\"1\"/>"), "<tree> has no root"},
        {ALGO("1", "<tree root=\"0\" nchunks=\"-2\"/>"), "nchunks is -2"},
        {ALGO("1", TREE("0", "<send src=\"0\"/>")), "no src or no dst"},
        {ALGO("1", TREE("0", "")) "<Algo/>", "something after </Algo>"},
        {"<!DOCTYPE Algo><Algo/>", "document types"},
    };
    for (size_t k = 0; k < T_COUNT(bad); k++)
        expect(bad[k][0], LB_ERR_FORMAT, bad[k][1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_right),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_wrong),
        cmocka_unit_test(test_hostile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

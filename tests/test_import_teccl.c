/* TE-CCL's flows: right ones are judged right, each mistake is found where it is, and hostile files end in one line. */
#include "import_help.h"

#include <stdio.h>

#define WANTS(s, d)   "\"GPU " s "\": {\"Chunk 0\": 1.0}" d
#define FLOW(s, l, e) "\"Chunk 0 from " s " traveled over " l " in epoch " e "\",\n"
#define FILE_OF(d, f) "{\n\"1-Epoch_Duration\": 1.0,\n\"6-Demand_Met\": {" d "},\n\"7-Flows\": [\n" f "]}\n"
#define FROM(s, d, e) "\"GPU " s "\": {" d "}" e
#define GATHERED                                                                                                       \
    FROM("1", WANTS("2", ",") WANTS("7", ""), ",")                                                                     \
    FROM("2", WANTS("1", ",") WANTS("7", ""), ",") FROM("7", WANTS("1", ",") WANTS("2", ""), "")
#define FIRST FLOW("1", "1->2", "0") FLOW("2", "2->1", "0") FLOW("2", "2->7", "0") FLOW("7", "7->2", "0")
#define LINE  "\"Chunk 0 from 7 traveled over 2->1 in epoch 1 via switches 0\",\n"

/* GPUs 1, 2 and 7 in a line; 0 is a switch. */
static void test_right(void **state) {
    (void)state;
    expect_plan(FILE_OF(GATHERED, LINE FIRST FLOW("1", "2->7", "1")), LB_IMPORT_TECCL, LB_ALLGATHER, 2);
    expect_plan(FILE_OF(FROM("3", WANTS("5", ",") WANTS("4", ""), ""), FLOW("3", "3->4", "0") FLOW("3", "4->5", "1")),
                LB_IMPORT_TECCL, LB_BROADCAST, 2);
    expect_plan(FILE_OF(FROM("3", WANTS("4", ",") "\"GPU 5\": {\"Chunk 9\": 2.0}", ""),
                        FLOW("3", "3->4", "1") "\"Chunk 9 from 3 traveled over 3->4 in epoch 0\",\n"
                                               "\"Chunk 9 from 3 traveled over 4->5 in epoch 1\""),
                LB_IMPORT_TECCL, LB_SCATTER, 2);
    expect_plan(FILE_OF(FROM("0", WANTS("1", ""), ",") FROM("2", WANTS("1", ""), ""),
                        FLOW("0", "0->1", "0") FLOW("2", "2->1", "0")),
                LB_IMPORT_TECCL, LB_GATHER, 1);
#define TWO(s, a, b)                                                                                                   \
    "\"GPU " s "\": {\"GPU " a "\": {\"Chunk 0\": 1, \"Chunk 1\": 1}, \"GPU " b "\": {\"Chunk 2\": 1, \"Chunk 3\": "   \
    "1}}"
#define FOUR(s, a, b)                                                                                                  \
    FLOW(s, s "->" a, "0")                                                                                             \
    FLOW(s, s "->" b, "0")                                                                                             \
    "\"Chunk 1 from " s " traveled over " s "->" a " in epoch 1\","                                                    \
    "\"Chunk 3 from " s " traveled over " s "->" b " in epoch 1\","
    static const char all[] = FILE_OF(TWO("0", "1", "2") "," TWO("1", "0", "2") "," TWO("2", "0", "1"),
                                      FOUR("0", "1", "2") FOUR("1", "0", "2") FOUR("2", "0", "1"));
    /* FOUR sends chunk 0 both ways: the second is not for there. */
    expect(all, LB_ERR_CHECK, "delivered: ");
}

static void test_wrong(void **state) {
    (void)state;
    expect(FILE_OF(GATHERED, FIRST LINE), LB_ERR_CHECK, "memory: delivered: ");
    expect(FILE_OF(GATHERED, FIRST LINE FLOW("1", "2->7", "0")), LB_ERR_CHECK, "memory:10: held: ");
    expect(FILE_OF(GATHERED, FIRST LINE FLOW("1", "2->9", "1")), LB_ERR_CHECK, "memory:10: link: GPU 9");
    expect(FILE_OF(GATHERED, FIRST LINE FLOW("9", "2->7", "1")), LB_ERR_CHECK, "memory:10: block: nobody wants");
    expect(FILE_OF(GATHERED, FIRST LINE FLOW("1", "2->2", "1")), LB_ERR_CHECK, "memory:10: link: ");
    lb_net *net = t_net("mesh:3");
    const lb_import_options on = {.net = net};
    expect_on(FILE_OF(GATHERED, FIRST LINE FLOW("1", "2->7", "1")), &on, LB_OK, "");
    expect_on(FILE_OF(GATHERED, FIRST LINE FLOW("1", "1->7", "1")), &on, LB_ERR_CHECK, "memory:10: link: ");
    lb_net_free(net);
}

static void test_hostile(void **state) {
    (void)state;
    static const char *const bad[][2] = {
        {"{\"1-Epoch_Duration\"", "memory:1: expected ':'"},
        {"{\"7-Flows\": [{\"a\": 1, \"b\": 2, \"c\": 3}, {\"a\": 1, \"b\": 2},\n{\"a\": 1, \"b\": 2, \"a\": 3}]}",
         "memory:2: \"a\" is there twice"},
        {"{\"7-Flows\": [{\"a\": 1, \"b\": 2, \"c\": 3}, {\"c\": 1, \"b\": 2,\n\"c\": 3}]}",
         "memory:2: \"c\" is there twice"},
        {"{\"7-Flows\": [{\"a\": {\"x\": 1, \"a\": 2}, \"b\": 3}, {\"a\": {\"x\": 1, \"a\": 2},\n\"a\": 3}]}",
         "memory:2: \"a\" is there twice"},
        {"{\"1-Epoch_Duration\": 1}", "there is no \"7-Flows\""},
        {"{\"1-Epoch_Duration\": 1, \"7-Flows\": {}}", "there is no \"7-Flows\""},
        {"{\"1-Epoch_Duration\": 1, \"7-Flows\": []}", "there is no \"6-Demand_Met\""},
        {FILE_OF("", ""), "nobody wants anything"},
        {FILE_OF("\"CPU 0\": {}", ""), "a key here is 'GPU ' and a number"},
        {FILE_OF("\"GPU -1\": {}", ""), "a key here is 'GPU ' and a number"},
        {FILE_OF("\"GPU 99999999999\": {}", ""), "a key here is 'GPU ' and a number"},
        {FILE_OF("\"GPU 0\": 5", ""), "belongs here"},
        {FILE_OF("\"GPU 0\": {\"GPU 1\": 7}", ""), "belongs here"},
        {FILE_OF("\"GPU 0\": {\"GPU 1\": {\"Chunk -4\": 7}}", ""), "a key here is 'Chunk ' and a number"},
        {FILE_OF(FROM("0", WANTS("1", ""), ",") FROM("2", WANTS("3", ""), ""), ""), "no allgather, alltoall"},
        {FILE_OF(FROM("0", WANTS("1", ",") WANTS("2", ""), ",") FROM("1", WANTS("2", ""), ""), ""), "no allgather"},
        {FILE_OF(GATHERED, "7"), "not \"Chunk C from S"},
        {FILE_OF(GATHERED, FLOW("1", "1->-2", "0")), "not \"Chunk C from S"},
        {FILE_OF(GATHERED, FLOW("1", "1->2", "0 and more")), "not \"Chunk C from S"},
        {FILE_OF(GATHERED, FLOW("1", "1->2", "99999999999")), "not \"Chunk C from S"},
        {FILE_OF(GATHERED, "[[[["), "expected ]"},
    };
    for (size_t k = 0; k < T_COUNT(bad); k++)
        expect(bad[k][0], LB_ERR_FORMAT, bad[k][1]);
    expect(FILE_OF(GATHERED, "\"Chunk 0 from 1 traveled over 1->2 with volume 0.5 in epoch 0\""), LB_ERR_UNSUPPORTED,
           "memory:5: the flow has a volume");
    char deep[128] = "{\"1-Epoch_Duration\": ";
    memset(deep + strlen(deep), '[', 64);
    expect(deep, LB_ERR_SIZE, "nested more than 32 deep");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_right),
        cmocka_unit_test(test_wrong),
        cmocka_unit_test(test_hostile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

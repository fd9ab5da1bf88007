/* MSCCL++ plans: right ones are judged right, each mistake is found where it is, and hostile files end in one line. */
#include "import_help.h"

/* A rank and its one channel to the other, with these ops. */
#define BLOCK(ops)                                                                                                     \
    "{\"id\": 0, \"ops\": [\n" ops "], \"channels\": [{\"channel_type\": \"memory\", \"channel_ids\": [0]}],"          \
    "\"remote_buffer_refs\": [{\"access_channel_type\": \"memory\", \"remote_buffer_ids\": [0]}]}\n"
#define GPU(id, peer, in, out, scratch, type, blocks)                                                                  \
    "{\"id\": " id ", \"input_chunks\": " in ", \"output_chunks\": " out ", \"scratch_chunks\": " scratch              \
    ", \"threadblocks\": [" blocks "], \"channels\": [{\"channel_type\": \"memory\", \"connected_to\": [" peer         \
    "]}], \"remote_buffers\": [{\"rank\": " peer ", \"type\": \"" type "\", \"access_channel_types\": [\"memory\"]}]}"
#define PLAN(coll, place, gpus)                                                                                        \
    "{\"name\": \"t\", \"collective\": \"" coll "\", \"protocol\": \"Simple\", \"inplace\": " place                    \
    ", \"gpus\": [\n" gpus "]}\n"
#define OP(name, rest) "{\"name\": \"" name "\"" rest "},\n"
#define BUFF(t, i)     "{\"type\": \"" t "\", \"index\": " i ", \"size\": 1}"
#define FAR(i)         "{\"buffer_id\": 0, \"index\": " i ", \"size\": 1}"
#define FROM_TO(s, d)  ", \"src_buff\": [" s "], \"dst_buff\": [" d "], \"channel_type\": \"memory\""
#define CHANNEL        ", \"channel_ids\": [0], \"channel_type\": \"memory\""
#define NOP            OP("nop", "")
#define HELLO          OP("rlxsignal", CHANNEL) OP("rlxwait", CHANNEL) NOP
#define TELL           NOP OP("signal", CHANNEL) OP("wait", CHANNEL)
#define COPY(own)      OP("copy", FROM_TO(BUFF("i", "0"), BUFF("o", own)))
#define PUT(own)       OP("put", FROM_TO(BUFF("i", "0"), FAR(own)))

/* An allgather of two, in which rank 1 is as it should be. */
#define PAIR(ops)                                                                                                      \
    PLAN("allgather", "false",                                                                                         \
         GPU("0", "1", "1", "2", "1", "o", BLOCK(ops)) "," GPU("1", "0", "1", "2", "1", "o",                           \
                                                               BLOCK(HELLO COPY("1") PUT("1") TELL)))
#define SUM(i) OP("rres", FROM_TO(BUFF("i", i) "," FAR(i), BUFF("i", i) "," FAR(i)) ", \"reduce_op\": \"sum\"")
#define BOTH(first, second)                                                                                            \
    PLAN("allreduce", "true",                                                                                          \
         GPU("0", "1", "2", "2", "0", "i", BLOCK(first)) "," GPU("1", "0", "2", "2", "0", "i", BLOCK(second)))

static void test_right(void **state) {
    (void)state;
    expect_plan(PAIR(HELLO COPY("0") PUT("0") TELL), LB_IMPORT_MSCCLPP, LB_ALLGATHER, 1);
    expect_plan(BOTH(HELLO SUM("0") TELL, HELLO SUM("1") TELL), LB_IMPORT_MSCCLPP, LB_ALLREDUCE, 2);
    /* get, and re of what was got. */
#define GET(i) OP("get", FROM_TO(FAR(i), BUFF("s", "0")))
#define ADD(i) OP("re", FROM_TO(BUFF("i", i) "," BUFF("s", "0"), BUFF("o", i)))
#define MEET   OP("signal", CHANNEL) OP("wait", CHANNEL) NOP
#define GETS   HELLO GET("0") NOP ADD("0") NOP GET("1") NOP ADD("1")
    expect_plan(PLAN("allreduce", "false",
                     GPU("0", "1", "2", "2", "1", "i", BLOCK(GETS)) "," GPU("1", "0", "2", "2", "1", "i", BLOCK(GETS))),
                LB_IMPORT_MSCCLPP, LB_ALLREDUCE, 2);
}

static void test_wrong(void **state) {
    (void)state;
    expect(PAIR(HELLO COPY("0") TELL), LB_ERR_CHECK, "delivered: nothing is written to chunk 0 of rank 1's output");
    expect(PAIR(HELLO COPY("0") PUT("1") TELL), LB_ERR_CHECK, "race: ");
    expect(PAIR(HELLO COPY("0") PUT("0") NOP OP("signal", CHANNEL)), LB_ERR_CHECK, "unreceived: ");
    expect(PLAN("allgather", "false",
                GPU("0", "1", "1", "2", "1", "o", BLOCK(HELLO COPY("0") PUT("0"))) "," GPU(
                    "1", "0", "1", "2", "1", "o", BLOCK(HELLO COPY("1") PUT("1")))),
           LB_ERR_CHECK, "output may come after that one has ended");
    expect(PAIR(HELLO COPY("0") PUT("0") NOP OP("rlxsignal", CHANNEL) OP("wait", CHANNEL)), LB_ERR_CHECK,
           "output may come after that one has ended");
    expect(PAIR(HELLO COPY("0") PUT("0") NOP OP("signal", CHANNEL) OP("rlxwait", CHANNEL)), LB_ERR_CHECK,
           "output may come after that one has ended");
    expect(PAIR(HELLO COPY("0") PUT("0") NOP OP("wait", CHANNEL)), LB_ERR_CHECK, "deadlock: rank 1 waits");
    expect(PAIR(HELLO COPY("0") PUT("0") OP("signal", CHANNEL) OP("wait", CHANNEL)), LB_ERR_CHECK,
           "memory:8: race: there is no nop between the signal");
    expect(PAIR(OP("rlxsignal", CHANNEL) OP("rlxwait", CHANNEL) COPY("0") PUT("0") TELL), LB_ERR_CHECK,
           "memory:5: race: the op follows the wait of line 4");
    expect(PAIR(HELLO COPY("0") OP("put", FROM_TO(BUFF("o", "0"), FAR("0"))) TELL), LB_ERR_CHECK,
           "memory:7: race: the op uses what an op before it uses");
    expect(PAIR(HELLO COPY("0") OP("put", FROM_TO(BUFF("s", "0"), FAR("0"))) TELL), LB_ERR_CHECK, "held: ");
    expect(BOTH(HELLO SUM("0") NOP SUM("0") TELL, HELLO SUM("1") TELL), LB_ERR_CHECK, "summed-twice: ");
    expect(BOTH(HELLO SUM("0") TELL, HELLO TELL), LB_ERR_CHECK, "delivered: ");
    expect(BOTH(HELLO SUM("0") TELL, HELLO SUM("0") TELL), LB_ERR_CHECK, "race: ");
}

/* Two thread blocks: one writes, both meet, the other reads. */
static void test_barrier(void **state) {
    (void)state;
#define MEETS(n) OP("barrier", ", \"barrier_id\": 0, \"num_threadblocks\": " n)
#define TWO(first, second)                                                                                             \
    PLAN("allgather", "false",                                                                                         \
         GPU("0", "1", "1", "2", "1", "o", BLOCK(first) "," BLOCK(second)) "," GPU(                                    \
             "1", "0", "1", "2", "1", "o", BLOCK(HELLO COPY("1") PUT("1") TELL)))
#define LATER(meets) HELLO meets OP("put", FROM_TO(BUFF("o", "0"), FAR("0"))) TELL
    expect(TWO(COPY("0") MEETS("2"), LATER(MEETS("2"))), LB_OK, "");
    expect(TWO(COPY("0"), LATER("")), LB_ERR_CHECK, "");
    expect(TWO(COPY("0") MEETS("3"), LATER(MEETS("3"))), LB_ERR_CHECK, "deadlock: the barrier waits for 3");
    expect(TWO(COPY("0") MEETS("0"), LATER("")), LB_ERR_CHECK, "deadlock: the barrier waits for 0");
}

static void test_hostile(void **state) {
    (void)state;
#define START "{\"name\": \"t\", \"collective\": \"allgather\""
    static const char *const bad[][2] = {
        {START, "expected }"},
        {START "}", "\"gpus\" are 1 to 4096"},
        {START ", \"gpus\": 3}", "\"gpus\" is a list"},
        {START ", \"gpus\": [7]}", "\"id\" is missing"},
        {START ", \"gpus\": [{\"id\": 0}]}", "\"input_chunks\" is missing"},
        {PLAN("allgather", "1", GPU("0", "0", "1", "1", "0", "o", "")), "memory:1: inplace is true or false"},
        {PLAN("dance", "false", GPU("0", "0", "1", "1", "0", "o", "")), "the collective is none of"},
        {PLAN("allgather", "false", GPU("0", "0", "-1", "1", "0", "o", "")), "input_chunks is a whole number"},
        {PLAN("allgather", "false", GPU("0", "0", "99999999999", "1", "0", "o", "")), "input_chunks is a whole"},
        {PLAN("allgather", "false", GPU("0", "0", "0", "1", "0", "o", "")), "no equal parts"},
        {PLAN("allgather", "false", GPU("0", "0", "67108864", "1", "67108864", "o", "")), "more chunks than"},
        {PLAN("allgather", "false", GPU("0", "0", "1", "1", "0", "o", "")), "a channel leads to its own rank"},
        {PAIR(OP("put", FROM_TO(BUFF("i", "5"), FAR("0")))), "the op goes beyond the 1 chunks"},
        {PAIR(OP("put", FROM_TO(BUFF("i", "-1"), FAR("0")))), "index is a whole number"},
        {PAIR(OP("put", FROM_TO(BUFF("x", "0"), FAR("0")))), "a type i, o or s"},
        {PAIR(OP("put", FROM_TO("{\"buffer_id\": 7, \"index\": 0, \"size\": 1}", FAR("0")))), "no remote buffer 7"},
        {PAIR(OP("put", FROM_TO("", FAR("0")))), "the op has no src_buff"},
        {PAIR(OP("put", "")), "the op has no src_buff"},
        {PAIR(OP("signal", ", \"channel_ids\": [9], \"channel_type\": \"memory\"")), "no channel 9"},
        {PAIR(OP("signal", ", \"channel_type\": \"memory\"")), "no channel_ids"},
        {PAIR(OP("barrier", "")), "\"barrier_id\" is missing"},
    };
    for (size_t k = 0; k < T_COUNT(bad); k++)
        expect(bad[k][0], LB_ERR_FORMAT, bad[k][1]);
    expect(PAIR(OP("ppkt", "")), LB_ERR_UNSUPPORTED, "memory:3: of ops, ");
    expect(PAIR(OP("signal", ", \"channel_ids\": [0], \"channel_type\": \"switch\"")), LB_ERR_UNSUPPORTED, "channels");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_right),
        cmocka_unit_test(test_wrong),
        cmocka_unit_test(test_barrier),
        cmocka_unit_test(test_hostile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Schedules from pipes, which can be read once: of every format, recognised and read as from a file, with the same
 * sentences; and more than a pipe holds. */
#define _POSIX_C_SOURCE 200809L
#include "import_help.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define STEP(type, off)                                                                                                \
    "<step s=\"0\" type=\"" type "\" srcbuf=\"i\" srcoff=\"0\" dstbuf=\"o\" dstoff=\"" off                             \
    "\" cnt=\"1\" depid=\"-1\" deps=\"-1\" hasdep=\"0\"/></tb>"
#define TB(id, send, recv) "<tb id=\"" id "\" send=\"" send "\" recv=\"" recv "\" chan=\"0\">"
#define GPU(id, peer, own, other)                                                                                      \
    "<gpu id=\"" id "\" i_chunks=\"1\" o_chunks=\"2\" s_chunks=\"0\">\n" TB("0", peer, "-1") STEP("s", "0")            \
        TB("1", "-1", peer) STEP("r", other) TB("2", "-1", "-1") STEP("cpy", own) "</gpu>\n"
#define ALGO                                                                                                           \
    "<algo name=\"t\" proto=\"Simple\" nchannels=\"1\" nchunksperloop=\"2\" ngpus=\"2\" coll=\"allgather\" "           \
    "inplace=\"0\" outofplace=\"1\" minBytes=\"0\" maxBytes=\"0\">\n"

static char folder[] = "/tmp/lb-pipe-XXXXXX", path[64];

/* Reads what another process writes into the pipe. */
static int import(const char *text, size_t size, lb_imported *it, lb_why *why) {
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        FILE *pipe = fopen(path, "w");
        bool good = pipe && fwrite(text, 1, size, pipe) == size && fclose(pipe) == 0;
        _exit(good ? 0 : 1);
    }
    int error = lb_import(path, NULL, it, why), status = 0;
    assert_true(waitpid(child, &status, 0) == child);
    return error;
}

static void expect_piped(const char *text, lb_import_format format, lb_task_kind kind) {
    lb_imported it;
    lb_why why = {""};
    int error = import(text, strlen(text), &it, &why);
    t_note("%s", why.text);
    T_EQUAL(error, LB_OK);
    T_EQUAL(it.format, format);
    T_EQUAL(lb_task_kind_of(lb_plan_task(it.plan)), kind);
    t_check(it.plan, LB_REPLAY_FULL);
    lb_imported_free(&it);
}

static void expect_broken(const char *text, int expected, const char *sentence) {
    lb_imported it;
    lb_why why = {""};
    int error = import(text, strlen(text), &it, &why);
    t_note("%s", why.text);
    T_EQUAL(error, expected);
    assert_non_null(strstr(why.text, sentence));
    assert_ptr_equal(strstr(why.text, path), why.text);
    lb_imported_free(&it);
}

#define OWN "{\"linkbound\":1,\"network\":\"2\",\"task\":\"broadcast\"}\n"

static void test_formats(void **state) {
    (void)state;
    expect_piped(ALGO GPU("0", "1", "0", "1") GPU("1", "0", "1", "0") "</algo>\n", LB_IMPORT_MSCCL, LB_ALLGATHER);
    expect_piped("{\"6-Demand_Met\": {\"GPU 0\": {\"GPU 1\": {\"Chunk 0\": 1.0}}}, \"7-Flows\": [\"Chunk 0 from 0 "
                 "traveled over 0->1 in epoch 0\"]}",
                 LB_IMPORT_TECCL, LB_BROADCAST);
    expect_piped(OWN "{\"step\":1,\"from\":0,\"to\":1,\"data\":[[0]]}\n", LB_IMPORT_OWN, LB_BROADCAST);
    expect_piped("packet,step,from,to,port,action,origin,destination,copy,first,last,denominator,unit,task\n"
                 "1,1,0,1,0,copy,0,,0,0,1,1,1,broadcast\n",
                 LB_IMPORT_CSV, LB_BROADCAST);
}

static void test_wrong(void **state) {
    (void)state;
    expect_broken(ALGO GPU("0", "1", "0", "1") GPU("1", "0", "1", "1") "</algo>\n", LB_ERR_CHECK, ": ");
    expect_broken(ALGO "<gpu>", LB_ERR_FORMAT, ":2: <gpu> has no id");
    expect_broken(OWN "{\"step\":1,\n", LB_ERR_FORMAT, ":2: ");
    expect_broken("", LB_ERR_FORMAT, ": ");
    expect_broken("<svg/>", LB_ERR_UNSUPPORTED, "a picture");
    expect_broken("\x07\x0A\x05"
                  "0.0.4\x02\x08\x01",
                  LB_ERR_FORMAT, "a file for each rank");
}

/* What comes before is longer than what is looked at first, and than a pipe holds. */
static void test_long(void **state) {
    (void)state;
    const size_t gap = 300000;
    const char *rest = ALGO GPU("0", "1", "0", "1") GPU("1", "0", "1", "0") "</algo>\n";
    char *text = malloc(gap + strlen(rest) + 16);
    assert_non_null(text);
    snprintf(text, gap + strlen(rest) + 16, "<!--%*s-->\n%s", (int)gap - 8, "", rest);
    expect_piped(text, LB_IMPORT_MSCCL, LB_ALLGATHER);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formats),
        cmocka_unit_test(test_wrong),
        cmocka_unit_test(test_long),
    };
    if (!mkdtemp(folder))
        return 1;
    snprintf(path, sizeof path, "%s/pipe", folder);
    int failed = mkfifo(path, 0600) ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    rmdir(folder);
    return failed;
}

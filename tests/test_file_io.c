/* Schedule files: pipes, standard input and output, and files that are there whole or not at all. */
#define _XOPEN_SOURCE 700
#include "file/read.h"
#include "file_help.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#define GOOD                                                                                                           \
    "{\"linkbound\":1,\"network\":\"2x2\",\"task\":\"send\",\"to\":3,\"ports\":2,\"clock\":\"unit\","                  \
    "\"algorithm\":\"hand\",\"steps\":2,\"moves\":2,\"denominator\":1}\n"                                              \
    "{\"step\":1,\"from\":0,\"to\":1,\"data\":[[0,3]]}\n{\"step\":2,\"from\":1,\"to\":3,\"data\":[[0,3]]}\n"

/* ---- Pipes ---- */

/* A child that writes the text into the pipe, a few bytes at a time, so that lines arrive in parts. */
static pid_t feed(int out, const char *text, size_t chunk) {
    pid_t child = fork();
    assert_true(child >= 0);
    if (child > 0)
        return child;
    size_t size = strlen(text);
    for (size_t at = 0; at < size; at += chunk) {
        size_t part = size - at < chunk ? size - at : chunk;
        if (write(out, text + at, part) != (ssize_t)part)
            _exit(1);
    }
    _exit(0);
}

static void pipes(void **state) {
    (void)state;
    lb_plan *plan = plan_of("cube:4", LB_ALLTOALL, NULL, NULL);
    lb_header header;
    lb_report report;
    lb_why why = {""};
    assert_non_null(plan);
    assert_int_equal(lb_plan_write(plan, "s", NULL, &why), LB_OK);
    char *text = slurp("s");
    unlink("s");
    assert_int_equal(mkfifo("f", 0600), 0);
    static const size_t chunks[] = {1, 1000, 1 << 20};
    for (size_t i = 0; i < 3; i++) {
        int hold = open("f", O_RDWR); /* so that neither end waits for the other to open */
        int out = open("f", O_WRONLY);
        pid_t child = feed(out, text, chunks[i]);
        close(out);
        lb_reader reader;
        assert_int_equal(lb_reader_open(&reader, "f", 0, true, &why), LB_OK);
        close(hold);
        lb_move move;
        uint64_t moves = 0;
        for (int pass = 0; pass < 3; pass++) { /* the first pass stops halfway: the rest must come from the pipe */
            for (moves = 0; (pass || moves < 100) && lb_reader_next(&reader, &move, &why) == 1; moves++)
                ;
            lb_reader_rewind(&reader);
        }
        assert_int_equal(moves, lb_plan_moves(plan));
        lb_reader_close(&reader);
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
    }
    /* The same through standard input. */
    int ends[2], saved = dup(STDIN_FILENO), status;
    assert_int_equal(pipe(ends), 0);
    pid_t child = feed(ends[1], text, 4096);
    close(ends[1]);
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
    int error = lb_check_file("-", NULL, &header, &report, &why);
    dup2(saved, STDIN_FILENO);
    close(saved);
    assert_int_equal(error, LB_OK);
    expect_header(&header, plan);
    lb_task_free(header.task);
    lb_report_free(&report);
    assert_int_equal(waitpid(child, &status, 0), child);
    unlink("f");
    free(text);
    lb_plan_free(plan);
}

/* Standard input that is a file somebody has read from before; sentences name it. */
static void standard_input(void **state) {
    (void)state;
    lb_report report;
    lb_why why = {""};
    save("s", "a line before\n" GOOD "garbage\n");
    int saved = dup(STDIN_FILENO), file = open("s", O_RDONLY);
    assert_int_equal(lseek(file, 14, SEEK_SET), 14);
    dup2(file, STDIN_FILENO);
    close(file);
    int error = lb_check_file("-", NULL, NULL, &report, &why);
    dup2(saved, STDIN_FILENO);
    close(saved);
    assert_int_equal(error, LB_ERR_FORMAT);
    assert_string_equal(why.text, "standard input:4: expected '{' of a move, but found 'g'");
    unlink("s");
}

/* ---- Writing ---- */

static void standard_output(void **state) {
    (void)state;
    lb_plan *plan = plan_of("2x2", LB_BROADCAST, NULL, NULL);
    lb_report report;
    lb_why why = {""};
    fflush(stdout);
    int saved = dup(STDOUT_FILENO), file = open("s", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(file, STDOUT_FILENO);
    close(file);
    int error = lb_plan_write(plan, "-", NULL, &why);
    dup2(saved, STDOUT_FILENO);
    close(saved);
    assert_int_equal(error, LB_OK);
    assert_int_equal(lb_check_file("s", NULL, NULL, &report, &why), LB_OK);
    lb_report_free(&report);
    unlink("s");
    lb_plan_free(plan);
}

static int stop_at_once(void *user, double done) {
    ++*(int *)user;
    return done > 0.1;
}

static void cancelled(void **state) {
    (void)state;
    lb_plan *plan = plan_of("cube:7", LB_ALLTOALL, NULL, NULL);
    int calls = 0;
    lb_check_options options = {.progress = stop_at_once, .user = &calls};
    lb_why why = {""};
    save("s", "old");
    assert_int_equal(lb_plan_write(plan, "s", &options, &why), LB_ERR_CANCELLED);
    assert_string_equal(why.text, "s: writing was stopped");
    assert_true(calls >= 1);
    assert_int_equal(entries(), 1);
    char *text = slurp("s");
    assert_string_equal(text, "old");
    free(text);
    unlink("s");
    lb_plan_free(plan);
}

static void modes(void **state) {
    (void)state;
    lb_plan *plan = plan_of("2x2", LB_BROADCAST, NULL, NULL);
    struct stat facts;
    lb_why why = {""};
    char longest[256];
    memset(longest, 'n', 255);
    longest[255] = '\0';
    assert_int_equal(lb_plan_write(plan, longest, NULL, &why), LB_OK);
    assert_int_equal(unlink(longest), 0);
    mode_t old = umask(027);
    assert_int_equal(lb_plan_write(plan, "s", NULL, &why), LB_OK);
    umask(old);
    assert_int_equal(stat("s", &facts), 0);
    assert_int_equal(facts.st_mode & 0777, 0640);
    /* What a link points to is replaced, the link stays, and so does the mode. */
    assert_int_equal(chmod("s", 0604), 0);
    assert_int_equal(symlink("s", "l"), 0);
    save("s", "old");
    assert_int_equal(lb_plan_write(plan, "l", NULL, &why), LB_OK);
    assert_int_equal(lstat("l", &facts), 0);
    assert_true(S_ISLNK(facts.st_mode));
    assert_int_equal(stat("s", &facts), 0);
    assert_int_equal(facts.st_mode & 0777, 0604);
    assert_true(facts.st_size > 3);
    unlink("l");
    unlink("s");
    assert_int_equal(entries(), 0);
    lb_plan_free(plan);
}

static void bad_outputs(void **state) {
    (void)state;
    lb_plan *plan = plan_of("cube:7", LB_ALLTOALL, NULL, NULL);
    lb_why why = {""};
    assert_int_equal(lb_plan_write(plan, "none/s", NULL, &why), LB_ERR_IO);
    assert_string_equal(why.text, "none/s: cannot be written: No such file or directory");
    assert_int_equal(lb_plan_write(plan, "", NULL, &why), LB_ERR_IO);
    assert_int_equal(lb_plan_write(plan, ".", NULL, &why), LB_ERR_IO);
    assert_string_equal(why.text, ".: cannot be written: Is a directory");
    assert_int_equal(lb_plan_write(plan, "/dev/null", NULL, &why), LB_OK);
    struct stat facts;
    assert_int_equal(stat("/dev/null", &facts), 0);
    assert_true(S_ISCHR(facts.st_mode));
    assert_int_equal(lb_plan_write(plan, "/dev/full", NULL, &why), LB_ERR_IO);
    assert_string_equal(why.text, "/dev/full: cannot be written: No space left on device");
    /* A file that may not grow: what was written is taken away again. */
    struct rlimit old, small;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    small = old;
    small.rlim_cur = 300000;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    int error = lb_plan_write(plan, "s", NULL, &why);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    assert_int_equal(error, LB_ERR_IO);
    assert_string_equal(why.text, "s: cannot be written: File too large");
    assert_int_equal(entries(), 0);
    lb_plan_free(plan);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pipes),     cmocka_unit_test(standard_input), cmocka_unit_test(standard_output),
        cmocka_unit_test(cancelled), cmocka_unit_test(modes),          cmocka_unit_test(bad_outputs),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}

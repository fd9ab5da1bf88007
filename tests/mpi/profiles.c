/* Profiles: what may stand in the file and what not, writing and reading again; rank 0 reads for all. */
#define _POSIX_C_SOURCE 200809L
#include "support.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#define TITLE "linkbound-profile 1\n"

static const char *file_name(void) {
    static char path[64];
    snprintf(path, sizeof path, "/tmp/linkbound-test-profile.%ld", (long)getpid());
    return path;
}

static void put(const char *text) {
    FILE *file = fopen(file_name(), "w");
    fputs(text, file);
    fclose(file);
}

static bool is(lb_ratio ratio, const char *number) {
    lb_ratio other;
    return lb_ratio_parse(number, &other) == LB_OK && lb_ratio_compare(ratio, other) == 0;
}

static void test_bad(world *w) {
    const struct {
        const char *text, *why;
    } bad[] = {{"", "empty"},
               {"profile\n", "begins with"},
               {TITLE "tau x\n", "not a tau"},
               {TITLE "tau 0\n", "not a tau"},
               {TITLE "tau 1\ntau 1\n", ":3: tau is there twice"},
               {TITLE "beta 99999999999999999999\n", "not a beta"},
               {TITLE "ports 256\n", "not a ports"},
               {TITLE "window 0\n", "not a window"},
               {TITLE "chunk 63\n", "not a chunk"},
               {TITLE "gap\n", "'' is not a gap"},
               {TITLE "gap -1\n", "'-1' is not a gap"},
               {TITLE "gap 5 6\n", "'5 6' is not a gap"},
               {TITLE "gap 1\nbeta 2\ngap 1\n", ":4: gap is there twice"},
               {TITLE "hop\n", "'' is not a hop"},
               {TITLE "hop all\n", "'all' is not a hop"},
               {TITLE "hop None\n", "'None' is not a hop"},
               {TITLE "hop 1e3\n", "'1e3' is not a hop"},
               {TITLE "hop none\nhop none\n", "hop is there twice"},
               {TITLE "shared\n", "'' is not a shared"},
               {TITLE "shared 1\n", "'1' is not a shared"},
               {TITLE "shared yes\nshared no\n", "shared is there twice"},
               {TITLE "routed yes\n", "no 'routed'"}, /* hop says so */
               {TITLE "copy fast\n", "'fast' is not a copy"},
               {TITLE "meet -1\n", "'-1' is not a meet"},
               {TITLE "copy 1\ncopy 1\n", ":3: copy is there twice"},
               {TITLE "fish 3\n", "no 'fish'"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lb_mpi_profile profile = {.window = 7};
        lb_why why = {""};
        put(bad[i].text);
        if (lb_mpi_profile_read(file_name(), &profile, &why) != LB_ERR_FORMAT || !strstr(why.text, bad[i].why))
            fail(w, "'%s' gives '%s'", bad[i].text, why.text);
        CHECK(w, profile.window == 7); /* left as it was */
    }
}

static void test_good(world *w) {
    lb_mpi_profile profile;
    lb_why why;
    put(TITLE "beta 1500\n");
    CHECK(w, !lb_mpi_profile_read(file_name(), &profile, &why));
    CHECK(w, is(profile.gap, "1500") && !profile.routed && !profile.shared);
    CHECK(w, is(profile.copy, "0.2") && is(profile.meet, "1000")); /* of files that know no nodes */
    put("# of mine\n\n" TITLE "  gap\t12.5 # short\r\nbeta 1500\nhop 0\nshared yes\n");
    CHECK(w, !lb_mpi_profile_read(file_name(), &profile, &why));
    CHECK(w, is(profile.beta, "1500") && is(profile.gap, "12.5"));
    CHECK(w, profile.routed && is(profile.hop, "0") && profile.shared);
    put(TITLE "hop none\nshared no\ngap 0\n");
    CHECK(w, !lb_mpi_profile_read(file_name(), &profile, &why));
    CHECK(w, !profile.routed && !profile.shared && is(profile.gap, "0"));
}

static bool equal(const lb_mpi_profile *a, const lb_mpi_profile *b) {
    return lb_ratio_compare(a->tau, b->tau) == 0 && lb_ratio_compare(a->beta, b->beta) == 0 &&
           lb_ratio_compare(a->gap, b->gap) == 0 && lb_ratio_compare(a->hop, b->hop) == 0 && a->routed == b->routed &&
           a->shared == b->shared && a->ports == b->ports && lb_ratio_compare(a->copy, b->copy) == 0 &&
           lb_ratio_compare(a->meet, b->meet) == 0 && a->chunk == b->chunk && a->window == b->window;
}

static void test_written(world *w) {
    lb_mpi_profile profile = lb_mpi_profile_default(), again = {.window = 0};
    lb_why why;
    CHECK(w, !lb_mpi_profile_write(file_name(), &profile, &why) && !lb_mpi_profile_read(file_name(), &again, &why));
    CHECK(w, equal(&profile, &again));
    profile.ports = 3;
    profile.chunk = 4096;
    profile.window = 16;
    profile.shared = profile.routed = true;
    CHECK(w, !lb_ratio_parse("0.125", &profile.tau) && !lb_ratio_parse("437.5", &profile.gap));
    CHECK(w, !lb_ratio_parse("100.001", &profile.hop));
    CHECK(w, !lb_ratio_parse("0.0625", &profile.copy) && !lb_ratio_parse("250", &profile.meet));
    CHECK(w, !lb_mpi_profile_write(file_name(), &profile, &why) && !lb_mpi_profile_read(file_name(), &again, &why));
    CHECK(w, equal(&profile, &again));
}

static void test_no_file(world *w) {
    lb_mpi_profile profile = lb_mpi_profile_default();
    lb_why why;
    errno = ENOTTY; /* of some call long ago */
    CHECK(w, lb_mpi_profile_read("/tmp", &profile, &why) < 0 && strstr(why.text, "/tmp: not a file"));
    CHECK(w, lb_mpi_profile_read("/", &profile, &why) == LB_ERR_IO);
    CHECK(w, lb_mpi_profile_write("/dev/null/x", &profile, &why) == LB_ERR_IO);
    CHECK(w, lb_mpi_profile_write("/tmp", &profile, &why) == LB_ERR_IO && strstr(why.text, "/tmp: not a file"));
    char target[16] = ""; /* a device is written to, and not replaced */
    remove(file_name());
    CHECK(w, !symlink("/dev/null", file_name()) && !lb_mpi_profile_write(file_name(), &profile, &why));
    CHECK(w, readlink(file_name(), target, sizeof target - 1) == 9 && strcmp(target, "/dev/null") == 0);
    remove(file_name());
}

/* The others have no such file, and are not asked. */
static void test_rank_0(world *w) {
    char *usual = getenv("LINKBOUND_PROFILE"), *kept = usual ? strdup(usual) : NULL;
    lb_mpi_net *net = NULL;
    if (w->rank == 0)
        put(TITLE "gap 77\nhop 33\nshared yes\n");
    setenv("LINKBOUND_PROFILE", w->rank == 0 ? file_name() : "/nowhere", 1);
    CHECK(w, !lb_mpi_net_create(w->comm, NULL, &net));
    lb_mpi_profile profile = lb_mpi_net_profile(net);
    CHECK(w, is(profile.gap, "77") && is(profile.hop, "33") && profile.routed && profile.shared);
    CHECK(w, !lb_mpi_net_free(&net));
    put(TITLE "gap x\n");
    MPI_Comm_set_errhandler(w->comm, MPI_ERRORS_RETURN);
    int code = lb_mpi_net_create(w->comm, NULL, &net);
    CHECK(w, !net && class_of(code) == lb_mpi_error_class() && says(code, "'x' is not a gap"));
    if (kept)
        setenv("LINKBOUND_PROFILE", kept, 1);
    else
        unsetenv("LINKBOUND_PROFILE");
    free(kept);
}

/* Of a program's own: the same limits. */
static void test_set(world *w) {
    lb_mpi_profile profile = lb_mpi_net_profile(w->net), usual = profile;
    profile.gap = (lb_ratio){-1, 1};
    int code = lb_mpi_net_set_profile(w->net, &profile);
    CHECK(w, class_of(code) == lb_mpi_error_class() && says(code, "gap, hop, copy and meet not below"));
    profile = usual;
    profile.hop = (lb_ratio){1, 0};
    CHECK(w, lb_mpi_net_set_profile(w->net, &profile) != MPI_SUCCESS);
    profile = usual;
    profile.routed = true;
    CHECK(w, !lb_mpi_net_set_profile(w->net, &profile) && lb_mpi_net_profile(w->net).routed);
}

/* Whatever the time: a profile that can be set, the same everywhere. */
static void test_limit(world *w) {
    const double limits[] = {-1, 0, 0.001, 0.1};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        lb_mpi_profile profile = {.window = 0}, theirs;
        double took = -1;
        CHECK(w, !lb_mpi_tune_within(w->net, limits[i], &profile, &took) && took >= 0);
        theirs = profile;
        MPI_Bcast(&theirs, (int)sizeof theirs, MPI_BYTE, 0, w->comm);
        CHECK(w, equal(&profile, &theirs) && !lb_mpi_net_set_profile(w->net, &profile));
    }
}

/* The word none is no file. */
static void test_none(world *w) {
    char *usual = getenv("LINKBOUND_PROFILE"), *kept = usual ? strdup(usual) : NULL, path[64] = "";
    lb_mpi_profile profile, built_in = lb_mpi_profile_default();
    lb_why why;
    setenv("LINKBOUND_PROFILE", "none", 1);
    CHECK(w, !lb_mpi_profile_find(&profile, &why) && equal(&profile, &built_in));
    CHECK(w, lb_mpi_profile_path(path, sizeof path) >= 0 && strcmp(path, "none") != 0);
    if (kept)
        setenv("LINKBOUND_PROFILE", kept, 1);
    else
        unsetenv("LINKBOUND_PROFILE");
    free(kept);
}

static void run(world *w) {
    MPI_Comm_set_errhandler(w->comm, MPI_ERRORS_RETURN);
    if (w->size == 1) {
        test_bad(w);
        test_good(w);
        test_written(w);
        test_no_file(w);
    }
    test_rank_0(w);
    test_set(w);
    test_none(w);
    test_limit(w);
    remove(file_name());
    MPI_Comm_set_errhandler(w->comm, MPI_ERRORS_ARE_FATAL);
}

int main(int argc, char **argv) {
    return test_main(argc, argv, run);
}

/* lb_mpi_plan_init_file: schedules from files that rank 0 alone has, in our own format and as MSCCL XML, run again and
 * again; and what is wrong with a file is told to all. */
#define _XOPEN_SOURCE 700
#include "support.h"

#include "linkbound-export.h"

#include <stdio.h>
#include <unistd.h>

enum { LENGTH = 24, PROCESSES = 8, ALL = PROCESSES * (PROCESSES + 1) / 2 };

static char path[] = "/tmp/linkbound-plan-XXXXXX";

/* Rank 0: a file with a plan in it, of which `less` bytes are left out at the end; NULL: none. */
static void write_plan(world *w, const char *network, lb_task_kind kind, bool msccl, long less) {
    lb_net *net = NULL;
    lb_task *task = NULL;
    lb_plan *plan = NULL;
    if (w->rank > 0)
        return;
    CHECK(w, !lb_net_parse(network, &net, NULL) && !lb_task_create(net, kind, NULL, &task, NULL) &&
                 !lb_plan_create(task, NULL, &plan, NULL));
    if (msccl) {
        FILE *file = fopen(path, "w");
        CHECK(w, file && !lb_export(file, plan, LB_EXPORT_MSCCL, NULL, NULL));
        long size = file ? ftell(file) : 0;
        CHECK(w, file && !fclose(file) && !truncate(path, size - less));
    } else {
        CHECK(w, !lb_plan_write(plan, path, NULL, NULL));
    }
    lb_plan_free(plan);
    lb_task_free(task);
    lb_net_free(net);
}

static const char *mine(const world *w) {
    return w->rank == 0 ? path : "/nowhere"; /* the others need not have it */
}

static void sums(world *w, bool msccl) {
    double in[LENGTH], out[LENGTH];
    lb_data data = {.bytes = sizeof in};
    lb_mpi_request *request = NULL;
    CHECK(w, !lb_operator_of(LB_F64, LB_ADD, &data.op));
    write_plan(w, "2x2x2", LB_ALLREDUCE, msccl, 0);
    CHECK(w, !lb_mpi_plan_init_file(mine(w), &data, in, out, w->net, &request));
    for (int run = 0; run < 3 && request; run++) {
        for (int i = 0; i < LENGTH; i++) {
            in[i] = (w->rank + 1) * (i + 1) + run;
            out[i] = -1;
        }
        CHECK(w, !lb_mpi_start(request) && !lb_mpi_wait(&request));
        for (int i = 0; i < LENGTH; i++)
            CHECK(w, out[i] == ALL * (i + 1) + PROCESSES * run);
    }
    CHECK(w, !lb_mpi_request_free(&request));
}

static void gathers(world *w, bool msccl) {
    int64_t in = 100 + w->rank, out[PROCESSES];
    lb_data data = {.bytes = sizeof in};
    lb_mpi_request *request = NULL;
    memset(out, 0, sizeof out);
    write_plan(w, "2x2x2", LB_ALLGATHER, msccl, 0);
    CHECK(w, !lb_mpi_plan_init_file(mine(w), &data, &in, out, w->net, &request));
    CHECK(w, request && !lb_mpi_start(request) && !lb_mpi_wait(&request));
    for (int i = 0; i < PROCESSES; i++)
        CHECK(w, out[i] == 100 + i);
    CHECK(w, !lb_mpi_request_free(&request));
}

/* All get the same sentence, and no request. */
static void refused(world *w, const char *name, const char *part) {
    double in[PROCESSES], out[PROCESSES];
    lb_data data = {.bytes = sizeof *in};
    lb_mpi_request *request = (lb_mpi_request *)in;
    CHECK(w, !lb_operator_of(LB_F64, LB_ADD, &data.op));
    int code = lb_mpi_plan_init_file(name, &data, in, out, w->net, &request);
    CHECK(w, code != MPI_SUCCESS && class_of(code) == lb_mpi_error_class() && !request);
    if (!says(code, part))
        fail(w, "the error does not say '%s'", part);
}

/* The same of a file with this in it. */
static void refused_text(world *w, const char *text, const char *part) {
    FILE *file = w->rank == 0 ? fopen(path, "w") : NULL;
    CHECK(w, w->rank > 0 || (file && fputs(text, file) >= 0 && !fclose(file)));
    refused(w, mine(w), part);
}

#define HEAD       "{\"linkbound\":1,\"network\":\"2x2x2\",\"task\":\"allgather\"}\n"
#define IDLE(rank) "rank " rank " {\n}\n"
#define GOAL                                                                                                           \
    "num_ranks 8\nrank 0 {\nsend 8b to 1\n}\nrank 1 {\nrecv 8b from 0\n}\n" IDLE("2") IDLE("3") IDLE("4") IDLE("5")    \
        IDLE("6") IDLE("7")

/* Files that are wrong in other ways, of other tools, and no schedules at all. */
static void strangers(world *w) {
    refused_text(w, "", "linkbound-plan-");
    refused_text(w, "hello\n", "expected '{' of the header");
    refused_text(w, HEAD, "delivered");
    refused_text(w, HEAD "{\"step\":1,\"from\":0,\"to\":7,\"data\":[[0]]}\n", "link");
    refused_text(w, HEAD "{\"step\":1,\"from\":0,\"to\":1,\"data\":[[5]]}\n", "held");
    refused_text(w, HEAD "{\"step\":1,", "linkbound-plan-");
    refused_text(w, GOAL, "does not name its data");
    refused_text(w, "<svg/>", "a picture");
    refused_text(w, "<algo coll=\"allgather\"/>", "has no ngpus");
    refused_text(w, "{\"gpus\":[]}", "1 to 4096");
    refused_text(w, "{\"7-Flows\":[]}", "linkbound-plan-");
    write_plan(w, "2x2", LB_ALLGATHER, true, 0);
    refused(w, mine(w), "the file has 4 ranks, the network 8 nodes");
    write_plan(w, "2x2", LB_ALLGATHER, false, 0);
    refused(w, mine(w), "another network");
    write_plan(w, "2x2x2x2", LB_ALLREDUCE, true, 0);
    refused(w, mine(w), "the file has 16 ranks, the network 8 nodes");
}

static void run(world *w) {
    static bool done;
    lb_mpi_net *other = w->net;
    if (done || w->size != PROCESSES)
        return;
    done = true;
    CHECK(w, !lb_mpi_net_create(w->comm, "2x2x2", &w->net));
    int file = w->rank == 0 ? mkstemp(path) : -1;
    for (int msccl = 0; msccl < 2; msccl++) {
        sums(w, msccl);
        gathers(w, msccl);
    }
    MPI_Comm_set_errhandler(w->comm, MPI_ERRORS_RETURN);
    write_plan(w, "2x2x2", LB_ALLGATHER, true, 40);
    refused(w, mine(w), "linkbound-plan-");
    write_plan(w, "2x4", LB_ALLGATHER, false, 0);
    refused(w, mine(w), "another network");
    write_plan(w, "2x4", LB_ALLGATHER, true, 0);
    refused(w, mine(w), "link");
    strangers(w);
    refused(w, "/nowhere/at/all", "No such file");
    refused(w, "/tmp", "/tmp: a folder, pipe or device, and not a schedule file");
    refused(w, "/dev/null", "/dev/null: a folder, pipe or device, and not a schedule file");
    MPI_Comm_set_errhandler(w->comm, MPI_ERRORS_ARE_FATAL);
    if (w->rank == 0) {
        close(file);
        unlink(path);
    }
    CHECK(w, !lb_mpi_net_free(&w->net));
    w->net = other;
}

int main(int argc, char **argv) {
    return test_main(argc, argv, run);
}

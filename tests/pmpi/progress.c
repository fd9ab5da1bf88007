/* Nonblocking collectives advance while their process is in some other MPI call, and several threads may be at work,
 * each on its own communicator. */
#include "cases.h"

#include <pthread.h>
#include <stdio.h>

/* The last process waits for the broadcast, which comes to it by others, and then lets those go on. */
static void test_progress(group *g, int root) {
    enum { COUNT = 50000 };
    int *data = malloc(COUNT * sizeof *data), token = 0, last = g->size - 1;
    MPI_Request request;
    for (int i = 0; i < COUNT; i++)
        data[i] = g->rank == root ? i : -1;
    MPI_Ibcast(data, COUNT, MPI_INT, root, g->comm, &request);
    if (g->rank == last) {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        for (int to = 0; to < last; to++)
            MPI_Ssend(&token, 1, MPI_INT, to, 3, g->comm);
    } else {
        MPI_Recv(&token, 1, MPI_INT, last, 3, g->comm, MPI_STATUS_IGNORE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    if (data[COUNT - 1] != COUNT - 1)
        fail(g, "the broadcast has brought %d", data[COUNT - 1]);
    free(data);
}

/* Many at a time, waited for in another order at every process. */
static void test_many(group *g) {
    enum { MANY = 12, COUNT = 700 };
    double in[COUNT], out[MANY][COUNT];
    MPI_Request requests[MANY];
    MPI_Status statuses[MANY];
    for (int i = 0; i < COUNT; i++)
        in[i] = g->rank + i;
    for (int k = 0; k < MANY; k++)
        MPI_Iallreduce(in, out[k], COUNT, MPI_DOUBLE, MPI_SUM, g->comm, &requests[k]);
    for (int k = 0; k < MANY / 2; k++)
        MPI_Wait(&requests[(k + g->rank) % MANY], MPI_STATUS_IGNORE);
    MPI_Waitall(MANY, requests, statuses);
    for (int k = 0; k < MANY; k++) {
        if (out[k][9] != g->size * 9 + g->size * (g->size - 1) / 2.0)
            fail(g, "sum %d is %g", k, out[k][9]);
    }
}

/* Freed while it is under way, with its operator and its type; or complete, but nobody has asked yet. */
static void test_freed(group *g, bool complete) {
    MPI_Comm comm;
    MPI_Request request;
    MPI_Datatype pair;
    double in[600], out[600];
    MPI_Comm_dup(g->comm, &comm);
    MPI_Type_contiguous(2, MPI_DOUBLE, &pair);
    MPI_Type_commit(&pair);
    for (int i = 0; i < 600; i++)
        in[i] = g->rank == 0 ? i : 0;
    memcpy(out, in, sizeof out);
    MPI_Ibcast(out, 300, pair, 0, comm, &request);
    MPI_Type_free(&pair);
    if (complete)
        MPI_Allreduce(MPI_IN_PLACE, in, 600, MPI_DOUBLE, MPI_SUM, g->comm);
    MPI_Comm_free(&comm);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (out[599] != 599)
        fail(g, "after freeing: %g", out[599]);
}

/* More persistent ones than the engine can tell apart: the others are MPI's. */
static void test_persistent(group *g) {
#if LB_PERSISTENT
    enum { MANY = 2100 };
    int data[2] = {0};
    MPI_Request *requests = malloc(MANY * sizeof(MPI_Request));
    for (int k = 0; k < MANY; k++)
        LB_INIT_OF(Bcast)(data, 2, MPI_INT, 0, g->comm, MPI_INFO_NULL, &requests[k]);
    for (int k = 0; k < MANY; k += MANY - 1) {
        data[1] = g->rank == 0 ? k + 1 : -1;
        MPI_Start(&requests[k]);
        MPI_Wait(&requests[k], MPI_STATUS_IGNORE);
        if (data[1] != k + 1)
            fail(g, "persistent broadcast %d has brought %d", k, data[1]);
    }
    for (int k = 0; k < MANY; k++)
        MPI_Request_free(&requests[k]);
    free(requests);
#else
    (void)g;
#endif
}

typedef struct job {
    MPI_Comm comm;
    int which;
} job;

static void *work(void *user) {
    const job *j = user;
    group g = group_of(j->comm, j->which ? "the second thread's" : "the first thread's", 5 + (uint64_t)j->which);
    for (int i = 0; i < 25; i++) {
        test_case run = cases[draw(&g, case_count)];
        run(&g, BLOCKING);
    }
    return NULL;
}

static void test_threads(void) {
    job jobs[2] = {{.which = 0}, {.which = 1}};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        MPI_Comm_dup(MPI_COMM_WORLD, &jobs[i].comm);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, &jobs[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < 2; i++)
        MPI_Comm_free(&jobs[i].comm);
}

int main(int argc, char **argv) {
    int provided, queried;
    bool threads = argc > 1;
    MPI_Init_thread(&argc, &argv, threads ? MPI_THREAD_MULTIPLE : MPI_THREAD_FUNNELED, &provided);
    MPI_Query_thread(&queried);
    find_native();
    make_types();
    cases_open();
    group g = group_of(MPI_COMM_WORLD, "all", 9);
    if (queried != provided)
        fail(&g, "MPI_Query_thread gives %d, MPI_Init_thread %d", queried, provided);
    for (int root = 0; root < g.size; root++)
        test_progress(&g, root);
    test_many(&g);
    test_persistent(&g);
    for (int i = 0; i < 20; i++)
        test_freed(&g, i % 2 == 1);
    if (threads && provided == MPI_THREAD_MULTIPLE)
        test_threads();
    cases_close();
    free_types();
    int mine = failures, all = 0;
    MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (g.rank == 0)
        printf("progress: %d processes, %d failures\n", g.size, all);
    MPI_Finalize();
    return all > 0;
}

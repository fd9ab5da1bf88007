/* Finding MPI's own functions, and the engine's way to them. */
#define _GNU_SOURCE
#include "pmpi/native.h"

#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

lb_native_table lb_native;

static void *next(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) {
        fprintf(stderr, "linkbound: this MPI has no %s: the drop-in was built for another one\n", name);
        _exit(2);
    }
    return found;
}

/* A program of the one MPI with the drop-in for the other would crash somewhere inside. */
#ifdef OPEN_MPI
static const char *const others[] = {"/libmpich.so"}, own[] = "Open MPI", other[] = "MPICH";
#else
static const char *const others[] = {"/libmpi.so.40", "/libopen-rte.so"}, own[] = "MPICH", other[] = "Open MPI";
#endif

static int look(struct dl_phdr_info *info, size_t size, void *user) {
    (void)size;
    for (size_t i = 0; info->dlpi_name && i < sizeof others / sizeof *others; i++)
        *(bool *)user |= strstr(info->dlpi_name, others[i]) != NULL;
    return 0;
}

/* Whether the program, not what it starts, has an MPI: our own dependency is always there. */
static void refuse_other(void) {
    bool found = false;
    dl_iterate_phdr(look, &found);
    if (!found)
        return;
    fprintf(stderr, "linkbound: the program uses %s, and the drop-in that is preloaded is the one for %s\n", other,
            own);
    _exit(2);
}

__attribute__((constructor)) static void find_all(void) {
    refuse_other();
#define FIND(Name, verb, parameters, arguments)                                                                        \
    *(void **)&lb_native.verb = next("PMPI_" #Name);                                                                   \
    *(void **)&lb_native.i##verb = next("PMPI_I" #verb);
    LB_VERBS(FIND)
#undef FIND
#if LB_PERSISTENT
#define FIND(Name, verb, parameters, arguments) *(void **)&lb_native.verb##_init = next(LB_PMPI_INIT_TEXT(Name));
    LB_VERBS(FIND)
#undef FIND
#endif
#define FIND(Name, lower) *(void **)&lb_native.lower = next("PMPI_" #Name);
    LB_OTHERS(FIND)
#undef FIND
}

/* The engine's way. */
int lb_native_bcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm) {
    return lb_native.bcast(buffer, count, datatype, root, comm);
}

int lb_native_allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                        MPI_Comm comm) {
    return lb_native.allreduce(sendbuf, recvbuf, count, datatype, op, comm);
}

int lb_native_gatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int *recvcounts,
                      const int *displs, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    return lb_native.gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
}

int lb_native_comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm) {
    return lb_native.comm_split(comm, color, key, newcomm);
}

int lb_native_gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                     MPI_Datatype recvtype, int root, MPI_Comm comm) {
    return lb_native.gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
}

int lb_native_iallgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                         MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
    return lb_native.iallgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
}

int lb_native_comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm) {
    return lb_native.comm_create(comm, group, newcomm);
}

int lb_native_comm_free(MPI_Comm *comm) {
    return lb_native.comm_free(comm);
}

int lb_native_query_thread(int *provided) {
    return lb_native.query_thread(provided);
}

int lb_native_type_free(MPI_Datatype *type) {
    return lb_native.type_free(type);
}

int lb_native_waitall(int count, MPI_Request requests[], MPI_Status statuses[]) {
    return lb_native.waitall(count, requests, statuses);
}

int lb_native_waitsome(int count, MPI_Request requests[], int *done, int indices[], MPI_Status statuses[]) {
    return lb_native.waitsome(count, requests, done, indices, statuses);
}

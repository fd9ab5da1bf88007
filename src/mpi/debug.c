/* Debug mode: before an operation begins, every process tells every other what it is about to do. */
#include "mpi/request.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

int lb_debug_begin(lb_mpi_request *r) {
    lb_mpi_net *net = r->net;
    if (!r->all)
        r->all = lb_mpi_take((uint64_t)net->size, sizeof *r->all);
    if (!r->all)
        return MPI_ERR_NO_MEM;
    memset(&r->mine, 0, sizeof r->mine);
    r->mine =
        (lb_signature){.root = r->call.root, .bytes = r->call.uneven ? 0 : r->call.bytes, .unit = r->call.commutes};
    snprintf(r->mine.text, sizeof r->mine.text, "%s", r->call.name);
    /* Waited for by lb_debug_poll. */
    return MPI_Iallgather(/* NOLINT(clang-analyzer-optin.mpi.MPI-Checker) */
                          &r->mine, (int)sizeof r->mine, MPI_BYTE, r->all, (int)sizeof r->mine, MPI_BYTE, net->comm,
                          &r->check);
}

static void describe(const lb_signature *s, char *text, size_t size) {
    snprintf(text, size, "%s, root %" PRIu64 ", blocks of %" PRIu64 " bytes", s->text, s->root, s->bytes);
}

int lb_debug_poll(lb_mpi_request *r, bool *there) {
    int flag = 0, code = MPI_Test(&r->check, &flag, MPI_STATUS_IGNORE);
    *there = flag != 0;
    if (code != MPI_SUCCESS || !flag)
        return code;
    for (int i = 1; i < r->net->size; i++) {
        if (memcmp(&r->all[0], &r->all[i], sizeof r->all[0]) == 0)
            continue;
        lb_why why;
        char first[96], other[96];
        describe(&r->all[0], first, sizeof first);
        describe(&r->all[i], other, sizeof other);
        snprintf(why.text, sizeof why.text, "the processes do not agree: rank 0 has %s; rank %d has %s", first, i,
                 other);
        return lb_process_code(r->net->process, LB_ERR_ARG, &why);
    }
    return MPI_SUCCESS;
}

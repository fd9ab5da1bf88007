/* Tasks as people call them: the names of MPI, of NCCL and of the papers, in any spelling. */
#define _POSIX_C_SOURCE 200809L /* for strncasecmp */
#include "base/nearest.h"
#include "task/task.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* Small letters alone: "MPI_Reduce_scatter" and "reduce-scatter" are "reducescatter". */
static void plain(const char *name, char out[48]) {
    size_t length = 0;
    if (strncasecmp(name, "mpi_", 4) == 0 || strncasecmp(name, "nccl", 4) == 0)
        name += 4;
    for (; *name && length < 47; name++) {
        if (*name != '-' && *name != '_' && *name != ' ')
            out[length++] = (char)tolower((unsigned char)*name);
    }
    out[length] = '\0';
}

int lb_task_kind_find(const char *name, lb_task_kind *kind, lb_why *why) {
    static const struct {
        const char *name;
        lb_task_kind kind;
    } others[] = {{"bcast", LB_BROADCAST},
                  {"onetoall", LB_BROADCAST},
                  {"multinodebroadcast", LB_ALLGATHER},
                  {"gossip", LB_ALLGATHER},
                  {"alltoallbroadcast", LB_ALLGATHER},
                  {"totalexchange", LB_ALLTOALL},
                  {"alltoallpersonalized", LB_ALLTOALL},
                  {"completeexchange", LB_ALLTOALL},
                  {"reducescatterblock", LB_REDUCE_SCATTER},
                  {"prefix", LB_SCAN},
                  {"permutation", LB_PERMUTE},
                  {"p2p", LB_SEND},
                  {"sendrecv", LB_SEND},
                  {"neighbours", LB_NEIGHBORS},
                  {"neighboralltoall", LB_NEIGHBORS},
                  {"halo", LB_NEIGHBORS}};
    char typed[48], known[48];
    const char *names[LB_TASK_KINDS];
    if (lb_task_kind_parse(name, kind) == LB_OK)
        return LB_OK;
    plain(name, typed);
    for (int i = 0; i < LB_TASK_KINDS; i++) {
        names[i] = lb_task_kind_name((lb_task_kind)i);
        plain(names[i], known);
        *kind = (lb_task_kind)i;
        if (strcmp(known, typed) == 0)
            return LB_OK;
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        *kind = others[i].kind;
        if (strcmp(others[i].name, typed) == 0)
            return LB_OK;
    }
    return lb_fail_unknown("task", name, names, LB_TASK_KINDS, why);
}

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
    static const char *const prefixes[] = {"mpi_", "nccl", "rccl", "ucc_coll_type_", "shmem_"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        if (strncasecmp(name, prefixes[i], strlen(prefixes[i])) == 0)
            name += strlen(prefixes[i]);
    }
    for (; *name && length < 47; name++) {
        if (*name != '-' && *name != '_' && *name != ' ')
            out[length++] = (char)tolower((unsigned char)*name);
    }
    out[length] = '\0';
}

/* MPI's names that are not ours already, PyTorch's, JAX's, OpenSHMEM's, the papers'. */
static const struct {
    const char *name;
    lb_task_kind kind;
} others[] = {{"bcast", LB_BROADCAST},
              {"onetoall", LB_BROADCAST},
              {"multicast", LB_BROADCAST},
              {"onetoallpersonalized", LB_SCATTER},
              {"distribute", LB_SCATTER},
              {"alltoonepersonalized", LB_GATHER},
              {"collect", LB_GATHER},
              {"multinodebroadcast", LB_ALLGATHER},
              {"gossip", LB_ALLGATHER},
              {"alltoallbroadcast", LB_ALLGATHER},
              {"allgatherintotensor", LB_ALLGATHER},
              {"fcollect", LB_ALLGATHER},
              {"a2a", LB_ALLTOALL},
              {"totalexchange", LB_ALLTOALL},
              {"alltoallpersonalized", LB_ALLTOALL},
              {"completeexchange", LB_ALLTOALL},
              {"alltoallsingle", LB_ALLTOALL},
              {"alltoone", LB_REDUCE},
              {"reduction", LB_REDUCE},
              {"reducescatterblock", LB_REDUCE_SCATTER},
              {"reducescattertensor", LB_REDUCE_SCATTER},
              {"psumscatter", LB_REDUCE_SCATTER},
              {"psum", LB_ALLREDUCE},
              {"globalsum", LB_ALLREDUCE},
              {"allreducesum", LB_ALLREDUCE},
              {"prefix", LB_SCAN},
              {"prefixsum", LB_SCAN},
              {"parallelprefix", LB_SCAN},
              {"permutation", LB_PERMUTE},
              {"collectivepermute", LB_PERMUTE},
              {"ppermute", LB_PERMUTE},
              {"shift", LB_PERMUTE},
              {"p2p", LB_SEND},
              {"sendrecv", LB_SEND},
              {"pingpong", LB_SEND},
              {"unicast", LB_SEND},
              {"pointtopoint", LB_SEND},
              {"recv", LB_SEND},
              {"neighbours", LB_NEIGHBORS},
              {"neighboralltoall", LB_NEIGHBORS},
              {"halo", LB_NEIGHBORS},
              {"haloexchange", LB_NEIGHBORS},
              {"stencil", LB_NEIGHBORS}};

static int fail(const char *name, const char *typed, const char *const *names, lb_why *why) {
    const char *near = lb_nearest(typed, names, LB_TASK_KINDS);
    if (strcmp(typed, "barrier") == 0 || strcmp(typed, "ibarrier") == 0)
        return lb_fail(why, LB_ERR_ARG, "'%.60s' moves no data; the nearest task is an allreduce of a short message",
                       name);
    if (near)
        return lb_fail(why, LB_ERR_ARG, "unknown task '%.60s'; did you mean %s?", name, near);
    return lb_fail_unknown("task", name, names, LB_TASK_KINDS, why);
}

int lb_task_kind_find(const char *name, lb_task_kind *kind, lb_why *why) {
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
    return fail(name, typed, names, why);
}

/* Placement. Rank 0 hears all hosts' names, decides, and tells. */
#define _POSIX_C_SOURCE 200809L
#include "mpi/placement.h"

#include "mpi/hosts.h"
#include "mpi/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = MPI_MAX_PROCESSOR_NAME };

const char *lb_learnt_words(lb_learnt learnt) {
    static const char *const words[] = {"process r is node r", "the hosts file", "LINKBOUND_SLOTS",
                                        "hosts in the order of their first ranks", "their cables"};
    return words[learnt];
}

/* ---- By ranks ---- */

static int by_slots(const lb_settings *set, int size, int nodes, int *node_of, lb_why *why) {
    if ((size + set->slots - 1) / set->slots != nodes) {
        snprintf(why->text, sizeof why->text,
                 "%d processes, %d to a node (LINKBOUND_SLOTS), are %d nodes, and the network has %d", size, set->slots,
                 (size + set->slots - 1) / set->slots, nodes);
        return LB_ERR_ARG;
    }
    for (int r = 0; r < size; r++)
        node_of[r] = r / set->slots;
    return LB_OK;
}

/* ---- By hosts ---- */

static const char *name_of(const char *names, int rank) {
    return names + (size_t)rank * NAME;
}

static int by_file(const char *path, const lb_net *net, const char *names, int size, int *node_of, lb_why *why) {
    lb_hosts *hosts;
    int error = lb_hosts_read(path, net, &hosts, why);
    for (int r = 0; r < size && !error; r++) {
        node_of[r] = lb_hosts_node(hosts, name_of(names, r));
        if (node_of[r] < 0) {
            snprintf(why->text, sizeof why->text, "the hosts file %.80s does not name the host '%.60s' of rank %d",
                     path, name_of(names, r), r);
            error = LB_ERR_ARG;
        }
    }
    lb_hosts_free(hosts);
    return error;
}

typedef struct host {
    const char *name;
    int rank;
} host;

static int by_name(const void *a, const void *b) {
    const host *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order ? order : (x->rank > y->rank) - (x->rank < y->rank);
}

/* Every rank's node is for now the first rank on its host. The number of hosts. */
static int find_firsts(const char *names, int size, host *hosts, int *node_of) {
    int count = 0, first = 0;
    for (int r = 0; r < size; r++)
        hosts[r] = (host){name_of(names, r), r};
    qsort(hosts, (size_t)size, sizeof *hosts, by_name);
    for (int i = 0; i < size; i++) {
        bool same = i > 0 && strcmp(hosts[i].name, hosts[i - 1].name) == 0;
        first = same ? first : hosts[i].rank;
        count += !same;
        node_of[hosts[i].rank] = first;
    }
    return count;
}

/* Hosts are numbered in the order of their first ranks. */
static int number_hosts(const char *names, int size, int *host_of, int *count) {
    host *hosts = lb_mpi_take((uint64_t)size, sizeof *hosts);
    int next = 0;
    if (!hosts)
        return LB_ERR_MEMORY;
    *count = find_firsts(names, size, hosts, host_of);
    free(hosts);
    for (int r = 0; r < size; r++) /* whose first ranks are before r have their numbers */
        host_of[r] = host_of[r] == r ? next++ : host_of[host_of[r]];
    return LB_OK;
}

static int by_host(const char *names, int size, int nodes, int *node_of, lb_why *why) {
    int count = 0, error = number_hosts(names, size, node_of, &count);
    if (!error && count != nodes) {
        snprintf(why->text, sizeof why->text, "the network has %d nodes, and there are %d processes on %d host%s",
                 nodes, size, count, count == 1 ? "" : "s");
        return LB_ERR_ARG;
    }
    return error;
}

/* ---- Telling ---- */

static int none_empty(const int *node_of, int size, int nodes, lb_why *why) {
    bool *there = lb_mpi_take((uint64_t)nodes, sizeof *there);
    int missing = -1;
    if (!there)
        return LB_ERR_MEMORY;
    for (int r = 0; r < size; r++)
        there[node_of[r]] = true;
    for (int v = nodes - 1; v >= 0; v--)
        missing = there[v] ? missing : v;
    free(there);
    if (missing < 0)
        return LB_OK;
    snprintf(why->text, sizeof why->text, "node %d has no process: no host that the hosts file names for it runs one",
             missing);
    return LB_ERR_ARG;
}

static int decide(const lb_settings *set, const lb_net *net, const char *names, int size, int *node_of, lb_why *why) {
    int nodes = (int)lb_net_nodes(net);
    if (!set->hosts[0])
        return by_host(names, size, nodes, node_of, why);
    int error = by_file(set->hosts, net, names, size, node_of, why);
    return error ? error : none_empty(node_of, size, nodes, why);
}

/* An error of the engine's; the names come to rank 0, `names` there. */
static int gather_names(MPI_Comm comm, int rank, int size, char **names) {
    char mine[NAME] = "";
    int length = 0, ready;
    const char *said = getenv("LINKBOUND_HOSTNAME");
    MPI_Get_processor_name(mine, &length);
    if (said && *said)
        snprintf(mine, sizeof mine, "%s", said);
    *names = rank == 0 ? lb_mpi_take((uint64_t)size, NAME) : NULL;
    ready = rank > 0 || *names;
    if (MPI_Bcast(&ready, 1, MPI_INT, 0, comm) != MPI_SUCCESS)
        return LB_ERR_IO;
    if (!ready)
        return LB_ERR_MEMORY;
    return MPI_Gather(mine, NAME, MPI_BYTE, *names, NAME, MPI_BYTE, 0, comm) == MPI_SUCCESS ? LB_OK : LB_ERR_IO;
}

typedef struct letter {
    int error;
    lb_why why;
} letter;

static int by_names(MPI_Comm comm, const lb_settings *set, const lb_net *net, int size, int *node_of, lb_why *why) {
    int rank = 0;
    char *names;
    letter told;
    memset(&told, 0, sizeof told);
    MPI_Comm_rank(comm, &rank);
    int error = gather_names(comm, rank, size, &names);
    if (error)
        return error;
    if (rank == 0)
        told.error = decide(set, net, names, size, node_of, &told.why);
    free(names);
    if (MPI_Bcast(&told, (int)sizeof told, MPI_BYTE, 0, comm) != MPI_SUCCESS)
        return LB_ERR_IO;
    *why = told.why;
    if (!told.error && MPI_Bcast(node_of, size, MPI_INT, 0, comm) != MPI_SUCCESS)
        return LB_ERR_IO;
    return told.error;
}

int lb_placement_hosts(MPI_Comm comm, int *host_of, int *hosts, char **names) {
    int rank = 0, size = 0, told[2] = {LB_OK, 0};
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    int error = gather_names(comm, rank, size, names);
    if (error)
        return error;
    if (rank == 0)
        told[0] = number_hosts(*names, size, host_of, &told[1]);
    if (MPI_Bcast(told, 2, MPI_INT, 0, comm) != MPI_SUCCESS)
        told[0] = LB_ERR_IO;
    if (!told[0] && MPI_Bcast(host_of, size, MPI_INT, 0, comm) != MPI_SUCCESS)
        told[0] = LB_ERR_IO;
    if (told[0]) {
        free(*names);
        *names = NULL;
    }
    *hosts = told[1];
    return told[0];
}

int lb_placement_find(MPI_Comm comm, const lb_settings *set, const lb_net *net, int *node_of, lb_learnt *learnt,
                      lb_why *why) {
    int size = 0, nodes = (int)lb_net_nodes(net);
    MPI_Comm_size(comm, &size);
    *learnt = LB_LEARNT_RANKS;
    if (nodes > size) {
        snprintf(why->text, sizeof why->text, "the network has %d nodes, and there are %d processes", nodes, size);
        return LB_ERR_ARG;
    }
    if (set->hosts[0]) {
        *learnt = LB_LEARNT_HOSTS_FILE;
        return by_names(comm, set, net, size, node_of, why);
    }
    if (set->slots > 0) {
        *learnt = LB_LEARNT_SLOTS;
        return by_slots(set, size, nodes, node_of, why);
    }
    for (int r = 0; r < size; r++)
        node_of[r] = r;
    if (nodes == size)
        return LB_OK;
    *learnt = LB_LEARNT_HOSTS;
    return by_names(comm, set, net, size, node_of, why);
}

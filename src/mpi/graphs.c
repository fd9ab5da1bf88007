/* Networks that files describe: on other hosts there may be another file of that name, or none, and it may change. So
 * rank 0 reads it, and tells its links. A network depends on nothing but these, so that all have the same. */
#include "mpi/graphs.h"

#include "mpi/memory.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* ---- What was told ---- */

typedef struct known {
    struct known *next;
    lb_net *net;
    char name[];
} known;

static known *all;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool is_graph(const char *name) {
    return strncmp(name, "graph:", 6) == 0;
}

static known *find(const char *name) {
    known *k = all;
    while (k && strcmp(k->name, name) != 0)
        k = k->next;
    return k;
}

/* The network is its own from now on; what had that name before is forgotten. */
static int keep(const char *name, lb_net *net) {
    pthread_mutex_lock(&lock);
    known *k = find(name);
    if (!k) {
        k = lb_mpi_take(1, sizeof *k + strlen(name) + 1);
        if (k) {
            memcpy(k->name, name, strlen(name) + 1);
            k->next = all;
            all = k;
        }
    }
    if (k) {
        lb_net_free(k->net);
        k->net = net;
    }
    pthread_mutex_unlock(&lock);
    if (!k)
        lb_net_free(net);
    return k ? LB_OK : LB_ERR_MEMORY;
}

int lb_graph_recall(const char *name, lb_net **net, lb_why *why) {
    *net = NULL;
    pthread_mutex_lock(&lock);
    const known *k = is_graph(name) ? find(name) : NULL;
    int error = k ? lb_net_without(k->net, NULL, 0, NULL, 0, net, why) : LB_OK;
    pthread_mutex_unlock(&lock);
    return k ? error : lb_net_parse(name, net, why);
}

/* ---- Telling ---- */

typedef struct letter {
    int error;
    lb_why why;
    uint32_t nodes;
    int links;
    char known[512]; /* what the file was found to describe, if that has a name */
} letter;

/* The lanes one by one, which are added up again. Their number, where there is no list. */
static int list_links(const lb_net *net, lb_link *links) {
    int count = 0;
    for (uint32_t v = 0; v < lb_net_nodes(net); v++) {
        for (unsigned port = 0; port < lb_net_ports(net); port++) {
            if (!lb_link_alive(net, v, port))
                continue;
            if (links)
                links[count] = (lb_link){.from = v, .to = lb_neighbor(net, v, port), .speed = 1};
            count++;
        }
    }
    return count;
}

static int receive(MPI_Comm comm, const letter *told, const lb_net *net, const char *name, lb_why *why) {
    lb_link *links = lb_mpi_take((uint64_t)told->links, sizeof *links);
    lb_net *made = NULL;
    int mine = links != NULL, ready = 0, error = LB_ERR_IO;
    if (links && net)
        list_links(net, links);
    if (MPI_Allreduce(&mine, &ready, 1, MPI_INT, MPI_MIN, comm) != MPI_SUCCESS)
        ready = 0;
    else
        error = LB_ERR_MEMORY;
    if (ready && MPI_Bcast(links, told->links * (int)sizeof *links, MPI_BYTE, 0, comm) == MPI_SUCCESS)
        error = lb_net_graph(told->nodes, links, (size_t)told->links, name, &made, why);
    free(links);
    return error ? error : keep(name, made);
}

static int make_known(const letter *told, const char *name, lb_why *why) {
    lb_net *made = NULL;
    int error = lb_net_parse(told->known, &made, why);
    return error ? error : keep(name, made);
}

int lb_graph_tell(MPI_Comm comm, const char *name, lb_why *why) {
    int rank = 0;
    lb_net *net = NULL;
    letter told;
    if (!is_graph(name))
        return LB_OK;
    memset(&told, 0, sizeof told);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0)
        told.error = lb_net_parse(name, &net, &told.why);
    if (net) {
        told.nodes = lb_net_nodes(net);
        told.links = list_links(net, NULL);
        if (!lb_net_is_graph(net))
            lb_net_name(net, told.known, sizeof told.known);
    }
    int error = MPI_Bcast(&told, (int)sizeof told, MPI_BYTE, 0, comm) == MPI_SUCCESS ? told.error : LB_ERR_IO;
    if (error)
        *why = told.why;
    else if (told.known[0])
        error = make_known(&told, name, why);
    else
        error = receive(comm, &told, net, name, why);
    lb_net_free(net);
    return error;
}

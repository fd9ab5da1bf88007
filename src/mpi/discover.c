/* Discovery. One process of every host speaks for it: it says hello on all interfaces and tells rank 0 what it has
 * heard (hello.c), and rank 0 makes cables of that (cables.c) and a network of them (src/find). Where there are no
 * cables to be seen, messages between all pairs of hosts are timed (latencies.c). */
#define _POSIX_C_SOURCE 200809L
#include "mpi/discover.h"

#include "mpi/latencies.h"
#include "mpi/memory.h"
#include "mpi/without.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { NAME = MPI_MAX_PROCESSOR_NAME };

static void rest(long milliseconds) {
    struct timespec t = {0, milliseconds * 1000000};
    nanosleep(&t, NULL);
}

/* ---- Hellos ---- */

/* The same port for all: rank 0 takes one that is free, and some other may find that it is not. */
static lb_hello *open_ears(MPI_Comm speakers, const lb_interface *list, int count) {
    int rank = 0;
    lb_hello *hello = NULL;
    MPI_Comm_rank(speakers, &rank);
    for (int attempt = 0; attempt < 4; attempt++) {
        uint16_t port = 0;
        int fine = 1, all = 0;
        if (rank == 0)
            hello = lb_hello_open(list, count, &port);
        MPI_Bcast(&port, 1, MPI_UINT16_T, 0, speakers);
        if (rank > 0 && port > 0)
            hello = lb_hello_open(list, count, &port);
        fine = hello != NULL;
        MPI_Allreduce(&fine, &all, 1, MPI_INT, MPI_MIN, speakers);
        if (all)
            return hello;
        lb_hello_close(hello);
        hello = NULL;
    }
    return NULL;
}

/* Three times, should one be lost; what came before the end lies ready to be heard. */
static int exchange(MPI_Comm speakers, lb_hello *hello, int host) {
    static const long pauses[] = {30, 100, 30};
    uint64_t nonce = (uint64_t)time(NULL) << 20;
    int error = LB_OK;
    nonce ^= (uint64_t)(uintptr_t)hello;
    MPI_Bcast(&nonce, 1, MPI_UINT64_T, 0, speakers);
    MPI_Barrier(speakers); /* all have their ears open */
    for (int i = 0; i < 3 && !error; i++) {
        lb_hello_say(hello, nonce, host);
        rest(pauses[i]);
        error = lb_hello_hear(hello, nonce);
    }
    MPI_Barrier(speakers);
    rest(30);
    return error ? error : lb_hello_hear(hello, nonce);
}

/* Bytes of every host, one host's after the other, at rank 0, where *all is the caller's to free. */
static int gather(MPI_Comm speakers, const void *mine, int bytes, char **all, int **ends) {
    int rank = 0, size = 0;
    MPI_Comm_rank(speakers, &rank);
    MPI_Comm_size(speakers, &size);
    int *counts = lb_mpi_take((uint64_t)size, sizeof *counts), *starts = lb_mpi_take((uint64_t)size, sizeof *starts);
    *ends = lb_mpi_take((uint64_t)size, sizeof **ends);
    *all = NULL;
    int ready = counts && starts && *ends, everywhere = 0, total = 0;
    MPI_Allreduce(&ready, &everywhere, 1, MPI_INT, MPI_MIN, speakers);
    if (everywhere && counts && starts) {
        MPI_Gather(&bytes, 1, MPI_INT, counts, 1, MPI_INT, 0, speakers);
        for (int i = 0; i < size && rank == 0; i++) {
            starts[i] = total;
            total += counts[i];
            (*ends)[i] = total;
        }
        *all = rank == 0 ? lb_mpi_take((uint64_t)total + 1, 1) : NULL;
        everywhere = rank > 0 || *all;
        MPI_Bcast(&everywhere, 1, MPI_INT, 0, speakers);
    }
    if (everywhere)
        MPI_Gatherv(mine, bytes, MPI_BYTE, *all, counts, starts, MPI_BYTE, 0, speakers);
    free(counts);
    free(starts);
    return everywhere ? LB_OK : LB_ERR_MEMORY;
}

/* Rank 0's: all interfaces, and who has heard whom on them. */
static int make_jacks(int size, const char *lists, const int *list_ends, const char *heards, const int *heard_ends,
                      lb_jacks *jacks) {
    int total = heard_ends[size - 1] / (int)sizeof(lb_heard), error = LB_OK;
    int *by = lb_mpi_take((uint64_t)total + 1, sizeof *by);
    if (!by)
        return LB_ERR_MEMORY;
    for (int host = 0; host < size && !error; host++) {
        int first = host ? list_ends[host - 1] : 0;
        const lb_interface *list = (const lb_interface *)(const void *)(lists + first);
        error = lb_jacks_add(jacks, host, list, (list_ends[host] - first) / (int)sizeof *list);
        for (int i = host ? heard_ends[host - 1] : 0; i < heard_ends[host]; i += (int)sizeof(lb_heard))
            by[i / (int)sizeof(lb_heard)] = host;
    }
    if (!error)
        lb_jacks_join(jacks, (const lb_heard *)(const void *)heards, by, total);
    free(by);
    return error;
}

/* A host that cannot say hello still tells of its addresses. */
static int look_for_cables(MPI_Comm speakers, int host, lb_jacks *jacks) {
    lb_interface list[LB_MOST_INTERFACES];
    int count = lb_interfaces_list(list), size = 0, heard_count = 0, *list_ends = NULL, *heard_ends = NULL;
    char *lists = NULL, *heards = NULL;
    lb_hello *hello = open_ears(speakers, list, count);
    int error = hello ? exchange(speakers, hello, host) : LB_OK;
    const lb_heard *heard = hello && !error ? lb_hello_all(hello, &heard_count) : NULL;
    MPI_Comm_size(speakers, &size);
    error = gather(speakers, list, count * (int)sizeof *list, &lists, &list_ends);
    if (!error)
        error = gather(speakers, heard, heard_count * (int)sizeof *heard, &heards, &heard_ends);
    if (!error && host == 0)
        error = make_jacks(size, lists, list_ends, heards, heard_ends, jacks);
    lb_hello_close(hello);
    free(lists);
    free(heards);
    free(list_ends);
    free(heard_ends);
    return error;
}

/* ---- Deciding ---- */

typedef struct asked {
    int cables, latencies; /* what may be looked at */
    const lb_net *network;
} asked;

static bool read_evidence(asked *what, lb_why *why) {
    const char *text = getenv("LINKBOUND_DISCOVER");
    bool any = text && *text;
    what->cables = !any || strcmp(text, "cables") == 0;
    what->latencies = !any || strcmp(text, "latencies") == 0;
    if (what->cables || what->latencies)
        return true;
    snprintf(why->text, sizeof why->text, "LINKBOUND_DISCOVER: '%.40s' is neither cables nor latencies", text);
    return false;
}

/* A network that its missing links cut in parts is none. */
static int holds_together(const lb_found *found, lb_why *why) {
    lb_net *net = NULL;
    char name[LB_DISCOVER_NAME];
    lb_why reason = {""};
    lb_net_title(found->net, name, sizeof name);
    int error = lb_net_parse(name, &net, why);
    if (!error && found->without[0])
        error = lb_mpi_without(found->without, &net, &reason);
    lb_net_free(net);
    if (reason.text[0])
        snprintf(why->text, sizeof why->text,
                 "the hosts are wired as %.60s at best, but without the links that are missing: %.120s", name,
                 reason.text);
    return error;
}

static int from_cables(lb_discovery *d, const asked *what, lb_why *why) {
    lb_cable *cables = NULL;
    size_t count = 0;
    int error = lb_jacks_cables(&d->jacks, &cables, &count);
    if (!error && count == 0 && d->hosts > 1) {
        snprintf(why->text, sizeof why->text, "no two of the %d hosts are wired to each other as far as can be seen",
                 d->hosts);
        error = LB_ERR_UNSUPPORTED;
    }
    if (!error)
        error = lb_find_network((uint32_t)d->hosts, cables, count, what->network, &d->found, why);
    if (!error)
        error = holds_together(d->found, why);
    free(cables);
    return error;
}

typedef struct letter {
    int error;
    lb_why why;
    char network[LB_DISCOVER_NAME], without[LB_DISCOVER_WITHOUT];
} letter;

/* What rank 0 has found out is everybody's: from hosts to ranks. */
static int tell(MPI_Comm comm, lb_discovery *d, const int *host_of, int size, letter *told) {
    if (d->found && !told->error) {
        lb_net_title(d->found->net, told->network, sizeof told->network);
        snprintf(told->without, sizeof told->without, "%s", d->found->without);
        for (int r = 0; r < size; r++)
            d->node_of[r] = (int)d->found->node_of[host_of[r]];
    }
    if (MPI_Bcast(told, (int)sizeof *told, MPI_BYTE, 0, comm) != MPI_SUCCESS)
        return LB_ERR_IO;
    memcpy(d->network, told->network, sizeof d->network);
    memcpy(d->without, told->without, sizeof d->without);
    if (!told->error && MPI_Bcast(d->node_of, size, MPI_INT, 0, comm) != MPI_SUCCESS)
        return LB_ERR_IO;
    return told->error;
}

/* The speakers' part; the error is rank 0's. */
static int inquire(MPI_Comm speakers, const asked *what, lb_discovery *d, lb_why *why) {
    int host = 0, go_on = 0, error = LB_ERR_UNSUPPORTED;
    MPI_Comm_rank(speakers, &host);
    if (what->cables) {
        error = look_for_cables(speakers, host, &d->jacks);
        if (!error && host == 0)
            error = from_cables(d, what, why);
    }
    go_on = error == LB_ERR_UNSUPPORTED && what->latencies;
    MPI_Bcast(&go_on, 1, MPI_INT, 0, speakers);
    if (!go_on)
        return error;
    d->evidence = LB_BY_LATENCIES;
    error = lb_latencies_measure(speakers, &d->latencies);
    if (error == LB_ERR_SIZE)
        snprintf(why->text, sizeof why->text, "no cables can be seen, and %d hosts are too many to time them all",
                 d->hosts);
    if (!error && host == 0)
        error = lb_latencies_network(d->latencies, (uint32_t)d->hosts, what->network, &d->found, why);
    return error;
}

/* Names by hosts instead of ranks. */
static void keep_names(lb_discovery *d, char *names, const int *host_of, int size) {
    for (int r = 0, next = 0; names && r < size; r++) {
        if (host_of[r] == next)
            memmove(names + (size_t)next++ * NAME, names + (size_t)r * NAME, NAME);
    }
    d->names = names;
}

static int discover(MPI_Comm comm, const int *host_of, int rank, int size, asked what, lb_discovery *d, letter *told) {
    MPI_Comm speakers = MPI_COMM_NULL;
    int first = 0;
    while (host_of[first] != host_of[rank])
        first++;
    if (rank == 0 && !read_evidence(&what, &told->why))
        told->error = LB_ERR_FORMAT;
    int word[3] = {told->error, what.cables, what.latencies};
    MPI_Bcast(word, 3, MPI_INT, 0, comm);
    what.cables = word[1];
    what.latencies = word[2];
    if (word[0])
        return tell(comm, d, host_of, size, told);
    if (MPI_Comm_split(comm, first == rank ? 0 : MPI_UNDEFINED, host_of[rank], &speakers) != MPI_SUCCESS)
        return LB_ERR_IO;
    if (speakers != MPI_COMM_NULL) {
        told->error = inquire(speakers, &what, d, &told->why);
        MPI_Comm_free(&speakers);
    }
    int error = tell(comm, d, host_of, size, told);
    MPI_Bcast(&d->evidence, (int)sizeof d->evidence, MPI_BYTE, 0, comm);
    return error;
}

int lb_discover(MPI_Comm comm, const char *network, lb_discovery **out, lb_why *why) {
    int rank = 0, size = 0;
    char *names = NULL;
    letter *told = lb_mpi_take(1, sizeof *told);
    lb_discovery *d = *out = lb_mpi_take(1, sizeof *d);
    lb_net *wanted = NULL;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    int *host_of = lb_mpi_take((uint64_t)size, sizeof *host_of);
    if (d)
        d->node_of = lb_mpi_take((uint64_t)size, sizeof *d->node_of);
    int ready = told && d && host_of && d->node_of, all = 0, error = LB_ERR_MEMORY;
    MPI_Allreduce(&ready, &all, 1, MPI_INT, MPI_MIN, comm);
    if (all && told && d && host_of)
        error = network ? lb_net_parse(network, &wanted, why) : LB_OK;
    if (!error)
        error = lb_placement_hosts(comm, host_of, &d->hosts, &names);
    if (!error) {
        keep_names(d, names, host_of, size);
        error = discover(comm, host_of, rank, size, (asked){.network = wanted}, d, told);
        *why = told->why;
    }
    lb_net_free(wanted);
    free(host_of);
    free(told);
    return error;
}

void lb_discovery_free(lb_discovery *d) {
    if (!d)
        return;
    free(d->node_of);
    free(d->names);
    free(d->latencies);
    lb_jacks_free(&d->jacks);
    lb_found_free(d->found);
    free(d);
}

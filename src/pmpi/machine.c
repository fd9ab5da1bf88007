/* The machine's profile: the one that is named, or the user's own, or what was measured on this machine before, or what
 * is measured now. A machine is its hosts in the order of ranks, the network and the MPI; what was measured on it lies
 * in a file of its own beside the user's profile. Where all processes share one host there are no links to be kept
 * busy, and MPI's own collectives are faster: nothing is measured there, and nothing taken unless it is asked for. */
#define _POSIX_C_SOURCE 200809L
#include "base/hash.h"
#include "pmpi/shim.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifdef OPEN_MPI
#define FLAVOUR "Open MPI"
#else
#define FLAVOUR "MPICH"
#endif

enum { PATH = 4096, NAME = 64, REMARK = 160 };
static const double LIMIT = 0.6; /* seconds; with what goes before and after, less than one */

typedef struct host {
    uint64_t hash;
    char name[NAME]; /* perhaps cut */
} host;

/* Rank 0's; what all hear of it is the setup. */
typedef struct machine {
    host *hosts;
    int size;
    char path[PATH]; /* "": nowhere */
    bool one_host;
} machine;

static char source[PATH + 512]; /* for the summary */

const char *lb_machine_source(void) {
    return source;
}

/* ---- Which machine ---- */

static uint64_t mix(uint64_t hash, const char *text) {
    return lb_fnv_word(lb_fnv_text(hash, text), '\n');
}

static host own_host(void) {
    char name[MPI_MAX_PROCESSOR_NAME + 1] = "";
    int length = 0;
    host mine;
    memset(&mine, 0, sizeof mine);
    PMPI_Get_processor_name(name, &length);
    mine.hash = mix(LB_FNV, name);
    snprintf(mine.name, sizeof mine.name, "%.*s", NAME - 1, name);
    return mine;
}

/* All processes' hosts come to rank 0. False, there alone: they did not. */
static bool gather_hosts(int rank, int size, machine *m) {
    host mine = own_host();
    m->hosts = rank == 0 ? lb_mpi_take((uint64_t)size, sizeof *m->hosts) : NULL;
    int ready = rank > 0 || m->hosts;
    if (lb_native.bcast(&ready, 1, MPI_INT, 0, MPI_COMM_WORLD) != MPI_SUCCESS || !ready)
        return false;
    if (lb_native.gather(&mine, (int)sizeof mine, MPI_BYTE, m->hosts, (int)sizeof mine, MPI_BYTE, 0, MPI_COMM_WORLD) !=
        MPI_SUCCESS)
        return false;
    m->size = size;
    return true;
}

/* Beside the user's profile, machines/HASH.profile. */
static void name_file(machine *m, const lb_setup *setup, const char *profile) {
    const char *slash = strrchr(profile, '/');
    uint64_t hash = mix(mix(mix(LB_FNV, FLAVOUR), setup->network), setup->set.without);
    m->one_host = true;
    for (int i = 0; i < m->size; i++) {
        hash = lb_fnv_word(hash, m->hosts[i].hash);
        m->one_host &= m->hosts[i].hash == m->hosts[0].hash;
    }
    m->path[0] = '\0';
    if (slash &&
        snprintf(m->path, PATH, "%.*s/machines/%016" PRIx64 ".profile", (int)(slash - profile), profile, hash) >= PATH)
        m->path[0] = '\0';
}

/* ---- What is kept ---- */

/* The lines before the profile, for whoever looks at the file. */
static void remark(const machine *m, const lb_setup *setup, double took, char text[4 * REMARK]) {
    char when[64] = "", hosts[REMARK] = "";
    time_t now = time(NULL);
    struct tm date;
    size_t at = 0;
    if (gmtime_r(&now, &date))
        strftime(when, sizeof when, "%Y-%m-%d %H:%M UTC", &date);
    for (int i = 0; i < m->size && at < REMARK - NAME - 8; i++)
        at += (size_t)snprintf(hosts + at, REMARK - at, " %s%s", m->hosts[i].name,
                               i + 1 < m->size && at + strlen(m->hosts[i].name) >= REMARK - NAME - 9 ? " ..." : "");
    snprintf(text, 4 * REMARK,
             "# links of %.80s, %d processes, " FLAVOUR "\n# on%s\n"
             "# measured %s in %.2f s%s by the drop-in; remove this file to have it measured again\n",
             setup->network, m->size, hosts, when, took, took >= LIMIT ? ", cut short," : "");
}

/* What took twice as long as it was allowed to was disturbed, and is good for this run at the most. */
static void keep(const machine *m, const lb_setup *setup, double took) {
    char remarks[4 * REMARK];
    bool disturbed = took > 2 * LIMIT;
    lb_why why = {"there is no home folder"};
    int error = LB_ERR_IO, length;
    remark(m, setup, took, remarks);
    if (disturbed)
        snprintf(why.text, sizeof why.text, "something else was going on");
    else if (m->path[0])
        error = lb_mpi_profile_keep(m->path, &setup->set.profile, remarks, &why);
    length = snprintf(source, sizeof source, "measured just now in %.2f s%s", took,
                      took >= LIMIT ? ", when the time was over" : "");
    snprintf(source + length, sizeof source - (size_t)length, "%s%s", error ? ", not kept: " : ", kept in ",
             error ? why.text : m->path);
}

/* ---- Measuring ---- */

/* Errors are nobody's: what is wrong with the environment is said where a communicator's network is made. */
static bool open_net(MPI_Comm comm, const lb_setup *setup, lb_mpi_net **net) {
    int mine, all = 0;
    mine = lb_mpi_net_open(comm, setup->network, setup->set.without, NULL, net) == MPI_SUCCESS;
    if (lb_native.allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, comm) == MPI_SUCCESS && all)
        return PMPI_Comm_delete_attr((*net)->users, (*net)->key) == MPI_SUCCESS;
    if (*net)
        lb_mpi_net_free(net);
    return false;
}

static bool measure_among(MPI_Comm comm, lb_setup *setup, double *took) {
    lb_mpi_net *net = NULL;
    if (!open_net(comm, setup, &net))
        return false;
    bool fine = lb_mpi_tune_within(net, LIMIT, &setup->set.profile, took) == MPI_SUCCESS;
    lb_mpi_net_free(&net);
    return fine;
}

/* One process of every node, the first, in the order of the nodes: alone on the links. The others take part in making
 * the communicator, and in what the nodes' memory carries. Rank 0 is one of them. */
static bool measure_placed(int rank, int size, lb_setup *setup, double *took) {
    int first = 0, fine = 0;
    MPI_Comm leaders = MPI_COMM_NULL;
    while (first < size && lb_world_nodes[first] != lb_world_nodes[rank])
        first++;
    if (PMPI_Comm_split(MPI_COMM_WORLD, first == rank ? 0 : MPI_UNDEFINED, lb_world_nodes[rank], &leaders) !=
        MPI_SUCCESS)
        return false;
    if (leaders != MPI_COMM_NULL) {
        fine = measure_among(leaders, setup, took);
        PMPI_Comm_free(&leaders);
    }
    return lb_native.bcast(&fine, 1, MPI_INT, 0, MPI_COMM_WORLD) == MPI_SUCCESS && fine &&
           lb_native.bcast(&setup->set.profile, (int)sizeof setup->set.profile, MPI_BYTE, 0, MPI_COMM_WORLD) ==
               MPI_SUCCESS &&
           lb_tune_inside(MPI_COMM_WORLD, lb_world_nodes[rank], &setup->set.profile) == MPI_SUCCESS;
}

static bool measure(int rank, int size, lb_setup *setup, double *took) {
    return lb_world_nodes ? measure_placed(rank, size, setup, took) : measure_among(MPI_COMM_WORLD, setup, took);
}

/* ---- Finding ---- */

typedef enum outcome { WRONG, KNOWN, UNKNOWN, ONE_HOST } outcome;

/* What was measured before. A file that cannot be understood is replaced. */
static outcome remembered(const machine *m, lb_setup *setup) {
    lb_why why = {""};
    if (!m->path[0] || access(m->path, F_OK) != 0)
        return UNKNOWN;
    if (lb_mpi_profile_read(m->path, &setup->set.profile, &why) == LB_OK) {
        snprintf(source, sizeof source, "measured before, %s", m->path);
        return KNOWN;
    }
    fprintf(stderr, "linkbound: %s; measured anew\n", why.text);
    return UNKNOWN;
}

static outcome on_this_machine(int rank, int size, const char *path, machine *m, lb_setup *setup) {
    if (!gather_hosts(rank, size, m) || !m->hosts) /* rank 0 alone has them */
        return UNKNOWN;
    name_file(m, setup, path);
    if (!m->one_host)
        return remembered(m, setup);
    snprintf(source, sizeof source, "built in, all processes share one host%s",
             setup->minimum_said ? "" : ": MPI's own collectives are used");
    return setup->minimum_said ? KNOWN : ONE_HOST;
}

static outcome named(lb_setup *setup, char path[PATH], bool *missing) {
    lb_why why = {""};
    int found = lb_mpi_profile_look(&setup->set.profile, path, PATH, &why);
    *missing = found == LB_PROFILE_MISSING;
    if (found < 0)
        fprintf(stderr, "linkbound: %s; MPI's own collectives are used\n", why.text);
    snprintf(source, sizeof source, "%s", found == LB_PROFILE_UNWANTED ? "built in" : path);
    return found < 0 ? WRONG : KNOWN;
}

/* What costs as long to send as to start. */
static void set_minimum(lb_setup *setup) {
    double least = lb_ratio_value(setup->set.profile.beta) / lb_ratio_value(setup->set.profile.tau);
    if (!setup->minimum_said)
        setup->minimum = least < 1e15 ? (uint64_t)least : UINT64_C(1000000000000000);
}

static outcome told(outcome mine, lb_setup *setup) {
    int word = (int)mine;
    if (lb_native.bcast(&word, 1, MPI_INT, 0, MPI_COMM_WORLD) != MPI_SUCCESS ||
        lb_native.bcast(&setup->set.profile, (int)sizeof setup->set.profile, MPI_BYTE, 0, MPI_COMM_WORLD) !=
            MPI_SUCCESS)
        return WRONG;
    return (outcome)word;
}

void lb_machine_find(int rank, int size, lb_setup *setup) {
    machine m = {.size = 0};
    char path[PATH] = "";
    bool missing = false;
    double took = 0;
    setup->set.profile = lb_mpi_profile_default();
    outcome found = told(rank == 0 ? named(setup, path, &missing) : KNOWN, setup);
    int look = missing;
    if (lb_native.bcast(&look, 1, MPI_INT, 0, MPI_COMM_WORLD) == MPI_SUCCESS && look)
        found = told(on_this_machine(rank, size, path, &m, setup), setup);
    if (found == UNKNOWN && measure(rank, size, setup, &took)) {
        if (rank == 0)
            keep(&m, setup, took);
    } else if (found == UNKNOWN) {
        snprintf(source, sizeof source, "built in, the links could not be measured");
    }
    free(m.hosts);
    setup->on = found != WRONG;
    setup->one_host = found == ONE_HOST;
    setup->verbs = setup->one_host ? 0 : setup->verbs;
    set_minimum(setup);
}

/* What the environment and the profile say. All processes must plan alike, so rank 0 reads for all. */
#define _POSIX_C_SOURCE 200809L
#include "mpi/settings.h"

#include "mpi/environment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct lb_letter {
    lb_settings settings;
    int error;
    lb_why why;
} lb_letter;

static int known_algorithm(const char *name, lb_why *why) {
    if (strcmp(name, LB_MPI_DIRECT) == 0)
        return LB_OK;
    for (size_t i = 0; i < lb_algorithms(); i++) {
        if (strcmp(lb_algorithm_at(i)->name, name) == 0)
            return LB_OK;
    }
    snprintf(why->text, sizeof why->text, "LINKBOUND_ALGORITHM: there is no algorithm '%.40s'", name);
    return LB_ERR_ARG;
}

static bool read_timeout(lb_settings *settings, lb_why *why) {
    const char *action = getenv("LINKBOUND_TIMEOUT_ACTION");
    if (!lb_environment_timeout(&settings->timeout, why))
        return false;
    settings->abort = action && strcmp(action, "abort") == 0;
    if (!action || !*action || settings->abort || strcmp(action, "wait") == 0)
        return true;
    snprintf(why->text, sizeof why->text, "LINKBOUND_TIMEOUT_ACTION: '%.40s' is neither wait nor abort", action);
    return false;
}

static bool read_numbers(lb_settings *settings, lb_why *why) {
    settings->verbose = lb_environment_flag("LINKBOUND_VERBOSE");
    settings->debug = lb_environment_flag("LINKBOUND_DEBUG");
    settings->memory = UINT64_C(256) << 20;
    return lb_environment_bytes("LINKBOUND_MEMORY", &settings->memory, why) && read_timeout(settings, why);
}

/* Every process plans, at the first call of every size, and the others wait: so with little effort. */
static bool read_effort(lb_settings *settings, lb_why *why) {
    uint64_t effort = 1;
    if (!lb_environment_number("LINKBOUND_EFFORT", "levels", &effort, why))
        return false;
    if (effort > 9)
        snprintf(why->text, sizeof why->text, "LINKBOUND_EFFORT: from 0 to 9");
    settings->effort = effort == 0 ? LB_ESTIMATE : (int)effort;
    return effort <= 9;
}

/* Who runs where. */
static int read_placement(lb_settings *settings, lb_why *why) {
    const char *hosts = getenv("LINKBOUND_HOSTS");
    uint64_t slots = 0;
    if (hosts && strlen(hosts) >= sizeof settings->hosts) {
        snprintf(why->text, sizeof why->text, "LINKBOUND_HOSTS: too long");
        return LB_ERR_SIZE;
    }
    snprintf(settings->hosts, sizeof settings->hosts, "%s", hosts ? hosts : "");
    if (!lb_environment_number("LINKBOUND_SLOTS", "processes", &slots, why))
        return LB_ERR_ARG;
    if (slots > 1 << 16) {
        snprintf(why->text, sizeof why->text, "LINKBOUND_SLOTS: more than %d processes on a node", 1 << 16);
        return LB_ERR_ARG;
    }
    settings->slots = (int)slots;
    if (!lb_environment_number("LINKBOUND_PIECES", "pieces", &settings->pieces, why))
        return LB_ERR_ARG;
    const char *said = getenv("LINKBOUND_PLANES");
    uint64_t planes = 0;
    if (!lb_environment_number("LINKBOUND_PLANES", "planes", &planes, why))
        return LB_ERR_ARG;
    settings->planes = !said || !*said ? -1 : planes > 1 << 16 ? 1 << 16 : (int)planes;
    settings->arena = UINT64_C(32) << 20;
    if (!lb_environment_bytes("LINKBOUND_ARENA", &settings->arena, why))
        return LB_ERR_ARG;
    if (settings->arena < 4096 || settings->arena > UINT64_C(1) << 40) {
        snprintf(why->text, sizeof why->text, "LINKBOUND_ARENA: from 4K to 1024G");
        return LB_ERR_ARG;
    }
    return LB_OK;
}

static bool read_trace(lb_settings *settings, lb_why *why) {
    const char *trace = getenv("LINKBOUND_TRACE");
    const uint64_t most = UINT64_C(1) << 26;
    settings->events = UINT64_C(1) << 16;
    if (!lb_environment_number("LINKBOUND_TRACE_EVENTS", "events", &settings->events, why))
        return false;
    if (settings->events < 16 || settings->events > most)
        snprintf(why->text, sizeof why->text, "LINKBOUND_TRACE_EVENTS: from 16 to %llu", (unsigned long long)most);
    else if (trace && strlen(trace) >= sizeof settings->trace)
        snprintf(why->text, sizeof why->text, "LINKBOUND_TRACE: too long");
    else
        snprintf(settings->trace, sizeof settings->trace, "%s", trace ? trace : "");
    return !why->text[0];
}

int lb_settings_environment(lb_settings *settings, lb_why *why) {
    const char *algorithm = getenv("LINKBOUND_ALGORITHM"), *without = getenv("LINKBOUND_WITHOUT");
    if (!read_numbers(settings, why) || !read_effort(settings, why) || !read_trace(settings, why))
        return LB_ERR_ARG;
    if (without && strlen(without) >= sizeof settings->without) {
        snprintf(why->text, sizeof why->text, "LINKBOUND_WITHOUT: too long");
        return LB_ERR_SIZE;
    }
    snprintf(settings->without, sizeof settings->without, "%s", without ? without : "");
    int error = read_placement(settings, why);
    if (error)
        return error;
    if (!algorithm || !*algorithm || strcmp(algorithm, "best") == 0)
        return LB_OK;
    snprintf(settings->algorithm, sizeof settings->algorithm, "%s", algorithm);
    return known_algorithm(algorithm, why);
}

int lb_settings_read(MPI_Comm comm, lb_settings *settings, lb_why *why) {
    lb_letter letter;
    int rank = 0;
    memset(&letter, 0, sizeof letter);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0)
        letter.error = lb_mpi_profile_find(&letter.settings.profile, &letter.why);
    if (rank == 0 && !letter.error)
        letter.error = lb_settings_environment(&letter.settings, &letter.why);
    if (MPI_Bcast(&letter, (int)sizeof letter, MPI_BYTE, 0, comm) != MPI_SUCCESS) {
        snprintf(why->text, sizeof why->text, "MPI_Bcast of the settings failed");
        return LB_ERR_IO;
    }
    *why = letter.why;
    *settings = letter.settings;
    return letter.error;
}

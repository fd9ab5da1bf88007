/* What the environment says. Rank 0 reads it for all: the others may have been started without. */
#define _POSIX_C_SOURCE 200809L
#include "pmpi/shim.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

lb_setup lb_shim_setup;
int lb_users_level = MPI_THREAD_SINGLE;

const char *lb_verb_name(lb_verb verb) {
    static const char *const names[] = {
#define NAME(Name, verb, parameters, arguments) #verb,
        LB_VERBS(NAME)
#undef NAME
    };
    return names[verb];
}

/* Lengths that not all processes know: each call would have to gather them before anything could be decided, and a
 * schedule is made for every new set of them. They are taken when they are named. */
static uint64_t by_default(void) {
    const uint64_t all = (UINT64_C(1) << LB_VERB_COUNT) - 1, one = 1;
    return all & ~(one << LB_VERB_scatterv | one << LB_VERB_gatherv | one << LB_VERB_alltoallv |
                   one << LB_VERB_alltoallw | one << LB_VERB_neighbor_alltoallv | one << LB_VERB_neighbor_alltoallw |
                   one << LB_VERB_neighbor_allgatherv);
}

/* A word of LINKBOUND_COLLECTIVES. */
static bool add_word(const char *word, lb_setup *setup) {
    if (strcmp(word, "all") == 0) {
        setup->verbs |= (UINT64_C(1) << LB_VERB_COUNT) - 1;
        return true;
    }
    if (strcmp(word, "default") == 0) {
        setup->verbs |= by_default();
        return true;
    }
    bool without = word[0] == '-';
    for (int i = 0; i < LB_VERB_COUNT; i++) {
        if (strcmp(lb_verb_name((lb_verb)i), word + without) != 0)
            continue;
        if (without)
            setup->verbs &= ~(UINT64_C(1) << i);
        else
            setup->verbs |= UINT64_C(1) << i;
        return true;
    }
    return false;
}

static bool read_verbs(lb_setup *setup, lb_why *why) {
    const char *text = getenv("LINKBOUND_COLLECTIVES");
    setup->verbs = by_default();
    if (!text || !*text)
        return true;
    setup->verbs = text[0] == '-' ? by_default() : 0;
    while (*text) {
        char word[64];
        size_t length = strcspn(text, ", "), taken = length < sizeof word ? length : sizeof word - 1;
        memcpy(word, text, taken);
        word[taken] = '\0';
        if (length > 0 && !add_word(word, setup)) {
            snprintf(why->text, sizeof why->text, "LINKBOUND_COLLECTIVES: there is no '%.40s'", word);
            return false;
        }
        text += length;
        text += strspn(text, ", ");
    }
    return true;
}

/* Unless it is said, it follows from the profile. */
static bool read_minimum(lb_setup *setup, lb_why *why) {
    const char *text = getenv("LINKBOUND_MINIMUM");
    setup->minimum_said = text && *text;
    return lb_environment_number("LINKBOUND_MINIMUM", "bytes", &setup->minimum, why);
}

/* The links must be some of the network's, and leave a way. */
static bool fits_without(lb_net **net, const lb_setup *setup, lb_why *why) {
    lb_why reason = {""};
    if (!setup->set.without[0] || lb_mpi_without(setup->set.without, net, &reason) == LB_OK)
        return true;
    snprintf(why->text, sizeof why->text, "LINKBOUND_WITHOUT: %.150s", reason.text);
    return false;
}

enum { MOST_CALLS = 1000000000 };

/* 0, 1, a number of calls, or all. */
static bool read_learn(lb_setup *setup, lb_why *why) {
    const char *text = getenv("LINKBOUND_LEARN");
    setup->learn = 1;
    setup->learn_all = text && strcmp(text, "all") == 0;
    if (!setup->learn_all && !lb_environment_number("LINKBOUND_LEARN", "calls, nor all", &setup->learn, why))
        return false;
    if (setup->learn > MOST_CALLS)
        snprintf(why->text, sizeof why->text, "LINKBOUND_LEARN: '%.40s' is too large: %d calls at most", text,
                 MOST_CALLS);
    setup->learn = setup->learn == 1 ? 100 : setup->learn;
    return setup->learn <= MOST_CALLS;
}

static bool read_network(int size, lb_setup *setup, lb_why *why) {
    const char *text = getenv("LINKBOUND_NETWORK");
    lb_net *net = NULL;
    lb_why reason = {""};
    if (!text || !*text) {
        snprintf(why->text, sizeof why->text, "LINKBOUND_NETWORK is not set (cube:6, 4x4x4, ...)");
        return false;
    }
    if (strcmp(text, LB_NETWORK_AUTO) == 0) { /* seats.c finds it, where all processes are */
        snprintf(setup->network, sizeof setup->network, "%s", text);
        if (setup->set.without[0] || setup->set.hosts[0] || setup->set.slots > 0)
            snprintf(why->text, sizeof why->text,
                     "LINKBOUND_NETWORK=auto finds out what LINKBOUND_%s says: one of them is too many",
                     setup->set.without[0] ? "WITHOUT"
                     : setup->set.hosts[0] ? "HOSTS"
                                           : "SLOTS");
        return !why->text[0];
    }
    if (lb_net_parse(text, &net, &reason) != LB_OK) {
        snprintf(why->text, sizeof why->text, "LINKBOUND_NETWORK: %.150s", reason.text);
        return false;
    }
    uint32_t nodes = lb_net_nodes(net);
    bool short_enough = lb_net_title(net, setup->network, sizeof setup->network) < (int)sizeof setup->network;
    if (nodes <= (uint32_t)size && short_enough) {
        bool fine = fits_without(&net, setup, why);
        lb_net_free(net);
        return fine;
    }
    lb_net_free(net);
    if (short_enough)
        snprintf(why->text, sizeof why->text, "%.80s has %" PRIu32 " nodes, and there are %d processes", text, nodes,
                 size);
    else
        snprintf(why->text, sizeof why->text, "LINKBOUND_NETWORK: '%.80s...' is too long", text);
    return false;
}

static void read_environment(int size, lb_setup *setup) {
    lb_why why = {""};
    if (lb_environment_flag("LINKBOUND_DISABLE") || size < 2)
        return;
    setup->summary = lb_environment_flag("LINKBOUND_SUMMARY");
    setup->nonblocking = lb_environment_flag("LINKBOUND_NONBLOCKING");
    setup->on = lb_settings_environment(&setup->set, &why) == LB_OK && read_network(size, setup, &why) &&
                read_verbs(setup, &why) && read_minimum(setup, &why) && read_learn(setup, &why);
    if (!setup->on)
        fprintf(stderr, "linkbound: %s; MPI's own collectives are used\n", why.text);
}

void lb_setup_read(int rank, int size, lb_setup *setup) {
    memset(setup, 0, sizeof *setup);
    if (rank == 0)
        read_environment(size, setup);
    if (lb_native.bcast(setup, (int)sizeof *setup, MPI_BYTE, 0, MPI_COMM_WORLD) != MPI_SUCCESS)
        setup->on = false;
    lb_why why = {""};
    if (!setup->on || lb_mpi_tell(MPI_COMM_WORLD, setup->network, &why) == LB_OK)
        return;
    setup->on = false;
    if (rank == 0)
        fprintf(stderr, "linkbound: %s; MPI's own collectives are used\n", why.text);
}

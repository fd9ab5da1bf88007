/* Which process is on which node of the network (src/mpi/placement.c), for MPI_COMM_WORLD; communicators find theirs
 * among these. */
#include "pmpi/shim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int *lb_world_nodes;

static lb_learnt learnt;
static int nodes, processes, fewest, most;

static void count_slots(int *slots) {
    fewest = processes;
    most = 0;
    for (int r = 0; r < processes; r++)
        slots[lb_world_nodes[r]]++;
    for (int v = 0; v < nodes; v++) {
        fewest = slots[v] < fewest ? slots[v] : fewest;
        most = slots[v] > most ? slots[v] : most;
    }
}

/* What the hosts are wired as, instead of "auto", and which host is which node. */
static int discover(int size, lb_setup *setup, lb_why *why) {
    lb_discovery *d = NULL;
    int error = lb_discover(MPI_COMM_WORLD, NULL, &d, why);
    if (!error && strlen(d->without) >= sizeof setup->set.without) {
        snprintf(why->text, sizeof why->text,
                 "the hosts are wired as %.80s, but more of its links are missing than can be said", d->network);
        error = LB_ERR_SIZE;
    }
    if (!error) {
        snprintf(setup->network, sizeof setup->network, "%s", d->network);
        memcpy(setup->set.without, d->without, strlen(d->without) + 1);
        memcpy(lb_world_nodes, d->node_of, (size_t)size * sizeof *lb_world_nodes);
        learnt = LB_LEARNT_FOUND;
    }
    lb_discovery_free(d);
    return error;
}

/* lb_world_nodes has room. */
static int find_nodes(int size, lb_setup *setup, lb_why *why) {
    lb_net *net = NULL;
    bool found = strcmp(setup->network, LB_NETWORK_AUTO) == 0;
    int error = found ? discover(size, setup, why) : LB_OK;
    if (!error)
        error = lb_mpi_parse(setup->network, &net, why);
    if (error)
        return error;
    nodes = (int)lb_net_nodes(net);
    if (!found)
        error = lb_placement_find(MPI_COMM_WORLD, &setup->set, net, lb_world_nodes, &learnt, why);
    else if (setup->set.without[0])
        error = lb_mpi_without(setup->set.without, &net, why);
    lb_net_free(net);
    return error;
}

static int find(int size, lb_setup *setup, lb_why *why) {
    processes = size;
    lb_world_nodes = lb_mpi_take((uint64_t)size, sizeof *lb_world_nodes);
    int *slots = lb_mpi_take((uint64_t)size, sizeof *slots); /* nodes are not more */
    int error = lb_world_nodes && slots ? find_nodes(size, setup, why) : LB_ERR_MEMORY;
    if (!error)
        count_slots(slots);
    free(slots);
    return error;
}

void lb_seats_find(int rank, int size, lb_setup *setup) {
    lb_why why = {""};
    int error = find(size, setup, &why);
    if (error && rank == 0)
        fprintf(stderr, "linkbound: %s; MPI's own collectives are used\n", why.text[0] ? why.text : lb_strerror(error));
    setup->on = !error;
    if (error || lb_seats_plain(lb_world_nodes, size, nodes))
        lb_seats_free();
}

void lb_seats_print(void) {
    if (nodes == processes && learnt == LB_LEARNT_RANKS)
        return;
    fprintf(stderr, "linkbound: machine: %d processes on %d node%s, %d", processes, nodes, nodes == 1 ? "" : "s",
            fewest);
    if (most > fewest)
        fprintf(stderr, " to %d", most);
    fprintf(stderr, " on each; placed by %s\n", lb_learnt_words(learnt));
}

void lb_seats_free(void) {
    free(lb_world_nodes);
    lb_world_nodes = NULL;
}

/* Which process is on which node of the network (src/mpi/placement.c), for MPI_COMM_WORLD; communicators find theirs
 * among these. */
#include "pmpi/shim.h"

#include <stdio.h>
#include <stdlib.h>

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

static int find(int size, const lb_setup *setup, lb_why *why) {
    lb_net *net = NULL;
    int error = lb_net_parse(setup->network, &net, why);
    if (error)
        return error;
    nodes = (int)lb_net_nodes(net);
    processes = size;
    lb_world_nodes = lb_mpi_take((uint64_t)size, sizeof *lb_world_nodes);
    int *slots = lb_mpi_take((uint64_t)nodes, sizeof *slots);
    error = lb_world_nodes && slots ? lb_placement_find(MPI_COMM_WORLD, &setup->set, net, lb_world_nodes, &learnt, why)
                                    : LB_ERR_MEMORY;
    lb_net_free(net);
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

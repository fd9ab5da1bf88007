/* Latencies between all pairs. Where messages are handed on from host to host, the neighbours of a host answer sooner
 * than all others; the times rise from those over one link to those over two. Between hosts on a switch they do not,
 * and no network comes out. */
#include "mpi/latencies.h"

#include "mpi/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One packet: every host that hands it on has to have all of it first. */
enum { MOST = 64, PINGS = 32, BYTES = 1400, GAPS = 6, TAG = 1 };

static const double LEAST_RISE = 1.15;

/* ---- Measuring ---- */

/* There and back, halved, the best of several, as the first of the two sees it. */
static double ping(MPI_Comm comm, int rank, int other, char *packet) {
    double best = 1e9;
    for (int i = 0; i < PINGS; i++) {
        double start = MPI_Wtime();
        if (rank < other) {
            MPI_Send(packet, BYTES, MPI_BYTE, other, TAG, comm);
            MPI_Recv(packet, BYTES, MPI_BYTE, other, TAG, comm, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(packet, BYTES, MPI_BYTE, other, TAG, comm, MPI_STATUS_IGNORE);
            MPI_Send(packet, BYTES, MPI_BYTE, other, TAG, comm);
        }
        double took = (MPI_Wtime() - start) / 2;
        best = i > 0 && took < best ? took : best; /* the first may have to connect */
    }
    return best;
}

int lb_latencies_measure(MPI_Comm comm, double **matrix) {
    int rank = 0, size = 0;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    *matrix = NULL;
    if (size > MOST)
        return LB_ERR_SIZE;
    double *mine = lb_mpi_take((uint64_t)size, sizeof *mine);
    double *all = rank == 0 ? lb_mpi_take((uint64_t)size * (uint64_t)size, sizeof *all) : NULL;
    char *packet = lb_mpi_take(BYTES, 1);
    int ready = mine && packet && (rank > 0 || all), everywhere = 0;
    MPI_Allreduce(&ready, &everywhere, 1, MPI_INT, MPI_MIN, comm);
    for (int a = 0; a < size && everywhere && mine; a++) {
        for (int b = a + 1; b < size; b++) {
            if (rank == a || rank == b)
                mine[a + b - rank] = ping(comm, rank, a + b - rank, packet);
            MPI_Barrier(comm); /* one pair at a time: they would share links */
        }
    }
    if (everywhere)
        MPI_Gather(mine, size, MPI_DOUBLE, all, size, MPI_DOUBLE, 0, comm);
    free(packet);
    free(mine);
    if (everywhere)
        *matrix = all;
    else
        free(all);
    return everywhere ? LB_OK : LB_ERR_MEMORY;
}

/* ---- Finding ---- */

typedef struct pair {
    double took;
    lb_cable cable;
} pair;

static int by_time(const void *a, const void *b) {
    const pair *x = a, *y = b;
    return (x->took > y->took) - (x->took < y->took);
}

/* The pairs before the steepest rise that has not been tried; 0: no more. What differs less than it does among those
 * that should be alike is noise; all pairs together are a network only of two or three hosts. */
static size_t steepest(const pair *pairs, size_t count, const bool *tried) {
    size_t best = count <= 3 && !tried[count] ? count : 0;
    double rise = LEAST_RISE;
    for (size_t i = 1; i < count; i++) {
        double now = pairs[i].took / pairs[i - 1].took, spread = pairs[i - 1].took / pairs[0].took;
        if (!tried[i] && now > rise && now > spread) {
            rise = now;
            best = i;
        }
    }
    return best;
}

/* Times are no cables: a network with mistakes is none. */
static int try_pairs(const pair *pairs, size_t count, lb_cable *cables, uint32_t hosts, const lb_net *network,
                     lb_found **found) {
    for (size_t i = 0; i < count; i++)
        cables[i] = pairs[i].cable;
    int error = lb_find_network(hosts, cables, count, network, found, NULL);
    if (!error && ((*found)->missing_count > 0 || (*found)->foreign_count > 0)) {
        lb_found_free(*found);
        *found = NULL;
    }
    return error == LB_ERR_MEMORY ? error : LB_OK;
}

int lb_latencies_network(const double *matrix, uint32_t hosts, const lb_net *network, lb_found **found, lb_why *why) {
    size_t count = 0, all = (size_t)hosts * (hosts - 1) / 2;
    pair *pairs = lb_mpi_take(all + 1, sizeof *pairs);
    lb_cable *cables = lb_mpi_take(all + 1, sizeof *cables);
    bool *tried = lb_mpi_take(all + 2, sizeof *tried);
    int error = pairs && cables && tried ? LB_OK : LB_ERR_MEMORY;
    *found = NULL;
    for (uint32_t a = 0; a < hosts && !error; a++) {
        for (uint32_t b = a + 1; b < hosts; b++)
            pairs[count++] = (pair){matrix[(size_t)a * hosts + b], {a, b}};
    }
    if (!error)
        qsort(pairs, count, sizeof *pairs, by_time);
    for (int gap = 0; gap < GAPS && !error && !*found; gap++) {
        size_t first = steepest(pairs, count, tried);
        if (first == 0)
            break;
        tried[first] = true;
        error = try_pairs(pairs, first, cables, hosts, network, found);
    }
    free(pairs);
    free(cables);
    free(tried);
    if (!error && !*found) {
        snprintf(why->text, sizeof why->text,
                 "no cables can be seen, and how soon the %" PRIu32 " hosts answer each other makes no network either",
                 hosts);
        error = LB_ERR_ARG;
    }
    return error;
}

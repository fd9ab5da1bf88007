/* Graphs of processes can be made one after the other on one communicator, whatever was done on it before. Open MPI 4.1
 * itself mostly hangs here: see src/pmpi/graphs.c. */
#include <mpi.h>
#include <stdio.h>

enum { TIMES = 12, GRAPHS = 10, MOST = 16 };

/* Process 0 tells of edges from all to all, which weigh what their source says. Whether they are there. */
static int graph_is_right(MPI_Comm comm, int rank, int size, int reorder) {
    int sources[MOST], degrees[MOST], targets[MOST * MOST], weights[MOST * MOST], in = 0, out = 0, weighted = 0,
                                                                                  sum = 0;
    MPI_Comm graph;
    for (int i = 0; i < size; i++) {
        sources[i] = i;
        degrees[i] = size;
        for (int j = 0; j < size; j++) {
            targets[i * size + j] = j;
            weights[i * size + j] = 1 + i;
        }
    }
    MPI_Dist_graph_create(comm, rank == 0 ? size : 0, sources, degrees, targets, weights, MPI_INFO_NULL, reorder,
                          &graph);
    MPI_Dist_graph_neighbors_count(graph, &in, &out, &weighted);
    if (in == size && out == size && weighted) {
        int from[MOST], to[MOST], in_weights[MOST], out_weights[MOST];
        MPI_Dist_graph_neighbors(graph, size, from, in_weights, size, to, out_weights);
        for (int i = 0; i < size; i++)
            sum += in_weights[i];
    }
    MPI_Comm_free(&graph);
    return sum == size * (size + 1) / 2;
}

/* On a communicator on which there were as many nonblocking collectives. */
static int wrong_after(int before, int rank, int size) {
    int wrong = 0;
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    for (int i = 0; i < before; i++) {
        MPI_Request request;
        MPI_Ibarrier(comm, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < GRAPHS; i++)
        wrong += !graph_is_right(comm, rank, size, i % 2);
    MPI_Comm_free(&comm);
    return wrong;
}

int main(int argc, char **argv) {
    int rank, size, wrong = 0, all = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int before = 0; before < TIMES && size <= MOST; before++)
        wrong += wrong_after(before, rank, size);
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d of %d graphs are wrong\n", all, TIMES * GRAPHS * size);
    MPI_Finalize();
    return all != 0 || size > MOST;
}

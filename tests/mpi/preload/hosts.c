/* Every process on a host of its own, for whoever asks: node0, node1, ... by rank. HOSTS=one leaves them where they
 * are, HOSTS=N deals them out to so many. It must not know MPI's headers, to be the same for all of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int PMPI_Get_processor_name(char *name, int *length);

int PMPI_Get_processor_name(char *name, int *length) {
    const char *which = getenv("HOSTS"), *rank = getenv("OMPI_COMM_WORLD_RANK");
    if (!rank)
        rank = getenv("PMI_RANK");
    int hosts = which ? atoi(which) : 0;
    if (hosts > 0 && rank)
        *length = sprintf(name, "node%d", atoi(rank) % hosts);
    else
        *length = sprintf(name, "node%s", which && strcmp(which, "one") == 0 ? "" : rank ? rank : "");
    return 0;
}

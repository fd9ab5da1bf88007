/* Memory that could not be had, as it is said. */
#include "pmpi/shim.h"

#include <stdio.h>

void lb_say_shortage(MPI_Comm comm, bool left) {
    lb_process *process;
    lb_why why;
    int rank = 0, size = 0;
    if (lb_process_get(&process) != MPI_SUCCESS)
        return;
    pthread_mutex_lock(&process->lock);
    why = process->shortage;
    process->shortage.text[0] = '\0';
    pthread_mutex_unlock(&process->lock);
    PMPI_Comm_rank(comm, &rank);
    PMPI_Comm_size(comm, &size);
    if (why.text[0])
        fprintf(stderr, "linkbound: rank %d of a communicator of %d: %s%s\n", rank, size, why.text,
                left ? "; MPI's own is used" : "");
}

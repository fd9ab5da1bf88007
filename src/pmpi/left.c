/* Calls on communicators: what is made with one in advance, and why a call on it is left to MPI. */
#include "pmpi/shim.h"

void lb_place_prepare(MPI_Comm comm) {
    lb_place *place = lb_shim_setup.nonblocking && comm != MPI_COMM_NULL ? lb_place_of(comm) : NULL;
    if (place)
        lb_place_ready(place);
}

void lb_left(const lb_place *place, const lb_ask *ask, MPI_Comm comm) {
    if (!lb_shim_setup.on || !lb_shim_setup.summary)
        return;
    lb_summary_left(ask->verb, place || ask->reason == LB_LEFT_LATER ? ask->reason : lb_place_reason(comm));
}

/* A permutation is one message from every process: on machines MPI carries it, which knows what is nearer than a link.
 */
#include "mpi/hand_on.h"

#include "mpi/machine.h"
#include "mpi/sides.h"

#include <limits.h>
#include <stdio.h>

#ifdef LB_PMPI_RENAME_H /* the drop-in has no permutations */

static bool hands_on(lb_mpi_request *r) {
    (void)r;
    return false;
}

#else

static void message_done(const lb_flight *flight) {
    lb_mpi_request *r = flight->owner;
    r->left--;
}

enum { MOST = 2 }; /* messages */

static int start(lb_mpi_request *r) {
    const lb_side *in = &r->call.in, *out = &r->call.out;
    lb_pump *pump = &r->net->process->pump;
    MPI_Request requests[MOST];
    int from = 0, tag = r->net->tags + r->slot * LB_MPI_TAGS;
    while (from < r->net->size && lb_list_at(&r->call.list, from) != r->net->rank)
        from++;
    if (from == r->net->size)
        return MPI_ERR_ARG;
    int code = MPI_Irecv(out->at, (int)out->count, out->type, from, tag, r->net->comm, &requests[0]);
    if (code == MPI_SUCCESS)
        code = MPI_Isend(in->at, (int)in->count, in->type, (int)lb_list_at(&r->call.list, r->net->rank), tag,
                         r->net->comm, &requests[1]);
    for (int i = 0; i < MOST && code == MPI_SUCCESS; i++, r->left++)
        *lb_pump_add(pump, (lb_flight){.done = message_done, .owner = r}) = requests[i];
    /* NOLINTNEXTLINE(clang-analyzer-optin.mpi.MPI-Checker): it is the pump that waits for the two */
    snprintf(r->net->algorithm, sizeof r->net->algorithm, "MPI");
    return code;
}

static int step_handed(lb_mpi_request *r) {
    lb_pump *pump = &r->net->process->pump;
    int code = MPI_SUCCESS;
    if (r->phase == 0) {
        r->phase = 1;
        if (lb_pump_reserve(pump, MOST))
            return MPI_ERR_NO_MEM;
        code = start(r);
    }
    r->pending = code == MPI_SUCCESS && r->left > 0;
    if (r->pending)
        return MPI_SUCCESS;
    lb_pump_release(pump, MOST);
    r->complete = code == MPI_SUCCESS;
    return code;
}

static bool hands_on(lb_mpi_request *r) {
    if (r->call.kind != LB_PERMUTE || r->call.in.count > INT_MAX || r->call.out.count > INT_MAX)
        return false;
    r->call.step = step_handed;
    return true;
}

#endif

int lb_hand_on(lb_mpi_request *r) {
    lb_why why;
    if (hands_on(r))
        return MPI_SUCCESS;
    snprintf(why.text, sizeof why.text,
             "%.40s is not done on machines with several processes to a node, or placed ones", r->call.name);
    return lb_process_code(r->net->process, LB_ERR_UNSUPPORTED, &why);
}

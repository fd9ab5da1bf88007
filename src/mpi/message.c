/* Messages straight to a process: a stage counts those that it has left. */
#include "mpi/message.h"

#include "mpi/traced.h"

static void message_done(const lb_flight *flight) {
    lb_instance *stage = flight->owner;
    stage->left--;
}

int lb_message_post(lb_instance *stage, int peer, bool sends, void *at, uint64_t bytes) {
    lb_mpi_net *net = stage->net;
    int tag = stage->tags, code;
    MPI_Request *request = lb_pump_add(
        &net->process->pump, (lb_flight){.done = message_done,
                                         .owner = stage,
                                         .peer = peer,
                                         .sends = sends,
                                         .traced = lb_traced_message(stage, peer, sends, bytes, LB_TRACED_COUNT)});
    if (sends) {
        code = MPI_Isend(at, (int)bytes, MPI_BYTE, lb_mpi_peer(net, peer), tag, net->comm, request);
        net->facts.messages++;
        net->facts.bytes += bytes;
    } else {
        code = MPI_Irecv(at, (int)bytes, MPI_BYTE, lb_mpi_peer(net, peer), tag, net->comm, request);
    }
    if (code != MPI_SUCCESS)
        net->process->pump.count--;
    else
        stage->left++;
    return code;
}

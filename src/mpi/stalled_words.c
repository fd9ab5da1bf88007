/* Words for what stalls: the operation, its network, and its nodes by the names that the user knows. */
#include "mpi/stalled_words.h"

#include "mpi/simulated.h"

#ifndef LB_MPI_SIMULATED

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

/* As the user knows it: the drop-in's users know the nodes of the whole network, others those of the one they made. */
int lb_stalls_name(const lb_mpi_net *net, int node) {
    return net->joined && !net->machine ? lb_mpi_peer(net, node) : node;
}

/* Of the drop-in: whether its nodes are not those of the whole network, one for one. */
static bool is_part(const lb_mpi_net *net) {
    bool differ = false;
    for (int i = 0; net->joined && !net->machine && i < net->nodes; i++)
        differ |= lb_mpi_peer(net, i) != i;
    return differ;
}

void lb_stalls_say(const lb_mpi_request *r, const char *format, ...) {
    const lb_mpi_net *net = r->net;
    char line[768], network[128] = "";
    va_list arguments;
    lb_net_title(net->net, network, sizeof network);
    int length =
        snprintf(line, sizeof line, "linkbound: %s of %" PRIu64 " bytes on %s%s: ", r->call.name,
                 r->stage && r->stage->net == net && r->stage->want.bytes ? r->stage->want.bytes : r->call.bytes,
                 network, is_part(net) ? ", a part of the network" : "");
    va_start(arguments, format);
    length += vsnprintf(line + length, sizeof line - (size_t)length, format, arguments);
    va_end(arguments);
    length = length < (int)sizeof line - 2 ? length : (int)sizeof line - 2;
    snprintf(line + length, 2, "\n");
    lb_process_say(net->process, line);
}

void lb_stalls_call(const lb_mpi_request *r, char *text, size_t size) {
    snprintf(text, size, "%s %" PRIu64, r->form == LB_FORM_PERSISTENT ? "start" : "call", r->number);
}

#endif

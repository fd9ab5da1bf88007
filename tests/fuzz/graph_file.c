/* Hostile descriptions of networks: an error with a sentence, or a network whose links lead back. */
#include "net/graph_file.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void insist(bool good) {
    if (!good)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    lb_net *net = NULL;
    lb_why why = {""};
    int error = lb_graph_parse((const char *)bytes, size, "fuzz", "graph:fuzz", &net, &why);
    if (error) {
        insist(!net && why.text[0] && strlen(why.text) < LB_WHY_MAX && !strpbrk(why.text, "\n\r\033"));
        return 0;
    }
    for (uint32_t v = 0; v < lb_net_nodes(net); v++) {
        for (unsigned p = 0; p < lb_net_ports(net); p++)
            insist(lb_neighbor(net, lb_neighbor(net, v, p), lb_port_opposite(net, p)) == v);
    }
    lb_net_free(net);
    return 0;
}

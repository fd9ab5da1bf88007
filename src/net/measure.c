/* How far the nodes of a graph are apart. */
#include "net/measure.h"

#include <stdlib.h>

/* Links looked at to find the diameter; beyond, twice the hops of one node stand for it, which are no fewer. */
#define MUCH_WORK (UINT64_C(1) << 28)

/* Hops to every node, whatever is dead; returns the most. queue has room for all. */
static uint32_t reach(const lb_net *net, uint32_t node, uint32_t *hops, uint32_t *queue) {
    lb_net whole = *net;
    uint32_t most = 0;
    lb_net_mend(&whole);
    lb_net_reach(&whole, node, false, hops, queue);
    for (uint32_t v = 0; v < net->nodes; v++)
        most = hops[v] > most ? hops[v] : most;
    return most;
}

uint32_t lb_graph_distance(const lb_net *net, uint32_t a, uint32_t b) {
    uint32_t *hops = lb_array(net->nodes, sizeof *hops), *queue = lb_array(net->nodes, sizeof *queue);
    uint32_t found = LB_NONE;
    if (hops && queue) {
        reach(net, a, hops, queue);
        found = hops[b];
    }
    free(hops);
    free(queue);
    return found;
}

int lb_graph_measure(lb_net *net, lb_why *why) {
    int error = lb_net_check_whole(net, why);
    uint32_t *hops = lb_array(net->nodes, sizeof *hops), *queue = lb_array(net->nodes, sizeof *queue), most = 0;
    if (!error && (!hops || !queue))
        error = lb_fail_memory(why, "a graph");
    bool all = (uint64_t)net->nodes * net->nodes * net->ports <= MUCH_WORK;
    for (uint32_t v = 0; v < net->nodes && !error && (all || v == 0); v++) {
        uint32_t far = reach(net, v, hops, queue);
        most = far > most ? far : most;
    }
    if (!error)
        net->shape->diameter = all ? most : 2 * most;
    free(hops);
    free(queue);
    return error;
}

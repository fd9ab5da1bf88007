/* In which order the nodes of a network stand when sums are made. Numbers say it, or what the network is, but a graph
 * may be a torus whose nodes are numbered at random, and a torus the same as one with its dimensions in another order.
 * Then a plan of that torus goes with the order that its nodes have there. */
#include "net/net.h"

#include <stdlib.h>
#include <string.h>

int lb_net_stand(const lb_net *net, const uint32_t *place, lb_net **out, lb_why *why) {
    lb_stands *stands = place ? lb_zeroed(1, sizeof *stands + net->nodes * sizeof *stands->of) : NULL;
    *out = lb_array(1, sizeof **out);
    if (!*out || (place && !stands)) {
        free(stands);
        free(*out);
        *out = NULL;
        return lb_fail_memory(why, "a network");
    }
    lb_net_copy(*out, net);
    lb_stands *before = (*out)->stands;
    if (stands) {
        stands->users = 1;
        memcpy(stands->of, place, net->nodes * sizeof *place);
    }
    (*out)->stands = stands;
    lb_net_drop(&(lb_net){.stands = before});
    return LB_OK;
}

bool lb_net_stands_as(const lb_net *a, const lb_net *b) {
    bool same = true;
    for (uint32_t v = 0; v < a->nodes && same && a->stands != b->stands; v++)
        same = lb_sum_place(a, v) == lb_sum_place(b, v);
    return same;
}

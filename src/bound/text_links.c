/* Sentences about all links together: weights on ports. */
#include "bound/text_links.h"
#include "net/route.h"

#include <inttypes.h>
#include <stdio.h>

lb_phrase lb_text_packets(const lb_witness *w) {
    lb_phrase p = {""};
    if (w->packets > 1)
        snprintf(p.text, sizeof p.text, ", %" PRIu64 " packets to a block", w->packets);
    return p;
}

/* How many dimensions carry weight, the last of them, and whether all weights are 0 or 1. */
static unsigned weighted_dims(const lb_net *net, const lb_witness *w, unsigned *dim, bool *ones) {
    unsigned count = 0;
    *ones = true;
    *dim = 0;
    for (unsigned i = 0; i < net->dims; i++) {
        unsigned p = net->first_port[i];
        uint32_t plus = p == LB_NONE ? 0 : w->weight[p], minus = net->radix[i] > 2 ? w->weight[p + 1] : plus;
        if (plus != minus || plus > 1)
            *ones = false;
        if (plus || minus) {
            count++;
            *dim = i;
        }
    }
    return count;
}

/* "weights 2, 1" of ports that differ; of a lattice's generators, while there are few. */
static lb_phrase weights_text(const lb_net *net, const lb_witness *w) {
    lb_phrase p = {"the witness's weights"};
    size_t at = 0, room = sizeof p.text / 4;
    if (net->groups > 6)
        return p;
    for (unsigned port = 0, group = LB_NONE; port < net->ports && at < room; port++) {
        uint32_t weight = w->weight[port], back = w->weight[net->opposite[port]];
        if (net->port_dim[port] == group)
            continue;
        group = net->port_dim[port];
        at += (size_t)snprintf(p.text + at, room - at, "%s%" PRIu32, at ? ", " : "weights ", weight);
        if (back != weight && at < room)
            at += (size_t)snprintf(p.text + at, room - at, "/%" PRIu32, back);
    }
    return p;
}

static bool all_ones(const lb_net *net, const lb_witness *w) {
    bool ones = true;
    for (unsigned p = 0; p < net->ports; p++)
        ones = ones && w->weight[p] == 1;
    return ones;
}

/* On a lattice that is no torus, or with something dead: all nodes together. */
static lb_phrase lattice_text(const lb_task *task, const lb_witness *w) {
    lb_phrase p, packets = lb_text_packets(w), weights = weights_text(&task->net, w);
    const char *whose = lb_task_class(task) == LB_SPAN ? "what every node has for the next" : "the data";
    if (all_ones(&task->net, w))
        snprintf(p.text, sizeof p.text, "%s needs %" PRIu64 " hop%s over %" PRIu64 " link%s%.60s", whose, w->load,
                 lb_text_plural(w->load), w->capacity, lb_text_plural(w->capacity), packets.text);
    else
        snprintf(p.text, sizeof p.text,
                 "with %.60s on the links %s costs %" PRIu64 " and a step offers %" PRIu64 "%.60s", weights.text, whose,
                 w->load, w->capacity, packets.text);
    return p;
}

lb_phrase lb_text_links(const lb_task *task, const lb_witness *w) {
    const lb_net *net = lb_net_base(&task->net);
    if (!lb_net_is_whole(net))
        return lattice_text(task, w);
    bool each = lb_task_is_symmetric(task), ones; /* else all links count */
    unsigned dim = 0, dims = weighted_dims(net, w, &dim, &ones);
    lb_phrase p, where = {""}, packets = lb_text_packets(w);
    if (dims == 1 && net->ports > 1 + (net->radix[dim] > 2))
        snprintf(where.text, sizeof where.text, " in dimension %u", dim);
    bool span = lb_task_class(task) == LB_SPAN;
    const char *whose = span ? "what every node has for the next" : each ? "every node's data" : "the data";
    const char *share = each ? " a node" : "";
    if (w->radius && dims > 0) {
        snprintf(p.text, sizeof p.text,
                 "with %" PRIu32 " for a + link and %" PRIu32 " for a - link%.40s every node's data costs %" PRIu64
                 " if no block makes more than %" PRIu32 " hops, and a step offers %" PRIu64 "%.60s",
                 w->weight[net->first_port[dim]], w->weight[net->first_port[dim] + 1], where.text, w->load, w->radius,
                 w->capacity, packets.text);
        return p;
    }
    if (ones)
        snprintf(p.text, sizeof p.text, "%s needs %" PRIu64 " hop%s%.40s over %" PRIu64 " link%s%s%.60s", whose,
                 w->load, lb_text_plural(w->load), where.text, w->capacity, lb_text_plural(w->capacity), share,
                 packets.text);
    else if (dims == 1)
        snprintf(p.text, sizeof p.text,
                 "with %" PRIu32 " for a + link and %" PRIu32 " for a - link%.40s %s costs %" PRIu64
                 " and a step offers %" PRIu64 "%s%.60s",
                 w->weight[net->first_port[dim]], w->weight[net->first_port[dim] + 1], where.text, whose, w->load,
                 w->capacity, share, packets.text);
    else
        snprintf(p.text, sizeof p.text,
                 "with the witness's weights on the links %s costs %" PRIu64 " and a step offers %" PRIu64 "%s%.60s",
                 whose, w->load, w->capacity, share, packets.text);
    return p;
}

/* How long it takes to grow, told without a plan: packets go in the order of their steps, each as soon as what it takes
 * is there and one of the node's ports at a time is free. */
#include "algo/lattice/growth.h"
#include "base/base.h"

#include <stdlib.h>

typedef struct clocks {
    uint32_t limit, ports;
    uint64_t *weight;                /* by node: of what comes with it */
    double *there, *free_at, *links; /* by node; of each port that a node may use at a time; of its links */
} clocks;

static void clocks_free(clocks *c) {
    free(c->weight);
    free(c->there);
    free(c->free_at);
    free(c->links);
}

static bool clocks_take(clocks *c, const lb_growth *g, uint32_t limit, bool rooted) {
    uint64_t n = g->net->nodes, senders = rooted ? n : 1;
    *c = (clocks){.limit = limit, .ports = g->net->ports};
    c->weight = lb_array(n, sizeof *c->weight);
    c->there = lb_zeroed(n, sizeof *c->there);
    c->free_at = lb_zeroed(senders * limit, sizeof *c->free_at);
    c->links = lb_zeroed(senders * c->ports, sizeof *c->links);
    return c->weight && c->there && c->free_at && c->links;
}

static void weigh(clocks *c, const lb_growth *g, const lb_growth_load *load) {
    for (uint32_t v = 0; v < g->net->nodes; v++)
        c->weight[v] = load->weight ? load->weight[v] : 1;
    for (uint32_t i = g->reached; i-- > 1 && load->summed;)
        c->weight[lb_growth_parent(g, g->order[i])] += c->weight[g->order[i]];
}

/* When a packet is there that can go from then on. With all ports only its own link is waited for. */
static double send(const clocks *c, uint64_t sender, unsigned port, double from, double takes) {
    double *first = c->free_at + sender * c->limit, *link = c->links + sender * c->ports + port;
    for (uint32_t i = 1; i < c->limit; i++)
        first = c->free_at[sender * c->limit + i] < *first ? c->free_at + sender * c->limit + i : first;
    double start = *link > from ? *link : from;
    if (c->limit < c->ports)
        start = *first > start ? *first : start;
    return *first = *link = start + takes;
}

/* Numbers first to end of the order: who is reached in one step. */
typedef struct reach {
    const lb_growth *g;
    const lb_growth_load *load;
    uint32_t first, end;
} reach;

/* Forwards a packet waits for what its node's parent has got, backwards for what the node has. */
static double ready(const clocks *c, const reach *r, uint32_t node) {
    return c->there[r->load->backwards ? node : lb_growth_parent(r->g, node)];
}

static void arrive(clocks *c, const reach *r, uint32_t node, double when) {
    double *there = &c->there[r->load->backwards ? lb_growth_parent(r->g, node) : node];
    *there = when > *there ? when : *there;
}

/* Down the tree every node has a packet of its own. */
static double tree_send(clocks *c, const reach *r, uint32_t node) {
    double takes = r->load->start + r->load->each * (double)c->weight[node];
    double end = send(c, lb_growth_parent(r->g, node), r->g->by[node], ready(c, r, node), takes);
    arrive(c, r, node, end);
    return end;
}

/* Where all do the same there is one packet through a port; what nobody needs does not go. */
static double joint_send(clocks *c, const reach *r, unsigned port) {
    double from = 0, blocks = 0;
    for (uint32_t i = r->first; i < r->end; i++) {
        uint32_t v = r->g->order[i];
        if (r->g->by[v] != port || !c->weight[v])
            continue;
        from = ready(c, r, v) > from ? ready(c, r, v) : from;
        blocks += (double)c->weight[v];
    }
    if (blocks == 0)
        return 0;
    double end = send(c, 0, port, from, r->load->start + r->load->each * blocks);
    for (uint32_t i = r->first; i < r->end; i++) {
        if (r->g->by[r->g->order[i]] == port)
            arrive(c, r, r->g->order[i], end);
    }
    return end;
}

/* In the order in which packets of a step get their ports: by the node that sends, then by the link. */
static double tree_step(clocks *c, const reach *r) {
    double last = 0;
    for (unsigned port = 0; port < c->ports; port++) {
        for (uint32_t i = r->first; i < r->end && !r->load->backwards; i++) {
            double end = r->g->by[r->g->order[i]] == port ? tree_send(c, r, r->g->order[i]) : 0;
            last = end > last ? end : last;
        }
    }
    for (uint32_t v = 1; v < r->g->net->nodes && r->load->backwards; v++) {
        double end = r->g->step[v] == r->g->step[r->g->order[r->first]] ? tree_send(c, r, v) : 0;
        last = end > last ? end : last;
    }
    return last;
}

static double joint_step(clocks *c, const reach *r) {
    double last = 0;
    for (unsigned port = 0; port < c->ports; port++) {
        double end = joint_send(c, r, r->load->backwards ? r->g->net->opposite[port] : port);
        last = end > last ? end : last;
    }
    return last;
}

static void find_step(reach *r, uint32_t step) {
    r->first = 1;
    while (r->first < r->g->reached && r->g->step[r->g->order[r->first]] != step)
        r->first++;
    r->end = r->first;
    while (r->end < r->g->reached && r->g->step[r->g->order[r->end]] == step)
        r->end++;
}

double lb_growth_time(const lb_growth *g, uint32_t limit, const lb_growth_load *load) {
    clocks c;
    double last = clocks_take(&c, g, limit, load->rooted) ? 0 : -1;
    reach r = {g, load, 1, 1};
    if (last == 0)
        weigh(&c, g, load);
    for (uint32_t step = 1; step <= g->steps && last >= 0; step++) {
        find_step(&r, load->backwards ? g->steps + 1 - step : step);
        double end = load->rooted ? tree_step(&c, &r) : joint_step(&c, &r);
        last = end > last ? end : last;
    }
    clocks_free(&c);
    return last;
}

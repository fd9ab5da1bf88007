/* Which network with a name a graph is, its nodes being numbered in any way. */
#include "find/names.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>

static const uint64_t WORK = 2000000; /* places tried, for a name and all nodes that may be its first */

typedef struct trying {
    lb_view graph;
    uint32_t *shells, *theirs; /* how many nodes are so far away: of the network's node 0, of one of the graph's */
    uint32_t *place;
} trying;

/* Whether the network is the graph. Only where it looks the same from every node need but one be tried as its first. */
static int try_net(trying *t, const lb_net *net) {
    lb_view view;
    uint64_t work = WORK;
    int error = lb_view_make(net, &view);
    if (!error)
        error = lb_view_shells(&view, 0, t->shells);
    bool found = false;
    uint32_t roots = lb_net_is_lattice(net) ? 1 : view.nodes;
    for (uint32_t root = 0; root < roots && !error && !found && work > 0; root++) {
        if (t->graph.degree[root] != view.degree[0])
            continue;
        error = lb_view_shells(&t->graph, root, t->theirs);
        if (error || memcmp(t->shells, t->theirs, view.nodes * sizeof *t->shells) != 0)
            continue;
        int laid = lb_view_lay(&view, &t->graph, root, &work, t->place);
        found = laid == LB_OK;
        error = laid == LB_ERR_MEMORY ? laid : LB_OK;
    }
    lb_view_free(&view);
    return error ? error : found ? LB_OK : LB_ERR_UNSUPPORTED;
}

static int try_names(trying *t, int (*names_of)(const lb_view *, lb_names *), lb_net **net) {
    lb_names names;
    int error = names_of(&t->graph, &names);
    error = error ? error : LB_ERR_UNSUPPORTED;
    for (uint32_t i = 0; i < names.count && error == LB_ERR_UNSUPPORTED; i++) {
        error = lb_net_parse(names.name[i], net, NULL) == LB_OK ? try_net(t, *net) : LB_ERR_UNSUPPORTED;
        if (error) {
            lb_net_free(*net);
            *net = NULL;
        }
    }
    lb_names_free(&names);
    return error;
}

static int try_all(trying *t, lb_net **net) {
    int error = try_names(t, lb_names_of, net);
    return error == LB_ERR_UNSUPPORTED ? try_names(t, lb_circulant_names_of, net) : error;
}

static void turn_round(const trying *t, uint32_t *node_of) {
    for (uint32_t v = 0; v < t->graph.nodes; v++)
        node_of[t->place[v]] = v;
}

int lb_find_renumbered(const lb_net *graph, lb_net **named, uint32_t *node_of, lb_why *why) {
    uint32_t n = lb_net_nodes(graph);
    trying t = {.place = NULL};
    *named = NULL;
    if (!lb_net_is_graph(graph) || lb_net_has_faults(graph) || n > LB_FIND_HOSTS)
        return lb_fail(why, LB_ERR_UNSUPPORTED, "only whole graphs of up to %d nodes are looked at", LB_FIND_HOSTS);
    t.place = lb_array(n, sizeof *t.place);
    t.shells = lb_array(n, sizeof *t.shells);
    t.theirs = lb_array(n, sizeof *t.theirs);
    int error = t.place && t.shells && t.theirs ? lb_view_make(graph, &t.graph) : LB_ERR_MEMORY;
    if (!error)
        error = try_all(&t, named);
    if (!error)
        turn_round(&t, node_of);
    lb_view_free(&t.graph);
    free(t.place);
    free(t.shells);
    free(t.theirs);
    if (error == LB_ERR_MEMORY)
        return lb_fail_memory(why, "a graph");
    return error ? lb_fail(why, error, "it is no network with a name that is known") : LB_OK;
}

/* Which network some cables make: the one that explains them with the fewest mistakes.
 *
 * A mistake is a cable that is not plugged in, one too many, or one that is plugged in at the wrong place (a link
 * without a cable, and a cable that is no link): two cables that were swapped are two mistakes. With 0 mistakes all
 * shapes of the right number of links are tried (src/find/shapes.c), then with 1, and so on. Which host is which node
 * is found by a search (src/find/embed.c); whoever finds nothing within the work that it may do has not been shown not
 * to fit. */
#include "find/embed.h"
#include "find/shapes.h"

#include "base/base.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t WORK = 300000; /* hosts judged, for a shape and a number of mistakes: hundredths of a second */

typedef struct finding {
    lb_graph hosts;
    lb_found *found;
    bool gave_up; /* somewhere the work was used up */
    lb_why *why;
} finding;

/* ---- What was asked ---- */

static int look_at(uint32_t hosts, const lb_cable *cables, size_t count, const lb_net *network, lb_why *why) {
    if (hosts == 0 || hosts > LB_FIND_HOSTS)
        return lb_fail(why, LB_ERR_SIZE, "%" PRIu32 " hosts: 1 to %d can be looked at", hosts, LB_FIND_HOSTS);
    for (size_t i = 0; i < count; i++) {
        if (cables[i].a >= hosts || cables[i].b >= hosts)
            return lb_fail(why, LB_ERR_ARG,
                           "a cable between hosts %" PRIu32 " and %" PRIu32 ": there are hosts 0 to %" PRIu32,
                           cables[i].a, cables[i].b, hosts - 1);
        if (cables[i].a == cables[i].b)
            return lb_fail(why, LB_ERR_ARG, "a cable from host %" PRIu32 " to itself", cables[i].a);
    }
    if (network && !lb_net_is_torus(network) && !lb_net_is_mesh(network))
        return lb_fail(why, LB_ERR_UNSUPPORTED, "cables are matched with tori and meshes only so far");
    if (network && lb_net_nodes(network) != hosts)
        return lb_fail(why, LB_ERR_ARG, "the network has %" PRIu32 " nodes, and there are %" PRIu32 " hosts",
                       lb_net_nodes(network), hosts);
    return LB_OK;
}

static lb_shape shape_of(const lb_net *net) {
    lb_shape s = {.dims = 0};
    for (unsigned i = 0; i < lb_net_dims(net); i++) {
        uint32_t radix = lb_net_radix(net, i);
        s.radix[s.dims++] = radix;
        s.edges += radix == 1 ? 0 : radix == 2 ? lb_net_nodes(net) / 2 : lb_net_nodes(net);
    }
    return s;
}

/* ---- Trying ---- */

static int try_shape(finding *f, const lb_shape *shape, uint32_t mistakes) {
    lb_graph net = {.count = 0};
    lb_found *found = f->found;
    uint64_t work = WORK;
    int error = lb_net_create(shape->dims, shape->radix, &found->net, f->why);
    if (!error)
        error = lb_graph_of_net(found->net, shape->open, &net);
    if (!error)
        error = lb_embed(&net, &f->hosts, mistakes, shape->open_count == 0, &work, found->host_of);
    f->gave_up |= error == LB_ERR_UNSUPPORTED && work == 0;
    lb_graph_free(&net);
    memcpy(found->open, shape->open, sizeof shape->open);
    if (error) {
        lb_net_free(found->net);
        found->net = NULL;
    }
    return error;
}

static uint32_t apart(uint32_t a, uint32_t b) {
    return a > b ? a - b : b - a;
}

static int try_all(finding *f, const lb_shape *shapes, size_t count) {
    int error = LB_ERR_UNSUPPORTED;
    for (uint32_t mistakes = 0; mistakes <= LB_FIND_MISTAKES; mistakes++) {
        for (size_t i = 0; i < count && error == LB_ERR_UNSUPPORTED; i++) {
            /* A network of which half is missing explains nothing. */
            if (apart(shapes[i].edges, f->hosts.edges) <= mistakes && 2 * mistakes <= shapes[i].edges)
                error = try_shape(f, &shapes[i], mistakes);
        }
    }
    if (error == LB_ERR_UNSUPPORTED)
        return lb_fail(f->why, LB_ERR_ARG,
                       "%" PRIu32 " hosts with %" PRIu32
                       " cable%s: no cube, torus, mesh or ring was found that they are, with %d "
                       "mistakes at the most%s",
                       f->hosts.count, f->hosts.edges, f->hosts.edges == 1 ? "" : "s", LB_FIND_MISTAKES,
                       f->gave_up ? " (not everything was tried)" : "");
    return error;
}

static int try_shapes(finding *f, const lb_net *network) {
    lb_shape only, *all = NULL;
    size_t count = 0;
    if (network) {
        only = shape_of(network);
        return try_all(f, &only, 1);
    }
    int error = lb_shapes_of(f->hosts.count, &all, &count);
    if (!error)
        error = try_all(f, all, count);
    free(all);
    return error;
}

/* ---- What is wrong ---- */

static bool put(lb_cable **list, uint32_t *count, uint64_t *room, uint32_t a, uint32_t b) {
    if (lb_grow((void **)list, room, (uint64_t)*count + 1, sizeof **list))
        return false;
    (*list)[(*count)++] = a < b ? (lb_cable){a, b} : (lb_cable){b, a};
    return true;
}

/* A dimension of which one line is closed by a cable is a ring that lacks the others. */
static void close_lines(finding *f) {
    lb_found *found = f->found;
    for (uint32_t v = 0; v < f->hosts.count; v++) {
        for (unsigned dim = 0; dim < lb_net_dims(found->net); dim++) {
            if (found->open[dim] && lb_digit(found->net, v, dim) == lb_net_radix(found->net, dim) - 1 &&
                lb_graph_joined(&f->hosts, found->host_of[v],
                                found->host_of[lb_neighbor(found->net, v, lb_port_of(found->net, dim, 1))]))
                found->open[dim] = false;
        }
    }
}

static int note_missing(finding *f) {
    lb_found *found = f->found;
    const lb_net *net = found->net;
    uint64_t room = 0;
    size_t length = 0;
    unsigned lacking = 0;
    for (uint32_t v = 0; v < lb_net_nodes(net); v++) {
        for (unsigned port = 0; port < lb_net_ports(net); port++) {
            uint32_t to = lb_neighbor(net, v, port), dim = lb_port_dim(net, port), radix = lb_net_radix(net, dim);
            uint32_t a = found->host_of[v], b = found->host_of[to];
            if (lb_port_sign(net, port) < 0 || (radix == 2 && v > to) || lb_graph_joined(&f->hosts, a, b))
                continue;
            if (!(found->open[dim] && lb_digit(net, v, dim) == radix - 1) &&
                !put(&found->missing, &found->missing_count, &room, a, b))
                return LB_ERR_MEMORY;
            if (length + 24 > sizeof found->without || 2 * ++lacking > LB_MAX_DEAD_LINKS)
                return lb_fail(f->why, LB_ERR_SIZE,
                               "a mesh of %" PRIu32 " nodes lacks more links of its torus than can be said",
                               lb_net_nodes(net));
            length += (size_t)snprintf(found->without + length, sizeof found->without - length,
                                       "%s%" PRIu32 "-%" PRIu32, length ? "," : "", v, to);
        }
    }
    return LB_OK;
}

static int note_foreign(finding *f) {
    lb_found *found = f->found;
    uint64_t room = 0;
    for (uint32_t a = 0; a < f->hosts.count; a++) {
        for (uint32_t i = f->hosts.first[a]; i < f->hosts.first[a + 1]; i++) {
            uint32_t b = f->hosts.near[i];
            if (a < b && lb_port_to(found->net, found->node_of[a], found->node_of[b]) == LB_NONE &&
                !put(&found->foreign, &found->foreign_count, &room, a, b))
                return LB_ERR_MEMORY;
        }
    }
    return LB_OK;
}

static int note_all(finding *f) {
    lb_found *found = f->found;
    for (uint32_t v = 0; v < f->hosts.count; v++)
        found->node_of[found->host_of[v]] = v;
    close_lines(f);
    int error = note_missing(f);
    return error ? error : note_foreign(f);
}

int lb_find_network(uint32_t hosts, const lb_cable *cables, size_t count, const lb_net *network, lb_found **out,
                    lb_why *why) {
    finding f = {.why = why};
    *out = NULL;
    int error = look_at(hosts, cables, count, network, why);
    if (error)
        return error;
    f.found = lb_zeroed(1, sizeof *f.found);
    if (!f.found)
        return lb_fail_memory(why, "what is found");
    f.found->node_of = lb_array(hosts, sizeof *f.found->node_of);
    f.found->host_of = lb_array(hosts, sizeof *f.found->host_of);
    error = f.found->node_of && f.found->host_of ? lb_graph_make(hosts, cables, count, &f.hosts) : LB_ERR_MEMORY;
    if (!error)
        error = try_shapes(&f, network);
    if (!error)
        error = note_all(&f);
    lb_graph_free(&f.hosts);
    if (error == LB_ERR_MEMORY)
        lb_explain(why, "memory for the hosts and cables could not be had");
    if (error)
        lb_found_free(f.found);
    else
        *out = f.found;
    return error;
}

void lb_found_free(lb_found *found) {
    if (!found)
        return;
    lb_net_free(found->net);
    free(found->node_of);
    free(found->host_of);
    free(found->missing);
    free(found->foreign);
    free(found);
}

/* What the page needs to know beside `plan --json`: the network to draw, the algorithms that can be chosen, and the
 * witness as places rather than words. */
#include "session.h"

#include <string.h>

static void put_dead(out_json *json, const lb_net *net) {
    out_json_open(json, "dead_links", '[');
    for (unsigned i = 0; i < lb_net_dead_links(net); i++) {
        uint32_t ends[2];
        lb_net_dead_link(net, i, &ends[0], &ends[1]);
        out_json_list(json, NULL, ends, 2);
    }
    out_json_close(json, ']');
    out_json_open(json, "dead_nodes", '[');
    for (unsigned i = 0; i < lb_net_dead_nodes(net); i++)
        out_json_number(json, NULL, lb_net_dead_node(net, i));
    out_json_close(json, ']');
}

static bool has_root(lb_task_kind kind) {
    return kind == LB_BROADCAST || kind == LB_SCATTER || kind == LB_GATHER || kind == LB_REDUCE || kind == LB_SEND;
}

/* Some ports of meshes and graphs lead nowhere. */
static uint32_t neighbour(const lb_net *net, uint32_t node, unsigned port) {
    unsigned dim = lb_port_dim(net, port);
    if (lb_net_is_mesh(net) && lb_net_is_open(net, dim)) {
        uint32_t digit = lb_digit(net, node, dim), last = lb_net_radix(net, dim) - 1;
        if (digit == (lb_port_sign(net, port) > 0 ? last : 0) && last > 1)
            return LB_NONE;
    }
    return lb_neighbor(net, node, port);
}

/* Whom each port of each node leads to, for what is no torus: LB_NONE where a line ends. The page numbers a torus
 * itself. */
static void put_neighbours(out_json *json, const lb_net *net) {
    unsigned ports = lb_net_ports(net);
    if (lb_net_is_torus(net) && lb_net_routing(net) == LB_STORE_AND_FORWARD)
        return;
    out_json_open(json, "port_dims", '[');
    for (unsigned port = 0; port < ports; port++)
        out_json_number(json, NULL, lb_port_dim(net, port));
    out_json_close(json, ']');
    out_json_open(json, "neighbours", '[');
    for (uint32_t v = 0; v < lb_net_nodes(net) && lb_net_nodes(net) <= WEB_MOST_NODES; v++)
        for (unsigned port = 0; port < ports; port++)
            out_json_number(json, NULL, neighbour(net, v, port));
    out_json_close(json, ']');
}

/* Of ports that lead over several links, which come after those of single links: the links' ports, one after the other.
 * They are the same from every node. */
void web_json_ways(out_json *json, const lb_net *net) {
    uint32_t way[256];
    out_json_open(json, "ways", '[');
    for (unsigned port = 0; port < lb_net_ports(net); port++) {
        uint32_t links = lb_port_links(net, port), at = 0;
        if (links < 2 || links > sizeof way / sizeof *way)
            continue;
        lb_port_way(net, 0, port, way);
        out_json_open(json, NULL, '[');
        for (uint32_t i = 0; i < links; at = way[i++])
            out_json_number(json, NULL, lb_port_to(net, at, way[i]));
        out_json_close(json, ']');
    }
    out_json_close(json, ']');
}

/* Graphs are drawn where their files have them, if they do. */
static void put_spots(out_json *json, const lb_net *net) {
    double x, y;
    if (lb_net_nodes(net) > WEB_MOST_NODES || !lb_net_spot(net, 0, &x, &y))
        return;
    out_json_open(json, "spots", '[');
    for (uint32_t v = 0; v < lb_net_nodes(net) && lb_net_spot(net, v, &x, &y); v++) {
        out_json_double(json, NULL, x);
        out_json_double(json, NULL, y);
    }
    out_json_close(json, ']');
}

void web_json_network(out_json *json, const lb_task *task) {
    static const char *const classes[] = {"copy", "carry", "sum", "span"};
    const lb_net *net = lb_task_net(task);
    lb_task_params params = lb_task_params_of(task);
    char title[1024];
    out_json_open(json, "net", '{');
    lb_net_title(net, title, sizeof title);
    out_json_text(json, "title", title);
    out_json_number(json, "nodes", lb_net_nodes(net));
    out_json_number(json, "ports", lb_net_ports(net));
    out_json_number(json, "diameter", lb_diameter(net));
    out_json_number(json, "links", lb_links_alive(net));
    out_json_open(json, "radices", '[');
    for (unsigned i = 0; i < lb_net_dims(net); i++)
        out_json_number(json, NULL, lb_net_radix(net, i));
    out_json_close(json, ']');
    out_json_bool(json, "grid", lb_net_is_torus(net) || lb_net_is_mesh(net));
    put_neighbours(json, net);
    put_spots(json, net);
    put_dead(json, net);
    out_json_close(json, '}');
    cli_problem_title(task, 0, title, sizeof title);
    out_json_text(json, "title", title);
    out_json_text(json, "task", lb_task_kind_name(lb_task_kind_of(task)));
    out_json_text(json, "class", classes[lb_task_class(task)]);
    if (has_root(lb_task_kind_of(task)))
        out_json_number(json, "root", params.root);
    if (lb_task_kind_of(task) == LB_SEND)
        out_json_number(json, "to", params.to);
}

void web_json_algorithms(out_json *json, const lb_task *task, const lb_plan_options *options) {
    lb_task_kind kind = lb_task_kind_of(task);
    out_json_open(json, "algorithms", '[');
    for (size_t i = 0; i < lb_algorithms(); i++) {
        const lb_algorithm *a = lb_algorithm_at(i);
        if (!(a->tasks >> kind & 1))
            continue;
        out_json_open(json, NULL, '{');
        out_json_text(json, "name", a->name);
        out_json_text(json, "promise", a->promise);
        out_json_text(json, "source", a->source);
        out_json_bool(json, "groups", a->groups);
        out_json_text(json, "obstacle", lb_algorithm_obstacle(i, task, options));
        out_json_close(json, '}');
    }
    out_json_close(json, ']');
}

void web_json_witness(out_json *json, const lb_task *task, const lb_witness *w, bool linear) {
    static const char *const kinds[] = {"none",  "node",    "links",    "cut",    "growth", "ways",
                                        "total", "moments", "prefixes", "prices", "levels", "sides"};
    char text[LB_WHY_MAX];
    if (linear)
        lb_witness_time_text(task, w, text, sizeof text);
    else
        lb_witness_text(task, w, text, sizeof text);
    out_json_text(json, "kind", kinds[w->kind]);
    out_json_bool(json, "inward", w->inward);
    out_json_number(json, "node", w->node);
    out_json_number(json, "radius", w->radius);
    out_json_number(json, "dim", w->dim);
    out_json_number(json, "first", w->first);
    out_json_number(json, "width", w->width);
    out_json_list(json, "weights", w->weight, lb_net_ports(lb_task_net(task)));
    if (w->kind == LB_WITNESS_MOMENTS)
        out_json_list(json, "moments", w->moment, lb_net_nodes(lb_task_net(task)));
    out_json_number(json, "load", w->load);
    out_json_number(json, "capacity", w->capacity);
    out_json_text(json, "text", text);
}

/* What the page needs to know beside `plan --json`: the network to draw, the algorithms that can be chosen, and the
 * witness as places rather than words. */
#include "session.h"

#include <string.h>

static void put_dead(cli_json *json, const lb_net *net) {
    cli_json_open(json, "dead_links", '[');
    for (unsigned i = 0; i < lb_net_dead_links(net); i++) {
        uint32_t ends[2];
        lb_net_dead_link(net, i, &ends[0], &ends[1]);
        cli_json_list(json, NULL, ends, 2);
    }
    cli_json_close(json, ']');
    cli_json_open(json, "dead_nodes", '[');
    for (unsigned i = 0; i < lb_net_dead_nodes(net); i++)
        cli_json_number(json, NULL, lb_net_dead_node(net, i));
    cli_json_close(json, ']');
}

static bool has_root(lb_task_kind kind) {
    return kind == LB_BROADCAST || kind == LB_SCATTER || kind == LB_GATHER || kind == LB_REDUCE || kind == LB_SEND;
}

void web_json_network(cli_json *json, const lb_task *task) {
    static const char *const classes[] = {"copy", "carry", "sum", "span"};
    const lb_net *net = lb_task_net(task);
    lb_task_params params = lb_task_params_of(task);
    char title[1024];
    cli_json_open(json, "net", '{');
    cli_net_title(net, title, sizeof title);
    cli_json_text(json, "title", title);
    cli_json_number(json, "nodes", lb_net_nodes(net));
    cli_json_number(json, "ports", lb_net_ports(net));
    cli_json_number(json, "diameter", lb_diameter(net));
    cli_json_number(json, "links", lb_links_alive(net));
    cli_json_open(json, "radices", '[');
    for (unsigned i = 0; i < lb_net_dims(net); i++)
        cli_json_number(json, NULL, lb_net_radix(net, i));
    cli_json_close(json, ']');
    put_dead(json, net);
    cli_json_close(json, '}');
    cli_problem_title(task, 0, title, sizeof title);
    cli_json_text(json, "title", title);
    cli_json_text(json, "task", lb_task_kind_name(lb_task_kind_of(task)));
    cli_json_text(json, "class", classes[lb_task_class(task)]);
    if (has_root(lb_task_kind_of(task)))
        cli_json_number(json, "root", params.root);
    if (lb_task_kind_of(task) == LB_SEND)
        cli_json_number(json, "to", params.to);
}

void web_json_algorithms(cli_json *json, const lb_task *task, const lb_plan_options *options) {
    lb_task_kind kind = lb_task_kind_of(task);
    cli_json_open(json, "algorithms", '[');
    for (size_t i = 0; i < lb_algorithms(); i++) {
        const lb_algorithm *a = lb_algorithm_at(i);
        if (!(a->tasks >> kind & 1))
            continue;
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "name", a->name);
        cli_json_text(json, "promise", a->promise);
        cli_json_text(json, "source", a->source);
        cli_json_bool(json, "groups", a->groups);
        cli_json_text(json, "obstacle", lb_algorithm_obstacle(i, task, options));
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
}

void web_json_witness(cli_json *json, const lb_task *task, const lb_witness *w, bool linear) {
    static const char *const kinds[] = {"none", "node", "links", "cut", "growth", "ways", "total"};
    char text[LB_WHY_MAX];
    if (linear)
        lb_witness_time_text(task, w, text, sizeof text);
    else
        lb_witness_text(task, w, text, sizeof text);
    cli_json_text(json, "kind", kinds[w->kind]);
    cli_json_bool(json, "inward", w->inward);
    cli_json_number(json, "node", w->node);
    cli_json_number(json, "radius", w->radius);
    cli_json_number(json, "dim", w->dim);
    cli_json_number(json, "first", w->first);
    cli_json_number(json, "width", w->width);
    cli_json_list(json, "weights", w->weight, lb_net_ports(lb_task_net(task)));
    cli_json_number(json, "load", w->load);
    cli_json_number(json, "capacity", w->capacity);
    cli_json_text(json, "text", text);
}

/* Graphviz. Nodes have places where the network can be drawn, so that `neato -n` gives the same picture; links that are
 * not used are grey. */
#include "draw/layout.h"
#include "draw/traffic.h"
#include "export/about.h"
#include "export/formats.h"

#include <inttypes.h>

static void put_nodes(FILE *out, const lb_net *net, const lb_net_layout *layout) {
    for (uint32_t v = 0; v < lb_net_nodes(net); v++) {
        char name[LB_LABEL_MAX];
        lb_node_text(net, v, name);
        fprintf(out, "  %" PRIu32 " [tooltip=\"%s\"", v, name);
        if (layout)
            fprintf(out, ", pos=\"%.1f,%.1f\"", layout->at[v].x * 0.75, (layout->height - layout->at[v].y) * 0.75);
        fputs(lb_node_alive(net, v) ? "];\n" : ", style=dashed];\n", out);
    }
}

static void put_links(FILE *out, const lb_net *net, const lb_traffic *traffic) {
    unsigned ports = lb_net_ports(net);
    for (uint32_t v = 0; v < lb_net_nodes(net); v++) {
        for (unsigned p = 0; p < ports; p++) {
            const lb_steps *steps = &traffic->link[(size_t)v * ports + p];
            if (!lb_link_alive(net, v, p))
                continue;
            fprintf(out, "  %" PRIu32 " -> %" PRIu32, v, lb_neighbor(net, v, p));
            if (steps->count)
                fprintf(out, " [label=\"%s\", weight=%" PRIu32 "];\n", steps->text, steps->count);
            else
                fputs(" [color=\"#cccccc\", arrowsize=0.4];\n", out);
        }
    }
}

int lb_export_dot(FILE *out, const lb_plan *plan, const lb_export_options *options, lb_why *why) {
    const lb_net *net = lb_plan_net(plan);
    lb_net_layout layout = {.at = NULL};
    lb_traffic traffic;
    char about[320];
    (void)options;
    int error = lb_traffic_make(plan, 0, &traffic, why);
    if (error)
        return error;
    bool placed = lb_layout_make(net, &layout, NULL) == LB_OK; /* without places, where it is too large */
    lb_export_about(plan, about, sizeof about);
    fprintf(out, "// %s\ndigraph linkbound {\n  label=\"%s\";\n  node [shape=circle];\n", about, about);
    put_nodes(out, net, placed ? &layout : NULL);
    put_links(out, net, &traffic);
    fputs("}\n", out);
    lb_layout_free(&layout);
    lb_traffic_free(&traffic);
    return LB_OK;
}

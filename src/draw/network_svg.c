/* The network, and on its links arrows with the numbers of the steps. */
#include "draw/network_legend.h"
#include "draw/network_links.h"

#include <inttypes.h>
#include <string.h>

enum { FOOT = 66 };

/* ---- Nodes ---- */

static void put_node(const lb_sheet *s, uint32_t node, bool root) {
    char number[16], name[LB_LABEL_MAX];
    lb_spot at = lb_sheet_place(s, node);
    bool alive = lb_node_alive(s->net, node);
    snprintf(number, sizeof number, "%" PRIu32, node);
    lb_node_text(s->net, node, name);
    fprintf(s->out,
            "<g><title>node %" PRIu32 " (%s)%s</title><circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.0f\"%s/>",
            node, name, alive ? "" : ", dead", root ? "r" : "n", at.x, at.y, s->layout.radius,
            alive ? "" : " stroke-dasharray=\"2 3\" stroke-opacity=\"0.6\"");
    lb_svg_text(s->out, at.x, at.y + 4.2, root ? "on b" : alive ? "ink" : "dim", "middle", number);
    fputs("</g>\n", s->out);
}

static bool is_root(const lb_task *task, uint32_t node) {
    lb_task_params p = lb_task_params_of(task);
    switch (lb_task_kind_of(task)) {
    case LB_BROADCAST:
    case LB_SCATTER:
    case LB_GATHER:
    case LB_REDUCE: return node == p.root;
    case LB_SEND: return node == p.root || node == p.to;
    default: return false;
    }
}

/* ---- The page ---- */

/* Whether it is a link of the network. Of flights, which pass several, only those that are made are shown. */
static bool is_shown(const lb_sheet *s, uint32_t node, unsigned port) {
    return lb_port_links(s->net, port) == 1 || s->traffic.link[(size_t)node * lb_net_ports(s->net) + port].count;
}

static void put_all(lb_sheet *s) {
    uint32_t nodes = lb_net_nodes(s->net);
    unsigned ports = lb_net_ports(s->net);
    for (uint32_t v = 0; v < nodes; v++) {
        for (unsigned p = 0; p < ports; p++) {
            if (lb_port_links(s->net, p) == 1)
                lb_sheet_link(s, v, p);
        }
    }
    for (int labels = 0; labels < 2; labels++) {
        for (uint32_t v = 0; v < nodes && (s->labels || !labels); v++) {
            for (unsigned p = 0; p < ports; p++)
                lb_sheet_move(s, v, p, labels);
        }
    }
    for (uint32_t v = 0; v < nodes; v++) {
        put_node(s, v, is_root(lb_plan_task(s->plan), v));
        for (unsigned p = 0; p < ports; p++) {
            if (is_shown(s, v, p))
                lb_sheet_stub_end(s, v, p);
        }
    }
}

/* All links that are used are used in the same steps: a label on each would say nothing. */
static const char *find_alike(const lb_sheet *s) {
    const lb_steps *first = NULL;
    for (size_t k = 0; k < (size_t)lb_net_nodes(s->net) * lb_net_ports(s->net); k++) {
        const lb_steps *steps = &s->traffic.link[k];
        if (!steps->count)
            continue;
        if (first && strcmp(first->text, steps->text) != 0)
            return NULL;
        first = steps;
    }
    return first && first->count > 1 && !first->cut ? first->text : NULL;
}

/* Whether no link that is used is used once, and the least that one carries. */
static void find_load(lb_sheet *s) {
    s->least = UINT64_MAX;
    for (size_t k = 0; k < (size_t)lb_net_nodes(s->net) * lb_net_ports(s->net); k++) {
        uint64_t count = s->traffic.link[k].count;
        s->least = count && count < s->least ? count : s->least;
    }
    s->by_load = !s->options->step && s->least > 1 && s->least < UINT64_MAX;
}

/* Where the colour is the load, and some link's steps are too many to be told, the numbers are the loads, too: lists
 * that break off would say little, and stand in each other's way. */
static void number_loads(lb_sheet *s) {
    size_t links = (size_t)lb_net_nodes(s->net) * lb_net_ports(s->net);
    for (size_t k = 0; k < links; k++)
        s->loads |= s->by_load && s->traffic.link[k].count && s->traffic.link[k].cut;
    for (size_t k = 0; s->loads && k < links; k++) {
        lb_steps *steps = &s->traffic.link[k];
        snprintf(steps->text, sizeof steps->text, "%" PRIu64, (uint64_t)steps->count);
    }
}

/* "12 moves on 8 of 64 links"; a flight is on several, and which they are the arrow does not show. */
static void describe_moves(const lb_sheet *s, uint64_t used, char *text, size_t size) {
    uint64_t moves = lb_plan_moves(s->plan), crossed = lb_plan_crossings(s->plan);
    int length = snprintf(text, size, "%" PRIu64 " move%s", moves, moves == 1 ? "" : "s");
    if (crossed > moves)
        snprintf(text + length, size - (size_t)length, " over %" PRIu64 " links in all", crossed);
    else
        snprintf(text + length, size - (size_t)length, " on %" PRIu64 " of %" PRIu64 " links", used,
                 lb_links_alive(s->net));
}

static void describe(const lb_sheet *s, uint64_t used, char *text, size_t size) {
    uint32_t step = s->options->step;
    char moves[96], what[64];
    describe_moves(s, used, moves, sizeof moves);
    snprintf(what, sizeof what, "%s",
             s->by_load             ? "the colour is how many packets a link carries"
             : s->traffic.most == 1 ? "the colour is the step"
                                    : "thicker lines carry more");
    if (s->alike)
        snprintf(what, sizeof what, "each in steps %s", s->alike);
    else if (s->labels)
        snprintf(what, sizeof what, s->loads ? "numbers are packets on a link" : "numbers are steps");
    if (!s->traffic.steps) /* a plan for nothing: the network alone */
        snprintf(text, size, "%" PRIu32 " node%s, %s%" PRIu32 " port%s each", lb_net_nodes(s->net),
                 lb_net_nodes(s->net) == 1 ? "" : "s",
                 lb_net_is_mesh(s->net) || lb_net_is_graph(s->net) ? "up to " : "", lb_net_ports(s->net),
                 lb_net_ports(s->net) == 1 ? "" : "s");
    else if (step)
        snprintf(text, size, "%s: step %" PRIu32 " of %" PRIu32 ", %" PRIu32 " move%s%s", lb_plan_algorithm(s->plan),
                 step, s->traffic.steps, s->traffic.moves[step - 1], s->traffic.moves[step - 1] == 1 ? "" : "s",
                 s->labels ? "" : "; too many to say what each carries");
    else
        snprintf(text, size, "%s: %" PRIu32 " step%s, %s; %s", lb_plan_algorithm(s->plan), s->traffic.steps,
                 s->traffic.steps == 1 ? "" : "s", moves, what);
}

static void draw(lb_sheet *s) {
    char subtitle[256], about[320];
    uint64_t used = 0, links = (uint64_t)lb_net_nodes(s->net) * lb_net_ports(s->net);
    for (uint64_t k = 0; k < links; k++)
        used += s->traffic.link[k].count > 0;
    s->alike = s->options->step ? NULL : find_alike(s);
    s->labels = used <= LB_MANY_LABELS && !s->alike;
    find_load(s);
    number_loads(s);
    describe(s, used, subtitle, sizeof subtitle);
    snprintf(about, sizeof about, "The network, with an arrow for every link that is used. %s.", subtitle);
    double wide = lb_svg_width(s->options->title, 19) > lb_svg_width(subtitle, 13) ? lb_svg_width(s->options->title, 19)
                                                                                   : lb_svg_width(subtitle, 13);
    wide = wide < lb_sheet_legend_width(s) ? lb_sheet_legend_width(s) : wide;
    wide = wide < 560 ? 560 : wide;
    lb_svg svg = {.out = s->out,
                  .width = 2 * LB_SVG_MARGIN + (s->layout.width > wide ? s->layout.width : wide),
                  .height = LB_SVG_HEAD + s->layout.height + FOOT,
                  .title = s->options->title,
                  .subtitle = subtitle,
                  .about = about};
    s->origin = (lb_spot){(svg.width - s->layout.width) / 2, LB_SVG_HEAD};
    lb_svg_begin(&svg);
    put_all(s);
    lb_sheet_legend(s, LB_SVG_HEAD + s->layout.height + 12);
    lb_svg_end(&svg);
}

int lb_network_svg(FILE *out, const lb_plan *plan, const lb_draw_options *options, lb_why *why) {
    lb_sheet s = {.out = out, .plan = plan, .net = lb_plan_net(plan), .options = options};
    int error = lb_layout_make(s.net, &s.layout, why);
    if (!error)
        error = lb_traffic_make(plan, options->step, &s.traffic, why);
    if (!error)
        draw(&s);
    if (!error)
        lb_traffic_free(&s.traffic);
    lb_layout_free(&s.layout);
    return error;
}

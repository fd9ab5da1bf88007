/* The network, and on its links arrows with the numbers of the steps. A link has an arrow for each direction, each on
 * its right-hand side, with its number near the sender, so that the two never meet. */
#include "draw/layout.h"
#include "draw/pictures.h"
#include "draw/traffic.h"

#include <inttypes.h>
#include <string.h>

enum { FOOT = 66, MANY_LABELS = 240 };

typedef struct sheet {
    FILE *out;
    const lb_plan *plan;
    const lb_net *net;
    const lb_draw_options *options;
    lb_net_layout layout;
    lb_traffic traffic;
    lb_spot origin; /* where the layout's 0,0 is */
    bool labels;
    const char *alike; /* the steps of every link, where all have the same, and several */
    struct patch {
        double x, y, width;
    } label[MANY_LABELS]; /* where labels are already */
    size_t placed;
} sheet;

static lb_spot plus(lb_spot a, lb_spot b, double times) {
    return (lb_spot){a.x + b.x * times, a.y + b.y * times};
}

static lb_spot unit_of(lb_spot way) {
    double length = lb_svg_root(way.x * way.x + way.y * way.y);
    return length > 0 ? (lb_spot){way.x / length, way.y / length} : way;
}

static lb_spot place(const sheet *s, uint32_t node) {
    return plus(s->origin, s->layout.at[node], 1);
}

/* ---- Links that are there ---- */

static void put_link(const sheet *s, uint32_t node, unsigned port) {
    uint32_t to = lb_neighbor(s->net, node, port);
    lb_spot out, a = place(s, node), b = place(s, to);
    bool dead = !lb_link_alive(s->net, node, port) && !lb_link_alive(s->net, to, lb_port_opposite(s->net, port));
    const char *class = dead ? "x\" stroke-dasharray=\"2 5" : "l";
    if (lb_layout_wraps(&s->layout, node, port, &out)) {
        b = plus(a, out, 1 + s->layout.radius / s->layout.stub);
    } else if (node > to) {
        return; /* drawn from its other end */
    }
    fprintf(s->out, "<path class=\"%s\" stroke-width=\"1.4\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n", class, a.x, a.y, b.x,
            b.y);
}

/* Whom a stub leads to. */
static void put_stub_end(const sheet *s, uint32_t node, unsigned port) {
    lb_spot out;
    char number[16];
    if (!lb_layout_wraps(&s->layout, node, port, &out))
        return;
    lb_spot end = plus(place(s, node), out, 1 + (s->layout.radius + 9) / s->layout.stub);
    snprintf(number, sizeof number, "%" PRIu32, lb_neighbor(s->net, node, port));
    lb_svg_text(s->out, end.x, end.y + 3.6, "dim s", "middle", number);
}

/* ---- Moves ---- */

/* The colour of a step: one of a few, or from a ramp of which the lightest part is left out. */
static void paint(const sheet *s, const lb_steps *steps, const char *stroke, char text[40]) {
    char color[8];
    if (s->options->step || steps->count == 1) {
        uint32_t step = steps->first;
        if (s->traffic.steps <= LB_SVG_COLORS) {
            snprintf(text, 40, "class=\"%c%" PRIu32 "\"", *stroke == 's' ? 'k' : 'c', (step - 1) % LB_SVG_COLORS);
            return;
        }
        lb_svg_ramp(lb_svg_line_part((step - 1.0) / (s->traffic.steps - 1.0)), color);
        snprintf(text, 40, "%s=\"%s\"", stroke, color);
        return;
    }
    snprintf(text, 40, "class=\"%s\"", *stroke == 's' ? "e" : "a");
}

/* What stands beside an arrow. */
static const char *label_of(const sheet *s, size_t link) {
    const char *load = s->options->step ? s->traffic.load[link] : "";
    return *load ? load : s->traffic.link[link].text;
}

static bool is_free(const sheet *s, lb_spot at, double width) {
    for (size_t k = 0; k < s->placed; k++) {
        double x = at.x - s->label[k].x, y = at.y - s->label[k].y;
        x = x < 0 ? -x : x;
        y = y < 0 ? -y : y;
        if (x < (width + s->label[k].width) / 2 && y < 12)
            return false;
    }
    return true;
}

/* Beside the line that leads from a along `way`, on its right: near the sender, or where there is room. */
static void put_label(sheet *s, size_t link, lb_spot a, lb_spot way, bool stub) {
    static const double tries[] = {0.36, 0.26, 0.46, 0.6, 0.7, 0.18};
    const lb_steps *steps = &s->traffic.link[link];
    char class[16] = "ink s b";
    const char *text = label_of(s, link);
    lb_spot ahead = unit_of(way), right = {-ahead.y, ahead.x}, at = a;
    double across = ahead.x < 0 ? -ahead.x : ahead.x, up = ahead.y < 0 ? -ahead.y : ahead.y;
    double width = lb_svg_width(text, 10.5) + 4, side = 4 + 8 * across + (width / 2 + 1.5) * up;
    for (size_t k = 0; k < sizeof tries / sizeof *tries; k++) {
        at = plus(plus(a, way, stub ? 0.45 : tries[k]), right, side);
        if (stub || is_free(s, at, width))
            break;
        at = plus(plus(a, way, tries[0]), right, side);
    }
    if (s->placed < MANY_LABELS)
        s->label[s->placed++] = (struct patch){at.x, at.y, width};
    if (steps->count == 1 && s->traffic.steps <= LB_SVG_COLORS)
        snprintf(class, sizeof class, "c%" PRIu32 " s b", (steps->first - 1) % LB_SVG_COLORS);
    lb_svg_pill(s->out, at.x, at.y, class, text);
}

/* From a to b, on the right-hand side of the line between them. */
static void put_arrow(const sheet *s, size_t link, lb_spot a, lb_spot b) {
    const lb_steps *steps = &s->traffic.link[link];
    char stroke[40], fill[40];
    lb_spot ahead = unit_of((lb_spot){b.x - a.x, b.y - a.y}), right = {-ahead.y, ahead.x};
    double width = s->alike                                ? 1.8
                   : steps->count == 1 || s->options->step ? 2.2
                                                           : 1.2 + 2.0 * steps->count / (double)s->traffic.most;
    a = plus(a, right, 3.2);
    b = plus(b, right, 3.2);
    lb_spot neck = plus(b, ahead, -8), left_wing = plus(neck, right, -3.8), right_wing = plus(neck, right, 3.8);
    paint(s, steps, "stroke", stroke);
    paint(s, steps, "fill", fill);
    fprintf(s->out,
            "<path %s fill=\"none\" stroke-width=\"%.1f\" d=\"M%.1f %.1fL%.1f %.1f\"/><path %s d=\"M%.1f %.1fL%.1f "
            "%.1fL%.1f %.1fz\"/>\n",
            stroke, width, a.x, a.y, neck.x, neck.y, fill, b.x, b.y, left_wing.x, left_wing.y, right_wing.x,
            right_wing.y);
}

/* Arrows first, labels after all of them: `labels` says which. */
static void put_move(sheet *s, uint32_t node, unsigned port, bool labels) {
    size_t link = (size_t)node * lb_net_ports(s->net) + port;
    uint32_t to = lb_neighbor(s->net, node, port);
    double gap = s->layout.radius + 1.5;
    lb_spot out, a = place(s, node), b = place(s, to), ahead;
    if (!s->traffic.link[link].count)
        return;
    bool wraps = lb_layout_wraps(&s->layout, node, port, &out);
    ahead = unit_of(wraps ? out : (lb_spot){b.x - a.x, b.y - a.y});
    lb_spot end = wraps ? plus(plus(a, ahead, gap), out, 1) : plus(b, ahead, -gap);
    lb_spot start = plus(a, ahead, gap), way = {end.x - start.x, end.y - start.y};
    if (labels) {
        put_label(s, link, start, way, wraps);
        return;
    }
    put_arrow(s, link, start, end);
    if (wraps) /* the other stub */
        put_arrow(s, link, plus(b, out, -(gap + s->layout.stub) / s->layout.stub), plus(b, ahead, -gap));
}

/* ---- Nodes ---- */

static void put_node(const sheet *s, uint32_t node, bool root) {
    char number[16], name[LB_LABEL_MAX];
    lb_spot at = place(s, node);
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

static void put_legend(const sheet *s, double top) {
    char text[64];
    double x = LB_SVG_MARGIN;
    uint32_t steps = s->traffic.steps;
    if (s->alike && steps > LB_SVG_COLORS)
        return;
    if (steps > LB_SVG_COLORS) {
        lb_svg_scale(s->out, (lb_spot){x, top}, 260, steps, true);
        return;
    }
    bool colored = s->options->step != 0;
    for (size_t k = 0; k < (size_t)lb_net_nodes(s->net) * lb_net_ports(s->net); k++)
        colored |= s->traffic.link[k].count == 1;
    for (uint32_t k = 0; k < steps; k++) {
        snprintf(text, sizeof text, "step %" PRIu32 ": %" PRIu32 " move%s", k + 1, s->traffic.moves[k],
                 s->traffic.moves[k] == 1 ? "" : "s");
        if (s->options->step && s->options->step != k + 1)
            continue;
        if (colored)
            fprintf(s->out,
                    "<rect class=\"c%" PRIu32 "\" x=\"%.1f\" y=\"%.1f\" width=\"14\" height=\"14\" rx=\"3\"/>\n", k, x,
                    top);
        lb_svg_text(s->out, x + (colored ? 20 : 0), top + 11.5, "dim", "start", text);
        x += 36 + lb_svg_width(text, 12);
    }
}

static void put_all(sheet *s) {
    uint32_t nodes = lb_net_nodes(s->net);
    unsigned ports = lb_net_ports(s->net);
    for (uint32_t v = 0; v < nodes; v++) {
        for (unsigned p = 0; p < ports; p++)
            put_link(s, v, p);
    }
    for (int labels = 0; labels < 2; labels++) {
        for (uint32_t v = 0; v < nodes && (s->labels || !labels); v++) {
            for (unsigned p = 0; p < ports; p++)
                put_move(s, v, p, labels);
        }
    }
    for (uint32_t v = 0; v < nodes; v++) {
        put_node(s, v, is_root(lb_plan_task(s->plan), v));
        for (unsigned p = 0; p < ports; p++)
            put_stub_end(s, v, p);
    }
}

/* All links that are used are used in the same steps: a label on each would say nothing. */
static const char *find_alike(const sheet *s) {
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

static void describe(const sheet *s, uint64_t used, char *text, size_t size) {
    uint32_t step = s->options->step;
    char what[64] = "thicker lines carry more";
    if (s->alike)
        snprintf(what, sizeof what, "each in steps %s", s->alike);
    else if (s->labels)
        snprintf(what, sizeof what, "numbers are steps");
    if (!s->traffic.steps) /* a plan for nothing: the network alone */
        snprintf(text, size, "%" PRIu32 " nodes, %" PRIu32 " ports each", lb_net_nodes(s->net), lb_net_ports(s->net));
    else if (step)
        snprintf(text, size, "%s: step %" PRIu32 " of %" PRIu32 ", %" PRIu32 " move%s%s", lb_plan_algorithm(s->plan),
                 step, s->traffic.steps, s->traffic.moves[step - 1], s->traffic.moves[step - 1] == 1 ? "" : "s",
                 s->labels ? "" : "; too many to say what each carries");
    else
        snprintf(text, size, "%s: %" PRIu32 " step%s, %" PRIu64 " move%s on %" PRIu64 " of %" PRIu64 " links; %s",
                 lb_plan_algorithm(s->plan), s->traffic.steps, s->traffic.steps == 1 ? "" : "s", lb_plan_moves(s->plan),
                 lb_plan_moves(s->plan) == 1 ? "" : "s", used, lb_links_alive(s->net), what);
}

static void draw(sheet *s) {
    char subtitle[256], about[320];
    uint64_t used = 0, links = (uint64_t)lb_net_nodes(s->net) * lb_net_ports(s->net);
    for (uint64_t k = 0; k < links; k++)
        used += s->traffic.link[k].count > 0;
    s->alike = s->options->step ? NULL : find_alike(s);
    s->labels = used <= MANY_LABELS && !s->alike;
    describe(s, used, subtitle, sizeof subtitle);
    snprintf(about, sizeof about, "The network, with an arrow for every link that is used. %s.", subtitle);
    double wide = lb_svg_width(s->options->title, 19) > lb_svg_width(subtitle, 13) ? lb_svg_width(s->options->title, 19)
                                                                                   : lb_svg_width(subtitle, 13);
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
    put_legend(s, LB_SVG_HEAD + s->layout.height + 12);
    lb_svg_end(&svg);
}

int lb_network_svg(FILE *out, const lb_plan *plan, const lb_draw_options *options, lb_why *why) {
    sheet s = {.out = out, .plan = plan, .net = lb_plan_net(plan), .options = options};
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

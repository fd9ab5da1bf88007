/* Links and arrows. A link has an arrow for each direction, each on its right-hand side, with its number near the
 * sender, so that the two never meet. Lanes, several links between the same two nodes, are one thicker line, with their
 * arrows side by side. */
#include "draw/network_links.h"

#include "draw/layout_ways.h"

#include <inttypes.h>

static lb_spot unit_of(lb_spot way) {
    double length = lb_svg_root(way.x * way.x + way.y * way.y);
    return length > 0 ? (lb_spot){way.x / length, way.y / length} : way;
}

static bool is_bent(lb_link_run run) {
    return run.bow.x != 0 || run.bow.y != 0;
}

/* What a quadratic curve bends towards if its middle is so far beside the line. */
static lb_spot control(lb_spot a, lb_spot b, lb_spot bow) {
    return lb_spot_plus((lb_spot){(a.x + b.x) / 2, (a.y + b.y) / 2}, bow, 2);
}

/* ---- Links that are there ---- */

/* How many of the lanes to the same neighbour work, one way at least. */
static unsigned lanes_alive(const lb_sheet *s, uint32_t node, uint32_t to) {
    unsigned alive = 0;
    for (unsigned p = 0; p < lb_net_ports(s->net); p++)
        alive += lb_neighbor(s->net, node, p) == to &&
                 (lb_link_alive(s->net, node, p) || lb_link_alive(s->net, to, lb_port_opposite(s->net, p)));
    return alive;
}

void lb_sheet_link(const lb_sheet *s, uint32_t node, unsigned port) {
    uint32_t to = lb_neighbor(s->net, node, port);
    lb_link_run run = lb_layout_run(&s->layout, node, port);
    lb_spot a = lb_sheet_place(s, node), b = lb_sheet_place(s, to);
    if (run.kind == LB_RUN_NONE || run.lane > 0 || (run.kind == LB_RUN_LINE && node > to))
        return; /* not there, or drawn with another lane, or from its other end */
    unsigned alive = lanes_alive(s, node, to);
    const char *class = alive ? "l" : "x\" stroke-dasharray=\"2 5";
    double width = alive > 5 ? 10 : alive > 1 ? 2.0 * alive : 1.4;
    if (run.kind == LB_RUN_STUB)
        b = lb_spot_plus(a, run.out, 1 + s->layout.radius / s->layout.stub);
    fprintf(s->out, "<path class=\"%s\"%s stroke-width=\"%.1f\" d=\"M%.1f %.1f", class,
            is_bent(run) ? " fill=\"none\"" : "", width, a.x, a.y);
    if (is_bent(run)) {
        lb_spot c = control(a, b, run.bow);
        fprintf(s->out, "Q%.1f %.1f %.1f %.1f\"/>\n", c.x, c.y, b.x, b.y);
    } else {
        fprintf(s->out, "L%.1f %.1f\"/>\n", b.x, b.y);
    }
}

/* Whom a stub leads to. */
void lb_sheet_stub_end(const lb_sheet *s, uint32_t node, unsigned port) {
    char number[16];
    lb_link_run run = lb_layout_run(&s->layout, node, port);
    if (run.kind != LB_RUN_STUB || run.lane > 0)
        return;
    lb_spot end = lb_spot_plus(lb_sheet_place(s, node), run.out, 1 + (s->layout.radius + 9) / s->layout.stub);
    int digits = snprintf(number, sizeof number, "%" PRIu32, lb_neighbor(s->net, node, port));
    double aside = 3 * (digits - 1) * unit_of(run.out).x; /* long ones begin where short ones do, beside the arrows */
    lb_svg_text(s->out, end.x + aside, end.y + 3.6, "dim s", "middle", number);
}

/* ---- Moves ---- */

/* The colour of a step: one of a few, or from a ramp of which the lightest part is left out. Of several steps none, but
 * where all links have several it is the load. */
static void paint(const lb_sheet *s, const lb_steps *steps, const char *stroke, char text[40]) {
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
    if (s->by_load && s->traffic.most > s->least) {
        double part = (double)(steps->count - s->least) / (double)(s->traffic.most - s->least);
        lb_svg_ramp(lb_svg_line_part(part), color);
        snprintf(text, 40, "%s=\"%s\"", stroke, color);
        return;
    }
    const char *line = s->by_load ? "k0" : "e", *area = s->by_load ? "c0" : "a";
    snprintf(text, 40, "class=\"%s\"", *stroke == 's' ? line : area);
}

/* What stands beside an arrow. */
static const char *label_of(const lb_sheet *s, size_t link) {
    const char *load = s->options->step ? s->traffic.load[link] : "";
    return *load ? load : s->traffic.link[link].text;
}

static bool is_free(const lb_sheet *s, lb_spot at, double width) {
    for (size_t k = 0; k < s->placed; k++) {
        double x = at.x - s->label[k].x, y = at.y - s->label[k].y;
        x = x < 0 ? -x : x;
        y = y < 0 ? -y : y;
        if (x < (width + s->label[k].width) / 2 && y < 12)
            return false;
    }
    return true;
}

/* Where an arrow runs: from a to b, bent towards c if it is. */
typedef struct trail {
    lb_spot a, b, c;
    bool bent, stub;
    double aside; /* how far on the right-hand side */
    double outer; /* the same of the outermost lane */
    bool lanes;   /* there are several */
} trail;

static lb_spot along(const trail *t, double part) {
    lb_spot way = {t->b.x - t->a.x, t->b.y - t->a.y};
    if (!t->bent)
        return lb_spot_plus(t->a, way, part);
    lb_spot p = lb_spot_plus(t->a, (lb_spot){t->c.x - t->a.x, t->c.y - t->a.y}, 2 * part * (1 - part));
    return lb_spot_plus(p, way, part * part);
}

/* Beside the line, on its right: near the sender, or where there is room; where there are lanes, further out if need
 * be. On a stub there is one place. */
static lb_spot find_room(const lb_sheet *s, const trail *t, double width) {
    static const double tries[] = {0.36, 0.26, 0.46, 0.6, 0.7, 0.18}, middle = 0.45;
    lb_spot ahead = unit_of((lb_spot){t->b.x - t->a.x, t->b.y - t->a.y}), right = {-ahead.y, ahead.x};
    double across = ahead.x < 0 ? -ahead.x : ahead.x, up = ahead.y < 0 ? -ahead.y : ahead.y;
    double side = 0.8 + t->outer + 8 * across + (width / 2 + 1.5) * up, row = 12.5 * across + (width + 1) * up;
    size_t count = t->stub ? 1 : sizeof tries / sizeof *tries;
    lb_spot first = lb_spot_plus(along(t, t->stub ? middle : tries[0]), right, side);
    for (size_t k = 0; k < (t->lanes ? 4 * count : count); k++) {
        size_t rows = k / count;
        double out = side + (double)rows * row;
        lb_spot at = lb_spot_plus(along(t, t->stub ? middle : tries[k % count]), right, out);
        if (is_free(s, at, width))
            return at;
    }
    return first;
}

static void put_label(lb_sheet *s, size_t link, const trail *t) {
    const lb_steps *steps = &s->traffic.link[link];
    char class[16] = "ink s b";
    const char *text = label_of(s, link);
    double width = lb_svg_width(text, 10.5) + 4;
    lb_spot at = find_room(s, t, width);
    if (s->placed < LB_MANY_LABELS)
        s->label[s->placed++] = (struct patch){at.x, at.y, width};
    if (steps->count == 1 && s->traffic.steps <= LB_SVG_COLORS)
        snprintf(class, sizeof class, "c%" PRIu32 " s b", (steps->first - 1) % LB_SVG_COLORS);
    lb_svg_pill(s->out, at.x, at.y, class, text);
}

/* On the right-hand side of the line. */
static void put_arrow(const lb_sheet *s, size_t link, const trail *t) {
    const lb_steps *steps = &s->traffic.link[link];
    char stroke[40], fill[40];
    lb_spot from = t->bent ? t->c : t->a, ahead = unit_of((lb_spot){t->b.x - from.x, t->b.y - from.y});
    lb_spot whole = unit_of((lb_spot){t->b.x - t->a.x, t->b.y - t->a.y}), right = {-ahead.y, ahead.x};
    double width = s->alike                                ? 1.8
                   : steps->count == 1 || s->options->step ? 2.2
                                                           : 1.2 + 2.0 * steps->count / (double)s->traffic.most;
    lb_spot aside = {-whole.y, whole.x}, a = lb_spot_plus(t->a, aside, t->aside),
            b = lb_spot_plus(t->b, right, t->aside);
    lb_spot neck = lb_spot_plus(b, ahead, -8), left_wing = lb_spot_plus(neck, right, -3.8),
            right_wing = lb_spot_plus(neck, right, 3.8);
    paint(s, steps, "stroke", stroke);
    paint(s, steps, "fill", fill);
    fprintf(s->out, "<path %s fill=\"none\" stroke-width=\"%.1f\" d=\"M%.1f %.1f", stroke, width, a.x, a.y);
    if (t->bent) {
        lb_spot c = lb_spot_plus(t->c, aside, t->aside);
        fprintf(s->out, "Q%.1f %.1f %.1f %.1f", c.x, c.y, neck.x, neck.y);
    } else {
        fprintf(s->out, "L%.1f %.1f", neck.x, neck.y);
    }
    fprintf(s->out, "\"/><path %s d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1fz\"/>\n", fill, b.x, b.y, left_wing.x, left_wing.y,
            right_wing.x, right_wing.y);
}

/* The arrow from the edge of one circle to that of the other, or along a stub. */
static trail trail_of(const lb_sheet *s, uint32_t node, uint32_t to, const lb_link_run *run) {
    double gap = s->layout.radius + 1.5;
    lb_spot a = lb_sheet_place(s, node), b = lb_sheet_place(s, to);
    double apart = run->lanes > 4 ? 16.0 / run->lanes : 4;
    trail t = {.bent = is_bent(*run), .stub = run->kind == LB_RUN_STUB, .lanes = run->lanes > 1};
    t.aside = 3.2 + run->lane * apart;
    t.outer = 3.2 + (t.lanes ? (run->lanes - 1) * apart : 0);
    if (t.bent) {
        t.c = control(a, b, run->bow);
        t.a = lb_spot_plus(a, unit_of((lb_spot){t.c.x - a.x, t.c.y - a.y}), gap);
        t.b = lb_spot_plus(b, unit_of((lb_spot){b.x - t.c.x, b.y - t.c.y}), -gap);
        return t;
    }
    lb_spot ahead = unit_of(t.stub ? run->out : (lb_spot){b.x - a.x, b.y - a.y});
    t.a = lb_spot_plus(a, ahead, gap);
    t.b = t.stub ? lb_spot_plus(t.a, run->out, 1) : lb_spot_plus(b, ahead, -gap);
    return t;
}

void lb_sheet_move(lb_sheet *s, uint32_t node, unsigned port, bool labels) {
    size_t link = (size_t)node * lb_net_ports(s->net) + port;
    uint32_t to = lb_neighbor(s->net, node, port);
    if (!s->traffic.link[link].count)
        return;
    lb_link_run run = lb_layout_run(&s->layout, node, port);
    trail t = trail_of(s, node, to, &run);
    if (labels) {
        put_label(s, link, &t);
        return;
    }
    put_arrow(s, link, &t);
    if (!t.stub)
        return;
    double gap = s->layout.radius + 1.5; /* the other stub */
    t.a = lb_spot_plus(lb_sheet_place(s, to), run.out, -(gap + s->layout.stub) / s->layout.stub);
    t.b = lb_spot_plus(lb_sheet_place(s, to), unit_of(run.out), -gap);
    put_arrow(s, link, &t);
}

/* The legend has the colours that are used, and no others: of steps, of loads, and grey for what is used in several
 * steps. */
#include "draw/network_legend.h"

#include <inttypes.h>

/* What is to be told: colours of single steps, and whether some links have several. */
typedef struct found {
    bool step[LB_SVG_COLORS], any, several;
} found;

static found look(const lb_sheet *s) {
    found f = {.any = false};
    for (size_t k = 0; k < (size_t)lb_net_nodes(s->net) * lb_net_ports(s->net); k++) {
        const lb_steps *steps = &s->traffic.link[k];
        bool single = steps->count && (s->options->step || steps->count == 1);
        if (single && s->traffic.steps <= LB_SVG_COLORS)
            f.step[(steps->first - 1) % LB_SVG_COLORS] = true;
        f.any |= single;
        f.several |= steps->count && !single;
    }
    return f;
}

/* Where links that are used in several steps are grey, some of a step's moves do not have its colour. */
static void step_text(const lb_sheet *s, const found *f, uint32_t k, char text[64]) {
    if (f->several)
        snprintf(text, 64, "step %" PRIu32 " only", k + 1);
    else
        snprintf(text, 64, "step %" PRIu32 ": %" PRIu32 " move%s", k + 1, s->traffic.moves[k],
                 s->traffic.moves[k] == 1 ? "" : "s");
}

static const char *several_text(const lb_sheet *s) {
    return s->labels ? "several steps, as numbered" : "several steps";
}

/* A chip for each step whose colour is there, and one for grey; draws only if `ink`. Returns where it ends. */
static double put_chips(const lb_sheet *s, const found *f, lb_spot at, bool ink) {
    char text[64], fill[24];
    for (uint32_t k = 0; k < s->traffic.steps && k < LB_SVG_COLORS; k++) {
        if (!f->step[k])
            continue;
        step_text(s, f, k, text);
        snprintf(fill, sizeof fill, "class=\"c%" PRIu32 "\"", k);
        at.x = ink ? lb_svg_chip(s->out, at, fill, text) : at.x + lb_svg_chip_width(text);
    }
    if (f->several)
        at.x =
            ink ? lb_svg_chip(s->out, at, "class=\"a\"", several_text(s)) : at.x + lb_svg_chip_width(several_text(s));
    return at.x;
}

double lb_sheet_legend_width(const lb_sheet *s) {
    found f = look(s);
    return s->by_load || s->traffic.steps > LB_SVG_COLORS ? 0 : put_chips(s, &f, (lb_spot){0, 0}, false);
}

static void put_load(const lb_sheet *s, lb_spot at) {
    char text[64];
    lb_svg_ramp_words words = {.name = "packets on a link", .first = s->least, .last = s->traffic.most, .lines = true};
    if (s->traffic.most > s->least) {
        lb_svg_scale(s->out, at, 260, &words);
        return;
    }
    snprintf(text, sizeof text, "%" PRIu64 " packet%s on every link that is used", s->least, s->least == 1 ? "" : "s");
    lb_svg_chip(s->out, at, "class=\"c0\"", text);
}

void lb_sheet_legend(const lb_sheet *s, double top) {
    lb_spot at = {LB_SVG_MARGIN, top};
    found f = look(s);
    if (s->by_load) {
        put_load(s, at);
    } else if (s->traffic.steps <= LB_SVG_COLORS) {
        put_chips(s, &f, at, true);
    } else if (f.any) {
        lb_svg_ramp_words words = {.name = "step", .first = 1, .last = s->traffic.steps, .lines = true};
        lb_svg_scale(s->out, at, 260, &words);
        if (f.several)
            lb_svg_chip(s->out, (lb_spot){at.x + 330, top}, "class=\"a\"", several_text(s));
    }
}

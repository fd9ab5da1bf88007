/* What all SVG pictures share: the page with its title, the style sheet for light and dark, colours, text. */
#ifndef LB_SVG_H
#define LB_SVG_H

#include "linkbound-draw.h"

enum {
    LB_SVG_COLORS = 7,
    LB_SVG_MARGIN = 28,
    LB_SVG_HEAD = 84, /* height of the title and the subtitle */
};

/* A point, or a way from one to another, in pixels, y downwards. */
typedef struct lb_spot {
    double x, y;
} lb_spot;

typedef struct lb_svg {
    FILE *out;
    double width, height;
    double most;                          /* not 0: wider pictures are shown this wide */
    const char *title, *subtitle, *about; /* about: what a screen reader hears */
} lb_svg;

void lb_svg_begin(const lb_svg *svg);
void lb_svg_end(const lb_svg *svg);

/* Text with what XML would misread written as references. */
void lb_svg_escape(FILE *out, const char *text);

/* <text class="class" ...>text</text>; anchor is "start", "middle" or "end". */
void lb_svg_text(FILE *out, double x, double y, const char *class, const char *anchor, const char *text);

/* A small label on a patch of the background, so that it can be read on top of lines. */
void lb_svg_pill(FILE *out, double x, double y, const char *class, const char *text);

/* How wide a text is, about, where a line is `size` pixels high. */
double lb_svg_width(const char *text, double size);

/* The colour at t in [0,1] of a ramp from dark blue to yellow, "#rrggbb"; and the colour of text on top of it. */
void lb_svg_ramp(double t, char color[8]);
const char *lb_svg_on_ramp(double t);

/* The part of it that is seen as a thin line on white and on black alike. */
double lb_svg_line_part(double t);

/* The ramp as a bar, and what it counts: steps 1 to 12, say; lines: only that part. */
typedef struct lb_svg_ramp_words {
    const char *name;
    uint64_t first, last;
    bool lines;
} lb_svg_ramp_words;
void lb_svg_scale(FILE *out, lb_spot at, double width, const lb_svg_ramp_words *words);

/* A small square of a colour, given as an attribute, and what it means; returns where the next may begin. */
double lb_svg_chip(FILE *out, lb_spot at, const char *fill, const char *text);
double lb_svg_chip_width(const char *text);

/* ---- Geometry, without the mathematics library ---- */

double lb_svg_root(double value);
lb_spot lb_svg_turn(double part); /* on the circle of radius 1, at `part` of a turn clockwise from the top */

#endif

/* The page. Colours are classes, given twice: for light and, in a media query, for dark. Converters that know no media
 * queries take the light ones. */
#include "draw/svg.h"

#include <inttypes.h>
#include <string.h>

static const char style[] =
    "<style>\n"
    "text{font-family:system-ui,'DejaVu Sans',sans-serif;font-size:12px}\n"
    ".bg{fill:#ffffff}.ink{fill:#16202a}.dim{fill:#5b6672}.on{fill:#ffffff}\n"
    ".t{font-size:19px;font-weight:600}.u{font-size:13px}.s{font-size:10.5px}.b{font-weight:600}\n"
    ".l{stroke:#ccd4dc;fill:none}.e{stroke:#75828f;fill:none}.a{fill:#75828f}\n"
    ".n{fill:#ffffff;stroke:#46525e;stroke-width:1.5}.r{fill:#16202a;stroke:#16202a}.x{stroke:#c0392b;fill:none}\n"
    ".i{fill:#edf0f3}.g{stroke:#dfe4e9;fill:none}\n"
    ".c0{fill:#0072b2}.c1{fill:#d55e00}.c2{fill:#009e73}.c3{fill:#c0569a}.c4{fill:#b87a00}.c5{fill:#2e8fc4}"
    ".c6{fill:#7b4fb8}.m{fill:#5d6873}\n"
    ".k0{stroke:#0072b2}.k1{stroke:#d55e00}.k2{stroke:#009e73}.k3{stroke:#c0569a}.k4{stroke:#b87a00}"
    ".k5{stroke:#2e8fc4}.k6{stroke:#7b4fb8}\n"
    "@media (prefers-color-scheme:dark){\n"
    ".bg{fill:#12161c}.ink{fill:#e8edf2}.dim{fill:#9aa7b4}.on{fill:#0c1014}\n"
    ".l{stroke:#353f4a}.e{stroke:#8b98a6}.a{fill:#8b98a6}\n"
    ".n{fill:#1b222a;stroke:#a9b6c3}.r{fill:#e8edf2;stroke:#e8edf2}.x{stroke:#ff7b6b}\n"
    ".i{fill:#1e252d}.g{stroke:#2a333d}\n"
    ".c0{fill:#55aee8}.c1{fill:#ff8f47}.c2{fill:#33c79c}.c3{fill:#e69ac8}.c4{fill:#f0b93a}.c5{fill:#8fd0f5}"
    ".c6{fill:#b79af0}.m{fill:#a9b3bd}\n"
    ".k0{stroke:#55aee8}.k1{stroke:#ff8f47}.k2{stroke:#33c79c}.k3{stroke:#e69ac8}.k4{stroke:#f0b93a}"
    ".k5{stroke:#8fd0f5}.k6{stroke:#b79af0}\n"
    "}\n</style>\n";

void lb_svg_escape(FILE *out, const char *text) {
    for (const char *p = text; *p; p++) {
        switch (*p) {
        case '&': fputs("&amp;", out); break;
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '"': fputs("&quot;", out); break;
        default: putc((unsigned char)*p < ' ' || *p == 127 ? ' ' : *p, out);
        }
    }
}

void lb_svg_begin(const lb_svg *svg) {
    FILE *out = svg->out;
    double shrunk = svg->most > 0 && svg->width > svg->most ? svg->most / svg->width : 1;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
            "role=\"img\" aria-labelledby=\"title desc\">\n<title id=\"title\">",
            svg->width * shrunk, svg->height * shrunk, svg->width, svg->height);
    lb_svg_escape(out, svg->title);
    fputs("</title>\n<desc id=\"desc\">", out);
    lb_svg_escape(out, svg->about);
    fprintf(out, "</desc>\n%s<rect class=\"bg\" width=\"%.0f\" height=\"%.0f\"/>\n", style, svg->width, svg->height);
    lb_svg_text(out, LB_SVG_MARGIN, 38, "ink t", "start", svg->title);
    lb_svg_text(out, LB_SVG_MARGIN, 60, "dim u", "start", svg->subtitle);
}

void lb_svg_end(const lb_svg *svg) {
    fputs("</svg>\n", svg->out);
}

void lb_svg_text(FILE *out, double x, double y, const char *class, const char *anchor, const char *text) {
    fprintf(out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\"", class, x, y);
    if (strcmp(anchor, "start") != 0)
        fprintf(out, " text-anchor=\"%s\"", anchor);
    putc('>', out);
    lb_svg_escape(out, text);
    fputs("</text>\n", out);
}

double lb_svg_width(const char *text, double size) {
    double count = 0;
    for (const char *p = text; *p; p++)
        count += ((unsigned char)*p & 0xC0) != 0x80; /* characters, not bytes */
    return count * size * 0.6;
}

void lb_svg_pill(FILE *out, double x, double y, const char *class, const char *text) {
    double width = lb_svg_width(text, 10.5) + 6;
    fprintf(out,
            "<rect class=\"bg\" fill-opacity=\"0.88\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"13\" rx=\"5\"/>",
            x - width / 2, y - 6.5, width);
    lb_svg_text(out, x, y + 3.8, class, "middle", text);
}

static const unsigned char ramp[][3] = {{68, 58, 131},  {49, 104, 142}, {33, 145, 140},
                                        {53, 183, 121}, {144, 215, 67}, {253, 231, 37}};

void lb_svg_ramp(double t, char color[8]) {
    enum { LAST = sizeof ramp / sizeof *ramp - 1 };
    double at = t <= 0 ? 0 : t >= 1 ? LAST : t * LAST;
    unsigned low = at >= LAST ? LAST - 1 : (unsigned)at, mix[3];
    for (int k = 0; k < 3; k++)
        mix[k] = (unsigned)(ramp[low][k] + (at - low) * ((double)ramp[low + 1][k] - ramp[low][k]) + 0.5);
    snprintf(color, 8, "#%02x%02x%02x", mix[0] & 255, mix[1] & 255, mix[2] & 255);
}

const char *lb_svg_on_ramp(double t) {
    return t < 0.5 ? "#ffffff" : "#10151a";
}

double lb_svg_line_part(double t) {
    return 0.12 + 0.7 * t;
}

void lb_svg_scale(FILE *out, lb_spot at, double width, const lb_svg_ramp_words *words) {
    char color[8], number[24];
    uint64_t count = words->last - words->first + 1;
    uint32_t boxes = count < 48 ? (uint32_t)count : 48;
    lb_svg_text(out, at.x, at.y + 11, "dim", "start", words->name);
    double left = at.x + 12 + lb_svg_width(words->name, 12);
    for (uint32_t k = 0; k < boxes; k++) {
        double t = boxes > 1 ? (double)k / (boxes - 1) : 0;
        lb_svg_ramp(words->lines ? lb_svg_line_part(t) : t, color);
        fprintf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.2f\" height=\"14\" fill=\"%s\"/>\n",
                left + k * width / boxes, at.y, width / boxes + (k + 1 < boxes ? 0.3 : 0), color);
    }
    snprintf(number, sizeof number, "%" PRIu64, words->first);
    lb_svg_text(out, left, at.y + 28, "dim s", "start", number);
    snprintf(number, sizeof number, "%" PRIu64, words->last);
    if (words->last > words->first)
        lb_svg_text(out, left + width, at.y + 28, "dim s", "end", number);
}

double lb_svg_chip_width(const char *text) {
    return 36 + lb_svg_width(text, 12);
}

double lb_svg_chip(FILE *out, lb_spot at, const char *fill, const char *text) {
    fprintf(out, "<rect %s x=\"%.1f\" y=\"%.1f\" width=\"14\" height=\"14\" rx=\"3\"/>\n", fill, at.x, at.y);
    lb_svg_text(out, at.x + 20, at.y + 11.5, "dim", "start", text);
    return at.x + lb_svg_chip_width(text);
}

double lb_svg_root(double value) {
    double root = value > 1 ? value : 1;
    if (!(value > 0))
        return 0;
    for (int i = 0; i < 64; i++)
        root = (root + value / root) / 2;
    return root;
}

/* Sine of an angle of at most a quarter turn. */
static double sine(double angle) {
    double term = angle, sum = angle;
    for (int k = 1; k < 12; k++) {
        term *= -angle * angle / ((2.0 * k) * (2.0 * k + 1));
        sum += term;
    }
    return sum;
}

lb_spot lb_svg_turn(double part) {
    const double quarter = 1.57079632679489661923;
    double quarters = part * 4;
    int whole = (int)quarters;
    double s = sine((quarters - whole) * quarter), c = sine((1 - (quarters - whole)) * quarter);
    switch (whole % 4) {
    case 0: return (lb_spot){s, -c};
    case 1: return (lb_spot){c, s};
    case 2: return (lb_spot){-s, c};
    default: return (lb_spot){-c, -s};
    }
}

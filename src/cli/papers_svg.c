/* SVG documents made part of a page, and formulas as HTML. */
#include "cli/papers_svg.h"

#include <stdlib.h>
#include <string.h>

/* ---- Pictures ---- */

static const char style_begin[] = "<style>", style_end[] = "</style>\n", names[] = "aria-labelledby=\"title desc\"";

static long width_of(const char *svg) {
    const char *width = strstr(svg, "width=\"");
    return width ? strtol(width + 7, NULL, 10) : 0;
}

bool cli_svg_is_narrow(const char *svg) {
    return width_of(svg) <= 780;
}

const char *cli_svg_look(const char *svg) {
    const char *style = strstr(svg, style_begin);
    return style && strncmp(style + strlen(style_begin), "@media", 6) == 0 ? "plot" : "drawn";
}

/* The rule for text is the picture's own: others may have another. */
static void keep_style(cli_page *page, const char *style, const char *end, bool plot) {
    unsigned look = plot ? 2 : 1;
    if (page->looks & look)
        return;
    page->looks |= look;
    const char *text = plot ? NULL : strstr(style, "\ntext{");
    if (text && text < end) {
        fwrite(style, 1, (size_t)(text + 1 - style), page->styles);
        fputs(":where(.drawn) ", page->styles); /* weighs nothing, so that the classes still win */
        style = text + 1;
    }
    fwrite(style, 1, (size_t)(end - style), page->styles);
    putc('\n', page->styles);
}

/* Copies up to the mark and steps over it; false when it is not there. */
static bool copy_to(FILE *out, const char **at, const char *mark) {
    const char *found = strstr(*at, mark);
    if (!found)
        return false;
    fwrite(*at, 1, (size_t)(found - *at), out);
    *at = found + strlen(mark);
    return true;
}

void cli_svg_inline(cli_page *page, const char *svg) {
    FILE *out = page->body;
    long pixels = width_of(svg);
    unsigned id = page->ids++;
    if (copy_to(out, &svg, "<svg "))
        fprintf(out, "<svg%s ", pixels > 1000 ? " data-wide=\"\"" : pixels < 480 ? " data-small=\"\"" : "");
    if (copy_to(out, &svg, names))
        fprintf(out, "aria-labelledby=\"t%u d%u\"", id, id);
    if (copy_to(out, &svg, "<title id=\"title\">"))
        fprintf(out, "<title id=\"t%u\">", id);
    if (copy_to(out, &svg, "<desc id=\"desc\">"))
        fprintf(out, "<desc id=\"d%u\">", id);
    const char *look = cli_svg_look(svg), *end = strstr(svg, style_end);
    if (end && copy_to(out, &svg, style_begin)) {
        keep_style(page, svg, end, strcmp(look, "plot") == 0);
        svg = end + strlen(style_end);
    }
    fputs(svg, out);
}

/* ---- Text ---- */

static void put_char(FILE *out, char c) {
    switch (c) {
    case '&': fputs("&amp;", out); break;
    case '<': fputs("&lt;", out); break;
    case '>': fputs("&gt;", out); break;
    case '"': fputs("&quot;", out); break;
    default: putc((unsigned char)c < ' ' || c == 127 ? ' ' : c, out);
    }
}

void cli_page_escape(FILE *out, const char *text) {
    for (; *text; text++)
        put_char(out, *text);
}

void cli_page_cell(FILE *out, const char *text) {
    if (strcmp(text, "-") == 0)
        text = "\u2013";
    for (; *text; text++) {
        bool arrow = text[0] == '-' && text[1] == '>';
        if (arrow)
            fputs("\u2192", out);
        else
            put_char(out, *text);
        text += arrow;
    }
}

static bool is_word(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The end of what is raised or lowered: a group in parentheses, or a word with its sign. */
static const char *script_end(const char *text) {
    unsigned depth = 0;
    const char *p = text + (*text == '-');
    if (*p != '(') {
        while (is_word(*p))
            p++;
        return p;
    }
    do {
        depth += *p == '(';
        depth -= *p == ')';
        p++;
    } while (depth && *p);
    return p;
}

static void put_part(FILE *out, const char *text, const char *end);

/* 2^(d-1), K_5: without the parentheses, which the height of the line replaces. */
static const char *put_script(FILE *out, const char *text, const char *tag) {
    const char *end = script_end(text);
    bool group = *text == '(' && end[-1] == ')';
    fprintf(out, "<%s>", tag);
    put_part(out, text + group, end - group);
    fprintf(out, "</%s>", tag);
    return end;
}

/* ceil(..) and floor(..) with their brackets; NULL when text is neither. */
static const char *put_rounded(FILE *out, const char *text) {
    bool up = strncmp(text, "ceil(", 5) == 0;
    if (!up && strncmp(text, "floor(", 6) != 0)
        return NULL;
    const char *open = text + (up ? 4 : 5), *end = script_end(open);
    fputs(up ? "\u2308" : "\u230A", out);
    put_part(out, open + 1, end - 1);
    fputs(up ? "\u2309" : "\u230B", out);
    return end;
}

static const char *put_sign(FILE *out, const char *text) {
    static const char *const signs[][2] = {{"<=", "\u2264"},     {">=", "\u2265"},  {"->", "\u2192"},
                                           {"sqrt(", "\u221A("}, {"tau", "\u03C4"}, {"beta", "\u03B2"}};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        size_t length = strlen(signs[i][0]);
        if (strncmp(text, signs[i][0], length) == 0 && !(i > 3 && is_word(text[length]))) {
            fputs(signs[i][1], out);
            return text + length;
        }
    }
    return NULL;
}

static void put_part(FILE *out, const char *text, const char *end) {
    char before = ' ';
    while (text < end && *text) {
        const char *next = NULL, c = *text;
        bool attached = is_word(before) || before == ')';
        if (attached && (c == '^' || c == '_') && (is_word(text[1]) || text[1] == '(' || text[1] == '-'))
            next = put_script(out, text + 1, c == '^' ? "sup" : "sub");
        else if (!is_word(before))
            next = (next = put_rounded(out, text)) ? next : put_sign(out, text);
        else if (c == '<' || c == '>' || c == '-')
            next = put_sign(out, text);
        if (!next) {
            if (c == '*' && before != ' ')
                fputs("\u00B7", out);
            else
                put_char(out, c);
            next = text + 1;
        }
        before = next[-1];
        text = next;
    }
}

void cli_page_math(FILE *out, const char *text) {
    put_part(out, text, text + strlen(text));
}

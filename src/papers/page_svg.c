/* SVG documents made part of a page. */
#include "papers/page_parts.h"

#include <stdlib.h>
#include <string.h>

static const char style_begin[] = "<style>", style_end[] = "</style>\n", names[] = "aria-labelledby=\"title desc\"";

static long width_of(const char *svg) {
    const char *width = strstr(svg, "width=\"");
    return width ? strtol(width + 7, NULL, 10) : 0;
}

enum { PHONE = 640 }; /* pixels of a picture whose letters can still be read when a phone shows all of it */

bool page_svg_is_narrow(const char *svg) {
    return width_of(svg) <= 780;
}

const char *page_svg_look(const char *svg) {
    const char *style = strstr(svg, style_begin);
    return style && strncmp(style + strlen(style_begin), "@media", 6) == 0 ? "plot" : "drawn";
}

/* The rule for text is the picture's own: others may have another. */
static void keep_style(papers_page *page, const char *style, const char *end, bool plot) {
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

void page_svg_inline(papers_page *page, const char *svg) {
    FILE *out = page->body;
    long pixels = width_of(svg);
    unsigned id = page->ids++;
    if (copy_to(out, &svg, "<svg "))
        fprintf(out, "<svg%s ", pixels > 1000 ? " data-wide=\"\"" : pixels <= PHONE ? " data-small=\"\"" : "");
    if (copy_to(out, &svg, names))
        fprintf(out, "aria-labelledby=\"t%u d%u\"", id, id);
    if (copy_to(out, &svg, "<title id=\"title\">"))
        fprintf(out, "<title id=\"t%u\">", id);
    if (copy_to(out, &svg, "<desc id=\"desc\">"))
        fprintf(out, "<desc id=\"d%u\">", id);
    const char *look = page_svg_look(svg), *end = strstr(svg, style_end);
    if (end && copy_to(out, &svg, style_begin)) {
        keep_style(page, svg, end, strcmp(look, "plot") == 0);
        svg = end + strlen(style_end);
    }
    fputs(svg, out);
}

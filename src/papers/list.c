/* The list of papers as it is shown, to people and to programs. papers.c has the list itself. */
#include "papers/list.h"

#include "out/wrap.h"

enum { INDENT = 5 };

static void put_line(FILE *out, const lb_style *style, const char *text) {
    fprintf(out, "%*s", INDENT, "");
    out_wrap(out, INDENT, style->width, text);
}

void papers_entry_text(FILE *out, const lb_style *style, const papers_paper *p) {
    char text[256];
    fprintf(out, "%s%s%s  ", lb_ink_on(style, LB_INK_BOLD), p->number, lb_ink_on(style, LB_INK_PLAIN));
    out_wrap(out, INDENT, style->width, p->title);
    put_line(out, style, p->plain_authors && !style->utf8 ? p->plain_authors : p->authors);
    snprintf(text, sizeof text, "%s, %u", p->journal, p->year);
    put_line(out, style, text);
    snprintf(text, sizeof text, "linkbound papers %s reproduces %s", p->number, p->parts);
    put_line(out, style, text);
}

void papers_list_json(out_json *json) {
    out_json_open(json, NULL, '{');
    out_json_open(json, "papers", '[');
    for (unsigned i = 0; i < papers_count(); i++) {
        const papers_paper *p = papers_at(i);
        out_json_open(json, NULL, '{');
        out_json_text(json, "number", p->number);
        out_json_text(json, "authors", p->authors);
        out_json_text(json, "title", p->title);
        out_json_text(json, "journal", p->journal);
        out_json_number(json, "year", p->year);
        out_json_bool(json, "reproducible", true);
        out_json_text(json, "parts", p->parts);
        out_json_close(json, '}');
    }
    out_json_close(json, ']');
    out_json_end(json);
}

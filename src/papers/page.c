/* Exhibits as a page. */
#define _POSIX_C_SOURCE 200809L /* for open_memstream */
#include "papers/page_parts.h"
#include "papers/paper.h"

#include <stdlib.h>
#include <string.h>

int papers_page_begin(papers_page *page) {
    *page = (papers_page){.ids = 0};
    page->body = open_memstream(&page->text[0], &page->size[0]);
    page->contents = open_memstream(&page->text[1], &page->size[1]);
    page->styles = open_memstream(&page->text[2], &page->size[2]);
    return page->body && page->contents && page->styles ? LB_OK : LB_ERR_MEMORY;
}

/* All are closed, also after an error. */
static bool close_all(papers_page *page) {
    FILE **file[] = {&page->body, &page->contents, &page->styles};
    bool whole = true;
    for (unsigned i = 0; i < 3; i++) {
        bool broken = *file[i] && ferror(*file[i]);
        if (*file[i] && (fclose(*file[i]) || broken))
            whole = false;
        *file[i] = NULL;
    }
    return whole;
}

void papers_page_free(papers_page *page) {
    close_all(page);
    for (unsigned i = 0; i < 3; i++)
        free(page->text[i]);
}

static page_count *count_of(papers_page *page) {
    return &page->paper[page->papers - 1];
}

static const char *number_of(papers_page *page) {
    return count_of(page)->paper->number;
}

/* Tables and pictures stand side by side where there is room. */
static void open_grid(papers_page *page) {
    if (!page->in_grid)
        fputs("<div class=\"tables\">\n", page->body);
    page->in_grid = true;
}

static void close_grid(papers_page *page) {
    if (page->in_grid)
        fputs("</div>\n", page->body);
    page->in_grid = false;
}

static void close_part(papers_page *page) {
    close_grid(page);
    if (page->in_part)
        fputs("</section>\n", page->body);
    page->in_part = false;
}

static void begin_paper(papers_page *page, const papers_paper *paper) {
    page->paper[page->papers++] = (page_count){.paper = paper};
    fprintf(page->contents, "<li><a href=\"#p%s\"><span class=\"number\">%s</span> ", paper->number, paper->number);
    page_escape(page->contents, paper->title);
    fputs("</a><ol>\n", page->contents);
    fprintf(page->body, "<section class=\"paper\" id=\"p%s\">\n<h2><span class=\"number\">%s</span> ", paper->number,
            paper->number);
    page_escape(page->body, paper->title);
    fputs("</h2>\n<p class=\"who\">", page->body);
    page_escape(page->body, paper->authors);
    fputs(", ", page->body);
    page_escape(page->body, paper->journal);
    fprintf(page->body, ", %u</p>\n", paper->year);
}

static void begin_part(papers_page *page, const ex_part *part) {
    close_part(page);
    page->in_part = true;
    fprintf(page->contents, "<li><a href=\"#p%s-%s\">", number_of(page), part->key);
    page_math(page->contents, part->title);
    fputs("</a></li>\n", page->contents);
    fprintf(page->body, "<section class=\"part\" id=\"p%s-%s\">\n<h3>", number_of(page), part->key);
    page_math(page->body, part->title);
    fputs("</h3>\n", page->body);
}

/* ---- Tables ---- */

static const char *words_class(const ex_column *column) {
    return column->look == AS_WORDS || column->look == AS_EXACT ? " class=\"words\"" : "";
}

static void put_heads(FILE *out, const exhibit *e, bool remarks) {
    fputs("<thead><tr>", out);
    for (unsigned k = 0; k < e->columns; k++) {
        const ex_column *column = &e->column[k];
        if (!ex_shown(column, IN_PAGE))
            continue;
        fprintf(out, "<th scope=\"col\"%s data-key=\"%s\">", words_class(column), column->key);
        page_math(out, column->group ? column->group : "");
        fputs(column->group ? ": " : "", out);
        page_math(out, column->head);
        fputs("</th>", out);
    }
    fprintf(out, "%s</tr></thead>\n", remarks ? "<th scope=\"col\" class=\"remark\">remark</th>" : "");
}

static void put_row(FILE *out, const exhibit *e, const ex_row_data *row, bool remarks) {
    char text[EX_CELL];
    fprintf(out, "<tr%s>", !row->holds ? " class=\"wrong\"" : row->erratum ? " class=\"erratum\"" : "");
    for (unsigned k = 0; k < e->columns; k++) {
        if (!ex_shown(&e->column[k], IN_PAGE))
            continue;
        fprintf(out, "<td%s>", words_class(&e->column[k]));
        ex_cell_text(&e->column[k], &row->cell[k], text);
        page_cell(out, text);
        fputs("</td>", out);
    }
    if (remarks) {
        fputs("<td class=\"remark\">", out);
        page_math(out, row->remark ? row->remark : "");
        fputs(row->holds ? "</td>" : " NOT SO</td>", out);
    }
    fputs("</tr>\n", out);
}

static void put_badge(FILE *out, unsigned wrong, unsigned rows) {
    if (wrong)
        fprintf(out, "<span class=\"badge bad\">%u of %u do not hold</span>", wrong, rows);
    else
        fprintf(out, "<span class=\"badge good\">\u2713 %u of %u hold</span>", rows, rows);
}

static bool is_here(const exhibit *e, unsigned i, bool below) {
    return e->sentence[i].below == below && e->sentence[i].where & IN_PAGE;
}

/* Where its rows are in the JSON. */
static void put_place(FILE *out, const exhibit *e) {
    fprintf(out, "data-json=\"%s%s%s", e->at, *e->rows_key ? "." : "", e->rows_key);
    if (e->sliced)
        fprintf(out, "[%u:%u]", e->first, e->first + e->rows);
    fputs("\"", out);
}

static void put_table(papers_page *page, const exhibit *e) {
    FILE *out = page->body;
    unsigned wrong = ex_wrong(e);
    bool remarks = wrong > 0;
    for (unsigned i = 0; i < e->rows; i++)
        remarks = remarks || e->row[i].remark;
    count_of(page)->tables++;
    count_of(page)->rows += e->rows;
    count_of(page)->wrong += wrong;
    open_grid(page);
    fputs("<div class=\"sheet\">\n<h4>", out);
    page_math(out, e->name ? e->name : e->title);
    fputs("</h4>\n", out);
    for (unsigned i = 0; i < e->sentences; i++) {
        if (!is_here(e, i, false))
            continue;
        fputs("<p class=\"formula\">", out);
        page_math(out, e->sentence[i].text);
        fputs("</p>\n", out);
    }
    fputs("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"", out);
    page_escape(out, e->name ? e->name : e->title);
    fprintf(out, "\"><table id=\"p%s-%s-rows\" ", number_of(page), e->key);
    put_place(out, e);
    fputs(">\n", out);
    put_heads(out, e, remarks);
    fputs("<tbody>\n", out);
    for (unsigned i = 0; i < e->rows; i++)
        put_row(out, e, &e->row[i], remarks);
    fputs("</tbody></table></div>\n<p class=\"note\">", out);
    put_badge(out, wrong, e->rows);
    for (unsigned i = 0; i < e->sentences; i++) {
        if (!is_here(e, i, true))
            continue;
        putc(' ', out);
        page_math(out, e->sentence[i].text);
    }
    fputs("</p>\n</div>\n", out);
}

/* Without a table its sentences are paragraphs. */
static void put_exhibit(papers_page *page, const exhibit *e) {
    if (!(e->where & IN_PAGE))
        return;
    if (ex_has_table(e, IN_PAGE)) {
        if (e->rows)
            put_table(page, e);
        return;
    }
    for (unsigned i = 0; i < e->sentences; i++) {
        if (!(e->sentence[i].where & IN_PAGE))
            continue;
        close_grid(page);
        fputs("<p>", page->body);
        page_math(page->body, e->sentence[i].text);
        fputs("</p>\n", page->body);
    }
}

/* ---- Pictures, errata ---- */

/* command: or NULL, the words that draw it. */
static void put_picture(papers_page *page, const char *part, const char *svg, const char *caption,
                        const char *command) {
    count_of(page)->pictures++;
    open_grid(page);
    fprintf(page->body, "<figure id=\"p%s-%s-picture-%u\"%s><div class=\"picture %s\">\n", number_of(page), part,
            page->ids, page_svg_is_narrow(svg) ? " class=\"half\"" : "", page_svg_look(svg));
    page_svg_inline(page, svg);
    fputs("</div><figcaption>", page->body);
    page_math(page->body, caption);
    if (command) {
        fputs(" <code>linkbound draw ", page->body);
        page_escape(page->body, command);
        fputs("</code>", page->body);
    }
    fputs("</figcaption></figure>\n", page->body);
}

static void put_errata(papers_page *page, const char *const *errata) {
    begin_part(page, &(ex_part){"errata", "Errata"});
    fputs("<ul class=\"errata\">\n", page->body);
    for (unsigned i = 0; errata[i]; i++) {
        fputs("<li>", page->body);
        page_math(page->body, errata[i]);
        fputs("</li>\n", page->body);
        count_of(page)->errata++;
    }
    fputs("</ul>\n", page->body);
}

/* What belongs to the part; NULL: to none. */
static void put_part(papers_page *page, const papers_doc *doc, const char *part) {
    for (const exhibit *e = doc->first; e; e = e->next) {
        if (part && e->part ? strcmp(part, e->part) == 0 : part == e->part)
            put_exhibit(page, e);
    }
    for (unsigned i = 0; part && i < doc->pictures; i++) {
        const ex_picture *p = &doc->picture[i];
        if (strcmp(p->part, part) == 0 && p->svg)
            put_picture(page, part, p->svg, p->caption, p->words);
    }
    for (unsigned i = 0; part && i < doc->charts; i++) {
        char *svg = strcmp(doc->chart[i].part, part) == 0 ? page_chart(&doc->chart[i]) : NULL;
        if (svg)
            put_picture(page, part, svg, doc->chart[i].caption, NULL);
        free(svg);
    }
}

void papers_page_add(papers_page *page, const papers_doc *doc) {
    if (page->papers == PAGE_PAPERS)
        return;
    begin_paper(page, doc->paper);
    put_part(page, doc, NULL);
    for (unsigned i = 0; i < doc->parts; i++) {
        begin_part(page, &doc->part[i]);
        put_part(page, doc, doc->part[i].key);
    }
    if (doc->errata)
        put_errata(page, doc->errata);
    close_part(page);
    fputs("</section>\n", page->body);
    fputs("</ol></li>\n", page->contents);
}

/* ---- The whole ---- */

static void put_summary(FILE *out, const papers_page *page) {
    fputs("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Summary\"><table>\n<thead><tr>"
          "<th scope=\"col\" class=\"words\">paper</th><th scope=\"col\" class=\"words\">what was found</th>"
          "<th scope=\"col\">tables</th><th scope=\"col\">pictures</th><th scope=\"col\">errata</th></tr></thead>\n"
          "<tbody>\n",
          out);
    for (unsigned i = 0; i < page->papers; i++) {
        const page_count *p = &page->paper[i];
        fprintf(out, "<tr><td class=\"words\"><a href=\"#p%s\">%s</a> ", p->paper->number, p->paper->number);
        page_escape(out, p->paper->short_authors);
        fprintf(out, " %u</td><td class=\"words\">", p->paper->year);
        put_badge(out, p->wrong, p->rows);
        fprintf(out, "</td><td>%u</td><td>%u</td><td>%u</td></tr>\n", p->tables, p->pictures, p->errata);
    }
    fputs("</tbody></table></div>\n", out);
}

static void put_page(FILE *out, const papers_page *page) {
    fputs("<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n"
          "<meta charset=\"utf-8\" />\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n"
          "<meta name=\"color-scheme\" content=\"light dark\" />\n"
          "<title>The papers, made again</title>\n<style>\n",
          out);
    fputs(papers_page_style, out);
    fputs(page->text[2], out);
    fputs("</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#papers\">To the papers</a>\n<header>\n"
          "<h1>The papers, made again</h1>\n<p class=\"lead\">What ",
          out);
    fprintf(out, "%s print%s about collective communication on hypercubes and tori, ",
            page->papers == 1 ? "a paper" : "the papers", page->papers == 1 ? "s" : "");
    fputs("beside what linkbound finds now: every number here is of a plan that was made, replayed step by step and "
          "counted, or of a lower bound whose witness was recounted, when this page was written.</p>\n",
          out);
    put_summary(out, page);
    fprintf(
        out,
        "<p class=\"note\">Where the paper prints something else, a row is <span class=\"badge warn\">marked</span>. "
        "Written by linkbound %s; <code>linkbound papers all --json</code> has the same numbers for "
        "programs.</p>\n<nav aria-label=\"Contents\"><h2>Contents</h2><ol>\n",
        lb_version());
    fputs(page->text[1], out);
    fputs("</ol></nav>\n</header>\n<main id=\"papers\">\n", out);
    fputs(page->text[0], out);
    fputs(
        "</main>\n<footer>Made by <code>linkbound papers --html</code>. Pictures are drawn from the plans' own moves. "
        "</footer>\n</body>\n</html>\n",
        out);
}

int papers_page_end(papers_page *page, char **html, size_t *size) {
    *html = NULL;
    FILE *out = close_all(page) ? open_memstream(html, size) : NULL;
    if (!out)
        return LB_ERR_MEMORY;
    put_page(out, page);
    bool broken = ferror(out) != 0;
    return fclose(out) || broken ? LB_ERR_MEMORY : LB_OK;
}

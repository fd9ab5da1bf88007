/* The report, piece by piece. */
#define _POSIX_C_SOURCE 200809L /* for open_memstream */
#include "cli/papers_page.h"

#include "cli/papers.h"
#include "cli/papers_svg.h"

#include <stdlib.h>
#include <string.h>

int cli_page_begin(cli_page *page) {
    *page = (cli_page){.ids = 0};
    page->body = open_memstream(&page->text[0], &page->size[0]);
    page->contents = open_memstream(&page->text[1], &page->size[1]);
    page->styles = open_memstream(&page->text[2], &page->size[2]);
    return page->body && page->contents && page->styles ? CLI_OK : cli_fail_why(LB_ERR_MEMORY, NULL);
}

/* All are closed, also after an error. */
static bool close_all(cli_page *page) {
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

void cli_page_free(cli_page *page) {
    close_all(page);
    for (unsigned i = 0; i < 3; i++)
        free(page->text[i]);
}

static const cli_paper *paper_of(const cli_page *page) {
    return page->paper[page->papers - 1].paper;
}

static cli_page_paper *count_of(cli_page *page) {
    return &page->paper[page->papers - 1];
}

/* Tables and pictures stand side by side where there is room. */
static void open_grid(cli_page *page) {
    if (!page->in_grid)
        fputs("<div class=\"tables\">\n", page->body);
    page->in_grid = true;
}

static void close_grid(cli_page *page) {
    if (page->in_grid)
        fputs("</div>\n", page->body);
    page->in_grid = false;
}

static void close_part(cli_page *page) {
    close_grid(page);
    if (page->in_part)
        fputs("</section>\n", page->body);
    page->in_part = false;
}

void cli_page_paper_begin(cli_page *page, const cli_paper *paper) {
    page->paper[page->papers++] = (cli_page_paper){.paper = paper};
    fprintf(page->contents, "<li><a href=\"#p%s\"><span class=\"number\">%s</span> ", paper->number, paper->number);
    cli_page_escape(page->contents, paper->title);
    fputs("</a><ol>\n", page->contents);
    fprintf(page->body, "<section class=\"paper\" id=\"p%s\">\n<h2><span class=\"number\">%s</span> ", paper->number,
            paper->number);
    cli_page_escape(page->body, paper->title);
    fputs("</h2>\n<p class=\"who\">", page->body);
    cli_page_escape(page->body, paper->authors);
    fputs(", ", page->body);
    cli_page_escape(page->body, paper->journal);
    fprintf(page->body, ", %u</p>\n", paper->year);
}

void cli_page_paper_end(cli_page *page) {
    close_part(page);
    fputs("</section>\n", page->body);
    fputs("</ol></li>\n", page->contents);
}

void cli_page_part(cli_page *page, const char *key, const char *title) {
    const char *number = paper_of(page)->number;
    close_part(page);
    page->in_part = true;
    fprintf(page->contents, "<li><a href=\"#p%s-%s\">", number, key);
    cli_page_math(page->contents, title);
    fputs("</a></li>\n", page->contents);
    fprintf(page->body, "<section class=\"part\" id=\"p%s-%s\">\n<h3>", number, key);
    cli_page_math(page->body, title);
    fputs("</h3>\n", page->body);
}

void cli_page_say(cli_page *page, const char *text) {
    close_grid(page);
    fputs("<p>", page->body);
    cli_page_math(page->body, text);
    fputs("</p>\n", page->body);
}

void cli_page_formula(cli_page *page, const char *name, const char *formula) {
    close_grid(page);
    fputs("<p class=\"formula\">", page->body);
    cli_page_math(page->body, name);
    cli_page_math(page->body, formula);
    fputs("</p>\n", page->body);
}

static void put_heads(FILE *out, const cli_sheet *sheet, bool remarks) {
    fputs("<thead><tr>", out);
    for (unsigned k = 0; k < sheet->columns; k++) {
        const cli_sheet_column *column = &sheet->column[k];
        fprintf(out, "<th scope=\"col\"%s data-key=\"%s\">", column->cells == CLI_WORDS ? " class=\"words\"" : "",
                column->key);
        cli_page_math(out, column->head);
        fputs("</th>", out);
    }
    fprintf(out, "%s</tr></thead>\n", remarks ? "<th scope=\"col\" class=\"remark\">remark</th>" : "");
}

static void put_row(FILE *out, const cli_sheet *sheet, const cli_sheet_row *row, bool remarks) {
    fprintf(out, "<tr%s>", !row->holds ? " class=\"wrong\"" : row->erratum ? " class=\"erratum\"" : "");
    for (unsigned k = 0; k < sheet->columns; k++) {
        fprintf(out, "<td%s>", sheet->column[k].cells == CLI_WORDS ? " class=\"words\"" : "");
        cli_page_cell(out, row->cell[k]);
        fputs("</td>", out);
    }
    if (remarks) {
        fputs("<td class=\"remark\">", out);
        cli_page_math(out, row->remark);
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

void cli_page_sheet(cli_page *page, const cli_sheet *sheet) {
    FILE *out = page->body;
    unsigned wrong = 0;
    bool remarks = false;
    for (unsigned i = 0; i < sheet->rows; i++) {
        wrong += !sheet->row[i].holds;
        remarks |= *sheet->row[i].remark || !sheet->row[i].holds;
    }
    count_of(page)->tables++;
    count_of(page)->rows += sheet->rows;
    count_of(page)->wrong += wrong;
    open_grid(page);
    fputs("<div class=\"sheet\">\n<h4>", out);
    cli_page_math(out, sheet->title);
    fputs("</h4>\n", out);
    if (sheet->formula) {
        fputs("<p class=\"formula\">", out);
        cli_page_math(out, sheet->formula);
        fputs("</p>\n", out);
    }
    fputs("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"", out);
    cli_page_escape(out, sheet->title);
    fprintf(out, "\"><table id=\"p%s-%s-rows\" data-json=\"%s%s\">\n", paper_of(page)->number, sheet->key,
            sheet->json ? sheet->json : sheet->key, sheet->json ? "" : ".rows");
    put_heads(out, sheet, remarks);
    fputs("<tbody>\n", out);
    for (unsigned i = 0; i < sheet->rows; i++)
        put_row(out, sheet, &sheet->row[i], remarks);
    fputs("</tbody></table></div>\n<p class=\"note\">", out);
    put_badge(out, wrong, sheet->rows);
    if (sheet->note) {
        putc(' ', out);
        cli_page_math(out, sheet->note);
    }
    fputs("</p>\n</div>\n", out);
}

void cli_page_errata(cli_page *page, const char *const *errata) {
    cli_page_part(page, "errata", "Errata");
    fputs("<ul class=\"errata\">\n", page->body);
    for (unsigned i = 0; errata[i]; i++) {
        fputs("<li>", page->body);
        cli_page_math(page->body, errata[i]);
        fputs("</li>\n", page->body);
        count_of(page)->errata++;
    }
    fputs("</ul>\n", page->body);
}

void cli_page_picture(cli_page *page, const char *key, const char *svg, const char *caption, const char *command) {
    const char *number = paper_of(page)->number;
    count_of(page)->pictures++;
    open_grid(page);
    fprintf(page->body, "<figure id=\"p%s-%s-picture-%u\"%s><div class=\"picture %s\">\n", number, key, page->ids,
            cli_svg_is_narrow(svg) ? " class=\"half\"" : "", cli_svg_look(svg));
    cli_svg_inline(page, svg);
    fputs("</div><figcaption>", page->body);
    cli_page_math(page->body, caption);
    if (command) {
        fputs(" <code>linkbound draw ", page->body);
        cli_page_escape(page->body, command);
        fputs("</code>", page->body);
    }
    fputs("</figcaption></figure>\n", page->body);
}

/* ---- The whole ---- */

static void put_summary(FILE *out, const cli_page *page) {
    fputs("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Summary\"><table>\n<thead><tr>"
          "<th scope=\"col\" class=\"words\">paper</th><th scope=\"col\" class=\"words\">what was found</th>"
          "<th scope=\"col\">tables</th><th scope=\"col\">pictures</th><th scope=\"col\">errata</th></tr></thead>\n"
          "<tbody>\n",
          out);
    for (unsigned i = 0; i < page->papers; i++) {
        const cli_page_paper *p = &page->paper[i];
        fprintf(out, "<tr><td class=\"words\"><a href=\"#p%s\">%s</a> ", p->paper->number, p->paper->number);
        cli_page_escape(out, p->paper->short_authors);
        fprintf(out, " %u</td><td class=\"words\">", p->paper->year);
        put_badge(out, p->wrong, p->rows);
        fprintf(out, "</td><td>%u</td><td>%u</td><td>%u</td></tr>\n", p->tables, p->pictures, p->errata);
    }
    fputs("</tbody></table></div>\n", out);
}

static void put_page(FILE *out, const cli_page *page) {
    fputs("<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n"
          "<meta charset=\"utf-8\" />\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n"
          "<meta name=\"color-scheme\" content=\"light dark\" />\n"
          "<title>The papers, made again</title>\n<style>\n",
          out);
    fputs(cli_page_style, out);
    fputs(page->text[2], out);
    fputs("</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#papers\">To the papers</a>\n<header>\n"
          "<h1>The papers, made again</h1>\n<p class=\"lead\">What ",
          out);
    fprintf(out, "%s print%s about collective communication on hypercubes and tori, ",
            page->papers == 1 ? "a paper" : "five papers", page->papers == 1 ? "s" : "");
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

int cli_page_end(cli_page *page, char **html, size_t *size) {
    *html = NULL;
    FILE *out = close_all(page) ? open_memstream(html, size) : NULL;
    if (!out)
        return cli_fail_why(LB_ERR_MEMORY, NULL);
    put_page(out, page);
    bool broken = ferror(out) != 0;
    return fclose(out) || broken ? cli_fail_why(LB_ERR_MEMORY, NULL) : CLI_OK;
}

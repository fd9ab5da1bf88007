/* The papers' report as one HTML page that needs nothing else. It is written as well-formed XML too, so that it can be
 * checked and taken apart by programs; tables say where their numbers are in the JSON (data-json, data-key). */
#ifndef CLI_PAPERS_PAGE_H
#define CLI_PAPERS_PAGE_H

#include "cli/sheet.h"

struct cli_paper;

enum { CLI_PAGE_PAPERS = 8 };

typedef struct cli_page_paper {
    const struct cli_paper *paper;
    unsigned tables, pictures, rows, wrong, errata; /* wrong: rows that do not hold */
} cli_page_paper;

typedef struct cli_page {
    FILE *body, *contents, *styles; /* in memory; the page begins with what is known last */
    char *text[3];
    size_t size[3];
    unsigned ids, papers, looks; /* looks: styles of pictures that are there already */
    bool in_part, in_grid;
    cli_page_paper paper[CLI_PAGE_PAPERS];
} cli_page;

/* 0, or an exit status after the error line; cli_page_free in any case. */
int cli_page_begin(cli_page *page);
int cli_page_end(cli_page *page, char **html, size_t *size);
void cli_page_free(cli_page *page);

/* What follows belongs to this paper; to this part of it, which the contents list. */
void cli_page_paper_begin(cli_page *page, const struct cli_paper *paper);
void cli_page_paper_end(cli_page *page);
void cli_page_part(cli_page *page, const char *key, const char *title);

void cli_page_say(cli_page *page, const char *text);
void cli_page_formula(cli_page *page, const char *name, const char *formula);
void cli_page_sheet(cli_page *page, const cli_sheet *sheet);
void cli_page_errata(cli_page *page, const char *const *errata); /* NULL ends them */

/* An SVG document, with a caption and, or NULL, the command that draws it. */
void cli_page_picture(cli_page *page, const char *key, const char *svg, const char *caption, const char *command);

/* ---- Within ---- */

/* Text with what HTML would misread written as references; the same as a formula: 2^(d-1) with a raised exponent. */
void cli_page_escape(FILE *out, const char *text);
void cli_page_cell(FILE *out, const char *text); /* with arrows, and a dash for nothing */
void cli_page_math(FILE *out, const char *text);

extern const char cli_page_style[];

#endif

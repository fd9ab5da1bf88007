/* Exhibits put out: three forms of the same data. None of these knows a paper. */
#ifndef PAPERS_RENDER_H
#define PAPERS_RENDER_H

#include "draw/draw.h"
#include "out/json.h"
#include "papers/exhibit.h"

/* For a terminal: 80 columns, unless exact numbers are long. */
void papers_text(FILE *out, const lb_style *style, const papers_doc *doc);

/* One object. Keys are a contract: man/linkbound-papers.1 lists them. */
void papers_json(out_json *json, const papers_doc *doc);

/* ---- The page ---- */

enum { PAGE_PAPERS = 8 };

typedef struct page_count {
    const struct papers_paper *paper;
    unsigned tables, pictures, rows, wrong, errata; /* wrong: rows that do not hold */
} page_count;

/* One HTML page that needs nothing else. It is well-formed XML too, so that it can be checked and taken apart by
 * programs; tables say where their numbers are in the JSON (data-json, data-key). */
typedef struct papers_page {
    FILE *body, *contents, *styles; /* in memory; the page begins with what is known last */
    char *text[3];
    size_t size[3];
    unsigned ids, papers, looks; /* looks: styles of pictures that are there already */
    bool in_part, in_grid;
    page_count paper[PAGE_PAPERS];
} papers_page;

/* 0 or LB_ERR_MEMORY; papers_page_free in any case. *html is the caller's to free. */
int papers_page_begin(papers_page *page);
void papers_page_add(papers_page *page, const papers_doc *doc);
int papers_page_end(papers_page *page, char **html, size_t *size);
void papers_page_free(papers_page *page);

#endif

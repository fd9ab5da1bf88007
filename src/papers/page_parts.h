/* What the page is made with. */
#ifndef PAPERS_PAGE_PARTS_H
#define PAPERS_PAGE_PARTS_H

#include "papers/render.h"

/* Text with what HTML would misread written as references; the same as a formula: 2^(d-1) with a raised exponent. */
void page_escape(FILE *out, const char *text);
void page_cell(FILE *out, const char *text); /* with arrows, and a dash for nothing */
void page_math(FILE *out, const char *text);

/* "drawn" or "plot": which of the library's two styles the picture has, as a class. */
const char *page_svg_look(const char *svg);

/* Whether two such pictures fit side by side. */
bool page_svg_is_narrow(const char *svg);

/* Puts an SVG document into the page: identifiers become its own, and styles, which hold for the whole page there, go
 * to its head, once each. */
void page_svg_inline(papers_page *page, const char *svg);

/* The chart as an SVG document, which is the caller's to free; NULL when there is none, or no memory. */
char *page_chart(const ex_chart *chart);

extern const char papers_page_style[];

#endif

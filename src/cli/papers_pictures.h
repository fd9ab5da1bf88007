/* Figures that are drawn: each is one linkbound draw, made and checked like any other. */
#ifndef CLI_PAPERS_PICTURES_H
#define CLI_PAPERS_PICTURES_H

#include "cli/papers_page.h"

enum { CLI_PICTURES = 24 };

typedef struct cli_picture {
    const char *key;     /* "figure4" */
    const char *title;   /* above it */
    const char *words;   /* after "linkbound draw" */
    const char *caption; /* what is to be seen */
} cli_picture;

/* The pictures of a paper, drawn. */
typedef struct cli_gallery {
    const cli_picture *picture;
    unsigned count;
    char *svg[CLI_PICTURES], *text[CLI_PICTURES]; /* as far as wanted */
} cli_gallery;

/* svg: for a page; else in characters. 0, or an exit status after the error line; cli_gallery_free in any case. */
int cli_gallery_make(cli_gallery *gallery, const cli_picture *picture, unsigned count, bool svg, bool text);
void cli_gallery_free(cli_gallery *gallery);

/* All of the key, in order. */
void cli_gallery_page(cli_page *page, const cli_gallery *gallery, const char *key);
void cli_gallery_json(cli_json *json, const cli_gallery *gallery); /* "pictures":[..] */

/* In characters. shown: keys, after blanks, of figures that are there in words already; "" for none. */
void cli_gallery_print(const lb_style *style, const cli_gallery *gallery, const char *shown);

#endif

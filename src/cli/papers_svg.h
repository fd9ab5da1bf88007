/* Pictures inside the report. */
#ifndef CLI_PAPERS_SVG_H
#define CLI_PAPERS_SVG_H

#include "cli/papers_page.h"

/* "drawn" or "plot": which of the library's two styles the picture has, as a class. */
const char *cli_svg_look(const char *svg);

/* Whether two such pictures fit side by side. */
bool cli_svg_is_narrow(const char *svg);

/* Puts an SVG document into the page: identifiers become its own, and styles, which hold for the whole page there, go
 * to its head, once each. */
void cli_svg_inline(cli_page *page, const char *svg);

#endif

/* Where the report goes: a folder, with one page in it. */
#ifndef CLI_PAPERS_REPORT_H
#define CLI_PAPERS_REPORT_H

#include "cli/papers_page.h"

/* Before anything is worked out: whether DIR is a folder that can be written to, or can become one. */
int cli_report_possible(const char *folder);

/* Makes the folder, if there is none, and DIR/index.html, whole or not at all. Exit statuses as everywhere. */
int cli_report_write(const char *folder, const char *html, size_t size);

/* A line for each paper, and where the page is. */
void cli_page_tell(const cli_page *page, const char *folder, size_t size);

#endif

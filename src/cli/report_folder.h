/* Where the report goes: a folder, with one page in it. */
#ifndef CLI_REPORT_FOLDER_H
#define CLI_REPORT_FOLDER_H

#include <stddef.h>

/* Before anything is worked out: whether DIR is a folder that can be written to, or can become one. */
int cli_report_possible(const char *folder);

/* Makes the folder, if there is none, and DIR/index.html, whole or not at all. Exit statuses as everywhere. */
int cli_report_write(const char *folder, const char *html, size_t size);

/* DIR/index.html; the caller's to free, NULL without memory. */
char *cli_report_page(const char *folder);

#endif

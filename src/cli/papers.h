/* The papers by number, and what each has that can be reproduced. */
#ifndef CLI_PAPERS_H
#define CLI_PAPERS_H

#include "cli/args.h"
#include "cli/json_out.h"
#include "cli/papers_page.h"

/* Where to: as JSON, into a page, or both; with neither as text to standard output. */
typedef struct cli_paper_out {
    cli_json *json;
    cli_page *page;
} cli_paper_out;

typedef struct cli_paper {
    const char *number;
    const char *authors, *plain_authors; /* UTF-8, and ASCII where that differs (else NULL) */
    const char *short_authors;
    const char *title, *journal;
    unsigned year;
    const char *parts; /* what is reproduced, in words; NULL with reproduce */
    bool costs;        /* it has times: --bytes, --tau, --beta */

    unsigned least, most, usual; /* --most */

    /* Puts out the parts, the largest cube having `most` dimensions. 0, CLI_BROKEN when something differs from the
     * paper, or an exit status after an error line, and then nothing is put out. */
    int (*reproduce)(const cli_args *args, unsigned most, const cli_paper_out *out);
} cli_paper;

int cli_paper_000(const cli_args *args, unsigned most, const cli_paper_out *out);
int cli_paper_001(const cli_args *args, unsigned most, const cli_paper_out *out);
int cli_paper_002(const cli_args *args, unsigned most, const cli_paper_out *out);
int cli_paper_003(const cli_args *args, unsigned most, const cli_paper_out *out);
int cli_paper_004(const cli_args *args, unsigned most, const cli_paper_out *out);

#endif

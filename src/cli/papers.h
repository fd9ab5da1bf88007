/* The papers by number, and what each has that can be reproduced. */
#ifndef CLI_PAPERS_H
#define CLI_PAPERS_H

#include "cli/args.h"
#include "cli/json_out.h"

typedef struct cli_paper {
    const char *number;
    const char *authors, *plain_authors; /* UTF-8, and ASCII where that differs (else NULL) */
    const char *title, *journal;
    unsigned year;
    const char *parts; /* what is reproduced, in words; NULL with reproduce */
    bool costs;        /* it has times: --bytes, --tau, --beta */

    /* Prints the parts to standard output or, when there is a json, as one object there. 0, CLI_BROKEN when something
     * differs from the paper, or an exit status after an error line, and then nothing is printed. */
    int (*reproduce)(const cli_args *args, cli_json *json);
} cli_paper;

int cli_paper_000(const cli_args *args, cli_json *json);
int cli_paper_001(const cli_args *args, cli_json *json);
int cli_paper_002(const cli_args *args, cli_json *json);
int cli_paper_003(const cli_args *args, cli_json *json);
int cli_paper_004(const cli_args *args, cli_json *json);

#endif

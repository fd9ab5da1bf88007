/* A plan run by threads on data that is recognised, timed. */
#ifndef CLI_TRIAL_RUN_H
#define CLI_TRIAL_RUN_H

#include "linkbound-run.h"

typedef struct cli_trial {
    uint64_t bytes;               /* of a block, or of the message */
    bool message;                 /* which of both, for the report */
    uint32_t count;               /* runs */
    const char *trace;            /* a file for the last run's events; NULL: none */
    const char *worker, *workers; /* "thread", "threads" */
    uint32_t ranks, processors;
    double *seconds;        /* of each run, sorted */
    double prepared;        /* seconds that making the scripts took */
    uint64_t memory;        /* of all scripts and their scratch */
    uint64_t scratch;       /* the most of a rank */
    uint64_t sent, packets; /* in one run, over all links */
    uint64_t least, most;   /* bytes over a link */
    uint64_t links;         /* alive */
    uint64_t verified;      /* bytes, in all runs */
    uint64_t contiguous;    /* packets, of both ends, that are one stretch of memory */
} cli_trial;

/* Whether a schedule can be read from there by all that run it: by threads always, by processes not from a pipe. And
 * when it was read, how it went for all of them, and whether they have the same. 0, or an exit status after the error
 * line. */
int cli_trial_source(const char *path);
int cli_trial_agreed(int status, const lb_plan *plan);

/* Whether all nodes' buffers fit this machine. 0, or an exit status after the error line. */
int cli_trial_affordable(const lb_task *task, uint64_t bytes);

/* bytes and count are given. 0; CLI_BROKEN when a byte is wrong; or another exit status after the error line. */
int cli_trial_run(const lb_plan *plan, bool quiet, cli_trial *trial);
void cli_trial_free(cli_trial *trial);

#endif

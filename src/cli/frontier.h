/* Start-ups against data: what the algorithms of a comparison take, which of them no other beats in both, and what is
 * proven impossible. */
#ifndef CLI_FRONTIER_H
#define CLI_FRONTIER_H

#include "cli/comparison.h"
#include "draw/frontier.h"

typedef struct cli_frontier {
    lb_frontier picture; /* its points: by start-ups, then by data */
    lb_frontier_point *point;
    char title[700], subtitle[200];
    char witness[2][LB_WHY_MAX]; /* why there are not fewer start-ups, and not less data */
    uint64_t least_both;         /* start-ups with the least data, of an allreduce; 0: not known */
    size_t without;              /* algorithms that have no formula, and so no place here */
} cli_frontier;

int cli_frontier_make(const cli_comparison *c, cli_frontier *f); /* 0 or an exit status */
void cli_frontier_free(cli_frontier *f);

void cli_frontier_text(FILE *out, const lb_style *style, const cli_frontier *f);
void cli_frontier_json(FILE *out, const cli_comparison *c, const cli_frontier *f);

#endif

/* All algorithms that can do a task, over a range of message sizes: times, the bound, the best, and where that changes.
 * Times come from the algorithms' formulas; an algorithm without one is planned once and simulated at every size. */
#ifndef CLI_COMPARE_H
#define CLI_COMPARE_H

#include "cli/args.h"
#include "draw/plot.h"

enum { CLI_SIZES_MAX = 1000, CLI_VERIFIED_MAX = 3 };

/* One algorithm at one size. */
typedef struct cli_point {
    bool known;
    bool held;    /* time is exact; else it does not fit 63 bits and only value is there */
    bool at_most; /* a formula that the simulation may beat */
    lb_ratio time;
    double value;
    lb_formula formula; /* text is NULL where the time was simulated */
} cli_point;

typedef struct cli_rival {
    const lb_algorithm *info;
    char mark;     /* its letter in tables and pictures */
    lb_plan *plan; /* without a formula: what is simulated */
    unsigned verified;
    uint64_t verified_at[CLI_VERIFIED_MAX]; /* sizes at which the simulation agreed with the formula */
    double spare;                           /* by what part of its formula's time it was faster there, at most */
    bool wrong;
} cli_rival;

typedef struct cli_left_out {
    const lb_algorithm *info;
    char reason[LB_WHY_MAX];
} cli_left_out;

typedef struct cli_row {
    uint64_t bytes;
    lb_ratio bound;
    cli_point *point; /* one for each rival */
    size_t best;
} cli_row;

/* From this size on another one is best. */
typedef struct cli_change {
    uint64_t bytes;
    size_t from, to;
    bool exact; /* else the change is somewhere between the sizes compared before it and bytes */
} cli_change;

typedef struct cli_comparison {
    const lb_task *task;
    uint32_t ports;
    lb_ratio tau, beta;
    cli_rival *rival;
    size_t rivals;
    cli_left_out *left;
    size_t lefts;
    cli_row *row;
    size_t rows;
    cli_point *points; /* of all rows */
    cli_change *change;
    size_t changes;
    char witness[2][LB_WHY_MAX]; /* the bound's, at the first and at the last size */
    char wrong[LB_WHY_MAX * 2];  /* the first formula that a simulation contradicts; empty: none */
    uint64_t budget;             /* packets that may still be simulated to find where the best changes */
} cli_comparison;

/* The sizes that args ask for: powers of two and both ends, or as many as --points says, evenly on a logarithmic scale.
 * Ascending, all different; returns how many. */
size_t cli_compare_sizes(const cli_args *args, uint64_t sizes[CLI_SIZES_MAX]);

/* Fills it; sizes ascend. 0, or an exit status after the error line. c must be freed in any case. */
int cli_compare_make(cli_comparison *c, const cli_args *args, const lb_task *task, const uint64_t *sizes, size_t count);
void cli_compare_free(cli_comparison *c);

/* ---- The parts of making it ---- */

lb_cost cli_compare_cost(const cli_comparison *c, uint64_t bytes);
lb_plan_options cli_compare_options(const cli_comparison *c, size_t rival, const lb_cost *cost);

/* What the rival takes: by its formula, or simulated if it has a plan. */
void cli_compare_point(const cli_comparison *c, size_t rival, uint64_t bytes, cli_point *point);

/* The fastest of the points; of equals the one that the planner takes. */
size_t cli_compare_best(const cli_comparison *c, uint64_t bytes, const cli_point *points);

/* Packets that any plan has at least; of one node, where all do the same. */
uint64_t cli_compare_packets(const cli_comparison *c);

/* What simulating a plan costs, about, in packets of one block. */
uint64_t cli_compare_effort(const lb_plan *plan);

/* Checks and simulates, with divisible bytes. */
int cli_compare_simulate(const lb_plan *plan, const lb_cost *cost, lb_ratio *time, lb_why *why);

int cli_compare_changes(cli_comparison *c); /* fills change; 0 or an exit status */
void cli_compare_verify(cli_comparison *c); /* fills verified, spare, wrong */

double cli_over_bound(const cli_point *p, lb_ratio bound); /* how many times the bound; 0: the bound is 0 */

/* The size at `part` of `parts` of the way from lo to hi on a logarithmic scale. */
uint64_t cli_size_between(uint64_t lo, uint64_t hi, size_t part, size_t parts);

/* ---- Showing it ---- */

typedef struct cli_curves {
    lb_plot plot;
    lb_plot_line *line;
    lb_plot_band *band;
    double *values;
    char title[700], subtitle[200];
} cli_curves;

int cli_curves_make(const cli_comparison *c, cli_curves *curves); /* 0 or an exit status */
void cli_curves_free(cli_curves *curves);

void cli_compare_text(FILE *out, const lb_style *style, const cli_comparison *c,
                      const lb_plot *plot); /* plot or NULL */
void cli_compare_table(FILE *out, const lb_style *style, const cli_comparison *c);
void cli_compare_json(FILE *out, const cli_comparison *c);

#endif

/* A comparison of all algorithms that can do a task, over a range of message sizes. */
#ifndef CLI_COMPARISON_H
#define CLI_COMPARISON_H

#include "linkbound.h"

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

enum { CLI_OTHER_PLANS = 3 };

typedef struct cli_rival {
    const lb_algorithm *info;
    char mark;                       /* its letter in tables and pictures */
    lb_plan *plan;                   /* without a formula: what is simulated; made for the least size, */
    lb_plan *other[CLI_OTHER_PLANS]; /* and for larger ones, where that is faster there */
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
    lb_ratio tau, beta, hop;
    bool nanoseconds; /* times are, and are told with units */
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
    lb_algorithm own;            /* of a schedule that was read: its name */
    uint64_t budget;             /* packets that may still be simulated to find where the best changes */
} cli_comparison;

#endif

/* What paper 001 says about long messages, beside our own plans: its boxed formulas, worked out here from nothing but
 * d, n and the cost, against simulations; the times it quotes for others; packets of a fixed size. */
#ifndef CLI_PAPERS_001_H
#define CLI_PAPERS_001_H

#include "cli/papers_pictures.h"
#include "cli/progress.h"
#include "draw/draw.h"

enum {
    P001_MOST = 8,
    P001_DEFAULT_MOST = 7,
    P001_SUMS = 21,  /* K_0 to K_20 */
    P001_ROWS = 36,  /* of one formula: (d,n) up to the 8-cube */
    P001_BOXES = 26, /* formulas */
    P001_RIVALS = 7, /* of others */
    P001_PACKETS = 64,
    P001_PICTURES = 10
};

/* One row of a table: the cube, the distance of a send, and what a message costs. */
typedef struct p001_case {
    unsigned d, n; /* n = d where there is no distance */
    lb_cost cost;
} p001_case;

/* data*tau*m + startups*beta with the best whole g. */
typedef struct p001_time {
    lb_ratio data, time;
    uint64_t startups;
    uint32_t groups; /* g, p or k; 0: there is none */
    lb_ratio order;  /* what the paper's highest-order term has before tau*m */
    double closed;   /* with the best real g; not a number where no g has to be chosen */
    bool capped;     /* more groups would be better, but packets would have less than a byte */
} p001_time;

typedef enum p001_relation {
    P001_EQUAL,
    P001_AT_MOST, /* our version is at least as fast */
    P001_LARGE    /* the formula is for large m; below that the time is longer */
} p001_relation;

typedef enum p001_shape {
    P001_CUBE,     /* one row for each d */
    P001_SEND,     /* from a node to one at distance n, some n up to d */
    P001_ASIDE,    /* the same, n < d */
    P001_OPPOSITE, /* the permutation v -> not v */
    P001_NEXT,     /* v -> v+1 */
    P001_SWAP      /* the two halves of v's bits change places; even d */
} p001_shape;

/* A boxed formula. */
typedef struct p001_box {
    const char *key, *name, *section, *algorithm;
    const char *formula, *closed; /* closed: with the best real g, or NULL */
    lb_task_kind kind;
    p001_shape shape;
    p001_relation relation;
    bool share;   /* a block is m/2^d */
    bool optimal; /* the paper says that no highest-order term is less (for sends: where n = d) */
    int (*best)(const p001_case *c, p001_time *t);
    int (*least)(const p001_case *c, lb_ratio *order); /* a/|S| of section 9 */
} p001_box;

extern const p001_box p001_boxes[P001_BOXES];

typedef struct p001_row {
    unsigned d, n;
    p001_time box;
    lb_ratio formula, simulated; /* ours: by lb_formula_of, by lb_simulate */
    uint32_t groups;
    lb_ratio bound, data_bound; /* lb_bound_linear, and its highest-order term */
    lb_ratio least;             /* section 9's */
    bool equal, holds;
} p001_row;

typedef struct p001_table {
    bool there; /* false: Linkbound does not have the algorithm */
    unsigned rows;
    p001_row row[P001_ROWS];
} p001_table;

/* K_d, and what the paper brackets it with. */
typedef struct p001_sum {
    lb_ratio value;
    lb_ratio low, high; /* from d = 5 */
    bool holds;
} p001_sum;

/* A time that the paper quotes for somebody else. */
typedef struct p001_rival {
    const char *key, *operation, *whose, *formula;
    const char *ours[2]; /* keys of boxes; the faster one counts */
    p001_shape shape;
    bool free; /* start-ups are not counted: only highest-order terms can be compared */
    double (*time)(const p001_case *c);
} p001_rival;

extern const p001_rival p001_rivals[P001_RIVALS];

typedef struct p001_race {
    unsigned d, n;
    const char *by; /* the name of our box */
    double ours, theirs;
    bool holds; /* ours is no slower */
} p001_race;

typedef struct p001_races {
    unsigned rows;
    p001_race row[P001_ROWS];
} p001_races;

/* Fixed packets, 1 to 64 of them. */
typedef struct p001_fixed {
    unsigned d, n;
    uint32_t steps[P001_PACKETS + 1];
    unsigned as_formula, as_bound; /* how often equal */
    bool holds;
} p001_fixed;

typedef struct p001 {
    unsigned most;
    lb_cost cost;
    cli_progress progress;
    unsigned done, total;
    p001_sum sum[P001_SUMS];
    p001_table table[P001_BOXES];
    p001_races races[P001_RIVALS];
    p001_fixed broadcast[P001_MOST], send[P001_ROWS];
    unsigned broadcasts, sends;
} p001;

/* The paper's arithmetic. All return 0 or LB_ERR_SIZE. */
int p001_sum_of(unsigned d, lb_ratio *k);
double p001_tau_m(const p001_case *c);
double p001_beta(const p001_case *c);

/* The distances a shape has on the d-cube; how many. */
unsigned p001_distances(p001_shape shape, unsigned d, unsigned n[P001_MOST]);

/* 0, or an exit status after the error line. */
int p001_make_sums(p001 *all);
int p001_make_tables(p001 *all);
int p001_make_races(p001 *all);
int p001_make_packets(p001 *all);

/* Plans on the d-cube; *task and *plan are the caller's. 0, or an exit status after the error line. */
int p001_task(const p001_case *c, lb_task_kind kind, p001_shape shape, lb_task **task);
int p001_check(p001 *all, const lb_plan *plan);

bool p001_table_holds(const p001_table *table);
bool p001_races_hold(const p001_races *races);
bool p001_holds(const p001 *all);

void p001_print(const lb_style *style, const p001 *all, const cli_gallery *gallery);
void p001_print_json(cli_json *json, const p001 *all, const cli_gallery *gallery);
void p001_page(cli_page *page, const p001 *all, const cli_gallery *gallery);

extern const cli_picture p001_pictures[P001_PICTURES];

/* What is wrong or missing in the paper, a sentence each; NULL ends them. */
extern const char *const p001_errata[];

#endif

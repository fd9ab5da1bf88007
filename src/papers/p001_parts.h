/* What 001 says about long messages: its boxed formulas, worked out here from nothing but d, n and the cost. */
#ifndef PAPERS_P001_PARTS_H
#define PAPERS_P001_PARTS_H

#include "papers/paper.h"

enum {
    P001_MOST = 8,
    P001_ROWS = 36, /* of one formula: (d,n) up to the 8-cube */
    P001_BOXES = 26 /* formulas */
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

/* What was found for a box on a cube. */
typedef struct p001_row {
    unsigned d, n;
    p001_time box;
    lb_ratio formula, simulated; /* ours: by lb_formula_of, by lb_simulate */
    lb_ratio bound, data_bound;  /* the lower bound, and its highest-order term */
    lb_ratio least;              /* section 9's */
    bool equal, holds;
} p001_row;

typedef struct p001_table {
    bool there; /* false: Linkbound does not have the algorithm */
    unsigned rows;
    p001_row row[P001_ROWS];
} p001_table;

/* The exhibits. table: of all boxes, which p001_formulas fills in. */
void p001_formulas(papers_work *work, papers_doc *doc, p001_table table[P001_BOXES]);
void p001_others(papers_work *work, papers_doc *doc, const p001_table table[P001_BOXES]);
void p001_packets(papers_work *work, papers_doc *doc);

/* The paper's arithmetic; the sum gives 0 or LB_ERR_SIZE. */
int p001_sum_of(unsigned d, lb_ratio *k);
double p001_tau_m(const p001_case *c);
double p001_beta(const p001_case *c);

/* The distances a shape has on the d-cube; how many. */
unsigned p001_distances(p001_shape shape, unsigned d, unsigned n[P001_MOST]);

/* The task on the d-cube; NULL after an error. */
lb_task *p001_task(papers_work *work, const p001_case *c, lb_task_kind kind, p001_shape shape);

#endif

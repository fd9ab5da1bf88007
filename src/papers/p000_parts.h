/* 000's exhibits, each file a few. Nodes are the paper's bit strings read as numbers, ports count from 0 as everywhere
 * in Linkbound: the paper's link k is port k-1. */
#ifndef PAPERS_P000_PARTS_H
#define PAPERS_P000_PARTS_H

#include "papers/paper.h"

enum { P000_MOST = 24, P000_SCATTER = 0, P000_BROADCAST, P000_EXCHANGE, P000_PROBLEMS };

/* A problem of Table 1. */
typedef struct p000_problem {
    const char *name, *steps_formula, *transmissions_formula, *algorithm;
    lb_task_kind kind;
    uint64_t (*steps)(unsigned d);
    uint64_t (*transmissions)(unsigned d);
} p000_problem;

extern const p000_problem p000_problems[P000_PROBLEMS];

void p000_table1(papers_work *work, papers_doc *doc);
void p000_broadcast(papers_work *work, papers_doc *doc); /* Figures 2 and 3 */
void p000_trees(papers_work *work, papers_doc *doc);     /* Figure 4 */
void p000_exchange(papers_work *work, papers_doc *doc);  /* Figures 5 and 6 */

/* The label of a node, d bits. */
typedef struct p000_label {
    char text[P000_MOST + 1];
} p000_label;
p000_label p000_bits(uint32_t node, unsigned d);

/* The plan of one problem on the d-cube; NULL after an error. */
lb_plan *p000_plan(papers_work *work, unsigned problem, unsigned d);

/* Hands on the moves of that plan, replayed; whether none was refused. */
bool p000_moves(papers_work *work, unsigned problem, unsigned d, papers_each each, void *user);

#endif

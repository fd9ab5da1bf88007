/* 004's exhibits, each file a few. */
#ifndef PAPERS_P004_PARTS_H
#define PAPERS_P004_PARTS_H

#include "linkbound-tree.h"
#include "papers/paper.h"

void p004_counts(papers_work *work, papers_doc *doc); /* Table 1, Figures 5 and 6 */
void p004_edges(papers_work *work, papers_doc *doc);  /* common edges, fan-outs, one-port volumes */
void p004_times(papers_work *work, papers_doc *doc);  /* Table 2, Figure 11 */

/* A tree of the n-cube, rooted at 0; NULL after an error. */
lb_tree *p004_tree(papers_work *work, unsigned n, lb_tree_kind kind);

#endif

/* The papers by number, and what each prints, made again from plans made now.
 *
 *     papers_doc *doc = NULL;
 *     int error = papers_make(papers_at(0), &(papers_options){.most = 6}, &doc, &why);
 *     ... draw doc's pictures, if they are wanted; put it out (render.h); papers_doc_holds(doc) ...
 *     papers_doc_free(doc);
 */
#ifndef PAPERS_PAPERS_H
#define PAPERS_PAPERS_H

#include "papers/paper.h"

unsigned papers_count(void);
const papers_paper *papers_at(unsigned i); /* i < papers_count() */

typedef struct papers_options {
    unsigned most; /* dimensions of the largest cube, from the paper's least to its most */
    lb_cost cost;  /* for papers with times */
    lb_progress progress;
    void *user;
} papers_options;

/* All of a paper's exhibits. LB_ERR_CHECK: a plan breaks the model. LB_ERR_CANCELLED: progress said so. *doc is NULL
 * after an error. */
int papers_make(const papers_paper *paper, const papers_options *options, papers_doc **doc, lb_why *why);

#endif

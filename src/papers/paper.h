/* A paper: who wrote it, and the function that makes its exhibits. Each is a file, or a few: p000.c and so on. */
#ifndef PAPERS_PAPER_H
#define PAPERS_PAPER_H

#include "papers/work.h"

typedef struct papers_paper {
    const char *number;
    const char *authors, *plain_authors; /* UTF-8, and ASCII where that differs (else NULL) */
    const char *short_authors;
    const char *title, *journal;
    unsigned year;
    const char *parts;           /* what is reproduced, in words */
    const char *doing;           /* what takes time: "replaying" */
    bool costs;                  /* it has times: work->cost matters */
    unsigned least, most, usual; /* dimensions of the largest cube */

    void (*make)(papers_work *work, papers_doc *doc); /* fills the document in */
} papers_paper;

extern const papers_paper paper_000, paper_001, paper_002, paper_003, paper_004, paper_005;

#endif

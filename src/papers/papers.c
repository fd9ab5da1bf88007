/* The papers that there are. */
#include "papers/papers.h"

enum { PAPERS = 6 };

static const papers_paper *const papers[PAPERS] = {&paper_000, &paper_001, &paper_002,
                                                   &paper_003, &paper_004, &paper_005};

unsigned papers_count(void) {
    return PAPERS;
}

const papers_paper *papers_at(unsigned i) {
    return papers[i];
}

int papers_make(const papers_paper *paper, const papers_options *options, papers_doc **doc, lb_why *why) {
    lb_why spare = {""};
    papers_work work = {.most = options->most,
                        .cost = options->cost,
                        .progress = options->progress,
                        .user = options->user,
                        .now = 1,
                        .total = 1,
                        .why = why ? why : &spare};
    *doc = papers_doc_create(paper);
    if (*doc)
        paper->make(&work, *doc);
    if (!*doc || (*doc)->failed)
        papers_fail(&work, LB_ERR_MEMORY, "memory for the tables could not be had");
    if (work.error) {
        papers_doc_free(*doc);
        *doc = NULL;
    }
    return work.error;
}

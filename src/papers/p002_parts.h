/* 002's exhibits, each file a few. */
#ifndef PAPERS_P002_PARTS_H
#define PAPERS_P002_PARTS_H

#include "papers/paper.h"

void p002_matrices(papers_work *work, papers_doc *doc); /* Figures 1 and 6 */
void p002_cubes(papers_work *work, papers_doc *doc);    /* steps and delays on cubes */
void p002_tori(papers_work *work, papers_doc *doc);     /* tori and rings */
void p002_clearing(papers_work *work, papers_doc *doc); /* Figures 2, 3, 4 and 7 */

/* Made and replayed: a total exchange. */
papers_result p002_exchange(papers_work *work, const char *network, const char *algorithm);

/* By isotropic and by greedy's four rules: optimum, farthest, nearest, first, random, and the most that any greedy
 * schedule takes, h_r+h_c-1. */
enum { P002_GREEDY = 6 };
typedef struct p002_greedy {
    papers_result best;
    double value[P002_GREEDY];
    bool within;
} p002_greedy;
p002_greedy p002_by_greedy(papers_work *work, const char *network);

/* Sums of whole numbers that come as doubles. */
static inline double p002_whole(double value) {
    return (double)(uint64_t)(value + 0.5);
}

#endif

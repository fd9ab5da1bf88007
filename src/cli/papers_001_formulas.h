/* 001's boxed formulas: the time of each for a cube, a distance and a cost. All return 0 or LB_ERR_SIZE. */
#ifndef CLI_PAPERS_001_FORMULAS_H
#define CLI_PAPERS_001_FORMULAS_H

#include "cli/papers_001.h"

int p001_broadcast_1(const p001_case *c, p001_time *t);
int p001_broadcast_2(const p001_case *c, p001_time *t);
int p001_broadcast_3a(const p001_case *c, p001_time *t);
int p001_broadcast_4(const p001_case *c, p001_time *t);
int p001_oc_send_1(const p001_case *c, p001_time *t);
int p001_oc_send_2(const p001_case *c, p001_time *t);
int p001_oc_send_3(const p001_case *c, p001_time *t);
int p001_oc_send_4(const p001_case *c, p001_time *t);
int p001_xoc_send_1(const p001_case *c, p001_time *t);
int p001_xoc_send_2(const p001_case *c, p001_time *t);
int p001_arbitrary_send_2(const p001_case *c, p001_time *t);
int p001_arbitrary_send_3(const p001_case *c, p001_time *t);
int p001_distribute_1(const p001_case *c, p001_time *t);
int p001_distribute_2(const p001_case *c, p001_time *t);
int p001_complete_exchange(const p001_case *c, p001_time *t);
int p001_permuted_send(const p001_case *c, p001_time *t);
int p001_transpose_rows(const p001_case *c, p001_time *t);
int p001_transpose_blocks(const p001_case *c, p001_time *t);
int p001_histogram(const p001_case *c, p001_time *t);

#endif

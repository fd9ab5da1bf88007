/* What ask.c and ask_sums.c have in common. */
#ifndef LB_PMPI_ASK_H
#define LB_PMPI_ASK_H

#include "pmpi/shim.h"

bool lb_ask_root(const lb_place *place, lb_ask *ask, int root);
bool lb_ask_blocks(const lb_place *place, lb_ask *ask, MPI_Datatype type, int64_t count); /* one for each process */
bool lb_counts_sum(const int counts[], int n, int64_t *sum); /* false: there are none, or one is negative */

#endif

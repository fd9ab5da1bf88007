/* Learning which of the two is the faster for a call that is repeated: learn.c. */
#ifndef LB_PMPI_LEARN_H
#define LB_PMPI_LEARN_H

#include "pmpi/shim.h"

/* One blocking call. */
typedef struct lb_study {
    lb_call_record *record; /* NULL: it is not measured */
    double begin;
    bool ours; /* the engine shall do it */
} lb_study;

/* At all processes of the communicator alike. Where nothing is learnt the engine shall do it if it pays. */
lb_study lb_learn_begin(lb_place *place, lb_ask *ask);
void lb_learn_end(lb_place *place, const lb_study *study, bool ours); /* who has done it */
void lb_learn_print(void);

#endif

/* What was found out about the plans of a network, so that it is not found out for every call. */
#ifndef LB_MPI_KNOWN_H
#define LB_MPI_KNOWN_H

#include "mpi/estimate.h"
#include "mpi/rehearsal.h"

enum { LB_MPI_REHEARSALS = 48, LB_MPI_ANSWERS = 128 };

/* Which plan: of what task, by whom, in which form. */
typedef struct lb_which {
    lb_task_kind kind;
    uint32_t root, groups, ports;
    const char *name;
    lb_ratio data;
    uint64_t startups, hops;
} lb_which;

typedef struct lb_rehearsed {
    lb_which plan;           /* name NULL: nothing is kept here */
    lb_rehearsal *rehearsal; /* NULL: it cannot be */
} lb_rehearsed;

typedef struct lb_asked {
    lb_task_kind kind;
    uint32_t root, ports;
    bool paced, steps, flown;
    double tau, beta, gap, hop, bytes, window;
} lb_asked;

typedef struct lb_answer {
    bool known;
    lb_asked question;
    lb_choice choice;
} lb_answer;

typedef struct lb_known {
    lb_rehearsed rehearsals[LB_MPI_REHEARSALS];
    unsigned next;
    lb_process *process; /* whose memory is counted; NULL: nobody's */
    lb_answer answers[LB_MPI_ANSWERS];
} lb_known;

/* Of the question's network; NULL: no memory, or nothing is kept. */
lb_known *lb_known_of(const lb_question *q);
/* The root by which it is kept. */
uint32_t lb_known_root(const lb_question *q);

/* Takes the rehearsal over. All of a process have a quarter of what may be kept to be used again (LINKBOUND_MEMORY), or
 * as much as one of each network: the oldest go first, and are made again when they are asked for. */
void lb_known_keep(lb_known *known, const lb_which *plan, lb_rehearsal *rehearsal);
void lb_known_free(lb_known *known);

#endif

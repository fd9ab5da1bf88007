/* The state of an execution, as its parts see it. */
#ifndef LB_EXECUTOR_H
#define LB_EXECUTOR_H

#include "import/acts.h"
#include "import/causes.h"
#include "import/execution.h"
#include "import/page.h"

/* On its way, or waiting to be received. */
typedef struct lb_message {
    uint32_t *value;                   /* one for each chunk */
    uint32_t *clock;                   /* what its sender knew; NULL: that is not told */
    uint32_t count, sent, room;        /* chunks, how many have crossed, and for how many there is memory */
    uint32_t connection, line, thread; /* whose act waits until it has crossed */
    bool direct;                       /* it goes from cell to cell, and is not received */
    uint64_t next;                     /* in its queue; UINT64_MAX: none */
} lb_message;

typedef struct lb_queue {
    uint64_t first, last; /* messages; UINT64_MAX: none */
} lb_queue;

typedef struct lb_executor {
    const lb_acts *a;
    const lb_page *page;
    lb_execution *e;
    lb_causes order;
    bool patient;           /* messages cross when they are waited for, if any is */
    bool near, unsure;      /* messages tell nothing; and that was not enough to tell what comes first */
    uint64_t memory, taken; /* bytes allowed, and taken by messages and waits */
    uint32_t *cell;         /* values */
    uint64_t *done;         /* of each thread: acts */
    uint64_t *sleeper;      /* of each thread: the first that waits for one of its acts, and in its list the next */
    uint64_t *sleeps;
    uint32_t **snapshot; /* of each act that is still waited for: what its thread knew after it */
    uint32_t *awaited;   /* of each act: by how many */
    uint32_t **spare;    /* clocks that nobody needs now */
    uint64_t spares, spare_room;
    uint64_t *stack, stacked;     /* threads that may be able to go on */
    bool *queued, *asleep, *busy; /* of each thread: is on the stack, is in such a list, sends */
    lb_message *message;
    uint64_t messages, message_room, free_message;
    lb_queue *arrived;       /* of each connection */
    uint32_t *link_of;       /* of each connection */
    lb_queue *link;          /* of each pair of ranks: what waits to cross */
    uint64_t *waits;         /* a bit for each: something does */
    uint64_t *crosses;       /* the same: in this step */
    uint64_t links, waiting; /* messages that wait to cross */
} lb_executor;

int lb_executor_begin(lb_executor *m);
void lb_executor_free(lb_executor *m);

void lb_executor_wake(lb_executor *m, uint64_t thread);

void lb_queue_add(lb_executor *m, lb_queue *q, uint64_t message);
uint64_t lb_queue_take(lb_executor *m, lb_queue *q);

/* Memory for a clock, and back. NULL: there is none. */
uint32_t *lb_executor_clock(lb_executor *m);
void lb_executor_clock_free(lb_executor *m, uint32_t *clock);

/* A new message of so many chunks, with a clock if it tells anything; UINT64_MAX: there is no memory, and that was
 * said. */
uint64_t lb_executor_message(lb_executor *m, uint32_t count, bool tells);
void lb_executor_drop(lb_executor *m, uint64_t message);

#endif

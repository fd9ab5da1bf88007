/* The state of messages that are being timed. */
#ifndef LB_IMPORT_MESSAGES_CLOCK_H
#define LB_IMPORT_MESSAGES_CLOCK_H

#include "import/messages.h"

/* When a message has arrived, or work is done; and of the deed what is needed then. */
typedef struct lb_event {
    uint64_t time;
    uint32_t deed, server, partner; /* LB_NONE: it is work */
} lb_event;

/* Of each deed, all that is asked for together: when it began and ended, needs that are not met, what its beginning
 * waited for last (twice that deed, and 1 where that began), and who comes after it at its link. */
typedef struct lb_clock_deed {
    uint64_t begin, end;
    uint32_t left, cause, next;
    bool posted, ended;
} lb_clock_deed;

typedef struct lb_clockwork {
    const lb_messages *m;
    uint64_t per_byte, per_message, scale; /* ticks for a byte and a message, and in a unit of time */
    uint64_t last;                         /* when all is done */
    lb_clock_deed *deed;
    bool begins;     /* some deed waits only until another has begun */
    uint32_t *ready; /* deeds that can begin, in their order */
    uint64_t readies;
    lb_event *event; /* a heap */
    uint64_t events;
    /* Of each link and processor: whether it works, how long it did, and who waits for it. */
    bool *busy;
    uint64_t *worked;
    uint32_t *head, *tail;
} lb_clockwork;

/* Runs it. LB_ERR_SIZE: times do not fit. */
int lb_clockwork_run(lb_clockwork *c);

#endif

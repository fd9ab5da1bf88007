/* The state of messages that are being timed. */
#ifndef LB_IMPORT_MESSAGES_CLOCK_H
#define LB_IMPORT_MESSAGES_CLOCK_H

#include "import/messages.h"

/* When a message has arrived, or work is done. */
typedef struct lb_event {
    uint64_t time;
    uint32_t deed;
} lb_event;

/* Of each deed, all that is asked for together, so that it is fetched together. */
typedef struct lb_clock_deed {
    uint64_t begin, end; /* until it has ended, `end` is how long it takes */
    uint64_t first;      /* of its followers in the messages' list; where there is one only, that itself */
    uint64_t followers;
    uint32_t left;  /* needs that are not met */
    uint32_t cause; /* what its beginning waited for last: twice that deed, and 1 where that began */
    uint32_t next;  /* who comes after it at its link */
    uint32_t server, partner;
    uint8_t kind;
    bool posted, ended;
} lb_clock_deed;

/* A link or processor: how long it worked, who waits for it, and whether it works. */
typedef struct lb_clock_server {
    uint64_t worked;
    uint32_t head, tail;
    bool busy;
} lb_clock_server;

typedef struct lb_clockwork {
    const lb_messages *m;
    uint64_t per_byte, per_message, scale; /* ticks for a byte and a message, and in a unit of time */
    uint64_t last;                         /* what time it is; in the end, when all is done */
    lb_clock_deed *deed;
    bool begins;     /* some deed waits only until another has begun */
    uint32_t *ready; /* deeds that can begin, in their order */
    uint64_t readies;
    lb_event *event; /* a heap */
    uint64_t events;
    uint32_t *now; /* deeds that are over at this time */
    lb_clock_server *server;
} lb_clockwork;

/* Runs it. LB_ERR_SIZE: times do not fit. */
int lb_clockwork_run(lb_clockwork *c);

#endif

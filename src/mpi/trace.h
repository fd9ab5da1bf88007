/* What a process has done and when, for LINKBOUND_TRACE: the newest events, in a ring that is taken once. Whoever calls
 * holds the process's lock. Nothing is ever done where there is no trace. */
#ifndef LB_MPI_TRACE_H
#define LB_MPI_TRACE_H

#include "linkbound.h"

typedef enum lb_event_kind {
    LB_EVENT_CALL,
    LB_EVENT_STAGE, /* of a call: a plan carried out */
    LB_EVENT_WAIT,
    LB_EVENT_SUM,
    LB_EVENT_SEND, /* from here on messages */
    LB_EVENT_RECEIVE
} lb_event_kind;

typedef struct lb_event {
    double begin, end; /* end 0: it has not ended */
    uint64_t bytes;    /* of a call and a stage: of a block */
    uint64_t
        flow; /* of a message: the same at both ends. Of a call: its number on its network. Of a wait: 1, to send */
    int peer; /* in MPI_COMM_WORLD; -1: nobody */
    uint16_t kind;         /* an lb_event_kind */
    uint16_t name, detail; /* places in the list of words; a call's detail is its first algorithm. 0: none */
} lb_event;

enum {
    LB_TRACE_WORDS = 512,
    LB_TRACE_WORD = 64,
    LB_TRACE_PATH = 512,
    LB_TRACE_GROUPS = 1024,
    LB_TRACE_PIECE = 1 << 19
};

/* How many there were of what has this name. */
struct lb_posted {
    uint64_t course, count;
};

typedef struct lb_trace {
    char path[LB_TRACE_PATH];
    lb_event *events;
    uint64_t room, count; /* of all so far, the last `room` are there */
    char (*words)[LB_TRACE_WORD];
    unsigned nwords;
    double came; /* when messages were found that were done, last */
    int arrived; /* whom one of them was from, or else for; -1: nobody */
    bool sent;   /* it was for him */
    int rank, size;
    struct lb_posted *posted; /* by process and direction: messages of a course that were posted so far */
    struct lb_posted *groups; /* networks of some processes, by these */
    uint64_t nets;            /* that this process has given a number */
    /* For the end, taken at the beginning, when it can still be agreed on that there is too little: text that another
     * process hands in (rank 0 alone has it), the names of all processes' clocks, and what these are ahead. */
    char *piece;
    uint64_t *clocks;
    double *ahead;
    bool whole; /* all processes of MPI_COMM_WORLD have one: they write one file */
} lb_trace;

lb_trace *lb_trace_create(const char *path, uint64_t room, int rank, int size); /* NULL: no memory */
void lb_trace_free(lb_trace *trace);
uint16_t lb_trace_word(lb_trace *trace, const char *word);
double lb_trace_now(void);

/* The event's number, from 1. */
uint64_t lb_trace_begin(lb_trace *trace, lb_event event);
void lb_trace_end(lb_trace *trace, uint64_t number);
void lb_trace_came(lb_trace *trace);                       /* messages, which are ended now */
lb_event *lb_trace_find(lb_trace *trace, uint64_t number); /* NULL: it is too old, or 0 */
/* What is over already, since `begin`. */
void lb_trace_wait(lb_trace *trace, double begin, bool message); /* message: one has ended it */
void lb_trace_sum(lb_trace *trace, double begin, uint64_t bytes);

#endif

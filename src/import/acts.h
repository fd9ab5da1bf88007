/* What a file of another tool tells ranks to do: the form that every format of programs is brought to before it is
 * judged (execute.h) and made into a plan (draft.h).
 *
 * A rank has threads, which work side by side, and a thread has acts, which it does in order. Memory is cells, one for
 * each chunk of each buffer of each rank, numbered through all ranks; buffers that are the same memory have the same
 * cells. An act makes one value for each of `count` cells,
 *
 *     what it receives (of a connection's next message) + what it reads (from) + what was there (adds),
 *
 * each only where the act has it, stores it (to) and sends it (one message of `count` chunks), again only where it has
 * that. Before all that it waits for an act of another thread of its rank. A connection is a queue of messages from one
 * rank to another; one thread sends into it and one receives from it. A message of no chunks is a signal, and crosses
 * no link. Or an act reads or writes cells of another rank, without that one's doing (link). */
#ifndef LB_ACTS_H
#define LB_ACTS_H

#include "import/index.h"

#define LB_NO_CELL UINT64_MAX

enum { LB_ACTS_RANKS = 1 << 12, LB_ACTS_THREADS = 1 << 16 };

typedef struct lb_act {
    uint64_t from, to;        /* the first cell; LB_NO_CELL: none */
    uint32_t count;           /* cells */
    uint32_t receives, sends; /* connections; LB_NONE: none */
    uint32_t link;            /* the connection whose ranks the chunks go between, from cell to cell; LB_NONE: none */
    uint32_t wait, wait_act;  /* a thread, and which of its acts, from 0; LB_NONE: none */
    uint32_t line;
    bool adds, relaxed; /* what it receives or sends tells nothing of what its sender did before */
} lb_act;

typedef struct lb_thread {
    uint32_t rank;
    uint64_t first, acts; /* its acts: first .. first+acts-1 */
    uint32_t line;
} lb_thread;

typedef struct lb_connection {
    uint32_t from, to, channel;
    uint32_t sender, receiver; /* threads; LB_NONE: none */
} lb_connection;

/* The buffers a rank is given and gives back; others are its own affair. */
typedef struct lb_buffers {
    uint64_t in, out; /* first cells */
} lb_buffers;

typedef struct lb_acts {
    uint32_t ranks;
    uint64_t cells;
    lb_buffers *buffers; /* of each rank */
    lb_thread *thread;
    uint64_t threads, thread_room;
    lb_act *act;
    uint64_t acts, act_room;
    lb_connection *connection;
    uint64_t connections, connection_room;
    lb_index index; /* of connections */
    /* What it claims to do: chunks of a rank's block, or of the whole vector for allreduce, broadcast and reduce. */
    lb_task_kind kind;
    uint32_t chunks, root;
    char name[64];
    uint32_t room; /* messages that a connection surely holds where such files are run; 0: any number */
} lb_acts;

/* Room for one more; NULL: there is no memory. */
lb_thread *lb_acts_thread(lb_acts *a);
lb_act *lb_acts_act(lb_acts *a);

/* The number of a connection, made if it is new; LB_NONE: there is no memory. */
uint32_t lb_acts_connection(lb_acts *a, uint32_t from, uint32_t to, uint32_t channel);

void lb_acts_free(lb_acts *a);

#endif

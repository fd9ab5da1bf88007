/* What happens before what, whatever the order in which threads come to run: vector clocks. A thread knows of another
 * how far it surely is, by what it waited for and by messages. Two threads may use a cell, one of them to write, only
 * where one of the two surely comes first; anything else is right on some days only. That connections hold few messages
 * orders acts too, and does not count. */
#ifndef LB_CAUSES_H
#define LB_CAUSES_H

#include "base/base.h"

/* An act of a thread, counted from 1; 0: none. */
typedef struct lb_epoch {
    uint32_t thread, act;
} lb_epoch;

/* Most cells have one reader, for whom nothing is allocated. */
typedef struct lb_readers {
    lb_epoch first, *more;
    uint64_t count, room; /* of all; of `more` */
} lb_readers;

typedef struct lb_causes {
    uint64_t threads, columns, cells;
    uint32_t *own;       /* of each thread: the act it is at */
    uint32_t *column;    /* of each thread: its place in clocks; LB_NONE: nobody else ever asks, or could know */
    uint32_t *clock;     /* threads * columns: what each knows of each */
    lb_epoch *written;   /* of each cell: by whom last */
    lb_readers *readers; /* of each cell: by whom since then */
} lb_causes;

/* column: of each thread, as below, all less than `columns`; it is o's from then on. Threads that never ask for each
 * other may have the same. */
int lb_causes_begin(lb_causes *o, uint64_t threads, uint32_t *column, uint64_t columns, uint64_t cells, uint64_t memory,
                    lb_why *why);
void lb_causes_free(lb_causes *o);

/* What a thread knows, `columns` long. */
static inline uint32_t *lb_causes_clock(const lb_causes *o, uint64_t thread) {
    return &o->clock[thread * o->columns];
}

/* The thread begins an act. */
static inline void lb_causes_act(lb_causes *o, uint64_t thread, uint32_t act) {
    o->own[thread] = act;
    if (o->column[thread] != LB_NONE)
        lb_causes_clock(o, thread)[o->column[thread]] = act;
}

/* The thread learns what another knew, by a copy of its clock. */
void lb_causes_learn(lb_causes *o, uint64_t thread, const uint32_t *restrict clock);

/* Whether the thread surely comes after an act. */
bool lb_causes_known(const lb_causes *o, uint32_t thread, lb_epoch e);

/* Notes that the thread's act reads or writes the cell. LB_ERR_CHECK: *other is an act
 * that need not have been before it. */
int lb_causes_read(lb_causes *o, uint32_t thread, uint64_t cell, lb_epoch *other);
int lb_causes_write(lb_causes *o, uint32_t thread, uint64_t cell, lb_epoch *other);

#endif

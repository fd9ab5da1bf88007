/* Events as a picture has them: in rows, so that those of a row nest. */
#ifndef LB_MPI_TRACE_ROWS_H
#define LB_MPI_TRACE_ROWS_H

#include "mpi/trace.h"

typedef struct lb_trace_row {
    lb_event_kind kind; /* LB_EVENT_CALL: calls and what is inside; or messages to or from `peer` */
    int peer;
    unsigned number; /* of those that are for the same */
} lb_trace_row;

typedef struct lb_trace_rows {
    const lb_event **events; /* in order: row by row of a kind and peer, and by time */
    uint32_t *row;           /* of each */
    uint64_t count;
    lb_trace_row *rows;
    uint32_t nrows;
} lb_trace_rows;

/* All that have ended, and not before `from`. LB_ERR_MEMORY; freed in any case. */
int lb_trace_rows_make(const lb_trace *trace, double from, lb_trace_rows *rows);
void lb_trace_rows_free(lb_trace_rows *rows);

/* Of those that are there; *lost: how many are not. INFINITY: there is none. */
double lb_trace_oldest(const lb_trace *trace, uint64_t *lost);

#endif

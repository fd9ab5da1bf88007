/* Rows for the events of a trace. Calls that are under way together, and messages of one link that overtake each other,
 * would not nest: each goes to the first row in which it does. */
#include "mpi/trace_rows.h"

#include "mpi/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Calls, stages, waits and sums are in rows together. */
static int sort_of(const lb_event *e) {
    return e->kind >= LB_EVENT_SEND ? (int)e->kind : (int)LB_EVENT_CALL;
}

static int peer_of(const lb_event *e) {
    return e->kind >= LB_EVENT_SEND ? e->peer : -1;
}

static int order(int64_t a, int64_t b) {
    return (a > b) - (a < b);
}

static int compare(const void *left, const void *right) {
    const lb_event *a = *(const lb_event *const *)left, *b = *(const lb_event *const *)right;
    int by = order(sort_of(a), sort_of(b));
    by = by ? by : order(peer_of(a), peer_of(b));
    by = by ? by : (a->begin > b->begin) - (a->begin < b->begin);
    by = by ? by : (a->end < b->end) - (a->end > b->end);
    return by ? by : order(a->kind, b->kind);
}

double lb_trace_oldest(const lb_trace *trace, uint64_t *lost) {
    uint64_t kept = trace->count < trace->room ? trace->count : trace->room;
    *lost = trace->count - kept;
    return kept ? trace->events[*lost ? trace->count % trace->room : 0].begin : INFINITY;
}

enum { DEEP = 6 }; /* calls, stages, waits, sums, and more than there can be */

/* The ends of what is open in a row, from the outside in. */
typedef struct open_row {
    double ends[DEEP];
    int depth;
} open_row;

/* Messages stand one after another; all else may be inside what is open. */
static bool fits(open_row *row, const lb_event *e) {
    while (row->depth > 0 && row->ends[row->depth - 1] <= e->begin)
        row->depth--;
    if (row->depth > 0 && (e->kind >= LB_EVENT_SEND || row->depth == DEEP || row->ends[row->depth - 1] < e->end))
        return false;
    row->ends[row->depth++] = e->end;
    return true;
}

static void place(lb_trace_rows *t, open_row *open) {
    uint32_t first = 0;
    for (uint64_t i = 0; i < t->count; i++) {
        const lb_event *e = t->events[i], *before = i ? t->events[i - 1] : NULL;
        if (!before || sort_of(before) != sort_of(e) || peer_of(before) != peer_of(e))
            first = t->nrows;
        uint32_t row = first;
        while (row < t->nrows && !fits(&open[row], e))
            row++;
        if (row == t->nrows) {
            t->rows[t->nrows++] =
                (lb_trace_row){.kind = (lb_event_kind)sort_of(e), .peer = peer_of(e), .number = row - first};
            open[row] = (open_row){.ends = {e->end}, .depth = 1};
        }
        t->row[i] = row;
    }
}

int lb_trace_rows_make(const lb_trace *trace, double from, lb_trace_rows *rows) {
    lb_trace_rows *t = rows;
    uint64_t kept = trace->count < trace->room ? trace->count : trace->room;
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): pointers */
    *t = (lb_trace_rows){.events = lb_mpi_take(kept + 1, sizeof *t->events),
                         .row = lb_mpi_take(kept + 1, sizeof *t->row),
                         .rows = lb_mpi_take(kept + 1, sizeof *t->rows)};
    open_row *open = lb_mpi_take(kept + 1, sizeof *open);
    bool fine = t->events && t->row && t->rows && open;
    for (uint64_t i = 0; fine && i < kept; i++) {
        const lb_event *e = &trace->events[i];
        if (e->end >= e->begin && e->begin >= from)
            t->events[t->count++] = e;
    }
    if (fine) {
        /* NOLINTNEXTLINE(bugprone-sizeof-expression): pointers */
        qsort(t->events, (size_t)t->count, sizeof *t->events, compare);
        place(t, open);
    }
    free(open);
    return fine ? LB_OK : LB_ERR_MEMORY;
}

void lb_trace_rows_free(lb_trace_rows *rows) {
    free(rows->events);
    free(rows->row);
    free(rows->rows);
    *rows = (lb_trace_rows){.count = 0};
}

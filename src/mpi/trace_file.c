/* The trace as a file of Chrome's events (out/events.h): a process for every rank, in it a row of calls, with what they
 * wait for and sum up inside, and a row for whom it sends to and receives from; arrows from sends to receives. In
 * MPI_Finalize the ranks make their text one after another and rank 0 puts it in the file, so that nobody needs more
 * memory than for its own events and a piece of text. */
#define _POSIX_C_SOURCE 200809L
#include "mpi/trace_file.h"

#include "mpi/trace_clocks.h"
#include "mpi/trace_rows.h"
#include "out/events.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE = LB_TRACE_PIECE / 2, TAG = 1608 };

/* What all processes have found out together. */
typedef struct lb_merging {
    const lb_trace *trace;
    double ahead;       /* of this process's clock */
    double from, start; /* what is older is left out; and the time that is 0: by rank 0's clock */
    uint64_t lost;      /* events */
    uint64_t stride;    /* rows of a process */
} lb_merging;

void lb_trace_open(lb_process *process, const lb_settings *settings, bool whole) {
    int rank = 0, size = 1;
    if (!settings->trace[0])
        return;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    pthread_mutex_lock(&process->lock);
    if (!process->pump.trace)
        process->pump.trace = lb_trace_create(settings->trace, settings->events, rank, size);
    process->traces |= whole;
    pthread_mutex_unlock(&process->lock);
}

/* ---- Text ---- */

static const char *word(const lb_trace *trace, uint16_t place) {
    return trace->words[place];
}

/* A slice's name and its arguments. */
static void describe(const lb_trace *trace, const lb_event *e, char *name, char *args, size_t size) {
    static const char *const ways[] = {"send to", "receive from"};
    args[0] = '\0';
    switch ((lb_event_kind)e->kind) {
    case LB_EVENT_CALL:
        snprintf(name, size, "%s", word(trace, e->name));
        snprintf(args, size, "\"algorithm\":\"%s\",\"bytes\":%" PRIu64 ",\"call\":%" PRIu64, word(trace, e->detail),
                 e->bytes, e->flow);
        break;
    case LB_EVENT_STAGE:
        snprintf(name, size, "%s: %s", word(trace, e->name), word(trace, e->detail));
        snprintf(args, size, "\"bytes\":%" PRIu64, e->bytes);
        break;
    case LB_EVENT_WAIT:
        if (e->peer >= 0)
            snprintf(name, size, "wait %s %d", e->flow ? "until sent to" : "for", e->peer);
        else
            snprintf(name, size, "wait");
        break;
    case LB_EVENT_SUM:
        snprintf(name, size, "sum");
        snprintf(args, size, "\"bytes\":%" PRIu64, e->bytes);
        break;
    default:
        snprintf(name, size, "%s %d", ways[e->kind == LB_EVENT_RECEIVE], e->peer);
        snprintf(args, size, "\"bytes\":%" PRIu64, e->bytes);
        break;
    }
}

static void put_event(out_events *events, const lb_merging *m, const lb_event *e, uint64_t thread) {
    static const char *const categories[] = {"call", "plan", "wait", "sum", "send", "receive"};
    char name[160], args[160];
    describe(m->trace, e, name, args, sizeof name);
    out_slice slice = {.name = name,
                       .category = categories[e->kind],
                       .args = args,
                       .process = (uint64_t)m->trace->rank + 1,
                       .thread = thread,
                       .start = (e->begin - m->ahead - m->start) * 1e6,
                       .length = (e->end - e->begin) * 1e6};
    out_events_slice(events, &slice);
    if (e->kind == LB_EVENT_SEND)
        out_events_arrow(events, 0, e->flow, &slice, slice.start);
    if (e->kind == LB_EVENT_RECEIVE) /* a moment before its end, so that it is inside */
        out_events_arrow(events, 1, e->flow, &slice, slice.start + fmax(0, slice.length - 1e-3));
}

/* Text that rank 0 gets when there is enough of it. */
typedef struct lb_sheet {
    FILE *out;
    char *text;
    size_t size;
    bool sends;
} lb_sheet;

static int hand_in(lb_sheet *sheet, bool last) {
    long written = sheet->sends ? ftell(sheet->out) : 0;
    if (!sheet->sends || (written < PIECE && !last))
        return MPI_SUCCESS;
    fflush(sheet->out);
    int code = written > 0 ? MPI_Send(sheet->text, (int)written, MPI_CHAR, 0, TAG, MPI_COMM_WORLD) : MPI_SUCCESS;
    rewind(sheet->out);
    if (last && code == MPI_SUCCESS)
        code = MPI_Send(NULL, 0, MPI_CHAR, 0, TAG, MPI_COMM_WORLD);
    return code;
}

static int put_names(lb_sheet *sheet, out_events *events, const lb_trace *trace, const lb_trace_rows *rows,
                     uint64_t first) {
    static const char *const kinds[] = {[LB_EVENT_CALL] = "calls", [LB_EVENT_SEND] = "to", [LB_EVENT_RECEIVE] = "from"};
    char name[96], peer[16], more[16];
    int code = MPI_SUCCESS;
    snprintf(name, sizeof name, "rank %d", trace->rank);
    out_events_name(events, "process_name", (uint64_t)trace->rank + 1, first, name);
    for (uint32_t i = 0; i < rows->nrows && code == MPI_SUCCESS; i++) {
        const lb_trace_row *row = &rows->rows[i];
        peer[0] = more[0] = '\0';
        if (row->peer >= 0)
            snprintf(peer, sizeof peer, " %d", row->peer);
        if (row->number)
            snprintf(more, sizeof more, " (%u)", row->number + 1);
        snprintf(name, sizeof name, "%s%s%s", kinds[row->kind], peer, more);
        out_events_name(events, "thread_name", (uint64_t)trace->rank + 1, first + i, name);
        code = hand_in(sheet, false);
    }
    return code;
}

static void open_file(out_events *events, const lb_merging *m) {
    char about[320];
    snprintf(about, sizeof about,
             "\"about\":\"LINKBOUND_TRACE of %d processes\",\"events a process may keep\":%" PRIu64
             ",\"older events left out\":%" PRIu64,
             m->trace->whole ? m->trace->size : 1, m->trace->room, m->lost);
    out_events_open(events, about);
}

/* ---- Merging ---- */

static int put_all(lb_sheet *sheet, const lb_merging *m, const lb_trace_rows *rows, bool more) {
    out_events events = {.out = sheet->out, .more = more};
    uint64_t first = (uint64_t)m->trace->rank * m->stride + 1;
    int code = put_names(sheet, &events, m->trace, rows, first);
    for (uint64_t i = 0; i < rows->count && code == MPI_SUCCESS; i++) {
        put_event(&events, m, rows->events[i], first + rows->row[i]);
        code = hand_in(sheet, false);
    }
    return code == MPI_SUCCESS ? hand_in(sheet, true) : code;
}

static int copy_from(int rank, char *piece, FILE *out) {
    MPI_Status status;
    int count = 1, code = MPI_SUCCESS;
    while (count > 0 && code == MPI_SUCCESS) {
        code = MPI_Recv(piece, LB_TRACE_PIECE, MPI_CHAR, rank, TAG, MPI_COMM_WORLD, &status);
        if (code == MPI_SUCCESS)
            code = MPI_Get_count(&status, MPI_CHAR, &count);
        if (code == MPI_SUCCESS && count > 0 && out)
            fwrite(piece, 1, (size_t)count, out);
    }
    return code;
}

static void complain(const lb_process *process, const char *path, int error) {
    char line[LB_TRACE_PATH + 128];
    snprintf(line, sizeof line, "linkbound: LINKBOUND_TRACE: %s: %s\n", path, strerror(error));
    lb_process_say(process, line);
}

/* Rank 0, or a process that writes alone. What cannot be written is thrown away, since others send all the same. */
static int write_file(const lb_process *process, const char *path, const lb_merging *m, const lb_trace_rows *rows) {
    FILE *out = fopen(path, "w");
    int error = out ? 0 : errno, code = MPI_SUCCESS;
    out_events events = {.out = out};
    if (out) {
        open_file(&events, m);
        code = put_all(&(lb_sheet){.out = out}, m, rows, false);
    }
    for (int i = 1; i < m->trace->size && m->trace->whole && code == MPI_SUCCESS; i++)
        code = copy_from(i, m->trace->piece, out);
    if (out)
        out_events_close(&events);
    if (out && (fflush(out) != 0 || ferror(out)) && !error)
        error = errno ? errno : EIO;
    if (out && fclose(out) != 0 && !error)
        error = errno;
    if (error || code != MPI_SUCCESS)
        complain(process, path, error ? error : ENOMEM);
    return code;
}

static int send_text(const lb_merging *m, const lb_trace_rows *rows) {
    lb_sheet sheet = {.sends = true};
    sheet.out = open_memstream(&sheet.text, &sheet.size);
    if (!sheet.out)
        return MPI_Send(NULL, 0, MPI_CHAR, 0, TAG, MPI_COMM_WORLD);
    int code = put_all(&sheet, m, rows, true);
    fclose(sheet.out);
    free(sheet.text);
    return code;
}

/* What is older than all that somebody still has is nobody's: the picture begins where everybody is in it. */
static int agree(lb_merging *m) {
    double times[2], agreed[2]; /* both as what is largest: the time from which, and minus the first */
    uint64_t lost = 0;
    double oldest = lb_trace_oldest(m->trace, &lost);
    int code = m->trace->whole ? lb_trace_clock(m->trace, &m->ahead) : MPI_SUCCESS;
    times[0] = lost ? oldest - m->ahead : -INFINITY;
    times[1] = m->ahead - oldest;
    memcpy(agreed, times, sizeof times);
    m->lost = lost;
    if (code == MPI_SUCCESS && m->trace->whole)
        code = MPI_Allreduce(times, agreed, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (code == MPI_SUCCESS && m->trace->whole)
        code = MPI_Allreduce(&lost, &m->lost, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    m->from = agreed[0];
    m->start = fmax(-agreed[1], agreed[0]);
    m->start = isfinite(m->start) ? m->start : 0;
    return code;
}

static int number_rows(lb_merging *m, lb_trace_rows *rows) {
    int error = lb_trace_rows_make(m->trace, m->from + m->ahead, rows);
    if (error) { /* nothing of this process, then */
        lb_trace_rows_free(rows);
        rows->count = rows->nrows = 0;
    }
    uint64_t mine = rows->nrows + 1;
    m->stride = mine;
    return m->trace->whole ? MPI_Allreduce(&mine, &m->stride, 1, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD) : MPI_SUCCESS;
}

static void write_all(const lb_process *process, const lb_trace *trace) {
    char path[LB_TRACE_PATH + 16];
    lb_merging m = {.trace = trace};
    lb_trace_rows rows = {.count = 0};
    snprintf(path, sizeof path, trace->whole ? "%s" : "%s.%d", trace->path, trace->rank);
    int code = agree(&m);
    if (code == MPI_SUCCESS)
        code = number_rows(&m, &rows);
    if (code == MPI_SUCCESS && trace->whole && trace->rank > 0)
        send_text(&m, &rows);
    else if (code == MPI_SUCCESS)
        write_file(process, path, &m, &rows);
    lb_trace_rows_free(&rows);
}

void lb_trace_close(lb_process *process) {
    lb_trace *trace = process->pump.trace;
    int least = trace != NULL, all = least;
    process->pump.trace = NULL;
    if (process->traces) /* one may have found no memory */
        MPI_Allreduce(&least, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (trace && (all || !process->traces)) {
        trace->whole = process->traces;
        write_all(process, trace);
    }
    lb_trace_free(trace);
}

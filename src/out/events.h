/* Chrome's trace events, which Perfetto and chrome://tracing show, as JSON. Here for whoever writes them: the exports
 * have simulated times, the MPI engine measured ones. Times are in microseconds; threads are told apart by their
 * numbers alone, whichever process they are of, and the slices of a thread must nest. Inline, since the libraries of
 * the two share no functions that are not public. */
#ifndef OUT_EVENTS_H
#define OUT_EVENTS_H

#include <inttypes.h>
#include <stdio.h>

typedef struct out_events {
    FILE *out;
    int more; /* a comma comes first */
} out_events;

static inline void out_event(out_events *events) {
    fputs(events->more ? ",\n" : "\n", events->out);
    events->more = 1;
}

/* Up to where the events come; `about` is JSON, what is inside the braces. */
static inline void out_events_open(out_events *events, const char *about) {
    fprintf(events->out, "{\"displayTimeUnit\":\"ns\",\"otherData\":{%s},\"traceEvents\":[", about);
}

static inline void out_events_close(const out_events *events) {
    fputs("\n]}\n", events->out);
}

/* process_name or thread_name; what is named needs no escapes. */
static inline void out_events_name(out_events *events, const char *what, uint64_t process, uint64_t thread,
                                   const char *name) {
    out_event(events);
    fprintf(events->out,
            "{\"ph\":\"M\",\"name\":\"%s\",\"pid\":%" PRIu64 ",\"tid\":%" PRIu64 ",\"args\":{\"name\":\"%s\"}}", what,
            process, thread, name);
}

typedef struct out_slice {
    const char *name, *category, *args; /* args: JSON, what is inside the braces */
    uint64_t process, thread;
    double start, length;
} out_slice;

static inline void out_events_slice(out_events *events, const out_slice *s) {
    out_event(events);
    fprintf(events->out,
            "{\"ph\":\"X\",\"name\":\"%s\",\"cat\":\"%s\",\"pid\":%" PRIu64 ",\"tid\":%" PRIu64
            ",\"ts\":%.6f,\"dur\":%.6f,\"args\":{%s}}",
            s->name, s->category, s->process, s->thread, s->start, s->length, s->args);
}

/* An end of the arrow `id`, in a slice that was just written. */
static inline void out_events_arrow(out_events *events, int in, uint64_t id, const out_slice *s, double at) {
    out_event(events);
    fprintf(events->out,
            "{\"ph\":\"%s\"%s,\"name\":\"packet\",\"cat\":\"packet\",\"id\":%" PRIu64 ",\"pid\":%" PRIu64
            ",\"tid\":%" PRIu64 ",\"ts\":%.6f}",
            in ? "f" : "s", in ? ",\"bp\":\"e\"" : "", id, s->process, s->thread, at);
}

#endif

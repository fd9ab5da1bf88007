/* The ring of events, and the words that they are named by. */
#include "mpi/trace.h"

#include "mpi/delay.h"
#include "mpi/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Waits that are shorter are none, and sums that follow each other as quickly are one. */
static const double moment = 1e-6;

lb_trace *lb_trace_create(const char *path, uint64_t room, int rank, int size) {
    lb_trace *trace = lb_mpi_take(1, sizeof *trace);
    if (!trace)
        return NULL;
    snprintf(trace->path, sizeof trace->path, "%s", path);
    trace->rank = rank;
    trace->size = size;
    trace->room = room;
    trace->nwords = 1;
    trace->arrived = -1;
    trace->events = lb_mpi_take(room, sizeof *trace->events);
    trace->words = lb_mpi_take(LB_TRACE_WORDS, sizeof *trace->words);
    trace->posted = lb_mpi_take(2 * (uint64_t)size, sizeof *trace->posted);
    trace->groups = lb_mpi_take(LB_TRACE_GROUPS, sizeof *trace->groups);
    trace->piece = rank == 0 ? lb_mpi_take(LB_TRACE_PIECE, 1) : NULL;
    trace->clocks = lb_mpi_take((uint64_t)size, sizeof *trace->clocks);
    trace->ahead = lb_mpi_take((uint64_t)size, sizeof *trace->ahead);
    if (trace->events && trace->words && trace->posted && trace->groups && trace->clocks && trace->ahead &&
        (trace->piece || rank > 0))
        return trace;
    lb_trace_free(trace);
    return NULL;
}

void lb_trace_free(lb_trace *trace) {
    if (!trace)
        return;
    free(trace->events);
    free(trace->words);
    free(trace->posted);
    free(trace->groups);
    free(trace->piece);
    free(trace->clocks);
    free(trace->ahead);
    free(trace);
}

double lb_trace_now(void) {
    return lb_delay_now();
}

/* There are few: collectives and algorithms. Of more than fit the last place has one of them. Names from files may have
 * what ends a string in JSON. */
uint16_t lb_trace_word(lb_trace *trace, const char *word) {
    char plain[LB_TRACE_WORD];
    snprintf(plain, sizeof plain, "%s", word);
    for (char *c = plain; *c; c++)
        *c = *c == '"' || *c == '\\' || (unsigned char)*c < ' ' ? '_' : *c;
    for (unsigned i = 1; i < trace->nwords; i++) {
        if (strcmp(trace->words[i], plain) == 0)
            return (uint16_t)i;
    }
    unsigned place = trace->nwords < LB_TRACE_WORDS ? trace->nwords++ : LB_TRACE_WORDS - 1;
    memcpy(trace->words[place], plain, sizeof plain);
    return (uint16_t)place;
}

uint64_t lb_trace_begin(lb_trace *trace, lb_event event) {
    if (event.begin == 0)
        event.begin = lb_trace_now();
    trace->events[trace->count++ % trace->room] = event;
    return trace->count;
}

lb_event *lb_trace_find(lb_trace *trace, uint64_t number) {
    if (number == 0 || trace->count - number >= trace->room)
        return NULL;
    return &trace->events[(number - 1) % trace->room];
}

void lb_trace_end(lb_trace *trace, uint64_t number) {
    lb_event *event = lb_trace_find(trace, number);
    if (!event)
        return;
    event->end = lb_trace_now();
    if (event->kind == LB_EVENT_RECEIVE || (event->kind == LB_EVENT_SEND && trace->arrived < 0)) {
        trace->arrived = event->peer;
        trace->sent = event->kind == LB_EVENT_SEND;
    }
}

void lb_trace_came(lb_trace *trace) {
    trace->came = lb_trace_now();
    trace->arrived = -1;
    trace->sent = false;
}

void lb_trace_wait(lb_trace *trace, double begin, bool message) {
    double end = message ? trace->came : lb_trace_now();
    if (end - begin < moment)
        return;
    lb_trace_begin(trace, (lb_event){.kind = LB_EVENT_WAIT,
                                     .begin = begin,
                                     .end = end,
                                     .flow = message && trace->sent,
                                     .peer = message ? trace->arrived : -1});
}

void lb_trace_sum(lb_trace *trace, double begin, uint64_t bytes) {
    lb_event *last = &trace->events[(trace->count ? trace->count - 1 : 0) % trace->room];
    double end = lb_trace_now();
    if (trace->count > 0 && last->kind == LB_EVENT_SUM && begin - last->end < moment) {
        last->end = end;
        last->bytes += bytes;
        return;
    }
    lb_trace_begin(trace, (lb_event){.kind = LB_EVENT_SUM, .begin = begin, .end = end, .bytes = bytes, .peer = -1});
}

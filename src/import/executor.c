/* The state of an execution: memory for it, messages and queues. */
#include "import/executor.h"
#include "import/collective.h"

#include <stdlib.h>
#include <string.h>

/* One link for all connections between the same two ranks. */
static int make_links(lb_executor *m) {
    const lb_acts *a = m->a;
    lb_acts pairs = {.ranks = a->ranks};
    for (uint64_t k = 0; k < a->connections; k++) {
        m->link_of[k] = lb_acts_connection(&pairs, a->connection[k].from, a->connection[k].to, 0);
        if (m->link_of[k] == LB_NONE)
            break;
    }
    m->links = pairs.connections;
    bool complete = a->connections == 0 || m->link_of[a->connections - 1] != LB_NONE;
    lb_acts_free(&pairs);
    m->link = lb_array(m->links, sizeof *m->link);
    m->crosses = lb_zeroed(m->links / 64 + 1, sizeof *m->crosses);
    m->waits = lb_zeroed(m->links / 64 + 1, sizeof *m->waits);
    if (!complete || !m->link || !m->crosses || !m->waits)
        return LB_ERR_MEMORY;
    memset(m->link, 0xFF, m->links * sizeof *m->link);
    return LB_OK;
}

static int fill_cells(lb_executor *m) {
    const lb_acts *a = m->a;
    uint64_t in = lb_collective_in(a);
    for (uint32_t rank = 0; rank < a->ranks; rank++) {
        for (uint64_t k = 0; k < in; k++) {
            uint32_t value = lb_collective_first(a, &m->e->values, rank, k);
            if (value >= LB_VALUE_LAST)
                return LB_ERR_MEMORY;
            m->cell[a->buffers[rank].in + k] = value;
        }
    }
    return LB_OK;
}

static int take(lb_executor *m) {
    const lb_acts *a = m->a;
    m->cell = lb_zeroed(a->cells, sizeof *m->cell);
    m->done = lb_zeroed(a->threads, sizeof *m->done);
    m->sleeper = lb_array(a->threads, sizeof *m->sleeper);
    m->sleeps = lb_array(a->threads, sizeof *m->sleeps);
    m->snapshot = lb_zeroed(a->acts, sizeof *m->snapshot);
    m->awaited = lb_zeroed(a->acts, sizeof *m->awaited);
    m->stack = lb_array(a->threads, sizeof *m->stack);
    m->queued = lb_zeroed(a->threads, sizeof *m->queued);
    m->asleep = lb_zeroed(a->threads, sizeof *m->asleep);
    m->busy = lb_zeroed(a->threads, sizeof *m->busy);
    m->arrived = lb_array(a->connections, sizeof *m->arrived);
    m->link_of = lb_zeroed(a->connections, sizeof *m->link_of);
    m->free_message = UINT64_MAX;
    if (!m->cell || !m->done || !m->sleeper || !m->sleeps || !m->snapshot || !m->awaited || !m->stack || !m->queued ||
        !m->asleep || !m->busy || !m->arrived || !m->link_of || lb_contents_begin(&m->e->values, a->ranks) ||
        make_links(m) || fill_cells(m))
        return lb_fail_memory(m->page->why, "a program");
    memset(m->sleeper, 0xFF, a->threads * sizeof *m->sleeper);
    memset(m->arrived, 0xFF, a->connections * sizeof *m->arrived);
    return LB_OK;
}

/* What ranks start with is as many values; a sum may come from each, so that arrays which double have room. */
static int check_memory(const lb_executor *m) {
    const lb_acts *a = m->a;
    uint64_t values = a->ranks * lb_collective_in(a), words = (a->ranks + 63) / 64;
    uint64_t each = sizeof(lb_index_entry) * 4 + 2 * sizeof(uint32_t) + 2 * words * sizeof(uint64_t);
    if (a->cells <= m->memory / sizeof *m->cell && values <= m->memory / each)
        return LB_OK;
    return lb_fail(m->page->why, LB_ERR_SIZE, "%s: so many chunks need more memory than is allowed", m->page->shown);
}

/* A thread tells how far it is by messages and by acts that are waited for. Where cells are used by threads of their
 * own rank only, these alone have to know, if they ever learn anything: so of most programs few threads are heard. */
static void find_heard(const lb_executor *m, bool *heard, bool *learns) {
    const lb_acts *a = m->a;
    bool direct = false;
    for (uint64_t t = 0; t < a->threads; t++) {
        for (uint64_t k = a->thread[t].first, end = k + a->thread[t].acts; k < end; k++) {
            const lb_act *act = &a->act[k];
            heard[t] |= (!m->near && (act->sends != LB_NONE || act->link != LB_NONE)) || m->awaited[k];
            learns[t] |= (!m->near && act->receives != LB_NONE) || act->wait != LB_NONE;
            direct |= act->link != LB_NONE;
        }
    }
    for (uint64_t first = 0, end; first < a->threads && !direct; first = end) {
        uint64_t learners = 0;
        for (end = first; end < a->threads && a->thread[end].rank == a->thread[first].rank; end++)
            learners += learns[end];
        for (uint64_t t = first; t < end; t++)
            heard[t] = heard[t] && learners > learns[t];
    }
}

/* Without messages, nobody hears of threads of other ranks: each rank has the columns from 0 on. */
static uint64_t number_columns(const lb_executor *m, const bool *heard, uint32_t *column) {
    uint64_t columns = 0;
    uint32_t next = 0;
    for (uint64_t t = 0; t < m->a->threads; t++) {
        if (m->near && t > 0 && m->a->thread[t].rank != m->a->thread[t - 1].rank)
            next = 0;
        column[t] = heard[t] ? next++ : LB_NONE;
        columns = next > columns ? next : columns;
    }
    return columns;
}

static int begin_order(lb_executor *m) {
    const lb_acts *a = m->a;
    bool *heard = lb_zeroed(a->threads, sizeof *heard), *learns = lb_zeroed(a->threads, sizeof *learns);
    uint32_t *column = lb_array(a->threads, sizeof *column);
    int error = heard && learns && column ? LB_OK : lb_fail_memory(m->page->why, "the order of acts");
    if (!error) {
        find_heard(m, heard, learns);
        uint64_t columns = number_columns(m, heard, column);
        error = lb_causes_begin(&m->order, a->threads, column, columns, a->cells, m->memory, m->page->why);
        column = NULL;
    }
    free(column);
    free(heard);
    free(learns);
    return error;
}

int lb_executor_begin(lb_executor *m) {
    const lb_acts *a = m->a;
    int error = check_memory(m);
    if (!error)
        error = take(m);
    for (uint64_t k = 0; k < a->acts && !error; k++) {
        const lb_act *act = &a->act[k];
        if (act->wait != LB_NONE)
            m->awaited[a->thread[act->wait].first + act->wait_act]++;
    }
    return error ? error : begin_order(m);
}

void lb_executor_free(lb_executor *m) {
    for (uint64_t k = 0; k < m->messages; k++) {
        free(m->message[k].value);
        free(m->message[k].clock);
    }
    for (uint64_t k = 0; m->snapshot && k < m->a->acts; k++)
        free(m->snapshot[k]);
    for (uint64_t k = 0; k < m->spares; k++)
        free(m->spare[k]);
    free(m->spare);
    lb_causes_free(&m->order);
    free(m->message);
    free(m->cell);
    free(m->done);
    free(m->sleeper);
    free(m->sleeps);
    free(m->snapshot);
    free(m->awaited);
    free(m->stack);
    free(m->queued);
    free(m->asleep);
    free(m->busy);
    free(m->arrived);
    free(m->link_of);
    free(m->link);
    free(m->crosses);
    free(m->waits);
}

void lb_executor_wake(lb_executor *m, uint64_t thread) {
    if (!m->queued[thread])
        m->stack[m->stacked++] = thread;
    m->queued[thread] = true;
}

void lb_queue_add(lb_executor *m, lb_queue *q, uint64_t message) {
    m->message[message].next = UINT64_MAX;
    if (q->first == UINT64_MAX)
        q->first = message;
    else
        m->message[q->last].next = message;
    q->last = message;
}

uint64_t lb_queue_take(lb_executor *m, lb_queue *q) {
    uint64_t message = q->first;
    if (message != UINT64_MAX)
        q->first = m->message[message].next;
    return message;
}

uint32_t *lb_executor_clock(lb_executor *m) {
    return m->spares ? m->spare[--m->spares] : lb_array(m->order.columns, sizeof(uint32_t));
}

void lb_executor_clock_free(lb_executor *m, uint32_t *clock) {
    void *grown = m->spare;
    if (lb_grow(&grown, &m->spare_room, m->spares + 1, sizeof clock)) /* NOLINT(bugprone-sizeof-expression): pointers */
        free(clock);
    else
        ((uint32_t **)grown)[m->spares++] = clock;
    m->spare = grown;
}

enum { FEW = 16 }; /* chunks of a message: memory for them is kept */

uint64_t lb_executor_message(lb_executor *m, uint32_t count, bool tells) {
    uint64_t at = m->free_message, bytes = sizeof(uint32_t) * (count + (tells ? m->order.columns : 0));
    void *grown = m->message;
    m->taken += bytes;
    if (m->taken > m->memory) {
        lb_explain(m->page->why, "%s: messages on their way need more memory than is allowed", m->page->shown);
        return UINT64_MAX;
    }
    if (at != UINT64_MAX)
        m->free_message = m->message[at].next;
    else if (lb_grow(&grown, &m->message_room, m->messages + 1, sizeof *m->message) == LB_OK)
        ((lb_message *)grown)[at = m->messages++] = (lb_message){.value = NULL};
    m->message = grown;
    if (at == UINT64_MAX) {
        (void)lb_fail_memory(m->page->why, "a message");
        return at;
    }
    lb_message *message = &m->message[at];
    uint32_t *value = message->value, room = message->room;
    if (count > room || !value) {
        free(value);
        room = count < FEW ? FEW : count;
        value = lb_array(room, sizeof *value);
    }
    *message = (lb_message){.value = value, .room = value ? room : 0, .count = count, .next = UINT64_MAX};
    message->clock = tells ? lb_executor_clock(m) : NULL;
    if (message->value && (message->clock || !tells))
        return at;
    (void)lb_fail_memory(m->page->why, "a message");
    return UINT64_MAX;
}

void lb_executor_drop(lb_executor *m, uint64_t message) {
    lb_message *it = &m->message[message];
    m->taken -= sizeof(uint32_t) * (it->count + (it->clock ? m->order.columns : 0));
    if (it->clock)
        lb_executor_clock_free(m, it->clock);
    if (it->room > FEW) {
        free(it->value);
        it->value = NULL;
        it->room = 0;
    }
    *it = (lb_message){.value = it->value, .room = it->room, .next = m->free_message};
    m->free_message = message;
}

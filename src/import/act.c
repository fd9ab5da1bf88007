/* One act after another: see acts.h. */
#include "import/act.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static uint64_t line_of(const lb_executor *m, lb_epoch e) {
    return m->a->act[m->a->thread[e.thread].first + e.act - 1].line;
}

/* Two threads at one cell, in an order that nothing settles, as far as is known. */
static int say_race(lb_executor *m, const lb_act *act, const char *does, lb_epoch other) {
    m->unsure = m->near;
    return lb_page_broken(m->page, act->line, "race",
                          "the step %s what the step of line %" PRIu64 " uses, and neither has to wait for the other",
                          does, line_of(m, other));
}

static int read_cell(lb_executor *m, const lb_act *act, uint32_t thread, uint64_t cell, uint32_t *value) {
    lb_epoch other;
    int error = lb_causes_read(&m->order, thread, cell, &other);
    if (error == LB_ERR_CHECK)
        return say_race(m, act, "reads", other);
    *value = m->cell[cell];
    if (!error && *value == LB_NO_VALUE)
        return lb_page_broken(m->page, act->line, "held", "the step reads a chunk that nothing was written to");
    return error ? lb_fail_memory(m->page->why, "the order of acts") : LB_OK;
}

/* Adds to the sum, which may still be nothing. */
static int add(lb_executor *m, const lb_act *act, uint32_t *sum, uint32_t value) {
    if (*sum != LB_NO_VALUE)
        value = lb_value_sum(&m->e->values, *sum, value);
    *sum = value;
    switch (value) {
    case LB_VALUE_MIXED:
        return lb_page_broken(m->page, act->line, "block", "the step adds chunks that do not belong together");
    case LB_VALUE_TWICE:
        return lb_page_broken(m->page, act->line, "summed-twice", "the step adds what is in the sum already");
    case LB_VALUE_NO_MEMORY: return lb_fail_memory(m->page->why, "a sum");
    default: return LB_OK;
    }
}

/* One chunk of the act: what it receives, reads and finds, into where it belongs. */
static int do_chunk(lb_executor *m, const lb_act *act, uint32_t thread, const lb_message *in, lb_message *out,
                    uint32_t k) {
    uint32_t sum = in ? in->value[k] : LB_NO_VALUE, value = LB_NO_VALUE, read = LB_NO_VALUE;
    lb_epoch other;
    int error = LB_OK;
    if (act->from == act->to && !in && !out && !act->adds)
        return LB_OK; /* a copy onto itself, of a call in place, which changes nothing */
    if (act->from != LB_NO_CELL) {
        error = read_cell(m, act, thread, act->from + k, &read);
        if (!error)
            error = add(m, act, &sum, read);
    }
    if (!error && act->adds) {
        error = read_cell(m, act, thread, act->to + k, &value);
        if (!error)
            error = add(m, act, &sum, value);
    }
    if (!error && act->to != LB_NO_CELL) {
        error = lb_causes_write(&m->order, thread, act->to + k, &other);
        if (error)
            return say_race(m, act, "overwrites", other);
        m->cell[act->to + k] = sum;
    }
    if (!error && out)
        out->value[k] = act->link != LB_NONE ? read : sum;
    return error;
}

static void copy_clock(const lb_executor *m, uint32_t *clock, uint32_t thread) {
    memcpy(clock, lb_causes_clock(&m->order, thread), m->order.columns * sizeof *clock);
}

/* Those that waited for the act can go on, and know what its thread knew. */
static int tell(lb_executor *m, uint32_t thread, uint64_t act) {
    if (!m->awaited[act])
        return LB_OK;
    uint64_t bytes = m->order.columns * sizeof(uint32_t);
    m->taken += bytes;
    m->snapshot[act] = m->taken > m->memory ? NULL : lb_executor_clock(m);
    if (!m->snapshot[act])
        return lb_fail(m->page->why, LB_ERR_SIZE, "%s: the order of acts needs more memory than is allowed",
                       m->page->shown);
    copy_clock(m, m->snapshot[act], thread);
    uint64_t sleeper = m->sleeper[thread];
    m->sleeper[thread] = UINT64_MAX;
    while (sleeper != UINT64_MAX) {
        uint64_t next = m->sleeps[sleeper];
        m->asleep[sleeper] = false;
        lb_executor_wake(m, sleeper);
        sleeper = next;
    }
    return LB_OK;
}

/* To its link; a signal is there at once. */
static void send_off(lb_executor *m, uint64_t message) {
    uint32_t connection = m->message[message].connection, receiver = m->a->connection[connection].receiver;
    if (m->message[message].count) {
        uint32_t link = m->link_of[connection];
        lb_queue_add(m, &m->link[link], message);
        m->waits[link / 64] |= UINT64_C(1) << link % 64;
        m->waiting++;
        return;
    }
    lb_queue_add(m, &m->arrived[connection], message);
    if (receiver != LB_NONE)
        lb_executor_wake(m, receiver);
}

static int do_act(lb_executor *m, const lb_act *act, uint32_t thread, uint64_t in) {
    uint32_t over = act->link != LB_NONE ? act->link : act->sends;
    bool tells = act->link == LB_NONE && !m->near;
    uint64_t out = over == LB_NONE ? UINT64_MAX : lb_executor_message(m, act->count, tells);
    if (over != LB_NONE && out == UINT64_MAX)
        return LB_ERR_SIZE;
    const lb_message *received = in == UINT64_MAX ? NULL : &m->message[in];
    lb_message *sent = out == UINT64_MAX ? NULL : &m->message[out];
    if (received && received->count != act->count)
        return lb_page_broken(m->page, act->line, "count",
                              "the step receives %" PRIu32 " chunks where line %" PRIu32 " sends %" PRIu32, act->count,
                              received->line, received->count);
    int error = LB_OK;
    for (uint32_t k = 0; k < act->count && !error; k++)
        error = do_chunk(m, act, thread, received, sent, k);
    if (error)
        return error;
    if (sent) {
        if (tells && !act->relaxed)
            copy_clock(m, sent->clock, thread);
        else if (tells) /* it says that it is there, and nothing of what was before */
            memset(sent->clock, 0, m->order.columns * sizeof *sent->clock);
        sent->connection = over;
        sent->line = act->line;
        sent->thread = thread;
        sent->direct = act->link != LB_NONE;
        send_off(m, out);
    }
    if (received)
        lb_executor_drop(m, in);
    return LB_OK;
}

/* Whether the act can be done; else the thread is noted where it will be woken. */
static bool is_ready(lb_executor *m, const lb_act *act, uint32_t thread) {
    if (act->wait != LB_NONE && m->done[act->wait] <= act->wait_act) {
        if (!m->asleep[thread]) { /* a message may have woken it, and it still waits */
            m->sleeps[thread] = m->sleeper[act->wait];
            m->sleeper[act->wait] = thread;
            m->asleep[thread] = true;
        }
        return false;
    }
    return act->receives == LB_NONE || m->arrived[act->receives].first != UINT64_MAX;
}

/* The act is over: others may wait for that. */
static int finish(lb_executor *m, uint32_t thread) {
    return tell(m, thread, m->a->thread[thread].first + m->done[thread]++);
}

int lb_executor_sent(lb_executor *m, uint32_t thread) {
    m->busy[thread] = false;
    lb_executor_wake(m, thread);
    return finish(m, thread);
}

bool lb_executor_expects(const lb_executor *m, uint32_t connection) {
    uint32_t thread = m->a->connection[connection].receiver;
    if (thread == LB_NONE || m->busy[thread] || m->done[thread] == m->a->thread[thread].acts)
        return false;
    const lb_act *act = &m->a->act[m->a->thread[thread].first + m->done[thread]];
    return act->receives == connection && (act->wait == LB_NONE || m->done[act->wait] > act->wait_act);
}

/* What a thread knew after an act; it is forgotten with the last that waits for it. */
static void learn_awaited(lb_executor *m, uint32_t thread, uint64_t act) {
    lb_causes_learn(&m->order, thread, m->snapshot[act]);
    if (--m->awaited[act])
        return;
    m->taken -= m->order.columns * sizeof(uint32_t);
    lb_executor_clock_free(m, m->snapshot[act]);
    m->snapshot[act] = NULL;
}

int lb_executor_go_on(lb_executor *m, uint32_t thread) {
    const lb_acts *a = m->a;
    const lb_thread *t = &a->thread[thread];
    int error = LB_OK;
    while (!m->busy[thread] && m->done[thread] < t->acts && !error) {
        const lb_act *act = &a->act[t->first + m->done[thread]];
        if (!is_ready(m, act, thread))
            return LB_OK;
        uint64_t in = act->receives == LB_NONE ? UINT64_MAX : lb_queue_take(m, &m->arrived[act->receives]);
        if (act->wait != LB_NONE)
            learn_awaited(m, thread, a->thread[act->wait].first + act->wait_act);
        if (in != UINT64_MAX && !act->relaxed && m->message[in].clock)
            lb_causes_learn(&m->order, thread, m->message[in].clock);
        lb_causes_act(&m->order, thread, (uint32_t)m->done[thread] + 1);
        error = do_act(m, act, thread, in);
        m->busy[thread] = act->count && (act->sends != LB_NONE || act->link != LB_NONE);
        if (!error && !m->busy[thread])
            error = finish(m, thread);
    }
    return error;
}

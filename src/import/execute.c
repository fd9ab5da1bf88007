/* Running programs: see execute.h. */
#include "import/execute.h"

#include "import/act.h"
#include "import/collective.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The first message of a link goes on by a chunk; a whole one has arrived. */
static int cross(lb_executor *m, uint64_t link) {
    lb_execution *e = m->e;
    uint64_t at = m->link[link].first;
    lb_message *message = &m->message[at];
    const lb_connection *c = &m->a->connection[message->connection];
    void *grown = e->crossing;
    if (lb_grow(&grown, &e->room, e->crossings + 1, sizeof *e->crossing))
        return lb_fail_memory(m->page->why, "a program's moves");
    e->crossing = grown;
    e->crossing[e->crossings++] =
        (lb_crossing){e->steps, c->from, c->to, message->value[message->sent++], message->line};
    if (message->sent < message->count)
        return LB_OK;
    uint32_t sender = message->thread;
    lb_queue_take(m, &m->link[link]);
    if (m->link[link].first == UINT64_MAX)
        m->waits[link / 64] &= ~(UINT64_C(1) << link % 64);
    m->waiting--;
    if (message->direct) {
        lb_executor_drop(m, at);
        return lb_executor_sent(m, sender);
    }
    lb_queue_add(m, &m->arrived[message->connection], at);
    if (c->receiver != LB_NONE)
        lb_executor_wake(m, c->receiver);
    return lb_executor_sent(m, sender);
}

/* Which links have a message that is under way already, or that somebody waits for; false: none. */
static bool find_awaited(lb_executor *m) {
    bool found = false;
    for (uint64_t w = 0; w <= m->links / 64; w++) {
        m->crosses[w] = 0;
        for (uint64_t bits = m->waits[w]; bits; bits &= bits - 1) {
            const lb_message *first = &m->message[m->link[64 * w + (unsigned)__builtin_ctzll(bits)].first];
            if (first->sent || lb_executor_expects(m, first->connection))
                m->crosses[w] |= bits & -bits;
        }
        found |= m->crosses[w] != 0;
    }
    return found;
}

/* One step of all links: of those that have something to carry now, not of what comes to them in it. */
static int step(lb_executor *m) {
    int error = LB_OK;
    if (!m->patient || !find_awaited(m))
        memcpy(m->crosses, m->waits, (m->links / 64 + 1) * sizeof *m->waits);
    m->e->steps++;
    for (uint64_t w = 0; w <= m->links / 64; w++) {
        for (uint64_t bits = m->crosses[w]; bits && !error; bits &= bits - 1)
            error = cross(m, 64 * w + (unsigned)__builtin_ctzll(bits));
    }
    return error;
}

static int run(lb_executor *m) {
    int error = LB_OK;
    for (uint64_t k = m->a->threads; k-- > 0;)
        lb_executor_wake(m, k);
    while (!error) {
        while (m->stacked && !error) {
            uint64_t thread = m->stack[--m->stacked];
            m->queued[thread] = false;
            error = lb_executor_go_on(m, (uint32_t)thread);
        }
        if (error || !m->waiting)
            break;
        error = step(m);
    }
    return error;
}

/* Nothing can go on: a thread that is not done says what it waits for. */
static int check_done(const lb_executor *m) {
    const lb_acts *a = m->a;
    for (uint64_t k = 0; k < a->threads; k++) {
        const lb_thread *t = &a->thread[k];
        if (m->done[k] == t->acts)
            continue;
        const lb_act *act = &a->act[t->first + m->done[k]];
        if (act->wait != LB_NONE && m->done[act->wait] <= act->wait_act)
            return lb_page_broken(m->page, act->line, "deadlock",
                                  "rank %" PRIu32 " waits here for the step of line %" PRIu32 ", which is never done",
                                  t->rank, a->act[a->thread[act->wait].first + act->wait_act].line);
        return lb_page_broken(m->page, act->line, "deadlock",
                              "rank %" PRIu32 " waits here for a message of rank %" PRIu32 " that never comes", t->rank,
                              a->connection[act->receives].from);
    }
    for (uint64_t k = 0; k < a->connections; k++) {
        if (m->arrived[k].first != UINT64_MAX)
            return lb_page_broken(m->page, m->message[m->arrived[k].first].line, "unreceived",
                                  "rank %" PRIu32 " never receives what is sent to it here", a->connection[k].to);
    }
    return LB_OK;
}

/* What stands in a cell where something else belongs. */
static int say_wrong(const lb_executor *m, uint32_t rank, uint64_t k, uint32_t value, uint32_t wanted) {
    const lb_contents *v = &m->e->values;
    uint32_t first, has, needs = lb_value_ranks(v, wanted, &first);
    if (value == LB_NO_VALUE)
        return lb_page_broken(m->page, 0, "delivered",
                              "nothing is written to chunk %" PRIu64 " of rank %" PRIu32 "'s output", k, rank);
    has = lb_value_ranks(v, value, &first);
    if (v->chunk[value] == v->chunk[wanted] && has < needs)
        return lb_page_broken(m->page, 0, "delivered",
                              "chunk %" PRIu64 " of rank %" PRIu32 "'s output is the sum of %" PRIu32
                              " ranks, not of %" PRIu32,
                              k, rank, has, needs);
    return lb_page_broken(m->page, 0, "delivered",
                          "chunk %" PRIu64 " of rank %" PRIu32 "'s output is chunk %" PRIu32 " of rank %" PRIu32
                          ", which belongs elsewhere",
                          k, rank, v->chunk[value], first);
}

/* What another rank writes into an output must have come before the rank ends: one of its threads must know of it. Its
 * own threads it waits for. */
static int check_end(const lb_executor *m, uint32_t rank, uint64_t k) {
    const lb_acts *a = m->a;
    lb_epoch e = m->order.written[a->buffers[rank].out + k];
    if (e.act == 0 || a->thread[e.thread].rank == rank)
        return LB_OK;
    for (uint64_t t = 0; t < a->threads; t++) {
        if (a->thread[t].rank == rank && lb_causes_known(&m->order, (uint32_t)t, e))
            return LB_OK;
    }
    return lb_page_broken(m->page, a->act[a->thread[e.thread].first + e.act - 1].line, "race",
                          "what rank %" PRIu32 " writes here to chunk %" PRIu64 " of rank %" PRIu32
                          "'s output may come after that one has ended",
                          a->thread[e.thread].rank, k, rank);
}

static int check_outputs(lb_executor *m) {
    const lb_acts *a = m->a;
    uint64_t out = lb_collective_out(a);
    for (uint32_t rank = 0; rank < a->ranks; rank++) {
        for (uint64_t k = 0; k < out; k++) {
            uint32_t wanted = lb_collective_last(a, &m->e->values, rank, k), value = m->cell[a->buffers[rank].out + k];
            if (wanted >= LB_VALUE_LAST)
                return lb_fail_memory(m->page->why, "a sum");
            if (wanted != LB_NO_VALUE && value != wanted)
                return say_wrong(m, rank, k, value, wanted);
            int error = wanted != LB_NO_VALUE ? check_end(m, rank, k) : LB_OK;
            if (error)
                return error;
        }
    }
    return LB_OK;
}

static int execute(const lb_acts *a, const lb_page *page, bool patient, bool near, uint64_t memory, lb_execution *e,
                   bool *unsure) {
    *e = (lb_execution){.crossing = NULL};
    lb_executor m = {.a = a, .page = page, .e = e, .patient = patient, .near = near, .memory = memory};
    int error = lb_executor_begin(&m);
    if (!error)
        error = run(&m);
    if (!error)
        error = check_done(&m);
    if (!error)
        error = check_outputs(&m);
    *unsure = m.unsure;
    lb_executor_free(&m);
    return error;
}

/* Where ranks use none but their own cells, what their threads wait for mostly settles who comes first, and what they
 * learn by messages need not be followed, which is much. Only where it does not, all is done again with that. */
int lb_execute(const lb_acts *a, const lb_page *page, bool patient, uint64_t memory, lb_execution *e) {
    bool near = true, unsure = false;
    for (uint64_t k = 0; k < a->acts && near; k++)
        near = a->act[k].link == LB_NONE;
    int error = execute(a, page, patient, near, memory, e, &unsure);
    if (!unsure)
        return error;
    lb_execution_free(e);
    return execute(a, page, patient, false, memory, e, &unsure);
}

void lb_execution_free(lb_execution *e) {
    lb_contents_free(&e->values);
    free(e->crossing);
}

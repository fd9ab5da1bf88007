/* Moving real bytes by a plan, buffer to buffer. */
#include "support/mover.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A run of bytes that arrives at the end of the step. */
typedef struct arrival {
    uint64_t at, length, from; /* from: in the mail */
    uint8_t op;
} arrival;

typedef struct machine {
    const lb_task *task;
    uint64_t bytes, room; /* of a message; of all blocks at a node */
    uint64_t denominator;
    uint32_t nodes;
    uint64_t blocks;
    bool sums, vector;
    uint8_t *data; /* per node: all blocks, one after another; the vector of an allreduce */
    bool *has;
    uint8_t *mail; /* what is on its way */
    arrival *arrivals;
    uint64_t mailed, mail_room, count, arrivals_room;
    moved result;
} machine;

static void *sized(void *old, uint64_t count, size_t size) {
    void *p = realloc(old, (count + 1) * size);
    if (!p)
        abort();
    return p;
}

/* A byte that tells blocks, places and (sums) nodes apart. */
static uint8_t original(uint64_t place, uint32_t node) {
    uint64_t x = (place + 1) * UINT64_C(0x9E3779B97F4A7C15) + node * UINT64_C(0xD1B54A32D192ED03);
    x = (x ^ x >> 29) * UINT64_C(0xBF58476D1CE4E5B9);
    return (uint8_t)(x >> 56);
}

static void fail_once(machine *m, const char *what, uint64_t place, uint32_t node, uint32_t step) {
    if (m->result.fine)
        snprintf(m->result.text, sizeof m->result.text, "byte %" PRIu64 " of block %" PRIu64 " %s node %u (step %u)",
                 m->vector ? place : place % m->bytes, m->vector ? 0 : place / m->bytes, what, (unsigned)node,
                 (unsigned)step);
    m->result.fine = false;
}

/* Where the bytes of a piece are in a node's room. */
static void range_of(const machine *m, uint64_t block, uint64_t lo, uint64_t hi, uint64_t *first, uint64_t *last) {
    lb_piece_bytes(m->task, block, lo, hi, m->denominator, m->bytes, first, last);
    if (!m->vector) {
        *first += block * m->bytes;
        *last += block * m->bytes;
    }
}

static void start(machine *m) {
    m->data = sized(NULL, m->nodes * m->room, 1);
    m->has = sized(NULL, m->nodes * m->room, sizeof *m->has);
    memset(m->data, 0, m->nodes * m->room);
    memset(m->has, m->sums, m->nodes * m->room);
    for (uint32_t v = 0; v < m->nodes && m->sums; v++)
        for (uint64_t i = 0; i < m->room; i++)
            m->data[v * m->room + i] = original(i, v);
    for (uint64_t b = 0; b < m->blocks && !m->sums; b++) {
        uint32_t origin, dest, copy;
        lb_task_name(m->task, b, &origin, &dest, &copy);
        for (uint64_t i = b * m->bytes; i < (b + 1) * m->bytes; i++) {
            m->data[origin * m->room + i] = original(i, 0);
            m->has[origin * m->room + i] = true;
        }
    }
}

static uint64_t send_item(machine *m, const lb_move *move, const lb_item *item) {
    uint64_t block, first, last;
    if (lb_task_find(m->task, item->origin, item->dest, item->copy, &block))
        abort();
    range_of(m, block, item->lo, item->hi, &first, &last);
    uint64_t length = last - first, from = move->from * m->room + first;
    if (length == 0)
        return 0;
    for (uint64_t i = 0; i < length; i++)
        if (!m->has[from + i])
            fail_once(m, "is sent but not at", first + i, move->from, move->step);
    if (m->mailed + length > m->mail_room)
        m->mail = sized(m->mail, m->mail_room = 2 * m->mail_room + length, 1);
    if (m->count == m->arrivals_room)
        m->arrivals = sized(m->arrivals, m->arrivals_room = 2 * m->arrivals_room + 16, sizeof *m->arrivals);
    memcpy(m->mail + m->mailed, m->data + from, length);
    m->arrivals[m->count++] = (arrival){move->to * m->room + first, length, m->mailed, move->op};
    m->mailed += length;
    return length;
}

static void arrive(machine *m) {
    for (uint64_t k = 0; k < m->count; k++) {
        const arrival *a = &m->arrivals[k];
        for (uint64_t i = 0; i < a->length; i++) {
            uint8_t *byte = &m->data[a->at + i];
            *byte = (uint8_t)(m->mail[a->from + i] + (a->op == LB_OP_SUM ? *byte : 0));
            m->has[a->at + i] = true;
        }
    }
    m->count = m->mailed = 0;
}

static void run(machine *m, const lb_plan *plan) {
    lb_cursor *cursor = NULL;
    lb_move move;
    uint32_t step = 0;
    if (lb_cursor_open(plan, &cursor, NULL))
        abort();
    while (lb_cursor_next(cursor, &move) == 1) {
        if (move.step != step)
            arrive(m);
        step = move.step;
        uint64_t sent = 0;
        for (uint32_t k = 0; k < move.nitems; k++)
            sent += send_item(m, &move, &move.items[k]);
        m->result.packets += sent > 0;
        m->result.sent += sent;
    }
    arrive(m);
    lb_cursor_close(cursor);
}

static uint8_t expected(const machine *m, uint64_t place) {
    uint8_t sum = 0;
    for (uint32_t v = 0; v < m->nodes && m->sums; v++)
        sum = (uint8_t)(sum + original(place, v));
    return m->sums ? sum : original(place, 0);
}

/* Byte for byte, and no byte of any block left out. */
static void verify(machine *m) {
    uint64_t seen = 0;
    for (uint64_t b = 0; b < m->blocks; b++) {
        uint64_t first, last;
        range_of(m, b, 0, m->denominator, &first, &last);
        seen += last - first;
        for (uint64_t i = first; i < last; i++) {
            uint8_t right = expected(m, i);
            for (uint32_t v = 0; v < m->nodes; v++)
                if (lb_task_wants(m->task, b, v) && (!m->has[v * m->room + i] || m->data[v * m->room + i] != right))
                    fail_once(m, "did not come to", i, v, 0);
        }
    }
    if (seen != m->room)
        fail_once(m, "and others belong to no block of", seen, 0, 0);
}

moved move_bytes(const lb_plan *plan, uint64_t bytes) {
    const lb_task *task = lb_plan_task(plan);
    machine m = {.task = task, .bytes = bytes, .denominator = lb_plan_denominator(plan), .result = {.fine = true}};
    m.nodes = lb_net_nodes(lb_plan_net(plan));
    m.blocks = lb_task_blocks(task);
    m.sums = lb_task_class(task) == LB_SUM;
    m.vector = lb_task_parts(task) > 1;
    m.room = m.vector ? bytes : m.blocks * bytes;
    start(&m);
    run(&m, plan);
    verify(&m);
    free(m.data);
    free(m.has);
    free(m.mail);
    free(m.arrivals);
    return m.result;
}

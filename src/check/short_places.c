/* The short record for data that is carried from or to one node, or from each node to one other: where each block went
 * last, as the replay's cheap record has it (hold_places.c), which is all there is to know while nobody sends what has
 * gone on. */
#include "check/tally.h"

#include <stdlib.h>

typedef struct places {
    uint32_t *where;  /* per block and packet; blocks are numbered by the end that is not the same for all */
    uint32_t *stored; /* per node: packets that are to be carried on */
    uint64_t *came;   /* per block and packet: a bit, whether it has been where it is wanted */
} places;

enum { WORDS = 3 }; /* which block, where to, which packet */

static uint32_t home_of(const lb_task *task, uint32_t block) {
    return task->kind == LB_SCATTER ? task->root : block;
}

static uint32_t dest_of(const lb_task *task, uint32_t block) {
    return task->kind == LB_PERMUTE ? task->list[block] : task->kind == LB_GATHER ? task->root : block;
}

static bool begin(lb_tally *t) {
    uint32_t n = t->nodes;
    if (t->task->kind != LB_SCATTER && t->task->kind != LB_GATHER && t->task->kind != LB_PERMUTE)
        return false;
    uint64_t cells = lb_times(n, t->pieces), bytes = lb_times(cells, 5);
    if (bytes > t->s->limit / 2 || n > t->s->limit / 32)
        return false;
    t->s->bytes += bytes + n * sizeof(uint32_t);
    places *p = lb_zeroed(1, sizeof *p);
    t->state = p;
    if (!p)
        return false;
    p->where = lb_array(cells, sizeof *p->where);
    p->stored = lb_zeroed(n, sizeof *p->stored);
    p->came = lb_zeroed(cells / 64 + 1, sizeof *p->came);
    for (uint64_t cell = 0; p->where && cell < cells; cell++)
        p->where[cell] = home_of(t->task, (uint32_t)(cell / t->pieces));
    return p->where && p->stored && p->came;
}

static bool send(lb_tally *t, const lb_moves *m) {
    places *p = t->state;
    const lb_net *net = &t->task->net;
    uint32_t *coming = lb_tally_coming(t, (uint64_t)m->count * WORDS);
    bool scatter = t->task->kind == LB_SCATTER;
    if (!coming)
        return false;
    for (uint32_t i = 0; i < m->count; i++) {
        uint32_t origin = lb_moves_name(net, m, m->arrays->origin, i), dest = lb_moves_name(net, m, m->arrays->dest, i);
        uint32_t block = scatter ? dest : origin, from = m->from[i], piece = lb_moves_piece(m, i);
        if (origin >= t->nodes || dest >= t->nodes || lb_moves_copy(m, i) != 0 || home_of(t->task, block) != origin ||
            dest_of(t->task, block) != dest || p->where[block * t->pieces + piece] != from)
            return false;
        if (from != origin && p->stored[from] > 0)
            p->stored[from]--;
        coming[0] = block;
        coming[1] = m->to[i];
        coming[2] = piece;
        coming += WORDS;
    }
    t->words += (uint64_t)m->count * WORDS;
    return true;
}

static bool settle(lb_tally *t) {
    places *p = t->state;
    for (const uint32_t *c = t->coming, *end = c + t->words; c < end; c += WORDS) {
        uint32_t block = c[0], to = c[1];
        uint64_t cell = block * t->pieces + c[2], *word = &p->came[cell / 64], bit = UINT64_C(1) << cell % 64;
        p->where[cell] = to;
        if (to == home_of(t->task, block)) /* which it never left */
            continue;
        if (to != dest_of(t->task, block)) {
            uint32_t stored = ++p->stored[to];
            t->s->peak_stored = stored > t->s->peak_stored ? stored : t->s->peak_stored;
        } else if (!(*word & bit)) {
            *word |= bit;
            lb_tally_arrived(t);
        }
    }
    return true;
}

static bool finish(lb_tally *t) {
    const places *p = t->state;
    for (uint64_t cell = 0; cell < t->nodes * t->pieces; cell++) {
        if (p->where[cell] != dest_of(t->task, (uint32_t)(cell / t->pieces)))
            return false;
    }
    return true;
}

static void end(lb_tally *t) {
    places *p = t->state;
    if (p) {
        free(p->where);
        free(p->stored);
        free(p->came);
    }
    free(p);
    t->state = NULL;
}

const lb_account lb_account_places = {begin, send, settle, finish, end};

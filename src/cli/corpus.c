/* The schedules of the corpus: textbook algorithms, written down move by move and without our planner, and what becomes
 * of them when a move is lost, done twice, done early, or goes where no link is. */
#include "cli/corpus.h"

#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RING = 8, CUBE = 3, SIDE = 4 };

static int add(corpus_schedule *s, corpus_move move) {
    void *grown = s->move;
    if (lb_grow(&grown, &s->room, s->moves + 1, sizeof move))
        return LB_ERR_MEMORY;
    s->move = grown;
    s->move[s->moves++] = move;
    return LB_OK;
}

/* ---- The algorithms ---- */

/* All along a ring: in step k node v passes on the block of k - 1 nodes before it. */
static int ring_allgather(corpus_schedule *s) {
    int error = LB_OK;
    for (uint32_t k = 1; k < RING; k++)
        for (uint32_t v = 0; v < RING && !error; v++)
            error = add(s, (corpus_move){k, v, (v + 1) % RING, (v + RING + 1 - k) % RING, false});
    return error;
}

/* Sums go round first, so that node v ends with block v; then these do. */
static int ring_allreduce(corpus_schedule *s) {
    int error = LB_OK;
    for (uint32_t k = 1; k < 2 * RING - 1; k++)
        for (uint32_t v = 0; v < RING && !error; v++)
            error = add(s, (corpus_move){k, v, (v + 1) % RING, (v + 2 * RING - k) % RING, k < RING});
    return error;
}

/* Over dimension r go the 2^r blocks that a node has by then, one after another. */
static int doubling_allgather(corpus_schedule *s) {
    int error = LB_OK;
    for (uint32_t r = 0, step = 1; r < CUBE; r++)
        for (uint32_t j = 0; j < 1U << r; j++, step++)
            for (uint32_t v = 0; v < 1U << CUBE && !error; v++)
                error = add(s, (corpus_move){step, v, v ^ 1U << r, (v >> r << r) | j, false});
    return error;
}

/* A ring of `stride` apart through each node, as in ring_allreduce: step k of the sums, or of the copies after them. In
 * a row four blocks go together, those of the same column; in a column one. */
static int bucket_step(corpus_schedule *s, uint32_t *step, bool row, bool sums, uint32_t k) {
    int error = LB_OK;
    for (uint32_t part = 0; part < (row ? SIDE : 1); part++, (*step)++) {
        for (uint32_t v = 0; v < SIDE * SIDE && !error; v++) {
            uint32_t x = v % SIDE, y = v / SIDE, at = row ? x : y;
            uint32_t to = row ? y * SIDE + (x + 1) % SIDE : (y + 1) % SIDE * SIDE + x;
            uint32_t of = (at + SIDE + (sums ? 0 : 1) - k) % SIDE;
            error = add(s, (corpus_move){*step, v, to, row ? part * SIDE + of : of * SIDE + x, sums});
        }
    }
    return error;
}

/* Rows, then columns, then back. */
static int bucket_allreduce(corpus_schedule *s) {
    int error = LB_OK;
    uint32_t step = 1;
    for (unsigned phase = 0; phase < 4; phase++)
        for (uint32_t k = 1; k < SIDE && !error; k++)
            error = bucket_step(s, &step, phase == 0 || phase == 3, phase < 2, k);
    return error;
}

static int tree_broadcast(corpus_schedule *s) {
    int error = LB_OK;
    for (uint32_t r = 0; r < CUBE; r++)
        for (uint32_t v = 0; v < 1U << r && !error; v++)
            error = add(s, (corpus_move){r + 1, v, v | 1U << r, 0, false});
    return error;
}

static int tree_reduce(corpus_schedule *s) {
    int error = LB_OK;
    for (uint32_t r = CUBE; r-- > 0;)
        for (uint32_t v = 0; v < 1U << r && !error; v++)
            error = add(s, (corpus_move){CUBE - r, v | 1U << r, v, 0, true});
    return error;
}

static const struct {
    const char *name, *network;
    lb_task_kind kind;
    uint32_t nodes, blocks, opposite;
    int (*make)(corpus_schedule *s);
} algorithms[] = {
    {"ring-allgather", "ring:8", LB_ALLGATHER, RING, RING, 4, ring_allgather},
    {"ring-allreduce", "ring:8", LB_ALLREDUCE, RING, RING, 4, ring_allreduce},
    {"doubling-allgather", "cube:3", LB_ALLGATHER, 1 << CUBE, 1 << CUBE, 7, doubling_allgather},
    {"bucket-allreduce", "4x4", LB_ALLREDUCE, SIDE *SIDE, SIDE *SIDE, 15, bucket_allreduce},
    {"tree-broadcast", "cube:3", LB_BROADCAST, 1 << CUBE, 1, 7, tree_broadcast},
    {"tree-reduce", "cube:3", LB_REDUCE, 1 << CUBE, 1, 7, tree_reduce},
};

/* ---- Mistakes ---- */

static int keep(corpus_schedule *s) {
    (void)s;
    return LB_OK;
}

static int lose(corpus_schedule *s) {
    s->moves--;
    return LB_OK;
}

/* The last packet once more, added to what it is part of already. */
static int repeat(corpus_schedule *s) {
    corpus_move again = s->move[s->moves - 1];
    again.step++;
    again.sums = true;
    return add(s, again);
}

/* Node 1 first sends what it gets then, and its own later; in a tree, where it has nothing of its own, it sends at
 * once. */
static int hurry(corpus_schedule *s) {
    corpus_move *first = NULL, *second = NULL;
    for (uint64_t k = 0; k < s->moves && !second; k++) {
        if (s->move[k].from == 1)
            *(first ? &second : &first) = &s->move[k];
    }
    if (first && second && s->kind == LB_ALLGATHER) {
        first->block = second->block;
        second->block = 1;
    } else if (first) {
        corpus_move early = *first;
        early.step = 1;
        memmove(s->move + 1, s->move, (size_t)(first - s->move) * sizeof *first);
        s->move[0] = early;
    }
    return LB_OK;
}

/* From the last sender to a node opposite. */
static int stray(corpus_schedule *s) {
    corpus_move far = s->move[s->moves - 1];
    far.step++;
    far.to = far.from ^ s->opposite;
    far.sums = false;
    return add(s, far);
}

static int wait_first(corpus_schedule *s) {
    s->receives_first = true;
    return LB_OK;
}

static bool combines(lb_task_kind kind) {
    return kind == LB_ALLREDUCE || kind == LB_REDUCE;
}

static bool is_any(lb_task_kind kind) {
    (void)kind;
    return true;
}

static bool copies(lb_task_kind kind) {
    return !combines(kind);
}

static bool goes_round(lb_task_kind kind) {
    return kind == LB_ALLREDUCE || kind == LB_ALLGATHER;
}

static const struct {
    const char *name, *verdict;
    bool (*suits)(lb_task_kind kind);
    int (*make)(corpus_schedule *s);
} changes[] = {
    {"", "correct", is_any, keep},       {"-lost", "delivered", is_any, lose},
    {"-early", "held", copies, hurry},   {"-twice", "summed-twice", combines, repeat},
    {"-no-link", "link", is_any, stray}, {"-deadlock", "deadlock", goes_round, wait_first},
};

enum { ALGORITHMS = sizeof algorithms / sizeof *algorithms, CHANGES = sizeof changes / sizeof *changes };

/* ---- All of them ---- */

static bool find(unsigned index, unsigned *algorithm, unsigned *change) {
    for (unsigned k = 0; k < ALGORITHMS * CHANGES; k++) {
        *algorithm = k / CHANGES;
        *change = k % CHANGES;
        if (changes[*change].suits(algorithms[*algorithm].kind) && index-- == 0)
            return true;
    }
    return false;
}

unsigned corpus_count(void) {
    unsigned count = 0, algorithm, change;
    while (find(count, &algorithm, &change))
        count++;
    return count;
}

int corpus_make(unsigned index, corpus_schedule *s) {
    unsigned a = 0, c = 0;
    if (!find(index, &a, &c))
        return LB_ERR_ARG;
    *s = (corpus_schedule){.network = algorithms[a].network,
                           .kind = algorithms[a].kind,
                           .nodes = algorithms[a].nodes,
                           .blocks = algorithms[a].blocks,
                           .opposite = algorithms[a].opposite,
                           .verdict = changes[c].verdict};
    snprintf(s->name, sizeof s->name, "%s%s", algorithms[a].name, changes[c].name);
    int error = algorithms[a].make(s);
    return error ? error : changes[c].make(s);
}

void corpus_free(corpus_schedule *s) {
    free(s->move);
    s->move = NULL;
}

const char *corpus_why_not(const corpus_schedule *s, corpus_format format) {
    bool steps = format == CORPUS_OWN || format == CORPUS_CSV || format == CORPUS_TECCL;
    if (s->receives_first && steps)
        return "its steps cannot wait for each other";
    if (format == CORPUS_MSCCLPP && s->kind == LB_REDUCE)
        return "it has no reduce";
    if (format == CORPUS_TECCL && combines(s->kind))
        return "it has no sums";
    if (format == CORPUS_FORESTCOLL && s->kind != LB_ALLGATHER)
        return "its trees are an allgather";
    if (format == CORPUS_FORESTCOLL && (s->receives_first || strcmp(s->verdict, "held") == 0))
        return "its trees have no steps and no order";
    return NULL;
}

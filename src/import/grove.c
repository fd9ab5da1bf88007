/* From trees to steps: see grove.h. */
#include "import/grove.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A chunk that waits to be sent. */
typedef struct waiting {
    uint64_t send, next; /* next of its queue; UINT64_MAX: none */
    uint32_t chunk;
} waiting;

typedef struct queue {
    uint64_t first, last;
} queue;

typedef struct growing {
    lb_grove *f;
    const lb_page *page;
    lb_sketch *sketch;
    queue *queue;           /* of each link */
    uint32_t *busy;         /* links whose queues are not empty */
    uint64_t busies, *came; /* what they carried in a step */
    waiting *waiting;
    uint64_t waitings, waiting_room;
} growing;

static int no_memory(const growing *g) {
    return lb_fail_memory(g->page->why, "trees");
}

static int by_tree_and_source(const void *a, const void *b) {
    const lb_grove_send *x = a, *y = b;
    if (x->tree != y->tree)
        return x->tree < y->tree ? -1 : 1;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return (x->line > y->line) - (x->line < y->line);
}

/* Each node once, the root never: else chunks would go round. */
static int check_trees(growing *g) {
    uint32_t *seen = lb_zeroed(g->f->nodes, sizeof *seen);
    int error = seen ? LB_OK : no_memory(g);
    for (uint64_t k = 0; k < g->f->sends && !error; k++) {
        const lb_grove_send *s = &g->f->send[k];
        if (seen[s->to] == s->tree + 1 || g->f->tree[s->tree].root == s->to)
            error = lb_page_broken(g->page, s->line, "tree", "the node has the tree's chunks already");
        seen[s->to] = s->tree + 1;
    }
    free(seen);
    return error;
}

/* A node, so many sends below the root, has a chunk: it goes to those below. */
static int pass_on(growing *g, uint32_t which, uint32_t node, uint32_t depth, uint32_t chunk) {
    const lb_grove_tree *t = &g->f->tree[which];
    uint64_t low = t->first, end = t->first + t->sends, high = end;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (g->f->send[middle].from < node)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < end && g->f->send[low].from == node; low++) {
        g->f->send[low].depth = depth + 1;
        void *grown = g->waiting;
        if (lb_grow(&grown, &g->waiting_room, g->waitings + 1, sizeof *g->waiting))
            return no_memory(g);
        g->waiting = grown;
        g->waiting[g->waitings] = (waiting){low, UINT64_MAX, chunk};
        queue *q = &g->queue[g->f->send[low].link];
        if (q->first == UINT64_MAX) {
            q->first = g->waitings;
            g->busy[g->busies++] = g->f->send[low].link;
        } else {
            g->waiting[q->last].next = g->waitings;
        }
        q->last = g->waitings++;
    }
    return LB_OK;
}

static int add_move(growing *g, const waiting *w, uint32_t step) {
    const lb_grove_send *s = &g->f->send[w->send];
    lb_item item = {.origin = g->f->tree[s->tree].root, .dest = LB_NONE, .lo = w->chunk, .hi = w->chunk + UINT64_C(1)};
    return lb_sketch_move_add(g->sketch,
                              (lb_sketch_move){.step = step, .from = s->from, .to = s->to, .line = s->line}) ||
                   lb_sketch_item_add(g->sketch, item)
               ? no_memory(g)
               : LB_OK;
}

/* One step of all links: a chunk of each; then what came is passed on. */
static int do_step(growing *g, uint32_t step) {
    uint64_t links = g->busies, left = 0;
    int error = LB_OK;
    for (uint64_t k = 0; k < links && !error; k++) {
        queue *q = &g->queue[g->busy[k]];
        g->came[k] = q->first;
        error = add_move(g, &g->waiting[q->first], step);
        q->first = g->waiting[q->first].next;
        if (q->first != UINT64_MAX)
            g->busy[left++] = g->busy[k];
    }
    g->busies = left;
    for (uint64_t k = 0; k < links && !error; k++) {
        const waiting w = g->waiting[g->came[k]];
        const lb_grove_send *s = &g->f->send[w.send];
        error = pass_on(g, s->tree, s->to, s->depth, w.chunk);
    }
    return error;
}

static int take_steps(growing *g) {
    uint64_t links = g->f->links.connections;
    g->queue = lb_array(links, sizeof *g->queue);
    g->busy = lb_array(links, sizeof *g->busy);
    g->came = lb_array(links, sizeof *g->came);
    if (!g->queue || !g->busy || !g->came)
        return no_memory(g);
    memset(g->queue, 0xFF, links * sizeof *g->queue);
    if (g->f->sends)
        qsort(g->f->send, g->f->sends, sizeof *g->f->send, by_tree_and_source);
    int error = LB_OK;
    for (uint64_t k = 0; k < g->f->trees && !error; k++) {
        const lb_grove_tree *t = &g->f->tree[k];
        for (uint32_t c = 0; c < t->chunks && !error; c++)
            error = pass_on(g, (uint32_t)k, t->root, 0, t->first_chunk + c);
    }
    for (uint32_t step = 1; g->busies && !error; step++)
        error = do_step(g, step);
    for (uint64_t k = 0; k < g->f->sends && !error; k++) {
        if (!g->f->send[k].depth)
            error = lb_page_broken(g->page, g->f->send[k].line, "held", "the tree never comes to the node that sends");
    }
    return error;
}

void lb_grove_free(lb_grove *f) {
    lb_acts_free(&f->links);
    free(f->tree);
    free(f->send);
}

int lb_grove_heights(const lb_grove *f, const lb_page *page) {
    for (uint64_t k = 0; k < f->trees; k++) {
        const lb_grove_tree *t = &f->tree[k];
        uint32_t height = 0;
        for (uint64_t s = t->first; s < t->first + t->sends; s++)
            height = f->send[s].depth > height ? f->send[s].depth : height;
        if (t->height != LB_NONE && t->height != height)
            return lb_page_broken(page, t->line, "tree", "its height is %" PRIu32 ", not %" PRIu32, height, t->height);
    }
    return LB_OK;
}

int lb_grove_steps(lb_grove *f, const lb_page *page, lb_sketch *sketch) {
    growing g = {.f = f, .page = page, .sketch = sketch};
    int error = check_trees(&g);
    if (!error)
        error = take_steps(&g);
    free(g.queue);
    free(g.busy);
    free(g.came);
    free(g.waiting);
    return error;
}

/* What there is to copy and to sum, found out once: nothing of the task is needed afterwards. */
#include "run/shared.h"
#include "base/base.h"
#include "run/make.h"
#include "task/task.h"

#include <stdlib.h>
#include <string.h>

enum {
    LINE = 64,
    GRAIN = 2048,   /* short enough for any cache, long enough for a loop: measured with bench_run -c */
    LIGHT = 8192,   /* bytes moved in all, up to which one thread does everything */
    HEAVY = 65536,  /* and for each rank, from which all are woken: on a busy machine who is awake gets more of it */
    A_COPY = 64,    /* as many bytes does a copy cost, however short */
    FAR_APART = 256 /* parts' scratch memory: so that no two threads write to one line */
};

/* A maker of scripts, for as much of one as says where blocks lie. */
typedef struct seeker {
    lb_maker maker;
    lb_script script;
    lb_shared *shared;
    uint64_t room, found; /* copies */
    uint64_t cut, moved;  /* bytes to be cut into parts; bytes moved, about */
} seeker;

/* ---- Copies ---- */

/* Scatter's root leaves its own block where it is, in place. */
static bool stays(const seeker *k, const lb_copying *c) {
    if (c->from != c->to)
        return false;
    return c->source == c->place || (k->maker.data->in_place && k->shared->kind == LB_SCATTER);
}

/* For lb_blocks_wanted: the maker is the seeker's first member. */
static int add_copy(lb_maker *m, uint64_t block) {
    seeker *k = (seeker *)m;
    lb_shared *s = k->shared;
    uint32_t node = k->script.node, dest, number;
    lb_copying c = {.to = m->class == LB_COPY ? LB_NONE : node};
    lb_task_name(m->task, block, &c.from, &dest, &number);
    c.size = lb_block_length(m, block);
    c.place = lb_block_out(m, block);
    k->script.node = c.from;
    c.source = lb_block_in(m, block);
    k->script.node = node;
    if (c.size == 0 || stays(k, &c))
        return LB_OK;
    if (lb_grow((void **)&s->copies, &k->room, k->found + 1, sizeof *s->copies))
        return lb_fail_memory(m->why, "an action");
    s->copies[k->found++] = c;
    k->cut += c.size;
    k->moved += (c.size + A_COPY) * (c.to == LB_NONE ? s->count : 1);
    return LB_OK;
}

/* Parts of the same length, whatever the blocks' lengths. */
static void set_marks(seeker *k) {
    lb_shared *s = k->shared;
    lb_mark at = {0, 0};
    uint64_t before = 0;
    for (uint32_t p = 0; p <= s->ranks; p++) {
        uint64_t goal =
            p == s->ranks ? k->cut : (k->cut / s->ranks * p + k->cut % s->ranks * p / s->ranks) / LINE * LINE;
        while (at.copy < k->found && before + s->copies[at.copy].size <= goal)
            before += s->copies[at.copy++].size;
        s->marks[p] = (lb_mark){at.copy, goal - before};
    }
}

/* A block for all is found at the first rank: it is for all others as well. */
static int find_copies(seeker *k) {
    lb_shared *s = k->shared;
    uint32_t visited = k->maker.class == LB_COPY ? 1 : s->count;
    int error = LB_OK;
    s->marks = lb_zeroed((uint64_t)s->ranks + 1, sizeof *s->marks);
    if (!s->marks)
        return lb_fail_memory(k->maker.why, "an action");
    for (uint32_t i = 0; i < visited && !error; i++) {
        k->script.node = s->alive[i];
        error = lb_blocks_wanted(&k->maker, add_copy);
    }
    set_marks(k);
    s->memory += k->room * sizeof *s->copies + (s->ranks + 1) * sizeof *s->marks;
    return error;
}

/* ---- Sums ---- */

static lb_summing sum_of(const seeker *k, uint64_t block) {
    const lb_data *d = k->maker.data;
    lb_summing sum = {.size = lb_block_length(&k->maker, block)};
    sum.in_at = d->in_at ? d->in_at(d->user, block) : k->shared->kind == LB_REDUCE_SCATTER ? block * d->bytes : 0;
    sum.out_at = LB_PLACE_AT(lb_block_out(&k->maker, block));
    return sum;
}

/* Exscan's sums, and one that is made in place for another rank than the first, cannot be made where they end. */
static int take_scratch(lb_shared *s, lb_why *why) {
    if (s->kind != LB_EXSCAN && !(s->kind == LB_REDUCE && s->in_place && s->root != s->alive[0]))
        return LB_OK;
    s->apart = (s->grain + FAR_APART - 1) / FAR_APART * FAR_APART;
    int error = lb_affordable(2 * s->apart * s->ranks, "partial sums", why);
    if (error)
        return error;
    s->scratch = aligned_alloc(FAR_APART, (size_t)(2 * s->apart * s->ranks));
    s->memory += 2 * s->apart * s->ranks;
    return s->scratch ? LB_OK : lb_fail_memory(why, "an action");
}

static int find_sums(seeker *k) {
    lb_shared *s = k->shared;
    bool scatters = s->kind == LB_REDUCE_SCATTER;
    uint64_t blocks = scatters ? s->ranks : 1;
    s->sums = lb_zeroed(blocks, sizeof *s->sums);
    if (!s->sums)
        return lb_fail_memory(k->maker.why, "an action");
    s->memory += blocks * sizeof *s->sums;
    for (uint32_t b = 0; b < blocks; b++) {
        if (!scatters || lb_node_alive(&k->maker.task->net, b))
            s->sums[b] = sum_of(k, b);
        k->moved += 2 * s->sums[b].size * s->count;
    }
    s->grain = s->op.size < GRAIN ? GRAIN / s->op.size * s->op.size : s->op.size;
    return take_scratch(s, k->maker.why);
}

/* ---- All of it ---- */

static int list_alive(lb_shared *s, const lb_net *net, lb_why *why) {
    s->alive = lb_array(s->ranks, sizeof *s->alive);
    if (!s->alive)
        return lb_fail_memory(why, "an action");
    for (uint32_t v = 0; v < s->ranks; v++) {
        if (lb_node_alive(net, v))
            s->alive[s->count++] = v;
    }
    s->memory += s->ranks * sizeof *s->alive;
    return LB_OK;
}

static int fill(lb_shared *s, const lb_task *task, const lb_data *data, lb_why *why) {
    seeker k = {.shared = s, .script = {.op = s->op}};
    k.maker = (lb_maker){.script = &k.script, .task = task, .data = data, .class = lb_task_class(task), .why = why};
    int error = list_alive(s, &task->net, why);
    if (error)
        return error;
    error = k.maker.class == LB_SUM || k.maker.class == LB_SPAN ? find_sums(&k) : find_copies(&k);
    s->light = k.moved <= LIGHT;
    s->heavy = k.moved / s->ranks >= HEAVY;
    return error;
}

int lb_shared_create(const lb_task *task, const lb_data *data, lb_shared **shared, lb_why *why) {
    *shared = NULL;
    int error = lb_check_data(task, data, why);
    if (error)
        return error;
    lb_shared *s = lb_zeroed(1, sizeof *s);
    if (!s)
        return lb_fail_memory(why, "an action");
    *s = (lb_shared){.kind = task->kind,
                     .ranks = task->net.nodes,
                     .root = task->root,
                     .in_place = data->in_place,
                     .op = data->op,
                     .memory = sizeof *s};
    s->op.size = s->op.size ? s->op.size : 1;
    error = fill(s, task, data, why);
    if (error) {
        lb_shared_free(s);
        return error;
    }
    *shared = s;
    return LB_OK;
}

void lb_shared_free(lb_shared *s) {
    if (!s)
        return;
    free(s->alive);
    free(s->copies);
    free(s->marks);
    free(s->sums);
    free(s->scratch);
    free(s);
}

const char *lb_shared_algorithm(const lb_shared *s) {
    return s->sums ? "slices" : "copies";
}

/* ---- Doing it ---- */

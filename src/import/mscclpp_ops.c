/* The ops of MSCCL++ plans: what moves data, what tells others, what waits. A sum of several buffers is made in cells
 * of its own, one buffer after another, and goes to its places from there. */
#include "import/mscclpp_ops.h"

#include "import/collective.h"
#include "import/mscclpp_barrier.h"

#include <inttypes.h>
#include <string.h>

typedef lb_mpp_run run;

static uint32_t line_of(const lb_mpp *r, uint32_t item) {
    return lb_values_line(&r->tree, item);
}

/* ---- What ops and buffers have ---- */

enum { NAME, SOURCES, PLACES, CHANNELS, CHANNEL_TYPE, GROUP };
enum { TYPE, REMOTE, SWITCH, INDEX, SIZE };

void lb_mpp_forms(lb_mpp *r) {
    r->op = (lb_values_form){
        .key = {"name", "src_buff", "dst_buff", "channel_ids", "channel_type", "tbg_info"}}; /* in the order of NAME */
    r->source = (lb_values_form){.key = {"type", "buffer_id", "switch_channel_id", "index", "size"}};
    r->place = r->source;
}

/* ---- Buffers ---- */

static int find_place(const lb_mpp *r, uint32_t item, const lb_values_form *form, unsigned channel_type, uint32_t *rank,
                      unsigned *type) {
    uint32_t name = form->item[TYPE], remote = form->item[REMOTE], id = 0;
    *rank = r->rank;
    if (form->item[SWITCH])
        return lb_fail(r->page->why, LB_ERR_UNSUPPORTED, "%s:%" PRIu32 ": buffers of switches are not read",
                       r->page->shown, line_of(r, item));
    if (remote) {
        const lb_mpp_list *own = &r->own_buffer[channel_type];
        int error = lb_values_number(&r->tree, remote, "buffer_id", LB_MPP_MOST, &id);
        if (!error && (id >= own->count || own->at[id] >= r->buffers))
            error = lb_page_fail(r->page, line_of(r, item), "the thread block has no remote buffer %" PRIu32, id);
        if (error)
            return error;
        *rank = r->buffer[own->at[id]].rank;
        *type = r->buffer[own->at[id]].type;
        return LB_OK;
    }
    for (*type = 0; name && *type < 3; (*type)++) {
        if (lb_values_is(&r->tree, name, (const char *const[]){"i", "o", "s"}[*type]))
            return LB_OK;
    }
    return lb_page_fail(r->page, line_of(r, item), "a buffer has a type i, o or s, or a buffer_id");
}

static int take_run(const lb_mpp *r, uint32_t item, lb_values_form *form, unsigned channel_type, run *to) {
    uint32_t index = 0, size = 0;
    unsigned type = 0;
    lb_values_pick(&r->tree, item, form);
    int error = find_place(r, item, form, channel_type, &to->rank, &type);
    if (!error)
        error = lb_mpp_whole(r, item, form->item[INDEX], "index", LB_COLLECTIVE_CELLS, &index);
    if (!error)
        error = lb_mpp_whole(r, item, form->item[SIZE], "size", LB_COLLECTIVE_CELLS, &size);
    if (error)
        return error;
    const lb_mpp_cells *c = &r->cells[to->rank];
    if (size == 0 || (uint64_t)index + size > c->size[type])
        return lb_page_fail(r->page, line_of(r, item),
                            "the op goes beyond the %" PRIu64 " chunks of buffer %c of rank %" PRIu32, c->size[type],
                            "ios"[type], to -> rank);
    to->cell = c->base[type] + index;
    to->size = size;
    return LB_OK;
}

static int take_runs(lb_mpp *r, uint32_t op, bool source, unsigned channel_type, run *list, uint32_t *count) {
    uint32_t in = r->op.item[source ? SOURCES : PLACES];
    const char *key = r->op.key[source ? SOURCES : PLACES];
    *count = in ? lb_values_size(&r->tree, in) : 0;
    if (!in || *count == 0 || *count > LB_MPP_RUNS)
        return lb_page_fail(r->page, line_of(r, op), "the op has no %s, or one of more than %d buffers", key,
                            LB_MPP_RUNS);
    int error = LB_OK;
    for (uint32_t k = in + 1, n = 0; k < lb_values_end(&r->tree, in) && !error; k = lb_values_end(&r->tree, k))
        error = take_run(r, k, source ? &r->source : &r->place, channel_type, &list[n++]);
    return error;
}

/* ---- What is left to the threads of a block themselves ---- */

/* Whether a use may meet an earlier one of the same block, with no nop between. */
static int check_use(const lb_mpp *r, uint32_t line, const run *cells, bool writes) {
    for (uint64_t k = 0; k < r->uses; k++) {
        const lb_mpp_use *u = &r->use[k];
        if ((writes || u->writes) && u->cell < cells->cell + cells->size && cells->cell < u->cell + u->count)
            return lb_page_broken(r->page, line, "race",
                                  "the op uses what an op before it uses, and there is no nop between them");
    }
    return LB_OK;
}

/* Ops that go through two buffers chunk by chunk make two long uses of it. */
static int add_use(lb_mpp *r, uint32_t line, const run *cells, bool writes) {
    void *grown = r->use;
    for (uint64_t k = r->uses; k > 0 && k + 2 > r->uses; k--) {
        lb_mpp_use *last = &r->use[k - 1];
        if (last->writes == writes && last->cell + last->count == cells->cell) {
            last->count += cells->size;
            return LB_OK;
        }
    }
    if (r->uses == LB_MPP_MOST)
        return lb_page_fail(r->page, line, "more than %d buffers are used without a nop", LB_MPP_MOST);
    if (lb_grow(&grown, &r->use_room, r->uses + 1, sizeof *r->use))
        return lb_mpp_no_memory(r);
    r->use = grown;
    r->use[r->uses++] = (lb_mpp_use){cells->cell, cells->size, writes};
    return LB_OK;
}

/* All that an op uses; it may write where it reads itself. */
static int use(lb_mpp *r, uint32_t line, const run *from, uint32_t reads, const run *to, uint32_t writes) {
    int error = LB_OK;
    if (r->waits)
        return lb_page_broken(r->page, line, "race",
                              "the op follows the wait of line %" PRIu32 " without a nop, so that not all threads wait",
                              r->waits);
    for (uint32_t k = 0; k < reads + writes && !error; k++)
        error = check_use(r, line, k < reads ? &from[k] : &to[k - reads], k >= reads);
    for (uint32_t k = 0; k < reads + writes && !error; k++)
        error = add_use(r, line, k < reads ? &from[k] : &to[k - reads], k >= reads);
    return error;
}

/* ---- Acts ---- */

/* Copies or adds, within a rank or between two. */
static int move_run(lb_mpp *r, uint32_t line, const run *from, const run *to, bool adds) {
    lb_act *act = lb_mpp_act(r, line, from->size);
    if (!act)
        return lb_mpp_no_memory(r);
    act->from = from->cell;
    act->to = to->cell;
    act->adds = adds;
    if (from->rank == to->rank)
        return LB_OK;
    act->link = lb_acts_connection(r->a, from->rank, to->rank, UINT32_MAX);
    return act->link == LB_NONE ? lb_mpp_no_memory(r) : LB_OK;
}

static int do_pairs(lb_mpp *r, uint32_t line, const run *from, uint32_t sources, const run *to, uint32_t places) {
    int error = sources == places ? LB_OK : lb_page_fail(r->page, line, "the op has as many src_buff as dst_buff");
    for (uint32_t k = 0; k < sources && !error; k++) {
        if (from[k].size != to[k].size)
            error = lb_page_fail(r->page, line, "what is copied has two sizes");
        else
            error = move_run(r, line, &from[k], &to[k], false);
    }
    return error;
}

static int do_sum(lb_mpp *r, uint32_t line, const run *from, uint32_t sources, const run *to, uint32_t places) {
    run sum = {.cell = r->a->cells, .size = from->size, .rank = r->rank};
    int error = LB_OK;
    r->a->cells += from->size;
    if (r->a->cells > LB_COLLECTIVE_CELLS)
        return lb_page_fail(r->page, line, "more chunks than are supported");
    for (uint32_t k = 0; k < sources + places && !error; k++) {
        const run *it = k < sources ? &from[k] : &to[k - sources];
        if (it->size != sum.size)
            error = lb_page_fail(r->page, line, "what is added has two sizes");
        else
            error = k < sources ? move_run(r, line, it, &sum, k > 0) : move_run(r, line, &sum, it, false);
    }
    return error;
}

/* signal or wait on one channel: a message of nothing. */
static int do_signal(lb_mpp *r, uint32_t line, const lb_mpp_channel *c, unsigned type, bool waits, bool relaxed) {
    uint32_t me = (uint32_t)r->a->threads - 1;
    uint32_t connection =
        lb_acts_connection(r->a, waits ? c->peer : r->rank, waits ? r->rank : c->peer, LB_MPP_TYPES * c->k + type);
    lb_act *act = connection == LB_NONE ? NULL : lb_mpp_act(r, line, 0);
    if (!act)
        return lb_mpp_no_memory(r);
    *(waits ? &act->receives : &act->sends) = connection;
    act->relaxed = relaxed;
    uint32_t *end = waits ? &r->a->connection[connection].receiver : &r->a->connection[connection].sender;
    if (*end != LB_NONE && *end != me)
        return lb_fail(r->page->why, LB_ERR_UNSUPPORTED,
                       "%s:%" PRIu32 ": two thread blocks use the same end of a channel", r->page->shown, line);
    *end = me;
    return LB_OK;
}

static int do_signals(lb_mpp *r, uint32_t op, bool waits, bool relaxed) {
    uint32_t list = r->op.item[CHANNELS], line = line_of(r, op), id = 0;
    unsigned type = 0;
    int error = lb_mpp_type(r, op, r->op.item[CHANNEL_TYPE], &type);
    if (!error && (!list || lb_values_size(&r->tree, list) == 0))
        error = lb_page_fail(r->page, line, "the op has no channel_ids");
    if (!error && !waits && !relaxed && r->uses)
        error = lb_page_broken(r->page, line, "race", "there is no nop between the signal and what it tells of");
    for (uint32_t k = list + 1; !error && k < lb_values_end(&r->tree, list); k = lb_values_end(&r->tree, k)) {
        const lb_mpp_list *own = &r->own_channel[type];
        error = lb_values_number(&r->tree, k, "a channel's number", LB_MPP_MOST, &id);
        if (!error && (id >= own->count || own->at[id] >= r->channels[type]))
            error = lb_page_fail(r->page, line, "the thread block has no channel %" PRIu32, id);
        if (!error)
            error = do_signal(r, line, &r->channel[type][own->at[id]], type, waits, relaxed);
    }
    r->waits = waits ? line : r->waits;
    return error;
}

/* All threads of the block have done what is before. */
static void come_together(lb_mpp *r) {
    r->uses = 0;
    r->waits = 0;
}

/* ---- Ops ---- */

/* p: buffers pairwise, a: sums, s: signals, w: waits, l: relaxed, n: all threads come together, b: barrier. */
static const char *const known[][2] = {
    {"put", "p"}, {"get", "p"},      {"copy", "p"}, {"pws", "ps"},    {"pwsf", "ps"}, {"re", "a"},
    {"res", "a"}, {"rre", "a"},      {"rres", "a"}, {"signal", "s"},  {"wait", "w"},  {"rlxsignal", "sl"},
    {"nop", "n"}, {"rlxwait", "wl"}, {"flush", ""}, {"barrier", "b"},
};

static int do_data(lb_mpp *r, uint32_t op, bool sums) {
    run *from = r->from, *to = r->to;
    uint32_t sources = 0, places = 0, line = line_of(r, op);
    unsigned type = LB_MPP_MEMORY;
    int error = r->op.item[CHANNEL_TYPE] ? lb_mpp_type(r, op, r->op.item[CHANNEL_TYPE], &type) : LB_OK;
    if (!error)
        error = take_runs(r, op, true, type, from, &sources);
    if (!error)
        error = take_runs(r, op, false, type, to, &places);
    if (!error)
        error = use(r, line, from, sources, to, places);
    if (!error)
        error = (sums ? do_sum : do_pairs)(r, line, from, sources, to, places);
    return error;
}

int lb_mpp_op(lb_mpp *r, uint32_t op) {
    const char *deeds = NULL;
    lb_values_pick(&r->tree, op, &r->op);
    uint32_t name = r->op.item[NAME];
    for (size_t k = 0; name && !deeds && k < sizeof known / sizeof *known; k++)
        deeds = lb_values_is(&r->tree, name, known[k][0]) ? known[k][1] : deeds;
    if (!deeds || r->op.item[GROUP])
        return lb_fail(r->page->why, LB_ERR_UNSUPPORTED,
                       "%s:%" PRIu32 ": of ops, put get copy pws pwsf re res rre rres signal wait rlxsignal rlxwait "
                       "flush nop barrier are read, of whole thread blocks",
                       r->page->shown, line_of(r, op));
    int error = LB_OK;
    if (strpbrk(deeds, "pa"))
        error = do_data(r, op, *deeds == 'a');
    if (*deeds == 'p' && deeds[1])
        r->uses = 0; /* the engine that puts signals when it has put */
    if (!error && strpbrk(deeds, "sw"))
        error = do_signals(r, op, strchr(deeds, 'w') != NULL, strchr(deeds, 'l') != NULL);
    if (!error && strchr(deeds, 'b'))
        error = lb_mpp_barrier_op(r, op);
    if (strpbrk(deeds, "nb"))
        come_together(r);
    return error;
}

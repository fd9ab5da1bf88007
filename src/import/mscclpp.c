/* MSCCL++ execution plans: JSON, gpus > threadblocks > ops, into a program. A thread block is a thread, an op some
 * acts; data goes straight from memory to memory, and signals on channels tell of it. */
#include "base/values_read.h"
#include "import/collective.h"
#include "import/mscclpp_barrier.h"
#include "import/mscclpp_ops.h"
#include "import/program.h"
#include "import/readers.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static int fail(const lb_mpp *r, uint32_t item, const char *sentence) {
    return lb_page_fail(r->page, lb_values_line(&r->tree, item), "%s", sentence);
}

/* A list of a set, empty where there is none. *first to *end: its items. */
static int find_list(const lb_mpp *r, uint32_t set, const char *key, uint32_t *first, uint32_t *end) {
    uint32_t list = lb_values_get(&r->tree, set, key);
    *first = list + 1;
    *end = list ? lb_values_end(&r->tree, list) : 0;
    if (list && lb_values_kind(&r->tree, list) != LB_VALUE_LIST)
        return lb_page_fail(r->page, lb_values_line(&r->tree, list), "\"%s\" is a list", key);
    return LB_OK;
}

/* ---- What a gpu has ---- */

static int add_channel(lb_mpp *r, unsigned type, uint32_t peer) {
    void *grown = r->channel[type];
    lb_mpp_channel c = {.peer = peer};
    if (lb_grow(&grown, &r->channel_room[type], r->channels[type] + 1, sizeof c))
        return lb_mpp_no_memory(r);
    r->channel[type] = grown;
    for (uint64_t k = 0; k < r->channels[type]; k++)
        c.k += r->channel[type][k].peer == peer;
    r->channel[type][r->channels[type]++] = c;
    return LB_OK;
}

static int take_channels(lb_mpp *r, uint32_t gpu) {
    uint32_t k, end, to = 0, last = 0, peer = 0;
    unsigned type = 0;
    r->channels[LB_MPP_MEMORY] = r->channels[LB_MPP_PORT] = 0;
    int error = find_list(r, gpu, "channels", &k, &end);
    for (; k < end && !error; k = lb_values_end(&r->tree, k)) {
        error = lb_mpp_type(r, k, lb_values_get(&r->tree, k, "channel_type"), &type);
        if (!error)
            error = find_list(r, k, "connected_to", &to, &last);
        for (; !error && to < last; to = lb_values_end(&r->tree, to)) {
            error = lb_values_number(&r->tree, to, "a rank", r->a->ranks - 1, &peer);
            if (!error && peer == r->rank)
                error = fail(r, to, "a channel leads to its own rank");
            if (!error && r->channels[type] == LB_MPP_MOST)
                error = fail(r, to, "more than 4096 channels");
            if (!error)
                error = add_channel(r, type, peer);
        }
    }
    return error;
}

static int take_buffers(lb_mpp *r, uint32_t gpu) {
    uint32_t k, end;
    r->buffers = 0;
    int error = find_list(r, gpu, "remote_buffers", &k, &end);
    for (; k < end && !error; k = lb_values_end(&r->tree, k)) {
        lb_mpp_buffer b = {.type = 0};
        void *grown = r->buffer;
        uint32_t type = lb_values_get(&r->tree, k, "type");
        while (b.type < 3 && !(type && lb_values_is(&r->tree, type, (const char *const[]){"i", "o", "s"}[b.type])))
            b.type++;
        error = b.type < 3 ? lb_mpp_number(r, k, "rank", r->a->ranks - 1, &b.rank)
                           : fail(r, k, "the type of a buffer is none of i, o and s");
        if (!error && lb_grow(&grown, &r->buffer_room, r->buffers + 1, sizeof b))
            error = lb_mpp_no_memory(r);
        r->buffer = grown;
        if (!error)
            r->buffer[r->buffers++] = b;
    }
    return error;
}

/* ---- Thread blocks ---- */

/* Which of the gpu's channels, or remote buffers, a thread block calls 0, 1, ... */
static int take_own(lb_mpp *r, uint32_t block, const char *key, const char *type_key, const char *ids,
                    lb_mpp_list *own) {
    uint32_t k, end, id = 0, last = 0;
    unsigned type = 0;
    int error = find_list(r, block, key, &k, &end);
    own[LB_MPP_MEMORY].count = own[LB_MPP_PORT].count = 0;
    for (; k < end && !error; k = lb_values_end(&r->tree, k)) {
        error = lb_mpp_type(r, k, lb_values_get(&r->tree, k, type_key), &type);
        if (!error)
            error = find_list(r, k, ids, &id, &last);
        for (; !error && id < last; id = lb_values_end(&r->tree, id)) {
            lb_mpp_list *list = &own[type];
            void *grown = list->at;
            if (lb_grow(&grown, &list->room, list->count + 1, sizeof *list->at))
                return lb_mpp_no_memory(r);
            list->at = grown;
            error = lb_values_number(&r->tree, id, ids, LB_MPP_MOST, &list->at[list->count]);
            list->count += !error;
        }
    }
    return error;
}

static int take_block(lb_mpp *r, uint32_t block) {
    uint32_t k = 0, end = 0;
    lb_thread *thread = r->a->threads < LB_ACTS_THREADS ? lb_acts_thread(r->a) : NULL;
    if (!thread)
        return r->a->threads < LB_ACTS_THREADS ? lb_mpp_no_memory(r) : fail(r, block, "more than 65536 thread blocks");
    thread->rank = r->rank;
    thread->line = lb_values_line(&r->tree, block);
    r->uses = 0;
    r->waits = 0;
    int error = take_own(r, block, "channels", "channel_type", "channel_ids", r->own_channel);
    if (!error)
        error = take_own(r, block, "remote_buffer_refs", "access_channel_type", "remote_buffer_ids", r->own_buffer);
    if (!error)
        error = find_list(r, block, "ops", &k, &end);
    for (; !error && k < end; k = lb_values_end(&r->tree, k))
        error = lb_mpp_op(r, k);
    return error;
}

static int take_gpu(lb_mpp *r, uint32_t gpu) {
    uint32_t k = 0, end = 0;
    int error = take_channels(r, gpu);
    if (!error)
        error = take_buffers(r, gpu);
    if (!error)
        error = find_list(r, gpu, "threadblocks", &k, &end);
    for (; !error && k < end; k = lb_values_end(&r->tree, k))
        error = take_block(r, k);
    return error ? error : lb_mpp_settle(r);
}

/* ---- The whole ---- */

static int take_kind(lb_mpp *r, const uint32_t chunks[3]) {
    uint32_t collective = lb_values_get(&r->tree, 0, "collective"), n = r->a->ranks, length = 0;
    const char *name = collective ? lb_values_text(&r->tree, collective, &length) : NULL;
    lb_task_kind kind = LB_ALLREDUCE;
    if (!name || !lb_collective_kind(name, length, &kind) || kind == LB_REDUCE || kind == LB_GATHER ||
        kind == LB_SCATTER)
        return fail(r, 0, "the collective is none of allreduce, allgather, reducescatter, alltoall, broadcast");
    r->a->kind = kind;
    bool each = kind == LB_ALLTOALL || kind == LB_REDUCE_SCATTER;
    r->a->chunks = each ? chunks[0] / n : chunks[0];
    if (r->a->chunks == 0 || (each && chunks[0] % n))
        return fail(r, 0, "ranks have no equal parts of the input's chunks");
    return LB_OK;
}

/* The buffers of all ranks, which others may use before their own ops are read. */
static int lay_out(lb_mpp *r, uint32_t first, uint32_t end) {
    static const char *const keys[] = {"input_chunks", "output_chunks", "scratch_chunks"};
    int error = LB_OK;
    r->rank = 0;
    for (uint32_t gpu = first; gpu < end && !error; gpu = lb_values_end(&r->tree, gpu), r->rank++) {
        uint32_t chunks[3] = {0}, id = 0;
        error = lb_mpp_number(r, gpu, "id", r->a->ranks - 1, &id);
        for (unsigned k = 0; k < 3 && !error; k++)
            error = lb_mpp_number(r, gpu, keys[k], LB_COLLECTIVE_CELLS, &chunks[k]);
        if (!error && id != r->rank)
            error = fail(r, gpu, "gpus are numbered \"id\": 0, 1, ... in order");
        if (!error && r->rank == 0)
            error = take_kind(r, chunks);
        if (!error && chunks[0] != lb_collective_in(r->a))
            error = fail(r, gpu, "ranks have inputs of different sizes");
        if (!error)
            lb_collective_lay_out(r->a, r->rank, r->in_place, chunks[2], r->cells[r->rank].base,
                                  r->cells[r->rank].size);
        if (!error && r->a->cells > LB_COLLECTIVE_CELLS)
            error = fail(r, gpu, "more chunks than are supported");
    }
    return error;
}

static void take_name(lb_mpp *r) {
    uint32_t item = lb_values_get(&r->tree, 0, "name");
    uint32_t length = 0, most = sizeof r->a->name - 1;
    const char *word = item ? lb_values_text(&r->tree, item, &length) : NULL;
    snprintf(r->a->name, sizeof r->a->name, "%.*s", (int)(length < most ? length : most), word ? word : "");
    for (char *p = r->a->name; *p; p++)
        *p = *p < ' ' || *p > '~' || *p == '"' || *p == '\\' ? '?' : *p;
    if (!*r->a->name)
        snprintf(r->a->name, sizeof r->a->name, "mscclpp");
}

static int take_all(lb_mpp *r) {
    uint32_t k, end, place = lb_values_get(&r->tree, 0, "inplace"), gpus = lb_values_get(&r->tree, 0, "gpus");
    int error = find_list(r, 0, "gpus", &k, &end);
    if (error)
        return error;
    r->a->ranks = gpus ? lb_values_size(&r->tree, gpus) : 0;
    if (r->a->ranks == 0 || r->a->ranks > LB_ACTS_RANKS)
        return fail(r, 0, "\"gpus\" are 1 to 4096");
    r->in_place = place && lb_values_is(&r->tree, place, "true");
    if (place && !r->in_place && !lb_values_is(&r->tree, place, "false"))
        return fail(r, place, "inplace is true or false");
    r->a->buffers = lb_zeroed(r->a->ranks, sizeof *r->a->buffers);
    r->cells = lb_zeroed(r->a->ranks, sizeof *r->cells);
    if (!r->a->buffers || !r->cells)
        return lb_mpp_no_memory(r);
    take_name(r);
    error = lay_out(r, k, end);
    r->rank = 0;
    for (; !error && k < end; k = lb_values_end(&r->tree, k), r->rank++)
        error = take_gpu(r, k);
    return error;
}

static void drop(lb_mpp *r) {
    lb_values_free(&r->tree);
    lb_acts_free(r->a);
    free(r->cells);
    free(r->buffer);
    free(r->barrier);
    free(r->use);
    for (unsigned k = 0; k < LB_MPP_TYPES; k++) {
        free(r->channel[k]);
        free(r->own_channel[k].at);
        free(r->own_buffer[k].at);
    }
}

/* The one rank that nothing is put to, unless it was said. */
static int find_root(lb_mpp *r, const lb_import_options *o) {
    lb_acts *a = r->a;
    uint32_t count = 0;
    bool *reached = lb_zeroed(a->ranks, sizeof *reached);
    if (!reached)
        return lb_mpp_no_memory(r);
    for (uint64_t k = 0; k < a->acts; k++) {
        if (a->act[k].link != LB_NONE)
            reached[a->connection[a->act[k].link].to] = true;
    }
    for (uint32_t rank = 0; rank < a->ranks; rank++) {
        a->root = reached[rank] ? a->root : rank;
        count += !reached[rank];
    }
    free(reached);
    if (o->rooted && o->root >= a->ranks)
        return lb_page_fail(r->page, 0, "root %" PRIu32 " is no rank of the file", o->root);
    a->root = o->rooted ? o->root : count == 1 ? a->root : 0;
    return LB_OK;
}

static int judge(const lb_acts *a, const lb_page *page, const lb_import_options *o, bool patient, lb_imported *out) {
    lb_plan_free(out->plan);
    int error = lb_program_judge(a, page, o->net, patient, o->memory, &out->room, &out->plan);
    return error ? error : lb_import_check(page, o->memory, NULL, out->plan);
}

int lb_import_mscclpp(const lb_page *page, const lb_import_options *o, lb_imported *out) {
    lb_acts a = {.ranks = 0};
    lb_mpp r = {.page = page, .tree = lb_page_tree(page), .a = &a};
    lb_mpp_forms(&r);
    int error = lb_values_read(&r.tree);
    if (!error)
        error = take_all(&r);
    if (!error && a.kind == LB_BROADCAST)
        error = find_root(&r, o);
    if (!error) {
        error = judge(&a, page, o, false, out);
        if (error == LB_ERR_UNSUPPORTED)
            error = judge(&a, page, o, true, out);
    }
    drop(&r);
    return error;
}

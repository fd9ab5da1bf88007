/* MSCCL XML: algo > gpu > tb > step, into a program. What other elements and attributes there are is passed over, as
 * the runtimes do. A thread block is a thread, a step an act; a connection is a channel between two ranks. */
#include "import/msccl.h"

#include "import/collective.h"
#include "import/xml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS = 1024, STEPS = 1 << 20, CHUNKS = 1 << 20, CHANNELS = 1 << 16, MOST_CELLS = 1 << 26 };
enum { ROOM_SIMPLE = 2, ROOM_LL = 8 };

typedef struct gpu {
    uint32_t rank, line;
    uint64_t base[3], size[3]; /* of the buffers i, o, s: cells */
    uint32_t thread[BLOCKS];   /* by the number of a thread block; LB_NONE: there is none */
    uint64_t first_act;
    bool *tells; /* of its acts: hasdep */
    uint64_t tells_room;
} gpu;

typedef struct reading {
    lb_xml xml;
    lb_acts *a;
    bool in_place;
    gpu gpu;
    bool *there; /* of each rank */
} reading;

static int fail(const reading *r, const char *sentence) {
    return lb_page_fail(r->xml.page, r->xml.began, "%s", sentence);
}

static int no_memory(const reading *r) {
    return lb_fail_memory(r->xml.page->why, "a program");
}

/* ---- Steps ---- */

/* What a type does; r: receives, s: sends, c: reads src, d: writes dst, a: adds to dst. */
static const char *deeds_of(const lb_slice *type) {
    static const char *const known[][2] = {{"s", "sc"},    {"r", "rd"},    {"rcs", "rsd"},
                                           {"rrc", "rcd"}, {"rrs", "rsc"}, {"rrcs", "rscd"},
                                           {"cpy", "cd"},  {"re", "cda"},  {"nop", ""}};
    for (size_t k = 0; type && k < sizeof known / sizeof *known; k++) {
        if (lb_slice_is(type, known[k][0]))
            return known[k][1];
    }
    return NULL;
}

/* The first cell of a run of chunks: "srcbuf" and "srcoff", or "dstbuf" and "dstoff". */
static int take_cells(reading *r, const char *buffer, const char *offset, uint32_t count, uint64_t *cell) {
    const lb_slice *name = lb_xml_find(&r->xml, buffer);
    int64_t at = 0;
    int error = lb_xml_number(&r->xml, offset, 0, CHUNKS, &at);
    const char *place = name && name->length == 1 ? strchr("ios", name->at[0]) : NULL;
    if (error)
        return error;
    if (!place)
        return lb_page_fail(r->xml.page, r->xml.began, "%s is none of i, o and s", buffer);
    unsigned k = (unsigned)(*place == 'i' ? 0 : *place == 'o' ? 1 : 2);
    if ((uint64_t)at + count > r->gpu.size[k])
        return lb_page_fail(r->xml.page, r->xml.began, "the step goes beyond the %llu chunks of buffer %c",
                            (unsigned long long)r->gpu.size[k], *place);
    *cell = r->gpu.base[k] + (uint64_t)at;
    return LB_OK;
}

static int take_wait(reading *r, lb_act *act) {
    int64_t block, step;
    int error = lb_xml_number(&r->xml, "depid", -1, BLOCKS - 1, &block);
    if (!error)
        error = lb_xml_number(&r->xml, "deps", -1, STEPS, &step);
    if (error || block < 0)
        return error;
    act->wait = (uint32_t)block; /* a number within its rank, until that is whole */
    act->wait_act = step < 0 ? LB_NONE : (uint32_t)step;
    return step < 0 ? fail(r, "depid without deps: which step is waited for?") : LB_OK;
}

/* The thread's end of a connection. */
static int take_end(reading *r, uint32_t from, uint32_t to, uint32_t channel, bool sends, uint32_t *number) {
    uint32_t me = (uint32_t)r->a->threads - 1;
    if ((sends ? to : from) == LB_NONE)
        return fail(r, sends ? "the step sends, and its thread block has no send peer"
                             : "the step receives, and its thread block has no recv peer");
    *number = lb_acts_connection(r->a, from, to, channel);
    if (*number == LB_NONE)
        return no_memory(r);
    uint32_t *end = sends ? &r->a->connection[*number].sender : &r->a->connection[*number].receiver;
    if (*end != LB_NONE && *end != me)
        return fail(r, "two thread blocks have the same end of a connection");
    *end = me;
    return LB_OK;
}

static int take_step(reading *r, int64_t send, int64_t receive, uint32_t channel) {
    lb_thread *thread = &r->a->thread[r->a->threads - 1];
    const char *deeds = deeds_of(lb_xml_find(&r->xml, "type"));
    int64_t s, count, tells = 0;
    lb_act *act = lb_acts_act(r->a);
    void *grown = r->gpu.tells;
    uint64_t at = r->a->acts - r->gpu.first_act;
    if (!act || lb_grow(&grown, &r->gpu.tells_room, at, sizeof *r->gpu.tells))
        return no_memory(r);
    r->gpu.tells = grown;
    thread->acts++;
    act->line = r->xml.began;
    if (!deeds)
        return fail(r, "the type of the step is not known: there are s r rcs rrc rrs rrcs cpy re nop");
    int error = lb_xml_number(&r->xml, "s", 0, STEPS, &s);
    if (!error && (uint64_t)s != thread->acts - 1)
        error = fail(r, "the steps of a thread block are numbered s=\"0\", \"1\", ... in order");
    if (!error)
        error = lb_xml_number(&r->xml, "cnt", *deeds ? 1 : 0, CHUNKS, &count);
    if (!error)
        error = lb_xml_number(&r->xml, "hasdep", 0, 1, &tells);
    if (!error)
        error = take_wait(r, act);
    r->gpu.tells[at - 1] = tells;
    act->count = *deeds && !error ? (uint32_t)count : 0;
    if (!error && strchr(deeds, 'c'))
        error = take_cells(r, "srcbuf", "srcoff", act->count, &act->from);
    if (!error && strchr(deeds, 'd'))
        error = take_cells(r, "dstbuf", "dstoff", act->count, &act->to);
    act->adds = strchr(deeds, 'a') != NULL;
    uint32_t peer_out = send < 0 ? LB_NONE : (uint32_t)send, peer_in = receive < 0 ? LB_NONE : (uint32_t)receive;
    if (!error && strchr(deeds, 's'))
        error = take_end(r, r->gpu.rank, peer_out, channel, true, &act->sends);
    if (!error && strchr(deeds, 'r'))
        error = take_end(r, peer_in, r->gpu.rank, channel, false, &act->receives);
    return error;
}

/* ---- Elements within elements ---- */

/* The next element within, of this name; others are passed over. 1: it began; 0: the outer one has ended. */
static int next_inside(lb_xml *xml, const char *name) {
    for (;;) {
        int event = lb_xml_next(xml);
        if (event <= 0)
            return event;
        if (event == LB_XML_END)
            return 0;
        if (lb_xml_is(xml, name))
            return 1;
        int error = lb_xml_skip(xml);
        if (error)
            return error;
    }
}

static int take_block(reading *r) {
    int64_t id, send, receive, channel, most = (int64_t)r->a->ranks - 1;
    int error = lb_xml_number(&r->xml, "id", 0, BLOCKS - 1, &id);
    if (!error)
        error = lb_xml_number(&r->xml, "send", -1, most, &send);
    if (!error)
        error = lb_xml_number(&r->xml, "recv", -1, most, &receive);
    if (!error)
        error = lb_xml_number(&r->xml, "chan", 0, CHANNELS, &channel);
    if (error)
        return error;
    if (send == r->gpu.rank || receive == r->gpu.rank)
        return fail(r, "a rank has a connection to itself");
    if (r->gpu.thread[id] != LB_NONE)
        return fail(r, "two thread blocks of a rank have the same number");
    lb_thread *thread = r->a->threads < LB_ACTS_THREADS ? lb_acts_thread(r->a) : NULL;
    if (!thread)
        return r->a->threads < LB_ACTS_THREADS ? no_memory(r) : fail(r, "more than 65536 thread blocks");
    thread->rank = r->gpu.rank;
    thread->line = r->xml.began;
    r->gpu.thread[id] = (uint32_t)(r->a->threads - 1);
    int more = 1;
    while (!error && (more = next_inside(&r->xml, "step")) > 0) {
        error = take_step(r, send, receive, (uint32_t)channel);
        if (!error)
            error = lb_xml_skip(&r->xml);
    }
    return error ? error : more;
}

/* Waits name thread blocks by their numbers within the rank, perhaps of ones that come later. */
static int settle_waits(reading *r) {
    for (uint64_t k = r->gpu.first_act; k < r->a->acts; k++) {
        lb_act *act = &r->a->act[k];
        if (act->wait == LB_NONE)
            continue;
        uint32_t thread = r->gpu.thread[act->wait];
        if (thread == LB_NONE || act->wait_act >= r->a->thread[thread].acts)
            return lb_page_fail(r->xml.page, act->line, "the step waits for a step that there is not");
        if (!r->gpu.tells[r->a->thread[thread].first + act->wait_act - r->gpu.first_act])
            return lb_page_broken(r->xml.page, act->line, "deadlock",
                                  "the step waits for one that says hasdep=\"0\", and so never tells that it is done");
        act->wait = thread;
    }
    return LB_OK;
}

/* The cells of a rank's three buffers. */
static int lay_out(reading *r, uint64_t scratch) {
    lb_acts *a = r->a;
    gpu *g = &r->gpu;
    uint64_t in = lb_collective_in(a), out = lb_collective_out(a), rank = g->rank;
    g->size[0] = in;
    g->size[1] = out;
    g->size[2] = scratch;
    g->base[0] = g->base[1] = a->cells;
    a->cells += in > out ? in : out;
    if (r->in_place && a->kind == LB_ALLGATHER) {
        g->base[0] += rank * a->chunks;
    } else if (r->in_place && a->kind == LB_REDUCE_SCATTER) {
        g->base[1] += rank * a->chunks;
    } else if (!r->in_place) {
        g->base[1] = a->cells;
        a->cells += out;
    }
    g->base[2] = a->cells;
    a->cells += scratch;
    a->buffers[rank] = (lb_buffers){.in = g->base[0], .out = g->base[1]};
    return a->cells > MOST_CELLS ? fail(r, "more chunks than are supported") : LB_OK;
}

static int take_gpu(reading *r) {
    int64_t id, scratch, chunks;
    int error = lb_xml_number(&r->xml, "id", 0, (int64_t)r->a->ranks - 1, &id);
    if (!error)
        error = lb_xml_number(&r->xml, "i_chunks", 0, CHUNKS, &chunks);
    if (!error)
        error = lb_xml_number(&r->xml, "o_chunks", 0, CHUNKS, &chunks);
    if (!error)
        error = lb_xml_number(&r->xml, "s_chunks", 0, CHUNKS, &scratch);
    if (!error && r->there[id])
        error = fail(r, "two gpus have the same number");
    if (error)
        return error;
    r->there[id] = true;
    r->gpu.rank = (uint32_t)id;
    r->gpu.first_act = r->a->acts;
    memset(r->gpu.thread, 0xFF, sizeof r->gpu.thread);
    error = lay_out(r, (uint64_t)scratch);
    int more = 1;
    while (!error && (more = next_inside(&r->xml, "tb")) > 0)
        error = take_block(r);
    error = error ? error : more;
    return error ? error : settle_waits(r);
}

/* ---- The algorithm ---- */

static int take_kind(reading *r) {
    static const struct {
        const char *name;
        lb_task_kind kind;
    } known[] = {{"allreduce", LB_ALLREDUCE},
                 {"allgather", LB_ALLGATHER},
                 {"reducescatter", LB_REDUCE_SCATTER},
                 {"reduce_scatter", LB_REDUCE_SCATTER},
                 {"alltoall", LB_ALLTOALL},
                 {"broadcast", LB_BROADCAST},
                 {"reduce", LB_REDUCE}};
    const lb_slice *coll = lb_xml_find(&r->xml, "coll");
    for (size_t k = 0; coll && k < sizeof known / sizeof *known; k++) {
        if (lb_slice_is(coll, known[k].name)) {
            r->a->kind = known[k].kind;
            return LB_OK;
        }
    }
    return fail(r, coll ? "coll is none of allreduce, allgather, reducescatter, alltoall, broadcast, reduce"
                        : "<algo> has no coll");
}

/* What is shown: printable, and not longer than a plan's name. */
static void take_name(reading *r) {
    const lb_slice *name = lb_xml_find(&r->xml, "name");
    size_t length = name ? name->length : 0, most = sizeof r->a->name - 1;
    snprintf(r->a->name, sizeof r->a->name, "%.*s", (int)(length < most ? length : most), name ? name->at : "");
    for (char *p = r->a->name; *p; p++)
        *p = *p < ' ' || *p > '~' ? '?' : *p;
    if (!*r->a->name)
        snprintf(r->a->name, sizeof r->a->name, "msccl");
}

static int take_head(reading *r, lb_msccl_calls *calls) {
    lb_acts *a = r->a;
    int64_t ranks, chunks, in_place = 0, out_of_place = 0;
    const lb_slice *protocol = lb_xml_find(&r->xml, "proto");
    take_name(r);
    int error = take_kind(r);
    if (!error)
        error = lb_xml_number(&r->xml, "ngpus", 1, LB_ACTS_RANKS, &ranks);
    if (!error)
        error = lb_xml_number(&r->xml, "nchunksperloop", 1, CHUNKS, &chunks);
    if (!error)
        error = lb_xml_number(&r->xml, "inplace", 0, 1, &in_place);
    if (!error && lb_xml_find(&r->xml, "outofplace"))
        error = lb_xml_number(&r->xml, "outofplace", 0, 1, &out_of_place);
    if (error)
        return error;
    *calls = (lb_msccl_calls){in_place, out_of_place || !in_place};
    a->ranks = (uint32_t)ranks;
    bool each = a->kind == LB_ALLGATHER || a->kind == LB_REDUCE_SCATTER || a->kind == LB_ALLTOALL;
    if (each && chunks % ranks)
        return fail(r, "nchunksperloop is no multiple of ngpus: ranks have no equal parts");
    a->chunks = (uint32_t)(each ? chunks / ranks : chunks);
    a->room = protocol && lb_slice_is(protocol, "Simple") ? ROOM_SIMPLE : ROOM_LL;
    a->buffers = lb_zeroed(a->ranks, sizeof *a->buffers);
    r->there = lb_zeroed(a->ranks, sizeof *r->there);
    return a->buffers && r->there ? LB_OK : no_memory(r);
}

/* The one rank that does not receive (of a broadcast) or send (of a reduce). */
static uint32_t find_root(const lb_acts *a) {
    uint32_t found = 0, count = 0;
    for (uint32_t rank = 0; rank < a->ranks; rank++) {
        bool idle = true;
        for (uint64_t k = 0; k < a->connections; k++)
            idle = idle && (a->kind == LB_BROADCAST ? a->connection[k].to : a->connection[k].from) != rank;
        if (idle) {
            found = rank;
            count++;
        }
    }
    return count == 1 ? found : 0;
}

static int take_algo(reading *r, uint32_t root, lb_msccl_calls *calls) {
    int more = lb_xml_next(&r->xml);
    if (more < 0)
        return more;
    if (more != LB_XML_BEGIN || !lb_xml_is(&r->xml, "algo"))
        return fail(r, "an MSCCL file begins with <algo>");
    int error = take_head(r, calls);
    while (!error && (more = next_inside(&r->xml, "gpu")) > 0)
        error = take_gpu(r);
    error = error ? error : more;
    if (!error && lb_xml_next(&r->xml) != LB_XML_END_OF_FILE)
        error = fail(r, "there is something after </algo>");
    for (uint32_t k = 0; k < r->a->ranks && !error; k++) {
        if (!r->there[k])
            error = lb_page_fail(r->xml.page, r->xml.line, "there is no gpu %u", (unsigned)k);
    }
    if (!error && root != LB_NONE && root >= r->a->ranks)
        error = lb_page_fail(r->xml.page, 0, "root %u is no rank of the file", (unsigned)root);
    if (!error)
        r->a->root = root != LB_NONE ? root : find_root(r->a);
    return error;
}

int lb_msccl_read(const lb_page *page, bool in_place, uint32_t root, lb_acts *a, lb_msccl_calls *calls) {
    reading *r = lb_zeroed(1, sizeof *r);
    *a = (lb_acts){.ranks = 0};
    if (!r)
        return lb_fail_memory(page->why, "a program");
    r->a = a;
    r->in_place = in_place;
    lb_xml_open(&r->xml, page);
    int error = take_algo(r, root, calls);
    free(r->gpu.tells);
    free(r->there);
    free(r);
    return error;
}

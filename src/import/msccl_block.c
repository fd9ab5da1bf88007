/* Thread blocks and steps of MSCCL files: threads and acts. */
#include "import/msccl_block.h"

#include "import/msccl_limits.h"

#include <string.h>

enum { STEPS = 1 << 20, CHANNELS = 1 << 16 };

/* What types do. */
enum { RECEIVES = 1, SENDS = 2, READS = 4, WRITES = 8, ADDS = 16, UNKNOWN = 32 };

static unsigned deeds_of(const lb_slice *type) {
    static const struct {
        char name[5];
        uint8_t deeds;
    } known[] = {{"s", SENDS | READS},
                 {"r", RECEIVES | WRITES},
                 {"rcs", RECEIVES | SENDS | WRITES},
                 {"rrc", RECEIVES | READS | WRITES},
                 {"rrs", RECEIVES | SENDS | READS},
                 {"rrcs", RECEIVES | SENDS | READS | WRITES},
                 {"cpy", READS | WRITES},
                 {"re", READS | WRITES | ADDS},
                 {"nop", 0}};
    char name[5] = "";
    if (!type || type->length == 0 || type->length >= sizeof name)
        return UNKNOWN;
    memcpy(name, type->at, type->length);
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        if (memcmp(name, known[k].name, sizeof name) == 0)
            return known[k].deeds;
    }
    return UNKNOWN;
}

/* The first cell of a run of chunks: "srcbuf" and "srcoff", or "dstbuf" and "dstoff". */
static int take_cells(lb_msccl_reading *r, const lb_slice *name, const lb_slice *offset, bool source, uint32_t count,
                      uint64_t *cell) {
    int64_t at = 0;
    int error = lb_xml_whole(&r->xml, offset, source ? "srcoff" : "dstoff", 0, LB_MSCCL_CHUNKS, &at);
    char letter = name && name->length == 1 ? name->at[0] : '\0';
    unsigned k = letter == 'i' ? 0 : letter == 'o' ? 1 : 2;
    if (error)
        return error;
    if (k == 2 && letter != 's')
        return lb_page_fail(r->xml.page, r->xml.began, "%s is none of i, o and s", source ? "srcbuf" : "dstbuf");
    if ((uint64_t)at + count > r->gpu.size[k])
        return lb_page_fail(r->xml.page, r->xml.began, "the step goes beyond the %llu chunks of buffer %c",
                            (unsigned long long)r->gpu.size[k], letter);
    *cell = r->gpu.base[k] + (uint64_t)at;
    r->limits.far = at > r->limits.far ? at : r->limits.far;
    r->limits.beyond |= at >= r->gpu.told[k];
    return LB_OK;
}

static int take_wait(lb_msccl_reading *r, lb_act *act) {
    int64_t block, step;
    int error = lb_xml_number(&r->xml, "depid", -1, LB_MSCCL_BLOCKS - 1, &block);
    if (!error)
        error = lb_xml_number(&r->xml, "deps", -1, STEPS, &step);
    if (error || block < 0)
        return error;
    act->wait = (uint32_t)block; /* a number within its rank, until that is whole */
    act->wait_act = step < 0 ? LB_NONE : (uint32_t)step;
    return step < 0 ? lb_msccl_fail(r, "depid without deps: which step is waited for?") : LB_OK;
}

/* The thread's end of a connection. */
static int take_end(lb_msccl_reading *r, uint32_t from, uint32_t to, uint32_t channel, bool sends, uint32_t *number) {
    uint32_t me = (uint32_t)r->a->threads - 1;
    if ((sends ? to : from) == LB_NONE)
        return lb_msccl_fail(r, sends ? "the step sends, and its thread block has no send peer"
                                      : "the step receives, and its thread block has no recv peer");
    *number = lb_acts_connection(r->a, from, to, channel);
    if (*number == LB_NONE)
        return lb_msccl_no_memory(r);
    uint32_t *end = sends ? &r->a->connection[*number].sender : &r->a->connection[*number].receiver;
    if (*end != LB_NONE && *end != me)
        return lb_msccl_fail(r, "two thread blocks have the same end of a connection");
    *end = me;
    return LB_OK;
}

static int take_step(lb_msccl_reading *r, int64_t send, int64_t receive, uint32_t channel) {
    lb_thread *thread = &r->a->thread[r->a->threads - 1];
    const unsigned deeds = deeds_of(lb_xml_find(&r->xml, "type"));
    int64_t s, count, tells = 0;
    lb_act *act = lb_acts_act(r->a);
    void *grown = r->gpu.tells;
    uint64_t at = r->a->acts - r->gpu.first_act;
    if (!act || lb_grow(&grown, &r->gpu.tells_room, at, sizeof *r->gpu.tells))
        return lb_msccl_no_memory(r);
    r->gpu.tells = grown;
    thread->acts++;
    act->line = r->xml.began;
    if (deeds == UNKNOWN)
        return lb_msccl_fail(r, "the type of the step is not known: there are s r rcs rrc rrs rrcs cpy re nop");
    int error = lb_xml_number(&r->xml, "s", 0, STEPS, &s);
    if (!error && (uint64_t)s != thread->acts - 1)
        error = lb_msccl_fail(r, "the steps of a thread block are numbered s=\"0\", \"1\", ... in order");
    if (!error)
        error = lb_xml_number(&r->xml, "cnt", deeds ? 1 : 0, LB_MSCCL_CHUNKS, &count);
    if (!error)
        error = lb_xml_number(&r->xml, "hasdep", 0, 1, &tells);
    if (!error)
        error = take_wait(r, act);
    r->gpu.tells[at - 1] = tells;
    act->count = deeds && !error ? (uint32_t)count : 0;
    if (!error && (deeds & READS))
        error =
            take_cells(r, lb_xml_find(&r->xml, "srcbuf"), lb_xml_find(&r->xml, "srcoff"), true, act->count, &act->from);
    if (!error && (deeds & WRITES))
        error =
            take_cells(r, lb_xml_find(&r->xml, "dstbuf"), lb_xml_find(&r->xml, "dstoff"), false, act->count, &act->to);
    act->adds = deeds & ADDS;
    uint32_t peer_out = send < 0 ? LB_NONE : (uint32_t)send, peer_in = receive < 0 ? LB_NONE : (uint32_t)receive;
    if (!error && (deeds & SENDS))
        error = take_end(r, r->gpu.rank, peer_out, channel, true, &act->sends);
    if (!error && (deeds & RECEIVES))
        error = take_end(r, peer_in, r->gpu.rank, channel, false, &act->receives);
    if (!error)
        lb_msccl_limit_step(r, !deeds, act);
    return error;
}

int lb_msccl_take_block(lb_msccl_reading *r) {
    int64_t id, send, receive, channel, most = (int64_t)r->a->ranks - 1;
    int error = lb_xml_number(&r->xml, "id", 0, LB_MSCCL_BLOCKS - 1, &id);
    if (!error)
        error = lb_xml_number(&r->xml, "send", -1, most, &send);
    if (!error)
        error = lb_xml_number(&r->xml, "recv", -1, most, &receive);
    if (!error)
        error = lb_xml_number(&r->xml, "chan", send < 0 && receive < 0 ? -1 : 0, CHANNELS, &channel);
    if (error)
        return error;
    if (send == r->gpu.rank || receive == r->gpu.rank)
        return lb_msccl_fail(r, "a rank has a connection to itself");
    if (r->gpu.thread[id] != LB_NONE)
        return lb_msccl_fail(r, "two thread blocks of a rank have the same number");
    lb_thread *thread = r->a->threads < LB_ACTS_THREADS ? lb_acts_thread(r->a) : NULL;
    if (!thread)
        return r->a->threads < LB_ACTS_THREADS ? lb_msccl_no_memory(r)
                                               : lb_msccl_fail(r, "more than 65536 thread blocks");
    thread->rank = r->gpu.rank;
    thread->line = r->xml.began;
    r->gpu.thread[id] = (uint32_t)(r->a->threads - 1);
    lb_msccl_limit_block(r, id, send >= 0, receive >= 0, channel);
    int more = 1;
    while (!error && (more = lb_xml_inside(&r->xml, "step")) > 0) {
        error = take_step(r, send, receive, (uint32_t)channel);
        if (!error)
            error = lb_xml_skip(&r->xml);
    }
    return error ? error : more;
}

/* Waits name thread blocks by their numbers within the rank, perhaps of ones that come later. */
int lb_msccl_settle(lb_msccl_reading *r) {
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

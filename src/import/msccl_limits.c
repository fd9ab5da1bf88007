/* The limits of the runtimes that load MSCCL files: RCCL (2024) and the executor for NCCL, which share a parser. Steps
 * of a thread block are numbered below 64, chunks of a step are 71 at most, thread blocks of a channel 32 that send and
 * 32 that receive. A wait that a nop brings must be followed by another. A rank's part is held in 4096 elements. */
#include "import/msccl_limits.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { STEPS = 64, COUNT = 71, BLOCKS = 64, OF_CHANNEL = 32, CHANNELS = 32, WAITS = 127, OFFSET = 32767 };
enum { ELEMENTS = 4096, ATTRIBUTES = 10 };

static void note(const lb_page *page, uint64_t line, const char *sentence) {
    lb_imported *out = page->out;
    if (!out || out->limit.text[0])
        return;
    char place[32] = "";
    if (line)
        snprintf(place, sizeof place, ":%" PRIu64, line);
    snprintf(out->limit.text, sizeof out->limit.text, "%.100s%s: %s", page->shown, place, sentence);
}

static void note_here(const lb_msccl_reading *r, const char *sentence) {
    note(r->xml.page, r->xml.began, sentence);
}

void lb_msccl_limit_file(const lb_page *page) {
    const char *first = page->bytes + strspn(page->bytes, " \r\n");
    const char *tab = memchr(page->bytes, '\t', page->size);
    if (strncmp(first, "<?", 2) == 0)
        note(page, 0, "it begins with an XML declaration, which they cannot read");
    if (!tab)
        return;
    uint64_t line = 1;
    for (const char *at = page->bytes; at < tab; at++)
        line += *at == '\n';
    note(page, line, "there is a tab, which they cannot read");
}

static bool is_zero(lb_msccl_reading *r, const char *key) {
    const lb_slice *value = lb_xml_find(&r->xml, key);
    return value && lb_slice_is(value, "0");
}

void lb_msccl_limit_algo(lb_msccl_reading *r) {
    static const char *const needed[] = {"nchannels", "proto", "minBytes", "maxBytes", "inplace", "outofplace"};
    char sentence[80];
    for (size_t k = 0; k < sizeof needed / sizeof *needed; k++) {
        if (lb_xml_find(&r->xml, needed[k]))
            continue;
        snprintf(sentence, sizeof sentence, "<algo> has no %s, which they ask for", needed[k]);
        note_here(r, sentence);
    }
    const lb_slice *protocol = lb_xml_find(&r->xml, "proto");
    if (protocol && !lb_slice_is(protocol, "Simple") && !lb_slice_is(protocol, "LL") && !lb_slice_is(protocol, "LL128"))
        note_here(r, "proto is none of Simple, LL and LL128");
    const lb_slice *coll = lb_xml_find(&r->xml, "coll");
    if (coll && lb_slice_is(coll, "reduce_scatter"))
        note_here(r, "coll is reduce_scatter, which they call reducescatter");
    if (is_zero(r, "inplace") && is_zero(r, "outofplace"))
        note_here(r, "inplace and outofplace are both 0, so that no call can take it");
}

void lb_msccl_limit_gpu(lb_msccl_reading *r) {
    r->limits = (lb_msccl_limits){.last = -1};
}

void lb_msccl_limit_block(lb_msccl_reading *r, int64_t id, bool sends, bool receives, int64_t channel) {
    lb_msccl_limits *l = &r->limits;
    l->blocks++;
    l->last = id > l->last ? id : l->last;
    l->chained = false;
    if (id >= BLOCKS)
        note_here(r, "RCCL loads 64 thread blocks of a rank, 0 to 63");
    if (channel >= CHANNELS)
        note_here(r, "there are 32 channels, 0 to 31 (in RCCL 128)");
    if (channel < 0)
        note_here(r, "chan is below 0");
    if (channel < 0 || channel >= LB_MSCCL_LIMIT_CHANNELS)
        return;
    l->senders[channel] += sends;
    l->receivers[channel] += receives;
    if (l->senders[channel] > OF_CHANNEL || l->receivers[channel] > OF_CHANNEL)
        note_here(r, "more than 32 thread blocks of a channel send, or receive");
}

/* An rrc: of no other type that has chunks they leave unasked where those are. */
static bool is_sum(const lb_act *act) {
    return act->receives != LB_NONE && act->from != LB_NO_CELL && act->to != LB_NO_CELL && act->sends == LB_NONE;
}

void lb_msccl_limit_step(lb_msccl_reading *r, bool nop, const lb_act *act) {
    lb_msccl_limits *l = &r->limits;
    const lb_thread *thread = &r->a->thread[r->a->threads - 1];
    bool waits = act->wait != LB_NONE;
    l->steps++;
    if (thread->acts > STEPS)
        note_here(r, "more than 64 steps in a thread block (older runtimes: 256)");
    if (act->count > COUNT)
        note_here(r, "more than 71 chunks in a step");
    if (waits && act->wait > WAITS)
        note_here(r, "depid above 127");
    if (l->far > OFFSET)
        note_here(r, "a chunk above 32767");
    if (l->beyond && !is_sum(act))
        note_here(r, "a chunk beyond the i_chunks or o_chunks of its gpu");
    if (r->xml.count < ATTRIBUTES)
        note_here(r, "a step lacks one of s, type, srcbuf, srcoff, dstbuf, dstoff, cnt, depid, deps and hasdep");
    if (nop && !waits)
        note_here(r, "a nop that waits for nothing: the steps after it are counted wrong");
    if (!nop && !waits && l->chained)
        note_here(r, "a step after a nop waits for nothing: the last wait must be the step's own");
    l->chained = nop && waits;
    l->far = 0;
    l->beyond = false;
}

void lb_msccl_limit_gpu_over(lb_msccl_reading *r) {
    const lb_msccl_limits *l = &r->limits;
    if (l->last + 1 != (int64_t)l->blocks)
        note_here(r, "the thread blocks of a rank are not numbered 0, 1, ... without gaps");
    if (1 + r->a->ranks + l->blocks + l->steps > ELEMENTS)
        note_here(r, "more than 4096 elements of one rank");
}

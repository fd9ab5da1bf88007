/* The corpus as programs: MSCCL++ plans, in place. A rank has one thread block, which goes through the steps: it puts
 * what it sends into a place of its own in the other's scratch and signals; it waits for what it receives, and copies
 * or adds that to where it belongs. */
#include "cli/corpus.h"

#include <inttypes.h>
#include <stdio.h>

enum { PEERS = 16 };

typedef struct rank {
    FILE *out;
    const corpus_schedule *s;
    uint32_t node, peer[PEERS], peers; /* whom it sends to or receives from */
    const char *before;                /* what stands before the next op */
} rank;

static uint32_t channel_of(rank *r, uint32_t peer) {
    uint32_t k = 0;
    while (k < r->peers && k < PEERS - 1 && r->peer[k] != peer)
        k++;
    r->peer[k] = peer;
    r->peers = k == r->peers ? k + 1 : r->peers;
    return k;
}

static void begin(rank *r, const char *name) {
    fprintf(r->out, "%s\n    {\"name\":\"%s\"", r->before, name);
    r->before = ",";
}

static void put_nop(rank *r) {
    begin(r, "nop");
    putc('}', r->out);
}

static void put_signal(rank *r, const char *name, uint32_t peer) {
    begin(r, name);
    fprintf(r->out, ",\"channel_ids\":[%" PRIu32 "],\"channel_type\":\"memory\"}", channel_of(r, peer));
}

/* The place of a move in scratch is its number. */
static void put_put(rank *r, uint64_t move) {
    const corpus_move *m = &r->s->move[move];
    begin(r, "put");
    fprintf(r->out,
            ",\"src_buff\":[{\"type\":\"o\",\"index\":%" PRIu32 ",\"size\":1}],\"dst_buff\":[{\"buffer_id\":%" PRIu32
            ",\"index\":%" PRIu64 ",\"size\":1}],\"channel_ids\":[%" PRIu32 "],\"channel_type\":\"memory\"}",
            m->block, channel_of(r, m->to), move, channel_of(r, m->to));
}

static void put_home(rank *r, uint64_t move) {
    const corpus_move *m = &r->s->move[move];
    begin(r, m->sums ? "re" : "copy");
    fputs(",\"src_buff\":[", r->out);
    if (m->sums)
        fprintf(r->out, "{\"type\":\"o\",\"index\":%" PRIu32 ",\"size\":1},", m->block);
    fprintf(r->out,
            "{\"type\":\"s\",\"index\":%" PRIu64 ",\"size\":1}],\"dst_buff\":[{\"type\":\"o\",\"index\":%" PRIu32
            ",\"size\":1}]}",
            move, m->block);
}

static void put_sends(rank *r, uint64_t first, uint64_t end) {
    bool any = false;
    for (uint64_t k = first; k < end; k++) {
        if (r->s->move[k].from == r->node) {
            put_put(r, k);
            any = true;
        }
    }
    if (any)
        put_nop(r);
    for (uint64_t k = first; k < end; k++) {
        if (r->s->move[k].from == r->node)
            put_signal(r, "signal", r->s->move[k].to);
    }
}

static void put_receives(rank *r, uint64_t first, uint64_t end) {
    bool any = false;
    for (uint64_t k = first; k < end; k++) {
        if (r->s->move[k].to == r->node) {
            put_signal(r, "wait", r->s->move[k].from);
            any = true;
        }
    }
    if (any)
        put_nop(r);
    for (uint64_t k = first; k < end; k++) {
        if (r->s->move[k].to == r->node) {
            put_home(r, k);
            put_nop(r);
        }
    }
}

static void put_ops(rank *r) {
    const corpus_schedule *s = r->s;
    for (uint64_t first = 0, end; first < s->moves; first = end) {
        for (end = first; end < s->moves && s->move[end].step == s->move[first].step;)
            end++;
        if (!s->receives_first)
            put_sends(r, first, end);
        put_receives(r, first, end);
        if (s->receives_first)
            put_sends(r, first, end);
    }
}

/* Channels and remote buffers are numbered alike: one of each for each peer. */
static void put_numbers(const rank *r) {
    for (uint32_t k = 0; k < r->peers; k++)
        fprintf(r->out, "%s%" PRIu32, k ? "," : "", k);
}

static void put_rank(rank *r) {
    const corpus_schedule *s = r->s;
    fprintf(r->out,
            "%s\n  {\"id\":%" PRIu32 ",\"input_chunks\":%" PRIu32 ",\"output_chunks\":%" PRIu32
            ",\"scratch_chunks\":%" PRIu64 ",\"threadblocks\":[{\"id\":0,\"ops\":[",
            r->node ? "," : "", r->node, s->kind == LB_ALLGATHER ? 1 : s->blocks, s->blocks, s->moves);
    r->before = "";
    r->peers = 0;
    put_ops(r);
    fputs("],\n    \"channels\":[{\"channel_type\":\"memory\",\"channel_ids\":[", r->out);
    put_numbers(r);
    fputs("]}],\"remote_buffer_refs\":[{\"access_channel_type\":\"memory\",\"remote_buffer_ids\":[", r->out);
    put_numbers(r);
    fputs("]}]}],\n   \"channels\":[{\"channel_type\":\"memory\",\"connected_to\":[", r->out);
    for (uint32_t k = 0; k < r->peers; k++)
        fprintf(r->out, "%s%" PRIu32, k ? "," : "", r->peer[k]);
    fputs("]}],\"remote_buffers\":[", r->out);
    for (uint32_t k = 0; k < r->peers; k++)
        fprintf(r->out, "%s{\"rank\":%" PRIu32 ",\"type\":\"s\",\"access_channel_types\":[\"memory\"]}", k ? "," : "",
                r->peer[k]);
    fputs("],\"semaphores\":[]}", r->out);
}

void corpus_write_mscclpp(FILE *out, const corpus_schedule *s) {
    rank r = {.out = out, .s = s};
    fprintf(out,
            "{\"name\":\"%s\",\"collective\":\"%s\",\"protocol\":\"Simple\",\"inplace\":true,\"reuse_resources\":false,"
            "\"gpus\":[",
            s->name, lb_task_kind_name(s->kind));
    for (r.node = 0; r.node < s->nodes; r.node++)
        put_rank(&r);
    fputs("]}\n", out);
}

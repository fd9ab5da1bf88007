/* The corpus as programs: MSCCL XML. A rank's k-th peer that it sends to and k-th that it receives from share a thread
 * block, which goes through the steps: in each it sends, then receives. Where another thread block of the rank used the
 * chunk before, a step waits for that. */
#include "cli/corpus.h"

#include "base/base.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { BLOCKS = 8, NONE = -1 };

typedef struct line {
    const char *type;
    uint32_t chunk;
    int block, after_block, after; /* its thread block, and which step of which it waits for */
    int number;                    /* in its thread block */
    bool told;                     /* somebody waits for it */
} line;

/* One rank's program. */
typedef struct rank {
    const corpus_schedule *s;
    uint32_t node;
    int to[BLOCKS], from[BLOCKS], steps[BLOCKS]; /* of each thread block: peers, and how many steps it has */
    line *line;
    uint64_t lines, room;
} rank;

/* The thread block with this peer, a new one if there is none. */
static int block_of(int *peers, uint32_t peer) {
    int k = 0;
    while (k < BLOCKS - 1 && peers[k] != NONE && peers[k] != (int)peer)
        k++;
    peers[k] = (int)peer;
    return k;
}

static int add_line(rank *r, line l) {
    void *grown = r->line;
    if (lb_grow(&grown, &r->room, r->lines + 1, sizeof l))
        return LB_ERR_MEMORY;
    r->line = grown;
    l.number = r->steps[l.block]++;
    r->line[r->lines++] = l;
    return LB_OK;
}

/* What a line must wait for: other thread blocks' last that used the chunk, and for a writer all since the last write.
 * Each but the last needs a nop. */
static int add_after(rank *r, line l, bool writes) {
    int last[BLOCKS], error = LB_OK;
    bool written = false;
    for (int k = 0; k < BLOCKS; k++)
        last[k] = NONE;
    for (uint64_t k = r->lines; k-- > 0 && !written;) {
        const line *before = &r->line[k];
        bool wrote = before->type[0] == 'r';
        if (before->chunk != l.chunk || before->type[0] == 'n' || !(writes || wrote))
            continue;
        if (before->block != l.block && last[before->block] == NONE)
            last[before->block] = (int)k;
        written = wrote;
    }
    l.after_block = NONE;
    for (int k = 0; k < BLOCKS && !error; k++) {
        if (last[k] == NONE)
            continue;
        line nop = {.type = "nop", .chunk = l.chunk, .block = l.block, .after_block = l.after_block, .after = l.after};
        if (l.after_block != NONE)
            error = add_line(r, nop);
        l.after_block = k;
        l.after = r->line[last[k]].number;
        r->line[last[k]].told = true;
    }
    return error ? error : add_line(r, l);
}

/* The rank's part of the moves first to end - 1, a step: what it sends, or what it receives. */
static int add_side(rank *r, uint64_t first, uint64_t end, bool sends) {
    int error = LB_OK;
    for (uint64_t k = first; k < end && !error; k++) {
        const corpus_move *m = &r->s->move[k];
        if (sends && m->from == r->node)
            error = add_after(r, (line){.type = "s", .chunk = m->block, .block = block_of(r->to, m->to)}, false);
        if (!sends && m->to == r->node)
            error = add_after(
                r, (line){.type = m->sums ? "rrc" : "r", .chunk = m->block, .block = block_of(r->from, m->from)}, true);
    }
    return error;
}

static int make_lines(rank *r) {
    const corpus_schedule *s = r->s;
    int error = LB_OK;
    for (int k = 0; k < BLOCKS; k++) {
        r->to[k] = r->from[k] = NONE;
        r->steps[k] = 0;
    }
    r->lines = 0;
    for (uint64_t first = 0, end; first < s->moves && !error; first = end) {
        for (end = first; end < s->moves && s->move[end].step == s->move[first].step;)
            end++;
        error = add_side(r, first, end, !s->receives_first);
        if (!error)
            error = add_side(r, first, end, s->receives_first);
    }
    return error;
}

static void put_line(FILE *out, const line *l, char buffer) {
    fprintf(out,
            "      <step s=\"%d\" type=\"%s\" srcbuf=\"%c\" srcoff=\"%" PRIu32 "\" dstbuf=\"%c\" dstoff=\"%" PRIu32
            "\" cnt=\"%d\" depid=\"%d\" deps=\"%d\" hasdep=\"%d\"/>\n",
            l->number, l->type, buffer, l->chunk, buffer, l->chunk, l->type[0] == 'n' ? 0 : 1, l->after_block,
            l->after_block == NONE ? NONE : l->after, l->told);
}

static void put_rank(FILE *out, const rank *r) {
    const corpus_schedule *s = r->s;
    bool gathers = s->kind == LB_ALLGATHER;
    fprintf(out, "  <gpu id=\"%" PRIu32 "\" i_chunks=\"%" PRIu32 "\" o_chunks=\"%" PRIu32 "\" s_chunks=\"0\">\n",
            r->node, gathers ? 1 : s->blocks, s->blocks);
    for (int k = 0; k < BLOCKS && r->steps[k]; k++) {
        fprintf(out, "    <tb id=\"%d\" send=\"%d\" recv=\"%d\" chan=\"0\">\n", k, r->to[k], r->from[k]);
        for (uint64_t i = 0; i < r->lines; i++) {
            if (r->line[i].block == k)
                put_line(out, &r->line[i], gathers ? 'o' : 'i');
        }
        fputs("    </tb>\n", out);
    }
    fputs("  </gpu>\n", out);
}

int corpus_write_msccl(FILE *out, const corpus_schedule *s) {
    rank r = {.s = s};
    int error = LB_OK;
    fprintf(out,
            "<algo name=\"%s\" proto=\"Simple\" nchannels=\"1\" nchunksperloop=\"%" PRIu32 "\" ngpus=\"%" PRIu32
            "\" coll=\"%s\" inplace=\"1\" outofplace=\"0\" minBytes=\"0\" maxBytes=\"0\">\n",
            s->name, s->blocks, s->nodes, lb_task_kind_name(s->kind));
    for (r.node = 0; r.node < s->nodes && !error; r.node++) {
        error = make_lines(&r);
        if (!error)
            put_rank(out, &r);
    }
    fputs("</algo>\n", out);
    free(r.line);
    return error;
}

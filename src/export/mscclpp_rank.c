/* A gpu of an MSCCL++ plan: its thread blocks, one for each rank that it exchanges something with, whose ops
 * mscclpp_ops.c writes, its channels and the buffers of others that it writes to. */
#define _POSIX_C_SOURCE 200809L /* for open_memstream */
#include "export/mscclpp_gpu.h"

#include "base/base.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int find_events(lb_gpu *r) {
    const lb_mscclpp *m = r->m;
    uint64_t count = 0;
    for (uint64_t k = 0; k < m->transfers; k++)
        count += m->transfer[k].from == r->node || m->transfer[k].to == r->node;
    r->event = lb_array(count, sizeof(void *));
    r->block = lb_zeroed(m->nodes, sizeof *r->block);
    r->block_of = lb_array(m->nodes, sizeof *r->block_of);
    if (!r->event || !r->block || !r->block_of)
        return lb_fail_memory(m->why, "the export");
    memset(r->block_of, 0xFF, m->nodes * sizeof *r->block_of);
    for (uint64_t k = 0; k < m->transfers; k++) {
        const lb_mscclpp_transfer *t = &m->transfer[k];
        uint32_t peer = t->from == r->node ? t->to : t->from;
        if (t->from != r->node && t->to != r->node)
            continue;
        r->event[r->events++] = t;
        r->block_of[peer] = 0;
        r->last_send = t->from == r->node ? t->step : r->last_send;
    }
    return LB_OK;
}

static int begin_blocks(lb_gpu *r) {
    for (uint32_t v = 0; v < r->m->nodes; v++) {
        if (r->block_of[v] == 0) {
            r->block_of[v] = r->blocks;
            r->block[r->blocks++].peer = v;
        }
    }
    if (r->blocks == 0)
        r->block[r->blocks++].peer = LB_NONE;
    for (unsigned k = 0; k < r->blocks; k++) {
        lb_gpu_block *b = &r->block[k];
        b->buffer[0] = b->buffer[1] = b->buffer[2] = -1;
        b->ops = open_memstream(&b->text, &b->size);
        if (!b->ops)
            return lb_fail_memory(r->m->why, "the export");
    }
    return LB_OK;
}

static void put_block(FILE *out, const lb_gpu_block *b, unsigned id, unsigned *buffers) {
    fprintf(out, "%s\n    {\"id\":%u,\"ops\":[%s],\"channels\":[", id ? "," : "", id, b->text);
    if (b->peer != LB_NONE)
        fprintf(out, "{\"channel_type\":\"memory\",\"channel_ids\":[%u]}", id);
    fputs("],\"remote_buffer_refs\":[", out);
    for (unsigned k = 0; k < b->buffers; k++)
        fprintf(out, "%s%u", k ? "," : "{\"access_channel_type\":\"memory\",\"remote_buffer_ids\":[", (*buffers)++);
    fputs(b->buffers ? "]}]}" : "]}", out);
}

/* The gpu's remote buffers are those of its thread blocks, one after another. */
static void put_buffers(FILE *out, const lb_gpu *r) {
    const char *before = "";
    fputs("],\"remote_buffers\":[", out);
    for (unsigned k = 0; k < r->blocks; k++) {
        for (int id = 0; id < (int)r->block[k].buffers; id++) {
            int type = 0;
            while (r->block[k].buffer[type] != id)
                type++;
            fprintf(out, "%s{\"rank\":%" PRIu32 ",\"type\":\"%c\",\"access_channel_types\":[\"memory\"]}", before,
                    r->block[k].peer, "ios"[type]);
            before = ",";
        }
    }
}

static void put_gpu(FILE *out, const lb_gpu *r) {
    unsigned buffers = 0;
    fprintf(out,
            "%s\n  {\"id\":%" PRIu32 ",\"input_chunks\":%" PRIu64 ",\"output_chunks\":%" PRIu64
            ",\"scratch_chunks\":%" PRIu64 ",\"threadblocks\":[",
            r->node ? "," : "", r->node, r->m->in, r->m->out, r->m->scratch[r->node]);
    for (unsigned k = 0; k < r->blocks; k++)
        put_block(out, &r->block[k], k, &buffers);
    fputs("],\"channels\":[", out);
    for (unsigned k = 0; k < r->blocks && r->block[k].peer != LB_NONE; k++)
        fprintf(out, "%s%" PRIu32, k ? "," : "{\"channel_type\":\"memory\",\"connected_to\":[", r->block[k].peer);
    fputs(r->block[0].peer != LB_NONE ? "]}" : "", out);
    put_buffers(out, r);
    fputs("],\"semaphores\":[]}", out);
}

static int end_blocks(lb_gpu *r, int error) {
    for (unsigned k = 0; k < r->blocks; k++) {
        FILE *ops = r->block[k].ops;
        bool broken = ops && ferror(ops);
        if (ops && (fclose(ops) || broken) && !error)
            error = lb_fail_memory(r->m->why, "the export");
    }
    return error;
}

int lb_mscclpp_rank(FILE *out, const lb_mscclpp *m, uint32_t node) {
    lb_gpu r = {.m = m, .node = node};
    int error = find_events(&r);
    if (!error)
        error = begin_blocks(&r);
    if (!error)
        error = lb_gpu_greet(&r);
    if (!error)
        error = lb_gpu_inputs(&r);
    if (!error)
        error = lb_gpu_steps(&r);
    error = end_blocks(&r, error);
    if (!error)
        put_gpu(out, &r);
    for (unsigned k = 0; k < r.blocks; k++)
        free(r.block[k].text);
    free(r.event);
    free(r.block);
    free(r.block_of);
    return error;
}

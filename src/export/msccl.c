/* MSCCL XML: the file. Only what the loaders of NCCL and RCCL with MSCCL read is written, as they read it: no XML
 * declaration, one blank between attributes. */
#include "export/about.h"
#include "export/formats.h"
#include "export/msccl_parts.h"

#include "base/base.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct collective {
    lb_task_kind kind;
    const char *name;
    bool all;      /* a loop has the chunks of all nodes' blocks, not those of one */
    bool in_place; /* works in place as well */
} collective;

static const collective collectives[] = {
    {LB_ALLGATHER, "allgather", true, true},
    {LB_ALLREDUCE, "allreduce", true, true},
    {LB_REDUCE_SCATTER, "reducescatter", true, true},
    {LB_ALLTOALL, "alltoall", true, false},
    {LB_BROADCAST, "broadcast", false, true},
    {LB_REDUCE, "reduce", false, true},
    {LB_GATHER, "gather", false, true},
    {LB_SCATTER, "scatter", false, true},
};

static const collective *find(lb_task_kind kind) {
    for (size_t k = 0; k < sizeof collectives / sizeof *collectives; k++) {
        if (collectives[k].kind == kind)
            return &collectives[k];
    }
    return NULL;
}

static void put_step(FILE *out, const lb_msccl_step *step, uint64_t number, const int *new_id) {
    static const char *const types[] = {"s", "r", "rrc", "cpy", "nop"};
    static const char buffers[] = "ios";
    bool nop = step->type == LB_MSCCL_NOP;
    fprintf(out,
            "      <step s=\"%" PRIu64
            "\" type=\"%s\" srcbuf=\"%c\" srcoff=\"%d\" dstbuf=\"%c\" dstoff=\"%d\" cnt=\"%" PRIu32
            "\" depid=\"%d\" deps=\"%d\" hasdep=\"%d\"/>\n",
            number, types[step->type], buffers[step->from.buffer], nop ? -1 : (int)step->from.at,
            buffers[step->to.buffer], nop ? -1 : (int)step->to.at, nop ? 0 : step->from.count,
            step->block < 0 ? -1 : new_id[step->block], step->step, step->awaited);
}

/* Each lane of a link is a channel of its own, since a channel has one thread block at either end of a connection. */
static unsigned channel_of(const lb_msccl_rank *r, unsigned block) {
    const lb_msccl_block *own = &r->block[block];
    unsigned channel = 0;
    for (unsigned b = 0; b < block; b++)
        channel += (own->send != LB_NONE && r->block[b].send == own->send) ||
                   (own->receive != LB_NONE && r->block[b].receive == own->receive);
    return channel;
}

static unsigned most_lanes(const lb_net *net) {
    unsigned most = 1, ports = lb_net_ports(net);
    for (uint32_t v = 0; v < lb_net_nodes(net); v++) {
        for (unsigned p = 0; p < ports; p++) {
            uint32_t other = lb_neighbor(net, v, p);
            unsigned lanes = 1;
            for (unsigned q = 0; q < p && other != LB_NONE; q++)
                lanes += lb_neighbor(net, v, q) == other;
            most = lanes > most ? lanes : most;
        }
    }
    return most;
}

/* Thread blocks without steps are left out, and the others numbered through. */
static void put_rank(FILE *out, const lb_msccl_rank *r) {
    int id[2 * LB_MAX_PORTS + 1], used = 0;
    for (unsigned b = 0; b < r->blocks; b++)
        id[b] = r->block[b].steps ? used++ : -1;
    fprintf(out,
            "  <gpu id=\"%" PRIu32 "\" i_chunks=\"%" PRIu32 "\" o_chunks=\"%" PRIu32 "\" s_chunks=\"%" PRIu32 "\">\n",
            r->node, r->chunks[LB_MSCCL_INPUT], r->chunks[LB_MSCCL_OUTPUT], r->chunks[LB_MSCCL_SCRATCH]);
    for (unsigned b = 0; b < r->blocks; b++) {
        const lb_msccl_block *block = &r->block[b];
        if (!block->steps)
            continue;
        fprintf(out, "    <tb id=\"%d\" send=\"%d\" recv=\"%d\" chan=\"%u\">\n", id[b],
                block->send == LB_NONE ? -1 : (int)block->send, block->receive == LB_NONE ? -1 : (int)block->receive,
                channel_of(r, b));
        for (uint64_t s = 0; s < block->steps; s++)
            put_step(out, &block->step[s], s, id);
        fputs("    </tb>\n", out);
    }
    fputs("  </gpu>\n", out);
}

static int write_rank(FILE *out, const lb_plan *plan, uint32_t node, uint64_t parts, lb_why *why) {
    lb_msccl_rank *rank = lb_zeroed(1, sizeof *rank);
    if (!rank)
        return lb_fail_memory(why, "the export");
    rank->plan = plan;
    rank->task = lb_plan_task(plan);
    rank->node = node;
    rank->parts = parts;
    rank->unit = lb_plan_denominator(plan) / parts;
    rank->why = why;
    int error = lb_msccl_build(rank);
    if (!error)
        put_rank(out, rank);
    lb_msccl_free(rank);
    free(rank);
    return error;
}

static int refuse(const lb_plan *plan, lb_why *why) {
    const lb_net *net = lb_plan_net(plan);
    lb_task_kind kind = lb_task_kind_of(lb_plan_task(plan));
    if (!find(kind))
        return lb_fail(
            why, LB_ERR_UNSUPPORTED,
            "%s cannot be said in MSCCL XML; allgather, allreduce, reduce-scatter, alltoall, broadcast, reduce, gather "
            "and scatter can",
            lb_task_kind_name(kind));
    if (lb_net_dead_nodes(net))
        return lb_fail(why, LB_ERR_UNSUPPORTED, "MSCCL XML has no words for dead nodes");
    if (2 * lb_net_ports(net) + 1 > LB_MSCCL_BLOCKS)
        return lb_fail(why, LB_ERR_SIZE, "MSCCL allows %d thread blocks to a channel; %u links of a node need more",
                       LB_MSCCL_BLOCKS, lb_net_ports(net));
    return LB_OK;
}

int lb_export_msccl(FILE *out, const lb_plan *plan, const lb_export_options *options, lb_why *why) {
    const lb_net *net = lb_plan_net(plan);
    const collective *c = find(lb_task_kind_of(lb_plan_task(plan)));
    uint64_t parts = 1;
    char name[160], algorithm[160];
    (void)options;
    int error = refuse(plan, why);
    if (!error)
        error = lb_export_parts(plan, &parts, why);
    if (error)
        return error;
    if (parts > LB_MSCCL_CHUNKS)
        return lb_fail(why, LB_ERR_SIZE, "MSCCL: blocks of %" PRIu64 " pieces are cut too finely; up to %d can be",
                       parts, LB_MSCCL_CHUNKS);
    lb_net_title(net, name, sizeof name);
    lb_export_algorithm(plan, algorithm, sizeof algorithm);
    fprintf(out,
            "<algo name=\"linkbound-%s-%s\" proto=\"Simple\" nchannels=\"%u\" nchunksperloop=\"%" PRIu64
            "\" ngpus=\"%" PRIu32 "\" coll=\"%s\" inplace=\"%d\" outofplace=\"1\" minBytes=\"0\" maxBytes=\"0\">\n",
            algorithm, name, most_lanes(net), c->all ? parts * lb_net_nodes(net) : parts, lb_net_nodes(net), c->name,
            c->in_place);
    for (uint32_t v = 0; v < lb_net_nodes(net) && !error; v++)
        error = write_rank(out, plan, v, parts, why);
    fputs("</algo>\n", out);
    return error;
}

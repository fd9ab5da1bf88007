/* Building a rank. Its steps are made in the order of the plan's: in each, first what is sent, then what is received,
 * since arrivals take effect after the step. Read in this order, a step has to wait for those of other thread blocks
 * that wrote what it reads, that read what it overwrites, and that wrote what it adds to. Waiting for a step of a
 * thread block is waiting for all before it. */
#include "export/msccl_parts.h"

#include "base/base.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- Waiting ---- */

typedef struct needs {
    int step[2 * LB_MAX_PORTS + 1]; /* of each block; -1: none */
} needs;

static size_t chunk_of(const lb_msccl_rank *r, lb_msccl_buffer buffer, uint32_t at) {
    size_t before = 0;
    for (int k = 0; k < (int)buffer; k++)
        before += r->chunks[k];
    return before + at;
}

static void need(needs *n, int block, int step) {
    if (block >= 0 && step > n->step[block])
        n->step[block] = step;
}

static void need_written(const lb_msccl_rank *r, lb_msccl_run run, needs *n) {
    for (uint32_t k = 0; k < run.count; k++) {
        lb_msccl_mark mark = r->written[chunk_of(r, run.buffer, run.at + k)];
        need(n, mark.block, mark.step);
    }
}

static void need_read(const lb_msccl_rank *r, lb_msccl_run run, needs *n) {
    for (uint32_t k = 0; k < run.count; k++) {
        const int *read = &r->read[chunk_of(r, run.buffer, run.at + k) * r->blocks];
        for (unsigned b = 0; b < r->blocks; b++)
            need(n, (int)b, read[b]);
    }
}

static void mark_read(lb_msccl_rank *r, lb_msccl_run run, unsigned block, int step) {
    for (uint32_t k = 0; k < run.count; k++)
        r->read[chunk_of(r, run.buffer, run.at + k) * r->blocks + block] = step;
}

static void mark_written(lb_msccl_rank *r, lb_msccl_run run, unsigned block, int step) {
    for (uint32_t k = 0; k < run.count; k++) {
        size_t chunk = chunk_of(r, run.buffer, run.at + k);
        r->written[chunk] = (lb_msccl_mark){(int)block, step};
        for (unsigned b = 0; b < r->blocks; b++)
            r->read[chunk * r->blocks + b] = -1;
    }
}

/* ---- Steps ---- */

static int append(lb_msccl_rank *r, unsigned block, lb_msccl_step step) {
    lb_msccl_block *b = &r->block[block];
    void *steps = b->step;
    if (b->steps == LB_MSCCL_STEPS)
        return lb_fail(r->why, LB_ERR_SIZE,
                       "MSCCL allows %d steps for a thread block, node %" PRIu32 " needs more for one link: a smaller "
                       "network, or fewer pieces, can be exported",
                       LB_MSCCL_STEPS, r->node);
    if (lb_grow(&steps, &b->room, b->steps + 1, sizeof *b->step))
        return lb_fail_memory(r->why, "the export");
    b->step = steps;
    b->step[b->steps++] = step;
    return LB_OK;
}

/* A step waits for one other; what more there is to wait for stands before it, in steps that do nothing. */
static int append_waiting(lb_msccl_rank *r, unsigned block, lb_msccl_step step, const needs *n) {
    lb_msccl_block *me = &r->block[block];
    lb_msccl_step waits = {.type = LB_MSCCL_NOP, .block = -1, .step = -1};
    int error = LB_OK;
    for (unsigned b = 0; b < r->blocks && !error; b++) {
        if (b == block || n->step[b] <= me->waited[b])
            continue;
        me->waited[b] = n->step[b];
        r->block[b].step[n->step[b]].awaited = true;
        if (waits.block >= 0)
            error = append(r, block, waits);
        waits.block = (int)b;
        waits.step = n->step[b];
    }
    step.block = waits.block;
    step.step = waits.step;
    return error ? error : append(r, block, step);
}

static int add_step(lb_msccl_rank *r, unsigned block, lb_msccl_type type, lb_msccl_run from, lb_msccl_run to) {
    needs n;
    for (unsigned b = 0; b < r->blocks; b++)
        n.step[b] = -1;
    bool reads = type == LB_MSCCL_SEND || type == LB_MSCCL_LOCAL, writes = type != LB_MSCCL_SEND;
    if (reads)
        need_written(r, from, &n);
    if (writes) {
        need_written(r, to, &n);
        need_read(r, to, &n);
    }
    int error = append_waiting(r, block, (lb_msccl_step){.type = type, .from = from, .to = to}, &n);
    int index = (int)r->block[block].steps - 1;
    if (!error && writes)
        mark_written(r, to, block, index);
    if (!error && reads)
        mark_read(r, from, block, index);
    return error;
}

/* As many steps as the longest run makes necessary. */
static int add_run(lb_msccl_rank *r, unsigned block, lb_msccl_type type, lb_msccl_run from, lb_msccl_run to) {
    int error = LB_OK;
    for (uint32_t done = 0; done < from.count && !error; done += LB_MSCCL_COUNT) {
        uint32_t count = from.count - done < LB_MSCCL_COUNT ? from.count - done : LB_MSCCL_COUNT;
        error = add_step(r, block, type, (lb_msccl_run){from.buffer, from.at + done, count},
                         (lb_msccl_run){to.buffer, to.at + done, count});
    }
    return error;
}

/* ---- Packets ---- */

static int by_name(const void *a, const void *b) {
    const lb_item *x = a, *y = b;
    if (x->origin != y->origin)
        return x->origin < y->origin ? -1 : 1;
    if (x->dest != y->dest)
        return x->dest < y->dest ? -1 : 1;
    return (x->lo > y->lo) - (x->lo < y->lo);
}

/* Items one after the other, in an order that is the same everywhere. Where nodes exchange sums, what comes in has to
 * wait until the same has gone out on every link: in one order nobody waits in a circle, even if a connection holds
 * only one message. */
static int add_packet(lb_msccl_rank *r, unsigned block, bool sends, const lb_move *move) {
    bool sums = lb_task_class(r->task) == LB_SUM && move->op == LB_OP_SUM;
    lb_item *items = lb_array(move->nitems, sizeof *items);
    if (!items)
        return lb_fail_memory(r->why, "the export");
    for (uint32_t k = 0; k < move->nitems; k++)
        items[k] = move->items[k];
    qsort(items, move->nitems, sizeof *items, by_name);
    int error = LB_OK;
    for (uint32_t k = 0; k < move->nitems && !error; k++) {
        lb_msccl_run run = lb_msccl_place(r, &items[k]);
        error = add_run(r, block, sends ? LB_MSCCL_SEND : sums ? LB_MSCCL_SUM : LB_MSCCL_RECEIVE, run, run);
    }
    free(items);
    return error;
}

/* All packets of one step that go one way. `at` says how far each port is. */
static int add_way(lb_msccl_rank *r, lb_program *program, uint32_t step, lb_way way, uint64_t *at) {
    unsigned ports = lb_net_ports(lb_plan_net(r->plan));
    lb_move move;
    int error = LB_OK;
    for (unsigned port = 0; port < ports && !error; port++) {
        while (at[port] < lb_program_count(program, port, way) && !error) {
            lb_program_packet(program, port, way, at[port], &move);
            if (move.step != step)
                break;
            at[port]++;
            error = add_packet(r, 2 * port + (way == LB_RECEIVES), way == LB_SENDS, &move);
        }
    }
    return error;
}

static int add_packets(lb_msccl_rank *r) {
    uint64_t sent[LB_MAX_PORTS] = {0}, received[LB_MAX_PORTS] = {0};
    lb_program *program = NULL;
    int error = lb_program_create(r->plan, r->node, &program, r->why);
    for (uint32_t step = 1; step <= lb_plan_steps(r->plan) && !error; step++) {
        error = add_way(r, program, step, LB_SENDS, sent);
        if (!error)
            error = add_way(r, program, step, LB_RECEIVES, received);
    }
    lb_program_free(program);
    return error;
}

/* ---- What the node does by itself, first ---- */

static int add_copy(lb_msccl_rank *r, lb_msccl_buffer to_buffer, uint64_t from_block, uint64_t to_block,
                    uint64_t blocks) {
    uint32_t count = (uint32_t)(blocks * r->parts);
    return add_run(r, r->blocks - 1, LB_MSCCL_LOCAL,
                   (lb_msccl_run){LB_MSCCL_INPUT, (uint32_t)(from_block * r->parts), count},
                   (lb_msccl_run){to_buffer, (uint32_t)(to_block * r->parts), count});
}

static int add_copies(lb_msccl_rank *r) {
    uint32_t nodes = lb_net_nodes(lb_plan_net(r->plan));
    bool root = lb_task_params_of(r->task).root == r->node;
    int error = LB_OK;
    switch (lb_task_kind_of(r->task)) {
    case LB_ALLGATHER: return add_copy(r, LB_MSCCL_OUTPUT, 0, r->node, 1);
    case LB_ALLTOALL: return add_copy(r, LB_MSCCL_OUTPUT, r->node, r->node, 1);
    case LB_GATHER: return root ? add_copy(r, LB_MSCCL_OUTPUT, 0, r->node, 1) : LB_OK;
    case LB_SCATTER: return root ? add_copy(r, LB_MSCCL_OUTPUT, r->node, 0, 1) : LB_OK;
    case LB_BROADCAST: return root ? add_copy(r, LB_MSCCL_OUTPUT, 0, 0, 1) : LB_OK;
    case LB_REDUCE: return add_copy(r, root ? LB_MSCCL_OUTPUT : LB_MSCCL_SCRATCH, 0, 0, 1);
    case LB_ALLREDUCE: /* block by block, so that the first can leave before the last is copied */
        for (uint32_t k = 0; k < nodes && !error; k++)
            error = add_copy(r, LB_MSCCL_OUTPUT, k, k, 1);
        return error;
    default: /* reduce-scatter */
        for (uint32_t k = 0; k < nodes && !error; k++)
            error = add_copy(r, k == r->node ? LB_MSCCL_OUTPUT : LB_MSCCL_SCRATCH, k, k == r->node ? 0 : k, 1);
        return error;
    }
}

/* ---- The whole rank ---- */

/* Scratch may need a place for every block, before it is known how many are in transit. */
static int find_sizes(lb_msccl_rank *r) {
    uint64_t nodes = lb_net_nodes(lb_plan_net(r->plan)), in = 1, out = 1, scratch = 0;
    switch (lb_task_kind_of(r->task)) {
    case LB_ALLGATHER: out = nodes; break;
    case LB_ALLREDUCE: in = out = nodes; break;
    case LB_REDUCE_SCATTER: in = scratch = nodes; break;
    case LB_REDUCE: scratch = 1; break;
    case LB_GATHER: out = scratch = nodes; break;
    case LB_SCATTER: in = scratch = nodes; break;
    case LB_ALLTOALL:
        in = out = nodes;
        scratch = nodes * nodes;
        break;
    default: break;
    }
    if (r->parts > LB_MSCCL_CHUNKS || (in + out + scratch) * r->parts > LB_MSCCL_CHUNKS)
        return lb_fail(
            r->why, LB_ERR_SIZE,
            "MSCCL: %" PRIu64 " chunks at a node are more than %d; a smaller network, or fewer pieces, can be "
            "exported",
            (in + out + scratch) * (r->parts < LB_MSCCL_CHUNKS ? r->parts : LB_MSCCL_CHUNKS), LB_MSCCL_CHUNKS);
    r->chunks[LB_MSCCL_INPUT] = (uint32_t)(in * r->parts);
    r->chunks[LB_MSCCL_OUTPUT] = (uint32_t)(out * r->parts);
    r->chunks[LB_MSCCL_SCRATCH] = (uint32_t)(scratch * r->parts);
    return LB_OK;
}

/* Blocks pass through nodes that have no place for them. */
static bool has_slots(const lb_msccl_rank *r) {
    lb_task_kind kind = lb_task_kind_of(r->task);
    return kind == LB_ALLTOALL || kind == LB_GATHER || kind == LB_SCATTER;
}

static int prepare(lb_msccl_rank *r) {
    const lb_net *net = lb_plan_net(r->plan);
    unsigned ports = lb_net_ports(net);
    uint64_t nodes = lb_net_nodes(net);
    r->blocks = 2 * ports + 1;
    int error = find_sizes(r);
    if (error)
        return error;
    for (unsigned b = 0; b < r->blocks; b++) {
        uint32_t peer = b < 2 * ports ? lb_neighbor(net, r->node, b / 2) : LB_NONE;
        r->block[b] = (lb_msccl_block){.send = b % 2 == 0 ? peer : LB_NONE, .receive = b % 2 ? peer : LB_NONE};
        for (unsigned k = 0; k < r->blocks; k++)
            r->block[b].waited[k] = -1;
    }
    uint64_t chunks = chunk_of(r, LB_MSCCL_BUFFERS, 0);
    r->written = lb_array(chunks, sizeof *r->written);
    r->read = lb_array(chunks * r->blocks, sizeof *r->read);
    r->slot = lb_zeroed(has_slots(r) ? nodes * nodes : 1, sizeof *r->slot);
    if (!r->written || !r->read || !r->slot)
        return lb_fail_memory(r->why, "the export");
    for (uint64_t k = 0; k < chunks; k++)
        r->written[k] = (lb_msccl_mark){-1, -1};
    for (uint64_t k = 0; k < chunks * r->blocks; k++)
        r->read[k] = -1;
    return LB_OK;
}

int lb_msccl_build(lb_msccl_rank *r) {
    int error = prepare(r);
    if (!error)
        error = add_copies(r);
    if (!error)
        error = add_packets(r);
    if (has_slots(r))
        r->chunks[LB_MSCCL_SCRATCH] = (uint32_t)(r->slots * r->parts);
    return error;
}

void lb_msccl_free(lb_msccl_rank *r) {
    for (unsigned b = 0; b < r->blocks; b++)
        free(r->block[b].step);
    free(r->written);
    free(r->read);
    free(r->slot);
}

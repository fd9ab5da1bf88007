/* The ops of a gpu of an MSCCL++ plan. It has a thread block for each rank that it exchanges something with, and a
 * channel to that. First the two tell each other that they are there (rlxsignal, rlxwait): only then may memory of the
 * other be written to. A step of the plan is then
 *
 *     put, nop, signal    what the thread block sends
 *     wait, barrier       what it receives; the barrier is of all thread blocks of the gpu
 *     re, copy, barrier   where sums are made: each block by one thread block, the order of a sum being that of places
 *                         (lb_sum_place), so that all ranks get the same
 *
 * without the barriers where nothing comes after that needs them. A gpu with one thread block needs none: nop instead.
 */
#include "export/mscclpp_gpu.h"

#include "base/base.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Ops ---- */

static int begin_op(const lb_gpu *r, lb_gpu_block *b, const char *name) {
    if (b->count == LB_MSCCLPP_OPS)
        return lb_fail(r->m->why, LB_ERR_SIZE,
                       "MSCCL++ allows %d ops for a thread block, node %" PRIu32 " needs more: a smaller network, or "
                       "fewer pieces, can be exported",
                       LB_MSCCLPP_OPS, r->node);
    fprintf(b->ops, "%s\n      {\"name\":\"%s\"", b->count++ ? "," : "", name);
    return LB_OK;
}

static int put_plain(const lb_gpu *r, lb_gpu_block *b, const char *name) {
    int error = begin_op(r, b, name);
    if (!error)
        fputs("}", b->ops);
    return error;
}

/* signal, wait and their relaxed kin, on the block's channel. */
static int put_signal(const lb_gpu *r, lb_gpu_block *b, const char *name) {
    int error = begin_op(r, b, name);
    if (!error)
        fputs(",\"channel_ids\":[0],\"channel_type\":\"memory\"}", b->ops);
    return error;
}

/* All thread blocks come together. */
static int put_barrier(lb_gpu *r) {
    int error = LB_OK;
    for (unsigned k = 0; k < r->blocks && !error; k++) {
        lb_gpu_block *b = &r->block[k];
        error = begin_op(r, b, r->blocks == 1 ? "nop" : "barrier");
        if (!error && r->blocks > 1)
            fprintf(b->ops, ",\"barrier_id\":0,\"num_threadblocks\":%u", r->blocks);
        if (!error)
            fputs("}", b->ops);
    }
    return error;
}

static void put_run(FILE *out, const lb_mscclpp_run *run, const char *before) {
    fprintf(out, "%s{\"type\":\"%c\",\"index\":%" PRIu32 ",\"size\":%" PRIu32 "}", before, "ios"[run->buffer],
            run -> at, run -> count);
}

static int put_copy(const lb_gpu *r, lb_gpu_block *b, lb_mscclpp_run from, lb_mscclpp_run to) {
    int error = begin_op(r, b, "copy");
    if (error)
        return error;
    put_run(b->ops, &from, ",\"src_buff\":[");
    put_run(b->ops, &to, "],\"dst_buff\":[");
    fputs("]}", b->ops);
    return LB_OK;
}

/* ---- What is there at first ---- */

static lb_mscclpp_run part(lb_mscclpp_run run, unsigned k, unsigned of) {
    uint64_t first = (uint64_t)run.count * k / of, last = (uint64_t)run.count * (k + 1) / of;
    return (lb_mscclpp_run){run.buffer, run.at + (uint32_t)first, (uint32_t)(last - first)};
}

/* Each thread block copies its part. */
static int copy_input(lb_gpu *r, uint64_t from, lb_mscclpp_buffer buffer, uint64_t to, uint64_t count) {
    int error = LB_OK;
    for (unsigned k = 0; k < r->blocks && !error; k++) {
        lb_mscclpp_run source = part((lb_mscclpp_run){LB_MSCCLPP_IN, (uint32_t)from, (uint32_t)count}, k, r->blocks);
        lb_mscclpp_run place = part((lb_mscclpp_run){buffer, (uint32_t)to, (uint32_t)count}, k, r->blocks);
        if (source.count)
            error = put_copy(r, &r->block[k], source, place);
    }
    return error;
}

/* What is sent from there afterwards needs the barrier. */
int lb_gpu_inputs(lb_gpu *r) {
    const lb_mscclpp *m = r->m;
    uint64_t parts = m->parts, own = r->node * parts, all = m->nodes * parts;
    int error = LB_OK;
    switch (m->kind) {
    case LB_ALLGATHER: return copy_input(r, 0, LB_MSCCLPP_OUT, own, parts);
    case LB_ALLTOALL: return copy_input(r, own, LB_MSCCLPP_OUT, own, parts);
    case LB_BROADCAST:
        return lb_task_params_of(m->task).root == r->node ? copy_input(r, 0, LB_MSCCLPP_OUT, 0, parts) : LB_OK;
    case LB_ALLREDUCE: error = copy_input(r, 0, LB_MSCCLPP_OUT, 0, all); break;
    default: /* reduce-scatter */
        error = copy_input(r, own, LB_MSCCLPP_OUT, 0, parts);
        if (!error && own)
            error = copy_input(r, 0, LB_MSCCLPP_SCRATCH, 0, own);
        if (!error && own + parts < all)
            error = copy_input(r, own + parts, LB_MSCCLPP_SCRATCH, own + parts, all - own - parts);
    }
    return error ? error : put_barrier(r);
}

/* ---- What is sent ---- */

static bool sends(const lb_gpu *r, uint64_t event) {
    return r->event[event]->from == r->node;
}

static unsigned buffer_id(lb_gpu_block *b, lb_mscclpp_buffer buffer) {
    if (b->buffer[buffer] < 0)
        b->buffer[buffer] = (int)b->buffers++;
    return (unsigned)b->buffer[buffer];
}

/* As many of one peer's as an op holds, all from the same buffer. *next: the first of those that are left. */
static int put_put(lb_gpu *r, unsigned k, uint64_t first, uint64_t end, uint64_t *next) {
    lb_gpu_block *b = &r->block[k];
    const lb_mscclpp_transfer *list[LB_MSCCLPP_SIDE];
    unsigned count = 0;
    for (*next = first; *next < end; ++*next) {
        const lb_mscclpp_transfer *t = r->event[*next];
        if (!sends(r, *next) || r->block_of[t->to] != k)
            continue;
        if (count == LB_MSCCLPP_SIDE || (count && list[0]->here.buffer != t->here.buffer))
            break;
        list[count++] = t;
    }
    int error = count ? begin_op(r, b, "put") : LB_OK;
    if (error || !count)
        return error;
    for (unsigned i = 0; i < count; i++)
        put_run(b->ops, &list[i]->here, i ? "," : ",\"src_buff\":[");
    for (unsigned i = 0; i < count; i++)
        fprintf(b->ops, "%s{\"buffer_id\":%u,\"index\":%" PRIu32 ",\"size\":%" PRIu32 "}", i ? "," : "],\"dst_buff\":[",
                buffer_id(b, list[i]->put.buffer), list[i]->put.at, list[i]->put.count);
    fputs("],\"channel_ids\":[0],\"channel_type\":\"memory\"}", b->ops);
    return LB_OK;
}

static int put_sends(lb_gpu *r, uint64_t first, uint64_t end) {
    int error = LB_OK;
    for (unsigned k = 0; k < r->blocks && !error; k++) {
        unsigned before = r->block[k].count;
        for (uint64_t at = first; at < end && !error;)
            error = put_put(r, k, at, end, &at);
        if (!error && r->block[k].count > before)
            error = put_plain(r, &r->block[k], "nop");
        if (!error && r->block[k].count > before)
            error = put_signal(r, &r->block[k], "signal");
    }
    return error;
}

/* ---- What is received ---- */

static int put_waits(lb_gpu *r, uint64_t first, uint64_t end) {
    int error = LB_OK;
    for (unsigned k = 0; k < r->blocks && !error; k++) {
        bool comes = false;
        for (uint64_t at = first; at < end; at++)
            comes = comes || (!sends(r, at) && r->block_of[r->event[at]->from] == k);
        if (comes)
            error = put_signal(r, &r->block[k], "wait");
    }
    return error;
}

static bool same_run(const lb_mscclpp_run *a, const lb_mscclpp_run *b) {
    return a->buffer == b->buffer && a->at == b->at && a->count == b->count;
}

/* home = home + all of the list, in the order of places. */
static int put_sum(const lb_gpu *r, lb_gpu_block *b, const lb_mscclpp_transfer *const *list, unsigned count) {
    const lb_net *net = lb_plan_net(r->m->plan);
    uint32_t own = lb_sum_place(net, r->node);
    bool done = false;
    int error = begin_op(r, b, "re");
    if (error)
        return error;
    const char *before = ",\"src_buff\":[";
    for (unsigned k = 0; k <= count; k++) {
        if (!done && (k == count || lb_sum_place(net, list[k]->from) > own)) {
            put_run(b->ops, &list[0]->home, before);
            done = true;
            before = ",";
        }
        if (k < count)
            put_run(b->ops, &list[k]->put, before);
        before = ",";
    }
    put_run(b->ops, &list[0]->home, "],\"dst_buff\":[");
    fputs("],\"reduce_op\":\"sum\"}", b->ops);
    return LB_OK;
}

/* Blocks in their order, the same home together, and then by place. */
static int by_home(const void *a, const void *b) {
    const lb_mscclpp_transfer *x = *(const lb_mscclpp_transfer *const *)a, *y = *(const lb_mscclpp_transfer *const *)b;
    if (x->block != y->block)
        return x->block < y->block ? -1 : 1;
    if (x->home.at != y->home.at)
        return x->home.at < y->home.at ? -1 : 1;
    if (x->home.count != y->home.count)
        return x->home.count < y->home.count ? -1 : 1;
    if (x->deed != y->deed)
        return x->deed < y->deed ? -1 : 1;
    return (x->from > y->from) - (x->from < y->from);
}

/* One op for what is added to the same home, or for one that is copied. */
static int put_homes(lb_gpu *r, const lb_mscclpp_transfer **list, uint64_t count) {
    const lb_net *net = lb_plan_net(r->m->plan);
    int error = LB_OK;
    for (uint64_t k = 0; k < count && !error;) {
        const lb_mscclpp_transfer *t = list[k];
        lb_gpu_block *b = &r->block[t->block % r->blocks];
        uint64_t end = k + 1;
        while (t->deed == LB_MSCCLPP_SUMS && end < count && end - k < LB_MSCCLPP_SIDE - 1 &&
               list[end]->deed == LB_MSCCLPP_SUMS && list[end]->block == t->block &&
               same_run(&list[end]->home, &t->home)) {
            for (uint64_t i = end++; i > k && lb_sum_place(net, list[i]->from) < lb_sum_place(net, list[i - 1]->from);
                 i--) {
                const lb_mscclpp_transfer *other = list[i];
                list[i] = list[i - 1];
                list[i - 1] = other;
            }
        }
        if (k > 0 && list[k - 1]->block == t->block)
            error = put_plain(r, b, "nop");
        if (!error)
            error = t->deed == LB_MSCCLPP_SUMS ? put_sum(r, b, &list[k], (unsigned)(end - k))
                                               : put_copy(r, b, t->put, t->home);
        k = end;
    }
    return error;
}

/* Everything that came in this step has come; then it is taken home. more: something is sent afterwards. */
static int put_arrivals(lb_gpu *r, uint64_t first, uint64_t end, bool more) {
    const lb_mscclpp_transfer **list = lb_array(end - first, sizeof(void *));
    uint64_t count = 0;
    int error = list ? put_waits(r, first, end) : lb_fail_memory(r->m->why, "the export");
    bool comes = false;
    for (uint64_t k = first; k < end && !error; k++) {
        comes = comes || !sends(r, k);
        if (!sends(r, k) && r->event[k]->deed != LB_MSCCLPP_STAYS)
            list[count++] = r->event[k];
    }
    if (!error && comes && (more || count))
        error = put_barrier(r);
    if (!error && count) {
        qsort(list, count, sizeof(void *), by_home);
        error = put_homes(r, list, count);
        if (!error && more)
            error = put_barrier(r);
    }
    free(list);
    return error;
}

/* ---- All of it ---- */

int lb_gpu_greet(lb_gpu *r) {
    int error = LB_OK;
    for (unsigned k = 0; k < r->blocks && !error; k++) {
        lb_gpu_block *b = &r->block[k];
        if (b->peer == LB_NONE)
            continue;
        error = put_signal(r, b, "rlxsignal");
        if (!error)
            error = put_signal(r, b, "rlxwait");
        if (!error)
            error = put_plain(r, b, "nop");
    }
    return error;
}

int lb_gpu_steps(lb_gpu *r) {
    int error = LB_OK;
    for (uint64_t first = 0, end; first < r->events && !error; first = end) {
        uint32_t step = r->event[first]->step;
        for (end = first; end < r->events && r->event[end]->step == step;)
            end++;
        error = put_sends(r, first, end);
        if (!error)
            error = put_arrivals(r, first, end, step < r->last_send);
    }
    return error;
}

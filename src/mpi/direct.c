/* Direct collectives: every message goes straight to the process that it is for, all at once. On networks that carry
 * messages past the processes on the way that is an alltoall as quick as the links allow, and of short messages any
 * collective in the time of the longest way. What is to be combined is combined where it arrives, in the order of the
 * ranks.
 *
 * A broadcast may take two legs, so that fewer messages share the links at its root: first to the nodes that differ
 * from the root in the lower dimensions only, numbers v with v / stride as the root's; then from each of them to those
 * with its own lower digits. With stride n everybody is of the first. A reduction may take the same way back: who is on
 * it combines what comes with its own. */
#include "mpi/direct.h"

#include "mpi/message.h"
#include "mpi/straight.h"

#include <string.h>

static const uint64_t most_landing = UINT64_C(1) << 21; /* bytes that arrive to be combined */

static bool is_scan(lb_task_kind kind) {
    return kind == LB_SCAN || kind == LB_EXSCAN;
}

static bool combines(lb_task_kind kind) {
    return kind == LB_REDUCE || kind == LB_ALLREDUCE || kind == LB_REDUCE_SCATTER || is_scan(kind);
}

/* Whether there is a block for every process, and not the same for all. */
static bool sends_blocks(lb_task_kind kind) {
    return kind == LB_ALLTOALL || kind == LB_SCATTER || kind == LB_REDUCE_SCATTER;
}

bool lb_direct_can(const lb_mpi_net *net, const lb_want *want) {
    const lb_task_kind kind = want->kind;
    bool plain =
        kind == LB_ALLTOALL || kind == LB_ALLGATHER || kind == LB_SCATTER || kind == LB_GATHER || kind == LB_BROADCAST;
    if (net->nodes < 2 || want->shape.lengths || want->steps || want->bytes > UINT64_C(1) << 30)
        return false;
    return plain || (combines(kind) && want->bytes <= most_landing / (uint64_t)net->nodes);
}

int lb_direct_create(lb_instance *instance) {
    uint64_t bytes = combines(instance->want.kind) ? instance->want.bytes : 0;
    instance->landing = lb_mpi_take((uint64_t)instance->net->nodes + 1, (size_t)bytes);
    instance->memory = bytes * ((uint64_t)instance->net->nodes + 1);
    return instance->landing ? LB_OK : LB_ERR_MEMORY;
}

/* Whom a process has the broadcast from, or sends to in a reduction; it is not the root. */
static int parent_of(const lb_instance *instance, int node) {
    int root = (int)instance->want.root, stride = (int)instance->stride;
    return node / stride == root / stride ? root : node % stride + root / stride * stride;
}

/* Whether what `from` has goes to `to`. */
static bool goes(const lb_instance *instance, int from, int to) {
    const lb_want *want = &instance->want;
    switch (want->kind) {
    case LB_BROADCAST: return to != (int)want->root && from == parent_of(instance, to);
    case LB_REDUCE: return from != (int)want->root && to == parent_of(instance, from);
    case LB_SCATTER: return from == (int)want->root;
    case LB_GATHER: return to == (int)want->root;
    case LB_SCAN:
    case LB_EXSCAN: return from < to;
    default: return true;
    }
}

/* Whether it sends only when all has come that it is to pass on. */
static bool relays(const lb_instance *instance) {
    const lb_want *want = &instance->want;
    int me = instance->net->node, root = (int)want->root, stride = (int)instance->stride;
    if (me == root)
        return false;
    return want->kind == LB_BROADCAST ||
           (want->kind == LB_REDUCE && stride < instance->net->nodes && me / stride == root / stride);
}

/* Where sums are made. */
static unsigned char *total_of(const lb_instance *instance) {
    return instance->landing + (uint64_t)instance->net->nodes * instance->want.bytes;
}

/* Where the own contribution of a process is, that goes whole to others or is combined. */
static unsigned char *own_of(const lb_instance *instance) {
    const lb_want *want = &instance->want;
    unsigned char *in = lb_mpi_at(instance->in, 0, 0); /* only read */
    if (want->kind == LB_REDUCE_SCATTER)
        return in + (uint64_t)instance->net->node * want->bytes;
    if (want->kind == LB_BROADCAST)
        return instance->out;
    if (!want->in_place)
        return in;
    return want->kind == LB_ALLGATHER || want->kind == LB_GATHER
               ? instance->out + (uint64_t)instance->net->node * want->bytes
               : instance->out;
}

static unsigned char *place_of(const lb_instance *instance, int peer, bool sends) {
    const lb_want *want = &instance->want;
    uint64_t at = (uint64_t)peer * want->bytes;
    if (sends && want->kind == LB_REDUCE && relays(instance))
        return total_of(instance);
    if (sends)
        return sends_blocks(want->kind) ? (unsigned char *)lb_mpi_at(instance->in, (int64_t)at, 1) : own_of(instance);
    if (combines(want->kind))
        return instance->landing + at;
    return want->kind == LB_SCATTER || want->kind == LB_BROADCAST ? instance->out : instance->out + at;
}

/* The block that a process has for itself. */
static void keep_own(lb_instance *instance) {
    const lb_want *want = &instance->want;
    int me = instance->net->node;
    if (want->in_place || combines(want->kind) || want->kind == LB_BROADCAST || !goes(instance, me, me))
        return;
    memcpy(place_of(instance, me, false), place_of(instance, me, true), (size_t)want->bytes);
}

/* Each begins with those next to it, so that nobody is everybody's first. */
static void post_all(lb_instance *instance, bool sends) {
    int me = instance->net->node, n = instance->net->nodes;
    for (int i = 1; i < n && instance->code == MPI_SUCCESS; i++) {
        int peer = sends ? (me + i) % n : (me + n - i) % n;
        if (goes(instance, sends ? me : peer, sends ? peer : me))
            instance->code =
                lb_message_post(instance, peer, sends, place_of(instance, peer, sends), instance->want.bytes);
    }
}

void lb_direct_start(lb_instance *instance, const void *in, void *out) {
    instance->seen = 0;
    instance->quiet = instance->said = 0;
    if (instance->want.straight) {
        lb_straight_start(instance, in, out);
        return;
    }
    instance->left = 0;
    instance->in = in;
    instance->out = out;
    keep_own(instance);
    post_all(instance, false);
    instance->held = relays(instance);
    if (!instance->held)
        post_all(instance, true);
}

/* Whether what a process has is in this one's sum. */
static bool counts(const lb_instance *instance, int node) {
    int me = instance->net->node;
    return node == me ? instance->want.kind != LB_EXSCAN : goes(instance, node, me);
}

/* From the first rank to the last, in memory of its own: what is combined may lie where the result goes. False: there
 * is nothing. */
static bool combine(lb_instance *instance) {
    const lb_want *want = &instance->want;
    int me = instance->net->node;
    unsigned char *total = total_of(instance);
    bool any = false;
    for (int v = 0; v < instance->net->nodes; v++) {
        if (!counts(instance, v))
            continue;
        const unsigned char *part = v == me ? own_of(instance) : place_of(instance, v, false);
        if (any)
            lb_mpi_fold(&instance->folding, total, part, total, (size_t)(want->bytes / want->unit));
        else
            memcpy(total, part, (size_t)want->bytes);
        any = true;
    }
    return any;
}

/* What is to be passed on is here. */
bool lb_direct_goes_on(lb_instance *instance) {
    if (instance->want.straight)
        return lb_straight_goes_on(instance);
    if (!instance->held)
        return false;
    instance->held = false;
    if (combines(instance->want.kind))
        combine(instance);
    post_all(instance, true);
    return instance->left > 0 || instance->code != MPI_SUCCESS;
}

void lb_direct_finish(lb_instance *instance) {
    const lb_want *want = &instance->want;
    if (!combines(want->kind) || (want->kind == LB_REDUCE && instance->net->node != (int)want->root))
        return;
    if (combine(instance))
        memcpy(instance->out, total_of(instance), (size_t)want->bytes);
}

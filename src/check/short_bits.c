/* The short record for data that is copied: a bit for each node and packet, whether the node has it. The bits of a node
 * stand together, because moves come node by node. */
#include "check/tally.h"

#include <stdlib.h>

typedef struct bits {
    uint64_t *has;
    uint64_t packets, held; /* of all blocks; bits that are set */
} bits;

static bool begin(lb_tally *t) {
    uint64_t packets = lb_times(lb_task_blocks(t->task), t->pieces), cells = lb_times(packets, t->nodes);
    if (cells > UINT32_MAX || cells / 8 + 8 > t->s->limit / 2) /* a word each on its way */
        return false;
    t->s->bytes += sizeof(bits) + cells / 8 + 8;
    bits *b = lb_zeroed(1, sizeof *b);
    t->state = b;
    if (!b)
        return false;
    b->packets = b->held = packets;
    b->has = lb_zeroed(cells / 64 + 1, sizeof *b->has);
    for (uint64_t packet = 0; b->has && packet < packets; packet++) {
        uint32_t origin, dest, copy;
        lb_task_name(t->task, packet / t->pieces, &origin, &dest, &copy);
        uint64_t cell = origin * packets + packet;
        b->has[cell / 64] |= UINT64_C(1) << cell % 64;
    }
    return b->has != NULL;
}

/* The block of a name; false: the task has none. What lb_task_find says, without asking what kind of task it is. */
static bool find(const lb_task *task, uint32_t nodes, uint32_t origin, uint32_t copy, uint64_t *block) {
    if (origin >= nodes)
        return false;
    if (task->kind == LB_MULTIBROADCAST) {
        *block = (uint64_t)task->first[origin] + copy;
        return copy < task->first[origin + 1] - task->first[origin];
    }
    *block = task->kind == LB_ALLGATHER ? origin : 0;
    return copy == 0 && (task->kind == LB_ALLGATHER || origin == task->root);
}

static bool send(lb_tally *t, const lb_moves *m) {
    bits *b = t->state;
    const lb_net *net = &t->task->net;
    uint32_t *coming = lb_tally_coming(t, m->count);
    uint64_t block = 0;
    if (!coming)
        return false;
    for (uint32_t i = 0; i < m->count; i++) {
        uint32_t origin = lb_moves_name(net, m, m->arrays->origin, i);
        if (!find(t->task, t->nodes, origin, lb_moves_copy(m, i), &block))
            return false;
        uint64_t packet = block * t->pieces + lb_moves_piece(m, i), cell = m->from[i] * b->packets + packet;
        if (!(b->has[cell / 64] >> cell % 64 & 1))
            return false;
        coming[i] = (uint32_t)(m->to[i] * b->packets + packet);
    }
    t->words += m->count;
    return true;
}

static bool settle(lb_tally *t) {
    bits *b = t->state;
    for (uint64_t i = 0; i < t->words; i++) {
        uint64_t *word = &b->has[t->coming[i] / 64], bit = UINT64_C(1) << t->coming[i] % 64;
        if (*word & bit)
            continue;
        *word |= bit;
        b->held++;
        lb_tally_arrived(t);
    }
    return true;
}

static bool finish(lb_tally *t) {
    const bits *b = t->state;
    return b->held == b->packets * t->nodes;
}

static void end(lb_tally *t) {
    bits *b = t->state;
    if (b)
        free(b->has);
    free(b);
    t->state = NULL;
}

const lb_account lb_account_bits = {begin, send, settle, finish, end};

/* Messages straight to the processes that they are for, in rounds: a round begins when all that was sent and expected
 * in the one before is done. What is sent to the process at an offset, everybody receives from the one at minus that
 * offset. For what needs no plan: blocks for neighbours, whose lengths are nobody else's business, and barriers.
 *
 * A want's list has the offsets, with LB_ROUND between rounds. Its shape has the lengths sent, then those received, and
 * where they lie; without a shape messages are empty. */
#include "mpi/straight.h"

#include "mpi/message.h"

#include <stdio.h>

static const uint64_t longest = UINT64_C(1) << 30; /* MPI counts in ints */

static uint64_t length_of(const lb_want *want, uint64_t i, bool sends) {
    return want->shape.lengths ? want->shape.values[sends ? i : want->count + i] : 0;
}

static unsigned char *place_of(const lb_instance *instance, uint64_t i, bool sends) {
    const lb_want *want = &instance->want;
    if (!want->shape.lengths)
        return NULL;
    const uint64_t *places = want->shape.values + 2 * want->count;
    return sends ? (unsigned char *)lb_mpi_at(instance->in, (int64_t)places[i], 1)
                 : instance->out + places[want->count + i];
}

static uint64_t messages_of(uint64_t bytes) {
    return bytes == LB_ABSENT ? 0 : bytes == 0 ? 1 : (bytes - 1) / longest + 1;
}

static void say(const lb_instance *instance, unsigned rounds) {
    const lb_mpi_net *net = instance->net;
    char name[128];
    if (!net->set.verbose || net->node != 0 || instance->want.aside)
        return;
    lb_net_title(net->net, name, sizeof name);
    fprintf(stderr, "linkbound: %s on %s: %s, %u round%s\n",
            instance->want.shape.lengths ? "blocks for neighbours" : "barrier", name, LB_MPI_DIRECT, rounds,
            rounds == 1 ? "" : "s");
}

int lb_straight_create(lb_instance *instance) {
    const lb_want *want = &instance->want;
    uint64_t requests = 0;
    unsigned rounds = 1;
    for (uint64_t i = 0; i < want->count; i++) {
        if (want->list[i] == LB_ROUND)
            rounds++;
        else
            requests += messages_of(length_of(want, i, true)) + messages_of(length_of(want, i, false));
    }
    if (requests > INT32_MAX)
        return LB_ERR_SIZE;
    instance->requests = (int)requests;
    instance->memory = (want->count + want->shape.lengths + want->shape.ins + want->shape.outs) * sizeof(uint64_t);
    say(instance, rounds);
    return LB_OK;
}

static void post(lb_instance *instance, uint64_t i, bool sends) {
    const lb_mpi_net *net = instance->net;
    uint32_t me = (uint32_t)net->node, offset = instance->want.list[i];
    uint64_t bytes = length_of(&instance->want, i, sends), messages = messages_of(bytes), at = 0;
    int peer = (int)(sends ? lb_add(net->net, me, offset) : lb_sub(net->net, me, offset));
    unsigned char *place = messages ? place_of(instance, i, sends) : NULL;
    for (; messages > 0 && instance->code == MPI_SUCCESS; messages--) {
        uint64_t now = bytes - at < longest ? bytes - at : longest;
        instance->code = lb_message_post(instance, peer, sends, place ? place + at : NULL, now);
        at += now;
    }
}

/* Messages between two processes arrive in the order of this list, at both ends, so one tag does for all. */
bool lb_straight_goes_on(lb_instance *instance) {
    const lb_want *want = &instance->want;
    while (instance->at < want->count && instance->left == 0 && instance->code == MPI_SUCCESS) {
        uint64_t first = instance->at, end = first;
        while (end < want->count && want->list[end] != LB_ROUND)
            end++;
        for (uint64_t i = first; i < end; i++)
            post(instance, i, false);
        for (uint64_t i = first; i < end; i++)
            post(instance, i, true);
        instance->at = end + 1;
    }
    return instance->left > 0 || instance->code != MPI_SUCCESS;
}

void lb_straight_start(lb_instance *instance, const void *in, void *out) {
    instance->left = 0;
    instance->at = 0;
    instance->in = in;
    instance->out = out;
    lb_straight_goes_on(instance);
}

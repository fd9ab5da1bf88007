/* What the algorithms for K broadcasts share. */
#include "algo/many/many.h"

#include <inttypes.h>

int lb_many_count(const lb_task *task, const lb_plan_options *options, uint32_t *count, lb_why *why) {
    uint64_t all = lb_times(task->count, options->packets);
    if (all > INT32_MAX)
        return lb_fail(why, LB_ERR_SIZE, "%zu messages of %" PRIu64 " packets are too many to broadcast together",
                       task->count, options->packets);
    *count = (uint32_t)all;
    return LB_OK;
}

uint32_t lb_many_spread(unsigned d, uint32_t count, uint32_t slot, uint32_t x, unsigned dim) {
    if (x == 0)
        return LB_NONE; /* a leaf of every tree */
    unsigned j = lb_disjoint_tree(d, x, dim), depth = lb_many_depth(x, j);
    if (slot < 1 + depth || slot - 1 - depth >= lb_many_share(d, count, j))
        return LB_NONE;
    return (slot - 1 - depth) * d + j;
}

uint64_t lb_many_gathering(const lb_task *task, uint64_t packets, bool down) {
    unsigned d = task->net.ports;
    uint64_t hops = 0, rank = 0;
    for (size_t i = 0; i < task->count; i++) {
        uint32_t s = task->list[down ? task->count - 1 - i : i];
        uint64_t bits = (uint64_t)__builtin_popcount(s), zeros = d - bits;
        hops += packets / d * (bits * (bits - 1) + zeros * (bits + 1)); /* to every root once, so many times */
        for (uint64_t k = packets / d * d; k < packets; k++)
            hops += lb_many_depth(s, (unsigned)((rank + k) % d));
        rank += packets;
    }
    return hops;
}

int lb_many_generated(const lb_task *task, const lb_plan_options *options, uint32_t steps, uint64_t moves,
                      lb_generator generator, lb_plan **plan, lb_why *why) {
    generator.has_origin = generator.has_copy = true;
    generator.denominator = options->packets > 1 ? options->packets : 0;
    generator.fine = true;
    int error = lb_plan_generated(task, "multibroadcast", LB_EXPLICIT, steps, moves, generator, plan, why);
    if (error)
        return error;
    (*plan)->packet = 1;
    return LB_OK;
}

bool lb_many_one_each(const lb_task *task, const lb_plan_options *options) {
    if (options->packets != 1 || task->count != task->net.nodes)
        return false;
    for (uint32_t v = 0; v < task->count; v++) {
        if (task->list[v] != v)
            return false;
    }
    return true;
}

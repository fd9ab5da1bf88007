/* Verifying that too little can come to some nodes in the first step: what they lack and who begins with something is
 * read off the task's list, and every link into them is looked at. */
#include "check/claims.h"
#include "check/recount.h"

#include <inttypes.h>

static uint64_t starts_at(const lb_task *task, uint32_t node) {
    uint64_t blocks = 0;
    for (size_t i = 0; i < task->count; i++)
        blocks += task->list[i] == node;
    return blocks;
}

/* Links that lead from a node to those of the witness. */
static uint64_t links_into(const lb_task *task, uint32_t node, const lb_witness *w) {
    uint64_t links = 0;
    for (unsigned p = 0; p < task->net.ports; p++)
        links += w->moment[lb_neighbor(&task->net, node, p)] != 0;
    return links;
}

int lb_witness_verify_first(const lb_task *task, uint64_t links, uint64_t packets, const lb_witness *w, lb_why *why) {
    uint64_t lacks = 0, room = 0, need;
    if (task->kind != LB_MULTIBROADCAST || task->net.nodes > LB_MAX_MOMENTS || !lb_net_is_whole(&task->net) ||
        w->value < 2 || w->value > UINT32_MAX)
        return lb_fail(why, LB_ERR_CHECK, "the witness's first step is not that of this task");
    for (uint32_t v = 0; v < task->net.nodes; v++) {
        uint64_t own = starts_at(task, v), into = own ? links_into(task, v, w) : 0;
        lacks += w->moment[v] ? task->count - own : 0;
        room += w->moment[v] ? links * (w->value - 2) : 0;
        room += into < links ? into : links;
    }
    int error = lb_verify_load(w, lacks, why);
    if (!error)
        error = lb_verify_capacity(w, room, why);
    if (error)
        return error;
    if (__builtin_mul_overflow(packets, w->load, &need))
        return lb_fail(why, LB_ERR_SIZE, LB_TOO_LONG);
    return need > w->capacity ? LB_OK : lb_refute(why, "a value of", w->value, w->value - 1);
}

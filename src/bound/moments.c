/* Borders that move: what must get from one node, or into one, is a flow over time, and where the flow is too small its
 * smallest cut says why. The cut is a moment for each node, from which on it is inside; what is inside early and wanted
 * outside late must cross, and a link leads out only in steps moment[from]+1 .. moment[to]-1.
 *
 * It holds whatever is done with the data: who needs something in the end, be it carried, copied or summed, needs
 * packets that came over the border. One sender or one receiver is looked at at a time, on networks of up to
 * LB_MAX_MOMENTS nodes, and only as much work is done as is bearable for a bound. */
#include "bound/claims.h"
#include "flow/overtime.h"

#include <stdlib.h>

/* Arcs looked at for one bound: a few milliseconds. */
#define MOST_WORK (UINT64_C(1) << 21)
#define MOST_ARCS (UINT64_C(1) << 17)

typedef struct asking {
    const lb_task *task;
    lb_map map;
    uint32_t links;
    lb_judge *judge;
    uint32_t has[LB_MAX_MOMENTS], wants[LB_MAX_MOMENTS];
    uint32_t moment[LB_MAX_MOMENTS];
    uint64_t work;
    lb_why *why;
} asking;

static void clear(asking *q) {
    for (uint32_t v = 0; v < LB_MAX_MOMENTS; v++)
        q->has[v] = q->wants[v] = 0;
}

/* What the cut proves: the blocks that must cross it, and how many packets can. What is counted in the flow but need
 * not cross (its sender is not inside at first, or its receiver is in the end) is taken off. */
static void claim(asking *q, const lb_overtime *o) {
    uint64_t need = 0, capacity = o->value, excused = 0;
    bool from_one = false;
    for (uint32_t v = 0; v < o->nodes; v++)
        from_one = from_one || o->has[v] == o->all;
    for (uint32_t v = 0; v < o->nodes; v++) {
        if (from_one && q->moment[v] <= o->steps)
            excused += o->wants[v];
        else if (!from_one && q->moment[v] > 0)
            excused += o->has[v];
    }
    need = o->all - excused;
    if (capacity < excused || need == 0 || !lb_judge_longer(q->judge, (uint64_t)o->steps + 1))
        return;
    q->judge->witness = (lb_witness){
        .kind = LB_WITNESS_MOMENTS,
        .load = need / q->judge->packets,
        .capacity = capacity - excused,
    };
    for (uint32_t v = 0; v < o->nodes; v++)
        q->judge->witness.moment[v] = q->moment[v];
}

/* As many steps more than have been proven as the flow is too small for. */
static int raise(asking *q) {
    for (;;) {
        uint64_t steps = q->judge->score, size = lb_overtime_size(&q->map, (uint32_t)steps, q->links);
        lb_overtime o;
        if (steps > MOST_ARCS || size > MOST_ARCS || q->work + size > MOST_WORK)
            return LB_OK;
        int error = lb_overtime_begin(&o, &q->map, (uint32_t)steps, q->links, q->has, q->wants, q->why);
        if (error)
            return error;
        bool known = lb_overtime_run(&o, MOST_WORK - q->work), less = known && o.value < o.all;
        q->work += o.flow.work + size / 4;
        if (less) {
            lb_overtime_moments(&o, q->moment);
            claim(q, &o);
        }
        lb_overtime_end(&o);
        if (!less || q->judge->score == steps)
            return LB_OK;
    }
}

static uint32_t load_of(const asking *q, uint64_t blocks) {
    uint64_t load;
    bool fits = !__builtin_mul_overflow(blocks, q->judge->packets, &load);
    return fits && load < UINT32_MAX / LB_MAX_MOMENTS / 4 ? (uint32_t)load : 0;
}

/* One block from one node to another. What is too much to count is left out. */
static int ask_pair(asking *q, uint32_t from, uint32_t to) {
    if (from == to || !lb_node_alive(&q->task->net, from) || !lb_node_alive(&q->task->net, to))
        return LB_OK;
    clear(q);
    q->has[from] = q->wants[to] = load_of(q, 1);
    return raise(q);
}

/* Blocks from one node to many, or (inward) from many to one, which stand in the array of the many. */
static int ask_many(asking *q, uint32_t one, bool inward) {
    uint32_t *many = inward ? q->has : q->wants, *single = inward ? q->wants : q->has, sum = 0;
    many[one] = 0;
    for (uint32_t v = 0; v < q->map.nodes; v++) {
        many[v] = lb_node_alive(&q->task->net, v) ? load_of(q, many[v]) : 0;
        sum += many[v];
    }
    single[one] = sum;
    return sum ? raise(q) : LB_OK;
}

static int ask_all(asking *q, uint32_t one, bool inward) {
    clear(q);
    for (uint32_t v = 0; v < q->map.nodes; v++)
        (inward ? q->has : q->wants)[v] = 1;
    return ask_many(q, one, inward);
}

static int ask_list(asking *q, uint32_t one, bool inward) {
    const lb_task *task = q->task;
    clear(q);
    bool listed = lb_task_is_listed(task);
    for (uint64_t i = 0; i < (listed ? lb_task_fan(task, one, inward) : task->count); i++) {
        uint32_t u = listed ? lb_task_peer(task, one, inward, i) : task->list[i];
        (inward ? q->has : q->wants)[u]++;
    }
    return ask_many(q, one, inward);
}

/* Of nodes that look alike because rings can be turned round, one: nobody's digit is more than half way round. */
static bool mirrored(const lb_net *net, uint32_t offset) {
    for (unsigned i = 0; i < net->dims; i++) {
        if (lb_digit(net, offset, i) > net->radix[i] / 2)
            return true;
    }
    return false;
}

/* The root and every other node, one after another. */
static int ask_each(asking *q, bool to_root) {
    const lb_net *net = &q->task->net;
    int error = LB_OK;
    for (uint32_t v = 0; v < net->nodes && !error; v++) {
        if (!lb_net_is_whole(net) || !mirrored(net, lb_net_sub(net, v, q->task->root)))
            error = to_root ? ask_pair(q, v, q->task->root) : ask_pair(q, q->task->root, v);
    }
    return error;
}

/* Every node of a task in which all are alike but for faults, or where they are not even that. */
static int ask_nodes(asking *q, bool inward, int (*ask)(asking *q, uint32_t one, bool inward)) {
    const lb_task *task = q->task;
    bool alike = lb_task_is_symmetric(task);
    int error = LB_OK;
    for (uint32_t v = 0; v < (alike ? 1 : task->net.nodes) && !error; v++) {
        if (lb_node_alive(&task->net, v))
            error = ask(q, v, inward);
    }
    return error;
}

static int ask_listed(asking *q) {
    int error = ask_nodes(q, false, ask_list);
    return error || lb_task_is_symmetric(q->task) ? error : ask_nodes(q, true, ask_list);
}

static int ask_permute(asking *q) {
    int error = LB_OK;
    for (uint32_t v = 0; v < q->map.nodes && !error; v++)
        error = ask_pair(q, v, q->task->list[v]);
    return error;
}

/* Alltoall and allreduce are left out: the links of all nodes together say more about them; so are spans. */
static int ask_task(asking *q) {
    switch (q->task->kind) {
    case LB_SEND: return ask_pair(q, q->task->root, q->task->to);
    case LB_BROADCAST: return ask_each(q, false);
    case LB_REDUCE: return ask_each(q, true);
    case LB_SCATTER: return ask_all(q, q->task->root, false);
    case LB_GATHER: return ask_all(q, q->task->root, true);
    case LB_ALLGATHER: return ask_nodes(q, true, ask_all);
    case LB_REDUCE_SCATTER: return ask_nodes(q, false, ask_all);
    case LB_MULTIBROADCAST: return ask_nodes(q, true, ask_list);
    case LB_ISOTROPIC:
    case LB_NEIGHBORS: return ask_listed(q);
    case LB_PERMUTE: return ask_permute(q);
    default: return LB_OK;
    }
}

int lb_claim_moments(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why) {
    if (judge->linear || !judge->found || task->net.nodes > LB_MAX_MOMENTS || task->net.ports > LB_TORUS_PORTS)
        return LB_OK;
    asking q = {.task = task, .links = (uint32_t)links, .judge = judge, .why = why};
    if (lb_map_make(&q.map, &task->net))
        return lb_fail_memory(why, "the bound");
    int error = ask_task(&q);
    lb_map_free(&q.map);
    return error;
}

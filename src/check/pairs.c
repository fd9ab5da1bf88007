/* Whose data must get to whom. */
#include "check/pairs.h"

bool lb_pairs_known(const lb_task *task) {
    return lb_task_class(task) == LB_CARRY || lb_task_class(task) == LB_SPAN;
}

uint64_t lb_pairs_count(const lb_task *task) {
    return lb_task_class(task) == LB_SPAN ? task->net.nodes : lb_task_blocks(task);
}

enum { RUNS = 5 };

/* The last of as many nodes as differ in lower dimensions only, and some follow that differ in this one, too. */
static bool ends_run(const lb_net *net, uint32_t place, unsigned dim) {
    uint32_t run = 1;
    for (unsigned i = 0; i < dim; i++)
        run *= net->radix[i];
    return run > 1 && lb_net_dead_nodes(net) == 0 && (place + 1) % run == 0 && (place + 1) / run % net->radix[dim] != 0;
}

/* Of scan no node is in two pairs: every other one is the first of a pair. With choices 2 and 3, for which nobody may
 * be dead, that is counted from the beginning of each ring of the lowest dimension, whose last node is nobody's first.
 */
static bool begins_pair(const lb_task *task, uint32_t place, unsigned choice) {
    const lb_net *net = &task->net;
    uint32_t length = 1;
    for (unsigned i = net->dims; i-- > 0;)
        length = net->radix[i] > 1 ? net->radix[i] : length;
    if (choice < 2)
        return place % 2 == choice;
    if (choice >= RUNS && choice - RUNS < net->dims)
        return ends_run(net, place, choice - RUNS);
    return choice < 4 && lb_net_dead_nodes(net) == 0 && place % length % 2 == choice - 2 && (place + 1) % length != 0;
}

bool lb_pairs_get(const lb_task *task, unsigned choice, uint64_t i, uint32_t *origin, uint32_t *dest) {
    const lb_net *net = &task->net;
    uint32_t copy, before = 0;
    if (lb_task_class(task) != LB_SPAN) {
        lb_task_name(task, i, origin, dest, &copy);
        return lb_node_alive(net, *origin) && lb_node_alive(net, *dest);
    }
    *origin = (uint32_t)i;
    for (*dest = *origin + 1; *dest < net->nodes && !lb_node_alive(net, *dest);)
        ++*dest;
    for (uint32_t v = 0; v < *origin; v++)
        before += lb_node_alive(net, v);
    return lb_node_alive(net, *origin) && *dest < net->nodes &&
           (task->kind == LB_EXSCAN || begins_pair(task, before, choice));
}

/* What wisdom is asked by: everything of a task and its options that a plan depends on, in one line.
 * Long lists are hashed: should two ever be the same, the plan that is made is checked against what was promised. */
#include "planner/question.h"

#include "base/hash.h"

#include <inttypes.h>
#include <stdio.h>

/* Of neighbors where some have more than others the distances say which they are. */
static uint64_t hash_list(const lb_task *task) {
    uint64_t hash = lb_fnv_word(LB_FNV, task->count);
    if (task->nearby.to_first)
        hash = lb_fnv_word(lb_fnv_word(hash, task->near), task->far);
    for (size_t i = 0; i < task->count; i++)
        hash = lb_fnv_word(hash, task->list[i]);
    return hash;
}

static uint64_t hash_dead(const lb_dead *dead) {
    uint64_t hash = lb_fnv_word(LB_FNV, dead->links);
    for (unsigned i = 0; i < dead->links; i++)
        hash = lb_fnv_word(hash, dead->link[i]);
    for (unsigned i = 0; i < dead->nodes; i++)
        hash = lb_fnv_word(hash, dead->node[i]);
    return hash;
}

/* A graph's links are not in its name. */
static uint64_t hash_links(const lb_net *net) {
    uint64_t hash = lb_fnv_word(LB_FNV, net->turned);
    for (uint64_t i = 0; i < (uint64_t)net->nodes * net->ports; i++)
        hash = lb_fnv_word(hash, (uint64_t)net->shape->to[i] << 1 | net->shape->there[i]);
    return hash;
}

/* What is asked for: the clock, and what a block is on it. */
static void add_size(const lb_plan_options *o, char *text, size_t size) {
    char tau[48], beta[48];
    if (o->clock == LB_UNIT) {
        snprintf(text, size, "unit packets=%" PRIu64, o->packets);
        return;
    }
    lb_ratio_text(o->cost->tau, tau, sizeof tau);
    lb_ratio_text(o->cost->beta, beta, sizeof beta);
    int wrote = snprintf(text, size, "linear bytes=%" PRIu64 " tau=%s beta=%s", o->cost->bytes, tau, beta);
    if (o->cost->hop.num > 0 && wrote > 0 && (size_t)wrote < size) {
        char hop[48];
        lb_ratio_text(o->cost->hop, hop, sizeof hop);
        snprintf(text + wrote, size - (size_t)wrote, " hop=%s", hop);
    }
}

void lb_wisdom_question(const lb_task *task, const lb_plan_options *o, char text[LB_MOST_QUESTION]) {
    char net[200], links[32] = "", size[220], list[48] = "", dead[48] = "";
    lb_net_name(&task->net, net, sizeof net);
    add_size(o, size, sizeof size);
    if (lb_net_is_graph(&task->net)) {
        snprintf(net, sizeof net, "graph:%" PRIu32, task->net.nodes);
        snprintf(links, sizeof links, " links=%016" PRIx64, hash_links(&task->net));
    }
    if (task->count || task->nearby.to_first)
        snprintf(list, sizeof list, " list=%016" PRIx64, hash_list(task));
    if (lb_net_has_faults(&task->net))
        snprintf(dead, sizeof dead, " dead=%016" PRIx64, hash_dead(&task->net.dead));
    snprintf(text, LB_MOST_QUESTION, "%s %s%s root=%" PRIu32 " to=%" PRIu32 "%s%s ports=%" PRIu32 " %s seed=%" PRIu64,
             lb_task_kind_name(task->kind), net, links, task->root, task->to, list, dead, o->ports, size, o->seed);
}

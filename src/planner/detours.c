/* What is found when less is allowed: the planners that go around faults, on this network as if a link were dead that
 * is far from where the task begins; and plans for fewer ports. Neither can be needed where the planners of the whole
 * network are what they should be, and both are quick to try. */
#include "planner/enter_method.h"
#include "planner/entries.h"
#include "planner/method_detour.h"
#include "planner/recipe.h"

#include <stdio.h>

enum { MANY_PIECES = 1024, PIECE_WORK = 20 }; /* microseconds, all that is tried shared out among the pieces */

static void enter_detour(lb_contest *c, const char *algorithm, unsigned which) {
    lb_method method = {LB_METHOD_DETOUR, which};
    lb_part part;
    lb_plan *parts[2] = {NULL, NULL};
    lb_why why = {""};
    char name[96];
    uint64_t moves = lb_times(lb_times(lb_task_blocks(c->task), c->task->net.nodes), c->options->packets);
    snprintf(name, sizeof name, "%s, as if a far link were dead", algorithm ? algorithm : "what suits");
    if (c->options->clock == LB_LINEAR) /* where it tries many numbers of pieces */
        moves = lb_times(moves, 64);
    if (moves < c->first_work) /* it is mostly the same that suits there, or is mended: as slow */
        moves = c->first_work;
    if (!lb_contest_afford(c, name, moves))
        return;
    lb_plan *plan = NULL;
    int error = lb_method_part(method, c->task, c->options, 0, &part, &why);
    part.options.algorithm = algorithm;
    if (!error)
        error = lb_algo_plan(part.task, &part.options, &parts[0], &why);
    if (!error) {
        lb_recipe_of_algorithm(parts[0], parts[0]->algorithm, &part.options);
        lb_method_put(method, c->task, c->options, parts, &plan, &why);
    }
    lb_contest_enter(c, name, plan, &why);
    lb_plan_free(parts[0]);
    lb_part_free(&part);
}

void lb_enter_detours(lb_contest *c) {
    const lb_net *net = &c->task->net;
    if (!(c->by & LB_BY_DETOURS) || !lb_net_is_whole(net) || net->ports < 2 ||
        lb_net_routing(net) != LB_STORE_AND_FORWARD)
        return;
    for (unsigned which = 0; which < LB_DETOURS && !lb_contest_over(c); which++) {
        if (c->options->clock == LB_UNIT)
            enter_detour(c, NULL, which);
        if (!lb_contest_over(c))
            enter_detour(c, "around", which);
    }
    if (!lb_contest_over(c))
        enter_detour(c, "general", 0);
}

/* What is found only there, by going around, is found for this network too. */
void lb_enter_stops(lb_contest *c) {
    lb_method method = {LB_METHOD_STOPS, 0};
    char name[96];
    lb_method_name(method, c->options, NULL, name, sizeof name);
    if ((c->by & LB_BY_DETOURS) && lb_net_is_whole(&c->task->net) &&
        lb_net_routing(&c->task->net) != LB_STORE_AND_FORWARD &&
        lb_contest_afford(c, name, lb_work_of(c->task, c->options)))
        lb_enter_method(c, method, lb_contest_beside, LB_BY_ALL);
}

/* On the linear clock, where there are no closed forms, long messages are tried in many pieces, each a plan; and what
 * the first choice took to plan it takes again. */
static uint64_t ports_work(const lb_contest *c) {
    const lb_plan_options *o = c->options;
    uint64_t work = lb_work_of(c->task, o), pieces = 0;
    if (o->clock != LB_LINEAR || !o->cost || lb_net_is_whole(&c->task->net))
        return work;
    pieces = o->cost->bytes < MANY_PIECES ? o->cost->bytes : MANY_PIECES;
    return work + c->first_work + pieces * PIECE_WORK;
}

void lb_enter_ports(lb_contest *c) {
    if (!(c->by & LB_BY_PORTS))
        return;
    for (uint32_t ports = c->options->ports - 1; c->options->ports && ports > 0 && !lb_contest_over(c); ports--) {
        lb_method method = {LB_METHOD_PORTS, ports};
        char name[96];
        lb_method_name(method, c->options, NULL, name, sizeof name);
        if (!lb_contest_afford(c, name, ports_work(c)))
            return;
        lb_enter_method(c, method, lb_contest_within, 0);
    }
}

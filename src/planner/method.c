/* The parts of each method, and how they are put together. */
#include "planner/method.h"

#include "plan/graft.h"
#include "planner/cycle.h"
#include "planner/inner.h"
#include "planner/kin.h"
#include "planner/method_detour.h"
#include "planner/method_task.h"
#include "planner/recipe.h"
#include "planner/renumbered.h"
#include "planner/turn.h"
#include "planner/twin.h"

unsigned lb_method_parts(lb_method_kind kind) {
    return kind == LB_METHOD_HALVES || kind == LB_METHOD_JOIN ? 2 : 1;
}

/* ---- What the parts are ---- */

static int nowhere(lb_why *why) {
    return lb_fail(why, LB_ERR_UNSUPPORTED, "this leads nowhere here");
}

/* A block of an allreduce is a part of the message. */
static int half(const lb_task *task, unsigned which, lb_part *part, lb_why *why) {
    if (task->kind != LB_ALLREDUCE || !lb_net_is_lattice(&task->net))
        return nowhere(why);
    if (part->options.cost) {
        part->cost = *part->options.cost;
        part->cost.bytes = lb_ceil_div(part->cost.bytes, lb_task_parts(task));
        part->options.cost = &part->cost;
    }
    return lb_task_create(&task->net, which ? LB_ALLGATHER : LB_REDUCE_SCATTER, NULL, &part->made, why);
}

static int with_packets(uint64_t packets, bool possible, lb_part *part, lb_why *why) {
    part->options.packets = packets;
    return possible && part->options.clock == LB_UNIT ? LB_OK : nowhere(why);
}

static int with_ports(uint64_t ports, lb_part *part, lb_why *why) {
    if (ports == 0 || ports >= part->options.ports)
        return nowhere(why);
    part->options.ports = (uint32_t)ports;
    return LB_OK;
}

/* The torus without its routing. */
static int as_plain(const lb_task *task, lb_part *part, lb_why *why) {
    const lb_net *net = &task->net;
    lb_task_params params = lb_task_params_of(task);
    lb_net *plain = NULL;
    if (lb_net_routing(net) == LB_STORE_AND_FORWARD || !lb_net_is_whole(net))
        return nowhere(why);
    int error = lb_net_create(net->dims, net->radix, &plain, why);
    if (!error)
        error = lb_task_create(plain, task->kind, &params, &part->made, why);
    lb_net_free(plain);
    return error;
}

/* A graph may have a colour more than its nodes have links, and lanes are ports. */
static int limit_ports(int error, lb_part *part) {
    if (!error && part->options.ports > part->made->net.ports)
        part->options.ports = part->made->net.ports;
    return error;
}

static int on_found(bool may, lb_renaming_finder *find, const lb_task *task, lb_part *part, lb_why *why) {
    return limit_ports(may ? lb_found_task(find, task, &part->made, why) : nowhere(why), part);
}

static int on_kin(const lb_task *task, uint64_t kin, lb_part *part, lb_why *why) {
    return limit_ports(kin < LB_KIN_KINDS ? lb_kin_task(task, (lb_kin)kin, &part->made, why) : nowhere(why), part);
}

int lb_method_part(lb_method method, const lb_task *task, const lb_plan_options *options, unsigned which, lb_part *part,
                   lb_why *why) {
    uint64_t packets = options->packets, number = method.number;
    int error = LB_OK;
    *part = (lb_part){.options = *options};
    switch (method.kind) {
    case LB_METHOD_REVERSE: error = lb_task_reverse(task, &part->made, why); break;
    case LB_METHOD_AS: error = lb_task_as(task, (lb_task_kind)number, &part->made, why); break;
    case LB_METHOD_HALVES: error = half(task, which, part, why); break;
    case LB_METHOD_JOIN:
        error = with_packets(which ? packets - number : number, number > 0 && number < packets, part, why);
        break;
    case LB_METHOD_REPEAT: error = with_packets(1, packets > 1 && packets < UINT32_MAX, part, why); break;
    case LB_METHOD_TRIM: error = with_packets(packets + 1, number <= packets, part, why); break;
    case LB_METHOD_SQUARES: error = lb_twin_task(task, true, &part->made, why); break;
    case LB_METHOD_RINGS: error = lb_twin_task(task, false, &part->made, why); break;
    case LB_METHOD_DETOUR: error = lb_detour_task(task, number, &part->made, why); break;
    case LB_METHOD_PORTS: error = with_ports(number, part, why); break;
    case LB_METHOD_RENUMBERED: error = on_found(lb_renumbered_may(task), lb_renumbered_find, task, part, why); break;
    case LB_METHOD_CYCLE: error = on_found(lb_cycle_may(task, options), lb_cycle_find, task, part, why); break;
    case LB_METHOD_INNER: error = on_found(lb_inner_may(task), lb_inner_find, task, part, why); break;
    case LB_METHOD_STOPS: error = as_plain(task, part, why); break;
    case LB_METHOD_KIN: error = on_kin(task, number, part, why); break;
    default: error = nowhere(why); break;
    }
    part->task = part->made ? part->made : task;
    return error;
}

void lb_part_free(lb_part *part) {
    lb_task_free(part->made);
    part->made = NULL;
}

/* ---- Putting them together ---- */

static int put_again(const lb_plan *one, uint64_t packets, lb_plan **out, lb_why *why) {
    return packets >= UINT32_MAX ? nowhere(why) : lb_plan_pipeline(one, (uint32_t)packets, 0, out, why);
}

/* A plan for fewer ports is one for more. */
static int take_over(lb_plan *part, uint32_t ports, lb_plan **out) {
    part->ports = ports;
    *out = part;
    return LB_OK;
}

static int put(lb_method method, const lb_task *task, const lb_plan_options *o, lb_plan **parts, lb_plan **out,
               lb_why *why) {
    switch (method.kind) {
    case LB_METHOD_REVERSE: return lb_plan_turn(parts[0], o, out, why);
    case LB_METHOD_HALVES: return lb_plan_then(parts[0], parts[1], out, why);
    case LB_METHOD_JOIN: return lb_plan_join(parts[0], parts[1], out, why);
    case LB_METHOD_REPEAT: return put_again(parts[0], o->packets, out, why);
    case LB_METHOD_TRIM: return lb_plan_trim(parts[0], method.number, out, why);
    case LB_METHOD_SQUARES: return lb_twin_recast(parts[0], task, true, out, why);
    case LB_METHOD_RINGS: return lb_twin_recast(parts[0], task, false, out, why);
    case LB_METHOD_PORTS: return take_over(parts[0], o->ports, out);
    case LB_METHOD_RENUMBERED: return lb_found_recast(lb_renumbered_find, parts[0], task, o->ports, out, why);
    case LB_METHOD_CYCLE: return lb_found_recast(lb_cycle_find, parts[0], task, o->ports, out, why);
    case LB_METHOD_INNER: return lb_found_recast(lb_inner_find, parts[0], task, o->ports, out, why);
    case LB_METHOD_KIN: return lb_kin_recast(parts[0], task, (lb_kin)method.number, o->ports, out, why);
    default: return lb_plan_recast(parts[0], task, NULL, out, why); /* AS, DETOUR, STOPS */
    }
}

/* What a plan is called: by those that change little, as its part; else how it was put together. */
static void name_plan(lb_method method, const lb_plan_options *o, lb_plan *const *parts, lb_plan *plan) {
    char name[96];
    if (method.kind == LB_METHOD_HALVES || method.kind == LB_METHOD_PORTS)
        return; /* as lb_plan_then calls it; as it is called */
    if (method.kind == LB_METHOD_AS || method.kind == LB_METHOD_DETOUR || method.kind == LB_METHOD_TRIM ||
        method.kind == LB_METHOD_STOPS) {
        lb_plan_rename(plan, parts[0]->algorithm);
        return;
    }
    lb_method_name(method, o, parts, name, sizeof name);
    lb_plan_rename(plan, name);
}

int lb_method_put(lb_method method, const lb_task *task, const lb_plan_options *o, lb_plan **parts, lb_plan **out,
                  lb_why *why) {
    *out = NULL;
    int error = put(method, task, o, parts, out, why);
    if (!error) {
        name_plan(method, o, parts, *out);
        lb_recipe_of_method(*out, method, parts);
        parts[0] = parts[0] == *out ? NULL : parts[0];
    }
    return error;
}

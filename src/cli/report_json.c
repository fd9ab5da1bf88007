/* The same for programs. Keys are a contract: man/linkbound-plan.1 lists them. */
#define _GNU_SOURCE /* for getrusage */
#include "cli/report.h"

#include <sys/resource.h>

/* Nothing where nothing is dead. */
static void put_faults(out_json *json, const lb_net *net) {
    if (!lb_net_has_faults(net))
        return;
    out_json_open(json, "without", '[');
    for (unsigned i = 0; i < lb_net_dead_links(net); i++) {
        uint32_t from, to;
        lb_net_dead_link(net, i, &from, &to);
        out_json_open(json, NULL, '[');
        out_json_number(json, NULL, from);
        out_json_number(json, NULL, to);
        out_json_close(json, ']');
    }
    out_json_close(json, ']');
    out_json_open(json, "without_nodes", '[');
    for (unsigned i = 0; i < lb_net_dead_nodes(net); i++)
        out_json_number(json, NULL, lb_net_dead_node(net, i));
    out_json_close(json, ']');
}

void cli_json_task(out_json *json, const lb_task *task) {
    char name[512];
    lb_task_params p = lb_task_params_of(task);
    const lb_net *net = lb_task_net(task);
    lb_net_title(net, name, sizeof name);
    out_json_text(json, "network", name);
    out_json_number(json, "nodes", lb_net_nodes(net));
    put_faults(json, net);
    out_json_text(json, "task", lb_task_kind_name(lb_task_kind_of(task)));
    switch (lb_task_kind_of(task)) {
    case LB_SEND:
        out_json_number(json, "root", p.root);
        out_json_number(json, "to", p.to);
        break;
    case LB_BROADCAST:
    case LB_SCATTER:
    case LB_GATHER:
    case LB_REDUCE: out_json_number(json, "root", p.root); break;
    case LB_MULTIBROADCAST: out_json_list(json, "sources", p.list, p.count); break;
    case LB_ISOTROPIC: out_json_list(json, "offsets", p.list, p.count); break;
    case LB_PERMUTE: out_json_list(json, "permutation", p.list, p.count); break;
    case LB_NEIGHBORS:
        out_json_number(json, "near", p.nearest);
        out_json_number(json, "far", p.farthest);
        break;
    default: break;
    }
}

static void put_ratio(out_json *json, const char *key, const char *exact_key, bool known, lb_ratio value) {
    char text[64];
    if (!known) {
        out_json_null(json, key);
        out_json_null(json, exact_key);
        return;
    }
    lb_ratio_text(value, text, sizeof text);
    out_json_double(json, key, lb_ratio_value(value));
    out_json_text(json, exact_key, text);
}

static void put_count(out_json *json, const char *key, bool known, uint64_t value) {
    if (known)
        out_json_number(json, key, value);
    else
        out_json_null(json, key);
}

static void put_time(out_json *json, const cli_outcome *o) {
    put_ratio(json, "time", "time_exact", o->timed, o->timing.makespan);
    put_ratio(json, "ideal_time", "ideal_time_exact", o->idealised, o->ideal_time);
    put_ratio(json, "time_bound", "time_bound_exact", o->timed, o->time_bound);
    put_count(json, "packets_sent", o->timed, o->timing.packets);
    out_json_text(json, "formula", o->has_formula ? o->formula.text : NULL);
    put_ratio(json, "formula_time", "formula_time_exact", o->has_formula, o->formula_time);
    put_count(json, "groups", o->has_formula && o->formula.groups, o->formula.groups);
}

/* The most memory this process has had, of all kinds. */
static uint64_t peak_bytes(void) {
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (uint64_t)usage.ru_maxrss * 1024 : 0;
}

static void put_figure(out_json *json, const char *key, bool known, double value) {
    if (known)
        out_json_double(json, key, value);
    else
        out_json_null(json, key);
}

void cli_json_machine(out_json *json, const cli_machine *machine) {
    if (machine->slots == 0)
        return;
    out_json_number(json, "slots", machine->slots);
    out_json_number(json, "node_blocks", machine->blocks);
    put_count(json, "memory_bytes_bound", machine->memory_known, machine->memory);
}

void cli_json_outcome(out_json *json, const cli_outcome *o) {
    const lb_report *r = &o->report;
    /* A replay that ends early has no figures; one that gets to the end has counted, whatever is wrong there. */
    bool whole = r->rule == LB_RULE_NONE,
         counted = whole || r->rule == LB_RULE_DELIVERED || r->rule == LB_RULE_COUNTS || r->rule == LB_RULE_SAME_ORDER;
    cli_json_task(json, o->task);
    cli_json_machine(json, &o->machine);
    out_json_text(json, "algorithm", o->algorithm);
    if (o->tree)
        out_json_text(json, "tree", o->tree);
    out_json_text(json, "clock", o->clock == LB_LINEAR ? "linear" : "unit");
    out_json_number(json, "ports", o->ports ? o->ports : lb_net_ports(lb_task_net(o->task)));
    put_count(json, "steps", counted, r->steps);
    if (o->control_before || o->control_after) {
        out_json_number(json, "control_before", o->control_before);
        out_json_number(json, "control_after", o->control_after);
    }
    put_count(json, "steps_bound", o->bounded, o->bound.steps);
    if (o->faulty) {
        out_json_number(json, "whole_steps_bound", o->whole_bound);
        put_count(json, "whole_steps", o->whole_steps > 0, o->whole_steps);
    }
    put_count(json, "transmissions", counted, r->crossings);
    put_count(json, "transmissions_bound", o->bounded, o->bound.transmissions);
    put_figure(json, "utilisation", whole, o->timed ? o->timing.utilisation : r->utilisation);
    put_figure(json, "mean_delay", whole, r->mean_delay);
    put_figure(json, "mean_delay_bound", o->bounded && o->bound.mean_delay > 0, o->bound.mean_delay);
    put_figure(json, "total_delay", whole, r->total_delay);
    put_figure(json, "peak_stored", whole, r->peak_stored);
    out_json_text(json, "witness", o->timed ? o->time_witness : o->bounded ? o->steps_witness : NULL);
    out_json_double(json, "plan_seconds", o->plan_seconds);
    out_json_number(json, "peak_bytes", peak_bytes());
    out_json_bool(json, "optimal", cli_optimal(o));
    out_json_text(json, "checked", lb_replay_name(r->replay));
    if (o->greedy) {
        out_json_number(json, "optimum", o->optimum);
        put_count(json, "guarantee", o->guaranteed, o->guarantee);
    }
    if (o->clock == LB_LINEAR)
        put_time(json, o);
}

/* The same for programs. Keys are a contract: man/linkbound-plan.1 lists them. */
#include "cli/report.h"

void cli_json_task(cli_json *json, const lb_task *task) {
    char name[512];
    lb_task_params p = lb_task_params_of(task);
    const lb_net *net = lb_task_net(task);
    lb_net_name(net, name, sizeof name);
    cli_json_text(json, "network", name);
    cli_json_number(json, "nodes", lb_net_nodes(net));
    cli_json_text(json, "task", lb_task_kind_name(lb_task_kind_of(task)));
    switch (lb_task_kind_of(task)) {
    case LB_SEND:
        cli_json_number(json, "root", p.root);
        cli_json_number(json, "to", p.to);
        break;
    case LB_BROADCAST:
    case LB_SCATTER:
    case LB_GATHER:
    case LB_REDUCE: cli_json_number(json, "root", p.root); break;
    case LB_MULTIBROADCAST: cli_json_list(json, "sources", p.list, p.count); break;
    case LB_ISOTROPIC: cli_json_list(json, "offsets", p.list, p.count); break;
    case LB_PERMUTE: cli_json_list(json, "permutation", p.list, p.count); break;
    case LB_NEIGHBORS:
        cli_json_number(json, "near", p.near);
        cli_json_number(json, "far", p.far);
        break;
    default: break;
    }
}

static void put_ratio(cli_json *json, const char *key, const char *exact_key, bool known, lb_ratio value) {
    char text[64];
    if (!known) {
        cli_json_null(json, key);
        cli_json_null(json, exact_key);
        return;
    }
    lb_ratio_text(value, text, sizeof text);
    cli_json_double(json, key, lb_ratio_value(value));
    cli_json_text(json, exact_key, text);
}

void cli_json_time(cli_json *json, const cli_outcome *o) {
    put_ratio(json, "time", "time_exact", o->timed, o->timing.makespan);
    put_ratio(json, "time_bound", "time_bound_exact", o->timed, o->time_bound);
}

void cli_json_outcome(cli_json *json, const cli_outcome *o) {
    const lb_report *r = &o->report;
    cli_json_task(json, o->task);
    cli_json_text(json, "algorithm", o->algorithm);
    cli_json_text(json, "clock", o->clock == LB_LINEAR ? "linear" : "unit");
    cli_json_number(json, "ports", o->ports ? o->ports : lb_net_ports(lb_task_net(o->task)));
    cli_json_number(json, "steps", r->steps);
    if (o->bounded)
        cli_json_number(json, "steps_bound", o->bound.steps);
    else
        cli_json_null(json, "steps_bound");
    cli_json_number(json, "transmissions", r->moves);
    if (o->bounded)
        cli_json_number(json, "transmissions_bound", o->bound.transmissions);
    else
        cli_json_null(json, "transmissions_bound");
    cli_json_double(json, "utilisation", o->timed ? o->timing.utilisation : r->utilisation);
    cli_json_double(json, "mean_delay", r->mean_delay);
    if (o->bounded && o->bound.mean_delay > 0)
        cli_json_double(json, "mean_delay_bound", o->bound.mean_delay);
    else
        cli_json_null(json, "mean_delay_bound");
    cli_json_double(json, "total_delay", r->total_delay);
    cli_json_double(json, "peak_stored", r->peak_stored);
    cli_json_text(json, "witness", o->timed ? o->time_witness : o->bounded ? o->steps_witness : NULL);
    cli_json_double(json, "plan_seconds", o->plan_seconds);
    cli_json_number(json, "peak_bytes", o->plan_bytes + r->peak_bytes);
    cli_json_bool(json, "optimal", cli_optimal(o));
    cli_json_text(json, "checked", r->replay == LB_REPLAY_RELATIVE ? "relative" : "full");
    if (o->clock == LB_LINEAR)
        cli_json_time(json, o);
}

/* A plan run by threads on data that is recognised: a thread for every node, some rounds of it, timed. */
#include "cli/trial_run.h"

#include "base/base.h"
#include "cli/progress.h"
#include "cli/run_trace.h"
#include "cli/say.h"
#include "run/trial.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct shared {
    const lb_task *task;
    lb_action *action;
    cli_trial *trial;
    cli_progress progress;
    lb_why *why;          /* per rank: what is wrong */
    uint32_t first;       /* node that is alive */
    double *start, *end;  /* per rank, of the round */
    cli_run_trace *trace; /* NULL: none */
} shared;

int cli_trial_source(const char *path) {
    (void)path;
    return CLI_OK;
}

int cli_trial_agreed(int status, const lb_plan *plan) {
    (void)plan;
    return status;
}

int cli_trial_affordable(const lb_task *task, uint64_t bytes) {
    uint64_t all = 0, in, out;
    lb_why why;
    for (uint32_t v = 0; v < lb_net_nodes(lb_task_net(task)); v++) {
        if (lb_trial_sizes(task, v, bytes, &in, &out) || __builtin_add_overflow(all, in, &all) ||
            __builtin_add_overflow(all, out, &all))
            return cli_fail("blocks of %" PRIu64 " bytes are too large", bytes);
    }
    int error = lb_affordable(all, "the buffers of all nodes", &why);
    return error ? cli_fail_why(error, &why) : CLI_OK;
}

/* From when the first started to when the last was done: with more ranks than processors a rank may well start when
 * others have done their part. */
static double taken(const shared *s) {
    double start = s->start[s->first], end = s->end[s->first];
    for (uint32_t v = s->first; v < lb_net_nodes(lb_task_net(s->task)); v++) {
        if (!lb_node_alive(lb_task_net(s->task), v))
            continue;
        start = s->start[v] < start ? s->start[v] : start;
        end = s->end[v] > end ? s->end[v] : end;
    }
    return end - start;
}

/* One run: everybody starts together; the first rank reckons the time before it lets the next round begin. */
static int run_once(lb_rank *me, shared *s, uint32_t round, void *in, void *out) {
    uint32_t node = lb_rank_node(me);
    lb_trial_fill(s->task, node, s->trial->bytes, round, in, out);
    bool first = node == s->first;
    if (first && s->trace && round + 1 == s->trial->count)
        cli_run_trace_begin(s->trace); /* all see it after the barrier */
    int error = lb_rank_barrier(me);
    s->start[node] = cli_seconds();
    if (!error)
        error = lb_rank_do(me, s->action, in, out);
    s->end[node] = cli_seconds();
    if (!error)
        error = lb_rank_barrier(me);
    if (!error && first)
        s->trial->seconds[round] = taken(s);
    if (!error)
        error = lb_trial_check(s->task, node, s->trial->bytes, round, out, &s->why[node]);
    if (!error && first)
        error = cli_progress_tick(&s->progress, (double)(round + 1) / s->trial->count) ? LB_ERR_CANCELLED : LB_OK;
    return error;
}

static int rank_main(lb_rank *me, void *user) {
    shared *s = user;
    uint64_t in_size = 0, out_size = 0;
    int error = lb_trial_sizes(s->task, lb_rank_node(me), s->trial->bytes, &in_size, &out_size);
    void *in = lb_array(in_size, 1), *out = lb_array(out_size, 1);
    if (!error && (!in || !out))
        error = LB_ERR_MEMORY;
    for (uint32_t i = 0; i < s->trial->count && !error; i++)
        error = run_once(me, s, i, in, out);
    free(in);
    free(out);
    return error;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* What the scripts say of links and memory. */
static void survey(const lb_net *net, const lb_action *action, cli_trial *t) {
    t->ranks = lb_nodes_alive(net);
    t->links = lb_links_alive(net);
    t->memory = lb_action_memory(action);
    t->least = UINT64_MAX;
    for (uint32_t v = 0; v < lb_net_nodes(net); v++) {
        if (!lb_node_alive(net, v))
            continue;
        const lb_script *script = lb_action_script(action, v);
        lb_script_facts f = lb_script_facts_of(script);
        t->sent += f.bytes_sent;
        t->packets += f.packets_sent;
        t->contiguous += f.contiguous;
        t->scratch = f.scratch > t->scratch ? f.scratch : t->scratch;
        for (unsigned p = 0; p < lb_net_ports(net); p++) {
            uint64_t bytes = lb_script_port_bytes(script, p, LB_SENDS);
            if (!lb_link_alive(net, v, p))
                continue;
            t->least = bytes < t->least ? bytes : t->least;
            t->most = bytes > t->most ? bytes : t->most;
        }
    }
    t->least = t->links ? t->least : 0;
}

static uint64_t delivered(const lb_task *task, uint64_t bytes) {
    uint64_t all = 0, in, out;
    for (uint32_t v = 0; v < lb_net_nodes(lb_task_net(task)); v++) {
        if (lb_node_alive(lb_task_net(task), v) && lb_trial_sizes(task, v, bytes, &in, &out) == LB_OK)
            all += out;
    }
    return all;
}

static int say_wrong(const shared *s, int error, const lb_why *why) {
    for (uint32_t v = 0; v < lb_net_nodes(lb_task_net(s->task)); v++) {
        if (s->why[v].text[0]) {
            cli_fail("%s", s->why[v].text);
            return CLI_BROKEN;
        }
    }
    return error == LB_ERR_CANCELLED ? cli_fail("stopped") : cli_fail_why(error, why);
}

static int prepare(const lb_plan *plan, lb_team *team, bool quiet, shared *s) {
    lb_why why;
    lb_data data = lb_trial_data(s->task, s->trial->bytes);
    double start = cli_seconds();
    int error = lb_action_create(team, plan, &data, &s->action, &why);
    if (error)
        return cli_fail_why(error, &why);
    cli_progress_begin(&s->progress, "making programs", 0, "", quiet);
    error = lb_action_prepare(s->action, cli_progress_tick, &s->progress, &why);
    int status = cli_progress_end(&s->progress);
    s->trial->prepared = cli_seconds() - start;
    return status ? status : error ? cli_fail_why(error, &why) : CLI_OK;
}

static int run_all(const lb_plan *plan, lb_team *team, bool quiet, shared *s) {
    lb_why why;
    int status = prepare(plan, team, quiet, s);
    if (status)
        return status;
    if (s->trial->trace && !(s->trace = cli_run_trace_create(team, lb_task_net(s->task))))
        return cli_fail("not enough memory");
    cli_progress_begin(&s->progress, "running", s->trial->count, " runs", quiet);
    int error = lb_team_run(team, rank_main, s, &why);
    status = cli_progress_end(&s->progress);
    if (status || error)
        return status ? status : say_wrong(s, error, &why);
    qsort(s->trial->seconds, s->trial->count, sizeof *s->trial->seconds, ascending);
    survey(lb_task_net(s->task), s->action, s->trial);
    s->trial->verified = delivered(s->task, s->trial->bytes) * s->trial->count;
    return s->trace ? cli_run_trace_write(s->trace, s->trial->trace) : CLI_OK;
}

int cli_trial_run(const lb_plan *plan, bool quiet, cli_trial *trial) {
    const lb_task *task = lb_plan_task(plan);
    shared s = {.task = task, .trial = trial};
    lb_team *team;
    lb_why why;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    trial->worker = "thread";
    trial->workers = "threads";
    trial->processors = processors > 0 ? (uint32_t)processors : 1;
    while (s.first + 1 < lb_net_nodes(lb_task_net(task)) && !lb_node_alive(lb_task_net(task), s.first))
        s.first++;
    int error = lb_team_create(lb_task_net(task), &team, &why);
    if (error)
        return cli_fail_why(error, &why);
    s.why = lb_zeroed(lb_net_nodes(lb_task_net(task)), sizeof *s.why);
    s.start = lb_zeroed(lb_net_nodes(lb_task_net(task)), sizeof *s.start);
    s.end = lb_zeroed(lb_net_nodes(lb_task_net(task)), sizeof *s.end);
    trial->seconds = lb_zeroed(trial->count, sizeof *trial->seconds);
    int status =
        s.why && s.start && s.end && trial->seconds ? run_all(plan, team, quiet, &s) : cli_fail("not enough memory");
    lb_action_free(s.action);
    lb_team_free(team);
    cli_run_trace_free(s.trace);
    free(s.why);
    free(s.start);
    free(s.end);
    return status;
}

void cli_trial_free(cli_trial *trial) {
    free(trial->seconds);
}

/* Messages whose data nobody names: in order, and timed, but not judged. */
#include "cli/messages.h"

#include "cli/asked.h"
#include "cli/report.h"
#include "cli/say.h"
#include "cli/term.h"

#include <inttypes.h>
#include <stdio.h>

static void put_facts(const cli_job *job) {
    lb_messages_facts f = lb_messages_about(job->messages);
    char net[512] = "links of its own";
    if (f.net)
        lb_net_title(f.net, net, sizeof net);
    printf("%" PRIu32 " rank%s on %s: %" PRIu64 " message%s of %" PRIu64
           " bytes, each received, nothing waits for ever; not judged: %s does not name its data\n",
           f.ranks, f.ranks == 1 ? "" : "s", net, f.messages, f.messages == 1 ? "" : "s", f.bytes,
           lb_import_format_name(job->format));
    if (!f.unbuffered)
        puts("  it locks where a send waits until it is received: messages must be buffered");
}

static void put_json_facts(out_json *json, const cli_args *args, const cli_job *job) {
    lb_messages_facts f = lb_messages_about(job->messages);
    char net[512] = "";
    if (f.net)
        lb_net_title(f.net, net, sizeof net);
    out_json_open(json, NULL, '{');
    out_json_text(json, "file", args->schedule);
    out_json_bool(json, "ok", true);
    out_json_bool(json, "judged", false);
    out_json_text(json, "format", lb_import_format_name(job->format));
    out_json_text(json, "network", f.net ? net : NULL);
    out_json_number(json, "ranks", f.ranks);
    out_json_number(json, "messages", f.messages);
    out_json_number(json, "bytes", f.bytes);
    out_json_bool(json, "unbuffered", f.unbuffered);
}

void cli_messages_report(const cli_args *args, const cli_job *job) {
    out_json json = {.out = stdout};
    if (cli_given(args, OPT_JSON)) {
        put_json_facts(&json, args, job);
        out_json_end(&json);
    } else if (!cli_given(args, OPT_QUIET)) {
        put_facts(job);
    }
}

static void put_time(const cli_args *args, const cli_outcome *o) {
    lb_style style = cli_style(stdout, args);
    char time[128], text[200];
    double whole = lb_ratio_value(o->timing.makespan), busiest = lb_ratio_value(o->timing.busiest_link);
    cli_time_text(o->timing.makespan, o->nanoseconds, time, sizeof time);
    cli_report_row(stdout, &style, "time", time);
    cli_time_text(o->timing.busiest_link, o->nanoseconds, time, sizeof time);
    snprintf(text, sizeof text, "%s, %.1f %% of the time", time, whole > 0 ? 100 * busiest / whole : 0.0);
    cli_report_row(stdout, &style, "busiest link", text);
    cli_report_path(stdout, &style, o, cli_given(args, OPT_PATH));
}

static void put_json(const cli_args *args, const cli_job *job) {
    out_json json = {.out = stdout};
    char text[64];
    put_json_facts(&json, args, job);
    lb_ratio_text(job->outcome.timing.makespan, text, sizeof text);
    out_json_text(&json, "time", text);
    if (args->nanoseconds)
        out_json_text(&json, "time_unit", "ns");
    out_json_double(&json, "busiest_link", lb_ratio_value(job->outcome.timing.busiest_link));
    out_json_number(&json, "critical_packets", job->outcome.timing.critical_count);
    out_json_end(&json);
}

int cli_messages_simulate(const cli_args *args, cli_job *job) {
    cli_outcome *o = &job->outcome;
    lb_why why = {""};
    if (cli_given(args, OPT_BYTES))
        return cli_fail("--bytes: %.200s says itself how large its messages are", args->schedule);
    if (!cli_given(args, OPT_TAU) || !cli_given(args, OPT_BETA))
        return cli_fail("simulate needs --tau and --beta, or --link and --latency");
    o->cost = (lb_cost){.tau = args->tau, .beta = args->beta};
    o->nanoseconds = args->nanoseconds;
    int error = lb_messages_time(job->messages, &o->cost, &o->timing, &why);
    if (error)
        return cli_fail_why(error, &why);
    o->timed = true;
    if (cli_given(args, OPT_JSON)) {
        put_json(args, job);
    } else if (!cli_given(args, OPT_QUIET)) {
        put_facts(job);
        put_time(args, o);
    }
    return CLI_OK;
}

/* What linkbound run says: times, rates and what was verified. */
#include "cli/run_report.h"

#include "base/base.h"
#include "out/json.h"

#include <inttypes.h>

static double mean_link(const cli_trial *t) {
    return t->links ? (double)t->sent / (double)t->links : 0;
}

static void put_moved(FILE *out, const lb_style *style, const cli_trial *t) {
    char text[256], sent[32], rate[32];
    double median = t->seconds[t->count / 2];
    lb_bytes_text(t->sent, sent, sizeof sent);
    lb_bytes_text(median > 0 ? (uint64_t)((double)t->sent / median) : 0, rate, sizeof rate);
    snprintf(text, sizeof text, "%s in %" PRIu64 " packet%s, %s/s; %.0f %% of packets' ends are one stretch of memory",
             sent, t->packets, t->packets == 1 ? "" : "s", rate,
             t->packets ? 50.0 * (double)t->contiguous / (double)t->packets : 100.0);
    cli_report_row(out, style, "moved", text);
    char least[32], most[32];
    lb_bytes_text(t->least, least, sizeof least);
    lb_bytes_text(t->most, most, sizeof most);
    if (t->least == t->most)
        snprintf(text, sizeof text, "%s over each of %" PRIu64, most, t->links);
    else
        snprintf(text, sizeof text, "%s to %s over each of %" PRIu64 "; the mean is %.0f %% of the most", least, most,
                 t->links, t->most ? 100 * mean_link(t) / (double)t->most : 100.0);
    cli_report_row(out, style, "links", text);
}

void cli_run_report(FILE *out, const lb_style *style, const cli_trial *t) {
    char text[256], a[32], b[32], c[32];
    lb_bytes_text(t->bytes, a, sizeof a);
    snprintf(text, sizeof text, "%" PRIu32 " time%s, %s of %s, %" PRIu32 " %s on %" PRIu32 " processor%s", t->count,
             t->count == 1 ? "" : "s", t->message ? "a message" : "blocks", a, t->ranks,
             t->ranks == 1 ? t->worker : t->workers, t->processors, t->processors == 1 ? "" : "s");
    cli_report_row(out, style, "ran", text);
    cli_seconds_text(t->seconds[t->count / 2], true, a, sizeof a);
    cli_seconds_text(t->seconds[0], true, b, sizeof b);
    cli_seconds_text(t->seconds[t->count - 1], true, c, sizeof c);
    snprintf(text, sizeof text, "%s median, %s to %s", a, b, c);
    cli_report_row(out, style, "real time", text);
    put_moved(out, style, t);
    lb_bytes_text(t->scratch, a, sizeof a);
    lb_bytes_text(t->memory, b, sizeof b);
    cli_seconds_text(t->prepared, true, c, sizeof c);
    snprintf(text, sizeof text, "at most %s under way at a node; programs and all, %s; made in %s", a, b, c);
    cli_report_row(out, style, "memory", text);
    lb_bytes_text(t->verified, a, sizeof a);
    snprintf(text, sizeof text, "every byte at every node: %s in all", a);
    cli_report_row(out, style, "verified", text);
}

void cli_run_json(const cli_outcome *outcome, const cli_trial *t) {
    out_json json = {.out = stdout};
    out_json_open(&json, NULL, '{');
    cli_json_outcome(&json, outcome);
    out_json_open(&json, "run", '{');
    out_json_number(&json, "bytes", t->bytes);
    out_json_number(&json, "count", t->count);
    out_json_number(&json, "ranks", t->ranks);
    out_json_number(&json, "processors", t->processors);
    out_json_double(&json, "seconds_median", t->seconds[t->count / 2]);
    out_json_double(&json, "seconds_least", t->seconds[0]);
    out_json_double(&json, "seconds_most", t->seconds[t->count - 1]);
    out_json_double(&json, "seconds_preparing", t->prepared);
    out_json_number(&json, "bytes_moved", t->sent);
    out_json_number(&json, "packets", t->packets);
    out_json_number(&json, "link_bytes_least", t->least);
    out_json_number(&json, "link_bytes_most", t->most);
    out_json_double(&json, "link_bytes_mean", mean_link(t));
    out_json_number(&json, "scratch", t->scratch);
    out_json_number(&json, "memory", t->memory);
    out_json_number(&json, "bytes_verified", t->verified);
    out_json_close(&json, '}');
    out_json_end(&json);
}

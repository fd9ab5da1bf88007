/* A frontier for people and for programs. Keys are a contract: man/linkbound-compare.1 lists them. */
#include "cli/frontier.h"
#include "cli/report.h"

#include <inttypes.h>

/* What is proven: a figure, and why. */
static void put_proof(FILE *out, const lb_style *style, const char *label, const char *what, const char *why) {
    char text[LB_WHY_MAX + 128];
    snprintf(text, sizeof text, "%s: %s", what, why);
    cli_report_row(out, style, label, text);
}

void cli_frontier_text(FILE *out, const lb_style *style, const cli_frontier *f) {
    const lb_frontier *p = &f->picture;
    char what[96];
    size_t behind = 0;
    fprintf(out, "%s\n  what nothing beats in both start-ups and data, at the sizes compared\n\n", f->title);
    fprintf(out, "  start-ups  messages over the busiest link   hops\n");
    for (size_t i = 0; i < p->points; i++) {
        const lb_frontier_point *at = &p->point[i];
        behind += !at->best;
        if (at->best)
            fprintf(out, "  %9" PRIu64 "  %30.4f  %5" PRIu64 "  %s\n", at->startups, lb_ratio_value(at->data), at->hops,
                    at->name);
    }
    fputs("\n", out);
    snprintf(what, sizeof what, "%.4g start-ups at least", lb_ratio_value(p->startups));
    put_proof(out, style, "proven", what, f->witness[0]);
    snprintf(what, sizeof what, "%.4g messages over a link at least", lb_ratio_value(p->data));
    put_proof(out, style, "", what, f->witness[1]);
    snprintf(what, sizeof what, "%" PRIu64 " start-ups at least with so little data", f->least_both);
    if (f->least_both)
        put_proof(out, style, "", what, "every sum meets at a node or on a link, and goes out from there");
    fprintf(out, "  %zu more points lie behind; algorithms without a formula, not shown: %zu\n", behind, f->without);
}

static void put_least(out_json *json, const char *key, lb_ratio least, const char *witness) {
    char text[64];
    lb_ratio_text(least, text, sizeof text);
    out_json_open(json, key, '{');
    out_json_text(json, "at_least", text);
    out_json_text(json, "witness", witness);
    out_json_close(json, '}');
}

void cli_frontier_json(FILE *out, const cli_comparison *c, const cli_frontier *f) {
    out_json json = {.out = out};
    out_json_open(&json, NULL, '{');
    cli_json_task(&json, c->task);
    out_json_number(&json, "ports", c->ports ? c->ports : lb_net_ports(lb_task_net(c->task)));
    put_least(&json, "startups", f->picture.startups, f->witness[0]);
    put_least(&json, "data", f->picture.data, f->witness[1]);
    if (f->least_both)
        out_json_number(&json, "startups_with_least_data", f->least_both);
    out_json_open(&json, "points", '[');
    for (size_t i = 0; i < f->picture.points; i++) {
        const lb_frontier_point *p = &f->point[i];
        char text[64];
        lb_ratio_text(p->data, text, sizeof text);
        out_json_open(&json, NULL, '{');
        out_json_text(&json, "algorithm", p->name);
        out_json_number(&json, "startups", p->startups);
        out_json_text(&json, "data", text);
        out_json_number(&json, "hops", p->hops);
        out_json_bool(&json, "frontier", p->best);
        out_json_close(&json, '}');
    }
    out_json_close(&json, ']');
    out_json_end(&json);
}

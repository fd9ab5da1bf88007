/* A comparison for programs. Keys are a contract: man/linkbound-compare.1 lists them. */
#include "cli/compare_points.h"
#include "cli/compare_show.h"
#include "cli/report.h"

static void put_exact(out_json *json, const char *key, const char *exact_key, bool held, lb_ratio time, double value) {
    char text[64];
    lb_ratio_text(time, text, sizeof text);
    out_json_double(json, key, value);
    out_json_text(json, exact_key, held ? text : NULL);
}

static void put_rival(out_json *json, const cli_rival *r) {
    out_json_open(json, NULL, '{');
    out_json_text(json, "name", r->info->name);
    out_json_text(json, "paper", r->info->source);
    out_json_bool(json, "simulated", r->plan != NULL);
    out_json_open(json, "verified_at", '[');
    for (unsigned i = 0; i < r->verified; i++)
        out_json_number(json, NULL, r->verified_at[i]);
    out_json_close(json, ']');
    out_json_double(json, "faster_than_formula", r->spare);
    out_json_bool(json, "formula_wrong", r->wrong);
    out_json_close(json, '}');
}

static void put_formula(out_json *json, const lb_formula *f) {
    char text[64];
    lb_ratio_text(f->data, text, sizeof text);
    out_json_text(json, "formula", f->text);
    out_json_text(json, "data", text);
    out_json_number(json, "startups", f->startups);
    if (f->groups)
        out_json_number(json, "groups", f->groups);
    else
        out_json_null(json, "groups");
}

static void put_point(out_json *json, const cli_rival *r, const cli_point *p, lb_ratio bound) {
    out_json_open(json, NULL, '{');
    out_json_text(json, "algorithm", r->info->name);
    put_exact(json, "time", "time_exact", p->held, p->time, p->value);
    if (bound.num || cli_over_bound(p, bound) == 1)
        out_json_double(json, "ratio", cli_over_bound(p, bound));
    else
        out_json_null(json, "ratio");
    out_json_bool(json, "optimal", p->held && lb_ratio_compare(p->time, bound) == 0);
    out_json_bool(json, "at_most", p->at_most);
    out_json_bool(json, "simulated", r->plan != NULL);
    if (p->formula.text) {
        put_formula(json, &p->formula);
    } else {
        out_json_null(json, "formula");
        out_json_null(json, "data");
        out_json_null(json, "startups");
        out_json_null(json, "groups");
    }
    out_json_close(json, '}');
}

static void put_row(out_json *json, const cli_comparison *c, const cli_row *row) {
    out_json_open(json, NULL, '{');
    out_json_number(json, "bytes", row->bytes);
    put_exact(json, "bound", "bound_exact", true, row->bound, lb_ratio_value(row->bound));
    out_json_text(json, "best", c->rival[row->best].info->name);
    out_json_open(json, "times", '[');
    for (size_t i = 0; i < c->rivals; i++) {
        if (row->point[i].known)
            put_point(json, &c->rival[i], &row->point[i], row->bound);
    }
    out_json_close(json, ']');
    out_json_close(json, '}');
}

static void put_changes(out_json *json, const cli_comparison *c) {
    out_json_open(json, "crossovers", '[');
    for (size_t i = 0; i < c->changes; i++) {
        const cli_change *change = &c->change[i];
        out_json_open(json, NULL, '{');
        out_json_number(json, "bytes", change->bytes);
        out_json_text(json, "from", c->rival[change->from].info->name);
        out_json_text(json, "to", c->rival[change->to].info->name);
        out_json_bool(json, "exact", change->exact);
        out_json_close(json, '}');
    }
    out_json_close(json, ']');
}

static void put_ends(out_json *json, const cli_comparison *c) {
    out_json_open(json, "witnesses", '[');
    for (size_t i = 0; i < (c->rows > 1 ? 2 : 1); i++) {
        out_json_open(json, NULL, '{');
        out_json_number(json, "bytes", c->row[i ? c->rows - 1 : 0].bytes);
        out_json_text(json, "witness", c->witness[i]);
        out_json_close(json, '}');
    }
    out_json_close(json, ']');
    out_json_open(json, "left_out", '[');
    for (size_t i = 0; i < c->lefts; i++) {
        out_json_open(json, NULL, '{');
        out_json_text(json, "name", c->left[i].info->name);
        out_json_text(json, "reason", c->left[i].reason);
        out_json_close(json, '}');
    }
    out_json_close(json, ']');
}

void cli_compare_json(FILE *out, const cli_comparison *c) {
    out_json json = {.out = out};
    char text[64];
    const lb_net *net = lb_task_net(c->task);
    out_json_open(&json, NULL, '{');
    cli_json_task(&json, c->task);
    out_json_number(&json, "ports", c->ports ? c->ports : lb_net_ports(net));
    lb_ratio_text(c->tau, text, sizeof text);
    out_json_text(&json, "tau", text);
    lb_ratio_text(c->beta, text, sizeof text);
    out_json_text(&json, "beta", text);
    if (c->nanoseconds)
        out_json_text(&json, "time_unit", "ns");
    out_json_open(&json, "algorithms", '[');
    for (size_t i = 0; i < c->rivals; i++)
        put_rival(&json, &c->rival[i]);
    out_json_close(&json, ']');
    out_json_open(&json, "sizes", '[');
    for (size_t i = 0; i < c->rows; i++)
        put_row(&json, c, &c->row[i]);
    out_json_close(&json, ']');
    put_changes(&json, c);
    put_ends(&json, c);
    out_json_text(&json, "wrong", *c->wrong ? c->wrong : NULL);
    out_json_end(&json);
}

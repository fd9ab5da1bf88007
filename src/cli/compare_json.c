/* A comparison for programs. Keys are a contract: man/linkbound-compare.1 lists them. */
#include "cli/compare.h"
#include "cli/report.h"

static void put_exact(cli_json *json, const char *key, const char *exact_key, bool held, lb_ratio time, double value) {
    char text[64];
    lb_ratio_text(time, text, sizeof text);
    cli_json_double(json, key, value);
    cli_json_text(json, exact_key, held ? text : NULL);
}

static void put_rival(cli_json *json, const cli_rival *r) {
    cli_json_open(json, NULL, '{');
    cli_json_text(json, "name", r->info->name);
    cli_json_text(json, "paper", r->info->source);
    cli_json_bool(json, "simulated", r->plan != NULL);
    cli_json_open(json, "verified_at", '[');
    for (unsigned i = 0; i < r->verified; i++)
        cli_json_number(json, NULL, r->verified_at[i]);
    cli_json_close(json, ']');
    cli_json_double(json, "faster_than_formula", r->spare);
    cli_json_bool(json, "formula_wrong", r->wrong);
    cli_json_close(json, '}');
}

static void put_formula(cli_json *json, const lb_formula *f) {
    char text[64];
    lb_ratio_text(f->data, text, sizeof text);
    cli_json_text(json, "formula", f->text);
    cli_json_text(json, "data", text);
    cli_json_number(json, "startups", f->startups);
    if (f->groups)
        cli_json_number(json, "groups", f->groups);
    else
        cli_json_null(json, "groups");
}

static void put_point(cli_json *json, const cli_rival *r, const cli_point *p, lb_ratio bound) {
    cli_json_open(json, NULL, '{');
    cli_json_text(json, "algorithm", r->info->name);
    put_exact(json, "time", "time_exact", p->held, p->time, p->value);
    if (bound.num || cli_over_bound(p, bound) == 1)
        cli_json_double(json, "ratio", cli_over_bound(p, bound));
    else
        cli_json_null(json, "ratio");
    cli_json_bool(json, "optimal", p->held && lb_ratio_compare(p->time, bound) == 0);
    cli_json_bool(json, "at_most", p->at_most);
    cli_json_bool(json, "simulated", r->plan != NULL);
    if (p->formula.text) {
        put_formula(json, &p->formula);
    } else {
        cli_json_null(json, "formula");
        cli_json_null(json, "data");
        cli_json_null(json, "startups");
        cli_json_null(json, "groups");
    }
    cli_json_close(json, '}');
}

static void put_row(cli_json *json, const cli_comparison *c, const cli_row *row) {
    cli_json_open(json, NULL, '{');
    cli_json_number(json, "bytes", row->bytes);
    put_exact(json, "bound", "bound_exact", true, row->bound, lb_ratio_value(row->bound));
    cli_json_text(json, "best", c->rival[row->best].info->name);
    cli_json_open(json, "times", '[');
    for (size_t i = 0; i < c->rivals; i++) {
        if (row->point[i].known)
            put_point(json, &c->rival[i], &row->point[i], row->bound);
    }
    cli_json_close(json, ']');
    cli_json_close(json, '}');
}

static void put_changes(cli_json *json, const cli_comparison *c) {
    cli_json_open(json, "crossovers", '[');
    for (size_t i = 0; i < c->changes; i++) {
        const cli_change *change = &c->change[i];
        cli_json_open(json, NULL, '{');
        cli_json_number(json, "bytes", change->bytes);
        cli_json_text(json, "from", c->rival[change->from].info->name);
        cli_json_text(json, "to", c->rival[change->to].info->name);
        cli_json_bool(json, "exact", change->exact);
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
}

static void put_ends(cli_json *json, const cli_comparison *c) {
    cli_json_open(json, "witnesses", '[');
    for (size_t i = 0; i < (c->rows > 1 ? 2 : 1); i++) {
        cli_json_open(json, NULL, '{');
        cli_json_number(json, "bytes", c->row[i ? c->rows - 1 : 0].bytes);
        cli_json_text(json, "witness", c->witness[i]);
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
    cli_json_open(json, "left_out", '[');
    for (size_t i = 0; i < c->lefts; i++) {
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "name", c->left[i].info->name);
        cli_json_text(json, "reason", c->left[i].reason);
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
}

void cli_compare_json(FILE *out, const cli_comparison *c) {
    cli_json json = {.out = out};
    char text[64];
    const lb_net *net = lb_task_net(c->task);
    cli_json_open(&json, NULL, '{');
    cli_json_task(&json, c->task);
    cli_json_number(&json, "ports", c->ports ? c->ports : lb_net_ports(net));
    lb_ratio_text(c->tau, text, sizeof text);
    cli_json_text(&json, "tau", text);
    lb_ratio_text(c->beta, text, sizeof text);
    cli_json_text(&json, "beta", text);
    cli_json_open(&json, "algorithms", '[');
    for (size_t i = 0; i < c->rivals; i++)
        put_rival(&json, &c->rival[i]);
    cli_json_close(&json, ']');
    cli_json_open(&json, "sizes", '[');
    for (size_t i = 0; i < c->rows; i++)
        put_row(&json, c, &c->row[i]);
    cli_json_close(&json, ']');
    put_changes(&json, c);
    put_ends(&json, c);
    cli_json_text(&json, "wrong", *c->wrong ? c->wrong : NULL);
    cli_json_end(&json);
}

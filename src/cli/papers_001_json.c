/* 001's formulas and tables for programs. Keys are a contract: man/linkbound-papers.1 lists them. */
#include "cli/papers_001.h"

#include <math.h>

/* A number, and the same exactly. */
static void put_exact(cli_json *json, const char *key, const char *exact_key, lb_ratio value) {
    char text[48];
    lb_ratio_text(value, text, sizeof text);
    cli_json_double(json, key, lb_ratio_value(value));
    cli_json_text(json, exact_key, text);
}

static void put_text(cli_json *json, const char *key, lb_ratio value) {
    char text[48];
    lb_ratio_text(value, text, sizeof text);
    cli_json_text(json, key, text);
}

static void put_cost(cli_json *json, const lb_cost *cost) {
    cli_json_open(json, "cost", '{');
    cli_json_number(json, "bytes", cost->bytes);
    put_text(json, "tau", cost->tau);
    put_text(json, "beta", cost->beta);
    cli_json_close(json, '}');
}

static void put_sums(cli_json *json, const p001 *all) {
    cli_json_open(json, "K", '[');
    for (unsigned d = 0; d < P001_SUMS; d++) {
        const p001_sum *s = &all->sum[d];
        cli_json_open(json, NULL, '{');
        cli_json_number(json, "d", d);
        put_exact(json, "value", "exact", s->value);
        cli_json_double(json, "at_least", d >= 5 ? lb_ratio_value(s->low) : NAN);
        cli_json_double(json, "at_most", d >= 5 ? lb_ratio_value(s->high) : NAN);
        cli_json_text(json, "printed", d == 5 ? "2 2/3" : NULL);
        cli_json_bool(json, "holds", s->holds);
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
}

static double over(lb_ratio a, lb_ratio b) {
    return b.num ? lb_ratio_value(a) / lb_ratio_value(b) : NAN;
}

static void put_row(cli_json *json, const p001_box *box, const p001_row *row) {
    cli_json_open(json, NULL, '{');
    cli_json_number(json, "d", row->d);
    cli_json_number(json, "n", row->n);
    if (row->box.groups)
        cli_json_number(json, "groups", row->box.groups);
    else
        cli_json_null(json, "groups");
    put_exact(json, "formula", "formula_exact", row->box.time);
    put_text(json, "data", row->box.data);
    cli_json_number(json, "startups", row->box.startups);
    put_exact(json, "planned", "planned_exact", row->formula);
    put_exact(json, "simulated", "simulated_exact", row->simulated);
    put_exact(json, "bound", "bound_exact", row->bound);
    put_exact(json, "data_bound", "data_bound_exact", row->data_bound);
    cli_json_double(json, "over_bound", over(row->simulated, row->bound));
    cli_json_double(json, "over_data_bound", over(row->simulated, row->data_bound));
    put_text(json, "order", row->box.order);
    if (box->least)
        put_text(json, "least_order", row->least);
    else
        cli_json_null(json, "least_order");
    cli_json_double(json, "closed", row->box.closed);
    cli_json_double(json, "whole", lb_ratio_value(row->box.time) / row->box.closed - 1);
    cli_json_bool(json, "capped", row->box.capped);
    cli_json_bool(json, "equal", row->equal);
    cli_json_bool(json, "holds", row->holds);
    cli_json_close(json, '}');
}

static void put_box(cli_json *json, const p001_box *box, const p001_table *table) {
    cli_json_open(json, box->key, '{');
    cli_json_text(json, "name", box->name);
    cli_json_text(json, "section", box->section);
    cli_json_text(json, "task", lb_task_kind_name(box->kind));
    cli_json_text(json, "algorithm", box->algorithm);
    cli_json_text(json, "formula", box->formula);
    cli_json_text(json, "closed", box->closed);
    cli_json_bool(json, "there", table->there);
    cli_json_bool(json, "holds", p001_table_holds(table));
    cli_json_open(json, "rows", '[');
    for (unsigned i = 0; i < table->rows; i++)
        put_row(json, box, &table->row[i]);
    cli_json_close(json, ']');
    cli_json_close(json, '}');
}

static void put_races(cli_json *json, const p001_rival *rival, const p001_races *races) {
    cli_json_open(json, rival->key, '{');
    cli_json_text(json, "operation", rival->operation);
    cli_json_text(json, "whose", rival->whose);
    cli_json_text(json, "formula", rival->formula);
    cli_json_bool(json, "holds", p001_races_hold(races));
    cli_json_open(json, "rows", '[');
    for (unsigned i = 0; i < races->rows; i++) {
        const p001_race *r = &races->row[i];
        cli_json_open(json, NULL, '{');
        cli_json_number(json, "d", r->d);
        cli_json_number(json, "n", r->n);
        cli_json_double(json, "theirs", r->theirs);
        cli_json_double(json, "ours", r->ours);
        cli_json_double(json, "ratio", r->ours / r->theirs);
        cli_json_text(json, "by", r->by);
        cli_json_bool(json, "holds", r->holds);
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
    cli_json_close(json, '}');
}

static void put_fixed(cli_json *json, const char *key, const p001_fixed *list, unsigned count) {
    cli_json_open(json, key, '[');
    for (unsigned i = 0; i < count; i++) {
        cli_json_open(json, NULL, '{');
        cli_json_number(json, "d", list[i].d);
        cli_json_number(json, "n", list[i].n);
        cli_json_list(json, "steps", list[i].steps + 1, P001_PACKETS);
        cli_json_number(json, "as_formula", list[i].as_formula);
        cli_json_number(json, "as_bound", list[i].as_bound);
        cli_json_bool(json, "holds", list[i].holds);
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
}

void p001_print_json(cli_json *json, const p001 *all, const cli_gallery *gallery) {
    cli_json_open(json, NULL, '{');
    cli_json_bool(json, "holds", p001_holds(all));
    put_cost(json, &all->cost);
    put_sums(json, all);
    cli_json_open(json, "formulas", '{');
    for (unsigned i = 0; i < P001_BOXES; i++)
        put_box(json, &p001_boxes[i], &all->table[i]);
    cli_json_close(json, '}');
    cli_json_open(json, "others", '{');
    for (unsigned i = 0; i < P001_RIVALS; i++)
        put_races(json, &p001_rivals[i], &all->races[i]);
    cli_json_close(json, '}');
    cli_json_open(json, "packets", '{');
    put_fixed(json, "broadcast", all->broadcast, all->broadcasts);
    put_fixed(json, "send", all->send, all->sends);
    cli_json_close(json, '}');
    cli_gallery_json(json, gallery);
    cli_json_open(json, "errata", '[');
    for (unsigned i = 0; p001_errata[i]; i++)
        cli_json_text(json, NULL, p001_errata[i]);
    cli_json_close(json, ']');
    cli_json_close(json, '}');
}

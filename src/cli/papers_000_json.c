/* 000's table and figures for programs. Keys are a contract: man/linkbound-papers.1 lists them. */
#include "cli/papers_000.h"

static void put_bits(cli_json *json, const char *key, uint32_t node, unsigned d) {
    cli_json_text(json, key, p000_bits(node, d).text);
}

static void put_count(cli_json *json, const char *key, const p000_count *count) {
    cli_json_open(json, key, '{');
    cli_json_number(json, "formula", count->formula);
    cli_json_number(json, "plan", count->plan);
    cli_json_number(json, "bound", count->bound);
    cli_json_text(json, "witness", count->witness);
    cli_json_close(json, '}');
}

static void put_row(cli_json *json, const p000_problem *problem, unsigned d, const p000_row *row) {
    cli_json_open(json, NULL, '{');
    cli_json_text(json, "problem", problem->name);
    cli_json_text(json, "task", lb_task_kind_name(problem->kind));
    cli_json_text(json, "algorithm", problem->algorithm);
    cli_json_number(json, "d", d);
    put_count(json, "steps", &row->steps);
    put_count(json, "transmissions", &row->transmissions);
    cli_json_text(json, "checked", row->replay == LB_REPLAY_RELATIVE ? "relative" : "full");
    cli_json_bool(json, "equal", p000_row_equal(row));
    cli_json_close(json, '}');
}

static void put_table(cli_json *json, const p000 *all) {
    cli_json_open(json, "table1", '{');
    cli_json_bool(json, "equal", p000_table_equal(all));
    cli_json_text(json, "erratum",
                  "the formulas are garbled in the scan we worked from; these are what sections 2 to 4 derive");
    cli_json_open(json, "formulas", '[');
    for (unsigned i = 0; i < P000_PROBLEMS; i++) {
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "problem", p000_problems[i].name);
        cli_json_text(json, "steps", p000_problems[i].steps_formula);
        cli_json_text(json, "transmissions", p000_problems[i].transmissions_formula);
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
    cli_json_open(json, "rows", '[');
    for (unsigned i = 0; i < P000_PROBLEMS; i++) {
        for (unsigned d = 1; d <= all->most; d++)
            put_row(json, &p000_problems[i], d, &all->row[i][d]);
    }
    cli_json_close(json, ']');
    cli_json_close(json, '}');
}

static void put_classes(cli_json *json, const p000_figure3 *f) {
    p000_class class = {0};
    cli_json_open(json, "classes", '[');
    while (p000_next_class(f, &class)) {
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "name", p000_class_name(f, &class).text);
        cli_json_open(json, "members", '[');
        for (uint32_t i = class.first; i < class.end; i++) {
            cli_json_open(json, NULL, '{');
            put_bits(json, "node", f->link[i].to, f->d);
            cli_json_number(json, "n", i + 1);
            cli_json_number(json, "m", f->link[i].port + 1);
            cli_json_close(json, '}');
        }
        cli_json_close(json, ']');
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
}

static void put_step(cli_json *json, const p000_figure3 *f, uint32_t step) {
    uint32_t first = (step - 1) * f->d, end = first + f->d < f->count ? first + f->d : f->count;
    cli_json_open(json, NULL, '{');
    cli_json_number(json, "step", step);
    cli_json_open(json, "E", '[');
    for (uint32_t i = first; i < end; i++)
        put_bits(json, NULL, f->link[i].to, f->d);
    cli_json_close(json, ']');
    cli_json_open(json, "A", '[');
    for (uint32_t i = first; i < end; i++) {
        cli_json_open(json, NULL, '{');
        cli_json_number(json, "link", f->link[i].port + 1);
        put_bits(json, "from", f->link[i].from, f->d);
        put_bits(json, "to", f->link[i].to, f->d);
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
    cli_json_close(json, '}');
}

static void put_figure3(cli_json *json, const p000_figure3 *f) {
    cli_json_open(json, NULL, '{');
    cli_json_number(json, "d", f->d);
    cli_json_bool(json, "holds", f->holds);
    put_classes(json, f);
    cli_json_open(json, "steps", '[');
    for (uint32_t step = 1; step <= f->steps; step++)
        put_step(json, f, step);
    cli_json_close(json, ']');
    cli_json_close(json, '}');
}

static void put_figure4(cli_json *json, const p000_figure4 *f) {
    cli_json_open(json, NULL, '{');
    cli_json_number(json, "d", f->d);
    cli_json_bool(json, "holds", f->holds);
    cli_json_list(json, "sizes", f->size, f->d);
    cli_json_open(json, "nodes", '[');
    for (uint32_t x = 1; x < UINT32_C(1) << f->d; x++) {
        cli_json_open(json, NULL, '{');
        put_bits(json, "node", x, f->d);
        put_bits(json, "parent", f->parent[x], f->d);
        cli_json_number(json, "subtree", f->subtree[x] + 1);
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
    cli_json_close(json, '}');
}

static void put_figure6(cli_json *json, const p000_figure6 *f) {
    cli_json_open(json, "figure6", '{');
    cli_json_number(json, "d", P000_D6);
    cli_json_bool(json, "holds", f->holds);
    cli_json_open(json, "rows", '[');
    for (unsigned i = 0; i < 1 << (P000_D6 - 1); i++) {
        cli_json_open(json, NULL, '{');
        cli_json_number(json, "time", i + 1);
        cli_json_open(json, "links", '[');
        for (unsigned k = 0; k < P000_D6; k++)
            cli_json_text(json, NULL, f->dest[i][k] ? p000_bits(f->dest[i][k], P000_D6).text : NULL);
        cli_json_close(json, ']');
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
    cli_json_open(json, "erratum", '{');
    cli_json_number(json, "link", P000_D6);
    put_bits(json, "missing", P000_ERRATUM6, P000_D6);
    cli_json_text(json, "text", "the scan we worked from lacks this entry; the rule demands it");
    cli_json_close(json, '}');
    cli_json_close(json, '}');
}

void p000_print_json(cli_json *json, const p000 *all, const cli_gallery *gallery) {
    cli_json_open(json, NULL, '{');
    cli_json_bool(json, "holds", p000_table_equal(all) && p000_figures_hold(all));
    put_table(json, all);
    cli_sheet_json(json, &all->figure2);
    cli_json_open(json, "figure3", '[');
    for (unsigned i = 0; i < P000_CUBES3; i++)
        put_figure3(json, &all->figure3[i]);
    cli_json_close(json, ']');
    cli_json_open(json, "figure4", '[');
    for (unsigned i = 0; i < P000_TREES; i++)
        put_figure4(json, &all->figure4[i]);
    cli_json_close(json, ']');
    cli_sheet_json(json, &all->figure5);
    put_figure6(json, &all->figure6);
    cli_gallery_json(json, gallery);
    cli_json_open(json, "errata", '[');
    for (unsigned i = 0; p000_errata[i]; i++)
        cli_json_text(json, NULL, p000_errata[i]);
    cli_json_close(json, ']');
    cli_json_close(json, '}');
}

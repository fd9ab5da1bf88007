/* 002's tables and figures for programs. Keys are a contract: man/linkbound-papers.1 lists them. */
#include "cli/papers_002.h"

#include <stdlib.h>

static void put_figure(cli_json *json, const p002_figure *f) {
    cli_json_open(json, f->key, '{');
    cli_json_text(json, "network", f->network);
    cli_json_bool(json, "holds", f->holds);
    cli_json_number(json, "h", f->steps);
    cli_json_open(json, "links", '[');
    for (unsigned k = 0; k < f->links; k++)
        cli_json_text(json, NULL, f->link[k]);
    cli_json_close(json, ']');
    cli_json_open(json, "rows", '[');
    for (unsigned i = 0; i < f->rows; i++)
        cli_json_list(json, NULL, f->entry[i], f->links);
    cli_json_close(json, ']');
    cli_json_list(json, "sums", f->sum, f->links);
    cli_json_close(json, '}');
}

/* A network, or the number that a row is for. */
static void put_name(cli_json *json, const char *key, const char *name) {
    char *end = NULL;
    unsigned long number = strtoul(name, &end, 10);
    if (*end)
        cli_json_text(json, key, name);
    else
        cli_json_number(json, key, number);
}

static void put_table(cli_json *json, const p002_table *t) {
    cli_json_open(json, t->key, '{');
    cli_json_bool(json, "holds", p002_table_holds(t));
    cli_json_open(json, "rows", '[');
    for (unsigned i = 0; i < t->rows; i++) {
        cli_json_open(json, NULL, '{');
        put_name(json, t->name_key, t->row[i].name);
        for (unsigned k = 0; k < t->columns; k++)
            cli_json_double(json, t->column[k].key, t->row[i].value[k]);
        cli_json_text(json, "remark", t->row[i].remark);
        cli_json_bool(json, "holds", t->row[i].holds);
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
    cli_json_close(json, '}');
}

void p002_print_json(cli_json *json, const p002 *all, const cli_gallery *gallery) {
    cli_json_open(json, NULL, '{');
    cli_json_bool(json, "holds", p002_holds(all));
    for (unsigned i = 0; i < P002_FIGURES; i++)
        put_figure(json, &all->figure[i]);
    for (unsigned i = 0; i < P002_TABLES; i++)
        put_table(json, &all->table[i]);
    for (unsigned i = 0; i < P002_SHEETS; i++)
        cli_sheet_json(json, &all->sheet[i]);
    cli_gallery_json(json, gallery);
    cli_json_open(json, "errata", '[');
    for (unsigned i = 0; p002_errata[i]; i++)
        cli_json_text(json, NULL, p002_errata[i]);
    cli_json_close(json, ']');
    cli_json_close(json, '}');
}

/* 004's tables for people, in 80 columns or little more, and for programs. Keys are a contract: man/linkbound-papers.1
 * lists them. */
#include "cli/papers_004.h"

#include "cli/term.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static void heading(const lb_style *style, const char *text) {
    printf("%s%s%s\n", lb_ink_on(style, LB_INK_BOLD), text, lb_ink_on(style, LB_INK_PLAIN));
}

static void say(const lb_style *style, const char *text) {
    fputs("  ", stdout);
    cli_wrap(stdout, 2, style->width < 80 ? style->width : 80, text);
}

static int cell_text(const p004_table *t, unsigned row, unsigned column, char *text, size_t size) {
    double value = t->row[row].value[column];
    if (isnan(value))
        return snprintf(text, size, "-");
    return snprintf(text, size, "%.*f", t->column[column].decimals, value);
}

static int column_width(const p004_table *t, unsigned column) {
    char text[40];
    int width = (int)strlen(t->column[column].head);
    for (unsigned i = 0; i < t->rows; i++) {
        int length = cell_text(t, i, column, text, sizeof text);
        width = length > width ? length : width;
    }
    return width;
}

static void put_table(const lb_style *style, const p004_table *t) {
    int width[P004_COLUMNS] = {0};
    char text[40];
    int sum = 0;
    for (unsigned k = 0; k < t->columns; k++)
        sum += width[k] = column_width(t, k);
    for (unsigned k = 0; k < t->columns; k++) /* two blanks between columns if there is room */
        width[k] += sum + 2 * (int)t->columns <= 72 ? 2 : 1;
    heading(style, t->title);
    printf("%4s", "n");
    for (unsigned k = 0; k < t->columns; k++)
        printf("%*s", width[k], t->column[k].head);
    putchar('\n');
    for (unsigned i = 0; i < t->rows; i++) {
        const p004_row *row = &t->row[i];
        printf("%4u", row->n);
        for (unsigned k = 0; k < t->columns; k++) {
            cell_text(t, i, k, text, sizeof text);
            printf("%*s", width[k], text);
        }
        printf("%s%s%s\n", row->remark ? "  " : "", row->remark ? row->remark : "", row->holds ? "" : "  !");
    }
    say(style, t->note);
    if (!p004_table_holds(t))
        say(style, "NOT SO in the rows marked !.");
    putchar('\n');
}

void p004_print(const lb_style *style, const p004 *all, const cli_gallery *gallery) {
    char text[320], tau[48], beta[48];
    lb_ratio_text(all->cost.tau, tau, sizeof tau);
    lb_ratio_text(all->cost.beta, beta, sizeof beta);
    heading(style, "004: Spanning Balanced Trees in Boolean Cubes");
    snprintf(text, sizeof text,
             "Nodes are counted one by one; times are of plans made, replayed and simulated now, for M = %" PRIu64
             ", t_c = %s and tau = %s (here bytes, tau and beta).",
             all->cost.bytes, tau, beta);
    say(style, text);
    putchar('\n');
    for (unsigned i = 0; i < all->tables; i++)
        put_table(style, &all->table[i]);
    cli_gallery_print(style, gallery, "");
    heading(style, "Errata");
    for (unsigned i = 0; p004_errata[i]; i++)
        say(style, p004_errata[i]);
}

static void json_table(cli_json *json, const p004_table *t) {
    cli_json_open(json, t->key, '{');
    cli_json_bool(json, "holds", p004_table_holds(t));
    cli_json_open(json, "rows", '[');
    for (unsigned i = 0; i < t->rows; i++) {
        cli_json_open(json, NULL, '{');
        cli_json_number(json, "n", t->row[i].n);
        for (unsigned k = 0; k < t->columns; k++)
            cli_json_double(json, t->column[k].key, t->row[i].value[k]);
        cli_json_text(json, "remark", t->row[i].remark);
        cli_json_bool(json, "holds", t->row[i].holds);
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
    cli_json_close(json, '}');
}

void p004_print_json(cli_json *json, const p004 *all, const cli_gallery *gallery) {
    cli_json_open(json, NULL, '{');
    cli_json_bool(json, "holds", p004_holds(all));
    for (unsigned i = 0; i < all->tables; i++)
        json_table(json, &all->table[i]);
    cli_gallery_json(json, gallery);
    cli_json_open(json, "errata", '[');
    for (unsigned i = 0; p004_errata[i]; i++)
        cli_json_text(json, NULL, p004_errata[i]);
    cli_json_close(json, ']');
    cli_json_close(json, '}');
}

/* 002's tables and figures for people: 80 columns. */
#include "cli/papers_002.h"

#include "cli/term.h"

#include <math.h>
#include <string.h>

static void heading(const lb_style *style, const char *text) {
    printf("%s%s%s\n", lb_ink_on(style, LB_INK_BOLD), text, lb_ink_on(style, LB_INK_PLAIN));
}

static void say(const lb_style *style, const char *text) {
    fputs("  ", stdout);
    cli_wrap(stdout, 2, style->width < 80 ? style->width : 80, text);
}

static int cell_text(const p002_table *t, unsigned row, unsigned column, char *text, size_t size) {
    double value = t->row[row].value[column];
    if (isnan(value))
        return snprintf(text, size, "-");
    return snprintf(text, size, "%.*f", t->column[column].decimals, value);
}

static int column_width(const p002_table *t, unsigned column) {
    char text[40];
    int width = (int)strlen(t->column[column].head);
    for (unsigned i = 0; i < t->rows; i++) {
        int length = cell_text(t, i, column, text, sizeof text);
        width = length > width ? length : width;
    }
    return width + 2;
}

static void put_table(const lb_style *style, const p002_table *t) {
    int width[P002_COLUMNS] = {0}, first = (int)strlen(t->name_head);
    char text[40];
    for (unsigned i = 0; i < t->rows; i++)
        first = (int)strlen(t->row[i].name) > first ? (int)strlen(t->row[i].name) : first;
    heading(style, t->title);
    printf("  %-*s", first, t->name_head);
    for (unsigned k = 0; k < t->columns; k++) {
        width[k] = column_width(t, k);
        printf("%*s", width[k], t->column[k].head);
    }
    putchar('\n');
    for (unsigned i = 0; i < t->rows; i++) {
        printf("  %-*s", first, t->row[i].name);
        for (unsigned k = 0; k < t->columns; k++) {
            cell_text(t, i, k, text, sizeof text);
            printf("%*s", width[k], text);
        }
        printf("%s%s%s\n", t->row[i].remark ? "  " : "", t->row[i].remark ? t->row[i].remark : "",
               t->row[i].holds ? "" : " !");
    }
    say(style, t->note);
    if (!p002_table_holds(t))
        say(style, "NOT SO in the rows marked !.");
    putchar('\n');
}

static void put_figure(const lb_style *style, const p002_figure *f) {
    char text[200];
    heading(style, f->title);
    fputs("  link", stdout);
    for (unsigned k = 0; k < f->links; k++)
        printf("  %2s", f->link[k]);
    putchar('\n');
    for (unsigned i = 0; i < f->rows; i++) {
        fputs("      ", stdout);
        for (unsigned k = 0; k < f->links; k++)
            printf("  %2u", f->entry[i][k]);
        putchar('\n');
    }
    fputs("  sum ", stdout);
    for (unsigned k = 0; k < f->links; k++)
        printf("  %2u", f->sum[k]);
    snprintf(text, sizeof text, "%s h = %u, the steps of the plan it was read from.",
             f->holds ? "Every row is a shortest way, every column sums to"
                      : "NOT a task matrix as defined; not all is",
             f->steps);
    putchar('\n');
    say(style, text);
    putchar('\n');
}

void p002_print(const lb_style *style, const p002 *all, const cli_gallery *gallery) {
    heading(style, "002: Communication algorithms for isotropic tasks in hypercubes and wraparound");
    heading(style, "meshes");
    say(style, "Every number is of a plan made and replayed now, or of a lower bound whose witness was recounted.");
    putchar('\n');
    for (unsigned i = 0; i < P002_FIGURES; i++)
        put_figure(style, &all->figure[i]);
    for (unsigned i = 0; i < P002_TABLES; i++)
        put_table(style, &all->table[i]);
    for (unsigned i = 0; i < P002_SHEETS; i++)
        cli_sheet_print(style, &all->sheet[i]);
    cli_gallery_print(style, gallery, "");
    heading(style, "Errata");
    for (unsigned i = 0; p002_errata[i]; i++)
        say(style, p002_errata[i]);
}

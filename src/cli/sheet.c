/* Tables as text. */
#include "cli/sheet.h"

#include "cli/term.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void cli_sheet_begin(cli_sheet *sheet, const char *key, const char *title, const char *note) {
    sheet->key = key;
    sheet->title = title;
    sheet->note = note;
    sheet->formula = sheet->json = NULL;
    sheet->columns = sheet->rows = sheet->filled = 0;
}

void cli_sheet_column_add(cli_sheet *sheet, const char *head, const char *key, cli_cells cells) {
    if (sheet->columns < CLI_SHEET_COLUMNS)
        sheet->column[sheet->columns++] = (cli_sheet_column){head, key, cells};
}

static cli_sheet_row *last(cli_sheet *sheet) {
    return &sheet->row[sheet->rows ? sheet->rows - 1 : 0];
}

void cli_sheet_row_add(cli_sheet *sheet) {
    bool full = sheet->rows == CLI_SHEET_ROWS;
    sheet->rows += !full;
    sheet->filled = 0;
    *last(sheet) = (cli_sheet_row){.holds = !full};
}

void cli_sheet_put(cli_sheet *sheet, const char *format, ...) {
    va_list list;
    if (sheet->filled == CLI_SHEET_COLUMNS)
        return;
    va_start(list, format);
    vsnprintf(last(sheet)->cell[sheet->filled++], CLI_CELL, format, list);
    va_end(list);
}

void cli_sheet_real(cli_sheet *sheet, double value, int decimals) {
    if (isfinite(value))
        cli_sheet_put(sheet, "%.*f", decimals, value);
    else
        cli_sheet_put(sheet, "-");
}

void cli_sheet_remark(cli_sheet *sheet, bool erratum, const char *text) {
    snprintf(last(sheet)->remark, CLI_CELL, "%s", text);
    last(sheet)->erratum = erratum;
}

void cli_sheet_holds(cli_sheet *sheet, bool holds) {
    last(sheet)->holds &= holds;
}

bool cli_sheet_all_hold(const cli_sheet *sheet) {
    for (unsigned i = 0; i < sheet->rows; i++) {
        if (!sheet->row[i].holds)
            return false;
    }
    return true;
}

/* ---- For people ---- */

static int width_of(const cli_sheet *sheet, unsigned column) {
    unsigned width = cli_columns(sheet->column[column].head);
    for (unsigned i = 0; i < sheet->rows; i++) {
        unsigned length = cli_columns(sheet->row[i].cell[column]);
        width = length > width ? length : width;
    }
    return (int)width;
}

/* Blanks at the end of a line are not printed: *owed is how many are due. */
static void put_cell(const char *text, int width, cli_cells cells, int *owed) {
    int blanks = width - (int)cli_columns(text);
    if (cells == CLI_NUMBERS) {
        *owed += blanks;
        blanks = 0;
    }
    if (*text) {
        printf("%*s%s", *owed, "", text);
        *owed = 0;
    }
    *owed += blanks + 2;
}

void cli_sheet_print(const lb_style *style, const cli_sheet *sheet) {
    int owed = 2;
    printf("%s%s%s\n", lb_ink_on(style, LB_INK_BOLD), sheet->title, lb_ink_on(style, LB_INK_PLAIN));
    for (unsigned k = 0; k < sheet->columns; k++)
        put_cell(sheet->column[k].head, width_of(sheet, k), sheet->column[k].cells, &owed);
    putchar('\n');
    for (unsigned i = 0; i < sheet->rows; i++) {
        const cli_sheet_row *row = &sheet->row[i];
        owed = 2;
        for (unsigned k = 0; k < sheet->columns; k++)
            put_cell(row->cell[k], width_of(sheet, k), sheet->column[k].cells, &owed);
        if (*row->remark)
            printf("%*s%s", owed, "", row->remark);
        printf("%s\n", row->holds ? "" : " !");
    }
    if (sheet->note) {
        fputs("  ", stdout);
        cli_wrap(stdout, 2, style->width < 80 ? style->width : 80, sheet->note);
    }
    if (!cli_sheet_all_hold(sheet))
        puts("  NOT SO in the rows marked !.");
    putchar('\n');
}

/* ---- For programs ---- */

static void json_cell(cli_json *json, const cli_sheet_column *column, const char *text) {
    char *end = NULL;
    if (column->cells == CLI_WORDS) {
        cli_json_text(json, column->key, *text ? text : NULL);
        return;
    }
    double value = strtod(text, &end);
    if (!*text || *end)
        cli_json_null(json, column->key);
    else if (value >= 0 && strspn(text, "0123456789") == strlen(text))
        cli_json_number(json, column->key, strtoull(text, NULL, 10));
    else
        cli_json_double(json, column->key, value);
}

void cli_sheet_json(cli_json *json, const cli_sheet *sheet) {
    cli_json_open(json, sheet->key, '{');
    cli_json_text(json, "title", sheet->title);
    cli_json_bool(json, "holds", cli_sheet_all_hold(sheet));
    cli_json_open(json, "rows", '[');
    for (unsigned i = 0; i < sheet->rows; i++) {
        const cli_sheet_row *row = &sheet->row[i];
        cli_json_open(json, NULL, '{');
        for (unsigned k = 0; k < sheet->columns; k++)
            json_cell(json, &sheet->column[k], row->cell[k]);
        cli_json_text(json, "remark", *row->remark ? row->remark : NULL);
        cli_json_bool(json, "holds", row->holds);
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
    cli_json_close(json, '}');
}

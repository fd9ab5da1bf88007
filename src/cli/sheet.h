/* A table as text, filled in once and put out three ways: for a terminal, as JSON, as HTML (papers_page.h). */
#ifndef CLI_SHEET_H
#define CLI_SHEET_H

#include "cli/json_out.h"
#include "cli/say.h"
#include "draw/draw.h"

enum { CLI_SHEET_COLUMNS = 14, CLI_SHEET_ROWS = 64, CLI_CELL = 48 };

/* What a column holds: words are strings in JSON also where they look like numbers ("0101"), and begin at the left. */
typedef enum cli_cells { CLI_NUMBERS, CLI_WORDS } cli_cells;

typedef struct cli_sheet_column {
    const char *head, *key; /* for people, for programs */
    cli_cells cells;
} cli_sheet_column;

typedef struct cli_sheet_row {
    char cell[CLI_SHEET_COLUMNS][CLI_CELL]; /* "-" or "": there is none */
    char remark[CLI_CELL];
    bool erratum; /* the remark says what is printed otherwise */
    bool holds;
} cli_sheet_row;

typedef struct cli_sheet {
    const char *key, *title, *note; /* note: a sentence below it, or NULL */
    const char *formula;            /* above it, or NULL */
    const char *json;               /* where the rows are in the paper's JSON, if not at key.rows */
    unsigned columns, rows, filled; /* filled: cells of the last row */
    cli_sheet_column column[CLI_SHEET_COLUMNS];
    cli_sheet_row row[CLI_SHEET_ROWS];
} cli_sheet;

/* Forgets everything. */
void cli_sheet_begin(cli_sheet *sheet, const char *key, const char *title, const char *note);
void cli_sheet_column_add(cli_sheet *sheet, const char *head, const char *key, cli_cells cells);

/* A new row, which holds; then its cells, one by one. Rows beyond the last are refused: the sheet no longer holds. */
void cli_sheet_row_add(cli_sheet *sheet);
void cli_sheet_put(cli_sheet *sheet, const char *format, ...) CLI_PRINTF(2, 3);
void cli_sheet_real(cli_sheet *sheet, double value, int decimals); /* "-" when it is not finite */
void cli_sheet_remark(cli_sheet *sheet, bool erratum, const char *text);
void cli_sheet_holds(cli_sheet *sheet, bool holds);

bool cli_sheet_all_hold(const cli_sheet *sheet);

void cli_sheet_print(const lb_style *style, const cli_sheet *sheet);
void cli_sheet_json(cli_json *json, const cli_sheet *sheet); /* {"holds":..,"rows":[..]} under its key */

#endif

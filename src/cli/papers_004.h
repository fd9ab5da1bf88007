/* What paper 004 says about spanning balanced trees, counted node by node and simulated: tables of numbers that look
 * alike, so that they are filled in in one place and printed in another. */
#ifndef CLI_PAPERS_004_H
#define CLI_PAPERS_004_H

#include "cli/papers_pictures.h"
#include "cli/progress.h"
#include "draw/draw.h"
#include "linkbound-tree.h"

enum {
    P004_MOST = 24,
    P004_DEFAULT_MOST = 20,
    P004_FORMULA_MOST = 40, /* Table 1 goes on by formula */
    P004_TIMES_MOST = 8,
    P004_COLUMNS = 11,
    P004_ROWS = 40,
    P004_TABLES = 16,
    P004_PICTURES = 10
};

typedef struct p004_column {
    const char *head, *key; /* for people, for programs */
    int decimals;
} p004_column;

typedef struct p004_row {
    unsigned n;
    double value[P004_COLUMNS]; /* not a number: there is none */
    const char *remark;         /* or NULL */
    bool holds;
} p004_row;

typedef struct p004_table {
    const char *key, *title, *note;
    const p004_column *column;
    unsigned columns, rows;
    p004_row row[P004_ROWS];
} p004_table;

typedef struct p004 {
    unsigned most;
    lb_cost cost;
    cli_progress progress;
    unsigned tables;
    p004_table table[P004_TABLES];
} p004;

extern const char *const p004_errata[]; /* ends with NULL */
extern const cli_picture p004_pictures[P004_PICTURES];

/* Each fills the next tables. 0, or an exit status after the error line. */
int p004_make_counts(p004 *all); /* Table 1, Figure 6 */
int p004_make_edges(p004 *all);  /* common edges, fan-outs, one-port volumes */
int p004_make_times(p004 *all);  /* Table 2 */
int p004_make_sends(p004 *all);  /* Figure 11 */

/* A new table, a new row of it. */
p004_table *p004_begin(p004 *all, const char *key, const char *title, const char *note, const p004_column *column,
                       unsigned columns);
p004_row *p004_add(p004_table *table, unsigned n);

/* A tree of the n-cube, rooted at 0. */
int p004_tree(unsigned n, lb_tree_kind kind, lb_tree **tree);

/* Tells that something has been done; not 0 when it is to stop. */
int p004_tick(p004 *all);

bool p004_table_holds(const p004_table *table);
bool p004_holds(const p004 *all);

void p004_print(const lb_style *style, const p004 *all, const cli_gallery *gallery);
void p004_print_json(cli_json *json, const p004 *all, const cli_gallery *gallery);
void p004_page(cli_page *page, const p004 *all, const cli_gallery *gallery);

#endif

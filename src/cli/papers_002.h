/* What paper 002 says about isotropic tasks, as found in our own plans: tables of numbers that look alike, so that they
 * are filled in in one place and printed in another, and the task matrices of two figures. */
#ifndef CLI_PAPERS_002_H
#define CLI_PAPERS_002_H

#include "cli/papers_pictures.h"
#include "cli/progress.h"
#include "draw/draw.h"

enum {
    P002_MOST = 16,
    P002_DEFAULT_MOST = 10,
    P002_COLUMNS = 9,
    P002_ROWS = 32,
    P002_TABLES = 8,
    P002_FIGURES = 2,
    P002_SHEETS = 4,
    P002_PICTURES = 5
};

typedef struct p002_column {
    const char *head, *key; /* for people, for programs */
    int decimals;
} p002_column;

typedef struct p002_row {
    char name[16];
    double value[P002_COLUMNS]; /* not a number: there is none */
    const char *remark;         /* or NULL */
    bool holds;                 /* what must be equal is */
} p002_row;

typedef struct p002_table {
    const char *key, *title, *note;
    const char *name_head, *name_key; /* of the first column */
    const p002_column *column;
    unsigned columns, rows;
    p002_row row[P002_ROWS];
} p002_table;

/* A task matrix: the hops of node 0's blocks, link by link in the paper's order, longest ways first. */
typedef struct p002_figure {
    const char *key, *title, *network;
    const char *link[4];
    unsigned links, rows;
    uint32_t entry[15][4], sum[4], steps;
    bool holds; /* the paper's definition, and columns that sum to h */
} p002_figure;

typedef struct p002 {
    unsigned most;
    cli_progress progress;
    unsigned done; /* of tables */
    p002_table table[P002_TABLES];
    p002_figure figure[P002_FIGURES];
    cli_sheet sheet[P002_SHEETS]; /* Figures 2, 3, 4 and 7 */
} p002;

/* A plan to make and replay. */
typedef struct p002_case {
    const char *network;
    lb_task_kind kind;
    uint32_t nearest, farthest;
    const char *algorithm, *rule; /* NULL: the planner's choice */
    uint32_t ports;
} p002_case;

typedef struct p002_result {
    bool made;        /* false: the algorithm is not for this network */
    double steps;     /* as replayed */
    double delay;     /* of all that a node sends, in steps */
    double busiest;   /* packets that node 0 sends through one link */
    double diameter;  /* of the network */
    double least;     /* steps: no schedule has fewer; the witness was recounted */
    double least_sum; /* delay: the same, 0 where none is known */
} p002_result;

/* 0, or an exit status after the error line. */
int p002_measure(p002 *all, const p002_case *c, p002_result *result);
int p002_make_tables(p002 *all);

/* The tables, each in its place. */
int p002_cubes(p002 *all, p002_table *table);
int p002_delays(p002 *all, p002_table *table);
int p002_neighbourhoods(p002 *all, p002_table *table);
int p002_ports(p002 *all, p002_table *table);
int p002_tori(p002 *all, p002_table *table);
int p002_greedy_tori(p002 *all, p002_table *table);
int p002_rings(p002 *all, p002_table *table);
int p002_collectives(p002 *all, p002_table *table);

/* Sums of whole numbers that come as doubles. */
static inline double p002_whole(double value) {
    return (double)(uint64_t)(value + 0.5);
}

/* A new row without values, which holds. */
p002_row *p002_add(p002_table *table, const char *name);

/* The total exchange by isotropic and by greedy's four rules: optimum, farthest, nearest, first, random, and the most
 * that any greedy schedule takes, h_r+h_c-1. */
enum { P002_GREEDY = 6 };
int p002_greedy(p002 *all, const char *network, p002_result *best, double value[P002_GREEDY], bool *within);

int p002_make_figures(p002 *all);
int p002_make_sheets(p002 *all);

/* Whether the replay finds nothing wrong. */
int p002_replay(const lb_plan *plan);

extern const cli_picture p002_pictures[P002_PICTURES];

bool p002_table_holds(const p002_table *table);
bool p002_holds(const p002 *all);

void p002_print(const lb_style *style, const p002 *all, const cli_gallery *gallery);
void p002_print_json(cli_json *json, const p002 *all, const cli_gallery *gallery);
void p002_page(cli_page *page, const p002 *all, const cli_gallery *gallery);

/* What is wrong or missing in the paper, a sentence each; NULL ends them. */
extern const char *const p002_errata[];

#endif

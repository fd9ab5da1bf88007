/* What paper 000 prints, as found in our own plans. Nodes are the paper's bit strings read as numbers, ports count from
 * 0 as everywhere in the tool: the paper's link k is port k-1. */
#ifndef CLI_PAPERS_000_H
#define CLI_PAPERS_000_H

#include "cli/papers_pictures.h"
#include "draw/draw.h"

enum {
    P000_MOST = 24,
    P000_DEFAULT_MOST = 20,
    P000_PROBLEMS = 3,
    P000_CUBES3 = 3,
    P000_TREES = 2,
    P000_D6 = 4,
    P000_PICTURES = 11
};

/* The label of a node, d bits. */
typedef struct p000_label {
    char text[P000_MOST + 1];
} p000_label;
p000_label p000_bits(uint32_t node, unsigned d);

/* A problem of Table 1. */
typedef struct p000_problem {
    const char *name, *steps_formula, *transmissions_formula, *algorithm;
    lb_task_kind kind;
    uint64_t (*steps)(unsigned d);
    uint64_t (*transmissions)(unsigned d);
} p000_problem;

extern const p000_problem p000_problems[P000_PROBLEMS];

/* A number of Table 1: what the formula says, what the replay counted, what nothing can beat and why. */
typedef struct p000_count {
    uint64_t formula, plan, bound;
    char witness[LB_WHY_MAX];
} p000_count;

typedef struct p000_row {
    p000_count steps, transmissions;
    lb_replay replay;
} p000_row;

bool p000_count_equal(const p000_count *count);
bool p000_row_equal(const p000_row *row);

/* Figure 3: how the block of node 0 reaches everybody. link[i] leads to the node numbered n(t) = i+1. */
typedef struct p000_link {
    uint32_t from, to, step;
    unsigned port;
} p000_link;

typedef struct p000_figure3 {
    unsigned d;
    uint32_t steps, count;
    p000_link link[32];
    bool holds; /* the paper's conditions */
} p000_figure3;

/* A class: link[first .. end-1], the index-th of its weight. Begin with {0}; false after the last. */
typedef struct p000_class {
    uint32_t first, end;
    unsigned weight, index;
} p000_class;
bool p000_next_class(const p000_figure3 *figure, p000_class *class);
p000_label p000_class_name(const p000_figure3 *figure, const p000_class *class); /* R21, or N4 for all ones */

/* Figure 4: of each node but 0 its parent and the root's port towards it. */
typedef struct p000_figure4 {
    unsigned d;
    uint32_t parent[16];
    unsigned subtree[16], size[4];
    bool holds; /* a shortest-path tree whose subtrees are as equal as they can be */
} p000_figure4;

/* Figure 6: what node 0 sends of its own in step i+1 over port k; 0 is nothing. */
typedef struct p000_figure6 {
    uint32_t dest[1 << (P000_D6 - 1)][P000_D6];
    bool holds; /* the same as by the paper's rule */
} p000_figure6;

enum { P000_ERRATUM6 = 13 }; /* 1101, which the scan lacks on link 4 */

typedef struct p000 {
    unsigned most;
    p000_row row[P000_PROBLEMS][P000_MOST + 1]; /* [d], from 1 */
    p000_figure3 figure3[P000_CUBES3];
    p000_figure4 figure4[P000_TREES];
    p000_figure6 figure6;
    cli_sheet figure2, figure5;
} p000;

extern const cli_picture p000_pictures[P000_PICTURES];
extern const char *const p000_errata[]; /* NULL ends them */

/* The plan of one problem on the d-cube; *plan is NULL after an error. 0 or an exit status after the error line. */
int p000_plan(const p000_problem *problem, unsigned d, lb_plan **plan);

/* Replays the plan, then hands on its moves; *fits becomes false when one is refused: it contradicts what the figure
 * can show. */
typedef bool (*p000_each)(void *figure, const lb_move *move);
int p000_read_moves(const p000_problem *problem, unsigned d, p000_each each, void *figure, bool *fits);

int p000_read_figures(p000 *all);
int p000_make_sheets(p000 *all); /* Figures 2 and 5 */

bool p000_table_equal(const p000 *all);
bool p000_figures_hold(const p000 *all);

void p000_print(const lb_style *style, const p000 *all, const cli_gallery *gallery);
void p000_print_json(cli_json *json, const p000 *all, const cli_gallery *gallery);
void p000_page(cli_page *page, const p000 *all, const cli_gallery *gallery);

#endif

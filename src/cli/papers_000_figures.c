/* Figures 3, 4 and 6 of 000, read off our plans move by move, and the conditions the paper sets them. */
#include "cli/papers_000.h"

#include "cli/say.h"

#include <string.h>

p000_label p000_bits(uint32_t node, unsigned d) {
    p000_label label = {""};
    for (unsigned i = 0; i < d; i++)
        label.text[d - 1 - i] = node >> i & 1 ? '1' : '0';
    return label;
}

int p000_read_moves(const p000_problem *problem, unsigned d, p000_each each, void *figure, bool *fits) {
    lb_why why = {""};
    lb_plan *plan = NULL;
    lb_cursor *cursor = NULL;
    lb_report report = {0};
    lb_move move;
    int more = 0, status = p000_plan(problem, d, &plan);
    if (status)
        return status;
    int error = lb_check_plan(plan, NULL, &report, &why);
    lb_report_free(&report);
    if (!error)
        error = lb_cursor_open(plan, &cursor, &why);
    *fits = true;
    while (!error && (more = lb_cursor_next(cursor, &move)) > 0)
        *fits &= each(figure, &move);
    if (!error && more < 0)
        error = more;
    lb_cursor_close(cursor);
    lb_plan_free(plan);
    return error ? cli_fail_why(error, &why) : CLI_OK;
}

/* ---- Figure 3 ------------------------------------------------------------------------------------------------- */

static bool add_link(void *user, const lb_move *move) {
    p000_figure3 *f = user;
    if (move->items[0].origin != 0)
        return true;
    uint32_t place = (move->step - 1) * f->d + move->port;
    if (move->nitems != 1 || place >= f->count || f->link[place].step)
        return false;
    f->link[place] = (p000_link){move->from, move->to, move->step, move->port};
    f->steps = move->step > f->steps ? move->step : f->steps;
    return true;
}

static uint32_t rotate(uint32_t node, unsigned d) {
    return (node << 1 | node >> (d - 1)) & ((UINT32_C(1) << d) - 1);
}

bool p000_next_class(const p000_figure3 *f, p000_class *class) {
    uint32_t first = class->end, end = first + 1;
    if (first >= f->count)
        return false;
    unsigned weight = (unsigned)__builtin_popcount(f->link[first].to);
    while (end < f->count && f->link[end].to == rotate(f->link[end - 1].to, f->d) &&
           f->link[end].to != f->link[first].to)
        end++;
    *class = (p000_class){first, end, weight, weight == class->weight ? class->index + 1 : 1};
    return true;
}

p000_label p000_class_name(const p000_figure3 *f, const p000_class *class) {
    p000_label name;
    if (class->weight == f->d)
        snprintf(name.text, sizeof name.text, "N%u", class->weight);
    else
        snprintf(name.text, sizeof name.text, "R%u%u", class->weight, class->index);
    return name;
}

/* A whole class; by rising weight, the one of k ones in a row first; its bit m is 1, and in such a row bit m-1 is 0. */
static bool class_holds(const p000_figure3 *f, const p000_class *class, const p000_class *before) {
    uint32_t run = (UINT32_C(1) << class->weight) - 1, full = (UINT32_C(1) << f->d) - 1;
    bool has_run = false, holds = class->weight >= before->weight;
    holds &= rotate(f->link[class->end - 1].to, f->d) == f->link[class->first].to;
    for (uint32_t i = class->first; i < class->end; i++) {
        uint32_t node = f->link[i].to;
        unsigned port = f->link[i].port, below = port ? port - 1 : f->d - 1;
        has_run |= node == run;
        holds &= port == i % f->d && (node >> port & 1);
        holds &= class->index > 1 || node == full || !(node >> below & 1);
    }
    return holds && has_run == (class->index == 1);
}

/* Every node once, from a node that is reached in an earlier step. */
static bool tree_holds(const p000_figure3 *f) {
    uint32_t reached[32] = {0};
    for (uint32_t i = 0; i < f->count; i++) {
        const p000_link *link = &f->link[i];
        if (link->from != (link->to ^ UINT32_C(1) << link->port) || (link->from && !reached[link->from]) ||
            reached[link->from] >= link->step || !link->to || reached[link->to])
            return false;
        reached[link->to] = link->step;
    }
    return true;
}

static int read_figure3(unsigned d, p000_figure3 *f) {
    *f = (p000_figure3){.d = d, .count = (UINT32_C(1) << d) - 1};
    int status = p000_read_moves(&p000_problems[1], d, add_link, f, &f->holds);
    p000_class class = {0}, before = {0};
    f->holds = !status && f->holds && tree_holds(f);
    while (f->holds && p000_next_class(f, &class)) {
        f->holds = class_holds(f, &class, &before);
        before = class;
    }
    return status;
}

/* ---- Figure 4 ------------------------------------------------------------------------------------------------- */

enum { NO_PARENT = UINT32_MAX };

static bool add_branch(void *user, const lb_move *move) {
    p000_figure4 *f = user;
    bool fits = f->parent[move->to] == NO_PARENT || f->parent[move->to] == move->from;
    f->parent[move->to] = move->from;
    return fits;
}

/* Parents are smaller numbers than their children when paths are shortest, so one pass finds the subtrees. */
static bool measure(p000_figure4 *f) {
    uint32_t n = UINT32_C(1) << f->d;
    for (uint32_t x = 1; x < n; x++) {
        uint32_t p = f->parent[x], bit = x ^ p;
        if (p >= x || bit & (bit - 1))
            return false;
        f->subtree[x] = p ? f->subtree[p] : (unsigned)__builtin_ctz(x);
        f->size[f->subtree[x]]++;
    }
    for (unsigned k = 0; k < f->d; k++) {
        if (f->size[k] < (n - 1) / f->d || f->size[k] > (n - 1 + f->d - 1) / f->d)
            return false;
    }
    return f->parent[0] == NO_PARENT;
}

static int read_figure4(unsigned d, p000_figure4 *f) {
    *f = (p000_figure4){.d = d};
    for (unsigned i = 0; i < 16; i++)
        f->parent[i] = NO_PARENT;
    int status = p000_read_moves(&p000_problems[0], d, add_branch, f, &f->holds);
    f->holds = !status && f->holds && measure(f);
    return status;
}

/* ---- Figure 6 ------------------------------------------------------------------------------------------------- */

enum { ROWS6 = 1 << (P000_D6 - 1) };

static bool add_entry(void *user, const lb_move *move) {
    p000_figure6 *f = user;
    if (move->from != 0 || move->items[0].origin != 0)
        return true;
    if (move->step > ROWS6 || move->nitems != 1 || f->dest[move->step - 1][move->port])
        return false;
    f->dest[move->step - 1][move->port] = move->items[0].dest;
    return true;
}

/* The paper's rule: column k has the entries of the columns before it, row by row from left to right, with bit k set,
 * and bit k alone last. */
static void by_rule(uint32_t table[ROWS6][P000_D6]) {
    for (unsigned k = 0; k < P000_D6; k++) {
        uint32_t bit = UINT32_C(1) << k, at = 0;
        for (uint32_t row = 0; row < bit / 2; row++) {
            for (unsigned c = 0; c < k; c++) {
                if (table[row][c])
                    table[at++][k] = table[row][c] | bit;
            }
        }
        table[at][k] = bit;
    }
}

static int read_figure6(p000_figure6 *f) {
    uint32_t rule[ROWS6][P000_D6] = {{0}};
    int status = p000_read_moves(&p000_problems[2], P000_D6, add_entry, f, &f->holds);
    by_rule(rule);
    f->holds = !status && f->holds && memcmp(rule, f->dest, sizeof rule) == 0;
    return status;
}

int p000_read_figures(p000 *all) {
    int status = CLI_OK;
    for (unsigned i = 0; i < P000_CUBES3 && !status; i++)
        status = read_figure3(3 + i, &all->figure3[i]);
    for (unsigned i = 0; i < P000_TREES && !status; i++)
        status = read_figure4(3 + i, &all->figure4[i]);
    if (!status)
        status = read_figure6(&all->figure6);
    return status ? status : p000_make_sheets(all);
}

bool p000_figures_hold(const p000 *all) {
    bool holds = all->figure6.holds && cli_sheet_all_hold(&all->figure2) && cli_sheet_all_hold(&all->figure5);
    for (unsigned i = 0; i < P000_CUBES3; i++)
        holds &= all->figure3[i].holds;
    for (unsigned i = 0; i < P000_TREES; i++)
        holds &= all->figure4[i].holds;
    return holds;
}

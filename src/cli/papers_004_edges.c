/* 004 on the variants: edges they share, fan-outs, and what one port has to carry. */
#include "cli/papers_004.h"
#include "cli/say.h"

#include <math.h>

enum { VARIANTS = 4, PAIRS = 6, EDGES_MOST = 12 };

static const lb_tree_kind variants[VARIANTS] = {LB_TREE_SBNT_MINR, LB_TREE_SBNT_MAXL, LB_TREE_SBNT_MINBL,
                                                LB_TREE_SBNT_MAXBR};

static int grow(unsigned n, lb_tree *trees[VARIANTS]) {
    int status = CLI_OK;
    for (unsigned v = 0; v < VARIANTS; v++)
        trees[v] = NULL;
    for (unsigned v = 0; v < VARIANTS && !status; v++)
        status = p004_tree(n, variants[v], &trees[v]);
    return status;
}

static void fell(lb_tree *trees[VARIANTS]) {
    for (unsigned v = 0; v < VARIANTS; v++)
        lb_tree_free(trees[v]);
}

/* ---- Common edges, below level 1 ---- */

static int common_edges(p004 *all) {
    static const p004_column columns[PAIRS + 1] = {
        {"R,L", "minr_maxl", 0},   {"R,BL", "minr_minbl", 0},   {"R,BR", "minr_maxbr", 0}, {"L,BL", "maxl_minbl", 0},
        {"L,BR", "maxl_maxbr", 0}, {"BL,BR", "minbl_maxbr", 0}, {"of", "edges", 0}};
    static const unsigned known[] = {0, 0, 0, 5, 6, 14, 32, 63, 114, 220, 424}; /* minR and minBL */
    p004_table *t =
        p004_begin(all, "overlap", "Edges below level 1 that two variants share",
                   "R is minR, L maxL, BL minBL, BR maxBR. The paper has R,BL for n up to 8. What reversing "
                   "all bits maps onto each other is the same. Up to n = 5 minR and maxBR are one tree.",
                   columns, PAIRS + 1);
    int status = CLI_OK;
    for (unsigned n = 2; n <= EDGES_MOST && n <= all->most && !status; n++) {
        lb_tree *tree[VARIANTS];
        p004_row *row = p004_add(t, n);
        double shared[PAIRS] = {0};
        status = grow(n, tree);
        for (uint32_t c = 1; !status && c < UINT32_C(1) << n; c++) {
            unsigned port[VARIANTS], pair = 0;
            if (!(c & (c - 1)))
                continue;
            for (unsigned v = 0; v < VARIANTS; v++)
                port[v] = lb_tree_port(tree[v], 0, c);
            for (unsigned a = 0; a < VARIANTS; a++) {
                for (unsigned b = a + 1; b < VARIANTS; b++, pair++)
                    shared[pair] += port[a] == port[b];
            }
        }
        fell(tree);
        for (unsigned k = 0; k < PAIRS; k++)
            row->value[k] = shared[k];
        row->value[PAIRS] = ldexp(1, (int)n) - 1 - n;
        row->holds = shared[1] == known[n - 2] && shared[0] == shared[5] && shared[2] == shared[3] &&
                     (n > 5 || shared[2] == row->value[PAIRS]);
        row->remark = n == 8 ? "R,BL printed: 16" : NULL;
    }
    return status;
}

/* ---- Fan-outs ---- */

/* Lemma 3, and section 4's for maxL and maxBR. */
static unsigned fan_out(unsigned variant, unsigned n, unsigned level) {
    if (level == 0)
        return n;
    if (variant == 0 || variant == 2 || level == 1)
        return (n - level + 1) / 2;
    return level <= n - 2 ? n - level - 1 : level == n - 1;
}

static int count_fan_outs(unsigned n, unsigned variant, const lb_tree *tree, p004_row *row) {
    unsigned most[32] = {0}, ports[LB_MAX_PORTS];
    for (uint32_t c = 0; c < UINT32_C(1) << n; c++) {
        unsigned level = lb_tree_level(tree, 0, c), count = lb_tree_children(tree, 0, c, ports);
        most[level] = count > most[level] ? count : most[level];
        if (c && lb_period(c, n) < n)
            row->holds = row->holds && count == 0; /* lemma 8 */
    }
    for (unsigned l = 0; l <= n; l++)
        row->holds = row->holds && most[l] == fan_out(variant, n, l);
    for (unsigned l = 1; l <= 5 && l <= n && variant < 2; l++)
        row->value[5 * variant + l - 1] = most[l];
    return CLI_OK;
}

static int fan_outs(p004 *all) {
    static const p004_column columns[] = {
        {"minR l=1", "minr_l1", 0}, {"2", "minr_l2", 0}, {"3", "minr_l3", 0}, {"4", "minr_l4", 0}, {"5", "minr_l5", 0},
        {"maxL l=1", "maxl_l1", 0}, {"2", "maxl_l2", 0}, {"3", "maxl_l3", 0}, {"4", "maxl_l4", 0}, {"5", "maxl_l5", 0}};
    p004_table *t = p004_begin(all, "fan_out", "Most children of a node, level by level",
                               "minBL is as minR, maxBR as maxL. On all levels as in lemma 3, ceil((n-l)/2), and in "
                               "section 4, n-l-1 from level 2 on; cyclic nodes are leaves (lemma 8).",
                               columns, 10);
    int status = CLI_OK;
    for (unsigned n = 2; n <= EDGES_MOST && n <= all->most && !status; n++) {
        lb_tree *tree[VARIANTS];
        p004_row *row = p004_add(t, n);
        status = grow(n, tree);
        for (unsigned v = 0; v < VARIANTS && !status; v++)
            status = count_fan_outs(n, v, tree[v], row);
        fell(tree);
    }
    return status;
}

/* ---- One port ---- */

static int volumes(p004 *all) {
    static const p004_column columns[] = {{"root", "root", 0},    {"then", "then", 0},         {"in all", "total", 0},
                                          {"over N", "ratio", 4}, {"constant", "constant", 3}, {"cycles", "cycles", 0}};
    p004_table *t = p004_begin(all, "volumes", "One port: what is sent one after another in a scatter (theorem 6)",
                               "In blocks. root: what it sends; then: the longest path of the last subtree. constant: "
                               "(in all/N - 1)*n/log n, which the theorem says is bounded.",
                               columns, 6);
    int status = CLI_OK;
    for (unsigned n = 2; n <= all->most && !status; n++) {
        lb_tree *tree = NULL;
        p004_row *row = p004_add(t, n);
        double root = ldexp(1, (int)n) - 1, then = 0, log_n = log2((double)n);
        uint32_t at = UINT32_C(1) << (n - 1);
        status = p004_tree(n, LB_TREE_SBNT_MINR, &tree);
        for (unsigned k = 0; k + 2 < n && !status; k++) {
            at |= UINT32_C(1) << k;
            then += lb_tree_size(tree, 0, at);
        }
        lb_tree_free(tree);
        double constant = ((root + then) / ldexp(1, (int)n) - 1) * n / log_n;
        const double values[] = {root, then, root + then, (root + then) / ldexp(1, (int)n), constant, 2.0 * n - 2};
        for (unsigned k = 0; k < 6; k++)
            row->value[k] = values[k];
        row->holds = constant < 1;
        if (!status && p004_tick(all))
            status = CLI_CANNOT;
    }
    return status;
}

int p004_make_edges(p004 *all) {
    int status = common_edges(all);
    if (!status)
        status = fan_outs(all);
    return status ? status : volumes(all);
}

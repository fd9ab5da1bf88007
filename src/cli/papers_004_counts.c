/* 004's Table 1 and Figure 6: nodes and necklaces, counted one by one and by formula. */
#include "cli/papers_004.h"
#include "cli/say.h"

#include <math.h>

/* As printed, for n = 2 to 20. */
static const uint32_t printed[][4] = {
    {2, 2, 2, 1},
    {2, 2, 3, 2},
    {4, 3, 5, 3},
    {2, 2, 7, 6},
    {10, 5, 13, 9},
    {2, 2, 19, 18},
    {16, 6, 35, 30},
    {8, 4, 59, 56},
    {34, 9, 107, 99},
    {2, 2, 187, 186},
    {76, 17, 351, 335},
    {2, 2, 631, 630},
    {130, 21, 1181, 1161},
    {38, 10, 2191, 2182},
    {256, 36, 4115, 4080},
    {2, 2, 7711, 7710},
    {568, 70, 14601, 14532},
    {2, 2, 27595, 27594},
    {1036, 111, 52487, 52377},
};

typedef struct counts {
    double cyclic, degenerate, most, least;
} counts;

/* By formula: a necklace of period p has p nodes, one in each of the subtrees 0 to p-1. */
static counts by_formula(unsigned n) {
    counts c = {0};
    for (unsigned p = 1; p <= n; p++) {
        double necklaces = (double)lb_necklace_count(n, p);
        c.cyclic += p < n ? p * necklaces : 0;
        c.degenerate += p < n ? necklaces : 0;
        c.most += necklaces;
        c.least += p == n ? necklaces : 0;
    }
    c.most -= 1; /* the root */
    return c;
}

/* Node by node, in the tree. */
static int by_counting(unsigned n, counts *c) {
    lb_tree *tree = NULL;
    uint32_t size[LB_MAX_PORTS] = {0}, cyclic = 1, degenerate = 1; /* the root is cyclic */
    int status = p004_tree(n, LB_TREE_SBNT_MINR, &tree);
    for (uint32_t v = 1; !status && v < UINT32_C(1) << n; v++) {
        unsigned index = lb_tree_index(tree, 0, v);
        bool is_cyclic = lb_period(v, n) < n;
        size[index]++;
        cyclic += is_cyclic;
        degenerate += is_cyclic && index == 0;
    }
    lb_tree_free(tree);
    *c = (counts){cyclic, degenerate, size[0], size[n - 1]};
    return status;
}

static bool same(counts a, counts b) {
    return a.cyclic == b.cyclic && a.degenerate == b.degenerate && a.most == b.most && a.least == b.least;
}

static int table_1(p004 *all) {
    static const p004_column columns[] = {{"A", "cyclic", 0},      {"B", "degenerate", 0},   {"SBT max", "sbt_most", 0},
                                          {"SBnT max", "most", 0}, {"SBnT min", "least", 0}, {"(N-1)/n", "ideal", 2},
                                          {"factor", "factor", 4}};
    p004_table *t = p004_begin(all, "table1", "Table 1: subtrees of binomial and balanced trees",
                               "A: cyclic nodes. B: degenerate necklaces. Counted node by node and by formula, and as "
                               "printed; the rows marked f by formula alone.",
                               columns, 7);
    int status = CLI_OK;
    for (unsigned n = 2; n <= P004_FORMULA_MOST && !status; n++) {
        p004_row *row = p004_add(t, n);
        counts c = by_formula(n), counted = c;
        double ideal = (ldexp(1, (int)n) - 1) / n;
        if (n <= all->most)
            status = by_counting(n, &counted);
        row->holds = same(c, counted);
        if (n - 2 < sizeof printed / sizeof *printed) {
            const uint32_t *p = printed[n - 2];
            row->holds = row->holds && same(c, (counts){p[0], p[1], p[2], p[3]});
        }
        row->remark = n > all->most ? "f" : NULL;
        const double values[] = {c.cyclic, c.degenerate, ldexp(1, (int)n - 1), c.most, c.least, ideal, c.most / ideal};
        for (unsigned k = 0; k < 7; k++)
            row->value[k] = values[k];
        if (!status && p004_tick(all))
            status = CLI_CANNOT;
    }
    return status;
}

/* ---- Figure 6 ---- */

/* Degenerate necklaces of weight l over all of them: cyclic nodes of subtree 0 on level l over all its nodes there. */
static double ratio(unsigned n, unsigned l) {
    double degenerate = 0, all = 0;
    for (unsigned p = 1; p <= n; p++) {
        double necklaces = (double)lb_necklace_count_weight(n, p, l);
        all += necklaces;
        degenerate += p < n ? necklaces : 0;
    }
    return degenerate / all;
}

/* The same, counted in the tree; for all levels. */
static int counted_ratios(unsigned n, double *ratios) {
    lb_tree *tree = NULL;
    uint32_t cyclic[64] = {0}, all[64] = {0};
    int status = p004_tree(n, LB_TREE_SBNT_MINR, &tree);
    for (uint32_t v = 1; !status && v < UINT32_C(1) << n; v++) {
        unsigned level = lb_tree_level(tree, 0, v);
        if (lb_tree_index(tree, 0, v) == 0) {
            all[level]++;
            cyclic[level] += lb_period(v, n) < n;
        }
    }
    for (unsigned l = 1; l < n; l++)
        ratios[l] = (double)cyclic[l] / all[l];
    lb_tree_free(tree);
    return status;
}

static bool is_prime(unsigned n) {
    for (unsigned q = 2; q < n; q++) {
        if (n % q == 0)
            return false;
    }
    return true;
}

/* Theorem 3, its simpler form, the conjecture, and what corollary 10 says of level 2. */
static bool ratio_holds(unsigned n, unsigned l, double r) {
    unsigned above = (n - l + 1) / 2, below = (l + 1) / 2;
    double bound = 1.0 / (1 + (above > below ? above : below)), tiny = 1e-12;
    bool second = n % 2 == 0 && (l == 2 || l == n - 2);
    return r <= bound + tiny && bound <= 4.0 / (4 + n) + tiny && r <= 2.0 / n + tiny &&
           (!second || fabs(r - 2.0 / n) < tiny) && (!is_prime(n) || r == 0);
}

static int figure_6(p004 *all) {
    static const p004_column columns[] = {{"l=1", "l1", 3},         {"2", "l2", 3},         {"3", "l3", 3},
                                          {"4", "l4", 3},           {"5", "l5", 3},         {"6", "l6", 3},
                                          {"7", "l7", 3},           {"8", "l8", 3},         {"most", "most", 4},
                                          {"2/n", "conjecture", 4}, {"4/(4+n)", "bound", 4}};
    p004_table *t = p004_begin(all, "figure6", "Figure 6: cyclic nodes of subtree 0, level by level, of all there",
                               "Levels l and n-l have the same; most: of all levels from 1 to n-1. Theorem 3, the "
                               "conjecture 2/n, and 2/n exactly on level 2 of even cubes, hold on every level; primes "
                               "have none. Counted in the trees up to n = 16.",
                               columns, 11);
    int status = CLI_OK;
    for (unsigned n = 4; n <= 30 && !status; n++) {
        double counted[64] = {0}, most = 0;
        bool holds = true, count = n <= 16 && n <= all->most;
        if (count)
            status = counted_ratios(n, counted);
        p004_row *row = is_prime(n) ? NULL : p004_add(t, n);
        for (unsigned l = 1; l < n; l++) {
            double r = ratio(n, l);
            holds = holds && ratio_holds(n, l, r) && (!count || fabs(r - counted[l]) < 1e-12);
            most = r > most ? r : most;
            if (row && l <= 8 && 2 * l <= n)
                row->value[l - 1] = r;
        }
        if (!row && !holds)
            row = p004_add(t, n);
        if (row) {
            row->holds = holds;
            row->value[8] = most;
            row->value[9] = 2.0 / n;
            row->value[10] = 4.0 / (4 + n);
        }
    }
    return status;
}

int p004_make_counts(p004 *all) {
    int status = table_1(all);
    return status ? status : figure_6(all);
}

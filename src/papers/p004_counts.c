/* 004's Table 1 and Figures 5 and 6: nodes and necklaces, counted one by one and by formula. */
#include "papers/p004_parts.h"

#include <math.h>

enum { FORMULA_MOST = 40 }; /* Table 1 goes on by formula */

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

lb_tree *p004_tree(papers_work *work, unsigned n, lb_tree_kind kind) {
    lb_net *net = NULL;
    lb_tree *tree = NULL;
    if (!work->error)
        papers_note(work, lb_net_parse(papers_cube(n).text, &net, work->why));
    if (!work->error)
        papers_note(work, lb_tree_create(net, kind, 0, &tree, work->why));
    lb_net_free(net);
    return tree;
}

/* Node by node, in the tree. */
static counts by_counting(papers_work *work, unsigned n) {
    lb_tree *tree = p004_tree(work, n, LB_TREE_SBNT_MINR);
    uint32_t size[LB_MAX_PORTS] = {0}, cyclic = 1, degenerate = 1; /* the root is cyclic */
    for (uint32_t v = 1; tree && v < UINT32_C(1) << n; v++) {
        unsigned index = lb_tree_index(tree, 0, v);
        bool is_cyclic = lb_period(v, n) < n;
        size[index]++;
        cyclic += is_cyclic;
        degenerate += is_cyclic && index == 0;
    }
    lb_tree_free(tree);
    return (counts){cyclic, degenerate, size[0], size[n - 1]};
}

static bool same(counts a, counts b) {
    return a.cyclic == b.cyclic && a.degenerate == b.degenerate && a.most == b.most && a.least == b.least;
}

static void put_counts(papers_work *work, exhibit *e, unsigned n) {
    counts c = by_formula(n), says = c;
    double ideal = (ldexp(1, (int)n) - 1) / n;
    if (n - 2 < sizeof printed / sizeof *printed) {
        const uint32_t *p = printed[n - 2];
        says = (counts){p[0], p[1], p[2], p[3]};
    }
    ROW(e, v_count(n), v_expect(says.cyclic, c.cyclic), v_expect(says.degenerate, c.degenerate),
        v_real(ldexp(1, (int)n - 1)), v_expect(says.most, c.most), v_expect(says.least, c.least), v_real(ideal),
        v_real(c.most / ideal));
    if (n <= work->most)
        ex_holds(e, same(c, by_counting(work, n)));
    else
        ex_remark(e, false, "f");
    papers_finish(work, 1);
}

static void table_1(papers_work *work, papers_doc *doc) {
    static const ex_column columns[] = {COLUMN("n", "n", .width = 2), COLUMN("A", "cyclic"),
                                        COLUMN("B", "degenerate"),    COLUMN("SBT max", "sbt_most"),
                                        COLUMN("SBnT max", "most"),   COLUMN("SBnT min", "least"),
                                        REAL("(N-1)/n", "ideal", 2),  REAL("factor", "factor", 4)};
    exhibit *e = ex_table(doc, "table1", "table1", "Table 1: subtrees of binomial and balanced trees", columns, 8,
                          "A: cyclic nodes. B: degenerate necklaces. Counted node by node and by formula, and as "
                          "printed; the rows marked f by formula alone.");
    for (unsigned n = 2; n <= FORMULA_MOST && !work->error; n++)
        put_counts(work, e, n);
    ex_chart_add(
        doc, &(ex_chart){.of = e,
                         .part = "figure5",
                         .title = "Figure 5: nodes in the subtrees of the root",
                         .subtitle = "over the dimension n; the scale is logarithmic",
                         .about = "The largest subtree of the binomial tree, and the largest and the smallest of the "
                                  "balanced tree, for n = 2 to 20.",
                         .caption = "The numbers of Table 1 as curves, n = 2 to 20.",
                         .y = {3, 4, 5},
                         .name = {"SBT, largest", "SBnT, largest", "SBnT, smallest"},
                         .curves = 3,
                         .most = 20});
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
static void counted_ratios(papers_work *work, unsigned n, double *ratios) {
    lb_tree *tree = p004_tree(work, n, LB_TREE_SBNT_MINR);
    uint32_t cyclic[64] = {0}, all[64] = {0};
    for (uint32_t v = 1; tree && v < UINT32_C(1) << n; v++) {
        unsigned level = lb_tree_level(tree, 0, v);
        if (lb_tree_index(tree, 0, v) == 0) {
            all[level]++;
            cyclic[level] += lb_period(v, n) < n;
        }
    }
    for (unsigned l = 1; l < n; l++)
        ratios[l] = (double)cyclic[l] / all[l];
    lb_tree_free(tree);
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

/* Primes have no row, as they have no cyclic nodes, unless they should turn out to have some. */
static void put_ratios(papers_work *work, exhibit *e, unsigned n) {
    double counted[64] = {0}, value[8], most = 0;
    bool holds = true, count = n <= 16 && n <= work->most;
    if (count)
        counted_ratios(work, n, counted);
    for (unsigned l = 1; l <= 8; l++)
        value[l - 1] = NAN;
    for (unsigned l = 1; l < n; l++) {
        double r = ratio(n, l);
        holds = holds && ratio_holds(n, l, r) && (!count || fabs(r - counted[l]) < 1e-12);
        most = r > most ? r : most;
        if (l <= 8 && 2 * l <= n)
            value[l - 1] = r;
    }
    if (is_prime(n) && holds)
        return;
    ROW(e, v_count(n));
    ex_reals(e, value, 8);
    CELLS(e, v_real(most), v_real(2.0 / n), v_real(4.0 / (4 + n)));
    ex_holds(e, holds);
}

static void figure_6(papers_work *work, papers_doc *doc) {
    static const ex_column columns[] = {
        COLUMN("n", "n", .width = 2), REAL("l=1", "l1", 3),         REAL("2", "l2", 3),
        REAL("3", "l3", 3),           REAL("4", "l4", 3),           REAL("5", "l5", 3),
        REAL("6", "l6", 3),           REAL("7", "l7", 3),           REAL("8", "l8", 3),
        REAL("most", "most", 4),      REAL("2/n", "conjecture", 4), REAL("4/(4+n)", "bound", 4)};
    exhibit *e = ex_table(
        doc, "figure6", "figure6", "Figure 6: cyclic nodes of subtree 0, level by level, of all there", columns, 12,
        "Levels l and n-l have the same; most: of all levels from 1 to n-1. Theorem 3, the conjecture "
        "2/n, and 2/n exactly on level 2 of even cubes, hold on every level; primes have none. Counted "
        "in the trees up to n = 16.");
    for (unsigned n = 4; n <= 30 && !work->error; n++)
        put_ratios(work, e, n);
    ex_chart_add(doc,
                 &(ex_chart){.of = e,
                             .part = "figure6",
                             .title = "Figure 6: cyclic nodes of all, on the level that has most",
                             .subtitle = "subtree 0, composite n up to 30; the scale is logarithmic",
                             .about = "The ratio of cyclic nodes, and the two bounds on it. On even cubes it is 2/n.",
                             .caption = "Where n is even the conjecture is attained.",
                             .y = {11, 10, 9},
                             .name = {"4/(4+n), theorem 3", "2/n, the conjecture", "cyclic nodes, most of a level"},
                             .curves = 3});
}

void p004_counts(papers_work *work, papers_doc *doc) {
    table_1(work, doc);
    figure_6(work, doc);
}

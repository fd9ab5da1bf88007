/* 004 on the variants: edges they share, fan-outs, and what one port has to carry. */
#include "papers/p004_parts.h"

#include <math.h>

enum { VARIANTS = 4, PAIRS = 6, EDGES_MOST = 12 };

/* The four trees of the n-cube. */
typedef struct grove {
    lb_tree *tree[VARIANTS];
} grove;

static grove grow(papers_work *work, unsigned n) {
    static const lb_tree_kind variants[VARIANTS] = {LB_TREE_SBNT_MINR, LB_TREE_SBNT_MAXL, LB_TREE_SBNT_MINBL,
                                                    LB_TREE_SBNT_MAXBR};
    grove g;
    for (unsigned v = 0; v < VARIANTS; v++)
        g.tree[v] = p004_tree(work, n, variants[v]);
    return g;
}

static void fell(grove *g) {
    for (unsigned v = 0; v < VARIANTS; v++)
        lb_tree_free(g->tree[v]);
}

/* ---- Common edges, below level 1 ---- */

static void count_common(const grove *g, unsigned n, double shared[PAIRS]) {
    for (uint32_t c = 1; c < UINT32_C(1) << n; c++) {
        unsigned port[VARIANTS], pair = 0;
        if (!(c & (c - 1)))
            continue;
        for (unsigned v = 0; v < VARIANTS; v++)
            port[v] = lb_tree_port(g->tree[v], 0, c);
        for (unsigned a = 0; a < VARIANTS; a++) {
            for (unsigned b = a + 1; b < VARIANTS; b++, pair++)
                shared[pair] += port[a] == port[b];
        }
    }
}

static void common_edges(papers_work *work, papers_doc *doc) {
    static const ex_column columns[] = {COLUMN("n", "n", .width = 2),   COLUMN("R,L", "minr_maxl"),
                                        COLUMN("R,BL", "minr_minbl"),   COLUMN("R,BR", "minr_maxbr"),
                                        COLUMN("L,BL", "maxl_minbl"),   COLUMN("L,BR", "maxl_maxbr"),
                                        COLUMN("BL,BR", "minbl_maxbr"), COLUMN("of", "edges")};
    static const unsigned known[] = {0, 0, 0, 5, 6, 14, 32, 63, 114, 220, 424}; /* minR and minBL */
    exhibit *e = ex_table(doc, "counts", "overlap", "Edges below level 1 that two variants share", columns, 8,
                          "R is minR, L maxL, BL minBL, BR maxBR. The paper has R,BL for n up to 8. What reversing "
                          "all bits maps onto each other is the same. Up to n = 5 minR and maxBR are one tree.");
    for (unsigned n = 2; n <= EDGES_MOST && n <= work->most; n++) {
        double shared[PAIRS] = {0}, edges = ldexp(1, (int)n) - 1 - n;
        grove g = grow(work, n);
        if (!work->error)
            count_common(&g, n, shared);
        fell(&g);
        ROW(e, v_count(n), v_real(shared[0]), v_expect(known[n - 2], shared[1]));
        ex_reals(e, shared + 2, PAIRS - 2);
        CELLS(e, v_real(edges));
        ex_holds(e, shared[0] == shared[5] && shared[2] == shared[3] && (n > 5 || shared[2] == edges));
        if (n == 8)
            ex_remark(e, true, "R,BL printed: 16");
    }
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

/* Most children on each level; whether all is as the lemmas say. */
static bool count_fan_outs(const lb_tree *tree, unsigned n, unsigned variant, unsigned most[32]) {
    unsigned ports[LB_MAX_PORTS];
    bool holds = true;
    for (uint32_t c = 0; c < UINT32_C(1) << n; c++) {
        unsigned level = lb_tree_level(tree, 0, c), count = lb_tree_children(tree, 0, c, ports);
        most[level] = count > most[level] ? count : most[level];
        holds = holds && (!c || lb_period(c, n) == n || count == 0); /* lemma 8 */
    }
    for (unsigned l = 0; l <= n; l++)
        holds = holds && most[l] == fan_out(variant, n, l);
    return holds;
}

static void fan_outs(papers_work *work, papers_doc *doc) {
    static const ex_column columns[] = {
        COLUMN("n", "n", .width = 2),  COLUMN("minR l=1", "minr_l1"), COLUMN("2", "minr_l2"),
        COLUMN("3", "minr_l3"),        COLUMN("4", "minr_l4"),        COLUMN("5", "minr_l5"),
        COLUMN("maxL l=1", "maxl_l1"), COLUMN("2", "maxl_l2"),        COLUMN("3", "maxl_l3"),
        COLUMN("4", "maxl_l4"),        COLUMN("5", "maxl_l5")};
    exhibit *e = ex_table(doc, "counts", "fan_out", "Most children of a node, level by level", columns, 11,
                          "minBL is as minR, maxBR as maxL. On all levels as in lemma 3, ceil((n-l)/2), and in "
                          "section 4, n-l-1 from level 2 on; cyclic nodes are leaves (lemma 8).");
    for (unsigned n = 2; n <= EDGES_MOST && n <= work->most; n++) {
        grove g = grow(work, n);
        ROW(e, v_count(n));
        for (unsigned v = 0; v < VARIANTS && !work->error; v++) {
            unsigned most[32] = {0};
            ex_holds(e, count_fan_outs(g.tree[v], n, v, most));
            for (unsigned l = 1; l <= 5 && v < 2; l++)
                CELLS(e, v_real(l <= n ? most[l] : NAN));
        }
        fell(&g);
    }
}

/* ---- One port ---- */

static void volumes(papers_work *work, papers_doc *doc) {
    static const ex_column columns[] = {COLUMN("n", "n", .width = 2), COLUMN("root", "root"),
                                        COLUMN("then", "then"),       COLUMN("in all", "total"),
                                        REAL("over N", "ratio", 4),   REAL("constant", "constant", 3),
                                        COLUMN("cycles", "cycles")};
    exhibit *e = ex_table(doc, "counts", "volumes", "One port: what is sent one after another in a scatter (theorem 6)",
                          columns, 7,
                          "In blocks. root: what it sends; then: the longest path of the last subtree. constant: "
                          "(in all/N - 1)*n/log n, which the theorem says is bounded.");
    for (unsigned n = 2; n <= work->most && !work->error; n++) {
        double nodes = ldexp(1, (int)n), root = nodes - 1, then = 0;
        uint32_t at = UINT32_C(1) << (n - 1);
        lb_tree *tree = p004_tree(work, n, LB_TREE_SBNT_MINR);
        for (unsigned k = 0; k + 2 < n && tree; k++) {
            at |= UINT32_C(1) << k;
            then += lb_tree_size(tree, 0, at);
        }
        lb_tree_free(tree);
        double constant = ((root + then) / nodes - 1) * n / log2((double)n);
        ROW(e, v_count(n));
        ex_reals(e, (const double[]){root, then, root + then, (root + then) / nodes, constant, 2.0 * n - 2}, 6);
        ex_holds(e, constant < 1);
        papers_finish(work, 1);
    }
}

void p004_edges(papers_work *work, papers_doc *doc) {
    common_edges(work, doc);
    fan_outs(work, doc);
    volumes(work, doc);
}

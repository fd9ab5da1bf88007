/* 000's Figure 4: the perfectly balanced trees of the scatter. */
#include "papers/p000_parts.h"

#include <string.h>

enum { NODES = 16, SUBTREES = 4, NO_PARENT = UINT32_MAX };

/* Of each node but 0 its parent and the root's port towards it. */
typedef struct tree {
    unsigned d;
    uint32_t parent[NODES];
    unsigned subtree[NODES], size[SUBTREES];
} tree;

static bool add_branch(void *user, const lb_move *move) {
    tree *f = user;
    bool fits = f->parent[move->to] == NO_PARENT || f->parent[move->to] == move->from;
    f->parent[move->to] = move->from;
    return fits;
}

/* Whether it is a shortest-path tree whose subtrees are as equal as they can be. Parents are smaller numbers than their
 * children when paths are shortest, so one pass finds the subtrees. */
static bool measure(tree *f) {
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

/* ---- In characters ---- */

enum { LINES = 16, LINE = 64 };

/* What trees are drawn with: of three columns each, and for the root's line. */
typedef struct pen {
    const char *fork, *last, *trunk, *first, *bar, *down, *end;
} pen;

static const pen pens[2] = {{"|- ", "`- ", "|  ", "+", "-", "+", "+"},
                            {"\u251C\u2500 ", "\u2514\u2500 ", "\u2502  ", "\u251C", "\u2500", "\u252C", "\u2510"}};

/* One subtree as lines of text, a node each, children under their parent. */
typedef struct drawing {
    const tree *tree;
    const pen *pen;
    char line[LINES][LINE];
    unsigned lines, columns[LINES];
} drawing;

/* indent is what stands before the node's children. */
static void draw_node(drawing *w, uint32_t node, unsigned depth, const char *before, const char *indent) {
    const tree *f = w->tree;
    uint32_t n = UINT32_C(1) << f->d, youngest = 0;
    char mine[LINE], under[LINE];
    if (w->lines >= LINES)
        return;
    w->columns[w->lines] = 3 * depth + f->d;
    snprintf(w->line[w->lines++], LINE, "%s%s", before, p000_bits(node, f->d).text);
    for (uint32_t x = 1; x < n; x++)
        youngest = f->parent[x] == node ? x : youngest;
    for (uint32_t x = 1; x < n; x++) {
        if (f->parent[x] != node)
            continue;
        snprintf(mine, sizeof mine, "%s%s", indent, x == youngest ? w->pen->last : w->pen->fork);
        snprintf(under, sizeof under, "%s%s", indent, x == youngest ? "   " : w->pen->trunk);
        draw_node(w, x, depth + 1, mine, under);
    }
}

/* The root, and from it to each subtree's first node. */
static const char *draw_root(papers_doc *doc, const tree *f, const pen *p, unsigned width) {
    const char *text = ex_keep(doc, "  %s\n  %s", p000_bits(0, f->d).text, p->first);
    unsigned end = (f->d - 1) * width;
    for (unsigned i = 1; i <= end; i++)
        text = ex_keep(doc, "%s%s", text, i == end ? p->end : i % width ? p->bar : p->down);
    return ex_keep(doc, "%s\n", text);
}

static const char *draw_tree(papers_doc *doc, const tree *f, const pen *p) {
    drawing w[SUBTREES];
    unsigned width = f->d * 4 + 2, lines = 0;
    const char *text = draw_root(doc, f, p, width);
    for (unsigned k = 0; k < f->d; k++) {
        w[k] = (drawing){.tree = f, .pen = p};
        draw_node(&w[k], UINT32_C(1) << k, 0, "", "");
        lines = w[k].lines > lines ? w[k].lines : lines;
    }
    for (unsigned i = 0; i < lines; i++) {
        unsigned owed = 2;
        for (unsigned k = 0; k < f->d; k++) {
            bool there = i < w[k].lines;
            if (there)
                text = ex_keep(doc, "%s%*s%s", text, (int)owed, "", w[k].line[i]);
            owed = there ? width - w[k].columns[i] : owed + width;
        }
        text = ex_keep(doc, "%s\n", text);
    }
    return text;
}

/* ---- The exhibit ---- */

static void put_tree(papers_doc *doc, const tree *f, unsigned index, bool holds) {
    static const ex_column columns[] = {COLUMN("", "node", .where = IN_JSON), COLUMN("", "parent", .where = IN_JSON),
                                        COLUMN("", "subtree", .where = IN_JSON)};
    const char *sizes = ex_keep(doc, "odes under link 1 to %u:", f->d);
    exhibit *e = ex_begin(doc, "figure4", "figure4",
                          ex_keep(doc, "Figure 4, d = %u: the perfectly balanced tree for the scatter", f->d));
    e->at = ex_keep(doc, "figure4.%u", index);
    e->rows_key = "nodes";
    e->holds_key = NULL;
    ex_columns(e, columns, 3);
    ex_fact(e, "d", v_count(f->d));
    ex_fact(e, "holds", v_yes(holds));
    for (unsigned k = 0; k < f->d; k++) {
        ex_fact(e, ex_keep(doc, "sizes.%u", k), v_count(f->size[k]));
        sizes = ex_keep(doc, "%s%s %u", sizes, k ? "," : "", f->size[k]);
    }
    for (uint32_t x = 1; x < UINT32_C(1) << f->d; x++) {
        ROW(e, v_words(e, "%s", p000_bits(x, f->d).text), v_words(e, "%s", p000_bits(f->parent[x], f->d).text),
            v_count(f->subtree[x] + 1));
        ex_holds(e, holds);
    }
    for (unsigned utf8 = 0; utf8 < 2 && holds; utf8++)
        e->figure[utf8] = draw_tree(doc, f, &pens[utf8]);
    const char *said =
        holds ? "As equal as can be, and every path is a shortest one." : "THIS IS NOT A PERFECTLY BALANCED TREE.";
    ex_below(e, IN_TEXT, "N%s. %s", sizes, said);
    ex_below(e, IN_PAGE, "d = %u: n%s. %s", f->d, sizes, said);
}

void p000_trees(papers_work *work, papers_doc *doc) {
    for (unsigned i = 0; i < 2; i++) {
        tree f = {.d = 3 + i};
        memset(f.parent, 0xFF, sizeof f.parent); /* NO_PARENT */
        bool holds = p000_moves(work, P000_SCATTER, f.d, add_branch, &f) && measure(&f);
        put_tree(doc, &f, i, holds);
    }
}

/* 000's multinode broadcast: Figure 2, its links step by step, and Figure 3, the classes of nodes behind them, read off
 * our plans, with the conditions that the paper sets. */
#include "papers/p000_parts.h"

#include <string.h>

/* ---- Figure 2: A_i(t), d = 3 ---- */

enum { D2 = 3, N2 = 1 << D2 };

typedef struct broadcasts {
    uint32_t from[N2][D2 + 1][D2]; /* of the packet of t in step i over link k, plus 1; 0: none */
} broadcasts;

static bool add_broadcast(void *user, const lb_move *move) {
    broadcasts *b = user;
    if (move->nitems != 1 || move->step > D2 || b->from[move->items[0].origin][move->step][move->port])
        return false;
    b->from[move->items[0].origin][move->step][move->port] = move->from + 1;
    return true;
}

static void put_links(exhibit *e, const uint32_t from[D2]) {
    const char *text = "";
    for (unsigned k = 0; k < D2; k++) {
        if (from[k])
            text = ex_keep(e->doc, "%s%s%s->%s", text, *text ? "  " : "", p000_bits(from[k] - 1, D2).text,
                           p000_bits((from[k] - 1) ^ 1U << k, D2).text);
    }
    CELLS(e, v_words(e, "%s", text));
}

static void figure_2(papers_work *work, papers_doc *doc) {
    static const ex_column columns[] = {WORDS("t", "t"), WORDS("A_1(t)", "A1"), WORDS("A_2(t)", "A2"),
                                        WORDS("A_3(t)", "A3")};
    broadcasts b = {{{{0}}}};
    bool fits = p000_moves(work, P000_BROADCAST, D2, add_broadcast, &b);
    exhibit *e = ex_titled(
        doc, "figure2", "figure2", "Figure 2, d = 3: the links A_i(t) of step i for the packet of node t", columns, 4,
        "Every row is the first one with t added to both ends of its links, and no link stands twice in a "
        "column.");
    for (uint32_t t = 0; t < N2; t++) {
        ROW(e, v_words(e, "%s", p000_bits(t, D2).text));
        ex_holds(e, fits);
        for (unsigned step = 1; step <= D2; step++) {
            put_links(e, b.from[t][step]);
            for (unsigned k = 0; k < D2; k++) {
                uint32_t first = b.from[0][step][k], now = b.from[t][step][k];
                ex_holds(e, first ? now == ((first - 1) ^ t) + 1 : !now);
            }
        }
    }
}

/* ---- Figure 3: how the block of node 0 reaches everybody ---- */

/* link[i] leads to the node numbered n(t) = i+1. */
typedef struct hop {
    uint32_t from, to, step;
    unsigned port;
} hop;

typedef struct tree {
    unsigned d;
    uint32_t steps, count;
    hop link[40]; /* and none behind the last */
} tree;

/* A class: link[first .. end-1], the index-th of its weight. */
typedef struct class {
    uint32_t first, end;
    unsigned weight, index;
} class;

static bool add_link(void *user, const lb_move *move) {
    tree *f = user;
    if (move->items[0].origin != 0)
        return true;
    uint32_t place = (move->step - 1) * f->d + move->port;
    if (move->nitems != 1 || place >= f->count || f->link[place].step)
        return false;
    f->link[place] = (hop){move->from, move->to, move->step, move->port};
    f->steps = move->step > f->steps ? move->step : f->steps;
    return true;
}

static uint32_t rotate(uint32_t node, unsigned d) {
    /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): a cube of at least one dimension */
    return (node << 1 | node >> (d - 1)) & ((UINT32_C(1) << d) - 1);
}

static bool next_class(const tree *f, class *c) {
    uint32_t first = c->end, end = first + 1;
    if (first >= f->count)
        return false;
    unsigned weight = (unsigned)__builtin_popcount(f->link[first].to);
    while (end < f->count && f->link[end].to == rotate(f->link[end - 1].to, f->d) &&
           f->link[end].to != f->link[first].to)
        end++;
    *c = (class){first, end, weight, weight == c->weight ? c->index + 1 : 1};
    return true;
}

/* A whole class; by rising weight, the one of k ones in a row first; its bit m is 1, and in such a row bit m-1 is 0. */
static bool class_holds(const tree *f, const class *c, const class *before) {
    uint32_t run = (UINT32_C(1) << c->weight) - 1, full = (UINT32_C(1) << f->d) - 1;
    bool has_run = false, holds = c->weight >= before->weight;
    holds &= rotate(f->link[c->end - 1].to, f->d) == f->link[c->first].to;
    for (uint32_t i = c->first; i < c->end; i++) {
        uint32_t node = f->link[i].to;
        unsigned port = f->link[i].port, below = port ? port - 1 : f->d - 1;
        has_run |= node == run;
        holds &= port == i % f->d && (node >> port & 1);
        holds &= c->index > 1 || node == full || !(node >> below & 1);
    }
    return holds && has_run == (c->index == 1);
}

/* Every node once, from a node that is reached in an earlier step. */
static bool tree_holds(const tree *f) {
    uint32_t reached[32] = {0};
    for (uint32_t i = 0; i < f->count; i++) {
        const hop *link = &f->link[i];
        if (link->from != (link->to ^ UINT32_C(1) << link->port) || (link->from && !reached[link->from]) ||
            reached[link->from] >= link->step || !link->to || reached[link->to])
            return false;
        reached[link->to] = link->step;
    }
    return true;
}

static bool conditions_hold(const tree *f) {
    class c = {0}, before = {0};
    bool holds = tree_holds(f);
    for (; holds && next_class(f, &c); before = c)
        holds = class_holds(f, &c, &before);
    return holds;
}

static void put_class(exhibit *e, const tree *f, const class *c) {
    const char *members = "", *ports = "";
    for (uint32_t i = c->first; i < c->end; i++) {
        members = ex_keep(e->doc, "%s%s%s", members, *members ? " " : "", p000_bits(f->link[i].to, f->d).text);
        ports = ex_keep(e->doc, "%s%s%u", ports, *ports ? " " : "", f->link[i].port + 1);
    }
    ex_row(e);
    if (c->weight == f->d)
        CELLS(e, v_words(e, "N%u", c->weight));
    else
        CELLS(e, v_words(e, "R%u%u", c->weight, c->index));
    if (c->end > c->first + 1)
        CELLS(e, v_words(e, "%2u to %2u", c->first + 1, c->end));
    else
        CELLS(e, v_words(e, "%2u", c->first + 1));
    CELLS(e, v_words(e, "%s", members), v_words(e, "%s", ports), v_count(c->first + 1));
    for (uint32_t i = c->first; i < c->end; i++) {
        CELLS(e, v_words(e, "%s", p000_bits(f->link[i].to, f->d).text), v_count(i + 1), v_count(f->link[i].port + 1));
    }
}

static void put_classes(papers_doc *doc, const tree *f, unsigned index, bool holds) {
    exhibit *e = ex_begin(doc, "figure3", ex_keep(doc, "figure3-d%u", f->d),
                          ex_keep(doc, "Figure 3, d = %u: the classes of the nodes, and the broadcast from %s", f->d,
                                  p000_bits(0, f->d).text));
    const ex_column columns[] = {WORDS("class", "name"), WORDS("n(t)", "", .width = 9, .where = IN_TEXT),
                                 WORDS("t, in order", "", .width = f->d * (f->d + 1), .where = IN_TEXT),
                                 WORDS("m(t)", "", .where = IN_TEXT),
                                 COLUMN("from n(t) =", "members.0.n", .where = IN_PAGE)};
    class c = {0};
    e->name = ex_keep(doc, "The classes, d = %u", f->d);
    e->at = ex_keep(doc, "figure3.%u", index);
    e->rows_key = "classes";
    e->holds_key = NULL;
    e->joined = true;
    ex_fact(e, "d", v_count(f->d));
    ex_fact(e, "holds", v_yes(holds));
    ex_columns(e, columns, 5);
    for (unsigned k = 0; k < f->d; k++) {
        const ex_column member[] = {
            WORDS(ex_keep(doc, "t%u", k + 1), ex_keep(doc, "members.%u.node", k), .where = IN_JSON | IN_PAGE),
            COLUMN("", ex_keep(doc, "members.%u.n", k), .where = IN_JSON),
            COLUMN("", ex_keep(doc, "members.%u.m", k), .where = IN_JSON)};
        ex_columns(e, member, 3);
    }
    while (next_class(f, &c)) {
        put_class(e, f, &c);
        ex_holds(e, holds);
    }
}

static ex_value bits(exhibit *e, uint32_t node, unsigned d) {
    return v_words(e, "%s", p000_bits(node, d).text);
}

/* The step and its links for people; the step, its ends E and its links A for programs. The last step may have fewer.
 */
static void put_step(exhibit *e, const tree *f, uint32_t step) {
    const hop *link = f->link + step * f->d, *end = f->link + f->count;
    unsigned d = f->d;
    ROW(e, v_count(step + 1));
    for (const hop *h = link; h < link + d; h++)
        CELLS(e, h < end ? v_words(e, "%s->%s", p000_bits(h->from, d).text, p000_bits(h->to, d).text) : v_absent());
    for (const hop *h = link; h < link + d; h++)
        CELLS(e, h < end ? bits(e, h->to, d) : v_absent());
    for (const hop *h = link; h < link + d && h < end; h++)
        CELLS(e, v_count(h->port + 1), bits(e, h->from, d), bits(e, h->to, d));
}

static void put_steps(papers_doc *doc, const tree *f, unsigned index, bool holds) {
    exhibit *e = ex_begin(doc, "figure3", "figure3-steps", NULL);
    e->at = ex_keep(doc, "figure3.%u", index);
    e->rows_key = "steps";
    e->holds_key = NULL;
    ex_columns(e, &(ex_column)COLUMN("step", "step", .where = IN_TEXT | IN_JSON), 1);
    for (unsigned k = 0; k < f->d; k++)
        ex_columns(e, &(ex_column)WORDS(ex_keep(doc, "link %u", k + 1), "", .where = IN_TEXT), 1);
    for (unsigned k = 0; k < f->d; k++)
        ex_columns(e, &(ex_column)COLUMN("", ex_keep(doc, "E.%u", k), .where = IN_JSON), 1);
    for (unsigned k = 0; k < f->d; k++) {
        const ex_column link[] = {COLUMN("", ex_keep(doc, "A.%u.link", k), .where = IN_JSON),
                                  COLUMN("", ex_keep(doc, "A.%u.from", k), .where = IN_JSON),
                                  COLUMN("", ex_keep(doc, "A.%u.to", k), .where = IN_JSON)};
        ex_columns(e, link, 3);
    }
    for (uint32_t step = 0; step < f->steps; step++)
        put_step(e, f, step);
    ex_above(e, IN_TEXT, "A_i, the links of step i (their ends are E_i), by link 1 to %u:", f->d);
    ex_below(e, IN_TEXT,
             holds ? "The paper's conditions hold: bit m(t) of t is 1, and turning it to 0 gives a node of an "
                     "earlier E."
                   : "THE PAPER'S CONDITIONS DO NOT HOLD.");
}

static void figure_3(papers_work *work, papers_doc *doc) {
    exhibit *said = ex_begin(doc, "figure3", "figure3", NULL);
    ex_below(said, IN_TEXT, "Figures 3 and 4: the paper leaves some choices open; these are the ones our plans make.");
    ex_below(said, IN_PAGE,
             "The paper leaves some choices open in Figures 3 and 4; these are the ones our plans make.");
    for (unsigned i = 0; i < 3; i++) {
        tree f = {.d = 3 + i, .count = (UINT32_C(1) << (3 + i)) - 1};
        bool holds = p000_moves(work, P000_BROADCAST, f.d, add_link, &f) && conditions_hold(&f);
        if (work->error)
            return;
        put_classes(doc, &f, i, holds);
        put_steps(doc, &f, i, holds);
    }
}

void p000_broadcast(papers_work *work, papers_doc *doc) {
    figure_2(work, doc);
    figure_3(work, doc);
}

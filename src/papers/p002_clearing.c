/* 002's Figures 2, 3, 4 and 7: in which slot every entry of a task matrix is cleared, read off plans. By symmetry it is
 * enough to follow the packets of node 0. */
#include "papers/p002_parts.h"

#include <string.h>

enum { TAGS = 32, LINKS = 5, SLOTS = 16 };

typedef struct clearing {
    unsigned d, nodes, links, steps;
    uint32_t order[TAGS]; /* tags, nearest first, then as they are finished */
    uint32_t length[TAGS], first[TAGS], last[TAGS];
    bool slot[TAGS][LINKS][SLOTS + 1]; /* [tag][the paper's link][slot] */
    bool fits;                         /* a slot has at most one entry of a row, and exactly one of a column */
} clearing;

/* Bits are counted from the left in the paper. */
static unsigned link_of(const clearing *c, unsigned port) {
    return c->links == c->d ? c->links - 1 - port : port;
}

static bool add_move(void *user, const lb_move *move) {
    clearing *c = user;
    for (uint32_t i = 0; i < move->nitems; i++) {
        uint32_t tag = move->items[i].dest;
        if (move->items[i].origin != 0)
            continue;
        if (tag >= TAGS || move->step > SLOTS || move->port >= c->links)
            return false;
        c->slot[tag][link_of(c, move->port)][move->step] = true;
        c->length[tag]++;
        if (!c->first[tag] || move->step < c->first[tag])
            c->first[tag] = move->step;
        if (move->step > c->last[tag])
            c->last[tag] = move->step;
    }
    return true;
}

static bool lines_hold(const clearing *c) {
    for (uint32_t step = 1; step <= c->steps; step++) {
        for (unsigned k = 0; k < c->links; k++) {
            unsigned column = 0;
            for (uint32_t tag = 1; tag < c->nodes; tag++)
                column += c->slot[tag][k][step];
            if (column != 1)
                return false;
        }
        for (uint32_t tag = 1; tag < c->nodes; tag++) {
            unsigned row = 0;
            for (unsigned k = 0; k < c->links; k++)
                row += c->slot[tag][k][step];
            if (row > 1)
                return false;
        }
    }
    return true;
}

static bool comes_before(const clearing *c, uint32_t a, uint32_t b) {
    if (c->length[a] != c->length[b])
        return c->length[a] < c->length[b];
    if (c->last[a] != c->last[b])
        return c->last[a] < c->last[b];
    return a < b;
}

static void sort_tags(clearing *c) {
    for (uint32_t tag = 1; tag < c->nodes; tag++) {
        uint32_t at = tag - 1;
        for (; at > 0 && comes_before(c, tag, c->order[at - 1]); at--)
            c->order[at] = c->order[at - 1];
        c->order[at] = tag;
    }
}

static clearing read_clearing(papers_work *work, const char *network, const char *algorithm) {
    clearing c = {.nodes = 1};
    papers_case exchange = {.network = network, .kind = LB_ALLTOALL, .plan = {.algorithm = algorithm}};
    lb_plan *plan = papers_plan(work, &exchange);
    if (!plan)
        return c;
    const lb_net *net = lb_plan_net(plan);
    c.d = lb_net_dims(net);
    c.nodes = lb_net_nodes(net);
    c.links = lb_net_ports(net);
    c.steps = lb_plan_steps(plan);
    c.fits = c.nodes <= TAGS && c.links <= LINKS && c.steps <= SLOTS && papers_moves(work, plan, add_move, &c);
    lb_plan_free(plan);
    c.fits = c.fits && lines_hold(&c);
    if (c.fits)
        sort_tags(&c);
    return c;
}

/* ---- As tables ---- */

/* A cube's as bits, a torus's as hops: (2,0,1,0). */
static void put_tag(exhibit *e, const clearing *c, uint32_t tag) {
    char text[48] = "";
    for (unsigned k = 0; k < c->links; k++) {
        unsigned hops = 0;
        size_t used = strlen(text);
        for (unsigned slot = 1; slot <= c->steps; slot++)
            hops += c->slot[tag][k][slot];
        snprintf(text + used, sizeof text - used, "%s%u", k && c->links != c->d ? "," : "", hops);
    }
    CELLS(e, v_words(e, c->links == c->d ? "%s" : "(%s)", text));
}

static void put_row(exhibit *e, const clearing *c, uint32_t tag) {
    ex_row(e);
    put_tag(e, c, tag);
    for (unsigned k = 0; k < c->links; k++) {
        char text[48] = "";
        for (unsigned slot = 1; slot <= c->steps; slot++) {
            size_t used = strlen(text);
            if (c->slot[tag][k][slot])
                snprintf(text + used, sizeof text - used, "%s%u", used ? ", " : "", slot);
        }
        CELLS(e, v_words(e, "%s", text));
    }
}

/* A plan that cannot be shown is a row that does not hold. */
static void end_table(exhibit *e, const clearing *c) {
    if (c->fits && e->rows)
        return;
    ex_row(e);
    ex_holds(e, false);
}

/* Rows of tags at least so far away. */
static void put_clearing(papers_doc *doc, const clearing *c, unsigned farther, const char *key, const char *title,
                         const char *note) {
    static const ex_column bits[] = {WORDS("routing tag", "tag"), WORDS("link 1", "link1"), WORDS("link 2", "link2"),
                                     WORDS("link 3", "link3"),    WORDS("link 4", "link4"), WORDS("link 5", "link5")};
    static const ex_column ways[] = {WORDS("routing tag", "tag"), WORDS("link 1+", "link1_plus"),
                                     WORDS("link 1-", "link1_minus"), WORDS("link 2+", "link2_plus"),
                                     WORDS("link 2-", "link2_minus")};
    exhibit *e = ex_titled(doc, key, key, title, c->links == c->d ? bits : ways, 1 + c->links, note);
    for (uint32_t i = 0; c->fits && i + 1 < c->nodes; i++) {
        if (c->length[c->order[i]] >= farther)
            put_row(e, c, c->order[i]);
    }
    end_table(e, c);
}

static uint32_t turn(uint32_t tag, unsigned d) {
    return (tag << 1 | tag >> (d - 1)) & ((1U << d) - 1);
}

/* One class: the tag and what turning it gives. Its first and last slot. */
static void put_class(exhibit *e, const clearing *c, uint32_t tag, bool done[TAGS], uint32_t *first, uint32_t *last) {
    uint32_t member = tag;
    *first = c->first[tag];
    *last = c->last[tag];
    for (unsigned k = 0; k < c->d; k++, member = turn(member, c->d)) {
        if (k == 0 || member != tag)
            put_tag(e, c, member);
        else
            CELLS(e, v_none());
        done[member] = true;
        *first = c->first[member] < *first ? c->first[member] : *first;
        *last = c->last[member] > *last ? c->last[member] : *last;
    }
    CELLS(e, v_count(*first), v_count(*last));
}

/* Figure 3: a class after another, each in as many slots as its tags have ones; the last two share theirs. */
static void put_classes(papers_doc *doc, const clearing *c) {
    static const ex_column columns[] = {WORDS("class", "class"),
                                        WORDS("t1", "t1"),
                                        WORDS("t2", "t2"),
                                        WORDS("t3", "t3"),
                                        WORDS("t4", "t4"),
                                        WORDS("t5", "t5"),
                                        COLUMN("from slot", "first"),
                                        COLUMN("to slot", "last")};
    exhibit *e = ex_titled(
        doc, "figure3", "figure3", "Figure 3, d = 5: the classes, and the slots they are cleared in", columns, 8,
        "A class of k ones takes k slots, right after the class before it; R41 and 11111 share the last "
        "five.");
    bool done[TAGS] = {false};
    uint32_t weight = 0, index = 0, before = 0, first = 0, last = 0;
    for (uint32_t i = 0; c->fits && i + 1 < c->nodes; i++) {
        uint32_t tag = c->order[i];
        if (done[tag])
            continue;
        index = c->length[tag] == weight ? index + 1 : 1;
        weight = c->length[tag];
        ROW(e, v_words(e, "R%u%u", weight, index));
        put_class(e, c, tag, done, &first, &last);
        ex_holds(e, weight + 1 < c->d ? first == before + 1 && last == before + weight : last == c->steps);
        before = last;
    }
    end_table(e, c);
}

void p002_clearing(papers_work *work, papers_doc *doc) {
    clearing c = read_clearing(work, "cube:3", "isotropic");
    put_clearing(doc, &c, 1, "figure2", "Figure 2: a task matrix being cleared, d = 3: the slot of every entry",
                 "In a slot at most one entry of a row goes, and exactly one of a column: the rows of the "
                 "matrix lose a one where their packet has crossed a link.");
    c = read_clearing(work, "cube:5", "least-delay");
    put_classes(doc, &c);
    put_clearing(doc, &c, 4, "figure4", "Figure 4, d = 5: clearing R41 together with 11111",
                 "The slots are the last five of 16; every row and every column has each of them at most "
                 "once. The figure itself is missing in the scan we worked from.");
    c = read_clearing(work, "5x5", "least-delay");
    put_clearing(doc, &c, 1, "figure7", "Figure 7: clearing the 5x5 torus, four rows of a class R_ab at a time",
                 "Tags are hops over links 1+, 1-, 2+ and 2-. Each class of four takes a+b slots with all "
                 "four links busy.");
}

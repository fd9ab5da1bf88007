/* 000's total exchange on the 4-cube: Figure 5, its phases, and Figure 6, node 0's own packets. */
#include "papers/p000_parts.h"

#include <string.h>

enum { D = 4, STEPS = 1 << (D - 1), PHASES = 3, ERRATUM = 13 }; /* 1101, which the scan lacks on link 4 */

/* ---- Figure 5 ---- */

typedef struct phases {
    uint32_t moves[STEPS + 1][PHASES];
} phases;

static bool add_phase(void *user, const lb_move *move) {
    phases *p = user;
    uint32_t top = 1U << (D - 1), other = (move->items[0].origin ^ move->items[0].dest) & top;
    if (move->step > STEPS)
        return false;
    p->moves[move->step][move->port == D - 1 ? 1 : other ? 2 : 0]++;
    return true;
}

static void figure_5(papers_work *work, papers_doc *doc) {
    static const ex_column columns[] = {COLUMN("step", "step"), COLUMN("phase 1", "phase1"),
                                        COLUMN("phase 2", "phase2"), COLUMN("phase 3", "phase3")};
    const uint32_t n = 1U << D, within = n * (D - 1);
    phases p = {{{0}}};
    bool fits = p000_moves(work, P000_EXCHANGE, D, add_phase, &p);
    exhibit *e =
        ex_titled(doc, "figure5", "figure5", "Figure 5, d = 4: packets of the three phases, step by step", columns, 4,
                  "Phase 1: within the halves, the half's own; phase 2: between the halves; phase 3: within the "
                  "halves, what came over. Phase 3 follows phase 1 at once, and phase 2 never stops.");
    for (uint32_t step = 1; step <= STEPS; step++) {
        bool first = step <= STEPS / 2;
        ROW(e, v_count(step), v_expect(first ? within : 0, p.moves[step][0]), v_expect(n, p.moves[step][1]),
            v_expect(first ? 0 : within, p.moves[step][2]));
        ex_holds(e, fits);
    }
}

/* ---- Figure 6 ---- */

/* What node 0 sends of its own in step i+1 over port k; 0 is nothing. */
typedef struct table {
    uint32_t dest[STEPS][D];
} table;

static bool add_entry(void *user, const lb_move *move) {
    table *f = user;
    if (move->from != 0 || move->items[0].origin != 0)
        return true;
    if (move->step > STEPS || move->nitems != 1 || f->dest[move->step - 1][move->port])
        return false;
    f->dest[move->step - 1][move->port] = move->items[0].dest;
    return true;
}

/* The paper's rule: column k has the entries of the columns before it, row by row from left to right, with bit k set,
 * and bit k alone last. */
static table by_rule(void) {
    table t = {{{0}}};
    for (unsigned k = 0; k < D; k++) {
        uint32_t bit = UINT32_C(1) << k, at = 0;
        for (uint32_t row = 0; row < bit / 2; row++) {
            for (unsigned c = 0; c < k; c++) {
                if (t.dest[row][c])
                    t.dest[at++][k] = t.dest[row][c] | bit;
            }
        }
        t.dest[at][k] = bit;
    }
    return t;
}

static void figure_6(papers_work *work, papers_doc *doc) {
    static const ex_column columns[] = {COLUMN("time", "time"), WORDS("link 1", "links.0"), WORDS("link 2", "links.1"),
                                        WORDS("link 3", "links.2"), WORDS("link 4", "links.3")};
    table f = {{{0}}}, rule = by_rule();
    bool holds = p000_moves(work, P000_EXCHANGE, D, add_entry, &f) && memcmp(&rule, &f, sizeof f) == 0;
    exhibit *e = ex_begin(doc, "figure6", "figure6",
                          "Figure 6, d = 4: for whom 0000 sends its own packets in the total exchange");
    e->name = "For whom 0000 sends its own packets";
    e->holds_key = NULL;
    e->remarks = IN_PAGE;
    ex_columns(e, columns, 5);
    ex_fact(e, "d", v_count(D));
    ex_fact(e, "holds", v_yes(holds));
    for (unsigned i = 0; i < STEPS; i++) {
        ROW(e, v_count(i + 1));
        for (unsigned k = 0; k < D; k++)
            CELLS(e, v_words(e, "%s", f.dest[i][k] ? p000_bits(f.dest[i][k], D).text : ""));
        ex_holds(e, holds);
        if (f.dest[i][D - 1] == ERRATUM) {
            ex_mark(e, "*");
            ex_remark(e, true, "1101 is missing in the scan");
        }
    }
    ex_fact(e, "erratum.link", v_count(D));
    ex_fact(e, "erratum.missing", v_text(ex_keep(doc, "%s", p000_bits(ERRATUM, D).text)));
    ex_fact(e, "erratum.text", v_text("the scan we worked from lacks this entry; the rule demands it"));
    ex_below(e, IN_TEXT, "%s as by the paper's rule, rows read from left to right.",
             holds ? "The same" : "NOT THE SAME");
    ex_below(e, IN_PAGE, "%s as by the paper's rule.", holds ? "The same" : "NOT THE SAME");
    ex_below(e, IN_TEXT, "* Erratum: the scan we worked from lacks this entry of link 4; the rule demands it.");
}

void p000_exchange(papers_work *work, papers_doc *doc) {
    figure_5(work, doc);
    figure_6(work, doc);
}

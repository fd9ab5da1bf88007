/* The times that 001 quotes for Saad & Schultz [11], Ho & Johnsson [5] and Johnsson [9], and ours beside them. */
#include "papers/p001_parts.h"

#include <math.h>
#include <string.h>

typedef struct rival {
    const char *key, *operation, *whose, *formula;
    const char *ours, *or_ours; /* keys of boxes; the faster one counts */
    p001_shape shape;
    bool free; /* start-ups are not counted: only highest-order terms can be compared */
    double (*time)(const p001_case *c);
} rival;

/* ---- the quoted times, in the paper's words ---- */

static double broadcast(const p001_case *c) {
    double data = p001_tau_m(c), beta = p001_beta(c);
    return data / c->d + 2 * sqrt(beta * data) + c->d * beta;
}

/* For d = 1 the formula has no start-up at all: there it is not meant. */
static double send(const p001_case *c) {
    if (c->d == 1)
        return NAN;
    double data = p001_tau_m(c), beta = p001_beta(c), more = c->n < c->d ? c->n + 1.0 : c->d - 1.0;
    return data / c->d + 2 * sqrt(more * beta * data / c->d) + more * beta;
}

static double nodes(const p001_case *c) {
    return ldexp(1, (int)c->d);
}

static double distribute(const p001_case *c) {
    return (nodes(c) - 1) * p001_tau_m(c) + c->d * p001_beta(c);
}

static double complete_broadcast(const p001_case *c) {
    return (nodes(c) + (double)c->d * c->d) / c->d * p001_tau_m(c) + c->d * p001_beta(c);
}

static double complete_exchange(const p001_case *c) {
    return nodes(c) / 2 * c->d * p001_tau_m(c) + c->d * p001_beta(c);
}

/* N^2 = 2^d*m. */
static double transpose_rows(const p001_case *c) {
    return c->d / 2.0 * p001_tau_m(c) + c->d * p001_beta(c);
}

static double transpose_blocks(const p001_case *c) {
    return p001_tau_m(c) + (c->d - 1) * lb_ratio_value(c->cost.tau);
}

static const rival rivals[] = {
    {"broadcast", "Broadcast", "Ho & Johnsson [5]", "tau*m/d + 2*sqrt(beta*tau*m) + d*beta", "broadcast_4", NULL,
     P001_CUBE, false, broadcast},
    {"send", "Arbitrary send", "Saad & Schultz [11]",
     "tau*m/d + 2*sqrt(s/d*beta*tau*m) + s*beta, s = n+1, or d-1 for n = d", "arbitrary_send_2", "arbitrary_send_3",
     P001_SEND, false, send},
    {"distribute", "Distribute", "Saad & Schultz [11]", "(2^d-1)*tau*m + d*beta", "distribute_1", "distribute_2",
     P001_CUBE, false, distribute},
    {"complete_broadcast", "Complete broadcast", "Saad & Schultz [11]", "(2^d+d^2)/d*tau*m + d*beta",
     "complete_broadcast", NULL, P001_CUBE, false, complete_broadcast},
    {"complete_exchange", "Complete exchange", "Saad & Schultz [11]", "2^(d-1)*d*tau*m + d*beta", "complete_exchange",
     NULL, P001_CUBE, false, complete_exchange},
    {"transpose_rows", "Transposition, stored by rows", "Saad & Schultz [11]", "d*tau*N^2/2^(d+1) + d*beta",
     "transpose_rows", NULL, P001_CUBE, false, transpose_rows},
    {"transpose_blocks", "Transposition, stored by submatrices", "Johnsson [9]",
     "tau*N^2/2^d + (d-1)*tau, start-ups not counted", "transpose_blocks", NULL, P001_SWAP, true, transpose_blocks},
};

/* ---- ours beside them ---- */

static const p001_row *find(const p001_table *table, const char *key, const p001_case *c, const char **name) {
    for (unsigned i = 0; i < P001_BOXES && key; i++) {
        if (strcmp(p001_boxes[i].key, key) != 0)
            continue;
        *name = p001_boxes[i].name;
        for (unsigned k = 0; k < table[i].rows; k++) {
            if (table[i].row[k].d == c->d && table[i].row[k].n == c->n)
                return &table[i].row[k];
        }
    }
    return NULL;
}

/* What is compared with a quoted time: theirs may be for a g that is not whole, so ours is too, or for no start-ups. */
static double comparable(const rival *r, const p001_case *c, const p001_row *row) {
    double simulated = lb_ratio_value(row->simulated);
    if (r->free)
        return lb_ratio_value(row->box.order) * p001_tau_m(c);
    return isnan(row->box.closed) || simulated < row->box.closed ? simulated : row->box.closed;
}

static void put_race(exhibit *e, const rival *r, const p001_case *c, const p001_table *table) {
    double theirs = r->time(c), ours = 0;
    const char *by = NULL, *name = NULL;
    bool holds = false;
    for (unsigned i = 0; i < 2 && !isnan(theirs); i++) {
        const p001_row *row = find(table, i ? r->or_ours : r->ours, c, &name);
        if (!row)
            continue;
        holds = holds || row->box.capped || comparable(r, c, row) <= theirs * (1 + 1e-12);
        if (!by || lb_ratio_value(row->simulated) < ours) {
            by = name;
            ours = lb_ratio_value(row->simulated);
        }
    }
    if (!by)
        return;
    ROW(e, v_count(c->d), v_count(c->n));
    ex_reals(e, (const double[]){theirs, ours, ours / theirs}, 3);
    CELLS(e, v_words(e, "%s", by));
    if (r->or_ours)
        ex_remark(e, false, "%s", by);
    ex_holds(e, holds);
}

void p001_others(papers_work *work, papers_doc *doc, const p001_table table[P001_BOXES]) {
    for (unsigned i = 0; i < sizeof rivals / sizeof *rivals; i++) {
        const rival *r = &rivals[i];
        exhibit *e = ex_begin(doc, "others", ex_keep(doc, "others-%s", r->key),
                              ex_keep(doc, "%s, against %s", r->operation, r->whose));
        const ex_column columns[] = {COLUMN("d", "d"),
                                     COLUMN("n", "n", .where = r->shape == P001_SEND ? EVERYWHERE : IN_JSON),
                                     REAL("theirs", "theirs", 2),
                                     REAL("ours", "ours", 2),
                                     REAL("ours/theirs", "ratio", 3),
                                     COLUMN("", "by", .where = IN_JSON)};
        ex_columns(e, columns, 6);
        e->at = ex_keep(doc, "others.%s", r->key);
        ex_fact(e, "operation", v_text(r->operation));
        ex_fact(e, "whose", v_text(r->whose));
        ex_fact(e, "formula", v_text(r->formula));
        ex_fact(e, "holds", v_holds());
        ex_above(e, FOR_PEOPLE, "%s", r->formula);
        for (unsigned d = 1; d <= work->most; d++) {
            unsigned n[P001_MOST], count = p001_distances(r->shape, d, n);
            for (unsigned k = 0; k < count; k++)
                put_race(e, r, &(p001_case){.d = d, .n = n[k], .cost = work->cost}, table);
        }
        e->where = e->rows ? EVERYWHERE : IN_JSON;
    }
}

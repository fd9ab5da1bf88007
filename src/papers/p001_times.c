/* 001's formulas held against plans: each is planned, replayed, simulated, and compared with what the paper says, with
 * the formula beside the algorithm, and with the lower bound. */
#include "papers/p001_parts.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static void measure(papers_work *work, const p001_box *box, const p001_case *c, p001_row *row) {
    lb_formula formula;
    lb_cost cost = c->cost;
    if (box->share && !lb_ratio_scale(&cost.tau, 1, UINT64_C(1) << c->d))
        papers_fail(work, LB_ERR_SIZE, "tau/2^%u does not fit 63 bits; choose a coarser tau", c->d);
    lb_cost data = cost; /* without start-ups the bound is its highest-order term */
    data.beta = (lb_ratio){0, 1};
    lb_plan_options options = {.algorithm = box->algorithm, .clock = LB_LINEAR, .cost = &cost};
    lb_task *task = p001_task(work, c, box->kind, box->shape);
    if (!work->error)
        papers_note(work, lb_formula_of(task, &options, &formula, work->why));
    if (!work->error)
        papers_note(work, lb_formula_time(&formula, &cost, &row->formula));
    lb_plan *plan = papers_plan_of(work, task, &options);
    row->simulated = papers_time(work, plan, &cost);
    row->bound = papers_bound_time(work, task, 0, &cost);
    row->data_bound = papers_bound_time(work, task, 0, &data);
    lb_plan_free(plan);
    lb_task_free(task);
}

/* tau*m is so long that DISTRIBUTE 2's boxed time holds up to the 9-cube. */
static bool is_large(const p001_case *c) {
    return p001_tau_m(c) >= 24 * p001_beta(c);
}

/* Whether a share of the message, times tau, is the bound's highest-order term. */
static bool is_least(const p001_case *c, lb_ratio order, lb_ratio time) {
    return lb_ratio_times(&order, c->cost.tau) && lb_ratio_scale(&order, c->cost.bytes, 1) &&
           lb_ratio_compare(order, time) == 0;
}

static void judge(const p001_box *box, const p001_case *c, p001_row *row) {
    int against = lb_ratio_compare(row->simulated, row->box.time);
    row->equal = against == 0;
    row->holds = lb_ratio_compare(row->formula, row->simulated) == 0 &&
                 lb_ratio_compare(row->simulated, row->bound) >= 0 &&
                 (row->equal || (box->relation == P001_AT_MOST && (against < 0 || row->box.capped)) ||
                  (box->relation == P001_LARGE && against > 0 && !is_large(c)));
    if (!box->least)
        return;
    row->holds = row->holds && is_least(c, row->least, row->data_bound);
    if (box->optimal && (box->shape != P001_SEND || c->n == c->d))
        row->holds = row->holds && lb_ratio_compare(row->box.order, row->least) == 0;
}

static void find_row(papers_work *work, const p001_box *box, const p001_case *c, p001_row *row) {
    *row = (p001_row){.d = c->d, .n = c->n};
    if (box->best(c, &row->box) || (box->least && box->least(c, &row->least)))
        papers_fail(work, LB_ERR_SIZE, "%s: its time does not fit 63 bits; choose a coarser tau and beta", box->name);
    measure(work, box, c, row);
    judge(box, c, row);
    papers_finish(work, 1);
}

static bool is_known(const char *algorithm) {
    for (size_t i = 0; i < lb_algorithms(); i++) {
        if (strcmp(lb_algorithm_at(i)->name, algorithm) == 0)
            return true;
    }
    return false;
}

static void find_table(papers_work *work, const p001_box *box, p001_table *table) {
    table->there = is_known(box->algorithm);
    for (unsigned d = 1; d <= work->most && table->there; d++) {
        unsigned n[P001_MOST], count = p001_distances(box->shape, d, n);
        for (unsigned k = 0; k < count && !work->error; k++)
            find_row(work, box, &(p001_case){.d = d, .n = n[k], .cost = work->cost}, &table->row[table->rows++]);
    }
}

/* ---- As exhibits ---- */

enum { N = 1, GROUPS = 2, CLOSED = 19, WHOLE = 21 };

static const ex_column columns[] = {
    COLUMN("d", "d"),
    COLUMN("n", "n"),
    COLUMN("g", "groups"),
    COLUMN("", "formula", .where = IN_JSON),
    COLUMN("formula", "formula_exact", .look = AS_EXACT),
    COLUMN("", "data", .where = IN_JSON),
    COLUMN("", "startups", .where = IN_JSON),
    COLUMN("", "planned", .where = IN_JSON),
    COLUMN("", "planned_exact", .where = IN_JSON),
    COLUMN("", "simulated", .where = IN_JSON),
    COLUMN("simulated", "simulated_exact", .look = AS_EXACT),
    COLUMN("", "bound", .where = IN_JSON),
    COLUMN("", "bound_exact", .where = IN_JSON),
    COLUMN("", "data_bound", .where = IN_JSON),
    COLUMN("", "data_bound_exact", .where = IN_JSON),
    REAL("/bound", "over_bound", 3),
    REAL("/data", "over_data_bound", 3),
    COLUMN("", "order", .where = IN_JSON),
    COLUMN("", "least_order", .where = IN_JSON),
    REAL("closed", "closed", 2),
    COLUMN("", "whole", .where = IN_JSON),
    COLUMN("whole", "whole", .look = AS_EXACT, .where = IN_TEXT),
    COLUMN("", "capped", .where = IN_JSON),
    COLUMN("", "equal", .where = IN_JSON),
};

static double over(lb_ratio a, lb_ratio b) {
    return b.num ? lb_ratio_value(a) / lb_ratio_value(b) : NAN;
}

/* As a number, and exactly. */
static void put_both(exhibit *e, lb_ratio value) {
    CELLS(e, v_real(lb_ratio_value(value)), v_exact(e, value));
}

static void put_row(exhibit *e, const p001_box *box, const p001_row *row) {
    double whole = lb_ratio_value(row->box.time) / row->box.closed - 1;
    ROW(e, v_count(row->d), v_count(row->n));
    if (row->box.groups)
        CELLS(e, v_count(row->box.groups));
    else
        CELLS(e, v_none());
    put_both(e, row->box.time);
    CELLS(e, v_exact(e, row->box.data), v_count(row->box.startups));
    put_both(e, row->formula);
    put_both(e, row->simulated);
    put_both(e, row->bound);
    put_both(e, row->data_bound);
    CELLS(e, v_real(over(row->simulated, row->bound)), v_real(over(row->simulated, row->data_bound)),
          v_exact(e, row->box.order));
    if (box->least)
        CELLS(e, v_exact(e, row->least));
    else
        CELLS(e, v_none());
    CELLS(e, v_real(row->box.closed), v_real(whole), v_words(e, "%+.2f%%", 100 * whole), v_yes(row->box.capped),
          v_yes(row->equal));
    if (!row->equal)
        ex_remark(e, false, "%s",
                  box->relation != P001_AT_MOST ? "m is small"
                  : row->box.capped             ? "packets of a byte"
                                                : "faster");
    ex_holds(e, row->holds);
}

static void put_facts(exhibit *e, const p001_box *box, bool there) {
    ex_fact(e, "name", v_text(box->name));
    ex_fact(e, "section", v_text(box->section));
    ex_fact(e, "task", v_text(lb_task_kind_name(box->kind)));
    ex_fact(e, "algorithm", v_text(box->algorithm));
    ex_fact(e, "formula", v_text(box->formula));
    ex_fact(e, "closed", v_text(box->closed));
    ex_fact(e, "there", v_yes(there));
    ex_fact(e, "holds", v_holds());
}

static void put_sentences(exhibit *e, const p001_box *box, const p001_table *t, const char *groups) {
    bool equal = true;
    for (unsigned i = 0; i < t->rows; i++)
        equal = equal && t->row[i].equal;
    if (box->closed) {
        ex_above(e, IN_TEXT, "%s; with the best real %s", box->formula, groups);
        ex_above(e, IN_TEXT, "%s", box->closed);
        ex_above(e, IN_PAGE, "%s; at best %s", box->formula, box->closed);
    } else {
        ex_above(e, FOR_PEOPLE, "%s", box->formula);
    }
    if (!t->rows)
        ex_below(e, IN_TEXT, t->there ? "No cube so small." : "Not in Linkbound yet.");
    else if (box->relation == P001_AT_MOST)
        ex_below(e, FOR_PEOPLE, "Linkbound has more packets on the way in as many stages, and so is at least as fast.");
    else if (box->relation == P001_LARGE)
        ex_below(e, equal ? IN_PAGE : FOR_PEOPLE,
                 "The formula is for large m; before that the wavelets' own start-ups count.");
}

static void put_box(papers_doc *doc, const p001_box *box, const p001_table *t) {
    const char *groups = box->shape == P001_SWAP ? "p" : box->relation == P001_LARGE ? "k" : "g";
    exhibit *e = ex_begin(doc, "formulas", box->key,
                          ex_keep(doc, "%s (section %s): %s", box->name, box->section, box->algorithm));
    e->at = ex_keep(doc, "formulas.%s", box->key);
    e->remarks = IN_PAGE;
    put_facts(e, box, t->there);
    ex_columns(e, columns, sizeof columns / sizeof *columns);
    if (doc->failed)
        return;
    e->column[GROUPS].head = groups;
    if (box->shape != P001_SEND && box->shape != P001_ASIDE)
        e->column[N].where = IN_JSON;
    if (!t->rows || !t->row[0].box.groups)
        e->column[GROUPS].where = IN_JSON;
    if (!box->closed) {
        e->column[CLOSED].where = IN_JSON;
        e->column[WHOLE].where = HIDDEN;
    }
    for (unsigned i = 0; i < t->rows; i++)
        put_row(e, box, &t->row[i]);
    put_sentences(e, box, t, groups);
}

void p001_formulas(papers_work *work, papers_doc *doc, p001_table table[P001_BOXES]) {
    char tau[48], beta[48];
    lb_ratio_text(work->cost.tau, tau, sizeof tau);
    lb_ratio_text(work->cost.beta, beta, sizeof beta);
    exhibit *legend = ex_begin(doc, "formulas", "legend", "The boxed formulas against simulation");
    const char *cost = ex_keep(doc, "m = %" PRIu64 ", tau = %s, beta = %s.", work->cost.bytes, tau, beta);
    ex_below(legend, IN_TEXT, "%s", cost);
    ex_below(
        legend, IN_TEXT,
        "formula: the paper's, with the best whole g. simulated: of a plan that was replayed. /bound: divided by "
        "the lower bound; /data: by the bound's highest-order term, which is section 9's. closed: the paper's final "
        "time, for the best real g; whole: what it costs that g is whole.");
    ex_below(legend, IN_PAGE, "%s Times are exact.", cost);
    ex_below(legend, IN_PAGE,
             "formula: the paper's, with the best whole number of groups; simulated: of a plan that was replayed; "
             "/bound: divided by the lower bound; /data: by the bound's highest-order term, which is section 9's; "
             "closed: the paper's final time, for the best real number of groups.");
    for (unsigned i = 0; i < P001_BOXES; i++) {
        find_table(work, &p001_boxes[i], &table[i]);
        put_box(doc, &p001_boxes[i], &table[i]);
    }
}

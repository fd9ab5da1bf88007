/* 000's Table 1: by formula, in plans that were replayed, and by the lower bound. */
#include "papers/p000_parts.h"

/* How long a row takes, in moves: the checker looks at one node alone where a symmetric plan has too many. */
static double effort(const p000_problem *problem, unsigned d) {
    double moves = (double)problem->transmissions(d);
    return moves > 1 << 23 && problem->kind != LB_SCATTER ? moves / (double)(1 << d) : moves;
}

static exhibit *begin(papers_doc *doc, unsigned i, unsigned most) {
    static const ex_column columns[] = {
        COLUMN("", "problem", .where = IN_JSON),
        COLUMN("", "task", .where = IN_JSON),
        COLUMN("", "algorithm", .where = IN_JSON),
        COLUMN("d", "d", .width = 2),
        COLUMN("formula", "steps.formula", .width = 7, .group = "steps"),
        COLUMN("plan", "steps.plan", .width = 7),
        COLUMN("bound", "steps.bound", .width = 7),
        COLUMN("", "steps.witness", .where = IN_JSON),
        COLUMN("formula", "transmissions.formula", .width = 7, .group = "transmissions"),
        COLUMN("plan", "transmissions.plan", .width = 7),
        COLUMN("bound", "transmissions.bound", .width = 7),
        COLUMN("", "transmissions.witness", .where = IN_JSON),
        COLUMN("", "checked", .where = IN_JSON),
    };
    const p000_problem *p = &p000_problems[i];
    exhibit *e = ex_begin(
        doc, "table1", ex_keep(doc, "table1-%u", i + 1),
        ex_keep(doc, "Table 1, %s: steps %s, transmissions %s", p->name, p->steps_formula, p->transmissions_formula));
    e->name = p->name;
    e->at = "table1";
    e->holds_key = "equal";
    e->first = i * most;
    e->sliced = true;
    e->gap = 3;
    ex_columns(e, columns, sizeof columns / sizeof *columns);
    ex_above(e, IN_PAGE, "%s steps, %s transmissions", p->steps_formula, p->transmissions_formula);
    return e;
}

static void put_count(exhibit *e, uint64_t formula, uint64_t plan, uint64_t bound, const char *witness) {
    CELLS(e, V_AGREE((double)formula, (double)plan), v_expect((double)formula, (double)bound),
          v_words(e, "%s", witness));
}

/* What the last row, of the largest cube, says of itself. */
typedef struct last {
    char steps[LB_WHY_MAX], transmissions[LB_WHY_MAX]; /* witnesses */
    lb_replay replay;
} last;

static void put_row(papers_work *work, exhibit *e, unsigned i, unsigned d, last *l) {
    const p000_problem *p = &p000_problems[i];
    work->now = effort(p, d);
    lb_plan *plan = p000_plan(work, i, d);
    lb_report report = papers_replay(work, plan);
    const lb_task *task = plan ? lb_plan_task(plan) : NULL;
    lb_bound b = papers_bound(work, task, 0, 1);
    if (!work->error)
        papers_note(work, lb_witness_verify(task, 0, 1, &b.transmissions_witness, work->why));
    if (!work->error) {
        lb_witness_text(task, &b.steps_witness, l->steps, sizeof l->steps);
        lb_witness_text(task, &b.transmissions_witness, l->transmissions, sizeof l->transmissions);
    }
    lb_plan_free(plan);
    l->replay = report.replay;
    ROW(e, v_words(e, "%s", p->name), v_words(e, "%s", lb_task_kind_name(p->kind)), v_words(e, "%s", p->algorithm),
        v_count(d));
    put_count(e, p->steps(d), report.steps, b.steps, l->steps);
    put_count(e, p->transmissions(d), report.moves, b.transmissions, l->transmissions);
    CELLS(e, v_words(e, "%s", lb_replay_name(report.replay)));
    papers_finish(work, work->now);
}

/* "full replay for d = 1 to 10, relative replay for d = 11 to 20" */
static const char *replays_text(papers_doc *doc, const lb_replay *replay, unsigned most) {
    const char *text = "";
    for (unsigned d = 1, end = 1; d <= most; d = end) {
        while (end <= most && replay[end] == replay[d])
            end++;
        text = ex_keep(doc, "%s%s%s%s for d = %u", text, d > 1 ? ", " : "", lb_replay_name(replay[d]),
                       replay[d] == LB_REPLAY_FORM ? " of the plan" : " replay", d);
        if (end - 1 > d)
            text = ex_keep(doc, "%s to %u", text, end - 1);
    }
    return text;
}

static bool put_problem(papers_work *work, exhibit *e, unsigned i) {
    lb_replay replay[P000_MOST + 1] = {0};
    last l = {.replay = LB_REPLAY_FULL};
    for (unsigned d = 1; d <= work->most && !work->error; d++) {
        put_row(work, e, i, d, &l);
        replay[d] = l.replay;
    }
    ex_below(e, IN_TEXT, "Plan: %s (task %s). Checked: %s.", p000_problems[i].algorithm,
             lb_task_kind_name(p000_problems[i].kind), replays_text(e->doc, replay, work->most));
    ex_below(e, FOR_PEOPLE, "Why not less (d = %u): %s; %s.", work->most, l.steps, l.transmissions);
    if (ex_all_hold(e))
        ex_below(e, IN_TEXT, "Formula, plan and bound are equal in every row.");
    return ex_all_hold(e);
}

void p000_table1(papers_work *work, papers_doc *doc) {
    exhibit *said = ex_begin(doc, "table1", "table1", NULL), *e[P000_PROBLEMS];
    bool equal = true;
    ex_below(
        said, IN_PAGE,
        "The formulas are garbled in the scan we worked from; these are what sections 2 to 4 derive. Formula, plan "
        "and lower bound are equal in every row.");
    work->total = 0;
    for (unsigned i = 0; i < P000_PROBLEMS; i++) {
        for (unsigned d = 1; d <= work->most; d++)
            work->total += effort(&p000_problems[i], d);
    }
    for (unsigned i = 0; i < P000_PROBLEMS; i++) {
        e[i] = begin(doc, i, work->most);
        equal = put_problem(work, e[i], i) && equal;
    }
    ex_fact(said, "equal", v_yes(equal));
    ex_fact(said, "erratum",
            v_text("the formulas are garbled in the scan we worked from; these are what sections 2 to 4 derive"));
    for (unsigned i = 0; i < P000_PROBLEMS; i++) {
        ex_fact(said, ex_keep(doc, "formulas.%u.problem", i), v_text(p000_problems[i].name));
        ex_fact(said, ex_keep(doc, "formulas.%u.steps", i), v_text(p000_problems[i].steps_formula));
        ex_fact(said, ex_keep(doc, "formulas.%u.transmissions", i), v_text(p000_problems[i].transmissions_formula));
    }
}

/* 005: Swing. Its allreduce halves what it exchanges and swings between the two sides of a ring, so that few messages
 * share a link. The paper gives what that sharing costs as a factor, the congestion deficiency, in two, three and four
 * dimensions. Here it is summed exactly, and measured: plans are made and replayed, and timed on links that cost
 * nothing but for their data, beside what no schedule can go below. */
#include "papers/paper.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LEAST = 4, MOST = 12, USUAL = 10, DIMENSIONS = 4, MOST_OF_A_RING = 7 };

static const ex_part parts[] = {{"limits", "Congestion deficiency"}, {"tori", "On tori"}, {"starts", "Start-ups"}};

#define TIMED(form) "allreduce \"ring:8 cut-through\" -a " form " --bytes 4096 --tau 1 --beta 1 --what timeline"

static const ex_picture pictures[] = {
    PICTURE("tori", "Swing on a ring of 8", TIMED("swing"),
            "Three exchanges, of halves, quarters and eighths, over 1, 1 and 3 links; then the same back."),
};

static const char *const errata[] = {
    "The congestion deficiency of large tori is 6/5, 28/27 and 120/119 in 2, 3 and 4 dimensions; 1.19 "
    "and 1.03, as printed, are what tori of finite size have (128x128: 1.192; 8x8x8: 1.027).",
    "It is 1 exactly, nothing is lost, where no ring has more than four nodes.",
    "The form with everything in every exchange gives every node of a ring of 8 and more a sum of its own order: with "
    "floating point the results differ from node to node.",
    NULL,
};

/* Links between partners in the s-th exchange along a ring: 1, 1, 3, 5, 11, ... */
static double distance(unsigned s) {
    return (ldexp(2, (int)s) + (s % 2 ? -1 : 1)) / 3;
}

/* What is sent in all, counted once for every link that it takes, by what is sent: rings of 2^q nodes. */
static double summed(unsigned d, unsigned q) {
    double sum = 0, all = 0;
    for (unsigned s = 0; s < d * q; s++) {
        double part = ldexp(1, -(int)(s + 1));
        sum += distance(s / d) * part;
        all += part;
    }
    return sum / all;
}

/* The same without end: (1 - 2^-d) / 3 * (2 / (1 - 2^(1-d)) + 1 / (1 + 2^-d)), two geometric series. */
static double limit(unsigned d) {
    double x = ldexp(1, -(int)d);
    return (1 - x) / 3 * (2 / (1 - 2 * x) + 1 / (1 + x));
}

static void make_limits(papers_doc *doc) {
    static const double printed[] = {1.19, 1.03, 1.008};
    static const char *const exact[] = {"6/5", "28/27", "120/119"};
    static const ex_column columns[] = {COLUMN("dimensions", "dimensions"), REAL("printed", "printed", 3),
                                        REAL("limit", "limit", 4), WORDS("exactly", "exact"),
                                        REAL("at 2^14 nodes", "large", 4)};
    exhibit *e = ex_table(doc, "limits", "limits", "Congestion deficiency of square tori", columns, 5,
                          "The sum over all exchanges of what is sent times the links that it takes, by what is sent. "
                          "The last column is of the largest square torus of up to 2^14 nodes.");
    for (unsigned d = 2; d <= DIMENSIONS; d++) {
        double large = summed(d, 14 / d);
        ROW(e, v_count(d), v_real(printed[d - 2]), v_real(limit(d)), v_text(exact[d - 2]), v_real(large));
        ex_holds(e, large <= limit(d) && fabs(summed(d, 60 / d) - limit(d)) < 1e-3);
        if (fabs(limit(d) - printed[d - 2]) > 0.002)
            ex_remark(e, true, "printed: %.2f", printed[d - 2]);
    }
}

/* "8x8x8 cut-through" */
typedef struct square {
    char text[64];
} square;

static square make_square(unsigned d, unsigned q) {
    square s;
    unsigned used = (unsigned)snprintf(s.text, sizeof s.text, "%u", 1u << q);
    for (unsigned i = 1; i < d; i++)
        used += (unsigned)snprintf(s.text + used, sizeof s.text - used, "x%u", 1u << q);
    snprintf(s.text + used, sizeof s.text - used, " cut-through");
    return s;
}

static double value_of(lb_ratio r) {
    return (double)r.num / (double)r.den;
}

static void put_torus(papers_work *work, exhibit *e, unsigned d, unsigned q) {
    square s = make_square(d, q);
    /* Down to n parts for each of 2d ports, in whole bytes. */
    lb_cost cost = {.bytes = UINT64_C(24) << (d * q), .tau = {1, 1}, .beta = {0, 1}};
    papers_case c = {s.text, LB_ALLREDUCE, {0}, {.algorithm = "swing", .clock = LB_LINEAR, .cost = &cost}};
    lb_task *task = papers_task(work, &c);
    lb_plan *plan = task ? papers_plan_of(work, task, &c.plan) : NULL;
    double time = 0, least = 1;
    if (plan) {
        time = value_of(papers_time(work, plan, &cost));
        least = value_of(papers_bound_time(work, task, 0, &cost));
    }
    double ratio = time / least, formula = summed(d, q);
    ROW(e, v_words(e, "%.*s", (int)strcspn(s.text, " "), s.text), v_count(UINT64_C(1) << (d * q)),
        v_count(plan ? lb_plan_steps(plan) : 0), v_real(time), v_real(least), v_real(ratio), v_real(formula));
    ex_holds(e, fabs(ratio - formula) < 1e-9 * formula);
    lb_plan_free(plan);
    lb_task_free(task);
    papers_finish(work, ldexp(1, (int)(d * q)));
}

/* Long rings take long, and show nothing new; rings of 2 are cubes. */
static bool is_shown(unsigned d, unsigned q) {
    return d == 1 ? q <= MOST_OF_A_RING : q > 1;
}

static void make_tori(papers_work *work, papers_doc *doc) {
    static const ex_column columns[] = {
        WORDS("torus", "torus"),   COLUMN("nodes", "nodes"),  COLUMN("start-ups", "startups"), REAL("time", "time", 0),
        REAL("bound", "bound", 0), REAL("ratio", "ratio", 4), REAL("formula", "formula", 4)};
    exhibit *e = ex_table(doc, "tori", "tori", "Swing's time for data alone, beside the bound", columns, 7,
                          "24 bytes for every node, tau 1, beta 0. Every plan was replayed; the bound is what any "
                          "schedule's links must carry.");
    for (unsigned d = 1; d <= DIMENSIONS; d++) {
        for (unsigned q = 1; d * q <= work->most && !work->error; q++) {
            if (is_shown(d, q))
                put_torus(work, e, d, q);
        }
    }
}

static double starts_of(papers_work *work, const char *network, const char *algorithm) {
    lb_cost cost = {.bytes = UINT64_C(1) << 12, .tau = {1, 1}, .beta = {1, 1}};
    lb_plan *plan = papers_plan(
        work, &(papers_case){network, LB_ALLREDUCE, {0}, {.algorithm = algorithm, .clock = LB_LINEAR, .cost = &cost}});
    double steps = plan ? (double)papers_replay(work, plan).steps : 0;
    lb_plan_free(plan);
    return steps;
}

static void make_starts(papers_work *work, papers_doc *doc) {
    static const struct {
        const char *network;
        unsigned log;
        bool agree; /* all nodes add up in the same order, whatever form: no ring has more than four */
    } at[] = {{"4 cut-through", 2, true},      {"8 cut-through", 3, false},   {"4x4 cut-through", 4, true},
              {"8x4 cut-through", 5, false},   {"8x8 cut-through", 6, false}, {"4x4x4 cut-through", 6, true},
              {"2x4x4x4 cut-through", 7, true}};
    static const ex_column columns[] = {WORDS("torus", "torus"), COLUMN("log2 n", "formula"),
                                        COLUMN("swing-latency", "latency"), COLUMN("2 log2 n", "twice"),
                                        COLUMN("swing", "bandwidth")};
    exhibit *e = ex_table(doc, "starts", "starts", "Start-ups of the two forms", columns, 5,
                          "Everything in every exchange takes log2 n start-ups, halves take twice as many. On rings of "
                          "8 and more the first form adds up in another order at every node, so that rounded sums "
                          "differ: such plans are refused.");
    for (unsigned i = 0; i < sizeof at / sizeof *at && !work->error; i++) {
        if (at[i].log > work->most)
            continue;
        ROW(e, v_words(e, "%.*s", (int)strcspn(at[i].network, " "), at[i].network), v_count(at[i].log),
            at[i].agree ? v_expect(at[i].log, starts_of(work, at[i].network, "swing-latency")) : v_none(),
            V_AGREE(2 * at[i].log, starts_of(work, at[i].network, "swing")));
    }
}

static void make(papers_work *work, papers_doc *doc) {
    exhibit *intro = ex_begin(doc, NULL, "intro", "005: Swing: Short-cutting Rings for Higher Bandwidth Allreduce");
    ex_below(intro, FOR_PEOPLE, "On networks that cut through, tori of equal rings of 2^q nodes, all ports.");
    ex_parts(doc, parts, sizeof parts / sizeof *parts);
    ex_pictures(doc, pictures, sizeof pictures / sizeof *pictures);
    doc->errata = errata;
    work->total = 0;
    for (unsigned d = 1; d <= DIMENSIONS; d++) {
        for (unsigned q = 1; d * q <= work->most; q++)
            work->total += is_shown(d, q) ? ldexp(1, (int)(d * q)) : 0;
    }
    make_limits(doc);
    make_tori(work, doc);
    make_starts(work, doc);
}

const papers_paper paper_005 = {
    .number = "005",
    .authors = "D. De Sensi, T. Bonato, D. Saam, T. Hoefler",
    .short_authors = "De Sensi et al.",
    .title = "Swing: Short-cutting Rings for Higher Bandwidth Allreduce",
    .journal = "21st USENIX Symposium on Networked Systems Design and Implementation",
    .year = 2024,
    .parts = "its congestion deficiency in 2, 3 and 4 dimensions, and its start-ups",
    .doing = "replaying",
    .least = LEAST,
    .most = MOST,
    .usual = USUAL,
    .make = make,
};

/* 002's tables on tori and rings, and the other collectives there. */
#include "papers/p002_parts.h"

#include <math.h>

static void exchanges(papers_work *work, papers_doc *doc) {
    static const struct {
        const char *network;
        double steps; /* of the shortest symmetric total exchange */
        bool parity;  /* an even radix p with n/p odd */
    } tori[] = {
        {"3x3", 3, false},  {"4x4", 8, false},   {"5x5", 15, false},   {"6x6", 27, false},     {"7x7", 42, false},
        {"8x8", 64, false}, {"3x3x3", 9, false}, {"4x4x4", 32, false}, {"5x5x5", 75, false},   {"3x4", 7, true},
        {"4x6", 18, false}, {"3x5", 9, false},   {"3x5x4", 36, true},  {"3x3x3x3", 27, false},
    };
    static const ex_column columns[] = {WORDS("network", "network"), COLUMN("T", "steps"),
                                        COLUMN("isotropic", "isotropic"), COLUMN("parity", "parity_exchange"),
                                        COLUMN("bound", "bound")};
    exhibit *e = ex_table(doc, "tori", "tori", "Total exchange on tori: steps", columns, 5,
                          "isotropic equals T, the least of symmetric schedules. Where an even radix p has n/p "
                          "odd, half-way blocks cannot be shared out evenly by a symmetric schedule; "
                          "parity-exchange is not symmetric.");
    for (unsigned i = 0; i < sizeof tori / sizeof *tori && !work->error; i++) {
        papers_result r = p002_exchange(work, tori[i].network, "isotropic"), parity = {.made = false};
        if (tori[i].parity)
            parity = p002_exchange(work, tori[i].network, "parity-exchange");
        ROW(e, v_words(e, "%s", tori[i].network), V_AGREE(tori[i].steps, r.steps),
            v_real(parity.made ? parity.steps : NAN), v_real(r.least));
        ex_holds(e, r.least <= r.steps && (!parity.made || parity.steps >= r.least));
    }
    papers_finish(work, 1);
}

static void greedy(papers_work *work, papers_doc *doc) {
    static const ex_column columns[] = {WORDS("network", "network"),    COLUMN("optimum", "optimum"),
                                        COLUMN("farthest", "farthest"), COLUMN("nearest", "nearest"),
                                        COLUMN("first", "first"),       COLUMN("random", "random"),
                                        COLUMN("at most", "guarantee")};
    static const char *const networks[] = {"3x3",   "4x4",   "5x5",     "8x8",   "3x4",
                                           "3x5x4", "4x4x4", "3x3x3x3", "16x16", "10x10x10"};
    enum { ROWS = sizeof networks / sizeof *networks };
    exhibit *e = ex_table(doc, "tori", "greedy", "Total exchange on tori, greedy against the optimum: steps", columns,
                          7, "At most h_r+h_c-1, whatever the rule (section 5). The optimum is isotropic's.");
    for (unsigned i = 0; i < ROWS && !work->error; i++) {
        p002_greedy g = p002_by_greedy(work, networks[i]);
        ROW(e, v_words(e, "%s", networks[i]));
        ex_reals(e, g.value, P002_GREEDY - 1);
        CELLS(e, v_expect(i + 1 == ROWS ? 1264 : g.value[5], g.value[5])); /* worked out by hand for the last */
        ex_holds(e, g.within);
    }
    papers_finish(work, 1);
}

/* ---- Rings ---- */

/* The paper's formulas for rings: steps of symmetric schedules and the delay of a node's blocks. */
static double symmetric_steps(double n, bool even) {
    return even ? n * (n + 2) / 8 : (n * n - 1) / 8;
}
static double symmetric_delay(double n, bool even) {
    return even ? n * (n + 1) * (n + 2) / 24 : (n - 1) * (n + 1) * (n + 3) / 24;
}

static void put_ring(papers_work *work, exhibit *e, unsigned n) {
    char network[16];
    bool even = n % 2 == 0;
    snprintf(network, sizeof network, "ring:%u", n);
    papers_result plain = p002_exchange(work, network, "isotropic"),
                  least = p002_exchange(work, network, "least-delay");
    papers_result ours = p002_exchange(work, network, even && n > 2 ? "parity-exchange" : "isotropic");
    unsigned links = (n * n + 7) / 8;
    double count = even ? links : symmetric_steps(n, false), delay = symmetric_delay(n, even);
    ROW(e, v_count(n), V_AGREE(symmetric_steps(n, even), plain.steps), v_real(ours.steps), v_real(count),
        v_real(ours.least), v_real(delay), v_real(least.made ? p002_whole(least.delay) : NAN));
    ex_holds(e, ours.steps == ours.least && ours.steps == count);
    if (least.made && p002_whole(least.delay) > delay)
        ex_remark(e, false, "not yet attained");
}

static void rings(papers_work *work, papers_doc *doc) {
    static const ex_column columns[] = {COLUMN("n", "n", .look = AS_LABEL), COLUMN("symmetric", "symmetric"),
                                        COLUMN("isotropic", "isotropic"),   COLUMN("ours", "ours"),
                                        COLUMN("count", "count"),           COLUMN("bound", "bound"),
                                        COLUMN("D(n-1)", "delay"),          COLUMN("least-delay", "least_delay")};
    exhibit *e = ex_table(doc, "tori", "rings", "Total exchange on the ring of n: steps, and delay of a node's blocks",
                          columns, 8,
                          "symmetric: n(n+2)/8 for even n, (n^2-1)/8 for odd. ours is parity-exchange for even n: it "
                          "is not symmetric and meets the count of links, ceil(n^2/8).");
    for (unsigned n = 2; n <= 16 && !work->error; n++)
        put_ring(work, e, n);
    papers_finish(work, 1);
}

static void collectives(papers_work *work, papers_doc *doc) {
    static const ex_column columns[] = {WORDS("network", "network"),      COLUMN("nodes", "nodes"),
                                        COLUMN("allgather", "allgather"), COLUMN("bound", "allgather_bound"),
                                        COLUMN("scatter", "scatter"),     COLUMN("bound", "scatter_bound")};
    static const struct {
        const char *network;
        double nodes, steps; /* ceil((nodes-1)/ports) */
    } rows[] = {{"3x3", 9, 2},      {"3x4", 12, 3},          {"4x4", 16, 4},      {"5x5", 25, 6},    {"8x8", 64, 16},
                {"16x16", 256, 64}, {"32x32", 1024, 256},    {"3x3x3", 27, 5},    {"3x4x5", 60, 10}, {"4x4x4", 64, 11},
                {"8x8x8", 512, 86}, {"16x16x16", 4096, 683}, {"3x3x3x3", 81, 10}, {"ring:16", 16, 8}};
    exhibit *e = ex_table(doc, "tori", "collectives", "Beyond the paper, allgather and scatter on tori: steps", columns,
                          6, "All equal ceil((n-1)/ports). Plans: torus-allgather, balanced-scatter.");
    for (unsigned i = 0; i < sizeof rows / sizeof *rows && !work->error; i++) {
        papers_case c = {.network = rows[i].network, .kind = LB_ALLGATHER, .plan = {.algorithm = "torus-allgather"}};
        papers_result gather = papers_measure(work, &c);
        c.kind = LB_SCATTER;
        c.plan.algorithm = "balanced-scatter";
        papers_result scatter = papers_measure(work, &c);
        ROW(e, v_words(e, "%s", rows[i].network), v_real(rows[i].nodes), v_expect(rows[i].steps, gather.steps),
            v_expect(rows[i].steps, gather.least), v_expect(rows[i].steps, scatter.steps),
            v_expect(rows[i].steps, scatter.least));
    }
    papers_finish(work, 1);
}

void p002_tori(papers_work *work, papers_doc *doc) {
    exchanges(work, doc);
    greedy(work, doc);
    rings(work, doc);
    collectives(work, doc);
}

/* 002's tables on cubes. What is expected is written down or computed here, apart from the plans. */
#include "papers/p002_parts.h"

#include <math.h>

papers_result p002_exchange(papers_work *work, const char *network, const char *algorithm) {
    return papers_measure(work,
                          &(papers_case){.network = network, .kind = LB_ALLTOALL, .plan = {.algorithm = algorithm}});
}

p002_greedy p002_by_greedy(papers_work *work, const char *network) {
    static const char *const rules[] = {"farthest", "nearest", "first", "random"};
    p002_greedy g = {.best = p002_exchange(work, network, "isotropic"), .within = true};
    g.value[0] = g.best.steps;
    g.value[5] = g.best.diameter + g.best.busiest - 1;
    for (unsigned i = 0; i < 4; i++) {
        papers_case c = {.network = network, .kind = LB_ALLTOALL, .plan = {.algorithm = "greedy", .rule = rules[i]}};
        double steps = g.value[i + 1] = papers_measure(work, &c).steps;
        g.within = g.within && steps >= g.best.steps && steps <= g.value[5];
    }
    return g;
}

static void steps(papers_work *work, papers_doc *doc) {
    static const ex_column columns[] = {
        COLUMN("d", "d", .look = AS_LABEL), COLUMN("n/2", "formula"),       COLUMN("isotropic", "isotropic"),
        COLUMN("farthest", "farthest"),     COLUMN("nearest", "nearest"),   COLUMN("first", "first"),
        COLUMN("random", "random"),         COLUMN("at most", "guarantee"), COLUMN("bound", "bound")};
    exhibit *e = ex_table(doc, "steps", "cubes", "Total exchange on the d-cube: steps", columns, 9,
                          "isotropic equals n/2 and the bound. Greedy by four rules: at most h_r+h_c-1 steps.");
    for (unsigned d = 2; d <= work->most && !work->error; d++) {
        p002_greedy g = p002_by_greedy(work, papers_cube(d).text);
        ROW(e, v_count(d), V_AGREE((double)(UINT32_C(1) << (d - 1)), g.value[0]));
        ex_reals(e, g.value + 1, P002_GREEDY - 1);
        CELLS(e, v_real(g.best.least));
        ex_holds(e, g.within && g.best.steps == g.best.least);
    }
    papers_finish(work, 1);
}

/* A node's total delay at the least number of steps: what no schedule beats, and the best that is known. */
typedef struct delay {
    const char *network;
    unsigned d; /* of a cube, else 0 */
    double least, known;
} delay;

static const delay delays[] = {
    {"cube:2", 2, 5, 5},
    {"cube:3", 3, 18, 18},
    {"cube:4", 4, 64, 64},
    {"cube:5", 5, 235, 235},
    {"cube:6", 6, 892, 892},
    {"cube:7", 7, 3465, 3465},
    {"cube:8", 8, 13684, 13704},
    {"cube:9", 9, 54540, 54548},
    {"cube:10", 10, 218524, 218546},
    {"cube:11", 11, 877855, 877855},
    {"cube:12", 12, 3530564, 3530677},
    {"cube:13", 13, 14203696, 14203696},
    {"3x3", 0, 16, 16},
    {"5x5", 0, 172, 172},
    {"7x7", 0, 868, 868},
    {"9x9", 0, 2964, 2964},
    {"11x11", 0, 7964, 7964},
    {"4x4", 0, 64, 64},
    {"6x6", 0, 420, 420},
    {"8x8", 0, 1680, 1686},
};

static const char *delay_remark(double ours, const delay *pin) {
    if (ours == pin->least)
        return "optimal";
    if (ours < pin->known)
        return "better than known";
    return ours == pin->known ? "the best known" : "not yet attained";
}

static void put_delay(papers_work *work, exhibit *e, const delay *pin) {
    papers_result plain = p002_exchange(work, pin->network, "isotropic");
    papers_result least = p002_exchange(work, pin->network, "least-delay");
    double ours = p002_whole(plain.delay), bound = p002_whole(plain.least_sum);
    ROW(e, v_words(e, "%s", pin->network), v_expect(pin->least, bound), v_real(pin->known), v_real(ours),
        v_real(least.made ? p002_whole(least.delay) : NAN));
    if (least.made && least.steps == plain.steps && least.delay < plain.delay)
        ours = p002_whole(least.delay);
    CELLS(e, v_real(ours / plain.others));
    ex_remark(e, false, "%s", delay_remark(ours, pin));
    ex_holds(e, ours >= bound);
}

static void total_delays(papers_work *work, papers_doc *doc) {
    static const ex_column columns[] = {WORDS("network", "network"),
                                        COLUMN("bound", "bound"),
                                        COLUMN("known", "known"),
                                        COLUMN("isotropic", "isotropic"),
                                        COLUMN("least-delay", "least_delay"),
                                        REAL("D", "mean_delay", 3)};
    exhibit *e = ex_table(doc, "steps", "delays",
                          "Total exchange in the fewest steps: total delay of a node's blocks, D(n-1)", columns, 6,
                          "bound: shortest processing time; no schedule is below it. known: the best that had been "
                          "found; the paper's optimum for prime d and odd tori. D is ours.");
    for (unsigned i = 0; i < sizeof delays / sizeof *delays && !work->error; i++) {
        if (delays[i].d <= work->most)
            put_delay(work, e, &delays[i]);
    }
    papers_finish(work, 1);
}

static void neighbourhoods(papers_work *work, papers_doc *doc) {
    static const ex_column columns[] = {WORDS("K..L", "distance"), COLUMN("h", "h"), COLUMN("isotropic", "isotropic"),
                                        COLUMN("greedy", "greedy"), COLUMN("bound", "bound")};
    static const double h[4][4] = {{1, 4, 7, 8}, {0, 3, 6, 7}, {0, 0, 3, 4}, {0, 0, 0, 4}};
    exhibit *e = ex_table(doc, "steps", "neighbourhoods", "Everybody at distance K..L on the 4-cube: steps", columns, 5,
                          "isotropic equals h = max(L, sum of C(3,i-1) for i = K..L) in every row.");
    for (uint32_t near = 1; near <= 4; near++) {
        for (uint32_t far = near; far <= 4; far++) {
            papers_case c = {"cube:4", LB_NEIGHBORS, {.nearest = near, .farthest = far}, {.algorithm = "isotropic"}};
            papers_result r = papers_measure(work, &c);
            c.plan.algorithm = "greedy";
            double greedy = papers_measure(work, &c).steps;
            ROW(e, v_words(e, "%u..%u", near, far), V_AGREE(h[near - 1][far - 1], r.steps), v_real(greedy),
                v_real(r.least));
            ex_holds(e, greedy >= r.steps && r.least <= r.steps);
        }
    }
    papers_finish(work, 1);
}

static void ports(papers_work *work, papers_doc *doc) {
    static const ex_column columns[] = {COLUMN("d", "d", .look = AS_LABEL),
                                        COLUMN("k=1", "k1"),
                                        COLUMN("k=2", "k2"),
                                        COLUMN("k=3", "k3"),
                                        COLUMN("k=4", "k4"),
                                        COLUMN("k=5", "k5"),
                                        COLUMN("k=6", "k6"),
                                        COLUMN("k=7", "k7")};
    static const double says[5][7] = {
        {12, 6, 4}, {32, 16, 11, 8}, {80, 40, 27, 20, 16}, {192, 96, 64, 48, 39, 32}, {448, 224, 150, 112, 90, 75, 64}};
    exhibit *e = ex_table(doc, "steps", "ports", "Total exchange on the d-cube with k ports: steps", columns, 8,
                          "Theorem 7: ceil(d*2^(d-1)/k), met by isotropic in every case.");
    for (unsigned d = 3; d <= 7; d++) {
        ROW(e, v_count(d));
        for (uint32_t k = 1; k <= 7; k++) {
            if (k > d) {
                CELLS(e, v_real(NAN));
                continue;
            }
            papers_result r = papers_measure(
                work, &(papers_case){papers_cube(d).text, LB_ALLTOALL, {0}, {.algorithm = "isotropic", .ports = k}});
            CELLS(e, v_expect(says[d - 3][k - 1], r.steps));
            ex_holds(e, r.steps == r.least);
        }
    }
    papers_finish(work, 1);
}

void p002_cubes(papers_work *work, papers_doc *doc) {
    steps(work, doc);
    total_delays(work, doc);
    neighbourhoods(work, doc);
    ports(work, doc);
}

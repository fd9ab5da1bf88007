/* 003: K broadcasts at once. It has formulas, and no tables or figures: its totals, slot by slot; few broadcasts; how
 * far its algorithm and others are from the lower bound, for every K. */
#include "papers/paper.h"

#include <stdlib.h>

enum { LEAST = 3, MOST = 10, WAYS = 7, SETS = 3, RATIOS = 3 };

static const char *const ways[WAYS] = {"three-phase", "three-phase-scan", "random-trees", "auto",
                                       "many-roots",  "own-trees",        "rarest-first"};
static const char *const sets[SETS] = {"random", "adjacent", "one node"}; /* kinds of sets of sources */

static const ex_part parts[] = {
    {"totals", "The three phases"}, {"few", "Few broadcasts"}, {"ratios", "How far from the bound"}};

static const ex_picture pictures[] = {
    PICTURE("totals", "Three phases on the 3-cube",
            "multibroadcast cube:3 --sources 0,3,5,6 -a three-phase-scan --what timeline",
            "Four broadcasts, after the scan: first up to the roots of the trees, then down from them."),
    PICTURE("few", "Few broadcasts, all in the same order",
            "multibroadcast cube:3 --sources 0,7 -a same-order --what timeline",
            "d+K-1 slots when every packet takes the dimensions in the same order."),
    PICTURE("ratios", "As fast as can be", "multibroadcast cube:3 --sources 0,3,5,6 -a rarest-first --what timeline",
            "The same four when the sources are known: rarest-first."),
};

static const char *const errata[] = {
    "Section 3.3.2 is off by one: slot m has to cross dimension (r+m-1) mod d + 1. As printed, with d slots, what "
    "should be crossed first comes last, and deliveries are missing.",
    "For K = 2^d the last slot, in which the nodes are told that it is over, is not needed: 2*ceil(2^d/d)+2d-2.",
    "Phases 2 and 3 must not overlap: most links are used upwards by one tree and downwards by another, so all roots "
    "have to begin phase 3 together, also those with floor(K/d) packets.",
    "A node cannot tell by the link whether a packet goes up or down: it needs a bit for the phase and the number of "
    "the tree. It is finished after d packets that say so; a root without a packet must send one too.",
    "A scan of d slots gives every node its rank and K; the prefix on an embedded tree takes 2d+1 and tells fewer.",
    "The randomised variant, overlapped as proposed (packets going down first), can take more than 2*max N + 2d-2: in "
    "13 "
    "of 2400 trials. With packets going up first, as Linkbound does it, it never did, and was never slower.",
    NULL,
};
/* A generator of its own, so that tables do not depend on the machine. */
static uint32_t pick(uint64_t *state, uint32_t below) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((*state >> 33) % below);
}

static void draw_sources(uint32_t n, uint32_t k, unsigned set, uint32_t *list) {
    uint64_t state = k * UINT64_C(1000003) + n + set;
    for (uint32_t v = 0; v < n; v++)
        list[v] = v;
    for (uint32_t left = n; left > 1 && set == 0; left--) { /* different nodes, here and there */
        uint32_t other = pick(&state, left), kept = list[left - 1];
        list[left - 1] = list[other];
        list[other] = kept;
    }
    for (uint32_t i = 0; i < k && set == 2; i++)
        list[i] = n / 3;
}

/* The set of K sources of a kind on the d-cube, the same every time. */
static lb_task *make_task(papers_work *work, unsigned d, uint32_t k, unsigned set) {
    uint32_t list[1 << MOST];
    papers_net net = papers_cube(d);
    draw_sources(UINT32_C(1) << d, k, set, list);
    return papers_task(work, &(papers_case){net.text, LB_MULTIBROADCAST, {.list = list, .count = k}, {0}});
}

/* Plans and replays; the slots with those for control, and how many these are. */
static uint64_t measure(papers_work *work, const lb_task *task, const char *algorithm, uint32_t *control) {
    uint64_t slots = 0;
    lb_plan *plan = papers_plan_of(work, task, &(lb_plan_options){.algorithm = algorithm, .seed = 1});
    if (plan) {
        *control = lb_plan_control(plan, false) + lb_plan_control(plan, true);
        slots = lb_plan_steps(plan) + (uint64_t)lb_plan_control(plan, true);
        papers_replay(work, plan);
    }
    lb_plan_free(plan);
    papers_finish(work, 0);
    return slots;
}

static uint64_t ceil_div(uint64_t a, uint64_t b) {
    return (a + b - 1) / b;
}

/* ---- The three phases ---- */

static uint64_t lesser_bound(unsigned d, uint64_t k) {
    uint64_t n = UINT64_C(1) << d, links = ceil_div((n - 1) * k, d * n);
    return links > d ? links : d;
}

static void put_total(papers_work *work, exhibit *e, unsigned d, uint32_t k) {
    uint32_t control = 0, scan = 0;
    lb_task *task = make_task(work, d, k, 0);
    uint64_t slots = measure(work, task, "three-phase", &control);
    uint64_t scan_slots = measure(work, task, "three-phase-scan", &scan);
    uint64_t bound = papers_bound(work, task, 0, 1).steps;
    lb_task_free(task);
    ROW(e, v_count(d), v_count(k), V_AGREE((double)(2 * ceil_div(k, d) + 4 * d), (double)slots),
        V_AGREE((double)(2 * ceil_div(k, d) + 3 * d - 2), (double)scan_slots), v_count(bound));
    ex_holds(e, control == 2 * d + 2 && scan == d && bound >= lesser_bound(d, k));
}

static void make_totals(papers_work *work, papers_doc *doc) {
    static const ex_column columns[] = {COLUMN("d", "d", .width = 2),
                                        COLUMN("K", "k", .width = 4),
                                        COLUMN("2*ceil(K/d)+4d", "formula", .width = 17),
                                        COLUMN("plan", "slots"),
                                        COLUMN("2*ceil(K/d)+3d-2", "scan_formula", .width = 17),
                                        COLUMN("plan", "scan_slots"),
                                        COLUMN("bound", "bound")};
    exhibit *e =
        ex_begin(doc, "totals", "totals", "Slots of the three phases, control included (sources here and there)");
    e->name = "Slots of the three phases, control included";
    e->rows_key = "";
    ex_columns(e, columns, 7);
    ex_below(e, IN_TEXT,
             "On the left three-phase, the paper's, with 2d+1 slots for the ranks and one at the end; on the right "
             "three-phase-scan, with d slots for the ranks. Every plan was replayed.");
    ex_below(e, IN_PAGE,
             "three-phase, the paper's, has 2d+1 slots for the ranks and one at the end; three-phase-scan has d slots "
             "for the ranks. Every plan was replayed.");
    for (unsigned d = LEAST; d <= work->most; d++) {
        uint32_t n = UINT32_C(1) << d;
        const uint32_t k[] = {1, d, d * d < n ? d * d : n / 2, n};
        for (unsigned i = 0; i < sizeof k / sizeof *k; i++)
            put_total(work, e, d, k[i]);
        papers_finish(work, 1);
    }
}

/* ---- Few ---- */

typedef struct few {
    unsigned tried;
    bool same, ranked; /* same-order keeps to d+K-1; rank-order takes d after the scan */
    uint64_t latest;   /* of same-order at K = d */
} few;

static void try_few(papers_work *work, unsigned d, uint32_t k, unsigned set, few *f) {
    uint32_t control = 0;
    lb_task *task = make_task(work, d, k, set);
    uint64_t same = measure(work, task, "same-order", &control);
    uint64_t ranked = k <= d ? measure(work, task, "rank-order", &control) : 0;
    lb_task_free(task);
    f->same = f->same && same <= d + k - 1;
    f->ranked = f->ranked && (k > d || (ranked == 2 * d && control == d));
    f->latest = k == d && same > f->latest ? same : f->latest;
    f->tried++;
}

static void make_few(papers_work *work, papers_doc *doc) {
    static const ex_column columns[] = {
        COLUMN("d", "d", .width = 2),
        COLUMN("plans", "plans"),
        COLUMN("same-order <= d+K-1", "same_order", .look = AS_EXACT, .width = 22),
        COLUMN("", "rank_order", .where = IN_JSON),
        COLUMN("at K = d", "latest", .width = 9),
        COLUMN("rank-order = d + scan", "rank_order", .look = AS_EXACT, .width = 24, .where = IN_TEXT),
        COLUMN("rank-order = d", "rank_order", .look = AS_EXACT, .where = IN_PAGE)};
    exhibit *e = ex_begin(doc, "few", "few", "Few broadcasts (section 3.3)");
    e->name = "K up to 3d, and up to d";
    e->rows_key = "";
    e->holds_key = NULL;
    ex_columns(e, columns, 7);
    ex_below(e, IN_TEXT,
             "K up to 3d for same-order, up to d for rank-order. At K = d: the slowest of three sets of sources.");
    ex_below(e, IN_PAGE,
             "same-order keeps to d+K-1 slots for K up to 3d; rank-order takes d after the scan for K up to d. At K = "
             "d: the slowest of three sets of sources.");
    for (unsigned d = LEAST; d <= work->most; d++) {
        few f = {.same = true, .ranked = true};
        for (uint32_t k = 1; k <= 3 * d && k <= UINT32_C(1) << d; k++) {
            for (unsigned set = 0; set < SETS; set++)
                try_few(work, d, k, set, &f);
        }
        ROW(e, v_count(d), v_count(f.tried), v_yes(f.same), v_yes(f.ranked), v_count(f.latest), v_yes(f.ranked),
            v_yes(f.ranked));
        ex_holds(e, f.same && f.ranked);
        papers_finish(work, 1);
    }
}

/* ---- Ratios ---- */

enum { WORST, MEAN, LAST };
static const char *const names[RATIOS] = {"worst", "mean", "last"};

/* How steps compare with the bound over the Ks that were tried; last: at K = 2^d. */
typedef struct ratio {
    unsigned d, tried;
    double value[RATIOS][WAYS];
    uint64_t most_above; /* rarest-first: steps above the bound, at most */
    bool holds;
} ratio;

/* All K up to 16, then about eight for every doubling, and 2^d. */
static uint32_t next_k(uint32_t k, uint32_t n) {
    uint32_t next = k < 16 ? k + 1 : k + k / 8;
    return k < n && next > n ? n : next;
}

static void try_k(papers_work *work, ratio *r, uint32_t k, unsigned set) {
    lb_task *task = make_task(work, r->d, k, set);
    uint64_t bound = papers_bound(work, task, 0, 1).steps, slots = 0;
    for (unsigned i = 0; i < WAYS && !work->error; i++) {
        uint32_t control = 0;
        slots = measure(work, task, ways[i], &control);
        double by_bound = bound ? (double)slots / (double)bound : 1;
        r->value[WORST][i] = by_bound > r->value[WORST][i] ? by_bound : r->value[WORST][i];
        r->value[MEAN][i] += by_bound;
        r->value[LAST][i] = by_bound;
        r->holds = r->holds && slots >= bound;
    }
    if (slots > bound && slots - bound > r->most_above) /* rarest-first is the last */
        r->most_above = slots - bound;
    r->tried++;
    lb_task_free(task);
}

static ratio make_ratio(papers_work *work, unsigned d, unsigned set) {
    ratio r = {.d = d, .holds = true};
    uint32_t n = UINT32_C(1) << d;
    for (uint32_t k = 1; k <= n && !work->error; k = next_k(k, n))
        try_k(work, &r, k, set);
    for (unsigned i = 0; i < WAYS; i++)
        r.value[MEAN][i] /= r.tried;
    r.holds = r.holds && r.most_above <= d;
    papers_finish(work, 1);
    return r;
}

/* One table each of the worst, the mean and the last; the first has all that is for programs. */
static exhibit *begin_ratios(papers_doc *doc, unsigned which, const char *title) {
    static const char *const heads[WAYS] = {"paper", "scan", "random", "auto", "roots", "own", "rarest"};
    exhibit *e = ex_begin(doc, "ratios", names[which], title);
    ex_columns(e,
               (ex_column[]){COLUMN("d", "d", .width = 2), WORDS("sources", "sources", .width = 9, .lead = 1),
                             COLUMN("", "tried", .where = IN_JSON)},
               3);
    for (unsigned i = 0; i < RATIOS * WAYS; i++) {
        const char *key = ex_keep(doc, "%s.%s", names[i / WAYS], ways[i % WAYS]);
        unsigned where = i / WAYS == which ? EVERYWHERE : IN_JSON;
        ex_columns(e, &(ex_column){heads[i % WAYS], key, .decimals = 3, .width = 6, .where = where}, 1);
    }
    ex_columns(e,
               (ex_column[]){COLUMN("Ks", "tried", .width = 4, .where = IN_TEXT),
                             COLUMN("above", "most_above", .width = 6, .where = IN_TEXT | IN_JSON)},
               which == WORST ? 2 : 0);
    e->at = "ratios";
    e->rows_key = "";
    e->gap = 1;
    e->where = which == WORST ? EVERYWHERE : FOR_PEOPLE;
    return e;
}

static void put_ratio(exhibit *e, const ratio *r, const char *set) {
    ROW(e, v_count(r->d), v_words(e, "%s", set), v_count(r->tried));
    ex_reals(e, r->value[0], RATIOS * WAYS);
    CELLS(e, v_count(r->tried), v_count(r->most_above));
    ex_holds(e, r->holds);
}

static void make_ratios(papers_work *work, papers_doc *doc) {
    exhibit *said = ex_begin(doc, "ratios", "legend", NULL), *e[RATIOS];
    ex_below(said, IN_PAGE,
             "paper: three-phase, scan: three-phase-scan, random: random-trees, roots: many-roots, own: own-trees, "
             "rarest: rarest-first. The paper's algorithm tends to twice the bound; random-trees needs as little as it "
             "does: nobody knows K or who sends. The last three are for sources known when the plan is made.");
    e[WORST] = begin_ratios(doc, WORST, "Slots by the bound, K = 1 to 2^d: the worst");
    e[WORST]->name = "Slots by the bound: the worst of K = 1 to 2^d";
    e[MEAN] = begin_ratios(doc, MEAN, "The mean");
    e[LAST] = begin_ratios(doc, LAST, "At K = 2^d");
    ex_below(e[LAST], IN_TEXT,
             "paper: three-phase, scan: three-phase-scan, random: random-trees, roots: many-roots, own: own-trees, "
             "rarest: rarest-first; above: steps of rarest-first above the bound, at the most. The paper's algorithm "
             "tends to twice the bound. random-trees needs as little as it does: nobody knows K or who sends; auto is "
             "the fastest after a scan. The last three are for sources that are known when the plan is made: "
             "many-roots is a closed form for large cubes, own-trees stays within d steps of the bound, rarest-first "
             "is mostly at it.");
    for (unsigned d = LEAST; d <= work->most && !work->error; d++) {
        for (unsigned set = 0; set < SETS && !work->error; set++) {
            ratio r = make_ratio(work, d, set);
            for (unsigned which = 0; which < RATIOS; which++)
                put_ratio(e[which], &r, sets[set]);
        }
    }
}

static void make(papers_work *work, papers_doc *doc) {
    exhibit *intro =
        ex_begin(doc, NULL, "intro", "003: Multiple simultaneous broadcasts in the hypercube (Stamoulis & Tsitsiklis)");
    ex_below(intro, IN_TEXT,
             "Every number is of a plan made and replayed now, or of a lower bound whose witness was recounted.");
    ex_below(intro, IN_PAGE,
             "The paper has formulas, and no tables or figures. Every number is of a plan made and replayed now, or of "
             "a lower bound whose witness was recounted.");
    ex_parts(doc, parts, sizeof parts / sizeof *parts);
    ex_pictures(doc, pictures, sizeof pictures / sizeof *pictures);
    doc->errata = errata;
    work->total = 1 + (work->most - LEAST + 1) * (SETS + 2);
    work->now = 0.5;
    make_totals(work, doc);
    make_few(work, doc);
    make_ratios(work, doc);
}

const papers_paper paper_003 = {
    .number = "003",
    .authors = "G. D. Stamoulis, J. N. Tsitsiklis",
    .short_authors = "Stamoulis & Tsitsiklis",
    .title = "An efficient algorithm for multiple simultaneous broadcasts in the hypercube",
    .journal = "Information Processing Letters 46",
    .year = 1993,
    .parts = "its totals slot by slot, few broadcasts, the ratio to the bound for K up to 2^d",
    .doing = "replaying",
    .least = LEAST,
    .most = MOST,
    .usual = 7,
    .make = make,
};

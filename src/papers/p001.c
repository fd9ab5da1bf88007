/* 001: long messages on cubes, under tau*m + beta. */
#include "papers/p001_parts.h"

#include <math.h>
#include <stdlib.h>

enum {
    MOST_PULL = 1000000,     /* tau*m/beta: about 1000 groups, beyond which plans take long */
    RELATIVE_FROM = 1 << 18, /* moves */
    SUMS = 21                /* K_0 to K_20 */
};

static const char *const errata[] = {
    "K_5 is 2 3/5, not 2 2/3.",
    "BROADCAST 2: after stage k a packet covers a (k+1)-dimensional subcube, not a k-dimensional one.",
    "BROADCAST 3A: which packet node 0 sends is not said (P_z over link z), and sends into node 0 are not needed.",
    "BROADCAST 3B: any rotation but none will do for the second wave.",
    "BROADCAST 4: in stage k the nodes at distance k-g <= j <= k send; the printed range, from k-g+1, leaves out the "
    "last group's second wave, and not everything arrives.",
    "ARBITRARY SEND 2: n+g+1 stages for n <= d-2, as its times have it, not n+g-1. Linkbound sends 2n packets more in "
    "as many stages.",
    "ARBITRARY SEND 3: the parallel subcubes begin at 2^n, and m^(1/2) belongs outside the roots. For n >= 5 either "
    "way "
    "may be the later one: the printed case holds for very large m only. ARBITRARY SEND 2 is faster at (d,n) = (2,1) "
    "and (3,2).",
    "DISTRIBUTE 1: the links of one node do not carry the same; the time is right, the root's links being the busiest.",
    "DISTRIBUTE 2: wavelets have to be spread evenly, as in O.C. SEND 3; by O.C. SEND 2, as in DISTRIBUTE 1, they are "
    "late. k is by the sum of the powers of d-1: the "
    "printed quotient is 0/0 at d = 2. The example needs tau*m/3 >= beta.",
    "COMPLETE BROADCAST: in stage k a link serves 2^k sources, at distances 0 to k.",
    "COMPLETE EXCHANGE: stage k starts the messages to distance d-k; section 9's a is 2^(2d-1)*m.",
    "L.C. INVERSION has no time for messages so short that p = 1 is best: 2k stages, since nothing overlaps.",
    "The set S_(a,b) of section 7.2 has 2^k nodes only if its nodes also agree with a in the other c-k bits.",
    NULL,
};

#define STAGE " --clock linear --bytes 5040 --tau 1 --beta 40 --step "

static const ex_picture pictures[] = {
    PICTURE("figure1", "Figure 1: the 1-cube", "isotropic cube:1 --offsets 0", "2 nodes, 1 link."),
    PICTURE("figure1", "Figure 1: the 2-cube", "isotropic cube:2 --offsets 0", "4 nodes, 4 links."),
    PICTURE("figure1", "Figure 1: the 3-cube", "isotropic cube:3 --offsets 0", "8 nodes, 12 links."),
    PICTURE("figure1", "Figure 1: the 4-cube", "isotropic cube:4 --offsets 0", "16 nodes, 32 links."),
    PICTURE("figure2", "Figure 2: BROADCAST 3A, stage 0", "broadcast cube:3 -a broadcast-3a" STAGE "1",
            "Node 0 sends a third of the message over each of its links."),
    PICTURE("figure2", "Figure 2: stage 1", "broadcast cube:3 -a broadcast-3a" STAGE "2",
            "At distance 1 every node has one third, and hands it on."),
    PICTURE("figure2", "Figure 2: stage 2", "broadcast cube:3 -a broadcast-3a" STAGE "3",
            "Back towards the root goes what is missing there. Sends into node 0, as printed, are not needed."),
    PICTURE("figure2", "Figure 2: stage 3", "broadcast cube:3 -a broadcast-3a" STAGE "4",
            "The far corner gives its neighbours their last third."),
    PICTURE("figure3", "Figure 3: a logical link",
            "send cube:2 --to 3 -a oc-send-3 --clock linear --bytes 5040 --tau 1 --beta 40",
            "Half of the message over each of the two paths from 0 to 3: four physical links that are used as one."),
    PICTURE("figure3", "The same over time",
            "send cube:2 --to 3 -a oc-send-3 --what timeline --bytes 5040 --tau 1 --beta 40",
            "The two halves travel at the same time."),
};

static const ex_part parts[] = {
    {"figure1", "Figure 1"},
    {"figure2", "Figure 2"},
    {"figure3", "Figure 3"},
    {"K", "K_d"},
    {"formulas", "The boxed formulas"},
    {"others", "Times of others"},
    {"packets", "Packets of a fixed size"},
};

/* ---- K_d ---- */

/* 2 + 2/d, and with 4/(d(d-1)) + 6(d-5)/(d(d-1)(d-2)) more: what the paper brackets K_d with from d = 5. */
static int bracket(unsigned d, lb_ratio *low, lb_ratio *high) {
    lb_ratio third, fourth;
    uint64_t pairs = (uint64_t)d * (d - 1);
    if (lb_ratio_make(UINT64_C(2) * d + 2, d, low) || lb_ratio_make(4, pairs, &third) ||
        lb_ratio_make(UINT64_C(6) * (d - 5), pairs * (d - 2), &fourth))
        return LB_ERR_SIZE;
    *high = *low;
    return lb_ratio_plus(high, third) && lb_ratio_plus(high, fourth) ? LB_OK : LB_ERR_SIZE;
}

/* next: what K_d = (d+1)/(2d)*K_(d-1) + 1 says. */
static int put_sum(exhibit *e, unsigned d, lb_ratio *next) {
    lb_ratio k, low = {0, 1}, high = {0, 1};
    if (p001_sum_of(d, &k) || (d >= 5 && bracket(d, &low, &high)) ||
        (d > 0 && (!lb_ratio_scale(next, d + 1, UINT64_C(2) * d) || !lb_ratio_plus(next, (lb_ratio){1, 1}))))
        return LB_ERR_SIZE;
    ROW(e, v_count(d), v_real(lb_ratio_value(k)), v_exact(e, k), v_real(lb_ratio_value(k)),
        v_real(d >= 5 ? lb_ratio_value(low) : NAN), v_real(d >= 5 ? lb_ratio_value(high) : NAN),
        v_words(e, "%s", d == 5 ? "2 2/3" : ""));
    if (d == 5)
        ex_remark(e, true, "printed: 2 2/3");
    ex_holds(e, lb_ratio_compare(k, *next) == 0);
    ex_holds(e, d < 5 || (lb_ratio_compare(low, k) <= 0 && lb_ratio_compare(k, high) <= 0));
    return LB_OK;
}

static void sums(papers_work *work, papers_doc *doc) {
    static const ex_column columns[] = {COLUMN("d", "d"),
                                        COLUMN("", "value", .where = IN_JSON),
                                        COLUMN("K_d", "exact", .look = AS_EXACT),
                                        REAL("about", "value", 6, .where = FOR_PEOPLE),
                                        REAL("at least", "at_least", 6),
                                        REAL("at most", "at_most", 6),
                                        COLUMN("", "printed", .where = IN_JSON)};
    exhibit *e = ex_begin(doc, "K", "K", "K_d, the sum of 1/(d over k) for k = 0..d");
    lb_ratio next = {1, 1};
    e->rows_key = "";
    ex_columns(e, columns, 7);
    ex_below(e, FOR_PEOPLE,
             "At least 2 + 2/d, at most that and 4/(d(d-1)) + 6(d-5)/(d(d-1)(d-2)): the paper's bounds for d >= 5.");
    for (unsigned d = 0; d < SUMS && !work->error; d++) {
        if (put_sum(e, d, &next))
            papers_fail(work, LB_ERR_SIZE, "K_d does not fit 63 bits");
    }
}

/* ---- The paper ---- */

static unsigned count_work(unsigned most) {
    unsigned total = 0, n[P001_MOST];
    for (unsigned d = 1; d <= most; d++) {
        for (unsigned i = 0; i < P001_BOXES; i++)
            total += p001_distances(p001_boxes[i].shape, d, n);
        total += d + 1;
    }
    return total;
}

static void make(papers_work *work, papers_doc *doc) {
    const lb_cost *cost = &work->cost;
    p001_table *table = calloc(P001_BOXES, sizeof *table);
    exhibit *intro = ex_begin(doc, NULL, "cost", "001: Intensive Hypercube Communication");
    ex_below(
        intro, FOR_PEOPLE,
        "Every time is of a plan made, replayed and simulated now, exactly; the formulas are coded from the paper, "
        "apart from the algorithms.");
    ex_fact(intro, "bytes", v_count(cost->bytes));
    ex_fact(intro, "tau", v_exact(intro, cost->tau));
    ex_fact(intro, "beta", v_exact(intro, cost->beta));
    ex_parts(doc, parts, sizeof parts / sizeof *parts);
    ex_pictures(doc, pictures, sizeof pictures / sizeof *pictures);
    doc->errata = errata;
    work->relative_from = RELATIVE_FROM;
    work->total = count_work(work->most);
    if (!table)
        papers_fail(work, LB_ERR_MEMORY, "memory for the tables could not be had");
    else if (lb_ratio_value(cost->tau) * (double)cost->bytes > MOST_PULL * lb_ratio_value(cost->beta))
        papers_fail(work, LB_ERR_ARG,
                    "the message takes more than %d start-ups' time, tau*m > %d*beta: pipelined so finely, the plans "
                    "would be too long",
                    MOST_PULL, MOST_PULL);
    if (!work->error) {
        sums(work, doc);
        p001_formulas(work, doc, table);
        p001_others(work, doc, table);
        p001_packets(work, doc);
    }
    free(table);
}

const papers_paper paper_001 = {
    .number = "001",
    .authors = "Q. F. Stout, B. Wagar",
    .short_authors = "Stout & Wagar",
    .title = "Intensive Hypercube Communication: Prearranged Communication in Link-Bound Machines",
    .journal = "Journal of Parallel and Distributed Computing 10",
    .year = 1990,
    .parts = "every boxed formula, K_d, every figure, the times it quotes for others, fixed packets",
    .doing = "simulating",
    .costs = true,
    .least = 1,
    .most = P001_MOST,
    .usual = 7,
    .make = make,
};

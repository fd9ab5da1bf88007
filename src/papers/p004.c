/* 004: spanning balanced trees, counted node by node, and what goes down them, simulated. */
#include "papers/p004_parts.h"

#include <inttypes.h>

static const char *const errata[] = {
    "Common edges of minR and minBL below level 1 in the 8-cube: 32, not 16.",
    "The example c = 0101110: k = 5 and M(c) = {6, 0}; bits are numbered from 0 everywhere else.",
    "children_SBG: index_m of the parent must be a subset of the child's; with equality, as printed, no cyclic node is "
    "reached.",
    "A cyclic node's message is cut into n/P_c pieces, not P_c (section 6).",
    "Lemma 11 does not hold where one period divides the other; corollaries 6 and 7, which are what is used, do.",
    "Theorem 3: both halves are rounded up. Corollary 10: levels 2 and n-2.",
    "Table 2, all ports: the data terms are the SBG's; an SBnT costs its largest subtree.",
    "Table 2, one port: 2n-2 start-ups are enough for both all-to-alls down an SBnT; 2n-1, as printed, is what an SBG "
    "needs. On the 1-cube one.",
    "M(c) of a node with one bit has n-1 elements. Section 6's rule for the output port is right at nodes other than "
    "the root, which goes by the index of the destination.",
    NULL,
};

#define TREE(n, name) "scatter cube:" #n " --what tree --tree " name

static const ex_picture pictures[] = {
    PICTURE("figure1", "Figure 1: a spanning balanced 3-tree", TREE(3, "sbnt-minr"), "The 3-cube; indices 0, 1 and 2."),
    PICTURE("figure2", "Figure 2: a spanning balanced 4-tree", TREE(4, "sbnt-minr"),
            "0101 and 1010 are cyclic, and 1111: where they hang makes the subtrees unequal."),
    PICTURE("figure3", "Figure 3: a spanning balanced 5-tree", TREE(5, "sbnt-minr"),
            "5 is prime: but for 11111 the subtrees are rotations of each other."),
    PICTURE("figure4", "Figure 4: a spanning balanced 6-tree", TREE(6, "sbnt-minr"),
            "minR. The paper shows subtree 0, the leftmost; its cyclic nodes are those of period 1, 2 and 3."),
    PICTURE("figure7", "Figure 7: the maxL tree of the 5-cube", TREE(5, "sbnt-maxl"),
            "By the greatest rotation to the left."),
    PICTURE("figure8", "Figure 8: the minBL tree of the 6-cube", TREE(6, "sbnt-minbl"),
            "Subtree 0 is the paper's figure."),
    PICTURE("figure9", "Figure 9: the maxL tree of the 6-cube", TREE(6, "sbnt-maxl"),
            "A node of level 2 with three children: no such is in minR, so the trees differ in shape."),
    PICTURE("figure10", "Figure 10: the maxBR tree of the 6-cube", TREE(6, "sbnt-maxbr"),
            "Subtree 0 is the paper's figure."),
    PICTURE("table2", "Why all ports help", "scatter cube:5 --tree sbnt-minr --what timeline --node 0",
            "The root's links in a scatter down an SBnT: all busy but in the last step."),
    PICTURE("table1", "A binomial tree, for comparison", TREE(4, "binomial"), "Half of the nodes hang below one link."),
};

static const ex_part parts[] = {
    {"figure1", "Figure 1"}, {"figure2", "Figure 2"},   {"figure3", "Figure 3"},
    {"figure4", "Figure 4"}, {"table1", "Table 1"},     {"figure5", "Figure 5"},
    {"figure6", "Figure 6"}, {"figure7", "Figure 7"},   {"figure8", "Figure 8"},
    {"figure9", "Figure 9"}, {"figure10", "Figure 10"}, {"counts", "Common edges, fan-outs, volumes"},
    {"table2", "Table 2"},   {"figure11", "Figure 11"},
};

static void make(papers_work *work, papers_doc *doc) {
    static const char said[] =
        "Nodes are counted one by one; times are of plans made, replayed and simulated now, for M = "
        "%" PRIu64 ", t_c = %s and tau = %s";
    char tau[48], beta[48];
    lb_ratio_text(work->cost.tau, tau, sizeof tau);
    lb_ratio_text(work->cost.beta, beta, sizeof beta);
    exhibit *intro = ex_begin(doc, NULL, "intro", "004: Spanning Balanced Trees in Boolean Cubes");
    const char *text = ex_keep(doc, said, work->cost.bytes, tau, beta);
    ex_below(intro, IN_TEXT, "%s (here bytes, tau and beta).", text);
    ex_below(intro, IN_PAGE, "%s as the paper calls them.", text);
    ex_parts(doc, parts, sizeof parts / sizeof *parts);
    ex_pictures(doc, pictures, sizeof pictures / sizeof *pictures);
    doc->errata = errata;
    work->total = 240; /* rows */
    p004_counts(work, doc);
    p004_edges(work, doc);
    p004_times(work, doc);
}

const papers_paper paper_004 = {
    .number = "004",
    .authors = "C.-T. Ho, S. L. Johnsson",
    .short_authors = "Ho & Johnsson",
    .title = "Spanning Balanced Trees in Boolean Cubes",
    .journal = "Yale University, YALEU/DCS/TR-611",
    .year = 1988,
    .parts = "Tables 1 and 2, every figure, common edges, fan-outs, one-port volumes",
    .doing = "counting",
    .costs = true,
    .least = 2,
    .most = 24,
    .usual = 20,
    .make = make,
};

/* 000: scatter, multinode broadcast and total exchange in the fewest steps. */
#include "papers/p000_parts.h"

static const char *const errata[] = {
    "Table 1 cannot be read in the scan we worked from. Steps and transmissions are: scatter ceil((2^d-1)/d), "
    "d*2^(d-1); multinode broadcast ceil((2^d-1)/d), 2^d*(2^d-1); total exchange 2^(d-1), d*2^(2d-1).",
    "Section 2: E_i is the nodes t with (i-1)d+1 <= n(t) <= id; the relation signs are lost.",
    "Section 2: R_k1 has to come first in N_k, and its first element has bit m(t) set and the bit before it, "
    "cyclically, clear. Read otherwise, schedules for composite d break the model.",
    "Section 3: the class of the parents must have d elements; the children's may have fewer.",
    "Figure 6, link 4: 1101 is missing between 1011 and 1010.",
    NULL,
};

/* Each names its algorithm: what the planner would take may change. */
static const ex_picture pictures[] = {
    PICTURE("figure1", "Figure 1: a 3-cube from two 2-cubes",
            "permute cube:3 -a dimension-order --permutation 4,5,6,7,0,1,2,3",
            "The links between the two halves are those that the exchange with the counterpart uses."),
    PICTURE("figure1", "Figure 1: a 4-cube from two 3-cubes",
            "permute cube:4 -a dimension-order --permutation 8,9,10,11,12,13,14,15,0,1,2,3,4,5,6,7",
            "The same one dimension up: nodes with a leading 0, and those with a leading 1."),
    PICTURE("figure2", "Figure 2a: the broadcast from 000",
            "allgather cube:3 -a multinode-broadcast --what tree --node 0",
            "The tree and the steps of one node's packet. Every other node's is this one, translated."),
    PICTURE("figure2", "Figure 2b: all of them at once", "allgather cube:3 -a multinode-broadcast --what timeline",
            "All eight broadcasts together: no link is asked for twice in a step."),
    PICTURE("figure3", "Figure 3: the broadcast on the 4-cube",
            "allgather cube:4 -a multinode-broadcast --what tree --node 0",
            "Steps are the sets E_i: no link number comes twice in one.", .where = IN_JSON | IN_PAGE),
    PICTURE("figure3", "Figure 3: the broadcast on the 5-cube",
            "allgather cube:5 -a multinode-broadcast --what tree --node 0", "The same for d = 5.",
            .where = IN_JSON | IN_PAGE),
    PICTURE("figure4", "Figure 4: the balanced tree, d = 3", "scatter cube:3 -a balanced-scatter --what tree",
            "The root's subtrees are as equal as they can be; numbers are steps.", .where = IN_JSON | IN_PAGE),
    PICTURE("figure4", "Figure 4: the balanced tree, d = 4", "scatter cube:4 -a balanced-scatter --what tree",
            "15 nodes in 4 subtrees: 4, 4, 4 and 3.", .where = IN_JSON | IN_PAGE),
    PICTURE("figure5", "Figure 5: the total exchange on the 4-cube",
            "alltoall cube:4 -a total-exchange --what timeline --node 0",
            "Node 0's links: the last, between the halves, carries phase 2 all the time."),
    PICTURE(
        "figure6", "Figure 6: the tree of one node's packets", "alltoall cube:4 -a total-exchange --what tree --node 0",
        "Below link k hang the nodes whose highest bit, seen from the root, is k; numbers are the steps of arrival."),
    PICTURE("table1", "Every link in every step", "alltoall cube:3 -a total-exchange --what timeline",
            "Why the total exchange cannot be faster: nothing is idle."),
};

static const ex_part parts[] = {
    {"table1", "Table 1"},   {"figure1", "Figure 1"}, {"figure2", "Figure 2"}, {"figure3", "Figure 3"},
    {"figure4", "Figure 4"}, {"figure5", "Figure 5"}, {"figure6", "Figure 6"},
};

static void make(papers_work *work, papers_doc *doc) {
    exhibit *intro = ex_begin(doc, NULL, "intro", "000: Optimal Communication Algorithms for Hypercubes");
    ex_below(
        intro, FOR_PEOPLE,
        "Nodes are written as bits. Links are numbered from 1, the rightmost bit, as in the paper; everywhere else "
        "linkbound counts from 0.");
    ex_below(intro, IN_TEXT,
             "Erratum: the formulas of Table 1 are garbled in the scan we worked from; here are those that sections 2 "
             "to 4 derive.");
    ex_parts(doc, parts, sizeof parts / sizeof *parts);
    ex_pictures(doc, pictures, sizeof pictures / sizeof *pictures);
    doc->errata = errata;
    p000_table1(work, doc);
    p000_broadcast(work, doc);
    p000_trees(work, doc);
    p000_exchange(work, doc);
}

const papers_paper paper_000 = {
    .number = "000",
    .authors = "D. P. Bertsekas, C. \u00D6zveren, G. D. Stamoulis, P. Tseng, J. N. Tsitsiklis",
    .plain_authors = "D. P. Bertsekas, C. Ozveren, G. D. Stamoulis, P. Tseng, J. N. Tsitsiklis",
    .short_authors = "Bertsekas et al.",
    .title = "Optimal Communication Algorithms for Hypercubes",
    .journal = "Journal of Parallel and Distributed Computing 11",
    .year = 1991,
    .parts = "Table 1 and every figure",
    .doing = "replaying",
    .least = 1,
    .most = P000_MOST,
    .usual = 20,
    .make = make,
};

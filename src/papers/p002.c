/* 002: isotropic tasks on cubes and tori. */
#include "papers/p002_parts.h"

enum { RELATIVE_FROM = 1 << 18 };

static const char *const errata[] = {
    "Bits and links are numbered from the left in this paper, from the right in 000 and everywhere else in Linkbound.",
    "Section 6.3, read literally, breaks the completion time (10, 33, 261 steps instead of 8, 32, 256 at d = 4, 6, 9): "
    "the class R_(d-1)1 has to join the last phase.",
    "Neighbourhood exchange class by class is too slow for composite d: classes of fewer than d tags have to be "
    "cleared together with others.",
    "Figure 4 is missing in the scan we worked from; two entries of Figure 6 are printed there as 11 and are 1.",
    "A radix of 2 with two links, as in section 8, does not give n/4 steps. Linkbound has one link there: 2x2x2 is "
    "the 3-cube.",
    "Section 8.4 phase by phase is not optimal for even p (14 steps against 8 on 4x4).",
    "On even rings n(n+2)/8 steps are optimal only among symmetric schedules.",
    NULL,
};

static const ex_picture pictures[] = {
    PICTURE("figure1", "Figure 1: the total exchange on the 3-cube", "alltoall cube:3 -a isotropic --what matrix",
            "Who has sent to whom by when: the matrix of all nodes' tasks, which are all the same."),
    PICTURE("figure3", "Figure 3: the ways of node 0's packets, d = 5",
            "alltoall cube:5 -a least-delay --what tree --node 0",
            "Levels are the sets N_k; numbers are the slots of arrival."),
    PICTURE("figure5", "Figure 5: the torus of 3 x 3", "isotropic 3x3 --offsets 0",
            "Stubs lead around to the node whose number they bear."),
    PICTURE("figure6", "Figure 6: the total exchange on the 4x4 torus", "alltoall 4x4 -a isotropic --what matrix",
            "Sixteen nodes, eight steps."),
    PICTURE("figure7", "Figure 7: node 0's links on the 5x5 torus",
            "alltoall 5x5 -a least-delay --what timeline --node 0", "All four links in every slot."),
};

static const ex_part parts[] = {
    {"figure1", "Figure 1"},    {"figure2", "Figure 2"},
    {"figure3", "Figure 3"},    {"figure4", "Figure 4"},
    {"figure5", "Figure 5"},    {"figure6", "Figure 6"},
    {"figure7", "Figure 7"},    {"steps", "Steps and delays on cubes"},
    {"tori", "Tori and rings"},
};

static void make(papers_work *work, papers_doc *doc) {
    static const char said[] =
        "Every number is of a plan made and replayed now, or of a lower bound whose witness was recounted.";
    exhibit *intro = ex_begin(doc, NULL, "intro",
                              "002: Communication algorithms for isotropic tasks in hypercubes and wraparound\nmeshes");
    ex_below(intro, IN_TEXT, "%s", said);
    ex_below(intro, IN_PAGE, "%s Bits and links are numbered from the left in the figures, as in the paper.", said);
    ex_parts(doc, parts, sizeof parts / sizeof *parts);
    ex_pictures(doc, pictures, sizeof pictures / sizeof *pictures);
    doc->errata = errata;
    work->relative_from = RELATIVE_FROM;
    work->total = 8; /* tables */
    work->now = 0.01;
    p002_matrices(work, doc);
    p002_cubes(work, doc);
    p002_tori(work, doc);
    p002_clearing(work, doc);
}

const papers_paper paper_002 = {
    .number = "002",
    .authors = "E. A. Varvarigos, D. P. Bertsekas",
    .short_authors = "Varvarigos & Bertsekas",
    .title = "Communication algorithms for isotropic tasks in hypercubes and wraparound meshes",
    .journal = "Parallel Computing 18",
    .year = 1992,
    .parts = "every figure, steps and delays on cubes, tori and rings",
    .doing = "replaying",
    .least = 2,
    .most = 16,
    .usual = 10,
    .make = make,
};

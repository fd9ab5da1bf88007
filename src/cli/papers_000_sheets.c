/* Figures 2 and 5 of 000, read off our plans; the pictures; what is wrong in the paper. */
#include "cli/papers_000.h"

#include <string.h>

const cli_picture p000_pictures[P000_PICTURES] = {
    {"figure1", "Figure 1: a 3-cube from two 2-cubes", "permute cube:3 --permutation 4,5,6,7,0,1,2,3",
     "The links between the two halves are those that the exchange with the counterpart uses."},
    {"figure1", "Figure 1: a 4-cube from two 3-cubes",
     "permute cube:4 --permutation 8,9,10,11,12,13,14,15,0,1,2,3,4,5,6,7",
     "The same one dimension up: nodes with a leading 0, and those with a leading 1."},
    {"figure2", "Figure 2a: the broadcast from 000", "allgather cube:3 --what tree --node 0",
     "The tree and the steps of one node's packet. Every other node's is this one, translated."},
    {"figure2", "Figure 2b: all of them at once", "allgather cube:3 --what timeline",
     "All eight broadcasts together: no link is asked for twice in a step."},
    {"figure3", "Figure 3: the broadcast on the 4-cube", "allgather cube:4 --what tree --node 0",
     "Steps are the sets E_i: no link number comes twice in one."},
    {"figure3", "Figure 3: the broadcast on the 5-cube", "allgather cube:5 --what tree --node 0",
     "The same for d = 5."},
    {"figure4", "Figure 4: the balanced tree, d = 3", "scatter cube:3 --what tree",
     "The root's subtrees are as equal as they can be; numbers are steps."},
    {"figure4", "Figure 4: the balanced tree, d = 4", "scatter cube:4 --what tree",
     "15 nodes in 4 subtrees: 4, 4, 4 and 3."},
    {"figure5", "Figure 5: the total exchange on the 4-cube", "alltoall cube:4 --what timeline --node 0",
     "Node 0's links: the last, between the halves, carries phase 2 all the time."},
    {"figure6", "Figure 6: the tree of one node's packets", "alltoall cube:4 --what tree --node 0",
     "Below link k hang the nodes whose highest bit, seen from the root, is k; numbers are the steps of arrival."},
    {"table1", "Every link in every step", "alltoall cube:3 --what timeline",
     "Why the total exchange cannot be faster: nothing is idle."},
};

const char *const p000_errata[] = {
    "Table 1 cannot be read in the scan we worked from. Steps and transmissions are: scatter ceil((2^d-1)/d), "
    "d*2^(d-1); multinode broadcast ceil((2^d-1)/d), 2^d*(2^d-1); total exchange 2^(d-1), d*2^(2d-1).",
    "Section 2: E_i is the nodes t with (i-1)d+1 <= n(t) <= id; the relation signs are lost.",
    "Section 2: R_k1 has to come first in N_k, and its first element has bit m(t) set and the bit before it, "
    "cyclically, clear. Read otherwise, schedules for composite d break the model.",
    "Section 3: the class of the parents must have d elements; the children's may have fewer.",
    "Figure 6, link 4: 1101 is missing between 1011 and 1010.",
    NULL,
};

/* ---- Figure 2: A_i(t), d = 3 ---- */

enum { D2 = 3, N2 = 1 << D2 };

typedef struct broadcasts {
    uint32_t from[N2][D2 + 1][D2]; /* of the packet of t in step i over link k, plus 1; 0: none */
} broadcasts;

static bool add_broadcast(void *user, const lb_move *move) {
    broadcasts *b = user;
    if (move->nitems != 1 || move->step > D2 || b->from[move->items[0].origin][move->step][move->port])
        return false;
    b->from[move->items[0].origin][move->step][move->port] = move->from + 1;
    return true;
}

static void put_links(cli_sheet *sheet, const uint32_t from[D2]) {
    char text[2 * CLI_CELL] = "";
    for (unsigned k = 0; k < D2; k++) {
        size_t used = strlen(text);
        if (from[k])
            snprintf(text + used, sizeof text - used, "%s%.3s->%.3s", used ? "  " : "", p000_bits(from[k] - 1, D2).text,
                     p000_bits((from[k] - 1) ^ 1U << k, D2).text);
    }
    cli_sheet_put(sheet, "%s", text);
}

static int make_figure2(cli_sheet *sheet) {
    static const char *const heads[] = {"A_1(t)", "A_2(t)", "A_3(t)"}, *const keys[] = {"A1", "A2", "A3"};
    broadcasts b = {{{{0}}}};
    bool fits = false;
    int status = p000_read_moves(&p000_problems[1], D2, add_broadcast, &b, &fits);
    cli_sheet_begin(sheet, "figure2", "Figure 2, d = 3: the links A_i(t) of step i for the packet of node t",
                    "Every row is the first one with t added to both ends of its links, and no link stands twice in a "
                    "column.");
    cli_sheet_column_add(sheet, "t", "t", CLI_WORDS);
    for (unsigned i = 0; i < D2; i++)
        cli_sheet_column_add(sheet, heads[i], keys[i], CLI_WORDS);
    for (uint32_t t = 0; t < N2 && !status; t++) {
        cli_sheet_row_add(sheet);
        cli_sheet_put(sheet, "%s", p000_bits(t, D2).text);
        cli_sheet_holds(sheet, fits);
        for (unsigned step = 1; step <= D2; step++) {
            put_links(sheet, b.from[t][step]);
            for (unsigned k = 0; k < D2; k++) {
                uint32_t first = b.from[0][step][k], now = b.from[t][step][k];
                cli_sheet_holds(sheet, first ? now == ((first - 1) ^ t) + 1 : !now);
            }
        }
    }
    return status;
}

/* ---- Figure 5: the phases of the total exchange, d = 4 ---- */

enum { D5 = 4, STEPS5 = 1 << (D5 - 1), PHASES = 3 };

typedef struct phases {
    uint32_t moves[STEPS5 + 1][PHASES];
} phases;

static bool add_phase(void *user, const lb_move *move) {
    phases *p = user;
    uint32_t top = 1U << (D5 - 1), other = (move->items[0].origin ^ move->items[0].dest) & top;
    if (move->step > STEPS5)
        return false;
    p->moves[move->step][move->port == D5 - 1 ? 1 : other ? 2 : 0]++;
    return true;
}

static int make_figure5(cli_sheet *sheet) {
    phases p = {{{0}}};
    bool fits = false;
    const uint32_t n = 1U << D5, within = n * (D5 - 1);
    int status = p000_read_moves(&p000_problems[2], D5, add_phase, &p, &fits);
    cli_sheet_begin(sheet, "figure5", "Figure 5, d = 4: packets of the three phases, step by step",
                    "Phase 1: within the halves, the half's own; phase 2: between the halves; phase 3: within the "
                    "halves, what came over. Phase 3 follows phase 1 at once, and phase 2 never stops.");
    cli_sheet_column_add(sheet, "step", "step", CLI_NUMBERS);
    cli_sheet_column_add(sheet, "phase 1", "phase1", CLI_NUMBERS);
    cli_sheet_column_add(sheet, "phase 2", "phase2", CLI_NUMBERS);
    cli_sheet_column_add(sheet, "phase 3", "phase3", CLI_NUMBERS);
    for (uint32_t step = 1; step <= STEPS5 && !status; step++) {
        const uint32_t *m = p.moves[step];
        bool first = step <= STEPS5 / 2;
        cli_sheet_row_add(sheet);
        cli_sheet_put(sheet, "%u", step);
        for (unsigned k = 0; k < PHASES; k++)
            cli_sheet_put(sheet, "%u", m[k]);
        cli_sheet_holds(sheet, fits && m[1] == n && m[0] == (first ? within : 0) && m[2] == (first ? 0 : within));
    }
    return status;
}

int p000_make_sheets(p000 *all) {
    int status = make_figure2(&all->figure2);
    return status ? status : make_figure5(&all->figure5);
}

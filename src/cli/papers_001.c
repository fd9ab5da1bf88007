/* linkbound papers 001: everything is planned, replayed and simulated before the first line is printed. */
#include "cli/papers_001.h"

#include "cli/papers.h"
#include "cli/say.h"
#include "cli/term.h"

#include <stdlib.h>

enum { MOST_PULL = 1000000 }; /* tau*m/beta: about 1000 groups, beyond which plans take long */

const char *const p001_errata[] = {
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

bool p001_table_holds(const p001_table *table) {
    for (unsigned i = 0; i < table->rows; i++) {
        if (!table->row[i].holds)
            return false;
    }
    return true;
}

bool p001_races_hold(const p001_races *races) {
    for (unsigned i = 0; i < races->rows; i++) {
        if (!races->row[i].holds)
            return false;
    }
    return true;
}

bool p001_holds(const p001 *all) {
    bool holds = true;
    for (unsigned i = 0; i < P001_SUMS; i++)
        holds = holds && all->sum[i].holds;
    for (unsigned i = 0; i < P001_BOXES; i++)
        holds = holds && p001_table_holds(&all->table[i]);
    for (unsigned i = 0; i < P001_RIVALS; i++)
        holds = holds && p001_races_hold(&all->races[i]);
    for (unsigned i = 0; i < all->broadcasts; i++)
        holds = holds && all->broadcast[i].holds;
    for (unsigned i = 0; i < all->sends; i++)
        holds = holds && all->send[i].holds;
    return holds;
}

static unsigned count_work(unsigned most) {
    unsigned total = 0, n[P001_MOST];
    for (unsigned d = 1; d <= most; d++) {
        for (unsigned i = 0; i < P001_BOXES; i++)
            total += p001_distances(p001_boxes[i].shape, d, n);
        total += d + 1;
    }
    return total;
}

static int make(p001 *all) {
    all->total = count_work(all->most);
    cli_progress_begin(&all->progress, "simulating", 0, "", false);
    int status = p001_make_sums(all);
    if (!status)
        status = p001_make_tables(all);
    if (!status)
        status = p001_make_races(all);
    if (!status)
        status = p001_make_packets(all);
    int stopped = cli_progress_end(&all->progress);
    return stopped ? stopped : status;
}

static int read_cost(const cli_args *args, lb_cost *cost) {
    *cost = (lb_cost){.bytes = 5040, .tau = {1, 1}, .beta = {40, 1}};
    if (cli_given(args, OPT_BYTES))
        cost->bytes = args->bytes;
    if (cli_given(args, OPT_TAU))
        cost->tau = args->tau;
    if (cli_given(args, OPT_BETA))
        cost->beta = args->beta;
    if (cost->bytes == 0)
        return cli_fail("--bytes 0: there is nothing to send");
    if (lb_ratio_value(cost->tau) * (double)cost->bytes > MOST_PULL * lb_ratio_value(cost->beta))
        return cli_fail("the message takes more than %d start-ups' time, tau*m > %d*beta: pipelined so finely, the "
                        "plans would be too long",
                        MOST_PULL, MOST_PULL);
    return CLI_OK;
}

static int put(const cli_args *args, const p001 *all, const cli_paper_out *out) {
    cli_gallery gallery;
    int status = cli_gallery_make(&gallery, p001_pictures, P001_PICTURES, out->page, out->json || !out->page);
    if (!status && out->json)
        p001_print_json(out->json, all, &gallery);
    if (!status && out->page)
        p001_page(out->page, all, &gallery);
    if (!status && !out->json && !out->page) {
        lb_style style = cli_style(stdout, args);
        p001_print(&style, all, &gallery);
    }
    cli_gallery_free(&gallery);
    return status ? status : p001_holds(all) ? CLI_OK : CLI_BROKEN;
}

int cli_paper_001(const cli_args *args, unsigned most, const cli_paper_out *out) {
    lb_cost cost;
    int status = read_cost(args, &cost);
    if (status)
        return status;
    p001 *all = calloc(1, sizeof *all);
    if (!all)
        return cli_fail("memory for the tables could not be had");
    all->most = most;
    all->cost = cost;
    status = make(all);
    if (!status)
        status = put(args, all, out);
    free(all);
    return status;
}

/* 003 in the report. It has no figures and tables; its formulas are held against plans, and three plans are shown. */
#include "cli/papers_003.h"

#include <inttypes.h>

const cli_picture p003_pictures[P003_PICTURES] = {
    {"totals", "Three phases on the 3-cube",
     "multibroadcast cube:3 --sources 0,3,5,6 -a three-phase-scan --what timeline",
     "Four broadcasts, after the scan: first up to the roots of the trees, then down from them."},
    {"few", "Few broadcasts, all in the same order",
     "multibroadcast cube:3 --sources 0,7 -a same-order --what timeline",
     "d+K-1 slots when every packet takes the dimensions in the same order."},
    {"ratios", "As fast as can be", "multibroadcast cube:3 --sources 0,3,5,6 -a rarest-first --what timeline",
     "The same four when the sources are known: rarest-first."},
};

static void put_totals(cli_page *page, const p003 *all) {
    static cli_sheet s;
    cli_sheet_begin(&s, "totals", "Slots of the three phases, control included",
                    "three-phase, the paper's, has 2d+1 slots for the ranks and one at the end; three-phase-scan has d "
                    "slots for the ranks. Every plan was replayed.");
    s.json = "totals";
    cli_sheet_column_add(&s, "d", "d", CLI_NUMBERS);
    cli_sheet_column_add(&s, "K", "k", CLI_NUMBERS);
    cli_sheet_column_add(&s, "2*ceil(K/d)+4d", "formula", CLI_NUMBERS);
    cli_sheet_column_add(&s, "plan", "slots", CLI_NUMBERS);
    cli_sheet_column_add(&s, "2*ceil(K/d)+3d-2", "scan_formula", CLI_NUMBERS);
    cli_sheet_column_add(&s, "plan", "scan_slots", CLI_NUMBERS);
    cli_sheet_column_add(&s, "bound", "bound", CLI_NUMBERS);
    for (unsigned i = 0; i < all->total_rows; i++) {
        const p003_total *t = &all->totals[i];
        const uint64_t values[] = {t->d, t->k, t->formula, t->slots, t->scan_formula, t->scan_slots, t->bound};
        cli_sheet_row_add(&s);
        for (unsigned k = 0; k < 7; k++)
            cli_sheet_put(&s, "%" PRIu64, values[k]);
        cli_sheet_holds(&s, t->holds);
    }
    cli_page_sheet(page, &s);
}

static void put_few(cli_page *page, const p003 *all) {
    static cli_sheet s;
    cli_sheet_begin(
        &s, "few", "K up to 3d, and up to d",
        "same-order keeps to d+K-1 slots for K up to 3d; rank-order takes d after the scan for K up to d. At "
        "K = d: the slowest of three sets of sources.");
    s.json = "few";
    cli_sheet_column_add(&s, "d", "d", CLI_NUMBERS);
    cli_sheet_column_add(&s, "plans", "plans", CLI_NUMBERS);
    cli_sheet_column_add(&s, "same-order <= d+K-1", "same_order", CLI_WORDS);
    cli_sheet_column_add(&s, "at K = d", "latest", CLI_NUMBERS);
    cli_sheet_column_add(&s, "rank-order = d", "rank_order", CLI_WORDS);
    for (unsigned i = 0; i < all->fews; i++) {
        const p003_few *f = &all->few[i];
        cli_sheet_row_add(&s);
        cli_sheet_put(&s, "%u", f->d);
        cli_sheet_put(&s, "%u", f->tried);
        cli_sheet_put(&s, f->same ? "yes" : "no");
        cli_sheet_put(&s, "%" PRIu64, f->latest);
        cli_sheet_put(&s, f->ranked ? "yes" : "no");
        cli_sheet_holds(&s, f->same && f->ranked);
    }
    cli_page_sheet(page, &s);
}

enum { WORST, MEAN, LAST, RATIOS };

static void put_ratios(cli_page *page, const p003 *all, unsigned which) {
    static const char *const heads[P003_WAYS] = {"paper", "scan", "random", "auto", "roots", "own", "rarest"};
    static const char *const names[RATIOS] = {"worst", "mean", "last"};
    static const char *const titles[RATIOS] = {"Slots by the bound: the worst of K = 1 to 2^d", "The mean",
                                               "At K = 2^d"};
    static char keys[RATIOS][P003_WAYS][40];
    static cli_sheet s;
    cli_sheet_begin(&s, names[which], titles[which], NULL);
    s.json = "ratios";
    cli_sheet_column_add(&s, "d", "d", CLI_NUMBERS);
    cli_sheet_column_add(&s, "sources", "sources", CLI_WORDS);
    for (unsigned w = 0; w < P003_WAYS; w++) {
        snprintf(keys[which][w], sizeof keys[which][w], "%s.%s", names[which], p003_ways[w]);
        cli_sheet_column_add(&s, heads[w], keys[which][w], CLI_NUMBERS);
    }
    for (unsigned i = 0; i < all->ratios; i++) {
        const p003_ratio *r = &all->ratio[i];
        const double *value = which == WORST ? r->worst : which == MEAN ? r->mean : r->last;
        cli_sheet_row_add(&s);
        cli_sheet_put(&s, "%u", r->d);
        cli_sheet_put(&s, "%s", r->set);
        for (unsigned w = 0; w < P003_WAYS; w++)
            cli_sheet_real(&s, value[w], 3);
        cli_sheet_holds(&s, r->holds);
    }
    cli_page_sheet(page, &s);
}

void p003_page(cli_page *page, const p003 *all, const cli_gallery *gallery) {
    cli_page_say(page, "The paper has formulas, and no tables or figures. Every number is of a plan made and replayed "
                       "now, or of a lower bound whose witness was recounted.");
    cli_page_part(page, "totals", "The three phases");
    put_totals(page, all);
    cli_gallery_page(page, gallery, "totals");
    cli_page_part(page, "few", "Few broadcasts");
    put_few(page, all);
    cli_gallery_page(page, gallery, "few");
    cli_page_part(page, "ratios", "How far from the bound");
    cli_page_say(
        page, "paper: three-phase, scan: three-phase-scan, random: random-trees, roots: many-roots, own: own-trees, "
              "rarest: rarest-first. The paper's algorithm tends to twice the bound; random-trees needs as little as "
              "it does: nobody knows K or who sends. The last three are for sources known when the plan is made.");
    for (unsigned which = 0; which < RATIOS; which++)
        put_ratios(page, all, which);
    cli_gallery_page(page, gallery, "ratios");
    cli_page_errata(page, p003_errata);
}

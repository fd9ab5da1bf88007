/* 003's tables for people, 80 columns, and for programs. Keys are a contract: man/linkbound-papers.1 lists them. */
#include "cli/papers_003.h"

#include "cli/term.h"

#include <inttypes.h>

static void heading(const lb_style *style, const char *text) {
    printf("%s%s%s\n", lb_ink_on(style, LB_INK_BOLD), text, lb_ink_on(style, LB_INK_PLAIN));
}

static void say(const lb_style *style, const char *text) {
    fputs("  ", stdout);
    cli_wrap(stdout, 2, style->width < 80 ? style->width : 80, text);
}

static void put_totals(const lb_style *style, const p003 *all) {
    heading(style, "Slots of the three phases, control included (sources here and there)");
    printf("  %2s %5s  %17s %5s  %17s %5s  %5s\n", "d", "K", "2*ceil(K/d)+4d", "plan", "2*ceil(K/d)+3d-2", "plan",
           "bound");
    for (unsigned i = 0; i < all->total_rows; i++) {
        const p003_total *t = &all->totals[i];
        printf("  %2u %5" PRIu32 "  %17" PRIu64 " %5" PRIu64 "  %17" PRIu64 " %5" PRIu64 "  %5" PRIu64 "%s\n", t->d,
               t->k, t->formula, t->slots, t->scan_formula, t->scan_slots, t->bound, t->holds ? "" : " !");
    }
    say(style, "On the left three-phase, the paper's, with 2d+1 slots for the ranks and one at the end; on the right "
               "three-phase-scan, with d slots for the ranks. Every plan was replayed.");
    putchar('\n');
}

static void put_few(const lb_style *style, const p003 *all) {
    heading(style, "Few broadcasts (section 3.3)");
    printf("  %2s %6s  %22s %10s  %24s\n", "d", "plans", "same-order <= d+K-1", "at K = d", "rank-order = d + scan");
    for (unsigned i = 0; i < all->fews; i++) {
        const p003_few *f = &all->few[i];
        printf("  %2u %6u  %22s %10" PRIu64 "  %24s%s\n", f->d, f->tried, f->same ? "yes" : "no", f->latest,
               f->ranked ? "yes" : "no", f->same && f->ranked ? "" : " !");
    }
    say(style, "K up to 3d for same-order, up to d for rank-order. At K = d: the slowest of three sets of sources.");
    putchar('\n');
}

enum figure { WORST, MEAN, LAST };

static void put_ratios(const lb_style *style, const p003 *all, const char *title, enum figure which) {
    static const char *const heads[P003_WAYS] = {"paper", "scan", "random", "auto", "roots", "own", "rarest"};
    heading(style, title);
    bool all_k = which == WORST; /* how many K, and how far above the bound: of all of them, so told once */
    printf("  %2s  %-9s", "d", "sources");
    for (unsigned w = 0; w < P003_WAYS; w++)
        printf(" %6s", heads[w]);
    printf("%s\n", all_k ? "   Ks  above" : "");
    for (unsigned i = 0; i < all->ratios; i++) {
        const p003_ratio *r = &all->ratio[i];
        const double *value = which == WORST ? r->worst : which == MEAN ? r->mean : r->last;
        printf("  %2u  %-9s", r->d, r->set);
        for (unsigned w = 0; w < P003_WAYS; w++)
            printf(" %6.3f", value[w]);
        if (all_k)
            printf(" %4u %6" PRIu64, r->tried, r->most_above);
        printf("%s\n", r->holds ? "" : " !");
    }
}

void p003_print(const lb_style *style, const p003 *all, const cli_gallery *gallery) {
    heading(style, "003: Multiple simultaneous broadcasts in the hypercube (Stamoulis & Tsitsiklis)");
    say(style, "Every number is of a plan made and replayed now, or of a lower bound whose witness was recounted.");
    putchar('\n');
    put_totals(style, all);
    put_few(style, all);
    put_ratios(style, all, "Slots by the bound, K = 1 to 2^d: the worst", WORST);
    putchar('\n');
    put_ratios(style, all, "The mean", MEAN);
    putchar('\n');
    put_ratios(style, all, "At K = 2^d", LAST);
    say(style,
        "paper: three-phase, scan: three-phase-scan, random: random-trees, roots: many-roots, own: own-trees, "
        "rarest: rarest-first; above: steps of rarest-first above the bound, at the most. The paper's algorithm "
        "tends to twice the bound. random-trees needs as little as it does: nobody knows K or who sends; auto is "
        "the fastest after a scan. The last three are for sources that are known when the plan is made: "
        "many-roots is a closed form for large cubes, own-trees stays within d steps of the bound, rarest-first "
        "is mostly at it.");
    putchar('\n');
    cli_gallery_print(style, gallery, "");
    heading(style, "Errata");
    for (unsigned i = 0; p003_errata[i]; i++)
        say(style, p003_errata[i]);
}

static void json_totals(cli_json *json, const p003 *all) {
    cli_json_open(json, "totals", '[');
    for (unsigned i = 0; i < all->total_rows; i++) {
        const p003_total *t = &all->totals[i];
        cli_json_open(json, NULL, '{');
        cli_json_number(json, "d", t->d);
        cli_json_number(json, "k", t->k);
        cli_json_number(json, "formula", t->formula);
        cli_json_number(json, "slots", t->slots);
        cli_json_number(json, "scan_formula", t->scan_formula);
        cli_json_number(json, "scan_slots", t->scan_slots);
        cli_json_number(json, "bound", t->bound);
        cli_json_bool(json, "holds", t->holds);
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
}

static void json_values(cli_json *json, const char *key, const double *value) {
    cli_json_open(json, key, '{');
    for (unsigned w = 0; w < P003_WAYS; w++)
        cli_json_double(json, p003_ways[w], value[w]);
    cli_json_close(json, '}');
}

static void json_ratios(cli_json *json, const p003 *all) {
    cli_json_open(json, "ratios", '[');
    for (unsigned i = 0; i < all->ratios; i++) {
        const p003_ratio *r = &all->ratio[i];
        cli_json_open(json, NULL, '{');
        cli_json_number(json, "d", r->d);
        cli_json_text(json, "sources", r->set);
        cli_json_number(json, "tried", r->tried);
        json_values(json, "worst", r->worst);
        json_values(json, "mean", r->mean);
        json_values(json, "last", r->last);
        cli_json_number(json, "most_above", r->most_above);
        cli_json_bool(json, "holds", r->holds);
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
}

void p003_print_json(cli_json *json, const p003 *all, const cli_gallery *gallery) {
    cli_json_open(json, NULL, '{');
    cli_json_bool(json, "holds", p003_holds(all));
    json_totals(json, all);
    cli_json_open(json, "few", '[');
    for (unsigned i = 0; i < all->fews; i++) {
        const p003_few *f = &all->few[i];
        cli_json_open(json, NULL, '{');
        cli_json_number(json, "d", f->d);
        cli_json_number(json, "plans", f->tried);
        cli_json_bool(json, "same_order", f->same);
        cli_json_bool(json, "rank_order", f->ranked);
        cli_json_number(json, "latest", f->latest);
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
    json_ratios(json, all);
    cli_json_open(json, "errata", '[');
    for (unsigned i = 0; p003_errata[i]; i++)
        cli_json_text(json, NULL, p003_errata[i]);
    cli_json_close(json, ']');
    cli_gallery_json(json, gallery);
    cli_json_close(json, '}');
}

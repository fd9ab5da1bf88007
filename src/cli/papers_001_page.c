/* 001 in the report. */
#include "cli/papers_001.h"

#include <inttypes.h>
#include <math.h>

#define STAGE " --clock linear --bytes 5040 --tau 1 --beta 40 --step "

const cli_picture p001_pictures[P001_PICTURES] = {
    {"figure1", "Figure 1: the 1-cube", "isotropic cube:1 --offsets 0", "2 nodes, 1 link."},
    {"figure1", "Figure 1: the 2-cube", "isotropic cube:2 --offsets 0", "4 nodes, 4 links."},
    {"figure1", "Figure 1: the 3-cube", "isotropic cube:3 --offsets 0", "8 nodes, 12 links."},
    {"figure1", "Figure 1: the 4-cube", "isotropic cube:4 --offsets 0", "16 nodes, 32 links."},
    {"figure2", "Figure 2: BROADCAST 3A, stage 0", "broadcast cube:3 -a broadcast-3a" STAGE "1",
     "Node 0 sends a third of the message over each of its links."},
    {"figure2", "Figure 2: stage 1", "broadcast cube:3 -a broadcast-3a" STAGE "2",
     "At distance 1 every node has one third, and hands it on."},
    {"figure2", "Figure 2: stage 2", "broadcast cube:3 -a broadcast-3a" STAGE "3",
     "Back towards the root goes what is missing there. Sends into node 0, as printed, are not needed."},
    {"figure2", "Figure 2: stage 3", "broadcast cube:3 -a broadcast-3a" STAGE "4",
     "The far corner gives its neighbours their last third."},
    {"figure3", "Figure 3: a logical link",
     "send cube:2 --to 3 -a oc-send-3 --clock linear --bytes 5040 --tau 1 --beta 40",
     "Half of the message over each of the two paths from 0 to 3: four physical links that are used as one."},
    {"figure3", "The same over time", "send cube:2 --to 3 -a oc-send-3 --what timeline --bytes 5040 --tau 1 --beta 40",
     "The two halves travel at the same time."},
};

static void put_exact(cli_sheet *sheet, lb_ratio value) {
    char text[CLI_CELL];
    lb_ratio_text(value, text, sizeof text);
    cli_sheet_put(sheet, "%s", text);
}

static double over(lb_ratio a, lb_ratio b) {
    return b.num ? lb_ratio_value(a) / lb_ratio_value(b) : NAN;
}

static void put_sums(cli_page *page, const p001 *all) {
    static cli_sheet s;
    cli_sheet_begin(&s, "K", "K_d, the sum of 1/(d over k) for k = 0..d",
                    "At least 2 + 2/d, at most that and 4/(d(d-1)) + 6(d-5)/(d(d-1)(d-2)): the paper's bounds for "
                    "d >= 5.");
    s.json = "K";
    cli_sheet_column_add(&s, "d", "d", CLI_NUMBERS);
    cli_sheet_column_add(&s, "K_d", "exact", CLI_WORDS);
    cli_sheet_column_add(&s, "about", "value", CLI_NUMBERS);
    cli_sheet_column_add(&s, "at least", "at_least", CLI_NUMBERS);
    cli_sheet_column_add(&s, "at most", "at_most", CLI_NUMBERS);
    for (unsigned d = 0; d < P001_SUMS; d++) {
        const p001_sum *sum = &all->sum[d];
        cli_sheet_row_add(&s);
        cli_sheet_put(&s, "%u", d);
        put_exact(&s, sum->value);
        cli_sheet_real(&s, lb_ratio_value(sum->value), 6);
        cli_sheet_real(&s, d >= 5 ? lb_ratio_value(sum->low) : NAN, 6);
        cli_sheet_real(&s, d >= 5 ? lb_ratio_value(sum->high) : NAN, 6);
        if (d == 5)
            cli_sheet_remark(&s, true, "printed: 2 2/3");
        cli_sheet_holds(&s, sum->holds);
    }
    cli_page_sheet(page, &s);
}

/* ---- Boxed formulas ---- */

static const char *groups_name(const p001_box *box) {
    if (box->shape == P001_SWAP)
        return "p";
    return box->relation == P001_LARGE ? "k" : "g";
}

static const char *note_of(const p001_box *box, const p001_table *table) {
    if (!table->there)
        return "Not in Linkbound.";
    if (box->relation == P001_AT_MOST)
        return "Linkbound has more packets on the way in as many stages, and so is at least as fast.";
    return box->relation == P001_LARGE ? "The formula is for large m; before that the wavelets' own start-ups count."
                                       : NULL;
}

static void put_row(cli_sheet *s, const p001_box *box, const p001_row *row, bool sends, bool groups) {
    cli_sheet_row_add(s);
    cli_sheet_put(s, "%u", row->d);
    if (sends)
        cli_sheet_put(s, "%u", row->n);
    if (groups)
        cli_sheet_put(s, "%" PRIu32, row->box.groups);
    put_exact(s, row->box.time);
    put_exact(s, row->simulated);
    cli_sheet_real(s, over(row->simulated, row->bound), 3);
    cli_sheet_real(s, over(row->simulated, row->data_bound), 3);
    if (box->closed)
        cli_sheet_real(s, row->box.closed, 2);
    if (box->relation == P001_AT_MOST && !row->equal)
        cli_sheet_remark(s, false, row->box.capped ? "packets of a byte" : "faster");
    else if (!row->equal)
        cli_sheet_remark(s, false, "m is small");
    cli_sheet_holds(s, row->holds);
}

static void put_box(cli_page *page, const p001_box *box, const p001_table *table) {
    static cli_sheet s;
    bool sends = box->shape == P001_SEND || box->shape == P001_ASIDE, groups = table->rows && table->row[0].box.groups;
    char title[120], where[80], formula[400];
    snprintf(title, sizeof title, "%s (section %s): %s", box->name, box->section, box->algorithm);
    snprintf(where, sizeof where, "formulas.%s.rows", box->key);
    snprintf(formula, sizeof formula, "%s%s%s", box->formula, box->closed ? "; at best " : "",
             box->closed ? box->closed : "");
    cli_sheet_begin(&s, box->key, title, note_of(box, table));
    s.json = where;
    s.formula = formula;
    cli_sheet_column_add(&s, "d", "d", CLI_NUMBERS);
    if (sends)
        cli_sheet_column_add(&s, "n", "n", CLI_NUMBERS);
    if (groups)
        cli_sheet_column_add(&s, groups_name(box), "groups", CLI_NUMBERS);
    cli_sheet_column_add(&s, "formula", "formula_exact", CLI_WORDS);
    cli_sheet_column_add(&s, "simulated", "simulated_exact", CLI_WORDS);
    cli_sheet_column_add(&s, "/bound", "over_bound", CLI_NUMBERS);
    cli_sheet_column_add(&s, "/data", "over_data_bound", CLI_NUMBERS);
    if (box->closed)
        cli_sheet_column_add(&s, "closed", "closed", CLI_NUMBERS);
    for (unsigned i = 0; i < table->rows; i++)
        put_row(&s, box, &table->row[i], sends, groups);
    if (table->rows)
        cli_page_sheet(page, &s);
}

static void put_boxes(cli_page *page, const p001 *all) {
    char text[200], tau[48], beta[48];
    lb_ratio_text(all->cost.tau, tau, sizeof tau);
    lb_ratio_text(all->cost.beta, beta, sizeof beta);
    snprintf(text, sizeof text, "m = %" PRIu64 ", tau = %s, beta = %s. Times are exact.", all->cost.bytes, tau, beta);
    cli_page_part(page, "formulas", "The boxed formulas");
    cli_page_say(page, text);
    cli_page_say(page,
                 "formula: the paper's, with the best whole number of groups; simulated: of a plan that was replayed; "
                 "/bound: divided by the lower bound; /data: by the bound's highest-order term, which is section 9's; "
                 "closed: the paper's final time, for the best real number of groups.");
    for (unsigned i = 0; i < P001_BOXES; i++)
        put_box(page, &p001_boxes[i], &all->table[i]);
}

/* ---- Others, packets ---- */

static void put_race(cli_page *page, const p001_rival *rival, const p001_races *races) {
    static cli_sheet s;
    char key[48], title[120], where[80];
    snprintf(key, sizeof key, "others-%s", rival->key);
    snprintf(title, sizeof title, "%s, against %s", rival->operation, rival->whose);
    snprintf(where, sizeof where, "others.%s.rows", rival->key);
    cli_sheet_begin(&s, key, title, NULL);
    s.json = where;
    s.formula = rival->formula;
    cli_sheet_column_add(&s, "d", "d", CLI_NUMBERS);
    if (rival->shape == P001_SEND)
        cli_sheet_column_add(&s, "n", "n", CLI_NUMBERS);
    cli_sheet_column_add(&s, "theirs", "theirs", CLI_NUMBERS);
    cli_sheet_column_add(&s, "ours", "ours", CLI_NUMBERS);
    cli_sheet_column_add(&s, "ours/theirs", "ratio", CLI_NUMBERS);
    for (unsigned i = 0; i < races->rows; i++) {
        const p001_race *r = &races->row[i];
        cli_sheet_row_add(&s);
        cli_sheet_put(&s, "%u", r->d);
        if (rival->shape == P001_SEND)
            cli_sheet_put(&s, "%u", r->n);
        cli_sheet_real(&s, r->theirs, 2);
        cli_sheet_real(&s, r->ours, 2);
        cli_sheet_real(&s, r->ours / r->theirs, 3);
        if (rival->ours[1])
            cli_sheet_remark(&s, false, r->by);
        cli_sheet_holds(&s, r->holds);
    }
    if (races->rows)
        cli_page_sheet(page, &s);
}

static void put_fixed(cli_page *page, const char *key, const char *title, const p001_fixed *list, unsigned count) {
    static cli_sheet s;
    static const uint32_t shown[] = {1, 8, 16, 32, 64};
    static const char *const heads[] = {"P=1", "P=8", "P=16", "P=32", "P=64"};
    static const char *const keys[] = {"steps.0", "steps.7", "steps.15", "steps.31", "steps.63"};
    char where[40];
    snprintf(where, sizeof where, "packets.%s", key);
    cli_sheet_begin(&s, key, title, "Of P = 1 to 64: how often as by the formula, and the fewest that are possible.");
    s.json = where;
    cli_sheet_column_add(&s, "d", "d", CLI_NUMBERS);
    cli_sheet_column_add(&s, "n", "n", CLI_NUMBERS);
    for (unsigned p = 0; p < 5; p++)
        cli_sheet_column_add(&s, heads[p], keys[p], CLI_NUMBERS);
    cli_sheet_column_add(&s, "as formula", "as_formula", CLI_NUMBERS);
    cli_sheet_column_add(&s, "as bound", "as_bound", CLI_NUMBERS);
    for (unsigned i = 0; i < count; i++) {
        cli_sheet_row_add(&s);
        cli_sheet_put(&s, "%u", list[i].d);
        cli_sheet_put(&s, "%u", list[i].n);
        for (unsigned p = 0; p < 5; p++)
            cli_sheet_put(&s, "%" PRIu32, list[i].steps[shown[p]]);
        cli_sheet_put(&s, "%u", list[i].as_formula);
        cli_sheet_put(&s, "%u", list[i].as_bound);
        cli_sheet_holds(&s, list[i].holds);
    }
    cli_page_sheet(page, &s);
}

void p001_page(cli_page *page, const p001 *all, const cli_gallery *gallery) {
    static const char *const figures[] = {"figure1", "figure2", "figure3"};
    static const char *const titles[] = {"Figure 1", "Figure 2", "Figure 3"};
    cli_page_say(page, "Every time is of a plan made, replayed and simulated now, exactly; the formulas are coded from "
                       "the paper, apart from the algorithms.");
    for (unsigned i = 0; i < 3; i++) {
        cli_page_part(page, figures[i], titles[i]);
        cli_gallery_page(page, gallery, figures[i]);
    }
    cli_page_part(page, "K", "K_d");
    put_sums(page, all);
    put_boxes(page, all);
    cli_page_part(page, "others", "Times of others");
    for (unsigned i = 0; i < P001_RIVALS; i++)
        put_race(page, &p001_rivals[i], &all->races[i]);
    cli_page_part(page, "packets", "Packets of a fixed size");
    put_fixed(page, "broadcast", "Broadcast (section 2): steps of broadcast-4", all->broadcast, all->broadcasts);
    put_fixed(page, "send", "Send: steps of arbitrary-send-2", all->send, all->sends);
    cli_page_errata(page, p001_errata);
}

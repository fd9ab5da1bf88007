/* 000 in the report. */
#include "cli/papers_000.h"

#include <inttypes.h>

static void put_table(cli_page *page, const p000 *all, unsigned problem) {
    static cli_sheet sheet;
    static char keys[P000_PROBLEMS][24], where[P000_PROBLEMS][40], notes[P000_PROBLEMS][2 * LB_WHY_MAX + 80];
    const p000_problem *p = &p000_problems[problem];
    const p000_row *row = all->row[problem];
    char formula[160];
    snprintf(keys[problem], sizeof keys[problem], "table1-%u", problem + 1);
    snprintf(where[problem], sizeof where[problem], "table1.rows[%u:%u]", problem * all->most,
             (problem + 1) * all->most);
    snprintf(notes[problem], sizeof notes[problem], "Why not less (d = %u): %s; %s.", all->most,
             row[all->most].steps.witness, row[all->most].transmissions.witness);
    snprintf(formula, sizeof formula, "%s steps, %s transmissions", p->steps_formula, p->transmissions_formula);
    cli_sheet_begin(&sheet, keys[problem], p->name, notes[problem]);
    sheet.json = where[problem];
    sheet.formula = formula;
    cli_sheet_column_add(&sheet, "d", "d", CLI_NUMBERS);
    cli_sheet_column_add(&sheet, "steps: formula", "steps.formula", CLI_NUMBERS);
    cli_sheet_column_add(&sheet, "plan", "steps.plan", CLI_NUMBERS);
    cli_sheet_column_add(&sheet, "bound", "steps.bound", CLI_NUMBERS);
    cli_sheet_column_add(&sheet, "transmissions: formula", "transmissions.formula", CLI_NUMBERS);
    cli_sheet_column_add(&sheet, "plan", "transmissions.plan", CLI_NUMBERS);
    cli_sheet_column_add(&sheet, "bound", "transmissions.bound", CLI_NUMBERS);
    for (unsigned d = 1; d <= all->most; d++) {
        const p000_count *counts[] = {&row[d].steps, &row[d].transmissions};
        cli_sheet_row_add(&sheet);
        cli_sheet_put(&sheet, "%u", d);
        for (unsigned k = 0; k < 2; k++) {
            cli_sheet_put(&sheet, "%" PRIu64, counts[k]->formula);
            cli_sheet_put(&sheet, "%" PRIu64, counts[k]->plan);
            cli_sheet_put(&sheet, "%" PRIu64, counts[k]->bound);
        }
        cli_sheet_holds(&sheet, p000_row_equal(&row[d]));
    }
    cli_page_sheet(page, &sheet);
}

static void put_classes(cli_page *page, const p000_figure3 *f, unsigned index) {
    static cli_sheet sheet;
    static const char *const heads[] = {"t1", "t2", "t3", "t4", "t5"};
    static const char *const nodes[] = {"members.0.node", "members.1.node", "members.2.node", "members.3.node",
                                        "members.4.node"};
    p000_class class = {0};
    char key[24], title[64], where[48];
    snprintf(key, sizeof key, "figure3-d%u", f->d);
    snprintf(title, sizeof title, "The classes, d = %u", f->d);
    snprintf(where, sizeof where, "figure3.%u.classes", index);
    cli_sheet_begin(&sheet, key, title, NULL);
    sheet.json = where;
    cli_sheet_column_add(&sheet, "class", "name", CLI_WORDS);
    cli_sheet_column_add(&sheet, "from n(t) =", "members.0.n", CLI_NUMBERS);
    for (unsigned k = 0; k < f->d; k++)
        cli_sheet_column_add(&sheet, heads[k], nodes[k], CLI_WORDS);
    while (p000_next_class(f, &class)) {
        cli_sheet_row_add(&sheet);
        cli_sheet_put(&sheet, "%s", p000_class_name(f, &class).text);
        cli_sheet_put(&sheet, "%u", class.first + 1);
        for (uint32_t i = class.first; i < class.end; i++)
            cli_sheet_put(&sheet, "%s", p000_bits(f->link[i].to, f->d).text);
        cli_sheet_holds(&sheet, f->holds);
    }
    cli_page_sheet(page, &sheet);
}

static void put_figure4(cli_page *page, const p000_figure4 *f) {
    char text[160];
    size_t length = (size_t)snprintf(text, sizeof text, "d = %u: nodes under link 1 to %u:", f->d, f->d);
    for (unsigned k = 0; k < f->d; k++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s %u", k ? "," : "", f->size[k]);
    snprintf(text + length, sizeof text - length, ". %s",
             f->holds ? "As equal as can be, and every path is a shortest one."
                      : "THIS IS NOT A PERFECTLY BALANCED TREE.");
    cli_page_say(page, text);
}

static void put_figure6(cli_page *page, const p000_figure6 *f) {
    static cli_sheet sheet;
    static const char *const heads[] = {"link 1", "link 2", "link 3", "link 4"};
    static const char *const keys[] = {"links.0", "links.1", "links.2", "links.3"};
    cli_sheet_begin(&sheet, "figure6", "For whom 0000 sends its own packets", "The same as by the paper's rule.");
    cli_sheet_column_add(&sheet, "time", "time", CLI_NUMBERS);
    for (unsigned k = 0; k < P000_D6; k++)
        cli_sheet_column_add(&sheet, heads[k], keys[k], CLI_WORDS);
    for (unsigned i = 0; i < 1 << (P000_D6 - 1); i++) {
        cli_sheet_row_add(&sheet);
        cli_sheet_put(&sheet, "%u", i + 1);
        for (unsigned k = 0; k < P000_D6; k++)
            cli_sheet_put(&sheet, "%s", f->dest[i][k] ? p000_bits(f->dest[i][k], P000_D6).text : "");
        cli_sheet_holds(&sheet, f->holds);
        if (f->dest[i][P000_D6 - 1] == P000_ERRATUM6)
            cli_sheet_remark(&sheet, true, "1101 is missing in the scan");
    }
    cli_page_sheet(page, &sheet);
}

void p000_page(cli_page *page, const p000 *all, const cli_gallery *gallery) {
    cli_page_say(page, "Nodes are written as bits. Links are numbered from 1, the rightmost bit, as in the paper; "
                       "everywhere else linkbound counts from 0.");
    cli_page_part(page, "table1", "Table 1");
    cli_page_say(page, "The formulas are garbled in the scan we worked from; these are what sections 2 to 4 derive. "
                       "Formula, plan and lower bound are equal in every row.");
    for (unsigned i = 0; i < P000_PROBLEMS; i++)
        put_table(page, all, i);
    cli_gallery_page(page, gallery, "table1");
    cli_page_part(page, "figure1", "Figure 1");
    cli_gallery_page(page, gallery, "figure1");
    cli_page_part(page, "figure2", "Figure 2");
    cli_page_sheet(page, &all->figure2);
    cli_gallery_page(page, gallery, "figure2");
    cli_page_part(page, "figure3", "Figure 3");
    cli_page_say(page, "The paper leaves some choices open in Figures 3 and 4; these are the ones our plans make.");
    for (unsigned i = 0; i < P000_CUBES3; i++)
        put_classes(page, &all->figure3[i], i);
    cli_gallery_page(page, gallery, "figure3");
    cli_page_part(page, "figure4", "Figure 4");
    for (unsigned i = 0; i < P000_TREES; i++)
        put_figure4(page, &all->figure4[i]);
    cli_gallery_page(page, gallery, "figure4");
    cli_page_part(page, "figure5", "Figure 5");
    cli_page_sheet(page, &all->figure5);
    cli_gallery_page(page, gallery, "figure5");
    cli_page_part(page, "figure6", "Figure 6");
    put_figure6(page, &all->figure6);
    cli_gallery_page(page, gallery, "figure6");
    cli_page_errata(page, p000_errata);
}

/* 002 in the report. */
#include "cli/papers_002.h"

#include <string.h>

const cli_picture p002_pictures[P002_PICTURES] = {
    {"figure1", "Figure 1: the total exchange on the 3-cube", "alltoall cube:3 -a isotropic --what matrix",
     "Who has sent to whom by when: the matrix of all nodes' tasks, which are all the same."},
    {"figure3", "Figure 3: the ways of node 0's packets, d = 5", "alltoall cube:5 -a least-delay --what tree --node 0",
     "Levels are the sets N_k; numbers are the slots of arrival."},
    {"figure5", "Figure 5: the torus of 3 x 3", "isotropic 3x3 --offsets 0",
     "Stubs lead around to the node whose number they bear."},
    {"figure6", "Figure 6: the total exchange on the 4x4 torus", "alltoall 4x4 -a isotropic --what matrix",
     "Sixteen nodes, eight steps."},
    {"figure7", "Figure 7: node 0's links on the 5x5 torus", "alltoall 5x5 -a least-delay --what timeline --node 0",
     "All four links in every slot."},
};

static void put_table(cli_page *page, const p002_table *t) {
    static cli_sheet s;
    bool number = t->rows && strspn(t->row[0].name, "0123456789") == strlen(t->row[0].name);
    cli_sheet_begin(&s, t->key, t->title, t->note);
    cli_sheet_column_add(&s, t->name_head, t->name_key, number ? CLI_NUMBERS : CLI_WORDS);
    for (unsigned k = 0; k < t->columns; k++)
        cli_sheet_column_add(&s, t->column[k].head, t->column[k].key, CLI_NUMBERS);
    for (unsigned i = 0; i < t->rows; i++) {
        const p002_row *row = &t->row[i];
        cli_sheet_row_add(&s);
        cli_sheet_put(&s, "%s", row->name);
        for (unsigned k = 0; k < t->columns; k++)
            cli_sheet_real(&s, row->value[k], t->column[k].decimals);
        if (row->remark)
            cli_sheet_remark(&s, false, row->remark);
        cli_sheet_holds(&s, row->holds);
    }
    cli_page_sheet(page, &s);
}

static void put_figure(cli_page *page, const p002_figure *f) {
    static cli_sheet s;
    static const char *const keys[] = {"0", "1", "2", "3"};
    char note[120];
    snprintf(note, sizeof note, "Every row is a shortest way, and every column sums to h = %u, the steps of the plan.",
             f->steps);
    cli_sheet_begin(&s, f->key, strchr(f->title, ':') + 2, f->holds ? note : "NOT a task matrix as defined.");
    for (unsigned k = 0; k < f->links; k++)
        cli_sheet_column_add(&s, f->link[k], keys[k], CLI_NUMBERS);
    for (unsigned i = 0; i < f->rows; i++) {
        cli_sheet_row_add(&s);
        for (unsigned k = 0; k < f->links; k++)
            cli_sheet_put(&s, "%u", f->entry[i][k]);
        cli_sheet_holds(&s, f->holds);
    }
    cli_page_sheet(page, &s);
}

void p002_page(cli_page *page, const p002 *all, const cli_gallery *gallery) {
    static const char *const keys[] = {"figure1", "figure2", "figure3", "figure4", "figure5", "figure6", "figure7"};
    static const char *const titles[] = {"Figure 1", "Figure 2", "Figure 3", "Figure 4",
                                         "Figure 5", "Figure 6", "Figure 7"};
    cli_page_say(page, "Every number is of a plan made and replayed now, or of a lower bound whose witness was "
                       "recounted. Bits and links are numbered from the left in the figures, as in the paper.");
    for (unsigned i = 0; i < 7; i++) {
        cli_page_part(page, keys[i], titles[i]);
        for (unsigned k = 0; k < P002_FIGURES; k++) {
            if (strcmp(all->figure[k].key, keys[i]) == 0)
                put_figure(page, &all->figure[k]);
        }
        for (unsigned k = 0; k < P002_SHEETS; k++) {
            if (strcmp(all->sheet[k].key, keys[i]) == 0)
                cli_page_sheet(page, &all->sheet[k]);
        }
        cli_gallery_page(page, gallery, keys[i]);
    }
    cli_page_part(page, "steps", "Steps and delays on cubes");
    for (unsigned i = 0; i < 4; i++)
        put_table(page, &all->table[i]);
    cli_page_part(page, "tori", "Tori and rings");
    for (unsigned i = 4; i < P002_TABLES; i++)
        put_table(page, &all->table[i]);
    cli_page_errata(page, p002_errata);
}

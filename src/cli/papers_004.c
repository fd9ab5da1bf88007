/* linkbound papers 004: everything is counted, planned and replayed before the first line is printed. */
#include "cli/papers_004.h"

#include "cli/papers.h"
#include "cli/say.h"
#include "cli/term.h"

#include <math.h>
#include <stdlib.h>

const char *const p004_errata[] = {
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

p004_table *p004_begin(p004 *all, const char *key, const char *title, const char *note, const p004_column *column,
                       unsigned columns) {
    p004_table *t = &all->table[all->tables++];
    *t = (p004_table){.key = key, .title = title, .note = note, .column = column, .columns = columns};
    return t;
}

p004_row *p004_add(p004_table *table, unsigned n) {
    p004_row *row = &table->row[table->rows++];
    row->n = n;
    row->holds = true;
    for (unsigned k = 0; k < P004_COLUMNS; k++)
        row->value[k] = NAN;
    return row;
}

int p004_tree(unsigned n, lb_tree_kind kind, lb_tree **tree) {
    char name[16];
    lb_net *net = NULL;
    lb_why why = {""};
    snprintf(name, sizeof name, "cube:%u", n);
    int error = lb_net_parse(name, &net, &why);
    if (!error)
        error = lb_tree_create(net, kind, 0, tree, &why);
    lb_net_free(net);
    return error ? cli_fail_why(error, &why) : CLI_OK;
}

int p004_tick(p004 *all) {
    unsigned rows = 0;
    for (unsigned i = 0; i < all->tables; i++)
        rows += all->table[i].rows;
    return cli_progress_tick(&all->progress, rows < 240 ? rows / 240.0 : 1);
}

bool p004_table_holds(const p004_table *table) {
    for (unsigned i = 0; i < table->rows; i++) {
        if (!table->row[i].holds)
            return false;
    }
    return true;
}

bool p004_holds(const p004 *all) {
    bool holds = true;
    for (unsigned i = 0; i < all->tables; i++)
        holds = holds && p004_table_holds(&all->table[i]);
    return holds;
}

static int make(p004 *all) {
    cli_progress_begin(&all->progress, "counting", 0, "", false);
    int status = p004_make_counts(all);
    if (!status)
        status = p004_make_edges(all);
    if (!status)
        status = p004_make_times(all);
    if (!status)
        status = p004_make_sends(all);
    int stopped = cli_progress_end(&all->progress);
    return stopped ? stopped : status;
}

static int put(const cli_args *args, const p004 *all, const cli_paper_out *out) {
    cli_gallery gallery;
    int status = cli_gallery_make(&gallery, p004_pictures, P004_PICTURES, out->page, out->json || !out->page);
    if (!status && out->json)
        p004_print_json(out->json, all, &gallery);
    if (!status && out->page)
        p004_page(out->page, all, &gallery);
    if (!status && !out->json && !out->page) {
        lb_style style = cli_style(stdout, args);
        p004_print(&style, all, &gallery);
    }
    cli_gallery_free(&gallery);
    return status ? status : p004_holds(all) ? CLI_OK : CLI_BROKEN;
}

int cli_paper_004(const cli_args *args, unsigned most, const cli_paper_out *out) {
    if (cli_given(args, OPT_BYTES) && args->bytes == 0)
        return cli_fail("--bytes 0: there is nothing to send");
    p004 *all = calloc(1, sizeof *all);
    if (!all)
        return cli_fail("memory for the tables could not be had");
    all->most = most;
    all->cost.bytes = cli_given(args, OPT_BYTES) ? args->bytes : 5040;
    all->cost.tau = cli_given(args, OPT_TAU) ? args->tau : (lb_ratio){1, 1};
    all->cost.beta = cli_given(args, OPT_BETA) ? args->beta : (lb_ratio){40, 1};
    int status = make(all);
    if (!status)
        status = put(args, all, out);
    free(all);
    return status;
}

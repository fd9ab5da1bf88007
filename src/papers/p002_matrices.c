/* The task matrices of 002's Figures 1 and 6, counted in a plan of the total exchange: row = block, column = link. */
#include "papers/p002_parts.h"

#include <stdlib.h>
#include <string.h>

enum { LINKS = 4, TAGS = 16 };

typedef struct matrix {
    uint32_t hops[TAGS][LINKS]; /* of node 0's blocks, as planned */
} matrix;

static bool count_hops(void *user, const lb_move *move) {
    matrix *m = user;
    for (uint32_t i = 0; i < move->nitems; i++) {
        if (move->items[i].origin == 0)
            m->hops[move->items[i].dest][move->port]++;
    }
    return true;
}

/* Which of our ports the paper's link is: bits are counted from the left there. */
static unsigned port_of(const lb_net *net, unsigned link) {
    return lb_net_is_cube(net) ? lb_net_ports(net) - 1 - link : link;
}

/* The definition: the shorter way round in every dimension, either where both are as long. */
static bool row_holds(const lb_net *net, uint32_t node, const uint32_t hops[4]) {
    for (unsigned dim = 0; dim < lb_net_dims(net); dim++) {
        uint32_t radix = lb_net_radix(net, dim), digit = lb_digit(net, node, dim), back = radix - digit;
        uint32_t plus = hops[lb_port_of(net, dim, 1)], minus = radix > 2 ? hops[lb_port_of(net, dim, -1)] : 0;
        bool forth = plus == digit && minus == 0, round = plus == 0 && minus == back && radix > 2;
        if (!(forth && digit <= back) && !(round && back <= digit))
            return false;
    }
    return true;
}

/* Longest ways first, and among equals the larger number when read as one. */
static int by_length(const void *a, const void *b) {
    const uint32_t *x = a, *y = b;
    uint32_t xs = x[0] + x[1] + x[2] + x[3], ys = y[0] + y[1] + y[2] + y[3];
    if (xs != ys)
        return xs > ys ? -1 : 1;
    for (int i = 0; i < 4; i++) {
        if (x[i] != y[i])
            return x[i] > y[i] ? -1 : 1;
    }
    return 0;
}

/* Puts the rows in, links in the paper's order, longest ways first. */
static void put_matrix(exhibit *e, const lb_plan *plan, const matrix *m, const char *const *link) {
    const lb_net *net = lb_plan_net(plan);
    uint32_t entry[TAGS][LINKS] = {{0}}, sum[LINKS] = {0}, rows = lb_net_nodes(net) - 1, h = lb_plan_steps(plan);
    unsigned links = lb_net_ports(net);
    char sums[64] = "sum ";
    bool holds = true;
    for (uint32_t node = 1; node <= rows; node++) {
        holds = holds && row_holds(net, node, m->hops[node]);
        for (unsigned i = 0; i < links; i++)
            sum[i] += entry[node - 1][i] = m->hops[node][port_of(net, i)];
    }
    qsort(entry, rows, sizeof *entry, by_length);
    for (unsigned i = 0; i < links; i++)
        holds = holds && sum[i] == h;
    ex_fact(e, "holds", v_yes(holds));
    ex_fact(e, "h", v_count(h));
    for (unsigned i = 0; i < links; i++) {
        ex_fact(e, ex_keep(e->doc, "links.%u", i), v_text(link[i]));
        snprintf(sums + strlen(sums), sizeof sums - strlen(sums), "  %2u", sum[i]);
    }
    for (uint32_t row = 0; row < rows; row++) {
        ROW(e, v_words(e, "%s", ""));
        for (unsigned i = 0; i < links; i++)
            CELLS(e, v_count(entry[row][i]));
        ex_holds(e, holds);
    }
    for (unsigned i = 0; i < links; i++)
        ex_fact(e, ex_keep(e->doc, "sums.%u", i), v_count(sum[i]));
    ex_below(e, IN_TEXT, "%s", sums);
    ex_below(e, IN_TEXT, "%s h = %u, the steps of the plan it was read from.",
             holds ? "Every row is a shortest way, every column sums to" : "NOT a task matrix as defined; not all is",
             h);
    if (holds)
        ex_below(e, IN_PAGE, "Every row is a shortest way, and every column sums to h = %u, the steps of the plan.", h);
    else
        ex_below(e, IN_PAGE, "NOT a task matrix as defined.");
}

void p002_matrices(papers_work *work, papers_doc *doc) {
    static const struct {
        const char *key, *title, *network, *link[LINKS];
    } figures[] = {{"figure1", "Figure 1: the task matrix of the total exchange, d = 3", "cube:3", {"1", "2", "3"}},
                   {"figure6",
                    "Figure 6: the task matrix of the total exchange on the 4x4 torus",
                    "4x4",
                    {"1+", "1-", "2+", "2-"}}};
    static const char *const keys[LINKS] = {"0", "1", "2", "3"};
    for (unsigned i = 0; i < 2; i++) {
        matrix m = {{{0}}};
        papers_case c = {.network = figures[i].network, .kind = LB_ALLTOALL, .plan = {.algorithm = "isotropic"}};
        exhibit *e = ex_begin(doc, figures[i].key, figures[i].key, figures[i].title);
        lb_plan *plan = papers_plan(work, &c);
        e->name = strchr(figures[i].title, ':') + 2;
        e->holds_key = NULL;
        ex_columns(e, &(ex_column)WORDS("link", "", .where = IN_TEXT), 1);
        for (unsigned k = 0; k < LINKS && figures[i].link[k]; k++)
            ex_columns(e, &(ex_column)COLUMN(figures[i].link[k], keys[k], .width = 2), 1);
        ex_fact(e, "network", v_text(figures[i].network));
        if (papers_moves(work, plan, count_hops, &m))
            put_matrix(e, plan, &m, figures[i].link);
        lb_plan_free(plan);
    }
}

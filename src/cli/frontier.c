/* Gathering the points of a frontier: what each algorithm's formula says at the sizes that are compared. */
#include "cli/frontier.h"
#include "cli/problem.h"
#include "cli/say.h"

#include <stdlib.h>

static int by_startups(const void *a, const void *b) {
    const lb_frontier_point *x = a, *y = b;
    if (x->startups != y->startups)
        return x->startups < y->startups ? -1 : 1;
    int order = lb_ratio_compare(x->data, y->data);
    return order ? order : (x->hops > y->hops) - (x->hops < y->hops);
}

static bool is_known(const cli_frontier *f, const lb_frontier_point *p) {
    for (size_t i = 0; i < f->picture.points; i++) {
        if (f->point[i].name == p->name && by_startups(&f->point[i], p) == 0)
            return true;
    }
    return false;
}

static void gather(const cli_comparison *c, cli_frontier *f) {
    for (size_t k = 0; k < c->rivals; k++) {
        f->without += c->rival[k].plan != NULL;
        for (size_t i = 0; i < c->rows; i++) {
            const cli_point *at = &c->row[i].point[k];
            lb_frontier_point p = {c->rival[k].info->name, at->formula.startups, at->formula.hops, at->formula.data,
                                   false};
            if (at->known && at->formula.text && !c->rival[k].wrong && !is_known(f, &p))
                f->point[f->picture.points++] = p;
        }
    }
}

/* In order of start-ups what has less data than all before it. */
static void mark_best(cli_frontier *f) {
    qsort(f->point, f->picture.points, sizeof *f->point, by_startups);
    const lb_frontier_point *last = NULL;
    for (size_t i = 0; i < f->picture.points; i++) {
        f->point[i].best = !last || lb_ratio_compare(f->point[i].data, last->data) < 0;
        last = f->point[i].best ? &f->point[i] : last;
    }
}

/* The bound of start-ups alone, or of data alone. */
static int prove(const cli_comparison *c, lb_ratio tau, lb_ratio beta, lb_ratio *least, char text[LB_WHY_MAX]) {
    const lb_cost cost = {.bytes = 1, .tau = tau, .beta = beta};
    lb_witness witness;
    lb_why why = {""};
    int error = lb_bound_linear(c->task, c->ports, &cost, least, &witness, &why);
    if (!error && (least->num > 0))
        error = lb_witness_verify(c->task, c->ports, 1, &witness, &why);
    if (!error)
        lb_witness_time_text(c->task, &witness, text, LB_WHY_MAX);
    return error ? cli_fail_why(error, &why) : CLI_OK;
}

int cli_frontier_make(const cli_comparison *c, cli_frontier *f) {
    const lb_ratio none = {0, 1}, one = {1, 1};
    *f = (cli_frontier){.point = calloc(c->rivals * c->rows + 1, sizeof *f->point)};
    if (!f->point)
        return cli_fail_why(LB_ERR_MEMORY, NULL);
    gather(c, f);
    mark_best(f);
    cli_problem_title(c->task, c->ports, f->title, sizeof f->title);
    snprintf(f->subtitle, sizeof f->subtitle, "what no algorithm beats in both; the shaded part is proven impossible");
    f->picture.title = f->title;
    f->picture.subtitle = f->subtitle;
    f->picture.point = f->point;
    int status = prove(c, none, one, &f->picture.startups, f->witness[0]);
    if (!status)
        status = prove(c, one, none, &f->picture.data, f->witness[1]);
    if (!status && f->picture.points == 0)
        status = cli_fail("no algorithm has a formula for this; --frontier has nothing to show");
    return status;
}

void cli_frontier_free(cli_frontier *f) {
    free(f->point);
    *f = (cli_frontier){.point = NULL};
}

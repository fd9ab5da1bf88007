/* Gathering the points of a frontier: what each algorithm's formula says at the sizes that are compared. */
#include "cli/frontier.h"
#include "cli/compare_points.h"
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

static double line_at(const cli_comparison *c, const lb_frontier_point *p, double bytes) {
    return lb_ratio_value(p->data) * lb_ratio_value(c->tau) * bytes + (double)p->startups * lb_ratio_value(c->beta) +
           (double)p->hops * lb_ratio_value(c->hop);
}

/* Whether at all these sizes the time is no more than what is said of the point. What a plan needs at one size it needs
 * at others, and an algorithm that has a better plan there takes that: so it is, unless start-ups and data are those of
 * the path that is longest at one size, and other paths of the same plan have more of either. */
static bool is_line(const cli_comparison *c, const lb_frontier_point *p, const lb_frontier_point *other, double bytes) {
    return line_at(c, other, bytes) <= line_at(c, p, bytes) * (1 + 1e-9);
}

static void widen(lb_frontier_point *all, const lb_frontier_point *p) {
    all->name = p->name;
    all->startups = p->startups > all->startups ? p->startups : all->startups;
    all->hops = p->hops > all->hops ? p->hops : all->hops;
    all->data = lb_ratio_compare(p->data, all->data) > 0 ? p->data : all->data;
}

static void add(cli_frontier *f, const lb_frontier_point *p) {
    if (!is_known(f, p))
        f->point[f->picture.points++] = *p;
}

static bool has_formula(const cli_point *at) {
    return at->known && at->formula.text;
}

/* A point that holds at one more size too. */
static void hold_at(const cli_comparison *c, const lb_frontier_point *own, const cli_point *there, double bytes,
                    lb_frontier_point *p) {
    lb_frontier_point other = {own->name, there->formula.startups, there->formula.hops, there->formula.data, false};
    if (has_formula(there) && !is_line(c, own, &other, bytes))
        widen(p, &other);
}

/* A point for every plan that one algorithm has; of plans with several longest paths one that holds for all of them, at
 * the shortest and the longest messages as well. */
static void gather_rival(const cli_comparison *c, size_t k, cli_frontier *f) {
    const uint64_t end[2] = {1, UINT64_C(1) << 40};
    cli_point ends[2];
    lb_frontier_point all = {NULL, 0, 0, {0, 1}, false};
    for (size_t j = 0; j < 2; j++)
        cli_compare_point(c, k, end[j], &ends[j]);
    for (size_t i = 0; i < c->rows; i++) {
        const cli_point *at = &c->row[i].point[k];
        if (!has_formula(at))
            continue;
        lb_frontier_point own = {c->rival[k].info->name, at->formula.startups, at->formula.hops, at->formula.data,
                                 false};
        lb_frontier_point p = own;
        for (size_t j = 0; j < c->rows; j++)
            hold_at(c, &own, &c->row[j].point[k], (double)c->row[j].bytes, &p);
        for (size_t j = 0; j < 2; j++)
            hold_at(c, &own, &ends[j], (double)end[j], &p);
        if (by_startups(&p, &own) == 0)
            add(f, &p);
        else
            widen(&all, &p);
    }
    if (all.name)
        add(f, &all);
}

static void gather(const cli_comparison *c, cli_frontier *f) {
    for (size_t k = 0; k < c->rivals; k++) {
        f->without += c->rival[k].plan != NULL;
        if (!c->rival[k].plan && !c->rival[k].wrong)
            gather_rival(c, k, f);
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
        error = lb_witness_verify_time(c->task, c->ports, &cost, &witness, *least, &why);
    if (!error)
        lb_witness_time_text(c->task, &witness, text, LB_WHY_MAX);
    return error ? cli_fail_why(error, &why) : CLI_OK;
}

/* What start-ups an allreduce with the least data has at least: docs/bounds.md proves it. Every byte's sum meets at a
 * node, or on a link whose ends exchange it, and goes out from there; a link is as far from everybody as a node is, or
 * one nearer where it is one of an even ring. */
static uint64_t least_both(const cli_comparison *c, lb_ratio data) {
    const lb_net *net = lb_task_net(c->task);
    uint32_t n = lb_net_nodes(net), diameter = 0, nearer = 0;
    uint32_t ports = c->ports && c->ports < lb_net_ports(net) ? c->ports : lb_net_ports(net);
    if (lb_task_kind_of(c->task) != LB_ALLREDUCE || !lb_net_is_whole(net) || n < 2 ||
        lb_ratio_compare(data, (lb_ratio){2 * ((int64_t)n - 1), (int64_t)n * ports}) != 0)
        return 0;
    for (unsigned i = 0; i < lb_net_dims(net); i++) {
        diameter += lb_net_radix(net, i) / 2;
        nearer |= lb_net_radix(net, i) % 2 == 0;
    }
    return 2 * (uint64_t)diameter - nearer;
}

int cli_frontier_make(const cli_comparison *c, cli_frontier *f) {
    const lb_ratio none = {0, 1}, one = {1, 1};
    *f = (cli_frontier){.point = calloc(c->rivals * (c->rows + 1) + 1, sizeof *f->point)};
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
    if (!status)
        f->least_both = least_both(c, f->picture.data);
    if (!status && f->picture.points == 0)
        status = cli_fail("no algorithm has a formula for this; --frontier has nothing to show");
    return status;
}

void cli_frontier_free(cli_frontier *f) {
    free(f->point);
    *f = (cli_frontier){.point = NULL};
}

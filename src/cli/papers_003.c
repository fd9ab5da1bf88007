/* linkbound papers 003: everything is planned, replayed and held against its bound before the first line is printed. */
#include "cli/papers_003.h"

#include "cli/papers.h"
#include "cli/say.h"
#include "cli/term.h"

#include <stdlib.h>

const char *const p003_ways[P003_WAYS] = {"three-phase", "three-phase-scan", "random-trees", "auto",
                                          "many-roots",  "own-trees",        "rarest-first"};
const char *const p003_sets[P003_SETS] = {"random", "adjacent", "one node"};

const char *const p003_errata[] = {
    "Section 3.3.2 is off by one: slot m has to cross dimension (r+m-1) mod d + 1. As printed, with d slots, what "
    "should be crossed first comes last, and deliveries are missing.",
    "For K = 2^d the last slot, in which the nodes are told that it is over, is not needed: 2*ceil(2^d/d)+2d-2.",
    "Phases 2 and 3 must not overlap: most links are used upwards by one tree and downwards by another, so all roots "
    "have to begin phase 3 together, also those with floor(K/d) packets.",
    "A node cannot tell by the link whether a packet goes up or down: it needs a bit for the phase and the number of "
    "the tree. It is finished after d packets that say so; a root without a packet must send one too.",
    "A scan of d slots gives every node its rank and K; the prefix on an embedded tree takes 2d+1 and tells fewer.",
    "The randomised variant, overlapped as proposed (packets going down first), can take more than 2*max N + 2d-2: in "
    "13 "
    "of 2400 trials. With packets going up first, as Linkbound does it, it never did, and was never slower.",
    NULL,
};

/* A generator of its own, so that tables do not depend on the machine. */
static uint32_t pick(uint64_t *state, uint32_t below) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((*state >> 33) % below);
}

static void draw_sources(uint32_t n, uint32_t k, unsigned set, uint32_t *list) {
    uint64_t state = k * UINT64_C(1000003) + n + set;
    for (uint32_t v = 0; v < n; v++)
        list[v] = v;
    for (uint32_t left = n; left > 1 && set == 0; left--) { /* different nodes, here and there */
        uint32_t other = pick(&state, left), kept = list[left - 1];
        list[left - 1] = list[other];
        list[other] = kept;
    }
    for (uint32_t i = 0; i < k && set == 2; i++)
        list[i] = n / 3;
}

int p003_task(unsigned d, uint32_t k, unsigned set, lb_task **task) {
    uint32_t n = UINT32_C(1) << d, *list = malloc(n * sizeof *list), radix[P003_MOST];
    lb_net *net = NULL;
    lb_why why = {""};
    if (!list)
        return cli_fail("memory for the sources could not be had");
    for (unsigned i = 0; i < d; i++)
        radix[i] = 2;
    draw_sources(n, k, set, list);
    lb_task_params params = {.list = list, .count = k};
    int error = lb_net_create(d, radix, &net, &why);
    if (!error)
        error = lb_task_create(net, LB_MULTIBROADCAST, &params, task, &why);
    lb_net_free(net);
    free(list);
    return error ? cli_fail_why(error, &why) : CLI_OK;
}

static int tick(void *user, double done) {
    p003 *all = user;
    return cli_progress_tick(&all->progress, (all->done + done * 0.5) / all->total);
}

int p003_measure(p003 *all, const lb_task *task, const char *algorithm, uint64_t *slots, uint32_t *control) {
    lb_plan *plan = NULL;
    lb_why why = {""};
    lb_report report = {0};
    lb_plan_options options = {.algorithm = algorithm, .seed = 1};
    lb_check_options check = {.progress = tick, .user = all};
    int error = lb_plan_create(task, &options, &plan, &why), status = CLI_OK;
    if (error)
        return cli_fail_why(error, &why);
    *control = lb_plan_control(plan, false) + lb_plan_control(plan, true);
    *slots = lb_plan_steps(plan) + (uint64_t)lb_plan_control(plan, true);
    error = lb_check_plan(plan, &check, &report, &why);
    if (error == LB_ERR_CHECK) {
        cli_fail("%s: %s: %s", algorithm, lb_rule_name(report.rule), report.text);
        status = CLI_BROKEN;
    } else if (error) {
        status = error == LB_ERR_CANCELLED ? CLI_CANNOT : cli_fail_why(error, &why);
    }
    lb_report_free(&report);
    lb_plan_free(plan);
    if (!status && tick(all, 1))
        status = CLI_CANNOT;
    return status;
}

int p003_bound(const lb_task *task, uint64_t *steps) {
    lb_bound bound;
    lb_why why = {""};
    int error = lb_bound_unit(task, 0, 1, &bound, &why);
    if (!error)
        error = lb_witness_verify(task, 0, 1, &bound.steps_witness, &why);
    *steps = error ? 0 : bound.steps;
    return error ? cli_fail_why(error, &why) : CLI_OK;
}

bool p003_holds(const p003 *all) {
    bool holds = true;
    for (unsigned i = 0; i < all->total_rows; i++)
        holds = holds && all->totals[i].holds;
    for (unsigned i = 0; i < all->ratios; i++)
        holds = holds && all->ratio[i].holds;
    for (unsigned i = 0; i < all->fews; i++)
        holds = holds && all->few[i].same && all->few[i].ranked;
    return holds;
}

static int make(p003 *all) {
    all->total = 1 + (all->most - P003_LEAST + 1) * (P003_SETS + 2);
    cli_progress_begin(&all->progress, "replaying", 0, "", false);
    int status = p003_make_totals(all);
    if (!status)
        status = p003_make_few(all);
    if (!status)
        status = p003_make_ratios(all);
    int stopped = cli_progress_end(&all->progress);
    return stopped ? stopped : status;
}

static int put(const cli_args *args, const p003 *all, const cli_paper_out *out) {
    cli_gallery gallery;
    int status = cli_gallery_make(&gallery, p003_pictures, P003_PICTURES, out->page, out->json || !out->page);
    if (!status && out->json)
        p003_print_json(out->json, all, &gallery);
    if (!status && out->page)
        p003_page(out->page, all, &gallery);
    if (!status && !out->json && !out->page) {
        lb_style style = cli_style(stdout, args);
        p003_print(&style, all, &gallery);
    }
    cli_gallery_free(&gallery);
    return status ? status : p003_holds(all) ? CLI_OK : CLI_BROKEN;
}

int cli_paper_003(const cli_args *args, unsigned most, const cli_paper_out *out) {
    p003 *all = calloc(1, sizeof *all);
    if (!all)
        return cli_fail("memory for the tables could not be had");
    all->most = most;
    int status = make(all);
    if (!status)
        status = put(args, all, out);
    free(all);
    return status;
}

/* Gathering the numbers of a comparison. */
#include "cli/compare.h"

#include "cli/asked.h"
#include "cli/compare_changes.h"
#include "cli/compare_points.h"
#include "cli/compare_verify.h"
#include "cli/say.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Packets: of a plan that is worth making, to be simulated at all sizes together, and to find where the best changes.
 */
enum { PLANNED = 2000000, SIMULATED = 20000000, BUDGET = 10000000 };

static void leave_out(cli_comparison *c, const lb_algorithm *info, const char *why) {
    cli_left_out *left = &c->left[c->lefts++];
    left->info = info;
    snprintf(left->reason, sizeof left->reason, "%s", why);
}

/* Without a formula: its plan for a size, if that is small enough to be simulated again and again. */
static int plan_rival(const cli_comparison *c, uint64_t size, size_t count, lb_plan **plan, lb_why *why) {
    lb_cost cost = cli_compare_cost(c, size);
    lb_plan_options options = cli_compare_options(c, c->rivals, &cost);
    bool large = cli_compare_packets(c) > PLANNED, often = false;
    int error = large ? LB_ERR_SIZE : lb_plan_create(c->task, &options, plan, why);
    if (!error) {
        uint64_t effort = cli_compare_effort(*plan);
        large = effort > PLANNED;
        often = !large && effort * count > SIMULATED;
    }
    if (large || often) {
        lb_plan_free(*plan);
        *plan = NULL;
        if (why)
            snprintf(why->text, sizeof why->text, "it has no formula, and its plan is too large to be simulated%s",
                     large ? "" : " so often; with fewer --points it takes part");
        error = LB_ERR_SIZE;
    }
    return error;
}

/* The next rival is one. */
static void let_in(cli_comparison *c) {
    c->rival[c->rivals].mark = (char)(c->rivals < 26 ? 'A' + c->rivals : c->rivals < 52 ? 'a' + (c->rivals - 26) : '?');
    c->rivals++;
}

/* A plan for a short message may be a bad one for a long one: some for larger sizes, each kept where it is faster. */
static int plan_others(cli_comparison *c, const uint64_t *sizes, size_t count) {
    cli_rival *rival = &c->rival[c->rivals];
    for (size_t i = 0; i < CLI_OTHER_PLANS; i++) {
        size_t at = (count - 1) * (i + 1) / CLI_OTHER_PLANS;
        lb_cost cost = cli_compare_cost(c, sizes[at]);
        lb_ratio time;
        cli_point known;
        if (at == 0 || (i > 0 && at == (count - 1) * i / CLI_OTHER_PLANS))
            continue;
        cli_compare_point(c, c->rivals, sizes[at], &known);
        int error = plan_rival(c, sizes[at], count * (CLI_OTHER_PLANS + 1), &rival->other[i], NULL);
        if (error == LB_ERR_MEMORY)
            return error;
        bool better = !error && !cli_compare_simulate(rival->other[i], &cost, &time, NULL) &&
                      (!known.known || lb_ratio_compare(time, known.time) < 0);
        if (better)
            continue;
        lb_plan_free(rival->other[i]);
        rival->other[i] = NULL;
    }
    return LB_OK;
}

/* Tries the algorithm as the next rival. */
static int enter(cli_comparison *c, const lb_algorithm *info, const uint64_t *sizes, size_t count) {
    lb_why why = {""};
    cli_rival *rival = &c->rival[c->rivals];
    cli_point point = {.known = false};
    *rival = (cli_rival){.info = info};
    for (size_t i = 0; i < count && !point.known; i++)
        cli_compare_point(c, c->rivals, sizes[i], &point);
    int error = point.known ? LB_OK : plan_rival(c, sizes[0], count, &rival->plan, &why);
    if (!error && !point.known) { /* that it can be simulated shows only when it is */
        lb_cost least = cli_compare_cost(c, sizes[0]);
        lb_ratio time;
        error = cli_compare_simulate(rival->plan, &least, &time, &why);
        if (error) {
            lb_plan_free(rival->plan);
            rival->plan = NULL;
        }
        if (!error)
            error = plan_others(c, sizes, count);
    }
    if (error == LB_ERR_MEMORY)
        return cli_fail_why(error, &why);
    if (error) {
        leave_out(c, info, *why.text ? why.text : lb_strerror(error));
        return CLI_OK;
    }
    let_in(c);
    return CLI_OK;
}

/* A schedule that was read is a rival that is simulated. */
static void enter_own(cli_comparison *c, lb_plan *own) {
    c->own = (lb_algorithm){.name = lb_plan_algorithm(own), .source = "schedule"};
    c->rival[c->rivals] = (cli_rival){.info = &c->own, .plan = own};
    let_in(c);
}

static int no_memory(void) {
    cli_fail_why(LB_ERR_MEMORY, NULL);
    return CLI_CANNOT;
}

static int find_rivals(cli_comparison *c, lb_plan *own, const uint64_t *sizes, size_t count) {
    size_t all = lb_algorithms();
    c->rival = calloc(all + 2, sizeof *c->rival);
    c->left = calloc(all + 1, sizeof *c->left);
    if (!c->rival || !c->left) {
        lb_plan_free(own);
        return no_memory();
    }
    int status = CLI_OK;
    c->rivals = 0;
    if (own)
        enter_own(c, own);
    for (size_t i = 0; i < all && !status; i++) {
        const lb_algorithm *info = lb_algorithm_at(i);
        lb_cost cost = cli_compare_cost(c, sizes[0]);
        lb_plan_options options = {.ports = c->ports, .clock = LB_LINEAR, .cost = &cost};
        const char *obstacle = lb_algorithm_obstacle(i, c->task, &options);
        if (!(info->tasks >> lb_task_kind_of(c->task) & 1))
            continue;
        if (obstacle)
            leave_out(c, info, obstacle);
        else
            status = enter(c, info, sizes, count);
    }
    if (!status && c->rivals == 0)
        status = cli_fail("no algorithm does this %s on the linear clock", lb_task_kind_name(lb_task_kind_of(c->task)));
    return status;
}

/* The bound at one size; a witness that was not seen before is verified. */
static int bound_row(cli_comparison *c, cli_row *row, char last[LB_WHY_MAX]) {
    lb_why why = {""};
    lb_witness witness;
    char text[LB_WHY_MAX];
    lb_cost cost = cli_compare_cost(c, row->bytes);
    int error = lb_bound_linear(c->task, c->ports, &cost, &row->bound, &witness, &why);
    if (error)
        return cli_fail_why(error, &why);
    lb_witness_time_text(c->task, &witness, text, sizeof text);
    if (strcmp(text, last) != 0)
        error = lb_witness_verify_time(c->task, c->ports, &cost, &witness, row->bound, &why);
    memcpy(last, text, sizeof text);
    return error ? cli_fail_why(error, &why) : CLI_OK;
}

static int fill_rows(cli_comparison *c, const uint64_t *sizes, size_t count) {
    c->row = calloc(count + 1, sizeof *c->row);
    c->points = calloc(count * c->rivals + 1, sizeof *c->points);
    if (!c->row || !c->points)
        return no_memory();
    char last[LB_WHY_MAX] = "";
    for (size_t i = 0; i < count; i++) {
        cli_row *row = &c->row[i];
        row->bytes = sizes[i];
        row->point = c->points + i * c->rivals;
        c->rows = i + 1;
        int status = bound_row(c, row, last);
        if (status)
            return status;
        if (i == 0 || i + 1 == count)
            memcpy(c->witness[i > 0], last, sizeof last);
        for (size_t k = 0; k < c->rivals; k++)
            cli_compare_point(c, k, row->bytes, &row->point[k]);
        row->best = cli_compare_best(c, row->bytes, row->point);
        if (row->best == c->rivals)
            return cli_fail("at %" PRIu64 " bytes no time is known; choose rounder numbers", row->bytes);
    }
    return CLI_OK;
}

int cli_compare_make(cli_comparison *c, const cli_args *args, const lb_task *task, lb_plan *own, const uint64_t *sizes,
                     size_t count) {
    *c = (cli_comparison){.task = task,
                          .tau = args->tau,
                          .beta = args->beta,
                          .hop = cli_hop(args),
                          .nanoseconds = args->nanoseconds,
                          .budget = BUDGET};
    c->ports = lb_net_ports(lb_task_net(task)) ? (own ? lb_plan_ports(own) : args->ports) : 0;
    int status = find_rivals(c, own, sizes, count);
    if (!status)
        status = fill_rows(c, sizes, count);
    if (!status)
        status = cli_compare_changes(c);
    if (!status)
        cli_compare_verify(c);
    return status;
}

void cli_compare_free(cli_comparison *c) {
    for (size_t i = 0; i < c->rivals; i++) {
        lb_plan_free(c->rival[i].plan);
        for (size_t k = 0; k < CLI_OTHER_PLANS; k++)
            lb_plan_free(c->rival[i].other[k]);
    }
    free(c->rival);
    free(c->left);
    free(c->row);
    free(c->points);
    free(c->change);
    *c = (cli_comparison){.task = NULL};
}

size_t cli_compare_sizes(const cli_args *args, uint64_t sizes[CLI_SIZES_MAX]) {
    uint64_t lo = args->sizes[0], hi = args->sizes[1];
    size_t count = 0, parts = cli_given(args, OPT_POINTS) ? args->points - 1 : 0;
    sizes[count++] = lo;
    for (size_t i = 1; i < parts; i++) {
        uint64_t size = cli_size_between(lo, hi, i, parts);
        if (size > sizes[count - 1] && size < hi)
            sizes[count++] = size;
    }
    for (unsigned e = 0; e < 64 && !parts; e++) {
        uint64_t size = UINT64_C(1) << e;
        if (size > lo && size < hi)
            sizes[count++] = size;
    }
    if (hi > lo)
        sizes[count++] = hi;
    return count;
}

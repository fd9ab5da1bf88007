/* Formulas: coefficients, groups, times. */
#include "algo/common/formula.h"

int lb_formula_set(lb_formula *f, const char *text, uint64_t num, uint64_t den, uint64_t startups) {
    *f = (lb_formula){.text = text, .startups = startups, .exact = true, .letter = 'g'};
    return lb_ratio_make(num, den, &f->data);
}

int lb_formula_steps(const lb_task *task, const char *text, uint64_t steps, lb_formula *f) {
    int error = lb_formula_set(f, text, steps, lb_task_parts(task), steps);
    f->exact = false;
    return error;
}

static bool is_never_slower(const lb_formula *a, const lb_formula *b) {
    return a->groups == b->groups && lb_ratio_compare(a->data, b->data) <= 0 && a->startups <= b->startups &&
           a->hops <= b->hops;
}

int lb_formulas_add(lb_formulas *list, const lb_formula *f) {
    for (size_t i = 0; i < list->count; i++) {
        if (is_never_slower(&list->at[i], f))
            return LB_OK;
    }
    if (list->count == list->room)
        return LB_ERR_SIZE;
    list->at[list->count++] = *f;
    return LB_OK;
}

/* The least g with g*(g+1) >= x. */
static uint64_t least_groups(uint64_t x) {
    uint64_t g = lb_root(x);
    while (g > 1 && (g - 1) * g >= x)
        g--;
    while (g < LB_MAX_GROUPS && g * (g + 1) < x)
        g++;
    return g ? g : 1;
}

uint64_t lb_pull(const lb_cost *cost, lb_ratio gain) {
    lb_ratio x = gain;
    if (gain.num == 0 || cost->tau.num == 0)
        return 0;
    if (cost->beta.num == 0)
        return UINT64_MAX;
    if (lb_ratio_scale(&x, (uint64_t)cost->tau.num, (uint64_t)cost->tau.den) && lb_ratio_scale(&x, cost->bytes, 1) &&
        lb_ratio_scale(&x, (uint64_t)cost->beta.den, (uint64_t)cost->beta.num))
        return lb_ceil_div((uint64_t)x.num, (uint64_t)x.den);
    double near = lb_ratio_value(gain) * lb_ratio_value(cost->tau) * (double)cost->bytes / lb_ratio_value(cost->beta);
    return near < 9e18 ? (uint64_t)near + 1 : UINT64_MAX;
}

int lb_choose_groups(const lb_plan_options *options, lb_ratio gain, uint64_t pieces, uint32_t *groups) {
    *groups = options->groups;
    if (options->groups)
        return LB_OK;
    if (!options->cost)
        return LB_ERR_ARG;
    uint64_t most = pieces ? options->cost->bytes / pieces : 1, g = least_groups(lb_pull(options->cost, gain));
    if (g > most)
        g = most ? most : 1;
    *groups = g < LB_MAX_GROUPS ? (uint32_t)g : LB_MAX_GROUPS;
    return LB_OK;
}

int lb_formula_time(const lb_formula *formula, const lb_cost *cost, lb_ratio *time) {
    if (cost->tau.num < 0 || cost->tau.den <= 0 || cost->beta.num < 0 || cost->beta.den <= 0)
        return LB_ERR_ARG;
    lb_ratio data = formula->data, startups = cost->beta, hops = cost->hop.den > 0 ? cost->hop : (lb_ratio){0, 1};
    if (!lb_ratio_times(&data, cost->tau) || !lb_ratio_scale(&data, cost->bytes, 1) ||
        !lb_ratio_scale(&startups, formula->startups, 1) || !lb_ratio_plus(&data, startups) ||
        !lb_ratio_scale(&hops, formula->hops, 1) || !lb_ratio_plus(&data, hops))
        return LB_ERR_SIZE;
    *time = data;
    return LB_OK;
}

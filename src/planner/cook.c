/* Making a plan by its recipe: the algorithms that it names, put together by the methods that it names. No contest is
 * held. */
#include "planner/cook.h"

#include "algo/table/table.h"
#include "planner/method.h"
#include "planner/recipe.h"

static int cook(const char **recipe, const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why);

static int by_algorithm(const lb_ingredient *found, const lb_task *task, const lb_plan_options *options, lb_plan **plan,
                        lb_why *why) {
    lb_plan_options o = *options;
    o.algorithm = found->algorithm;
    o.effort = found->effort ? found->effort : LB_ESTIMATE;
    int error = lb_algo_plan(task, &o, plan, why);
    if (!error)
        lb_recipe_of_algorithm(*plan, found->algorithm, &o);
    return error;
}

static int by_method(lb_method method, const char **recipe, const lb_task *task, const lb_plan_options *o,
                     lb_plan **plan, lb_why *why) {
    lb_plan *parts[2] = {NULL, NULL};
    int error = LB_OK;
    for (unsigned i = 0; i < lb_method_parts(method.kind) && !error; i++) {
        lb_part part;
        error = lb_method_part(method, task, o, i, &part, why);
        ++*recipe; /* ( or , */
        if (!error)
            error = cook(recipe, part.task, &part.options, &parts[i], why);
        lb_part_free(&part);
    }
    ++*recipe;
    if (!error)
        error = lb_method_put(method, task, o, parts, plan, why);
    lb_plan_free(parts[0]);
    lb_plan_free(parts[1]);
    return error;
}

/* Recurses as deep as lb_recipe_is allows. */
static int cook(const char **recipe, const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_ingredient found;
    *plan = NULL;
    if (!lb_recipe_read(recipe, &found))
        return lb_fail(why, LB_ERR_FORMAT, "this is no recipe");
    return found.algorithm[0] ? by_algorithm(&found, task, o, plan, why)
                              : by_method(found.method, recipe, task, o, plan, why);
}

int lb_cook(const char *recipe, const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    return lb_recipe_is(recipe) ? cook(&recipe, task, o, plan, why) : lb_fail(why, LB_ERR_FORMAT, "this is no recipe");
}

/* How a plan was made, as text: an algorithm and the effort that it was given, "torus-allgather@3", or a method, its
 * number if it has one, and the recipes of its parts: "join:3(packed-trees@3,reverse(greedy@2))". */
#ifndef LB_RECIPE_H
#define LB_RECIPE_H

#include "planner/method_name.h"

enum { LB_MOST_RECIPE = 4000 }; /* characters; what would be longer is not told */

/* Note how a plan was made, in it: by an algorithm, by a method. Without memory for it, it is not told. */
void lb_recipe_of_algorithm(lb_plan *plan, const char *algorithm, const lb_plan_options *options);
void lb_recipe_of_method(lb_plan *plan, lb_method method, lb_plan *const *parts);

/* Reads the beginning of a recipe, and moves on behind it. With `algorithm` not empty it is one, with its effort; else
 * it is a method, of which the parts come next, each behind "(" or ","; and then ")". false: it is neither. */
typedef struct lb_ingredient {
    char algorithm[64];
    int effort;
    lb_method method;
} lb_ingredient;
bool lb_recipe_read(const char **text, lb_ingredient *ingredient);

/* Whether all of it is a recipe, of no more than what may be nested. */
bool lb_recipe_is(const char *text);

#endif

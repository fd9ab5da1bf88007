/* How plans were made, written and read. */
#define _XOPEN_SOURCE 700
#include "planner/recipe.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 24 }; /* sixteen packets one after another, and what may be around them */

static const struct {
    const char *name;
    bool numbered;
    unsigned parts;
} rows[LB_METHOD_KINDS] = {
    [LB_METHOD_REVERSE] = {"reverse", false, 1},
    [LB_METHOD_AS] = {"as", true, 1},
    [LB_METHOD_HALVES] = {"halves", false, 2},
    [LB_METHOD_JOIN] = {"join", true, 2},
    [LB_METHOD_REPEAT] = {"repeat", false, 1},
    [LB_METHOD_TRIM] = {"trim", true, 1},
    [LB_METHOD_SQUARES] = {"squares", false, 1},
    [LB_METHOD_RINGS] = {"rings", false, 1},
    [LB_METHOD_DETOUR] = {"detour", true, 1},
    [LB_METHOD_PORTS] = {"ports", true, 1},
    [LB_METHOD_RENUMBERED] = {"renumbered", false, 1},
    [LB_METHOD_CYCLE] = {"cycle", false, 1},
    [LB_METHOD_INNER] = {"inner", false, 1},
    [LB_METHOD_STOPS] = {"stops", false, 1},
    [LB_METHOD_KIN] = {"kin", true, 1},
};

/* ---- Writing ---- */

void lb_recipe_of_algorithm(lb_plan *plan, const char *algorithm, const lb_plan_options *o) {
    char text[96];
    int effort = o->effort > 0 ? o->effort : o->effort < 0 ? 0 : LB_EFFORT;
    snprintf(text, sizeof text, "%.80s@%d", algorithm, effort);
    free(plan->recipe);
    plan->recipe = strdup(text);
}

void lb_recipe_of_method(lb_plan *plan, lb_method method, lb_plan *const *parts) {
    char text[LB_MOST_RECIPE + 1], number[24] = "";
    const char *second = rows[method.kind].parts > 1 ? parts[1]->recipe : "";
    bool told = parts[0]->recipe && second;
    int length = LB_MOST_RECIPE + 1;
    if (rows[method.kind].numbered)
        snprintf(number, sizeof number, ":%" PRIu64, method.number);
    if (told) /* the plan may be the part itself */
        length = snprintf(text, sizeof text, "%s%s(%s%s%s)", rows[method.kind].name, number, parts[0]->recipe,
                          *second ? "," : "", second);
    free(plan->recipe);
    plan->recipe = length <= LB_MOST_RECIPE ? strdup(text) : NULL;
}

/* ---- Reading ---- */

/* Digits, no more than fit; false: none. */
static bool read_number(const char **text, uint64_t *number) {
    const char *p = *text;
    *number = 0;
    while (*p >= '0' && *p <= '9' && p - *text < 18)
        *number = *number * 10 + (uint64_t)(*p++ - '0');
    bool found = p > *text;
    *text = p;
    return found;
}

static bool read_method(const char *word, const char **text, lb_method *method) {
    for (int i = 0; i < LB_METHOD_KINDS; i++) {
        if (strcmp(word, rows[i].name) != 0)
            continue;
        method->kind = (lb_method_kind)i;
        method->number = 0;
        return !rows[i].numbered || (*(*text)++ == ':' && read_number(text, &method->number));
    }
    return false;
}

bool lb_recipe_read(const char **text, lb_ingredient *found) {
    char word[sizeof found->algorithm];
    size_t length = strspn(*text, "abcdefghijklmnopqrstuvwxyz0123456789-");
    if (length == 0 || length >= sizeof word)
        return false;
    memcpy(word, *text, length);
    word[length] = 0;
    *text += length;
    *found = (lb_ingredient){.algorithm = ""};
    if (**text != '@')
        return read_method(word, text, &found->method);
    if ((*text)[1] < '0' || (*text)[1] > '9')
        return false;
    found->effort = (*text)[1] - '0';
    *text += 2;
    memcpy(found->algorithm, word, length + 1);
    return true;
}

static bool read_all(const char **text, int depth) {
    lb_ingredient found;
    if (depth > MOST_DEPTH || !lb_recipe_read(text, &found))
        return false;
    for (unsigned i = 0; !found.algorithm[0] && i < rows[found.method.kind].parts; i++) {
        if (*(*text)++ != (i ? ',' : '(') || !read_all(text, depth + 1))
            return false;
    }
    return found.algorithm[0] || *(*text)++ == ')';
}

bool lb_recipe_is(const char *text) {
    return strlen(text) <= LB_MOST_RECIPE && read_all(&text, 0) && !*text;
}

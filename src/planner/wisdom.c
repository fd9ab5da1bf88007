/* Entries stand in order, so that files say the same whatever came first. */
#define _XOPEN_SOURCE 700
#include "planner/wisdom.h"

#include <stdlib.h>
#include <string.h>

int lb_wisdom_create(lb_wisdom **wisdom, lb_why *why) {
    *wisdom = lb_zeroed(1, sizeof **wisdom);
    return *wisdom ? LB_OK : lb_fail_memory(why, "wisdom");
}

void lb_wisdom_free(lb_wisdom *wisdom) {
    for (size_t i = 0; wisdom && i < wisdom->count; i++) {
        free(wisdom->at[i].question);
        free(wisdom->at[i].recipe);
    }
    free(wisdom ? wisdom->at : NULL);
    free(wisdom);
}

size_t lb_wisdom_count(const lb_wisdom *wisdom) {
    return wisdom->count;
}

bool lb_wisdom_learnt(const lb_wisdom *wisdom) {
    return wisdom->learnt;
}

const char *lb_wisdom_warning(const lb_wisdom *wisdom) {
    return wisdom->warning[0] ? wisdom->warning : NULL;
}

static int compare(const lb_insight *a, const char *version, const char *question) {
    int order = strcmp(a->version, version);
    return order ? order : strcmp(a->question, question);
}

/* Where it is, or would be. */
static size_t place_of(const lb_wisdom *w, const char *version, const char *question) {
    size_t first = 0, end = w->count;
    while (first < end) {
        size_t middle = first + (end - first) / 2;
        if (compare(&w->at[middle], version, question) < 0)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

static bool is_at(const lb_wisdom *w, size_t place, const char *version, const char *question) {
    return place < w->count && compare(&w->at[place], version, question) == 0;
}

/* Room for one more at a place; its strings are not there yet. */
static int make_room(lb_wisdom *w, size_t place, lb_why *why) {
    void *more = w->at;
    int error = lb_grow(&more, &w->room, w->count + 1, sizeof *w->at);
    w->at = more;
    if (error)
        return lb_fail_memory(why, "wisdom");
    memmove(&w->at[place + 1], &w->at[place], (w->count - place) * sizeof *w->at);
    w->at[place] = (lb_insight){.question = NULL};
    w->count++;
    return LB_OK;
}

int lb_wisdom_keep(lb_wisdom *w, const lb_insight *insight, lb_why *why) {
    size_t place = place_of(w, insight->version, insight->question);
    bool known = is_at(w, place, insight->version, insight->question);
    if (known && !insight->corrects && w->at[place].effort >= insight->effort)
        return LB_OK;
    char *question = strdup(insight->question), *recipe = strdup(insight->recipe);
    int error = question && recipe ? LB_OK : lb_fail_memory(why, "wisdom");
    if (!error && !known)
        error = make_room(w, place, why);
    if (error) {
        free(question);
        free(recipe);
        return error;
    }
    free(w->at[place].question);
    free(w->at[place].recipe);
    w->at[place] = *insight;
    w->at[place].question = question;
    w->at[place].recipe = recipe;
    return LB_OK;
}

const lb_insight *lb_wisdom_find(const lb_wisdom *w, const char *question) {
    size_t place = place_of(w, lb_version(), question);
    return is_at(w, place, lb_version(), question) ? &w->at[place] : NULL;
}

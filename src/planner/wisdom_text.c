/* The lines of a file of wisdom: written, and read without trusting them. */
#include "planner/wisdom_text.h"

#include "planner/question.h"
#include "planner/recipe.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

_Static_assert(LB_MOST_RECIPE + LB_MOST_QUESTION + LB_MOST_VERSION + 64 < LB_MOST_LINE, "a line has room for all");

size_t lb_wisdom_line(const lb_insight *i, char line[LB_MOST_LINE]) {
    int length = snprintf(line, LB_MOST_LINE, "%s %d %" PRIu32 " %" PRIu64 " %s %s\n", i->version, i->effort, i->steps,
                          i->moves, i->recipe, i->question);
    return length > 0 && length < LB_MOST_LINE ? (size_t)length : 0;
}

/* The next word, ended where its blank was; NULL: there is none. */
static char *take_word(char **line) {
    char *word = *line, *blank = word ? strchr(word, ' ') : NULL;
    if (!blank || blank == word)
        return NULL;
    *blank = 0;
    *line = blank + 1;
    return word;
}

static bool take_number(char **line, uint64_t most, uint64_t *number) {
    const char *word = take_word(line);
    *number = 0;
    for (const char *p = word; p && *p; p++) {
        unsigned digit = (unsigned)(*p - '0');
        if (digit > 9 || *number > (most - digit) / 10)
            return false;
        *number = *number * 10 + digit;
    }
    return word != NULL;
}

/* Cuts the line up. */
static bool read_line(char *line, lb_insight *i) {
    uint64_t effort, steps;
    const char *version = take_word(&line);
    if (!version || strlen(version) >= sizeof i->version || !take_number(&line, 9, &effort) || effort < 1 ||
        !take_number(&line, UINT32_MAX, &steps) || !take_number(&line, UINT64_MAX, &i->moves))
        return false;
    snprintf(i->version, sizeof i->version, "%s", version);
    i->effort = (int)effort;
    i->steps = (uint32_t)steps;
    i->recipe = take_word(&line);
    i->question = line;
    size_t length = strlen(line);
    return i->recipe && length > 0 && length < LB_MOST_QUESTION && lb_recipe_is(i->recipe);
}

static bool is_printable(const char *text, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if (text[i] < ' ' || text[i] > '~')
            return false;
    }
    return true;
}

static int add_line(lb_wisdom *w, const char *text, size_t size, const char *shown, size_t number, lb_why *why) {
    char line[LB_MOST_LINE];
    lb_insight insight = {.question = NULL};
    if (size >= sizeof line)
        return lb_fail(why, LB_ERR_FORMAT, "%s:%zu: the line is too long for wisdom", shown, number);
    memcpy(line, text, size);
    line[size] = 0;
    if (!is_printable(text, size) || !read_line(line, &insight))
        return lb_fail(why, LB_ERR_FORMAT, "%s:%zu: this is no entry of wisdom", shown, number);
    return lb_wisdom_keep(w, &insight, why);
}

int lb_wisdom_parse(lb_wisdom *w, const char *text, size_t size, const char *shown, lb_why *why) {
    size_t at = strlen(LB_WISDOM_HEADER);
    int error = LB_OK;
    if (size == 0)
        return LB_OK;
    if (size < at || memcmp(text, LB_WISDOM_HEADER, at) != 0)
        return lb_fail(why, LB_ERR_FORMAT, "%s: this is no file of wisdom that this version knows", shown);
    for (size_t number = 2; at < size && !error; number++) {
        const char *end = memchr(text + at, '\n', size - at);
        if (!end)
            return lb_fail(why, LB_ERR_FORMAT, "%s:%zu: the file is cut off", shown, number);
        size_t length = (size_t)(end - (text + at));
        error = add_line(w, text + at, length, shown, number, why);
        at += length + 1;
    }
    return error;
}

/* What is in a tree of keys and values, from where it stands in the text. */
#include "base/values.h"

#include "base/values_words.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void lb_values_free(lb_values *tree) {
    free(tree->item);
    free(tree->mark);
    tree->item = NULL;
    tree->mark = NULL;
}

int lb_values_fail(const lb_values *tree, int error, uint32_t line, const char *format, ...) {
    char text[LB_WHY_MAX];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return lb_fail(tree->why, error, "%s:%" PRIu32 ": %s", tree->shown, line, text);
}

static uint32_t lines(const char *at, const char *end) {
    uint32_t count = 0;
    while (at < end && (at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        count++;
        at++;
    }
    return count;
}

/* Where its key stands, or it itself where it has none. */
static inline const char *key_of(const lb_values *tree, uint32_t item) {
    const lb_value *v = &tree->item[item];
    return tree->begin + v->at - (v->back == LB_VALUES_FAR ? 0 : v->back);
}

/* Where its value stands. */
static const char *value_of(const lb_values *tree, uint32_t item) {
    const char *at = tree->begin + tree->item[item].at;
    if (tree->item[item].back != LB_VALUES_FAR)
        return at;
    at = lb_values_stop(at, tree->end) + lb_values_is_quote(*at);
    at = lb_values_skip(at, tree->end);
    return *at == ':' ? lb_values_skip(at + 1, tree->end) : at;
}

uint32_t lb_values_line(const lb_values *tree, uint32_t item) {
    uint32_t first = item - item % LB_VALUES_MARKED;
    return tree->mark[first / LB_VALUES_MARKED] + lines(key_of(tree, first), value_of(tree, item));
}

static const char *text_at(const lb_values *tree, const char *at, uint32_t *length) {
    const char *text = at + lb_values_is_quote(*at);
    *length = (uint32_t)(lb_values_stop(at, tree->end) - text);
    return text;
}

const char *lb_values_text(const lb_values *tree, uint32_t item, uint32_t *length) {
    *length = 0;
    return tree->item[item].kind <= LB_VALUE_STRING ? text_at(tree, value_of(tree, item), length) : NULL;
}

const char *lb_values_key(const lb_values *tree, uint32_t item, uint32_t *length) {
    *length = 0;
    return tree->item[item].back ? text_at(tree, key_of(tree, item), length) : NULL;
}

uint32_t lb_values_size(const lb_values *tree, uint32_t in) {
    uint32_t count = 0;
    for (uint32_t i = in + 1; i < lb_values_end(tree, in); i = lb_values_end(tree, i))
        count++;
    return count;
}

/* Whether what begins at `at` is this text. What comes after it tells most others apart. */
static inline bool is_text(const lb_values *tree, const char *at, const char *text, size_t length) {
    bool quoted = lb_values_is_quote(*at);
    const char *word = at + quoted;
    if ((size_t)(tree->end - word) < length + quoted)
        return false;
    if (quoted ? word[length] != *at : word + length < tree->end && lb_values_is_letter(word[length]))
        return false;
    return *word == *text && memcmp(word, text, length) == 0;
}

uint32_t lb_values_seek(const lb_values *tree, uint32_t in, uint32_t after, const char *key, size_t length) {
    uint32_t i = after == in ? in + 1 : lb_values_end(tree, after), end = lb_values_end(tree, in);
    for (; i < end; i = lb_values_end(tree, i)) {
        if (tree->item[i].back && is_text(tree, key_of(tree, i), key, length))
            return i;
    }
    return 0;
}

static uint8_t which_key(const lb_values *tree, const lb_values_form *form, const char *at) {
    uint8_t k = 0;
    while (k < form->keys && !is_text(tree, at, form->key[k], form->length[k]))
        k++;
    return k;
}

void lb_values_pick(const lb_values *tree, uint32_t set, lb_values_form *form) {
    uint32_t place = 0, end = lb_values_end(tree, set);
    for (; form->keys < LB_FORM_KEYS && form->key[form->keys]; form->keys++)
        form->length[form->keys] = (uint8_t)strlen(form->key[form->keys]);
    memset(form->item, 0, sizeof form->item);
    for (uint32_t i = set + 1; i < end; i = lb_values_end(tree, i), place++) {
        const char *at = key_of(tree, i);
        uint8_t k = place < LB_FORM_PLACES ? form->at[place] : form->keys;
        if (!tree->item[i].back)
            continue;
        if (k >= form->keys || !is_text(tree, at, form->key[k], form->length[k]))
            k = which_key(tree, form, at);
        if (place < LB_FORM_PLACES)
            form->at[place] = k;
        if (k < form->keys && !form->item[k])
            form->item[k] = i;
    }
}

bool lb_values_says(const lb_values *tree, uint32_t item, const char *text, size_t length) {
    return tree->item[item].kind <= LB_VALUE_STRING && is_text(tree, value_of(tree, item), text, length);
}

int lb_values_number(const lb_values *tree, uint32_t item, const char *what, uint32_t most, uint32_t *number) {
    uint32_t length = 0;
    uint64_t value = 0;
    const char *text = lb_values_text(tree, item, &length);
    bool good = lb_values_kind(tree, item) == LB_VALUE_WORD && length > 0 && length < 11;
    for (size_t i = 0; good && i < length; i++) {
        good = text[i] >= '0' && text[i] <= '9';
        value = value * 10 + (uint64_t)(text[i] - '0');
    }
    if (!good || value > most)
        return lb_values_fail(tree, LB_ERR_FORMAT, lb_values_line(tree, item),
                              "%s is a whole number from 0 to %" PRIu32, what, most);
    *number = (uint32_t)value;
    return LB_OK;
}

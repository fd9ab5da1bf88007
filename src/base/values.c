/* Trees of keys and values. One grammar serves JSON and protocol buffers' text format, which differ in what may be left
 * out: quotes around keys, colons before braces, commas. Who misuses that freedom is understood all the same. */
#include "base/values.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 32, MOST_ITEMS = 1 << 24, MOST_LENGTH = 1 << 29 };

void lb_values_free(lb_values *tree) {
    free(tree->item);
    tree->item = NULL;
}

int lb_values_fail(const lb_values *tree, int error, uint32_t line, const char *format, ...) {
    char text[LB_WHY_MAX];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return lb_fail(tree->why, error, "%s:%" PRIu32 ": %s", tree->shown, line, text);
}

/* ---- Words ---- */

static bool is_word(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' ||
           c == '+' || c == '-' || (unsigned char)c >= 0x80;
}

static bool is_blank(char c) {
    return c == ' ' || c == ',' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == ';' || c == '\0';
}

/* Over blanks, separators and comments: the next byte that means something, 0 at the end. */
static char look(lb_values *tree) {
    const char *at = tree->at, *end = tree->end;
    for (bool comment = false; at < end; at++) {
        comment = *at == '#' || (comment && *at != '\n');
        if (!comment && !is_blank(*at))
            break;
        tree->line += *at == '\n';
    }
    tree->at = at;
    return at < end ? *at : '\0';
}

static int expected(const lb_values *tree, const char *what) {
    char next = tree->at < tree->end ? *tree->at : '?',
         found[] = {'\'', (char)(next >= ' ' && next <= '~' ? next : '?'), '\'', 0};
    return lb_values_fail(tree, LB_ERR_FORMAT, tree->line, "expected %s, found %s", what,
                          tree->at < tree->end ? found : "the end of the file");
}

/* A word, or a string without its quotes. */
static int take_word(lb_values *tree, const char *what, const char **word, uint32_t *length, bool *quoted) {
    char first = look(tree);
    uint32_t line = tree->line;
    *quoted = first == '"' || first == '\'';
    const char *at = tree->at + *quoted, *end = tree->end;
    *word = at;
    for (; *quoted && at < end && *at != first; at++) {
        at += *at == '\\' && end - at > 1;
        tree->line += *at == '\n';
    }
    while (!*quoted && at < end && is_word(*at))
        at++;
    tree->at = at;
    if (at - *word > MOST_LENGTH)
        return lb_values_fail(tree, LB_ERR_SIZE, line, "a word of more than %d bytes", MOST_LENGTH);
    *length = (uint32_t)(at - *word);
    if (!*quoted)
        return *length ? LB_OK : expected(tree, what);
    if (at == end)
        return lb_values_fail(tree, LB_ERR_FORMAT, line, "the %c that begins here has no end", first);
    tree->at++;
    return LB_OK;
}

/* ---- Values ---- */

static int add(lb_values *tree, lb_value item) {
    void *grown = tree->item;
    if (tree->count == MOST_ITEMS)
        return lb_values_fail(tree, LB_ERR_SIZE, item.line, "more than %d values", MOST_ITEMS);
    int error = lb_grow(&grown, &tree->room, tree->count + 1, sizeof item);
    tree->item = grown;
    if (error)
        return lb_fail_memory(tree->why, tree->what);
    item.end = (uint32_t)tree->count + 1;
    tree->item[tree->count++] = item;
    return LB_OK;
}

static int take_items(lb_values *tree, bool keys, int depth);

static int take_value(lb_values *tree, lb_value item, int depth) {
    char first = look(tree);
    uint64_t at = tree->count;
    bool quoted;
    item.line = tree->line;
    if (first != '{' && first != '[') {
        int error = take_word(tree, "a value", &item.word, &item.length, &quoted);
        item.kind = quoted ? LB_VALUE_STRING : LB_VALUE_WORD;
        return error ? error : add(tree, item);
    }
    if (depth == MOST_DEPTH)
        return lb_values_fail(tree, LB_ERR_SIZE, tree->line, "nested more than %d deep", MOST_DEPTH);
    tree->at++;
    item.kind = first == '{' ? LB_VALUE_SET : LB_VALUE_LIST;
    int error = add(tree, item);
    if (!error)
        error = take_items(tree, first == '{', depth + 1);
    if (!error && look(tree) != (first == '{' ? '}' : ']'))
        error = expected(tree, first == '{' ? "}" : "]");
    if (error)
        return error;
    tree->at++;
    tree->item[at].end = (uint32_t)tree->count;
    return LB_OK;
}

/* Up to what closes them, or the end. */
static int take_items(lb_values *tree, bool keys, int depth) {
    int error = LB_OK;
    for (char next; !error && (next = look(tree)) != 0 && next != '}' && next != ']';) {
        lb_value item = {.key = NULL};
        bool quoted;
        if (keys) {
            uint32_t length = 0;
            error = take_word(tree, "a key", &item.key, &length, &quoted);
            item.key_length = length;
            char after = look(tree); /* 0 at the end */
            if (!error && after == ':')
                tree->at++;
            else if (!error && after != '{')
                error = expected(tree, "':'");
        }
        if (!error)
            error = take_value(tree, item, depth);
    }
    return error;
}

int lb_values_read(lb_values *tree) {
    char first = look(tree);
    int error;
    if (first == '{' || first == '[') {
        error = take_value(tree, (lb_value){.key = NULL}, 0);
    } else {
        error = add(tree, (lb_value){.kind = LB_VALUE_SET, .line = tree->line});
        if (!error)
            error = take_items(tree, true, 1);
        if (!error)
            tree->item[0].end = (uint32_t)tree->count;
    }
    return !error && look(tree) ? expected(tree, "the end of the file") : error;
}

/* ---- Looking things up ---- */

static bool holds(const lb_values *tree, uint32_t item) {
    return tree->item[item].kind == LB_VALUE_SET || tree->item[item].kind == LB_VALUE_LIST;
}

uint32_t lb_values_size(const lb_values *tree, uint32_t in) {
    uint32_t count = 0;
    for (uint32_t i = in + 1; holds(tree, in) && i < tree->item[in].end; i = tree->item[i].end)
        count++;
    return count;
}

uint32_t lb_values_find(const lb_values *tree, uint32_t in, uint32_t after, const char *key) {
    uint32_t i = after == in ? in + 1 : tree->item[after].end;
    size_t length = strlen(key);
    for (; holds(tree, in) && i < tree->item[in].end; i = tree->item[i].end) {
        const lb_value *item = &tree->item[i];
        if (item->key && item->key_length == length && memcmp(item->key, key, length) == 0)
            return i;
    }
    return 0;
}

bool lb_values_is(const lb_values *tree, uint32_t item, const char *text) {
    const lb_value *t = &tree->item[item];
    return (t->kind == LB_VALUE_WORD || t->kind == LB_VALUE_STRING) && t->length == strlen(text) &&
           memcmp(t->word, text, t->length) == 0;
}

int lb_values_number(const lb_values *tree, uint32_t item, const char *what, uint32_t most, uint32_t *number) {
    const lb_value *t = &tree->item[item];
    uint64_t value = 0;
    bool good = t->kind == LB_VALUE_WORD && t->length > 0 && t->length < 11;
    for (size_t i = 0; good && i < t->length; i++) {
        good = t->word[i] >= '0' && t->word[i] <= '9';
        value = value * 10 + (uint64_t)(t->word[i] - '0');
    }
    if (!good || value > most)
        return lb_values_fail(tree, LB_ERR_FORMAT, t->line, "%s is a whole number from 0 to %" PRIu32, what, most);
    *number = (uint32_t)value;
    return LB_OK;
}

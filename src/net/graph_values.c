/* Trees of keys and values. One grammar serves JSON and protocol buffers' text format, which differ in what may be left
 * out: quotes around keys, colons before braces, commas. Who misuses that freedom is understood all the same. */
#include "net/graph_values.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 32, MOST_ITEMS = 1 << 22 };

void lb_values_free(lb_values *tree) {
    free(tree->item);
    tree->item = NULL;
}

/* ---- Words ---- */

static bool is_word(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' ||
           c == '+' || c == '-' || (unsigned char)c >= 0x80;
}

/* Over blanks, separators and comments: the next byte that means something, 0 at the end. */
static char look(lb_graph_text *g) {
    for (bool comment = false; g->at < g->end; g->at++) {
        comment = *g->at == '#' || (comment && *g->at != '\n');
        if (!comment && !strchr(" \t\r\n\f,;", *g->at))
            return *g->at;
        g->line += *g->at == '\n';
    }
    return 0;
}

static int expected(const lb_graph_text *g, const char *what) {
    char found[] = {'\'', g->at < g->end ? lb_text_show(g->at, 1).text[0] : 0, '\'', 0};
    return lb_text_fail(g, LB_ERR_FORMAT, g->line, "expected %s, found %s", what,
                        g->at < g->end ? found : "the end of the file");
}

/* A word, or a string without its quotes. */
static int take_word(lb_graph_text *g, const char *what, const char **word, size_t *length, bool *quoted) {
    char first = look(g);
    uint32_t line = g->line;
    *quoted = first == '"' || first == '\'';
    *word = g->at += *quoted;
    while (g->at < g->end && (*quoted ? *g->at != first : is_word(*g->at))) {
        if (*quoted && *g->at == '\\' && g->end - g->at > 1)
            g->at++;
        g->line += *g->at == '\n';
        g->at++;
    }
    *length = (size_t)(g->at - *word);
    if (!*quoted)
        return *length ? LB_OK : expected(g, what);
    if (g->at == g->end)
        return lb_text_fail(g, LB_ERR_FORMAT, line, "the %c that begins here has no end", first);
    g->at++;
    return LB_OK;
}

/* ---- Values ---- */

static int add(lb_values *tree, lb_value item) {
    void *grown = tree->item;
    if (tree->count == MOST_ITEMS)
        return lb_text_fail(tree->g, LB_ERR_SIZE, item.line, "more than %d values", MOST_ITEMS);
    int error = lb_grow(&grown, &tree->room, tree->count + 1, sizeof item);
    tree->item = grown;
    if (error)
        return lb_fail_memory(tree->g->why, "a file that describes a network");
    item.end = (uint32_t)tree->count + 1;
    tree->item[tree->count++] = item;
    return LB_OK;
}

static int take_items(lb_values *tree, bool keys, int depth);

static int take_value(lb_values *tree, lb_value item, int depth) {
    lb_graph_text *g = tree->g;
    char first = look(g);
    uint64_t at = tree->count;
    bool quoted;
    item.line = g->line;
    if (first != '{' && first != '[') {
        int error = take_word(g, "a value", &item.word, &item.length, &quoted);
        item.kind = quoted ? LB_VALUE_STRING : LB_VALUE_WORD;
        return error ? error : add(tree, item);
    }
    if (depth == MOST_DEPTH)
        return lb_text_fail(g, LB_ERR_SIZE, g->line, "nested more than %d deep", MOST_DEPTH);
    g->at++;
    item.kind = first == '{' ? LB_VALUE_SET : LB_VALUE_LIST;
    int error = add(tree, item);
    if (!error)
        error = take_items(tree, first == '{', depth + 1);
    if (!error && look(g) != (first == '{' ? '}' : ']'))
        error = expected(g, first == '{' ? "}" : "]");
    if (error)
        return error;
    g->at++;
    tree->item[at].end = (uint32_t)tree->count;
    return LB_OK;
}

/* Up to what closes them, or the end. */
static int take_items(lb_values *tree, bool keys, int depth) {
    lb_graph_text *g = tree->g;
    int error = LB_OK;
    for (char next; !error && (next = look(g)) != 0 && next != '}' && next != ']';) {
        lb_value item = {.key = NULL};
        bool quoted;
        if (keys) {
            error = take_word(g, "a key", &item.key, &item.key_length, &quoted);
            char after = look(g); /* 0 at the end */
            if (!error && after == ':')
                g->at++;
            else if (!error && after != '{')
                error = expected(g, "':'");
        }
        if (!error)
            error = take_value(tree, item, depth);
    }
    return error;
}

int lb_values_read(lb_graph_text *g, lb_values *tree) {
    *tree = (lb_values){.g = g};
    char first = look(g);
    int error;
    if (first == '{' || first == '[') {
        error = take_value(tree, (lb_value){.key = NULL}, 0);
    } else {
        error = add(tree, (lb_value){.kind = LB_VALUE_SET, .line = g->line});
        if (!error)
            error = take_items(tree, true, 1);
        if (!error)
            tree->item[0].end = (uint32_t)tree->count;
    }
    return !error && look(g) ? expected(g, "the end of the file") : error;
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
    for (; holds(tree, in) && i < tree->item[in].end; i = tree->item[i].end) {
        const lb_value *item = &tree->item[i];
        if (item->key && item->key_length == strlen(key) && memcmp(item->key, key, item->key_length) == 0)
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
        return lb_text_fail(tree->g, LB_ERR_FORMAT, t->line, "%s is a whole number from 0 to %" PRIu32, what, most);
    *number = (uint32_t)value;
    return LB_OK;
}

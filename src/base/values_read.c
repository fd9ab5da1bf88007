/* Trees of keys and values. One grammar serves JSON and protocol buffers' text format, which differ in what may be left
 * out: quotes around keys, colons before braces, commas. Who misuses that freedom is understood all the same. */
#include "base/values_read.h"

#include "base/same.h"
#include "base/values_keys.h"
#include "base/values_words.h"

#include <string.h>

enum { MOST_DEPTH = 32, MOST_BYTES = 1 << 30, KEYS = 12, PLACES = 8 };

/* The keys of the set that was last at such a place, as they are written, with their quotes: none of them twice. A set
 * that begins as they do is read faster, and need not be looked through for keys that come twice. */
typedef struct usual {
    const char *key[KEYS];
    uint8_t length[KEYS];
    uint32_t count;
} usual;

typedef struct reader {
    lb_values *tree;
    usual place[MOST_DEPTH + 1][PLACES]; /* by depth, so that no set changes what the one around it is compared with */
} reader;

static void pass(lb_values *tree, const char *to) {
    for (; tree->at < to; tree->at++)
        tree->line += *tree->at == '\n';
}

/* The next byte that means something, 0 at the end. */
static inline char look(lb_values *tree) {
    const char *to = lb_values_skip(tree->at, tree->end);
    if (to != tree->at)
        pass(tree, to);
    return to < tree->end ? *to : '\0';
}

static int expected(const lb_values *tree, const char *what) {
    char next = tree->at < tree->end ? *tree->at : '?',
         found[] = {'\'', (char)(next >= ' ' && next <= '~' ? next : '?'), '\'', 0};
    return lb_values_fail(tree, LB_ERR_FORMAT, tree->line, "expected %s, found %s", what,
                          tree->at < tree->end ? found : "the end of the file");
}

/* A word, or a string with its quotes. */
static int take_word(lb_values *tree, const char *what) {
    char first = look(tree);
    const char *stop = lb_values_stop(tree->at, tree->end);
    if (lb_values_is_quote(first) && stop == tree->end)
        return lb_values_fail(tree, LB_ERR_FORMAT, tree->line, "the %c that begins here has no end", first);
    if (stop == tree->at)
        return expected(tree, what);
    if (lb_values_is_quote(first) && memchr(tree->at, '\n', (size_t)(stop - tree->at)))
        pass(tree, stop);
    tree->at = stop + lb_values_is_quote(first);
    return LB_OK;
}

/* ---- Values ---- */

/* A place among the items, for what begins here. */
static int add(lb_values *tree) {
    void *grown = tree->item;
    if (tree->count == LB_VALUES_MOST)
        return lb_values_fail(tree, LB_ERR_SIZE, tree->line, "more than %d values", LB_VALUES_MOST);
    int error = lb_grow(&grown, &tree->room, tree->count + 1, sizeof *tree->item);
    tree->item = grown;
    if (!error && tree->count % LB_VALUES_MARKED == 0) {
        grown = tree->mark;
        error = lb_grow(&grown, &tree->mark_room, tree->count / LB_VALUES_MARKED + 1, sizeof *tree->mark);
        tree->mark = grown;
        if (!error)
            tree->mark[tree->count / LB_VALUES_MARKED] = tree->line;
    }
    if (error)
        return lb_fail_memory(tree->why, tree->what);
    tree->item[tree->count++] = (lb_value){.at = (uint32_t)(tree->at - tree->begin) & (MOST_BYTES - 1), .size = 1};
    return LB_OK;
}

static int take_items(reader *r, bool keys, int depth, uint32_t place, bool *as_usual);

/* What comes next, of the item that was added last. */
static int take_value(reader *r, int depth, uint32_t place) {
    lb_values *tree = r->tree;
    uint64_t at = tree->count - 1;
    bool as_usual = false;
    char first = look(tree);
    if (first != '{' && first != '[') {
        tree->item[at].kind = lb_values_is_quote(first) ? LB_VALUE_STRING : LB_VALUE_WORD;
        return take_word(tree, "a value");
    }
    if (depth == MOST_DEPTH)
        return lb_values_fail(tree, LB_ERR_SIZE, tree->line, "nested more than %d deep", MOST_DEPTH);
    tree->at++;
    tree->item[at].kind = first == '{' ? LB_VALUE_SET : LB_VALUE_LIST;
    int error = take_items(r, first == '{', depth + 1, place, &as_usual);
    if (!error && look(tree) != (first == '{' ? '}' : ']'))
        error = expected(tree, first == '{' ? "}" : "]");
    if (error)
        return error;
    tree->at++;
    tree->item[at].size = (uint32_t)(tree->count - at) & LB_VALUES_MOST;
    return tree->json && first == '{' && !as_usual ? lb_values_unlike(tree, (uint32_t)at) : LB_OK;
}

/* The value of the item that was added last stands here, after its key. */
static void set_key(lb_values *tree) {
    lb_value *v = &tree->item[tree->count - 1];
    uint32_t at = (uint32_t)(tree->at - tree->begin) & (MOST_BYTES - 1), back = at - v->at;
    v->at = back < LB_VALUES_FAR ? at : v->at;
    v->back = back < LB_VALUES_FAR ? back & LB_VALUES_FAR : LB_VALUES_FAR;
}

/* The key that such a set mostly has as its k-th. */
static bool take_usual(lb_values *tree, const usual *u, uint32_t k) {
    if (k >= u->count || tree->end - tree->at < u->length[k] || !lb_same(tree->at, u->key[k], u->length[k]))
        return false;
    tree->at += u->length[k];
    return true;
}

/* Another key than that: what comes after it is not known. Only what is in quotes says itself where it ends. */
static int take_unusual(lb_values *tree, usual *u, uint32_t k) {
    const char *at = tree->at;
    int error = take_word(tree, "a key");
    if (u->count > k)
        u->count = k;
    if (!error && u->count == k && k < KEYS && tree->at - at < UINT8_MAX && lb_values_is_quote(*at) &&
        !memchr(at, '\n', (size_t)(tree->at - at))) {
        u->key[k] = at;
        u->length[k] = (uint8_t)(tree->at - at);
        u->count++;
    }
    return error;
}

/* A key and what follows it, up to its value. */
static int take_key(lb_values *tree, usual *u, uint32_t k, bool *as_usual) {
    int error = LB_OK;
    if (!take_usual(tree, u, k)) {
        *as_usual = false;
        error = take_unusual(tree, u, k);
    }
    char after = look(tree); /* 0 at the end */
    if (!error && after == ':')
        tree->at++;
    else if (!error && after != '{')
        error = expected(tree, "':'");
    look(tree);
    if (!error)
        set_key(tree);
    return error;
}

/* Up to what closes them, or the end. *as_usual: every key was the one that it mostly is. */
static int take_items(reader *r, bool keys, int depth, uint32_t place, bool *as_usual) {
    lb_values *tree = r->tree;
    uint32_t k = 0;
    int error = LB_OK;
    *as_usual = true;
    for (char next; !error && (next = look(tree)) != 0 && next != '}' && next != ']'; k += keys) {
        error = add(tree);
        if (keys && !error)
            error = take_key(tree, &r->place[depth][place], k, as_usual);
        if (!error)
            error = take_value(r, depth, (place * 3 + k) % PLACES);
    }
    return error;
}

int lb_values_read(lb_values *tree) {
    reader r = {.tree = tree};
    tree->begin = tree->at;
    if (tree->end - tree->at >= MOST_BYTES)
        return lb_values_fail(tree, LB_ERR_SIZE, tree->line, "more than %d bytes", MOST_BYTES - 1);
    char first = look(tree);
    bool as_usual = false;
    tree->json = first == '{' || first == '[';
    int error = add(tree);
    if (!error && tree->json) {
        error = take_value(&r, 0, 0);
    } else if (!error) {
        tree->item[0].kind = LB_VALUE_SET;
        error = take_items(&r, true, 1, 0, &as_usual);
        tree->item[0].size = (uint32_t)tree->count & LB_VALUES_MOST;
    }
    return !error && look(tree) ? expected(tree, "the end of the file") : error;
}

/* Texts that are a tree of keys and values: JSON, and protocol buffers' text format. */
#ifndef LB_VALUES_H
#define LB_VALUES_H

#include "base/shown.h"

#include <string.h>

typedef enum lb_value_kind { LB_VALUE_WORD, LB_VALUE_STRING, LB_VALUE_LIST, LB_VALUE_SET } lb_value_kind;

/* As little as a file of many values can do with: where it stands in the text, how far its key is before it, and how
 * many values it is with all in it, which come right after it. The rest is read there again when it is asked for. */
typedef struct lb_value {
    uint32_t at : 30, kind : 2;   /* an lb_value_kind */
    uint32_t size : 24, back : 8; /* 0: there is no key; LB_VALUES_FAR: `at` is where the key is, further than that */
} lb_value;
enum { LB_VALUES_MARKED = 16, LB_VALUES_FAR = 255, LB_VALUES_MOST = (1 << 24) - 1 };

/* Item 0 holds all others. */
typedef struct lb_values {
    const char *shown, *what;     /* the file in sentences, and what memory is for */
    const char *at, *end, *begin; /* while it is read; and where it began */
    uint32_t line;
    bool json; /* it is in braces or brackets: a key comes once in a set */
    lb_why *why;
    lb_value *item;
    uint64_t count, room;
    uint32_t *mark; /* the line of every so many items */
    uint64_t mark_room;
} lb_values;

/* What values_read.h has read. */
void lb_values_free(lb_values *tree);

static inline lb_value_kind lb_values_kind(const lb_values *tree, uint32_t item) {
    return (lb_value_kind)tree->item[item].kind;
}

/* Where what is in it stops, and the next beside it begins. */
static inline uint32_t lb_values_end(const lb_values *tree, uint32_t item) {
    return item + tree->item[item].size;
}

/* The line that it begins in, after its key. */
uint32_t lb_values_line(const lb_values *tree, uint32_t item);

/* Of a word or string, as it is written, without quotes; NULL: it is neither. And its key; NULL: it has none. */
const char *lb_values_text(const lb_values *tree, uint32_t item, uint32_t *length);
const char *lb_values_key(const lb_values *tree, uint32_t item, uint32_t *length);

/* How many there are in one, beside each other. */
uint32_t lb_values_size(const lb_values *tree, uint32_t in);

/* The next with this key in `in`, after `after`, which is one of them or `in` itself; 0: none. */
uint32_t lb_values_seek(const lb_values *tree, uint32_t in, uint32_t after, const char *key, size_t length);
static inline uint32_t lb_values_find(const lb_values *tree, uint32_t in, uint32_t after, const char *key) {
    return lb_values_seek(tree, in, after, key, strlen(key));
}
static inline uint32_t lb_values_get(const lb_values *tree, uint32_t in, const char *key) {
    return lb_values_find(tree, in, in, key);
}

/* What a set is looked through for, all keys at once: item[k] is what it has of key[k], 0: nothing. Most sets have the
 * keys of the one before in the same order, so that is kept. */
enum { LB_FORM_KEYS = 8, LB_FORM_PLACES = 12 };
typedef struct lb_values_form {
    const char *key[LB_FORM_KEYS]; /* NULL after the last */
    uint8_t length[LB_FORM_KEYS], keys;
    uint8_t at[LB_FORM_PLACES]; /* which key stood at each place of the last set */
    uint32_t item[LB_FORM_KEYS];
} lb_values_form;
void lb_values_pick(const lb_values *tree, uint32_t set, lb_values_form *form);

/* "FILE:LINE: ..." */
int lb_values_fail(const lb_values *tree, int error, uint32_t line, const char *format, ...) LB_PRINTF(4, 5);

/* Whether it is this word or string. */
bool lb_values_says(const lb_values *tree, uint32_t item, const char *text, size_t length);
static inline bool lb_values_is(const lb_values *tree, uint32_t item, const char *text) {
    return lb_values_says(tree, item, text, strlen(text));
}

/* A whole number from 0 to `most`; an error that names `what` if it is none. */
int lb_values_number(const lb_values *tree, uint32_t item, const char *what, uint32_t most, uint32_t *number);

#endif

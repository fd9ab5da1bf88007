/* Texts that are a tree of keys and values: JSON, and protocol buffers' text format. */
#ifndef LB_VALUES_H
#define LB_VALUES_H

#include "base/shown.h"

typedef enum lb_value_kind { LB_VALUE_WORD, LB_VALUE_STRING, LB_VALUE_LIST, LB_VALUE_SET } lb_value_kind;

/* What is in it comes right after it; `end` is where that stops, and the next beside it begins. */
typedef struct lb_value {
    unsigned kind : 2, key_length : 30; /* an lb_value_kind */
    uint32_t line, end, length;
    const char *key;  /* NULL: none */
    const char *word; /* of words and strings, as it is written */
} lb_value;

/* Item 0 holds all others. */
typedef struct lb_values {
    const char *shown, *what; /* the file in sentences, and what memory is for */
    const char *at, *end;     /* while it is read */
    uint32_t line;
    lb_why *why;
    lb_value *item;
    uint64_t count, room;
} lb_values;

/* Reads what stands from tree->at to tree->end, from line tree->line of the file; shown, what and why are set too. The
 * bytes must outlive the tree, which must be freed in any case. */
int lb_values_read(lb_values *tree);
void lb_values_free(lb_values *tree);

/* How many there are in one, beside each other. */
uint32_t lb_values_size(const lb_values *tree, uint32_t in);

/* The next with this key in `in`, after `after`, which is one of them or `in` itself; 0: none. */
uint32_t lb_values_find(const lb_values *tree, uint32_t in, uint32_t after, const char *key);
static inline uint32_t lb_values_get(const lb_values *tree, uint32_t in, const char *key) {
    return lb_values_find(tree, in, in, key);
}

/* "FILE:LINE: ..." */
int lb_values_fail(const lb_values *tree, int error, uint32_t line, const char *format, ...) LB_PRINTF(4, 5);

/* Whether it is this word or string. */
bool lb_values_is(const lb_values *tree, uint32_t item, const char *text);

/* A whole number from 0 to `most`; an error that names `what` if it is none. */
int lb_values_number(const lb_values *tree, uint32_t item, const char *what, uint32_t most, uint32_t *number);

#endif

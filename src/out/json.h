/* One JSON object on one line, written key by key. */
#ifndef OUT_JSON_H
#define OUT_JSON_H

#include "linkbound.h"

typedef struct out_json {
    FILE *out;
    bool more; /* a comma comes first */
} out_json;

/* The key of what comes next, which is then begun with a NULL key. */
void out_json_key(out_json *json, const char *key);

/* A NULL key begins an element of an array. */
void out_json_open(out_json *json, const char *key, char bracket);
void out_json_close(out_json *json, char bracket);
void out_json_text(out_json *json, const char *key, const char *value); /* NULL: null */
void out_json_number(out_json *json, const char *key, uint64_t value);
void out_json_double(out_json *json, const char *key, double value); /* null when it is not finite */
void out_json_bool(out_json *json, const char *key, bool value);
void out_json_null(out_json *json, const char *key);
void out_json_list(out_json *json, const char *key, const uint32_t *list, size_t count);
void out_json_end(out_json *json); /* the closing brace and the newline */

#endif

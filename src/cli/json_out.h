/* One JSON object on one line, written key by key. */
#ifndef CLI_JSON_OUT_H
#define CLI_JSON_OUT_H

#include "linkbound.h"

typedef struct cli_json {
    FILE *out;
    bool more; /* a comma comes first */
} cli_json;

/* The key of what comes next, which is then begun with a NULL key. */
void cli_json_key(cli_json *json, const char *key);

/* A NULL key begins an element of an array. */
void cli_json_open(cli_json *json, const char *key, char bracket);
void cli_json_close(cli_json *json, char bracket);
void cli_json_text(cli_json *json, const char *key, const char *value); /* NULL: null */
void cli_json_number(cli_json *json, const char *key, uint64_t value);
void cli_json_double(cli_json *json, const char *key, double value); /* null when it is not finite */
void cli_json_bool(cli_json *json, const char *key, bool value);
void cli_json_null(cli_json *json, const char *key);
void cli_json_list(cli_json *json, const char *key, const uint32_t *list, size_t count);
void cli_json_end(cli_json *json); /* the closing brace and the newline */

#endif

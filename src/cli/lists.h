/* Lists of nodes as people write them: 0,3-7,5*3 or @file, and tuples of digits for offsets. */
#ifndef CLI_LISTS_H
#define CLI_LISTS_H

#include "linkbound.h"

typedef struct cli_ids {
    uint32_t *entry;
    size_t count, room;
} cli_ids;

void cli_list_free(cli_ids *list);

/* Node ids. option is its name, for error lines. 0, or an exit status; free the list in both cases. */
int cli_list_parse(const char *option, const char *text, const lb_net *net, cli_ids *list);

/* The same, or tuples when the text contains a semicolon or a parenthesis: "(1,0,0);(0,-1,0)*2". Here a list may be
 * empty. */
int cli_offsets_parse(const char *option, const char *text, const lb_net *net, cli_ids *list);

/* Node ids, or "none": an empty text is more likely a variable that is not set. */
int cli_sources_parse(const char *option, const char *text, const lb_net *net, cli_ids *list);

/* moore:R or vonneumann:R: all nodes within R of node 0 but itself, digit by digit or by distance. */
int cli_stencil_parse(const char *option, const char *text, const lb_net *net, cli_ids *list);

/* A list, or the name of a permutation. */
int cli_permutation_parse(const char *option, const char *text, const lb_net *net, uint64_t seed, cli_ids *list);

#endif

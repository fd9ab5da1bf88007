/* How algorithms that are not of cubes alone work and when they are taken, in words. */
#ifndef CLI_EXPLAIN_OTHERS_H
#define CLI_EXPLAIN_OTHERS_H

#include <stddef.h>

typedef struct cli_words {
    const char *names; /* of algorithms that work alike, a blank between two and around all */
    const char *how;
    const char *when;
} cli_words;

extern const cli_words cli_words_others[];
extern const size_t cli_words_others_count;

#endif

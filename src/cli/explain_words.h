/* How algorithms work and when they are taken, in words. */
#ifndef CLI_EXPLAIN_WORDS_H
#define CLI_EXPLAIN_WORDS_H

#include "cli/explain_others.h"

/* NULL: nothing is said of it. */
const cli_words *cli_words_of(const char *algorithm);

#endif

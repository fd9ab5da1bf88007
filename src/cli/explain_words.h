/* How algorithms work and when they are taken, in words. */
#ifndef CLI_EXPLAIN_WORDS_H
#define CLI_EXPLAIN_WORDS_H

typedef struct cli_words {
    const char *names; /* of algorithms that work alike, a blank between two and around all */
    const char *how;
    const char *when;
} cli_words;

/* NULL: nothing is said of it. */
const cli_words *cli_words_of(const char *algorithm);

#endif

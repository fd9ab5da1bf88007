/* Reading plain text from memory: words, whole numbers and ends of lines, one after another. */
#ifndef LB_PROSE_H
#define LB_PROSE_H

#include "import/page.h"

#include <string.h>

typedef struct lb_prose {
    const lb_page *page;
    const char *at, *end;
    uint32_t line;
} lb_prose;

/* The whole file; or some of its bytes, which begin on that line. */
lb_prose lb_prose_of(const lb_page *page);
lb_prose lb_prose_part(const lb_page *page, const char *at, size_t size, uint32_t line);

/* Passes over exactly this, if it is what comes next. Here, so that of words which are known no length is counted. */
static inline bool lb_prose_take(lb_prose *text, const char *word) {
    size_t length = strlen(word);
    if ((size_t)(text->end - text->at) < length || memcmp(text->at, word, length) != 0)
        return false;
    text->at += length;
    return true;
}

/* Passes over digits that make a number up to `most`, which is at most 2^63. */
static inline bool lb_prose_number(lb_prose *text, uint64_t most, uint64_t *number) {
    const char *at = text->at;
    uint64_t n = 0;
    for (; at < text->end && *at >= '0' && *at <= '9'; at++) {
        if (n >= UINT64_MAX / 10)
            return false;
        n = 10 * n + (uint64_t)(*at - '0');
    }
    if (at == text->at || n > most)
        return false;
    text->at = at;
    *number = n;
    return true;
}

/* Passes over the end of a line; the end of the file is one too. */
static inline bool lb_prose_end(lb_prose *text) {
    const char *at = text->at;
    if (at < text->end && *at == '\r')
        at++;
    if (at < text->end && *at != '\n')
        return false;
    text->line += at < text->end;
    text->at = at < text->end ? at + 1 : at;
    return true;
}

/* LB_ERR_FORMAT and the sentence, with the line. */
int lb_prose_fail(const lb_prose *text, const char *sentence);

#endif

/* Reading plain text from memory: words, whole numbers and ends of lines, one after another. */
#ifndef LB_PROSE_H
#define LB_PROSE_H

#include "import/page.h"

typedef struct lb_prose {
    const lb_page *page;
    const char *at, *end;
    uint32_t line;
} lb_prose;

/* The whole file; or some of its bytes, which begin on that line. */
lb_prose lb_prose_of(const lb_page *page);
lb_prose lb_prose_part(const lb_page *page, const char *at, size_t size, uint32_t line);

/* Passes over exactly this, if it is what comes next. */
bool lb_prose_take(lb_prose *text, const char *word);

/* Passes over digits that make a number up to `most`. */
bool lb_prose_number(lb_prose *text, uint64_t most, uint64_t *number);

/* Passes over the end of a line; the end of the file is one too. */
bool lb_prose_end(lb_prose *text);

/* LB_ERR_FORMAT and the sentence, with the line. */
int lb_prose_fail(const lb_prose *text, const char *sentence);

#endif

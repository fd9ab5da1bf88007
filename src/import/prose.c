/* Words, numbers and lines: see prose.h. */
#include "import/prose.h"

#include <string.h>

lb_prose lb_prose_of(const lb_page *page) {
    return lb_prose_part(page, page->bytes, page->size, 1);
}

lb_prose lb_prose_part(const lb_page *page, const char *at, size_t size, uint32_t line) {
    return (lb_prose){.page = page, .at = at, .end = at + size, .line = line};
}

bool lb_prose_take(lb_prose *text, const char *word) {
    size_t length = strlen(word);
    if ((size_t)(text->end - text->at) < length || memcmp(text->at, word, length) != 0)
        return false;
    text->at += length;
    return true;
}

bool lb_prose_number(lb_prose *text, uint64_t most, uint64_t *number) {
    const char *at = text->at;
    uint64_t n = 0;
    for (; at < text->end && *at >= '0' && *at <= '9'; at++) {
        uint64_t digit = (uint64_t)(*at - '0');
        if (digit > most || n > (most - digit) / 10)
            return false;
        n = 10 * n + digit;
    }
    if (at == text->at)
        return false;
    text->at = at;
    *number = n;
    return true;
}

bool lb_prose_end(lb_prose *text) {
    const char *at = text->at;
    if (at < text->end && *at == '\r')
        at++;
    if (at < text->end && *at != '\n')
        return false;
    text->line += at < text->end;
    text->at = at < text->end ? at + 1 : at;
    return true;
}

int lb_prose_fail(const lb_prose *text, const char *sentence) {
    return lb_page_fail(text->page, text->line, "%s", sentence);
}

/* Words, numbers and lines: see prose.h. */
#include "import/prose.h"

lb_prose lb_prose_of(const lb_page *page) {
    return lb_prose_part(page, page->bytes, page->size, 1);
}

lb_prose lb_prose_part(const lb_page *page, const char *at, size_t size, uint32_t line) {
    return (lb_prose){.page = page, .at = at, .end = at + size, .line = line};
}

int lb_prose_fail(const lb_prose *text, const char *sentence) {
    return lb_page_fail(text->page, text->line, "%s", sentence);
}

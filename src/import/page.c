/* Files of other tools in memory. */
#define _POSIX_C_SOURCE 200809L /* for stat */
#include "import/page.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool lb_page_is_lasting(const char *path) {
    struct stat facts;
    if (strcmp(path, "-") == 0)
        return fstat(STDIN_FILENO, &facts) == 0 && S_ISREG(facts.st_mode);
    return stat(path, &facts) || S_ISREG(facts.st_mode) || S_ISDIR(facts.st_mode);
}

int lb_page_take(lb_page *page, lb_input *input, uint64_t most, lb_why *why) {
    uint64_t room = 0;
    int64_t got = 1;
    int error = LB_OK;
    *page = (lb_page){.why = why};
    memcpy(page->shown, input->shown, sizeof page->shown);
    input->at = 0;
    while (!error && got > 0 && page->size < most) {
        void *bytes = page->bytes;
        if (lb_grow(&bytes, &room, page->size + 4096, 1))
            error = lb_fail_memory(why, "a file");
        page->bytes = bytes;
        uint64_t left = room - page->size - 1;
        if (!error)
            got = lb_input_fetch(input, page->bytes + page->size, left < most - page->size ? left : most - page->size,
                                 why);
        error = !error && got < 0 ? (int)got : error;
        page->size += !error && got > 0 ? (size_t)got : 0;
    }
    if (!error && most == LB_PAGE_MAX && page->size == most)
        error = lb_fail(why, LB_ERR_SIZE, "%s: files of other tools have at most 1 GiB", page->shown);
    if (error)
        lb_page_free(page);
    else
        page->bytes[page->size] = '\0';
    return error;
}

int lb_page_read(lb_page *page, const char *path, lb_why *why) {
    lb_input input;
    *page = (lb_page){.why = why};
    int error = lb_input_open(&input, path, false, why);
    if (error)
        return error;
    error = lb_page_take(page, &input, LB_PAGE_MAX, why);
    lb_input_close(&input);
    return error;
}

int lb_page_copy(lb_page *page, const void *bytes, size_t size, lb_why *why) {
    *page = (lb_page){.shown = "memory", .size = size, .why = why, .bytes = lb_array(size + 1, 1)};
    if (!page->bytes)
        return lb_fail_memory(why, "a file");
    memcpy(page->bytes, bytes, size);
    page->bytes[size] = '\0';
    return LB_OK;
}

void lb_page_free(lb_page *page) {
    free(page->bytes);
    page->bytes = NULL;
}

lb_values lb_page_tree(const lb_page *page) {
    return (lb_values){.shown = page->shown,
                       .what = "a schedule",
                       .at = page->bytes,
                       .end = page->bytes + page->size,
                       .line = 1,
                       .why = page->why};
}

static void say(const lb_page *page, uint64_t line, const char *rule, const char *format, va_list list) LB_PRINTF(4, 0);
static void say(const lb_page *page, uint64_t line, const char *rule, const char *format, va_list list) {
    lb_why sentence;
    char place[32] = "";
    vsnprintf(sentence.text, sizeof sentence.text, format, list);
    if (line)
        snprintf(place, sizeof place, ":%" PRIu64, line);
    lb_explain(page->why, "%s%s: %s%s%s", page->shown, place, rule, *rule ? ": " : "", sentence.text);
}

int lb_page_fail(const lb_page *page, uint64_t line, const char *format, ...) {
    va_list list;
    va_start(list, format);
    say(page, line, "", format, list);
    va_end(list);
    return LB_ERR_FORMAT;
}

int lb_page_broken(const lb_page *page, uint64_t line, const char *rule, const char *format, ...) {
    va_list list;
    if (page->out) {
        page->out->rule = rule;
        page->out->line = line;
    }
    va_start(list, format);
    say(page, line, rule, format, list);
    va_end(list);
    return LB_ERR_CHECK;
}

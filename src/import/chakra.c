/* Chakra's traces: which files there are, and all of them together. */
#define _POSIX_C_SOURCE 200809L /* for access */
#include "import/chakra.h"

#include "import/chakra_nodes.h"
#include "import/messages_settle.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LOOKED_AT = 64 };

/* Metadata has a version or attributes; without either, a node with a number or name comes next. Text has no such
 * bytes, whatever it begins with: one of the first is a control character. */
bool lb_chakra_is(const char *bytes, size_t size) {
    size_t at = size && bytes[0] == '\0' ? 1 : 0, shown = size < LOOKED_AT ? size : LOOKED_AT;
    bool control = at > 0;
    for (size_t k = 0; k < shown; k++)
        control = control || ((unsigned char)bytes[k] < ' ' && !strchr("\t\n\r\f", bytes[k]));
    at += at < size && (unsigned char)bytes[at] >= 0x80 ? 2 : 1; /* a length of one byte, or two */
    return control && at + 1 < size && strchr(bytes[0] ? "\x0A\x12" : "\x08\x12\x18", bytes[at]) != NULL &&
           bytes[at] != '\0';
}

/* Where the rank's number is in "BASE.3.et"; 0: the path has another form. */
static size_t find_number(const char *path) {
    size_t length = strlen(path), at = length > 3 ? length - 3 : 0;
    if (at == 0 || strcmp(path + at, ".et") != 0)
        return 0;
    while (at > 0 && path[at - 1] >= '0' && path[at - 1] <= '9')
        at--;
    return at > 1 && at < length - 3 && path[at - 1] == '.' ? at : 0;
}

/* Ranks from 0 on, as many as there are files. */
static int take_files(char *path, size_t room, size_t number, lb_messages *m, lb_why *why) {
    int error = LB_OK;
    for (m->ranks = 0; !error; m->ranks += !error) {
        lb_page page;
        snprintf(path + number, room - number, "%" PRIu32 ".et", m->ranks);
        if (m->ranks > 0 && access(path, R_OK) != 0)
            break;
        error = lb_page_read(&page, path, why);
        if (!error)
            error = lb_chakra_take(&page, m->ranks, m);
        lb_page_free(&page);
    }
    return error;
}

/* Whom the traces speak of must have one: else ranks that are there would be blamed for those that are not. */
static int check_ranks(const lb_messages *m, const lb_page *base, int error) {
    for (uint64_t k = 0; k < m->deeds && !error; k++) {
        const lb_deed *d = &m->deed[k];
        if (d->kind == LB_DEED_WORK || d->peer < m->ranks)
            continue;
        lb_page missing = lb_messages_page(m, base, m->ranks);
        return lb_page_fail(&missing, 0, "the file is missing: rank %" PRIu32 " has messages with rank %" PRIu32,
                            d->rank, d->peer);
    }
    return error;
}

static int settle(lb_messages *m, const lb_page *page, const lb_import_options *o, lb_imported *out, int error) {
    if (!error)
        error = lb_messages_settle(m, page, o->net);
    if (error)
        lb_messages_free(m);
    else
        out->messages = m;
    return error;
}

int lb_import_chakra_files(const char *path, const lb_import_options *o, lb_imported *out, lb_why *why) {
    lb_page all = {.why = why, .out = out};
    size_t number = find_number(path), room = strlen(path) + 16;
    lb_show_path(strcmp(path, "-") == 0 ? "standard input" : path, all.shown);
    if (!number)
        return lb_page_fail(&all, 0, "a Chakra trace is a file for each rank: BASE.0.et, BASE.1.et, ...");
    uint64_t asked = strtoull(path + number, NULL, 10);
    char *name = lb_array(room, 1);
    lb_messages *m = lb_zeroed(1, sizeof *m);
    if (!name || !m) {
        free(name);
        free(m);
        return lb_fail_memory(why, "a trace");
    }
    memcpy(name, path, number);
    m->memory = o->memory;
    m->traces = true;
    int error = take_files(name, room, number, m, why);
    name[number - 1] = '\0';
    lb_show_path(name, all.shown);
    if (!error && asked >= m->ranks) {
        lb_page missing = lb_messages_page(m, &all, m->ranks);
        error =
            lb_page_fail(&missing, 0, "the file is missing: there must be traces of all ranks up to %" PRIu64, asked);
    }
    error = check_ranks(m, &all, error);
    error = settle(m, &all, o, out, error);
    free(name);
    return error;
}

/* Bytes in memory are all there is: one rank. */
int lb_import_chakra(const lb_page *page, const lb_import_options *o, lb_imported *out) {
    lb_messages *m = lb_zeroed(1, sizeof *m);
    if (!m)
        return lb_fail_memory(page->why, "a trace");
    m->memory = o->memory;
    m->ranks = 1;
    return settle(m, page, o, out, lb_chakra_take(page, 0, m));
}

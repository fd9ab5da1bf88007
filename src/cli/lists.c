/* Reading lists. Everything is bounded by the number of entries a task could use. */
#include "cli/lists.h"

#include "cli/say.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MAX = 1 << 30 };

typedef struct reader {
    const char *option;
    const lb_net *net;
    bool offsets; /* may be tuples, and none at all */
    const char *p;
    cli_ids *list;
} reader;

void cli_list_free(cli_ids *list) {
    free(list->entry);
    *list = (cli_ids){0};
}

static int add(const reader *r, uint32_t value, uint64_t times) {
    cli_ids *list = r->list;
    if (times > LB_MAX_NODES || list->count + times > LB_MAX_NODES)
        return cli_fail("%s: more than %" PRIu32 " entries", r->option, LB_MAX_NODES);
    if (list->count + times > list->room) {
        size_t room = (list->count + times) * 2;
        uint32_t *moved = realloc(list->entry, room * sizeof *moved);
        if (!moved)
            return cli_fail("%s: memory for the list could not be had", r->option);
        list->entry = moved;
        list->room = room;
    }
    for (; times > 0; times--)
        list->entry[list->count++] = value;
    return CLI_OK;
}

static void skip_blanks(reader *r) {
    while (isspace((unsigned char)*r->p))
        r->p++;
}

static int fail_entry(const reader *r, const char *at) {
    return cli_fail("%s: cannot read '%.20s'; write %s", r->option, at,
                    r->offsets ? "node numbers, 1,3-7,5*3, or tuples, (1,0);(0,-1)*2" : "0,3-7,5*3");
}

static int read_number(reader *r, uint64_t *value) {
    const char *begin = r->p;
    uint64_t v = 0;
    for (; *r->p >= '0' && *r->p <= '9'; r->p++) {
        v = v * 10 + (uint64_t)(*r->p - '0');
        if (v > UINT32_MAX)
            return cli_fail("%s: %.20s is too large", r->option, begin);
    }
    if (r->p == begin)
        return fail_entry(r, begin);
    *value = v;
    return CLI_OK;
}

static int read_times(reader *r, uint64_t *times) {
    *times = 1;
    if (*r->p != '*')
        return CLI_OK;
    r->p++;
    int status = read_number(r, times);
    if (!status && *times == 0)
        status = cli_fail("%s: an entry that is there 0 times", r->option);
    return status;
}

/* 5, 3-7, 5*3 or 3-7*2 */
static int read_entry(reader *r) {
    uint64_t first = 0, last = 0, times = 1;
    const char *begin = r->p;
    int status = read_number(r, &first);
    last = first;
    if (!status && *r->p == '-') {
        r->p++;
        status = read_number(r, &last);
    }
    if (!status)
        status = read_times(r, &times);
    if (status)
        return status;
    if (first > last)
        return cli_fail("%s: the range %.20s runs backwards", r->option, begin);
    if (last >= lb_net_nodes(r->net))
        return cli_fail("%s: %" PRIu64 " is not a node; the network has nodes 0 to %" PRIu32, r->option, last,
                        lb_net_nodes(r->net) - 1);
    for (uint64_t v = first; v <= last && !status; v++)
        status = add(r, (uint32_t)v, times);
    return status;
}

/* Entries, separated by one comma or by blanks. */
static int read_entries(reader *r) {
    skip_blanks(r);
    if (!*r->p)
        return r->offsets ? CLI_OK : cli_fail("%s: the list is empty", r->option);
    while (*r->p) {
        const char *begin = r->p;
        int status = read_entry(r);
        if (status)
            return status;
        if (*r->p && *r->p != ',' && !isspace((unsigned char)*r->p))
            return fail_entry(r, begin);
        skip_blanks(r);
        if (*r->p != ',')
            continue;
        r->p++;
        skip_blanks(r);
        if (!*r->p)
            return cli_fail("%s: the list ends in a comma", r->option);
    }
    return CLI_OK;
}

/* One digit of a tuple, brought into 0..radix-1. */
static int read_digit(reader *r, unsigned dim, uint32_t *digit) {
    uint64_t value = 0;
    uint32_t radix = lb_net_radix(r->net, dim);
    skip_blanks(r);
    bool negative = *r->p == '-';
    r->p += negative;
    int status = read_number(r, &value);
    if (status)
        return status;
    if (value >= radix)
        return cli_fail("%s: digit %s%" PRIu64 " in dimension %u, whose radix is %" PRIu32, r->option,
                        negative ? "-" : "", value, dim, radix);
    *digit = negative && value ? radix - (uint32_t)value : (uint32_t)value;
    skip_blanks(r);
    return CLI_OK;
}

/* (1,0,0)*2 or 1,0,0 */
static int read_tuple(reader *r) {
    uint64_t times = 1, id = 0, weight = 1;
    unsigned dims = lb_net_dims(r->net);
    int status = CLI_OK;
    skip_blanks(r);
    bool bracket = *r->p == '(';
    r->p += bracket;
    for (unsigned dim = 0; dim < dims && !status; dim++) {
        uint32_t digit = 0;
        status = read_digit(r, dim, &digit);
        id += digit * weight;
        weight *= lb_net_radix(r->net, dim);
        if (!status && dim + 1 < dims && *r->p++ != ',')
            return cli_fail("%s: a tuple needs %u digit%s, one for each dimension", r->option, dims,
                            dims == 1 ? "" : "s");
    }
    if (status)
        return status;
    if (bracket && *r->p++ != ')')
        return cli_fail("%s: a tuple needs %u digit%s and a closing parenthesis", r->option, dims,
                        dims == 1 ? "" : "s");
    status = read_times(r, &times);
    skip_blanks(r);
    return status ? status : add(r, (uint32_t)id, times);
}

static int read_tuples(reader *r) {
    for (;;) {
        int status = read_tuple(r);
        if (status || !*r->p)
            return status;
        if (*r->p != ';' && *r->p != '(')
            return cli_fail("%s: a tuple needs %u digit%s; tuples are separated by semicolons", r->option,
                            lb_net_dims(r->net), lb_net_dims(r->net) == 1 ? "" : "s");
        r->p += *r->p == ';';
        skip_blanks(r);
        if (!*r->p)
            return CLI_OK;
    }
}

static int fail_file(const char *option, const char *path, const char *what) {
    return cli_fail("%s: %.100s: %s", option, path, what);
}

/* All of an open file, with a zero behind it. */
static int slurp(const char *option, const char *path, FILE *file, char **text) {
    size_t length = 0, room = 1 << 16;
    char *buffer = malloc(room);
    for (;;) {
        if (!buffer)
            return fail_file(option, path, "memory for the list could not be had");
        length += fread(buffer + length, 1, room - 1 - length, file);
        if (length < room - 1 || room >= FILE_MAX)
            break;
        char *moved = realloc(buffer, room *= 2);
        if (!moved)
            free(buffer);
        buffer = moved;
    }
    const char *problem = NULL;
    if (ferror(file))
        problem = strerror(errno);
    else if (!feof(file))
        problem = "larger than 1 GiB";
    else if (memchr(buffer, 0, length))
        problem = "not text";
    if (problem) {
        free(buffer);
        return fail_file(option, path, problem);
    }
    buffer[length] = '\0';
    *text = buffer;
    return CLI_OK;
}

/* The text itself, or what @file contains; *owned is to be freed. */
static int resolve(const char *option, const char *text, const char **use, char **owned) {
    *owned = NULL;
    *use = text;
    if (text[0] != '@')
        return CLI_OK;
    FILE *file = fopen(text + 1, "r");
    if (!file)
        return fail_file(option, text + 1, strerror(errno));
    int status = slurp(option, text + 1, file, owned);
    fclose(file);
    *use = *owned ? *owned : "";
    return status;
}

/* How many lines look like a tuple each: as many numbers, with commas between them, as there are dimensions. 0 when
 * some line does not, or tuples are marked as such. */
static size_t count_tuple_lines(const char *text, unsigned dims) {
    size_t lines = 0;
    if (dims < 2 || strpbrk(text, ";(*"))
        return 0;
    while (*text) {
        size_t length = strcspn(text, "\r\n"), commas = 0;
        for (size_t i = 0; i < length; i++)
            commas += text[i] == ',';
        if (length > 0 && (commas != dims - 1 || text[length - 1] == ','))
            return 0;
        lines += length > 0;
        text += length + strspn(text + length, "\r\n");
    }
    return lines;
}

/* A file with a tuple on every line, and semicolons for the ends of lines. */
static void mark_lines(char *text) {
    for (char *p = text; *p; p++) {
        size_t ends = strspn(p, "\r\n");
        for (size_t i = 0; i < ends; i++)
            p[i] = ' ';
        if (ends && p[ends] && p > text)
            *p = ';';
    }
}

static int parse(const char *option, const char *text, const lb_net *net, bool tuples, cli_ids *list) {
    char *owned = NULL;
    reader r = {.option = option, .net = net, .offsets = tuples, .list = list};
    int status = resolve(option, text, &r.p, &owned);
    size_t lines = status || !tuples ? 0 : count_tuple_lines(r.p, lb_net_dims(net));
    if (lines == 1)
        status = cli_fail("%s %.40s: a tuple or %u node numbers? Write (1,0) for a tuple, '1 0' for numbers", option,
                          text, lb_net_dims(net));
    if (lines > 1 && owned)
        mark_lines(owned);
    if (!status)
        status = tuples && strpbrk(r.p, ";(") ? read_tuples(&r) : read_entries(&r);
    free(owned);
    return status;
}

int cli_list_parse(const char *option, const char *text, const lb_net *net, cli_ids *list) {
    return parse(option, text, net, false, list);
}

int cli_offsets_parse(const char *option, const char *text, const lb_net *net, cli_ids *list) {
    return parse(option, text, net, true, list);
}

int cli_sources_parse(const char *option, const char *text, const lb_net *net, cli_ids *list) {
    return strcmp(text, "none") == 0 ? CLI_OK : cli_list_parse(option, text, net, list);
}

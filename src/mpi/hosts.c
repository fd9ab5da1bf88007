/* Hosts files. A line is a name and a node, as its number or its coordinates, dimension 0 first:
 *
 *     n0           0
 *     login.site   3,1,0
 *     n[4-7]       4..7         four hosts, in order; n[00-15], n[0-3,8-11]
 *     r2-*         9            for those that no line names: of such lines the first that fits
 *
 * What follows a # is nobody's business. A host is known by its whole name, or by what is before its first point. */
#define _XOPEN_SOURCE 700
#include "mpi/hosts.h"

#include <errno.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { NAME = 256, MOST_HOSTS = 1 << 14, MOST_BYTES = 1 << 24 };

typedef struct entry {
    char name[NAME];
    int node;
    unsigned line;
} entry;

struct lb_hosts {
    entry *entries;
    size_t count, room;
};

typedef struct reading {
    const lb_net *net;
    lb_hosts *hosts;
    const char *path;
    unsigned line;
    lb_why *why;
} reading;

__attribute__((format(printf, 2, 3))) static int wrong(const reading *r, const char *format, ...) {
    va_list arguments;
    char text[160];
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (r->why)
        snprintf(r->why->text, sizeof r->why->text, "%.80s, line %u: %s", r->path, r->line, text);
    return LB_ERR_ARG;
}

static bool is_pattern(const char *name) {
    return strpbrk(name, "*?") != NULL;
}

/* ---- One host ---- */

static int add(reading *r, const char *name, int node) {
    lb_hosts *h = r->hosts;
    for (size_t i = 0; i < h->count; i++) {
        if (strcasecmp(h->entries[i].name, name) == 0)
            return wrong(r, "the host '%.60s' has a line already, line %u", name, h->entries[i].line);
        if (h->entries[i].node == node && !is_pattern(name) && !is_pattern(h->entries[i].name))
            return wrong(r, "node %d has a host already, '%.60s' in line %u", node, h->entries[i].name,
                         h->entries[i].line);
    }
    if (h->count == MOST_HOSTS)
        return wrong(r, "more than %d hosts", MOST_HOSTS);
    if (h->count == h->room) {
        size_t room = h->room ? 2 * h->room : 64;
        entry *more = realloc(h->entries, room * sizeof *more);
        if (!more)
            return LB_ERR_MEMORY;
        h->entries = more;
        h->room = room;
    }
    entry *e = &h->entries[h->count++];
    snprintf(e->name, sizeof e->name, "%s", name);
    e->node = node;
    e->line = r->line;
    return LB_OK;
}

/* ---- Nodes ---- */

static bool read_number(const char **at, uint32_t *value) {
    size_t digits = strspn(*at, "0123456789");
    if (digits == 0 || digits > 9)
        return false;
    *value = (uint32_t)strtoul(*at, NULL, 10);
    *at += digits;
    return true;
}

/* x,y,z. */
static int read_coordinates(const reading *r, const char *text, uint32_t *node) {
    const char *at = text;
    uint32_t digit, stride = 1;
    unsigned dims = lb_net_dims(r->net), dim = 0;
    *node = 0;
    for (; dim < dims; dim++) {
        if (!read_number(&at, &digit) || digit >= lb_net_radix(r->net, dim))
            break;
        *node += digit * stride;
        stride *= lb_net_radix(r->net, dim);
        if (*at != (dim + 1 < dims ? ',' : '\0'))
            break;
        at++;
    }
    if (dim == dims)
        return LB_OK;
    return wrong(r, "'%.40s' is no node: the network has %u dimensions, and coordinates count from 0", text, dims);
}

/* A number, numbers from..to, or coordinates: the first and the last. */
static int read_nodes(const reading *r, const char *text, uint32_t *first, uint32_t *last) {
    const char *at = text;
    uint32_t nodes = lb_net_nodes(r->net);
    int error = LB_OK;
    if (strchr(text, ',')) {
        error = read_coordinates(r, text, first);
        *last = *first;
        return error;
    }
    bool fine = read_number(&at, first);
    *last = *first;
    if (fine && strncmp(at, "..", 2) == 0) {
        at += 2;
        fine = read_number(&at, last) && *first <= *last;
    }
    if (!fine || *at)
        return wrong(r, "'%.40s' is no node: write 3, 1,2,0 or, for several hosts, 0..7", text);
    if (*last >= nodes)
        return wrong(r, "there is no node %" PRIu32 ": the network has nodes 0 to %" PRIu32, *last, nodes - 1);
    return error;
}

/* ---- Several hosts ---- */

/* The next number of "0-3,8-11"; false: there is none, or it is none (*at not at the end then). */
typedef struct numbers {
    const char *at;
    uint32_t now, last;
    int width;
    bool inside, bad;
} numbers;

static bool next_number(numbers *n) {
    if (n->inside && n->now < n->last) {
        n->now++;
        return true;
    }
    if (n->inside && *n->at == ',')
        n->at++;
    else if (n->inside)
        return false;
    const char *begin = n->at;
    n->inside = true;
    if (!read_number(&n->at, &n->now)) {
        n->bad = true;
        return false;
    }
    n->width = (int)(n->at - begin);
    n->last = n->now;
    if (*n->at == '-') {
        n->at++;
        n->bad = !read_number(&n->at, &n->last) || n->last < n->now;
        return !n->bad;
    }
    return true;
}

static int add_several(reading *r, const char *name, const char *open, uint32_t first, uint32_t last) {
    const char *close = strchr(open, ']');
    char list[NAME], host[NAME];
    uint64_t count = 0, nodes = (uint64_t)last - first + 1;
    if (!close || strchr(close, '['))
        return wrong(r, "cannot read '%.60s': write n[0-7], with one pair of brackets", name);
    snprintf(list, sizeof list, "%.*s", (int)(close - open - 1), open + 1);
    numbers n = {.at = list};
    int error = LB_OK;
    while (!error && next_number(&n)) {
        if (count == nodes)
            return wrong(r, "'%.60s' has more hosts than nodes", name);
        int length =
            snprintf(host, sizeof host, "%.*s%0*" PRIu32 "%s", (int)(open - name), name, n.width, n.now, close + 1);
        if (length >= (int)sizeof host)
            return wrong(r, "a name is too long");
        error = add(r, host, (int)(first + count++));
    }
    if (!error && (*n.at || count == 0 || n.bad))
        return wrong(r, "cannot read the numbers of '%.60s': write n[0-7] or n[0-3,8-11]", name);
    if (!error && count != nodes)
        return wrong(r, "'%.60s' has %" PRIu64 " hosts for %" PRIu64 " nodes", name, count, nodes);
    return error;
}

/* ---- Lines ---- */

static int read_line(reading *r, char *line) {
    line[strcspn(line, "#\r")] = '\0';
    char *rest = NULL, *name = strtok_r(line, " \t", &rest), *where = name ? strtok_r(NULL, " \t", &rest) : NULL;
    uint32_t first = 0, last = 0;
    if (!name)
        return LB_OK;
    if (!where)
        return wrong(r, "the host '%.60s' has no node", name);
    if (strtok_r(NULL, " \t", &rest))
        return wrong(r, "more than a host and its node");
    if (strlen(name) >= NAME)
        return wrong(r, "a name is too long");
    int error = read_nodes(r, where, &first, &last);
    if (error)
        return error;
    const char *open = strchr(name, '[');
    if (open)
        return add_several(r, name, open, first, last);
    return first == last ? add(r, name, (int)first) : wrong(r, "the host '%.60s' has more than one node", name);
}

int lb_hosts_parse(const char *text, const char *path, const lb_net *net, lb_hosts **out, lb_why *why) {
    char line[2 * NAME];
    reading r = {.net = net, .hosts = calloc(1, sizeof *r.hosts), .path = path, .why = why};
    int error = r.hosts ? LB_OK : LB_ERR_MEMORY;
    *out = NULL;
    text += strncmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0; /* what editors leave before the first line */
    while (!error && *text) {
        size_t length = strcspn(text, "\n");
        r.line++;
        if (length >= sizeof line) {
            error = wrong(&r, "too long");
            break;
        }
        memcpy(line, text, length);
        line[length] = '\0';
        text += length + (text[length] == '\n');
        error = read_line(&r, line);
    }
    if (!error && r.hosts->count == 0) {
        if (why)
            snprintf(why->text, sizeof why->text, "%.80s: it names no host", path);
        error = LB_ERR_ARG;
    }
    if (error)
        lb_hosts_free(r.hosts);
    else
        *out = r.hosts;
    return error;
}

int lb_hosts_read(const char *path, const lb_net *net, lb_hosts **out, lb_why *why) {
    *out = NULL;
    struct stat about;
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode)) {
        snprintf(why->text, sizeof why->text, "%.100s: not a file", path);
        return LB_ERR_ARG;
    }
    FILE *file = fopen(path, "r");
    if (!file) {
        snprintf(why->text, sizeof why->text, "%.100s: %s", path, strerror(errno));
        return LB_ERR_IO;
    }
    size_t room = 1 << 16, length = 0, got;
    char *text = malloc(room);
    while (text && (got = fread(text + length, 1, room - length - 1, file)) > 0) {
        length += got;
        if (room - length > 1)
            continue;
        char *more = room < MOST_BYTES ? realloc(text, room *= 2) : NULL;
        if (!more)
            free(text);
        text = more;
    }
    bool failed = ferror(file) != 0;
    fclose(file);
    if (!text || failed || memchr(text, '\0', length)) {
        snprintf(why->text, sizeof why->text, "%.100s: %s", path,
                 failed  ? "cannot be read"
                 : !text ? "too long for a hosts file"
                         : "not a text file");
        free(text);
        return failed ? LB_ERR_IO : LB_ERR_ARG;
    }
    text[length] = '\0';
    int error = lb_hosts_parse(text, path, net, out, why);
    free(text);
    return error;
}

void lb_hosts_free(lb_hosts *hosts) {
    if (hosts)
        free(hosts->entries);
    free(hosts);
}

/* ---- Finding ---- */

static bool fits(const char *known, const char *name) {
    size_t ours = strcspn(known, "."), theirs = strcspn(name, ".");
    if (is_pattern(known))
        return fnmatch(known, name, 0) == 0;
    if (strcasecmp(known, name) == 0)
        return true;
    return (!known[ours] || !name[theirs]) && ours == theirs && strncasecmp(known, name, ours) == 0;
}

int lb_hosts_node(const lb_hosts *hosts, const char *name) {
    for (size_t i = 0; i < hosts->count; i++) {
        if (strcmp(hosts->entries[i].name, name) == 0)
            return hosts->entries[i].node;
    }
    for (size_t i = 0; i < hosts->count; i++) {
        if (fits(hosts->entries[i].name, name))
            return hosts->entries[i].node;
    }
    return -1;
}

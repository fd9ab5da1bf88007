/* Networks with dead links, as text: "cube:6 without 3-7,5>4", or the variable LINKBOUND_WITHOUT beside any text. */
#include "mpi/without.h"

#include "mpi/graphs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TEXT = 8192 };

typedef struct dead {
    lb_fault link[LB_MAX_DEAD_LINKS];
    size_t count;
} dead;

static int unreadable(const char *at, lb_why *why) {
    snprintf(why->text, sizeof why->text,
             "dead links: cannot read '%.20s'; write 3-7 (both ways) or 3>7 (one way), with commas between", at);
    return LB_ERR_ARG;
}

static bool read_node(const char **at, uint32_t *node) {
    size_t digits = strspn(*at, "0123456789");
    if (digits == 0 || digits > 9)
        return false;
    *node = (uint32_t)strtoul(*at, NULL, 10);
    *at += digits;
    return true;
}

static int read_links(const char *text, dead *d, lb_why *why) {
    const char *at = text;
    for (;;) {
        lb_fault link;
        at += strspn(at, " ");
        const char *entry = at;
        if (!read_node(&at, &link.from) || (*at != '-' && *at != '>'))
            return unreadable(entry, why);
        link.both = *at++ == '-';
        if (!read_node(&at, &link.to))
            return unreadable(entry, why);
        at += strspn(at, " ");
        if (*at && *at != ',')
            return unreadable(entry, why);
        if (d->count == LB_MAX_DEAD_LINKS) {
            snprintf(why->text, sizeof why->text, "more than %d dead links are not supported", LB_MAX_DEAD_LINKS);
            return LB_ERR_SIZE;
        }
        d->link[d->count++] = link;
        if (!*at++)
            return LB_OK;
    }
}

int lb_mpi_without(const char *text, lb_net **net, lb_why *why) {
    dead d = {.count = 0};
    lb_net *without = NULL;
    int error = read_links(text, &d, why);
    for (size_t i = 0; i < d.count && !error; i++) {
        if (d.link[i].from >= lb_net_nodes(*net) || d.link[i].to >= lb_net_nodes(*net)) {
            snprintf(why->text, sizeof why->text, "dead links: the network has nodes 0 to %" PRIu32,
                     lb_net_nodes(*net) - 1);
            error = LB_ERR_ARG;
        }
    }
    if (!error)
        error = lb_net_without(*net, d.link, d.count, NULL, 0, &without, why);
    if (!error) {
        lb_net_free(*net);
        *net = without;
    }
    return error;
}

/* Where the dead links begin, and the name before them; NULL: there are none, and it is all the name. */
static const char *split(const char *text, char *name, size_t size) {
    static const char word[] = " without ";
    const char *links = strstr(text, word);
    snprintf(name, size, "%.*s", (int)(links ? (size_t)(links - text) : strlen(text)), text);
    return links ? links + strlen(word) : NULL;
}

static bool is_short(const char *text, lb_why *why) {
    if (strlen(text) < MOST_TEXT)
        return true;
    snprintf(why->text, sizeof why->text, "the name of the network is too long: '%.60s...'", text);
    return false;
}

int lb_mpi_parse(const char *text, lb_net **net, lb_why *why) {
    char name[MOST_TEXT];
    *net = NULL;
    if (!is_short(text, why))
        return LB_ERR_ARG;
    const char *links = split(text, name, sizeof name);
    int error = lb_graph_recall(name, net, why);
    if (!error && links)
        error = lb_mpi_without(links, net, why);
    return error;
}

int lb_mpi_tell(MPI_Comm comm, const char *text, lb_why *why) {
    char name[MOST_TEXT];
    if (!is_short(text, why))
        return LB_ERR_ARG;
    split(text, name, sizeof name);
    return lb_graph_tell(comm, name, why);
}

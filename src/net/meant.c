/* Networks as people type them: "cub:3", "cube3" and "dgx1" are answered with what was probably meant. */
#include "net/net.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { NAME = 96, MOST_MACHINES = 4 };

static bool parses(const char *text) {
    lb_net *net = NULL;
    bool good = lb_net_read(text, &net, NULL) == LB_OK;
    lb_net_free(net);
    return good;
}

/* Letters before a colon or a digit are a kind: "cub:3", "ring8". */
static bool near_kind(const char *text, char meant[NAME]) {
    static const char *const kinds[] = {"cube",     "ring",   "line",   "mesh",    "twisted", "circulant",
                                        "complete", "hyperx", "folded", "lattice", "torus",   "hypercube"};
    char word[NAME];
    size_t length = 0;
    while (length < NAME - 1 && isalpha((unsigned char)text[length])) {
        word[length] = (char)tolower((unsigned char)text[length]);
        length++;
    }
    word[length] = '\0';
    const char *kind = length > 1 ? lb_nearest(word, kinds, sizeof kinds / sizeof *kinds) : NULL;
    if (!kind)
        return false;
    const char *rest = text + length + (text[length] == ':');
    return snprintf(meant, NAME, "%s:%s", kind, rest) < NAME && parses(meant);
}

/* Small letters and digits alone. */
static void plain(const char *name, char out[NAME]) {
    size_t length = 0;
    for (; *name && length < NAME - 1; name++) {
        if (isalnum((unsigned char)*name))
            out[length++] = (char)tolower((unsigned char)*name);
    }
    out[length] = '\0';
}

/* Machines whose names begin like this, or the one that is nearest: "machine:a or machine:b". */
static bool near_machine(const char *text, char *meant, size_t size) {
    static const char machine[] = "machine:";
    char typed[NAME], known[NAME];
    const char *names[128];
    size_t count = lb_wirings() < 128 ? lb_wirings() : 128, found = 0, length = 0;
    bool named = strncmp(text, machine, sizeof machine - 1) == 0;
    plain(named ? text + sizeof machine - 1 : text, typed);
    for (size_t i = 0; i < count; i++) {
        names[i] = lb_wiring_at(i)->name;
        plain(names[i], known);
        if (strlen(typed) < 3 || strncmp(known, typed, strlen(typed)) != 0 || found++ >= MOST_MACHINES)
            continue;
        length += (size_t)snprintf(meant + length, size - length, "%smachine:%s", found > 1 ? " or " : "", names[i]);
    }
    if (found == 0) {
        const char *near = lb_nearest(named ? text + sizeof machine - 1 : text, names, count);
        found = near != NULL;
        snprintf(meant, size, "machine:%s", near ? near : "");
    }
    return found > 0;
}

int lb_net_parse(const char *text, lb_net **net, lb_why *why) {
    char kind[NAME], machines[MOST_MACHINES * NAME];
    int error = lb_net_read(text, net, why);
    if (error != LB_ERR_ARG || !why || strncmp(text, "graph:", 6) == 0)
        return error;
    if (near_kind(text, kind))
        return lb_fail(why, LB_ERR_ARG, "'%.60s' is not a network; did you mean %s?", text, kind);
    if (near_machine(text, machines, sizeof machines))
        return lb_fail(why, LB_ERR_ARG, "'%.60s' is not a network; did you mean %.200s?", text, machines);
    return error;
}

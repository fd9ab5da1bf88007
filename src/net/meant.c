/* Networks as people type them: "cub:3", "cube3", "Q4", "torus 4 4" and "dgx1" are answered with what was probably
 * meant, "hypercube" with how its size is written, "fat-tree" with why there is none. */
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

/* ---- Kinds ---- */

/* What a kind is called elsewhere, in small letters alone, how it is written here, and an example of it. */
typedef struct word {
    const char *other, *kind, *example;
} word;

static const word words[] = {
    {"cube", "cube:", "cube:6"},
    {"hypercube", "cube:", "cube:6"},
    {"ncube", "cube:", "cube:6"},
    {"binarycube", "cube:", "cube:6"},
    {"q", "cube:", "cube:6"},
    {"ring", "ring:", "ring:8"},
    {"cycle", "ring:", "ring:8"},
    {"c", "ring:", "ring:8"},
    {"line", "line:", "line:8"},
    {"path", "line:", "line:8"},
    {"chain", "line:", "line:8"},
    {"lineararray", "line:", "line:8"},
    {"p", "line:", "line:8"},
    {"mesh", "mesh:", "mesh:8x4"},
    {"grid", "mesh:", "mesh:8x4"},
    {"array", "mesh:", "mesh:8x4"},
    {"torus", "", "4x4x4"},
    {"tpu", "", "4x4x4"},
    {"slice", "", "4x4x4"},
    {"tori", "", "4x4x4"},
    {"karyncube", "", "4x4x4"},
    {"wraparoundmesh", "", "4x4x4"},
    {"twisted", "twisted:", "twisted:4x4x8"},
    {"twistedtorus", "twisted:", "twisted:4x4x8"},
    {"circulant", "circulant:", "circulant:16:1,4"},
    {"complete", "complete:", "complete:8"},
    {"completegraph", "complete:", "complete:8"},
    {"fullyconnected", "complete:", "complete:8"},
    {"fullmesh", "complete:", "complete:8"},
    {"full", "complete:", "complete:8"},
    {"alltoall", "complete:", "complete:8"},
    {"clique", "complete:", "complete:8"},
    {"k", "complete:", "complete:8"},
    {"hyperx", "hyperx:", "hyperx:4x4"},
    {"hamming", "hyperx:", "hyperx:4x4"},
    {"flattenedbutterfly", "hyperx:", "hyperx:4x4"},
    {"folded", "folded:", "folded:6"},
    {"foldedcube", "folded:", "folded:6"},
    {"foldedhypercube", "folded:", "folded:6"},
    {"lattice", "lattice:", "lattice:4x8:0>0.4:1.0,0.1"},
};
enum { WORDS = sizeof words / sizeof *words };

static const word *find_word(const char *letters) {
    const char *others[WORDS];
    for (size_t i = 0; i < WORDS; i++) {
        others[i] = words[i].other;
        if (strcmp(others[i], letters) == 0)
            return &words[i];
    }
    const char *near = strlen(letters) > 2 ? lb_nearest(letters, others, WORDS) : NULL;
    for (size_t i = 0; near && i < WORDS; i++) {
        if (strcmp(others[i], near) == 0)
            return &words[i];
    }
    return NULL;
}

/* What was typed: its letters, its numbers with x between them, and what follows the first letters as it stands. "3d"
 * says how many numbers there will be, and is left out; x and by between numbers are no letters. */
typedef struct parts {
    char letters[NAME], radices[NAME];
    const char *rest;
} parts;

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static size_t take_number(parts *t, const char *at, size_t *length) {
    size_t digits = strspn(at, "0123456789");
    if (tolower((unsigned char)at[digits]) == 'd' && !isalnum((unsigned char)at[digits + 1]))
        return digits + 1;
    int wrote = snprintf(t->radices + *length, NAME - *length, "%s%.*s", *length ? "x" : "", (int)digits, at);
    *length = *length + (size_t)wrote < NAME ? *length + (size_t)wrote : NAME - 1;
    return digits;
}

static bool is_between(const char *at, size_t letters) {
    static const char by[] = "by";
    bool times = letters == 1 && tolower((unsigned char)*at) == 'x';
    return times || (letters == 2 && tolower((unsigned char)at[0]) == by[0] && tolower((unsigned char)at[1]) == by[1]);
}

static void take_apart(const char *text, parts *t) {
    size_t letters = 0, numbers = 0;
    *t = (parts){.rest = text};
    for (const char *at = text; *at;) {
        size_t length = 0;
        while (isalpha((unsigned char)at[length]))
            length++;
        if (is_digit(*at)) {
            at += take_number(t, at, &numbers);
            continue;
        }
        for (size_t i = 0; i < length && letters < NAME - 1 && !is_between(at, length); i++)
            t->letters[letters++] = (char)tolower((unsigned char)at[i]);
        if (length && t->rest == text)
            t->rest = at + length + (at[length] == ':');
        at += length ? length : 1;
    }
}

/* The kind and what follows it as typed, "cub:3" and "ring8", or its numbers alone, "torus 4 4". */
static bool near_kind(const parts *t, const word *kind, char meant[NAME]) {
    const char *name = kind ? kind->kind : "";
    if (!kind && *t->letters)
        return false;
    if (kind && snprintf(meant, NAME, "%s%s", name, t->rest) < NAME && parses(meant))
        return true;
    return *t->radices && snprintf(meant, NAME, "%s%s", name, t->radices) < NAME && parses(meant);
}

/* ---- Machines ---- */

/* Small letters and digits alone. */
static void plain(const char *name, char out[NAME]) {
    size_t length = 0;
    for (; *name && length < NAME - 1; name++) {
        if (isalnum((unsigned char)*name))
            out[length++] = (char)tolower((unsigned char)*name);
    }
    out[length] = '\0';
}

/* Those whose nodes are not linked to each other: by their letters, or machines with NVSwitch by letters and digits. */
static bool has_switches(const char *letters, const char *text) {
    static const char *const known[] = {"dragonfly", "dragonflyplus", "fattree",  "clos",     "slimfly",
                                        "megafly",   "leafspine",     "switch",   "switched", "crossbar",
                                        "butterfly", "omega",         "nvswitch", "dgxa"};
    static const char *const machines[] = {"h100", "h200", "b200", "nvl72", "dgx2"};
    char all[NAME];
    plain(text, all);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(letters, known[i]) == 0)
            return true;
    }
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
        if (strstr(all, machines[i]))
            return true;
    }
    return false;
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
    char meant[NAME], machines[MOST_MACHINES * NAME];
    parts t;
    int error = lb_net_read(text, net, why);
    if (error != LB_ERR_ARG || !why || strncmp(text, "graph:", 6) == 0)
        return error;
    take_apart(text, &t);
    const word *kind = find_word(t.letters);
    if (near_kind(&t, kind, meant))
        return lb_fail(why, LB_ERR_ARG, "'%.60s' is not a network; did you mean %s?", text, meant);
    if (has_switches(t.letters, text))
        return lb_fail(why, LB_ERR_ARG,
                       "'%.60s' has switches; plans are for nodes that are linked to each other (linkbound networks), "
                       "as in links of your own: graph:FILE",
                       text);
    if (near_machine(text, machines, sizeof machines))
        return lb_fail(why, LB_ERR_ARG, "'%.60s' is not a network; did you mean %.200s?", text, machines);
    if (kind && !*t.radices && !text[strcspn(text, ":")])
        return lb_fail(why, LB_ERR_ARG, "'%.60s' does not say how large; write %s, for example", text, kind->example);
    return error;
}

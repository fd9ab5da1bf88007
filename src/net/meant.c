/* Networks as people type them: "cub:3", "cube3", "Q4", "torus 4 4" and "dgx1" are answered with what was probably
 * meant, "hypercube" with how its size is written, "fat-tree" with why there is none, "petersen" with how it is said.
 */
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

typedef enum kind { CUBE, RING, LINE, MESH, TORUS, TWISTED, CIRCULANT, COMPLETE, HYPERX, FOLDED, LATTICE, KINDS } kind;

/* An example of each kind; what stands before its colon is how the kind is written. */
static const char *const examples[KINDS] = {
    [CUBE] = "cube:6",
    [RING] = "ring:8",
    [LINE] = "line:8",
    [MESH] = "mesh:8x4",
    [TORUS] = "4x4x4",
    [TWISTED] = "twisted:4x4x8",
    [CIRCULANT] = "circulant:16:1,4",
    [COMPLETE] = "complete:8",
    [HYPERX] = "hyperx:4x4",
    [FOLDED] = "folded:6",
    [LATTICE] = "lattice:4x8:0>0.4:1.0,0.1",
};

/* What kinds are called here and elsewhere, in small letters alone. */
static const struct {
    const char *word;
    kind is;
} words[] = {
    {"cube", CUBE},
    {"hypercube", CUBE},
    {"ncube", CUBE},
    {"binarycube", CUBE},
    {"q", CUBE},
    {"ring", RING},
    {"cycle", RING},
    {"c", RING},
    {"line", LINE},
    {"path", LINE},
    {"chain", LINE},
    {"lineararray", LINE},
    {"p", LINE},
    {"mesh", MESH},
    {"grid", MESH},
    {"array", MESH},
    {"torus", TORUS},
    {"tpu", TORUS},
    {"slice", TORUS},
    {"tori", TORUS},
    {"karyncube", TORUS},
    {"twisted", TWISTED},
    {"wraparoundmesh", TORUS},
    {"twistedtorus", TWISTED},
    {"complete", COMPLETE},
    {"circulant", CIRCULANT},
    {"completegraph", COMPLETE},
    {"fullmesh", COMPLETE},
    {"full", COMPLETE},
    {"fullyconnected", COMPLETE},
    {"clique", COMPLETE},
    {"alltoall", COMPLETE},
    {"k", COMPLETE},
    {"hyperx", HYPERX},
    {"hamming", HYPERX},
    {"flattenedbutterfly", HYPERX},
    {"folded", FOLDED},
    {"foldedcube", FOLDED},
    {"foldedhypercube", FOLDED},
    {"lattice", LATTICE},
};
enum { WORDS = sizeof words / sizeof *words };

/* Which kind the letters name, or nearly do; KINDS: none. */
static kind find_kind(const char *letters) {
    const char *names[WORDS];
    for (size_t i = 0; i < WORDS; i++)
        names[i] = words[i].word;
    bool exact = false;
    for (size_t i = 0; i < WORDS && !exact; i++)
        exact = strcmp(names[i], letters) == 0;
    const char *near = exact ? letters : strlen(letters) > 2 ? lb_nearest(letters, names, WORDS) : NULL;
    for (size_t i = 0; near && i < WORDS; i++) {
        if (strcmp(names[i], near) == 0)
            return words[i].is;
    }
    return KINDS;
}

static int prefix(kind is) {
    const char *example = is < KINDS ? examples[is] : "", *colon = strchr(example, ':');
    return colon ? (int)(colon - example) + 1 : 0;
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
static bool near_kind(const parts *t, kind is, char meant[NAME]) {
    const char *name = is < KINDS ? examples[is] : "";
    int length = prefix(is);
    if (is == KINDS && *t->letters)
        return false;
    if (is < KINDS && snprintf(meant, NAME, "%.*s%s", length, name, t->rest) < NAME && parses(meant))
        return true;
    return *t->radices && snprintf(meant, NAME, "%.*s%s", length, name, t->radices) < NAME && parses(meant);
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

static bool is_one_of(const char *text, const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (strcmp(text, names[i]) == 0)
            return true;
    }
    return false;
}

/* Those whose nodes are not linked to each other: by their letters, or machines with NVSwitch by letters and digits. */
static bool has_switches(const char *letters, const char *text) {
    static const char *const known[] = {"dragonfly", "dragonflyplus", "fattree",  "clos",       "slimfly",   "megafly",
                                        "leafspine", "switch",        "switched", "crossbar",   "butterfly", "omega",
                                        "nvswitch",  "dgxa",          "nvls",     "infiniband", "sharp"};
    static const char *const machines[] = {"h100", "h200", "b200", "nvl72", "dgx2"};
    char all[NAME];
    plain(text, all);
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
        if (strstr(all, machines[i]))
            return true;
    }
    return is_one_of(letters, known, sizeof known / sizeof *known);
}

/* Direct networks that people know by a name, and that have none here. */
static bool has_no_name(const char *letters) {
    static const char *const known[] = {"star",
                                        "stargraph",
                                        "tree",
                                        "binarytree",
                                        "kautz",
                                        "kautzgraph",
                                        "debruijn",
                                        "debruijngraph",
                                        "petersen",
                                        "petersengraph",
                                        "hoffmansingleton",
                                        "jellyfish",
                                        "random",
                                        "randomgraph",
                                        "expander",
                                        "xpander",
                                        "hex",
                                        "hexagonal",
                                        "honeycomb",
                                        "ccc",
                                        "pancake",
                                        "cubeconnectedcycles",
                                        "shuffleexchange",
                                        "moebius",
                                        "moebiuscube",
                                        "wheel",
                                        "pyramid",
                                        "bipartite",
                                        "completebipartite",
                                        "crossedcube",
                                        "polarfly",
                                        "regular",
                                        "meshoftrees",
                                        "hypermesh"};
    return is_one_of(letters, known, sizeof known / sizeof *known);
}

static const char *without_machine(const char *text) {
    static const char machine[] = "machine:";
    return strncmp(text, machine, sizeof machine - 1) == 0 ? text + sizeof machine - 1 : text;
}

/* Machines whose names begin like this: "machine:a or machine:b". */
static bool begins_machines(const char *text, char *meant, size_t size) {
    char typed[NAME], known[NAME];
    size_t found = 0, length = 0;
    plain(without_machine(text), typed);
    for (size_t i = 0; i < lb_wirings() && strlen(typed) >= 3; i++) {
        const char *name = lb_wiring_at(i)->name;
        plain(name, known);
        if (strncmp(known, typed, strlen(typed)) != 0 || found++ >= MOST_MACHINES)
            continue;
        length += (size_t)snprintf(meant + length, size - length, "%smachine:%s", found > 1 ? " or " : "", name);
    }
    return found > 0;
}

/* The machine whose name is nearest. */
static bool near_machine(const char *text, char *meant, size_t size) {
    const char *names[128];
    size_t count = lb_wirings() < 128 ? lb_wirings() : 128;
    for (size_t i = 0; i < count; i++)
        names[i] = lb_wiring_at(i)->name;
    const char *near = lb_nearest(without_machine(text), names, count);
    snprintf(meant, size, "machine:%s", near ? near : "");
    return near != NULL;
}

int lb_net_parse(const char *text, lb_net **net, lb_why *why) {
    char meant[NAME], machines[MOST_MACHINES * NAME];
    parts t;
    int error = lb_net_read(text, net, why);
    if (error != LB_ERR_ARG || !why || strncmp(text, "graph:", 6) == 0)
        return error;
    if (begins_machines(text, machines, sizeof machines))
        return lb_fail(why, LB_ERR_ARG, "'%.60s' is not a network; did you mean %.200s?", text, machines);
    take_apart(text, &t);
    kind is = has_no_name(t.letters) ? KINDS : find_kind(t.letters);
    if (near_kind(&t, is, meant))
        return lb_fail(why, LB_ERR_ARG, "'%.60s' is not a network; did you mean %s?", text, meant);
    if (has_switches(t.letters, text))
        return lb_fail(why, LB_ERR_ARG,
                       "'%.60s' has switches; plans are for nodes that are linked to each other (linkbound networks), "
                       "as in links of your own: graph:FILE",
                       text);
    if (has_no_name(t.letters))
        return lb_fail(why, LB_ERR_ARG,
                       "'%.60s' has no name here; write its links to a file, a line 'a b' for each, and say graph:FILE",
                       text);
    if (near_machine(text, machines, sizeof machines))
        return lb_fail(why, LB_ERR_ARG, "'%.60s' is not a network; did you mean %.200s?", text, machines);
    if (is < KINDS && !*t.radices && !text[strcspn(text, ":")])
        return lb_fail(why, LB_ERR_ARG, "'%.60s' does not say how large; write %s, for example", text, examples[is]);
    return error;
}

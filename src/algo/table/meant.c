/* Algorithms as people call them: in any spelling, by the names that MPI's and NCCL's implementations have for them, by
 * their authors. Only another spelling is taken for what it says; the others are answered with which are near. */
#include "algo/table/meant.h"

#include "algo/table/table.h"
#include "base/line.h"
#include "base/nearest.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 64, MOST_NAMED = 5, MOST_ALGORITHMS = LB_MOST_ALGORITHMS };

/* What a name of others is here, where several are: which one depends on the task. */
static const struct {
    const char *other, *ours;
} known[] = {
    {"ring", "snake-ring torus-complete-exchange torus-broadcast torus-reduce"},
    {"ring-allreduce", "snake-ring"},
    {"segmented-ring", "snake-ring"},
    {"hamiltonian", "snake-ring"},
    {"neighbor-exchange", "torus-allgather"},
    {"blueconnect", "bucket torus-complete-allreduce"},
    {"multitree", "torus-allgather packed-trees torus-tree-allgather"},
    {"trivance", "multiplying halfway"},
    {"2d-ring", "bucket torus-complete-allreduce torus-complete-broadcast torus-histogram"},
    {"hierarchical", "torus-complete-allreduce torus-complete-broadcast torus-histogram"},
    {"rabenseifner", "halving-doubling far-halving"},
    {"reduce-scatter-allgather", "halving-doubling torus-allgather far-halving"},
    {"rsag", "halving-doubling torus-allgather far-halving"},
    {"recursive-doubling", "recursive-doubling exchange-allreduce far-doubling lattice-doubling"},
    {"recursive-halving", "recursive-halving halving-doubling far-halving"},
    {"recursive-multiplying", "multiplying"},
    {"k-nomial", "multiplying digits tree"},
    {"knomial", "multiplying digits tree"},
    {"dissemination", "bruck"},
    {"butterfly", "halving-doubling exchange-allreduce recursive-doubling recursive-halving"},
    {"hypercube", "total-exchange halving-doubling recursive-doubling broadcast-1"},
    {"pairwise", "direct dimension-order complete-exchange"},
    {"pairwise-exchange", "direct dimension-order complete-exchange"},
    {"xor", "direct complete-exchange"},
    {"linear", "direct dimension-order"},
    {"basic-linear", "direct dimension-order"},
    {"linear-sync", "direct dimension-order"},
    {"flat", "direct dimension-order"},
    {"spread", "direct"},
    {"binomial", "broadcast-1 binomial-reduce binomial-scatter binomial-gather far-binomial tree"},
    {"binary", "tree"},
    {"binary-tree", "tree"},
    {"double-binary-tree", "tree packed-trees torus-tree-allgather broadcast-4"},
    {"chain", "torus-broadcast torus-reduce broadcast-4"},
    {"pipeline", "torus-broadcast torus-reduce broadcast-4"},
    {"pipelined", "torus-broadcast torus-reduce broadcast-4"},
    {"scatter-allgather", "broadcast-2 torus-broadcast"},
    {"van-de-geijn", "broadcast-2 torus-broadcast"},
    {"edge-disjoint", "broadcast-4 tree torus-tree-allgather"},
    {"msbt", "broadcast-4 tree"},
    {"star", "direct dimension-order"},
    {"pat", "bruck digits"},
};
enum { KNOWN = sizeof known / sizeof *known };

/* Small letters, and - between words: "Recursive_Doubling". */
static void plain(const char *name, char out[NAME]) {
    size_t length = 0;
    for (; *name && length < NAME - 1; name++)
        out[length++] = (char)(*name == '_' || *name == ' ' ? '-' : tolower((unsigned char)*name));
    out[length] = '\0';
}

static const lb_algorithm *find_plain(const char *name) {
    for (size_t i = 0; i < lb_algorithms(); i++) {
        if (strcmp(name, lb_algorithm_at(i)->name) == 0)
            return lb_algorithm_at(i);
    }
    return NULL;
}

/* ---- Which are near ---- */

typedef struct nearby {
    const lb_algorithm *one[MOST_ALGORITHMS];
    size_t count;
} nearby;

static void add(nearby *n, const lb_algorithm *a, uint32_t tasks) {
    if (a && (!tasks || (a->tasks & tasks)) && n->count < MOST_ALGORITHMS)
        n->one[n->count++] = a;
}

static void add_known(nearby *n, const char *name, uint32_t tasks) {
    for (size_t i = 0; i < KNOWN; i++) {
        char ours[NAME];
        for (const char *at = known[i].ours; strcmp(name, known[i].other) == 0 && *at;) {
            size_t length = strcspn(at, " ");
            snprintf(ours, sizeof ours, "%.*s", (int)length, at);
            add(n, find_plain(ours), tasks);
            at += length + strspn(at + length, " ");
        }
    }
}

static void add_words(nearby *n, const char *word, uint32_t tasks) {
    for (size_t i = 0; strlen(word) >= 3 && i < lb_algorithms(); i++) {
        const lb_algorithm *a = lb_algorithm_at(i);
        if (lb_has_word(a->name, word) || lb_has_word(a->source, word))
            add(n, a, tasks);
    }
}

static void add_nearest(nearby *n, const char *name, uint32_t tasks) {
    const char *names[MOST_ALGORITHMS + KNOWN];
    size_t count = 0;
    for (size_t i = 0; i < lb_algorithms() && i < MOST_ALGORITHMS; i++)
        names[count++] = lb_algorithm_at(i)->name;
    for (size_t i = 0; i < KNOWN; i++)
        names[count++] = known[i].other;
    const char *near = lb_nearest(name, names, count);
    if (near && find_plain(near))
        add(n, find_plain(near), 0);
    else if (near)
        add_known(n, near, tasks);
}

static void look(nearby *n, const char *name, uint32_t tasks) {
    n->count = 0;
    add_known(n, name, tasks);
    if (!n->count)
        add_nearest(n, name, tasks);
    if (!n->count)
        add_words(n, name, tasks);
}

/* ---- The sentence ---- */

static void put_names(const nearby *n, char *text, size_t size) {
    lb_line line = {text, size, 0};
    text[0] = '\0';
    size_t shown = n->count < MOST_NAMED ? n->count : MOST_NAMED;
    for (size_t i = 0; i < shown; i++)
        lb_line_add(&line, "%s%s", i == 0 ? "" : i + 1 < n->count ? ", " : " or ", n->one[i]->name);
    if (shown < n->count)
        lb_line_add(&line, " or one of %zu more", n->count - shown);
}

static int fail_near(const char *name, const nearby *n, lb_why *why) {
    char text[LB_WHY_MAX - 120];
    put_names(n, text, sizeof text);
    return lb_fail(why, LB_ERR_ARG, "unknown algorithm '%.60s'; did you mean %s?", name, text);
}

static bool is_one_of(const char *name, const char *const *words) {
    while (*words && strcmp(name, *words) != 0)
        words++;
    return *words != NULL;
}

/* What is asked for without a name. */
static bool means_best(const char *name) {
    static const char *const words[] = {"optimal", "fastest", "default", "any", "tuned", NULL};
    return is_one_of(name, words);
}

/* What others let their switches do. */
static bool needs_switches(const char *name) {
    static const char *const words[] = {"nvls",          "nvls-tree",      "nvlstree",      "sharp", "collnet",
                                        "collnet-chain", "collnet-direct", "collnetdirect", NULL};
    return is_one_of(name, words);
}

int lb_algorithm_meant(const char *name, uint32_t tasks, const lb_algorithm **algorithm, lb_why *why) {
    char typed[NAME];
    nearby *n;
    plain(name, typed);
    *algorithm = find_plain(name);
    if (!*algorithm)
        *algorithm = find_plain(typed);
    if (*algorithm)
        return LB_OK;
    if (means_best(typed))
        return lb_fail(why, LB_ERR_ARG, "unknown algorithm '%.60s'; name none, and one is chosen", name);
    if (needs_switches(typed))
        return lb_fail(why, LB_ERR_ARG,
                       "unknown algorithm '%.60s': it sums in switches, and direct networks have none (linkbound list)",
                       name);
    n = lb_zeroed(1, sizeof *n);
    if (!n)
        return lb_fail_memory(why, "names");
    look(n, typed, tasks);
    if (!n->count && tasks)
        look(n, typed, 0);
    int error = n->count ? fail_near(name, n, why)
                         : lb_fail(why, LB_ERR_ARG, "unknown algorithm '%.60s'; linkbound list has them all", name);
    free(n);
    return error;
}

void lb_algorithm_others(const char *name, uint32_t tasks, char *text, size_t size) {
    nearby n = {.count = 0};
    add_known(&n, name, tasks);
    put_names(&n, text, size);
}

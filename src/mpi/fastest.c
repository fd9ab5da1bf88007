/* Formulas tell most algorithms apart. Of those that are near the fastest, and may take turns in copies, it matters
 * which packets wait for which, and the plan is rehearsed (rehearse.h). What was
 * chosen is remembered: a call asks several times, and programs repeat their calls. */
#include "mpi/fastest.h"

#include "mpi/known.h"
#include "mpi/rehearse.h"

#include <math.h>
#include <string.h>

enum { MOST_CHOICES = 128 };
static const double near = 2;     /* as far as formulas may be off */
static const double nearer = 1.3; /* and as much as another number of groups may bring */

/* ---- The fastest ---- */

static bool has_failed(const char *const *failed, unsigned count, const char *name) {
    for (unsigned i = 0; i < count; i++) {
        if (strcmp(failed[i], name) == 0)
            return true;
    }
    return false;
}

lb_choice lb_fastest_one(const lb_question *q, size_t index) {
    lb_choice choice = lb_choice_of(q, index);
    if (choice.ns < INFINITY)
        lb_rehearse(q, &choice, INFINITY);
    if (choice.ns < INFINITY)
        lb_rehearse_groups(q, &choice);
    return choice;
}

/* The one with the least expected next, of those that have not been taken; `all`: none. */
static size_t next_of(const lb_choice *choices, size_t all, const bool *taken, double most) {
    size_t next = all;
    for (size_t i = 0; i < all; i++) {
        if (!taken[i] && choices[i].ns <= most && (next == all || choices[i].ns < choices[next].ns))
            next = i;
    }
    return next;
}

/* Those that are expected to take no longer than that, and what the quickest takes. What their formulas say tells which
 * go first: a rehearsal is given up once it is too long to matter, be it in another number of groups (scans). */
static double rehearse_near(const lb_question *q, lb_choice *choices, size_t all, double most) {
    bool taken[MOST_CHOICES] = {false};
    double quickest = INFINITY, factor = lb_task_class(q->task) == LB_SPAN ? nearer : 1;
    for (size_t i; (i = next_of(choices, all, taken, most)) < all;) {
        taken[i] = true;
        lb_rehearse(q, &choices[i], factor * quickest);
        quickest = fmin(quickest, choices[i].ns);
    }
    return quickest;
}

static lb_choice fastest_of(const lb_question *q, const char *const *failed, unsigned count) {
    lb_choice best = {.ns = INFINITY}, choices[MOST_CHOICES];
    size_t all = lb_algorithms() < MOST_CHOICES ? lb_algorithms() : MOST_CHOICES;
    double least = INFINITY;
    bool starved = false;
    for (size_t i = 0; i < all; i++) {
        choices[i] = (lb_choice){.ns = INFINITY};
        if (!has_failed(failed, count, lb_algorithm_at(i)->name))
            choices[i] = lb_choice_of(q, i);
        least = fmin(least, choices[i].ns);
    }
    double quickest = rehearse_near(q, choices, all, near * least);
    for (size_t i = 0; i < all; i++) {
        if (choices[i].ns <= nearer * quickest)
            lb_rehearse_groups(q, &choices[i]);
        starved |= choices[i].starved;
        if (choices[i].ns < best.ns)
            best = choices[i];
    }
    best.starved = starved;
    best.ports = q->options.ports;
    return best;
}

static lb_choice fastest_anyhow(const lb_question *q, const char *const *failed, unsigned count) {
    lb_choice best = fastest_of(q, failed, count);
    if (q->options.ports) {
        lb_question all = lb_question_relaxed(q);
        lb_choice other = fastest_of(&all, failed, count);
        bool starved = best.starved || other.starved;
        best = other.ns < best.ns ? other : best;
        best.starved = starved;
    }
    return best;
}

/* ---- Remembering ---- */

static lb_asked asked_of(const lb_question *q) {
    return (lb_asked){.kind = lb_task_kind_of(q->task),
                      .root = lb_known_root(q),
                      .ports = q->options.ports,
                      .paced = q->paced,
                      .steps = !q->options.cost,
                      .flown = lb_net_routing(lb_task_net(q->task)) != LB_STORE_AND_FORWARD,
                      .tau = q->tau,
                      .beta = q->beta,
                      .gap = q->gap,
                      .hop = lb_ratio_value(q->net->set.profile.hop),
                      .bytes = q->bytes,
                      .window = q->window};
}

static bool is_same(const lb_asked *a, const lb_asked *b) {
    return a->kind == b->kind && a->root == b->root && a->ports == b->ports && a->paced == b->paced &&
           a->steps == b->steps && a->flown == b->flown && a->tau == b->tau && a->beta == b->beta && a->gap == b->gap &&
           a->hop == b->hop && a->bytes == b->bytes && a->window == b->window;
}

static bool is_simple(lb_task_kind kind) {
    return kind <= LB_ALLREDUCE || kind == LB_SCAN || kind == LB_EXSCAN;
}

lb_choice lb_fastest(const lb_question *q, const char *const *failed, unsigned count) {
    lb_known *known = count == 0 && is_simple(lb_task_kind_of(q->task)) ? lb_known_of(q) : NULL;
    if (!known)
        return fastest_anyhow(q, failed, count);
    lb_asked question = asked_of(q);
    uint64_t key = (uint64_t)q->bytes * 16 + question.kind + ((uint64_t)question.root << 40);
    lb_answer *a = &known->answers[(key * UINT64_C(0x9e3779b97f4a7c15) >> 32) % LB_MPI_ANSWERS];
    if (a->known && is_same(&a->question, &question))
        return a->choice;
    lb_choice choice = fastest_anyhow(q, NULL, 0);
    if (!choice.starved)
        *a = (lb_answer){true, question, choice};
    return choice;
}

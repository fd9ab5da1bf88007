/* Formulas tell most algorithms apart. Of those that are near the fastest, and may take turns in copies, it matters
 * which packets wait for which, and the plan is rehearsed (rehearse.h): on small networks, once for a plan. What was
 * chosen is remembered: a call asks several times, and programs repeat their calls. */
#include "mpi/fastest.h"

#include "mpi/known.h"
#include "mpi/memory.h"
#include "mpi/stock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CHOICES = 128, MOST_NODES = 128 };
static const double near = 2;             /* as far as formulas may be off */
static const double nearer = 1.3;         /* and as much as another number of groups may bring */
static const double worth_groups = 0.985; /* what another number of them must bring: each costs messages */

static lb_known *known_of(const lb_question *q) {
    lb_stock *stock = q->net->stock;
    if (stock && !stock->known) {
        stock->known = lb_mpi_take(1, sizeof *stock->known);
        stock->forget = lb_known_free;
        if (stock->known)
            stock->known->process = stock->process;
    }
    return stock ? stock->known : NULL;
}

/* ---- Rehearsing ---- */

static bool is_same_plan(const lb_which *a, const lb_which *b) {
    return a->name == b->name && a->kind == b->kind && a->root == b->root && a->groups == b->groups &&
           a->ports == b->ports && lb_ratio_compare(a->data, b->data) == 0 && a->startups == b->startups &&
           a->hops == b->hops;
}

/* *made is NULL where a plan cannot be rehearsed. */
static int make_rehearsal(const lb_question *q, const lb_choice *c, lb_rehearsal **made) {
    lb_plan_options options = q->options;
    lb_plan *plan = NULL;
    *made = NULL;
    options.algorithm = c->name;
    options.groups = c->groups;
    int error = lb_plan_create(q->task, &options, &plan, NULL);
    if (!error)
        error = lb_rehearsal_create(plan, q->net->net, made);
    lb_plan_free(plan);
    return error == LB_ERR_MEMORY ? error : LB_OK;
}

/* Whole tori look the same from every node. */
static uint32_t root_of(const lb_question *q) {
    bool alike = lb_net_is_torus(q->net->net) && lb_net_is_whole(q->net->net);
    return alike ? 0 : lb_task_params_of(q->task).root;
}

/* The plan's rehearsal, as often as it is asked for made once. */
static int rehearsal_of(lb_known *known, const lb_question *q, const lb_choice *c, lb_rehearsal **found) {
    lb_which plan = {.kind = lb_task_kind_of(q->task),
                     .root = root_of(q),
                     .groups = c->groups,
                     .ports = q->options.ports,
                     .name = c->name,
                     .data = c->data,
                     .startups = c->startups,
                     .hops = c->hops};
    for (unsigned i = 0; i < LB_MPI_REHEARSALS; i++) {
        *found = known->rehearsals[i].rehearsal;
        if (known->rehearsals[i].plan.name && is_same_plan(&known->rehearsals[i].plan, &plan))
            return LB_OK;
    }
    int error = make_rehearsal(q, c, found);
    if (error)
        return error;
    lb_known_keep(known, &plan, *found);
    return LB_OK;
}

static bool are_rings_alike(const lb_net *net) {
    bool alike = true;
    for (unsigned i = 1; i < lb_net_dims(net); i++)
        alike = alike && lb_net_radix(net, i) == lb_net_radix(net, 0);
    return alike;
}

/* A scatter or gather by itself has more than one packet under way, and is timed by what was measured (overlap.h): on
 * rings that are alike. */
static bool may_rehearse(const lb_question *q, const lb_choice *c) {
    lb_task_kind kind = lb_task_kind_of(q->task);
    bool rooted = kind == LB_SCATTER || kind == LB_GATHER, paced = q->paced && !q->options.ports && q->options.cost;
    return (c->data.den || (paced && lb_task_class(q->task) == LB_SPAN)) &&
           (!rooted || c->copies > 1 || !are_rings_alike(q->net->net)) && lb_net_nodes(q->net->net) <= MOST_NODES &&
           lb_net_is_whole(q->net->net);
}

static bool is_cube(const lb_net *net) {
    uint32_t most = 0;
    for (unsigned i = 0; i < lb_net_dims(net); i++)
        most = lb_net_radix(net, i) > most ? lb_net_radix(net, i) : most;
    return most <= 2;
}

/* Where a step has as much for every link it takes what was rehearsed, and so do scans, scatters and gathers, and all
 * on cubes. Elsewhere a process that serves several links is late at some of them: simulated, by 2 to 4 hundredths on
 * the average. */
static double lateness(const lb_question *q, const char *name) {
    static const char *const even[] = {"torus-allgather", "torus-complete-exchange"};
    lb_task_kind kind = lb_task_kind_of(q->task);
    bool rooted = kind == LB_SCATTER || kind == LB_GATHER;
    bool late = !rooted && lb_task_class(q->task) != LB_SPAN && !is_cube(q->net->net);
    for (unsigned i = 0; i < sizeof even / sizeof *even; i++)
        late = late && strcmp(name, even[i]) != 0;
    return late ? 1.02 : 1;
}

static void rehearse(const lb_question *q, lb_choice *c) {
    lb_rehearsal *rehearsal = NULL;
    lb_pace pace = lb_pace_of(q);
    double ns = INFINITY;
    uint32_t copies = 1;
    if (!q->net->stock || !may_rehearse(q, c))
        return;
    lb_known *known = known_of(q);
    c->starved = !known || rehearsal_of(known, q, c, &rehearsal);
    if (!c->starved && !rehearsal && c->copies > 1)
        c->ns *= lateness(q, c->name);
    if (c->starved || !rehearsal)
        return;
    pace.block /= lb_task_parts(q->task);
    pace.pipelined = lb_is_pipeline(c);
    if (c->data.den)
        copies = lb_rehearsal_best(rehearsal, &pace, &ns);
    else
        ns = lb_rehearsal_time(rehearsal, &pace, 1);
    c->starved = ns < 0;
    if (c->starved || ns == INFINITY)
        return;
    c->copies = copies;
    c->ns = lateness(q, c->name) * ns;
}

/* In another number of groups, if that is quicker. */
static bool regroup(const lb_question *q, lb_choice *c, double factor) {
    lb_choice other = *c;
    other.groups = (uint32_t)(c->groups * factor);
    other.ns = INFINITY;
    if (other.groups < 1 || other.groups == c->groups || (double)other.groups * LB_LEAST_PACKET > q->bytes)
        return false;
    rehearse(q, &other);
    if (!other.starved && other.ns >= worth_groups * c->ns)
        return false;
    *c = other;
    return !other.starved;
}

/* A scan's formula does not know what its packets wait for, and so not what number of them is best either. */
static void rehearse_groups(const lb_question *q, lb_choice *c) {
    if (c->starved || c->groups < 1 || lb_task_class(q->task) != LB_SPAN || !may_rehearse(q, c))
        return;
    double more = c->tight ? 1.5 : 2, fewer = c->tight ? 0.75 : 0.5, factor = regroup(q, c, more) ? more : fewer;
    while (regroup(q, c, factor))
        ;
}

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
        rehearse(q, &choice);
    if (choice.ns < INFINITY)
        rehearse_groups(q, &choice);
    return choice;
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
    double quickest = INFINITY;
    for (size_t i = 0; i < all; i++) {
        if (choices[i].ns <= near * least)
            rehearse(q, &choices[i]);
        quickest = fmin(quickest, choices[i].ns);
    }
    for (size_t i = 0; i < all; i++) {
        if (choices[i].ns <= nearer * quickest)
            rehearse_groups(q, &choices[i]);
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
                      .root = root_of(q),
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
    lb_known *known = count == 0 && is_simple(lb_task_kind_of(q->task)) ? known_of(q) : NULL;
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

/* The plans whose formula is near the fastest, and that may take turns in copies, on small networks: there it matters
 * which packets wait for which. Each plan is made once. */
#include "mpi/rehearse.h"

#include "mpi/known.h"
#include "mpi/memory.h"
#include "mpi/stock.h"

#include <math.h>
#include <string.h>

enum { MOST_NODES = 128 };
static const double worth_groups = 0.985; /* what another number of them must bring: each costs messages */
static const double rounding = 1 + 1e-9;  /* so that what takes as long as something else is not given up */

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

/* The plan's rehearsal, as often as it is asked for made once. */
static int rehearsal_of(lb_known *known, const lb_question *q, const lb_choice *c, lb_rehearsal **found) {
    lb_which plan = {.kind = lb_task_kind_of(q->task),
                     .root = lb_known_root(q),
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

void lb_rehearse(const lb_question *q, lb_choice *c, double most) {
    lb_rehearsal *rehearsal = NULL;
    lb_pace pace = lb_pace_of(q);
    double late = lateness(q, c->name), ns = INFINITY;
    uint32_t copies = 1;
    if (!q->net->stock || !may_rehearse(q, c))
        return;
    lb_known *known = lb_known_of(q);
    c->starved = !known || rehearsal_of(known, q, c, &rehearsal);
    if (!c->starved && !rehearsal && c->copies > 1)
        c->ns *= late;
    if (c->starved || !rehearsal)
        return;
    pace.block /= lb_task_parts(q->task);
    pace.pipelined = lb_is_pipeline(c);
    most *= rounding / late;
    if (c->data.den)
        copies = lb_rehearsal_best(rehearsal, &pace, most, &ns);
    else
        ns = lb_rehearsal_time(rehearsal, &pace, 1, most);
    c->starved = ns < 0;
    if (c->starved)
        return;
    c->copies = copies;
    c->ns = late * ns;
}

/* In another number of groups, if that is quicker. */
static bool regroup(const lb_question *q, lb_choice *c, double factor) {
    lb_choice other = *c;
    other.groups = (uint32_t)(c->groups * factor);
    other.ns = INFINITY;
    if (other.groups < 1 || other.groups == c->groups || (double)other.groups * LB_LEAST_PACKET > q->bytes)
        return false;
    lb_rehearse(q, &other, worth_groups * c->ns);
    if (!other.starved && other.ns >= worth_groups * c->ns)
        return false;
    *c = other;
    return !other.starved;
}

/* A scan's formula does not know what its packets wait for, and so not what number of them is best either. */
void lb_rehearse_groups(const lb_question *q, lb_choice *c) {
    if (c->starved || c->groups < 1 || lb_task_class(q->task) != LB_SPAN || !may_rehearse(q, c))
        return;
    double more = c->tight ? 1.5 : 2, fewer = c->tight ? 0.75 : 0.5, factor = regroup(q, c, more) ? more : fewer;
    while (regroup(q, c, factor))
        ;
}

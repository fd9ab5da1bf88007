/* What plans are expected to take: by formula, for the profile's costs and the block's length.
 *
 * A formula says data*tau*m + startups*beta, as if a link were idle for beta before every packet. Where several packets
 * are under way on a link only the first of a chain costs beta, and each keeps its link busy for `gap` beside its
 * bytes: so pipelines are worth many more, shorter packets than the formula's own best. A chain is as long as one
 * group's. */
#include "mpi/estimate.h"

#include "mpi/copies.h"
#include "mpi/flown.h"
#include "mpi/formulas.h"
#include "mpi/lanes.h"
#include "mpi/links_bound.h"
#include "mpi/overlap.h"

#include <math.h>
#include <string.h>

enum { MOST_GROUPS = 1 << 14, MOST_TIGHT = 1 << 9, LEAST_PACKET = 64, MOST_OVERLAP = 63 };
static const double worth_groups = 0.985;
static const double unsaid = 1.03; /* tight scans take longer than formulas say, by so much at most */

/* ---- Questions ---- */

static double sharers_of(const lb_want *want) {
    return want->sharers > 1 ? want->sharers : 1;
}

static lb_ratio times(lb_ratio one, uint32_t count) {
    lb_ratio all = one;
    return lb_ratio_make((uint64_t)one.num * count, (uint64_t)one.den, &all) == LB_OK ? all : one;
}

lb_question lb_question_of(const lb_mpi_net *net, const lb_task *task, const lb_want *want, const lb_cost *cost) {
    const lb_mpi_profile *profile = &net->set.profile;
    lb_question q = {.net = net, .task = task};
    q.options = (lb_plan_options){.ports = profile->ports < lb_net_ports(net->net) ? profile->ports : 0,
                                  .clock = want->steps ? LB_UNIT : LB_LINEAR,
                                  .cost = want->steps ? NULL : cost,
                                  .effort = net->set.effort};
    q.tau = lb_ratio_value(cost->tau);
    q.beta = lb_ratio_value(cost->beta);
    q.gap = fmin(sharers_of(want) * lb_ratio_value(profile->gap), q.beta);
    q.bytes = (double)cost->bytes;
    q.paced = q.gap < q.beta && lb_pipeline_is_paced(net);
    q.window = profile->window < 2 || q.gap >= q.beta ? 1 : q.paced ? profile->window : 2;
    return q;
}

/* Several that share the links have the bytes and gaps of all of them on each, and start together. */
lb_cost lb_cost_of(const lb_mpi_net *net, const lb_want *want) {
    const lb_mpi_profile *profile = &net->set.profile;
    uint64_t bytes = want->nominal ? want->nominal : want->bytes;
    lb_cost cost = {.bytes = bytes ? bytes : 1, .tau = profile->tau, .beta = profile->beta, .whole_bytes = true};
    if (lb_net_routing(lb_mpi_wires(net, want)) != LB_STORE_AND_FORWARD)
        cost.hop = profile->hop;
    if (want->sharers < 2)
        return cost;
    bool hidden = lb_ratio_value(profile->gap) < lb_ratio_value(profile->beta);
    lb_ratio gaps = times(hidden ? profile->gap : profile->beta, want->sharers);
    cost.tau = times(profile->tau, want->sharers);
    if (lb_ratio_value(gaps) > lb_ratio_value(cost.beta))
        cost.beta = gaps;
    return cost;
}

lb_question lb_question_relaxed(const lb_question *q) {
    lb_question all = *q;
    all.tau *= (double)lb_net_ports(q->net->net) / q->options.ports;
    all.options.ports = 0;
    return all;
}

/* ---- Times ---- */

/* Nanoseconds of an algorithm in so many groups, of which one has `depth` start-ups. Lanes keep several packets under
 * way only where there are more than three. Packets that take longer than a start-up come later to each of the nodes on
 * their way, since two of them share a link: by half a start-up, as it was measured. */
static double time_of(const lb_question *q, const lb_formula *f, uint32_t groups, double depth) {
    double startups = (double)f->startups, data = lb_ratio_value(f->data) * q->bytes * q->tau;
    if (startups <= 0)
        return data;
    double busy = data / startups + q->gap, hidden = (data / startups + 1.5 * q->beta) / q->window;
    double alone = data + startups * q->beta + (double)f->hops * lb_ratio_value(q->net->set.profile.hop);
    if (q->paced && depth < startups)
        return fmin(alone,
                    startups * fmax(busy, (data / startups + q->beta) / q->window) + q->chain * (q->beta - q->gap));
    if (depth >= startups || q->window < 2 || groups <= LB_MPI_FEW)
        return alone;
    double late = fmin(1, fmax(0, 2 * (busy / q->beta - 1))) * (depth - 1) / 2;
    return fmin(alone, startups * fmax(busy, hidden) + depth * (q->beta - q->gap) + late * q->beta);
}

static bool formula_of(const lb_question *q, const char *name, uint32_t groups, lb_formula *f) {
    lb_plan_options options = q->options;
    options.algorithm = name;
    options.groups = groups;
    return lb_formula_kept(q->net, q->task, &options, f);
}

/* Scans whose links have other packets to carry while the first are on their way through `depth` others (prefix-sweep).
 * That way is up to twice as long as the formula says where packets share a link, and then it is not hidden unless
 * there are packets enough. What the formula's time is to be multiplied with where packets go one by one. */
static double unhidden(const lb_formula *f, uint32_t groups, double depth) {
    double said = (double)f->startups, pipeline = depth + groups - 1;
    double real = fmin(pipeline, 2 * depth + groups / 2.0);
    return said > 0 && said < real ? real / said : 1;
}

/* And where two are under way, as it was measured: the first packets have their latencies all the way, those behind
 * them every other one, or more where a packet takes about as long as that. Half of all come before the way back
 * begins, and packets that take longer come later, since two of them share a link. */
static double time_of_sweep(const lb_question *q, const char *name, const lb_formula *f, uint32_t groups,
                            double depth) {
    lb_formula many;
    double startups = (double)f->startups, packet = lb_ratio_value(f->data) * q->bytes * q->tau / startups;
    double first = packet + q->beta, brief = fmin(1, packet / q->beta);
    double next = fmax(packet + q->gap, (packet + (1 + brief * brief / 2) * q->beta) / 2);
    if (groups <= LB_MPI_FEW || !formula_of(q, name, MOST_GROUPS, &many))
        return startups * first;
    double ends = (double)many.startups - MOST_GROUPS + 1;
    double there = depth * first + ceil(groups / 2.0) * next + (depth - 1) / 2 * fmax(0, packet - q->beta);
    return fmin(startups * first, fmax(there, ends * first + (groups - 1) * next));
}

/* Scans in several groups, each `apart` packets behind the other on the same link. Of several packets of one group
 * (prefix on rings above 3) the second waits for what the first brings to the neighbour: nothing is hidden. */
static double time_of_span(const lb_question *q, const char *name, const lb_formula *f, uint32_t groups, double depth) {
    lb_formula two;
    double startups = (double)f->startups, ns = time_of(q, f, groups, depth);
    if (groups < 2 || startups <= 0 || !formula_of(q, name, 2, &two))
        return ns;
    double apart = (double)two.startups - depth;
    if (q->window < 2)
        return ns * unhidden(f, groups, depth);
    if (apart < 1)
        return time_of_sweep(q, name, f, groups, depth);
    return apart > 1 ? lb_ratio_value(f->data) * q->bytes * q->tau + startups * q->beta : ns;
}

/* How many nodes pass a packet on, one after another. On cubes the trees of a pipeline are one hop deeper than what is
 * sent in one group: in steps that is hidden, since the last group goes as one does, but latencies are not. */
static double chain_of(const char *name, double depth) {
    return depth + (strcmp(name, "broadcast-4") == 0 || strcmp(name, "reduce-4") == 0);
}

/* Some have other trees, of another depth, if there are more groups. */
static double depth_of(const char *name, const lb_formula *f, uint32_t groups, double one) {
    bool trees = strcmp(name, "torus-broadcast") == 0 || strcmp(name, "torus-reduce") == 0;
    return trees ? (double)f->startups - groups + 1 : one;
}

/* one: the start-ups of one group. */
static double time_of_groups(const lb_question *q, const char *name, uint32_t groups, double one) {
    lb_question own = *q;
    lb_formula f;
    if (groups > MOST_GROUPS || !formula_of(q, name, groups, &f))
        return INFINITY;
    double packet = f.startups ? lb_ratio_value(f.data) * q->bytes / (double)f.startups : 0;
    if (groups > 1 && packet < LEAST_PACKET)
        return INFINITY;
    double depth = depth_of(name, &f, groups, one);
    own.chain = chain_of(name, depth);
    return lb_task_class(q->task) == LB_SPAN ? time_of_span(&own, name, &f, groups, depth)
                                             : time_of(&own, &f, groups, depth);
}

/* How many packets a link carries while one is on its way, where pipelines are paced. */
static uint32_t overlap_of(const lb_question *q, const lb_choice *c) {
    lb_formula f;
    if (!q->paced || c->groups < 2 || c->ns == INFINITY || !formula_of(q, c->name, c->groups, &f) || !f.startups)
        return 0;
    double packet = lb_ratio_value(f.data) * q->bytes * q->tau / (double)f.startups + q->gap;
    return packet > 0 ? (uint32_t)fmin(MOST_OVERLAP, round((q->beta - q->gap) / packet)) : 0;
}

/* The best number of groups: times fall and then rise with it, and may fall once more where lanes have enough packets
 * to keep several under way. */
static lb_choice best_groups(const lb_question *q, const char *name, double depth) {
    lb_choice best = {.name = name, .groups = 1, .ns = time_of_groups(q, name, 1, depth), .ports = q->options.ports};
    for (uint32_t g = 2; g <= MOST_GROUPS; g *= 2) {
        double ns = time_of_groups(q, name, g, depth);
        if (ns >= best.ns && g > 2 * LB_MPI_FEW)
            break;
        if (ns >= best.ns)
            continue;
        best.groups = g;
        best.ns = ns;
    }
    for (uint32_t step = best.groups / 2; step >= 1; step /= 2) {
        uint32_t here = best.groups;
        for (uint32_t g = here - step; g <= here + step; g += 2 * step) {
            double ns = g >= 1 ? time_of_groups(q, name, g, depth) : INFINITY;
            if (ns < best.ns) {
                best.groups = g;
                best.ns = ns;
            }
        }
    }
    best.overlap = overlap_of(q, &best);
    return best;
}

/* The bound for packets that stop at every node. */
static bool least_time(const lb_question *q, lb_ratio *least) {
    lb_task_params params = lb_task_params_of(q->task);
    lb_task *stops = NULL;
    bool known = lb_task_create(q->net->net, lb_task_kind_of(q->task), &params, &stops, NULL) == LB_OK &&
                 lb_links_bound(stops, 0, q->options.cost, least) == LB_OK;
    lb_task_free(stops);
    return known;
}

/* Several packets under way: overlap.c. */
static double time_of_many(const lb_question *q, const char *name, double ns) {
    lb_ratio least;
    double block = q->bytes * q->tau;
    bool rotated = strcmp(name, "collect-2") == 0, tree = strcmp(name, "torus-tree-scatter") == 0;
    if (q->options.ports || !q->options.cost)
        return ns;
    if (strcmp(name, "torus-distribute") == 0 && lb_task_kind_of(q->task) == LB_SCATTER)
        return lb_scatter_time(q->net, ns, block, q->beta);
    if (lb_task_kind_of(q->task) != LB_GATHER || !(rotated || tree || strcmp(name, "torus-collect") == 0) ||
        !least_time(q, &least))
        return ns;
    if (tree)
        return lb_gather_tree_time(q->net, ns, lb_ratio_value(least), block, q->beta);
    return lb_gather_time(q->net, ns, lb_ratio_value(least), block, q->beta, rotated);
}

/* Of the alltoalls only the one whose steps are alike on all links: simulated, another that has the same formula takes
 * a tenth longer in copies. */
static bool takes_turns(const lb_question *q, const char *name) {
    lb_task_kind kind = lb_task_kind_of(q->task);
    return q->paced && !q->options.ports && q->options.cost &&
           (kind == LB_ALLREDUCE || kind == LB_ALLGATHER || kind == LB_REDUCE_SCATTER || kind == LB_SCATTER ||
            kind == LB_GATHER || lb_task_class(q->task) == LB_SPAN ||
            (kind == LB_ALLTOALL && strcmp(name, "torus-complete-exchange") == 0));
}

/* How unequal steps are: halves of halves, or about equal; an alltoall round a ring has less at every step, and all
 * again at the next ring. torus-allgather has a block on every link in every step. */
static double unevenness(const lb_question *q, const lb_formula *f, const char *name) {
    lb_task_kind kind = lb_task_kind_of(q->task);
    const lb_net *net = lb_task_net(q->task);
    bool equal = f->letter == 'j' || strcmp(name, "torus-allgather") == 0 || lb_task_class(q->task) == LB_SPAN ||
                 kind == LB_SCATTER || kind == LB_GATHER;
    bool rings = false;
    for (unsigned i = 0; i < lb_net_dims(net); i++)
        rings = rings || lb_net_radix(net, i) > 2;
    if (kind == LB_ALLTOALL)
        return rings ? 0.6 : 0;
    return equal ? 0 : 0.8;
}

lb_pace lb_pace_of(const lb_question *q) {
    return (lb_pace){.block = q->bytes * q->tau,
                     .tau = q->tau,
                     .gap = q->gap,
                     .beta = q->beta,
                     .hop = lb_ratio_value(q->net->set.profile.hop),
                     .nodes = lb_net_nodes(q->net->net),
                     .ports = lb_net_ports(q->net->net)};
}

/* By itself, and in copies that take turns. */
static void consider(const lb_question *q, const lb_formula *f, uint32_t groups, lb_choice *choice) {
    double ns = time_of_many(q, choice->name, time_of(q, f, 0, (double)f->startups));
    bool turns = takes_turns(q, choice->name);
    lb_pace pace = lb_pace_of(q);
    pace.uneven = unevenness(q, f, choice->name);
    uint32_t copies = turns ? lb_copies_best(&pace, f, &ns) : 1;
    if (ns >= choice->ns)
        return;
    choice->data = turns ? f->data : (lb_ratio){0, 0};
    choice->startups = f->startups;
    choice->hops = f->hops;
    choice->ns = ns;
    choice->copies = copies;
    choice->groups = groups;
    choice->halves = f->letter == 'j';
}

/* Scans whose timetable leaves no link idle, and so no room for a latency. */
static bool is_tight(const char *name) {
    return strcmp(name, "prefix-cuts") == 0;
}

/* As few groups as are within some hundredths of the best: each costs messages. */
static void consider_tight(const lb_question *q, lb_choice *choice) {
    lb_formula f;
    choice->tight = true;
    for (uint32_t g = 8; g <= MOST_TIGHT && (double)g * LEAST_PACKET <= q->bytes; g += (g + 1) / 2) {
        lb_choice before = *choice;
        if (formula_of(q, choice->name, g, &f))
            consider(q, &f, g, choice);
        if (choice->ns > worth_groups * before.ns)
            *choice = before;
    }
    choice->ns *= unsaid;
}

bool lb_is_pipeline(const lb_choice *choice) {
    return choice->groups > 1 && !choice->halves && !choice->tight;
}

lb_choice lb_choice_of(const lb_question *q, size_t index) {
    const lb_algorithm *algorithm = lb_algorithm_at(index);
    lb_choice choice = {.name = algorithm->name, .ns = INFINITY, .ports = q->options.ports};
    lb_formula f;
    if (lb_algorithm_obstacle(index, q->task, &q->options))
        return choice;
    if (is_tight(algorithm->name)) {
        consider_tight(q, &choice);
        return choice;
    }
    /* j is how many exchanges are halved, not a number of packets that follow each other: the formula's own is best */
    if (algorithm->groups && formula_of(q, algorithm->name, 1, &f) && f.letter != 'j') {
        choice = best_groups(q, algorithm->name, (double)f.startups);
        choice.ns = time_of_many(q, algorithm->name, choice.ns);
    } else if (formula_of(q, algorithm->name, 0, &f)) {
        consider(q, &f, 0, &choice);
        /* of copies that take turns another j may be best than of one */
        for (uint32_t j = 1; f.letter == 'j' && q->paced && formula_of(q, algorithm->name, j, &f); j++)
            consider(q, &f, j, &choice);
    }
    return choice;
}

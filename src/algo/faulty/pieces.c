/* pieces: the linear clock on networks that have no closed forms, by plans for the unit clock.
 *
 * A block of m bytes cut into P pieces is P packets of the unit clock, each of which takes tau*m/P + beta; a plan of
 * S(P) steps takes no longer than S(P) * (tau*m/P + beta), and less where packets need not wait for the step to end.
 * Where S(P) is at its bound, about P * loads / links, long messages come as near to the bound of the links as their
 * pieces are many. So the unit clock's algorithms are asked for 1, 2, 4, ... packets as long as that is quicker. */
#include "algo/faulty/algorithms.h"
#include "base/exact.h"

#define MUCH_WORK (UINT64_C(1) << 15) /* moves of one node, or of all where they are not alike */

#define NOTICED 0.995

enum { MOST_PIECES = 1024, SOME_PIECES = 64, IN_VAIN = 2, LONG_WAY = 8, FEW_MOVES = 1024, FEW_PIECES = 4 };
enum { MOST_SCANNED = 64, FEW_SCANNED = 16, MANY_PORTS = 16 };
enum { SEARCHED = 40000 }; /* microseconds at the least, where ways are searched for */
enum { ON_TORUS = 26000 }; /* more than is left to most contests within another, each of which would ask again */

/* Scans: on up to so many nodes plans for several packets are found. */
static bool is_scan(const lb_task *task) {
    return lb_task_class(task) == LB_SPAN && task->net.nodes <= MOST_SCANNED;
}

static const char *scanner(const lb_task *task) {
    return lb_net_is_whole(&task->net) ? "prefix-mixed" : "around";
}

static uint64_t moves_of(const lb_task *task) {
    uint64_t n = task->net.nodes, blocks = lb_task_blocks(task);
    if (is_scan(task))
        return 4 * n;
    uint64_t each = lb_task_class(task) == LB_CARRY ? lb_diameter(&task->net) + UINT64_C(1) : n;
    return lb_times(lb_task_is_symmetric(task) ? blocks / n + 1 : blocks, each);
}

static double time_of(const lb_plan *plan, const lb_cost *cost, uint64_t bytes, uint64_t pieces) {
    return plan->steps * (lb_ratio_value(cost->tau) * (double)bytes / (double)pieces + lb_ratio_value(cost->beta));
}

/* Whether blocks of many nodes go to many others by ways of any length, not too many to search for: on a graph shortest
 * ways are seldom even. */
static bool is_traffic(const lb_task *task) {
    bool many = task->kind == LB_ALLTOALL || task->kind == LB_ISOTROPIC || task->kind == LB_NEIGHBORS;
    return many && task->net.kind == LB_NET_GRAPH && moves_of(task) <= 4 * MUCH_WORK;
}

/* What takes longer to plan, and is worth it; NULL: no other. */
static const char *rival(const lb_task *task, uint64_t packets, unsigned which) {
    bool one = task->kind == LB_BROADCAST || task->kind == LB_REDUCE, some = task->kind == LB_MULTIBROADCAST;
    uint64_t moves = lb_times(lb_times(packets, task->net.nodes), some ? lb_task_blocks(task) : 1);
    if ((one || some) && which < 2 && packets > 1 && moves <= (some ? 4 * FEW_MOVES : FEW_MOVES))
        return which ? "around" : "timed-trees";
    if (is_scan(task))
        return which == 0 && packets > 1 ? scanner(task) : NULL;
    return is_traffic(task) && which == 0 ? "many-ways" : NULL;
}

/* The shortest for so many packets, of the first choice and its rivals. */
static int plan_packets(const lb_task *task, const lb_plan_options *o, uint64_t packets, int effort, lb_plan **plan,
                        lb_why *why) {
    lb_plan_options unit = {.ports = o->ports, .packets = packets, .seed = o->seed, .effort = LB_ESTIMATE};
    if (task->kind == LB_ALLREDUCE) /* which has no rivals, but is searched for */
        unit.effort = o->effort;
    int error = lb_algo_plan(task, &unit, plan, why);
    bool searched = o->effort != LB_ESTIMATE || !(is_traffic(task) || is_scan(task));
    for (unsigned i = 0; !error && searched && (unit.algorithm = rival(task, packets, i)); i++) {
        lb_plan *other = NULL;
        unit.effort = effort;
        if (lb_algo_plan(task, &unit, &other, NULL) == LB_OK)
            lb_keep_shorter(plan, other);
    }
    return error;
}

/* The best once more, with all the search that a plan for the unit clock is worth. */
static void search_more(const lb_task *task, const lb_plan_options *o, lb_plan **plan) {
    lb_plan_options unit = {.ports = o->ports,
                            .packets = lb_plan_denominator(*plan),
                            .seed = o->seed,
                            .effort = o->effort,
                            .algorithm = task->kind == LB_PERMUTE ? "bargain"
                                         : is_scan(task)          ? scanner(task)
                                                                  : "many-ways"};
    lb_plan *other = NULL;
    if (lb_algo_plan(task, &unit, &other, NULL) == LB_OK)
        lb_keep_shorter(plan, other);
}

/* Permutations: as many pieces as suit the links' way to get busy and idle again, by ways that are evenly used. */
static void search_ways(const lb_task *task, const lb_plan_options *o, uint64_t bytes, lb_plan **plan) {
    double message = lb_ratio_value(o->cost->tau) * (double)bytes, start = lb_ratio_value(o->cost->beta);
    double hops = lb_diameter(&task->net) / 2.0;
    lb_plan_options unit = {.ports = o->ports, .packets = 1, .seed = o->seed, .effort = o->effort};
    unit.algorithm = "many-ways";
    while (unit.packets < SOME_PIECES && 4.0 * (double)(unit.packets * unit.packets) * start <= hops * message)
        unit.packets *= 2;
    for (; unit.packets >= FEW_PIECES && unit.packets <= bytes; unit.packets /= 2) {
        lb_plan *other = NULL;
        if (lb_algo_plan(task, &unit, &other, NULL))
            continue;
        bool better =
            time_of(other, o->cost, bytes, unit.packets) < time_of(*plan, o->cost, bytes, lb_plan_denominator(*plan));
        lb_plan_free(better ? *plan : other);
        *plan = better ? other : *plan;
        return;
    }
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    uint64_t bytes = lb_ceil_div(o->cost->bytes, lb_task_parts(task)), moves = moves_of(task);
    bool slow = is_traffic(task) || is_scan(task), odd = is_scan(task) && !lb_net_is_whole(&task->net);
    uint64_t most = slow ? MUCH_WORK * 2 : MUCH_WORK;
    uint64_t more = slow && !(odd && task->net.nodes <= FEW_SCANNED) ? 4 : 2;
    uint64_t most_pieces = slow ? SOME_PIECES : MOST_PIECES;
    uint64_t patience = task->kind == LB_SEND ? LONG_WAY : IN_VAIN; /* a long way pays with many pieces only */
    double least = 0;
    *plan = NULL;
    for (uint64_t pieces = 1, vain = 0; pieces <= most_pieces && pieces <= bytes && vain < patience; pieces *= more) {
        lb_plan *other = NULL;
        if (*plan && lb_times(moves, pieces) > most)
            break;
        int error = plan_packets(task, o, pieces, slow ? 1 : 0, &other, why);
        if (error && !*plan)
            return error;
        if (error)
            break;
        double time = time_of(other, o->cost, bytes, pieces);
        bool better = !*plan || time < least;
        vain = !*plan || time < least * NOTICED ? 0 : vain + 1;
        least = better ? time : least;
        lb_plan_free(better ? *plan : other);
        *plan = better ? other : *plan;
    }
    if (!*plan) /* a message has a byte at least */
        return lb_fail(why, LB_ERR_ARG, "a message of 0 bytes: there is nothing to send");
    bool more_pays =
        is_scan(task) ? odd || task->net.nodes <= FEW_SCANNED : is_traffic(task) || task->kind == LB_PERMUTE;
    if (more_pays && o->effort != LB_ESTIMATE)
        search_more(task, o, plan);
    if (task->kind == LB_PERMUTE && o->effort != LB_ESTIMATE)
        search_ways(task, o, bytes, plan);
    (*plan)->clock = LB_LINEAR;
    (*plan)->packet = 0;
    return LB_OK;
}

/* Whether a block takes no longer than to start it, of the many that somebody has. */
static bool starts_are_dear(const lb_task *task, const lb_cost *cost) {
    double block = lb_ratio_value(cost->tau) * (double)cost->bytes / (double)lb_task_parts(task);
    return lb_task_blocks(task) >= task->net.nodes && task->kind != LB_PERMUTE && block < lb_ratio_value(cost->beta);
}

/* Closed forms of tori are mostly for all ports, and for one source or all. */
static bool has_no_form(const lb_task *task, const lb_plan_options *o) {
    bool formless = o->ports < task->net.ports || task->kind == LB_MULTIBROADCAST;
    return formless && task->net.nodes <= LB_FEW_ON_TORUS && !starts_are_dear(task, o->cost);
}

/* Tori have closed forms, but for few ports, some sources, what one node sends to one other each and long scans; other
 * scans are better off with `around`, which knows what few and many pieces ask for. */
static int suits(const lb_task *task, const lb_plan_options *o) {
    const lb_net *net = &task->net;
    if (!o->cost || lb_net_has_faults(net))
        return 0;
    if (lb_task_class(task) == LB_SPAN)
        return is_scan(task) && !starts_are_dear(task, o->cost) ? 14 : 0;
    bool pairs = task->kind == LB_PERMUTE || task->kind == LB_SEND;
    if (lb_net_is_whole(net))
        return pairs && !net->cube ? 14 : has_no_form(task, o) ? 8 : 0;
    if (!starts_are_dear(task, o->cost))
        return 70;
    if (!lb_net_is_lattice(net))
        return 50;                                             /* `around` joins packets, */
    return lb_task_class(task) == LB_CARRY && !pairs ? 0 : 70; /* and lattice-joined the blocks of exchanges */
}

/* Where ways are searched for, or nodes have many links, a plan for so many pieces takes long. */
static uint64_t work(const lb_task *task, const lb_plan_options *o) {
    uint64_t moves = moves_of(task), each = moves < MUCH_WORK / MOST_PIECES ? moves * MOST_PIECES : MUCH_WORK;
    bool other = is_scan(task) || task->kind == LB_PERMUTE || task->kind == LB_SEND;
    if (lb_net_is_whole(&task->net) && !other)
        return ON_TORUS;
    if (o->effort != 0 && o->effort < LB_EFFORT)
        return 0;
    uint64_t some = each * task->net.ports / MANY_PORTS;
    if (is_scan(task))
        return SEARCHED / 2;
    return is_traffic(task) || task->kind == LB_PERMUTE || some > SEARCHED ? SEARCHED : some;
}

const lb_algo lb_algo_pieces = {
    .info = {.name = "pieces",
             .source = "plans of the unit clock for so many packets as are quickest",
             .tasks = LB_TASK_BIT(LB_TASK_KINDS) - 1,
             .lattices = true,
             .graphs = true,
             .any_ports = true,
             .min_ports = 1,
             .linear = true,
             .promise = "steps * (tau*m/P + beta) with the unit clock's steps for P packets, or less"},
    .suits = suits,
    .needs = "it needs a cost and no faults; on tori it is for permute, send, and up to 64 nodes for long scans "
             "and, if messages are long, few ports and multibroadcasts, on lattices exchanges must be long",
    .work = work,
    .build = build,
};

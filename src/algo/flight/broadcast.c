/* far-broadcast: a broadcast in as few start-ups as flights allow, and a reduce, which is one turned round.
 *
 * A node that drives k links tells k others in a step, wherever they are, if the flights of a step share no link. So
 * after s steps (k+1)^s nodes can know, and n of them need S = ceil(log n / log(k+1)) steps: the bound (all-port
 * wormhole broadcasting; for cubes Ho and Kao 1995). Whom to tell in the first steps is looked for: nodes far from all
 * that know already, so that everybody has somebody near in the end; that their ways share no link is a flow (paths.h),
 * and so is the last step, in which all others are told at once. If that fails, it is tried again with other nodes, and
 * then with a step more. On dimension-order networks ways are the network's, taken one after another.
 * On a ring nothing has to be looked for: who knows tells the middles of the thirds on both sides of its own.
 *
 *      S steps, or a few more; on the linear clock S*(tau*m + beta) and the flights' hops */
#include "algo/common/formula.h"
#include "algo/flight/algorithms.h"
#include "algo/flight/paths.h"
#include "net/flights.h"

#include <stdlib.h>
#include <string.h>

#define MOST_NODES 1024 /* beyond, looking for ways takes seconds */
#define TRIES      60   /* for each number of steps; fewer where each takes long */
#define MORE_STEPS 4    /* than the bound */

typedef struct search {
    const lb_net *net;
    uint32_t ports, steps;
    lb_paths paths;
    bool *knows;
    uint32_t *apart; /* hops from the nearest that knows or is chosen */
    uint32_t *target;
    lb_path *flight; /* of all steps, and how many come before each */
    uint32_t first[32 + MORE_STEPS];
    uint32_t count, known;
    uint32_t slack; /* how much nearer than the farthest a node may be and still be chosen */
    uint64_t random;
} search;

static uint32_t least_steps(uint32_t nodes, uint32_t ports) {
    uint32_t steps = 0;
    for (uint64_t know = 1; know < nodes; know *= ports + UINT64_C(1))
        steps++;
    return steps;
}

/* How many must know after a step so that all can after the last. */
static uint32_t enough(const search *s, uint32_t step) {
    uint64_t need = s->net->nodes;
    for (uint32_t i = step; i < s->steps; i++)
        need = lb_ceil_div(need, s->ports + UINT64_C(1));
    return (uint32_t)need;
}

static uint32_t next_random(search *s) {
    s->random = s->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(s->random >> 33);
}

static void draw_near(search *s, uint32_t node) {
    for (uint32_t v = 0; v < s->net->nodes; v++) {
        uint32_t hops = lb_distance(s->net, node, v);
        s->apart[v] = hops < s->apart[v] ? hops : s->apart[v];
    }
}

/* Any of the nodes that are farthest from all chosen so far, or nearly. */
static uint32_t farthest(search *s) {
    uint32_t best = LB_NONE, far = 0, ties = 0;
    for (uint32_t v = 0; v < s->net->nodes; v++)
        far = s->apart[v] > far ? s->apart[v] : far;
    for (uint32_t v = 0; v < s->net->nodes; v++) {
        if (s->apart[v] > 0 && s->apart[v] + s->slack >= far && next_random(s) % ++ties == 0)
            best = v;
    }
    return best;
}

/* Whom to tell in a step: everybody in the last, else so many, far apart. */
static uint32_t choose(search *s, uint32_t step) {
    uint32_t count = 0, room = s->known * s->ports;
    for (uint32_t v = 0; v < s->net->nodes; v++)
        s->apart[v] = LB_NONE - 1;
    for (uint32_t v = 0; v < s->net->nodes; v++) {
        if (s->knows[v])
            draw_near(s, v);
        else if (step == s->steps)
            s->target[count++] = v;
    }
    while (step < s->steps && count < room && s->known + count < s->net->nodes) {
        uint32_t v = farthest(s);
        s->target[count++] = v;
        draw_near(s, v);
    }
    return count;
}

static int tell(search *s, uint32_t step) {
    uint32_t count = choose(s, step);
    for (uint32_t i = count; step == s->steps && i > 1; i--) { /* in any order: it matters where routes are given */
        uint32_t k = next_random(s) % i, v = s->target[i - 1];
        s->target[i - 1] = s->target[k];
        s->target[k] = v;
    }
    int error = lb_paths_find(&s->paths, s->knows, s->target, count);
    for (uint32_t i = 0; i < s->paths.count && !error; i++) {
        lb_path *p = &s->paths.path[i];
        s->flight[s->count++] = *p;
        p->port = NULL; /* it is ours now */
        s->knows[p->to] = true;
        s->known++;
    }
    s->first[step] = s->count;
    return error;
}

static void forget(search *s) {
    for (uint32_t i = 0; i < s->count; i++)
        free(s->flight[i].port);
    memset(s->knows, 0, s->net->nodes * sizeof *s->knows);
    s->knows[0] = true;
    s->known = 1;
    s->count = s->first[0] = 0;
}

/* One attempt; *found: everybody knows. */
static int attempt(search *s, bool *found) {
    int error = LB_OK;
    forget(s);
    for (uint32_t step = 1; step <= s->steps && !error; step++) {
        error = tell(s, step);
        if (s->known < enough(s, step))
            break;
    }
    *found = !error && s->known == s->net->nodes;
    return error;
}

/* ---- One ring ---- */

/* The only dimension with links, LB_NONE where there are several. */
static unsigned only_ring(const lb_net *net) {
    unsigned ring = LB_NONE;
    for (unsigned i = 0; i < net->dims; i++) {
        if (net->radix[i] > 1 && ring != LB_NONE)
            return LB_NONE;
        ring = net->radix[i] > 1 ? i : ring;
    }
    return ring;
}

static int add_flight(search *s, uint32_t from, uint32_t to, uint32_t links, unsigned port) {
    uint8_t *ports = lb_array(links, 1);
    if (!ports)
        return LB_ERR_MEMORY;
    memset(ports, (int)port, links);
    s->flight[s->count++] = (lb_path){from, to, links, ports};
    s->knows[to] = true;
    s->known++;
    return LB_OK;
}

/* Node x answers for some nodes below it (s->apart[x]) and above it (s->target[x]); after this for `reach` of them on
 * each side, and the middle of those beyond, which it tells, for these. */
static int split(search *s, uint32_t x, uint32_t reach, unsigned ring) {
    uint32_t n = s->net->nodes;
    for (unsigned down = 0; down < 2; down++) {
        uint32_t *side = down ? &s->apart[x] : &s->target[x];
        if (*side <= reach)
            continue;
        uint32_t beyond = *side - reach, near = (beyond - 1) / 2, links = reach + 1 + near;
        uint32_t to = down ? (x + n - links) % n : (x + links) % n;
        int error = add_flight(s, x, to, links, s->net->first_port[ring] + (n > 2 ? down : 0));
        if (error)
            return error;
        s->apart[to] = down ? beyond - 1 - near : near;
        s->target[to] = down ? near : beyond - 1 - near;
        *side = reach;
    }
    return LB_OK;
}

static int thirds(search *s, unsigned ring) {
    uint32_t n = s->net->nodes;
    int error = LB_OK;
    forget(s);
    s->apart[0] = (n - 1) / 2;
    s->target[0] = n / 2;
    for (uint32_t step = 1; step <= s->steps && !error; step++) {
        uint32_t known = s->count, third = 1;
        for (uint32_t i = step; i < s->steps; i++)
            third *= 3;
        error = split(s, 0, third / 2, ring);
        for (uint32_t i = 0; i < known && !error; i++)
            error = split(s, s->flight[i].to, third / 2, ring);
        s->first[step] = s->count;
    }
    return error;
}

static int look(search *s, lb_why *why) {
    unsigned ring = only_ring(s->net);
    uint32_t least = least_steps(s->net->nodes, s->ports);
    bool found = false;
    s->steps = least;
    if (ring != LB_NONE && s->ports > 1)
        return thirds(s, ring) ? lb_fail_memory(why, "the ways of flights") : LB_OK;
    for (; s->steps <= least + MORE_STEPS; s->steps++) {
        for (unsigned i = 0; i < (s->net->nodes > 256 ? TRIES / 10 : TRIES); i++) {
            s->slack = i % 3;
            if (attempt(s, &found))
                return lb_fail_memory(why, "the ways of flights");
            if (found)
                return LB_OK;
        }
    }
    return lb_fail(why, LB_ERR_UNSUPPORTED, "no flights were found that share no link");
}

/* The plan of what was found, on the network of its flights. */
static int write_down(const search *s, const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_net *flights = NULL;
    lb_task *flown = NULL;
    lb_route *routes = lb_array(s->count, sizeof *routes);
    int error = routes ? LB_OK : lb_fail_memory(why, "the ways of flights");
    for (uint32_t i = 0; i < s->count && !error; i++)
        routes[i] = (lb_route){s->flight[i].links, s->flight[i].port};
    if (!error)
        error = lb_net_flights(&task->net, routes, s->count, &flights, why);
    if (!error)
        error = lb_task_on(task, flights, &flown, why);
    if (!error) {
        lb_builder b;
        lb_build_begin(&b, flown, LB_ROOTED, o->clock, o->ports, 1, 1);
        for (uint32_t step = 1, i = 0; step <= s->steps; step++) {
            for (; i < s->first[step]; i++) {
                lb_build_move(&b, step, s->flight[i].from, lb_net_port_of_route(flights, routes[i]), LB_OP_COPY);
                lb_build_block(&b, 0, LB_NONE);
            }
        }
        error = lb_build_finish(&b, "far-broadcast", plan, why);
    }
    free(routes);
    lb_net_free(flights);
    lb_task_free(flown);
    return error;
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    uint32_t n = task->net.nodes;
    search s = {.net = &task->net, .ports = o->ports < task->net.ports ? o->ports : task->net.ports, .random = 1};
    s.knows = lb_zeroed(n, sizeof *s.knows);
    s.apart = lb_array(n, sizeof *s.apart);
    s.target = lb_array(n, sizeof *s.target);
    s.flight = lb_zeroed(n, sizeof *s.flight);
    int error = s.knows && s.apart && s.target && s.flight ? lb_paths_begin(&s.paths, s.net, s.ports, why)
                                                           : lb_fail_memory(why, "the ways of flights");
    if (!error)
        error = look(&s, why);
    if (!error)
        error = write_down(&s, task, o, plan, why);
    if (s.knows && s.flight)
        forget(&s);
    lb_paths_end(&s.paths);
    free(s.knows);
    free(s.apart);
    free(s.target);
    free(s.flight);
    return lb_build_packets(error, o, plan, why);
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    (void)o;
    lb_routing routing = lb_net_routing(&task->net);
    if (routing == LB_STORE_AND_FORWARD || task->net.nodes < 2 || task->net.nodes > MOST_NODES)
        return 0;
    return routing == LB_DIMENSION_ORDER && task->kind == LB_REDUCE ? 0 : 20; /* routes back are others there */
}

static uint64_t work(const lb_task *task, const lb_plan_options *o) {
    (void)o;
    uint64_t n = task->net.nodes;
    return n * n / 8 + 100;
}

const lb_algo lb_algo_far_broadcast = {
    .info = {.name = "far-broadcast",
             .source = "all-port wormhole broadcasting, after Ho & Kao 1995; ways by flows",
             .tasks = LB_TASK_BIT(LB_BROADCAST),
             .any_ports = true,
             .min_ports = 1,
             .unit = true,
             .linear = true,
             .promise = "ceil(log n / log(k+1)) steps, the least, or a few more"},
    .suits = suits,
    .needs = "it needs a torus that cuts through, of at most 1024 nodes; a reduce, one whose routes are free",
    .work = work,
    .build = build,
};

const lb_algo lb_algo_far_reduce = {
    .info = {.name = "far-reduce",
             .source = "far-broadcast turned round",
             .tasks = LB_TASK_BIT(LB_REDUCE),
             .any_ports = true,
             .min_ports = 1,
             .unit = true,
             .linear = true,
             .promise = "ceil(log n / log(k+1)) steps, the least, or a few more"},
    .reverse_of = &lb_algo_far_broadcast,
};

/* pipeline: g copies of a plan, each with 1/g of every block, started a few steps apart (001, section 2: BROADCAST 4 is
 * the pipelined BROADCAST 3).
 *
 * The stagger. Two copies j staggers apart meet on a link when the plan uses that link in two steps whose difference is
 * j*stagger. The least stagger without such a meeting is taken. A link used in u of S steps is used g*u times in
 * (g-1)*stagger + S steps, so the search begins at (g*u-S)/(g-1), which for links that are busy all the time is where
 * it ends; a stagger as long as the plan always works. Under a port limit the sends and receives of a node in a step
 * are counted as well. A flight uses all links of its route.
 *
 * On the unit clock a packet stays as large as it was in the plan's own units: the block has become g times as many. */
#include "net/route.h"
#include "plan/plan.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct usage {
    const lb_plan *plan;
    const lb_net *base; /* whose links carry it */
    uint64_t places;    /* nodes that count: 1 when symmetric */
    uint64_t links;
    uint64_t *first;           /* per link: its uses, links+1 */
    uint32_t *steps;           /* in which it is used, increasing */
    uint64_t most;             /* uses of one link */
    uint8_t *sends, *receives; /* per node and step; NULL without a port limit */
} usage;

static void usage_free(usage *u) {
    free(u->first);
    free(u->steps);
    free(u->sends);
    free(u->receives);
}

static uint32_t place_of(const lb_plan *plan, uint64_t m) {
    return plan->node ? plan->node[m] : 0;
}

static void count_ports(usage *u, uint64_t m, uint32_t step) {
    const lb_net *net = &u->plan->task->net;
    uint32_t from = place_of(u->plan, m);
    uint32_t to = u->plan->node ? lb_neighbor(net, from, u->plan->port[m]) : 0;
    u->sends[(uint64_t)from * u->plan->steps + step - 1]++;
    u->receives[(uint64_t)to * u->plan->steps + step - 1]++;
}

/* Links that moves cross, all together. */
static uint64_t crossed(const lb_plan *plan) {
    uint64_t links = 0;
    for (uint64_t m = 0; m < plan->nmoves; m++)
        links += lb_net_route(&plan->task->net, plan->port[m]).links;
    return links;
}

static int usage_take(usage *u, const lb_plan *plan) {
    const lb_net *base = lb_net_base(&plan->task->net);
    *u = (usage){.plan = plan, .base = base, .places = plan->node ? base->nodes : 1};
    u->links = u->places * base->ports;
    u->first = lb_zeroed(u->links + 2, sizeof *u->first);
    u->steps = lb_array(crossed(plan), sizeof *u->steps);
    bool limited = plan->ports < base->ports;
    if (limited) {
        u->sends = lb_zeroed(u->places * plan->steps, 1);
        u->receives = lb_zeroed(u->places * plan->steps, 1);
    }
    return u->first && u->steps && (!limited || (u->sends && u->receives)) ? LB_OK : LB_ERR_MEMORY;
}

/* The link of a route that begins at *node; *node goes on. */
static uint64_t cross(const usage *u, uint32_t *node, unsigned port) {
    uint64_t link = (uint64_t)*node * u->base->ports + port;
    if (u->plan->node)
        *node = lb_neighbor(u->base, *node, port);
    return link;
}

static void count_uses(usage *u) {
    for (uint64_t m = 0; m < u->plan->nmoves; m++) {
        lb_route route = lb_net_route(&u->plan->task->net, u->plan->port[m]);
        uint32_t node = place_of(u->plan, m);
        for (uint32_t i = 0; i < route.links; i++)
            u->first[cross(u, &node, route.port[i]) + 2]++;
    }
}

static void place_uses(usage *u, uint64_t m, uint32_t step) {
    lb_route route = lb_net_route(&u->plan->task->net, u->plan->port[m]);
    uint32_t node = place_of(u->plan, m);
    for (uint32_t i = 0; i < route.links; i++)
        u->steps[u->first[cross(u, &node, route.port[i]) + 1]++] = step;
    if (u->sends)
        count_ports(u, m, step);
}

/* Counting, then placing: first[] runs one link ahead while it is used to place. */
static void usage_collect(usage *u) {
    const lb_plan *plan = u->plan;
    count_uses(u);
    for (uint64_t link = 0; link < u->links; link++) {
        u->most = u->first[link + 2] > u->most ? u->first[link + 2] : u->most;
        u->first[link + 2] += u->first[link + 1];
    }
    for (uint32_t step = 1; step <= plan->steps; step++) {
        for (uint64_t m = plan->step_first[step - 1]; m < plan->step_first[step]; m++)
            place_uses(u, m, step);
    }
}

/* Whether some link is used in two steps so far apart: two fingers run along its list. */
static bool meets(const usage *u, uint64_t apart) {
    for (uint64_t link = 0; link < u->links; link++) {
        uint64_t low = u->first[link], end = u->first[link + 1];
        for (uint64_t high = low; high < end; high++) {
            while (u->steps[low] + apart < u->steps[high])
                low++;
            if (u->steps[low] + apart == u->steps[high])
                return true;
        }
    }
    return false;
}

/* Whether `groups` overlapping copies keep to the port limit at every node. */
static bool ports_allow(const usage *u, const uint8_t *count, uint32_t groups, uint32_t stagger) {
    uint32_t steps = u->plan->steps;
    for (uint64_t v = 0; v < u->places; v++) {
        for (uint64_t t = 0; t < steps; t++) { /* the copy that is earliest in its plan is at step t */
            uint32_t sum = 0;
            for (uint64_t j = 0; j < groups && t + j * stagger < steps; j++)
                sum += count[v * steps + t + j * stagger];
            if (sum > u->plan->ports)
                return false;
        }
    }
    return true;
}

static bool stagger_works(const usage *u, uint32_t groups, uint32_t stagger) {
    for (uint64_t apart = stagger, j = 1; j < groups && apart < u->plan->steps; j++, apart += stagger) {
        if (meets(u, apart))
            return false;
    }
    return !u->sends || (ports_allow(u, u->sends, groups, stagger) && ports_allow(u, u->receives, groups, stagger));
}

static uint32_t least_stagger(const usage *u, uint32_t groups) {
    uint64_t uses = lb_times(u->most, groups), steps = u->plan->steps;
    uint32_t stagger = 1;
    if (groups > 1 && uses > steps) /* most <= steps, so this is at most steps */
        stagger = (uint32_t)lb_ceil_div(uses - steps, groups - 1);
    while (stagger < steps && !stagger_works(u, groups, stagger))
        stagger++;
    return stagger;
}

/* Finds the stagger; a given one is only checked. */
static int choose_stagger(const lb_plan *plan, uint32_t groups, uint32_t *stagger, lb_why *why) {
    usage u;
    int error = usage_take(&u, plan);
    if (error) {
        error = lb_fail_memory(why, "finding a stagger");
    } else {
        usage_collect(&u);
        if (*stagger == 0)
            *stagger = least_stagger(&u, groups);
        else if (!stagger_works(&u, groups, *stagger))
            error =
                lb_fail(why, LB_ERR_ARG, "copies started %" PRIu32 " steps apart get into each other's way", *stagger);
    }
    usage_free(&u);
    return error;
}

int lb_plan_stagger(const lb_plan *plan, uint32_t groups, uint32_t *stagger, lb_why *why) {
    *stagger = 0;
    return choose_stagger(plan, groups, stagger, why);
}

static void add_group(const lb_plan *plan, lb_builder *b, uint32_t group, uint32_t stagger) {
    uint64_t shift = group * plan->denominator;
    for (uint32_t step = 1; step <= plan->steps; step++) {
        for (uint64_t m = plan->step_first[step - 1]; m < plan->step_first[step]; m++) {
            lb_build_move(b, step + group * stagger, place_of(plan, m), plan->port[m], (lb_op)lb_plan_op_of(plan, m));
            for (uint64_t i = lb_plan_first_item(plan, m); i < lb_plan_first_item(plan, m + 1); i++) {
                lb_item item = lb_plan_item(plan, i);
                item.lo += shift;
                item.hi += shift;
                lb_build_item(b, item);
            }
        }
    }
}

static int pipeline_flat(const lb_plan *plan, uint32_t groups, uint32_t stagger, lb_plan **out, lb_why *why) {
    *out = NULL;
    if (groups == 0)
        return lb_fail(why, LB_ERR_ARG, "a pipeline has at least one group");
    uint64_t finer;
    if (__builtin_mul_overflow(plan->denominator, (uint64_t)groups, &finer) || finer > LB_MAX_DENOMINATOR)
        return lb_fail(why, LB_ERR_SIZE, "pieces would be smaller than 2^-53 of a block");
    int error = choose_stagger(plan, groups, &stagger, why);
    if (error)
        return error;
    uint64_t steps = (uint64_t)stagger * (groups - 1) + plan->steps;
    if (steps >= UINT32_MAX)
        return lb_fail(why, LB_ERR_SIZE, "%" PRIu32 " groups take more than 2^32 steps", groups);
    if (steps > lb_times(plan->nmoves, groups) + LB_IDLE_STEPS)
        return lb_fail(why, LB_ERR_SIZE, "%" PRIu64 " steps, most of them idle, are too many to hold", steps);
    lb_builder b;
    uint64_t packet = plan->clock == LB_UNIT ? plan->packet : finer;
    lb_build_begin(&b, plan->task, plan->orbit, plan->clock, plan->ports, finer, packet);
    error = lb_build_expect(&b, lb_times(plan->nmoves, groups), lb_times(plan->nitems, groups), why);
    if (error)
        return error;
    for (uint32_t g = 0; g < groups; g++)
        add_group(plan, &b, g, stagger);
    char name[96];
    snprintf(name, sizeof name, "%s pipelined", plan->algorithm);
    return lb_build_finish(&b, name, out, why);
}

int lb_plan_pipeline(const lb_plan *plan, uint32_t groups, uint32_t stagger, lb_plan **out, lb_why *why) {
    *out = NULL;
    const lb_plan *flat;
    lb_plan *made;
    int error = lb_plan_flat(plan, &flat, &made, why);
    if (!error)
        error = pipeline_flat(flat, groups, stagger, out, why);
    lb_plan_free(made);
    return error;
}

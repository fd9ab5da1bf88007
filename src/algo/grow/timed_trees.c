/* timed-trees: broadcasts of any number of packets from any nodes, all ports, in the fewest steps, or nearly; and
 * reduce, the reverse of a broadcast. Beyond the papers.
 *
 * In T steps node v cannot get more than what flows to it: as many units as it lacks packets, each from somebody who
 * has the packet, no two on a link in the same step (horizon.h). Were nodes allowed to send sums of packets, this would
 * be enough for all nodes together (Ahlswede, Cai, Li & Yeung 2000); for copies it nearly always is. So T begins with
 * the fewest steps after which every node alone could have everything, and the plan is made step by step and link by
 * link: a link is given to a packet that the other end lacks, such that every node still has its flow. Few flows use
 * any one link, and only those must be led round it. Of the packets, that comes first which most of the flows over the
 * link want there, then the rarest.
 *
 * Flows that are each possible may not be possible together, and then at some link no packet will do: all begins anew
 * with the links in another order and, after a number of attempts, with one step more. Of the broadcasts of 1 to 8
 * packets on the 197 tori to 64 nodes all but 16 take no step more than the flows say.
 *
 * Every packet comes to every node once: the fewest transmissions, too. */
#include "algo/grow/algorithms.h"
#include "algo/grow/effort.h"
#include "algo/grow/horizon.h"
#include "algo/grow/parcels.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

#define QUICK_BYTES (UINT64_C(1) << 19) /* of flows: as a default; 64 nodes */
#define MOST_BYTES  (UINT64_C(1) << 26) /* at all */
#define USUAL_WORK  (UINT64_C(1) << 26) /* arcs looked at before it makes do without flows: a fifth of a second */
enum { TRIES = 40 };                    /* with the same number of steps */

typedef struct gardener {
    lb_horizon h;
    const lb_task *task;
    const lb_plan_options *options;
    uint32_t *holders, *votes, *users, user_count, *order, trial;
    bool possible; /* by the flows, which is not always enough */
    bool blind;    /* there are no flows */
    uint64_t left, random, work, most_work;
    lb_builder builder;
} gardener;

static uint32_t origin_of(const gardener *g, uint32_t packet) {
    return lb_parcel_item(g->task, g->options->packets, packet).origin;
}

/* ---- One link ----------------------------------------------------------------------------------------------- */

static void count_votes(gardener *g, uint32_t link) {
    const lb_horizon *h = &g->h;
    uint32_t start = (h->now - 1) * h->nodes + link / h->ports;
    g->user_count = 0;
    for (uint32_t v = 0; v < h->nodes && !g->blind; v++) {
        if (!lb_horizon_uses(h, v, link, h->now))
            continue;
        g->users[g->user_count++] = v;
        for (uint32_t i = 0; i < h->count; i++)
            g->votes[i] += h->from[(uint64_t)v * h->count + i] == start;
    }
}

/* Whether every node still has its flow when the link is given away. */
static bool can_do_without(gardener *g, uint32_t link) {
    lb_horizon *h = &g->h;
    lb_horizon_mark(h);
    for (uint32_t i = 0; i < g->user_count; i++) {
        if (!lb_horizon_avoid(h, g->users[i], link)) {
            lb_horizon_undo(h);
            return false;
        }
    }
    return true;
}

/* The packet that is next to be tried: not tried yet (votes below UINT32_MAX), here and not there. */
static uint32_t next_packet(gardener *g, uint32_t x, uint32_t y) {
    const lb_horizon *h = &g->h;
    uint32_t best = LB_NONE, key = 0;
    for (uint64_t w = 0; w < h->words; w++) {
        uint64_t bits = lb_horizon_have(h, x)[w] & ~lb_horizon_have(h, y)[w] & ~lb_horizon_comes(h, y)[w];
        for (; bits; bits &= bits - 1) {
            uint32_t i = (uint32_t)(w * 64 + (unsigned)__builtin_ctzll(bits));
            uint32_t chance = (uint32_t)lb_random_mixed(&g->random);
            if (g->votes[i] == UINT32_MAX)
                continue;
            bool better = best == LB_NONE || g->votes[i] > g->votes[best] ||
                          (g->votes[i] == g->votes[best] &&
                           (g->holders[i] < g->holders[best] || (g->holders[i] == g->holders[best] && chance > key)));
            if (better) {
                best = i;
                key = chance;
            }
        }
    }
    return best;
}

static void send(gardener *g, uint32_t x, unsigned port, uint32_t packet) {
    lb_build_move(&g->builder, g->h.now, x, port, LB_OP_COPY);
    lb_build_item(&g->builder, lb_parcel_item(g->task, g->options->packets, packet));
    g->holders[packet]++;
    g->left--;
}

static bool give(gardener *g, uint32_t link) {
    lb_horizon *h = &g->h;
    uint32_t x = link / h->ports, y = lb_neighbor(h->net, x, link % h->ports), packet;
    memset(g->votes, 0, h->count * sizeof *g->votes);
    count_votes(g, link);
    h->given[link] = 1;
    while ((packet = next_packet(g, x, y)) != LB_NONE) {
        g->votes[packet] = UINT32_MAX;
        lb_put_in_set(lb_horizon_comes(h, y), packet);
        if (can_do_without(g, link)) {
            lb_horizon_drop(h, y, packet);
            send(g, x, link % h->ports, packet);
            return true;
        }
        lb_horizon_comes(h, y)[packet / 64] &= ~(UINT64_C(1) << packet % 64);
    }
    return can_do_without(g, link); /* nothing to send that would help */
}

/* ---- All of them -------------------------------------------------------------------------------------------- */

/* Begins with the farthest of what may be asked for, so that too few steps are found out early. */
static bool open_all(gardener *g) {
    lb_horizon *h = &g->h;
    uint32_t first = origin_of(g, 0), far = lb_diameter(h->net);
    for (uint32_t hops = far + 1; hops-- > 0;) {
        for (uint32_t v = 0; v < h->nodes; v++) {
            if (lb_distance(h->net, first, v) == hops && !lb_horizon_open(h, v))
                return false;
        }
    }
    return true;
}

static void lay_out(gardener *g) {
    for (uint32_t i = 0; i < g->h.count; i++) {
        lb_put_in_set(lb_horizon_have(&g->h, origin_of(g, i)), i);
        g->holders[i] = 1;
    }
    g->left = (uint64_t)g->h.count * (g->h.nodes - 1);
}

/* No plan has fewer: the last packet of a node has to go all the way, and a node lacks what it does not have. */
static uint32_t least_steps(const gardener *g, uint32_t count) {
    const lb_net *net = &g->task->net;
    uint32_t most = count, fewest = 0, far = lb_diameter(net);
    if (g->task->kind == LB_MULTIBROADCAST) {
        most = 0;
        fewest = UINT32_MAX;
        for (uint32_t v = 0; v < net->nodes; v++) {
            uint32_t has = (g->task->first[v + 1] - g->task->first[v]) * (uint32_t)g->options->packets;
            most = has > most ? has : most;
            fewest = has < fewest ? has : fewest;
        }
    }
    uint32_t out = (uint32_t)lb_ceil_div(most, net->ports) + far - 1;
    uint32_t in = (uint32_t)lb_ceil_div(count - fewest, net->ports);
    return in > out ? in : out;
}

static int begin(gardener *g, uint32_t count, uint32_t steps, lb_why *why) {
    int error = lb_horizon_take(&g->h, &g->task->net, count, steps, why);
    if (!error)
        lay_out(g);
    return error;
}

static void shuffle(gardener *g) {
    for (uint32_t i = 0; i + 1 < g->h.links; i++) {
        uint32_t j = i + (uint32_t)(lb_random_mixed(&g->random) % (g->h.links - i)), swap = g->order[i];
        g->order[i] = g->order[j];
        g->order[j] = swap;
    }
}

/* False: some node cannot get everything any more. */
static bool plant(gardener *g) {
    lb_horizon *h = &g->h;
    while (g->left && (g->blind || h->now <= h->steps) && !h->failed) {
        if (!g->blind && g->work + h->work > g->most_work)
            return false;
        if (g->trial)
            shuffle(g);
        for (uint32_t i = 0; i < h->links; i++) {
            if (!give(g, g->order[i]))
                return false;
        }
        lb_horizon_advance(h);
    }
    return g->left == 0;
}

static int attempt(gardener *g, uint32_t count, uint32_t steps, bool *done, lb_plan **plan, lb_why *why) {
    bool rooted = g->task->kind == LB_BROADCAST;
    *done = false;
    int error = begin(g, count, steps, why);
    g->possible = !error && (g->blind || open_all(g));
    if (error || !g->possible)
        return error;
    lb_build_begin(&g->builder, g->task, rooted ? LB_ROOTED : LB_EXPLICIT, LB_UNIT, g->options->ports,
                   g->options->packets, 1);
    for (uint32_t i = 0; i < g->h.links; i++)
        g->order[i] = i % g->h.nodes * g->h.ports + i / g->h.nodes;
    *done = plant(g);
    if (*done)
        error = lb_build_finish(&g->builder, "timed-trees", plan, why);
    lb_build_abandon(&g->builder);
    return g->h.failed ? lb_fail_memory(why, "flows over time") : error;
}

/* More steps where no attempt succeeds. When too much has been tried, one without flows: links are given to what is
 * rarest until everybody has everything. */
static int try_all(gardener *g, uint32_t count, lb_plan **plan, lb_why *why) {
    bool done = false;
    int error = LB_OK;
    for (uint32_t steps = least_steps(g, count); !done && !error; steps++) {
        g->possible = true;
        for (g->trial = 0; g->trial < TRIES && g->possible && !done && !error; g->trial++) {
            g->blind = g->work > g->most_work;
            error = attempt(g, count, g->blind ? 1 : steps, &done, plan, why);
            g->work += g->h.work;
            lb_horizon_free(&g->h);
        }
    }
    return error;
}

/* That the flows take, about; UINT64_MAX: too many. */
static uint64_t bytes_for(const lb_task *task, const lb_plan_options *o) {
    uint64_t count = lb_parcel_count(task, o->packets);
    if (count > UINT16_MAX || task->net.nodes > (UINT32_C(1) << 12))
        return UINT64_MAX;
    return lb_horizon_bytes(&task->net, count, count / task->net.ports + lb_diameter(&task->net) + 2);
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    gardener g = {.task = task, .options = o, .random = o->seed, .most_work = lb_grow_work(o, USUAL_WORK)};
    uint64_t all = lb_parcel_count(task, o->packets);
    if (bytes_for(task, o) > MOST_BYTES)
        return lb_fail(why, LB_ERR_SIZE, "timed-trees cannot hold the flows of so many packets to so many nodes");
    uint32_t count = (uint32_t)all;
    int error;
    g.holders = lb_array(count, sizeof *g.holders);
    g.votes = lb_array(count, sizeof *g.votes);
    g.users = lb_array(task->net.nodes, sizeof *g.users);
    g.order = lb_array((uint64_t)task->net.nodes * task->net.ports, sizeof *g.order);
    error = g.holders && g.votes && g.users && g.order ? try_all(&g, count, plan, why)
                                                       : lb_fail_memory(why, "who has what");
    free(g.order);
    free(g.holders);
    free(g.votes);
    free(g.users);
    return error;
}

/* Closed forms are as good for one packet, and on cubes for any number. */
static bool has_closed_form(const lb_task *task, const lb_plan_options *o) {
    return task->kind != LB_MULTIBROADCAST && (o->packets == 1 || lb_net_is_cube(&task->net));
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    if (task->net.ports == 0 || lb_parcel_count(task, o->packets) == 0)
        return 0;
    return bytes_for(task, o) <= QUICK_BYTES && !has_closed_form(task, o) ? 87 : 12;
}

/* Microseconds that planning takes, about, as measured on networks of 64 nodes. */
static uint64_t time_to_plan(const lb_task *task, const lb_plan_options *o) {
    uint64_t moves = lb_times(lb_parcel_count(task, o->packets), task->net.nodes);
    return lb_times(moves, moves / 60 + 1);
}

const lb_algo lb_algo_timed_trees = {
    .info = {.name = "timed-trees",
             .lattices = true,
             .source = "beyond the papers: trees packed in the network unrolled in time",
             .tasks = LB_TASK_BIT(LB_BROADCAST) | LB_TASK_BIT(LB_REDUCE) | LB_TASK_BIT(LB_MULTIBROADCAST),
             .unit = true,
             .promise =
                 "with all ports the fewest steps that flows over time allow, or one more; fewest transmissions"},
    .suits = suits,
    .needs = "there is nothing to send",
    .work = time_to_plan,
    .build = build,
    .turned = LB_TASK_BIT(LB_REDUCE),
};

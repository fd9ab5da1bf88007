/* Blocks of many for many, where start-ups are dear: as gossip goes (gossip.c). Of everybody one token is spread to
 * all, in few steps, each link's as one packet; and a block goes the way that its origin's token took to where it is
 * for. So there are as few start-ups as in that allgather, for more data than on shortest ways. On complete graphs with
 * one port this is what Bruck et al. 1997 do. */
#include "algo/faulty/faulty_plan.h"

#include <stdlib.h>
#include <string.h>

#define MOST_WORK (UINT64_C(1) << 20) /* of every block so many hops */

enum { TRIES = 4 };

/* How each token came to each node: origin * nodes + node. */
typedef struct hearsay {
    uint32_t *step, *link;
} hearsay;

static int hear(const lb_scene *s, uint64_t seed, hearsay *h, lb_why *why) {
    uint32_t n = s->map.nodes;
    lb_legs legs = {.at = NULL};
    uint32_t *home = lb_array(n, sizeof *home);
    for (uint32_t v = 0; v < n && home; v++)
        home[v] = v;
    int error = home ? lb_spread_gossip(s, home, n, seed, &legs, why) : lb_fail_memory(why, "a plan");
    for (uint64_t i = 0; i < legs.count && !error; i++) {
        const lb_leg *leg = &legs.at[i];
        uint64_t at = (uint64_t)leg->token * n + s->map.to[leg->link];
        h->step[at] = leg->step;
        h->link[at] = leg->link;
    }
    lb_legs_free(&legs);
    free(home);
    return error;
}

/* Every block back from where it is for to where it is from. */
static int follow(const lb_scene *s, const hearsay *h, lb_legs *legs, lb_why *why) {
    uint64_t blocks = lb_task_blocks(s->task);
    for (uint64_t b = 0; b < blocks; b++) {
        uint32_t from, to, copy;
        lb_task_name(s->task, b, &from, &to, &copy);
        while (to != from) {
            uint64_t at = (uint64_t)from * s->map.nodes + to;
            if (lb_legs_add(legs, h->step[at], h->link[at], (uint32_t)b))
                return lb_fail_memory(why, "a plan");
            legs->steps = h->step[at] > legs->steps ? h->step[at] : legs->steps;
            to = h->link[at] / s->map.ports;
        }
    }
    return LB_OK;
}

/* Some, of which the quickest is kept. */
static int try_some(const lb_scene *s, hearsay *h, lb_legs *best, lb_why *why) {
    int error = LB_OK;
    for (uint64_t seed = 0; seed < TRIES && !error; seed++) {
        lb_legs now = {.at = NULL};
        error = hear(s, s->options->seed + seed, h, why);
        if (!error)
            error = follow(s, h, &now, why);
        if (!error)
            error = lb_legs_pack(s, false, true, &now, why);
        if (!error && now.time < best->time) {
            lb_legs kept = *best;
            *best = now;
            now = kept;
        }
        lb_legs_free(&now);
    }
    return error;
}

int lb_carry_hearsay(const lb_scene *s, lb_legs *best, lb_why *why) {
    uint64_t pairs = (uint64_t)s->map.nodes * s->map.nodes, hops = lb_diameter(&s->net) + UINT64_C(1);
    if (s->pieces > 1 || s->alive < s->map.nodes || lb_times(lb_task_blocks(s->task), hops) > MOST_WORK)
        return lb_fail(why, LB_ERR_UNSUPPORTED, "so many packets are too much work");
    hearsay h = {lb_zeroed(pairs, sizeof *h.step), lb_zeroed(pairs, sizeof *h.link)};
    int error = h.step && h.link ? try_some(s, &h, best, why) : lb_fail_memory(why, "a plan");
    free(h.step);
    free(h.link);
    return error;
}

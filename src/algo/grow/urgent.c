/* A step is a set of wishes that are granted: node w is to get packet j from a neighbour that has it. A node grants and
 * is granted as many wishes as it may drive ports, a link carries one packet.
 *
 * Wishes are taken in order of their worth, and wishes granted before may be moved to another neighbour to make room.
 * The worth of w having j counts those nodes that are nearer to w than to anybody who has j now, each the more the less
 * leave it has: how many steps there are to the goal beyond the hops that j must still go. So far packets and far nodes
 * go first while time is short, and when it is not, what fewest nodes have. A node that must get something in nearly
 * every step that is left has a pull of its own.
 *
 * On one port, that is a matching of receivers and senders, but not one of as many as can be: who is granted a wish
 * keeps to that packet. Where many nodes broadcast, every idle step of a node that lacks something counts, so those
 * left over get something as well, and others get another packet from another neighbour for it (augmenting paths). */
#include "algo/grow/urgent.h"
#include "base/random.h"
#include "plan/plan.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LEAVE = 6 };

typedef struct lb_wish {
    uint64_t worth;
    uint32_t node, packet;
    uint32_t link; /* that grants it; LB_NONE */
} lb_wish;

/* Arrays that belong to the state, the widest elements first. */
static bool take_state(lb_urgent *u) {
    size_t pairs = (size_t)u->nodes * u->count;
    u->state_bytes = pairs * sizeof *u->deliveries + (u->count + u->nodes) * sizeof(uint32_t) + 2 * pairs + u->count;
    u->state = lb_array(u->state_bytes, 1);
    if (!u->state)
        return false;
    u->deliveries = u->state;
    u->holders = (uint32_t *)(u->deliveries + pairs);
    u->lacks = u->holders + u->count;
    u->has = (uint8_t *)(u->lacks + u->nodes);
    u->away = u->has + pairs;
    u->farthest = u->away + pairs;
    return true;
}

int lb_urgent_take(lb_urgent *u, const lb_net *net, uint32_t use, uint32_t count, lb_why *why) {
    uint64_t n = net->nodes, pairs = lb_times(n, count);
    *u = (lb_urgent){.net = net, .nodes = net->nodes, .ports = net->ports, .use = use, .count = count};
    int error =
        lb_affordable(lb_times(pairs, 4 + sizeof *u->deliveries + sizeof *u->wishes) + n * n, "who has what", why);
    if (error)
        return error;
    u->wishes = lb_array(pairs, sizeof *u->wishes);
    u->hops = lb_array(n * n, 1);
    u->blame = lb_array(pairs, sizeof *u->blame);
    u->out = lb_array(n, sizeof *u->out);
    u->in = lb_array(n, sizeof *u->in);
    u->wish_over = lb_array(n * net->ports, sizeof *u->wish_over);
    u->tried = lb_zeroed(n, sizeof *u->tried);
    u->best_over = lb_array(n * net->ports, sizeof *u->best_over);
    bool taken = take_state(u);
    if (!(taken && u->wishes && u->hops && u->blame && u->out && u->in && u->wish_over && u->tried && u->best_over))
        return lb_fail_memory(why, "who has what");
    for (uint32_t a = 0; a < n; a++) {
        for (uint32_t b = 0; b < n; b++)
            u->hops[a * n + b] = (uint8_t)lb_distance(net, a, b);
    }
    return LB_OK;
}

void lb_urgent_free(lb_urgent *u) {
    free(u->state);
    free(u->wishes);
    free(u->hops);
    free(u->blame);
    free(u->out);
    free(u->in);
    free(u->wish_over);
    free(u->tried);
    free(u->best_over);
}

static uint32_t sender_of(const lb_urgent *u, uint32_t node, unsigned port, uint32_t *link) {
    uint32_t from = lb_neighbor(u->net, node, port);
    *link = from * u->ports + u->net->opposite[port];
    return from;
}

/* ---- What wishes are worth ---------------------------------------------------------------------------------- */

static uint32_t leave_of(const lb_urgent *u, uint32_t hops) {
    uint32_t ready = u->step - 1 + hops;
    return ready >= u->goal ? 0 : u->goal - ready;
}

static uint64_t worth_of(lb_urgent *u, uint32_t node, uint32_t packet) {
    const uint8_t *away = u->away + (uint64_t)packet * u->nodes, *hops = u->hops + (uint64_t)node * u->nodes;
    const uint16_t *blame = u->blame + (uint64_t)packet * u->nodes;
    uint64_t weight[MOST_LEAVE + 1], sum = u->rare * (uint64_t)(u->nodes - u->holders[packet]);
    weight[MOST_LEAVE] = 1;
    for (unsigned i = MOST_LEAVE; i-- > 0;)
        weight[i] = weight[i + 1] * u->sharp;
    if (u->pull) {
        uint32_t leave = leave_of(u, (u->lacks[node] + u->use - 1) / u->use);
        sum += weight[leave < MOST_LEAVE ? leave : MOST_LEAVE] * u->pull;
    }
    if (leave_of(u, u->farthest[packet]) > MOST_LEAVE)
        return sum;
    u->work += u->nodes;
    for (uint32_t v = 0; v < u->nodes; v++) {
        if (hops[v] < away[v]) {
            uint32_t leave = leave_of(u, away[v]);
            sum += weight[leave < MOST_LEAVE ? leave : MOST_LEAVE] * blame[v];
        }
    }
    return sum;
}

static bool in_reach(const lb_urgent *u, uint32_t node, uint32_t packet) {
    return u->away[(uint64_t)packet * u->nodes + node] == 1;
}

static int by_worth(const void *a, const void *b) {
    const lb_wish *x = a, *y = b;
    if (x->worth != y->worth)
        return x->worth > y->worth ? -1 : 1;
    if (x->packet != y->packet)
        return x->packet < y->packet ? -1 : 1;
    return x->node < y->node ? -1 : x->node > y->node;
}

static void list_wishes(lb_urgent *u) {
    u->wish_count = 0;
    for (uint32_t j = 0; j < u->count; j++) {
        for (uint32_t v = 0; v < u->nodes && u->holders[j] < u->nodes; v++) {
            if (!in_reach(u, v, j))
                continue;
            uint64_t worth = worth_of(u, v, j) * 64;
            worth += u->noise ? worth * (lb_random_mixed(&u->random) % 64) * u->noise / 1024 +
                                    lb_random_mixed(&u->random) % 64
                              : 0;
            u->wishes[u->wish_count++] = (lb_wish){worth, v, j, LB_NONE};
        }
    }
    u->work += (uint64_t)u->count * u->nodes / 4 + u->wish_count * 4;
    qsort(u->wishes, u->wish_count, sizeof *u->wishes, by_worth);
}

/* ---- Granting them ------------------------------------------------------------------------------------------ */

static void grant(lb_urgent *u, uint32_t wish, uint32_t link) {
    lb_wish *w = &u->wishes[wish];
    if (w->link != LB_NONE) {
        u->wish_over[w->link] = LB_NONE;
        u->out[w->link / u->ports]--;
    } else {
        u->in[w->node]++;
    }
    w->link = link;
    u->wish_over[link] = wish;
    u->out[link / u->ports]++;
}

static bool find(lb_urgent *u, uint32_t wish);

/* Moves a wish that `from` grants to another neighbour. */
static bool make_room(lb_urgent *u, uint32_t from) {
    for (unsigned p = 0; p < u->ports; p++) {
        uint32_t other = u->wish_over[from * u->ports + p];
        if (other != LB_NONE && find(u, other))
            return true;
    }
    return false;
}

/* Finds a neighbour that grants the wish. */
static bool find(lb_urgent *u, uint32_t wish) {
    const lb_wish *w = &u->wishes[wish];
    const uint8_t *has = u->has + (uint64_t)w->packet * u->nodes;
    uint32_t link;
    u->work += u->ports;
    for (unsigned p = 0; p < u->ports; p++) {
        uint32_t from = sender_of(u, w->node, p, &link);
        if (has[from] && u->wish_over[link] == LB_NONE && u->out[from] < u->use) {
            grant(u, wish, link);
            return true;
        }
    }
    for (unsigned p = 0; p < u->ports; p++) {
        uint32_t from = sender_of(u, w->node, p, &link);
        if (!has[from] || u->wish_over[link] != LB_NONE || u->tried[from] == u->tries)
            continue;
        u->tried[from] = u->tries;
        if (make_room(u, from)) {
            grant(u, wish, link);
            return true;
        }
    }
    return false;
}

static void grant_all(lb_urgent *u) {
    memset(u->out, 0, u->nodes * sizeof *u->out);
    memset(u->in, 0, u->nodes * sizeof *u->in);
    memset(u->wish_over, 0xFF, (size_t)u->nodes * u->ports * sizeof *u->wish_over);
    for (uint32_t i = 0; i < u->wish_count; i++) {
        u->tries++;
        if (u->in[u->wishes[i].node] < u->use)
            find(u, i);
    }
}

/* ---- Nobody idle -------------------------------------------------------------------------------------------- */

/* What it would be best to send over every link. */
static void find_best(lb_urgent *u) {
    memset(u->best_over, 0xFF, (size_t)u->nodes * u->ports * sizeof *u->best_over);
    for (uint32_t i = 0; i < u->wish_count; i++) {
        const uint8_t *has = u->has + (uint64_t)u->wishes[i].packet * u->nodes;
        for (unsigned p = 0; p < u->ports; p++) {
            uint32_t link, from = sender_of(u, u->wishes[i].node, p, &link);
            if (has[from] && u->best_over[link] == LB_NONE)
                u->best_over[link] = i;
        }
    }
    u->work += u->wish_count * u->ports / 2;
}

/* Whom a node sends to now, of one port; LB_NONE. */
static uint32_t served_by(const lb_urgent *u, uint32_t from) {
    for (unsigned p = 0; p < u->ports; p++) {
        if (u->wish_over[from * u->ports + p] != LB_NONE)
            return from * u->ports + p;
    }
    return LB_NONE;
}

/* What a link was to carry is not sent over it, or is sent over another by now. */
static void take_back(lb_urgent *u, uint32_t link) {
    lb_wish *w = &u->wishes[u->wish_over[link]];
    w->link = w->link == link ? LB_NONE : w->link;
    u->wish_over[link] = LB_NONE;
}

/* Gets a node something from a neighbour that is free or whose receiver can get something else elsewhere.
 * NOLINTNEXTLINE(misc-no-recursion): every sender is asked once */
static bool serve(lb_urgent *u, uint32_t node) {
    for (unsigned p = 0; p < u->ports; p++) {
        uint32_t link, from = sender_of(u, node, p, &link);
        if (u->best_over[link] == LB_NONE || u->tried[from] == u->tries)
            continue;
        u->tried[from] = u->tries;
        u->work += u->ports;
        uint32_t held = served_by(u, from);
        if (held != LB_NONE && !serve(u, u->wishes[u->wish_over[held]].node))
            continue;
        if (held != LB_NONE)
            take_back(u, held);
        u->wish_over[link] = u->best_over[link];
        u->wishes[u->best_over[link]].link = link;
        return true;
    }
    return false;
}

/* On one port, as many nodes get something as can: those that got nothing, too, if others can get something else. */
static void serve_all(lb_urgent *u) {
    find_best(u);
    for (uint32_t v = 0; v < u->nodes; v++) {
        u->tries++;
        if (u->in[v] == 0 && u->lacks[v])
            u->in[v] = serve(u, v);
    }
}

/* ---- Steps -------------------------------------------------------------------------------------------------- */

static void deliver(lb_urgent *u, uint32_t node, uint32_t packet) {
    uint8_t *away = u->away + (uint64_t)packet * u->nodes, *hops = u->hops + (uint64_t)node * u->nodes, most = 0;
    u->has[(uint64_t)packet * u->nodes + node] = 1;
    u->holders[packet]++;
    u->lacks[node]--;
    for (uint32_t v = 0; v < u->nodes; v++) {
        away[v] = hops[v] < away[v] ? hops[v] : away[v];
        most = away[v] > most ? away[v] : most;
    }
    u->farthest[packet] = most;
    u->work += u->nodes / 4;
}

void lb_urgent_step(lb_urgent *u) {
    u->step++;
    list_wishes(u);
    grant_all(u);
    if (u->fill && u->use == 1)
        serve_all(u);
    for (uint64_t i = 0; i < u->wish_count; i++) {
        const lb_wish *w = &u->wishes[i];
        if (w->link == LB_NONE)
            continue;
        u->deliveries[u->made++] = (lb_delivery){u->step, w->link, w->packet};
        u->left--;
        deliver(u, w->node, w->packet);
    }
}

void lb_urgent_begin(lb_urgent *u) {
    uint64_t pairs = (uint64_t)u->nodes * u->count;
    u->step = 0;
    u->made = 0;
    u->left = pairs - u->count;
    memset(u->has, 0, pairs);
    memset(u->away, 0xFF, pairs);
    memset(u->holders, 0, u->count * sizeof *u->holders);
    for (uint32_t v = 0; v < u->nodes; v++)
        u->lacks[v] = u->count;
    for (uint32_t j = 0; j < u->count; j++)
        deliver(u, u->origin[j], j);
}

uint32_t lb_urgent_run(lb_urgent *u, uint32_t most) {
    lb_urgent_begin(u);
    while (u->left && u->step <= most)
        lb_urgent_step(u);
    return u->step;
}

void lb_urgent_forgive(lb_urgent *u) {
    for (uint64_t i = 0; i < (uint64_t)u->nodes * u->count; i++)
        u->blame[i] = 16;
}

static void add_blame(lb_urgent *u, uint32_t packet, uint32_t node) {
    uint16_t *blame = &u->blame[(uint64_t)packet * u->nodes + node];
    *blame = *blame < 4096 ? (uint16_t)(*blame + 16) : *blame;
}

void lb_urgent_blame(lb_urgent *u) {
    for (uint64_t i = 0; i < u->made; i++) {
        const lb_delivery *d = &u->deliveries[i];
        if (d->step > u->goal)
            add_blame(u, d->packet, lb_neighbor(u->net, d->link / u->ports, d->link % u->ports));
    }
    for (uint32_t j = 0; j < u->count; j++) {
        for (uint32_t v = 0; v < u->nodes; v++) {
            if (!u->has[(uint64_t)j * u->nodes + v])
                add_blame(u, j, v);
        }
    }
}

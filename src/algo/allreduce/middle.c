/* The steps in the middle. Two ways to have sums and copies in the same step:
 *
 * dealt: some types are whole before, and are being copied; the others become whole after, by sums. So no type waits
 * for itself. The clock of sums runs backwards: step s of the one half is step W+1-s of the other.
 *
 * exchanged: the sum has been gathered at two neighbours, half at each; they send each other their halves, and both
 * have all of it. Both combine the same two parts in the same order. */
#include "algo/allreduce/middle.h"
#include "base/random.h"

#define MOST_STEPS 7

/* How many of the moves are made in each step: few in the first, in which there are only the homes' links. */
static bool share(lb_halves *h, uint32_t steps, uint64_t moves, uint64_t *each) {
    uint64_t room = (uint64_t)h->classes * h->ports, left = moves, spread = lb_random_mixed(&h->state) % (room + 1);
    for (uint32_t s = 1; s <= steps; s++)
        each[s] = 0;
    for (uint32_t s = steps / 2 + 1; s >= 1; s--) { /* from the middle step outwards, as pairs that fill a step each */
        uint64_t pair = s == steps + 1 - s ? room / 2 : room, taken = pair < left ? pair : left;
        left -= taken;
        each[s] = s == steps + 1 - s ? taken : taken / 2 > spread / 4 ? taken / 2 - spread / 4 : 0;
        if (s != steps + 1 - s)
            each[steps + 1 - s] = taken - each[s];
    }
    return left == 0;
}

int lb_middle_deal(lb_halves *h, lb_half *sums, lb_half *copies, uint32_t steps, uint64_t moves, bool *found) {
    lb_half_use use[MOST_STEPS + 1] = {{{0}, {0}, {0}}};
    uint64_t each[MOST_STEPS + 1], left = sums->left + copies->left;
    uint64_t quota[2][LB_HALVES_CLASSES];
    int error = LB_OK;
    *found = false;
    for (uint32_t c = 0; c < h->classes; c++)
        quota[0][c] = quota[1][c] = lb_ceil_div(moves, h->classes);
    if (steps > MOST_STEPS || h->early == 0 || !share(h, steps, moves, each))
        return LB_OK;
    for (uint32_t s = 1; s <= steps && !error; s++) { /* the first of both, which have the least choice, first */
        error = lb_half_grow(h, copies, &(lb_half_turn){s, 0, h->early, each[s], &use[s], quota[0]});
        if (!error)
            error =
                lb_half_grow(h, sums, &(lb_half_turn){s, h->early, h->types, each[s], &use[steps + 1 - s], quota[1]});
    }
    *found = !error && sums->left + copies->left + 2 * moves == left;
    return error;
}

/* Takes the link from one node to a neighbour, as a type sees them; false: it cannot be had. */
static bool take(const lb_halves *h, lb_half_use *u, uint32_t type, uint32_t from, unsigned port) {
    uint32_t sender = lb_half_class(h, type, from);
    uint32_t receiver = lb_half_class(h, type, lb_neighbor(h->net, from, port));
    if (u->links[sender] >> port & 1 || u->sends[sender] == h->ports || u->receives[receiver] == h->ports)
        return false;
    u->links[sender] |= UINT32_C(1) << port;
    u->sends[sender]++;
    u->receives[receiver]++;
    return true;
}

static void put(const lb_halves *h, lb_half *half, uint32_t type, uint32_t node, unsigned port) {
    uint64_t cell = lb_half_cell(h, type, node);
    half->step[cell] = 1;
    half->port[cell] = (uint8_t)port;
    half->lacks[type]--;
    half->left--;
}

static bool exchange_one(lb_halves *h, lb_half_use *u, uint32_t type, lb_half *sums, lb_half *copies) {
    for (unsigned tries = 0; tries < 64; tries++) {
        lb_half_use before = *u;
        unsigned port = (unsigned)(lb_random_mixed(&h->state) % h->net->ports), back = h->net->opposite[port];
        uint32_t node = lb_neighbor(h->net, 0, port);
        if (take(h, u, type, 0, port) && take(h, u, type, node, back)) {
            put(h, sums, type, node, back);
            put(h, copies, type, node, port);
            return true;
        }
        *u = before;
    }
    return false;
}

bool lb_middle_exchange(lb_halves *h, lb_half *sums, lb_half *copies) {
    lb_half_use use = {{0}, {0}, {0}};
    for (uint32_t t = 0; t < h->types; t++) {
        if (!exchange_one(h, &use, t, sums, copies))
            return false;
    }
    return true;
}

/* Who is where: tokens are whole near the middle of the network, one pair after another, evenly from the first step in
 * which any can be to the last from which it can still be everywhere: so a node with few links, which must let all its
 * own out and everything in, has always something to send in the first half and to receive in the second. */
#include "algo/faulty/mirror_roots.h"
#include "base/random.h"

enum { TRIES = 32 }; /* at a root and a twin */

/* Any node that is near enough to all others, or one of the nearest; the next of them. */
static uint32_t some_root(lb_mirror_tries *x, const lb_mirror_manner *how, uint32_t reach) {
    uint32_t n = x->m.map->nodes;
    reach = reach > x->least ? reach : x->least;
    do
        x->turn = how->turns ? (x->turn + 1) % n : lb_random_below(&x->m.chance, n);
    while (x->far[x->turn] > reach);
    return x->turn;
}

uint32_t lb_mirror_far_from(const lb_mirror_tries *x, uint32_t a, uint32_t b) {
    uint32_t n = x->m.map->nodes, most = 0;
    for (uint32_t v = 0; v < n; v++) {
        uint32_t one = x->hops[(uint64_t)a * n + v], other = x->hops[(uint64_t)b * n + v];
        one = one < other ? one : other;
        most = one > most ? one : most;
    }
    return most;
}

/* Takes the moments in which root and twin exchange their halves of a token. Those of its partner are their mirror
 * image; if it is its own partner, so is the one of the other. */
static bool take_exchange(lb_mirror *m, uint32_t t, uint32_t root, unsigned port) {
    uint32_t step = m->whole[t], twin = lb_mirror_from(m, root, port);
    unsigned back = m->net->opposite[port];
    if (!lb_mirror_is_free(m, step, root, port))
        return false;
    lb_mirror_put(m, t, root, port, step);
    m->lacking++; /* the root does not lack it anyway */
    if (lb_mirror_partner(m, t) == t) {
        m->lacking--;
        return true;
    }
    if (lb_mirror_is_free(m, step, twin, back)) {
        lb_mirror_put(m, t, twin, back, step);
        return true;
    }
    lb_mirror_drop(m, t, root);
    m->lacking--;
    return false;
}

/* Lets a token, and its partner, have a twin, if the exchange can be had. */
static void give_twin(lb_mirror_tries *x, const lb_mirror_manner *how, uint32_t t, uint32_t reach) {
    lb_mirror *m = &x->m;
    uint32_t step = m->whole[t], partner = lb_mirror_partner(m, t);
    if (partner == t && 2 * step != m->steps + 1)
        return;
    for (unsigned i = 0; i < TRIES; i++) {
        uint32_t root = some_root(x, how, reach < step ? reach : step);
        unsigned port = how->turns ? how->along : lb_random_below(&m->chance, m->map->ports);
        uint32_t twin = lb_mirror_from(m, root, port);
        if (twin == LB_NONE || lb_mirror_far_from(x, root, twin) >= step || !take_exchange(m, t, root, port))
            continue;
        m->root[t] = m->root[partner] = root;
        m->twin[t] = m->twin[partner] = twin;
        m->whole[partner] = m->steps + 1 - step;
        m->lacking -= partner != t;
        return;
    }
}

static void set_root(lb_mirror_tries *x, const lb_mirror_manner *how, uint32_t t, uint32_t whole) {
    lb_mirror *m = &x->m;
    uint32_t partner = lb_mirror_partner(m, t), reach = x->least + how->reach;
    m->root[t] = m->root[partner] = some_root(x, how, reach < whole ? reach : whole);
    m->whole[t] = whole;
    m->whole[partner] = m->steps - whole;
    m->twin[t] = m->twin[partner] = LB_NONE;
}

void lb_mirror_set_roots(lb_mirror_tries *x, const lb_mirror_manner *how) {
    lb_mirror *m = &x->m;
    uint32_t half = m->steps / 2, reach = x->least + how->reach;
    if (how->turns)
        x->turn = lb_random_below(&m->chance, m->map->nodes);
    uint32_t first = x->least + how->later < half ? x->least + how->later : x->least;
    bool tight = half < x->least; /* only with twins, and those in the middle step */
    m->paired = tight || how->alone == 2 ? 0 : m->tokens / 2 * 2;
    if (how->alone == 1 && m->paired)
        m->paired -= 2;
    for (uint32_t t = 0; t < m->tokens; t += 1 + (t < m->paired)) {
        uint64_t whole = t < m->paired ? first + (uint64_t)t * (half - first + 1) / m->paired : half;
        set_root(x, how, t, whole < half ? (uint32_t)whole : half);
        if (tight || lb_random_below(&m->chance, LB_MIRROR_TWINS) < how->twins)
            give_twin(x, how, t, reach);
    }
    for (uint32_t t = 0; t < m->tokens; t++) {
        m->when[lb_mirror_item(m, t, m->root[t])] = m->whole[t];
        if (m->twin[t] != LB_NONE)
            m->when[lb_mirror_item(m, t, m->twin[t])] = m->whole[t];
    }
}

/* One step of a half: through every link goes something new, if anything can. In the frame of the homes a link is a
 * port of a node of some class; what may go through it is any node, of any type, that has a neighbour there which is
 * further. That is a matching of links with nodes, found by augmenting paths; chance decides between those that there
 * are. */
#include "algo/allreduce/halves.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

int lb_half_begin(const lb_halves *h, bool inward, lb_half *half) {
    uint64_t cells = (uint64_t)h->types * h->net->nodes;
    half->inward = inward;
    half->step = lb_array(cells, sizeof *half->step);
    half->port = lb_zeroed(cells, sizeof *half->port);
    half->lacks = lb_array(h->types, sizeof *half->lacks);
    if (!half->step || !half->port || !half->lacks)
        return LB_ERR_MEMORY;
    memset(half->step, 0xff, cells * sizeof *half->step);
    for (uint32_t t = 0; t < h->types; t++) {
        half->lacks[t] = h->net->nodes - 1;
        half->step[lb_half_cell(h, t, 0)] = 0;
    }
    half->left = cells - h->types;
    return LB_OK;
}

void lb_half_end(lb_half *half) {
    free(half->step);
    free(half->port);
    free(half->lacks);
    *half = (lb_half){0};
}

typedef struct matching {
    lb_halves *h;
    lb_half *half;
    const lb_half_turn *turn;
    uint32_t *order;   /* the types whose turn it is, those that lack most first */
    uint32_t *link_of; /* cell: the link that brings it in this step, or LB_NONE */
    uint32_t *seen;    /* cell: the search that looked at it last */
    uint32_t *begin;   /* link: the node from which its candidates are counted */
    uint64_t *cell_of; /* link: what it brings; UINT64_MAX: nothing */
    uint32_t rounds;
    uint32_t stride; /* in which order links are looked at */
} matching;

static void matching_end(matching *m) {
    free(m->link_of);
    free(m->seen);
    free(m->begin);
    free(m->order);
    free(m->cell_of);
}

/* Those that lack most first; among equals chance decides. */
static void put_in_order(matching *m) {
    const uint32_t *lacks = m->half->lacks;
    uint32_t count = m->turn->last - m->turn->first, turn = (uint32_t)(lb_random_mixed(&m->h->state) % count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t type = m->turn->first + (i + turn) % count, at = i;
        for (; at > 0 && lacks[m->order[at - 1]] < lacks[type]; at--)
            m->order[at] = m->order[at - 1];
        m->order[at] = type;
    }
}

static int matching_begin(matching *m) {
    uint64_t cells = (uint64_t)m->h->types * m->h->net->nodes, links = (uint64_t)m->h->classes * m->h->net->ports;
    m->link_of = lb_array(cells, sizeof *m->link_of);
    m->seen = lb_zeroed(cells, sizeof *m->seen);
    m->begin = lb_array(links, sizeof *m->begin);
    m->cell_of = lb_array(links, sizeof *m->cell_of);
    m->order = lb_array(m->h->types, sizeof *m->order);
    if (!m->link_of || !m->seen || !m->begin || !m->cell_of || !m->order)
        return LB_ERR_MEMORY;
    put_in_order(m);
    memset(m->link_of, 0xff, cells * sizeof *m->link_of);
    for (uint64_t i = 0; i < links; i++) {
        m->begin[i] = (uint32_t)(lb_random_mixed(&m->h->state) % m->h->net->nodes);
        m->cell_of[i] = UINT64_MAX;
    }
    return LB_OK;
}

/* Whether the link can bring the cell: it is new, the neighbour is not, and the sender is of the link's class. */
static bool can_bring(const matching *m, uint32_t link, uint64_t cell) {
    const lb_net *net = m->h->net;
    uint32_t type = (uint32_t)(cell / net->nodes), node = (uint32_t)(cell % net->nodes), class = link / net->ports;
    unsigned port = link % net->ports;
    if (m->half->step[cell] != LB_NONE)
        return false;
    uint32_t nearer = lb_neighbor(net, node, m->half->inward ? port : net->opposite[port]);
    return m->half->step[lb_half_cell(m->h, type, nearer)] < m->turn->step &&
           lb_half_class(m->h, type, m->half->inward ? node : nearer) == class;
}

static uint32_t receiver_class(const matching *m, uint32_t link, uint64_t cell) {
    const lb_net *net = m->h->net;
    uint32_t type = (uint32_t)(cell / net->nodes), node = (uint32_t)(cell % net->nodes);
    if (m->half->inward)
        node = lb_neighbor(net, node, link % net->ports);
    return lb_half_class(m->h, type, node);
}

/* Whether links that are limited in number leave the receiver one more. With one class as many are received as sent. */
static bool may_receive(const matching *m, uint32_t link, uint64_t cell) {
    return m->h->classes == 1 || m->h->ports == m->h->net->ports ||
           m->turn->use->receives[receiver_class(m, link, cell)] < m->h->ports;
}

/* Takes a cell out of the quota of its node's class, if there is one left. Where a path of changes ends nothing is
 * given back: all other cells stay served. */
static bool within_quota(const matching *m, uint64_t cell) {
    uint32_t n = m->h->net->nodes;
    uint64_t *quota = m->turn->quota;
    if (!quota)
        return true;
    quota += lb_half_class(m->h, (uint32_t)(cell / n), (uint32_t)(cell % n));
    if (*quota == 0)
        return false;
    --*quota;
    return true;
}

static bool augment(matching *m, uint32_t link);

/* Whether the link gets the cell, if need be from another that finds something else. */
static bool obtain(matching *m, uint32_t link, uint64_t cell) {
    bool limited = m->h->classes > 1 && m->h->ports < m->h->net->ports;
    m->h->looks++;
    if (m->seen[cell] == m->rounds || !can_bring(m, link, cell) || !may_receive(m, link, cell))
        return false;
    m->seen[cell] = m->rounds;
    if (m->link_of[cell] == LB_NONE ? !within_quota(m, cell) : limited || !augment(m, m->link_of[cell]))
        return false;
    m->link_of[cell] = link;
    m->cell_of[link] = cell;
    return true;
}

static bool augment(matching *m, uint32_t link) {
    uint32_t n = m->h->net->nodes, count = m->turn->last - m->turn->first;
    uint32_t first = m->h->mixed ? m->begin[link] % count : 0;
    for (uint32_t t = 0; t < count; t++) {
        for (uint32_t i = 0, node = m->begin[link]; i < n; i++, node = node + 1 < n ? node + 1 : 0) {
            if (obtain(m, link, lb_half_cell(m->h, m->order[(t + first) % count], node)))
                return true;
        }
    }
    return false;
}

static void match(matching *m) {
    lb_half_use *use = m->turn->use;
    uint32_t links = m->h->classes * m->h->net->ports, ports = m->h->net->ports;
    uint32_t first = (uint32_t)(lb_random_mixed(&m->h->state) % links);
    uint64_t made = 0;
    for (uint32_t i = 0; i < links && made < m->turn->most; i++) {
        uint32_t link = (uint32_t)(((uint64_t)i * m->stride + first) % links), class = link / ports;
        m->rounds++;
        if (use->sends[class] == m->h->ports || use->links[class] >> link % ports & 1 || !augment(m, link))
            continue;
        made++;
        use->sends[class]++;
        use->links[class] |= UINT32_C(1) << link % ports;
        if (m->h->classes > 1 && m->h->ports < ports) /* else none is limited that is not by the senders */
            use->receives[receiver_class(m, link, m->cell_of[link])]++;
    }
}

static void keep(matching *m) {
    uint32_t links = m->h->classes * m->h->net->ports;
    for (uint32_t link = 0; link < links; link++) {
        uint64_t cell = m->cell_of[link];
        if (cell == UINT64_MAX)
            continue;
        m->half->step[cell] = m->turn->step;
        m->half->port[cell] = (uint8_t)(link % m->h->net->ports);
        m->half->lacks[cell / m->h->net->nodes]--;
        m->half->left--;
    }
}

/* A stride by which all links are come by. */
static uint32_t some_stride(lb_halves *h) {
    uint32_t links = h->classes * h->net->ports, stride = 1 + (uint32_t)(lb_random_mixed(&h->state) % links);
    while (lb_gcd(stride, links) != 1)
        stride++;
    return stride;
}

int lb_half_grow(lb_halves *h, lb_half *half, const lb_half_turn *turn) {
    if (turn->first == turn->last)
        return LB_OK;
    matching m = {.h = h, .half = half, .turn = turn, .stride = some_stride(h)};
    int error = matching_begin(&m);
    if (!error) {
        match(&m);
        keep(&m);
    }
    matching_end(&m);
    return error;
}

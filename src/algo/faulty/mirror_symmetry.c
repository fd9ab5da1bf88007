/* The symmetries of a mesh are made from a few that are plain to see, and then tested: whether every link falls onto a
 * link, and none onto itself, whatever is dead. */
#include "algo/faulty/mirror_symmetry.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ORDER = 24 };

/* A way to move digits: digit i becomes digit to[i], counted from the other end where flipped. */
typedef struct turn {
    unsigned to[LB_MAX_DIMS];
    uint64_t flipped;
} turn;

typedef struct making {
    const lb_net *net;
    const lb_map *map;
    lb_symmetry *y;
    turn turns[LB_MAX_DIMS + 2];
    unsigned count;
} making;

/* ---- What to begin with ---- */

static turn *add_turn(making *k) {
    turn *t = &k->turns[k->count++];
    *t = (turn){.flipped = 0};
    for (unsigned i = 0; i < k->net->dims; i++)
        t->to[i] = i;
    return t;
}

static bool is_open(const lb_net *net, unsigned i) {
    return net->open >> i & 1;
}

/* The first two digits turned by a quarter, as they are on paper. */
static void add_quarter(making *k) {
    const lb_net *net = k->net;
    if (net->dims < 2 || net->radix[0] != net->radix[1] || is_open(net, 0) != is_open(net, 1))
        return;
    turn *t = add_turn(k);
    t->to[0] = 1;
    t->to[1] = 0;
    t->flipped = 1;
}

/* All digits take each other's places, if they are alike. */
static void add_cycle(making *k) {
    const lb_net *net = k->net;
    for (unsigned i = 1; i < net->dims; i++) {
        if (net->radix[i] != net->radix[0] || is_open(net, i) != is_open(net, 0))
            return;
    }
    if (net->dims < 3)
        return;
    turn *t = add_turn(k);
    for (unsigned i = 0; i < net->dims; i++)
        t->to[i] = (i + 1) % net->dims;
}

/* Every digit that is a line is turned over, or (pairs, where there are three or more) it and the next one. */
static void add_flips(making *k, bool pairs) {
    uint64_t before = 0;
    if (pairs && k->net->dims < 3)
        return;
    for (unsigned i = 0; i < k->net->dims; i++) {
        if (!is_open(k->net, i) || k->net->radix[i] < 2)
            continue;
        uint64_t one = UINT64_C(1) << i;
        if (!pairs || before)
            add_turn(k)->flipped = pairs ? one | before : one;
        before = one;
    }
}

/* What each is made of; those that lack a part are others. */
static void begin_with(making *k, unsigned which) {
    enum { OVER = 1, FLIPS = 2, PAIRS = 4, QUARTER = 8, CYCLE = 16 };
    static const unsigned parts[LB_SYMMETRIES] = {0,     OVER,         FLIPS,         QUARTER, FLIPS | QUARTER,
                                                  CYCLE, OVER | CYCLE, FLIPS | CYCLE, PAIRS};
    if (parts[which] & OVER)
        add_turn(k)->flipped = ~UINT64_C(0);
    if (parts[which] & (FLIPS | PAIRS))
        add_flips(k, parts[which] & PAIRS);
    unsigned others = k->count;
    if (parts[which] & QUARTER)
        add_quarter(k);
    if (parts[which] & CYCLE)
        add_cycle(k);
    if (parts[which] & (QUARTER | CYCLE) && k->count == others)
        k->count = 0;
}

/* ---- All that can be made of them ---- */

static uint32_t moved(const lb_net *net, const turn *t, uint32_t node) {
    uint32_t to = 0;
    for (unsigned i = 0; i < net->dims; i++) {
        uint32_t r = net->radix[i], digit = lb_net_split(net, i, &node);
        if (t->flipped >> i & 1)
            digit = r - 1 - digit;
        to += digit * net->stride[t->to[i]];
    }
    return to;
}

static bool is_new(const lb_symmetry *y, uint32_t n) {
    const uint32_t *last = y->node + (uint64_t)y->order * n;
    for (uint32_t i = 0; i < y->order; i++) {
        if (memcmp(y->node + (uint64_t)i * n, last, n * sizeof *last) == 0)
            return false;
    }
    return true;
}

/* One after another; false: there are too many. */
static bool compose(making *k) {
    lb_symmetry *y = k->y;
    uint32_t n = k->map->nodes;
    y->order = 1;
    for (uint32_t v = 0; v < n; v++)
        y->node[v] = v;
    for (uint32_t i = 0; i < y->order; i++) {
        for (unsigned j = 0; j < k->count; j++) {
            for (uint32_t v = 0; v < n; v++)
                y->node[(uint64_t)y->order * n + v] = moved(k->net, &k->turns[j], y->node[(uint64_t)i * n + v]);
            y->order += is_new(y, n);
            if (y->order > MOST_ORDER)
                return false;
        }
    }
    return true;
}

/* ---- Links ---- */

/* Where a link comes to lie: of several lanes the one with the same place among them. LB_NONE: there is none. */
static uint32_t moved_link(const lb_map *map, const uint32_t *node, uint32_t v, unsigned port) {
    const uint32_t *from = map->from + (uint64_t)v * map->ports, *there = map->from + (uint64_t)node[v] * map->ports;
    unsigned lane = 0, q = 0;
    for (unsigned p = 0; p < port; p++)
        lane += from[p] == from[port];
    for (; q < map->ports; q++) {
        if (there[q] == node[from[port]] && lane-- == 0)
            return node[v] * map->ports + q;
    }
    return LB_NONE;
}

static uint32_t link_back(const making *k, uint32_t link) {
    unsigned ports = k->map->ports;
    return k->map->from[link] * ports + k->net->opposite[link % ports];
}

static bool move_links(const making *k, uint32_t way) {
    const lb_map *map = k->map;
    uint32_t links = map->nodes * map->ports, *link = k->y->link + (uint64_t)way * links;
    const uint32_t *node = k->y->node + (uint64_t)way * map->nodes;
    for (uint32_t l = 0; l < links; l++) {
        link[l] = map->from[l] == LB_NONE ? l : moved_link(map, node, l / map->ports, l % map->ports);
        if (link[l] == LB_NONE || (map->from[l] != LB_NONE && link[l] == l && way > 0))
            return false;
        k->y->slot[l] = way == 0 || link[l] < k->y->slot[l] ? link[l] : k->y->slot[l];
    }
    for (uint32_t l = 0; l < links; l++) {
        if (map->from[l] != LB_NONE && link[link_back(k, l)] != link_back(k, link[l]))
            return false;
    }
    return true;
}

static void find_back(const making *k) {
    for (uint32_t l = 0; l < k->map->nodes * k->map->ports; l++)
        k->y->back[l] = k->map->from[l] == LB_NONE ? LB_NONE : k->y->slot[link_back(k, l)];
}

int lb_symmetry_make(lb_symmetry *y, const lb_net *net, const lb_map *map, unsigned which) {
    making k = {.net = net, .map = map, .y = y};
    uint64_t links = (uint64_t)map->nodes * map->ports;
    *y = (lb_symmetry){.order = 0};
    if (which > 0 && net->kind != LB_NET_GRAPH && !net->carries)
        begin_with(&k, which);
    if (which > 0 && k.count == 0)
        return LB_ERR_UNSUPPORTED;
    y->node = lb_array((MOST_ORDER + UINT64_C(1)) * map->nodes, sizeof *y->node);
    y->slot = lb_array(links, sizeof *y->slot);
    y->back = lb_array(links, sizeof *y->back);
    if (!y->node || !y->slot || !y->back)
        return LB_ERR_MEMORY;
    if (!compose(&k) || (which > 0 && y->order < 2))
        return LB_ERR_UNSUPPORTED;
    y->link = lb_array(y->order * links, sizeof *y->link);
    if (!y->link)
        return LB_ERR_MEMORY;
    for (uint32_t i = 0; i < y->order; i++) {
        if (!move_links(&k, i))
            return LB_ERR_UNSUPPORTED;
    }
    find_back(&k);
    return LB_OK;
}

void lb_symmetry_free(lb_symmetry *y) {
    free(y->node);
    free(y->link);
    free(y->slot);
    free(y->back);
    *y = (lb_symmetry){.order = 0};
}

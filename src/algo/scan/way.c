/* The ways that a packet of a scan can take, dimension by dimension, the lowest first. When a dimension begins, a node
 * that stands for its run of consecutive nodes knows what they have together, and what comes before itself in the run.
 * Then one of two things is done with the ring of such nodes that differ in this dimension's digit only:
 *
 * exchange: the ring is cut in `parts` segments. In a segment sums go up and down from node to node, so that all of its
 * nodes know its total after as many steps as it is long. Totals go round the ring whole, up to half of it either way:
 * with 1 part r-1 steps and every link once, with 3 parts 2r/3 steps and every link twice, ... with r parts r/2 steps
 * and every link r/2 times. Everybody goes on. (With r parts this is prefix.)
 *
 * inward: the ring is summed up towards one digit, whose node goes on for all of it, and which hands out what comes
 * before the ring when that has come down from the higher dimensions. Every link once in and once out. (This is what
 * prefix-sweep does.) Or its halves are summed up to two digits that are neighbours, which exchange and both go on.
 *
 * Or none of this: chain hands on from node to node what has been summed up so far. Nearly all nodes get one move and
 * make one, about half of the others' moves, which is best when there are more packets than nodes and few ports.
 *
 * What turns out not to be needed is left out in the end: in the last dimension nothing goes down but what goes round
 * the ring. */
#include "algo/scan/way.h"

typedef struct ring {
    uint32_t node; /* with digit 0 */
    uint32_t base; /* the first node of its runs */
    uint32_t s, r;
} ring;

static uint32_t at(const ring *g, uint32_t x) {
    return g->node + x * g->s;
}

static uint32_t first_of(const ring *g, uint32_t x) {
    return g->base + x * g->s;
}

static uint32_t last_of(const ring *g, uint32_t x) {
    return g->base + (x + 1) * g->s - 1;
}

static uint32_t part_first(const ring *g, uint32_t parts, uint32_t i) {
    return (uint32_t)((uint64_t)g->r * i / parts);
}

/* The total of digits a to b goes round the ring to all others, half of the way up and half down. */
static void send_round(lb_scan_loom *loom, const ring *g, uint32_t a, uint32_t b) {
    uint32_t others = g->r - (b - a + 1), up = others - others / 2;
    for (uint32_t h = 0, x = b; h < up; h++, x = (x + 1) % g->r)
        lb_scan_send(loom, at(g, x), at(g, (x + 1) % g->r), first_of(g, a), last_of(g, b));
    for (uint32_t h = up, x = a; h < others; h++, x = (x + g->r - 1) % g->r)
        lb_scan_send(loom, at(g, x), at(g, (x + g->r - 1) % g->r), first_of(g, a), last_of(g, b));
}

static void exchange(lb_scan_loom *loom, const ring *g, uint32_t parts) {
    for (uint32_t i = 0; i < parts; i++) {
        uint32_t a = part_first(g, parts, i), b = part_first(g, parts, i + 1) - 1;
        for (uint32_t x = a; x < b; x++)
            lb_scan_send(loom, at(g, x), at(g, x + 1), first_of(g, a), last_of(g, x));
        for (uint32_t x = b; x > a; x--)
            lb_scan_send(loom, at(g, x), at(g, x - 1), first_of(g, x), last_of(g, b));
    }
    for (uint32_t i = 0; i < parts; i++)
        send_round(loom, g, part_first(g, parts, i), part_first(g, parts, i + 1) - 1);
}

/* Digits a to b are summed up to c, which is one of them. */
static void sum_up(lb_scan_loom *loom, const ring *g, uint32_t a, uint32_t b, uint32_t c) {
    for (uint32_t x = a; x < c; x++)
        lb_scan_send(loom, at(g, x), at(g, x + 1), first_of(g, a), last_of(g, x));
    for (uint32_t x = b; x > c; x--)
        lb_scan_send(loom, at(g, x), at(g, x - 1), first_of(g, x), last_of(g, b));
}

static void hand_out(lb_scan_loom *loom, const ring *g, uint32_t a, uint32_t b, uint32_t c) {
    for (uint32_t x = c; x > a && first_of(g, a); x--)
        lb_scan_send(loom, at(g, x), at(g, x - 1), 0, first_of(g, a) - 1);
    for (uint32_t x = c; x < b; x++)
        lb_scan_send(loom, at(g, x), at(g, x + 1), 0, last_of(g, x));
}

/* All digits but c go inward to c, which is the first or the last, a part of them (lower m, or those from m on) over
 * the end of the ring. Each part keeps to one side of the end, so spans stay whole. Sums set out from where the ring is
 * cut, at m, and not from its ends: packets that are cut at different digits keep different nodes busy from the first
 * step on, and to the last. */
static void sum_round(lb_scan_loom *loom, const ring *g, uint32_t c, uint32_t m) {
    uint32_t end = g->r - 1;
    sum_up(loom, g, c ? m : 0, c ? end : m - 1, c);
    if (c) {
        sum_up(loom, g, 0, m - 1, 0);
        lb_scan_send(loom, at(g, 0), at(g, end), first_of(g, 0), last_of(g, m - 1));
    } else {
        sum_up(loom, g, m, end, end);
        lb_scan_send(loom, at(g, end), at(g, 0), first_of(g, m), last_of(g, end));
    }
}

static void hand_round(lb_scan_loom *loom, const ring *g, uint32_t c, uint32_t m) {
    uint32_t end = g->r - 1;
    if (c && g->base)
        lb_scan_send(loom, at(g, end), at(g, 0), 0, g->base - 1);
    if (!c)
        lb_scan_send(loom, at(g, 0), at(g, end), 0, last_of(g, m - 1));
    hand_out(loom, g, 0, m - 1, 0);
    hand_out(loom, g, m, end, end);
}

static void inwards(lb_scan_loom *loom, const ring *g, const lb_scan_mode *mode, bool out) {
    uint32_t end = g->r - 1, half = mode->low; /* the last digit of the lower half */
    if (mode->low == 0 && mode->high == end)
        half = (mode->cut ? mode->cut : g->r / 2) - 1;
    void (*both)(lb_scan_loom *, const ring *, uint32_t, uint32_t, uint32_t) = out ? hand_out : sum_up;
    if (mode->round) {
        uint32_t middle = mode->low ? end / 2 : g->r / 2 + 1;
        (out ? hand_round : sum_round)(loom, g, mode->low, mode->cut ? mode->cut : middle);
        return;
    }
    if (mode->low == mode->high) {
        both(loom, g, 0, end, mode->low);
        return;
    }
    both(loom, g, 0, half, mode->low);
    both(loom, g, half + 1, end, mode->high);
    if (!out) {
        lb_scan_send(loom, at(g, mode->low), at(g, mode->high), first_of(g, 0), last_of(g, half));
        lb_scan_send(loom, at(g, mode->high), at(g, mode->low), first_of(g, half + 1), last_of(g, end));
    }
}

/* Whether the node stands for its run, and is the first of its ring. */
static bool begins_ring(const lb_net *net, const lb_scan_mode *modes, unsigned dim, uint32_t node) {
    for (unsigned i = 0; i < dim; i++) {
        uint32_t x = node / net->stride[i] % net->radix[i];
        if (net->radix[i] > 1 && modes[i].inward && x != modes[i].low && x != modes[i].high)
            return false;
    }
    return node / net->stride[dim] % net->radix[dim] == 0;
}

static void rings(lb_scan_loom *loom, const lb_scan_mode *modes, unsigned dim, bool out) {
    const lb_net *net = loom->net;
    ring g = {.s = net->stride[dim], .r = net->radix[dim]};
    for (uint32_t v = 0; v < net->nodes && !loom->error; v++) {
        if (!begins_ring(net, modes, dim, v))
            continue;
        g.node = v;
        g.base = v - v % g.s;
        if (modes[dim].inward)
            inwards(loom, &g, &modes[dim], out);
        else
            exchange(loom, &g, modes[dim].parts);
    }
}

int lb_scan_weave(const lb_net *net, const lb_scan_mode *modes, lb_scan_way *way) {
    lb_scan_loom loom;
    int error = lb_scan_loom_begin(&loom, net, way);
    for (unsigned i = 0; i < net->dims && !error; i++) {
        if (net->radix[i] > 1)
            rings(&loom, modes, i, false);
    }
    for (unsigned i = net->dims; i-- > 0 && !error;) {
        if (net->radix[i] > 1 && modes[i].inward)
            rings(&loom, modes, i, true);
    }
    if (!error)
        lb_scan_finish(&loom);
    error = error ? error : loom.error;
    lb_scan_loom_end(&loom);
    return error;
}

int lb_scan_weave_chain(const lb_net *net, bool highest, lb_scan_way *way) {
    lb_scan_loom loom;
    int error = lb_scan_loom_begin(&loom, net, way);
    for (uint32_t v = 0; v + 1 < net->nodes && !error; v++) {
        uint32_t at = v;
        for (unsigned j = 0; j < net->dims; j++) {
            unsigned i = highest ? net->dims - 1 - j : j;
            uint32_t digit = lb_digit(net, v + 1, i), other = lb_digit(net, at, i);
            if (digit == other)
                continue;
            uint32_t to = at + digit * net->stride[i] - other * net->stride[i];
            lb_scan_send(&loom, at, to, 0, v);
            at = to;
        }
    }
    if (!error)
        lb_scan_finish(&loom);
    error = error ? error : loom.error;
    lb_scan_loom_end(&loom);
    return error;
}

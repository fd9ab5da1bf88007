/* The linear clock: what a byte is worth at a place and a time.
 *
 * Give every node v a value U(v, t) of a byte that is there at the time t, never more later on: nothing where the
 * message begins, 1 at a node that it must get to. On its way there a byte gains 1 in all; so if what links can carry
 * in a time T, each byte counted with what it gains, is less than the message, it takes longer (docs/bounds.md, WORTH).
 * A border is the case in which U is 0 on one side and 1 on the other, ENDS the one in which it becomes smaller evenly.
 *
 * Nodes that are alike share a table of values: those of a bank (what slow links do not divide), the beginning and the
 * end apart. The tables are searched for (worth_search.c), made whole numbers, and then it is counted exactly what they
 * prove. Then those of a bank that are as far from the beginning get tables of their own, from these on. */
#include "bound/worth.h"

#include "bound/worth_search.h"
#include "net/net.h"
#include "net/route.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 1024, UNIT = 32, HALF = UNIT / 2, LEAST_STARTS = 8, TRIES = 8 };

#define MOST_TIME (UINT64_C(1) << 22) /* in parts of a start-up */
#define MUCH_WORK (UINT64_C(1) << 28) /* pairs of moments looked at */
#define REACH     0.45                /* moments that are told apart go so far from both ends of the time */
#define GROWTH    12                  /* so many of the same distance, where that is not too much work */
#define LESS      6                   /* or so many */

typedef struct claim {
    const lb_task *task;
    lb_worth search;
    uint16_t class[LB_WORTH_ENDS][MOST_NODES];
    uint32_t target[LB_WORTH_ENDS], moments, moment[LB_MAX_MOMENTS]; /* from either end, in parts of a start-up */
    uint16_t worth[LB_WORTH_CLASSES][LB_WORTH_POINTS];
    uint64_t *at, *most, *here[LB_WORTH_ENDS], *there[LB_WORTH_ENDS];
} claim;

/* ---- Classes, and groups of links ---- */

static unsigned lanes_of(const lb_net *net, unsigned dim) {
    unsigned lanes = 0;
    for (unsigned p = 0; p < net->ports; p++)
        lanes += net->port_dim[p] == dim;
    return net->radix[dim] > 2 ? lanes / 2 : lanes;
}

/* The dimension with the slowest links, the last one of them; LB_NONE: they are all as fast. */
static unsigned slowest(const lb_net *net) {
    unsigned slow = LB_NONE, least = LB_NONE, most = 0;
    for (unsigned i = 0; i < net->dims; i++) {
        unsigned lanes = lanes_of(net, i);
        if (net->radix[i] == 1)
            continue;
        slow = lanes <= least ? i : slow;
        least = lanes < least ? lanes : least;
        most = lanes > most ? lanes : most;
    }
    return least < most ? slow : LB_NONE;
}

/* A node that is far away in the fast dimensions and so many hops on in the slow one. */
static uint32_t place_end(const lb_task *task, unsigned slow, uint32_t on) {
    const lb_net *net = &task->net;
    uint32_t end = task->root;
    for (unsigned i = 0; i < net->dims; i++)
        end = lb_net_add(net, end, (i == slow ? on : net->radix[i] / 2) * net->stride[i]);
    return end;
}

/* By the hops in the slow dimension. In rings of three there are two ends, next to the root's bank on either side: what
 * goes out of it once is late for one of them. Hops are then counted one way round for one end, the other way for the
 * other. */
static bool divide(claim *c) {
    const lb_net *net = &c->task->net;
    unsigned slow = slowest(net);
    uint32_t radix = slow == LB_NONE ? 0 : net->radix[slow];
    if (radix < 2 || radix > LB_WORTH_CLASSES - 2)
        return false;
    c->search.ends = radix == 3 ? 2 : 1;
    c->search.classes = radix + 2;
    for (unsigned k = 0; k < c->search.ends; k++) {
        c->target[k] = place_end(c->task, slow, k ? radix - 1 : radix / 2);
        for (uint32_t v = 0; v < net->nodes; v++) {
            uint32_t on = lb_net_sub(net, v, c->task->root) / net->stride[slow] % radix;
            if (c->search.ends == 1)
                on = 2 * on > radix ? radix - on : on;
            on = k && on ? radix - on : on;
            c->class[k][v] = (uint16_t)(v == c->task->root  ? LB_WORTH_BEGIN
                                        : v == c->target[k] ? LB_WORTH_END
                                                            : on + 2);
        }
    }
    return true;
}

/* The class of those of a class that are so many hops from the beginning, in the dimensions that are not slow. */
static uint16_t finer(lb_worth *w, unsigned class, uint32_t hops, unsigned *parent, uint32_t *far) {
    unsigned i = LB_WORTH_END + 1;
    while (i < w->classes && (parent[i] != class || far[i] != hops))
        i++;
    if (i < LB_WORTH_CLASSES && i == w->classes) {
        parent[i] = class;
        far[i] = hops;
        w->classes++;
    }
    return (uint16_t)i;
}

/* Finer classes, each of which begins with the table of the one that it was part of. False: there are too many. */
static bool divide_more(claim *c) {
    const lb_net *net = &c->task->net;
    lb_worth *w = &c->search;
    unsigned slow = slowest(net), before = w->classes, parent[LB_WORTH_CLASSES] = {0};
    uint32_t far[LB_WORTH_CLASSES] = {0};
    w->classes = LB_WORTH_END + 1;
    for (uint32_t v = 0; v < w->ends * net->nodes; v++) {
        uint16_t *class = &c->class[v / net->nodes][v % net->nodes];
        uint32_t off = lb_net_sub(net, v % net->nodes, c->task->root);
        if (*class <= LB_WORTH_END)
            continue;
        *class = finer(w, *class, lb_distance(net, 0, off - lb_digit(net, off, slow) * net->stride[slow]), parent, far);
        if (*class == LB_WORTH_CLASSES)
            return false;
    }
    for (unsigned k = 0; k < before; k++)
        memcpy(w->drop[k], w->best[k], sizeof w->best[k]);
    for (unsigned k = LB_WORTH_END + 1; k < w->classes; k++)
        memcpy(w->best[k], w->drop[parent[k]], sizeof w->best[k]);
    return true;
}

static bool is_like(const lb_worth *w, const lb_worth_group *a, const lb_worth_group *b) {
    bool like = a->before == b->before && a->after == b->after;
    for (unsigned k = 0; k < w->ends; k++)
        like = like && a->from[k] == b->from[k] && a->to[k] == b->to[k];
    return like;
}

static bool add_link(lb_worth *w, lb_worth_group link) {
    for (unsigned i = 0; i < w->groups; i++) {
        lb_worth_group *g = &w->group[i];
        if (is_like(w, g, &link)) {
            g->count++;
            return true;
        }
    }
    if (w->groups == LB_WORTH_GROUPS)
        return false;
    w->group[w->groups++] = link;
    return true;
}

static bool group_links(claim *c) {
    const lb_net *net = &c->task->net;
    c->search.groups = 0;
    for (uint32_t v = 0; v < net->nodes; v++) {
        for (unsigned p = 0; p < net->ports; p++) {
            uint32_t to = lb_neighbor(net, v, p);
            lb_worth_group link = {.before = lb_distance(net, c->task->root, v), .after = LB_NONE, .count = 1};
            for (unsigned k = 0; k < c->search.ends; k++) {
                uint32_t after = lb_distance(net, to, c->target[k]);
                link.from[k] = c->class[k][v];
                link.to[k] = c->class[k][to];
                link.after = after < link.after ? after : link.after;
            }
            if (to != c->task->root && !add_link(&c->search, link)) /* back there a byte gains nothing */
                return false;
        }
    }
    return true;
}

/* Fine at both ends, where messages are short, and coarse between. */
static bool set_moments(claim *c, double time, uint32_t growth) {
    lb_worth *w = &c->search;
    uint32_t at = 0;
    c->moments = 0;
    while (c->moments < LB_MAX_MOMENTS && at < REACH * time * UNIT) {
        uint32_t step = at / (growth * HALF) * HALF;
        c->moment[c->moments++] = at;
        at += step > HALF ? step : HALF;
    }
    w->points = 2 * c->moments;
    for (uint32_t i = 0; i < c->moments; i++) {
        w->at[i] = (double)c->moment[i] / UNIT;
        w->at[w->points - 1 - i] = time - w->at[i];
    }
    return c->moments > 2;
}

static bool is_much(const claim *c) {
    const lb_worth *w = &c->search;
    uint64_t points = UINT64_C(1) * w->points * LB_WORTH_PARTS;
    return points * points / 2 * w->groups > MUCH_WORK ||
           w->ends * c->task->net.nodes + w->classes * w->points > LB_MAX_PRICES;
}

/* ---- What is proven, exactly ---- */

/* As many moments more between each and the next, at each of which the value falls by a step. */
static unsigned spread_out(claim *c, uint64_t time) {
    unsigned points = c->search.points, count = 0;
    for (unsigned j = 0; j < points; j++) {
        uint64_t from = j < c->moments ? c->moment[j] : time - c->moment[points - 1 - j];
        uint64_t to =
            j + 1 < c->moments ? c->moment[j + 1] : time - c->moment[points - 1 - (j + 1 < points ? j + 1 : j)];
        for (unsigned s = 0; s < (j + 1 < points ? LB_WORTH_PARTS : 1); s++)
            c->at[count++] = from + (to - from) * s / LB_WORTH_PARTS;
    }
    return count;
}

static void spread_values(const claim *c, unsigned class, uint64_t *out) {
    const uint16_t *v = c->worth[class];
    for (unsigned j = 0; j + 1 < c->search.points; j++) {
        for (unsigned s = 0; s < LB_WORTH_PARTS; s++)
            *out++ = (uint64_t)v[j] * (LB_WORTH_PARTS - s) + (uint64_t)v[j + 1] * s;
    }
    *out = 0;
}

static uint64_t carried(const claim *c, const lb_worth_group *g, unsigned count) {
    unsigned lo = 0, hi = count - 1;
    uint64_t end = c->at[hi] > (uint64_t)g->after * UNIT ? c->at[hi] - (uint64_t)g->after * UNIT : 0;
    while (lo < hi && c->at[lo + 1] <= (uint64_t)g->before * UNIT)
        lo++;
    while (hi > lo && c->at[hi - 1] >= end)
        hi--;
    c->most[lo] = 0;
    for (unsigned j = lo + 1; j <= hi; j++) {
        uint64_t value = c->most[j - 1], now = c->at[j], one = c->there[0][j - 1], other = c->there[1][j - 1];
        const uint64_t *here = c->here[0], *also = c->here[1];
        for (unsigned i = j; i-- > lo && (one > here[i] || other > also[i]);) {
            if (now <= c->at[i] + UNIT)
                continue;
            uint64_t gain = (one > here[i] ? one - here[i] : 0) + (other > also[i] ? other - also[i] : 0);
            uint64_t sum = c->most[i] + (now - c->at[i] - UNIT) * gain;
            value = sum > value ? sum : value;
        }
        c->most[j] = value;
    }
    return c->most[hi];
}

/* What links carry in this time, in parts of a start-up, of a value, and of parts of this. */
static uint64_t carried_in(claim *c, uint64_t time) {
    uint64_t sum = 0;
    unsigned count = spread_out(c, time);
    for (unsigned i = 0; i < c->search.groups; i++) {
        const lb_worth_group *g = &c->search.group[i];
        for (unsigned k = 0; k < c->search.ends; k++) {
            spread_values(c, g->from[k], c->here[k]);
            spread_values(c, g->to[k], c->there[k]);
        }
        sum += g->count * carried(c, g, count);
    }
    return sum;
}

static void round_values(claim *c) {
    for (unsigned k = 0; k < c->search.classes; k++) {
        for (unsigned j = 0; j < c->search.points; j++)
            c->worth[k][j] = (uint16_t)(c->search.worth[k][j] * LB_WORTH_ONE);
    }
}

/* The longest time that is proven, near the one that is expected; 0: none. */
static uint64_t prove(claim *c, double message, double expected) {
    double need = message * UNIT * LB_WORTH_ONE * LB_WORTH_PARTS, speed = need / (expected * UNIT);
    uint64_t least = 2 * (uint64_t)c->moment[c->moments - 1], best = 0, over = UINT64_MAX;
    uint64_t time = (uint64_t)(expected * UNIT);
    for (unsigned i = 0; i < TRIES && time > least && time < over && time > best && time < MOST_TIME; i++) {
        double lacking = need * (1 - 1e-9) - (double)carried_in(c, time);
        if (lacking > 0)
            best = time;
        else
            over = time;
        double next = (double)time + lacking / speed - (lacking > 0 ? 0 : 1);
        time = next > 0 ? (uint64_t)next : 0;
    }
    return best;
}

/* ---- The claim ---- */

static void write_witness(const claim *c, uint64_t time, lb_witness *w) {
    uint32_t nodes = c->task->net.nodes;
    unsigned points = c->search.points;
    *w = (lb_witness){.kind = LB_WITNESS_WORTH,
                      .node = c->task->root,
                      .first = c->target[0],
                      .width = c->search.classes,
                      .radius = c->moments,
                      .load = c->search.ends,
                      .packets = 1,
                      .value = time};
    w->weight[0] = UNIT;
    w->weight[1] = c->target[c->search.ends - 1];
    for (uint32_t i = 0; i < c->moments; i++)
        w->moment[i] = c->moment[i];
    for (uint32_t v = 0; v < c->search.ends * nodes; v++)
        w->part[v] = c->class[v / nodes][v % nodes];
    for (unsigned k = 0; k < c->search.classes; k++) {
        for (unsigned j = 0; j < points; j++)
            w->price[c->search.ends * nodes + k * points + j] = c->worth[k][j];
    }
}

/* Writes down what these tables prove, if that is longer. */
static void offer(claim *c, double message, lb_ratio beta, lb_ratio *time, lb_witness *witness) {
    lb_ratio proven = beta;
    round_values(c);
    uint64_t found = prove(c, message, c->search.at[c->search.points - 1]);
    if (found && lb_ratio_scale(&proven, found, UNIT) && lb_ratio_compare(proven, *time) > 0) {
        *time = proven;
        write_witness(c, found, witness);
    }
}

static int look(claim *c, double message, lb_ratio beta, lb_ratio *time, lb_witness *witness) {
    double starts = lb_ratio_value(*time) / lb_ratio_value(beta);
    if (!divide(c) || !group_links(c) || !set_moments(c, starts, GROWTH))
        return LB_OK;
    if (is_much(c) && (!set_moments(c, starts, LESS) || is_much(c)))
        return LB_OK;
    uint64_t room = (uint64_t)c->search.points * LB_WORTH_PARTS;
    c->at = lb_zeroed((2 + 2 * LB_WORTH_ENDS) * room, sizeof *c->at);
    if (!c->at)
        return LB_ERR_MEMORY;
    c->most = c->at + room;
    for (unsigned k = 0; k < LB_WORTH_ENDS; k++) {
        c->here[k] = c->most + (1 + k) * room;
        c->there[k] = c->most + (1 + LB_WORTH_ENDS + k) * room;
    }
    message *= c->search.ends;
    lb_worth_search(&c->search, message);
    offer(c, message, beta, time, witness);
    if (divide_more(c) && group_links(c) && !is_much(c)) {
        lb_worth_search_on(&c->search, message);
        offer(c, message, beta, time, witness);
    }
    free(c->at);
    return LB_OK;
}

/* Long messages only: where they take a few start-ups there is little to be gained. */
static bool suits(const lb_task *task, uint64_t links, lb_ratio beta, lb_ratio time) {
    const lb_net *net = &task->net;
    double starts = beta.num ? lb_ratio_value(time) / lb_ratio_value(beta) : 0;
    return (task->kind == LB_BROADCAST || task->kind == LB_REDUCE) && net->kind == LB_NET_LATTICE && net->lanes &&
           !net->carries && net->groups == net->dims && lb_net_is_lattice(net) && net->nodes <= MOST_NODES &&
           links >= net->ports && lb_net_routing(net) == LB_STORE_AND_FORWARD && starts > LEAST_STARTS &&
           starts * UNIT * 2 < (double)MOST_TIME;
}

int lb_claim_worth(const lb_task *task, uint64_t links, lb_ratio block, lb_ratio beta, lb_ratio *time,
                   lb_witness *witness, lb_why *why) {
    if (!suits(task, links, beta, *time))
        return LB_OK;
    claim *c = lb_zeroed(1, sizeof *c);
    if (!c)
        return lb_fail_memory(why, "the bound");
    c->task = task;
    int error = look(c, lb_ratio_value(block) / lb_ratio_value(beta), beta, time, witness);
    free(c);
    return error ? lb_fail_memory(why, "the bound") : LB_OK;
}

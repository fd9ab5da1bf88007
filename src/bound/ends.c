/* The linear clock: all of a message must get from one place to another, and over few links at both ends. Whoever sends
 * it there in few pieces has to wait for them, and whoever sends many pays for their start-ups.
 *
 * Let all bytes of `load` blocks get from a set of nodes S, out of which c links lead, to a set S' no nearer than h > 1
 * hops, into which c' links lead. Take the mean, over all bytes, of when the message starts that takes a byte out of S,
 * of how long that takes, of how long the one takes that brings it into S', and of how long before the end that is
 * there. Together with the h-2 start-ups between they are no more than the time T. If a link carries messages of s1,
 * s2,
 * ... bytes, the j-th is over after tau*(s1+..+sj) + j*beta; so with x = tau*m*load/c each end has a mean of
 *
 *   x/2 + the least of  sum of s_j*(tau*s_j/2 + j*beta) / (sum of s_j)
 *
 * at the least, if the bytes are as many on all links, and more if not, since that is convex. The sizes that make it
 * least become smaller by beta/tau each, as long as anything is left: k of them, k(k-1)/2 <= x/beta <= k(k+1)/2, and it
 * is x*(1+1/k)/2 + beta*(k+1)/2 - beta*beta/x*k(k^2-1)/24, of which the last is beta*(k+1)/12 at most. Hence
 *
 *   T >= x(k+1)/(2k) + 5(k+1)/12*beta  +  the same of the other end  +  (h-2)*beta,   beta in place of 10/12 for k = 1
 *
 * which is 2/3*sqrt(2*x*beta), nearly, at each end above what the links and hops alone prove. */
#include "bound/ends.h"

#include "net/map.h"
#include "net/route.h"

#include <stdlib.h>

#define MOST_PIECES 1000000
#define MUCH_WORK   (UINT64_C(1) << 22) /* links looked at for pairs of nodes, and for sets */

typedef struct ends {
    const lb_task *task;
    uint64_t links, load;
    lb_ratio block, beta;
    lb_map map;
    uint32_t *hops, *queue;
    uint16_t *mark;
    bool *narrow;
    double best; /* nearly */
    lb_witness *witness;
} ends;

/* ---- What it proves ---- */

/* The fewest pieces k with k(k+1)/2*beta >= x, nearly: x and beta are. */
static uint32_t pieces_about(double x, double beta) {
    uint32_t low = 1, high = MOST_PIECES;
    while (low < high) {
        uint32_t k = low + (high - low) / 2;
        if (k * (k + 1.0) / 2 * beta >= x)
            high = k;
        else
            low = k + 1;
    }
    return low;
}

/* What one end proves, nearly. */
static double half(const ends *e, uint64_t links) {
    double x = lb_ratio_value(e->block) * (double)e->load / (double)links, beta = lb_ratio_value(e->beta);
    double k = pieces_about(x, beta);
    return x * (k + 1) / (2 * k) + beta * (k > 1 ? 5 * (k + 1) / 12 : 1);
}

/* In how many pieces that is least, exactly; 0: too many. */
static uint32_t pieces_of(const ends *e, uint64_t links) {
    lb_ratio x = e->block;
    if (!lb_ratio_scale(&x, e->load, links))
        return 0;
    uint32_t about = pieces_about(lb_ratio_value(x), lb_ratio_value(e->beta));
    for (uint32_t k = about > 1 ? about - 1 : 1; k <= about + 1 && k < MOST_PIECES; k++) {
        lb_ratio most = e->beta;
        if (!lb_ratio_scale(&most, k * (k + UINT64_C(1)), 2))
            return 0;
        if (lb_ratio_compare(x, most) <= 0)
            return k;
    }
    return 0;
}

static bool add_half(const ends *e, uint64_t links, uint64_t pieces, lb_ratio *time) {
    lb_ratio data = e->block, starts = e->beta;
    return lb_ratio_scale(&data, e->load * (pieces + 1), 2 * pieces * links) &&
           lb_ratio_scale(&starts, pieces > 1 ? 5 * (pieces + 1) : 12, 12) && lb_ratio_plus(time, data) &&
           lb_ratio_plus(time, starts);
}

/* The time that the witness proves, with its pieces; false: it does not fit. */
static bool weigh(const ends *e, lb_ratio *time) {
    lb_witness *w = e->witness;
    w->weight[0] = pieces_of(e, w->capacity);
    w->weight[1] = pieces_of(e, w->width);
    *time = e->beta;
    return w->weight[0] && w->weight[1] && lb_ratio_scale(time, w->radius - UINT64_C(2), 1) &&
           add_half(e, w->capacity, w->weight[0], time) && add_half(e, w->width, w->weight[1], time);
}

/* ---- From one node to another ---- */

static void claim(ends *e, uint32_t from, uint32_t to, uint64_t out, uint64_t in, uint32_t hops) {
    if (hops < 2 || hops == LB_NONE || out == 0 || in == 0)
        return;
    double time = half(e, out) + half(e, in) + lb_ratio_value(e->beta) * (hops - 2.0);
    if (time <= e->best)
        return;
    e->best = time;
    *e->witness = (lb_witness){.kind = LB_WITNESS_ENDS,
                               .node = from,
                               .first = to,
                               .radius = hops,
                               .load = e->load,
                               .capacity = out,
                               .width = (uint32_t)in,
                               .packets = 1,
                               .value = hops};
}

static uint64_t links_of(const ends *e, uint32_t node, bool inward) {
    uint64_t links = lb_map_degree(&e->map, node, inward);
    return links < e->links ? links : e->links;
}

/* From a node to all that want what it has; backwards, to it from all. */
static void look_from(ends *e, uint32_t node, bool backwards) {
    const lb_task *task = e->task;
    lb_map_reach(&e->map, node, backwards, e->hops, e->queue);
    uint64_t links = links_of(e, node, backwards);
    for (uint32_t v = 0; v < task->net.nodes; v++) {
        bool one = task->kind == LB_SEND || task->kind == LB_PERMUTE;
        if (one && v != (task->kind == LB_SEND ? task->to : task->list[node]))
            continue;
        if (backwards)
            claim(e, v, node, links_of(e, v, false), links, e->hops[v]);
        else
            claim(e, node, v, links, links_of(e, v, true), e->hops[v]);
    }
}

static void look(ends *e) {
    const lb_task *task = e->task;
    uint64_t n = task->net.nodes, work = n * n * task->net.ports;
    bool rooted = task->kind == LB_BROADCAST || task->kind == LB_REDUCE || task->kind == LB_SEND;
    if (rooted) {
        look_from(e, task->root, task->kind == LB_REDUCE);
        return;
    }
    bool alike = task->kind == LB_ALLREDUCE && lb_net_is_lattice(&task->net);
    for (uint32_t v = 0; v < n && (alike ? v == 0 : v == 0 || work <= MUCH_WORK); v++) {
        if (lb_node_alive(&task->net, v))
            look_from(e, v, false);
    }
}

/* On tori too large for that, what is known of them: the node opposite. */
static void look_across(ends *e) {
    const lb_net *net = &e->task->net;
    uint32_t root = lb_task_is_rooted(e->task->kind) ? e->task->root : 0, opposite = root;
    for (unsigned i = 0; i < net->dims; i++)
        opposite = lb_net_add(net, opposite, net->radix[i] / 2 * net->stride[i]);
    bool inward = e->task->kind == LB_REDUCE;
    claim(e, inward ? opposite : root, inward ? root : opposite, e->links, e->links, lb_diameter(net));
}

/* ---- From one set to another ---- */

/* Hops from nodes that are marked 0 to those marked 2; *out and *in: the links at both ends. */
static uint32_t measure(ends *e, uint64_t *out, uint64_t *in) {
    const lb_map *map = &e->map;
    uint32_t head = 0, tail = 0, nearest = LB_NONE;
    *out = *in = 0;
    for (uint32_t v = 0; v < map->nodes; v++) {
        uint64_t leave = 0, enter = 0;
        for (unsigned p = 0; p < map->ports; p++) {
            uint32_t to = map->to[(uint64_t)v * map->ports + p], from = map->from[(uint64_t)v * map->ports + p];
            leave += to != LB_NONE && e->mark[v] == 0 && e->mark[to] != 0;
            enter += from != LB_NONE && e->mark[v] == 2 && e->mark[from] != 2;
        }
        *out += leave < e->links ? leave : e->links;
        *in += enter < e->links ? enter : e->links;
        e->hops[v] = e->mark[v] == 0 ? 0 : LB_NONE;
        if (e->mark[v] == 0)
            e->queue[tail++] = v;
    }
    while (head < tail) {
        uint32_t v = e->queue[head++];
        for (unsigned p = 0; p < map->ports; p++) {
            uint32_t to = map->to[(uint64_t)v * map->ports + p];
            if (to == LB_NONE || e->hops[to] != LB_NONE)
                continue;
            e->hops[to] = e->hops[v] + 1;
            nearest = e->mark[to] == 2 && nearest == LB_NONE ? e->hops[to] : nearest;
            e->queue[tail++] = to;
        }
    }
    return nearest;
}

/* The smaller of the two sets that a border divides, moved so that the root is in it. */
static void find_narrow(ends *e, const lb_witness *border, bool *narrow) {
    const lb_net *net = &e->task->net;
    uint32_t n = net->nodes, out = 0, at = 0;
    for (uint32_t x = 0; x < n; x++)
        out += border->part[x] == 0;
    uint16_t side = out > n / 2;
    while (at < n && border->part[at] != side)
        at++;
    for (uint32_t x = 0; x < n; x++)
        narrow[x] = border->part[lb_net_add(net, at % n, lb_net_sub(net, x, e->task->root))] == side;
}

/* That set, and its mirror image round v, or v alone. */
static bool mark_sets(ends *e, const bool *narrow, uint32_t v, bool whole) {
    const lb_net *net = &e->task->net;
    bool inward = e->task->kind == LB_REDUCE;
    for (uint32_t x = 0; x < net->nodes; x++) {
        uint32_t image = lb_net_add(net, e->task->root, lb_net_sub(net, v, x));
        bool near = narrow[x], far = whole ? narrow[image] : x == v;
        if (near && far)
            return false;
        e->mark[x] = (uint16_t)(near != far ? near == inward ? 2 : 0 : 1);
    }
    return true;
}

static void claim_sets(ends *e, const lb_witness *border, bool *narrow) {
    uint32_t n = e->task->net.nodes;
    find_narrow(e, border, narrow);
    for (uint32_t i = 0; i < 2 * n; i++) {
        uint64_t out, in;
        uint32_t v = i / 2, root = e->task->root;
        bool inward = e->task->kind == LB_REDUCE;
        double before = e->best;
        if (!mark_sets(e, narrow, v, i % 2))
            continue;
        uint32_t hops = measure(e, &out, &in);
        claim(e, inward ? v : root, inward ? root : v, out, in, hops);
        for (uint32_t x = 0; x < n && e->best > before; x++)
            e->witness->part[x] = e->mark[x];
    }
}

/* ---- All ---- */

static bool suits(const lb_task *task) {
    lb_task_kind kind = task->kind;
    return lb_net_routing(&task->net) == LB_STORE_AND_FORWARD &&
           (kind == LB_BROADCAST || kind == LB_REDUCE || kind == LB_ALLREDUCE || kind == LB_SEND || kind == LB_PERMUTE);
}

static int look_at_map(ends *e, const lb_witness *known, lb_why *why) {
    const lb_net *net = &e->task->net;
    uint64_t n = net->nodes;
    bool rooted = e->task->kind == LB_BROADCAST || e->task->kind == LB_REDUCE;
    e->hops = lb_array(n, sizeof *e->hops);
    e->queue = lb_array(n, sizeof *e->queue);
    e->mark = lb_array(n, sizeof *e->mark);
    e->narrow = lb_array(n, sizeof *e->narrow);
    if (!e->hops || !e->queue || !e->mark || !e->narrow || lb_map_make(&e->map, net))
        return lb_fail_memory(why, "the bound");
    look(e);
    if (e->witness->kind == LB_WITNESS_ENDS) {
        for (uint32_t v = 0; v < n; v++)
            e->witness->part[v] = v == e->witness->node ? 0 : v == e->witness->first ? 2 : 1;
    }
    if (rooted && known->kind == LB_WITNESS_BORDER && !known->whole && lb_net_is_lattice(net) &&
        n * n * net->ports <= MUCH_WORK)
        claim_sets(e, known, e->narrow);
    return LB_OK;
}

int lb_claim_ends(const lb_task *task, uint64_t links, lb_ratio block, lb_ratio beta, lb_ratio *time,
                  lb_witness *witness, lb_why *why) {
    lb_witness found = {.kind = LB_WITNESS_NONE};
    lb_ratio proven;
    int error = LB_OK;
    if (!suits(task) || beta.num == 0 || block.num == 0)
        return LB_OK;
    ends e = {.task = task, .links = links, .block = block, .beta = beta, .witness = &found};
    e.load = task->kind == LB_ALLREDUCE ? lb_task_blocks(task) : 1;
    e.best = lb_ratio_value(*time);
    if (task->net.nodes <= LB_MAX_PARTED)
        error = look_at_map(&e, witness, why);
    else if (lb_net_is_whole(&task->net) && task->kind != LB_SEND && task->kind != LB_PERMUTE)
        look_across(&e);
    if (!error && found.kind == LB_WITNESS_ENDS && weigh(&e, &proven) && lb_ratio_compare(proven, *time) > 0) {
        *time = proven;
        *witness = found;
    }
    lb_map_free(&e.map);
    free(e.hops);
    free(e.queue);
    free(e.mark);
    free(e.narrow);
    return error;
}

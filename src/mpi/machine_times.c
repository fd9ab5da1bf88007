/* What a collective on a machine takes, by formula, from what the links cost and what the nodes' memory does (the
 * profile's copy and meet):
 *
 *     before, after     what a process does inside until something can go across, and when it has come
 *     across            what the stage is expected to take (choose_other.c), and what whoever carries it sums up
 *
 * Over the links it is the same who carries what, but that more packets start where several do; these share the sums.
 * Pieces go across while others are made ready. */
#include "mpi/machine_times.h"

#include "mpi/choose_other.h"
#include "mpi/estimate.h"
#include "mpi/links_bound.h"

#include <math.h>

static bool of_blocks(lb_task_kind kind) {
    return kind != LB_BROADCAST && kind != LB_REDUCE && kind != LB_ALLREDUCE && kind != LB_SCAN && kind != LB_EXSCAN;
}

/* What one of the carriers has of it all, at most: blocks are not cut. */
static double part_of(const lb_crossing *c) {
    int each = (c->slots + c->carriers - 1) / c->carriers;
    return of_blocks(c->kind) ? (double)each / c->slots : 1.0 / c->carriers;
}

/* ---- Inside ---- */

/* Bytes that a process copies or sums up before a piece goes across, of so many bytes of every block. */
static double before_bytes(const lb_crossing *c, double x) {
    double slots = c->slots, all = slots * c->nodes * x, work = (slots - 1) / slots;
    switch (c->kind) {
    case LB_REDUCE:
    case LB_ALLREDUCE:
    case LB_SCAN:
    case LB_EXSCAN: return x + work * x;
    case LB_REDUCE_SCATTER: return all + work * all;
    case LB_SCATTER: return all;
    case LB_ALLTOALL: return c->carriers == c->slots ? 2 * all : all;
    default: return x;
    }
}

static double after_bytes(const lb_crossing *c, double x) {
    bool all = c->kind == LB_ALLGATHER || c->kind == LB_GATHER || c->kind == LB_ALLTOALL;
    return (all ? (double)c->slots * c->nodes : 1) * x;
}

/* What comes and is summed up, or put where it belongs, by whoever carries it. Of messages that go straight all are
 * summed up at each. */
static double summed_bytes(const lb_crossing *c, double x, bool straight) {
    double others = c->nodes - 1, slots = c->slots, part = part_of(c);
    switch (c->kind) {
    case LB_REDUCE:
    case LB_ALLREDUCE:
    case LB_EXSCAN:
    case LB_SCAN: return (straight ? others : others / c->nodes) * x * part;
    case LB_REDUCE_SCATTER: return others * slots * x * part;
    case LB_ALLTOALL: return others * slots * slots * x * part;
    default: return 0;
    }
}

/* ---- Across ---- */

/* What one of the carriers has. Some of the slots' blocks are among the others', and so do not go straight. */
static lb_want want_of(const lb_crossing *c, double x) {
    bool blocks = of_blocks(c->kind);
    double bytes = x * (blocks ? c->slots : 1) * (c->kind == LB_ALLTOALL ? c->slots : 1) * part_of(c);
    lb_want want = {
        .kind = c->kind == LB_SCAN ? LB_EXSCAN : c->kind, .bytes = (uint64_t)fmax(1, ceil(bytes)), .unit = 1};
    want.sharers = (uint32_t)c->carriers;
    want.shape.lengths = blocks && c->carriers > 1 && c->carriers < c->slots;
    return want;
}

static double bound_of(const lb_mpi_net *net, lb_want want, uint64_t bytes) {
    lb_task_params params = {.root = 0};
    lb_task *task = NULL;
    lb_ratio time = {0, 1};
    want.bytes = bytes;
    lb_cost cost = lb_cost_of(net, &want);
    uint32_t ports = net->set.profile.ports < lb_net_ports(net->net) ? net->set.profile.ports : 0;
    int error = lb_task_create(net->net, want.kind, &params, &task, NULL);
    if (!error)
        error = lb_links_bound(task, ports, &cost, &time);
    lb_task_free(task);
    return error ? INFINITY : lb_ratio_value(time);
}

/* Where no algorithm has a formula, as where links are dead: what the links must carry at least, which plans come near.
 * Its bound costs milliseconds, so two of them do for all lengths. */
static double time_of_bound(const lb_crossing *c, const lb_want *want) {
    enum { LONG = 1 << 20 };
    const lb_mpi_profile *profile = &c->net->set.profile;
    lb_want one = {.kind = want->kind, .unit = 1};
    if (!c->rate)
        return INFINITY;
    if (!c->rate->known) {
        double start = bound_of(c->net, one, 1);
        *c->rate = (lb_rate){.known = true, .start = start, .byte = (bound_of(c->net, one, LONG) - start) / LONG};
    }
    double beta = lb_ratio_value(profile->beta), gap = beta > 0 ? fmin(1, lb_ratio_value(profile->gap) / beta) : 1;
    double more = fmax(1, gap * c->carriers);
    return c->rate->start * more + c->rate->byte * (double)want->bytes * c->carriers;
}

static double links_time(const lb_crossing *c, double x, bool *straight) {
    lb_want want = want_of(c, x);
    double ns = lb_mpi_time(c->net, &want, straight);
    return ns < INFINITY ? ns : time_of_bound(c, &want);
}

/* ---- Both ---- */

double lb_crossing_lone(const lb_crossing *c, uint64_t bytes) {
    bool sums = c->kind == LB_REDUCE || c->kind == LB_ALLREDUCE || c->kind == LB_REDUCE_SCATTER || c->kind == LB_SCAN ||
                c->kind == LB_EXSCAN;
    double slots = c->slots, all = (of_blocks(c->kind) ? slots * c->nodes : 1) * (double)bytes;
    return sums && c->carriers < 2 ? lb_ratio_value(c->net->set.profile.copy) * all * (slots - 1) * (slots - 1) / slots
                                   : INFINITY;
}

/* Where not every slot carries what it has summed up itself they meet once more, or leaders sum up alone. */
lb_crossing_parts lb_crossing_parts_of(const lb_crossing *c, uint64_t bytes) {
    double copy = lb_ratio_value(c->net->set.profile.copy), meet = lb_ratio_value(c->net->set.profile.meet);
    double x = (double)bytes;
    bool straight;
    lb_crossing_parts parts = {.links = links_time(c, x, &straight)};
    parts.links += c->carriers < c->slots ? fmin(meet, lb_crossing_lone(c, bytes)) : 0;
    parts.before = copy * before_bytes(c, x) + meet;
    parts.after = copy * after_bytes(c, x) + meet;
    parts.sums = copy * summed_bytes(c, x, straight);
    return parts;
}

/* Either what goes across takes longest, and the first piece's `before` and the last one's `after` are to be added; or
 * the process that has most to do inside, and only one piece's way across is. The root of a broadcast brings, and
 * others take. */
double lb_crossing_time(const lb_crossing *c, uint64_t bytes, uint64_t pieces) {
    bool apart = c->kind == LB_BROADCAST || c->kind == LB_SCATTER || c->kind == LB_GATHER;
    lb_crossing_parts p = lb_crossing_parts_of(c, (bytes + pieces - 1) / pieces);
    double k = (double)pieces, inside = apart ? fmax(p.before, p.after) : p.before + p.after;
    double rest = p.before + p.after - inside;
    return fmax(p.before + k * (p.links + p.sums) + p.after, k * (inside + p.sums) + rest + p.links);
}

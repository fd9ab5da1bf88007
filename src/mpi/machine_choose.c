/* How a collective goes across a machine: by leaders or in every plane, and in how many pieces. By formula, from what
 * the links cost and what the nodes' memory does (the profile's copy and meet):
 *
 *     before, after     what a process does inside until something can go across, and when it has come
 *     across            what the stage is expected to take (choose_other.c), and what whoever carries it sums up
 *
 * Over the links it is the same who carries what, but that more packets start where there are planes; these share the
 * sums. Pieces go across while others are made ready. */
#include "mpi/machine_choose.h"

#include "mpi/choose_other.h"
#include "mpi/machine_places.h"

#include <math.h>

enum { MOST_PIECES = 64, LEAST_BYTES = 4096 };

/* What is asked: the collective, on so many slots of so many nodes. */
typedef struct question {
    const lb_mpi_net *net;
    lb_task_kind kind;
    double slots, nodes, copy, meet;
    bool planes;
} question;

/* Bytes that a process copies or sums up before a piece goes across, of so many bytes of every block. */
static double before_bytes(const question *q, double x) {
    double all = q->slots * q->nodes * x, work = (q->slots - 1) / q->slots;
    switch (q->kind) {
    case LB_REDUCE:
    case LB_ALLREDUCE:
    case LB_SCAN:
    case LB_EXSCAN: return x + work * x;
    case LB_REDUCE_SCATTER: return all + work * all;
    case LB_SCATTER: return all;
    case LB_ALLTOALL: return q->planes ? 2 * all : all;
    default: return x;
    }
}

static double after_bytes(const question *q, double x) {
    bool all = q->kind == LB_ALLGATHER || q->kind == LB_GATHER || q->kind == LB_ALLTOALL;
    return (all ? q->slots * q->nodes : 1) * x;
}

/* What comes and is summed up, or put where it belongs, by whoever carries it. Of messages that go straight all are
 * summed up at each. */
static double summed_bytes(const question *q, double x, bool straight) {
    double others = q->nodes - 1, share = q->planes ? q->slots : 1;
    switch (q->kind) {
    case LB_REDUCE:
    case LB_ALLREDUCE:
    case LB_EXSCAN:
    case LB_SCAN: return (straight ? others : others / q->nodes) * x / share;
    case LB_REDUCE_SCATTER: return others * q->slots * x / share;
    case LB_ALLTOALL: return others * q->slots * q->slots * x / share;
    default: return 0;
    }
}

static double links_time(const question *q, double x, bool *straight) {
    bool blocks = q->kind != LB_BROADCAST && q->kind != LB_REDUCE && q->kind != LB_ALLREDUCE && q->kind != LB_SCAN &&
                  q->kind != LB_EXSCAN;
    double bytes = x * (blocks ? q->slots : 1) * (q->kind == LB_ALLTOALL ? q->slots : 1);
    lb_want want = {.kind = q->kind == LB_SCAN ? LB_EXSCAN : q->kind, .bytes = (uint64_t)fmax(1, bytes), .unit = 1};
    return lb_mpi_time(q->net, &want, straight);
}

/* What planes' packets add, which share the links: each keeps them busy, beside its bytes. Leaders meet the others once
 * more. */
static double more_time(const question *q, double least) {
    const lb_mpi_profile *profile = &q->net->set.profile;
    double beta = lb_ratio_value(profile->beta), gap = beta > 0 ? fmin(1, lb_ratio_value(profile->gap) / beta) : 1;
    return q->planes ? (q->slots - 1) * gap * least : q->meet;
}

/* Either what goes across takes longest, and the first piece's `before` and the last one's `after` are to be added; or
 * the process that has most to do inside, and only one piece's way across is. The root of a broadcast brings, and
 * others take. */
static double time_in_pieces(const question *q, uint64_t bytes, uint64_t pieces, double least) {
    bool straight, apart = q->kind == LB_BROADCAST || q->kind == LB_SCATTER || q->kind == LB_GATHER;
    double x = ceil((double)bytes / (double)pieces), k = (double)pieces;
    double before = q->copy * before_bytes(q, x) + q->meet, after = q->copy * after_bytes(q, x) + q->meet;
    double links = links_time(q, x, &straight) + more_time(q, least), sums = q->copy * summed_bytes(q, x, straight);
    double inside = apart ? fmax(before, after) : before + after, rest = before + after - inside;
    return fmax(before + k * (links + sums) + after, k * (inside + sums) + rest + links);
}

/* Pieces and planes are worth it if they are quicker by more than what is not in the formulas. */
static const double margin = 0.97;

static double best_pieces(const question *q, uint64_t bytes, bool cuts, uint64_t *pieces) {
    bool straight;
    double least = links_time(q, 1, &straight), best = time_in_pieces(q, bytes, 1, least);
    double inside = q->copy * (before_bytes(q, (double)bytes) + after_bytes(q, (double)bytes));
    *pieces = 1;
    for (uint64_t k = 2; cuts && k <= MOST_PIECES && bytes / k >= LEAST_BYTES && inside > 2 * least; k *= 2) {
        double ns = time_in_pieces(q, bytes, k, least);
        if (ns >= margin * best)
            continue;
        best = ns;
        *pieces = k;
    }
    return best;
}

/* Planes are for what is work for all slots. An alltoall has memory of its own for what leaves and comes, once. */
static void find(const lb_mpi_request *r, lb_manner *manner) {
    const lb_machine *m = lb_machine_of(r);
    const lb_mpi_profile *profile = &r->net->set.profile;
    lb_task_kind kind = r->call.kind;
    bool works = kind == LB_ALLTOALL || kind == LB_REDUCE_SCATTER || kind == LB_ALLREDUCE || kind == LB_REDUCE;
    bool cuts = kind != LB_ALLTOALL;
    question q = {.net = r->net, .kind = kind, .slots = m->slots, .nodes = m->nodes};
    q.copy = lb_ratio_value(profile->copy);
    q.meet = lb_ratio_value(profile->meet);
    double leaders = best_pieces(&q, r->call.bytes, cuts, &manner->pieces);
    uint64_t pieces = 1;
    q.planes = true;
    if (!works || !lb_machine_even(m))
        return;
    manner->planes = best_pieces(&q, r->call.bytes, cuts, &pieces) < margin * leaders;
    manner->pieces = manner->planes ? pieces : manner->pieces;
    if (r->net->set.planes >= 0)
        manner->planes = r->net->set.planes;
}

static const lb_manner *manner_of(const lb_mpi_request *r) {
    lb_machine *m = lb_machine_of(r);
    uint64_t bytes = r->call.bytes, key = (bytes * 64 + r->call.kind) * UINT64_C(0x9e3779b97f4a7c15) >> 32;
    lb_manner *known = &m->known[key % LB_MANNERS];
    if (known->bytes != bytes || known->kind != r->call.kind) {
        *known = (lb_manner){.bytes = bytes, .kind = r->call.kind, .pieces = 1};
        find(r, known);
    }
    return known;
}

void lb_machine_choose(lb_mpi_request *r) {
    const lb_machine *m = lb_machine_of(r);
    if (m->slots < 2 || m->nodes < 2)
        return;
    const lb_manner *manner = manner_of(r);
    uint64_t pieces = r->net->set.pieces && r->call.kind != LB_ALLTOALL ? r->net->set.pieces : manner->pieces;
    uint64_t unit = r->piece.unit > 1 ? r->piece.unit : 64, units = (r->piece.bytes + unit - 1) / unit;
    r->piece.planes = manner->planes;
    if (pieces > 1 && units > 1)
        r->piece.cut = (units + pieces - 1) / pieces * unit;
}

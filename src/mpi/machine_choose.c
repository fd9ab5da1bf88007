/* How a collective goes across a machine: by the leaders, some of the slots or all of them, and in how many pieces.
 * What is quickest by formula (machine_times.c), of the leaders in 1, 2, 4, ... pieces, and of 2, 4, ... and all slots
 * in about as many; or what the user says. */
#include "mpi/machine_choose.h"

#include "mpi/machine_places.h"

/* Several carriers are for what is work: they share it. An alltoall has memory of its own for what leaves and comes,
 * once. */
bool lb_may_share(lb_task_kind kind) {
    return kind == LB_ALLTOALL || kind == LB_REDUCE_SCATTER || kind == LB_ALLREDUCE || kind == LB_REDUCE ||
           kind == LB_SCAN || kind == LB_EXSCAN;
}

bool lb_may_cut(lb_task_kind kind) {
    return kind != LB_ALLTOALL;
}

/* Another way is worth it if it is quicker by more than what is not in the formulas. */
static const double margin = 0.97;

/* The best so far. */
typedef struct found {
    double ns;
    lb_manner *manner;
} found;

static void try_one(lb_crossing c, uint64_t bytes, int carriers, uint64_t pieces, found *best) {
    c.carriers = carriers;
    double ns = lb_crossing_time(&c, bytes, pieces);
    if (ns >= margin * best->ns)
        return;
    best->ns = ns;
    best->manner->carriers = carriers;
    best->manner->pieces = pieces;
}

/* Where what is done inside is brief beside what any piece takes to start there is nothing to hide. */
static void try_pieces(const lb_crossing *c, uint64_t bytes, found *best) {
    if (bytes < (uint64_t)2 * LB_LEAST_PIECE)
        return;
    lb_crossing_parts whole = lb_crossing_parts_of(c, bytes), least = lb_crossing_parts_of(c, 1);
    double meet = lb_ratio_value(c->net->set.profile.meet);
    double inside = whole.before + whole.after - 2 * meet;
    for (uint64_t k = 2; k <= LB_MOST_PIECES && bytes / k >= LB_LEAST_PIECE && inside > 2 * least.links; k *= 2)
        try_one(*c, bytes, 1, k, best);
}

/* What several may save is the sums, and all of them a meeting. In fewer pieces than the leaders they have less to
 * start, in more less to wait for. */
static void try_carriers(const lb_crossing *c, uint64_t bytes, found *best) {
    uint64_t pieces = best->manner->pieces;
    lb_crossing_parts whole = lb_crossing_parts_of(c, bytes);
    double meet = lb_ratio_value(c->net->set.profile.meet);
    if (whole.sums + (double)pieces * meet < (1 - margin) * best->ns)
        return;
    for (int carriers = 2; carriers < 2 * c->slots; carriers *= 2) {
        int count = carriers < c->slots ? carriers : c->slots;
        for (uint64_t k = pieces > 1 ? pieces / 2 : 1; k <= 2 * pieces; k *= 2) {
            if (k == 1 || (lb_may_cut(c->kind) && k <= LB_MOST_PIECES && bytes / k >= LB_LEAST_PIECE))
                try_one(*c, bytes, count, k, best);
        }
    }
}

void lb_manner_find(const lb_crossing *crossing, uint64_t bytes, bool alone, lb_manner *manner) {
    lb_crossing c = *crossing;
    c.carriers = 1;
    manner->carriers = 1;
    manner->pieces = 1;
    found best = {.ns = lb_crossing_time(&c, bytes, 1), .manner = manner};
    if (lb_may_cut(c.kind))
        try_pieces(&c, bytes, &best);
    if (lb_may_share(c.kind) && !alone)
        try_carriers(&c, bytes, &best);
}

/* ---- Of a request ---- */

static void find(const lb_mpi_request *r, lb_manner *manner) {
    lb_machine *m = lb_machine_of(r);
    lb_task_kind kind = r->call.kind;
    lb_crossing c = {.net = r->net, .kind = kind, .slots = m->slots, .nodes = m->nodes, .rate = &m->rates[kind]};
    bool alone = !lb_machine_even(m);
    int forced = r->net->set.planes;
    lb_manner_find(&c, r->call.bytes, alone, manner);
    if (forced < 0 || alone || !lb_may_share(kind))
        return;
    manner->carriers = forced == 0 ? 1 : forced == 1 || forced > m->slots ? m->slots : forced;
}

static const lb_manner *manner_of(const lb_mpi_request *r) {
    lb_machine *m = lb_machine_of(r);
    uint64_t bytes = r->call.bytes, key = (bytes * 64 + r->call.kind) * UINT64_C(0x9e3779b97f4a7c15) >> 32;
    lb_manner *known = &m->known[key % LB_MANNERS];
    if (known->bytes != bytes || known->kind != r->call.kind) {
        *known = (lb_manner){.bytes = bytes, .kind = r->call.kind};
        find(r, known);
    }
    return known;
}

void lb_machine_choose(lb_mpi_request *r) {
    const lb_machine *m = lb_machine_of(r);
    if (m->slots < 2 || m->nodes < 2)
        return;
    const lb_manner *manner = manner_of(r);
    uint64_t pieces = r->net->set.pieces && lb_may_cut(r->call.kind) ? r->net->set.pieces : manner->pieces;
    uint64_t unit = r->piece.unit > 1 ? r->piece.unit : 64, units = (r->piece.bytes + unit - 1) / unit;
    r->piece.carriers = manner->carriers;
    if (pieces > 1 && units > 1)
        r->piece.cut = (units + pieces - 1) / pieces * unit;
    lb_crossing c = {
        .net = r->net, .kind = r->call.kind, .slots = m->slots, .nodes = m->nodes, .carriers = manner->carriers};
    double alone = lb_crossing_lone(&c, r->piece.cut ? r->piece.cut : r->piece.bytes);
    r->piece.lone = alone < lb_ratio_value(r->net->set.profile.meet);
}

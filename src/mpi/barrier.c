/* barrier: nobody is told that it is complete before everybody has begun it. Empty messages, dimension by dimension:
 * who has heard of all processes along the dimensions so far brings that on along the next. Along a dimension of radix
 * k,
 *
 *   - to both neighbours, k/2 times (rounded down): each time one hears from those that are a step further away; or,
 *     where messages go past processes on the way,
 *   - to those at distance 1, 2, 4, ..., the next power of two below k each time; or
 *   - to everybody at once; so also along several dimensions together,
 *
 * whatever is expected to take least. Where links are dead, or dimensions do not wrap around, or an algorithm is asked
 * for by name, it is an allreduce of a byte. */
#include "mpi/advance.h"
#include "mpi/routes.h"
#include "mpi/sides.h"
#include "mpi/stage.h"
#include "mpi/straight.h"

#include <math.h>

typedef enum manner { NEIGHBORS, DOUBLING, EVERYBODY } manner;

/* Along the dimensions from `first` to before `end`. */
typedef struct part {
    unsigned first, end;
    manner how;
    double ns;
} part;

static uint32_t stride_of(const lb_net *net, unsigned dim) {
    uint32_t stride = 1;
    for (unsigned i = 0; i < dim; i++)
        stride *= lb_net_radix(net, i);
    return stride;
}

/* ---- Times ---- */

typedef struct cost {
    double beta, gap, hop;
    unsigned ports; /* 0: all */
} cost;

static cost cost_of(const lb_mpi_net *net) {
    const lb_mpi_profile *profile = &net->set.profile;
    double beta = lb_ratio_value(profile->beta);
    return (cost){beta, fmin(lb_ratio_value(profile->gap), beta), lb_ratio_value(profile->hop), profile->ports};
}

static double time_of_neighbors(const cost *c, uint32_t radix) {
    double both = radix > 2 && c->ports == 1 ? c->gap : 0; /* one after the other */
    return floor(radix / 2.0) * (c->beta + both);
}

/* At distance d every link carries d messages each way that is used. */
static double time_of_doubling(const cost *c, uint32_t radix) {
    double ns = 0;
    for (uint32_t far = 1; far < radix; far *= 2) {
        uint32_t hops = far < radix - far ? far : radix - far;
        ns += c->beta + (hops - 1) * (c->hop + c->gap);
    }
    return ns;
}

static double time_of_everybody(const lb_mpi_net *net, const cost *c, unsigned first, unsigned end) {
    enum { MOST = 1024 }; /* messages of a process */
    lb_crowd crowd;
    double last = 0;
    uint32_t nodes = 1;
    for (unsigned dim = first; dim < end; dim++) {
        nodes *= lb_net_radix(net->net, dim);
        if (nodes > MOST)
            return INFINITY;
    }
    lb_crowd_whole(net->net, LB_ALL_TO_ALL, first, end, &crowd);
    for (unsigned d = 1; d <= LB_FAR && crowd.most[d] > 0; d++) {
        double passing = fmax(1, crowd.most[d]);
        passing = d == 1 && c->ports ? fmax(passing, (double)crowd.sent / c->ports) : passing;
        last = fmax(last, c->beta + (d - 1) * c->hop + (passing - 1) * c->gap);
    }
    return last;
}

static part best_part(const lb_mpi_net *net, const cost *c, unsigned first, unsigned end) {
    bool routed = net->set.profile.routed;
    part best = {first, end, EVERYBODY, routed ? time_of_everybody(net, c, first, end) : INFINITY};
    if (end > first + 1)
        return best;
    uint32_t radix = lb_net_radix(net->net, first);
    double doubling = routed ? time_of_doubling(c, radix) : INFINITY, neighbors = time_of_neighbors(c, radix);
    if (doubling < best.ns)
        best = (part){first, end, DOUBLING, doubling};
    return neighbors <= best.ns ? (part){first, end, NEIGHBORS, neighbors} : best;
}

/* How to cut the dimensions into parts: parts[i] is the last part of the best way through the first i + 1 of them. */
static void best_parts(const lb_mpi_net *net, part *parts) {
    cost c = cost_of(net);
    unsigned dims = lb_net_dims(net->net);
    double total[LB_MAX_DIMS + 1] = {0};
    for (unsigned end = 1; end <= dims; end++) {
        total[end] = INFINITY;
        for (unsigned first = end; first-- > 0;) {
            part p = best_part(net, &c, first, end);
            if (p.ns == INFINITY && end > first + 1)
                break; /* too many processes, or none but neighbours can be reached */
            if (total[first] + p.ns < total[end]) {
                total[end] = total[first] + p.ns;
                parts[end - 1] = p;
            }
        }
    }
}

/* ---- Rounds ---- */

typedef struct rounds {
    uint32_t *list; /* NULL: only to be counted */
    uint64_t count;
} rounds;

static void put(rounds *r, uint32_t offset) {
    if (r->list)
        r->list[r->count] = offset;
    r->count++;
}

static void begin_round(rounds *r) {
    if (r->count > 0)
        put(r, LB_ROUND);
}

static void put_part(rounds *r, const lb_net *net, const part *p) {
    uint32_t stride = stride_of(net, p->first), radix = lb_net_radix(net, p->first), end = stride_of(net, p->end);
    switch (p->how) {
    case NEIGHBORS:
        for (uint32_t i = 0; i < radix / 2; i++) {
            begin_round(r);
            put(r, stride);
            if (radix > 2)
                put(r, stride * (radix - 1));
        }
        break;
    case DOUBLING:
        for (uint32_t far = 1; far < radix; far *= 2) {
            begin_round(r);
            put(r, stride * far);
        }
        break;
    default:
        for (uint32_t offset = stride; offset < end; offset += stride) {
            if (offset == stride)
                begin_round(r);
            put(r, offset);
        }
        break;
    }
}

static void put_parts(rounds *r, const lb_net *net, const part *parts) {
    for (unsigned end = lb_net_dims(net); end > 0; end = parts[end - 1].first)
        put_part(r, net, &parts[end - 1]);
}

static int start_rounds(lb_mpi_request *r) {
    part parts[LB_MAX_DIMS];
    const lb_net *net = r->net->net;
    rounds all = {NULL, 0};
    lb_want want = {.kind = LB_ISOTROPIC, .unit = 1, .straight = true};
    best_parts(r->net, parts);
    put_parts(&all, net, parts);
    all.list = lb_room_for(&r->room[ROOM_LIST], all.count * sizeof *all.list);
    if (!all.list)
        return MPI_ERR_NO_MEM;
    all.count = 0;
    put_parts(&all, net, parts);
    want.list = all.list;
    want.count = all.count;
    return lb_mpi_stage(r, 0, &want, NULL, NULL);
}

/* ---- Calls ---- */

static int step_barrier(lb_mpi_request *r) {
    const lb_mpi_net *net = r->net;
    lb_want want = {.kind = LB_ALLREDUCE, .bytes = 1, .unit = 1, .in_place = true};
    r->complete = r->phase == 1 || net->nodes == 1;
    if (r->complete)
        return MPI_SUCCESS;
    r->phase = 1;
    if (!net->set.algorithm[0] && lb_net_is_whole(net->net))
        return start_rounds(r);
    unsigned char *byte = lb_room_for(&r->room[ROOM_TOTAL], 1);
    if (!byte)
        return MPI_ERR_NO_MEM;
    *byte = 0;
    return lb_mpi_stage(r, 0, &want, NULL, byte);
}

static int begin(lb_mpi_net *net, lb_form form, lb_mpi_request **request) {
    lb_call call = {.name = "barrier",
                    .op = MPI_BOR,
                    .commutes = true,
                    .step = step_barrier,
                    .kind = LB_ALLREDUCE,
                    .together = true};
    int code = lb_side_set(net, &call.out, NULL, 0, MPI_BYTE);
    return lb_mpi_begin(net, code, &call, form, request);
}

int lb_mpi_barrier(lb_mpi_net *net) {
    return begin(net, LB_FORM_BLOCKING, NULL);
}

int lb_mpi_ibarrier(lb_mpi_net *net, lb_mpi_request **request) {
    return begin(net, LB_FORM_NONBLOCKING, request);
}

int lb_mpi_barrier_init(lb_mpi_net *net, lb_mpi_request **request) {
    return begin(net, LB_FORM_PERSISTENT, request);
}

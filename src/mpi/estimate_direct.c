/* What direct collectives are expected to take, whose messages go past the processes on the way: by how many share a
 * link. */
#include "mpi/estimate_direct.h"

#include "mpi/routes.h"

#include <math.h>

/* Dimensions from `first` to before `end`. */
typedef struct leg {
    unsigned first, end;
} leg;

static lb_pattern pattern_of(lb_task_kind kind) {
    switch (kind) {
    case LB_BROADCAST:
    case LB_SCATTER: return LB_FROM_ROOT;
    case LB_GATHER:
    case LB_REDUCE: return LB_TO_ROOT;
    default: return LB_ALL_TO_ALL;
    }
}

/* Messages that share a link follow each other on it, each when its latency is over: those from afar come last, and
 * then they have to pass the link. */
static double time_of_crowd(const lb_question *q, const lb_crowd *crowd) {
    double message = q->bytes * q->tau + q->gap, hop = lb_ratio_value(q->net->set.profile.hop), last = 0;
    for (unsigned d = 1; d <= LB_FAR && crowd->most[d] > 0; d++) {
        double passing = fmax(1, crowd->most[d]);
        passing = d == 1 && q->options.ports ? fmax(passing, (double)crowd->sent / q->options.ports) : passing;
        last = fmax(last, q->beta - q->gap + (d - 1) * hop + passing * message);
    }
    return last;
}

static double time_of_leg(const lb_question *q, leg l, double *load) {
    lb_crowd crowd;
    lb_crowd_whole(lb_task_net(q->task), pattern_of(lb_task_kind_of(q->task)), l.first, l.end, &crowd);
    *load = crowd.most[1];
    return time_of_crowd(q, &crowd);
}

/* A broadcast or reduction in one leg or in two, a broadcast the lower dimensions first; in two if that is quicker by 1
 * % at least, and of several cuts that are equally quick by that whose links are shared the least. */
double lb_direct_time(const lb_question *q, uint32_t root, uint32_t *stride) {
    const lb_net *net = lb_task_net(q->task);
    unsigned dims = lb_net_dims(net);
    double load[2], message = q->bytes * q->tau + q->gap;
    uint32_t nodes = 1;
    lb_crowd crowd;
    *stride = lb_net_nodes(net);
    if (!lb_net_is_whole(net))
        return lb_crowd_around(net, pattern_of(lb_task_kind_of(q->task)), root, &crowd) ? INFINITY
                                                                                        : time_of_crowd(q, &crowd);
    double best = time_of_leg(q, (leg){0, dims}, load), marked = 0.99 * best;
    bool legs = lb_task_kind_of(q->task) == LB_BROADCAST || lb_task_kind_of(q->task) == LB_REDUCE;
    for (unsigned cut = 1; cut < dims && legs; cut++) {
        double ns = time_of_leg(q, (leg){0, cut}, &load[0]) + time_of_leg(q, (leg){cut, dims}, &load[1]);
        double shared = (load[0] + load[1]) * message / 100;
        nodes *= lb_net_radix(net, cut - 1);
        if (ns + shared >= marked)
            continue;
        marked = ns + shared;
        best = ns;
        *stride = nodes;
    }
    return best;
}

/* The first step: of a multibroadcast, only who has something can send in it. So let W be some nodes. In T steps, k
 * links at a time, no more comes to them than k*(T-1) to each and, in the first step, what those of their neighbours
 * send who begin with something: k each, and no more than has links into W. If all of W together lack more, T steps are
 * too few.
 *
 * The best W is found by a flow: every node asks for what it lacks beyond k*(T-1), and its neighbours grant that, k
 * each, over a link one. Where a node's wish cannot be granted, however the others' are moved, W is all those whose
 * wishes were in the way. */
#include "bound/claims.h"

#include <string.h>

#define MOST LB_MAX_MOMENTS

typedef struct first_step {
    const lb_net *net;
    uint64_t links;
    uint64_t has[MOST];                /* blocks, at first */
    uint64_t gives[MOST];              /* packets, in the first step */
    bool grants[MOST][LB_TORUS_PORTS]; /* to this node, from its neighbour through this port */
    bool asked[MOST], in_the_way[MOST];
} first_step;

/* NOLINTNEXTLINE(misc-no-recursion): every neighbour is asked once */
static bool grant(first_step *f, uint32_t node) {
    const lb_net *net = f->net;
    f->in_the_way[node] = true;
    for (unsigned p = 0; p < net->ports; p++) {
        uint32_t from = lb_neighbor(net, node, p);
        if (!f->has[from] || f->asked[from] || f->grants[node][p])
            continue;
        f->asked[from] = true;
        bool able = f->gives[from] < f->links;
        f->gives[from] += able;
        for (unsigned q = 0; q < net->ports && !able; q++) {
            uint32_t other = lb_neighbor(net, from, q);
            able = f->grants[other][net->opposite[q]] && grant(f, other);
            f->grants[other][net->opposite[q]] &= !able;
        }
        f->grants[node][p] = able;
        if (able)
            return true;
    }
    return false;
}

/* Whether these steps are too few; W is left in in_the_way. */
static bool too_few(first_step *f, uint64_t blocks, uint64_t packets, uint64_t steps) {
    memset(f->grants, 0, sizeof f->grants);
    memset(f->gives, 0, sizeof f->gives);
    for (uint32_t v = 0; v < f->net->nodes; v++) {
        uint64_t lacks = (blocks - f->has[v]) * packets, later = f->links * (steps - 1);
        for (uint64_t i = later; i < lacks; i++) {
            memset(f->asked, 0, sizeof f->asked);
            memset(f->in_the_way, 0, sizeof f->in_the_way);
            if (!grant(f, v))
                return true;
        }
    }
    return false;
}

/* What W lacks, in blocks, and what can come to it, in packets. */
static void describe(const first_step *f, uint64_t blocks, uint64_t steps, lb_witness *w) {
    const lb_net *net = f->net;
    for (uint32_t v = 0; v < net->nodes; v++) {
        uint64_t into = 0;
        w->moment[v] = f->in_the_way[v];
        w->load += f->in_the_way[v] ? blocks - f->has[v] : 0;
        w->capacity += f->in_the_way[v] ? f->links * (steps - 1) : 0;
        for (unsigned p = 0; p < net->ports && f->has[v]; p++)
            into += f->in_the_way[lb_neighbor(net, v, p)];
        w->capacity += into < f->links ? into : f->links;
    }
}

void lb_claim_first(const lb_task *task, uint64_t links, lb_judge *judge) {
    uint64_t blocks = task->count, steps = judge->score;
    if (task->kind != LB_MULTIBROADCAST || judge->linear || task->net.nodes > MOST || !judge->found || steps == 0 ||
        steps > UINT32_MAX || blocks > UINT32_MAX || judge->packets > UINT32_MAX || links > UINT32_MAX)
        return;
    first_step f = {.net = &task->net, .links = links};
    for (uint32_t v = 0; v < task->net.nodes; v++)
        f.has[v] = task->first[v + 1] - task->first[v];
    if (!too_few(&f, blocks, judge->packets, steps) || !lb_judge_longer(judge, steps + 1))
        return;
    judge->witness = (lb_witness){.kind = LB_WITNESS_FIRST};
    describe(&f, blocks, steps, &judge->witness);
}

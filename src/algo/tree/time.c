/* What a schedule on a tree takes on the linear clock, by adding up stages.
 *
 * If every stage waited for its largest packet the time would be the sum of (tau*largest + beta); a simulation takes
 * that or less. It takes exactly that where one chain of packets, each of which has to wait for the one before it, is
 * as long: all packets of one of the root's links; on one port the packets that a node sends in turn, and then those
 * its last child does; where all nodes do the same, the packets of one link, and on one port all. */
#include "algo/tree/route.h"

#include <stdlib.h>

#define MOST_CELLS (UINT64_C(1) << 26)

/* Everything is in units of the denominator. */
typedef struct sums {
    const lb_route *route;
    const lb_arcs *arcs;
    bool carried; /* else copied */
    uint32_t stages;
    uint64_t *most;   /* per stage: the largest packet */
    uint64_t *weight; /* per arc: what is for its subtree, or in a broadcast for all that it leads to */
    uint64_t *load;   /* together: per stage and port */
    uint32_t *stage;  /* per arc */
    uint64_t data;
    bool exact;
} sums;

static void sums_free(sums *s) {
    free(s->most);
    free(s->weight);
    free(s->load);
    free(s->stage);
}

static void add(sums *s, uint32_t stage, unsigned port, uint64_t weight) {
    unsigned ports = s->arcs->tree->net.ports;
    uint64_t load = weight;
    if (s->route->together)
        load = s->load[(uint64_t)(stage - 1) * ports + port] += weight;
    s->most[stage - 1] = load > s->most[stage - 1] ? load : s->most[stage - 1];
}

static int take(sums *s) {
    uint64_t cells = lb_times(s->stages, s->route->together ? s->arcs->tree->net.ports : 1);
    s->most = lb_zeroed(s->stages, sizeof *s->most);
    s->load = lb_zeroed(s->route->together ? cells : 0, sizeof *s->load);
    return s->most && s->load ? LB_OK : LB_ERR_MEMORY;
}

/* ---- A packet an arc, in the stages of algo/tree/stages.c ---- */

static int weigh(sums *s) {
    const lb_arcs *arcs = s->arcs;
    s->stage = lb_array(arcs->count, sizeof *s->stage);
    s->weight = lb_zeroed(arcs->count, sizeof *s->weight);
    if (!s->stage || !s->weight || lb_route_stages(s->route, s->stage, &s->stages))
        return LB_ERR_MEMORY;
    for (uint32_t i = arcs->count; i-- > 0;) {
        const lb_arc *a = &arcs->arc[i];
        s->weight[i] += arcs->hi[i] - arcs->lo[i];
        if (s->carried && a->before != LB_NONE)
            s->weight[a->before] += s->weight[i];
    }
    return LB_OK;
}

/* The last arc of those with the same arc before it whose stage is earlier than this one's. */
static uint32_t served_before(const sums *s, uint32_t i) {
    const lb_arcs *arcs = s->arcs;
    uint32_t before = arcs->arc[i].before, best = LB_NONE;
    uint32_t end = before == LB_NONE ? arcs->count : arcs->arc[before].end;
    for (uint32_t c = before == LB_NONE ? 0 : before + 1; c < end; c = arcs->arc[c].end) {
        if (s->stage[c] < s->stage[i] && (best == LB_NONE || s->stage[c] > s->stage[best]))
            best = c;
    }
    return best;
}

/* Whether a chain of packets that wait for each other is as long as all stages together: back from an arc to the one
 * its node served before it (on one port), or else to the arc before. */
static bool chain_reaches(const sums *s) {
    const lb_arcs *arcs = s->arcs;
    bool one_port = s->route->options->ports == 1;
    for (uint32_t i = 0; i < arcs->count; i++) {
        uint64_t data = 0;
        uint32_t length = 0, at = i;
        if (s->stage[i] != s->stages)
            continue;
        while (at != LB_NONE) {
            uint32_t sibling = one_port ? served_before(s, at) : LB_NONE;
            data += s->weight[at];
            length++;
            at = sibling != LB_NONE ? sibling : arcs->arc[at].before;
        }
        if (data == s->data && length == s->stages)
            return true;
    }
    return false;
}

static int by_arcs(sums *s) {
    int error = weigh(s);
    if (!error)
        error = take(s);
    for (uint32_t i = 0; i < s->arcs->count && !error; i++)
        add(s, s->stage[i], s->arcs->arc[i].port, s->weight[i]);
    return error;
}

/* ---- Level by level, the farthest first ---- */

static int by_levels(sums *s) {
    const lb_arcs *arcs = s->arcs;
    uint32_t h = arcs->height;
    uint64_t cells = lb_times(arcs->count, (uint64_t)h + 1);
    if (cells > MOST_CELLS)
        return LB_ERR_UNSUPPORTED;
    s->stages = h;
    uint64_t *at = lb_zeroed(cells, sizeof *at); /* arc, level: what passes the arc for that level */
    int error = at ? take(s) : LB_ERR_MEMORY;
    for (uint32_t x = 0; x < arcs->count && !error; x++) {
        for (uint32_t i = x; i != LB_NONE; i = arcs->arc[i].before)
            at[(uint64_t)i * (h + 1) + arcs->arc[x].level] += arcs->hi[x] - arcs->lo[x];
    }
    for (uint32_t i = 0; i < arcs->count && !error; i++) {
        for (uint32_t level = arcs->arc[i].level; level <= h; level++) {
            uint64_t weight = at[(uint64_t)i * (h + 1) + level];
            if (weight)
                add(s, h - level + arcs->arc[i].level, arcs->arc[i].port, weight);
        }
    }
    for (uint32_t b = 0; b < arcs->count && !error && !s->route->together; b = arcs->arc[b].end) {
        bool busiest = true;
        for (uint32_t level = 1; level <= h; level++)
            busiest = busiest && at[(uint64_t)b * (h + 1) + level] == s->most[h - level];
        s->exact = s->exact || busiest;
    }
    free(at);
    return error;
}

/* ---- A packet a node, in postorder: as many of the same size as the largest subtree has nodes ---- */

static int by_nodes(sums *s) {
    const lb_arcs *arcs = s->arcs;
    if (arcs->tree->parts > 1 || s->route->together)
        return LB_ERR_UNSUPPORTED;
    for (uint32_t b = 0; b < arcs->count; b = arcs->arc[b].end)
        s->stages = arcs->arc[b].end - b > s->stages ? arcs->arc[b].end - b : s->stages;
    s->exact = true;
    int error = take(s);
    for (uint32_t k = 1; k <= s->stages && !error; k++)
        add(s, k, 0, 1);
    return error;
}

/* One link that has the most in every stage. */
static bool link_is_busiest(const sums *s) {
    unsigned ports = s->arcs->tree->net.ports;
    for (unsigned p = 0; p < ports; p++) {
        bool busiest = true;
        for (uint32_t k = 0; k < s->stages; k++)
            busiest = busiest && s->load[(uint64_t)k * ports + p] == s->most[k];
        if (busiest)
            return true;
    }
    return false;
}

static int add_up(sums *s) {
    const lb_route *r = s->route;
    bool limited = lb_route_limited(r), levels = s->carried && !limited;
    int error = LB_ERR_UNSUPPORTED;
    if (levels && r->order == LB_ORDER_REVERSE_BREADTH_FIRST)
        error = by_levels(s);
    else if (levels && r->order == LB_ORDER_POSTORDER)
        error = by_nodes(s);
    else if (!levels && (r->together || !r->ordered))
        error = by_arcs(s);
    for (uint32_t k = 0; k < s->stages && !error; k++)
        s->data += s->most[k];
    if (error || s->stages == 0) {
        s->exact = true;
        return error;
    }
    if (r->together)
        s->exact = (limited && r->options->ports == 1) || (!limited && link_is_busiest(s));
    else if (!levels)
        s->exact = (!limited || r->options->ports == 1) && chain_reaches(s);
    return LB_OK;
}

/* Says it in closed form where the numbers are that closed form's. */
static const char *text_of(const sums *s, bool twice) {
    const lb_net *net = &s->arcs->tree->net;
    uint64_t n = net->nodes, d = net->ports, whole = s->arcs->denominator;
    bool all = !lb_route_limited(s->route), together = s->route->together;
    if (twice)
        return "twice the most on a link, stage by stage";
    if (net->cube && d > 1 && all && s->stages == d && s->data * d == (n - 1) * whole)
        return "(2^d-1)/d*tau*m + d*beta";
    if (net->cube && d > 1 && all && s->stages == d && s->carried && together && s->data == n / 2 * whole)
        return "2^(d-1)*tau*m + d*beta";
    uint64_t serial = (s->carried ? d * n / 2 : n - 1) * whole;
    if (net->cube && d > 1 && s->route->options->ports == 1 && together && s->data == serial) {
        if (s->stages == 2 * d - 2)
            return s->carried ? "d*2^(d-1)*tau*m + (2*d-2)*beta" : "(2^d-1)*tau*m + (2*d-2)*beta";
        if (s->stages == 2 * d - 1)
            return s->carried ? "d*2^(d-1)*tau*m + (2*d-1)*beta" : "(2^d-1)*tau*m + (2*d-1)*beta";
    }
    return "the most on a link, stage by stage";
}

static int time_of(const lb_task *task, const lb_plan_options *o, lb_route *r, lb_tree_kind kind, lb_formula *f) {
    sums s = {.route = r, .arcs = &r->arcs};
    bool twice = task->kind == LB_ALLREDUCE;
    s.carried = task->kind == LB_SCATTER || task->kind == LB_GATHER || task->kind == LB_ALLTOALL;
    r->together = lb_task_is_symmetric(task);
    r->task = task; /* for its network */
    (void)o;
    int error = lb_arcs_create(&task->net, kind, &r->arcs, NULL);
    if (!error)
        error = lb_arcs_deal(&r->arcs, r->arcs.tree->parts, !s.carried, NULL);
    if (!error)
        error = add_up(&s);
    uint64_t times = twice ? 2 : 1, den = lb_times(r->arcs.denominator, lb_task_parts(task));
    if (!error)
        error = lb_formula_set(f, text_of(&s, twice), lb_times(times, s.data), den, times * s.stages);
    f->exact = s.exact;
    sums_free(&s);
    lb_arcs_free(&r->arcs);
    return error;
}

int lb_route_time(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    lb_route r = {0};
    lb_tree_kind kind;
    if (!lb_net_is_whole(&task->net) || !o->algorithm ||
        lb_route_options(task, o, &kind, &r, NULL)) /* it competes with nothing */
        return LB_ERR_UNSUPPORTED;
    int error = time_of(task, o, &r, kind, f);
    return error == LB_ERR_SIZE ? error : error ? LB_ERR_UNSUPPORTED : LB_OK;
}

#include "support/oracle.h"

#include <stdlib.h>
#include <string.h>

/* Who has what. For each node, block and unit: a set of nodes. For data that is copied or carried the set is empty or
 * has one member, the origin; for sums it is the set of nodes whose contributions are in the partial sum there. */
typedef struct world {
    const schedule *s;
    const lb_net *net;
    uint32_t nodes;
    uint64_t blocks, units;
    bool sums, spans;
    uint64_t *has;   /* now */
    uint8_t *met;    /* what has arrived at the place in this step: 1 a packet, 2 a copied sum */
    uint32_t *since; /* the step in which the place was first complete; 0: from the start */
    uint32_t *sends, *receives;
    bool *link_used;
    oracle_verdict v;
} world;

static uint64_t *place(world *w, uint32_t node, uint64_t block, uint64_t unit) {
    return &w->has[((uint64_t)node * w->blocks + block) * w->units + unit];
}

static uint64_t everybody(const world *w) {
    uint64_t set = 0;
    for (uint32_t node = 0; node < w->nodes; node++)
        set |= (uint64_t)lb_node_alive(w->net, node) << node;
    return set;
}

static bool complete(const world *w, uint64_t set) {
    return w->sums ? set == everybody(w) : set != 0;
}

static void *cleared(uint64_t count, size_t size) {
    void *p = calloc(count + 1, size);
    if (!p)
        abort();
    return p;
}

/* Spans that are next to each other make one: short ones first, so that one pass is enough. */
static void join_spans(world *w, uint32_t node, uint64_t unit, uint32_t step) {
    for (uint32_t length = 2; length <= w->nodes; length++)
        for (uint32_t a = 0; a + length <= w->nodes; a++)
            for (uint32_t c = a; c + 1 < a + length; c++) {
                uint64_t left, right, both;
                lb_task_find(w->s->task, a, c, 0, &left);
                lb_task_find(w->s->task, c + 1, a + length - 1, 0, &right);
                lb_task_find(w->s->task, a, a + length - 1, 0, &both);
                uint64_t *here = place(w, node, both, unit);
                if (*here || !*place(w, node, left, unit) || !*place(w, node, right, unit))
                    continue;
                *here = 1;
                w->since[here - w->has] = step;
            }
}

/* A span is the same without the dead nodes at its ends: long ones first. */
static void trim_spans(world *w, uint32_t node, uint64_t unit, uint32_t step) {
    for (uint32_t length = w->nodes; length > 1; length--)
        for (uint32_t a = 0; a + length <= w->nodes; a++)
            for (uint32_t end = 0; end < 2; end++) {
                uint64_t whole, rest;
                if (lb_node_alive(w->net, end ? a + length - 1 : a))
                    continue;
                lb_task_find(w->s->task, a, a + length - 1, 0, &whole);
                lb_task_find(w->s->task, a + !end, a + length - 1 - end, 0, &rest);
                uint64_t *here = place(w, node, rest, unit);
                if (*here || !*place(w, node, whole, unit))
                    continue;
                *here = 1;
                w->since[here - w->has] = step;
            }
}

static void join_all_spans(world *w, uint32_t step) {
    for (uint32_t node = 0; w->spans && node < w->nodes; node++)
        for (uint64_t u = 0; u < w->units; u++) {
            trim_spans(w, node, u, step);
            join_spans(w, node, u, step);
        }
}

/* The span of a dead node is empty, and everybody has it. */
static bool nothing(const world *w, uint64_t block) {
    uint32_t origin, dest, copy;
    lb_task_name(w->s->task, block, &origin, &dest, &copy);
    return w->spans && origin == dest && !lb_node_alive(w->net, origin);
}

static void world_begin(world *w, const schedule *s) {
    *w = (world){.s = s, .net = lb_task_net(s->task), .units = s->denominator};
    w->nodes = lb_net_nodes(w->net);
    w->blocks = lb_task_blocks(s->task);
    w->sums = lb_task_class(s->task) == LB_SUM;
    w->spans = lb_task_class(s->task) == LB_SPAN;
    if (w->nodes > 64 || w->units > 5000)
        abort();
    w->has = cleared(w->nodes * w->blocks * w->units, sizeof *w->has);
    w->since = cleared(w->nodes * w->blocks * w->units, sizeof *w->since);
    w->met = cleared(w->nodes * w->blocks * w->units, 1);
    w->sends = cleared(w->nodes, sizeof *w->sends);
    w->receives = cleared(w->nodes, sizeof *w->receives);
    w->link_used = cleared(w->nodes * w->nodes, sizeof *w->link_used);
    for (uint64_t b = 0; b < w->blocks; b++) {
        uint32_t origin, dest, copy;
        lb_task_name(s->task, b, &origin, &dest, &copy);
        for (uint32_t node = 0; node < w->nodes; node++)
            for (uint64_t u = 0; u < w->units; u++)
                if (lb_node_alive(w->net, node) && (w->sums || node == origin || nothing(w, b)) &&
                    (!w->spans || origin == dest))
                    *place(w, node, b, u) = UINT64_C(1) << node;
    }
    join_all_spans(w, 0);
}

static void world_end(world *w) {
    free(w->has);
    free(w->since);
    free(w->met);
    free(w->sends);
    free(w->receives);
    free(w->link_used);
}

static bool broken(world *w, lb_rule rule, const packet *p, const lb_item *item) {
    w->v.rule = rule;
    w->v.step = p->step;
    w->v.from = p->from;
    w->v.to = p->to;
    w->v.has_item = item != NULL;
    if (item)
        w->v.item = *item;
    return false;
}

static bool adjacent(const world *w, const packet *p) {
    if (p->from >= w->nodes || p->to >= w->nodes)
        return false;
    for (unsigned port = 0; port < lb_net_ports(w->net); port++)
        if ((p->port == port || p->port == LB_PORT_UNKNOWN) && lb_neighbor(w->net, p->from, port) == p->to)
            return lb_link_alive(w->net, p->from, port);
    return false;
}

static bool obeys_link_rules(world *w, const packet *p) {
    if (!adjacent(w, p))
        return broken(w, LB_RULE_LINK, p, NULL);
    bool *used = &w->link_used[p->from * w->nodes + p->to];
    if (*used)
        return broken(w, LB_RULE_LINK_BUSY, p, NULL);
    *used = true;
    if (++w->sends[p->from] > w->v.most_sends)
        w->v.most_sends = w->sends[p->from];
    if (w->sends[p->from] > w->s->ports)
        return broken(w, LB_RULE_SEND_PORTS, p, NULL);
    if (++w->receives[p->to] > w->s->ports)
        return broken(w, LB_RULE_RECV_PORTS, p, NULL);
    return true;
}

/* The sender's data is looked up now: nothing that arrives in this step is there yet. */
static bool obeys_packet_rules(world *w, const packet *p) {
    uint64_t size = 0;
    for (uint32_t k = 0; k < p->nitems; k++) {
        const lb_item *item = &w->s->pool[p->first + k];
        uint64_t block;
        size += item->hi - item->lo;
        if (w->s->clock == LB_UNIT && size > w->s->room)
            return broken(w, LB_RULE_PACKET, p, item);
        if (lb_task_find(w->s->task, item->origin, item->dest, item->copy, &block))
            return broken(w, LB_RULE_BLOCK, p, item);
        for (uint64_t u = item->lo; u < item->hi; u++)
            if (*place(w, p->from, block, u) == 0)
                return broken(w, LB_RULE_HELD, p, item);
    }
    if (p->nitems == 0)
        return broken(w, LB_RULE_PACKET, p, NULL);
    w->v.units += size;
    w->v.items += p->nitems;
    return true;
}

static bool arrive(world *w, const packet *p, const lb_item *item, const uint64_t *value) {
    uint64_t block;
    lb_task_find(w->s->task, item->origin, item->dest, item->copy, &block);
    for (uint64_t u = item->lo; u < item->hi; u++, value++) {
        uint64_t *here = place(w, p->to, block, u), before = *here;
        uint8_t *met = &w->met[here - w->has];
        bool copy = w->sums && p->op == LB_OP_COPY;
        if (w->sums && ((copy && (*met & 1)) || (!copy && (*met & 2)) || (copy && *met && *here != *value)))
            return broken(w, LB_RULE_COPY_ALONE, p, item);
        *met |= copy ? 2 : 1;
        if (w->sums && p->op == LB_OP_SUM) {
            if (before & *value)
                return broken(w, LB_RULE_SUMMED_TWICE, p, item);
            *here |= *value;
        } else if (w->sums) {
            *here = *value;
        } else {
            *here |= *value;
        }
        if (!complete(w, before) && complete(w, *here))
            w->since[here - w->has] = p->step;
    }
    return true;
}

/* One step: packets first .. last-1. All are sent before any arrives. */
static bool run_step(world *w, size_t first, size_t last) {
    const schedule *s = w->s;
    size_t total = 0, at = 0;
    memset(w->met, 0, w->nodes * w->blocks * w->units);
    memset(w->sends, 0, w->nodes * sizeof *w->sends);
    memset(w->receives, 0, w->nodes * sizeof *w->receives);
    memset(w->link_used, 0, (size_t)w->nodes * w->nodes * sizeof *w->link_used);
    for (size_t i = first; i < last; i++) {
        const packet *p = &s->packets[i];
        if (!obeys_link_rules(w, p) || !obeys_packet_rules(w, p))
            return false;
        w->v.moves++;
        for (uint32_t k = 0; k < p->nitems; k++)
            total += s->pool[p->first + k].hi - s->pool[p->first + k].lo;
    }
    uint64_t *sent = cleared(total, sizeof *sent);
    for (size_t i = first; i < last; i++)
        for (uint32_t k = 0; k < s->packets[i].nitems; k++) {
            const lb_item *item = &s->pool[s->packets[i].first + k];
            uint64_t block;
            lb_task_find(s->task, item->origin, item->dest, item->copy, &block);
            for (uint64_t u = item->lo; u < item->hi; u++)
                sent[at++] = *place(w, s->packets[i].from, block, u);
        }
    at = 0;
    bool fine = true;
    for (size_t i = first; fine && i < last; i++)
        for (uint32_t k = 0; fine && k < s->packets[i].nitems; k++) {
            const lb_item *item = &s->pool[s->packets[i].first + k];
            fine = arrive(w, &s->packets[i], item, sent + at);
            at += item->hi - item->lo;
        }
    free(sent);
    if (fine && first < last)
        join_all_spans(w, s->packets[first].step);
    return fine;
}

static bool run_steps(world *w) {
    const schedule *s = w->s;
    uint32_t now = 0;
    for (size_t i = 0, next; i < s->count; i = next) {
        now = s->packets[i].step;
        for (next = i; next < s->count && s->packets[next].step == now; next++)
            ;
        if (now == 0)
            return broken(w, LB_RULE_STEP_ORDER, &s->packets[i], NULL);
        /* A step that is followed by an earlier one never ends, so what it would deliver does not matter. */
        bool back = next < s->count && s->packets[next].step < now;
        if (!run_step(w, i, next)) {
            if (!back || (w->v.rule != LB_RULE_SUMMED_TWICE && w->v.rule != LB_RULE_COPY_ALONE))
                return false;
        }
        if (back)
            return broken(w, LB_RULE_STEP_ORDER, &s->packets[next], NULL);
    }
    w->v.steps = now;
    return true;
}

static bool header_is_true(world *w) {
    if (w->v.moves == w->s->moves && w->v.steps == w->s->steps)
        return true;
    w->v.rule = LB_RULE_COUNTS;
    return false;
}

/* Every unit of every block is wanted somewhere; what started there has not travelled. */
static bool all_delivered(world *w) {
    double delay = 0, travelled = 0;
    for (uint64_t b = 0; b < w->blocks; b++)
        for (uint32_t node = 0; node < w->nodes; node++)
            for (uint64_t u = 0; lb_task_wants(w->s->task, b, node) && u < w->units; u++) {
                uint64_t *here = place(w, node, b, u);
                if (!complete(w, *here)) {
                    w->v.rule = LB_RULE_DELIVERED;
                    return false;
                }
                uint32_t since = w->since[here - w->has];
                delay += since;
                travelled += since > 0;
            }
    w->v.mean_delay = travelled > 0 ? delay / travelled : 0;
    return true;
}

oracle_verdict oracle_check(const schedule *s) {
    world w;
    world_begin(&w, s);
    if (run_steps(&w) && header_is_true(&w) && all_delivered(&w)) {
        uint64_t links = 0;
        for (uint32_t node = 0; node < w.nodes; node++)
            for (unsigned port = 0; port < lb_net_ports(w.net); port++)
                links += lb_link_alive(w.net, node, port);
        w.v.busy = cleared(w.v.steps, sizeof *w.v.busy);
        for (size_t i = 0; i < s->count; i++)
            w.v.busy[s->packets[i].step - 1]++;
        if (links && w.v.steps)
            w.v.utilisation = (double)s->count / ((double)links * w.v.steps);
    }
    world_end(&w);
    return w.v;
}

bool oracle_lacks(const schedule *s, const lb_item *item, uint32_t node) {
    world w;
    uint64_t block;
    if (lb_task_find(s->task, item->origin, item->dest, item->copy, &block) || !lb_task_wants(s->task, block, node))
        return false;
    world_begin(&w, s);
    bool lacks = run_steps(&w) && item->lo < item->hi && item->hi <= w.units;
    for (uint64_t u = item->lo; lacks && u < item->hi; u++)
        lacks = !complete(&w, *place(&w, node, block, u));
    world_end(&w);
    return lacks;
}

/* The model once more, unit by unit and node by node. */
#include "support/oracle.h"
#include "net/net.h"

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
    uint64_t *made;  /* sums: how, by oracle_combine */
    uint8_t *met;    /* what has arrived at the place in this step: 1 a packet, 2 a copied sum */
    uint32_t *since; /* the step in which the place was first complete; 0: from the start */
    uint32_t *sends, *receives;
    uint8_t *link_used;
    oracle_verdict v;
} world;

static uint64_t *place(world *w, uint32_t node, uint64_t block, uint64_t unit) {
    return &w->has[((uint64_t)node * w->blocks + block) * w->units + unit];
}

/* A sum as a number in which everything counts: what is combined, with what, on which side. */
uint64_t oracle_combine(uint64_t left, uint64_t right) {
    uint64_t x = left * 3 + (right ^ right >> 32) * UINT64_C(0xD6E8FEB86659FD93);
    x = (x ^ x >> 32) * UINT64_C(0xD6E8FEB86659FD93);
    return x ^ x >> 29;
}

void oracle_tell_apart(void *user, const void *left, const void *right, void *into, size_t count) {
    (void)user;
    for (size_t i = 0; i < count; i++) {
        uint64_t l, r;
        memcpy(&l, (const char *)left + 8 * i, 8);
        memcpy(&r, (const char *)right + 8 * i, 8);
        l = oracle_combine(l, r);
        memcpy((char *)into + 8 * i, &l, 8);
    }
}

uint64_t oracle_own(uint32_t node) {
    return oracle_combine(node + 1, 7);
}

/* The order in which what meets is combined: of numbers, but on rings of 4 of tori it is 0, 1, 3, 2, and a plan may
 * say. */
static uint32_t stands(const lb_net *net, uint32_t node) {
    uint32_t place = 0, value = 1;
    if (net->stands)
        return net->stands->of[node];
    if (!net->rings || net->open)
        return node;
    for (unsigned i = 0; i < lb_net_dims(net); i++) {
        static const uint32_t of_4[] = {0, 1, 3, 2};
        uint32_t digit = lb_digit(net, node, i);
        place += value * (lb_net_radix(net, i) == 4 ? of_4[digit] : digit);
        value *= lb_net_radix(net, i);
    }
    return place;
}

typedef struct summand {
    size_t place;
    uint32_t stands;
    uint64_t made;
} summand;

typedef struct summands {
    summand *list;
    size_t count, room;
} summands;

static void add_summand(summands *all, size_t place, uint32_t where, uint64_t made) {
    if (all->count == all->room) {
        all->room = 2 * all->room + 64;
        all->list = realloc(all->list, all->room * sizeof *all->list);
        if (!all->list)
            abort();
    }
    all->list[all->count++] = (summand){place, where, made};
}

static int by_place(const void *a, const void *b) {
    const summand *x = a, *y = b;
    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    return (x->stands > y->stands) - (x->stands < y->stands);
}

/* The end of a step: what met is combined from left to right. */
static void combine_all(world *w, summands *all) {
    if (all->count)
        qsort(all->list, all->count, sizeof *all->list, by_place);
    for (size_t i = 0; i < all->count; i++) {
        const summand *s = &all->list[i];
        bool first = i == 0 || s[-1].place != s->place;
        w->made[s->place] = first ? s->made : oracle_combine(w->made[s->place], s->made);
    }
    free(all->list);
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
    w->made = cleared(w->nodes * w->blocks * w->units, sizeof *w->made);
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
        for (uint32_t node = 0; node < w->nodes; node++)
            for (uint64_t u = 0; u < w->units; u++)
                w->made[place(w, node, b, u) - w->has] = oracle_own(node);
    }
    join_all_spans(w, 0);
}

static void world_end(world *w) {
    free(w->has);
    free(w->made);
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
    unsigned lanes = 0;
    for (unsigned port = 0; port < lb_net_ports(w->net); port++)
        lanes += lb_neighbor(w->net, p->from, port) == p->to && lb_link_alive(w->net, p->from, port);
    if (w->link_used[p->from * w->nodes + p->to]++ >= lanes)
        return broken(w, LB_RULE_LINK_BUSY, p, NULL);
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

/* What a unit is when it is sent. */
typedef struct value {
    uint64_t has, made;
} value;

/* Whether a sum that is copied is the one that is there; in an allreduce it must have been made in the same way. */
static bool same_sum(const world *w, size_t here, const value *v) {
    return w->has[here] == v->has && (lb_task_kind_of(w->s->task) != LB_ALLREDUCE || w->made[here] == v->made);
}

static void note_sum(world *w, const packet *p, size_t here, bool first, uint64_t made, summands *all) {
    if (first)
        add_summand(all, here, stands(w->net, p->to), w->made[here]);
    add_summand(all, here, stands(w->net, p->from), made);
}

static bool arrive(world *w, const packet *p, const lb_item *item, const value *v, summands *all) {
    uint64_t block;
    lb_task_find(w->s->task, item->origin, item->dest, item->copy, &block);
    for (uint64_t u = item->lo; u < item->hi; u++, v++) {
        uint64_t *here = place(w, p->to, block, u), before = *here;
        size_t at = (size_t)(here - w->has);
        uint8_t *met = &w->met[at];
        bool copy = w->sums && p->op == LB_OP_COPY;
        if (w->sums && ((copy && (*met & 1)) || (!copy && (*met & 2)) || (copy && *met && !same_sum(w, at, v))))
            return broken(w, LB_RULE_COPY_ALONE, p, item);
        if (copy)
            w->made[at] = v->made;
        else if (w->sums)
            note_sum(w, p, at, !(*met & 1), v->made, all);
        *met |= copy ? 2 : 1;
        if (w->sums && p->op == LB_OP_SUM) {
            if (before & v->has)
                return broken(w, LB_RULE_SUMMED_TWICE, p, item);
            *here |= v->has;
        } else if (w->sums) {
            *here = v->has;
        } else {
            *here |= v->has;
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
    value *sent = cleared(total, sizeof *sent);
    summands all = {0};
    for (size_t i = first; i < last; i++)
        for (uint32_t k = 0; k < s->packets[i].nitems; k++) {
            const lb_item *item = &s->pool[s->packets[i].first + k];
            uint64_t block;
            lb_task_find(s->task, item->origin, item->dest, item->copy, &block);
            for (uint64_t u = item->lo; u < item->hi; u++) {
                const uint64_t *here = place(w, s->packets[i].from, block, u);
                sent[at++] = (value){*here, w->made[here - w->has]};
            }
        }
    at = 0;
    bool fine = true;
    for (size_t i = first; fine && i < last; i++)
        for (uint32_t k = 0; fine && k < s->packets[i].nitems; k++) {
            const lb_item *item = &s->pool[s->packets[i].first + k];
            fine = arrive(w, &s->packets[i], item, sent + at, &all);
            at += item->hi - item->lo;
        }
    free(sent);
    combine_all(w, &all);
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

/* allreduce: all nodes have the same sum. */
static bool same_order(world *w) {
    for (uint64_t i = 0; lb_task_kind_of(w->s->task) == LB_ALLREDUCE && i < w->blocks * w->units; i++) {
        uint64_t made = 0;
        bool any = false;
        for (uint32_t node = 0; node < w->nodes; node++) {
            uint64_t here = w->made[node * w->blocks * w->units + i];
            if (!lb_node_alive(w->net, node))
                continue;
            if (any && made != here) {
                w->v.rule = LB_RULE_SAME_ORDER;
                return false;
            }
            made = here;
            any = true;
        }
    }
    return true;
}

uint64_t *oracle_sums(const schedule *s) {
    world w;
    world_begin(&w, s);
    uint64_t *made = run_steps(&w) ? w.made : NULL;
    if (made)
        w.made = NULL;
    world_end(&w);
    return made;
}

oracle_verdict oracle_check(const schedule *s) {
    world w;
    world_begin(&w, s);
    if (run_steps(&w) && header_is_true(&w) && all_delivered(&w) && same_order(&w)) {
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

/* hasten: list scheduling in the order of the plan.
 *
 * Why it never gets later: moves are placed in their old order. A move's old step is still free on its link when its
 * turn comes (moves placed before it were older and went no later than where they were), and its data, placed before
 * it, arrives no later than it did. So the old step is always one of the choices. */
#include "plan/hasten.h"

#include "base/cuts.h"
#include "net/route.h"
#include "plan/retime.h"

#include <stdlib.h>
#include <string.h>

enum { AHEAD = 16 }; /* moves */

/* When a piece is at a place: an open hash table, or where the names are few an array. Names are as in the template's
 * frame. */
typedef struct arrival {
    uint32_t node, origin, dest, copy;
    uint64_t atom;
    uint32_t step; /* 0: free entry */
} arrival;

typedef struct hastening {
    const lb_plan *plan;
    const lb_net *net;
    lb_class class;
    lb_cuts cuts;
    arrival *table;
    uint64_t mask, used;
    uint32_t *direct;          /* instead of the table: the step, by node, name and atom */
    uint64_t *busy;            /* link and step, one bit each */
    uint64_t *full;            /* words of busy that have all bits set, one bit each: stretches may be long */
    uint8_t *sends, *receives; /* node and step; NULL without a port limit */
    uint64_t places;
    bool flown; /* over several links: which of them are free is not kept, and all stays where it is */
} hastening;

static void hastening_free(hastening *h) {
    lb_cuts_free(&h->cuts);
    free(h->table);
    free(h->direct);
    free(h->busy);
    free(h->full);
    free(h->sends);
    free(h->receives);
}

static uint64_t mix(const arrival *key) {
    uint64_t x = key->atom * UINT64_C(0x9E3779B97F4A7C15) + key->node;
    x = (x ^ (x >> 29)) * UINT64_C(0xBF58476D1CE4E5B9) + key->origin;
    x = (x ^ (x >> 29)) * UINT64_C(0x94D049BB133111EB) + key->dest;
    x = (x ^ (x >> 29)) * UINT64_C(0x9E3779B97F4A7C15) + key->copy;
    return x ^ (x >> 32);
}

static bool same(const arrival *a, const arrival *b) {
    return a->node == b->node && a->origin == b->origin && a->dest == b->dest && a->copy == b->copy &&
           a->atom == b->atom;
}

static arrival *slot(const hastening *h, const arrival *key) {
    uint64_t i = mix(key) & h->mask;
    while (h->table[i].step && !same(&h->table[i], key))
        i = (i + 1) & h->mask;
    return &h->table[i];
}

static int rehash(hastening *h) {
    uint64_t old = h->mask + 1;
    arrival *entries = h->table, *grown = lb_zeroed(2 * old, sizeof *grown);
    if (!grown)
        return LB_ERR_MEMORY;
    h->table = grown;
    h->mask = 2 * old - 1;
    for (uint64_t i = 0; i < old; i++) {
        if (entries[i].step)
            *slot(h, &entries[i]) = entries[i];
    }
    free(entries);
    return LB_OK;
}

/* Sums and copies have one name beside the place. */
static uint32_t *direct_slot(const hastening *h, const arrival *key) {
    uint64_t name = (uint64_t)key->node * h->net->nodes + (h->class == LB_SUM ? key->dest : key->origin);
    return &h->direct[name * h->cuts.count + key->atom];
}

static uint32_t arrived(const hastening *h, const arrival *key) {
    return h->direct ? *direct_slot(h, key) : slot(h, key)->step;
}

static int note(hastening *h, const arrival *key, uint32_t step) {
    if (h->direct) {
        uint32_t *at = direct_slot(h, key);
        *at = step > *at ? step : *at;
        return LB_OK;
    }
    arrival *found = slot(h, key);
    if (!found->step) {
        *found = *key;
        h->used++;
    }
    if (step > found->step)
        found->step = step;
    return h->used * 2 > h->mask ? rehash(h) : LB_OK;
}

static int begin(hastening *h, const lb_plan *plan) {
    *h = (hastening){.plan = plan, .net = &plan->task->net, .class = lb_task_class(plan->task), .mask = 1023};
    h->places = plan->node ? h->net->nodes : 1;
    h->flown = lb_net_base(h->net) != h->net;
    bool limited = plan->ports < h->net->ports;
    uint64_t slots = h->places * (plan->steps + UINT64_C(1));
    h->table = lb_zeroed(h->mask + 1, sizeof *h->table);
    h->busy = lb_zeroed(slots * h->net->ports / 64 + 1, sizeof *h->busy);
    h->full = lb_zeroed(slots * h->net->ports / 4096 + 1, sizeof *h->full);
    if (limited) {
        h->sends = lb_zeroed(slots, 1);
        h->receives = lb_zeroed(slots, 1);
    }
    if (!h->table || !h->busy || !h->full || (limited && (!h->sends || !h->receives)) ||
        lb_cuts_begin(&h->cuts, plan->denominator))
        return LB_ERR_MEMORY;
    for (uint64_t i = 0; plan->lo && i < plan->nitems; i++) {
        if (lb_cuts_add(&h->cuts, plan->lo[i], plan->hi[i]))
            return LB_ERR_MEMORY;
    }
    if (lb_cuts_finish(&h->cuts))
        return LB_ERR_MEMORY;
    uint64_t names = lb_times(lb_times(h->places, h->net->nodes), h->cuts.count);
    bool named = (h->class == LB_SUM || h->class == LB_COPY) && !plan->copy;
    if (named && names <= lb_times(plan->nitems > plan->nmoves ? plan->nitems : plan->nmoves, 8))
        h->direct = lb_zeroed(names, sizeof *h->direct); /* without memory for it the table does */
    return LB_OK;
}

/* The key of an item's first atom where it is sent, or where it arrives. */
static arrival key_of(const hastening *h, lb_item item, uint32_t node, unsigned port, bool arrives) {
    arrival key = {.node = arrives && h->plan->node ? lb_neighbor(h->net, node, port) : node, .copy = item.copy};
    uint32_t by = arrives && !h->plan->node ? h->net->unit[port] : 0; /* symmetric: relative to who holds it */
    key.origin = h->class == LB_SUM ? 0 : lb_net_sub(h->net, item.origin, by);
    key.dest = h->class == LB_COPY ? 0 : lb_net_sub(h->net, item.dest, by);
    key.atom = lb_cuts_find(&h->cuts, item.lo);
    return key;
}

/* The step in which all data of a move is at its sender. */
static uint32_t ready_after(const hastening *h, uint64_t m, uint32_t node) {
    uint32_t ready = 0;
    for (uint64_t i = lb_plan_first_item(h->plan, m); i < lb_plan_first_item(h->plan, m + 1); i++) {
        lb_item item = lb_plan_item(h->plan, i);
        arrival key = key_of(h, item, node, h->plan->port[m], false);
        for (; h->cuts.at[key.atom] < item.hi; key.atom++) {
            uint32_t step = arrived(h, &key);
            ready = step > ready ? step : ready;
        }
    }
    return ready;
}

static int note_arrivals(hastening *h, uint64_t m, uint32_t node, uint32_t step) {
    for (uint64_t i = lb_plan_first_item(h->plan, m); i < lb_plan_first_item(h->plan, m + 1); i++) {
        lb_item item = lb_plan_item(h->plan, i);
        arrival key = key_of(h, item, node, h->plan->port[m], true);
        for (; h->cuts.at[key.atom] < item.hi; key.atom++) {
            if (note(h, &key, step))
                return LB_ERR_MEMORY;
        }
    }
    return LB_OK;
}

static uint64_t link_bit(const hastening *h, uint32_t node, unsigned port, uint32_t step) {
    return ((uint64_t)node * h->net->ports + port) * h->plan->steps + step - 1;
}

/* From this bit on, the first that is not set in a word; 64 where all are. */
static unsigned first_clear(uint64_t word, unsigned from) {
    uint64_t clear = ~word >> from;
    return clear ? from + (unsigned)__builtin_ctzll(clear) : 64;
}

/* The first word from `word` on that is not full; there is one, at the end. */
static uint64_t next_word(const hastening *h, uint64_t word) {
    unsigned bit = first_clear(h->full[word / 64], word % 64);
    while (bit == 64) {
        word = word / 64 * 64 + 64;
        bit = first_clear(h->full[word / 64], 0);
    }
    return word / 64 * 64 + bit;
}

/* The first step from `step` on, and before `limit`, in which the link is free; else limit. A word of bits at a time,
 * and 64 words where they are full. */
static uint32_t next_free(const hastening *h, uint32_t node, unsigned port, uint32_t step, uint32_t limit) {
    uint64_t bit = link_bit(h, node, port, step), end = bit + (limit - step);
    while (bit < end) {
        unsigned found = first_clear(h->busy[bit / 64], bit % 64);
        bit = found < 64 ? bit / 64 * 64 + found : bit / 64 * 64 + 64;
        if (found < 64)
            break;
        if (bit < end && h->busy[bit / 64] == UINT64_MAX)
            bit = next_word(h, bit / 64) * 64;
    }
    return bit < end ? limit - (uint32_t)(end - bit) : limit;
}

static bool ports_free(const hastening *h, uint32_t node, uint32_t to, uint32_t step) {
    uint64_t steps = h->plan->steps;
    return !h->sends ||
           (h->sends[node * steps + step - 1] < h->plan->ports && h->receives[to * steps + step - 1] < h->plan->ports);
}

static void occupy(hastening *h, uint32_t node, uint32_t to, unsigned port, uint32_t step) {
    uint64_t bit = link_bit(h, node, port, step), steps = h->plan->steps;
    h->busy[bit / 64] |= UINT64_C(1) << bit % 64;
    if (h->busy[bit / 64] == UINT64_MAX)
        h->full[bit / 4096] |= UINT64_C(1) << bit / 64 % 64;
    if (h->sends) {
        h->sends[node * steps + step - 1]++;
        h->receives[to * steps + step - 1]++;
    }
}

/* Places one move; returns its step, or 0 when memory is short. */
static uint32_t place(hastening *h, uint64_t m, uint32_t old, uint32_t after) {
    const lb_plan *plan = h->plan;
    unsigned port = plan->port[m];
    uint32_t node = plan->node ? plan->node[m] : 0, to = plan->node ? lb_neighbor(h->net, node, port) : 0;
    uint32_t step = old;
    if (old > after && !h->flown) {
        uint32_t ready = ready_after(h, m, node);
        step = ready < old ? ready + 1 : old; /* what came again lately was there before */
        step = next_free(h, node, port, step, old);
        while (step < old && !ports_free(h, node, to, step))
            step = next_free(h, node, port, step + 1, old);
    }
    occupy(h, node, to, port, step);
    return note_arrivals(h, m, node, step) ? 0 : step;
}

/* In a large network what is looked up for each move is in no cache, unless it was asked for some moves before. */
static void look_ahead(const hastening *h, uint64_t m) {
    const lb_plan *plan = h->plan;
    if (!h->direct || plan->item_first || m >= plan->nmoves)
        return;
    lb_item item = lb_plan_item(plan, m);
    uint32_t node = plan->node ? plan->node[m] : 0;
    arrival from = key_of(h, item, node, plan->port[m], false), to = key_of(h, item, node, plan->port[m], true);
    __builtin_prefetch(direct_slot(h, &from));
    __builtin_prefetch(direct_slot(h, &to));
}

int lb_plan_hasten(const lb_plan *plan, uint32_t after, lb_plan **out, lb_why *why) {
    *out = NULL;
    hastening h;
    uint32_t *step = lb_array(plan->nmoves, sizeof *step);
    int error = begin(&h, plan);
    if (!step)
        error = LB_ERR_MEMORY;
    for (uint32_t old = 1; old <= plan->steps && !error; old++) {
        for (uint64_t m = plan->step_first[old - 1]; m < plan->step_first[old] && !error; m++) {
            look_ahead(&h, m + AHEAD);
            step[m] = place(&h, m, old, after);
            error = step[m] ? LB_OK : LB_ERR_MEMORY;
        }
    }
    hastening_free(&h);
    error = error ? lb_fail_memory(why, "joining two plans") : lb_plan_retime(plan, step, out, why);
    free(step);
    return error;
}

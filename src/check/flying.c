/* Flights on the linear clock: see flying.h. */
#include "check/flying.h"

#include <stdlib.h>

int lb_flying_open(lb_simulation *s, const lb_plan *plan, lb_why *why) {
    const lb_net *base = lb_net_base(s->net);
    uint64_t links = (s->source->relative ? 1 : (uint64_t)base->nodes) * base->ports;
    if (base == s->net)
        return LB_OK;
    lb_flying *f = s->flying = lb_zeroed(1, sizeof *f);
    if (!f)
        return lb_fail_memory(why, "simulating");
    f->load = lb_zeroed(links, sizeof *f->load);
    f->loaded = lb_array(links, sizeof *f->loaded);
    int error = f->load && f->loaded ? LB_OK : lb_fail_memory(why, "simulating");
    if (!error)
        error = lb_plan_source_open(&f->ahead, plan, s->source->relative, why);
    f->open = true; /* also what was opened by half is closed */
    return error ? error : lb_flying_rewind(s, why);
}

void lb_flying_close(lb_simulation *s) {
    lb_flying *f = s->flying;
    if (!f)
        return;
    if (f->open)
        lb_plan_source_close(&f->ahead);
    free(f->load);
    free(f->loaded);
    free(f->landing);
    free(f);
    s->flying = NULL;
}

static void forget(lb_flying *f) {
    for (uint64_t i = 0; i < f->count; i++)
        f->load[f->loaded[i]] = 0;
    f->count = f->landings = 0;
}

int lb_flying_rewind(lb_simulation *s, lb_why *why) {
    lb_flying *f = s->flying;
    if (!f)
        return LB_OK;
    forget(f);
    f->step = 0;
    int error = f->ahead.source.rewind(&f->ahead.source, why);
    f->there = !error && f->ahead.source.next(&f->ahead.source, &f->next, why) == 1;
    return error;
}

/* The links of a flight one after another, as numbers. */
typedef struct way {
    const lb_net *base;
    lb_route route;
    uint32_t node, at;
    bool relative;
} way;

static way way_of(const lb_simulation *s, const lb_move *move) {
    return (way){.base = lb_net_base(s->net),
                 .route = lb_net_route(s->net, move->port),
                 .node = move->from,
                 .relative = s->source->relative};
}

static bool next_link(way *w, uint64_t *link) {
    if (w->at == w->route.links)
        return false;
    unsigned port = w->route.port[w->at++];
    *link = (w->relative ? 0 : (uint64_t)w->node * w->base->ports) + port;
    w->node = lb_net_add(w->base, w->node, w->base->unit[port]);
    return true;
}

/* In units, or bytes where they are whole. */
static uint64_t size_of(const lb_simulation *s, const lb_move *move) {
    const lb_cuts *cuts = &s->hold.cuts;
    uint64_t size = 0;
    for (uint32_t k = 0; k < move->nitems; k++) {
        const lb_item *item = &move->items[k];
        lb_transit t;
        uint64_t block;
        if (lb_frame_place(&s->hold, move, item, &block, &t))
            continue;
        const uint64_t *at = lb_sizes_row(&s->sizes, block);
        size += at[lb_cuts_find(cuts, item->hi)] - at[lb_cuts_find(cuts, item->lo)];
    }
    return size;
}

static int load_links(lb_simulation *s, const lb_move *move) {
    lb_flying *f = s->flying;
    uint64_t link, size = size_of(s, move);
    way w = way_of(s, move);
    while (size && next_link(&w, &link)) {
        if (f->load[link] == 0)
            f->loaded[f->count++] = link;
        if (__builtin_add_overflow(f->load[link], size, &f->load[link]))
            return LB_ERR_SIZE;
    }
    return LB_OK;
}

int lb_flying_step(lb_simulation *s, uint32_t step) {
    lb_flying *f = s->flying;
    for (uint64_t i = 0; i < f->landings; i++) {
        const lb_landing *l = &f->landing[i];
        if (l->when.time >= s->link[l->link].time)
            s->link[l->link] = l->when;
    }
    forget(f);
    f->step = step;
    int error = LB_OK;
    while (f->there && f->next.step <= step && !error) {
        error = f->next.step == step ? load_links(s, &f->next) : LB_OK;
        f->there = f->ahead.source.next(&f->ahead.source, &f->next, NULL) == 1;
    }
    return error;
}

lb_when lb_flying_free(const lb_simulation *s, const lb_move *move) {
    lb_when last = {0};
    uint64_t link;
    way w = way_of(s, move);
    while (next_link(&w, &link)) {
        if (s->link[link].time > last.time)
            last = s->link[link];
    }
    return last;
}

int lb_flying_time(const lb_simulation *s, const lb_move *move, uint64_t *time) {
    uint64_t link, most = 0, hops;
    way w = way_of(s, move);
    while (next_link(&w, &link))
        most = s->flying->load[link] > most ? s->flying->load[link] : most;
    if (lb_ticks_packet(&s->ticks, most, time) ||
        __builtin_mul_overflow(s->ticks.per_hop, (uint64_t)w.route.links - 1, &hops) ||
        __builtin_add_overflow(*time, hops, time))
        return LB_ERR_SIZE;
    return LB_OK;
}

/* A link that is shared is busy with its own part of the data. */
int lb_flying_land(lb_simulation *s, const lb_move *move, uint64_t size, lb_when when) {
    lb_flying *f = s->flying;
    uint64_t link;
    way w = way_of(s, move);
    while (next_link(&w, &link)) {
        void *landing = f->landing;
        if (f->landings == f->room && lb_grow(&landing, &f->room, f->landings + 1, sizeof *f->landing))
            return LB_ERR_MEMORY;
        f->landing = landing;
        f->landing[f->landings++] = (lb_landing){link, when};
        s->busy[link] += s->ticks.per_unit * size; /* which fitted when all of them were added up */
    }
    return LB_OK;
}

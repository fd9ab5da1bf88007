/* Weaving: spans are sent one after another, and what each waits for is found from what its sender has. */
#include "algo/scan/loom.h"

#include <stdlib.h>
#include <string.h>

typedef struct lb_scan_entry entry;
typedef struct lb_scan_reach reach;

static void add_entry(lb_scan_loom *loom, uint32_t node, uint32_t move, uint32_t first, uint32_t last) {
    void *entries = loom->entries;
    if (lb_grow(&entries, &loom->room, loom->count + 1, sizeof *loom->entries)) {
        loom->error = LB_ERR_MEMORY;
        return;
    }
    loom->entries = entries;
    uint32_t *at = &loom->head[node];
    while (*at != LB_NONE && loom->entries[*at].first < first)
        at = &loom->entries[*at].next;
    loom->entries[loom->count] = (entry){.move = move, .first = first, .last = last, .next = *at};
    *at = (uint32_t)loom->count++;
}

int lb_scan_loom_begin(lb_scan_loom *loom, const lb_net *net, lb_scan_way *way) {
    *loom = (lb_scan_loom){.net = net, .way = way};
    *way = (lb_scan_way){0};
    loom->head = lb_array(net->nodes, sizeof *loom->head);
    loom->reach = lb_zeroed(net->nodes + UINT64_C(1), sizeof *loom->reach);
    if (!loom->head || !loom->reach)
        return LB_ERR_MEMORY;
    memset(loom->head, 0xff, net->nodes * sizeof *loom->head);
    for (uint32_t v = 0; v < net->nodes && !loom->error; v++)
        add_entry(loom, v, LB_NONE, v, v);
    return loom->error;
}

void lb_scan_loom_end(lb_scan_loom *loom) {
    free(loom->head);
    free(loom->entries);
    free(loom->reach);
}

static bool sooner(uint32_t step, uint32_t parts, const reach *than, uint32_t round) {
    return than->round != round || step < than->step || (step == than->step && parts < than->parts);
}

/* Lays [first,last] out from what the node has, as soon as can be, of the fewest parts. False: it cannot. */
static bool lay_out(lb_scan_loom *loom, uint32_t node, uint32_t first, uint32_t last) {
    uint32_t round = ++loom->rounds;
    loom->reach[first] = (reach){.round = round, .entry = LB_NONE};
    for (uint32_t i = loom->head[node]; i != LB_NONE; i = loom->entries[i].next) {
        const entry *e = &loom->entries[i];
        const reach *from = &loom->reach[e->first];
        if (e->first < first || e->last > last || from->round != round)
            continue;
        uint32_t step = e->move == LB_NONE ? 0 : loom->way->moves[e->move].ready;
        reach *to = &loom->reach[e->last + 1];
        step = step > from->step ? step : from->step;
        if (sooner(step, from->parts + 1, to, round))
            *to = (reach){.round = round, .step = step, .parts = from->parts + 1, .entry = i};
    }
    return loom->reach[last + 1].round == round;
}

static int need(lb_scan_way *way, uint32_t move) {
    void *needs = way->needs;
    if (lb_grow(&needs, &way->needs_room, way->nneeds + 1, sizeof *way->needs))
        return LB_ERR_MEMORY;
    way->needs = needs;
    way->needs[way->nneeds++] = move;
    return LB_OK;
}

/* Notes what the layout found last is made of. */
static void need_parts(lb_scan_loom *loom, uint32_t first, uint32_t last) {
    for (uint32_t place = last + 1; place > first && !loom->error;) {
        const entry *e = &loom->entries[loom->reach[place].entry];
        if (e->move != LB_NONE)
            loom->error = need(loom->way, e->move);
        place = e->first;
    }
}

static int add_move(lb_scan_way *way, lb_scan_move move) {
    void *moves = way->moves, *needs = way->need;
    int error = lb_grow(&moves, &way->room, way->count + 1, sizeof *way->moves);
    way->moves = error ? way->moves : moves;
    if (!error)
        error = lb_grow(&needs, &way->need_room, way->count + 2, sizeof *way->need);
    if (error)
        return error;
    way->need = needs;
    way->moves[way->count] = move;
    way->need[way->count++] = way->nneeds;
    way->need[way->count] = way->nneeds;
    return LB_OK;
}

static bool has(const lb_scan_loom *loom, uint32_t node, uint32_t first, uint32_t last) {
    for (uint32_t i = loom->head[node]; i != LB_NONE && loom->entries[i].first <= first; i = loom->entries[i].next) {
        if (loom->entries[i].first == first && loom->entries[i].last == last)
            return true;
    }
    return false;
}

void lb_scan_send(lb_scan_loom *loom, uint32_t from, uint32_t to, uint32_t first, uint32_t last) {
    lb_scan_way *way = loom->way;
    if (loom->error || has(loom, to, first, last))
        return;
    if (!lay_out(loom, from, first, last)) {
        loom->error = LB_ERR_UNSUPPORTED;
        return;
    }
    uint32_t move = (uint32_t)way->count;
    loom->error = add_move(way, (lb_scan_move){.from = from,
                                               .to = to,
                                               .first = first,
                                               .last = last,
                                               .ready = loom->reach[last + 1].step + 1,
                                               .tail = 1,
                                               .port = (uint8_t)lb_port_to(loom->net, from, to)});
    need_parts(loom, first, last);
    if (loom->error)
        return;
    way->need[way->count] = way->nneeds;
    add_entry(loom, to, move, first, last);
}

/* Which moves the layouts that are wanted in the end are made of, in the end; they get a tail of 1, others 0. */
static void mark(lb_scan_loom *loom) {
    lb_scan_way *way = loom->way;
    for (uint64_t m = 0; m < way->count; m++)
        way->moves[m].tail = 0;
    for (uint32_t v = 1; v < loom->net->nodes && !loom->error; v++) {
        uint64_t before = way->nneeds;
        if (!lay_out(loom, v, 0, v - 1))
            loom->error = LB_ERR_UNSUPPORTED;
        else
            need_parts(loom, 0, v - 1);
        for (uint64_t i = before; i < way->nneeds; i++)
            way->moves[way->needs[i]].tail = 1;
        way->nneeds = before;
    }
    for (uint64_t m = way->count; m-- > 0;) {
        for (uint64_t i = way->need[m]; i < way->need[m + 1] && way->moves[m].tail; i++) {
            lb_scan_move *before = &way->moves[way->needs[i]];
            before->tail = before->tail > way->moves[m].tail + 1 ? before->tail : way->moves[m].tail + 1;
        }
    }
}

static void leave_out(lb_scan_way *way, uint32_t *place) {
    uint64_t kept = 0, needs = 0;
    for (uint64_t m = 0; m < way->count; m++) {
        uint64_t from = way->need[m], to = way->need[m + 1];
        place[m] = (uint32_t)kept;
        if (!way->moves[m].tail)
            continue;
        way->moves[kept] = way->moves[m];
        way->need[kept++] = needs;
        for (uint64_t i = from; i < to; i++)
            way->needs[needs++] = place[way->needs[i]];
        way->depth = way->depth > way->moves[m].ready ? way->depth : way->moves[m].ready;
    }
    way->count = kept;
    way->nneeds = needs;
    if (way->need)
        way->need[kept] = needs;
}

int lb_scan_link_users(lb_scan_way *way) {
    way->users = lb_array(way->nneeds, sizeof *way->users);
    way->user = lb_zeroed(way->count + 2, sizeof *way->user);
    if (!way->users || !way->user)
        return LB_ERR_MEMORY;
    for (uint64_t i = 0; i < way->nneeds; i++)
        way->user[way->needs[i] + 2]++;
    for (uint64_t m = 0; m < way->count; m++)
        way->user[m + 2] += way->user[m + 1];
    for (uint64_t m = 0; m < way->count; m++) {
        for (uint64_t i = way->need[m]; i < way->need[m + 1]; i++)
            way->users[way->user[way->needs[i] + 1]++] = (uint32_t)m;
    }
    return LB_OK;
}

void lb_scan_finish(lb_scan_loom *loom) {
    if (loom->error)
        return;
    mark(loom);
    uint32_t *place = lb_array(loom->way->count, sizeof *place);
    if (!place)
        loom->error = LB_ERR_MEMORY;
    if (!loom->error)
        leave_out(loom->way, place);
    free(place);
    if (!loom->error)
        loom->error = lb_scan_link_users(loom->way);
}

void lb_scan_way_free(lb_scan_way *way) {
    free(way->moves);
    free(way->needs);
    free(way->need);
    free(way->users);
    free(way->user);
    *way = (lb_scan_way){0};
}

/* How packets of a scan come to terms. In every round those that are in each other's way choose again, one after
 * another, at prices that rise with every round and stay higher where there was too much demand. */
#include "algo/scan/bazaar.h"

#include "algo/scan/deals.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

/* From nothing prices must rise fast to lead anywhere; what was a plan already they would only spoil. */
enum { PRESSURE = 12, HIGH_PRESSURE = 1000, HIGH_BITTERNESS = 40, CAREFUL = 8, COARSER = 2, MOST_COARSE = 8 };
static const uint32_t most_pressure[] = {[LB_AFRESH] = 4000, [LB_CUT_LATE] = 60, [LB_CUT_EARLY] = 60};
static const uint32_t bitterness[] = {[LB_AFRESH] = 10, [LB_CUT_LATE] = 1, [LB_CUT_EARLY] = 1};

/* How near the groups' nearest nodes are to all others. */
static void find_near(lb_bazaar *b, uint32_t node, const uint32_t *hops) {
    for (unsigned level = 0; level < b->groups.levels; level++) {
        uint64_t k = (uint64_t)(lb_span_group_of(&b->groups, level, node) - b->groups.at);
        for (uint32_t v = 0; v < b->n; v++) {
            uint32_t *near = &b->near[v * b->groups.count + k];
            *near = hops[v] < *near ? hops[v] : *near;
        }
    }
}

/* For every node, the last one within 0, 1, ... hops. */
static int find_tops(lb_bazaar *b, uint32_t steps) {
    uint32_t *hops = lb_array(UINT64_C(2) * b->n, sizeof *hops);
    uint64_t pairs = (uint64_t)b->n * b->groups.count;
    b->top = lb_array((steps + UINT64_C(1)) * b->n, sizeof *b->top);
    b->near = lb_array(pairs, sizeof *b->near);
    if (!hops || !b->top || !b->near) {
        free(hops);
        return LB_ERR_MEMORY;
    }
    memset(b->near, 0xff, pairs * sizeof *b->near);
    for (uint32_t v = 0; v < b->n; v++) {
        lb_map_reach(&b->map, v, false, hops, hops + b->n);
        find_near(b, v, hops);
        for (uint32_t far = 0; far <= steps; far++) {
            b->top[far * b->n + v] = v;
            for (uint32_t w = v + 1; w < b->n; w++)
                b->top[far * b->n + v] = hops[w] <= far ? w : b->top[far * b->n + v];
        }
    }
    free(hops);
    return LB_OK;
}

int lb_bazaar_begin(lb_bazaar *b, const lb_net *net, lb_span_groups groups, const lb_plan_options *o, uint32_t steps) {
    uint64_t n = net->nodes, moments = n * steps, slots = moments * net->ports, all = (n + moments) * groups.cells;
    uint32_t packets = (uint32_t)o->packets;
    *b = (lb_bazaar){.net = net, .n = net->nodes, .degree = net->ports, .ports = o->ports, .packets = packets};
    b->groups = groups;
    b->used = lb_zeroed(slots, sizeof *b->used);
    b->sends = lb_zeroed(moments, sizeof *b->sends);
    b->receives = lb_zeroed(moments, sizeof *b->receives);
    b->grudge = lb_zeroed(slots, sizeof *b->grudge);
    b->send_grudge = lb_zeroed(moments, sizeof *b->send_grudge);
    b->receive_grudge = lb_zeroed(moments, sizeof *b->receive_grudge);
    b->own = lb_zeroed(slots, sizeof *b->own);
    b->cost = lb_array(all, sizeof *b->cost);
    b->piece = lb_array(all, sizeof *b->piece);
    b->asked = lb_zeroed(slots, sizeof *b->asked);
    b->deals = lb_zeroed(packets, sizeof *b->deals);
    b->kept = lb_zeroed(packets, sizeof *b->kept);
    bool all_there = b->used && b->sends && b->receives && b->grudge && b->send_grudge && b->receive_grudge && b->own &&
                     b->cost && b->piece && b->asked && b->deals && b->kept;
    return !all_there || lb_map_make(&b->map, net) || find_tops(b, steps) ? LB_ERR_MEMORY : LB_OK;
}

void lb_bazaar_end(lb_bazaar *b) {
    for (uint32_t p = 0; b->deals && p < b->packets; p++)
        free(b->deals[p].at);
    for (uint32_t p = 0; b->kept && p < b->packets; p++)
        free(b->kept[p].at);
    void *all[] = {b->used,           b->sends, b->receives, b->grudge, b->send_grudge,
                   b->receive_grudge, b->own,   b->cost,     b->piece,  b->asked,
                   b->deals,          b->kept,  b->top,      b->near};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        free(all[i]);
    lb_map_free(&b->map);
    lb_span_groups_free(&b->groups);
}

/* ---- Choosing ---- */

static void buy(lb_bazaar *b, uint32_t packet, lb_wish w);

static void buy_piece(lb_bazaar *b, uint32_t packet, lb_wish w) {
    unsigned port;
    lb_source source = lb_bazaar_source(b, &w, &port);
    if (source == LB_SOURCE_BELOW) {
        const lb_span_group *below = &b->groups.at[w.group->below + w.i];
        buy(b, packet, (lb_wish){w.moment, w.v, below, 0, below->fan - 1});
    }
    if (source != LB_SOURCE_PORT)
        return;
    uint32_t from = b->map.from[w.v * b->degree + port], slot = ((w.moment - 1) * b->n + from) * b->degree;
    lb_deal_make(b, packet, slot + b->net->opposite[port],
                 lb_group_first(w.group, w.i) * b->n + lb_group_last(w.group, w.j));
    buy(b, packet, (lb_wish){w.moment - 1, from, w.group, w.i, w.j});
}

static void buy(lb_bazaar *b, uint32_t packet, lb_wish w) {
    uint32_t begins;
    do {
        begins = lb_bazaar_split(b, w);
        buy_piece(b, packet, (lb_wish){w.moment, w.v, w.group, begins, w.j});
        w.j = begins - 1;
    } while (begins > w.i);
}

/* A client is a node and a level: it wants what comes before it within its group there; on the lowest, be it with what
 * the node has itself. False: that is nothing. */
static bool wish_of(const lb_bazaar *b, uint32_t client, lb_wish *wish) {
    uint32_t v = client / b->groups.levels, level = client % b->groups.levels;
    const lb_span_group *g = lb_span_group_of(&b->groups, level, v);
    uint32_t before = (v - g->first) / g->width + (level == 0 ? b->back : 0);
    *wish = (lb_wish){b->steps, v, g, 0, before - 1};
    return before > 0;
}

/* What a client still has to pay. */
static int32_t due(const lb_bazaar *b, uint32_t client) {
    lb_wish wish;
    return wish_of(b, client, &wish) ? lb_bazaar_cost(b, wish) : 0;
}

static void serve(lb_bazaar *b, uint32_t packet, uint32_t client) {
    lb_wish wish;
    if (wish_of(b, client, &wish))
        buy(b, packet, wish);
}

/* A client does without what was bought for it, and does not need what that would have been put together with. */
static void give_back(lb_bazaar *b, uint32_t packet, uint32_t count) {
    lb_deals *deals = &b->deals[packet];
    while (deals->count > count) {
        lb_deal deal = deals->at[--deals->count];
        lb_deal_count(b, deal.slot, -1);
        b->own[deal.slot] = b->own[deal.slot] == deal.span + 1 ? 0 : b->own[deal.slot];
    }
    for (uint32_t slot = 0; b->needed && slot < b->steps * b->n * b->degree; slot++)
        b->needed[slot] = b->needed[slot] == b->client ? 0 : b->needed[slot];
}

static bool is_in_the_way(const lb_bazaar *b, uint32_t packet, uint32_t count) {
    for (uint32_t i = count; i < b->deals[packet].count; i++) {
        if (lb_deal_too_many(b, b->deals[packet].at[i].slot))
            return true;
    }
    return false;
}

/* The first client; all are of nodes after the first, which has nothing before it. */
static uint32_t first_client(const lb_bazaar *b) {
    return b->groups.levels;
}

static uint32_t clients(const lb_bazaar *b) {
    return b->n * b->groups.levels;
}

bool *lb_bazaar_clients(const lb_bazaar *b) {
    return lb_array(UINT64_C(2) * clients(b), sizeof(bool));
}

/* The one that is not served yet for whom it is dearest; 0: all are. */
static uint32_t find_dearest(const lb_bazaar *b, const bool *served) {
    uint32_t dearest = 0;
    for (uint32_t c = first_client(b); c < clients(b); c++)
        dearest = !served[c] && (!dearest || due(b, c) > due(b, dearest)) ? c : dearest;
    return dearest;
}

/* By one answer: some clients get what they want, those that it is dearest for first. Careful: but not those who would
 * be in the way of another, whom the answer did not know of. How many are left; LB_NONE: it cannot be. */
static uint32_t choose_some(lb_bazaar *b, uint32_t packet, uint32_t some, uint32_t left, bool careful, bool *served) {
    bool *asked = served + clients(b);
    memcpy(asked, served, clients(b) * sizeof *asked);
    for (uint32_t i = 0; i < some; i++) {
        uint32_t c = find_dearest(b, asked), count = b->deals[packet].count;
        if (c == 0)
            break;
        if (due(b, c) >= LB_DEAR)
            return LB_NONE;
        b->client++;
        serve(b, packet, c);
        asked[c] = true;
        served[c] = !careful || i == 0 || !is_in_the_way(b, packet, count);
        if (served[c])
            left--;
        else
            give_back(b, packet, count);
    }
    return left;
}

/* With coarser prices if what somebody has to pay is more than can be counted. */
static void ask(lb_bazaar *b, const bool *served) {
    lb_bazaar_ask(b);
    while (b->coarse < MOST_COARSE && due(b, find_dearest(b, served)) >= LB_DEAR) {
        b->coarse += COARSER;
        lb_bazaar_ask(b);
    }
}

bool lb_bazaar_serve(lb_bazaar *b, uint32_t packet, bool *served) {
    uint32_t left = clients(b) - first_client(b);
    bool careful = b->careful;
    memset(served, 0, clients(b) * sizeof *served);
    for (uint32_t asks = 0; left; asks++) {
        ask(b, served);
        left = choose_some(b, packet, b->careful ? left : UINT32_C(1) << asks, left, careful, served);
        careful = careful && asks < CAREFUL;
        if (left == LB_NONE)
            return false;
    }
    return !b->error;
}

static bool choose(lb_bazaar *b, uint32_t packet, bool *served) {
    memset(b->own, 0, (uint64_t)b->steps * b->n * b->degree * sizeof *b->own);
    return lb_bazaar_serve(b, packet, served);
}

/* ---- Rounds ---- */

/* A packet that is careful is hardly in its own way: what little there is has to be said loud. */
static bool is_alone(const lb_bazaar *b) {
    return b->careful && b->packets == 1;
}

void lb_bazaar_bear_grudges(lb_bazaar *b, uint32_t bitter) {
    for (uint32_t slot = 0; slot < b->period * b->n * b->degree; slot++)
        b->grudge[slot] += b->used[slot] > 1 ? bitter * (b->used[slot] - 1U) : 0;
    for (uint32_t m = 0; m < b->period * b->n; m++) {
        b->send_grudge[m] += b->sends[m] > b->ports ? bitter * (b->sends[m] - b->ports) : 0;
        b->receive_grudge[m] += b->receives[m] > b->ports ? bitter * (b->receives[m] - b->ports) : 0;
    }
}

void lb_bazaar_clear(lb_bazaar *b, uint32_t steps) {
    uint64_t moments = (uint64_t)steps * b->n, slots = moments * b->degree;
    b->steps = steps;
    b->period = b->period_wanted && b->period_wanted < steps ? b->period_wanted : steps;
    b->pressure = is_alone(b) ? HIGH_PRESSURE : PRESSURE;
    b->coarse = 0;
    memset(b->used, 0, slots * sizeof *b->used);
    memset(b->sends, 0, moments * sizeof *b->sends);
    memset(b->receives, 0, moments * sizeof *b->receives);
    memset(b->send_grudge, 0, moments * sizeof *b->send_grudge);
    memset(b->receive_grudge, 0, moments * sizeof *b->receive_grudge);
    for (uint32_t p = 0; p < b->packets; p++)
        b->deals[p].count = 0;
    for (uint64_t slot = 0; slot < slots; slot++) /* so that equals do not all choose alike */
        b->grudge[slot] = (uint32_t)(lb_random_mixed(&b->chance) % 4);
}

/* Takes up what was kept, but for packets that do not fit in. */
static void take_up(lb_bazaar *b, lb_opening opening) {
    uint32_t step = b->n * b->degree, cut = opening == LB_CUT_EARLY ? (b->kept_steps - b->steps) * step : 0;
    for (uint32_t p = 0; p < b->packets; p++) {
        bool fits = b->kept[p].count > 0;
        for (uint32_t i = 0; i < b->kept[p].count && fits; i++)
            fits = b->kept[p].at[i].slot >= cut && b->kept[p].at[i].slot - cut < b->steps * step;
        for (uint32_t i = 0; i < b->kept[p].count && fits; i++)
            lb_deal_add(b, p, (lb_deal){b->kept[p].at[i].slot - cut, b->kept[p].at[i].span});
    }
}

void lb_bazaar_keep(lb_bazaar *b) {
    b->kept_steps = b->steps;
    for (uint32_t p = 0; p < b->packets; p++) {
        uint64_t bytes = b->deals[p].count * sizeof(lb_deal);
        lb_deal *same = realloc(b->kept[p].at, bytes ? bytes : 1);
        if (!same) {
            b->error = LB_ERR_MEMORY;
            return;
        }
        if (bytes)
            memcpy(same, b->deals[p].at, bytes);
        b->kept[p].at = same;
        b->kept[p].count = b->deals[p].count;
    }
}

/* Those in each other's way choose again; *content: nobody was. False where there are too few steps for anybody. */
static bool trade(lb_bazaar *b, bool *served, bool *content) {
    *content = true;
    for (uint32_t p = 0; p < b->packets && !b->error; p++) {
        if (lb_deals_content(b, p))
            continue;
        *content = false;
        if (b->work >= b->most)
            break;
        lb_deals_call_off(b, p);
        if (!choose(b, p, served))
            return false;
    }
    return !b->error;
}

bool lb_bazaar_settle(lb_bazaar *b, uint32_t steps, lb_opening opening, uint32_t rounds) {
    bool *served = lb_bazaar_clients(b), content = false, possible = served != NULL;
    b->error = served ? b->error : LB_ERR_MEMORY;
    lb_bazaar_clear(b, steps);
    if (opening != LB_AFRESH)
        take_up(b, opening);
    for (uint32_t round = 0; round < rounds && possible && !content && b->work < b->most; round++) {
        possible = trade(b, served, &content);
        lb_bazaar_bear_grudges(b, is_alone(b) ? HIGH_BITTERNESS : bitterness[opening]);
        b->pressure = b->pressure < most_pressure[opening] ? b->pressure * 5 / 4 : most_pressure[opening];
    }
    free(served);
    if (possible && content && !b->error)
        lb_bazaar_keep(b);
    return possible && content && !b->error;
}

int lb_bazaar_learn(lb_bazaar *b, const lb_plan *plan, lb_why *why) {
    lb_cursor *cursor;
    lb_move move;
    int error = lb_cursor_open(plan, &cursor, why);
    if (error)
        return error;
    lb_bazaar_clear(b, lb_plan_steps(plan));
    while (lb_cursor_next(cursor, &move)) {
        for (uint32_t i = 0; i < move.nitems; i++)
            lb_deal_add(b, (uint32_t)move.items[i].lo,
                        (lb_deal){((move.step - 1) * b->n + move.from) * b->degree + move.port,
                                  move.items[i].origin * b->n + move.items[i].dest});
    }
    lb_cursor_close(cursor);
    if (!b->error)
        lb_bazaar_keep(b);
    return b->error ? lb_fail_memory(why, "the packets' ways") : LB_OK;
}

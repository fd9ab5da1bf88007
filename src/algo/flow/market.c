/* Bargaining for links and steps. */
#include "algo/flow/market.h"
#include "algo/flow/balance.h"
#include "algo/flow/dispatch.h"
#include "algo/flow/give_way.h"
#include "algo/flow/ways.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_PRESSURE = 64, MOST_PRESSURE = 128, DUAL = 16 };
enum { MOST_ROUNDS = 400, STALE_ROUNDS = 60, EVERY = 5, MATCHED_NODES = 64, TURNS = 12, NEARLY = 2 };

/* ---- Rounds ---- */

/* Those that are in somebody's way choose again, beginning somewhere else each time. */
static void choose_again(lb_market *m, uint32_t pressure, bool all) {
    uint32_t first = lb_random_below(&m->random, m->count);
    for (uint32_t k = 0; k < m->count; k++) {
        uint32_t i = (first + k) % m->count;
        bool crowded = false;
        if (!all) {
            lb_way_count(m, i, -1);
            crowded = lb_way_count(m, i, 1);
        }
        if (!all && !crowded)
            continue;
        if (!all)
            lb_way_count(m, i, -1);
        lb_way_find(m, i, pressure);
        lb_way_count(m, i, 1);
    }
}

typedef enum turns { BY_WISH = LB_BY_WISH, BY_SLACK = LB_BY_SLACK, BY_LOAD = LB_BY_LOAD, BY_MATCHING, BY_CHANCE } turns;

/* Whoever is the most urgent goes first, on the ways as they are: a schedule, if a longer one than was asked for. */
static int keep_schedule(lb_market *m, turns by) {
    uint32_t steps = m->best ? m->best_steps : 4 * m->steps + m->count + 2, room = steps - 1;
    uint8_t *moves = lb_array((uint64_t)m->count * room, 1);
    int error = !moves             ? LB_ERR_MEMORY
                : by < BY_MATCHING ? lb_dispatch(m, (lb_urgency)by, moves, &steps)
                                   : lb_dispatch_matched(m, by == BY_CHANCE ? &m->dice : NULL, moves, &steps);
    if (error || steps > room) {
        free(moves);
        return error;
    }
    free(m->best);
    m->best = moves;
    m->best_room = room;
    m->best_steps = steps;
    return LB_OK;
}

/* Ways on which nobody has too much to do make schedules soon, and better ones the more often chance decides. That is
 * little work, which is not counted: once for every number of steps. */
static int try_even_ways(lb_market *m) {
    uint64_t work = m->work;
    if (m->nodes > MATCHED_NODES || m->steps <= m->balanced)
        return LB_OK;
    m->balanced = m->steps;
    int error = lb_balance(m);
    for (unsigned turn = 0; turn < (m->limited ? TURNS : 2) && !error; turn++) {
        if (!m->best || m->best_steps > m->steps)
            error = keep_schedule(m, m->limited ? BY_CHANCE : turn ? BY_WISH : BY_SLACK);
    }
    m->work = work;
    return error;
}

/* Takes a parcel's way from the best schedule, less its last steps, or its first ones; false: it needs them. */
static bool take_up(lb_market *m, uint32_t i, uint32_t first) {
    const uint8_t *had = &m->best[(uint64_t)i * m->best_room];
    for (uint32_t s = 0; s < m->best_steps; s++) {
        bool cut = s < first || s >= first + m->steps;
        if (cut && had[s] != LB_STAY)
            return false;
    }
    memcpy(&m->way[(uint64_t)i * m->room], had + first, m->steps);
    lb_way_count(m, i, 1);
    return true;
}

/* All choose; after a quarter of the work that is granted they may begin with the best schedule that there is, where it
 * is not much longer. */
static void begin_ways(lb_market *m, uint32_t pressure) {
    uint32_t more = m->best && m->best_steps > m->steps ? m->best_steps - m->steps : 0;
    uint32_t opening = m->work > m->most / 4 && more && more <= NEARLY ? lb_random_below(&m->dice, 3) : 0;
    if (!opening) {
        choose_again(m, pressure, true);
        return;
    }
    for (uint32_t i = 0; i < m->count; i++) {
        if (take_up(m, i, opening == 1 ? 0 : more))
            continue;
        lb_way_find(m, i, pressure);
        lb_way_count(m, i, 1);
    }
}

static int bargain(lb_market *m) {
    uint32_t pressure = FIRST_PRESSURE, stale = 0;
    uint64_t fewest = UINT64_MAX;
    int error = try_even_ways(m);
    if (error || (m->best && m->best_steps <= m->steps))
        return error;
    begin_ways(m, pressure);
    for (uint32_t round = 0; !error && round < MOST_ROUNDS && stale < STALE_ROUNDS; round++) {
        uint64_t sum = lb_ways_raise(m);
        bool fewer = sum < fewest;
        if (fewer || round % EVERY == 0)
            error = keep_schedule(m, sum && round % 2 ? BY_SLACK : BY_WISH);
        if (!error && m->limited && m->nodes <= MATCHED_NODES && m->best_steps > m->steps && round % EVERY == 0)
            error = keep_schedule(m, BY_MATCHING);
        if (sum == 0 || m->best_steps <= m->steps || m->work >= m->most)
            break;
        stale = fewer ? 0 : stale + 1;
        fewest = fewer ? sum : fewest;
        pressure = pressure < MOST_PRESSURE ? pressure + pressure / 20 + 1 : pressure;
        choose_again(m, pressure, false);
    }
    return error;
}

/* ---- Memory ---- */

static void free_steps(lb_market *m) {
    free(m->way);
    free(m->wanted);
    free(m->price);
    free(m->cost);
    free(m->stamp);
    free(m->by);
    m->way = m->by = NULL;
    m->wanted = NULL;
    m->price = m->cost = m->stamp = NULL;
}

static int take_steps(lb_market *m, uint32_t steps, lb_why *why) {
    uint64_t n = m->nodes, places = n * steps * (m->map.ports + 2), moments = n * ((uint64_t)steps + 1);
    free_steps(m);
    m->steps = m->room = steps;
    m->way = lb_array((uint64_t)m->count * steps, sizeof *m->way);
    m->wanted = lb_zeroed(places, sizeof *m->wanted);
    m->price = lb_zeroed(places, sizeof *m->price);
    m->cost = lb_array(moments, sizeof *m->cost);
    m->stamp = lb_zeroed(moments, sizeof *m->stamp);
    m->by = lb_array(moments, sizeof *m->by);
    m->turn = 0;
    if (m->way && m->wanted && m->price && m->cost && m->stamp && m->by)
        return LB_OK;
    return lb_fail_memory(why, "the packets' ways");
}

int lb_market_settle(lb_market *m, uint32_t steps, lb_why *why) {
    int error = take_steps(m, steps, why);
    if (error)
        return error;
    return bargain(m) ? lb_fail_memory(why, "the packets' ways") : LB_OK;
}

int lb_market_even(lb_market *m, uint32_t steps, lb_why *why) {
    int error = take_steps(m, steps, why);
    if (error)
        return error;
    error = lb_balance(m);
    bool matched = m->limited && m->nodes <= MATCHED_NODES;
    for (unsigned turn = 0; turn < (matched ? TURNS : 3) && !error; turn++)
        error = keep_schedule(m, matched ? BY_CHANCE : turn == 0 ? BY_SLACK : turn == 1 ? BY_WISH : BY_LOAD);
    return error ? lb_fail_memory(why, "the packets' ways") : LB_OK;
}

/* The market's ways are the best schedule. */
static int keep_ways(lb_market *m) {
    uint8_t *moves = lb_array((uint64_t)m->count * m->steps, 1);
    if (!moves)
        return LB_ERR_MEMORY;
    memcpy(moves, m->way, (uint64_t)m->count * m->steps);
    free(m->best);
    m->best = moves;
    m->best_room = m->best_steps = m->steps;
    return LB_OK;
}

/* Half of the work without the last step, then without the first. */
int lb_market_press(lb_market *m, uint32_t fewest, uint64_t more, lb_why *why) {
    int error = LB_OK;
    uint64_t most = m->work + more;
    for (unsigned turn = 0; !error && turn < 2 && m->best_steps > fewest && m->work < most;) {
        bool found = false;
        error = take_steps(m, m->best_steps - 1, why);
        if (!error && lb_give_way(m, turn, turn ? most : m->work + (most - m->work) / 2, &found))
            error = lb_fail_memory(why, "the packets' ways");
        if (!error && found && keep_ways(m))
            error = lb_fail_memory(why, "the packets' ways");
        turn = found ? 0 : turn + 1;
    }
    return error;
}

static uint64_t smaller(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

uint64_t lb_market_pair_steps(const lb_market *m, uint32_t v, uint32_t to, uint64_t packets) {
    uint64_t hops = lb_market_hops(m, v, to), near = 0, same = 0, links = 0;
    for (unsigned p = 0; p < m->map.ports; p++) {
        uint32_t w = m->map.to[v * m->map.ports + p];
        if (w == LB_NONE)
            continue;
        links++;
        near += lb_market_hops(m, w, to) < hops;
        same += lb_market_hops(m, w, to) == hops;
    }
    links = smaller(links, m->ports);
    uint64_t first = smaller(near, links), second = first + smaller(near + same, links);
    if (packets <= first || links == 0)
        return hops;
    return packets <= second ? hops + 1 : hops + 1 + lb_ceil_div(packets - second, links);
}

int lb_market_begin(lb_market *m, const lb_net *net, uint32_t ports, uint64_t seed, uint64_t most, lb_why *why) {
    uint64_t n = net->nodes;
    *m = (lb_market){
        .net = net, .nodes = net->nodes, .ports = ports, .random = seed, .dice = seed, .limited = ports < net->ports};
    m->most = most;
    uint32_t *hops = lb_array(2 * n, sizeof *hops);
    m->hops = lb_array(n * n, sizeof *m->hops);
    m->active = lb_array(2 * n, sizeof *m->active);
    if (lb_map_make(&m->map, net) || !hops || !m->hops || !m->active) {
        free(hops);
        lb_market_end(m);
        return lb_fail_memory(why, "the packets' ways");
    }
    for (uint32_t v = 0; v < n; v++) {
        lb_map_reach(&m->map, v, false, hops, hops + n);
        for (uint32_t w = 0; w < n; w++)
            m->hops[v * n + w] = hops[w] < UINT16_MAX ? (uint16_t)hops[w] : UINT16_MAX;
    }
    free(hops);
    return LB_OK;
}

void lb_market_end(lb_market *m) {
    free_steps(m);
    lb_map_free(&m->map);
    free(m->hops);
    free(m->parcel);
    free(m->active);
    free(m->always);
    free(m->best);
    *m = (lb_market){0};
}

void lb_market_price(lb_market *m, const uint32_t *price) {
    uint32_t all = m->nodes * (m->map.ports + 2);
    uint64_t sum = 0;
    m->always = lb_array(all, sizeof *m->always);
    for (uint32_t i = 0; i < all; i++)
        sum += price[i];
    for (uint32_t i = 0; m->always && i < all && sum; i++)
        m->always[i] = (uint32_t)(price[i] * (uint64_t)all * DUAL / sum);
}

int lb_market_add(lb_market *m, uint32_t from, uint32_t to, uint32_t piece) {
    void *parcels = m->parcel;
    int error = lb_grow(&parcels, &m->parcel_room, (uint64_t)m->count + 1, sizeof *m->parcel);
    m->parcel = parcels;
    if (!error)
        m->parcel[m->count++] = (lb_trip){from, to, piece};
    return error;
}

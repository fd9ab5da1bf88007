/* torus-complete-exchange: COMPLETE EXCHANGE (001, section 6) on any torus: an alltoall ring by ring.
 *
 * Each block is cut into D parts, D the number of dimensions. Part r is taken along the ring of dimension r to where
 * its digit is right, then along r+1, and so on cyclically: in each of the D stages the links of every dimension are at
 * work, each with a D-th of all data. On a ring of k a node sends in step s = 1..floor(k/2), each way, everything that
 * has that way still to go, joined to one packet; data for the opposite node of an even ring goes half each way.
 *
 * A link of a ring of k carries n*k/8 blocks in all for even k > 2, n*(k^2-1)/(8k) for odd k, and n/2 for k = 2, where
 * a node has one link only. The links of the ring with the most are never idle, so with k that radix it takes
 *
 *      n*k/8*tau*m + D*floor(k/2)*beta
 *
 * and the data term is at the bound: so much must cross those links whatever is done. For equal radices the start-ups
 * are as many as the diameter, the least possible; for unequal ones they are more.
 *
 * stride-exchange: the same where messages cut through, in fewer start-ups and with the same data. Of a ring whose
 * farthest nodes are R links away, the first step is a flight over ceil(R/2) links for all that has more than
 * floor(R/2) to go; then everything has floor(R/2) links to go at most, and so on. Flights add up to the shortest way,
 * so no link carries more than before, and there are ceil(log2(R+1)) steps, not R: for a ring of 16 flights over 4, 2,
 * 1 and 1 links. With equal radices k that is
 *
 *      n*k/8*tau*m + D*(S*beta + (floor(k/2) - S)*hop), S = ceil(log2(floor(k/2) + 1))
 *
 * Where start-ups cost more than data there are fewer, down to ceil(log3(k)): a flight may go too far, and what has
 * gone too far comes back in a later step. On a ring of 16 these are flights over 5, 2 and 1 links: only what has 4
 * links to go makes a detour, 5 there and 1 back. The cost decides. */
#include "algo/torus/algorithms.h"
#include "algo/torus/rings.h"
#include "net/flights.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LINKS = 256, MOST_STEPS = 32 }; /* of flights: half of a ring at most */

/* A way from one node to another as a stage sees it: names relative to the node where the stage begins. */
typedef struct trip {
    uint32_t origin, dest, digit; /* origin and dest without this ring; digit: to go on it */
} trip;

/* All ways that have something to do on this ring: the rings before it are done, those after it still to come. */
static uint64_t list_trips(const lb_net *net, const lb_rings *rings, unsigned part, unsigned stage, trip *trips) {
    uint64_t count = 0;
    unsigned ring = (part + stage) % rings->count;
    for (uint32_t way = 1; way < net->nodes; way++) {
        trip t = {0, 0, lb_digit(net, way, rings->dim[ring])};
        if (t.digit == 0)
            continue;
        for (unsigned i = 0; i < rings->count; i++) {
            unsigned other = (part + i) % rings->count, dim = rings->dim[other];
            uint32_t digit = lb_digit(net, way, dim), back = digit ? rings->radix[other] - digit : 0;
            if (i < stage)
                t.origin += back * net->stride[dim];
            else if (i > stage)
                t.dest += digit * net->stride[dim];
        }
        trips[count++] = t;
    }
    return count;
}

/* A step on a ring: over how many links. What has at most `near` links to go, either way, stays where it is. */
typedef struct stride {
    uint32_t links, near;
} stride;

/* What may be left after a step of something that has `left` links to go, so that `more` steps can do it: half, or less
 * if that leaves nothing else to turn back; and no less than what makes the step not too long. */
static uint32_t near_after(uint32_t left, uint32_t more) {
    uint32_t straight = more < 16 ? (UINT32_C(1) << more) - 1 : UINT16_MAX;
    uint32_t near = left / 2 < straight ? left / 2 : straight, least = (left + 1) / 3;
    return near > least ? near : least;
}

/* The steps of a ring by flights, `most` of them if that is enough; returns how many. */
static uint32_t strides_of(uint32_t radix, uint32_t most, stride *steps) {
    uint32_t count = 0;
    for (uint32_t left = radix / 2, near; left; left = near) {
        near = near_after(left, count < most ? most - count - 1 : 0);
        steps[count++] = (stride){left - near, near};
    }
    return count;
}

/* Whether a way of so many links has some in step s, how many it has behind it then, and whether it turns back. */
static bool takes(const stride *steps, uint32_t s, uint32_t hops, uint32_t *past, bool *back) {
    int64_t left = hops;
    *past = s;
    *back = false;
    if (!steps) /* link by link */
        return hops > s;
    for (uint32_t i = 0; i < s; i++) {
        if (llabs(left) > steps[i].near)
            left -= left > 0 ? (int64_t)steps[i].links : -(int64_t)steps[i].links;
    }
    *past = (uint32_t)(hops - left);
    *back = left < 0;
    return llabs(left) > steps[s].near;
}

/* What is the same for all packets. */
typedef struct exchange {
    const lb_net *net; /* the torus */
    const lb_net *flights;
    lb_rings rings;
    stride *steps; /* of the ring at hand; NULL: link by link */
    uint32_t most; /* how many there may be */
} exchange;

/* All blocks that set out one way round the ring and make this step the same way, or the other way, back. */
static void emit_items(lb_builder *b, const exchange *e, unsigned ring, unsigned way, bool turned, uint32_t s,
                       uint64_t lo, const trip *trips, uint64_t count) {
    const lb_rings *rings = &e->rings;
    uint32_t k = rings->radix[ring], unit = e->net->stride[rings->dim[ring]], past;
    bool back;
    for (uint64_t i = 0; i < count; i++) {
        uint32_t v = trips[i].digit, hops = way ? k - v : v;
        if (2 * hops > k || !takes(e->steps, s, hops, &past, &back) || back != turned)
            continue;
        bool half = 2 * v == k && k > 2;
        lb_build_item(b, (lb_item){
                             .origin = trips[i].origin + (way ? past : k - past) % k * unit,
                             .dest = trips[i].dest + (way ? v + past : v + k - past) % k * unit,
                             .lo = half && way ? lo + 1 : lo,
                             .hi = half && !way ? lo + 1 : lo + rings->halves,
                         });
    }
}

/* One packet: all that makes this step this way. */
static void emit_packet(lb_builder *b, const exchange *e, unsigned ring, unsigned way, uint32_t s, uint64_t lo,
                        const trip *trips, uint64_t count) {
    emit_items(b, e, ring, way, false, s, lo, trips, count);
    if (e->steps && e->rings.ways[ring] > 1)
        emit_items(b, e, ring, 1 - way, true, s, lo, trips, count);
}

/* The port of a step: a link, or a flight over several of its ring. */
static unsigned port_of(const exchange *e, unsigned ring, unsigned way, uint32_t links) {
    uint8_t port[MOST_LINKS];
    unsigned first = e->net->first_port[e->rings.dim[ring]] + way;
    if (links == 1)
        return first;
    memset(port, (int)first, links);
    return lb_net_port_of_route(e->flights, (lb_route){links, port});
}

static void emit_all(lb_builder *b, const exchange *e, trip *trips) {
    const lb_rings *rings = &e->rings;
    uint32_t longest = e->steps ? strides_of(2 * rings->hops, e->most, e->steps) : rings->hops;
    for (unsigned part = 0; part < rings->count; part++) {
        for (unsigned stage = 0; stage < rings->count; stage++) {
            unsigned ring = (part + stage) % rings->count;
            uint64_t count = list_trips(e->net, rings, part, stage, trips);
            uint32_t k = rings->radix[ring], steps = e->steps ? strides_of(k, e->most, e->steps) : k / 2;
            for (uint32_t s = 0; s < steps; s++) {
                for (unsigned way = 0; way < rings->ways[ring]; way++) {
                    lb_build_move(b, stage * longest + s + 1, 0,
                                  port_of(e, ring, way, e->steps ? e->steps[s].links : 1), LB_OP_COPY);
                    emit_packet(b, e, ring, way, s, (uint64_t)part * rings->halves, trips, count);
                }
            }
        }
    }
}

/* Hops of all parts of one node's blocks; halves count as two. */
static uint64_t count_items(const lb_net *net, const lb_rings *rings) {
    uint64_t items = 0;
    for (unsigned i = 0; i < rings->count; i++) {
        uint64_t k = rings->radix[i], hops = k * k / 4 + (k % 2 == 0 && k > 2 ? k / 2 : 0);
        items += net->nodes / k * hops;
    }
    return items * rings->count;
}

static int write_down(const exchange *e, const lb_task *flown, const char *name, lb_plan **plan, lb_why *why) {
    const lb_rings *rings = &e->rings;
    uint64_t moves = 2 * (uint64_t)rings->count * rings->count * rings->hops;
    lb_builder b;
    lb_build_begin(&b, flown, LB_SYMMETRIC, LB_LINEAR, 0, rings->count ? (uint64_t)rings->count * rings->halves : 1, 0);
    int error = lb_build_expect(&b, moves, count_items(e->net, rings), why);
    if (error)
        return error;
    trip *trips = lb_array(e->net->nodes, sizeof *trips);
    if (trips) {
        emit_all(&b, e, trips);
        error = lb_build_finish(&b, name, plan, why);
    } else {
        lb_build_abandon(&b);
        error = lb_fail_memory(why, "an exchange's ways");
    }
    free(trips);
    return error;
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    (void)o;
    *plan = NULL;
    exchange e = {.net = &task->net};
    lb_rings_of(&task->net, &e.rings);
    return write_down(&e, task, "torus-complete-exchange", plan, why);
}

/* The flights along all rings. */
static int find_flights(const exchange *e, lb_net **flights, lb_why *why) {
    lb_route routes[LB_MAX_PORTS];
    uint8_t word[LB_MAX_DIMS][2][MOST_LINKS];
    stride steps[MOST_STEPS];
    size_t count = 0;
    for (unsigned i = 0; i < e->rings.count; i++) {
        uint32_t all = strides_of(e->rings.radix[i], e->most, steps);
        for (unsigned way = 0; way < e->rings.ways[i]; way++) {
            memset(word[i][way], (int)(e->net->first_port[e->rings.dim[i]] + way), MOST_LINKS);
            for (uint32_t s = 0; s < all && count < LB_MAX_PORTS; s++)
                routes[count++] = (lb_route){steps[s].links, word[i][way]};
        }
    }
    return lb_net_flights(e->net, routes, count, flights, why);
}

/* Twice the blocks that a link of a ring carries. */
static uint64_t ring_load(uint64_t nodes, uint64_t k) {
    uint64_t h = k / 2;
    return nodes / k * (k == 2 ? 2 : k % 2 ? h * (h + 1) : h * h);
}

/* The ring with the largest load also has the most steps, but for rings of 2 and 4, which carry the same. */
static int time(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    (void)o;
    lb_rings rings;
    uint64_t most = 0;
    lb_rings_of(&task->net, &rings);
    for (unsigned i = 0; i < rings.count; i++) {
        uint64_t load = ring_load(task->net.nodes, rings.radix[i]);
        most = load > most ? load : most;
    }
    return lb_formula_set(f,
                          "n*k/8*tau*m + D*floor(k/2)*beta, k the largest radix (even; 2: n/2; odd: n*(k^2-1)/(8*k))",
                          most, 2, (uint64_t)rings.count * rings.hops);
}

/* What a link of a ring carries in a step, in parts of a block, of which there are D*halves. */
static uint64_t step_load(uint64_t nodes, const lb_rings *rings, uint32_t k, const stride *steps, uint32_t s) {
    uint64_t load = 0;
    uint32_t past;
    bool back;
    for (uint32_t hops = 1; hops <= k / 2; hops++)
        load += takes(steps, s, hops, &past, &back) ? (2 * hops == k && k > 2 ? 1 : rings->halves) : 0;
    return load * steps[s].links * (nodes / k);
}

/* With so many steps on the longest ring: every ring has a part in every stage, step by step the one that takes
 * longest.
 */
static int time_with(const lb_task *task, const lb_rings *rings, uint32_t most, lb_formula *f) {
    stride own[MOST_STEPS];
    uint64_t data = 0, hops = 0;
    for (uint32_t s = 0; s < most; s++) {
        uint64_t largest = 0, links = 1;
        for (unsigned i = 0; i < rings->count; i++) {
            if (strides_of(rings->radix[i], most, own) <= s)
                continue;
            uint64_t load = step_load(task->net.nodes, rings, rings->radix[i], own, s);
            largest = load > largest ? load : largest;
            links = own[s].links > links ? own[s].links : links;
        }
        data += largest;
        hops += links - 1;
    }
    int error = lb_formula_set(f, "about n*k/8*tau*m + D*(S*beta + (floor(k/2)-S)*hop), S steps on a ring", data,
                               rings->halves, (uint64_t)rings->count * most);
    f->hops = hops * rings->count;
    f->exact = rings->alike;
    return error;
}

/* As many steps as are the fastest at this cost; without one, so many that nothing makes a detour. */
static int time_far(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    lb_rings rings;
    lb_rings_of(&task->net, &rings);
    stride own[MOST_STEPS];
    uint32_t least = strides_of(2 * rings.hops, 0, own), most = strides_of(2 * rings.hops, MOST_STEPS, own);
    int error = time_with(task, &rings, most, f);
    for (uint32_t steps = least; steps < most && o->cost && !error; steps++) {
        lb_formula fewer;
        lb_ratio one, two;
        error = time_with(task, &rings, steps, &fewer);
        if (!error && lb_formula_time(f, o->cost, &one) == LB_OK && lb_formula_time(&fewer, o->cost, &two) == LB_OK &&
            lb_ratio_compare(two, one) < 0)
            *f = fewer;
    }
    return error;
}

static int build_far(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    lb_formula f;
    lb_net *flights = NULL;
    lb_task *flown = NULL;
    stride steps[MOST_STEPS];
    exchange e = {.net = &task->net, .steps = steps};
    lb_rings_of(&task->net, &e.rings);
    int error = time_far(task, o, &f);
    e.most = error ? 0 : (uint32_t)(f.startups / e.rings.count);
    if (!error)
        error = find_flights(&e, &flights, why);
    if (!error)
        error = lb_task_on(task, flights, &flown, why);
    e.flights = flights;
    if (!error)
        error = write_down(&e, flown, "stride-exchange", plan, why);
    lb_net_free(flights);
    lb_task_free(flown);
    return error;
}

/* Where a ring is so long that a flight saves a start-up. */
static int suits_far(const lb_task *task, const lb_plan_options *o) {
    (void)o;
    lb_rings rings;
    lb_rings_of(&task->net, &rings);
    bool known = lb_net_routing(&task->net) != LB_STORE_AND_FORWARD && task->net.ports <= LB_TORUS_PORTS;
    return known && rings.hops > 2 && rings.hops < MOST_LINKS ? 10 : 0;
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    (void)o;
    return task->net.cube ? 60 : 82;
}

const lb_algo lb_algo_torus_complete_exchange = {
    .info = {.name = "torus-complete-exchange",
             .source = "after Stout & Wagar 1990 (001), section 6, on tori",
             .tasks = LB_TASK_BIT(LB_ALLTOALL),
             .linear = true,
             .promise = "n*k/8*tau*m + D*floor(k/2)*beta, k the largest radix (even): the data term is at the bound"},
    .suits = suits,
    .time = time,
    .build = build,
};

const lb_algo lb_algo_stride_exchange = {
    .info = {.name = "stride-exchange",
             .source = "torus-complete-exchange by flights that halve the way to go",
             .tasks = LB_TASK_BIT(LB_ALLTOALL),
             .linear = true,
             .promise = "n*k/8*tau*m + D*(S*beta + (floor(k/2)-S)*hop), S = ceil(log2(floor(k/2)+1)): the least data; "
                        "or fewer start-ups and more data"},
    .suits = suits_far,
    .needs = "it needs a torus that cuts through, with a ring of 6 nodes or more, to 511",
    .time = time_far,
    .build = build_far,
};

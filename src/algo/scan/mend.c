/* A plan of a scan is mended: its last step is taken away, or its first, and packets that had moves there buy others in
 * their place, but only those: what they have besides is theirs, and costs nothing. Who is in another's way then gives
 * up what is, and a few other moves by chance, and buys again; prices rise where too many want the same, and stay
 * (negotiated congestion, as in haggle.c). What turns out to be of no use is left out.
 *
 * A packet that chooses all of its moves anew does not see, in one question, that what is bought for one node serves
 * others, so its new ways are poor ones where ports are few. Here nearly all of them stay. */
#include "algo/scan/mend.h"

#include "algo/scan/deals.h"
#include "algo/scan/shorten.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

#define MOST_NODES    64
#define MOST_MEMORY   (UINT64_C(1) << 24) /* spans times moments */
#define TIMES         1                   /* as much work as haggling; */
#define MORE_TIMES    20                  /* so much where it is worth it, */
#define TINY_TIMES    8                   /* and so much where it takes a second or two: */
#define TINY_NODES    9
#define FEW_PACKETS   5 /* fewer are soon at their best, */
#define MANY_PACKETS  8 /* more take longer */
#define ROUNDS        150
#define BITTERNESS    12
#define MOST_PRESSURE 60
#define GIVEN_UP      20 /* one in so many moves that are in nobody's way */

typedef struct mending {
    lb_bazaar b;
    bool *served, *lacking; /* packets that lost moves */
} mending;

/* Whether a packet had better do without something it has. */
static bool gives_up(lb_bazaar *b, lb_deal deal) {
    bool some = lb_random_mixed(&b->chance) % GIVEN_UP == 0;
    return some || lb_deal_too_many(b, deal.slot);
}

/* A packet keeps what is in nobody's way; how much that is. */
static uint32_t keep_most(lb_bazaar *b, uint32_t packet) {
    lb_deals *deals = &b->deals[packet];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < deals->count; i++) { /* those first: counts change when one is given up */
        if (!gives_up(b, deals->at[i])) {
            lb_deal deal = deals->at[i];
            deals->at[i] = deals->at[kept];
            deals->at[kept++] = deal;
        }
    }
    while (deals->count > kept)
        lb_deal_count(b, deals->at[--deals->count].slot, -1);
    memset(b->own, 0, (uint64_t)b->steps * b->n * b->degree * sizeof *b->own);
    for (uint32_t i = 0; i < kept; i++)
        b->own[deals->at[i].slot] = deals->at[i].span + 1;
    return kept;
}

/* Of the first so many deals those that nobody needs are left out. */
static void leave_out(lb_bazaar *b, uint32_t packet, uint32_t kept) {
    lb_deals *deals = &b->deals[packet];
    uint32_t count = 0;
    for (uint32_t i = 0; i < deals->count; i++) {
        if (i < kept && !b->needed[deals->at[i].slot])
            lb_deal_count(b, deals->at[i].slot, -1);
        else
            deals->at[count++] = deals->at[i];
    }
    deals->count = count;
}

static bool buy_again(mending *m, uint32_t packet) {
    lb_bazaar *b = &m->b;
    uint32_t kept = keep_most(b, packet);
    memset(b->needed, 0, (uint64_t)b->steps * b->n * b->degree * sizeof *b->needed);
    if (!lb_bazaar_serve(b, packet, m->served))
        return false;
    leave_out(b, packet, kept);
    m->lacking[packet] = false;
    return true;
}

/* Takes up what was kept, but for moves in what is cut off. */
static void take_up(mending *m, uint32_t steps, bool early) {
    lb_bazaar *b = &m->b;
    uint32_t step = b->n * b->degree, cut = early ? (b->kept_steps - steps) * step : 0;
    for (uint32_t p = 0; p < b->packets; p++) {
        m->lacking[p] = false;
        for (uint32_t i = 0; i < b->kept[p].count; i++) {
            lb_deal deal = b->kept[p].at[i];
            bool fits = deal.slot >= cut && deal.slot - cut < steps * step;
            m->lacking[p] = m->lacking[p] || !fits;
            if (fits)
                lb_deal_add(b, p, (lb_deal){deal.slot - cut, deal.span});
        }
    }
}

/* One round; *content: nobody lacked anything, or was in the way. False: there are too few steps. */
static bool trade(mending *m, bool *content) {
    lb_bazaar *b = &m->b;
    *content = true;
    for (uint32_t p = 0; p < b->packets; p++) {
        if (!m->lacking[p] && lb_deals_content(b, p))
            continue;
        *content = false;
        if (b->work >= b->most || !buy_again(m, p))
            return false;
    }
    return true;
}

/* Whether a step could be done without; then that is kept. */
static bool mend(mending *m, bool early) {
    lb_bazaar *b = &m->b;
    uint32_t steps = b->kept_steps - 1;
    bool content = false, possible = true;
    lb_bazaar_clear(b, steps);
    take_up(m, steps, early);
    for (uint32_t round = 0; round < ROUNDS && possible && !content && !b->error; round++) {
        possible = trade(m, &content);
        lb_bazaar_bear_grudges(b, BITTERNESS);
        b->pressure = b->pressure < MOST_PRESSURE ? b->pressure * 5 / 4 : MOST_PRESSURE;
    }
    content = content && !b->error;
    if (content)
        lb_bazaar_keep(b);
    return content;
}

/* Tries until there are so few steps, or so much was done. */
static void mend_until(mending *m, uint32_t least, uint64_t most) {
    lb_bazaar *b = &m->b;
    b->most = most;
    for (bool early = false; !b->error && b->kept_steps > least && b->work < most;)
        early = !mend(m, early) && !early;
}

/* Times the work of haggling, to get to the fewest steps that there could be. */
static uint64_t times(const lb_bazaar *b) {
    bool tiny = b->n <= TINY_NODES && b->packets >= FEW_PACKETS && b->packets <= MANY_PACKETS;
    return tiny ? TINY_TIMES : TIMES;
}

static int mend_all(mending *m, const lb_plan_options *o, uint32_t least, uint32_t hoped, lb_plan **plan, lb_why *why) {
    lb_bazaar *b = &m->b;
    uint64_t work = lb_scan_work(o);
    lb_plan *shorter = NULL;
    uint32_t steps = lb_plan_steps(*plan);
    b->chance = o->seed;
    b->careful = true;
    b->back = lb_task_kind_of(lb_plan_task(*plan)) == LB_SCAN;
    int error = lb_bazaar_learn(b, *plan, why);
    if (!error)
        mend_until(m, hoped, MORE_TIMES * work);
    if (!error)
        mend_until(m, least, b->work + times(b) * work);
    if (error || b->error)
        return lb_fail_memory(why, "the packets' ways");
    if (b->kept_steps < steps)
        error = lb_scan_write(b, *plan, b->packets, 0, &shorter, why);
    if (shorter) {
        lb_plan_free(*plan);
        *plan = shorter;
    }
    return error;
}

static int begin(mending *m, const lb_net *net, const lb_plan_options *o, uint32_t steps) {
    lb_span_groups groups;
    if (lb_span_groups_make(&groups, net->nodes, NULL, 0))
        return LB_ERR_MEMORY;
    if (lb_bazaar_begin(&m->b, net, groups, o, steps))
        return LB_ERR_MEMORY;
    m->b.needed = lb_array((uint64_t)steps * net->nodes * net->ports, sizeof *m->b.needed);
    m->lacking = lb_array(o->packets, sizeof *m->lacking);
    m->served = lb_bazaar_clients(&m->b);
    return m->b.needed && m->lacking && m->served ? LB_OK : LB_ERR_MEMORY;
}

int lb_scan_mend(const lb_plan_options *o, uint32_t least, uint32_t hoped, lb_plan **plan, lb_why *why) {
    const lb_net *net = lb_task_net(lb_plan_task(*plan));
    mending m = {.served = NULL};
    uint64_t n = net->nodes, steps = lb_plan_steps(*plan);
    if (n < 2 || n > MOST_NODES || steps <= least || o->effort < 0 || (steps + 1) * n * n * n > MOST_MEMORY)
        return LB_OK;
    int error = begin(&m, net, o, (uint32_t)steps);
    error = error ? lb_fail_memory(why, "the packets' ways") : mend_all(&m, o, least, hoped, plan, why);
    free(m.b.needed);
    free(m.lacking);
    free(m.served);
    lb_bazaar_end(&m.b);
    return error;
}

/* A plan of a scan is mended: its last step is taken away, or its first, and packets that had moves there buy others in
 * their place, but only those: what they have besides is theirs, and costs nothing. Who is in another's way then gives
 * up what is, and a few other moves by chance, and buys again; prices rise where too many want the same, and stay
 * (negotiated congestion, as in haggle.c). What turns out to be of no use is left out.
 *
 * A packet that chooses all of its moves anew does not see, in one question, that what is bought for one node serves
 * others, so its new ways are poor ones where ports are few. Here nearly all of them stay. */
#include "algo/scan/mend.h"

#include "algo/scan/mending.h"
#include "algo/scan/shorten.h"

#define TIMES         1  /* as much work as haggling; */
#define MORE_TIMES    20 /* so much where it is worth it, */
#define TINY_TIMES    8  /* and so much where it takes a second or two: */
#define TINY_NODES    9
#define FEW_PACKETS   5 /* fewer are soon at their best, */
#define MANY_PACKETS  8 /* more take longer */
#define ROUNDS        150
#define BITTERNESS    12
#define MOST_PRESSURE 60

/* Whether a step could be done without; then that is kept. */
static bool mend(lb_mending *m, bool early) {
    lb_bazaar *b = &m->b;
    uint32_t steps = b->kept_steps - 1;
    bool content = false, possible = true;
    lb_mending_cut(m, steps, early);
    for (uint32_t round = 0; round < ROUNDS && possible && !content && !b->error; round++) {
        possible = lb_mending_trade(m, &content);
        lb_bazaar_bear_grudges(b, BITTERNESS);
        b->pressure = b->pressure < MOST_PRESSURE ? b->pressure * 5 / 4 : MOST_PRESSURE;
    }
    content = content && !b->error;
    if (content)
        lb_bazaar_keep(b);
    return content;
}

/* Tries until there are so few steps, or so much was done. */
static void mend_until(lb_mending *m, uint32_t least, uint64_t most) {
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

static int mend_all(lb_mending *m, const lb_plan_options *o, uint32_t least, uint32_t hoped, lb_plan **plan,
                    lb_why *why) {
    lb_bazaar *b = &m->b;
    uint64_t work = lb_scan_work(o);
    int error = lb_bazaar_learn(b, *plan, why);
    if (!error)
        mend_until(m, hoped, MORE_TIMES * work);
    if (!error)
        mend_until(m, least, b->work + times(b) * work);
    if (error || b->error)
        return lb_fail_memory(why, "the packets' ways");
    return lb_mending_write(m, plan, why);
}

int lb_scan_mend(const lb_plan_options *o, uint32_t least, uint32_t hoped, lb_plan **plan, lb_why *why) {
    const lb_net *net = lb_task_net(lb_plan_task(*plan));
    lb_mending m;
    uint32_t steps = lb_plan_steps(*plan);
    if (steps <= least || o->effort < 0 || !lb_mending_suits(net, steps))
        return LB_OK;
    int error = lb_mending_begin(&m, lb_plan_task(*plan), o, steps);
    error = error ? lb_fail_memory(why, "the packets' ways") : mend_all(&m, o, least, hoped, plan, why);
    lb_mending_end(&m);
    return error;
}

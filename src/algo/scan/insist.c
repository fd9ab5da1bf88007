/* Where a plan of a scan is mended in vain, it is tried again from where it came nearest.
 *
 * Mending (mend.c) ends with a few moves in each other's way, often only one, and begins anew from the plan, whose cut
 * tears more. Here what came nearest is kept, and the next attempt begins there, at lower prices for what others have
 * than mending comes to: then packets that are in nobody's way give way, too. Some of them buy again even so, each
 * without a few of its moves, or it would always end alike. Who comes no nearer for some attempts begins anew from the
 * plan, cut at its end and at its beginning in turn. */
#include "algo/scan/insist.h"

#include "algo/scan/mending.h"
#include "algo/scan/shorten.h"
#include "algo/scan/terms.h"
#include "base/random.h"

#include <stdlib.h>

#define PRESSURE 20
#define FEW      20 /* one in so many moves is given up by chance */
#define MORE     5
#define BUYING   20 /* packets of a hundred that buy again, though they are in nobody's way */
#define AGAIN    10 /* attempts that come no nearer */
#define CHANCE   8  /* of four the one with which most was found soon */

/* Some packets are not content with what they have. */
static void stir(lb_mending *m) {
    for (uint32_t p = 0; p < m->b.packets; p++)
        m->lacking[p] = lb_random_mixed(&m->b.chance) % 100 < BUYING;
}

/* Whether it came to a step less; then that is kept. */
static bool insist(lb_mending *m, bool early, lb_scan_nearly *nearly) {
    lb_bazaar *b = &m->b;
    lb_mending_cut(m, b->kept_steps - 1, early);
    b->pressure = PRESSURE;
    nearly->clashes = UINT32_MAX;
    bool fits = lb_mending_come_to_terms(m, nearly);
    uint32_t idle = 0;
    while (!fits && idle < AGAIN && nearly->clashes != UINT32_MAX && b->work < b->most && !b->error) {
        uint32_t before = nearly->clashes;
        lb_mending_take_up(m, nearly);
        stir(m);
        b->pressure = PRESSURE;
        m->given_up = idle % 2 ? FEW : MORE;
        fits = lb_mending_come_to_terms(m, nearly);
        idle = nearly->clashes < before ? 0 : idle + 1;
    }
    return fits;
}

static int insist_until(lb_mending *m, uint32_t least, const lb_plan *plan, lb_why *why) {
    lb_bazaar *b = &m->b;
    lb_scan_nearly nearly = {0};
    int error = lb_bazaar_learn(b, plan, why);
    for (bool early = false; !error && !b->error && b->kept_steps > least && b->work < b->most;)
        early = !insist(m, early, &nearly) && !early;
    free(nearly.moves);
    return error ? error : b->error ? lb_fail_memory(why, "the packets' ways") : LB_OK;
}

int lb_scan_insist(const lb_plan_options *o, uint32_t least, uint32_t times, lb_plan **plan, lb_why *why) {
    const lb_net *net = lb_task_net(lb_plan_task(*plan));
    lb_mending m;
    uint32_t steps = lb_plan_steps(*plan);
    if (steps <= least || o->effort < 0 || !lb_mending_suits(net, steps))
        return LB_OK;
    int error = lb_mending_begin(&m, lb_plan_task(*plan), o, steps);
    m.b.chance += CHANCE;
    m.b.most = times * lb_scan_work(o);
    error = error ? lb_fail_memory(why, "the packets' ways") : insist_until(&m, least, *plan, why);
    if (!error)
        error = lb_mending_write(&m, plan, why);
    lb_mending_end(&m);
    return error;
}

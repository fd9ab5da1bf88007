/* What nearly fits is made to fit. At the fair (fair.c) packets choose among whole ways, and in the end often a few
 * moves of hundreds are in each other's way, but no other way that there is would do. Here those who clash give up only
 * these moves, and a few others by chance, and buy what is missing then of all that there is (mending.c). What has the
 * fewest clashes is where the next attempt begins, once it has come no nearer for some rounds: with little given up it
 * stays near what there is, and with more it gets away from where that leads nowhere, so these take turns. */
#include "algo/scan/finish.h"

#include "algo/scan/mending.h"
#include "algo/scan/shorten.h"
#include "algo/scan/terms.h"

#define PRESSURE 60
#define FEW      100 /* one in so many moves is given up by chance */
#define MORE     20
#define CLOSE    4 /* clashes: then it goes on for twice as long */

int lb_scan_put_right(const lb_plan_options *o, uint32_t times, lb_scan_nearly *nearly, lb_plan **plan, lb_why *why) {
    lb_mending m;
    const lb_task *task = lb_plan_task(*plan);
    bool fits = false;
    if (!nearly->moves || !lb_mending_suits(lb_task_net(task), nearly->steps))
        return LB_OK;
    int error = lb_mending_begin(&m, task, o, nearly->steps);
    m.b.most = times * lb_scan_work(o);
    for (uint32_t again = 0; !error && !m.b.error && !fits && m.b.work < m.b.most; again++) {
        if (nearly->clashes <= CLOSE)
            m.b.most = 2 * times * lb_scan_work(o);
        m.given_up = again % 2 ? MORE : FEW;
        lb_mending_take_up(&m, nearly);
        m.b.pressure = PRESSURE;
        fits = lb_mending_come_to_terms(&m, nearly);
    }
    if (error || m.b.error)
        error = lb_fail_memory(why, "the packets' ways");
    else if (fits)
        error = lb_mending_write(&m, plan, why);
    lb_mending_end(&m);
    return error;
}

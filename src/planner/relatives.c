/* What is found for networks like this one (kin.h). Only by who was asked, not in contests within: they are like it
 * both ways. */
#include "planner/enter_method.h"
#include "planner/entries.h"
#include "planner/kin.h"

enum { FEW_NODES = 64, FEW_BLOCKS = 1024 };

/* Whether it does not help that links are slow, as with long messages. */
static bool is_hopeless(const lb_contest *c) {
    lb_task *slow;
    if (lb_kin_task(c->task, LB_KIN_EVEN, &slow, NULL))
        return false;
    bool hopeless = lb_contest_hopeless(c, slow);
    lb_task_free(slow);
    return hopeless;
}

static void enter_kin(lb_contest *c, lb_kin kin) {
    lb_method method = {LB_METHOD_KIN, kin};
    uint64_t work = lb_work_of(c->task, c->options);
    char name[96];
    if (lb_contest_over(c) || !lb_kin_is(c->task, kin) || (kin == LB_KIN_EVEN && is_hopeless(c)))
        return;
    lb_method_name(method, c->options, NULL, name, sizeof name);
    if (lb_contest_afford(c, name, work > c->first_work ? work : c->first_work))
        lb_enter_method(c, method, lb_contest_beside, LB_BY_ALL);
}

/* The more nodes, the less it matters on the linear clock in which order dimensions are, and the longer it takes: two
 * more contests. */
static bool is_worth_turning(const lb_contest *c) {
    bool few = c->task->net.nodes <= FEW_NODES && lb_task_blocks(c->task) <= FEW_BLOCKS;
    bool rested = c->left >= lb_effort_work(c->options->effort) / 4;
    return c->options->clock == LB_UNIT || c->options->effort > LB_EFFORT || (few && rested);
}

void lb_enter_kin(lb_contest *c) {
    if (!c->attempts)
        return;
    enter_kin(c, LB_KIN_EVEN);
    if (is_worth_turning(c)) {
        enter_kin(c, LB_KIN_FALLING);
        enter_kin(c, LB_KIN_RISING);
    }
}

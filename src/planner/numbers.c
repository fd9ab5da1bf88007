/* Graphs as the network with a name that they are (renumbered.h). Only by who was asked, not in contests within: they
 * are about the same graph. */
#include "planner/enter_method.h"
#include "planner/entries.h"
#include "planner/renumbered.h"

#include <stdlib.h>

/* The plan that who asks for that network gets: all is tried there that is tried for those who are asked. */
static int find_asked(lb_contest *c, const lb_task *task, const lb_plan_options *options, unsigned by, lb_plan **plan) {
    lb_attempts attempts = {.at = NULL};
    lb_contest other = {.run = c->run,
                        .task = task,
                        .options = options,
                        .by = by & c->by,
                        .left = lb_effort_work(options->effort),
                        .attempts = &attempts};
    int error = c->run(&other, NULL);
    *plan = other.best;
    free(attempts.at);
    free(attempts.bound);
    return error;
}

void lb_enter_renumbered(lb_contest *c) {
    if (c->attempts && lb_renumbered_may(c->task))
        lb_enter_method(c, (lb_method){LB_METHOD_RENUMBERED, 0}, find_asked, LB_BY_ALL);
}

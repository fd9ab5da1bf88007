/* Graphs as the network with a name that they are (renumbered.h). Only by who was asked, not in contests within: they
 * are about the same graph. */
#include "planner/enter_method.h"
#include "planner/entries.h"
#include "planner/renumbered.h"

void lb_enter_renumbered(lb_contest *c) {
    if (c->attempts && lb_renumbered_may(c->task))
        lb_enter_method(c, (lb_method){LB_METHOD_RENUMBERED, 0}, lb_contest_beside, LB_BY_ALL);
}

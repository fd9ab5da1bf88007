/* A plan that is too large to be drawn still has a timeline: how many packets cross the links of each port in each
 * step. */
#include "session.h"

#include <stdlib.h>

enum { MOST_BINS = 2048 };
#define MOST_WALKED (UINT64_C(1) << 25) /* moves that are counted one by one */

static void count(uint32_t step, unsigned port, uint32_t steps, uint32_t nodes) {
    web_profile *p = &web.profile;
    if (step && step <= steps && port < p->ports)
        p->busy[(size_t)port * p->bins + (size_t)((uint64_t)(step - 1) * p->bins / steps)] += nodes;
}

/* Of a symmetric plan one node's sends are everybody's. */
static bool count_program(uint32_t steps, uint32_t nodes) {
    lb_program *program;
    lb_move move;
    if (lb_program_create(web.plan, 0, &program, NULL))
        return false;
    for (unsigned port = 0; port < web.profile.ports; port++)
        for (uint64_t i = 0; i < lb_program_count(program, port, LB_SENDS); i++) {
            lb_program_packet(program, port, LB_SENDS, i, &move);
            count(move.step, port, steps, nodes);
        }
    lb_program_free(program);
    return true;
}

static bool count_moves(uint32_t steps) {
    lb_cursor *cursor;
    lb_move move;
    if (lb_plan_moves(web.plan) > MOST_WALKED || lb_cursor_open(web.plan, &cursor, NULL))
        return false;
    while (lb_cursor_next(cursor, &move) > 0)
        count(move.step, move.port, steps, 1);
    lb_cursor_close(cursor);
    return true;
}

/* NULL: on the linear clock, where steps are no moments, and of what is too large even for this. */
WEB_EXPORT(web_plan_profile) const web_profile *web_plan_profile(void);
const web_profile *web_plan_profile(void) {
    if (!web.plan || lb_plan_clock(web.plan) != LB_UNIT || !lb_plan_steps(web.plan))
        return NULL;
    const lb_net *net = lb_plan_net(web.plan);
    uint32_t steps = lb_plan_steps(web.plan), bins = steps < MOST_BINS ? steps : MOST_BINS;
    free(web.profile.busy);
    web.profile = (web_profile){.ports = lb_net_ports(net), .bins = bins};
    web.profile.busy = calloc((size_t)web.profile.ports * bins, sizeof *web.profile.busy);
    if (!web.profile.busy)
        return NULL;
    bool symmetric = lb_plan_orbit(web.plan) == LB_SYMMETRIC;
    bool counted = symmetric ? count_program(steps, lb_net_nodes(net)) : count_moves(steps);
    return counted ? &web.profile : NULL;
}

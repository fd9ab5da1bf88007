/* Reading a plan into what its links carry. */
#include "draw/traffic.h"

#include "base/base.h"

#include <inttypes.h>
#include <stdlib.h>

static int take(const lb_plan *plan, uint32_t step, lb_traffic *traffic, lb_why *why) {
    lb_cursor *cursor = NULL;
    lb_move move;
    unsigned ports = lb_net_ports(lb_plan_net(plan));
    int error = lb_cursor_open(plan, &cursor, why);
    if (error)
        return error;
    while (lb_cursor_next(cursor, &move) == 1) {
        size_t link = (size_t)move.from * ports + move.port;
        if (move.step <= traffic->steps)
            traffic->moves[move.step - 1]++;
        if (step && move.step != step)
            continue;
        lb_steps_add(&traffic->link[link], move.step);
        if (traffic->load)
            lb_load_text(plan, &move, traffic->load[link]);
    }
    lb_cursor_close(cursor);
    return LB_OK;
}

int lb_traffic_make(const lb_plan *plan, uint32_t step, lb_traffic *traffic, lb_why *why) {
    const lb_net *net = lb_plan_net(plan);
    uint64_t links = (uint64_t)lb_net_nodes(net) * lb_net_ports(net);
    *traffic = (lb_traffic){.steps = lb_plan_steps(plan)};
    if (lb_plan_moves(plan) > LB_DRAW_MOVES || traffic->steps > LB_DRAW_MOVES)
        return lb_fail(why, LB_ERR_SIZE,
                       "a plan of %" PRIu64 " moves is too large to draw; up to %" PRIu64 " can be drawn",
                       lb_plan_moves(plan), LB_DRAW_MOVES);
    if (step > traffic->steps)
        return lb_fail(why, LB_ERR_ARG, "there is no step %" PRIu32 ": the plan has %" PRIu32, step, traffic->steps);
    traffic->link = lb_zeroed(links, sizeof *traffic->link);
    traffic->moves = lb_zeroed(traffic->steps, sizeof *traffic->moves);
    traffic->load = step ? lb_zeroed(links, sizeof *traffic->load) : NULL;
    int error = LB_OK;
    if (!traffic->link || !traffic->moves || (step && !traffic->load))
        error = lb_fail_memory(why, "the drawing");
    if (!error)
        error = take(plan, step, traffic, why);
    for (uint64_t k = 0; !error && k < links; k++) {
        lb_steps_end(&traffic->link[k]);
        traffic->most = traffic->link[k].count > traffic->most ? traffic->link[k].count : traffic->most;
    }
    if (error)
        lb_traffic_free(traffic);
    return error;
}

void lb_traffic_free(lb_traffic *traffic) {
    free(traffic->link);
    free(traffic->load);
    free(traffic->moves);
    *traffic = (lb_traffic){.link = NULL};
}

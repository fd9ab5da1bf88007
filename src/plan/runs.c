/* Runs: making the packet that goes through a port in a step. */
#include "plan/runs.h"

#include <stdlib.h>

void lb_runs_free(lb_runs *r) {
    for (unsigned port = 0; r && port < LB_TORUS_PORTS; port++)
        free(r->at[port]);
    free(r);
}

static void free_data(void *data) {
    lb_runs_free(data);
}

int lb_runs_add(lb_runs *r, unsigned port, lb_run run) {
    void *list = r->at[port];
    int error = lb_grow(&list, &r->room[port], r->count[port] + 1, sizeof run);
    r->at[port] = list;
    if (!error)
        r->at[port][r->count[port]++] = run;
    return error;
}

static bool is_in(const lb_run *run, uint32_t step) {
    return step >= run->step && step - run->step < run->hops;
}

/* The run that is on in a step, or NULL. Steps are mostly asked for one after another: *last is where it was found, and
 * the next is near. */
static const lb_run *find(const lb_runs *r, unsigned port, uint32_t step, uint64_t *last) {
    const lb_run *list = r->at[port];
    uint64_t count = r->count[port], low = 0, high = count;
    if (*last < count && is_in(&list[*last], step))
        return &list[*last];
    if (*last + 1 < count && is_in(&list[*last + 1], step))
        return &list[++*last];
    while (low < high) { /* the first that begins later */
        uint64_t middle = low + (high - low) / 2;
        if (list[middle].step <= step)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0 || !is_in(&list[low - 1], step))
        return NULL;
    *last = low - 1;
    return &list[low - 1];
}

/* A place and so many hops from it. */
static uint32_t after(const lb_net *net, uint32_t place, unsigned port, uint32_t hops) {
    unsigned dim = net->port_dim[port];
    uint32_t radix = net->radix[dim], way = hops % radix;
    return lb_net_add(net, place, (net->port_sign[port] < 0 && way ? radix - way : way) * net->stride[dim]);
}

static void one(const lb_plan *plan, uint32_t step, uint32_t node, unsigned port, lb_plan *room) {
    const lb_runs *r = plan->generator.data;
    const lb_net *net = &plan->task->net;
    const lb_run *run = find(r, port, step, (uint64_t *)room->scratch + port);
    if (!run)
        return;
    uint32_t place = after(net, run->place, port, step - run->step), offset = lb_runs_offset(r, plan->task, run->row);
    uint64_t block = run->row / r->packets, piece = run->row % r->packets;
    lb_room_move(room, node, port);
    if (room->copy)
        room->copy[room->nitems] = (uint32_t)block - plan->task->first[offset];
    lb_room_item(room, lb_net_sub(net, 0, place), lb_net_sub(net, offset, place), piece, piece + 1);
}

/* Whether some offset is listed twice, so that blocks need copy numbers. */
static bool has_copies(const lb_task *task) {
    for (size_t i = 1; task->list && i < task->count; i++) {
        if (task->list[i] == task->list[i - 1])
            return true;
    }
    return false;
}

int lb_plan_of_runs(const lb_task *task, const char *algorithm, uint32_t steps, uint64_t moves, lb_runs *r,
                    lb_plan **plan, lb_why *why) {
    lb_generator generator = {
        .one = one,
        .free = free_data,
        .data = r,
        .bytes = sizeof *r,
        .scratch = LB_TORUS_PORTS * sizeof(uint64_t),
        .denominator = r->packets > 1 ? r->packets : 0,
        .fine = true,
        .has_origin = true,
        .has_dest = true,
        .has_copy = has_copies(task),
    };
    for (unsigned port = 0; port < task->net.ports; port++)
        generator.bytes += r->room[port] * sizeof(lb_run);
    int error = lb_plan_generated(task, algorithm, LB_SYMMETRIC, steps, moves, generator, plan, why);
    if (!error)
        (*plan)->packet = 1;
    return error;
}

const lb_runs *lb_plan_runs(const lb_plan *plan) {
    return plan->generator.one == one ? plan->generator.data : NULL;
}

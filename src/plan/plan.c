/* Plans: taking and giving back their memory, and what can be asked of them. */
#include "plan/plan.h"

#include <inttypes.h>
#include <stdlib.h>

/* Takes one array of the template; wanted == false leaves it NULL. */
static bool take(void *pointer, bool wanted, uint64_t count, size_t size) {
    void **array = pointer;
    if (!wanted)
        return true;
    *array = lb_array(count, size);
    return *array != NULL;
}

static bool take_arrays(lb_plan *plan, const lb_plan_shape *s) {
    plan->step_first = lb_zeroed((uint64_t)s->steps + 1, sizeof *plan->step_first);
    return plan->step_first && take(&plan->node, s->orbit != LB_SYMMETRIC, s->moves, sizeof *plan->node) &&
           take(&plan->port, true, s->moves, sizeof *plan->port) &&
           take(&plan->op, s->has_op, s->moves, sizeof *plan->op) &&
           take(&plan->item_first, s->many, s->moves + 1, sizeof *plan->item_first) &&
           take(&plan->origin, s->has_origin, s->items, sizeof *plan->origin) &&
           take(&plan->dest, s->has_dest, s->items, sizeof *plan->dest) &&
           take(&plan->copy, s->has_copy, s->items, sizeof *plan->copy) &&
           take(&plan->lo, s->has_pieces, s->items, sizeof *plan->lo) &&
           take(&plan->hi, s->has_pieces, s->items, sizeof *plan->hi);
}

int lb_plan_alloc(const lb_task *task, const char *algorithm, const lb_plan_shape *s, lb_plan **out, lb_why *why) {
    *out = NULL;
    if (s->moves >= UINT32_MAX || s->items >= UINT64_C(1) << 40)
        return lb_fail(why, LB_ERR_SIZE, "a template of %" PRIu64 " moves is too large", s->moves);
    lb_plan *plan = lb_zeroed(1, sizeof *plan);
    if (!plan)
        return lb_fail_memory(why, "a plan");
    plan->orbit = s->orbit;
    plan->clock = s->clock;
    plan->ports = s->ports ? s->ports : task->net.ports;
    plan->steps = s->steps;
    plan->denominator = s->denominator;
    plan->packet = s->packet ? s->packet : s->denominator;
    plan->nmoves = s->moves;
    plan->nitems = s->items;
    snprintf(plan->algorithm, sizeof plan->algorithm, "%s", algorithm);
    int error = lb_task_clone(task, &plan->task, why);
    if (!error && !take_arrays(plan, s))
        error = lb_fail_memory(why, "a plan's moves");
    if (error) {
        lb_plan_free(plan);
        return error;
    }
    *out = plan;
    return LB_OK;
}

void lb_plan_free(lb_plan *plan) {
    if (!plan)
        return;
    lb_task_free(plan->task);
    if (plan->generator.free)
        plan->generator.free(plan->generator.data);
    free(plan->step_first);
    free(plan->node);
    free(plan->port);
    free(plan->op);
    free(plan->item_first);
    free(plan->origin);
    free(plan->dest);
    free(plan->copy);
    free(plan->scratch);
    free(plan->attempts);
    free(plan->bound);
    free(plan->recipe);
    free(plan->lo);
    free(plan->hi);
    free(plan);
}

size_t lb_plan_bytes(const lb_plan *plan) {
    size_t move = 1 + (plan->node ? 4 : 0) + (plan->op ? 1 : 0) + (plan->item_first ? 8 : 0);
    size_t item = (plan->origin ? 4 : 0) + (plan->dest ? 4 : 0) + (plan->copy ? 4 : 0) + (plan->lo ? 16 : 0);
    if (lb_plan_is_generated(plan))
        return sizeof *plan + plan->generator.bytes;
    return sizeof *plan + 8 * ((size_t)plan->steps + 1) + plan->nmoves * move + plan->nitems * item;
}

lb_item lb_plan_item(const lb_plan *plan, uint64_t i) {
    return (lb_item){
        .origin = plan->origin ? plan->origin[i] : 0,
        .dest = plan->dest ? plan->dest[i] : 0,
        .copy = plan->copy ? plan->copy[i] : 0,
        .lo = plan->lo ? plan->lo[i] : 0,
        .hi = plan->hi ? plan->hi[i] : plan->denominator,
    };
}

lb_item lb_item_translate(const lb_net *net, lb_class class, lb_item item, uint32_t by) {
    item.origin = class == LB_SUM ? LB_NONE : lb_net_add(net, item.origin, by);
    item.dest = class == LB_COPY ? LB_NONE : lb_net_add(net, item.dest, by);
    return item;
}

uint64_t lb_plan_most_items(const lb_plan *plan) {
    uint64_t most = plan->generator.most_items ? plan->generator.most_items : 1;
    for (uint64_t m = 0; plan->item_first && m < plan->nmoves; m++) {
        uint64_t count = plan->item_first[m + 1] - plan->item_first[m];
        most = count > most ? count : most;
    }
    return most;
}

uint32_t lb_plan_step_of(const lb_plan *plan, uint64_t m) {
    uint32_t low = 1, high = plan->steps;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (plan->step_first[middle] <= m)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void lb_plan_rename(lb_plan *plan, const char *algorithm) {
    snprintf(plan->algorithm, sizeof plan->algorithm, "%s", algorithm);
}

const lb_task *lb_plan_task(const lb_plan *plan) {
    return plan->task;
}

const lb_net *lb_plan_net(const lb_plan *plan) {
    return &plan->task->net;
}

const char *lb_plan_algorithm(const lb_plan *plan) {
    return plan->algorithm;
}

lb_orbit lb_plan_orbit(const lb_plan *plan) {
    return plan->orbit;
}

lb_clock lb_plan_clock(const lb_plan *plan) {
    return plan->clock;
}

uint32_t lb_plan_ports(const lb_plan *plan) {
    return plan->ports;
}

uint32_t lb_plan_steps(const lb_plan *plan) {
    return plan->steps;
}

uint32_t lb_plan_control(const lb_plan *plan, bool after) {
    return after ? plan->control_after : plan->control_before;
}

uint64_t lb_plan_moves(const lb_plan *plan) {
    return plan->nmoves * lb_plan_copies(plan);
}

size_t lb_plan_attempts(const lb_plan *plan) {
    return plan->nattempts;
}

const lb_bound *lb_plan_bound(const lb_plan *plan) {
    return plan->bound;
}

const lb_attempt *lb_plan_attempt(const lb_plan *plan, size_t index) {
    return index < plan->nattempts ? &plan->attempts[index] : NULL;
}

uint64_t lb_plan_template_moves(const lb_plan *plan) {
    return plan->nmoves;
}

uint64_t lb_plan_denominator(const lb_plan *plan) {
    return plan->denominator;
}

uint64_t lb_plan_packet(const lb_plan *plan) {
    return plan->packet;
}

/* retime: by counting the moves of each step, then sorting within steps where that is needed. */
#include "plan/retime.h"

#include <stdlib.h>
#include <string.h>

static uint32_t last_step(const lb_plan *plan, const uint32_t *step) {
    uint32_t last = 0;
    for (uint64_t m = 0; m < plan->nmoves; m++)
        last = step[m] > last ? step[m] : last;
    return last;
}

static int take(const lb_plan *plan, uint32_t steps, lb_plan **out, lb_why *why) {
    lb_plan_shape shape = {
        .orbit = plan->orbit,
        .clock = plan->clock,
        .ports = plan->ports,
        .steps = steps,
        .denominator = plan->denominator,
        .packet = plan->packet,
        .moves = plan->nmoves,
        .items = plan->nitems,
        .many = plan->item_first != NULL,
        .has_op = plan->op != NULL,
        .has_origin = plan->origin != NULL,
        .has_dest = plan->dest != NULL,
        .has_copy = plan->copy != NULL,
        .has_pieces = plan->lo != NULL,
    };
    return lb_plan_alloc(plan->task, plan->algorithm, &shape, out, why);
}

/* Which move comes where: those of a step in their old order. step_first runs one step ahead while it is used. */
static void count_out(lb_plan *out, const uint32_t *step, uint32_t *from) {
    for (uint64_t m = 0; m < out->nmoves; m++)
        out->step_first[step[m]]++;
    uint64_t before = 0;
    for (uint32_t s = 0; s <= out->steps; s++) {
        uint64_t count = out->step_first[s];
        out->step_first[s] = before;
        before += count;
    }
    for (uint64_t m = 0; m < out->nmoves; m++)
        from[out->step_first[step[m]]++] = (uint32_t)m;
}

/* Where a move stands in its step, by its link, and then which it is. */
static uint64_t key_of(const lb_plan *plan, uint32_t m) {
    return lb_link_number(&plan->task->net, plan->node ? plan->node[m] : 0, plan->port[m]) << 32 | m;
}

static int by_key(const void *a, const void *b) {
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void sort_keys(uint64_t *keys, uint64_t count) {
    if (count > 64) {
        qsort(keys, count, sizeof *keys, by_key);
        return;
    }
    for (uint64_t i = 1; i < count; i++) {
        uint64_t key = keys[i], j = i;
        for (; j > 0 && keys[j - 1] > key; j--)
            keys[j] = keys[j - 1];
        keys[j] = key;
    }
}

static int sort_steps(const lb_plan *plan, const lb_plan *out, uint32_t *from) {
    uint64_t room = 0;
    void *array = NULL;
    for (uint32_t s = 1; s <= out->steps; s++) {
        uint64_t first = out->step_first[s - 1], count = out->step_first[s] - first;
        bool sorted = true;
        for (uint64_t i = 1; i < count && sorted; i++)
            sorted = key_of(plan, from[first + i - 1]) <= key_of(plan, from[first + i]);
        if (sorted)
            continue;
        if (lb_grow(&array, &room, count, sizeof(uint64_t))) {
            free(array);
            return LB_ERR_MEMORY;
        }
        uint64_t *keys = array;
        for (uint64_t i = 0; i < count; i++)
            keys[i] = key_of(plan, from[first + i]);
        sort_keys(keys, count);
        for (uint64_t i = 0; i < count; i++)
            from[first + i] = (uint32_t)keys[i];
    }
    free(array);
    return LB_OK;
}

static void copy_items(lb_plan *out, uint64_t at, const lb_plan *plan, uint64_t first, uint64_t count) {
    if (plan->origin)
        memcpy(out->origin + at, plan->origin + first, count * sizeof *plan->origin);
    if (plan->dest)
        memcpy(out->dest + at, plan->dest + first, count * sizeof *plan->dest);
    if (plan->copy)
        memcpy(out->copy + at, plan->copy + first, count * sizeof *plan->copy);
    if (plan->lo) {
        memcpy(out->lo + at, plan->lo + first, count * sizeof *plan->lo);
        memcpy(out->hi + at, plan->hi + first, count * sizeof *plan->hi);
    }
}

static void fill(lb_plan *out, const lb_plan *plan, const uint32_t *from) {
    uint64_t item = 0;
    for (uint64_t m = 0; m < out->nmoves; m++) {
        uint64_t first = lb_plan_first_item(plan, from[m]),
                 count = lb_plan_first_item(plan, from[m] + UINT64_C(1)) - first;
        out->port[m] = plan->port[from[m]];
        if (plan->node)
            out->node[m] = plan->node[from[m]];
        if (plan->op)
            out->op[m] = plan->op[from[m]];
        if (out->item_first)
            out->item_first[m] = item;
        copy_items(out, item, plan, first, count);
        item += count;
    }
    if (out->item_first)
        out->item_first[out->nmoves] = item;
}

int lb_plan_retime(const lb_plan *plan, const uint32_t *step, lb_plan **out, lb_why *why) {
    lb_plan *made;
    *out = NULL;
    int error = take(plan, last_step(plan, step), &made, why);
    if (error)
        return error;
    uint32_t *from = lb_array(made->nmoves, sizeof *from);
    if (from)
        count_out(made, step, from);
    if (!from || sort_steps(plan, made, from)) {
        free(from);
        lb_plan_free(made);
        return lb_fail_memory(why, "a plan's moves");
    }
    fill(made, plan, from);
    free(from);
    *out = made;
    return LB_OK;
}

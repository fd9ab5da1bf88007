/* Names of blocks, nodes and steps, for pictures. */
#include "draw/label.h"

#include <inttypes.h>
#include <string.h>

static void block_text(const lb_task *task, const lb_item *item, char *text, size_t size) {
    lb_task_kind kind = lb_task_kind_of(task);
    bool origin = item->origin != LB_NONE, dest = item->dest != LB_NONE;
    text[0] = '\0';
    if (kind == LB_BROADCAST || kind == LB_REDUCE || kind == LB_SEND)
        return;
    if (kind == LB_SCATTER)
        origin = false;
    if (kind == LB_GATHER)
        dest = false;
    if (origin && dest)
        snprintf(text, size, "%" PRIu32 ">%" PRIu32, item->origin, item->dest);
    else if (origin || dest)
        snprintf(text, size, "%" PRIu32, origin ? item->origin : item->dest);
}

void lb_load_text(const lb_plan *plan, const lb_move *move, char text[LB_LABEL_MAX]) {
    uint64_t denominator = lb_plan_denominator(plan);
    const lb_item *item = move->items;
    if (move->nitems != 1) {
        snprintf(text, LB_LABEL_MAX, "x%" PRIu32, move->nitems);
        return;
    }
    block_text(lb_plan_task(plan), item, text, LB_LABEL_MAX);
    if (item->hi - item->lo == denominator)
        return;
    size_t at = strlen(text);
    if (item->hi - item->lo == 1 && !at)
        snprintf(text, LB_LABEL_MAX, "%" PRIu64 "/%" PRIu64, item->lo + 1, denominator);
    else if (!at)
        snprintf(text, LB_LABEL_MAX, "%" PRIu64 "-%" PRIu64 "/%" PRIu64, item->lo + 1, item->hi, denominator);
}

void lb_load_about(const lb_plan *plan, const lb_move *move, char *text, size_t size) {
    uint64_t denominator = lb_plan_denominator(plan);
    size_t at = 0;
    text[0] = '\0';
    for (uint32_t k = 0; k < move->nitems && at + 64 < size; k++) {
        const lb_item *item = &move->items[k];
        at += (size_t)snprintf(text + at, size - at, k ? "; " : "");
        if (item->origin != LB_NONE)
            at += (size_t)snprintf(text + at, size - at, "from %" PRIu32, item->origin);
        if (item->dest != LB_NONE)
            at +=
                (size_t)snprintf(text + at, size - at, "%sto %" PRIu32, item->origin != LB_NONE ? " " : "", item->dest);
        if (at + 48 < size && item->hi - item->lo != denominator)
            at += (size_t)snprintf(text + at, size - at, ", %" PRIu64 "-%" PRIu64 " of %" PRIu64, item->lo + 1,
                                   item->hi, denominator);
        if (at + 64 >= size && k + 1 < move->nitems)
            snprintf(text + at, size - at, "; ...");
    }
}

void lb_plan_title(const lb_plan *plan, char *text, size_t size) {
    char name[160];
    lb_net_title(lb_plan_net(plan), name, sizeof name);
    snprintf(text, size, "%s on %s", lb_task_kind_name(lb_task_kind_of(lb_plan_task(plan))), name);
}

void lb_node_text(const lb_net *net, uint32_t node, char text[LB_LABEL_MAX]) {
    unsigned dims = lb_net_dims(net);
    size_t at = 0;
    text[0] = '\0';
    if (dims < 2 || dims > 20) {
        snprintf(text, LB_LABEL_MAX, "%" PRIu32, node);
        return;
    }
    for (unsigned k = 0; k < dims && at + 8 < LB_LABEL_MAX; k++) {
        if (lb_net_is_cube(net))
            at += (size_t)snprintf(text + at, LB_LABEL_MAX - at, "%" PRIu32, lb_digit(net, node, dims - 1 - k));
        else
            at += (size_t)snprintf(text + at, LB_LABEL_MAX - at, "%s%" PRIu32, k ? "," : "", lb_digit(net, node, k));
    }
}

/* Writes the run that ends at last. */
static void write_run(lb_steps *steps) {
    size_t at = strlen(steps->text), room = sizeof steps->text - at;
    char run[28];
    if (!steps->run || steps->cut)
        return;
    if (steps->run == steps->last)
        snprintf(run, sizeof run, "%s%" PRIu32, at ? "," : "", steps->run);
    else
        snprintf(run, sizeof run, "%s%" PRIu32 "-%" PRIu32, at ? "," : "", steps->run, steps->last);
    steps->cut = strlen(run) + 6 > room;
    snprintf(steps->text + at, room, "%s", steps->cut ? ",..." : run);
}

void lb_steps_add(lb_steps *steps, uint32_t step) {
    if (!steps->count++)
        steps->first = step;
    if (!steps->run) {
        steps->run = step;
    } else if (step > steps->last + 1) {
        write_run(steps);
        steps->run = step;
    }
    steps->last = step;
}

void lb_steps_end(lb_steps *steps) {
    write_run(steps);
    steps->run = 0;
}

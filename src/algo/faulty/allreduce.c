/* allreduce around faults: sums come together (copies backwards), then the sums go out.
 *
 * A node with few links sends all it has in the first half and gets all it wants in the second, and all wait for it
 * twice, though its links are idle the other way. So the blocks are dealt into groups, and one group's sums go out
 * while the next one's come together. All packets are then placed again in that order, each as early as its data and
 * its link allow. How many groups are best is tried. And where packets are many, spanning trees of their own for all of
 * them share the links more evenly (updown.c). Where they are few, a plan that is its own mirror image in time is
 * mostly shorter than all of these (mirror.c). Meshes of two rows have a closed form, which nothing beats
 * (two_rows.c). */
#include "algo/faulty/errand.h"
#include "algo/faulty/mirror.h"
#include "algo/faulty/slots.h"
#include "algo/faulty/two_rows.h"
#include "algo/faulty/updown.h"

#include <stdlib.h>

#define SUM UINT32_C(0x80000000) /* marks a leg's token: it is summed where it arrives */

#define MUCH_WORK (UINT64_C(1) << 18) /* legs of half of it: more are planned once */

/* Places legs in their order, each in the first step in which it can go. A token's legs must come in an order in which
 * it can travel; what comes to a node before it is sent on from there is waited for. LB_ERR_SIZE: it takes more than
 * `most` steps. */
static int place_within(const lb_scene *s, lb_legs *legs, uint32_t most) {
    uint64_t tokens = lb_task_blocks(s->task) * s->pieces;
    uint32_t *ready = lb_zeroed(lb_times(s->map.nodes, tokens), sizeof *ready); /* node * tokens + token */
    lb_slots slots;
    int error = lb_slots_take(&slots, &s->map, s->limit, most);
    if (!error && !ready)
        error = LB_ERR_MEMORY;
    legs->steps = 0;
    for (uint64_t i = 0; i < legs->count && !error; i++) {
        lb_leg *leg = &legs->at[i];
        uint32_t *to = &ready[s->map.to[leg->link] * tokens + (leg->token & ~SUM)];
        leg->step = lb_slots_next(&slots, leg->link, ready[leg->link / s->map.ports * tokens + (leg->token & ~SUM)]);
        if (leg->step > most) {
            error = LB_ERR_SIZE;
            break;
        }
        lb_slots_use(&slots, leg->link, leg->step);
        *to = leg->step > *to ? leg->step : *to;
        legs->steps = leg->step > legs->steps ? leg->step : legs->steps;
    }
    lb_slots_free(&slots);
    free(ready);
    return error;
}

/* Both halves took `most` steps; in another order, under a port limit, it can be more. */
static int place(const lb_scene *s, lb_legs *legs, uint32_t most) {
    int error = place_within(s, legs, most);
    for (; error == LB_ERR_SIZE && most < UINT32_MAX / 4; error = place_within(s, legs, most))
        most *= 2;
    return error;
}

/* One group's sums go out while the next one's come together, whose legs stand backwards. */
static int interleave(const lb_legs *out, const lb_legs *in, lb_legs *all) {
    uint64_t i = 0, left = in->count;
    while (i < out->count || left > 0) {
        bool sum = i == out->count || (left > 0 && in->at[left - 1].step <= out->at[i].step);
        const lb_leg *leg = sum ? &in->at[--left] : &out->at[i++];
        if (lb_legs_add(all, leg->step, leg->link, sum ? leg->token | SUM : leg->token))
            return LB_ERR_MEMORY;
    }
    return LB_OK;
}

/* All legs in so many groups, in the order in which they are to be placed. */
static int collect(const lb_errand *e, uint32_t groups, lb_legs *all, uint32_t *most, lb_why *why) {
    lb_legs out = {.at = NULL}, in = {.at = NULL};
    lb_errand part = *e;
    int error = LB_OK;
    part.groups = groups;
    for (part.group = 0; part.group <= groups && !error; part.group++) {
        if (part.group < groups)
            error = lb_copy_legs(&part, true, &in, why);
        *most += in.steps + out.steps;
        if (!error && interleave(&out, &in, all))
            error = lb_fail_memory(why, "a plan");
        lb_legs_free(&in);
        lb_legs_free(&out);
        if (!error && part.group < groups)
            error = lb_copy_legs(&part, false, &out, why);
    }
    lb_legs_free(&in);
    lb_legs_free(&out);
    return error;
}

/* Tells sums from copies by when a token's sum is complete, and takes the marks away. */
static int unmark(lb_legs *legs, uint64_t tokens, uint32_t **summed) {
    *summed = lb_zeroed(tokens, sizeof **summed);
    if (!*summed)
        return LB_ERR_MEMORY;
    for (uint64_t i = 0; i < legs->count; i++) {
        lb_leg *leg = &legs->at[i];
        if (!(leg->token & SUM))
            continue;
        leg->token &= ~SUM;
        if (leg->step > (*summed)[leg->token])
            (*summed)[leg->token] = leg->step;
    }
    return LB_OK;
}

/* The shortest of several. */
static int in_groups(const lb_errand *e, const lb_scene *s, uint64_t tokens, lb_legs *best, lb_why *why) {
    static const uint32_t groups[] = {2, 1, 4}; /* 2 is mostly best where there are many blocks */
    int tries = lb_times(tokens, s->alive) > MUCH_WORK ? 1 : s->pieces > 1 ? 3 : 2, error = LB_OK;
    for (int i = 0; i < tries && !error; i++) {
        lb_legs now = {.at = NULL};
        uint32_t most = 0;
        error = collect(e, groups[i], &now, &most, why);
        if (!error && place(s, &now, most))
            error = lb_fail_memory(why, "a plan");
        if (!error)
            lb_legs_shorter(best, &now);
        lb_legs_free(&now);
    }
    return error;
}

/* On the linear clock packets start when they can, whatever their steps. */
static int one_after_another(const lb_errand *e, lb_legs *legs, lb_why *why) {
    lb_legs out = {.at = NULL};
    int error = lb_copy_legs(e, true, legs, why);
    uint32_t sums = legs->steps;
    for (uint64_t i = 0; i < legs->count; i++)
        legs->at[i].token |= SUM;
    if (!error)
        error = lb_copy_legs(e, false, &out, why);
    for (uint64_t i = 0; i < out.count && !error; i++) {
        if (lb_legs_add(legs, sums + out.at[i].step, out.at[i].link, out.at[i].token))
            error = lb_fail_memory(why, "a plan");
    }
    legs->time += out.time;
    lb_legs_free(&out);
    return error;
}

/* Over packed spanning trees, or as its own mirror image, if that is shorter. */
static int try_other(const lb_scene *s, bool mirrored, lb_legs *legs, uint32_t **summed, lb_why *why) {
    lb_legs other = {.at = NULL};
    uint32_t *sums = NULL;
    int error = mirrored ? lb_mirror_legs(s, legs->steps, &other, &sums, why) : lb_updown_legs(s, &other, &sums, why);
    bool shorter = !error && other.steps < legs->steps;
    if (shorter) {
        lb_legs_shorter(legs, &other);
        free(*summed);
        *summed = sums;
    } else {
        free(sums);
    }
    lb_legs_free(&other);
    return error == LB_ERR_UNSUPPORTED ? LB_OK : error;
}

/* The shortest that is found. */
static int search(const lb_errand *e, const lb_scene *s, lb_legs *legs, uint32_t **summed, lb_why *why) {
    uint64_t tokens = lb_task_blocks(s->task) * s->pieces;
    int error = in_groups(e, s, tokens, legs, why);
    if (!error && unmark(legs, tokens, summed))
        error = lb_fail_memory(why, "a plan");
    if (!error)
        error = try_other(s, false, legs, summed, why);
    if (!error && !e->general)
        error = try_other(s, true, legs, summed, why);
    return error;
}

int lb_allreduce_legs(const lb_errand *e, lb_legs *legs, uint32_t **summed, lb_why *why) {
    lb_scene s;
    int error = lb_errand_scene(e, false, &s, why);
    if (error)
        return error;
    uint64_t tokens = lb_task_blocks(e->task) * s.pieces;
    if (tokens >= SUM) {
        error = lb_fail(why, LB_ERR_SIZE, "%.3g packets are too many to plan on a network with faults", (double)tokens);
    } else if (e->options->clock == LB_LINEAR) {
        error = one_after_another(e, legs, why);
        if (!error && unmark(legs, tokens, summed))
            error = lb_fail_memory(why, "a plan");
    } else {
        error = e->general ? LB_ERR_UNSUPPORTED : lb_two_rows_legs(&s, legs, summed, why);
        if (error == LB_ERR_UNSUPPORTED)
            error = search(e, &s, legs, summed, why);
    }
    lb_scene_end(&s);
    return error;
}

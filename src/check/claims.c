/* What a witness claims, held against what was counted: the arithmetic is done over again. */
#include "check/claims.h"

#include <inttypes.h>

int lb_refute(lb_why *why, const char *what, uint64_t claimed, uint64_t counted) {
    return lb_fail(why, LB_ERR_CHECK, "the witness claims %s %" PRIu64 ", the recount gives %" PRIu64, what, claimed,
                   counted);
}

int lb_verify_load(const lb_witness *w, uint64_t counted, lb_why *why) {
    return w->load == 0 || w->load > counted ? lb_refute(why, "a load of", w->load, counted) : LB_OK;
}

int lb_verify_capacity(const lb_witness *w, uint64_t counted, lb_why *why) {
    return w->capacity == 0 || w->capacity < counted ? lb_refute(why, "a capacity of", w->capacity, counted) : LB_OK;
}

int lb_verify_value(const lb_witness *w, uint64_t counted, lb_why *why) {
    return w->value > counted ? lb_refute(why, "a value of", w->value, counted) : LB_OK;
}

int lb_verify_counts(const lb_witness *w, uint64_t load, uint64_t capacity, uint64_t packets, uint64_t more,
                     lb_why *why) {
    uint64_t all, steps;
    int error = lb_verify_load(w, load, why);
    if (!error)
        error = lb_verify_capacity(w, capacity, why);
    if (error)
        return error;
    if (__builtin_mul_overflow(packets, w->load, &all) ||
        __builtin_add_overflow(lb_ceil_div(all, w->capacity), more, &steps))
        return lb_fail(why, LB_ERR_SIZE, LB_TOO_LONG);
    return lb_verify_value(w, steps, why);
}

int lb_verify_total(const lb_witness *w, uint64_t load, uint64_t packets, lb_why *why) {
    uint64_t all;
    int error = lb_verify_load(w, load, why);
    if (error)
        return error;
    if (__builtin_mul_overflow(packets, w->load, &all))
        return lb_fail(why, LB_ERR_SIZE, LB_TOO_LONG);
    return lb_verify_value(w, all, why);
}

int lb_verify_growth(const lb_witness *w, uint64_t nodes, uint64_t links, uint64_t packets, lb_why *why) {
    uint64_t steps = 0, leaves = links ? lb_ceil_div(packets, links) : 0;
    int error = lb_verify_load(w, nodes, why);
    if (!error)
        error = lb_verify_capacity(w, links, why);
    if (error)
        return error;
    if (w->radius == 0 || w->radius > leaves)
        return lb_refute(why, "that the last packet waits for step", w->radius, leaves);
    for (uint64_t know = 1; know < w->load; steps++)
        know = w->capacity >= w->load || know > w->load / (w->capacity + 1) ? w->load : know * (w->capacity + 1);
    return lb_verify_value(w, steps + w->radius - 1, why);
}

/* The linear clock in whole numbers. */
#include "check/clock.h"

static bool times(uint64_t *value, uint64_t factor) {
    return !__builtin_mul_overflow(*value, factor, value);
}

int lb_ticks_make(const lb_task *task, uint64_t denominator, const lb_cost *cost, lb_ticks *ticks, lb_why *why) {
    if (cost->tau.den <= 0 || cost->beta.den <= 0 || cost->tau.num < 0 || cost->beta.num < 0)
        return lb_fail(why, LB_ERR_ARG, "tau and beta must not be negative");
    uint64_t q1 = (uint64_t)cost->tau.den, q2 = (uint64_t)cost->beta.den, g = lb_gcd(q1, q2);
    uint64_t whole = denominator; /* units in what --bytes means */
    lb_ticks t = {.per_unit = (uint64_t)cost->tau.num, .per_packet = (uint64_t)cost->beta.num, .scale = q1 / g};
    if (!times(&whole, lb_task_parts(task)) || !times(&t.per_unit, q2 / g) || !times(&t.per_unit, cost->bytes) ||
        !times(&t.per_packet, q1 / g) || !times(&t.per_packet, whole) || !times(&t.scale, q2) ||
        !times(&t.scale, whole))
        return lb_fail(why, LB_ERR_SIZE, "tau, beta and bytes need more than 64 bits to be exact; use rounder numbers");
    uint64_t common = lb_gcd(lb_gcd(t.per_unit, t.per_packet), t.scale);
    *ticks = (lb_ticks){t.per_unit / common, t.per_packet / common, t.scale / common};
    return LB_OK;
}

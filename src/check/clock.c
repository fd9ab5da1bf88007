/* The linear clock in whole numbers. */
#include "check/clock.h"

__extension__ typedef unsigned __int128 wide;

static bool times(wide *value, uint64_t factor) {
    return !__builtin_mul_overflow(*value, (wide)factor, value);
}

static wide common_divisor(wide a, wide b) {
    while (b) {
        wide r = a % b;
        a = b;
        b = r;
    }
    return a;
}

int lb_ticks_make(const lb_task *task, uint64_t denominator, const lb_cost *cost, lb_ticks *ticks, lb_why *why) {
    if (cost->tau.den <= 0 || cost->beta.den <= 0 || cost->tau.num < 0 || cost->beta.num < 0)
        return lb_fail(why, LB_ERR_ARG, "tau and beta must not be negative");
    uint64_t q1 = (uint64_t)cost->tau.den, q2 = (uint64_t)cost->beta.den, g = lb_gcd(q1, q2);
    uint64_t bytes = cost->whole_bytes ? 1 : cost->bytes, parts = cost->whole_bytes ? 1 : lb_task_parts(task);
    wide whole = cost->whole_bytes ? 1 : denominator; /* units in what --bytes means */
    wide unit = (uint64_t)cost->tau.num, packet = (uint64_t)cost->beta.num, scale = q1 / g;
    bool fits = times(&whole, parts) && whole <= UINT64_MAX;
    uint64_t same = fits ? lb_gcd(bytes, (uint64_t)whole) : 1; /* of no account: bytes per unit is what counts */
    fits = fits && times(&unit, q2 / g) && times(&unit, bytes / same) && times(&packet, q1 / g) &&
           times(&packet, (uint64_t)whole / same) && times(&scale, q2) && times(&scale, (uint64_t)whole / same);
    wide common = fits ? common_divisor(common_divisor(unit, packet), scale) : 1;
    if (!fits || unit / common > UINT64_MAX || packet / common > UINT64_MAX || scale / common > UINT64_MAX)
        return lb_fail(why, LB_ERR_SIZE, "tau, beta and bytes need more than 64 bits to be exact; use rounder numbers");
    *ticks = (lb_ticks){(uint64_t)(unit / common), (uint64_t)(packet / common), (uint64_t)(scale / common)};
    return LB_OK;
}

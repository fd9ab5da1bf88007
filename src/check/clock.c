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

/* Three times over one denominator: what each counts, and the denominator itself. False: more than 64 bits. */
static bool on_one_scale(const lb_ratio *time, wide *count, wide *scale) {
    uint64_t common = 1;
    for (int i = 0; i < 3; i++) {
        uint64_t den = (uint64_t)time[i].den;
        if (__builtin_mul_overflow(common, den / lb_gcd(common, den), &common))
            return false;
    }
    for (int i = 0; i < 3; i++) {
        count[i] = (uint64_t)time[i].num;
        if (!times(&count[i], common / (uint64_t)time[i].den))
            return false;
    }
    *scale = common;
    return true;
}

int lb_ticks_make(const lb_task *task, uint64_t denominator, const lb_cost *cost, lb_ticks *ticks, lb_why *why) {
    lb_ratio time[3] = {cost->tau, cost->beta, cost->hop.den ? cost->hop : (lb_ratio){0, 1}};
    for (int i = 0; i < 3; i++) {
        if (time[i].den <= 0 || time[i].num < 0)
            return lb_fail(why, LB_ERR_ARG, "tau, beta and hop must not be negative");
    }
    uint64_t bytes = cost->whole_bytes ? 1 : cost->bytes, parts = cost->whole_bytes ? 1 : lb_task_parts(task);
    wide whole = cost->whole_bytes ? 1 : denominator; /* units in what --bytes means */
    wide count[3], scale = 1;
    bool fits = times(&whole, parts) && whole <= UINT64_MAX && on_one_scale(time, count, &scale);
    uint64_t same = fits ? lb_gcd(bytes, (uint64_t)whole) : 1; /* of no account: bytes per unit is what counts */
    uint64_t units = fits ? (uint64_t)whole / same : 1;
    fits = fits && times(&count[0], bytes / same) && times(&count[1], units) && times(&count[2], units) &&
           times(&scale, units);
    wide common = scale;
    for (int i = 0; i < 3 && fits; i++)
        common = common_divisor(common, count[i]);
    for (int i = 0; i < 3 && fits; i++)
        fits = count[i] / common <= UINT64_MAX;
    if (!fits || scale / common > UINT64_MAX)
        return lb_fail(why, LB_ERR_SIZE, "tau, beta and bytes need more than 64 bits to be exact; use rounder numbers");
    *ticks = (lb_ticks){(uint64_t)(count[0] / common), (uint64_t)(count[1] / common), (uint64_t)(count[2] / common),
                        (uint64_t)(scale / common)};
    return LB_OK;
}

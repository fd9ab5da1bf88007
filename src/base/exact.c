/* Arithmetic with exact numbers: common factors are taken out before anything is multiplied. */
#include "base/exact.h"

__extension__ typedef __int128 wide;

static bool set(lb_ratio *a, uint64_t num, uint64_t den) {
    lb_ratio result;
    if (lb_ratio_make(num, den, &result))
        return false;
    *a = result;
    return true;
}

bool lb_ratio_scale(lb_ratio *a, uint64_t num, uint64_t den) {
    uint64_t common = lb_gcd(num, den), g, h;
    num /= common;
    den /= common;
    g = lb_gcd((uint64_t)a->num, den);
    h = lb_gcd(num, (uint64_t)a->den);
    uint64_t top, bottom;
    return !__builtin_mul_overflow((uint64_t)a->num / g, num / h, &top) &&
           !__builtin_mul_overflow((uint64_t)a->den / h, den / g, &bottom) && set(a, top, bottom);
}

bool lb_ratio_times(lb_ratio *a, lb_ratio b) {
    return lb_ratio_scale(a, (uint64_t)b.num, (uint64_t)b.den);
}

bool lb_ratio_plus(lb_ratio *a, lb_ratio b) {
    uint64_t g = lb_gcd((uint64_t)a->den, (uint64_t)b.den), left, right, num, den;
    if (__builtin_mul_overflow((uint64_t)a->num, (uint64_t)b.den / g, &left) ||
        __builtin_mul_overflow((uint64_t)b.num, (uint64_t)a->den / g, &right) ||
        __builtin_add_overflow(left, right, &num) ||
        __builtin_mul_overflow((uint64_t)a->den, (uint64_t)b.den / g, &den))
        return false;
    return set(a, num, den);
}

int lb_ratio_compare(lb_ratio a, lb_ratio b) {
    wide left = (wide)a.num * b.den, right = (wide)b.num * a.den;
    return (left > right) - (left < right);
}

uint64_t lb_root(uint64_t x) {
    uint64_t r = 0;
    for (uint64_t bit = UINT64_C(1) << 31; bit; bit >>= 1) {
        if ((r | bit) * (r | bit) <= x)
            r |= bit;
    }
    return r;
}

uint64_t lb_lcm_upto(unsigned n) {
    uint64_t lcm = 1;
    for (unsigned i = 2; i <= n; i++) {
        if (__builtin_mul_overflow(lcm, i / lb_gcd(lcm, i), &lcm))
            return 0;
    }
    return lcm;
}

uint64_t lb_choose(unsigned n, unsigned k) {
    uint64_t value = 1;
    if (k > n)
        return 0;
    for (unsigned i = 1; i <= k; i++) { /* value * (n-k+i) / i is whole; the factor common with i first */
        uint64_t g = lb_gcd(value, i);
        if (__builtin_mul_overflow(value / g, (n - k + i) / (i / g), &value))
            return UINT64_MAX;
    }
    return value;
}

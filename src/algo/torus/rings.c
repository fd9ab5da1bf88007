/* Rings of a network, and times as data and start-ups. */
#include "algo/torus/rings.h"

__extension__ typedef unsigned __int128 wide;

void lb_rings_of(const lb_net *net, lb_rings *rings) {
    *rings = (lb_rings){.alike = true, .halves = 1};
    for (unsigned i = 0; i < net->dims; i++) {
        uint32_t k = net->radix[i];
        if (k == 1)
            continue;
        unsigned r = rings->count++;
        rings->dim[r] = i;
        rings->radix[r] = k;
        rings->ways[r] = k > 2 ? 2 : 1;
        rings->alike = rings->alike && k == rings->radix[0];
        if (k > 2 && k % 2 == 0)
            rings->halves = 2;
        if (k / 2 > rings->hops)
            rings->hops = k / 2;
    }
}

bool lb_price_of(const lb_task *task, const lb_cost *cost, uint64_t units, lb_price *price) {
    lb_ratio unit = cost->tau, startup = cost->beta;
    uint64_t a, b, parts = lb_task_parts(task);
    if (__builtin_mul_overflow(units, parts, &units) || !lb_ratio_scale(&unit, cost->bytes, units))
        return false;
    uint64_t g = lb_gcd((uint64_t)unit.den, (uint64_t)startup.den);
    if (__builtin_mul_overflow((uint64_t)unit.num, (uint64_t)startup.den / g, &a) ||
        __builtin_mul_overflow((uint64_t)startup.num, (uint64_t)unit.den / g, &b))
        return false;
    g = lb_gcd(a, b);
    *price = (lb_price){g ? a / g : 0, g ? b / g : 0};
    return true;
}

/* Up to 2^58 units and 2^30 start-ups: the sum of the products stays below 2^123. */
bool lb_span_later(lb_duration a, lb_duration b, lb_price price) {
    wide x = (wide)a.units * price.unit + (wide)a.startups * price.startup;
    wide y = (wide)b.units * price.unit + (wide)b.startups * price.startup;
    return x > y;
}

int lb_span_formula(const lb_task *task, lb_duration span, uint64_t units, bool even, const char *text, lb_formula *f) {
    bool twice = task->kind == LB_ALLREDUCE;
    uint64_t times = twice ? 2 : 1, data, den;
    if (__builtin_mul_overflow(span.units, times, &data) ||
        __builtin_mul_overflow(units, (uint64_t)lb_task_parts(task), &den))
        return LB_ERR_SIZE;
    int error = lb_formula_set(f, text, data, den, span.startups * times);
    f->exact = even || !twice;
    return error;
}

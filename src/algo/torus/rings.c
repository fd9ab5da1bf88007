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

uint64_t lb_rings_widen(const lb_net *net, const lb_rings *rings, unsigned ring, uint32_t *box, uint64_t size) {
    uint64_t first = size;
    for (uint32_t v = 1; v < rings->radix[ring]; v++) {
        for (uint64_t i = 0; i < first; i++)
            box[size++] = box[i] + v * net->stride[rings->dim[ring]];
    }
    return size;
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

/* What a stage takes on the links of a ring, a block being 2*D units: part `ring - stage` has a batch of all the rings
 * before. */
static lb_duration stage_span(const lb_rings *rings, bool one_way, unsigned ring, unsigned stage) {
    uint64_t batch = 1, k = rings->radix[ring];
    for (unsigned t = 1; t <= stage; t++)
        batch *= rings->radix[(ring + rings->count - t) % rings->count];
    return (lb_duration){batch * (k - 1) * (rings->ways[ring] == 1 ? 2 : 1), one_way ? k - 1 : k / 2};
}

/* Stage by stage, every ring when its links are free and its part has come from the ring before. Without a price: every
 * stage when all of the one before is done. */
static lb_duration time_span(const lb_rings *rings, bool one_way, const lb_price *price) {
    lb_duration done[LB_MAX_DIMS] = {{0, 0}}, next[LB_MAX_DIMS], last = {0, 0};
    for (unsigned stage = 0; stage < rings->count; stage++) {
        lb_duration most = {0, 0};
        for (unsigned ring = 0; ring < rings->count; ring++) {
            lb_duration own = stage_span(rings, one_way, ring, stage), from = done[ring];
            lb_duration before = done[(ring + rings->count - 1) % rings->count];
            if (price && stage && lb_span_later(before, from, *price))
                from = before;
            next[ring] = (lb_duration){from.units + own.units, from.startups + own.startups};
            most.units = own.units > most.units ? own.units : most.units;
            most.startups = own.startups > most.startups ? own.startups : most.startups;
            if (price && lb_span_later(next[ring], last, *price))
                last = next[ring];
        }
        for (unsigned ring = 0; ring < rings->count; ring++)
            done[ring] = next[ring];
        if (!price)
            last = (lb_duration){last.units + most.units, last.startups + most.startups};
    }
    return last;
}

int lb_rings_formula(const lb_task *task, const lb_plan_options *o, const lb_rings *rings, bool one_way,
                     const char *text, lb_formula *f) {
    lb_price price;
    uint64_t units = rings->count ? 2 * (uint64_t)rings->count : 1;
    bool known = o->cost && !rings->alike;
    if (known && !lb_price_of(task, o->cost, units, &price))
        return LB_ERR_SIZE;
    lb_duration span = time_span(rings, one_way, known ? &price : NULL);
    int error = lb_span_formula(task, span, units, rings->alike, text, f);
    f->exact = f->exact && (known || rings->alike);
    return error;
}

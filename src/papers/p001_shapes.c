/* The tasks of 001's formulas. */
#include "papers/p001_parts.h"

unsigned p001_distances(p001_shape shape, unsigned d, unsigned n[P001_MOST]) {
    unsigned wanted[] = {1, (d + 1) / 2, d - 1, d}, count = 0, last = 0;
    if (shape == P001_SWAP && d % 2)
        return 0;
    if (shape != P001_SEND && shape != P001_ASIDE) {
        n[0] = d;
        return 1;
    }
    for (unsigned i = 0; i < 4; i++) {
        if (wanted[i] > last && !(shape == P001_ASIDE && wanted[i] == d))
            n[count++] = last = wanted[i];
    }
    return count;
}

/* Where node v's message goes. */
static uint32_t image(p001_shape shape, unsigned d, uint32_t v) {
    uint32_t all = (UINT32_C(1) << d) - 1;
    if (shape == P001_OPPOSITE)
        return v ^ all;
    if (shape == P001_NEXT)
        return (v + 1) & all;
    return (v << d / 2 | v >> d / 2) & all;
}

lb_task *p001_task(papers_work *work, const p001_case *c, lb_task_kind kind, p001_shape shape) {
    uint32_t list[1 << P001_MOST], nodes = UINT32_C(1) << c->d;
    for (uint32_t v = 0; v < nodes; v++)
        list[v] = image(shape, c->d, v);
    lb_task_params params = {.to = (UINT32_C(1) << c->n) - 1, .list = list, .count = nodes};
    return papers_task(work, &(papers_case){papers_cube(c->d).text, kind, params, {0}});
}

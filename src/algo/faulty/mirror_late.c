/* Long and narrow meshes: tokens run along them, the sums one way, the copies the other, and cross to the rows beside.
 * In the middle a token is soon there, and if it crossed at once that moment's mirror image would be lost to what is
 * being summed and crosses then. Late crossings have early mirror images: the sums cross in the first half, the copies
 * in the second, and the links between the rows are never idle. */
#include "algo/faulty/mirror_late.h"

/* Of those that u can send in a step and v lacks, the one that came to u last; LB_NONE: there is none. */
static uint32_t choose(lb_mirror *m, uint32_t u, uint32_t v, uint32_t step) {
    uint32_t best = LB_NONE, latest = 0;
    for (uint32_t t = 0; t < m->tokens; t++) {
        uint32_t had = m->when[lb_mirror_item(m, t, u)];
        if (had <= latest || had >= step || m->when[lb_mirror_item(m, t, v)])
            continue;
        best = t;
        latest = had;
    }
    m->work += m->tokens;
    return best;
}

void lb_mirror_be_late(lb_mirror *m) {
    uint32_t n = m->map->nodes, ports = m->map->ports, links = n * ports;
    for (uint32_t step = m->steps; step > 1; step--) {
        for (uint32_t l = 0; l < links; l++) {
            uint32_t v = l / ports, u = lb_mirror_from(m, v, l % ports), token;
            if (u == LB_NONE || !lb_mirror_is_free(m, step, v, l % ports))
                continue;
            token = choose(m, u, v, step);
            if (token != LB_NONE)
                lb_mirror_put(m, token, v, l % ports, step);
        }
    }
}

/* Moments of links, each with its mirror image. A node's copies out in step t and its sums out then, which are the
 * mirror image of copies in, are counted together: what it receives in step t is what it sends in step T+1-t. */
#include "algo/faulty/mirror_slots.h"

void lb_mirror_put(lb_mirror *m, uint32_t token, uint32_t node, unsigned port, uint32_t step) {
    uint64_t item = lb_mirror_item(m, token, node);
    m->when[item] = step;
    m->port[item] = (uint8_t)port;
    *lb_mirror_comes(m, step, node, port) = (uint32_t)item;
    m->lacking--;
    if (m->drives) {
        ++*lb_mirror_drives(m, lb_mirror_from(m, node, port), step);
        ++*lb_mirror_drives(m, node, m->steps + 1 - step);
    }
}

void lb_mirror_drop(lb_mirror *m, uint32_t token, uint32_t node) {
    uint64_t item = lb_mirror_item(m, token, node);
    uint32_t step = m->when[item];
    unsigned port = m->port[item];
    m->when[item] = 0;
    *lb_mirror_comes(m, step, node, port) = LB_NONE;
    m->lacking++;
    if (m->drives) {
        --*lb_mirror_drives(m, lb_mirror_from(m, node, port), step);
        --*lb_mirror_drives(m, node, m->steps + 1 - step);
    }
}

uint32_t lb_mirror_deadline(const lb_mirror *m, uint32_t token, uint32_t node) {
    uint32_t last = m->steps;
    for (unsigned p = 0; p < m->map->ports; p++) {
        uint32_t to = lb_mirror_from(m, node, p); /* links lead both ways */
        if (to == LB_NONE || lb_mirror_is_source(m, token, to))
            continue;
        uint64_t item = lb_mirror_item(m, token, to);
        if (m->when[item] && m->when[item] <= last && lb_mirror_from(m, to, m->port[item]) == node)
            last = m->when[item] - 1;
    }
    return last;
}

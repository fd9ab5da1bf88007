/* Moments of links, each with its mirror image. A node's copies out in step t and its sums out then, which are the
 * mirror image of copies in, are counted together: what it receives in step t is what it sends in step T+1-t. */
#include "algo/faulty/mirror_slots.h"

#include <string.h>

static void set_bit(uint64_t *words, uint32_t at, bool set) {
    uint64_t bit = UINT64_C(1) << at % 64;
    words[at / 64] = set ? words[at / 64] | bit : words[at / 64] & ~bit;
}

/* A moment, and the same in the mirror: that of the link back from there. */
static void take(lb_mirror *m, uint32_t node, unsigned port, uint32_t step, uint32_t item) {
    uint64_t link = (uint64_t)node * m->map->ports + port, length = m->steps + UINT64_C(2);
    uint64_t here = m->symmetry->slot[link], there = m->symmetry->back[link];
    uint32_t image = m->steps + 1 - step;
    m->comes[here * length + step] = item;
    m->holds[here * length + step] = m->holds[there * length + image] = item;
    set_bit(m->taken + here * m->words, step, item != LB_NONE);
    set_bit(m->taken + there * m->words, image, item != LB_NONE);
}

void lb_mirror_clear_slots(lb_mirror *m) {
    uint64_t links = (uint64_t)m->map->nodes * m->map->ports;
    memset(m->comes, 0xff, links * (m->steps + UINT64_C(2)) * sizeof *m->comes);
    memset(m->holds, 0xff, links * (m->steps + UINT64_C(2)) * sizeof *m->holds);
    memset(m->taken, 0, links * m->words * sizeof *m->taken);
    if (m->drives)
        memset(m->drives, 0, m->map->nodes * (m->steps + UINT64_C(2)));
    if (m->steps % 2 == 0)
        return;
    /* In the middle a link may be laid onto the one back: then nothing can come and be its own mirror image. */
    uint32_t middle = m->steps / 2 + 1;
    for (uint64_t l = 0; l < links; l++) {
        if (m->symmetry->slot[l] == m->symmetry->back[l])
            set_bit(m->taken + m->symmetry->slot[l] * (uint64_t)m->words, middle, true);
    }
}

uint32_t lb_mirror_next_free(lb_mirror *m, uint32_t first, uint32_t last, uint32_t node, unsigned port) {
    const uint64_t *taken = lb_mirror_taken(m, node, port);
    uint32_t step = first;
    while (m->drives && step <= last && !lb_mirror_is_free(m, step, node, port))
        step++;
    if (m->drives || first > last)
        return step;
    uint64_t some = ~taken[step / 64] >> step % 64;
    while (!some && (step | 63) < last) {
        step = (step | 63) + 1;
        some = ~taken[step / 64];
    }
    step = some ? step + (uint32_t)__builtin_ctzll(some) : last + 1;
    step = step <= last ? step : last + 1;
    m->work += step - first + (step <= last);
    return step;
}

uint32_t lb_mirror_last_free(lb_mirror *m, uint32_t least, uint32_t last, uint32_t node, unsigned port) {
    const uint64_t *taken = lb_mirror_taken(m, node, port);
    uint32_t step = last;
    while (m->drives && step > least && !lb_mirror_is_free(m, step, node, port))
        step--;
    if (m->drives || last <= least)
        return step;
    uint64_t some = ~taken[step / 64] << (63 - step % 64);
    while (!some && step / 64 > least / 64) {
        step = step / 64 * 64 - 1;
        some = ~taken[step / 64];
    }
    uint32_t down = some ? (uint32_t)__builtin_clzll(some) : last;
    step = some && step > least + down ? step - down : least;
    m->work += last - step + (step > least);
    return step;
}

void lb_mirror_put(lb_mirror *m, uint32_t token, uint32_t node, unsigned port, uint32_t step) {
    uint64_t item = lb_mirror_item(m, token, node);
    m->when[item] = step;
    m->port[item] = (uint8_t)port;
    take(m, node, port, step, (uint32_t)item);
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
    take(m, node, port, step, LB_NONE);
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

/* Steps of links as bits, looked at a word at a time. */
#include "algo/faulty/slots.h"

#include <stdlib.h>

int lb_slots_take(lb_slots *s, const lb_map *map, uint32_t limit, uint32_t steps) {
    *s = (lb_slots){.map = map, .steps = steps, .limit = limit, .words = steps / 64 + 1};
    bool limited = limit < map->ports;
    uint64_t nodes = map->nodes;
    s->link = lb_zeroed(lb_times(nodes * map->ports, s->words), sizeof *s->link);
    if (limited) {
        s->out_full = lb_zeroed(lb_times(nodes, s->words), sizeof *s->out_full);
        s->in_full = lb_zeroed(lb_times(nodes, s->words), sizeof *s->in_full);
        s->sends = lb_zeroed(lb_times(nodes, steps), 1);
        s->receives = lb_zeroed(lb_times(nodes, steps), 1);
    }
    if (s->link && (!limited || (s->out_full && s->in_full && s->sends && s->receives)))
        return LB_OK;
    lb_slots_free(s);
    return LB_ERR_MEMORY;
}

void lb_slots_free(lb_slots *s) {
    free(s->link);
    free(s->out_full);
    free(s->in_full);
    free(s->sends);
    free(s->receives);
    *s = (lb_slots){.link = NULL};
}

uint32_t lb_slots_next(const lb_slots *s, uint32_t link, uint32_t after) {
    const uint64_t *row = s->link + link * s->words, *out = NULL, *in = NULL;
    if (s->out_full) {
        out = s->out_full + link / s->map->ports * s->words;
        in = s->in_full + s->map->to[link] * s->words;
    }
    uint64_t word = after / 64, mask = ~UINT64_C(0) << after % 64;
    for (; word < s->words; word++, mask = ~UINT64_C(0)) {
        uint64_t open = ~(row[word] | (out ? out[word] | in[word] : 0)) & mask;
        if (open)
            return (uint32_t)(word * 64) + (uint32_t)__builtin_ctzll(open) + 1;
    }
    return s->steps + 1;
}

void lb_slots_use(lb_slots *s, uint32_t link, uint32_t step) {
    uint64_t word = (step - 1) / 64, bit = UINT64_C(1) << (step - 1) % 64;
    s->link[link * s->words + word] |= bit;
    if (!s->out_full)
        return;
    uint64_t from = link / s->map->ports, to = s->map->to[link];
    if (++s->sends[from * s->steps + step - 1] >= s->limit)
        s->out_full[from * s->words + word] |= bit;
    if (++s->receives[to * s->steps + step - 1] >= s->limit)
        s->in_full[to * s->words + word] |= bit;
}

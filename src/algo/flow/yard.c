/* Parcels on their ways. */
#include "algo/flow/yard.h"

#include <stdlib.h>
#include <string.h>

static uint32_t next_hop(const lb_market *m, uint32_t i, uint32_t from) {
    while (from < m->steps && m->way[(uint64_t)i * m->room + from] == LB_STAY)
        from++;
    return from;
}

int lb_yard_begin(lb_yard *y, lb_market *m, uint32_t room, uint8_t *moves) {
    *y = (lb_yard){.m = m, .room = room, .moves = moves};
    y->at = lb_array(3 * (uint64_t)m->count, sizeof *y->at);
    if (!y->at)
        return LB_ERR_MEMORY;
    y->next = y->at + m->count;
    y->left = y->next + m->count;
    for (uint32_t i = 0; i < m->count; i++) {
        y->at[i] = m->parcel[i].from;
        y->next[i] = next_hop(m, i, 0);
        y->left[i] = 0;
        for (uint32_t s = 0; s < m->steps; s++)
            y->left[i] += m->way[(uint64_t)i * m->room + s] != LB_STAY;
    }
    memset(moves, LB_STAY, (uint64_t)m->count * room);
    return LB_OK;
}

void lb_yard_end(lb_yard *y) {
    free(y->at);
}

void lb_yard_go(lb_yard *y, uint32_t parcel, uint32_t step) {
    const lb_market *m = y->m;
    unsigned port = lb_yard_port(y, parcel);
    y->moves[(uint64_t)parcel * y->room + step] = (uint8_t)port;
    y->at[parcel] = m->map.to[y->at[parcel] * m->map.ports + port];
    y->next[parcel] = next_hop(m, parcel, y->next[parcel] + 1);
    y->left[parcel]--;
}

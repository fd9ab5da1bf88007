/* In which order the nodes of a butterfly add up: each is followed through its exchanges of everything, with a number
 * that says how its sum was made, as the checker does it for any schedule. Doubling's pairs agree as they are; Swing's,
 * on a ring of 8 or more, do not: node 0 adds (6,7),(0,1) to (2,3),(4,5), and node 1 (0,1),(2,3) to (6,7),(4,5). */
#include "algo/flight/order.h"

#include <stdlib.h>
#include <string.h>

#define MUCH_WORK (UINT64_C(1) << 26)

static uint64_t stir(uint64_t left, uint64_t right) {
    uint64_t x = left * UINT64_C(0x9E3779B97F4A7C15) + (right << 1 | right >> 63);
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    return x ^ x >> 31;
}

static uint32_t peer_of(const lb_butterfly *b, const lb_net *net, unsigned part, uint32_t t, uint32_t node,
                        unsigned which) {
    unsigned ring = b->ring[part][t];
    uint32_t stride = net->stride[b->dim[ring]], digit = node / stride % b->radix[ring];
    return node - digit * stride + lb_butterfly_peer(b, part, ring, b->level[part][t], digit, which) * stride;
}

/* The sum of what a node and those have that it exchanges with, in the order of their places. */
static uint64_t sum_of(const lb_butterfly *b, const lb_net *net, unsigned part, uint32_t t, uint32_t v,
                       const uint64_t *made, const uint32_t *place) {
    uint32_t who[3] = {v}, count = 1 + lb_butterfly_others(b, b->ring[part][t], b->level[part][t]);
    for (uint32_t i = 1; i < count; i++) {
        uint32_t q = peer_of(b, net, part, t, v, i - 1), at = i;
        for (; at > 0 && place[who[at - 1]] > place[q]; at--)
            who[at] = who[at - 1];
        who[at] = q;
    }
    uint64_t sum = made[who[0]];
    for (uint32_t i = 1; i < count; i++)
        sum = stir(sum, made[who[i]]);
    return sum;
}

/* Numbers that say how each node's sum was made; who is responsible for the same block must have the same. */
static bool part_agrees(const lb_butterfly *b, const lb_net *net, unsigned part, uint64_t *made, uint64_t *next,
                        const uint32_t *place) {
    for (uint32_t v = 0; v < net->nodes; v++)
        made[v] = v + UINT64_C(1);
    for (uint32_t t = b->halvings; t < b->exchanges; t++) {
        for (uint32_t v = 0; v < net->nodes; v++)
            next[v] = sum_of(b, net, part, t, v, made, place);
        memcpy(made, next, net->nodes * sizeof *made);
    }
    for (uint32_t v = 0; v < net->nodes; v++) {
        for (uint32_t t = b->halvings; t < b->exchanges; t++) {
            if (made[peer_of(b, net, part, t, v, 0)] != made[v])
                return false;
        }
    }
    return true;
}

int lb_butterfly_agrees(const lb_butterfly *b, const lb_net *net, bool *agree) {
    uint64_t work = (uint64_t)net->nodes * b->parts * (b->exchanges - b->halvings);
    *agree = b->halvings == b->exchanges;
    if (*agree || work > MUCH_WORK)
        return LB_OK;
    uint64_t *made = lb_array(net->nodes, sizeof *made), *next = lb_array(net->nodes, sizeof *next);
    uint32_t *place = lb_array(net->nodes, sizeof *place);
    *agree = made && next && place;
    for (uint32_t v = 0; v < net->nodes && *agree; v++)
        place[v] = lb_sum_place(net, v);
    bool taken = *agree;
    for (unsigned part = 0; part < b->parts && *agree; part++)
        *agree = part_agrees(b, net, part, made, next, place);
    free(made);
    free(next);
    free(place);
    return taken ? LB_OK : LB_ERR_MEMORY;
}

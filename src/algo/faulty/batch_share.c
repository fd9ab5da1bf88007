/* Links with about equally much: as matchings, by alternating ways. */
#include "algo/faulty/batch_share.h"

#include <string.h>

/* The link that a chain of tokens can make room on, from one that has two more; LB_NONE. moved: of each link the token
 * that would come to it. */
static uint32_t find_room(lb_batches *x, uint32_t node, unsigned from, lb_batch_allows *may) {
    unsigned ports = x->net->ports;
    uint32_t last = 1, least = x->load[from];
    for (unsigned p = 0; p < ports; p++) {
        x->moved[p] = LB_NONE;
        least = x->load[p] < least ? x->load[p] : least;
    }
    if (x->load[from] - least < 2)
        return LB_NONE;
    x->queue[0] = from;
    for (uint32_t first = 0; first < last; first++) {
        for (uint32_t i = 0; i < x->tokens; i++) {
            for (unsigned p = 0; x->by[i] == x->queue[first] && p < ports; p++) {
                if (p == from || x->moved[p] != LB_NONE || !may(x, node, p, x->target[i]))
                    continue;
                x->moved[p] = i;
                x->queue[last++] = p;
                if (x->load[p] + 1 < x->load[from])
                    return p;
            }
        }
    }
    return LB_NONE;
}

static bool relieve(lb_batches *x, uint32_t node, unsigned from, lb_batch_allows *may) {
    uint32_t to = find_room(x, node, from, may);
    if (to == LB_NONE)
        return false;
    x->load[to]++;
    x->load[from]--;
    while (to != from) {
        uint32_t token = x->moved[to], was = x->by[token];
        x->by[token] = to;
        to = was;
    }
    return true;
}

bool lb_batch_share_out(lb_batches *x, uint32_t node, lb_batch_allows *may) {
    unsigned ports = x->net->ports;
    memset(x->load, 0, ports * sizeof *x->load);
    for (uint32_t i = 0; i < x->tokens; i++) {
        unsigned best = ports;
        for (unsigned p = 0; p < ports; p++) {
            if (may(x, node, p, x->target[i]) && (best == ports || x->load[p] < x->load[best]))
                best = p;
        }
        if (best == ports)
            return false;
        x->by[i] = best;
        x->load[best]++;
    }
    for (bool better = true; better;) {
        better = false;
        for (unsigned p = 0; p < ports; p++)
            better = (x->load[p] && relieve(x, node, p, may)) || better;
    }
    return true;
}

/* Who has which tokens: a bit for each of every node. */
#include "algo/faulty/tokens.h"
#include "base/base.h"
#include "base/random.h"
#include "net/map.h"
#include "plan/plan.h"

#include <stdlib.h>

int lb_tokens_begin(lb_tokens *k, uint32_t nodes, uint64_t tokens) {
    *k = (lb_tokens){.nodes = nodes, .words = tokens / 64 + 1};
    k->ready = lb_zeroed(lb_times(nodes, k->words), sizeof *k->ready);
    k->has = lb_zeroed(lb_times(nodes, k->words), sizeof *k->has);
    k->rare = lb_zeroed(tokens, sizeof *k->rare);
    k->order = lb_array(nodes, sizeof *k->order);
    if (!k->ready || !k->has || !k->rare || !k->order)
        return LB_ERR_MEMORY;
    for (uint32_t v = 0; v < nodes; v++)
        k->order[v] = v;
    return LB_OK;
}

void lb_tokens_end(lb_tokens *k) {
    free(k->ready);
    free(k->has);
    free(k->rare);
    free(k->order);
}

void lb_tokens_promise(lb_tokens *k, uint32_t node, uint32_t token) {
    k->has[node * k->words + token / 64] |= UINT64_C(1) << token % 64;
    k->rare[token]++;
}

void lb_tokens_arrive(lb_tokens *k, uint32_t node, uint32_t token) {
    k->ready[node * k->words + token / 64] |= UINT64_C(1) << token % 64;
}

uint32_t lb_tokens_offers(const lb_tokens *k, uint32_t u, uint32_t v) {
    const uint64_t *offer = k->ready + u * k->words, *own = k->has + v * k->words;
    uint32_t count = 0;
    for (uint64_t i = 0; i < k->words; i++)
        count += (uint32_t)__builtin_popcountll(offer[i] & ~own[i]);
    return count;
}

unsigned lb_tokens_rank(const lb_tokens *k, uint32_t v, const uint32_t *from, unsigned *ports, unsigned count) {
    uint32_t choice[LB_MAX_PORTS];
    unsigned ranks = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned port = ports[i], at = ranks;
        uint32_t some = lb_tokens_offers(k, from[port], v);
        if (some == 0)
            continue;
        for (; at > 0 && choice[at - 1] > some; at--) {
            choice[at] = choice[at - 1];
            ports[at] = ports[at - 1];
        }
        choice[at] = some;
        ports[at] = port;
        ranks++;
    }
    return ranks;
}

uint32_t lb_tokens_choose(const lb_tokens *k, uint32_t u, uint32_t v, uint64_t at, uint32_t most, uint32_t *looks) {
    const uint64_t *offer = k->ready + u * k->words, *own = k->has + v * k->words;
    uint32_t best = LB_NONE;
    *looks = 0;
    for (uint64_t i = 0; i < k->words && *looks < most; i++, at = at + 1 < k->words ? at + 1 : 0) {
        for (uint64_t bits = offer[at] & ~own[at]; bits; bits &= bits - 1, ++*looks) {
            uint32_t token = (uint32_t)(at * 64) + (uint32_t)__builtin_ctzll(bits);
            if (best == LB_NONE || k->rare[token] < k->rare[best])
                best = token;
        }
    }
    return best;
}

void lb_tokens_shuffle(lb_tokens *k, uint64_t *chance) {
    for (uint32_t i = k->nodes; i > 1; i--) {
        uint32_t j = lb_random_below(chance, i), kept = k->order[i - 1];
        k->order[i - 1] = k->order[j];
        k->order[j] = kept;
    }
}

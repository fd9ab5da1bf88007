/* Who has which tokens, while copies of them spread step by step: what a node can send, what is on its way to it, and
 * how many nodes have a token. Nobody is to be sent a token twice. */
#ifndef LB_FAULTY_TOKENS_H
#define LB_FAULTY_TOKENS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct lb_tokens {
    uint32_t nodes;
    uint64_t words;  /* of a node's bits */
    uint64_t *ready; /* node * words: tokens that it can send */
    uint64_t *has;   /* and those that are on the way to it */
    uint32_t *rare;  /* of each token: how many nodes have it, or will */
    uint32_t *order; /* of the receivers */
} lb_tokens;

int lb_tokens_begin(lb_tokens *k, uint32_t nodes, uint64_t tokens); /* nobody has any; 0 or LB_ERR_MEMORY */
void lb_tokens_end(lb_tokens *k);

/* A token is on its way to a node; and it can be sent on from there. */
void lb_tokens_promise(lb_tokens *k, uint32_t node, uint32_t token);
void lb_tokens_arrive(lb_tokens *k, uint32_t node, uint32_t token);

static inline bool lb_tokens_has(const lb_tokens *k, uint32_t node, uint32_t token) {
    return k->has[node * k->words + token / 64] >> token % 64 & 1;
}

static inline bool lb_tokens_can_send(const lb_tokens *k, uint32_t node, uint32_t token) {
    return k->ready[node * k->words + token / 64] >> token % 64 & 1;
}

/* How many tokens u can send that v lacks. */
uint32_t lb_tokens_offers(const lb_tokens *k, uint32_t u, uint32_t v);

/* Of v's ports, which are reached from `from`, those over which something can come, the ones with the least choice
 * first; returns how many. */
unsigned lb_tokens_rank(const lb_tokens *k, uint32_t v, const uint32_t *from, unsigned *ports, unsigned count);

/* The rarest of the first `most` tokens, from word `at` on, that u can send and v lacks; LB_NONE: there is none.
 * *looks: so many were looked at. */
uint32_t lb_tokens_choose(const lb_tokens *k, uint32_t u, uint32_t v, uint64_t at, uint32_t most, uint32_t *looks);

/* Another order of the receivers. */
void lb_tokens_shuffle(lb_tokens *k, uint64_t *chance);

#endif

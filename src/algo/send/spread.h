/* O.C. SEND 3 on the n-cube as a list of packets, from which every algorithm that spreads a message evenly is made: the
 * o.c. sends and extended sends, ARBITRARY SEND 3, DISTRIBUTE 2. */
#ifndef LB_SPREAD_H
#define LB_SPREAD_H

#include "base/exact.h"

/* Dimensions. */
enum { LB_SPREAD_MOST = 20 };

/* One packet: in stage k a node x of k set bits sends pieces first_item .. of the next packet's. */
typedef struct lb_spread_move {
    uint32_t node;
    uint8_t dim, stage;
    uint64_t first_item;
} lb_spread_move;

typedef struct lb_share {
    uint64_t lo, hi;
} lb_share;

typedef struct lb_spread {
    unsigned n;
    uint64_t unit;        /* the message has this many units: the least common multiple of 1..n */
    uint64_t moves;       /* n*2^(n-1), in order of stage */
    lb_spread_move *move; /* moves+1 */
    lb_share *item;       /* in units */
    uint64_t items, room;
    uint64_t most_pieces; /* that the message arrives in */
} lb_spread;

/* n from 0. LB_ERR_SIZE: more than LB_SPREAD_MOST, which makes too many pieces to be held. */
int lb_spread_make(unsigned n, lb_spread *spread, lb_why *why);
void lb_spread_free(lb_spread *spread);

/* K_n, the sum of 1/(n over k) for k = 0..n: the data term of O.C. SEND 3 on the (n+1)-cube is K_n/(n+1). */
int lb_spread_sum(unsigned n, lb_ratio *sum);

/* The packets of the widest stage on the n-cube, n*(n-1 over (n-1)/2), 1 for n = 0: so many parts the smallest packet
 * is of the message. */
static inline uint64_t lb_spread_widest(unsigned n) {
    return n ? n * lb_choose(n - 1, (n - 1) / 2) : 1;
}

/* The id whose set bits are the i-th set bits of `dims`, for the set bits i of x. */
uint32_t lb_bits_into(uint32_t x, uint32_t dims);
/* The i-th set bit of dims. */
unsigned lb_nth_bit(uint32_t dims, unsigned i);

#endif

/* Butterflies: who exchanges with whom in an allreduce (and in its two halves) by pairs on a torus whose radices are
 * powers of two, or three times a power of two: these have a level of three-way exchanges.
 *
 * A ring of 2^a nodes takes a exchanges, the *levels*: in level l the node with digit x exchanges with its *peer*,
 *     doubling   x with bit l flipped, 2^l links away;
 *     Swing      x + rho or x - rho, as x is even or odd, rho = 1 - 2 + 4 - ... of l+1 terms: 1, -1, 3, -5, 11, ...
 *                (De Sensi, Bonato, Saam, Hoefler, NSDI 2024): about a third of doubling's links.
 * On a ring of 3*2^a the last level is of three: x with x + 2^a and x - 2^a, one up and one down, in one start-up; on
 * a ring of 3 these are its neighbours. The levels before it are doubling's.
 * A torus goes through its rings in turn, a level of each, L = log2(n) exchanges in all. With all ports the vector is
 * cut into parts, two for every ring: part i begins with ring i, and its mirror image goes the other way round, so that
 * every link is at work.
 *
 * What a node needs after some exchanges it has from those it can still reach by the others: block b belongs to what
 * node v is *responsible* for after t exchanges if b can be reached from v by exchanges t, t+1, ... Responsibilities of
 * two peers are the two halves of what each had before. So the first j exchanges can each send the peer its half, to be
 * summed (reduce-scatter); the last j, the other way, bring finished halves back (allgather); and between them L - j
 * exchanges of all that is left add everything up. That takes L + j start-ups and
 *     2*(1/2 + ... + 1/2^j) + (L-j)/2^j
 * vectors (thirds, and twice as many messages, where three exchange): j = 0 has the fewest start-ups, j = L moves the
 * least data, and those between are often faster than both. */
#ifndef LB_BUTTERFLY_H
#define LB_BUTTERFLY_H

#include "algo/common/formula.h"

#define LB_MOST_EXCHANGES 22   /* log2 of the largest lattice */
#define LB_MOST_PARTS     44   /* two for every ring */
#define LB_LONGEST_RING   1024 /* so that a table of who is responsible for what stays small */

typedef enum lb_peers { LB_PEERS_DOUBLING, LB_PEERS_SWING } lb_peers;

typedef struct lb_butterfly {
    lb_peers peers;
    unsigned rings, parts;
    uint32_t exchanges; /* L */
    uint32_t halvings;  /* j */
    bool sums, copies;  /* what of it is done: the first L exchanges, the last j */
    unsigned dim[LB_MOST_EXCHANGES], levels[LB_MOST_EXCHANGES];
    uint32_t radix[LB_MOST_EXCHANGES];
    /* part, exchange: which ring, which of its levels; and of every ring how many levels come before (one more entry)
     */
    uint8_t ring[LB_MOST_PARTS][LB_MOST_EXCHANGES], level[LB_MOST_PARTS][LB_MOST_EXCHANGES];
    uint8_t before[LB_MOST_PARTS][LB_MOST_EXCHANGES + 1][LB_MOST_EXCHANGES];
    uint8_t *deep[LB_MOST_EXCHANGES]; /* ring: digit * radix + other: after how many levels still responsible for it */
    uint8_t *port[LB_MOST_EXCHANGES]; /* ring: links to go, * 2 + whether downwards: the network's port */
} lb_butterfly;

/* Into how many parts the vector is cut: none, one for every ring, or that and their mirror images. */
typedef enum lb_cutting { LB_CUT_NOT, LB_CUT_RINGS, LB_CUT_IMAGES } lb_cutting;

/* LB_ERR_UNSUPPORTED: not on this torus; *out is NULL with LB_OK where a node would need more than `ports` at a time,
 * or parts get into each other's way. */
int lb_butterfly_make(const lb_net *net, lb_peers peers, lb_cutting cutting, uint32_t ports, lb_butterfly **out,
                      lb_why *why);
void lb_butterfly_free(void *butterfly);

/* The network of all its flights; fills in the ports. Where none is longer than a link that is the network itself, and
 * only the ports are filled in. */
int lb_butterfly_flights(lb_butterfly *b, const lb_net *net, lb_net **flights, lb_why *why);
int lb_butterfly_links_alone(lb_butterfly *b, const lb_net *net, lb_why *why);

/* With how many others a digit exchanges in a level, 1 or 2; which these are, the first or the second; and how the way
 * there leads: so many links, downwards or not. */
unsigned lb_butterfly_others(const lb_butterfly *b, unsigned ring, unsigned level);
uint32_t lb_butterfly_peer(const lb_butterfly *b, unsigned part, unsigned ring, unsigned level, uint32_t digit,
                           unsigned which);
uint32_t lb_butterfly_links(const lb_butterfly *b, unsigned part, unsigned ring, uint32_t from, uint32_t to,
                            lb_routing routing, bool *down);

/* All blocks that node v is responsible for after so many exchanges of a part, one after another: begin, then next
 * while not over. */
typedef struct lb_kept {
    uint32_t block; /* the one that it is at */
    bool over;
    unsigned rings;
    uint32_t first[LB_MOST_EXCHANGES], at[LB_MOST_EXCHANGES], end[LB_MOST_EXCHANGES];
    uint32_t
        place[2 * LB_LONGEST_RING + 64]; /* ring by ring its digits, times their strides: 2^22 nodes have no more */
} lb_kept;

void lb_butterfly_begin(lb_kept *k, const lb_butterfly *b, const lb_net *net, unsigned part, uint32_t exchanges,
                        uint32_t v);
void lb_butterfly_next(lb_kept *k);

/* How many steps there are, and which exchange a step (from 1) is: one that halves, one of everything, one that
 * doubles. */
typedef enum lb_exchange { LB_HALVES, LB_WHOLE, LB_DOUBLES } lb_exchange;
uint32_t lb_butterfly_steps(const lb_butterfly *b);
lb_exchange lb_butterfly_step(const lb_butterfly *b, uint32_t step, uint32_t *exchange);

/* Of so many blocks, for how many a node is responsible after some exchanges of a part. */
uint32_t lb_butterfly_share(const lb_butterfly *b, unsigned part, uint32_t exchanges, uint32_t nodes);

/* The most data that one of its links carries in a step, in n-ths of a part of the vector, and the links of its longest
 * flight. */
uint64_t lb_butterfly_load(const lb_butterfly *b, lb_routing routing, uint32_t step, uint32_t nodes, uint32_t *links);

#endif

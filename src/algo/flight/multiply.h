/* Recursive multiplying: an allreduce (and its two halves) by groups on a torus with any radices.
 *
 * Recursive doubling exchanges in pairs; a node with k ports can as well exchange with k others at once, so that groups
 * of k+1 take log(n)/log(k+1) start-ups (Ruefenacht, Bull & Booth 2017, for clusters; on a ring, with k = 2, three-way
 * steps). Here every radix is taken apart into its prime factors, the factors of all rings are put together into
 * *levels* whose product is at most k+1 (a prime that is larger has a level of its own), and a node's number has a
 * digit for each level: a group are the nodes that differ in it alone. All of them send to each other, by flights that
 * leave by different links and come in by different ones: where a ring has only two, the others make a detour through
 * another dimension. What does not fit one step takes several.
 *
 * As butterflies do (butterfly.h) the first j levels can be reduce-scatters, in which each of a group is sent what it
 * will be responsible for, the last j steps the allgathers back, and the levels between exchanges of everything that is
 * left: L + j steps. Everybody in a group adds the same sums, ordered by where those stand that sent them, and groups
 * stand in the same order wherever they are, so all have the same bits. An exchange of everything must be one step: in
 * a second one nodes would have added to what they still have to send. */
#ifndef LB_MULTIPLY_H
#define LB_MULTIPLY_H

#include "algo/flight/group.h"
#include "plan/plan.h"

/* What is done in a step: sums of parts, sums of everything, copies of parts. */
typedef enum lb_part { LB_PART_SUM, LB_PART_ALL, LB_PART_COPY } lb_part;

typedef struct lb_multiply {
    uint32_t levels, halvings;
    bool sums, copies;
    lb_group level[LB_MOST_GROUPS];
} lb_multiply;

/* Groups of at most `most` nodes; across: factors of different rings first. LB_ERR_UNSUPPORTED: a factor is too large.
 */
int lb_multiply_make(const lb_net *net, uint32_t most, bool across, uint32_t ports, lb_multiply **out, lb_why *why);
void lb_multiply_free(void *multiply);

/* The first number of halvings that will do: levels that take several steps must halve. */
uint32_t lb_multiply_least(const lb_multiply *m);
uint32_t lb_multiply_steps(const lb_multiply *m);
/* What a step (from 1) is: which level, and which of its own steps, from 0. */
lb_part lb_multiply_step(const lb_multiply *m, uint32_t step, uint32_t *level, uint32_t *own);
/* Blocks of each message of a step. */
uint64_t lb_multiply_blocks(const lb_multiply *m, uint32_t nodes, lb_part what, uint32_t level);

/* Takes m over. `flown` is the task on the network of its flights, which the first of the two makes. */
int lb_multiply_flights(lb_multiply *m, const lb_net *net, lb_net **flights, lb_why *why);
int lb_multiply_plan(const lb_task *flown, uint32_t ports, lb_multiply *m, lb_plan **plan, lb_why *why);

#endif

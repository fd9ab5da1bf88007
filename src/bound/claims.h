/* The arguments for a bound, on networks without faults. */
#ifndef LB_BOUND_CLAIMS_H
#define LB_BOUND_CLAIMS_H

#include "bound/judge.h"

/* One file each. They return 0 or an error, and claims that are too large set judge->overflow. */
int lb_claim_node(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why);
int lb_claim_ways(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why);
int lb_claim_growth(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why);
/* What growth has found, refined. */
int lb_claim_levels(const lb_task *task, const lb_witness *growth, lb_judge *judge, lb_why *why);
void lb_claim_sides(const lb_task *task, const lb_witness *growth, uint64_t blocks, lb_judge *judge);
/* Of flights, on the linear clock: `blocks` of a node's must get to all (0: something must), inward from all. */
int lb_claim_reach(const lb_task *task, uint32_t node, bool inward, uint64_t blocks, uint64_t links, lb_judge *judge,
                   lb_why *why);
int lb_claim_links(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why);
int lb_claim_cut(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why);
void lb_claim_cut_spans(const lb_task *task, uint64_t links, lb_judge *judge);
int lb_claim_prefixes(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why);
/* The same, counted more closely: on one port, of as many packets as it takes steps to tell all of one. */
int lb_claim_halves(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why);

/* The last: it only tries to raise what the others have found. */
void lb_claim_hurry(const lb_task *task, uint64_t links, lb_judge *judge);
/* What pays at these prices, and what a step offers. */
void lb_claim_priced(const lb_task *task, const uint32_t *price, uint64_t load, uint64_t capacity, unsigned choice,
                     lb_judge *judge);
int lb_claim_rings(const lb_task *task, lb_judge *judge, lb_why *why);
int lb_claim_prices(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why);
int lb_claim_moments(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why);
int lb_claim_timed(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why);
void lb_claim_first(const lb_task *task, uint64_t links, lb_judge *judge);

/* Fills in what is known of the mean delay. */
int lb_bound_delay(const lb_task *task, uint64_t links, lb_bound *bound, lb_why *why);

#endif

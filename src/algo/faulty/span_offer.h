/* Which neighbour is asked for a span. */
#ifndef LB_SPAN_OFFER_H
#define LB_SPAN_OFFER_H

#include "algo/faulty/span_books.h"

typedef struct lb_span_offer {
    uint32_t from, link, step;
    unsigned port; /* of the asker */
    unsigned rank; /* 0: has it; then by how likely it will need it itself */
} lb_span_offer;

/* The best of what v's neighbours can do to have the span there by then, or a little later; ports in `tried` are not
 * asked. False: there is none. */
bool lb_span_best_offer(lb_pull *g, uint32_t v, lb_span_range a, uint32_t by, uint32_t tried, lb_span_offer *best);

#endif

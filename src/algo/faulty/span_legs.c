/* Packets of spans, in a list that grows. */
#include "algo/faulty/span_legs.h"

#include <stdlib.h>

int lb_span_legs_add(lb_span_legs *legs, lb_span_leg leg) {
    if (legs->count == legs->room) {
        void *at = legs->at;
        int error = lb_grow(&at, &legs->room, legs->count + 1, sizeof *legs->at);
        legs->at = at;
        if (error)
            return error;
    }
    legs->at[legs->count++] = leg;
    legs->steps = leg.step > legs->steps ? leg.step : legs->steps;
    return LB_OK;
}

void lb_span_legs_free(lb_span_legs *legs) {
    free(legs->at);
    *legs = (lb_span_legs){NULL, 0, 0, 0};
}

/* The plan of a butterfly. */
#ifndef LB_FLIGHT_GENERATE_H
#define LB_FLIGHT_GENERATE_H

#include "algo/flight/butterfly.h"

/* On the network of its flights, whose task `flown` is; takes the butterfly over, also when it fails. */
int lb_butterfly_plan(const lb_task *flown, const lb_plan_options *o, const char *name, lb_butterfly *b, lb_plan **plan,
                      lb_why *why);

#endif

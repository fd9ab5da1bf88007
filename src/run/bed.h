/* Where threads sleep, 32 to a bed: all of a bed that are to be woken are woken by one call to the system, which for
 * short messages is most of what an action costs.
 *
 * A thread that is called before it sleeps does not. The bed's word changes after the call and before the waking, and a
 * sleeper looks at the word, then whether it is called, and sleeps only while the word is what it was. Before it does
 * it waits awake for a moment (wait.h): the system is not called where nobody sleeps. */
#ifndef LB_RUN_BED_H
#define LB_RUN_BED_H

#include "run/wait.h"

#include <stdatomic.h>

enum { LB_BED_PLACES = 32 };

typedef struct lb_bed {
    _Alignas(64) _Atomic uint32_t word;
    _Atomic uint32_t sleepers;
} lb_bed;

/* Returns when called, and takes the call back. A wait has been begun. */
void lb_bed_sleep(lb_bed *bed, unsigned place, _Atomic bool *called, lb_waiter *wait);

/* Wakes those whose places are set; they have been called. */
void lb_bed_wake(lb_bed *bed, uint32_t places);

#endif

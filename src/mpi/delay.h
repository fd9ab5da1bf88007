/* What waits until its time has come, beside messages. */
#ifndef LB_MPI_DELAY_H
#define LB_MPI_DELAY_H

#include <stdbool.h>

typedef struct lb_delay lb_delay;
struct lb_delay {
    void (*over)(void *owner); /* called once when it is over */
    void *owner;
    double due; /* lb_delay_now */
    bool waits; /* it is in the list */
    lb_delay *next;
};

typedef struct lb_delays {
    lb_delay *first;
} lb_delays;

double lb_delay_now(void); /* seconds, of a clock that nobody sets */
void lb_delay_begin(lb_delays *delays, lb_delay *delay);
void lb_delay_drop(lb_delays *delays, lb_delay *delay);
bool lb_delays_end(lb_delays *delays);        /* those that are over; whether there were any */
void lb_delays_doze(const lb_delays *delays); /* nothing else has happened: where time is simulated it must pass */

#endif

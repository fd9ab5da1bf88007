/* SimGrid's MPI lacks topologies and errors of one's own; such errors are printed there. What processes do themselves
 * costs no time there, unless SIM_COPY says how many nanoseconds a byte that is copied or summed up does, and SIM_MEET
 * how many a meeting of a node's processes. */
#ifndef LB_MPI_SIMULATED_H
#define LB_MPI_SIMULATED_H

#include <mpi.h>
#include <stdint.h>

#ifdef SMPI_H
#define LB_MPI_SIMULATED 1

#include <simgrid/actor.h>
#include <stdlib.h>

static inline void lb_simulated_pass(const char *name, double times) {
    const char *text = getenv(name);
    double ns = text ? atof(text) * times : 0;
    if (ns > 0)
        sg_actor_sleep_for(ns * 1e-9);
}
static inline void lb_simulated_copy(uint64_t bytes) {
    lb_simulated_pass("SIM_COPY", (double)bytes);
}
static inline void lb_simulated_meet(void) {
    lb_simulated_pass("SIM_MEET", 1);
}
/* Looking again at once would find the same for ever: time stands still meanwhile. */
static inline void lb_simulated_look(void) {
    sg_actor_sleep_for(10e-9);
}
#else
static inline void lb_simulated_look(void) {
}
static inline void lb_simulated_copy(uint64_t bytes) {
    (void)bytes;
}
static inline void lb_simulated_meet(void) {
}
#endif

#endif

/* All MPI requests of a process that are under way, and what waits for its time. */
#ifndef LB_MPI_PUMP_H
#define LB_MPI_PUMP_H

#include "linkbound.h"
#include "mpi/delay.h"

#include <mpi.h>
#include <pthread.h>

/* A message under way, and who is told when it is done. */
typedef struct lb_flight lb_flight;
struct lb_flight {
    void (*done)(const lb_flight *flight);
    void *owner;            /* a lane, or the stage whose messages go straight */
    uint64_t packet, bytes; /* of a lane */
    int peer;               /* of a stage, and whether it is sent */
    bool sends;
    uint64_t traced; /* its number in the trace; 0: none */
};

typedef struct lb_pump {
    MPI_Request *requests; /* the first `count` are under way */
    lb_flight *flights;
    MPI_Status *statuses; /* not looked at */
    int *done;
    int count, room, reserved;
    uint64_t events;
    lb_delays delays;
    struct lb_trace *trace; /* NULL: nobody wants one */
} lb_pump;

int lb_pump_reserve(lb_pump *pump, int more); /* LB_ERR_MEMORY */
void lb_pump_release(lb_pump *pump, int fewer);
void lb_pump_free(lb_pump *pump);
MPI_Request *lb_pump_add(lb_pump *pump, lb_flight flight);
/* An MPI error code. `lock`, which the caller holds, is given up while it waits. */
int lb_pump_turn(lb_pump *pump, bool wait, pthread_mutex_t *lock);

#endif

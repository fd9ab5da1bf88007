/* All MPI requests of the process that are under way, whichever operation they belong to: whoever waits lets all of
 * them advance. */
#include "mpi/pump.h"

#include "mpi/memory.h"
#include "mpi/simulated.h"
#include "mpi/trace.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static int grow(lb_pump *pump, int room) {
    MPI_Request *requests = lb_mpi_take((uint64_t)room, sizeof(MPI_Request)); /* NOLINT(bugprone-sizeof-expression) */
    lb_flight *flights = lb_mpi_take((uint64_t)room, sizeof *flights);
    MPI_Status *statuses = lb_mpi_take((uint64_t)room, sizeof *statuses);
    int *done = lb_mpi_take((uint64_t)room, sizeof *done);
    if (!requests || !flights || !done || !statuses) {
        free(requests);
        free(flights);
        free(statuses);
        free(done);
        return LB_ERR_MEMORY;
    }
    if (pump->count > 0) {
        for (int i = 0; i < pump->count; i++)
            requests[i] = pump->requests[i];
        memcpy(flights, pump->flights, (size_t)pump->count * sizeof *flights);
    }
    lb_pump old = *pump;
    pump->requests = requests;
    pump->flights = flights;
    pump->statuses = statuses;
    pump->done = done;
    pump->room = room;
    lb_pump_free(&old);
    return LB_OK;
}

int lb_pump_reserve(lb_pump *pump, int more) {
    int need;
    if (__builtin_add_overflow(pump->reserved, more, &need) || need > INT_MAX / 2)
        return LB_ERR_MEMORY;
    if (need > pump->room && grow(pump, 2 * need))
        return LB_ERR_MEMORY;
    pump->reserved = need;
    return LB_OK;
}

void lb_pump_release(lb_pump *pump, int fewer) {
    pump->reserved -= fewer;
}

void lb_pump_free(lb_pump *pump) {
    free(pump->requests);
    free(pump->flights);
    free(pump->statuses);
    free(pump->done);
}

MPI_Request *lb_pump_add(lb_pump *pump, lb_flight flight) {
    pump->flights[pump->count] = flight;
    return &pump->requests[pump->count++];
}

/* Takes out the entries that are complete, from the last to the first so that what moves is not one of them. */
static void settle(lb_pump *pump, int found) {
    for (int i = 1; i < found; i++) { /* nearly sorted as MPI gives them */
        int index = pump->done[i], j = i;
        for (; j > 0 && pump->done[j - 1] > index; j--)
            pump->done[j] = pump->done[j - 1];
        pump->done[j] = index;
    }
    pump->events += (uint64_t)found;
    if (pump->trace && found > 0)
        lb_trace_came(pump->trace);
    for (int i = found - 1; i >= 0; i--) {
        int at = pump->done[i], last = --pump->count;
        lb_flight flight = pump->flights[at];
        pump->requests[at] = pump->requests[last];
        pump->flights[at] = pump->flights[last];
        if (flight.traced)
            lb_trace_end(pump->trace, flight.traced);
        flight.done(&flight);
    }
}

/* At least one, unless there is none; whoever wants the lock meanwhile does not touch requests. In SimGrid's
 * MPI_Waitsome a request that is not complete costs a test's time. */
static int wait_some(lb_pump *pump, int *found) {
#ifdef LB_MPI_SIMULATED
    int code = MPI_Waitany(pump->count, pump->requests, &pump->done[0], &pump->statuses[0]);
    *found = pump->done[0] == MPI_UNDEFINED ? MPI_UNDEFINED : 1;
    return code;
#else
    return MPI_Waitsome(pump->count, pump->requests, found, pump->done, pump->statuses);
#endif
}

int lb_pump_turn(lb_pump *pump, bool wait, pthread_mutex_t *lock) {
    int found = 0, code;
    if (lb_delays_end(&pump->delays)) {
        pump->events++;
        return MPI_SUCCESS;
    }
    if (pump->count == 0) {
        if (wait && pump->delays.first)
            lb_delays_doze(&pump->delays);
        return MPI_SUCCESS;
    }
    if (wait && !pump->delays.first) {
        pthread_mutex_unlock(lock);
        code = wait_some(pump, &found);
        pthread_mutex_lock(lock);
    } else {
        code = MPI_Testsome(pump->count, pump->requests, &found, pump->done, pump->statuses);
    }
    if (code != MPI_SUCCESS)
        return code;
    if (found != MPI_UNDEFINED)
        settle(pump, found);
    if (wait && found <= 0 && pump->delays.first)
        lb_delays_doze(&pump->delays);
    return MPI_SUCCESS;
}

/* Memory, checked. */
#ifndef LB_MPI_MEMORY_H
#define LB_MPI_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* Cleared; NULL when there is none, or the product overflows. */
void *lb_mpi_take(uint64_t count, size_t size);

/* Memory that only grows, aligned for anything. */
typedef struct lb_room {
    void *at;
    uint64_t bytes;
    uint64_t wanted; /* and could not be had, the last time */
} lb_room;
void *lb_room_for(lb_room *room, uint64_t bytes); /* NULL when there is none; what was in it is lost */

#endif
